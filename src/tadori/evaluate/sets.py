"""Every measure by name: which data it needs, and the function that runs it.

The order is that of the table: what takes seconds comes first, whole researches last.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tadori.errors import WrongCall
from tadori.evaluate import (
    answers,
    calibration,
    conflicts,
    duplicates,
    extraction,
    injection,
    multihop,
    retrieval,
    stance,
    support,
)
from tadori.evaluate.bench import Bench
from tadori.evaluate.figures import MeasuredFigure


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationMeasure:
    """One thing that can be measured alone."""

    area: str
    """The name that is typed: `extraction`, `stance`, …"""
    name: str
    needs: tuple[str, ...]
    """Files and folders below the data folder."""
    take: Callable[[Bench], Iterator[MeasuredFigure]]

    def absent(self, data: Path) -> list[str]:
        return [need for need in self.needs if not (data / need).exists()]


def _of(
    area: str, name: str, needs: Sequence[str], take: Callable[[Bench], Iterator[MeasuredFigure]]
) -> EvaluationMeasure:
    return EvaluationMeasure(area=area, name=name, needs=tuple(needs), take=take)


_GAMES: Final = calibration.FOLDER
_BOTH_ARTICLES: Final = (extraction.ENGLISH, extraction.JAPANESE)
_RAMDOCS: Final = (f"{conflicts.RAMDOCS}.jsonl.gz",)
_RANKED_2WIKI: Final = tuple(f"retrieval/{name}" for name in retrieval.TWO_WIKI_FILES)
_WICE: Final = (stance.file_of(stance.WICE),)

MEASURES: Final[tuple[EvaluationMeasure, ...]] = (
    _of("extraction", extraction.ENGLISH, (extraction.ENGLISH,), extraction.measured_english),
    _of("extraction", extraction.JAPANESE, (extraction.JAPANESE,), extraction.measured_japanese),
    _of("retrieval", retrieval.SCIFACT, (retrieval.SCIFACT,), retrieval.scifact),
    _of("retrieval", retrieval.JSQUAD, (retrieval.JSQUAD,), retrieval.jsquad),
    _of("retrieval", retrieval.TWO_WIKI, _RANKED_2WIKI, retrieval.two_wiki),
    *(_of("stance", name, (stance.file_of(name),), stance.measured_judge(name)) for name in stance.LABELLED),
    _of("stance", stance.WICE, _WICE, stance.measured_judge_wice),
    _of("stance", stance.RARE, [stance.file_of(name) for name in stance.REFUTING], stance.rarely_refuted),
    *(
        _of("stance", f"{name}, model alone", (stance.file_of(name),), stance.measured_model(name))
        for name in stance.LABELLED
    ),
    _of("stance", f"{stance.WICE}, model alone", _WICE, stance.measured_model_wice),
    *(
        _of("calibration", f"{_GAMES}/{calibration.short_name(file)}", (f"{_GAMES}/{file}",), calibration.known(file))
        for file in calibration.KNOWN_FILES
    ),
    *(
        _of(
            "calibration",
            f"{_GAMES}/{calibration.short_name(file)}, halves",
            (f"{_GAMES}/{file}",),
            calibration.halved(file),
        )
        for file in calibration.HALVED_FILES
    ),
    *(
        _of("calibration", f"{name}, scores of the judge", (stance.file_of(name),), calibration.stances(name))
        for name in (stance.SNLI, stance.SCIFACT, stance.JNLI)
    ),
    _of("duplicates", "copies of English articles", (extraction.ENGLISH,), duplicates.copied_english),
    _of("duplicates", "copies of Japanese articles", (extraction.JAPANESE,), duplicates.copied_japanese),
    _of("duplicates", "retellings of articles", _BOTH_ARTICLES, duplicates.retold),
    _of("duplicates", duplicates.KEY_POINTS, (duplicates.KEY_POINTS,), duplicates.key_points),
    _of("conflicts", conflicts.WIKICONTRADICT, (f"{conflicts.WIKICONTRADICT}.jsonl.gz",), conflicts.wikicontradict),
    _of("conflicts", conflicts.RAMDOCS, _RAMDOCS, conflicts.ramdocs),
    _of("injection", injection.BIPIA, injection.BIPIA_FILES, injection.bipia),
    _of("injection", injection.DEEPSET, (injection.DEEPSET_FILE,), injection.deepset),
    _of("injection", injection.NOTINJECT, injection.NOTINJECT_FILES, injection.notinject),
    _of("injection", injection.WILDGUARD, (injection.WILDGUARD_FILE,), injection.wildguard),
    _of("injection", injection.GISKARD, (injection.GISKARD_FILE,), injection.giskard),
    _of("multihop", "2wiki-101", multihop.TWO_WIKI_FILES, multihop.two_wiki),
    _of("multihop", "hotpotqa-100", multihop.HOTPOT_FILES, multihop.hotpot),
    _of("multihop", "musique-100", multihop.MUSIQUE_FILES, multihop.musique),
    _of("support", "support, jsquad", (retrieval.JSQUAD,), support.measured_on("support, jsquad", support.jsquad)),
    _of("support", f"support, {conflicts.RAMDOCS}", _RAMDOCS, support.on_ramdocs),
    _of("answers", answers.NAME, (retrieval.JSQUAD,), answers.measure),
)
AREAS: Final = tuple(dict.fromkeys(measure.area for measure in MEASURES))


def chosen_measures(names: Sequence[str]) -> list[EvaluationMeasure]:
    """The measures of these areas or of these names; without names, all of them.

    Raises:
        WrongCall: there is no such area or set.
    """
    known = {*AREAS, *(measure.name for measure in MEASURES)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise WrongCall(f"nothing to measure is called {', '.join(unknown)}; there are: {', '.join(AREAS)}")
    return [m for m in MEASURES if not names or m.area in names or m.name in names]
