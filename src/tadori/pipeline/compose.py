"""Makes the report files of a task: drafts → sentence compiler → rendered forms → sealed archive.

Comes in: the task's claims and graph. Goes out: `report.md`, `report.html`, `report.json` and `evidence.wacz` in the
task's folder, and in the user's folder if one was given. Only the compiler decides what is printed as checked.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tadori.archive.files import PRIVATE, atomic_write
from tadori.archive.pages import PageArchive
from tadori.archive.wacz import write_wacz
from tadori.events import ReportCompiled
from tadori.model.doors import Journal, SentenceCheck
from tadori.model.grading import Grade
from tadori.model.graph import ClaimStanding, EvidenceGraph
from tadori.model.query import QueryPurpose
from tadori.model.question import Task
from tadori.model.report import Answered, Draft, QueryLine, ReadPage, Report, ReportMethod, SectionCoverage
from tadori.model.researcher import KnowledgeType
from tadori.model.sealing import AnswerChoice, ChosenClaim, CompilerInputs, RuleVersions
from tadori.model.steps import StepContext
from tadori.model.thresholds import MOST_ASKED_PARTS
from tadori.pipeline.answer_drafts import AnswerDrafts, answer_drafts
from tadori.pipeline.assess import Assess
from tadori.pipeline.calibration_state import scalings_in_force
from tadori.pipeline.computed_drafts import computed_drafts
from tadori.pipeline.documents.archive_repair import ArchiveRepair
from tadori.pipeline.model_workers import ModelWorkers
from tadori.pipeline.report_material import ReportIdentity, material_of, read_page
from tadori.pipeline.section_writing import SectionWriting
from tadori.report.compiler import REPORT_RULES, compile_report
from tadori.report.json_form import graph_json, inputs_json
from tadori.report.render import render_all
from tadori.store.choices import choice_of_task
from tadori.store.computations import computations_of
from tadori.store.database import Store
from tadori.store.evidence import answer_parts
from tadori.store.journal import events_of, events_of_kind
from tadori.store.ledger import token_use_of
from tadori.store.libraries import document_count, library_id_of
from tadori.store.pages import fragments_of, page_by_id
from tadori.store.queries import queries_of, task_pages
from tadori.store.reports import report_of, save_report
from tadori.store.researcher import knowledge_of
from tadori.store.tasks import seconds_spent, stop_of
from tadori.store.unread import unread_of
from tadori.text.url_secrets import mask_urls


@dataclass(frozen=True, slots=True, kw_only=True)
class Compose:
    """Makes the report of one task."""

    task: Task
    steps: Journal[Store]
    archive: PageArchive
    check: SentenceCheck
    folder: Path
    assess: Assess
    coverage: Callable[[EvidenceGraph], Sequence[SectionCoverage]]
    mending: ArchiveRepair
    lowest_grade: Grade = Grade.DERIVED
    """Sentences of a weaker grade are printed as not checked."""
    out_mode: int = PRIVATE
    """File mode for files in the user's own folder."""
    model_workers: ModelWorkers | None = None

    async def report(self, key: str) -> str:
        """Compile, render and seal the report; return the root hash of the evidence."""

        async def body(step: StepContext) -> str:
            return await self.steps.in_thread(self._report, step)

        root: str = await self.steps.run("compose", key, self.task.id, body)
        return root

    def is_answered(self) -> bool:
        """Whether the compiled report answers the question."""
        with self.steps.store.read() as db:
            row = report_of(db, self.task.id)
        return row is not None and row.answered

    def _report(self, step: StepContext) -> str:
        self.mending.repair_evidence(self.task.id, step.job_id, step.live)
        # After the repair, which may have withdrawn pages and their claims.
        graph = self.assess.graph()
        inputs = self._inputs(graph)
        if self.model_workers is not None:
            self.model_workers.drain(step.emit)
        named = ReportIdentity(self.task.id, self.task.question, self.task.lang, self.steps.clock())
        report = compile_report(
            material_of(inputs, graph, named), archive=self.archive, check=self.check, emit=step.emit
        )
        files = {
            **render_all(report),
            "graph.json": graph_json(graph),
            "inputs.json": inputs_json(inputs),
            "log.jsonl": _log(self.steps.store, self.task.id),
        }
        with self.steps.store.read() as db:
            pages = [page for p in task_pages(db, self.task.id) if (page := page_by_id(db, p.page_id)) is not None]
        root = ""
        # The task's own folder is private; the user's folder gets the user's usual file mode.
        for folder, mode in self._folders():
            folder.mkdir(parents=True, exist_ok=True)
            root = write_wacz(
                folder / "evidence.wacz",
                archive=self.archive,
                pages=pages,
                files=files,
                title=self.task.question,
                created=report.created_at,
                mode=mode,
            )
            for name in ("report.md", "report.html", "report.json"):
                with atomic_write(folder / name, mode=mode) as stream:
                    stream.write(files[name])
        step.save(
            lambda db: save_report(db, self.task.id, root, _is_answered(report), str(self.folder), report.created_at)
        )
        step.emit(
            ReportCompiled(
                task_id=self.task.id,
                answered=_is_answered(report),
                sentences=_offered(report),
                checked=_offered(report) - len(report.unchecked),
                root_hash=root,
            )
        )
        return root

    def _folders(self) -> list[tuple[Path, int]]:
        """The folders that the report is written to, each with its file mode."""
        return [(self.folder, PRIVATE), *([] if self.task.out is None else [(Path(self.task.out), self.out_mode)])]

    def _inputs(self, graph: EvidenceGraph) -> CompilerInputs:
        """The compiler's inputs besides the graph. They are sealed with the report, so anybody can compile it again."""
        store = self.steps.store
        with store.read() as db:
            read = task_pages(db, self.task.id)
            pages = {p.page_id: page for p in read if (page := page_by_id(db, p.page_id)) is not None}
            fragments = {p.page_id: fragments_of(db, p.page_id) for p in read}
        choice = self._choice(self.assess.chosen(graph))
        shown = tuple(read_page(pages[item.page_id], fragments[item.page_id], item.found_at) for item in read)
        made = answer_drafts(graph, choice, self.task.question, self.task.lang, shown)
        confidence, stance, stance_name = scalings_in_force(store)
        with store.read() as db:
            computations = computations_of(db, self.task.id)
        calculated = computed_drafts(graph, computations, choice, self.task.lang)
        offered = _behind_answer(self._written(made, graph, shown), calculated)
        method = self._method(graph, tuple(self.coverage(graph)))
        return CompilerInputs(
            versions=RuleVersions(
                report=REPORT_RULES, sources=self.assess.sourcing.version, judge=self.assess.judge.version
            ),
            confidence_scaling=confidence,
            stance_scaling=stance,
            stance_calibration=stance_name,
            asked_besides=tuple(words for words, _ in self.assess.also),
            drafts=offered,
            method=method,
            absent=() if any(draft.in_answer for draft in offered) else self.assess.absence(method.pages_searched),
            lowest_grade=self.lowest_grade,
            pages=shown,
            shape=made.shape,
            choice=choice,
        )

    def _choice(self, answer: Sequence[ClaimStanding]) -> AnswerChoice:
        """The chosen claims with the parts of the question that they answer."""
        with self.steps.store.read() as db:
            parts, chosen = answer_parts(db, self.task.id), choice_of_task(db, self.task.id)
        model = None if chosen is None or chosen.rules_stand else chosen
        picks = () if model is None else model.picks
        return AnswerChoice(
            question_lang=self.task.question_lang,
            length=self.task.length,
            claims=tuple(
                ChosenClaim(claim_id=one.claim.id, part=number)
                for one in answer
                for number in range(MOST_ASKED_PARTS)
                if parts.get(one.claim.id, 1) >> number & 1
            ),
            # Not where the model says that nothing answers, or all it chose is withdrawn: then rules chose.
            sections=() if model is None or not {one.claim.id for one in answer} & set(picks) else model.sections,
            partly=model is not None and model.answered is Answered.PARTLY,
            missing=() if model is None else model.missing,
        )

    def _written(self, made: AnswerDrafts, graph: EvidenceGraph, pages: tuple[ReadPage, ...]) -> tuple[Draft, ...]:
        """The drafts, with the answer as a language model wrote it from them; what it left out stands as it is."""
        if self.model_workers is None:
            return made.drafts
        writing = SectionWriting(
            archive=self.archive, workers=self.model_workers, lang=self.task.lang, lowest=self.lowest_grade
        )
        return writing.written(made, graph, pages)

    def _method(self, graph: EvidenceGraph, sections: tuple[SectionCoverage, ...]) -> ReportMethod:
        with self.steps.store.read() as db:
            queries = queries_of(db, self.task.id)
            reason, words = stop_of(db, self.task.id)
            dropped = Counter(
                mask_urls(lost["reason"])
                for kind in ("page_lost", "part_lost")
                for lost in events_of_kind(db, self.task.id, kind)
                # What a folder lost is in `unread`, whichever run indexed it.
                if not lost.get("in_folder")
            )
            libraries = [library_id_of(folder) for folder in self.task.libraries]
            within_reach = document_count(db, libraries)
            unread = unread_of(db, libraries, self.task.id)
            read = len(task_pages(db, self.task.id))
            seconds = seconds_spent(db, self.task.id)
            models = token_use_of(db, self.task.id)
            notes = sum(item.kind is KnowledgeType.USER_PROVIDED for item in knowledge_of(db, self.task.id))
        return ReportMethod(
            queries=tuple(
                QueryLine(
                    text=row.query.text,
                    purpose=row.query.purpose.value,
                    round=row.query.round,
                    hits=row.hits,
                    pages_read=row.pages_read,
                    reason=row.reason,
                )
                for row in queries
            ),
            sections=sections,
            pages_searched=within_reach,
            pages_read=read,
            dropped=tuple(sorted(dropped.items())),
            stop_reason=reason,
            stop_words=words,
            rounds=1 + max((row.query.round for row in queries), default=-1),
            refutation_queries=sum(row.query.purpose is QueryPurpose.REFUTE for row in queries),
            largest_origin_share=graph.largest_origin_share,
            seconds=seconds,
            model_tokens=models.tokens,
            model_seconds=round(models.model_seconds, 1),
            unread=unread,
            follow_up_of=self.task.parent,
            # As in the log, with which `verify` compares them.
            parent_question=mask_urls(self.task.parent_question),
            asked=mask_urls(self.task.asked),
            notes=notes,
        )


def _behind_answer(offered: tuple[Draft, ...], calculated: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """What was calculated for the answer stands behind its sentences, the rest at the end."""
    return (
        *(draft for draft in offered if draft.in_answer),
        *(draft for draft in calculated if draft.in_answer),
        *(draft for draft in offered if not draft.in_answer),
        *(draft for draft in calculated if not draft.in_answer),
    )


def _is_answered(report: Report) -> bool:
    return report.answered is not Answered.NO


def _offered(report: Report) -> int:
    return len(report.claims) + len(report.unchecked)


def _log(store: Store, task_id: str) -> bytes:
    """The causal log so far, one JSON line per event, with secrets in URLs masked (decision 021)."""
    with store.read() as db:
        lines: list[dict[str, Any]] = [_masked(asdict(event)) for event in events_of(db, task_id)]
    return "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines).encode()


def _masked(value: Any) -> Any:
    """Plain data with the secrets in every URL masked."""
    if isinstance(value, dict):
        return {key: _masked(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(one) for one in value]
    return mask_urls(value) if isinstance(value, str) else value
