"""Makes the drafts of a report from the claims that were chosen as the answer: which are printed, where, in what order.

Comes in: the graph, the sealed choice, the question and the pages. Goes out: drafts, the shape of the answer, and the
parts of the question without one. Pure: `verify` makes the same drafts again. It neither chooses the answer
(`pipeline/answering.py`) nor words a sentence (`report/presentation.py`).
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.claim import Claim, Mood
from tadori.model.graph import ClaimStanding, EvidenceGraph, Standing
from tadori.model.ids import Lang
from tadori.model.report import AnswerShape, ComparisonRow, Draft, ReadPage
from tadori.model.sealing import AnswerChoice
from tadori.model.thresholds import (
    FACT_REPORT_WORDS,
    MAX_ANSWER_SENTENCES,
    OPEN_RELEVANT_AT,
    RELEVANT_AT,
    REPORT_CLAIMS,
    REPORT_WORDS,
)
from tadori.pipeline.code_drafts import NO_CODE, announces_short_code, code_shown, words_of
from tadori.rank.answer_values import best_value
from tadori.rank.open_answers import word_count
from tadori.rank.open_layout import ChosenSentence, Layout, laid_out
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.question_parts import AskedPart, asked_parts
from tadori.rank.yes_no import Surroundings, yes_no_verdict
from tadori.report.presentation import presented
from tadori.text.grounded import is_grounded, is_heading


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDrafts:
    """What the compiler is offered."""

    drafts: tuple[Draft, ...]
    shape: AnswerShape
    unanswered: tuple[str, ...]
    """Parts of the question, as asked, that nothing answers; empty where none is answered."""


def answer_drafts(
    graph: EvidenceGraph, choice: AnswerChoice, question: str, lang: Lang, pages: Sequence[ReadPage]
) -> AnswerDrafts:
    """The answer in reading order, then what else the claims say, within the words that a report may have."""
    parts = asked_parts(question, choice.question_lang)
    desk = _Desk.of(graph, pages, lang)
    made = _by_sections(desk, choice, question, parts) if choice.sections else _by_parts(desk, choice, parts)
    answer, unanswered = made.drafts, made.unanswered
    by_id, answered = desk.by_id, bool(answer)
    room = _room(parts, choice)
    shown = code_shown(answer, by_id, room, lang) if any(p.parsed.kind is QuestionKind.HOW for p in parts) else NO_CODE
    answer = list(shown.drafts) if shown.drafts else answer
    first = parts[0].parsed
    shape = AnswerShape(
        kind=first.kind.value,
        verdict=made.decided.verdict,
        decided_by=made.decided.claim_id,
        partly=answered and (bool(unanswered) or choice.partly),
        sides=first.sides if made.rows else (),
        rows=made.rows,
        code_left_out=shown.left_out,
    )
    room -= sum(words_of(draft, lang) for draft in answer)
    least = OPEN_RELEVANT_AT if answer and any(part.parsed.is_open for part in parts) else RELEVANT_AT
    beside = _beside(graph, answer, room, least, lang)
    return AnswerDrafts(drafts=(*answer, *beside), shape=shape, unanswered=tuple(unanswered) if answered else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """What every layout looks things up in."""

    by_id: dict[str, ClaimStanding]
    titles: dict[str, str]
    headings: dict[str, tuple[tuple[int, str], ...]]
    lang: Lang

    @staticmethod
    def of(graph: EvidenceGraph, pages: Sequence[ReadPage], lang: Lang) -> "_Desk":
        return _Desk(
            by_id={standing.claim.id: standing for standing in graph.claims},
            titles={source.page_id: source.title for source in graph.sources},
            headings={page.page_id: page.headings for page in pages},
            lang=lang,
        )

    def layout(self, part: AskedPart, chosen: Sequence[ClaimStanding]) -> Layout:
        return laid_out(part.parsed, [_sentence(one, self.titles, self.headings) for one in chosen], self.lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class _LaidOutAnswer:
    drafts: list[Draft]
    decided: "_Decision"
    rows: tuple[ComparisonRow, ...]
    unanswered: list[str]


def _by_parts(desk: _Desk, choice: AnswerChoice, parts: Sequence[AskedPart]) -> _LaidOutAnswer:
    """The answer as rules lay it out: part by part of the question, each by its own kind."""
    answer: list[Draft] = []
    decided = _UNDECIDED
    rows: tuple[ComparisonRow, ...] = ()
    unanswered = []
    for number, part in enumerate(parts):
        wanted = [desk.by_id[c.claim_id] for c in choice.claims if c.part == number and c.claim_id in desk.by_id]
        chosen = understood_alone(wanted, with_code=part.parsed.kind is QuestionKind.HOW)
        chosen = _without_repeated(chosen) if part.parsed.is_open else chosen[:MAX_ANSWER_SENTENCES]
        if not chosen:
            unanswered.append(part.text)
            continue
        decided = _decided(part, chosen, desk.titles, desk.headings) if len(parts) == 1 else _UNDECIDED
        # The sentence that says yes or no comes first.
        chosen = sorted(chosen, key=lambda one: one.claim.id != decided.claim_id)
        placed = {claim_id for draft in answer for claim_id in draft.claim_ids}
        layout = desk.layout(part, [one for one in chosen if one.claim.id not in placed])
        answer += [
            _placed(desk.by_id[one.claim_id].claim, part.text if len(parts) > 1 else one.facet, part)
            for one in layout.order
        ]
        rows = rows or _rows(layout)
    if len(parts) > 1 and not unanswered and len({draft.facet for draft in answer}) == 1:
        # One heading over all of it says less than the question above.
        answer = [replace(draft, facet="") for draft in answer]
    return _LaidOutAnswer(drafts=answer, decided=decided, rows=rows, unanswered=unanswered)


def _by_sections(desk: _Desk, choice: AnswerChoice, question: str, parts: Sequence[AskedPart]) -> _LaidOutAnswer:
    """The answer as a model laid it out: its sections and order, under its headings where those bring no word of their
    own, else under the rules'. A table of two sides, the order of time, and yes or no stay with the rules.
    """
    part_of = {one.claim_id: parts[one.part] for one in choice.claims if one.part < len(parts)}
    named = [claim_id for section in choice.sections for claim_id in section.claim_ids if claim_id in part_of]
    how = any(part.parsed.kind is QuestionKind.HOW for part in parts)
    wanted = [desk.by_id[claim_id] for claim_id in dict.fromkeys(named) if claim_id in desk.by_id]
    chosen = _without_repeated(understood_alone(wanted, with_code=how))
    decided = _decided(parts[0], chosen, desk.titles, desk.headings) if len(parts) == 1 else _UNDECIDED
    layout = desk.layout(parts[0], chosen)
    by_rules = {one.claim_id: one.facet for one in layout.order}
    order = [one.claim.id for one in chosen]
    if layout.rows or parts[0].parsed.kind is QuestionKind.CHANGE:
        order = list(by_rules)
    order.sort(key=lambda claim_id: claim_id != decided.claim_id)
    facets = by_rules if layout.rows else by_rules | _own_headings(desk, choice, question)
    # What stands under no heading stands before all headings, and what stands under one stands together.
    groups = {"": 0} | {
        facet: 1 + number for number, facet in enumerate(dict.fromkeys(facets[one] for one in order)) if facet
    }
    order.sort(key=lambda claim_id: groups[facets[claim_id]])
    alone = len({facets[claim_id] for claim_id in order}) == 1
    drafts = [_placed(desk.by_id[one].claim, "" if alone else facets[one], part_of[one]) for one in order]
    return _LaidOutAnswer(drafts=drafts, decided=decided, rows=_rows(layout), unanswered=[])


def _own_headings(desk: _Desk, choice: AnswerChoice, question: str) -> dict[str, str]:
    """Claim → the heading that the model put above it, where all its words stand in the section or the question."""
    found: dict[str, str] = {}
    for section in choice.sections:
        claims = [desk.by_id[claim_id].claim for claim_id in section.claim_ids if claim_id in desk.by_id]
        texts = [text for claim in claims for text in _texts_of(claim, desk)]
        if claims and is_heading(section.heading, question, texts):
            found |= {claim.id: section.heading for claim in claims}
    return found


def _texts_of(claim: Claim, desk: _Desk) -> tuple[str, str, str]:
    """What a heading above the claim may take its words from."""
    placed = _sentence(desk.by_id[claim.id], desk.titles, desk.headings)
    return placed.title, placed.section, presented(claim, in_answer=True).text


def gaps_in_their_words(
    graph: EvidenceGraph, choice: AnswerChoice, question: str, pages: Sequence[ReadPage], lang: Lang
) -> tuple[str, ...]:
    """What the model says is missing, as far as all its words stand in the question or the evidence."""
    if not choice.missing:
        return ()
    desk = _Desk.of(graph, pages, lang)
    texts = (question, *(text for one in graph.claims for text in _texts_of(one.claim, desk)))
    return tuple(gap for gap in choice.missing if is_grounded(gap, texts))


def best_first(graph: EvidenceGraph) -> tuple[ClaimStanding, ...]:
    """Claims by answer score, then confidence, then id."""
    return tuple(sorted(graph.claims, key=lambda c: (-c.answer_score, -c.confidence.value, c.claim.id)))


def understood_alone(answer: Sequence[ClaimStanding], *, with_code: bool = False) -> list[ClaimStanding]:
    """The claims that may stand in an answer: one per quotation, none that leaves open what it speaks about, and none
    that is printed beside another one, which is only understood together with it.

    `with_code`: code is printed, so that a sentence which announces it may stand.
    """
    kept = [
        standing
        for standing in first_per_quotation(answer)
        if standing.claim.context.stands_alone or (with_code and announces_short_code(standing.claim))
    ]
    for one in tuple(kept):
        if any(_is_printed_with(one, other) for other in kept if other is not one):
            kept.remove(one)
    return kept


def _is_printed_with(one: ClaimStanding, other: ClaimStanding) -> bool:
    """Whether the sentence of `one` stands in the words around the sentence of `other`."""
    own, context = one.claim.quotation, other.claim.context
    return any(
        around is not None and around.page_id == own.page_id and around.start <= own.start and own.end <= around.end
        for around in (context.neighbour, context.proviso)
    )


def _without_repeated(chosen: Sequence[ClaimStanding]) -> list[ClaimStanding]:
    """Without sentences that another one is printed with: the one before it, by which it is understood."""
    shown = [one.claim.context.neighbour for one in chosen if one.claim.context.neighbour is not None]

    def is_shown(claim: Claim) -> bool:
        own = claim.quotation
        return any(q.page_id == own.page_id and q.start <= own.start and own.end <= q.end for q in shown)

    return [one for one in chosen if not is_shown(one.claim)]


def first_per_quotation(standings: Sequence[ClaimStanding]) -> list[ClaimStanding]:
    """The first claim for each quotation: older graphs also have versions of it that a language model shortened."""
    found: dict[tuple[str, int, int], ClaimStanding] = {}
    for standing in standings:
        quotation = standing.claim.quotation
        found.setdefault((quotation.page_id, quotation.start, quotation.end), standing)
    return list(found.values())


def _room(parts: Sequence[AskedPart], choice: AnswerChoice) -> int:
    """Words of the answer and what stands beside it."""
    return REPORT_WORDS[choice.length] if any(part.parsed.is_open for part in parts) else FACT_REPORT_WORDS


def _sentence(
    standing: ClaimStanding, titles: dict[str, str], headings: dict[str, tuple[tuple[int, str], ...]]
) -> ChosenSentence:
    quotation = standing.claim.quotation
    above = headings.get(quotation.page_id, ())
    at = bisect_right([start for start, _ in above], quotation.start) - 1
    section = above[at][1] if at >= 0 else ""
    return ChosenSentence(
        claim_id=standing.claim.id,
        text=standing.claim.text,
        title=titles.get(quotation.page_id, ""),
        heading=section.rpartition(" › ")[2],
        section=section,
        page_id=quotation.page_id,
        place=quotation.start,
    )


def _placed(claim: Claim, facet: str, part: AskedPart) -> Draft:
    """The draft of a claim of the answer under its heading; of several questions, each heads its own answers."""
    draft = presented(claim, in_answer=True)
    return replace(draft, facet=facet, value=_value(draft, claim, part))


def _rows(layout: Layout) -> tuple[ComparisonRow, ...]:
    return tuple(ComparisonRow(aspect=row.aspect, cells=row.cells) for row in layout.rows)


@dataclass(frozen=True, slots=True)
class _Decision:
    verdict: str = ""
    claim_id: str = ""


_UNDECIDED: Final = _Decision()


def _decided(
    part: AskedPart,
    chosen: Sequence[ClaimStanding],
    titles: dict[str, str],
    headings: dict[str, tuple[tuple[int, str], ...]],
) -> _Decision:
    """What the sentences say to a yes/no question; nothing where two of them say otherwise, or one is contested."""
    found = []
    for one in chosen:
        placed = _sentence(one, titles, headings)
        around = Surroundings(title=placed.title, heading=placed.heading, subject=one.claim.context.subject)
        if says_so_itself(one) and (verdict := yes_no_verdict(part.parsed, placed.text, one.claim.lang, around)):
            found.append(_Decision(verdict, one.claim.id))
    return found[0] if len({decision.verdict for decision in found}) == 1 else _UNDECIDED


def says_so_itself(standing: ClaimStanding) -> bool:
    """Whether the page itself states the claim's sentence, whole: nothing above or behind it bounds it."""
    context = standing.claim.context
    bounds = (context.speaker, context.lead_in, context.header, context.proviso)
    return context.mood is Mood.STATED and not any(bounds) and standing.standing is not Standing.CONTESTED


def _value(draft: Draft, claim: Claim, part: AskedPart) -> str:
    """The words that fill the asked slot; none where the draft lays the sentence out otherwise than the claim."""
    if part.parsed.is_open:
        return ""
    value = " ".join(best_value(part.parsed, claim.text, claim.lang).split())
    return value if value in draft.text else ""


def _beside(graph: EvidenceGraph, answer: Sequence[Draft], room: int, least: float, lang: Lang) -> list[Draft]:
    """What else the best claims say, as long as there is room; the first in any case where nothing answers, so that a
    reader sees the nearest there is. `least`: the score under which a claim is beside the question."""
    taken = {claim_id for draft in answer for claim_id in draft.claim_ids}
    known = {quotation for draft in answer for quotation in draft.quotations[:1]}
    relevant = [one for one in best_first(graph) if one.answer_score >= least and one.claim.id not in taken]
    beside: list[Draft] = []
    for standing in first_per_quotation(relevant):
        draft = presented(standing.claim, in_answer=False)
        size = word_count(draft.text, lang)
        if (
            standing.claim.context.introduces
            or standing.claim.quotation in known
            or (size > room and (answer or beside))
        ):
            continue
        if len(beside) == REPORT_CLAIMS:
            break
        room -= size
        beside.append(draft)
    return beside
