"""Figures of `tadori.evaluate` with a floor under each; aims are the targets it knows of."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tadori.evaluate.bench import Bench
from tadori.evaluate.figures import MeasuredFigure, published_for
from tadori.service.evaluation import bench_of
from tests.gates.figures import Figure, data_folder


def bench(quick: bool) -> Bench:
    """The program as `tadori evaluate` measures it, on the data of the gates."""
    return bench_of(data_folder(), quick=quick)


def floored(measured: Iterable[MeasuredFigure], floors: Mapping[str, float], *, slack: float = 0.0) -> list[Figure]:
    """`slack` loosens the floors of a sample, which shows what is broken, not what is a point off."""
    return [figure(one, floors[one.name], slack) for one in measured]


def figure(one: MeasuredFigure, floor: float, slack: float = 0.0) -> Figure:
    known = published_for(one)
    made = Figure(name=one.name, value=one.value, floor=floor, aim=known.target, n=one.n, at_least=not known.at_most)
    return replace(made, floor=floor - slack if made.at_least else floor + slack)
