"""A measured figure, and what is known about it from elsewhere: target, baseline, published figures, in words.

Published figures are in `published.toml`, with their source. Nothing here measures.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredFigure:
    """One figure of ours."""

    set: str
    """The data set, by the name it has in `published.toml`."""
    figure: str
    value: float
    n: int
    """How many items the value was measured on."""
    counted: bool = False
    """Whether the value is a number of the `n` items rather than a share or a score."""

    @property
    def name(self) -> str:
        return f"{self.set}: {self.figure}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFigure:
    """What is known about a figure besides our value; empty texts where nothing is."""

    ja: str = ""
    """The figure's name in Japanese."""
    target: float | None = None
    at_most: bool = False
    """Whether smaller is better."""
    baseline: str = ""
    """What simple means reached."""
    published: str = ""
    """The literature's or a peer's figure."""

    def reached_by(self, value: float) -> bool | None:
        """Whether `value` reaches the target; None where there is none. Digits that are not printed do not count."""
        if self.target is None:
            return None
        shown = round(value, 4)
        return shown <= self.target if self.at_most else shown >= self.target


NOTHING_PUBLISHED = PublishedFigure()


@cache
def published_figures() -> dict[tuple[str, str], PublishedFigure]:
    """Everything in `published.toml`, by set and figure."""
    with (Path(__file__).parent / "published.toml").open("rb") as file:
        rows = tomllib.load(file)["figure"]
    return {
        (row["set"], row["figure"]): PublishedFigure(
            **{name: row[name] for name in row if name not in ("set", "figure")}
        )
        for row in rows
    }


def published_for(measured: MeasuredFigure) -> PublishedFigure:
    return published_figures().get((measured.set, measured.figure), NOTHING_PUBLISHED)
