"""Builds the user's own models from settings, each with a fallback for when it fails.

In: the table `[models]`. Out: the embedder, reranker and stance model that ranking and judging use. Nothing is loaded
or contacted before it is needed, except by `own_model_findings`, which is `tadori doctor`.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tadori.errors import ConfigError, ModelUnusable
from tadori.minds.base import (
    AnswerReader,
    ComputeSlot,
    Embedder,
    EmbeddingCache,
    Entailment,
    EvidencePair,
    Reranker,
    Reranking,
)
from tadori.model.thresholds import RERANKED, RERANKED_ON_GPU, UNLIKE_BELOW
from tadori.settings import ModelSettings, Settings

if TYPE_CHECKING:
    from tadori.minds.local.embedding import CachedEmbedder
    from tadori.minds.local.escalation import FurtherJudge
    from tadori.minds.local.fallback import FallbackEmbedder
    from tadori.minds.local.notices import ModelNotices
    from tadori.minds.local.onnx_folder import OnnxFolder

GpuTurns = Mapping[str, "ComputeSlot"]
"""By model role: the lock to hold while that model computes on the graphics card, or may do so."""
NO_GPU_TURNS: Final[GpuTurns] = {}
SEATS: Final = ("nli", "reranker", "embedder")
TRANSLATED_PAIRS: Final = (
    ("The tidal power station opened in 2019.", "潮力発電所は2019年に開業した。"),
    ("Cats sleep for most of the day.", "猫は一日の大半を眠って過ごす。"),
    ("The court dismissed the appeal.", "裁判所は控訴を棄却した。"),
    ("The recipe needs two eggs and some butter.", "このレシピには卵2個とバターが必要だ。"),
)
_CLAIM, _EVIDENCE = "The station closed in 2019.", "The station was shut down in 2019. 駅は2019年に廃止された。"


class Models:
    """The models of one home, each built at first use. Raises `ConfigError`."""

    def __init__(self, settings: Settings, cache: "EmbeddingCache", turns: GpuTurns | None = None) -> None:
        """`turns` are the locks for the graphics card, by role."""
        from tadori.minds.local.notices import ModelNotices  # lazy: slow to import

        self._settings, self._cache, self._turns = settings, cache, turns or {}
        self.notices = ModelNotices()
        """Which model was replaced by its fallback, and why; the next step reports it as an event."""

    @cached_property
    def embedder(self) -> "CachedEmbedder | FallbackEmbedder | None":
        return build_embedder(self._settings, self._cache, self.notices, self._turns)

    @cached_property
    def answer_reader(self) -> AnswerReader | None:
        """What reads whether a sentence answers; None where the embedder, whose words it reads, is switched off."""
        from tadori.minds.local.answer_reader import LocalAnswerReader  # lazy: few commands need it
        from tadori.minds.local.fallback import FailFastAnswerReader  # lazy: slow to import

        return None if self.embedder is None else FailFastAnswerReader(LocalAnswerReader(), self.notices)

    @cached_property
    def reranking(self) -> Reranking | None:
        return build_reranking(self._settings, self._cache, self.notices, self._turns)

    def larger_nli(self) -> "Entailment | None":
        """The user's own NLI model; None without one. Raises `ConfigError`."""
        from tadori.minds.local.fallback import FailFastEntailment  # lazy: slow to import

        if not self._settings.models.nli:
            return None
        larger = larger_entailment(self._settings, self.notices, self._turns)
        return FailFastEntailment(larger, self.notices, seat="nli", instead="no vote on wording")

    def judging(self, small: "Entailment", further: "FurtherJudge | None" = None) -> "Entailment":
        return build_entailment(self._settings, small, self.notices, further, self._turns)


def build_entailment(
    settings: Settings,
    small: "Entailment",
    notices: "ModelNotices",
    further: "FurtherJudge | None" = None,
    turns: GpuTurns = NO_GPU_TURNS,
) -> "Entailment":
    """`small`, with the larger model of the settings, and `further` if given, for pairs it cannot decide.

    Raises `ConfigError` when the model is at an address that may not be asked.
    """
    from tadori.minds.local.escalation import EscalatingEntailment  # lazy: slow to import
    from tadori.minds.local.fallback import FailFastEntailment  # lazy: slow to import

    first = FailFastEntailment(small, notices)
    if not settings.models.nli and further is None:
        return first
    larger = larger_entailment(settings, notices, turns) if settings.models.nli else None
    return EscalatingEntailment(first, larger, notices, further=further)


def build_reranking(
    settings: Settings, cache: "EmbeddingCache", notices: "ModelNotices", turns: GpuTurns = NO_GPU_TURNS
) -> Reranking | None:
    """The reranker that settings name; None without one. Raises `ConfigError`."""
    from tadori.minds.local.fallback import FailFastReranker  # lazy: slow to import

    if not settings.models.reranker:
        return None
    inner = own_reranker(settings, notices, turns)
    return Reranking(reranker=FailFastReranker(inner, cache, notices), most=_reach(settings.models))


def build_embedder(
    settings: Settings, cache: "EmbeddingCache", notices: "ModelNotices", turns: GpuTurns = NO_GPU_TURNS
) -> "CachedEmbedder | FallbackEmbedder | None":
    """The embedder: the shipped one, or the user's with the shipped one behind it. Raises `ConfigError`."""
    from tadori.minds.local.embedding import CachedEmbedder, MultilingualEmbedder  # lazy: few commands need it
    from tadori.minds.local.fallback import FallbackEmbedder  # lazy: slow to import

    if not settings.embeddings:
        return None
    shipped = CachedEmbedder(MultilingualEmbedder(), cache)
    if not settings.models.embedder:
        return shipped
    return FallbackEmbedder(CachedEmbedder(own_embedder(settings, notices, turns), cache), shipped, notices)


def larger_entailment(settings: Settings, notices: "ModelNotices", turns: GpuTurns = NO_GPU_TURNS) -> "Entailment":
    from tadori.minds.local.onnx_models import OnnxEntailment  # lazy: few commands need it
    from tadori.minds.local.remote_models import RemoteEntailment  # lazy: slow to import

    given = settings.models.nli
    if is_address(given):
        return RemoteEntailment(_server(settings, "nli", turns))
    return OnnxEntailment(_folder(settings, "nli", notices, turns))


def own_reranker(settings: Settings, notices: "ModelNotices", turns: GpuTurns = NO_GPU_TURNS) -> "Reranker":
    from tadori.minds.local.onnx_models import OnnxReranker  # lazy: few commands need it
    from tadori.minds.local.remote_models import RemoteReranker  # lazy: slow to import

    given = settings.models.reranker
    if is_address(given):
        return RemoteReranker(_server(settings, "reranker", turns))
    return OnnxReranker(_folder(settings, "reranker", notices, turns))


def own_embedder(settings: Settings, notices: "ModelNotices", turns: GpuTurns = NO_GPU_TURNS) -> "Embedder":
    from tadori.minds.local.onnx_models import OnnxEmbedder  # lazy: few commands need it
    from tadori.minds.local.remote_models import RemoteEmbedder  # lazy: slow to import

    given = settings.models.embedder
    if is_address(given):
        return RemoteEmbedder(_server(settings, "embedder", turns))
    return OnnxEmbedder(_folder(settings, "embedder", notices, turns))


def is_address(given: str) -> bool:
    return given.lower().startswith(("http://", "https://"))


def _server(settings: Settings, seat: str, turns: GpuTurns) -> Any:
    """A model server. One that is configured for `cpu` needs no lock for the graphics card."""
    from tadori.minds.local.remote import ExchangeLimits, ModelServer  # lazy: few commands need it

    models = settings.models
    turn = nullcontext if models.device == "cpu" else turns.get(seat, nullcontext)
    limits = ExchangeLimits(answer_seconds=float(models.timeout))
    return ModelServer(getattr(models, seat), models.allow, limits, turn)


def _folder(settings: Settings, seat: str, notices: "ModelNotices", turns: GpuTurns) -> "OnnxFolder":
    from tadori.minds.local.onnx_folder import Device, OnnxFolder  # lazy: few commands need it

    models = settings.models
    place = settings.home / Path(getattr(models, seat)).expanduser()
    device = Device(
        device=models.device,
        threads=models.threads,
        seconds=float(models.timeout),
        turn=turns.get(seat, nullcontext),
    )
    return OnnxFolder(place, device, partial(_notice_cpu, notices, seat))


def _notice_cpu(notices: "ModelNotices", seat: str, reason: str) -> None:
    notices.tell(seat, reason, "the same model on the processor")


def _reach(models: ModelSettings) -> int:
    """How many passages a reranker gets: more on a graphics card."""
    if is_address(models.reranker):
        return RERANKED_ON_GPU if models.device == "cuda" else RERANKED
    return RERANKED_ON_GPU if models.device != "cpu" and _has_cuda() else RERANKED


def _has_cuda() -> bool:
    from tadori.minds.local.onnx_folder import CUDA, providers  # lazy: few commands need it

    try:
        return CUDA in providers()
    except ModelUnusable:
        return False


def own_model_findings(settings: Settings) -> list[dict[str, Any]]:
    """One finding for each model in the settings: loaded, or its server contacted, and tried on a sentence."""
    return [_examined(settings, seat) for seat in SEATS if getattr(settings.models, seat)]


def _examined(settings: Settings, seat: str) -> dict[str, Any]:
    from tadori.minds.local.notices import ModelNotices  # lazy: slow to import

    notices = ModelNotices()
    what = {"nli": "larger NLI model", "reranker": "reranker", "embedder": "embedder of yours"}[seat]
    try:
        state, said = _TRIED[seat](settings, notices)
    except (ModelUnusable, ConfigError) as error:
        return {"state": "broken", "what": what, "detail": str(error)}
    told = "".join(f"; {notice.reason}" for notice in notices.drain())
    return {"state": state, "what": what, "detail": f"{said}; {_where(settings, seat)}{told}"}


def _where(settings: Settings, seat: str) -> str:
    given = getattr(settings.models, seat)
    return f"at {given}" if is_address(given) else f"in {given}"


def _try_nli(settings: Settings, notices: "ModelNotices") -> tuple[str, str]:
    model = larger_entailment(settings, notices)
    model.scores([EvidencePair(claim=_CLAIM, evidence=_EVIDENCE)])
    return "ok", f"{model.model_id} works{_on(model)}"


def _try_reranker(settings: Settings, notices: "ModelNotices") -> tuple[str, str]:
    model = own_reranker(settings, notices)
    model.relevance(_CLAIM, [_EVIDENCE])
    return "ok", f"{model.model_id} works{_on(model)}"


def _try_embedder(settings: Settings, notices: "ModelNotices") -> tuple[str, str]:
    """Also compares cosines of related and unrelated texts: thresholds of ranking assume those of the shipped model."""
    model = own_embedder(settings, notices)
    same, apart = mean_cosines(model)
    found = f"cosine of the same in two languages {same:.2f}, of other things {apart:.2f}"
    said = f"{model.model_id} works{_on(model)}; {found}"
    if apart < UNLIKE_BELOW < same:
        return "ok", said
    return "unproven", f"{said}: thresholds are those of the shipped embedder (0.74, 0.04) and may not fit"


def mean_cosines(model: "Embedder") -> tuple[float, float]:
    """Mean cosine of four sentences with their translations, and with the translations of the others."""
    vectors = model.embed([text for pair in TRANSLATED_PAIRS for text in pair])
    alike = vectors[0::2] @ vectors[1::2].T
    count, same = len(alike), float(alike.trace())
    return same / count, (float(alike.sum()) - same) / (count * (count - 1))


_TRIED: Final[dict[str, Callable[[Settings, Any], tuple[str, str]]]] = {
    "nli": _try_nli,
    "reranker": _try_reranker,
    "embedder": _try_embedder,
}


def _on(model: object) -> str:
    """The device of a model; a server does not report it."""
    device = getattr(model, "device", "")
    return f" on {device}" if device else ""
