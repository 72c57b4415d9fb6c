"""Finds what information a section still lacks (F3). Rules only, no I/O.

Comes in: a section and what was gathered for it (`engine/state.py`). Goes out: `Gaps` with the coverage (0 to 1) of
each focus phrase and each required kind of information, and query texts for what is missing.
"""

import re
from collections.abc import Sequence
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.model.question import Section
from tadori.model.rounds import Gaps
from tadori.model.state import AccumulatedItem, InfoType
from tadori.model.thresholds import COVERED_AT, GAP_ITEMS
from tadori.rank.question import only_asks
from tadori.text.tokens import terms

_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_COUNTED: Final = r"\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million)\b"
# Patterns that suggest a text holds this kind of information: a sign, not a proof.
_SIGNS: Final[dict[InfoType, re.Pattern[str]]] = {
    InfoType.NUMBER: re.compile(rf"\d|[一二三四五六七八九十百千]+[人個件回年円万億]|{_COUNTED}", re.IGNORECASE),
    InfoType.DATE: re.compile(rf"\b(?:1\d|20)\d\d\b|\d年|\d月|世紀|\b{_MONTH}\.? \d|\bcentury\b", re.IGNORECASE),
    InfoType.PERSON: re.compile(
        r"[A-Z][\w.'-]+ (?:[a-z]{2,3} )?[A-Z][\w'-]+|氏|さん|博士|教授|大統領|首相|社長|[ァ-ヴー]+・[ァ-ヴー]+"
        r"|[一-鿿]{2,4}(?:が|は|によ)"
    ),
    InfoType.PLACE: re.compile(
        r"\b(?:in|at|near|from|of) (?:the )?[A-Z]\w+|に(?:ある|位置|所在)"
        r"|[一-鿿ァ-ヴー](?:市|県|国|町|村|区|都|府|州|島|駅|山|川|大学|地方)"
    ),
    InfoType.REASON: re.compile(
        r"\b(?:because|since|due to|owing to|caused?|as a result|therefore|reason|led to|so that|in order to)\b"
        r"|ため|ので|理由|原因|によって|により|から(?:だ|で|、)",
        re.IGNORECASE,
    ),
    InfoType.COMPARISON: re.compile(
        r"\b(?:than|whereas|while|unlike|compared|both|more|less|differ\w*)\b|より|比べ|一方|違い|異なる|に対し",
        re.IGNORECASE,
    ),
    InfoType.PROCEDURE: re.compile(
        r"\b(?:step|first|then|next|finally|must|by \w+ing|method|procedure)\b"
        r"|手順|まず|次に|方法|必要がある|申請|行う",
        re.IGNORECASE,
    ),
    InfoType.DEFINITION: re.compile(
        r"\b(?:is|are|was|were) (?:an?|the|one)\b|\brefers? to\b|\bdefined\b|\bmeans\b"
        r"|とは|である|のこと|を指す|という",
        re.IGNORECASE,
    ),
}
_TYPE_WORDS: Final[dict[InfoType, tuple[str, str]]] = {
    InfoType.DEFINITION: ("定義", "definition"),
    InfoType.NUMBER: ("数値", "number"),
    InfoType.DATE: ("日付", "date"),
    InfoType.PERSON: ("人物", "person"),
    InfoType.PLACE: ("場所", "place"),
    InfoType.REASON: ("理由", "reason"),
    InfoType.COMPARISON: ("比較", "comparison"),
    InfoType.PROCEDURE: ("手順", "procedure"),
}


def identify_gaps(
    section: Section, accumulated: Sequence[AccumulatedItem], required: frozenset[InfoType], lang: Lang
) -> Gaps:
    """Measure the coverage of each focus phrase and each required kind of information."""
    looked_at = accumulated[:GAP_ITEMS]
    words = [frozenset(terms(f"{item.title}\n{item.text}")) for item in looked_at]
    naming = [phrase for phrase in section.focus if not only_asks(phrase)] or section.focus
    coverage = [(phrase, _phrase_coverage(phrase, words)) for phrase in naming]
    focus_terms = {term for phrase in section.focus for term in terms(phrase)}
    on_topic = [item for item, mine in zip(looked_at, words, strict=True) if mine & focus_terms]
    for kind in sorted(required):
        coverage.append((type_words(kind, lang), _type_coverage(kind, on_topic)))
    missing = tuple(phrase for phrase, share in coverage if share < COVERED_AT)
    return Gaps(
        section_id=section.id,
        section_name=section.name,
        information_coverage=tuple(coverage),
        missing_information=missing,
        is_information_sufficient=not missing,
        confidence_score=round(sum(share for _, share in coverage) / len(coverage), 4) if coverage else 0.0,
    )


def type_words(kind: InfoType, lang: Lang) -> str:
    """The name of a kind of information in the report's language."""
    ja, en = _TYPE_WORDS[kind]
    return ja if lang == JA else en


def follow_up_texts(topic: str, section: Section, gaps: Gaps) -> list[str]:
    """Query texts from what is missing (F4): the topic, the section's leading phrase, the missing information."""
    leading = section.focus[0] if section.focus else ""
    texts = [" ".join(dict.fromkeys(p for p in (topic, leading, info) if p)) for info in gaps.missing_information]
    return list(dict.fromkeys(texts))


def _phrase_coverage(phrase: str, words: Sequence[frozenset[str]]) -> float:
    """The largest share of the phrase's content words on any one item."""
    wanted = frozenset(terms(phrase))
    if not wanted:
        return 1.0
    return max((len(wanted & mine) / len(wanted) for mine in words), default=0.0)


def _type_coverage(kind: InfoType, items: Sequence[AccumulatedItem]) -> float:
    return 1.0 if any(_SIGNS[kind].search(item.text) for item in items) else 0.0
