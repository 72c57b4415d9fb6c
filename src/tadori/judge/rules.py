"""What speaks for and against a claim in one aligned sentence, as numbers and grounds.

In: readings of the claim, of the sentence of the evidence that fits it best, and the terms of the evidence around it.
Out: `Signals`. Weighing them is `judge.py`'s work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.reading import Reading, read
from tadori.model.claim import Ground
from tadori.text.antonyms import antonym_pairs, nearly_same
from tadori.text.dates import Agreement, DateMention, same_date
from tadori.text.names import name_words, same_name
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity, same_quantity

NEAR_SYNONYM: Final = 0.6
"""What a word of the same side of an antonym row counts as, beside 1 for the word itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How the claim's facts of one kind fare: agreeing, in conflict, or not found."""

    agreed: int
    conflicts: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Everything the rules see in one pair."""

    sentence: str
    coverage: float
    """Share of the claim's terms that the aligned sentence holds."""
    reach: float
    """Share of the claim's terms that the evidence holds anywhere."""
    subject: float
    """Share of the claim's terms apart from those in conflict that the aligned sentence holds."""
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


def best_sentence(claim: Reading, sentences: Sequence[str]) -> int:
    """The index of the sentence that covers most of the claim; the earliest of equals."""
    best, best_score = 0, -1.0
    for index, sentence in enumerate(sentences):
        reading = read(sentence)
        score = coverage(claim, reading.term_set) - 0.0005 * min(len(reading.terms), 200)
        if score > best_score + 1e-9:
            best, best_score = index, score
    return best


def coverage(claim: Reading, held: frozenset[str]) -> float:
    """Share of the claim's distinct terms in `held`; a near-synonym counts in part."""
    wanted = claim.term_set
    if not wanted:
        return 0.0
    return sum(_held(term, held) for term in wanted) / len(wanted)


def _held(term: str, held: frozenset[str]) -> float:
    if term in held:
        return 1.0
    return NEAR_SYNONYM if not nearly_same(term).isdisjoint(held) else 0.0


def signals(claim: Reading, sentences: Sequence[str]) -> Signals:
    """All signals of `claim` against the evidence cut into `sentences`, judged on the best aligned one."""
    index = best_sentence(claim, sentences)
    aligned = read(sentences[index])
    around = [read(sentence) for sentence in sentences[max(0, index - 8) : index + 9]]
    held_anywhere = frozenset(term for reading in around for term in reading.term_set)
    antonyms = _antonyms(claim, aligned)
    conflicting = {word for word, _ in antonyms}
    subject_terms = claim.term_set - conflicting - _number_terms(claim)
    subject = (
        sum(_held(term, aligned.term_set) for term in subject_terms) / len(subject_terms) if subject_terms else 0.0
    )
    shared = claim.term_set & aligned.term_set
    return Signals(
        sentence=aligned.text,
        coverage=coverage(claim, aligned.term_set),
        reach=coverage(claim, held_anywhere),
        subject=subject,
        precision=len(shared) / len(aligned.term_set) if aligned.term_set else 0.0,
        numbers=_numbers(claim, aligned, around),
        dates=_dates(claim, aligned, around),
        names=_names(claim, around),
        denials=tuple(sorted((claim.denied ^ aligned.denied) & shared)),
        antonyms=antonyms,
        hedged=bool(aligned.hedges) and not claim.hedges,
    )


def _number_terms(claim: Reading) -> frozenset[str]:
    return frozenset(
        term for q in claim.quantities for term in read(claim.text[q.start : q.end]).terms if term[:1].isdigit()
    )


def _antonyms(claim: Reading, aligned: Reading) -> tuple[tuple[str, str], ...]:
    """Opposing words, each missing from the other side: `open` against `closed`."""
    mine, theirs = set(claim.tokens), set(aligned.tokens)
    first = [token for token in claim.tokens if token not in theirs]
    second = [token for token in aligned.tokens if token not in mine]
    return tuple(antonym_pairs(first, second))


def _numbers(claim: Reading, aligned: Reading, around: Sequence[Reading]) -> Tally:
    anywhere = [q for reading in around for q in reading.quantities]
    agreed, conflicts, missing = 0, [], []
    for stated in claim.quantities:
        words = claim.text[stated.start : stated.end]
        if any(same_quantity(stated, found) == "agree" for found in anywhere):
            agreed += 1
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


def _dates(claim: Reading, aligned: Reading, around: Sequence[Reading]) -> Tally:
    anywhere = [d for reading in around for d in reading.dates]
    agreed, conflicts, missing = 0, [], []
    for stated in claim.dates:
        words = claim.text[stated.start : stated.end]
        verdicts = [same_date(stated, found) for found in anywhere]
        if "agree" in verdicts and _as_precise(stated, anywhere):
            agreed += 1
            continue
        against = [found for found in aligned.dates if same_date(stated, found) == "disagree"]
        if len(against) == 1 and "agree" not in verdicts:
            conflicts.append(f"{words} ≠ {aligned.text[against[0].start : against[0].end]}")
        else:
            missing.append(words)
    return Tally(agreed=agreed, conflicts=tuple(conflicts), missing=tuple(missing))


def _as_precise(stated: DateMention, there: Sequence[DateMention]) -> bool:
    """Whether a date that agrees states every part that `stated` does: `2019` does not say `March 2019`."""
    for found in there:
        verdict: Agreement = same_date(stated, found)
        parts = ((stated.year, found.year), (stated.month, found.month), (stated.day, found.day))
        if verdict == "agree" and all(mine is None or theirs is not None for mine, theirs in parts):
            return True
    return False


def _names(claim: Reading, around: Sequence[Reading]) -> Tally:
    folded = " ".join(fold(reading.text) for reading in around)
    there = [name.text for reading in around for name in reading.names]
    agreed, missing = 0, []
    for name in claim.names:
        words = name_words(name.text)
        if (words and all(word in folded for word in words)) or any(same_name(name.text, other) for other in there):
            agreed += 1
        else:
            missing.append(name.text)
    return Tally(agreed=agreed, conflicts=(), missing=tuple(missing))


def grounds_of(s: Signals) -> tuple[Ground, ...]:
    """The signals as reasons for a person to read, strongest kind first."""
    found: list[Ground] = []
    found += [Ground(rule="number", detail=detail, weight=-0.9) for detail in s.numbers.conflicts]
    found += [Ground(rule="date", detail=detail, weight=-0.9) for detail in s.dates.conflicts]
    found += [Ground(rule="antonym", detail=f"{mine} ↔ {theirs}", weight=-0.8) for mine, theirs in s.antonyms]
    if s.denials:
        found.append(Ground(rule="negation", detail=" ".join(s.denials), weight=-0.7))
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
