"""How a claim stands among independent origins: corroborated, single-source or contested. Never whether it is checked.

A page that contradicts its own publisher contests too: a correction, or a copy in which a fact was changed, is
exactly what a reader must see.
"""

import re
from collections.abc import Mapping, Sequence

from tadori.model.claim import Edge
from tadori.model.graph import Source, Standing
from tadori.model.ids import JA, Lang

_CORRECTION = re.compile(
    r"訂正|修正し|お詫び|正しくは|誤りでした|撤回|\bcorrect(?:ion|ed|s)\b|\berrat(?:um|a)\b|\bretract|\bwithdrawn\b|\bamended\b",
    re.IGNORECASE,
)


def standing_of(supporting: Sequence[Edge], refuting: Sequence[Edge], sources: Mapping[str, Source]) -> Standing:
    """The standing by shown edges: one refutation from another page contests; two supporting origins corroborate."""
    pages = {edge.quotation.page_id for edge in supporting}
    if any(edge.quotation.page_id not in pages for edge in refuting):
        return Standing.CONTESTED
    if len({sources[page].origin for page in pages}) >= 2:
        return Standing.CORROBORATED
    return Standing.SINGLE_SOURCE


def corrections(
    supporting: Sequence[Edge], refuting: Sequence[Edge], sources: Mapping[str, Source], lang: Lang
) -> tuple[str, ...]:
    """A sentence for each later correction by a publisher that supported the claim before, by date."""
    earlier: dict[str, str] = {}
    for edge in supporting:
        source = sources[edge.quotation.page_id]
        earlier[source.origin] = max(earlier.get(source.origin, ""), source.date or "")
    told: set[tuple[str, str]] = set()
    for edge in refuting:
        source = sources[edge.quotation.page_id]
        later = source.date is not None and source.origin in earlier and source.date > earlier[source.origin]
        if later and _CORRECTION.search(f"{source.title}\n{edge.quotation.text}"):
            told.add((source.date or "", source.title))
    return tuple(_correction_words(date, title, lang) for date, title in sorted(told))


def _correction_words(date: str, title: str, lang: Lang) -> str:
    if lang == JA:
        return f"同じ発行元が{date}に訂正している（「{title}」）。"
    return f'The same publisher corrected this on {date} ("{title}").'
