"""What speaks for and against a claim in one aligned sentence, as numbers and grounds.

In: readings of the claim, of the sentence of the evidence that fits it best, and of its neighbours.
Out: `Signals`. Weighing them is `weights.py`'s and `judge.py`'s work.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.reading import Reading, read
from tadori.model.claim import Ground
from tadori.text.antonyms import antonym_pairs, is_loose, nearly_same
from tadori.text.dates import DateMention, same_date
from tadori.text.names import name_words, same_name
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity, same_quantity

NEAR_SYNONYM: Final = 0.6
"""What a word of the same side of an antonym row counts as, beside 1 for the word itself."""
NEIGHBOURS: Final = 8
"""Sentences before and behind the aligned one in which a fact of the claim may also stand."""
DENIED_SHARE: Final = 0.4
"""Share of the claim that must be denied before evidence that denies contradicts a claim that states."""
RESTATED_SHARE: Final = 0.75
"""Share of what a claim denies that the evidence must state before it contradicts the claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How the claim's facts of one kind fare: agreeing, in conflict, or not found."""

    agreed: int
    conflicts: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Everything the rules see in one pair."""

    claim: Reading
    aligned: Reading
    coverage: float
    """Share of the claim's terms that the aligned sentence holds."""
    reach: float
    """Share of the claim's terms that the evidence holds anywhere."""
    subject: float
    """Share of the claim's terms, apart from numbers and words in conflict, that the aligned sentence holds."""
    precision: float
    """Share of the aligned sentence's terms that the claim holds."""
    numbers: Tally
    dates: Tally
    names: Tally
    denials: tuple[str, ...]
    """Shared terms that one side denies and the other states."""
    antonyms: tuple[tuple[str, str], ...]
    hedged: bool
    """The evidence hedges where the claim states."""
    swapped: bool
    """Two things both sides name have changed places around the verb."""

    @property
    def conflicts(self) -> int:
        """How many kinds of rule speak against the claim."""
        polarity = bool(self.antonyms) + bool(self.denials)
        return polarity + bool(self.numbers.conflicts) + bool(self.dates.conflicts)

    @property
    def firm_conflicts(self) -> int:
        """Like `conflicts`, without words that only oppose each other when said of one and the same thing."""
        loose = all(is_loose(mine, theirs) for mine, theirs in self.antonyms)
        return self.conflicts - (1 if self.antonyms and loose else 0)


def best_sentence(claim: Reading, sentences: Sequence[str]) -> int:
    """The index of the sentence that covers most of the claim; among near equals the shorter, then the earlier."""
    best, best_score = 0, -1.0
    for index, sentence in enumerate(sentences):
        reading = read(sentence)
        score = coverage(claim.term_set, reading.term_set) - 0.0005 * min(len(reading.terms), 200)
        if score > best_score + 1e-9:
            best, best_score = index, score
    return best


def coverage(wanted: frozenset[str], held: frozenset[str]) -> float:
    """Share of `wanted` in `held`, 0 to 1; a near-synonym counts in part. 0 when nothing is wanted."""
    if not wanted:
        return 0.0
    return sum(_held(term, held) for term in wanted) / len(wanted)


def signals(claim: Reading, sentences: Sequence[str]) -> Signals:
    """All signals of `claim` against the evidence cut into `sentences`, judged on the best aligned one."""
    index = best_sentence(claim, sentences)
    aligned = read(sentences[index])
    around = [read(sentence) for sentence in sentences[max(0, index - NEIGHBOURS) : index + NEIGHBOURS + 1]]
    antonyms = _antonyms(claim, aligned)
    numbers, when = _numbers(claim, aligned, around), _dates(claim, aligned, around)
    agreed = numbers.agreed + when.agreed
    shared = claim.term_set & aligned.term_set
    return Signals(
        claim=claim,
        aligned=aligned,
        coverage=_with_facts(claim, aligned.term_set, agreed),
        reach=_with_facts(claim, frozenset().union(*(reading.term_set for reading in around)), agreed),
        subject=coverage(claim.prose - {word for word, _ in antonyms}, aligned.term_set),
        precision=len(shared) / len(aligned.term_set) if aligned.term_set else 0.0,
        numbers=numbers,
        dates=when,
        names=_names(claim, around),
        denials=_denials(claim, aligned, shared),
        antonyms=antonyms,
        hedged=bool(aligned.hedges) and not claim.hedges,
        swapped=_swapped(claim, aligned),
    )


def _held(term: str, held: frozenset[str]) -> float:
    if term in held:
        return 1.0
    return NEAR_SYNONYM if not nearly_same(term).isdisjoint(held) else 0.0


def _with_facts(claim: Reading, held: frozenset[str], agreed: int) -> float:
    """Share of the claim's prose and of its numbers and dates that the evidence has."""
    facts = len(claim.quantities) + len(claim.dates)
    size = len(claim.prose) + facts
    return (coverage(claim.prose, held) * len(claim.prose) + agreed) / size if size else 0.0


def _antonyms(claim: Reading, aligned: Reading) -> tuple[tuple[str, str], ...]:
    """Opposing words, each missing from the other side: `open` against `closed`, but not against `not closed`."""
    mine, theirs = set(claim.tokens), set(aligned.tokens)
    first = [token for token in claim.tokens if token not in theirs]
    second = [token for token in aligned.tokens if token not in mine]
    pairs = antonym_pairs(first, second)
    return tuple((a, b) for a, b in pairs if (a in claim.denied) == (b in aligned.denied))


def _denials(claim: Reading, aligned: Reading, shared: frozenset[str]) -> tuple[str, ...]:
    """What one side denies and the other states; empty where both deny or the denial is about something else."""
    if bool(claim.negations) == bool(aligned.negations):
        return ()
    if claim.negations:
        restated = claim.denied & aligned.term_set
        return tuple(sorted(restated)) if restated and len(restated) >= RESTATED_SHARE * len(claim.denied) else ()
    denied = (shared & aligned.denied) - aligned.stated
    return tuple(sorted(denied)) if denied and len(denied) >= DENIED_SHARE * len(claim.term_set) else ()


def _numbers(claim: Reading, aligned: Reading, around: Sequence[Reading]) -> Tally:
    anywhere = [q for reading in around for q in reading.quantities]
    agreed, conflicts, missing = 0, [], []
    for stated in claim.quantities:
        words = claim.text[stated.start : stated.end]
        if any(same_quantity(stated, found) == "agree" for found in anywhere):
            agreed += 1
        elif any(found.value == stated.value for found in anywhere):
            # The number stands there, but counts something else or has another bound: neither for nor against.
            missing.append(words)
        elif against := _only(stated, aligned.quantities):
            conflicts.append(f"{words} ≠ {aligned.text[against.start : against.end]}")
        else:
            missing.append(words)
    return Tally(agreed=agreed, conflicts=tuple(conflicts), missing=tuple(missing))


def _only(stated: Quantity, there: Sequence[Quantity]) -> Quantity | None:
    """The one quantity that counts the same thing and says another number; None where there is more than one."""
    comparable = [found for found in there if same_quantity(stated, found) == "disagree"]
    alike = [found for found in comparable if found.unit or found.noun == stated.noun]
    return alike[0] if len(alike) == 1 else None


_OPEN_BEFORE: Final = re.compile(r"(?:since|from|until|till|before|after|by|between|to|and)\s$", re.IGNORECASE)
_OPEN_AFTER: Final = re.compile("以来|以降|以前|から|まで|より|[-–~〜]|の?(?:前|後)")


def _dates(claim: Reading, aligned: Reading, around: Sequence[Reading]) -> Tally:
    anywhere = [d for reading in around for d in reading.dates]
    agreed, conflicts, missing = 0, [], []
    for stated in claim.dates:
        words = claim.text[stated.start : stated.end]
        same = [found for found in anywhere if same_date(stated, found) == "agree"]
        against = [found for found in aligned.dates if same_date(stated, found) == "disagree"]
        if any(_as_precise(stated, found) for found in same):
            agreed += 1
        elif len(against) == 1 and not same and not _opens_span(aligned, against[0]) and not _opens_span(claim, stated):
            conflicts.append(f"{words} ≠ {aligned.text[against[0].start : against[0].end]}")
        else:
            missing.append(words)
    return Tally(agreed=agreed, conflicts=tuple(conflicts), missing=tuple(missing))


def _as_precise(stated: DateMention, found: DateMention) -> bool:
    """Whether `found` states every part that `stated` does: `2019` does not say `March 2019`."""
    parts = ((stated.year, found.year), (stated.month, found.month), (stated.day, found.day))
    return all(mine is None or theirs is not None for mine, theirs in parts)


def _opens_span(reading: Reading, date: DateMention) -> bool:
    """`since 2019`, 2019年以来: a span that other dates may lie in."""
    before = reading.text[max(0, date.start - 9) : date.start]
    return _OPEN_BEFORE.search(before) is not None or _OPEN_AFTER.match(reading.text, date.end) is not None


def _names(claim: Reading, around: Sequence[Reading]) -> Tally:
    if not claim.names:
        return Tally(agreed=0, conflicts=(), missing=())
    folded = " ".join(fold(reading.text) for reading in around)
    there = [name.text for reading in around for name in reading.names]
    missing = [name.text for name in claim.names if not _is_there(name.text, folded, there)]
    return Tally(agreed=len(claim.names) - len(missing), conflicts=(), missing=tuple(missing))


def _is_there(name: str, folded: str, there: Sequence[str]) -> bool:
    words = name_words(name)
    return (bool(words) and all(word in folded for word in words)) or any(same_name(name, other) for other in there)


_CASE_JA: Final = re.compile("([一-龥ァ-ヶー々]{1,12})(が|を|は)(?![一-龥]{0,2}者)")
_TURNED_JA: Final = re.compile("れ(?:る|た|て|ま)|によって|により")
_TURNED_EN: Final = re.compile(r"\b(?:by|was|were|been|being|is|are|both|and|with|of|from|between)\b", re.IGNORECASE)


def _swapped(claim: Reading, aligned: Reading) -> bool:
    """Whether doer and done-to have changed places: が and を in Japanese, the order of names in plain English."""
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
    """Each noun's case: the doer (が, は) or the done-to (を). A noun with both has none."""
    found: dict[str, str] = {}
    for word, particle in _CASE_JA.findall(text):
        case = "done" if particle == "を" else "doer"
        found[word] = case if found.get(word, case) == case else "both"
    return found


def grounds_of(s: Signals) -> tuple[Ground, ...]:
    """The signals as reasons for a person to read, strongest kind first."""
    found: list[Ground] = []
    found += [Ground(rule="number", detail=detail, weight=-0.9) for detail in s.numbers.conflicts]
    found += [Ground(rule="date", detail=detail, weight=-0.9) for detail in s.dates.conflicts]
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
