"""Writes a report in every form, by file name."""

from tadori.model.report import FIRST_FORM, Report
from tadori.report.html import report_html
from tadori.report.json_form import report_json
from tadori.report.markdown import report_markdown


def render_all(report: Report) -> dict[str, bytes]:
    """`report.md`, `report.html` and `report.json`; the same report gives the same bytes.

    Raises:
        EvidenceBroken: the report holds what UTF-8 JSON cannot.
    """
    markdown, html = _as_first_printed(report) if report.form == FIRST_FORM else _as_printed(report)
    return {"report.md": markdown.encode(), "report.html": html.encode(), "report.json": report_json(report)}


def _as_printed(report: Report) -> tuple[str, str]:
    return report_markdown(report), report_html(report)


def _as_first_printed(report: Report) -> tuple[str, str]:
    from tadori.report.earlier import html, markdown  # lazy: only where an earlier report is verified

    return markdown.report_markdown(report), html.report_html(report)
