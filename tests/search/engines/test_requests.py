"""What each engine is asked: address, words, language, days and count; keys in headers, never in addresses."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from tadori.errors import ConfigError
from tadori.model.ids import EN, JA, IsoDate, Lang
from tadori.query.dialects import DIALECTS
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.catalogue import ENGINES, engine_named
from tadori.search.engines.json_engine import JsonEngine

WORDS = '橋 "開通" site:go.jp'
KEYLESS = sorted(name for name, engine in ENGINES.items() if not (engine.facts.key or engine.facts.base_setting))


def fields(engine: str, lang: Lang = JA, *, limit: int = 10, after: str = "", before: str = "") -> dict[str, str]:
    written = EngineQuery(
        text=WORDS, after=IsoDate(after) if after else None, before=IsoDate(before) if before else None
    )
    request = ENGINES[engine].request(written, lang, limit)
    asked = parse_qs(urlsplit(request.url).query, keep_blank_values=True)
    return {name: values[0] for name, values in asked.items()} | dict(request.form)


@pytest.mark.req("L5")
@pytest.mark.parametrize("engine", KEYLESS)
def test_the_words_arrive_as_they_are_written(engine: str) -> None:
    assert WORDS in fields(engine).values()


def test_every_engine_has_a_dialect_of_its_own() -> None:
    assert [name for name in ENGINES if name not in DIALECTS] == []


@pytest.mark.parametrize(
    ("engine", "ja", "en"),
    [
        ("duckduckgo", {"kl": "jp-jp"}, {"kl": "us-en"}),
        ("duckduckgo_lite", {"kl": "jp-jp"}, {"kl": "us-en"}),
        ("google", {"hl": "ja", "lr": "lang_ja", "gl": "jp"}, {"hl": "en", "lr": "lang_en", "gl": "us"}),
        ("bing", {"setlang": "ja", "cc": "jp", "mkt": "ja-JP"}, {"setlang": "en", "cc": "us", "mkt": "en-US"}),
        ("mojeek", {"lb": "ja", "arc": "jp"}, {"lb": "en", "arc": "us"}),
        ("qwant", {"l": "ja", "locale": "ja_jp"}, {"l": "en", "locale": "en_us"}),
        ("brave", {"country": "jp"}, {"country": "us"}),
        ("startpage", {"language": "nihongo"}, {"language": "english"}),
        ("marginalia", {"lang": "ja"}, {"lang": "en"}),
        ("yahoo", {"vl": "lang_ja"}, {"vl": "lang_en"}),
    ],
)
def test_language_and_region_are_told_in_the_engine_s_spelling(
    engine: str, ja: dict[str, str], en: dict[str, str]
) -> None:
    assert ja.items() <= fields(engine, JA).items()
    assert en.items() <= fields(engine, EN).items()
    assert en.items() <= fields(engine, Lang("xx")).items()


@pytest.mark.parametrize(
    ("engine", "name", "both", "since", "until"),
    [
        ("duckduckgo", "df", "2024-01-05..2024-03-01", "2024-01-05..2100-01-01", "1990-01-01..2024-03-01"),
        ("duckduckgo_lite", "df", "2024-01-05..2024-03-01", "2024-01-05..2100-01-01", "1990-01-01..2024-03-01"),
        ("brave", "tf", "2024-01-05to2024-03-01", "2024-01-05to2100-01-01", "1990-01-01to2024-03-01"),
        ("bing", "filters", 'ex1:"ez5_19727_19783"', 'ex1:"ez5_19727_47482"', 'ex1:"ez5_7305_19783"'),
    ],
)
def test_days_go_by_the_parameter_an_engine_has_for_them(
    engine: str, name: str, both: str, since: str, until: str
) -> None:
    assert fields(engine, after="2024-01-05", before="2024-03-01")[name] == both
    assert fields(engine, after="2024-01-05")[name] == since
    assert fields(engine, before="2024-03-01")[name] == until
    assert fields(engine).get(name, "") == ""


@pytest.mark.parametrize(
    ("engine", "name", "few", "many"),
    [("google", "num", "10", "30"), ("bing", "count", "10", "30"), ("wikipedia", "limit", "3", "30")],
)
def test_the_count_is_asked_for_where_an_engine_takes_one(engine: str, name: str, few: str, many: str) -> None:
    assert (fields(engine, limit=3)[name], fields(engine, limit=30)[name]) == (few, many)


def test_duckduckgo_is_asked_by_a_form_and_the_others_by_address() -> None:
    posted = [name for name in KEYLESS if ENGINES[name].request(EngineQuery(text="x"), EN, 5).form]
    assert posted == ["duckduckgo", "duckduckgo_lite"]


@pytest.mark.req("L5")
def test_a_browser_goes_to_an_address_where_plain_http_posts_a_form() -> None:
    written = EngineQuery(text="港の橋", after=IsoDate("2024-01-01"), before=IsoDate("2024-12-31"))
    words = "q=%E6%B8%AF%E3%81%AE%E6%A9%8B&kl=jp-jp&df=2024-01-01..2024-12-31"
    assert ENGINES["duckduckgo"].request(written, JA, 5).page == f"https://duckduckgo.com/?{words}"
    assert ENGINES["duckduckgo_lite"].request(written, JA, 5).page == f"https://lite.duckduckgo.com/lite/?{words}"
    posted = [ENGINES[name].request(written, JA, 5) for name in KEYLESS]
    assert [request.engine for request in posted if request.form and request.page is None] == []


def test_wikipedia_is_asked_in_its_own_language() -> None:
    assert ENGINES["wikipedia"].request(EngineQuery(text="橋"), JA, 5).url == (
        "https://ja.wikipedia.org/w/rest.php/v1/search/page?q=%E6%A9%8B&limit=5"
    )
    assert (
        ENGINES["wikipedia"].request(EngineQuery(text="a"), Lang("de"), 5).url.startswith("https://de.wikipedia.org/")
    )


def keyed(name: str, secret: str) -> JsonEngine:
    engine = engine_named(name)
    assert isinstance(engine, JsonEngine)
    return engine.with_secret(secret)


@pytest.mark.parametrize(
    ("name", "header", "value"),
    [
        ("brave_api", "X-Subscription-Token", "s3cret"),
        ("serper", "X-API-KEY", "s3cret"),
        ("jina", "Authorization", "Bearer s3cret"),
    ],
)
def test_a_key_goes_in_a_header_and_is_never_shown(name: str, header: str, value: str) -> None:
    engine = keyed(name, " s3cret\n")
    request = engine.request(EngineQuery(text=WORDS), JA, 7)
    assert dict(request.headers)[header] == value
    assert "s3cret" not in request.url + request.json + repr(engine)
    assert request.accept == "application/json"


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("brave_api", "engines.brave_api.key"),
        ("serper", "engines.serper.key"),
        ("jina", "engines.jina.key"),
        ("searxng", "engines.searxng.base"),
    ],
)
def test_a_missing_key_or_address_names_the_setting(name: str, setting: str) -> None:
    for secret in ("", "  "):
        with pytest.raises(ConfigError, match=setting):
            keyed(name, secret).request(EngineQuery(text="x"), EN, 5)


def test_hosted_engines_are_told_language_days_and_count() -> None:
    days = EngineQuery(text=WORDS, after=IsoDate("2024-01-05"), before=IsoDate("2024-03-01"))
    brave = parse_qs(urlsplit(keyed("brave_api", "k").request(days, JA, 50).url).query)
    assert brave["freshness"] == ["2024-01-05to2024-03-01"]
    assert (brave["count"], brave["country"], brave["search_lang"]) == (["20"], ["JP"], ["jp"])
    assert json.loads(keyed("serper", "k").request(EngineQuery(text=WORDS), JA, 5).json) == {
        "q": WORDS,
        "gl": "jp",
        "hl": "ja",
        "num": 10,
    }
    searxng = keyed("searxng", "https://searx.test/sub/").request(EngineQuery(text="a b"), JA, 5).url
    assert searxng == "https://searx.test/sub/search?q=a+b&format=json&language=ja-JP&categories=general"


def test_an_address_that_is_none_is_a_configuration_error() -> None:
    with pytest.raises(ConfigError, match=r"engines\.searxng\.base must be an http\(s\) address"):
        keyed("searxng", "searx.test").request(EngineQuery(text="x"), EN, 5)
