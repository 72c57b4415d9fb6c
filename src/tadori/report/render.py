"""Writes a report in every form, by file name."""

from tadori.model.report import Report
from tadori.report.html import report_html
from tadori.report.json_form import report_json
from tadori.report.markdown import report_markdown


def render_all(report: Report) -> dict[str, bytes]:
    """`report.md`, `report.html` and `report.json`; the same report gives the same bytes.

    Raises:
        EvidenceBroken: the report holds what UTF-8 JSON cannot.
    """
    data = report_json(report)
    return {
        "report.md": report_markdown(report).encode(),
        "report.html": report_html(report).encode(),
        "report.json": data,
    }
