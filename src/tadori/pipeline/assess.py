"""Assesses all evidence of a task: which claims answer the question, and what supports or contradicts each.

Comes in: the claims a task has gathered. Goes out: answer scores and edges in the store, and the graph built from them.
Frames find the edges, the judge may veto them; its verdicts are cached by the two texts, so no pair is judged twice. It
neither searches nor reads pages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tadori.events import RefutationSearched
from tadori.graph.trust import is_admissible, quality_weight
from tadori.judge.frames.framed import FramedClaim
from tadori.judge.judge import Judge
from tadori.minds.base import AnswerReader, Embedder
from tadori.minds.local.notices import ModelNotices
from tadori.model.claim import Claim, Edge, Relation, StanceVerdict
from tadori.model.doors import Journal, LexicalIndex
from tadori.model.graph import ClaimStanding, EvidenceGraph
from tadori.model.ids import Lang, content_id, text_hash
from tadori.model.page import Fragment, Page, heading_texts
from tadori.model.question import TargetClaim, Task
from tadori.model.steps import StepContext
from tadori.model.thresholds import JUDGED_A_QUERY, JUDGED_CLAIMS
from tadori.pipeline.answering import SCORING, AnswerScores, score_answers, score_for_words
from tadori.pipeline.chosen_answer import answer_in_force
from tadori.pipeline.documents.library import WorkCounts
from tadori.pipeline.model_workers import ModelWorkers
from tadori.pipeline.targets import WHOLE, match_targets, words_to_score
from tadori.pipeline.task_graph import TaskGraph, TaskGraphs, leading_claims
from tadori.pipeline.task_sources import TaskSources
from tadori.pipeline.verdicts import FRAMES, ComparedPair, compared_pairs, edges_of_pair, frames_judge, is_vetoed
from tadori.rank.absence import absent_subject, nearest_titles
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import page_tokens
from tadori.rank.question import parse_question
from tadori.rank.question_parts import asks_how
from tadori.report.absence_words import absence_words
from tadori.store.cache import cached_value, save_cached
from tadori.store.choices import choice_of_task
from tadori.store.database import Store
from tadori.store.evidence import (
    TaskClaim,
    chosen_claims,
    claims_of,
    edges_of,
    forget_older_edges,
    known_verdicts,
    save_edges,
    save_verdicts,
    set_answers,
)
from tadori.store.libraries import library_id_of, library_version
from tadori.store.pages import fragments_by_id, pages_by_id
from tadori.store.queries import task_pages
from tadori.store.rows import to_json
from tadori.store.targets import set_target_evidence
from tadori.store.tasks import plan_of


@dataclass(slots=True, kw_only=True)
class Assess:
    """Assesses the evidence of one task."""

    task: Task
    steps: Journal[Store]
    judge: Judge
    index: LexicalIndex
    embedder: Embedder | None
    reader: AnswerReader | None
    counts: WorkCounts
    graphs: TaskGraphs
    notices: ModelNotices = field(default_factory=ModelNotices)
    model_workers: ModelWorkers | None = None
    also: tuple[tuple[str, Lang], ...] = ()
    """The client's other queries, newest first: claims are scored as answers to them too."""
    sourcing: TaskSources = field(init=False)
    framed: dict[str, FramedClaim] = field(init=False, default_factory=dict)
    """Claims with their frames, by id: reading frames is what assessing costs most."""

    def __post_init__(self) -> None:
        self.sourcing = TaskSources(
            task=self.task,
            store=self.steps.store,
            clock=self.steps.clock,
            embedder=self.embedder,
            minds="" if self.model_workers is None else self.model_workers.id,
            opinion=None if self.model_workers is None else self.model_workers.quality,
        )

    async def evidence(self, key: str) -> None:
        """Score every claim, judge the best ones against all others, and learn which publishers were right."""

        async def body(step: StepContext) -> list[str]:
            judged = await self.steps.in_thread(self._evidence, step)
            if self.model_workers is not None:
                self.model_workers.drain(step.emit)
            return judged

        judged: list[str] = await self.steps.run("assess", key, self.task.id, body)

        async def lessons(step: StepContext) -> None:
            await self.steps.in_thread(self._learn, step, judged)

        await self.steps.run("lessons", key, self.task.id, lessons)

    async def refutation(self, claim_id: str, queries: int, key: str) -> bool:
        """Report whether the search for refutations of one claim found any."""

        async def body(step: StepContext) -> bool:
            with self.steps.store.read() as db:
                edges = edges_of(db, self.task.id)
            found = any(e.claim_id == claim_id and e.relation is Relation.REFUTES and e.shown for e in edges)
            step.emit(RefutationSearched(claim_id=claim_id, found=found, queries=queries))
            return found

        found: bool = await self.steps.run("refutation", key, claim_id, body)
        return found

    def task_graph(self) -> TaskGraph:
        """The current evidence graph of the task."""
        return self.graphs.of(self.task, self.sourcing)

    def graph(self) -> EvidenceGraph:
        """The part of the evidence graph that a report is made of."""
        return self.task_graph().leading

    def chosen(self, graph: EvidenceGraph) -> list[ClaimStanding]:
        """The claims that answer the question, best first; none when nothing answers it well enough."""
        with self.steps.store.read() as db:
            ids = chosen_claims(db, self.task.id)
        by_id = {standing.claim.id: standing for standing in graph.claims}
        return [by_id[claim_id] for claim_id in ids]

    def rules_answer(self) -> AnswerScores:
        """What rules alone would answer, whatever a model chose."""
        _, candidates = self.speaking()
        return self._answers(candidates)

    def scores_for(self, words: str, lang: Lang) -> dict[str, float]:
        """Score each claim of a trusted enough source as an answer to `words`."""
        _, candidates = self.speaking()
        return self._scores(words, lang, candidates)

    def absence(self, searched: int) -> tuple[str, ...]:
        """What the documents lack for an answer, in the words of the report; `searched` documents were within reach."""
        asked = parse_question(self.task.question, self.task.question_lang)
        _, candidates = self.speaking()
        frequency = self.index.document_frequency
        absent = absent_subject(asked, candidates, frequency)
        nearest = nearest_titles(asked, candidates, page_tokens(asked, candidates), frequency)
        return absence_words(
            unknown=() if absent is None else absent.unknown,
            apart=() if absent is None else absent.apart,
            nearest=nearest,
            searched=searched,
            lang=self.task.lang,
        )

    def _evidence(self, step: StepContext) -> list[str]:
        """Do the work of `evidence`; return the ids of the judged claims."""
        held, candidates = self.speaking()
        with self.steps.store.read() as db:
            choice = choice_of_task(db, self.task.id)
        answers = answer_in_force(self._answers(candidates), choice, {one.claim_id for one in candidates})
        found, picked = answers.scores, answers.picked
        asked = [self._scores(words, lang, candidates) for words, lang in self.also]
        # A claim that answers one part of the question is as good as one that answers the whole.
        targets, by_words = self._by_target(found, candidates)
        scores = {c.claim.id: max(by.get(c.claim.id, 0.0) for by in (found, *asked, *by_words.values())) for c in held}
        step.save(lambda db: set_answers(db, self.task.id, scores, picked, answers.parts))
        best = _best(held, scores, JUDGED_CLAIMS)
        # The latest query's claims are judged in any case: they are what the client looks at next.
        for newest in asked[:1]:
            # No claim twice among the judged ones.
            known = {c.claim.id for c in best}
            best += [c for c in _best(held, newest, JUDGED_A_QUERY) if c.claim.id not in known]
        graphed = partial(leading_claims, held, scores, picked)
        edges = self._compared(step, held, [c.claim.id for c in best], graphed)
        step.save(lambda db: forget_older_edges(db, self.task.id, FRAMES))
        step.save(lambda db: save_edges(db, self.task.id, edges))
        evidence = match_targets(targets, [c.claim for c in held], by_words)
        step.save(lambda db: set_target_evidence(db, self.task.id, evidence))
        return [c.claim.id for c in best]

    def _compared(
        self,
        step: StepContext,
        held: Sequence[TaskClaim],
        best: Sequence[str],
        graphed: Callable[[Sequence[Edge]], list[TaskClaim]],
    ) -> list[Edge]:
        """The edges of the best claims and of those that the graph will have, which depend on the edges in turn."""
        with self.steps.store.read() as db:
            known = [edge for edge in edges_of(db, self.task.id) if edge.judge.startswith(FRAMES)]
        framed = self._framed(held)
        edges: list[Edge] = []
        done: set[str] = set()
        # Also against the claims of the graph: pairing against everything read is limited and may miss a neighbour, and
        # `verify` later has only the graph to compare with. Twice: the first look may find rivals of the answer, which
        # are claims of the graph, too.
        for pools in ([list(framed.values())], []):
            inside = sorted(one.claim.id for one in graphed([*known, *edges]))
            new = [claim_id for claim_id in dict.fromkeys([*best, *inside]) if claim_id not in done]
            done.update(new)
            pairs = compared_pairs([framed[one] for one in new], *pools, [framed[one] for one in inside])
            edges += self._judged(pairs, step)
        return edges

    def _by_target(
        self, found: Mapping[str, float], candidates: Sequence[AnswerCandidate]
    ) -> tuple[Sequence[TargetClaim], dict[str, Mapping[str, float]]]:
        """(the target claims of the question, scores of the claims by the words of each)."""
        with self.steps.store.read() as db:
            plan = plan_of(db, self.task.id)
        if plan is None:
            return (), {}
        return plan.targets, {
            text: found if granularity == WHOLE else self._scores(text, plan.lang, candidates)
            for text, granularity in words_to_score(plan.targets)
        }

    def speaking(self) -> tuple[list[TaskClaim], list[AnswerCandidate]]:
        """All claims of the task, and candidates from those whose source is trusted enough."""
        with self.steps.store.read() as db:
            held = claims_of(db, self.task.id)
            fragments = fragments_by_id(db, sorted({c.claim.quotation.fragment_id for c in held}))
            read = task_pages(db, self.task.id)
            pages = pages_by_id(db, [p.page_id for p in read])
        sources = {source.page_id: source for source in self.sourcing.sources()}
        relevance = {p.page_id: p.relevance * quality_weight(sources[p.page_id]) for p in read}
        # Ties keep reading order. Page ids would depend on where the documents are stored on this machine.
        order = {p.page_id: number for number, p in enumerate(sorted(read, key=lambda p: -relevance[p.page_id]))}
        speaking = [c for c in held if is_admissible(sources[c.claim.quotation.page_id])]
        how = asks_how(self.task.question, self.task.question_lang)
        return held, _candidates(speaking, fragments, pages, order, relevance, with_code=how)

    def _learn(self, step: StepContext, judged: Sequence[str]) -> None:
        """Learn about publishers from the judged claims. A step of its own: it needs the saved edges in the graph."""
        self.sourcing.learn(step, self.task_graph().of(judged))

    def _framed(self, held: Sequence[TaskClaim]) -> dict[str, FramedClaim]:
        """Every claim with its title and headings, by id."""
        new = [c.claim for c in held if c.claim.id not in self.framed]
        with self.steps.store.read() as db:
            fragments = fragments_by_id(db, sorted({claim.quotation.fragment_id for claim in new}))
            pages = pages_by_id(db, sorted({claim.quotation.page_id for claim in new}))
        for claim in new:
            self.framed[claim.id] = FramedClaim.of(
                claim,
                title=pages[claim.quotation.page_id].title,
                headings=heading_texts(fragments[claim.quotation.fragment_id]),
            )
        return {c.claim.id: self.framed[c.claim.id] for c in held}

    def _answers(self, candidates: Sequence[AnswerCandidate]) -> AnswerScores:
        """Score the candidates and choose the answer."""

        def compute() -> Any:
            df = self.index.document_frequency
            return score_answers(self.task, candidates, self.embedder, self.reader, df).as_rows()

        wanted = f"answers {self.task.length.value}", self.task.question, self.task.question_lang
        scores, picked, parts = self._cached_or_computed(wanted, candidates, compute)
        return AnswerScores(scores=scores, picked=picked, parts=parts)

    def _scores(self, words: str, lang: Lang, candidates: Sequence[AnswerCandidate]) -> dict[str, float]:
        def compute() -> Any:
            df = self.index.document_frequency
            return score_for_words(words, lang, candidates, self.embedder, self.reader, df)

        known: dict[str, float] = self._cached_or_computed(("scores", words, lang), candidates, compute)
        return known

    def _cached_or_computed(
        self, asked: tuple[str, str, Lang], candidates: Sequence[AnswerCandidate], compute: Callable[[], Any]
    ) -> Any:
        """The cached result for these candidates and libraries, or `anew()`: a second run does not load the models."""
        seen = to_json([[c.claim_id, c.page_rank, c.passage_score] for c in candidates])
        with self.steps.store.read() as db:
            mark = library_version(db, [library_id_of(folder) for folder in self.task.libraries])
            known = cached_value(db, self._scores_key(asked, mark, seen))
        if known is None:
            known = compute()
            # The key is computed again: if a model failed and fell back meanwhile, its id must not be in the key.
            save_cached(self.steps.store, self._scores_key(asked, mark, seen), known, self.steps.clock())
        return known

    def _scores_key(self, asked: tuple[str, str, Lang], mark: str, seen: str) -> str:
        kind, words, lang = asked
        models = [mind.model_id for mind in (self.embedder, self.reader) if mind is not None]
        return content_id(kind, SCORING, words, lang, *models, mark, seen)

    def _judged(self, pairs: Sequence[ComparedPair], step: StepContext) -> list[Edge]:
        """The edges of the pairs that the stance model does not veto."""
        verdicts = self._verdicts(pairs, step)
        # The version is read after judging: a model that failed meanwhile did not veto these.
        judge = frames_judge(self.judge.version)
        kept = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if not is_vetoed(pair, verdict)]
        return [edge for pair in kept for edge in edges_of_pair(pair, judge)]

    def _verdicts(self, pairs: Sequence[ComparedPair], step: StepContext) -> list[StanceVerdict]:
        keys = [(verdict_key(pair.first.claim), verdict_key(pair.second.claim)) for pair in pairs]
        with self.steps.store.read() as db:
            known = known_verdicts(db, keys, self.judge.version)
        wanted = {key: pair.for_judge for key, pair in zip(keys, pairs, strict=True) if key not in known}
        judged = self.judge.verdicts(list(wanted.values()))
        fresh: dict[tuple[str, str], StanceVerdict] = dict(zip(wanted, judged, strict=True))
        self.counts.judged += len(fresh)
        for notice in self.notices.drain():
            step.emit(notice)
        step.save(lambda db: save_verdicts(db, fresh, self.judge.version))
        return [known.get(key) or fresh[key] for key in keys]


def _best(held: Sequence[TaskClaim], scores: Mapping[str, float], most: int) -> list[TaskClaim]:
    return sorted(held, key=lambda c: (-scores.get(c.claim.id, 0.0), c.claim.id))[:most]


def verdict_key(claim: Claim) -> str:
    """The cache key of a claim for verdicts: the same words with another subject or date are judged again."""
    return text_hash("\n".join((claim.text, claim.context.subject, claim.date or "")))


def _candidates(
    held: Sequence[TaskClaim],
    fragments: dict[str, Fragment],
    pages: dict[str, Page],
    order: dict[str, int],
    relevance: dict[str, float],
    *,
    with_code: bool,
) -> list[AnswerCandidate]:
    """`with_code`: whether code is printed, so that what only announces it may answer."""
    found = []
    for item in held:
        quotation = item.claim.quotation
        fragment = fragments[quotation.fragment_id]
        found.append(
            AnswerCandidate(
                claim_id=item.claim.id,
                text=item.claim.text,
                context=fragment.text,
                title=pages[quotation.page_id].title,
                heading=fragment.heading_context,
                lang=item.claim.lang,
                page_id=quotation.page_id,
                passage_score=relevance[quotation.page_id],
                page_rank=order[quotation.page_id],
                section=" › ".join(heading_texts(fragment)),
                place=quotation.start,
                stands_alone=item.claim.context.stands_alone or (with_code and item.claim.context.introduces),
                is_item=item.claim.context.lead_in is not None,
            )
        )
    return found
