"""Collects the signals for and against a claim in one aligned sentence, as numbers and grounds.

In: readings of the claim, of the sentence of the evidence that fits it best, and of its neighbours. Out: `PairSignals`.
`weights.py` and `judge.py` weigh them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.facts import (
    FactTally,
    anchored_conflicts,
    apart_in_time,
    compare_dates,
    compare_names,
    compare_numbers,
)
from tadori.judge.reading import SentenceReading, read_sentence
from tadori.model.claim import Ground
from tadori.model.evidence_thresholds import (
    ALIGN_LENGTH_COST,
    DENIED_SHARE,
    FACT_NEIGHBOURS,
    NEAR_SYNONYM,
    RESTATED_SHARE,
)
from tadori.text.antonyms import antonym_pairs, is_loose, nearly_same
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import name_words

# What happens to a thing once, so that two dates of it contradict each other.
_ONCE: Final = frozenset(
    "born birth die death found establish open complet built construct launch publish sign invent discov incorpor"
    " inaugur abolish founder creat assassin introduc begin end"
    " 生まれる 誕生 死去 死亡 没する 設立 創設 創立 創業 開通 開業 開館 開校 完成 竣工 建設 発売 締結 調印"
    " 発見 発明 制定 施行 廃止 閉鎖 発足 就任 結成 解散 始まる 終わる 開始 終了".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSignals:
    """Everything the rules find in one pair."""

    claim: SentenceReading
    aligned: SentenceReading
    coverage: float
    """Share of the claim's terms that the aligned sentence holds."""
    reach: float
    """Share of the claim's terms that the evidence holds anywhere."""
    subject: float
    """Share of the claim's terms, apart from numbers and words in conflict, that the aligned sentence holds."""
    precision: float
    """Share of the aligned sentence's terms that the claim holds."""
    numbers: FactTally
    dates: FactTally
    names: FactTally
    denials: tuple[str, ...]
    """Shared terms that one side denies and the other states."""
    antonyms: tuple[tuple[str, str], ...]
    hedged: bool
    """The evidence hedges where the claim states."""
    swapped: bool
    """Two things both sides name have changed places around the verb."""
    anchored: tuple[str, ...]
    """Numbers or dates that differ beside the same word about the same name, however little else is shared."""

    @property
    def conflicts(self) -> int:
        """How many kinds of rules contradict the claim."""
        polarity = bool(self.antonyms) + bool(self.denials)
        return polarity + bool(self.numbers.conflicts) + bool(self.dates.conflicts)

    @property
    def firm_conflicts(self) -> int:
        """`conflicts`, without antonyms that are opposites only when said of the same thing, and without dates of what
        may happen more than once.
        """
        loose = bool(self.antonyms) and all(is_loose(mine, theirs) for mine, theirs in self.antonyms)
        return self.conflicts - loose - self.twice_dated

    @property
    def twice_dated(self) -> bool:
        """Whether the dates differ of something that may have happened on both."""
        return bool(self.dates.conflicts) and not (_ONCE & self.claim.term_set & self.aligned.term_set)


def best_sentence(claim: SentenceReading, sentences: Sequence[str]) -> int:
    """The index of the sentence that covers most of the claim; among near equals the shorter, then the earlier."""
    best, best_score = 0, -1.0
    for index, sentence in enumerate(sentences):
        reading = read_sentence(sentence)
        score = term_coverage(claim.term_set, reading.term_set) - ALIGN_LENGTH_COST * min(len(reading.terms), 200)
        if score > best_score + 1e-9:
            best, best_score = index, score
    return best


def term_coverage(wanted: frozenset[str], held: frozenset[str]) -> float:
    """Share of `wanted` in `held`, 0 to 1; a near-synonym counts in part. 0 when nothing is wanted."""
    if not wanted:
        return 0.0
    return sum(_held(term, held) for term in wanted) / len(wanted)


def pair_signals(claim: SentenceReading, sentences: Sequence[str]) -> PairSignals:
    """All signals of `claim` against evidence cut into `sentences`, taken from the best aligned one."""
    index = best_sentence(claim, sentences)
    aligned = read_sentence(sentences[index])
    around = [
        read_sentence(sentence) for sentence in sentences[max(0, index - FACT_NEIGHBOURS) : index + FACT_NEIGHBOURS + 1]
    ]
    antonyms = _antonyms(claim, aligned)
    numbers, when = apart_in_time(compare_numbers(claim, aligned, around), compare_dates(claim, aligned, around))
    agreed = numbers.agreed + when.agreed
    shared = claim.term_set & aligned.term_set
    return PairSignals(
        claim=claim,
        aligned=aligned,
        coverage=_with_facts(claim, aligned.term_set, agreed),
        reach=_with_facts(claim, frozenset().union(*(reading.term_set for reading in around)), agreed),
        subject=term_coverage(claim.prose - {word for word, _ in antonyms}, aligned.term_set),
        precision=len(shared) / len(aligned.term_set) if aligned.term_set else 0.0,
        numbers=numbers,
        dates=when,
        names=compare_names(claim, around),
        denials=_denials(claim, aligned, shared),
        antonyms=antonyms,
        hedged=bool(aligned.hedges) and not claim.hedges,
        swapped=_swapped(claim, aligned),
        anchored=anchored_conflicts(claim, aligned),
    )


def _held(term: str, held: frozenset[str]) -> float:
    if term in held:
        return 1.0
    return NEAR_SYNONYM if not nearly_same(term).isdisjoint(held) else 0.0


def _with_facts(claim: SentenceReading, held: frozenset[str], agreed: int) -> float:
    """Share of the claim's prose and of its numbers and dates that the evidence has."""
    facts = len(claim.quantities) + len(claim.dates)
    size = len(claim.prose) + facts
    return (term_coverage(claim.prose, held) * len(claim.prose) + agreed) / size if size else 0.0


def _antonyms(claim: SentenceReading, aligned: SentenceReading) -> tuple[tuple[str, str], ...]:
    """Opposing words, each missing from the other side: `open` against `closed`, but not against `not closed`."""
    mine, theirs = set(claim.tokens), set(aligned.tokens)
    first = [token for token in claim.tokens if token not in theirs]
    second = [token for token in aligned.tokens if token not in mine]
    pairs = antonym_pairs(first, second)
    return tuple((a, b) for a, b in pairs if (a in claim.denied) == (b in aligned.denied))


def _denials(claim: SentenceReading, aligned: SentenceReading, shared: frozenset[str]) -> tuple[str, ...]:
    """What one side denies and the other states; empty where both deny or the denial is about something else."""
    if bool(claim.negations) == bool(aligned.negations):
        return ()
    if claim.negations:
        restated = claim.denied & aligned.term_set
        return tuple(sorted(restated)) if restated and len(restated) >= RESTATED_SHARE * len(claim.denied) else ()
    denied = (shared & aligned.denied) - aligned.stated
    return tuple(sorted(denied)) if denied and len(denied) >= DENIED_SHARE * len(claim.term_set) else ()


_CASE_JA: Final = lazy_pattern("([一-龥ァ-ヶー々]{1,12})(が|を|は)(?![一-龥]{0,2}者)")
_TURNED_JA: Final = lazy_pattern("れ(?:る|た|て|ま)|によって|により")
_TURNED_EN: Final = lazy_pattern(r"\b(?:by|was|were|been|being|is|are|both|and|with|of|from|between)\b", re.IGNORECASE)


def _swapped(claim: SentenceReading, aligned: SentenceReading) -> bool:
    """Whether subject and object have changed places: が and を in Japanese, the order of names in plain English."""
    if claim.lang == "ja":
        if bool(_TURNED_JA.search(claim.text)) != bool(_TURNED_JA.search(aligned.text)):
            return False
        mine, theirs = _cases(claim.text), _cases(aligned.text)
        return any(mine[word] != theirs[word] for word in mine.keys() & theirs.keys())
    order = [" ".join(name_words(name.text)) for name in claim.names]
    there = [" ".join(name_words(name.text)) for name in aligned.names]
    common = [name for name in dict.fromkeys(order) if name in there]
    if len(common) < 2 or _TURNED_EN.search(claim.text) or _TURNED_EN.search(aligned.text):
        return False
    return [name for name in dict.fromkeys(there) if name in common] != common


def _cases(text: str) -> dict[str, str]:
    """Each noun's case: subject (が, は) or object (を). A noun with both has none."""
    found: dict[str, str] = {}
    for word, particle in _CASE_JA.findall(text):
        case = "done" if particle == "を" else "doer"
        found[word] = case if found.get(word, case) == case else "both"
    return found


def grounds_of(s: PairSignals) -> tuple[Ground, ...]:
    """The signals as reasons for a person to read, strongest kind first."""
    found: list[Ground] = []
    found += [Ground(rule="number", detail=detail, weight=-0.9) for detail in s.numbers.conflicts]
    found += [Ground(rule="date", detail=detail, weight=-0.9) for detail in s.dates.conflicts]
    if not (s.numbers.conflicts or s.dates.conflicts):
        found += [Ground(rule="number", detail=detail, weight=-0.6) for detail in s.anchored]
    found += [Ground(rule="antonym", detail=f"{mine} ↔ {theirs}", weight=-0.8) for mine, theirs in s.antonyms]
    if s.denials:
        found.append(Ground(rule="negation", detail=" ".join(s.denials), weight=-0.7))
    if s.swapped:
        found.append(Ground(rule="entity", detail="doer and done-to have changed places", weight=-0.6))
    found += [Ground(rule="number", detail=f"{words} not found", weight=-0.3) for words in s.numbers.missing]
    found += [Ground(rule="date", detail=f"{words} not found", weight=-0.3) for words in s.dates.missing]
    found += [Ground(rule="entity", detail=f"{name} not found", weight=-0.3) for name in s.names.missing]
    for rule, tally in (("number", s.numbers), ("date", s.dates), ("entity", s.names)):
        if tally.agreed:
            found.append(Ground(rule=rule, detail=f"{tally.agreed} agree", weight=0.3))
    if s.hedged:
        found.append(Ground(rule="hedge", detail="the evidence does not state it as a fact", weight=-0.1))
    found.append(Ground(rule="overlap", detail=f"{s.coverage:.2f} of the claim's words", weight=round(s.coverage, 3)))
    return tuple(found)
