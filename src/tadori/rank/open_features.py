"""Measures how a sentence serves the answer to an open question: how, why, compare, for and against, change.

In: a `ParsedQuestion`, candidate sentences with title, headings and neighbours, how rare each term is, an embedder.
Out: one row of `OPEN_FEATURES` per candidate, each about 0 to 1. The weights are applied in `open_answers.py`.
"""

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from tadori.errors import ModelUnusable
from tadori.minds.base import AnswerReader, Embedder
from tadori.model.evidence_thresholds import (
    ASKING_WORD_WEIGHT,
    OPEN_EMBEDDED,
    OPEN_EMBEDDED_SECTIONS,
    OPEN_READ,
    READ_SCALE,
    SECTION_LEAD_CHARS,
    SMALLEST_CORPUS,
    TYPICAL_LOG_LENGTH,
    UNREAD_BEHIND,
)
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import tokenized
from tadori.rank.open_question import is_asking_word
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.reading import readings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

K = TypeVar("K")

OPEN_FEATURES: Final = (
    "said",
    "said_under",
    "fragment",
    "section",
    "heading",
    "title",
    "rarest",
    "near_sentence",
    "near_section",
    "near_section_best",
    "page",
    "page_first",
    "first_in_section",
    "early",
    "cue",
    "heading_cue",
    "number",
    "length",
    "open_subject",
    "item",
    "foreign",
    "foreign_near",
    "beside",
    "reads",
)


@dataclass(frozen=True, slots=True)
class TopicWeights:
    """What each term of the question weighs: the rarer in the library the more, words that only ask little."""

    terms: Mapping[str, float]
    total: float
    rarest: str

    def covered(self, found: frozenset[str]) -> float:
        """The share of the question's weight that `found` holds."""
        return sum(weight for term, weight in self.terms.items() if term in found) / self.total if self.total else 0.0


def topic_weights(question: ParsedQuestion, df: DocumentFrequency) -> TopicWeights:
    """The weights of the question's terms in the library that `df` counts."""
    size, frequency = df(question.terms)
    corpus = max(size, SMALLEST_CORPUS)
    scale = math.sqrt(corpus / max(1, size))
    weights = {}
    for term in question.terms:
        holds = min(frequency.get(term, 0) * scale, corpus)
        rarity = math.log(1 + (corpus - holds + 0.5) / (holds + 0.5))
        weights[term] = rarity * (ASKING_WORD_WEIGHT if is_asking_word(term) else 1.0)
    topics = {t: w for t, w in weights.items() if not is_asking_word(t) and frequency.get(t, 0)} or weights
    rarest = max(topics, key=lambda term: (topics[term], term), default="")
    return TopicWeights(weights, sum(weights.values()), rarest)


@dataclass(frozen=True, slots=True)
class _Section:
    """The candidates that stand under one heading path of one page."""

    key: tuple[str, str]
    places: tuple[int, ...]
    """Indices of its candidates, in reading order."""
    words: frozenset[str]
    lead: str


def _sections(candidates: Sequence[AnswerCandidate]) -> list[_Section]:
    held: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, candidate in enumerate(candidates):
        held[candidate.page_id, candidate.section].append(index)
    found = []
    for key, members in held.items():
        ordered = sorted(members, key=lambda i: candidates[i].place)
        texts = dict.fromkeys(candidates[i].context for i in ordered)
        own = frozenset().union(*(tokenized(candidates[i].text).tokens for i in ordered))
        first = candidates[ordered[0]]
        lead = f"{first.title}. {first.section}. {' '.join(texts)}"[:SECTION_LEAD_CHARS]
        found.append(_Section(key, tuple(ordered), own | _titled(first), lead))
    return found


def _titled(candidate: AnswerCandidate) -> frozenset[str]:
    return tokenized(candidate.title).tokens | tokenized(candidate.section).tokens


def open_rows(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    *,
    df: DocumentFrequency,
    embedder: Embedder | None,
    reader: AnswerReader | None = None,
) -> list[list[float]]:
    """One row of `OPEN_FEATURES` per candidate."""
    weights = topic_weights(question, df)
    sections = _sections(candidates)
    said = [weights.covered(tokenized(c.text).tokens) for c in candidates]
    under = [weights.covered(tokenized(c.text).tokens | _titled(c)) for c in candidates]
    by_section = {index: section for section in sections for index in section.places}
    covered = {section.key: weights.covered(section.words) for section in sections}
    near, near_section = _nearness(question, candidates, sections, under, covered, embedder)
    reads = _reads(question, candidates, [u + n for u, n in zip(under, near, strict=True)], reader)
    best_near = {s.key: max(near[i] for i in s.places) for s in sections}
    top = max((c.passage_score for c in candidates), default=0.0) or 1.0
    rows = []
    for index, c in enumerate(candidates):
        section = by_section[index]
        at = section.places.index(index)
        neighbours = [said[i] for i in section.places[max(0, at - 1) : at + 2] if i != index]
        own = tokenized(c.text).tokens
        foreign = c.lang != question.lang
        rows.append(
            [
                said[index],
                under[index],
                weights.covered(tokenized(c.context[:SECTION_LEAD_CHARS]).tokens),
                covered[section.key],
                weights.covered(tokenized(c.heading).tokens),
                weights.covered(tokenized(c.title).tokens),
                1.0 if weights.rarest in own | _titled(c) else 0.0,
                near[index],
                near_section[section.key],
                best_near[section.key],
                c.passage_score / top,
                1.0 / (1 + c.page_rank),
                1.0 if at == 0 else 0.0,
                1.0 / (1 + at),
                1.0 if _cue(question.kind, c.text) else 0.0,
                1.0 if _cue(question.kind, c.heading or c.title) else 0.0,
                1.0 if _NUMBER.search(c.text) else 0.0,
                min(1.0, max(-1.5, math.log1p(len(c.text)) - TYPICAL_LOG_LENGTH)),
                0.0 if c.stands_alone else 1.0,
                1.0 if c.is_item else 0.0,
                1.0 if foreign else 0.0,
                near[index] if foreign else 0.0,
                max(neighbours, default=0.0),
                reads[index],
            ]
        )
    return rows


_NUMBER: Final = re.compile(r"\d")


def _nearness(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    sections: Sequence[_Section],
    under: Sequence[float],
    covered: Mapping[tuple[str, str], float],
    embedder: Embedder | None,
) -> tuple[list[float], dict[tuple[str, str], float]]:
    """Cosines of the likeliest sentences, and of sections by key; what is not embedded takes its section's, or 0."""
    if embedder is None or not candidates:
        return [0.0] * len(candidates), {section.key: 0.0 for section in sections}
    asked = asked_vector(question, embedder)
    likely = sorted(sections, key=lambda s: (-covered[s.key], candidates[s.places[0]].page_rank, s.key))
    near_section = {s.key: 0.0 for s in sections}
    near_section |= _cosines(asked, {s.key: s.lead for s in likely[:OPEN_EMBEDDED_SECTIONS]}, embedder)
    order = sorted(
        range(len(candidates)),
        key=lambda i: (
            -near_section[candidates[i].page_id, candidates[i].section],
            -under[i],
            candidates[i].place,
            i,
        ),
    )
    found = _cosines(asked, {i: candidates[i].text for i in order[:OPEN_EMBEDDED]}, embedder)
    near = [found[i] if i in found else 0.5 * near_section[c.page_id, c.section] for i, c in enumerate(candidates)]
    return near, near_section


def _reads(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    likely: Sequence[float],
    reader: AnswerReader | None,
) -> list[float]:
    """What the answer reader says of the likeliest sentences; the others stay behind the worst of them.

    A part of a question (`and what came of it?`) is read with the whole question before it.
    """
    if reader is None or not candidates:
        return [0.0] * len(candidates)
    order = sorted(range(len(candidates)), key=lambda i: (-likely[i], i))[:OPEN_READ]
    try:
        found = readings(question.text, question.lang, candidates, order, reader)
        whole = readings(question.whole, question.lang, candidates, order, reader) if question.whole else found
    except ModelUnusable:  # the reader tells by itself that it was set aside
        return [0.0] * len(candidates)
    found = {i: (value + whole[i]) / 2 for i, value in found.items()}
    least = min(found.values()) - UNREAD_BEHIND
    return [READ_SCALE * found.get(i, least) for i in range(len(candidates))]


def asked_vector(question: ParsedQuestion, embedder: Embedder) -> "NDArray[np.float32]":
    """The unit vector of the question; of a part (`and what came of it?`) halfway to that of the whole question."""
    vectors = embedder.embed([question.text, question.whole or question.text])
    middle: NDArray[np.float32] = vectors[0] + vectors[1]
    return middle / (float(middle @ middle) ** 0.5 or 1.0)


def _cosines(asked: "NDArray[np.float32]", texts: Mapping[K, str], embedder: Embedder) -> dict[K, float]:
    if not texts:
        return {}
    vectors = embedder.embed(list(texts.values()))
    return {key: float(vector @ asked) for key, vector in zip(texts, vectors, strict=True)}


_CUES: Final[Mapping[QuestionKind, re.Pattern[str]]] = {
    QuestionKind.WHY: re.compile(
        r"ため|から|ので|により|によって|理由|原因|要因|せい|結果|目的"
        r"|\b(?:because|due to|since|as a result|caus\w+|reasons?|why|owing to|so that|therefore|led to"
        r"|in order to|designed to|want\w*|allows?|avoid\w*|makes? it)\b",
        re.IGNORECASE,
    ),
    QuestionKind.HOW: re.compile(
        r"により|によって|ことで|用いて|使って|使用して|方法|手順|ように|してください|します|まず|次に|クリック|コマンド|設定"
        r"|\b(?:by|using|use|through|via|method|means of|in order to|process|first|then|next|finally|steps?|run"
        r"|set|call|create|add|works?)\b",
        re.IGNORECASE,
    ),
    QuestionKind.LIST: re.compile(
        r"、.+(?:、|など|および|及び|と)|・.+・|種類|一つ|ひとつ"
        r"|,.+,|;.+;|\b(?:include|includes|including|such as|also|another"
        r"|one of|kinds?|types?|following)\b",
        re.IGNORECASE,
    ),
    QuestionKind.COMPARISON: re.compile(
        r"より|に対し|一方|比べ|異な|違|反面|逆に"
        r"|\b(?:than|whereas|while|unlike|compared|differ\w*|both|instead|rather|on the other hand|in contrast"
        r"|however|only)\b",
        re.IGNORECASE,
    ),
    QuestionKind.FOR_AGAINST: re.compile(
        r"メリット|デメリット|利点|欠点|長所|短所|問題|懸念|批判|反対|賛成|有利|不利|便利|危険|リスク|しかし|ただし|できない|良い|優れ|劣"
        r"|\b(?:advantage\w*|disadvantage\w*|benefit\w*|drawback\w*|problem\w*|limitation\w*|risk\w*|critic\w*"
        r"|concern\w*|argu\w+|better|worse|faster|slower"
        r"|easier|harder|safer?|but|however|although|cannot|should|recommend\w*|cost\w*|useful|good|bad|fails?)\b",
        re.IGNORECASE,
    ),
    QuestionKind.CHANGE: re.compile(
        r"変更|変わ|変化|廃止|導入|追加|以前|以降|当初|その後|現在|新し|改|\d{4}年|となった|ようになった"
        r"|\b(?:changed?|changes|new|now|no longer|previously|formerly|since|until|version|added|removed"
        r"|deprecated|replaced|introduced|became|began|later"
        r"|originally|used to|before|after|in (?:19|20)\d\d)\b",
        re.IGNORECASE,
    ),
    QuestionKind.OVERVIEW: re.compile(
        r"とは|である|特徴|一種|目的|主に|として"
        r"|\b(?:is an?|are|refers? to|provides?|consists?|designed|main|features?|purpose"
        r"|includes?)\b",
        re.IGNORECASE,
    ),
}


@lru_cache(maxsize=8192)
def _cue(kind: QuestionKind, text: str) -> bool:
    """Whether the text has words that such answers use."""
    pattern = _CUES.get(kind)
    return pattern is not None and pattern.search(text) is not None
