"""Finds two sentences that answer together where no rule reads the question: one leads to the page of the other.

In: a parsed question, candidates, how rare its terms are. Out: the best pair, and how much of the question it and the
best single sentence hold. A sentence leads to a page by naming its title; the pair must hold a value of the asked sort
that neither the question nor the name between them gives.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.evidence_thresholds import (
    HOP_LINK_SOURCES,
    HOP_LINK_TARGETS,
    HOP_PAIR_BESIDE,
    HOP_PAIR_FILLS,
    HOP_PAIR_NEW,
    STEM_OF_RELATION,
)
from tadori.model.ids import JA
from tadori.rank.answer_values import VALUE_KINDS, answer_values, fits_unit
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import weigh_question
from tadori.rank.hops.english import asks_in_place
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.rank.question_kinds import QuestionKind
from tadori.text.page_titles import page_subject, searchable_text
from tadori.text.tokens import terms

_BY_NAME: Final = frozenset([QuestionKind.WHO, QuestionKind.WHICH, QuestionKind.NAMED, QuestionKind.WHAT])
"""Kinds whose answer may be the name between the two sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedPair:
    """Two sentences, and the share of the question's weight they hold."""

    answer: int
    bridge: int
    name: str
    """The title that leads from one page to the other."""
    covered: float
    single: float
    """The share that the best single sentence holds."""
    beside: float
    """The share of the words beside the question word that the answering sentence holds: `created by who`."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A candidate as pairs are made of it."""

    number: int
    said: frozenset[str]
    title: frozenset[str]
    subject: str
    text: str
    stands_alone: bool


_ASKS: Final = re.compile(r"\b(?:who|whom|whose|what|which|where|when|how)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[\w'’-]+")


def words_beside(question: ParsedQuestion) -> frozenset[str]:
    """The content words closest to the question word: before it inside a sentence, at the end where it opens one."""
    if question.lang == JA:
        return frozenset()
    asks = list(_ASKS.finditer(question.text))
    if not asks:
        return frozenset()
    if asks[0].start() > 3 and (len(question.text) - asks[-1].start()) < 30:
        near = question.text[: asks[-1].start()]
        kept = [t for word in _WORD.findall(near)[-3:] for t in terms(word)]
    else:
        kept = terms(question.text)[-2:]
    return frozenset(term[:STEM_OF_RELATION] for term in kept)


def _sought(question: ParsedQuestion) -> ParsedQuestion:
    """`question` with the kind that its last words ask for, where its question word stands in place."""
    if not asks_in_place(question.text, question.lang):
        return question
    tail = parse_question(question.text[list(_ASKS.finditer(question.text))[-1].start() :], question.lang)
    return replace(question, kind=tail.kind, focus=tail.focus, unit=tail.unit)


class Links:
    """The candidates of one question, and what of it each holds."""

    def __init__(
        self, question: ParsedQuestion, candidates: Sequence[AnswerCandidate], frequency: DocumentFrequency
    ) -> None:
        self._question, self._candidates = _sought(question), candidates
        self._weights: dict[str, float] = {}
        for term, weight in weigh_question(question, frequency).terms.items():
            stem = term[:STEM_OF_RELATION]
            self._weights[stem] = max(weight, self._weights.get(stem, 0.0))
        self._total = sum(self._weights.values())
        self._read = [self._of(number, c) for number, c in enumerate(candidates)]
        self._asked = searchable_text(question.text)
        self._beside = words_beside(question) & self._weights.keys()

    def best(self) -> LinkedPair | None:
        """The pair that holds most of the question; None where no page leads to another."""
        if not self._total:
            return None
        pairs = max(self._pairs(), key=lambda pair: (pair[0], -pair[1], -pair[2]), default=None)
        if pairs is None:
            return None
        _, answer, bridge, name, covered = pairs
        single = self.single()
        return LinkedPair(
            answer=answer,
            bridge=bridge,
            name=name,
            covered=covered,
            single=single,
            beside=self._says(self._read[answer]),
        )

    def single(self) -> float:
        """The share of the question that the best single sentence holds, with its page's title."""
        return max((self._share(r.said | r.title) for r in self._read), default=0.0) if self._total else 0.0

    def _pairs(self) -> Iterator[tuple[float, int, int, str, float]]:
        """(worth, answer, bridge, name, covered) of every pair that a title joins."""
        sources = sorted(self._read, key=lambda r: -self._share(r.said | r.title))[:HOP_LINK_SOURCES]
        pages: dict[str, list[_Read]] = {}
        for read in self._read:
            pages.setdefault(read.subject, []).append(read)
        for source in sources:
            for subject, there in pages.items():
                if subject == source.subject or len(subject.strip()) < 4 or subject not in source.text:
                    continue
                named = subject in self._asked
                for target in sorted(there, key=lambda r: -self._share(r.said - source.said))[:HOP_LINK_TARGETS]:
                    yield from self._both_ways(source, target, named=named)

    def _both_ways(self, source: _Read, target: _Read, *, named: bool) -> Iterator[tuple[float, int, int, str, float]]:
        held = source.said | source.title | target.said | target.title
        covered = self._share(held)
        name = page_subject(self._candidates[target.number].title)
        adds = self._share((target.said | target.title) - source.said - source.title)
        fills = self._fills(target)
        if not named and target.stands_alone and (fills or (self._question.kind in _BY_NAME)):
            worth = covered + HOP_PAIR_FILLS * fills + HOP_PAIR_NEW * adds + HOP_PAIR_BESIDE * self._says(target)
            yield worth, target.number, source.number, name, covered
        if named and source.stands_alone and self._fills(source):
            # The page that the question names explains the one that answers.
            yield (
                covered + HOP_PAIR_FILLS + HOP_PAIR_BESIDE * self._says(source),
                source.number,
                target.number,
                name,
                covered,
            )

    def _fills(self, read: _Read) -> bool:
        """Whether the sentence has a value of the asked sort, its page's own title aside."""
        candidate = self._candidates[read.number]
        values = answer_values(self._question, candidate.text, candidate.lang)
        if self._question.kind not in VALUE_KINDS:
            return bool(values)
        fitting = [v for v in values if fits_unit(self._question, v)] if self._question.unit else values
        return any(searchable_text(v.text) not in read.subject for v in fitting)

    def _of(self, number: int, candidate: AnswerCandidate) -> _Read:
        return _Read(
            number,
            self._stems(candidate.text),
            self._stems(candidate.title),
            searchable_text(page_subject(candidate.title)),
            searchable_text(candidate.text),
            candidate.stands_alone,
        )

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(term[:STEM_OF_RELATION] for term in terms(text)) & self._weights.keys()

    def _says(self, read: _Read) -> float:
        return len(self._beside & read.said) / len(self._beside) if self._beside else 0.0

    def _share(self, held: frozenset[str]) -> float:
        return sum(self._weights[stem] for stem in held) / self._total
