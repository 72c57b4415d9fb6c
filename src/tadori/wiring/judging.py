"""Builds the judge of pairs (rules, the shipped stance model, the larger one in the settings, calibration), and the
judges of wording (a language model that did not write, the user's NLI model).

In: an open home, or settings alone. Out: `Judge`, `Judges`. No model is loaded before the first pair.
"""

from typing import TYPE_CHECKING

from tadori.judge.judge import Judge
from tadori.minds.local.stance import LocalStance
from tadori.minds.requests import ModelRole
from tadori.settings import LlmSettings, Settings

if TYPE_CHECKING:
    from tadori.events import Emit
    from tadori.minds.local.escalation import FurtherJudge
    from tadori.model.doors import InThread, Judges, WordingJudge
    from tadori.pipeline.model_workers import ModelWorkers
    from tadori.wiring.home import App


def home_judge(app: "App", further: "FurtherJudge | None" = None) -> Judge:
    """The judge for research in this home. Raises `ConfigError` if the larger model is at a forbidden address."""
    from tadori.pipeline.calibration_state import stance_in_force  # lazy: brings sqlalchemy

    return Judge(app.models.judging(LocalStance(), further), calibration=stance_in_force(app.store))


def standalone_judge(settings: Settings) -> Judge:
    """The judge of the filter `judge`: calibrated as the home is, if there is one. No home is created."""
    from tadori.minds.local.notices import ModelNotices  # lazy: slow to import
    from tadori.pipeline.calibration_state import stance_in_force  # lazy: brings sqlalchemy
    from tadori.store.database import open_store  # lazy: brings sqlalchemy
    from tadori.wiring.models import build_entailment  # lazy: few commands need it

    place, calibration = settings.home / "tadori.db", None
    if place.exists():
        store = open_store(place)
        try:
            calibration = stance_in_force(store)
        finally:
            store.close()
    return Judge(build_entailment(settings, LocalStance(), ModelNotices()), calibration=calibration)


def wording_judges(
    app: "App", workers: "ModelWorkers | None", in_thread: "InThread", emit: "Emit", writer: ModelRole = ModelRole.SLOW
) -> "Judges":
    """The judges of one report's wording; `writer` is the role whose models write its sentences.

    Raises `ConfigError` for a model that may not be asked.
    """
    from tadori.judge.sentence_check import MechanicalCheck  # lazy: slow to import
    from tadori.minds.llm.workers.entailment import ModelWordingJudge  # lazy: few commands need it
    from tadori.minds.local.nli_judge import NliWordingJudge  # lazy: few commands need it
    from tadori.pipeline.wording_judges import WordingJudges  # lazy: few commands need it

    judges: list[WordingJudge] = []
    if workers is not None:
        role, writers = judging_role(app.settings.llm, writer)
        judges.append(ModelWordingJudge(workers.mind, workers.prompts, role=role, writers=writers, emit=emit))
    if (nli := app.models.larger_nli()) is not None:
        judges.append(NliWordingJudge(nli, in_thread))
    return WordingJudges(judges=judges, check=MechanicalCheck(), emit=emit)


def judging_role(settings: LlmSettings, writer: ModelRole) -> tuple[ModelRole, frozenset[str]]:
    """The role that judges what `writer` writes, and the ids of the models that may have written it.

    The other role where its first choice is another model; otherwise the writer's own, in calls of its own.
    """
    from tadori.minds.llm.providers import models_for  # lazy: slow to import

    writers = frozenset(named.id for named in models_for(settings, writer))
    other = ModelRole.FAST if writer is ModelRole.SLOW else ModelRole.SLOW
    first = next(iter(models_for(settings, other)), None)
    return (writer if first is None or first.id in writers else other), writers
