"""Reports whose sentences have all four grades, in both languages: as the compiler would have made them."""

from dataclasses import replace

from tadori.model.grading import DerivationStep, EntailmentVote, Grade, JudgeError
from tadori.model.ids import EN, JA, Lang
from tadori.model.report import Report, ReportClaim, Sentence
from tests.report.world import World, english, japanese

DERIVED = {
    EN: "[The Kirishima dam] is 117 metres (384 ft) high.",
    JA: "〔霧島湖ダムの〕堤の高さは117メートル（384フィート）である。",
}
JUDGED = {EN: "Work on the dam took nine years.", JA: "工事には九年を要した。"}
STEPS = {
    EN: (
        DerivationStep(rule="subject", detail="The dam → The Kirishima dam", quotations=(1,)),
        DerivationStep(rule="unit", detail="117 m = 384 ft", quotations=(4,)),
    ),
    JA: (
        DerivationStep(rule="subject", detail="堤 → 霧島湖ダムの堤", quotations=(1,)),
        DerivationStep(rule="unit", detail="117 m = 384 ft", quotations=(4,)),
    ),
}


MEASURED = JudgeError(faithful_accepted=0.409, unfaithful_accepted=0.031, n=240, sets="begin_wow, pawsx_ja")


def vote(
    model: str, score: float, sentence: str, *, entailed: bool = True, error: JudgeError | None = None
) -> EntailmentVote:
    return EntailmentVote(
        model=model,
        entailed=entailed,
        score=score,
        pair_hash=EntailmentVote.pair_hash_of(sentence, ("words",)),
        error=error,
    )


def graded(lang: Lang = EN) -> Report:
    """Answer: quoted, derived, judged. Claims: the same and one more quoted. One sentence is not checked."""
    report = (english() if lang == EN else japanese()).report()
    first, height, other = report.claims
    quoted = _with(first, grade=Grade.QUOTED)
    derived = _with(height, text=DERIVED[lang], citations=(4, 1), grade=Grade.DERIVED, steps=STEPS[lang])
    votes = (
        vote("nli-small", 0.937, JUDGED[lang]),
        vote("nli-large", 0.41, JUDGED[lang], entailed=False, error=MEASURED),
    )
    judged = _with(height, text=JUDGED[lang], citations=(2,), grade=Grade.JUDGED, votes=votes)
    second = _with(other, grade=Grade.QUOTED)
    sides = {claim.sentence.claim_ids: claim.sentence for claim in (quoted, second)}
    return replace(
        report,
        answer=(quoted.sentence, derived.sentence, judged.sentence),
        claims=(quoted, derived, judged, second),
        contested=tuple(replace(c, sides=tuple(sides[s.claim_ids] for s in c.sides)) for c in report.contested),
        unchecked=tuple(replace(sentence, grade=Grade.NOT_CHECKED) for sentence in report.unchecked),
        lowest_grade=Grade.JUDGED,
    )


def alone(**changes: object) -> Report:
    """A report of one quoted sentence, with `changes` to it."""
    world = World()
    world.page("a", "It is 117 metres high.")
    world.claim("It is 117 metres high.", "a")
    world.state("It is 117 metres high.", "a", in_answer=True)
    report = world.report()
    claim = _with(report.claims[0], **{"grade": Grade.QUOTED, **changes})
    return replace(report, answer=(claim.sentence,), claims=(claim,), lowest_grade=Grade.DERIVED)


def _with(claim: ReportClaim, **changes: object) -> ReportClaim:
    sentence: Sentence = replace(claim.sentence, **changes)  # type: ignore[arg-type]
    return replace(claim, sentence=sentence)
