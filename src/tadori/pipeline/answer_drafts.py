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
    by_id = {standing.claim.id: standing for standing in graph.claims}
    titles = {source.page_id: source.title for source in graph.sources}
    headings = {page.page_id: page.headings for page in pages}
    answer: list[Draft] = []
    decided = _UNDECIDED
    rows: tuple[ComparisonRow, ...] = ()
    unanswered = []
    for number, part in enumerate(parts):
        wanted = [by_id[c.claim_id] for c in choice.claims if c.part == number and c.claim_id in by_id]
        chosen = understood_alone(wanted, with_code=part.parsed.kind is QuestionKind.HOW)
        chosen = _without_repeated(chosen) if part.parsed.is_open else chosen[:MAX_ANSWER_SENTENCES]
        if not chosen:
            unanswered.append(part.text)
            continue
        decided = _decided(part, chosen, titles, headings) if len(parts) == 1 else _UNDECIDED
        # The sentence that says yes or no comes first.
        chosen = sorted(chosen, key=lambda one: one.claim.id != decided.claim_id)
        placed = {claim_id for draft in answer for claim_id in draft.claim_ids}
        fresh = [one for one in chosen if one.claim.id not in placed]
        layout = laid_out(part.parsed, [_sentence(one, titles, headings) for one in fresh], lang)
        answer += _placed(layout, by_id, part, several=len(parts) > 1)
        rows = rows or tuple(ComparisonRow(aspect=row.aspect, cells=row.cells) for row in layout.rows)
    answered = bool(answer)
    if len(parts) > 1 and not unanswered and len({draft.facet for draft in answer}) == 1:
        # One heading over all of it says less than the question above.
        answer = [replace(draft, facet="") for draft in answer]
    room = _room(parts, choice)
    shown = code_shown(answer, by_id, room, lang) if any(p.parsed.kind is QuestionKind.HOW for p in parts) else NO_CODE
    answer = list(shown.drafts) if shown.drafts else answer
    first = parts[0].parsed
    shape = AnswerShape(
        kind=first.kind.value,
        verdict=decided.verdict,
        decided_by=decided.claim_id,
        partly=answered and bool(unanswered),
        sides=first.sides if rows else (),
        rows=rows,
        code_left_out=shown.left_out,
    )
    room -= sum(words_of(draft, lang) for draft in answer)
    least = OPEN_RELEVANT_AT if answer and any(part.parsed.is_open for part in parts) else RELEVANT_AT
    beside = _beside(graph, answer, room, least, lang)
    return AnswerDrafts(drafts=(*answer, *beside), shape=shape, unanswered=tuple(unanswered) if answered else ())


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
    """The first claim for each quotation: the graph may also have a version of it that a language model made."""
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


def _placed(layout: Layout, by_id: dict[str, ClaimStanding], part: AskedPart, *, several: bool) -> list[Draft]:
    """The drafts in the order of the layout; of several questions, each is the facet of its answers."""
    placed = []
    for one in layout.order:
        claim = by_id[one.claim_id].claim
        draft = presented(claim, in_answer=True)
        placed.append(replace(draft, facet=part.text if several else one.facet, value=_value(draft, claim, part)))
    return placed


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
