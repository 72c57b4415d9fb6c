"""Draws a reliability diagram (L34) as one SVG, or as one HTML page around it with its numbers in a table.

In: the bins of a source before and after calibration. Out: markup that needs nothing else: no script, no font, no
request. On the diagonal, what was predicted is what happened; under it, the source is too sure of itself.
"""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Final

from tadori.model.calibration import BINARY, Bin, CalibrationMeasure, Diagram
from tadori.report.elements import Element, element, join_elements

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

_SIDE: Final = 440
_LEFT, _TOP, _GAP, _BARS = 84, 104, 34, 76
_WIDTH: Final = 820
_HEIGHT: Final = _TOP + _SIDE + _GAP + _BARS + 62
_PANEL: Final = _LEFT + _SIDE + 36
_Z95: Final = 1.96

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "title": ("Reliability", "信頼度図"),
    "predicted": ("predicted probability", "予測確率"),
    "observed": ("how often it was true", "実際に正しかった割合"),
    "top": ("confidence in the likeliest stance", "最有力の判定の確信度"),
    "right": ("how often it was right", "判定が正しかった割合"),
    "raw": ("as the source says it", "校正前"),
    "calibrated": ("calibrated", "校正後"),
    "perfect": ("perfect", "完全な校正"),
    "count": ("predictions", "予測数"),
    "samples": ("samples", "サンプル"),
    "version": ("version", "版"),
    "brier": ("Brier score (lower is better)", "Brierスコア（小さいほど良い）"),
    "ece": ("calibration error, ECE", "校正誤差（ECE）"),
    "interval": ("bars: 95 % intervals", "縦線: 95 %区間"),
    "seen": ("also samples it was fitted to", "校正に用いたサンプルを含む"),
    "bin": ("range", "区間"),
    "uncalibrated": ("not calibrated", "未校正"),
}


def reliability_svg(diagram: Diagram, lang: str = "both") -> str:
    """The diagram as a standalone picture."""
    return _svg(diagram, lang) + "\n"


def reliability_html(diagram: Diagram, lang: str = "both") -> str:
    """The diagram as a page, with the numbers of every bin under it."""
    name = f"{_say('title', lang)}: {diagram.source}"
    head = element(
        "head",
        Element('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Element(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Element('<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'),
        element("title", name),
        Element(f"<style>{_style()}</style>"),
    )
    body = element("body", element("main", _svg(diagram, lang), _table(diagram, lang)), class_="reliability")
    return f"<!doctype html>\n{element('html', head, body, lang='ja' if lang == 'ja' else 'en')}\n"


def _style() -> str:
    return Path(__file__).with_name("reliability.css").read_text(encoding="utf-8")


def _say(word: str, lang: str) -> str:
    en, ja = _WORDS[word]
    return {"en": en, "ja": ja}.get(lang, f"{en} / {ja}")


def _svg(diagram: Diagram, lang: str) -> Element:
    parts = [
        element("title", f"{_say('title', lang)}: {diagram.source}"),
        element("desc", _described(diagram)),
        Element(f"<style>{_style()}</style>"),
        Element(f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>'),
        *_heading(diagram, lang),
        *_frame(diagram, lang),
        *_series(diagram.raw, "raw"),
        *(_series(diagram.calibrated, "calibrated") if diagram.calibrated else ()),
        *_counts(diagram, lang),
        *_panel(diagram, lang),
    ]
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        width=str(_WIDTH),
        height=str(_HEIGHT),
        role="img",
        class_="reliability",
        lang="ja" if lang == "ja" else "en",
    )


def _described(diagram: Diagram) -> str:
    """The picture in words, for screen readers."""
    words = f"{diagram.raw.samples} samples; ECE {diagram.raw.ece:.4f}, Brier {diagram.raw.brier:.4f}"
    if diagram.calibrated is None:
        return words
    return f"{words}; calibrated: ECE {diagram.calibrated.ece:.4f}, Brier {diagram.calibrated.brier:.4f}"


def _heading(diagram: Diagram, lang: str) -> list[Element]:
    state = _say("uncalibrated", lang)
    if diagram.calibrated is not None:
        state = f"{_say('version', lang)} {diagram.version} ({diagram.method.value})"
    facts = [f"{diagram.raw.samples:,} {_say('samples', lang)}", state]
    if diagram.evaluation_id is not None:
        facts.append(diagram.evaluation_id)
    return [
        _text(_LEFT, 42, f"{_say('title', lang)}: {diagram.source}", "title"),
        _text(_LEFT, 68, " · ".join(facts), "soft"),
    ]


def _x(value: float) -> float:
    return _LEFT + value * _SIDE


def _y(value: float) -> float:
    return _TOP + (1 - value) * _SIDE


def _frame(diagram: Diagram, lang: str) -> list[Element]:
    """Grid, axes and the diagonal."""
    plain = diagram.classes == BINARY
    ticks = [n / 5 for n in range(6)]
    parts = [_line(_x(t), _y(0), _x(t), _y(1), "grid") for t in ticks]
    parts += [_line(_x(0), _y(t), _x(1), _y(t), "grid") for t in ticks]
    parts += [_text(_x(t), _y(0) + 18, f"{t:g}", "tick middle") for t in ticks]
    parts += [_text(_x(0) - 10, _y(t) + 4, f"{t:g}", "tick end") for t in ticks]
    parts.append(_line(_x(0), _y(0), _x(1), _y(1), "diagonal"))
    across = _say("observed" if plain else "right", lang)
    middle = _TOP + _SIDE / 2
    parts.append(
        element("text", across, x="30", y=f"{middle:g}", class_="axis middle", transform=f"rotate(-90 30 {middle:g})")
    )
    return parts


def _series(measure: CalibrationMeasure, name: str) -> list[Element]:
    """One point per non-empty bin, joined by a line, with its confidence interval."""
    held = [(b, b.predicted, b.observed) for b in measure.bins if b.predicted is not None and b.observed is not None]
    points = " ".join(f"{_x(predicted):.1f},{_y(observed):.1f}" for _, predicted, observed in held)
    parts = [element("polyline", points=points, class_=f"{name} joined")]
    for one, predicted, observed in held:
        low, high = interval(observed, one.count)
        parts.append(_line(_x(predicted), _y(low), _x(predicted), _y(high), f"{name} interval"))
        label = f"{one.lower:g}–{one.upper:g}: {predicted:.3f} → {observed:.3f} (n = {one.count:,})"
        parts.append(
            element(
                "circle", element("title", label), cx=f"{_x(predicted):.1f}", cy=f"{_y(observed):.1f}", r="5.5",
                class_=f"{name} point",
            )
        )  # fmt: skip
    return parts


def interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share seen in `count` cases."""
    spread = _Z95**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _Z95 / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def _counts(diagram: Diagram, lang: str) -> list[Element]:
    """How many predictions fell into each bin, before and after, side by side."""
    base = _TOP + _SIDE + _GAP + _BARS
    drawn = [("raw", diagram.raw)] + ([("calibrated", diagram.calibrated)] if diagram.calibrated else [])
    most = max(b.count for _, measure in drawn for b in measure.bins)
    width = _SIDE / len(diagram.raw.bins) / len(drawn) - 4 / len(drawn)
    parts = [_line(_x(0), base, _x(1), base, "grid")]
    for place, (name, measure) in enumerate(drawn):
        parts += [_bar(one, _x(one.lower) + 2 + place * width, width, base, most, name) for one in measure.bins]
    parts.append(_text(_x(0) - 10, base - _BARS + 10, f"{most:,}", "tick end"))
    below = _say("predicted" if diagram.classes == BINARY else "top", lang)
    parts.append(_text(_x(0.5), base + 24, below, "axis middle"))
    parts.append(
        element(
            "text", _say("count", lang), x="30", y=f"{base - _BARS / 2:g}", class_="tick middle",
            transform=f"rotate(-90 30 {base - _BARS / 2:g})",
        )
    )  # fmt: skip
    return parts


def _bar(one: Bin, left: float, width: float, base: float, most: int, name: str) -> Element:
    height = _BARS * one.count / most
    return element(
        "rect", x=f"{left:.1f}", y=f"{base - height:.1f}", width=f"{width:.1f}", height=f"{height:.1f}",
        class_=f"{name} bar",
    )  # fmt: skip


def _panel(diagram: Diagram, lang: str) -> list[Element]:
    """Legend and figures beside the plot."""
    at = _TOP + 12
    parts = [*_key(at, "raw", _say("raw", lang))]
    if diagram.calibrated is not None:
        at += 28
        parts += _key(at, "calibrated", _say("calibrated", lang))
    at += 28
    parts += [_line(_PANEL - 8, at - 4, _PANEL + 8, at - 4, "diagonal"), _text(_PANEL + 20, at, _say("perfect", lang))]
    at += 28
    parts.append(_text(_PANEL - 8, at, _say("interval", lang), "soft"))
    for word, before, after in (
        ("brier", diagram.raw.brier, diagram.calibrated and diagram.calibrated.brier),
        ("ece", diagram.raw.ece, diagram.calibrated and diagram.calibrated.ece),
    ):
        at += 52
        parts += [_text(_PANEL - 8, at + line * 18, words, "soft") for line, words in enumerate(_lines(word, lang))]
        at += 18 * len(_lines(word, lang)) + 12
        figure = f"{before:.4f}" if after is None else f"{before:.4f} → {after:.4f}"
        parts.append(_text(_PANEL - 8, at, figure, "figure"))
    if diagram.calibrated is not None and diagram.evaluation_id is None:
        parts += [
            _text(_PANEL - 8, at + 36 + line * 18, words, "soft") for line, words in enumerate(_lines("seen", lang))
        ]
    return parts


def _lines(word: str, lang: str) -> Sequence[str]:
    return {"en": _WORDS[word][:1], "ja": _WORDS[word][1:]}.get(lang, _WORDS[word])


def _key(at: float, name: str, words: str) -> list[Element]:
    dot = element("circle", cx=str(_PANEL), cy=f"{at - 4:g}", r="5.5", class_=f"{name} point")
    return [dot, _text(_PANEL + 20, at, words)]


def _line(x1: float, y1: float, x2: float, y2: float, name: str) -> Element:
    return element("line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}", class_=name)


def _text(x: float, y: float, words: str, name: str = "") -> Element:
    return element("text", words, x=f"{x:.1f}", y=f"{y:.1f}", class_=name or None)


def _table(diagram: Diagram, lang: str) -> Element:
    drawn = [("raw", diagram.raw)] + ([("calibrated", diagram.calibrated)] if diagram.calibrated else [])
    plain = diagram.classes == BINARY
    columns = ("predicted", "observed", "count") if plain else ("top", "right", "count")
    groups = [element("th", _say(name, lang), scope="colgroup", colspan="3") for name, _ in drawn]
    names = [element("th", _say(word, lang), scope="col") for _ in drawn for word in columns]
    head = [
        element("tr", element("th", _say("bin", lang), scope="col", rowspan="2"), *groups),
        element("tr", *names),
    ]
    rows = []
    for place, one in enumerate(diagram.raw.bins):
        cells = [element("th", f"{one.lower:g}–{one.upper:g}", scope="row")]
        for _, measure in drawn:
            cells += _cells(measure.bins[place])
        rows.append(element("tr", *cells))
    return element("table", element("thead", *head), element("tbody", join_elements(rows)))


def _cells(one: Bin) -> list[Element]:
    if one.predicted is None or one.observed is None:
        return [element("td", "–"), element("td", "–"), element("td", "0")]
    return [
        element("td", f"{one.predicted:.3f}"),
        element("td", f"{one.observed:.3f}"),
        element("td", f"{one.count:,}"),
    ]
