"""The method section of the HTML report: what was searched, read and dropped, as tables."""

from collections.abc import Iterable, Sequence

from tadori.model.ids import Lang
from tadori.model.report import Method, SectionCoverage
from tadori.report.elements import Element, element
from tadori.report.labels import method_facts, per_cent, purpose_words
from tadori.report.words import phrase


def method_section(method: Method, lang: Lang) -> Element:
    """Figures first, then queries, coverage and what was dropped."""
    facts = (
        element("tr", element("th", name, scope="row"), element("td", v)) for name, v in method_facts(method, lang)
    )
    return element(
        "section",
        element("h2", phrase("method", lang)),
        element("table", element("tbody", *facts), class_="facts-table"),
        _queries(method, lang),
        _coverage(method.sections, lang),
        _dropped(method, lang),
        id="method",
        class_="method",
    )


def _queries(method: Method, lang: Lang) -> Element | None:
    rows = [
        [q.text, purpose_words(q.purpose, lang), str(q.round), str(q.hits), str(q.pages_read), q.reason]
        for q in method.queries
    ]
    head = [phrase(key, lang) for key in ("query", "purpose", "round", "hits", "read", "why")]
    return _table(head, rows, numeric=(2, 3, 4)) if rows else None


def _coverage(sections: Sequence[SectionCoverage], lang: Lang) -> Element | None:
    rows = [
        [
            section.name,
            " / ".join(f"{name} {per_cent(share)}" for name, share in section.coverage),
            phrase("sufficient" if section.sufficient else "insufficient", lang),
            " / ".join(section.missing),
        ]
        for section in sections
    ]
    head = [phrase(key, lang) for key in ("section", "focus", "coverage", "missing")]
    return _table(head, rows, numeric=()) if rows else None


def _dropped(method: Method, lang: Lang) -> Element | None:
    rows = [[reason, str(count)] for reason, count in method.dropped]
    return _table([phrase("dropped", lang), phrase("count", lang)], rows, numeric=(1,)) if rows else None


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numeric: Sequence[int]) -> Element:
    def kind(column: int) -> str | None:
        return "number" if column in numeric else None

    cells = (element("th", name, scope="col", class_=kind(i)) for i, name in enumerate(head))
    body = (element("tr", *(element("td", cell, class_=kind(i)) for i, cell in enumerate(row))) for row in rows)
    table = element("table", element("thead", element("tr", *cells)), element("tbody", *body))
    return element("div", table, class_="scroll")
