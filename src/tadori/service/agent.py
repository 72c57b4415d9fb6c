"""`DeepResearchAgent`: research from Python, with follow-ups and a look at what the researcher thought (S2).

Comes in: a question. Goes out: `ResearchOutcome`. The agent keeps nothing but the ids of its tasks: everything it shows
is read from the home, so another process sees the same, and a task that was cut off is resumed like any other.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from tadori.errors import WrongCall
from tadori.events import Emit, ignore_event
from tadori.model.question import AnswerLength
from tadori.model.researcher import AnswerEvaluation, DiaryEntry, KnowledgeItem
from tadori.model.rounds import Round
from tadori.service.input_checks import checked_length
from tadori.service.request import DEFAULT_EFFORT, ResearchOutcome, ResearchRequest
from tadori.service.verbs import asked, researched, resumed
from tadori.settings import load_settings
from tadori.store.researcher import diary_of, evaluations_of, knowledge_of
from tadori.store.rounds import rounds_of
from tadori.wiring.home import open_app


class DeepResearchAgent:
    """A researcher of one home. Each method runs to its report; the ones that begin with `a` run on your event loop."""

    def __init__(
        self,
        model: str | None = None,
        libraries: Sequence[Path | str] = (),
        providers: Sequence[str] = (),
        notes: Path | str | None = None,
        effort: int = DEFAULT_EFFORT,
        home: Path | str | None = None,
        on_event: Emit | None = None,
    ) -> None:
        """`model`: as `--model`, None for what the settings name. `home`: None for `TADORI_HOME`. `on_event` is called
        with every event as it happens."""
        self.model = model
        self.libraries = tuple(Path(folder) for folder in libraries)
        self.providers = tuple(providers)
        self.notes = None if notes is None else Path(notes)
        self.effort = effort
        self.home = None if home is None else Path(home)
        self.on_event = on_event or ignore_event
        self._task_ids: list[str] = []

    @property
    def task_id(self) -> str:
        """The task that was asked last. Raises WrongCall before the first."""
        if not self._task_ids:
            raise WrongCall("nothing was researched yet: call `research` first")
        return self._task_ids[-1]

    def research(self, question: str, *, length: str = AnswerLength.NORMAL, lang: str | None = None) -> ResearchOutcome:
        """Answer `question`.

        Raises:
            WrongCall: the question, a folder, the model or the notes cannot be used.
            TadoriError: the run halted; the task can be resumed.
        """
        return _finished(self.aresearch(question, length=length, lang=lang))

    async def aresearch(
        self, question: str, *, length: str = AnswerLength.NORMAL, lang: str | None = None
    ) -> ResearchOutcome:
        """`research`, on the event loop that runs already. A cancelled one can be resumed."""
        request = ResearchRequest(
            question=question,
            libraries=self.libraries,
            providers=self.providers,
            effort=self.effort,
            length=checked_length(length),
            lang=lang,
            model=self.model,
            notes=self.notes,
        )
        return await researched(request, emit=self.on_event, started=self._task_ids.append, home=self.home)

    def ask(self, question: str) -> ResearchOutcome:
        """A follow-up of the last question: from its evidence first, searching only for what is missing."""
        return _finished(self.aask(question))

    async def aask(self, question: str) -> ResearchOutcome:
        """`ask`, on the event loop that runs already."""
        return await asked(self.task_id, question, emit=self.on_event, started=self._task_ids.append, home=self.home)

    def deepen(self, claim_id: str) -> ResearchOutcome:
        """Look at one claim of the last report again, for and against."""
        return _finished(self.adeepen(claim_id))

    async def adeepen(self, claim_id: str) -> ResearchOutcome:
        """`deepen`, on the event loop that runs already."""
        return await resumed(self.task_id, deepen=claim_id, emit=self.on_event, home=self.home)

    @property
    def diary(self) -> tuple[DiaryEntry, ...]:
        """The steps of the last task as a model took them; empty where rules did."""
        return tuple(self._read(diary_of))

    @property
    def knowledge(self) -> tuple[KnowledgeItem, ...]:
        """What the last task knows: the user's notes, and what a model learned."""
        return tuple(self._read(knowledge_of))

    @property
    def evaluations(self) -> tuple[AnswerEvaluation, ...]:
        """The verdicts on the answers that a model proposed."""
        return tuple(self._read(evaluations_of))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round of searching: what was covered, what was missing, why it went on or ended."""
        return tuple(self._read(rounds_of))

    def _read(self, rows_of: Any) -> Any:
        task_id = self.task_id
        with open_app(load_settings(home=self.home)) as app, app.store.read() as db:
            return rows_of(db, task_id)


def _finished(work: Coroutine[Any, Any, ResearchOutcome]) -> ResearchOutcome:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    work.close()
    raise WrongCall("an event loop runs already: await `aresearch`, `aask` or `adeepen`")
