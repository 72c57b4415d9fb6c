"""Writes a report as Markdown: readable in a terminal as it is, linked where Markdown is rendered.

`[1]` is a reference link to the quoted words; its address is in the last lines. All source text is escaped. What the
first page has no room for is counted, and stands in the HTML file.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.report import Report, Sentence
from tadori.model.thresholds import MOST_IN_A_LINE
from tadori.report.ending import follow_up, how_it_ended, missing, missing_heading, verdict
from tadori.report.excerpt import shortened_to
from tadori.report.inert import for_markdown, safe_link
from tadori.report.labels import in_quotation_marks
from tadori.report.markdown_end import FirstPage, ending, method_part, sources_part
from tadori.report.markdown_lines import (
    calculation,
    cited,
    contest_table,
    heading,
    item,
    list_of,
    numbers_in_row,
    table,
    with_code,
)
from tadori.report.reading import Reading, nothing_answered, pages_of_fact, qualifying, reading
from tadori.report.room import fitting, word_count
from tadori.report.source_list import short_source
from tadori.report.sureness import Sureness, common_sureness
from tadori.report.words import phrase

# Source text has a backslash before every bracket, so these are the numbers that were set here.
_NUMBER: Final = re.compile(r"(?<!\\)\[(\d+)\](?![(:\[])")
_CODE: Final = re.compile(r"^ *(`{3,})\n.*?^ *\1$", re.DOTALL | re.MULTILINE)
_LONGEST_OTHER_VALUE: Final = 100
_MOST_IN_A_LIST: Final = 3
_WORDS_OF_A_REST: Final = 8


def report_markdown(report: Report) -> str:
    """The whole report; answer first."""
    read = reading(report)
    first = _first_page(read)
    body = "\n\n".join([first.text, *sources_part(read, first), *method_part(read, first)])
    return "\n\n".join([body, *_addresses(report, body), *ending(report)]) + "\n"


def _first_page(read: Reading) -> FirstPage:
    """What stands before the sources: lists are as long as there is room for, and the remaining claims come last in."""
    for most in range(_MOST_IN_A_LIST, -1, -1):
        lists = _Lists(read=read, most=most if read.is_short else None)
        head = [*_title(read.report), _first_line(read.report), *_front(lists)]
        # What is no evidence gets the least room.
        refused = replace(lists, most=min(most, 1)) if read.is_short else lists
        tail = [*_unchecked(refused), *_timeline(lists)]
        left = read.room - sum(word_count(part) for part in (*head, *tail))
        if left >= 0 or not read.is_short:
            break
    fit, also = _also(read, left)
    text = "\n\n".join([*head, *also, *tail])
    return FirstPage(text=text, numbers=_printed(text), sentences=len(read.numbers) - len(read.also) + fit)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lists:
    """A reading, and how many lines a list of details may have; None for all."""

    read: Reading
    most: int | None

    def shown(self, lines: Sequence[str], *, besides: bool = False) -> list[str]:
        """The first lines, and how many there are besides."""
        kept = list(lines[: self.most])
        rest = len(lines) - len(kept)
        key = "more_in_html" if kept or besides else "only_in_html"
        return [*kept, phrase(key, self.read.report.lang, n=rest)] if rest else kept


def _front(lists: _Lists) -> list[str]:
    """Answer, contested points and gaps; where there is no answer, the gaps come first."""
    read = lists.read
    if nothing_answered(read.report):
        return [*_missing(read.report), *_disagreeing(lists)]
    common = common_sureness(read)
    return [*_answer(read, common), *_disagreeing(lists), *_detail(read, common), *_missing(read.report)]


def _title(report: Report) -> list[str]:
    """The question, and which one it follows."""
    after = follow_up(report)
    return [f"# {for_markdown(report.question)}", *([f"*{for_markdown(after)}*"] if after else [])]


def _first_line(report: Report) -> str:
    ended, rest = how_it_ended(report)
    after = for_markdown(f"x{rest}")[1:]  # the rest of a line, not the beginning of one
    return f"**{verdict(report)}** {ended}{after}" if verdict(report) else f"**{ended}**{after}"


def _answer(read: Reading, common: Sureness) -> list[str]:
    """The first part of the answer and the table, then what holds of all its sentences."""
    lang = read.report.lang
    parts = [heading("answer", lang)]
    if read.is_one_sentence:
        parts += [with_code(read.parts[0].sentences[0], read, common).rstrip(), _sources_in_a_line(read)]
    else:
        for part in read.parts[:1]:
            parts += _part(part.heading, part.sentences, read, common)
    if read.rows:
        parts.append(_side_by_side(read, common))
    if common.note:
        parts.append(f"*{for_markdown(' · '.join(common.note))}*")
    return parts


def _part(name: str, sentences: Sequence[Sentence], read: Reading, common: Sureness) -> list[str]:
    title = [f"### {for_markdown(name)}"] if name else []
    return [*title, "\n".join(item(sentence, read, common) for sentence in sentences)]


def _sources_in_a_line(read: Reading) -> str:
    report = read.report
    pages = pages_of_fact(read)
    shown = [f"[{page.number}] {for_markdown(short_source(page, report.lang))}" for page in pages[:MOST_IN_A_LINE]]
    if len(pages) > MOST_IN_A_LINE:
        shown.append(phrase("more_folded", report.lang, n=len(pages) - MOST_IN_A_LINE))
    words = " · ".join(shown)
    return phrase("named", report.lang, name=phrase("sources", report.lang), value=words)


def _side_by_side(read: Reading, common: Sureness) -> str:
    """One column a side, one row an aspect."""
    lang = read.report.lang
    empty = f"*{phrase('empty_cell', lang)}*"
    rows = [
        [
            for_markdown(row.aspect),
            *(" · ".join(item(sentence, read, common) for sentence in cell) or empty for cell in row.cells),
        ]
        for row in read.rows
    ]
    return table([phrase("aspect", lang), *(for_markdown(side) for side in read.report.shape.sides)], rows)


def _detail(read: Reading, common: Sureness) -> list[str]:
    """The further parts of the answer."""
    parts = [text for part in read.parts[1:] for text in _part(part.heading, part.sentences, read, common)]
    return [heading("detail", read.report.lang), *parts] if parts else []


def _disagreeing(lists: _Lists) -> list[str]:
    """Both sides of what the answer says next to each other; other disagreements and conditions in a line each."""
    read = lists.read
    report, lang = read.report, read.report.lang
    lines = [f"{for_markdown(contest.point)} ({numbers_in_row(contest)})" for contest in read.other_contests]
    parts = [part for contest in read.contests for part in contest_table(contest, read)]
    parts += [list_of(lists.shown(lines, besides=bool(parts)))] if lines else []
    values = [_other_value(number, report) for number in qualifying(read)]
    title = heading("qualifying", lang, "###" if parts else "##")
    conditions = [title, list_of(lists.shown(values))] if values else []
    return [*([heading("disagreeing", lang)] if parts else []), *parts, *conditions]


def _other_value(number: int, report: Report) -> str:
    words = shortened_to(" ".join(report.citations[number - 1].quotation.text.split()), _LONGEST_OTHER_VALUE)
    return f"{in_quotation_marks(for_markdown(words), report.lang)} [{number}]"


def _missing(report: Report) -> list[str]:
    gaps = missing(report)
    return [f"## {missing_heading(report)}", list_of(for_markdown(gap) for gap in gaps)] if gaps else []


def _also(read: Reading, room: int) -> tuple[int, list[str]]:
    """The remaining claims, one line each, as many as there is room for; and how many these are."""
    if not read.also:
        return 0, []
    lang = read.report.lang
    title = heading("nearest" if nothing_answered(read.report) else "also", lang)
    lines = [item(sentence, read, None) for sentence in read.also]
    fit = fitting(lines, room - word_count(title) - _WORDS_OF_A_REST)
    rest = phrase("more_in_html" if fit else "only_in_html", lang, n=len(lines) - fit)
    shown = ["\n".join(lines[:fit])] if fit else []
    return fit, [title, *shown, *([rest] if fit < len(lines) else [])]


def _unchecked(lists: _Lists) -> list[str]:
    report, lang = lists.read.report, lists.read.report.lang
    if not report.unchecked:
        return []
    lines = [
        f"{cited(sentence, lists.read)} — {for_markdown(sentence.reason)}{calculation(sentence, lists.read, '  ')}"
        for sentence in report.unchecked
    ]
    return [heading("unchecked", lang), phrase("unchecked_note", lang), list_of(lists.shown(lines))]


def _timeline(lists: _Lists) -> list[str]:
    lang = lists.read.report.lang
    lines = [
        f"{for_markdown(entry.date)} · {phrase(f'kind_{entry.kind}', lang)} · "
        f"{for_markdown(entry.text)} [{entry.citation}]"
        for entry in lists.read.timeline
    ]
    return [heading("timeline", lang), list_of(lists.shown(lines))] if lines else []


def _printed(text: str) -> frozenset[int]:
    """The citation numbers that are set in `text`."""
    return frozenset(int(number) for number in _NUMBER.findall(_CODE.sub("", text)))


def _addresses(report: Report, body: str) -> list[str]:
    """Where the printed numbers lead."""
    printed = _printed(body)
    targets = ((c.number, safe_link(c.deep_link)) for c in report.citations if c.number in printed)
    lines = [f"[{number}]: <{target}>" for number, target in targets if target]
    return ["\n".join(lines)] if lines else []
