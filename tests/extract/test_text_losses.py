"""What of a page is not printed is counted, with the reason."""

from dataclasses import replace

import pytest

from tadori.extract.frames import reading_frame, reading_from
from tadori.model.page import Extracted, TextLoss
from tests.extract.documents import PROSE, PROSE_JA, captured, page, read, words
from tests.gates.reading.html import adds_up
from tests.gates.reading.labelling import saved_pages

_ONE_OF_EACH = (
    "apache-ja-mod-negotiation",
    "bind9-en-chapter4",
    "debianref-ja-ch08-ja",
    "git-en-git-switch",
    "handbook-ja-sect-why-gnu-linux",
    "postgresql-en-datatype-net-types",
    "python-en-spwd",
    "rustdoc-en-trait-fn",
)


def lost(found: Extracted) -> dict[str, int]:
    return {loss.reason: loss.characters for loss in found.losses}


@pytest.mark.req("L23")
@pytest.mark.parametrize("prose", [PROSE, PROSE_JA])
@pytest.mark.parametrize(
    ("dropped", "reason", "characters"),
    [
        ("<nav><a href='/'>Home</a> <a href='/a'>次 へ</a></nav>", "navigation", 6),
        ("<footer><p>Copyright 港</p></footer>", "footer", 10),
        ("<div class='copyright'>© 2026</div>", "footer", 5),
        ("<div class='toc'><a href='#a'>目次</a></div>", "navigation", 2),
        ("<form><p>Sign up</p></form>", "form", 6),
        ("<button>Copy</button>", "a control of a form", 4),
        ("<p hidden>unseen words</p>", "hidden by the page", 11),
        ("<p style='display:none'>見えない</p>", "hidden by the page", 4),
        ("<aside><p>Short.</p></aside>", "aside without prose", 6),
        ("<div class='related-posts'><p>Others</p></div>", "related material", 6),
        ("<div class='share-buttons'>Tweet</div>", "page furniture: sharing, advertising, forms", 5),
        ("<video>No film here</video>", "shown only where a picture, film or frame is not", 10),
    ],
)
def test_what_is_left_out_is_counted_with_its_reason(dropped: str, reason: str, characters: int, prose: str) -> None:
    found = read(page(f"<main><p>{prose}</p><p>{prose}</p></main>{dropped}"))
    assert words(found) == [prose, prose]
    assert lost(found) == {reason: characters}


@pytest.mark.req("L23")
def test_nothing_is_lost_of_a_page_that_is_read_whole_and_its_title_is_not_lost() -> None:
    found = read(page(f"<h1>The tide</h1><p>{PROSE}</p><h2>潮</h2><p>{PROSE_JA}</p>", "<title>The tide</title>"))
    assert (found.title, found.losses) == ("The tide", ())


def test_scripts_and_styles_are_no_text_and_no_loss() -> None:
    found = read(page(f"<script>var a = 1;</script><style>p {{ margin: 0 }}</style><p>{PROSE}</p>"))
    assert found.losses == ()


def test_losses_are_sent_with_the_reading() -> None:
    found = read(page(f"<p>{PROSE}</p><footer>港 2026</footer>"))
    assert found.losses == (TextLoss(reason="footer", characters=5),)
    assert reading_from(reading_frame(found)) == found


def test_a_page_that_is_furniture_throughout_is_read_and_nothing_of_it_is_lost() -> None:
    found = read(page("<footer><p>Only this.</p></footer>"))
    assert (words(found), found.losses) == (["Only this."], ())


@pytest.mark.req("L23")
@pytest.mark.parametrize("name", _ONE_OF_EACH)
def test_what_is_printed_and_what_is_lost_make_up_the_page(name: str) -> None:
    body = dict(saved_pages())[name]
    assert adds_up(body, read(captured(body)))


@pytest.mark.req("L23")
def test_a_page_with_a_word_that_is_neither_printed_nor_counted_does_not_add_up() -> None:
    found = read(page(f"<p>{PROSE}</p><footer>港 2026</footer>"))
    body = page(f"<p>{PROSE}</p><footer>港 2026</footer>").body
    assert adds_up(body, found)
    assert not adds_up(body.replace(b"2026", b"20260"), found)
    assert not adds_up(body, replace(found, losses=()))
