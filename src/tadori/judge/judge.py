"""The judge: what a piece of evidence says about a claim.

In: pairs of texts. Out: verdicts with their grounds. Rules come first and last; the stance model, where there is one,
is asked in between, for many pairs at once, and combined with the rules (`join.py`). Uncertainty is explicit:
`abstained`, or a stance that is not `shown` (`showing.py`). If the model fails, the rules decide alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.errors import ModelUnusable, WrongCall
from tadori.judge.join import ACROSS, joined_scores, pair_language
from tadori.judge.reading import LONGEST_EVIDENCE, evidence_sentences, read_sentence
from tadori.judge.rules import PairSignals, grounds_of, pair_signals
from tadori.judge.showing import facts_decide, refutation_shown, refutation_too_unsure, support_shown
from tadori.judge.weights import is_aligned, rule_scores
from tadori.minds.base import Entailment, EvidencePair, StanceCalibration, StanceScores
from tadori.model.claim import Ground, Stance, StanceVerdict
from tadori.model.evidence_thresholds import (
    ACROSS_FEWEST_FACTS,
    ACROSS_REFUTATION_CONFIDENCE,
    ACROSS_SUPPORT_CONFIDENCE,
    RULES_REFUTATION_SHOWN_FROM,
    RULES_SHOWN_PRECISION,
    RULES_SUPPORT_FROM,
    RULES_SUPPORT_SHOWN_FROM,
    SAME_SENTENCE_CONFIDENCE,
    SAME_WORDS_CONFIDENCE,
    STANCE_SURE_FROM,
    SUPPORTS_ACROSS_FROM,
)
from tadori.text.normalise import squash
from tadori.text.quotation_match import match_form
from tadori.text.sameness import has_words, same_words

RULES_VERSION: Final = "rules-4"
LONGEST_CLAIM: Final = 4_000
LONGEST_FOR_MODEL: Final = 1_500
"""Characters of evidence that a model is given: of longer evidence, the aligned sentence and what stands around it."""
AT_ONCE: Final = 128
"""Pairs that a model is asked about in one call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PairReading:
    """A pair that was read: what the rules say, and what a model is to be asked."""

    pair: EvidencePair
    signals: PairSignals
    kind: str
    by_rules: StanceVerdict
    for_model: EvidencePair | None
    """None where no model need be asked."""


class Judge:
    """Judges pairs. The same pair always gets the same verdict; `version` names everything that decides it."""

    def __init__(self, entailment: Entailment | None = None, *, calibration: StanceCalibration | None = None) -> None:
        self._entailment, self._calibration = entailment, calibration

    @property
    def version(self) -> str:
        if self._entailment is None:
            return RULES_VERSION
        learnt = "" if self._calibration is None else f"+{self._calibration.id}"
        try:
            return f"{RULES_VERSION}+{self._entailment.model_id}{learnt}"
        except ModelUnusable:
            return RULES_VERSION

    def verdict(self, pair: EvidencePair) -> StanceVerdict:
        """What `pair.evidence` says about `pair.claim`.

        Raises `WrongCall` when either is empty.
        """
        return self.verdicts([pair])[0]

    def verdicts(self, pairs: Sequence[EvidencePair]) -> list[StanceVerdict]:
        """A verdict for each pair, in order, the same as each would get alone; the model is asked for many at once.

        Raises `WrongCall` when a side of a pair is empty.
        """
        found: list[StanceVerdict] = []
        for some in _batched([_bounded(pair) for pair in pairs]):
            known = [_same_words(pair) for pair in some]
            texts = [_read_pair(pair) for pair, verdict in zip(some, known, strict=True) if verdict is None]
            weighed = iter(self._weighed(texts))
            found += [verdict if verdict is not None else next(weighed) for verdict in known]
        return found

    def scores(self, pair: EvidencePair) -> StanceScores:
        """Probabilities of the stances by rules and model together, for calibration and for ordering evidence.

        Raises `WrongCall` when either side is empty.
        """
        return self.all_scores([pair])[0]

    def all_scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        """`scores` of each pair, in order; the model is asked for many at once."""
        found: list[StanceScores] = []
        for some in _batched([_bounded(pair) for pair in pairs]):
            texts = [_read_pair(pair) for pair in some]
            found += [
                rule_scores(reading.signals) if by_model is None else self._joined(reading, by_model)
                for reading, by_model in zip(texts, self._model_scores(texts), strict=True)
            ]
        return found

    def _joined(self, reading: _PairReading, by_model: StanceScores) -> StanceScores:
        """The scores of rules and model together, calibrated."""
        scores = joined_scores(reading.signals, by_model, reading.kind)
        return scores if self._calibration is None else self._calibration.apply(scores)

    def _weighed(self, texts: Sequence[_PairReading]) -> list[StanceVerdict]:
        found = [
            reading.by_rules
            if by_model is None
            else _joined_verdict(reading, by_model, self._joined(reading, by_model))
            for reading, by_model in zip(texts, self._model_scores(texts), strict=True)
        ]
        return [_held_by_signs(verdict, reading) for verdict, reading in zip(found, texts, strict=True)]

    def _model_scores(self, texts: Sequence[_PairReading]) -> list[StanceScores | None]:
        """The model's scores of each; None where there is no model, it need not be asked, or it cannot be used."""
        if self._entailment is None:
            return [None] * len(texts)
        distinct = list(dict.fromkeys(reading.for_model for reading in texts if reading.for_model is not None))
        try:
            by_model = dict(zip(distinct, self._entailment.scores(distinct) if distinct else [], strict=True))
        except ModelUnusable:  # whoever handed the model in tells that it failed; the rules go on
            return [None] * len(texts)
        return [None if reading.for_model is None else by_model[reading.for_model] for reading in texts]


def rule_verdict(s: PairSignals) -> StanceVerdict:
    """The verdict by rules alone on the signals of a pair in one language."""
    grounds, scores = grounds_of(s), rule_scores(s)
    if (s.conflicts and is_aligned(s)) or s.anchored:
        about_it = s.subject >= RULES_REFUTATION_SHOWN_FROM and s.precision >= RULES_SHOWN_PRECISION
        shown = about_it and is_aligned(s) and s.firm_conflicts > 0 and not (s.hedged or s.claim.hedges)
        return _verdict(Stance.REFUTES, scores.refutes, grounds, shown=shown)
    missing = s.numbers.missing or s.dates.missing or s.names.missing
    if s.coverage >= RULES_SUPPORT_FROM and not (s.conflicts or missing or s.swapped):
        shown = s.coverage >= RULES_SUPPORT_SHOWN_FROM and not s.hedged
        return _verdict(Stance.SUPPORTS, scores.supports, grounds, shown=shown)
    unsure = max(scores.supports, scores.refutes) > scores.neutral
    return _verdict(Stance.NEUTRAL, scores.neutral, grounds, shown=False, abstained=unsure)


def _bounded(pair: EvidencePair) -> EvidencePair:
    claim, evidence = pair.claim.strip(), pair.evidence.strip()
    if not claim or not evidence:
        raise WrongCall(f"the {'claim' if not claim else 'evidence'} is empty; the judge needs words on both sides")
    return replace(pair, claim=claim[:LONGEST_CLAIM], evidence=evidence[:LONGEST_EVIDENCE])


def _verdict(
    stance: Stance, confidence: float, grounds: tuple[Ground, ...], *, shown: bool, abstained: bool = False
) -> StanceVerdict:
    return StanceVerdict(
        stance=stance, confidence=round(confidence, 4), shown=shown, abstained=abstained, grounds=grounds
    )


def _same_words(pair: EvidencePair) -> StanceVerdict | None:
    """Support by the words themselves: the claim is the evidence, or a whole sentence of it."""
    if not has_words(pair.claim):
        return None
    if same_words(pair.claim, pair.evidence):
        ground = Ground(rule="identical", detail="the same words", weight=1.0)
        return _verdict(Stance.SUPPORTS, SAME_WORDS_CONFIDENCE, (ground,), shown=True)
    if any(same_words(pair.claim, sentence) for sentence in evidence_sentences(pair.evidence)):
        ground = Ground(rule="identical", detail="a sentence of the evidence", weight=1.0)
        return _verdict(Stance.SUPPORTS, SAME_SENTENCE_CONFIDENCE, (ground,), shown=True)
    return None


def _held_by_signs(verdict: StanceVerdict, reading: _PairReading) -> StanceVerdict:
    """No support where two texts differ only in the signs of a number, whatever rules and model make of them."""
    if verdict.stance is not Stance.SUPPORTS or not verdict.shown:
        return verdict
    mine, theirs = reading.pair.claim, reading.signals.aligned.text
    if squash(mine) != squash(theirs) or match_form(mine) == match_form(theirs):
        return verdict
    ground = Ground(rule="number", detail="the same letters, other signs", weight=-0.9)
    return replace(verdict, shown=False, abstained=True, grounds=(ground, *verdict.grounds))


def _across(s: PairSignals) -> StanceVerdict:
    """Two languages: only numbers, dates and names written alike can be compared; negation cannot be seen at all."""
    ground = Ground(rule="language", detail="claim and evidence are in different languages", weight=0.0)
    facts = tuple(g for g in grounds_of(s) if g.rule in ("number", "date", "entity"))
    agreed, stated = s.numbers.agreed + s.dates.agreed, len(s.claim.quantities) + len(s.claim.dates)
    conflicts = len(s.numbers.conflicts) + len(s.dates.conflicts)
    anchored = agreed + s.names.agreed
    if agreed >= ACROSS_FEWEST_FACTS and agreed == stated:
        return _verdict(Stance.SUPPORTS, ACROSS_SUPPORT_CONFIDENCE, (ground, *facts), shown=False)
    if conflicts and anchored >= ACROSS_FEWEST_FACTS:
        return _verdict(Stance.REFUTES, ACROSS_REFUTATION_CONFIDENCE, (ground, *facts), shown=False)
    return _verdict(Stance.NEUTRAL, 0.5, (ground, *facts), shown=False, abstained=True)


def _other_time(verdict: StanceVerdict, s: PairSignals, pair: EvidencePair) -> StanceVerdict:
    """A number that differs between sources of different years may have changed: it is not shown as a refutation."""
    if verdict.stance is not Stance.REFUTES or pair.claim_date is None or pair.evidence_date is None:
        return verdict
    only_numbers = not (s.dates.conflicts or s.antonyms or s.denials)
    if not only_numbers or s.dates.agreed or pair.claim_date[:4] == pair.evidence_date[:4]:
        return verdict
    ground = Ground(rule="date", detail=f"said of {pair.claim_date} and of {pair.evidence_date}", weight=0.0)
    return replace(verdict, shown=False, grounds=(*verdict.grounds, ground))


def _batched(pairs: Sequence[EvidencePair]) -> list[Sequence[EvidencePair]]:
    return [pairs[start : start + AT_ONCE] for start in range(0, len(pairs), AT_ONCE)]


def _read_pair(pair: EvidencePair) -> _PairReading:
    sentences = evidence_sentences(pair.evidence)
    found, kind = pair_signals(read_sentence(pair.claim), sentences), pair_language(pair)
    by_rules = _across(found) if kind == ACROSS else _other_time(rule_verdict(found), found, pair)
    silent = not (has_words(pair.claim) and has_words(pair.evidence))
    for_model = (
        None
        if silent
        else EvidencePair(claim=pair.claim, evidence=_around(pair.evidence, sentences, found.aligned.text))
    )
    return _PairReading(pair=pair, signals=found, kind=kind, by_rules=by_rules, for_model=for_model)


def _around(evidence: str, sentences: Sequence[str], aligned: str) -> str:
    """The evidence, or as much of it around the aligned sentence as a model gets."""
    if len(evidence) <= LONGEST_FOR_MODEL:
        return evidence
    # Grow from the aligned sentence by the shorter neighbour, so that as many sentences as possible fit.
    first = last = sentences.index(aligned)
    room = LONGEST_FOR_MODEL - len(aligned)
    while True:
        before = len(sentences[first - 1]) if first > 0 else room + 1
        behind = len(sentences[last + 1]) if last + 1 < len(sentences) else room + 1
        if min(before, behind) > room:
            return " ".join(sentences[first : last + 1])[:LONGEST_FOR_MODEL]
        if before <= behind:
            first, room = first - 1, room - before
        else:
            last, room = last + 1, room - behind


def _joined_verdict(reading: _PairReading, by_model: StanceScores, scores: StanceScores) -> StanceVerdict:
    """The stance by model and rules together; grounds show both."""
    s = reading.signals
    ground = Ground(rule="model", detail=_in_words(by_model), weight=round(by_model.supports - by_model.refutes, 4))
    grounds = (ground, *reading.by_rules.grounds)
    stances = ((Stance.SUPPORTS, scores.supports), (Stance.REFUTES, scores.refutes), (Stance.NEUTRAL, scores.neutral))
    best, confidence = max(stances, key=lambda stance: stance[1])
    if reading.kind == ACROSS:
        return _across_joined(s, best, confidence, grounds)
    unsure = confidence < STANCE_SURE_FROM or (best is Stance.REFUTES and refutation_too_unsure(s, scores))
    # Support against numbers or dates that conflict in the aligned sentence is left open.
    unsure = unsure or (best is Stance.SUPPORTS and bool(s.numbers.conflicts or s.dates.conflicts) and is_aligned(s))
    if best is Stance.NEUTRAL or unsure:
        shown = False
    else:
        shown = support_shown(s, scores) if best is Stance.SUPPORTS else refutation_shown(s, scores)
    # Where model and rules show the same stance the joint confidence counts; otherwise compared facts may decide.
    if not (shown and best is reading.by_rules.stance) and facts_decide(reading.by_rules, s, by_model):
        return replace(reading.by_rules, grounds=grounds)
    return _other_time(_verdict(best, confidence, grounds, shown=shown, abstained=unsure), s, reading.pair)


def _across_joined(s: PairSignals, best: Stance, confidence: float, grounds: tuple[Ground, ...]) -> StanceVerdict:
    """Across languages numbers and dates overrule the model: against them it is left open, without them not shown."""
    agreed, stated = s.numbers.agreed + s.dates.agreed, len(s.claim.quantities) + len(s.claim.dates)
    conflict = bool(s.numbers.conflicts or s.dates.conflicts)
    all_agree = 0 < stated == agreed
    held = (best is Stance.SUPPORTS and conflict) or (best is Stance.REFUTES and all_agree)
    unsure = confidence < STANCE_SURE_FROM or held
    shown = best is Stance.SUPPORTS and all_agree and confidence >= SUPPORTS_ACROSS_FROM and not unsure
    return _verdict(best, confidence, grounds, shown=shown, abstained=unsure)


def _in_words(by_model: StanceScores) -> str:
    return f"supports {by_model.supports:.2f}, refutes {by_model.refutes:.2f}, neutral {by_model.neutral:.2f}"
