"""Writes an evaluation as a table: Markdown for people, JSON for programs, one HTML page that needs nothing else.

In: an `EvaluationResult` and the version of the program. Out: text. It measures and decides nothing.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tadori.evaluate.evaluation import EvaluationResult, FigureRow
from tadori.evaluate.figures import MeasuredFigure, PublishedFigure
from tadori.report.elements import Element, element, join_elements

SCHEMA: Final = "tadori.evaluation/1"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_COLUMNS: Final = (
    ("set", "データ"),
    ("figure", "指標"),
    ("ours", "Tadori"),
    ("target", "目標"),
    ("baseline", "素朴な手法"),
    ("published", "公表値"),
    ("n", "件数"),
)
_NUMBERS: Final = ("ours", "target", "n")
_MARKS: Final = {True: "✓", False: "✗", None: ""}
_READ_AS: Final = {True: "reached / 達成", False: "not reached / 未達", None: ""}
_EXPLAINED: Final = (
    "“Target” is ours; “baseline” is what simple means reached; “published” is the literature's or a peer's figure, "
    "not always on the same part of a set. Some sets were seen while rules were made: docs/evaluate.md says which.",
    "「目標」は本プロジェクトの目標、「素朴な手法」は単純な手段で得られた値、「公表値」は論文や他のツールの値（データの同じ部分とは限らない）。"
    "規則を作る際に見たデータもある（docs/evaluate.ja.md）。",
)


def value_words(ours: MeasuredFigure) -> str:
    """`0.9790`, or `26 of 28` where items were counted."""
    return f"{ours.value:.0f} of {ours.n}" if ours.counted else f"{ours.value:.4f}"


def target_words(known: PublishedFigure) -> str:
    if known.target is None:
        return ""
    return f"{'≤' if known.at_most else '≥'} {known.target:g}"


def cells(row: FigureRow) -> tuple[str, ...]:
    """One line of the table, in the order of its columns; what is not known is empty."""
    mark = _MARKS[row.known.reached_by(row.ours.value)]
    return (
        row.ours.set,
        row.ours.figure,
        f"{value_words(row.ours)} {mark}".strip(),
        target_words(row.known),
        row.known.baseline,
        row.known.published,
        str(row.ours.n),
    )


def summary(found: EvaluationResult) -> str:
    """The result in one line."""
    of = f"{found.reached} of {len(found.with_target)} targets reached" if found.with_target else "no target applies"
    parts = [f"{len(found.rows)} figures", of]
    if found.left_out:
        parts.append(f"{len(found.left_out)} sets left out")
    parts += ["quick sample"] * found.quick + ["interrupted"] * found.interrupted
    return ", ".join(parts)


def as_json(found: EvaluationResult, version: str) -> str:
    """One JSON document."""
    return json.dumps(plain_data(found, version), ensure_ascii=False, indent=1) + "\n"


def plain_data(found: EvaluationResult, version: str) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "tadori": version,
        "made_on": found.made_on,
        "quick": found.quick,
        "interrupted": found.interrupted,
        "figures": [_plain_row(row) for row in found.rows],
        "left_out": [
            {"area": one.area, "set": one.set, "why": one.why.value, "reason": one.reason} for one in found.left_out
        ],
    }


def _plain_row(row: FigureRow) -> dict[str, Any]:
    return {
        "area": row.area,
        "set": row.ours.set,
        "figure": row.ours.figure,
        "figure_ja": row.known.ja or None,
        "value": row.ours.value,
        "n": row.ours.n,
        "counted": row.ours.counted,
        "target": row.known.target,
        "at_least": not row.known.at_most,
        "reached": row.known.reached_by(row.ours.value),
        "baseline": row.known.baseline or None,
        "published": row.known.published or None,
    }


def as_markdown(found: EvaluationResult, version: str) -> str:
    """The table, one part an area."""
    lines = ["# Evaluation / 評価", "", f"Tadori {version}, {found.made_on}: {summary(found)}.", "", *_EXPLAINED]
    for area in _areas(found):
        lines += ["", f"## {area}", "", _bar(" / ".join(dict.fromkeys(names)) for names in _COLUMNS)]
        lines.append(_bar("---:" if name in _NUMBERS else "---" for name, _ in _COLUMNS))
        lines += [_bar(_escaped(cell) for cell in cells(row)) for row in found.rows if row.area == area]
    if found.left_out:
        lines += ["", "## Left out / 測定できなかったもの", ""]
        lines += [f"- {one.set} ({one.why.value}): {_escaped(one.reason)}" for one in found.left_out]
    return "\n".join(lines) + "\n"


def _bar(cells_of_row: Any) -> str:
    return f"| {' | '.join(cells_of_row)} |"


def _escaped(cell: str) -> str:
    return " ".join(cell.replace("|", "\\|").split())


def as_html(found: EvaluationResult, version: str) -> str:
    """The same as a page of its own: no script, no font, no request."""
    title = "Evaluation / 評価"
    head = element(
        "head",
        Element('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Element(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Element('<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'),
        element("title", f"Tadori: {title}"),
        Element(f"<style>{Path(__file__).with_name('evaluation.css').read_text(encoding='utf-8')}</style>"),
    )
    parts = [
        element("h1", title),
        element("p", f"Tadori {version} · {found.made_on} · {summary(found)}", class_="summary"),
        element("p", _EXPLAINED[0]),
        element("p", _EXPLAINED[1], lang="ja"),
        *(_section(area, [row for row in found.rows if row.area == area]) for area in _areas(found)),
        _left_out(found),
    ]
    return f"<!doctype html>\n{element('html', head, element('body', element('main', *parts)), lang='en')}\n"


def _section(area: str, rows: Sequence[FigureRow]) -> Element:
    heads = [
        element("th", name, None if name == ja else _japanese(ja), scope="col", class_=_class_of(name))
        for name, ja in _COLUMNS
    ]
    table = element(
        "table", element("thead", element("tr", *heads)), element("tbody", join_elements(_line(row) for row in rows))
    )
    return element("section", element("h2", area), element("div", table, class_="wide"))


def _line(row: FigureRow) -> Element:
    reached = row.known.reached_by(row.ours.value)
    found = []
    for (name, _), cell in zip(_COLUMNS, cells(row), strict=True):
        if name == "figure":
            found.append(element("td", cell, _japanese(row.known.ja) if row.known.ja else None))
        elif name == "ours":
            found.append(element("td", cell, class_=_OURS[reached], title=_READ_AS[reached] or None))
        else:
            found.append(element("td", cell, class_=_class_of(name)))
    return element("tr", *found)


_OURS: Final = {True: "number reached", False: "number missed", None: "number"}


def _class_of(column: str) -> str | None:
    return "number" if column in _NUMBERS else None


def _japanese(words: str) -> Element:
    return element("small", words, lang="ja")


def _left_out(found: EvaluationResult) -> Element | None:
    if not found.left_out:
        return None
    items = [element("li", f"{one.set} ({one.why.value}): {one.reason}") for one in found.left_out]
    return element("section", element("h2", "Left out / 測定できなかったもの"), element("ul", *items))


def _areas(found: EvaluationResult) -> list[str]:
    return list(dict.fromkeys(row.area for row in found.rows))
