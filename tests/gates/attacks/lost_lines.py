"""Lines of documents that vanished without a word: data taken for running heads, Markdown lost for a stray tag.

A case names the words that must be in the text, those that must not, and what must be said about what was left out.
"""

from collections.abc import Callable
from functools import partial

from tadori.extract.extraction import Extraction
from tadori.model.page import Extracted
from tests.extract.documents import Line, captured, pdf
from tests.gates.attacks.case import Attack

KIND = "lines lost"
FEWEST = 12
PROSE = "The harbour office measured the current and published every reading it took."
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
DEGREES = (12, 14, 9, 11, 15, 8, 10, 13)
Pages = list[list[Line]]


def _text_pages(*, head: Callable[[int], str] | None = None, foot: Callable[[int], str] | None = None) -> Pages:
    pages: Pages = []
    for number, word in enumerate(WORDS, start=1):
        lines: list[Line] = [(60.0, 500.0, 10.0, f"This is the text of page {word} of the report.")]
        if head:
            lines.insert(0, (60.0, 800.0, 10.0, head(number)))
        if foot:
            lines.append((60.0, 40.0, 10.0, foot(number)))
        pages.append(lines)
    return pages


def _table(first: Callable[[int, int], str]) -> Pages:
    rows = enumerate(DEGREES, start=1)
    return [[(60.0, 780.0, 10.0, first(day, degrees)), (60.0, 766.0, 10.0, "Calm sea.")] for day, degrees in rows]


def _days(day: int, degrees: int) -> str:
    return f"Day {day} was {degrees} degrees"


def _read(body: str | bytes, media_type: str) -> Extracted:
    return Extraction().extract(captured(body, media_type))


def _tried(body: str | bytes, media_type: str, kept: list[str], gone: list[str], said: str) -> str:
    found = _read(body, media_type)
    lost = [words for words in kept if words not in found.text]
    stayed = [words for words in gone if words in found.text]
    if lost or stayed:
        return f"lost {lost}, kept {stayed}"
    notes = " ".join(found.notes)
    return "" if said in notes and bool(said) == bool(notes) else f"said {notes!r}"


def _pdf(name: str, pages: Pages, kept: list[str], gone: list[str] | None = None, said: str = "") -> Attack:
    return Attack(name=name, run=partial(_tried, pdf(pages), "application/pdf", kept, gone or [], said))


def _markdown(name: str, body: str, kept: list[str], gone: list[str] | None = None, said: str = "") -> Attack:
    return Attack(name=name, run=partial(_tried, body, "text/markdown", kept, gone or [], said))


def attacks() -> list[Attack]:
    hidden = "The readings were invented."
    return [
        _pdf(
            "eight days, each page beginning with its day",
            _table(_days),
            [_days(day, degrees) for day, degrees in enumerate(DEGREES, start=1)],
        ),
        _pdf(
            "first lines that count up with the pages and say more",
            _text_pages(head=lambda number: f"Station {number}"),
            [f"Station {number}" for number in range(1, 9)],
        ),
        _pdf(
            "last lines that differ only in their digits",
            _text_pages(foot=lambda number: f"Sum {number * 37 % 11} tonnes"),
            [f"Sum {number * 37 % 11} tonnes" for number in range(1, 9)],
        ),
        _pdf(
            "last lines that are years",
            _text_pages(foot=lambda number: str(1900 + number * number)),
            [str(1900 + number * number) for number in range(1, 9)],
        ),
        _pdf(
            "numbers that fall",
            _text_pages(foot=lambda number: str(20 - number)),
            [str(20 - number) for number in range(1, 9)],
        ),
        _pdf(
            "the only page ends with a number",
            [[(60.0, 700.0, 10.0, "Ships in the harbour:"), (60.0, 600.0, 10.0, "417")]],
            ["417"],
        ),
        _pdf(
            "a line said on three pages, close to the text",
            [
                [(60.0, 700.0, 10.0, "No change."), (60.0, 688.0, 10.0, f"Calm sea on day {word}.")]
                for word in ("one", "two", "three")
            ],
            ["No change."],
        ),
        _pdf(
            "a running head is left out, and that is said",
            _text_pages(head=lambda _: "Harbour report 2024"),
            ["page eight"],
            ["Harbour report"],
            "8 running lines were left out ('Harbour report 2024' on 8 pages)",
        ),
        _pdf(
            "page numbers are left out, and that is said",
            _text_pages(foot=lambda number: f"- {number} -"),
            ["page eight"],
            ["- 3 -"],
            "8 running lines were left out (8 page numbers)",
        ),
        _pdf(
            "page numbers that begin later",
            _text_pages(foot=lambda number: f"Page {number + 16} of 90"),
            ["page eight"],
            ["of 90"],
            "8 page numbers",
        ),
        _pdf(
            "Japanese page numbers",
            _text_pages(foot=lambda number: f"第{number}頁"),
            ["page eight"],
            ["頁"],
            "8 page numbers",
        ),
        _markdown("a lone closing details", f"{PROSE}\n\n</details>\n\nMore of it.\n", [PROSE, "More of it."]),
        _markdown("a lone closing div", f"</div>\n\n{PROSE}\n", [PROSE]),
        _markdown("a closing tag with words after it", f"</div>\n{PROSE}\n\nMore of it.\n", [PROSE, "More of it."]),
        _markdown("an empty comment", f"<!-- -->\n\n{PROSE}\n", [PROSE]),
        _markdown(
            "details that open in one place and close in another",
            f"<details>\n<summary>More</summary>\n\n{PROSE}\n\n</details>\n",
            ["More", PROSE],
        ),
        _markdown(
            "a hidden element that opens in one place and closes in another",
            f'{PROSE}\n\n<div style="display:none">\n\n{hidden}\n\n</div>\n\nMore of it.\n',
            [PROSE, "More of it."],
            [hidden],
            "display: none 1",
        ),
        _markdown(
            "a style sheet in Markdown",
            f'<style>.x{{display:none}}</style>\n\n{PROSE}\n\n<p class="x">{hidden}</p>\n\nMore of it.\n',
            [PROSE, "More of it."],
            [hidden],
            "display: none 1",
        ),
    ]
