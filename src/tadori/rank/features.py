"""Measures how a candidate sentence relates to a question: what it covers, what stands near it, which values it has.

In: a `ParsedQuestion`, candidate sentences with the text around them, and how rare each term is. Out: one row of
`FEATURES` per candidate, each about 0 to 1 (length aside). The weights are applied in `answers.py`.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from tadori.model.evidence_thresholds import (
    CONTEXT_MOST_SENTENCES,
    FOCUS_NOT_NAMED,
    FOCUS_REPEATED,
    FOCUS_TERM_WEIGHT,
    FUNCTION_WORD_WEIGHT,
    MEANING_UNKNOWN,
    NEW_TOKENS_FULL,
    NEWS_FULL,
    RAREST_TERMS,
    SMALLEST_CORPUS,
    TYPICAL_LOG_LENGTH,
)
from tadori.model.ids import Lang
from tadori.rank.across import met_terms
from tadori.rank.answer_values import VALUE_KINDS, answer_values, fills_slot, fits_unit
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.open_question import is_asking_word
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.text.normalise import fold
from tadori.text.sentences import sentences
from tadori.text.tokens import terms, tokens

FEATURES: Final = (
    "said",
    "said_titled",
    "nearby",
    "rarest_nearby",
    "about",
    "phrase",
    "phrase_nearby",
    "typed",
    "unit",
    "focus",
    "cue",
    "names",
    "best_here",
    "first",
    "fresh",
    "news",
    "length",
    "meaning",
)
"""The last one is filled in by `meaning.py` for the candidates that are embedded: the cosine with the question."""


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """The tokens of a text, and which of them are neighbours."""

    tokens: frozenset[str]
    pairs: frozenset[tuple[str, str]]


@lru_cache(maxsize=3072)
def tokenized(text: str) -> TokenizedText:
    """`text` as tokens; cached, because the same sentence is scored in every round. Some 6 kB each."""
    ordered = tokens(text)
    return TokenizedText(frozenset(ordered), frozenset(pairwise(ordered)))


@lru_cache(maxsize=1024)
def _around(context: str, lang: Lang) -> TokenizedText:
    """The tokens of the text around a sentence, sentence by sentence so that the cache serves them."""
    read = [tokenized(context[span.start : span.end]) for span in sentences(context, lang)[:CONTEXT_MOST_SENTENCES]]
    return TokenizedText(frozenset().union(*(r.tokens for r in read)), frozenset().union(*(r.pairs for r in read)))


@dataclass(frozen=True, slots=True)
class QuestionWeights:
    """What each term and each neighbouring pair of the question weighs."""

    terms: Mapping[str, float]
    total: float
    rarest: tuple[str, ...]
    pairs: Mapping[tuple[str, str], float]

    def covered(self, found: frozenset[str]) -> float:
        """The share of the question's weight that `found` holds; 0 for a question without terms."""
        return sum(weight for term, weight in self.terms.items() if term in found) / self.total if self.total else 0.0

    def rarest_covered(self, found: frozenset[str]) -> float:
        total = sum(self.terms[term] for term in self.rarest)
        return sum(self.terms[term] for term in self.rarest if term in found) / total if total else 0.0

    def phrases_covered(self, found: frozenset[tuple[str, str]]) -> float:
        total = sum(self.pairs.values())
        return sum(weight for pair, weight in self.pairs.items() if pair in found) / total if total else 0.0


def weigh_question(question: ParsedQuestion, df: DocumentFrequency) -> QuestionWeights:
    """How much each part of the question matters: the rarer in the library, the more."""
    size, frequency = df(question.terms)
    corpus = max(size, SMALLEST_CORPUS)
    # See `SMALLEST_CORPUS`: a small library is treated as a larger one in which its words are less frequent.
    scale = math.sqrt(corpus / max(1, size))
    weights: dict[str, float] = {}
    for term in question.terms:
        holds = min(frequency.get(term, 0) * scale, corpus)
        weight = math.log(1 + (corpus - holds + 0.5) / (holds + 0.5))
        asks = term in question.focus_terms or is_asking_word(term)
        weights[term] = weight * (FOCUS_TERM_WEIGHT if asks else 1.0)
    _share_within_words(question.tokens, weights)
    pairs = {
        pair: sum(weights.get(token, FUNCTION_WORD_WEIGHT) for token in pair) for pair in pairwise(question.tokens)
    }
    rarest = tuple(sorted(weights, key=lambda term: (-weights[term], term))[:RAREST_TERMS])
    return QuestionWeights(weights, sum(weights.values()), rarest, pairs)


def _share_within_words(ordered: Sequence[str], weights: dict[str, float]) -> None:
    """Lets a word and its parts (コンゴ共和国, コンゴ, 共和, 国) weigh together what one word weighs."""
    for place, word in enumerate(ordered):
        parts = _parts(word, ordered[place + 1 :])
        group = [token for token in (word, *parts) if token in weights]
        if not parts or word not in weights or len(group) < 2:
            continue
        heaviest, inner = max(weights[token] for token in group), sum(weights[part] for part in group[1:])
        weights[word] = heaviest / 2
        for part in group[1:]:
            weights[part] *= heaviest / 2 / inner if inner else 0.0


def _parts(word: str, following: Sequence[str]) -> tuple[str, ...]:
    """The tokens behind `word` that spell it, as `text.tokens` writes a long unit and then its parts."""
    spelt = ""
    for count, token in enumerate(following, start=1):
        spelt += token
        if spelt == word and count > 1:
            return tuple(following[:count])
        if not word.startswith(spelt):
            break
    return ()


def held_tokens(question: ParsedQuestion, text: str, lang: Lang) -> frozenset[str]:
    """The tokens of `text`, and the question's terms that it holds in the other script."""
    return tokenized(text).tokens | met_terms(question, text, lang)


def feature_rows(
    question: ParsedQuestion, candidates: Sequence[AnswerCandidate], weights: QuestionWeights
) -> list[list[float]]:
    """One row of `FEATURES` per candidate."""
    said = [weights.covered(held_tokens(question, c.text, c.lang)) for c in candidates]
    best: dict[str, float] = {}
    for candidate, share in zip(candidates, said, strict=True):
        best[candidate.context] = max(best.get(candidate.context, 0.0), share)
    pages = page_tokens(question, candidates)
    return [
        _row(question, c, weights, share, best[c.context], pages[page_key(c)])
        for c, share in zip(candidates, said, strict=True)
    ]


def page_key(candidate: AnswerCandidate) -> str:
    """What candidates of one page share; a candidate without a page has its own text around it."""
    return candidate.page_id or candidate.context


def page_tokens(question: ParsedQuestion, candidates: Sequence[AnswerCandidate]) -> dict[str, frozenset[str]]:
    """Per page, every token of its title, headings and texts, as far as candidates stand in them."""
    texts: dict[str, dict[tuple[str, Lang], None]] = {}
    for c in candidates:
        held = texts.setdefault(page_key(c), {})
        held.update(dict.fromkeys([(c.title, c.lang), (c.heading, c.lang), (c.context or c.text, c.lang)]))
    return {
        key: frozenset().union(*(_around(text, lang).tokens | met_terms(question, text, lang) for text, lang in held))
        for key, held in texts.items()
    }


def _row(
    question: ParsedQuestion,
    c: AnswerCandidate,
    weights: QuestionWeights,
    said: float,
    best_said: float,
    page: frozenset[str],
) -> list[float]:
    own = tokenized(c.text)
    title = held_tokens(question, c.title, c.lang) | held_tokens(question, c.heading, c.lang)
    around = _around(c.context, c.lang)
    near = own.tokens | around.tokens | title | met_terms(question, c.context or c.text, c.lang)
    found = answer_values(question, c.text, c.lang)
    fitting = [value for value in found if fits_unit(question, value)]
    in_unit = question.unit or question.kind in _SORTED or (question.kind is QuestionKind.NUMBER and question.focus)
    known = frozenset(question.tokens)
    return [
        said,
        weights.covered(held_tokens(question, c.text, c.lang) | title),
        weights.covered(near),
        weights.rarest_covered(near),
        _about(question, c),
        weights.phrases_covered(own.pairs),
        weights.phrases_covered(around.pairs),
        _sign(fills_slot(question, c.text, c.lang)) if question.kind in VALUE_KINDS else 0.0,
        _sign(bool(fitting)) if question.kind in VALUE_KINDS and in_unit else 0.0,
        _focus(question, c, own),
        _cue(question, c),
        _names_covered(question, near | page),
        1.0 if said >= best_said - 1e-9 else 0.0,
        1.0 if c.context.lstrip().startswith(c.text) else 0.0,
        min(1.0, len(own.tokens - known) / NEW_TOKENS_FULL),
        _news(question, c),
        math.log1p(len(c.text)) - TYPICAL_LOG_LENGTH,
        MEANING_UNKNOWN,
    ]


_SORTED: Final = frozenset([QuestionKind.WHO, QuestionKind.WHERE])
"""Kinds whose values show what they are: a person, a place."""


def _news(question: ParsedQuestion, c: AnswerCandidate) -> float:
    """How far a sentence says more than the question did; one that only repeats it answers nothing."""
    known = frozenset(question.tokens)
    return min(1.0, sum(term not in known for term in frozenset(terms(c.text))) / NEWS_FULL)


def _sign(holds: bool) -> float:
    return 1.0 if holds else -1.0


def _about(question: ParsedQuestion, c: AnswerCandidate) -> float:
    """The share of the page's title that the question names: 1 when the page is about just that."""
    title = tokenized(c.title).tokens
    shared = held_tokens(question, c.title, c.lang) & frozenset(question.terms)
    return min(1.0, len(shared) / len(title)) if title else 0.0


def _focus(question: ParsedQuestion, c: AnswerCandidate, own: TokenizedText) -> float:
    """1 where a thing of the asked class is named, `FOCUS_NOT_NAMED` where not, 0 where no class is asked for.

    Half of it where the class is only repeated as the question has it: 気団 beside オホーツク海気団.
    """
    if not question.focus or question.kind in VALUE_KINDS:
        return 0.0
    holds = question.focus in c.text.lower() or (bool(question.focus_terms) and question.focus_terms <= own.tokens)
    if not holds:
        return FOCUS_NOT_NAMED
    return 1.0 if _names_one(question.focus, fold(question.text), fold(c.text)) else FOCUS_REPEATED


def _names_one(focus: str, asked: str, text: str) -> bool:
    """Whether `focus` stands in `text` with a word before it that the question does not have there."""
    for match in re.finditer(re.escape(focus), text):
        before = re.search(r"[一-龥々ァ-ヴーa-z0-9]+\s?$", text[max(0, match.start() - 20) : match.start()])
        if before is not None and before[0] + focus not in asked:
            return True
    return False


_NAMING: Final = re.compile(
    r"と(?:も)?(?:呼|い[いうわっ]|言|称|名付|名づけ)|別名|通称|略称"
    r"|\b(?:called|named|known as|termed|dubbed|nicknamed)\b"
)
_CUES: Final[Mapping[QuestionKind, re.Pattern[str]]] = {
    QuestionKind.WHY: re.compile(
        r"ため|から|ので|により|によって|理由|原因|要因|せい|結果"
        r"|\b(?:because|due to|since|as a result|caused?|reason|owing to|so that|therefore|led to|in order to)\b"
    ),
    QuestionKind.HOW: re.compile(
        r"により|によって|ことで|用いて|使って|方法|ように"
        r"|\b(?:by|using|through|via|method|means of|in order to|process|first|then)\b"
    ),
    QuestionKind.NAMED: _NAMING,
    QuestionKind.WHAT: _NAMING,
    QuestionKind.WHICH: _NAMING,
    QuestionKind.DEFINITION: re.compile(
        r"とは|のこと|をいう|を指す|である|一種|\b(?:is|are|was|were|refers to|means|defined as) (?:an?|the|one)?\b"
    ),
    QuestionKind.LIST: re.compile(r"、.+(?:、|など|および|及び|と)|・.+・|,.+,|,? and \b|;.+;"),
    QuestionKind.COMPARISON: re.compile(
        r"より|に対し|一方|比べ|異な|違|\b(?:than|whereas|while|unlike|compared|differ\w*|both)\b"
    ),
}


def _cue(question: ParsedQuestion, c: AnswerCandidate) -> float:
    """Whether the sentence has words that such answers use: ため for why, 呼ばれる for a name."""
    pattern = _CUES.get(question.kind)
    return 1.0 if pattern is not None and pattern.search(c.text) else 0.0


def _names_covered(question: ParsedQuestion, near: frozenset[str]) -> float:
    """The share of the question's names that stand in the sentence or near it; 1 for a question without names."""
    if not question.names:
        return 1.0
    return sum(tokenized(name).tokens <= near for name in question.names) / len(question.names)
