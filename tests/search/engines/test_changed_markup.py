"""When an engine renames its markup, the shape of the page still gives its results; no shape is an error."""

import re

import pytest

from tadori.errors import SourceGarbled
from tests.search.engines.pages import RESULTS, TEMPLATES, URLS, each, page, parse

HEADED = sorted(set(TEMPLATES) - {"duckduckgo_lite"})


def renamed(body: str) -> str:
    """No class, id or data attribute is what it was."""
    known: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        return f'{match[1]}="{known.setdefault(match[2], f"q{len(known)}z")}"'

    return re.sub(r'(class|id|data-[\w-]+)="([^"]*)"', other, body)


@pytest.mark.req("D9")
@pytest.mark.parametrize("engine", HEADED)
def test_results_are_found_by_their_shape(engine: str) -> None:
    hits = parse(engine, page(renamed(each(TEMPLATES[engine]))))
    assert [hit.url for hit in hits] == URLS
    assert [hit.title for hit in hits] == [title for _, title, _ in RESULTS]
    assert [hit.snippet for hit in hits] == [text for _, _, text in RESULTS]


def test_a_misleading_name_around_everything_hides_nothing() -> None:
    block = '<li class="serp-item_card"><h2><a href="URL">TITLE</a></h2><p>TEXT</p></li>'
    body = page(f'<div class="large-footer related"><ul>{each(block)}</ul></div>')
    assert [hit.url for hit in parse("mojeek", body)] == URLS


def test_a_table_without_headings_has_a_shape_too() -> None:
    row = '<li><div><a href="URL">TITLE</a></div><div>TEXT</div></li>'
    assert [hit.url for hit in parse("qwant", page(f"<ol>{each(row)}</ol>"))] == URLS


def test_what_is_paid_for_is_left_out_of_the_shape() -> None:
    block = '<div class="q"><h2><a href="URL">TITLE</a></h2><p>TEXT</p></div>'
    paid = each(block, (("https://shop.test/", "Bridges", "Buy a bridge today, cheap and strong."),))
    body = paid.replace("<p>", "<span>Sponsored</span><p>") + each(block)
    assert [hit.url for hit in parse("bing", page(body))] == URLS


def test_sidebars_and_the_engine_s_own_links_are_not_of_the_family() -> None:
    block = '<div class="q"><h2><a href="URL">TITLE</a></h2><p>TEXT</p></div>'
    other = each(block).replace(".test", ".other.test")
    body = f"<aside>{other}</aside><details>{other}</details>" + each(block)
    own = each(block, (("https://www.bing.com/maps", "Maps of the harbour", "Look at the harbour on a map of ours."),))
    assert [hit.url for hit in parse("bing", page(own + body))] == URLS


@pytest.mark.parametrize(
    "body",
    [
        page("<p>Welcome to our new home.</p>"),
        page('<div id="app"></div><script src="/app.js"></script>'),
        page(
            '<div><h2><a href="https://harbour.test/">One link alone</a></h2><p>is no list of results at all</p></div>'
        ),
        page("".join(f'<li><a href="https://m{n}.test/">Menu entry {n}</a></li>' for n in range(12))),
        "plain words without any markup",
        "<",
        "\x00\x00<html>",
    ],
)
def test_a_page_in_which_nothing_can_be_read_is_garbled(body: str) -> None:
    with pytest.raises(SourceGarbled) as raised:
        parse("mojeek", body)
    assert raised.value.source == "mojeek"


def test_an_empty_page_is_garbled_not_without_results() -> None:
    with pytest.raises(SourceGarbled, match="the page is empty"):
        parse("mojeek", "  \n")
