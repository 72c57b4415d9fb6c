"""When a claim was stated, updated, corrected or withdrawn (L32), as far as dated quotations say so."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tadori.model.ids import IsoDate
from tadori.model.report import Citation, ReportClaim, TimelineEntry

# The gravest word decides: a correction that withdraws a statement withdraws it.
_CUES: Final = (
    ("withdrawn", re.compile(r"撤回|取り下げ|取下げ|\bretract(?:ed|ion|s)\b|\bwithdr(?:awn|ew|awal)\b", re.IGNORECASE)),
    ("corrected", re.compile(r"訂正|正誤表|正しくは|\bcorrect(?:ion|ions|ed)\b|\berrat(?:um|a)\b", re.IGNORECASE)),
    ("updated", re.compile(r"更新|改訂|改定|\bupdate[ds]?\b|\brevised\b|\bamended\b", re.IGNORECASE)),
)


def revision_kind(words: str) -> str:
    """`withdrawn`, `corrected` or `updated` by the cues in `words`; `stated` without any."""
    return next((kind for kind, cue in _CUES if cue.search(words)), "stated")


def claim_timeline(
    claims: Sequence[ReportClaim], dates: Mapping[str, IsoDate | None], citations: Sequence[Citation]
) -> tuple[TimelineEntry, ...]:
    """Dated claims and the corrections that contradict them, oldest first; equal dates in the order of print.

    `dates` gives the time each claim is about, by claim id; without one, its earliest dated source counts.
    """
    entries = [entry for claim in claims for entry in (*_stated(claim, dates, citations), *_revised(claim, citations))]
    unique: dict[tuple[int, str], TimelineEntry] = {}
    for entry in entries:
        unique.setdefault((entry.citation, entry.text), entry)
    return tuple(sorted(unique.values(), key=lambda entry: entry.date))


def _stated(
    claim: ReportClaim, dates: Mapping[str, IsoDate | None], citations: Sequence[Citation]
) -> list[TimelineEntry]:
    sentence = claim.sentence
    own, others = ([citations[number - 1] for number in numbers] for numbers in (sentence.citations, claim.supporting))
    claim_date = min((date for claim_id in sentence.claim_ids if (date := dates.get(claim_id))), default=None)
    first = own[0] if claim_date else _earliest(own) or _earliest(others) or own[0]
    kind = _kind(first)
    # A revision is dated by its page: what it speaks about may lie years before.
    date = (claim_date or first.date) if kind == "stated" else (first.date or claim_date)
    return [TimelineEntry(date=date, text=sentence.text, kind=kind, citation=first.number)] if date else []


def _revised(claim: ReportClaim, citations: Sequence[Citation]) -> list[TimelineEntry]:
    """Dated quotations against the claim that call themselves a correction, an update or a withdrawal."""
    entries: list[TimelineEntry] = []
    for citation in (citations[number - 1] for number in claim.against):
        kind = _kind(citation)
        if citation.date and kind != "stated":
            entries.append(
                TimelineEntry(date=citation.date, text=citation.quotation.text, kind=kind, citation=citation.number)
            )
    return entries


def _earliest(citations: Sequence[Citation]) -> Citation | None:
    return min((c for c in citations if c.date), key=lambda c: c.date or "", default=None)


def _kind(citation: Citation) -> str:
    return revision_kind(f"{citation.title}\n{citation.quotation.text}")
