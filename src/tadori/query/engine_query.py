"""Writes a parsed query in the syntax of an engine.

Comes in: a `ParsedQuery` and the engine's `Dialect`. Goes out: an `EngineQuery` with a note for everything the
engine does not support. Nothing is sent here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tadori.model.ids import IsoDate
from tadori.query.dialects import Dialect
from tadori.query.operators import ParsedQuery, first_day, require_search_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineQuery:
    """A query as one engine expects it."""

    text: str
    notes: tuple[str, ...] = ()
    """Messages about parts of the query that this engine does not support."""
    after: IsoDate | None = None
    """`YYYY-MM-DD`, the first day wanted; set where the engine has a parameter for it, and then not in `text`."""
    before: IsoDate | None = None
    """`YYYY-MM-DD`, the last day wanted; likewise."""
    dropped: tuple[str, ...] = ()
    """The names of the operators that had no effect (`site`, `filetype` …), for callers that then skip the engine."""


def engine_query(parsed: ParsedQuery, dialect: Dialect) -> EngineQuery:
    """`parsed` in the syntax of an engine.

    Raises:
        WrongCall: there is nothing to look for in it.
    """
    require_search_terms(parsed, "")
    writer = _QueryWriter(dialect, list(parsed.notes))
    for part in (_write_words, _write_titles, _write_excluded, _write_sites, _write_filetypes):
        part(parsed, writer)
    after, before = _write_dates(parsed, writer)
    return EngineQuery(
        text=" ".join([*_shortened(writer), *writer.limits]),
        notes=tuple(writer.notes),
        after=after,
        before=before,
        dropped=tuple(dict.fromkeys(writer.dropped)),
    )


class _QueryWriter:
    def __init__(self, dialect: Dialect, notes: list[str]) -> None:
        self.dialect = dialect
        self.notes = notes
        self.content: list[str] = []
        self.limits: list[str] = []
        """Operators that narrow: never cut off when the text is too long."""
        self.dropped: list[str] = []

    def note_unsupported(self, operator: str, what_then: str) -> None:
        self.dropped.append(operator.strip(":-+") or {"+": "required", "-": "excluded"}.get(operator, operator))
        self.notes.append(f"{self.dialect.name} knows no {operator} ({what_then})")


def _quoted(text: str) -> str:
    """In quotation marks where it would not read as one word behind a sign."""
    return f'"{text}"' if re.search(r"[\s:：()（）]", text) or not text[0].isalpha() else text


def _shown(values: Sequence[str]) -> str:
    return ", ".join(values)[:120]


def _write_words(parsed: ParsedQuery, writer: _QueryWriter) -> None:
    dialect = writer.dialect
    writer.content += parsed.words
    if parsed.required and dialect.required is None:
        writer.note_unsupported("+", f"{_shown(parsed.required)} asked as plain words")
    writer.content += [(dialect.required or "{}").format(word) for word in parsed.required]
    if parsed.phrases and not dialect.phrase:
        writer.note_unsupported("phrases", f"the words of {_shown(parsed.phrases)} asked one by one")
    writer.content += [f'"{phrase}"' if dialect.phrase else phrase for phrase in parsed.phrases]


def _write_titles(parsed: ParsedQuery, writer: _QueryWriter) -> None:
    form = writer.dialect.intitle
    if parsed.intitle and form is None:
        writer.note_unsupported("intitle:", f"{_shown(parsed.intitle)} looked for anywhere")
    for title in parsed.intitle:
        shown = _quoted(title) if writer.dialect.phrase else title
        writer.content.append(form.format(shown) if form else shown)


def _write_excluded(parsed: ParsedQuery, writer: _QueryWriter) -> None:
    form = writer.dialect.excluded
    if parsed.excluded and form is None:
        writer.note_unsupported("-", f"results with {_shown(parsed.excluded)} are not left out")
    if form is not None:
        writer.limits += [form.format(_quoted(word)) for word in parsed.excluded]


def _write_sites(parsed: ParsedQuery, writer: _QueryWriter) -> None:
    dialect, sites = writer.dialect, parsed.sites
    if (sites or parsed.excluded_sites) and dialect.site is None:
        writer.note_unsupported("site:", f"{_shown([*sites, *(f'-{s}' for s in parsed.excluded_sites)])} not asked for")
        return
    form = dialect.site or "{}"
    if len(sites) > 1 and not dialect.any_site:
        writer.notes.append(f"{dialect.name} takes one site: at a time: {_shown(sites[1:])} not asked for")
        sites = sites[:1]
    if sites:
        joined = " OR ".join(form.format(site) for site in sites)
        writer.limits.append(f"({joined})" if len(sites) > 1 else joined)
    if dialect.excluded is not None:
        writer.limits += [dialect.excluded.format(form.format(site)) for site in parsed.excluded_sites]


def _write_filetypes(parsed: ParsedQuery, writer: _QueryWriter) -> None:
    dialect, kinds = writer.dialect, parsed.filetypes
    if not kinds:
        return
    if dialect.filetype is None:
        writer.note_unsupported("filetype:", f"{_shown(kinds)} not asked for")
        return
    if len(kinds) > 1 and not dialect.any_site:
        writer.notes.append(f"{dialect.name} takes one filetype: at a time: {_shown(kinds[1:])} not asked for")
        kinds = kinds[:1]
    joined = " OR ".join(dialect.filetype.format(kind) for kind in kinds)
    writer.limits.append(f"({joined})" if len(kinds) > 1 else joined)


def _write_dates(parsed: ParsedQuery, writer: _QueryWriter) -> tuple[IsoDate | None, IsoDate | None]:
    """Days for the engine's date parameters; otherwise they go into the text, or into a note if unsupported."""
    dialect = writer.dialect
    if dialect.date_parameter:
        after = IsoDate(first_day(parsed.after).isoformat()) if parsed.after else None
        before = IsoDate((first_day(parsed.before) - timedelta(days=1)).isoformat()) if parsed.before else None
        return after, before
    for name, day, form in (("after:", parsed.after, dialect.after), ("before:", parsed.before, dialect.before)):
        if day is not None and form is None:
            writer.note_unsupported(name, f"results are of any date, not only {name}{day}")
        elif day is not None and form is not None:
            first = first_day(day)
            writer.limits.append(
                form.format(
                    day=first.isoformat(),
                    compact=f"{first:%Y%m%d}",
                    year=_year_after(first),
                    year_before=first.year - 1,
                )
            )
    return None, None


def _year_after(first: date) -> int:
    """The first excluded year: an engine that knows only years shall return too much rather than too little."""
    return first.year if (first.month, first.day) == (1, 1) else first.year + 1


def _shortened(writer: _QueryWriter) -> list[str]:
    """The content that fits beside the limits, its end left out with a note."""
    dialect = writer.dialect
    room = dialect.max_chars - sum(len(limit) + 1 for limit in writer.limits)
    words = dialect.max_words - len(writer.limits)
    kept: list[str] = []
    for part in writer.content:
        size = len(part) + 1
        count = part.count(" ") + 1
        if kept and (size > room or count > words):
            break
        kept.append(part if size <= room else part[: max(1, room)])
        room -= size
        words -= count
    if len(kept) < len(writer.content) or kept != writer.content[: len(kept)]:
        most = f"{dialect.max_words} words and {dialect.max_chars} characters"
        writer.notes.append(f"{dialect.name} takes {most}: the end of the query was left out")
    return kept
