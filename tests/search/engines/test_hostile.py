"""Pages made to hurt: huge, broken, deep, or with markup where words belong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import SourceError, SourceTooLarge
from tadori.model.thresholds import MAX_RESULT_PAGE_BYTES, MAX_RESULT_PAGE_ELEMENTS
from tadori.search.engines.catalogue import ENGINES
from tests.search.engines.pages import TEMPLATES, URLS, each, page, parse, response

BAD_TITLES = {
    "<script>alert(1)</script>Bridge": "Bridge",
    "<img src=x onerror=alert(1)>Bridge": "Bridge",
    "<b>Brid</b>ge": "Bridge",
    "&lt;b&gt;Bridge&lt;/b&gt;": "<b>Bridge</b>",
    "Bri\u202edge\u200b": "Bridge",
    "Brid\x07ge\r\nof\ttime": "Bridge of time",
    "<div>Bridge</div><div>of time</div>": "Bridge of time",
    "<style>p{}</style><svg><text>x</text></svg>Bridge": "Bridge",
    "橋" * 1000: "橋" * 299 + "…",
}


@pytest.mark.parametrize(("written", "shown"), BAD_TITLES.items())
def test_titles_and_snippets_are_plain_text(written: str, shown: str) -> None:
    template = TEMPLATES["google"].replace("TITLE", written).replace("TEXT", written)
    hit = parse("google", page(each(template, (("https://harbour.test/", "", ""),))))[0]
    assert hit.title == shown
    assert hit.snippet[:299] == shown[:299]


@pytest.mark.parametrize("href", ["javascript:alert(1)", "data:text/html,<b>x", "//", "https://", "file:///etc/passwd"])
@pytest.mark.parametrize("engine", sorted(TEMPLATES))
def test_a_result_that_leads_to_no_page_is_dropped(engine: str, href: str) -> None:
    body = each(TEMPLATES[engine], ((href, "Click me now", "A text that is long enough."),)) + each(TEMPLATES[engine])
    assert [hit.url for hit in parse(engine, page(body))] == URLS


@pytest.mark.req("D9")
@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_a_page_of_thirty_megabytes_is_refused_unread(engine: str) -> None:
    with pytest.raises(SourceTooLarge, match="30000000 bytes"):
        parse(engine, b"<a href=x>" * 3_000_000)


def test_a_page_at_the_limit_is_read() -> None:
    body = page(each(TEMPLATES["bing"])).encode()
    padded = body + b" " * (MAX_RESULT_PAGE_BYTES - len(body))
    assert [hit.url for hit in parse("bing", padded)] == URLS
    with pytest.raises(SourceTooLarge):
        parse("bing", padded + b" ")


@pytest.mark.parametrize(
    "body",
    [
        "<p>" * (MAX_RESULT_PAGE_ELEMENTS + 1),
        "<div " + " ".join(f"a{n}=1" for n in range(600)) + ">x</div>",
    ],
)
def test_a_page_of_too_many_elements_or_attributes_is_never_built(body: str) -> None:
    with pytest.raises(SourceTooLarge):
        parse("google", body)


@pytest.mark.parametrize(
    "body",
    [
        '<div class="result">' * 20_000,
        '<div class="result">' * 200 + '<span class="result__snippet"></span>' * 20_000,
        '<div class="' + "a " * 100_000 + '">' + '<a href="http://a.test/">words</a><p>some text here</p>' * 500,
        "<a><h2>" * 10_000,
        "<table><tr><td>" * 9_000,
    ],
)
def test_deep_and_repetitive_pages_end_with_a_named_error(body: str) -> None:
    with pytest.raises(SourceError):
        parse("duckduckgo", body)


def test_a_torn_page_gives_what_stands_before_the_tear() -> None:
    whole = page(each(TEMPLATES["mojeek"]))
    torn = whole[: whole.index("20 minutes")]
    assert [hit.url for hit in parse("mojeek", torn)] == URLS
    assert parse("mojeek", torn)[2].snippet == "Boats leave every"


def test_bytes_that_are_no_utf8_become_replacement_characters() -> None:
    body = page(each(TEMPLATES["bing"])).encode().replace(b"840", b"\xff\xfe840")
    assert parse("bing", body)[0].snippet == "It opened in May 1987 and is ��840 metres long."


def outcome(engine: str, body: bytes) -> str:
    try:
        ENGINES[engine].parse(response(body, engine=engine))
    except SourceError as error:
        return type(error).__name__
    return "read"


@pytest.mark.parametrize("engine", sorted(TEMPLATES))
@settings(max_examples=25, deadline=None)
@given(body=st.binary(max_size=300), markup=st.text(alphabet='<>/"= abhrefliv3\x00橋', max_size=200))
def test_no_page_raises_anything_but_a_named_error(engine: str, body: bytes, markup: str) -> None:
    for made in (body, markup.encode(), page(each(TEMPLATES[engine])[: len(markup) * 3] + markup).encode()):
        assert outcome(engine, made) in {"read", "SourceGarbled", "SourceRefused", "SourceTooLarge"}
