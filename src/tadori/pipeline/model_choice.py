"""Lets the task's language model choose the answer among its claims, as a durable step.

Comes in: the claims gathered so far, scored by rules. Goes out: a `ModelChoice` in the store, and the answer of the
task set by it (`chosen_answer.py`). Which claims the model sees is decided in `choice_candidates.py`, what of its
answer counts in `minds/llm/workers/choice.py`. Nothing is searched or worded here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.events.language_models import AnswerChosen
from tadori.minds.llm.tokens import estimate_tokens
from tadori.minds.llm.workers.choice import claim_line, source_line
from tadori.model.choice import ModelChoice, OfferedClaim
from tadori.model.claim import Quotation
from tadori.model.doors import Journal
from tadori.model.graph import ClaimStanding, EvidenceGraph, EvidenceSource, Standing
from tadori.model.llm_thresholds import CLAIMS_TO_CHOOSE_FROM, RULES_SURE_AT, VIEWS_BY_EFFORT
from tadori.model.question import Task
from tadori.model.report import Answered
from tadori.model.steps import StepContext
from tadori.model.thresholds import ANSWER_WORDS
from tadori.pipeline.assess import Assess
from tadori.pipeline.choice_candidates import by_page, claims_to_show
from tadori.pipeline.chosen_answer import within_words
from tadori.pipeline.model_workers import ModelWorkers
from tadori.pipeline.rivals import Neighbours, RelatedClaims, related_claims
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.question_parts import asked_parts
from tadori.report.presentation import presented
from tadori.store.choices import choice_of_task, forget_choice, save_choice
from tadori.store.database import Store
from tadori.store.evidence import chosen_claims, edges_of

_LOOKED_UP: Final = 4
"""How many times as many claims are looked at as can be shown: those of one page give way to others."""
_MARKS: Final = 16
"""Tokens of the marks behind a claim: its standing, its rivals, and those that say the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoosing:
    """Asks the model of one task to choose its answer."""

    task: Task
    steps: Journal[Store]
    assess: Assess
    model_workers: ModelWorkers

    async def choose(self, key: str, advice: str = "") -> ModelChoice | None:
        """Let the model choose, and set the task's answer by it; None where the rules' choice stands.

        `key` tells this choice from others of the same stretch; the answer is in the store when this returns.
        """

        async def body(step: StepContext) -> bool:
            chose = await self.steps.in_thread(self._choose, step, advice)
            self.model_workers.drain(step.emit)
            return chose

        await self.steps.run("chosen", key, self.task.id, body)
        # The rules' own scores are cached; what is new are the pairs around the chosen claims.
        await self.assess.evidence(f"{key}.chosen")
        return self.latest()

    def latest(self) -> ModelChoice | None:
        """The model's choice in force; None where the rules' choice stands."""
        with self.steps.store.read() as db:
            return choice_of_task(db, self.task.id)

    def _choose(self, step: StepContext, advice: str) -> bool:
        """Ask the model, and save what it chose; whether it chose."""
        shelf = self._shelf()
        choice, offered = self._chosen(shelf, advice)
        if choice is None:
            before = self.latest()
            # That nothing answers was said of other claims than there are now; what was chosen may still stand.
            if before is not None and before.answered is Answered.NO:
                step.save(lambda db: forget_choice(db, self.task.id))
            return False
        texts = {one.claim_id: one.text for one in offered}
        made = within_words(choice, texts, ANSWER_WORDS[self.task.length], self.task.lang)
        made = replace(made, rules_stand=made.answered is Answered.NO and self._rules_are_sure(made.seen))
        step.save(lambda db: save_choice(db, self.task.id, made))
        step.emit(
            AnswerChosen(
                model=made.model,
                answered=made.answered.value,
                shown=len(offered),
                chosen=len(made.picks),
                sections=len(made.sections),
                missing=len(made.missing),
            )
        )
        return True

    def _chosen(self, shelf: "_Shelf", advice: str) -> tuple[ModelChoice | None, list[OfferedClaim]]:
        """(the model's choice, everything it was shown). More claims than one list holds come one list after the other,
        until one brings nothing; then the model chooses among what it took from them.
        """
        left = set(shelf.plain)
        shown: list[OfferedClaim] = []
        taken: list[ModelChoice] = []
        for number in range(VIEWS_BY_EFFORT[self.task.effort - 1]):
            offered = shelf.view(left, shelf.known if number == 0 else ())
            made = self._asked(offered, advice)
            if made is None:
                break
            shown += offered
            left -= {one.claim_id for one in offered}
            taken.append(made)
            if number and not made.picks:
                break
        answering = [one for one in taken if one.picks]
        if not taken:
            return None, shown
        final = (answering or taken)[0]
        if len(answering) > 1:
            picks = [claim_id for one in answering for claim_id in one.picks]
            final = self._asked(shelf.view(set(picks), picks), advice) or final
        return replace(final, seen=tuple(one.claim_id for one in shown)), shown

    def _asked(self, offered: Sequence[OfferedClaim], advice: str) -> ModelChoice | None:
        parts = [part.text for part in asked_parts(self.task.question, self.task.question_lang)]
        return self.model_workers.choice(parts, offered, self.task.lang, advice) if offered else None

    def _shelf(self) -> "_Shelf":
        """The claims that the model may choose from."""
        held, candidates = self.assess.speaking()
        able = {one.claim_id: one for one in candidates if one.stands_alone}
        with self.steps.store.read() as db:
            edges, before = edges_of(db, self.task.id), chosen_claims(db, self.task.id)
        latest = self.latest()
        known = [*(() if latest is None else latest.picks), *before]
        related = related_claims([one.claim for one in held], edges)
        scores = self._scores({one.claim.id: one.answer_score for one in held})
        pool = _pool(able, scores, known, related.rivals)
        return _Shelf(
            plain=_plain(self.assess.task_graph().of(pool), able),
            able=able,
            related=related,
            scores=scores,
            known=known,
            room=self.model_workers.choice_room(self.task.lang),
        )

    def _scores(self, whole: Mapping[str, float]) -> list[Mapping[str, float]]:
        """How well each claim answers, for each part of the question; `whole` for a question of one part."""
        parts = asked_parts(self.task.question, self.task.question_lang)
        if len(parts) == 1:
            return [whole]
        return [self.assess.scores_for(part.text, self.task.question_lang) for part in parts]

    def _rules_are_sure(self, seen: Sequence[str]) -> bool:
        """Whether the rules' answer stands against a model that sees none: its score is high, and origins agree."""
        rules = self.assess.rules_answer()
        graph = self.assess.task_graph().of(set(rules.picked) & set(seen))
        return any(
            one.standing is Standing.CORROBORATED and rules.scores[one.claim.id] >= RULES_SURE_AT
            for one in graph.claims
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shelf:
    """Every claim that may be shown, with what decides which are shown together."""

    plain: Mapping[str, OfferedClaim]
    able: Mapping[str, AnswerCandidate]
    related: RelatedClaims
    scores: Sequence[Mapping[str, float]]
    known: Sequence[str]
    """What is the answer now: shown in any case."""
    room: int
    """Tokens for one list."""

    def view(self, among: Collection[str], known: Sequence[str]) -> list[OfferedClaim]:
        """One list of claims `among` these, `known` ones in any case, numbered by their order."""
        pages = {claim_id: self.able[claim_id].page_id for claim_id in self.plain if claim_id in among}
        shown = claims_to_show(
            pages,
            self.scores,
            self.related.rivals,
            known,
            room=self.room,
            size=lambda claim_id, taken: _size(self.plain[claim_id], claim_id, taken, pages),
        )
        ordered = by_page(shown, pages, {claim_id: one.place for claim_id, one in self.able.items()})
        return _numbered(ordered, self.plain, self.related)


def _pool(
    able: Mapping[str, AnswerCandidate], scores: Sequence[Mapping[str, float]], known: Sequence[str], rivals: Neighbours
) -> set[str]:
    """The claims whose standing is looked up: enough to choose from, and their rivals."""
    pool = {claim_id for claim_id in known if claim_id in able}
    for by in scores:
        pool.update(sorted(able, key=lambda one: (-by.get(one, 0.0), one))[: _LOOKED_UP * CLAIMS_TO_CHOOSE_FROM])
    return pool | {rival for one in pool for rival in rivals.get(one, ()) if rival in able}


def _plain(held: EvidenceGraph, able: Mapping[str, AnswerCandidate]) -> dict[str, OfferedClaim]:
    """Every claim that may be shown, without the numbers of others."""
    sources = {source.page_id: source for source in held.sources}
    stated = {_span(one.claim.quotation) for one in held.claims}
    return {
        one.claim.id: _offer(one, sources[one.claim.quotation.page_id], able[one.claim.id].heading, stated)
        for one in held.claims
    }


def _offer(
    standing: ClaimStanding, source: EvidenceSource, heading: str, stated: Collection[tuple[str, int, int]]
) -> OfferedClaim:
    claim = standing.claim
    before = claim.context.neighbour
    if before is not None and _span(before) in stated:
        # The sentence before it is a claim itself: in reading order it stands right above.
        claim = replace(claim, context=replace(claim.context, neighbour=None))
    return OfferedClaim(
        claim_id=claim.id,
        text=presented(claim, in_answer=True).text,
        title=source.title,
        publisher=source.domain,
        date=source.date,
        heading=heading,
        standing=standing.standing,
    )


def _span(quotation: Quotation) -> tuple[str, int, int]:
    return quotation.page_id, quotation.start, quotation.end


def _size(offered: OfferedClaim, claim_id: str, taken: Sequence[str], pages: Mapping[str, str]) -> int:
    """Tokens of a claim in the prompt, with the line of its page where it is the first of it."""
    is_first = all(pages[one] != pages[claim_id] for one in taken)
    line = estimate_tokens(claim_line(len(taken) + 1, offered)) + _MARKS
    return line + (estimate_tokens(source_line(offered)) if is_first else 0)


def _numbered(ordered: Sequence[str], plain: Mapping[str, OfferedClaim], related: RelatedClaims) -> list[OfferedClaim]:
    """The claims in the order in which they are shown, with the numbers of their rivals and equals."""
    numbers = {claim_id: number for number, claim_id in enumerate(ordered, 1)}

    def shown(neighbours: Neighbours, claim_id: str) -> tuple[int, ...]:
        return tuple(sorted(numbers[other] for other in neighbours.get(claim_id, ()) if other in numbers))

    return [replace(plain[one], rivals=shown(related.rivals, one), same=shown(related.same, one)) for one in ordered]
