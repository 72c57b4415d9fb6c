"""The judge as a home has it: rules, the stance model that ships, the larger one that settings name, calibration.

Comes in: a live home, or settings alone. Goes out: `Judge`. Nothing is loaded before the first pair.
"""

from typing import TYPE_CHECKING

from tadori.judge.judge import Judge
from tadori.minds.local.stance import LocalStance
from tadori.settings import Settings

if TYPE_CHECKING:
    from tadori.minds.local.escalation import FurtherJudge
    from tadori.wiring.home import App


def home_judge(app: "App", further: "FurtherJudge | None" = None) -> Judge:
    """The judge of a research in this home. Raises `ConfigError` where the larger model may not be asked."""
    from tadori.pipeline.calibration_state import stance_in_force  # lazy: brings sqlalchemy

    return Judge(app.models.judging(LocalStance(), further), calibration=stance_in_force(app.store))


def standalone_judge(settings: Settings) -> Judge:
    """The judge of a filter: that of the home where there is one, and no home is made for it."""
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
