"""Grades a report sentence by the quotations it rests on (X1, X11), without a model and failing closed.

In: a sentence, its quotations with what stands around them, and models' votes if there are any. Out: a verdict:
`quoted`, `derived` with its steps, `judged` where no rule objects and the models found it entailed, or `not checked`
with what is lost, added or wrong. A sentence of several parts has the grade of its weakest part.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tadori.errors import WrongCall
from tadori.judge.across import across_objections
from tadori.judge.changes import change_objections
from tadori.judge.derive.base import DerivationRule, Goal
from tadori.judge.derive.computed import computed_by
from tadori.judge.derive.parts import REST
from tadori.judge.derive.rules import RULES
from tadori.judge.derive.template_words import without_template_words
from tadori.judge.judged import is_judged
from tadori.judge.proof import Proof, Prover
from tadori.judge.reading import evidence_sentences, read_sentence, script_of
from tadori.judge.rules import grounds_of, pair_signals
from tadori.judge.vetoes import Objections, objections
from tadori.model.claim import Ground
from tadori.model.doors import CodeSandbox
from tadori.model.evidence_thresholds import MOST_PASSAGES
from tadori.model.grading import EntailmentVote, Grade, QuotedPassage, SentenceVerdict
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import lead_in_span
from tadori.text.limits import LimitSpan, limits

LONGEST_SENTENCE: Final = 2000
LONGEST_QUOTATION: Final = 8000
LONGEST_AROUND: Final = 2000


class MechanicalCheck:
    """Implements `SentenceCheck` by rules alone; what models voted is taken into account, never asked for."""

    def __init__(self, rules: Sequence[DerivationRule] = RULES, *, sandbox: CodeSandbox | None = None) -> None:
        """`sandbox` runs calculated sentences again; without it they are not derived."""
        self._rules = rules if sandbox is None else (*rules, computed_by(sandbox))

    def grade(
        self, sentence: str, quotations: Sequence[QuotedPassage], votes: Sequence[EntailmentVote] = ()
    ) -> SentenceVerdict:
        """How well `quotations` support `sentence`.

        Raises `WrongCall` for an empty sentence.
        """
        if not sentence.strip():
            raise WrongCall("an empty sentence cannot be checked")
        if len(sentence) > LONGEST_SENTENCE:
            return _refused(Ground(rule="overlap", detail=f"longer than {LONGEST_SENTENCE} characters", weight=-1.0))
        passages = [_bounded(quotation) for quotation in quotations[:MOST_PASSAGES]]
        if not any(passage.text for passage in passages):
            return _refused(Ground(rule="overlap", detail="no quotation", weight=-1.0))
        prover = Prover(passages=passages, rules=self._rules, sentence=sentence)
        proof = _whole_or_parts(sentence, prover)
        if proof is None:
            return _unproven(sentence, passages, prover, votes)
        changed = _limits_changed(sentence, proof, passages)
        if not changed.nothing:
            grounds = _what_is_wrong(sentence, passages)
            return SentenceVerdict(grade=Grade.NOT_CHECKED, grounds=grounds, lost=changed.lost, added=changed.added)
        grade = Grade.DERIVED if proof.steps else Grade.QUOTED
        return SentenceVerdict(grade=grade, grounds=proof.grounds, steps=proof.steps)


def _limits_changed(sentence: str, proof: Proof, passages: Sequence[QuotedPassage]) -> Objections:
    """Limits of the quoted sentences that a derived one lacks, or has beyond them: rules keep them, this makes sure.

    A step that rewords an attribution, a number or a name is trusted with those; calculations are not.
    """
    if all(step.rule in _WORD_FOR_WORD for step in proof.steps):
        return Objections(lost=(), added=())
    rests_on = {index for step in proof.steps for index in step.quotations}
    there = {(limit.kind, limit.form) for index in rests_on for limit in limits(_seen(passages[index]))}
    rules = {step.rule for step in proof.steps}
    # `differing_values` prints the speaker of a sentence as the label of its value.
    kinds = _KEPT | ({"attribution"} if "arithmetic" in rules else set())
    said = limits(without_template_words(sentence, rules))
    if any(step.rule == "arithmetic" and step.detail.startswith(REST) for step in proof.steps):
        said = _without_one_negation(said)
    stated = {(limit.kind, limit.form) for limit in said}
    quoted = [limit for text in proof.quoted for limit in limits(text) if limit.kind in kinds]
    return Objections(
        lost=tuple(dict.fromkeys(limit.limit for limit in quoted if (limit.kind, limit.form) not in stated)),
        added=tuple(
            dict.fromkeys(
                limit.limit for limit in said if limit.kind in _KEPT and (limit.kind, limit.form) not in there
            )
        ),
    )


def _without_one_negation(said: Sequence[LimitSpan]) -> tuple[LimitSpan, ...]:
    """Of the rest of a whole, the step itself denies what is said of the part: once."""
    denied = [limit for limit in said if limit.kind == "negation"]
    return tuple(limit for limit in said if limit not in denied[:1])


def _seen(passage: QuotedPassage) -> str:
    return "\n".join((passage.heading, passage.before, passage.text, passage.after))


_KEPT: Final = frozenset({"negation", "hedge", "condition", "exception"})
_WORD_FOR_WORD: Final = frozenset({"table_row", "list_item"})
"""Rules whose forms are compared word for word with all that they quote."""


def _bounded(passage: QuotedPassage) -> QuotedPassage:
    """The passage, with no more text than is read; a blank or overlong quotation is empty, and proves nothing."""
    text = passage.text if passage.text.strip() and len(passage.text) <= LONGEST_QUOTATION else ""
    before, after = passage.before[-LONGEST_AROUND:], passage.after[:LONGEST_AROUND]
    # Whoever cuts a text into sentences drops the white space between them; words of two sentences must not touch.
    if _TOUCHES_BEFORE.search(before) and text[:1].strip():
        before += " "
    if text[-1:].strip() and _TOUCHES_AFTER.match(after):
        after = f" {after}"
    return replace(passage, text=text, before=before, after=after)


_TOUCHES_BEFORE: Final = lazy_pattern(r"[^\s\"'“‘「『（(\[［«‹—–-]$")
_TOUCHES_AFTER: Final = lazy_pattern(r"[^\s\"'”’」』）)\]］»›—–,.;:!?、。，．；：！？-]")


def _whole_or_parts(sentence: str, prover: Prover) -> Proof | None:
    """The proof of each of its sentences as quoted, of the sentence as one, or of each of its sentences by rules."""
    parts = evidence_sentences(sentence)
    quoted = [prover.proof(Goal(text=part), 0) for part in parts] if len(parts) > 1 else []
    if quoted and all(quoted) and lead_in_span(parts[-1]) is None:
        return _joined([proof for proof in quoted if proof is not None])
    whole = prover.proof(Goal(text=sentence))
    if whole is not None or len(parts) < 2:
        return whole
    proofs = [prover.proof(Goal(text=part)) for part in parts]
    found = [proof for proof in proofs if proof is not None]
    return _joined(found) if len(found) == len(proofs) else None


def _joined(found: Sequence[Proof]) -> Proof:
    return Proof(
        grounds=tuple(ground for proof in found for ground in proof.grounds),
        steps=tuple(dict.fromkeys(step for proof in found for step in proof.steps)),
        quoted=tuple(text for proof in found for text in proof.quoted),
    )


def _unproven(
    sentence: str, passages: Sequence[QuotedPassage], prover: Prover, votes: Sequence[EntailmentVote]
) -> SentenceVerdict:
    """The verdict where no rule derives it: judged, where nothing speaks against it and models found it said."""
    found = _objections(sentence, passages)
    lost = tuple(dict.fromkeys((*found.lost, *prover.limits_around())))
    if not prover.objections and not lost and not found.beyond_wording and is_judged(sentence, passages, votes):
        grounds = tuple(Ground(rule="model", detail=vote.model, weight=vote.score) for vote in votes if vote.entailed)
        return SentenceVerdict(grade=Grade.JUDGED, grounds=grounds)
    grounds = tuple(dict.fromkeys(prover.objections)) or _what_is_wrong(sentence, passages)
    return SentenceVerdict(grade=Grade.NOT_CHECKED, grounds=grounds, lost=lost, added=found.added)


def _objections(sentence: str, passages: Sequence[QuotedPassage]) -> Objections:
    """What rules object to; across languages numbers, dates, units, names and negations alone can be compared."""
    quoted = [passage for passage in passages if passage.text]
    if any(script_of(passage.text) != script_of(sentence) for passage in quoted):
        return across_objections(sentence, quoted)
    found = objections(sentence, quoted)
    changed = change_objections(sentence, " ".join(passage.text for passage in quoted))
    return Objections(lost=found.lost, added=tuple(dict.fromkeys((*found.added, *changed))))


def _what_is_wrong(sentence: str, passages: Sequence[QuotedPassage]) -> tuple[Ground, ...]:
    quoted = [part for passage in passages for part in evidence_sentences(passage.text)]
    found = [ground for ground in grounds_of(pair_signals(read_sentence(sentence), quoted)) if ground.weight < 0]
    if not found:
        found = [Ground(rule="overlap", detail="not in the words of one quoted sentence", weight=-0.5)]
    return tuple(found)


def _refused(*grounds: Ground) -> SentenceVerdict:
    return SentenceVerdict(grade=Grade.NOT_CHECKED, grounds=grounds)
