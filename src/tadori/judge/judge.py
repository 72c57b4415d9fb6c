"""The judge: what a piece of evidence says about a claim.

In: a pair of texts. Out: a verdict with its grounds. Rules come first and last; the stance model, where there is
one, is asked in between. What is unsure is said to be unsure: `abstained`, or a stance that is not `shown`.
"""

from dataclasses import replace
from typing import Final

from tadori.errors import WrongCall
from tadori.judge.reading import LONGEST_EVIDENCE, read, script_of, sentences_of
from tadori.judge.rules import Signals, grounds_of, signals
from tadori.minds.base import Entailment, Pair, StanceScores
from tadori.model.claim import Ground, Stance, Verdict
from tadori.text.normalise import squash

RULES_VERSION: Final = "rules-1"
LONGEST_CLAIM: Final = 4_000
SUPPORTED_FROM: Final = 0.8
"""Coverage from which agreement of all facts counts as support."""
ALIGNED_FROM: Final = 0.7
"""Share of the claim's subject that must stand in the aligned sentence before a conflict is one."""


class Judge:
    """Weighs pairs. The same pair always gets the same verdict; `version` names all that decides it."""

    def __init__(self, entailment: Entailment | None = None) -> None:
        self._entailment = entailment

    @property
    def version(self) -> str:
        return RULES_VERSION if self._entailment is None else f"{RULES_VERSION}+{self._entailment.model_id}"

    def verdict(self, pair: Pair) -> Verdict:
        """What `pair.evidence` says about `pair.claim`.

        Raises `WrongCall` when either is empty.
        """
        claim, evidence = pair.claim.strip(), pair.evidence.strip()
        if not claim or not evidence:
            raise WrongCall(f"{'claim' if not claim else 'evidence'} is empty; the judge needs words on both sides")
        claim, evidence = claim[:LONGEST_CLAIM], evidence[:LONGEST_EVIDENCE]
        if (same := _same_words(claim, evidence)) is not None:
            return same
        if script_of(claim) != script_of(evidence):
            return _across(claim, evidence)
        found = signals(read(claim), sentences_of(evidence))
        ruled = weigh(found)
        if self._entailment is None:
            return ruled
        return _with_model(ruled, self._entailment.scores([replace(pair, claim=claim, evidence=found.aligned.text)])[0])


def weigh(s: Signals) -> Verdict:
    """The mechanical verdict on signals."""
    grounds = grounds_of(s)
    conflicts = s.conflicts
    aligned = s.subject >= ALIGNED_FROM and not s.names.missing
    if conflicts and aligned:
        shown = s.subject >= 0.8 and not s.hedged and s.precision >= 0.3 and s.firm_conflicts > 0
        return _verdict(Stance.REFUTES, 0.5 + 0.4 * s.subject, grounds, shown=shown)
    missing = len(s.numbers.missing) + len(s.dates.missing) + len(s.names.missing)
    if not conflicts and not missing and s.coverage >= SUPPORTED_FROM:
        return _verdict(Stance.SUPPORTS, min(0.95, s.coverage - 0.1 * s.hedged), grounds, shown=not s.hedged)
    unsure = s.coverage >= 0.5
    return _verdict(Stance.NEUTRAL, 0.5 if unsure else 0.8, grounds, shown=False, abstained=unsure)


def _verdict(
    stance: Stance, confidence: float, grounds: tuple[Ground, ...], *, shown: bool, abstained: bool = False
) -> Verdict:
    return Verdict(stance=stance, confidence=round(confidence, 4), shown=shown, abstained=abstained, grounds=grounds)


def _same_words(claim: str, evidence: str) -> Verdict | None:
    """Support by the words themselves: the claim is the evidence, or a whole sentence of it."""
    mine = squash(claim)
    if not mine:
        return None
    if mine == squash(evidence):
        ground = Ground(rule="identical", detail="the same words", weight=1.0)
        return _verdict(Stance.SUPPORTS, 0.99, (ground,), shown=True)
    if len(mine) <= len(evidence) and any(squash(sentence) == mine for sentence in sentences_of(evidence)):
        ground = Ground(rule="identical", detail="a sentence of the evidence", weight=1.0)
        return _verdict(Stance.SUPPORTS, 0.97, (ground,), shown=True)
    return None


def _across(claim: str, evidence: str) -> Verdict:
    """Two languages: only what both write alike can be compared, and that is never enough to be sure."""
    found = signals(read(claim), sentences_of(evidence))
    ground = Ground(rule="language", detail="claim and evidence are in different languages", weight=0.0)
    facts = tuple(g for g in grounds_of(found) if g.rule in ("number", "date", "entity"))
    return _verdict(Stance.NEUTRAL, 0.5, (ground, *facts), shown=False, abstained=True)


def _with_model(ruled: Verdict, scores: StanceScores) -> Verdict:
    """The model's stance, held by the rules: a refutation is shown only where a rule saw it too."""
    ground = Ground(
        rule="model",
        detail=f"supports {scores.supports:.2f}, refutes {scores.refutes:.2f}, neutral {scores.neutral:.2f}",
        weight=round(scores.supports - scores.refutes, 4),
    )
    best, confidence = max(
        ((Stance.SUPPORTS, scores.supports), (Stance.REFUTES, scores.refutes), (Stance.NEUTRAL, scores.neutral)),
        key=lambda pair: pair[1],
    )
    agrees = best is ruled.stance
    shown = (
        agrees and ruled.shown
        if best is Stance.REFUTES
        else best is Stance.SUPPORTS and ruled.stance is not Stance.REFUTES
    )
    return Verdict(
        stance=best,
        confidence=round(confidence, 4),
        shown=shown,
        abstained=confidence < 0.5,
        grounds=(ground, *ruled.grounds),
    )
