"""The standing of a claim: contested, corroborated or single-source. Whether it is checked is decided elsewhere.

Origins count for corroboration only. A page that contradicts its own publisher contests too: a correction, or a copy in
which a fact was changed, is exactly what a reader must see.
"""

import re
from collections.abc import Mapping, Sequence

from tadori.model.claim import Edge
from tadori.model.evidence_thresholds import CORROBORATED_FROM, QUALIFICATIONS_WORDED
from tadori.model.graph import EvidenceSource, Standing
from tadori.model.ids import JA, Lang

_CORRECTION = re.compile(
    r"訂正|修正し|お詫び|正しくは|誤りでした|撤回|\bcorrect(?:ion|ed|s)\b|\berrat(?:um|a)\b|\bretract|\bwithdrawn\b|\bamended\b",
    re.IGNORECASE,
)


def standing_of(
    supporting: Sequence[Edge], refuting: Sequence[Edge], sources: Mapping[str, EvidenceSource]
) -> Standing:
    """The standing by shown edges: one refutation from another page contests; two supporting origins corroborate."""
    pages = {edge.quotation.page_id for edge in supporting}
    if any(edge.quotation.page_id not in pages for edge in refuting):
        return Standing.CONTESTED
    if len({sources[page].origin for page in pages}) >= CORROBORATED_FROM:
        return Standing.CORROBORATED
    return Standing.SINGLE_SOURCE


def corrected_origins(
    earlier: Sequence[Edge], later: Sequence[Edge], sources: Mapping[str, EvidenceSource]
) -> dict[str, set[str]]:
    """Origins that stated one thing and have since corrected it (L32): origin → pages of the correction.

    `earlier` and `later` are edges of opposite sides; a correction is newer than everything its origin stated on the
    other side, and calls itself one.
    """
    latest: dict[str, str] = {}
    for edge in earlier:
        source = sources[edge.quotation.page_id]
        latest[source.origin] = max(latest.get(source.origin, ""), source.date or "")
    found: dict[str, set[str]] = {}
    for edge in later:
        source = sources[edge.quotation.page_id]
        newer = source.date is not None and source.origin in latest and source.date > latest[source.origin]
        if newer and _CORRECTION.search(f"{source.title}\n{edge.quotation.text}"):
            found.setdefault(source.origin, set()).add(source.page_id)
    return found


def correction_notes(
    supporting: Sequence[Edge], refuting: Sequence[Edge], sources: Mapping[str, EvidenceSource], lang: Lang
) -> tuple[str, ...]:
    """A sentence for each later correction by a publisher that supported the claim before, by date; and for each
    earlier statement that this one corrects.
    """
    against = {page for pages in corrected_origins(supporting, refuting, sources).values() for page in pages}
    corrected = sorted({(sources[page].date or "", sources[page].title) for page in against})
    words = [_correction_words(date, title, lang) for date, title in corrected]
    own = corrected_origins(refuting, supporting, sources)
    before = {sources[edge.quotation.page_id] for edge in refuting}
    undone = sorted({(s.date or "", s.title) for s in before if s.origin in own})
    return tuple(words + [_replacing_words(date, title, lang) for date, title in undone])


def _correction_words(date: str, title: str, lang: Lang) -> str:
    if lang == JA:
        return f"同じ発行元が{date}に訂正している（「{title}」）。"
    return f'The same publisher corrected this on {date} ("{title}").'


def _replacing_words(date: str, title: str, lang: Lang) -> str:
    if lang == JA:
        return f"同じ発行元が以前に述べたこと（{date or '日付不明'}、「{title}」）を訂正したもの。"
    return f'It corrects what the same publisher said before ({date or "undated"}, "{title}").'


def qualification_notes(qualifying: Sequence[Edge], lang: Lang) -> tuple[str, ...]:
    """A sentence for each other value of another time, place, group or bound; the first few only."""
    found = dict.fromkeys(ground.detail for edge in qualifying for ground in edge.grounds if ground.detail)
    words = "条件の異なる値がある（{}）。" if lang == JA else "There is another value under other conditions ({})."
    return tuple(words.format(detail) for detail in list(found)[:QUALIFICATIONS_WORDED])
