"""How the gate compares labelled blocks with an extracted text."""

import pytest

from tadori.model.ids import EN
from tadori.model.page import Extracted, PageType
from tests.gates.reading.html import compared, is_sealed, page_labels
from tests.gates.reading.labelling import CODE, HEADING, PROSE, labelled, saved_pages

LONG = "The harbour office measured the current for twelve months."


def read(text: str, title: str = "") -> Extracted:
    return Extracted(title=title, date=None, lang=EN, page_type=PageType.OTHER, text=text, pieces=())


def test_a_block_is_kept_where_its_letters_stand_together_in_the_text() -> None:
    kept = compared(
        read(f"{LONG}\n\nMenu"),
        [(PROSE, LONG.replace(" ", "\n")), (PROSE, "値は十二か月にわたって毎日三回公表された。")],
    )
    assert (kept.labelled, kept.found) == ({PROSE: 49 + 20}, {PROSE: 49})
    assert (kept.navigation, kept.extra) == (4, ["menu"])


def test_a_short_block_counts_only_between_its_neighbours() -> None:
    other = "It published every reading that it took there."
    blocks = [(PROSE, LONG), (PROSE, "on"), (PROSE, other)]
    assert compared(read(f"{LONG} {other}"), blocks).lost == ["prose: on"]
    assert compared(read(f"{LONG} on {other}"), blocks).lost == []


def test_a_block_that_is_torn_is_lost() -> None:
    assert compared(read(LONG.replace("current", "current x")), [(PROSE, LONG)]).share(PROSE) == 0.0


def test_the_title_is_kept() -> None:
    assert compared(read(LONG, "Tides"), [(HEADING, "Tides"), (PROSE, LONG)]).share(HEADING) == 1.0


def test_labels_tell_prose_from_headings_code_and_navigation() -> None:
    page = (
        "<html><body><ul class='docnav'><li>Next</li></ul><div class='chapter'><h1>港</h1><div class='toc'>1.1</div>"
        "<div class='sidebar'><p class='title'>TIP</p><p>読む<code>a</code>こと。</p></div><pre>b</pre></div>"
        "</body></html>"
    )
    assert labelled("handbook-ja-x", page.encode()) == [
        (HEADING, "港"),
        (HEADING, "TIP"),
        (PROSE, "読むaこと。"),
        (CODE, "b"),
    ]


@pytest.mark.req("L23")
def test_every_saved_page_has_its_labels_and_a_quarter_of_them_is_japanese() -> None:
    names = [name for name, _ in saved_pages()]
    assert len(names) == 60
    assert sorted(page_labels()) == names
    assert sum("-ja-" in name for name in names) == 17
    assert sum(map(is_sealed, names)) == 25


def test_the_labels_are_those_that_the_rules_give() -> None:
    pages = dict(saved_pages())
    for name in ("git-en-git-stage", "apache-ja-mod-ident", "python-en-i18n"):
        assert page_labels()[name] == labelled(name, pages[name])
