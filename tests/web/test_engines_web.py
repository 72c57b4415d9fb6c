"""The look-alike engines: over the wire, in their moods, and as the real parsers read them."""

from urllib.parse import quote, urlencode

import pytest

from tadori.errors import SourceGarbled, SourceRefused
from tadori.model.engine import EngineResponse
from tadori.model.ids import Url
from tadori.search.engines.catalogue import engine_named
from tests.web.asking import ask
from tests.web.engine_pages import STYLES
from tests.web.engines_web import MORE, PLANS, TRACKED, LookAlike, Mood, look_alikes
from tests.web.little_web import LittleWeb
from tests.web.search_index import Entry, SearchIndex, asked_of, index_of, snippet, words_of
from tests.web.topics import Role
from tests.web.wire import Request
from tests.web.world import Ports, World

LETTERS = [plan.letter for plan in (*PLANS, *MORE)]


def entry(path: str, text: str, *, title: str = "", date: str = "2024-01-01", host: str = "one.test") -> Entry:
    lang = "en" if text.isascii() else "ja"
    return Entry(place=(host, path), lang=lang, title=title, text=text, date=date)


def answer(engine: LookAlike, query: str, **fields: str) -> EngineResponse:
    """What the engine answers to a form, without a wire."""
    form = urlencode({engine.style.query: query, **fields})
    reply = engine(
        Request(
            method="POST",
            host=engine.host,
            path=engine.style.paths[0],
            headers={},
            body=form.encode(),
            client="127.0.0.1",
            client_port=1,
            scheme="http",
            version="1.1",
        )
    )
    return EngineResponse(
        url=Url(engine.base + engine.style.paths[0]),
        status=reply.status,
        headers=reply.headers,
        body=reply.body,
        media_type="text/html",
    )


def test_words_are_latin_words_without_a_plural_s_and_pairs_of_japanese_characters() -> None:
    assert list(words_of("The bridges of 月代原, 42")) == ["bridge", "月代", "代原", "42"]


def test_the_rarer_word_and_the_title_weigh_more() -> None:
    index = SearchIndex(
        [
            entry("/both", "harbour bridge", title="harbour"),
            entry("/body", "harbour bridge"),
            entry("/common", "bridge bridge bridge"),
        ]
    )
    assert [found.place[1] for _, found in index.search(asked_of("harbour bridge"))] == ["/both", "/body", "/common"]


def test_no_shared_word_is_no_result() -> None:
    assert SearchIndex([entry("/a", "harbour")]).search(asked_of("観測所")) == []


def test_an_index_of_nothing_finds_nothing() -> None:
    assert SearchIndex([]).search(asked_of("harbour")) == []


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("bridge", {"/old.html", "/new.pdf"}),
        ("bridge site:one.test", {"/old.html"}),
        ("bridge filetype:pdf", {"/new.pdf"}),
        ("bridge intitle:harbour", {"/old.html"}),
        ("bridge -stone", {"/old.html"}),
        ('"stone bridge"', {"/new.pdf"}),
        ('"bridge stone"', set()),
        ("bridge after:2023-01-01", {"/new.pdf"}),
        ("bridge since:20230101", {"/new.pdf"}),
        ("bridge before:2023-01-01", {"/old.html"}),
    ],
)
def test_operators_narrow_the_results(query: str, paths: set[str]) -> None:
    index = SearchIndex(
        [
            entry("/old.html", "a wooden bridge", title="Harbour", date="2019-05-05"),
            entry("/new.pdf", "a stone bridge", date="2024-05-05", host="www.two.test"),
        ]
    )
    assert {found.place[1] for _, found in index.search(asked_of(query))} == paths


def test_a_snippet_begins_at_the_sentence_with_most_words_of_the_query() -> None:
    page = entry("/a", "Nothing here. The toll is 300 yen. More words.")
    assert snippet(page, "what is the toll") == "The toll is 300 yen. More words."


def test_the_index_holds_every_article_and_every_topic_page_and_is_built_once(web: LittleWeb) -> None:
    index = index_of(web.seed, 100, None)
    places = {found.place for found in index.entries}
    assert places == {(page.host, page.path) for page in web.pages} | {
        page.place for topic in web.topics for page in topic.pages
    }
    assert index_of(web.seed, 100, None) is index


def test_the_good_engine_brings_the_pages_of_the_topic_first(web: LittleWeb) -> None:
    topic = web.topics[0]
    found = web.engines["a"].results(topic.questions[0].text, "ja")
    own = {page.place for page in topic.pages}
    assert [result.place in own for result in found[:6]] == [True] * 6


def test_engines_have_the_share_of_the_web_that_their_quality_says(web: LittleWeb) -> None:
    entries = index_of(web.seed, 100, None).entries
    shares = {letter: sum(map(engine.has, entries)) / len(entries) for letter, engine in web.engines.items()}
    wanted = {engine.plan.letter: engine.plan.quality.coverage for engine in web.engines.values()}
    assert {letter: abs(shares[letter] - wanted[letter]) < 0.05 for letter in "abcef"} == dict.fromkeys("abcef", True)
    assert shares["d"] < wanted["d"]


def test_the_stale_engine_has_nothing_of_the_last_years(web: LittleWeb) -> None:
    known = filter(web.engines["d"].has, index_of(web.seed, 100, None).entries)
    assert max(entry.date for entry in known) < "2025-01-01"


def test_one_seed_is_one_answer_and_engines_differ(web: LittleWeb) -> None:
    query = web.topics[3].questions[1].text
    twin = World(seed=web.seed, hosts=100, scale=1.0, ports=Ports(http=1, https=2, canary=3))
    for letter in LETTERS:
        assert [e.place for e in twin.engines[letter].results(query)] == [
            e.place for e in web.engines[letter].results(query)
        ]
    lists = {tuple(e.place for e in web.engines[letter].results(query)) for letter in LETTERS}
    assert len(lists) == len(LETTERS)


def test_later_pages_go_on_where_the_first_ended(web: LittleWeb) -> None:
    engine, name = web.engines["a"], web.topics[0].name
    first, second = engine.results(name), engine.results(name, first=10)
    assert len(first) == 10
    assert {e.place for e in first} & {e.place for e in second} == set()
    assert engine.results(name, first=60) == []


def test_an_engine_is_asked_over_the_wire_by_get_and_keeps_the_query(web: LittleWeb) -> None:
    topic, engine = web.topics[0], web.engines["b"]
    told = ask(web, f"{engine.base}/search?q={quote(topic.name)}&lb=ja")
    assert told.status == 200
    assert topic.page(Role.PRIMARY).article.headline.title in told.text
    assert engine.queries == [topic.name]
    assert engine.asked[0].lang == "ja"
    assert web.seen(engine.host)[0].status == 200


def test_a_posted_form_is_read_too(web: LittleWeb) -> None:
    engine = web.engines["a"]
    response = answer(engine, web.topics[0].name, kl="jp-jp", s="10")
    assert response.status == 200
    assert (engine.asked[0].query, engine.asked[0].lang, engine.asked[0].first) == (web.topics[0].name, "ja", 10)


def test_without_a_query_it_is_a_home_page_and_elsewhere_nothing(web: LittleWeb) -> None:
    engine = web.engines["c"]
    assert 'type="search"' in ask(web, f"{engine.base}/search").text
    assert ask(web, f"{engine.base}/robots.txt").status == 404
    assert engine.asked == []


def test_days_as_a_field_narrow_the_results(web: LittleWeb) -> None:
    dates = {e.place: e.date for e in index_of(web.seed, 100, None).entries}
    for letter, fields in {
        "a": {"df": "2010-01-01..2020-12-31"},
        "e": {"tf": "2010-01-01to2020-12-31"},
    }.items():
        engine = web.engines[letter]
        answer(engine, web.topics[0].name, **fields)
        listed = [dates[place] for place in engine.asked[0].results]
        assert "2010-01-01" <= min(listed) <= max(listed) <= "2020-12-31"


def test_days_counted_from_1970_are_understood() -> None:
    assert STYLES["bing"].span({"filters": 'ex1:"ez5_14610_18627"'}) == ("2010-01-01", "2020-12-31~")
    assert STYLES["bing"].span({}) == ("", "9999")


@pytest.mark.parametrize("letter", LETTERS)
def test_the_real_parser_reads_exactly_the_results_and_no_advertisement(web: LittleWeb, letter: str) -> None:
    engine = web.engines[letter]
    engine.mood = Mood.USUAL
    parser = engine_named(engine.plan.style)
    for topic in web.topics:
        hits = parser.parse(answer(engine, topic.questions[0].text))
        expected = list(dict.fromkeys(web.url(*place) for place in engine.asked[-1].results))
        assert [hit.url.removesuffix(TRACKED) for hit in hits] == expected
        titles = {e.place: e.title for e in index_of(web.seed, 100, None).entries}
        assert hits[0].title == titles[engine.asked[-1].results[0]]
        assert [hit for hit in hits if "adnet" in hit.url] == []


@pytest.mark.parametrize("letter", LETTERS)
def test_captcha_refusal_and_garbled_pages_are_known_for_what_they_are(web: LittleWeb, letter: str) -> None:
    engine = web.engines[letter]
    parser = engine_named(engine.plan.style)
    engine.mood = Mood.CAPTCHA
    with pytest.raises(SourceRefused, match="captcha"):
        parser.parse(answer(engine, "bridge"))
    engine.mood = Mood.REFUSE
    with pytest.raises(SourceRefused, match="429"):
        parser.parse(answer(engine, "bridge"))
    engine.mood = Mood.GARBLED
    with pytest.raises(SourceGarbled):
        parser.parse(answer(engine, "bridge"))
    assert [search.mood for search in engine.asked] == [Mood.CAPTCHA, Mood.REFUSE, Mood.GARBLED]


@pytest.mark.parametrize("letter", LETTERS)
def test_no_results_is_an_answer(web: LittleWeb, letter: str) -> None:
    engine = web.engines[letter]
    engine.mood = Mood.USUAL
    parser = engine_named(engine.plan.style)
    assert parser.parse(answer(engine, "xyzzyplugh")) == ()
    engine.mood = Mood.NOTHING
    assert parser.parse(answer(engine, web.topics[0].name)) == ()


def test_a_hanging_engine_answers_late(web: LittleWeb) -> None:
    engine = web.engines["a"]
    engine.mood, engine.hang_seconds = Mood.HANG, 30.0
    ask(web, f"{engine.base}/html/?q=bridge")
    line = web.seen(engine.host)[0]
    assert line.ended_at is not None
    assert line.ended_at - line.started_at >= 30.0 * web.scale


def test_the_moody_engine_is_moody_in_its_shares_and_the_same_way_every_time(web: LittleWeb) -> None:
    moods = []
    for _ in range(2):
        web.clear()
        engine = web.engines["d"]
        for _ in range(200):
            answer(engine, "xyzzyplugh")
        moods.append([search.mood for search in engine.asked])
    assert moods[0] == moods[1]
    count = {mood: moods[0].count(mood) for mood in Mood}
    assert 12 <= count[Mood.REFUSE] <= 40
    assert 10 <= count[Mood.CAPTCHA] <= 34
    assert 3 <= count[Mood.HANG] <= 22
    assert count[Mood.USUAL] >= 120


def test_clearing_the_web_forgets_queries_and_moods(web: LittleWeb) -> None:
    engine = web.engines["a"]
    answer(engine, "bridge")
    engine.mood = Mood.CAPTCHA
    web.clear()
    assert engine.asked == []
    assert engine.mood is None


def test_hosts_of_engines_resolve_and_are_none_of_the_hosts_with_weather(web: LittleWeb) -> None:
    names = {engine.host for engine in look_alikes(web).values()}
    assert names <= set(web.addresses)
    assert names & {host.name for host in web.hosts} == set()
