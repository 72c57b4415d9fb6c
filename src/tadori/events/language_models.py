"""Events about language models: what was asked, chosen, calculated and judged. Part of the union in `tadori.events`.

A model's thought is shown and never stored; all other words here are our own, the sources' or queries.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtShown:
    """What a model thought before a step. Shown live and kept nowhere: a page may have put words into it."""

    text: str
    kind: Literal["thought_shown"] = "thought_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryWritten:
    """A step of a task that a model drives, as its diary has it (D5)."""

    step: int
    action: str
    details: str
    result: str
    notes: str
    kind: Literal["diary_written"] = "diary_written"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvaluated:
    """A proposed answer was tested (D4); `failed` names the tests that it did not pass."""

    passed: bool
    failed: tuple[str, ...]
    kind: Literal["answer_evaluated"] = "answer_evaluated"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSetAside:
    """A model, or the graphics card under it, could not be used; the research goes on without it."""

    seat: str
    """What it was used for: `stance`, `nli`, `reranker`, `embedder`."""
    reason: str
    instead: str
    """What does its work now."""
    kind: Literal["model_set_aside"] = "model_set_aside"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWordsDropped:
    """Parts of a language model's answer that no source supports. Counts only: the text is not stored."""

    job: str
    """`choice`, `targets`, `writing`."""
    about: str
    """The address of the page they are about; empty where it is no page."""
    kept: int
    dropped: tuple[tuple[str, int], ...]
    """How many for which reason."""
    kind: Literal["model_words_dropped"] = "model_words_dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChosen:
    """A language model chose the answer among the claims it was shown. Numbers only: no word of it is stored here."""

    model: str
    answered: str
    """`yes`, `partly` or `no`."""
    shown: int
    chosen: int
    sections: int
    missing: int
    """How many gaps it named in words of the question or the documents."""
    kind: Literal["answer_chosen"] = "answer_chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRun:
    """Code that a language model wrote was run over quoted numbers, or was refused. No word of it is stored here."""

    run_id: str
    """`Computed.id`: binds a printed calculation to this event. Empty where nothing was calculated."""
    ok: bool
    reason: str
    """Why it was refused; empty where it was not."""
    tries: int
    by: str
    """`monty` or `cpython`; empty where nothing was calculated."""
    kind: Literal["code_run"] = "code_run"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingJudged:
    """What became of a sentence in other words than its quotations: how many judges said what of it (X11)."""

    accepted: int = 0
    refused: int = 0
    canary_failed: int = 0
    """Judges that accepted a mutant of the sentence; they have no vote on it."""
    unanswered: int = 0
    code: str = ""
    """Why no judge was asked: `RULES_DECIDE`, `GIVES_ORDERS`, `SENTENCES_SPENT`, `JUDGES_SPENT`, `NO_JUDGE`."""
    kind: Literal["wording_judged"] = "wording_judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesTookOver:
    """A language model failed at a piece of work; rules did it instead."""

    job: str
    code: str
    """Why: the code of `ModelFailed`, `BUDGET_EXHAUSTED`, or `UNUSABLE_ANSWER`."""
    kind: Literal["rules_took_over"] = "rules_took_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReduced:
    """A model's context was shortened to fit (M3): `minds/llm/reduction.py` has its log line."""

    phase: str
    reason: str
    before: int
    after: int
    """Both in estimated tokens, of the whole context."""
    method: Literal["summary", "trim"]
    words: str
    """What was removed, by hash and length; its beginning only where `LOG_CONTEXT_REDUCTION_KEY` allows it."""
    kind: Literal["context_reduced"] = "context_reduced"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAsked:
    """One request to language models, and its cost. Contains neither prompt nor answer (L8)."""

    job: str
    model: str
    """The model that answered, or the last that was tried."""
    given: int
    """Tokens."""
    written: int
    tries: int
    """Requests, of all models together."""
    seconds: float
    kind: Literal["model_asked"] = "model_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaRetryExhausted:
    """A model gave no answer in the requested form within its retries (M5)."""

    retry_count: int
    max: int
    template_version: str
    payload_id: str
    kind: Literal["schema_retry_exhausted"] = "schema_retry_exhausted"

    @property
    def log_line(self) -> str:
        """S3's log line, word for word."""
        return (
            f"consensus.schema.retry_exhausted retry_count={self.retry_count} max={self.max} "
            f"template_version={self.template_version} payload_id={self.payload_id}"
        )
