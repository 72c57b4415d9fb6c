"""One line of text for each event that a person should see; None for events that only the log needs.

Used by the progress view and by commands that print a few events themselves. Pure, but for `print_event`.
"""

from collections.abc import Sequence
from typing import Final, assert_never

import click

from tadori import events as ev
from tadori.events import Event, language_models, upkeep, web
from tadori.model.ids import JA
from tadori.model.printable import one_line

_WebEvent = (
    web.SearchFailed
    | web.EngineChanged
    | web.RouteTried
    | web.CircuitRenewed
    | web.DomainCooling
    | web.AuthQueued
    | web.SourceTraced
    | web.CitationLoop
    | web.RegisterRead
)
_RoundEvent = (
    ev.GapsFound
    | ev.RoundDone
    | ev.ActionChosen
    | language_models.ThoughtShown
    | language_models.DiaryWritten
    | language_models.AnswerEvaluated
    | ev.QueryMade
    | ev.QuerySkipped
)
_ModelEvent = (
    language_models.ModelSetAside
    | language_models.ModelWordsDropped
    | language_models.AnswerChosen
    | language_models.CodeRun
    | language_models.WordingJudged
    | language_models.RulesTookOver
    | language_models.ContextReduced
    | language_models.SchemaRetryExhausted
    | language_models.ModelAsked
)
_TaskEvent = ev.TaskStarted | ev.TaskPaused | ev.TaskResumed | ev.TaskStopped
_FollowingEvent = ev.QuestionReadAs | ev.EvidenceInherited | ev.NotesGiven | ev.ClaimDeepened
_TemplateEvent = upkeep.TemplateReloaded | upkeep.TemplateRefused | upkeep.TemplateRolledBack
_CalibrationEvent = (
    upkeep.CalibrationFitted | upkeep.CalibrationSkipped | upkeep.CalibrationDegraded | upkeep.CalibrationRolledBack
)


_LOSS_LABELS = {"page_lost": "lost", "part_lost": "in part"}


LONGEST_THOUGHT: Final = 200
MOST_READ: Final = 4 * LONGEST_THOUGHT
"""Of a thought that may be of any length."""
_MOST_REASONS: Final = 6
"""Reasons that are named on one line; the rest is added up."""


def _task_line(event: _TaskEvent) -> str:
    if isinstance(event, ev.TaskStarted):
        return f"question: {one_line(event.question)}"
    return f"task    {event.kind.removeprefix('task_')}"


def _following_line(event: _FollowingEvent) -> str:
    match event:
        case ev.QuestionReadAs():
            return f"read as: {one_line(event.question)}"
        case ev.EvidenceInherited():
            return f"taken   {event.pages} pages over from {one_line(event.parent)}"
        case ev.NotesGiven():
            use = "" if event.by_model else "; only a language model reads them, and this task has none"
            return f"notes   {event.notes}{use}"
        case ev.ClaimDeepened():
            return f"deepen  {one_line(event.text)}"
        case _:
            assert_never(event)


def event_line(event: Event) -> str | None:  # noqa: C901 - one case an event, each a line
    """The event as one line; None for events that only the log needs."""
    if isinstance(event, _WebEvent):
        return _web_line(event)
    if isinstance(event, _RoundEvent):
        return _round_event_line(event)
    if isinstance(event, _CalibrationEvent):
        return _calibration_line(event)
    if isinstance(event, _TemplateEvent):
        return _template_line(event)
    if isinstance(event, _TaskEvent):
        return _task_line(event)
    if isinstance(event, _FollowingEvent):
        return _following_line(event)
    if isinstance(event, _ModelEvent):
        return _model_line(event)
    match event:
        case ev.LibraryScanned():
            found = f"library {one_line(event.folder)}: {event.documents} documents, {event.changed} to index"
            return found + left_out_words(event.left_out)
        case ev.DocumentIndexed():
            return f"indexed {event.done}/{event.total}  {one_line(event.title or event.url)}"
        case ev.PageLost() | ev.PartLost():
            return f"{_LOSS_LABELS[event.kind]:<7} {one_line(event.url)}: {one_line(event.reason)}"
        case ev.PageMended():
            return f"mended  {one_line(event.url)}: {one_line(event.damage)}; {one_line(event.how)}"
        case ev.PlanMade():
            return "plan    " + one_line(" · ".join(event.sections))
        case ev.PageRead():
            return f"read    {one_line(event.title or event.url)}"
        case ev.ClaimsWeighed():
            return f"weighed {event.claims} claims, {event.new} new, novelty {event.novelty:.0%}"
        case ev.RefutationSearched():
            return f"refute  {'found' if event.found else 'none found'} in {event.queries} queries"
        case ev.SentenceRefused():
            return f"refused {one_line(event.text)}: {one_line(event.reason)}"
        case ev.InjectionSuspected():
            return f"warning {one_line(event.url)} tries to give orders ({event.rule}); it is read as data only"
        case ev.DomainTrustChanged():
            return f"trust   {one_line(event.domain)} {event.before} → {event.after}: {one_line(event.reason)}"
        case ev.BudgetWarning():
            return f"warning {event.threshold:.0%} of the {event.unit} are spent ({event.spent:.0f} of {event.limit})"
        case ev.ResearchStopped():
            return f"stopped {one_line(event.words)}"
        case ev.ReportCompiled():
            return f"report  {event.checked} of {event.sentences} sentences passed the check"
        case web.SearchDone() | web.HitSkipped() | web.EntityMet() | ev.WorkCounted():
            return None
        case _:
            assert_never(event)


def _model_line(event: _ModelEvent) -> str | None:
    """What language models chose, calculated and judged, and where rules did their work."""
    match event:
        case language_models.ModelSetAside():
            return f"warning {event.seat} set aside: {one_line(event.reason)}; instead: {one_line(event.instead)}"
        case language_models.ModelWordsDropped():
            return f"dropped {sum(count for _, count in event.dropped)} of the model's {event.job}: no source says it"
        case language_models.AnswerChosen():
            return f"chosen  {event.chosen} of {event.shown} claims (answered: {event.answered})"
        case language_models.CodeRun():
            return "code    calculated" if event.ok else f"code    not used: {one_line(event.reason)}"
        case language_models.WordingJudged():
            return _judged_line(event)
        case language_models.RulesTookOver():
            return f"rules   do the {event.job}: {event.code}"
        case language_models.ContextReduced():
            return f"shorter {event.before} → {event.after} tokens for {one_line(event.phase)} ({event.method})"
        case language_models.SchemaRetryExhausted():
            return event.log_line
        case language_models.ModelAsked():
            return None
        case _:
            assert_never(event)


def _judged_line(event: language_models.WordingJudged) -> str | None:
    """How many judges said what; nothing where rules had decided already."""
    if event.code:
        return None if event.code == "RULES_DECIDE" else f"judged  by nobody: {event.code}"
    said = f"{event.accepted} yes, {event.refused} no"
    lost = f"; {event.canary_failed} misled by a canary" if event.canary_failed else ""
    return f"judged  {said}{lost}" + (f"; {event.unanswered} without an answer" if event.unanswered else "")


def left_out_words(groups: Sequence[tuple[str, int]]) -> str:
    """`; left out 12 files: picture 9, hidden file 2, no reader for .xyz 1`; empty where none is left out."""
    if not groups:
        return ""
    total = sum(count for _, count in groups)
    named = [f"{reason} {count}" for reason, count in groups[:_MOST_REASONS]]
    if rest := sum(count for _, count in groups[_MOST_REASONS:]):
        named.append(f"others {rest}")
    return f"; left out {total} file{'s' if total > 1 else ''}: {', '.join(named)}"


def _round_event_line(event: _RoundEvent) -> str | None:
    """The next queries, skipped queries, and the result of a round in the language of the question."""
    match event:
        case ev.GapsFound():
            return None  # RoundDone lists the gaps of all sections in one line
        case ev.ActionChosen():
            return f"next    {event.action}: {one_line(event.reason)}"
        case language_models.ThoughtShown():
            # Of a model: a live view cuts it again, to the width of its terminal.
            return f"think   {one_line(event.text[:MOST_READ], LONGEST_THOUGHT)}"
        case language_models.DiaryWritten():
            notes = f", {one_line(event.notes)}" if event.notes else ""
            return f"step {event.step}  {event.action}: {event.result}{notes}"
        case language_models.AnswerEvaluated():
            return f"tested  {'passed' if event.passed else 'failed: ' + ', '.join(event.failed)}"
        case ev.QueryMade():
            return f"query   [{event.purpose}] {one_line(event.text)}"
        case ev.QuerySkipped():
            return f"skipped [{event.purpose}] {one_line(event.text)}: {one_line(event.reason)}"
        case ev.RoundDone():
            return _round_line(event)


def _round_line(event: ev.RoundDone) -> str:
    if event.lang == JA:
        missing = f"不足: {'、'.join(event.missing)}" if event.missing else "不足なし"
        next_step = "次の回へ" if event.goes_on else "検索を終える"
        head = f"{event.round}/{event.max_rounds}回目 充足度{event.confidence:.0%} {missing}"
    else:
        missing = f"missing: {', '.join(event.missing)}" if event.missing else "nothing missing"
        next_step = "another round" if event.goes_on else "no further round"
        head = f"{event.round} of {event.max_rounds}, {event.confidence:.0%} covered, {missing}"
    return f"round   {one_line(head)} → {next_step}: {one_line(event.reason)}"


def _web_line(event: _WebEvent) -> str:
    """Searching and fetching: failures, routes tried, waiting pages, sources traced."""
    match event:
        case web.SearchFailed():
            return f"search  {event.provider} failed: {one_line(event.reason)}"
        case web.EngineChanged():
            return f"engine  {event.engine} {event.before} → {event.after}: {one_line(event.reason)}"
        case web.RouteTried():
            status = "" if event.status is None else f" {event.status}"
            return f"{event.route:<9}{one_line(event.url)}:{status} {event.outcome} ({one_line(event.reason, 60)})"
        case web.CircuitRenewed():
            whose = "every domain" if event.everywhere else one_line(event.domain)
            return f"tor     new circuit for {whose}: {one_line(event.reason)}"
        case web.DomainCooling():
            return f"cooling {event.domain} until {event.until}: {one_line(event.reason)}"
        case web.AuthQueued():
            return f"waiting {one_line(event.url)} needs a person ({event.block}); see: tadori auth list"
        case web.SourceTraced():
            return f"traced  {one_line(event.page_url, 50)} → {one_line(event.url, 60)}"
        case web.CitationLoop():
            return f"circle  {one_line(' ↔ '.join(event.urls))} cite each other"
        case web.RegisterRead():
            return f"register {one_line(', '.join(event.domains))}: {one_line(event.holder or 'holder not named')}"
        case _:
            assert_never(event)


def _calibration_line(event: _CalibrationEvent) -> str:
    match event:
        case upkeep.CalibrationFitted():
            scores = f"Brier {event.brier_before:.4f} → {event.brier_after:.4f}"
            return f"fitted  {event.source} version {event.version} ({event.method}, {event.samples} samples): {scores}"
        case upkeep.CalibrationSkipped():
            return f"unfit   {event.source}: {one_line(event.reason)}"
        case upkeep.CalibrationDegraded():
            return (
                f"warning {event.source} version {event.version}: Brier {event.before:.4f} → {event.after:.4f}, "
                f"{event.worse:.0%} worse; see: tadori calibrate rollback"
            )
        case upkeep.CalibrationRolledBack():
            versions = f"{event.previous_version} → {event.rolled_back_to}"
            return f"undone  {event.source} version {versions}: {one_line(event.reason)}"
        case _:
            assert_never(event)


def _template_line(event: _TemplateEvent) -> str:
    match event:
        case upkeep.TemplateReloaded():
            return event.log_line
        case upkeep.TemplateRefused():
            return f"warning template {one_line(event.where)}: {one_line(event.reason, 200)}; in force: {event.kept}"
        case upkeep.TemplateRolledBack():
            return f"undone  template {event.previous} → {event.rolled_back_to}: {one_line(event.reason)}"
        case _:
            assert_never(event)


def print_event(event: Event) -> None:
    """Print the line of an event, if it has one, on stderr."""
    line = event_line(event)
    if line is not None:
        click.echo(line, err=True)
