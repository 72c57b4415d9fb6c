"""Builds the judge: rules, the shipped stance model, the larger one in the settings, and calibration.

In: an open home, or settings alone. Out: `Judge`. No model is loaded before the first pair.
"""

from typing import TYPE_CHECKING

from tadori.judge.judge import Judge
from tadori.minds.local.stance import LocalStance
from tadori.settings import Settings

if TYPE_CHECKING:
    from tadori.minds.local.escalation import FurtherJudge
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
