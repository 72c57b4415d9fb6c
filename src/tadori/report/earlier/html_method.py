"""Writes the method section of the HTML report: what was searched, read and dropped, as tables."""

from collections.abc import Iterable, Sequence

from tadori.model.ids import Lang
from tadori.model.report import ReportMethod
from tadori.report.elements import Element, element
from tadori.report.labels import (
    coverage_head,
    coverage_row,
    method_facts,
    query_head,
    query_row,
)
from tadori.report.unread import unread_head, unread_rows
from tadori.report.words import phrase


def method_section(method: ReportMethod, lang: Lang) -> Element:
    """Figures first, then queries, coverage and what was dropped."""
    facts = (
        element("tr", element("th", name, scope="row"), element("td", v)) for name, v in method_facts(method, lang)
    )
    return element(
        "section",
        element("h2", phrase("method", lang)),
        element("table", element("tbody", *facts), class_="facts-table"),
        _queries(method, lang),
        _coverage(method, lang),
        _dropped(method, lang),
        _unread(method, lang),
        id="method",
        class_="method",
    )


def _queries(method: ReportMethod, lang: Lang) -> Element | None:
    rows = [query_row(query, lang) for query in method.queries]
    return _table(query_head(lang), rows, numeric=(2, 3, 4), class_="queries") if rows else None


def _coverage(method: ReportMethod, lang: Lang) -> Element | None:
    rows = [coverage_row(section, lang) for section in method.sections]
    return _table(coverage_head(lang), rows) if rows else None


def _dropped(method: ReportMethod, lang: Lang) -> Element | None:
    rows = [[reason, str(count)] for reason, count in method.dropped]
    return _table([phrase("dropped", lang), phrase("count", lang)], rows, numeric=(1,)) if rows else None


def _unread(method: ReportMethod, lang: Lang) -> Element | None:
    rows = unread_rows(method, lang)
    return _table(unread_head(lang), rows, numeric=(2, 3)) if rows else None


def _table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, numeric: Sequence[int] = (), class_: str | None = None
) -> Element:
    def kind(column: int) -> str | None:
        return "number" if column in numeric else None

    cells = (element("th", name, scope="col", class_=kind(i)) for i, name in enumerate(head))
    body = (element("tr", *(element("td", cell, class_=kind(i)) for i, cell in enumerate(row))) for row in rows)
    table = element("table", element("thead", element("tr", *cells)), element("tbody", *body), class_=class_)
    return element("div", table, class_="scroll")
