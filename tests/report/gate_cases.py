"""Drafts at the report's gate, and what it must answer: unit tests and mutants share this table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tadori.model.claim import Claim, Ground, Quotation
from tadori.model.grading import EntailmentVote, Grade, Limit, QuotedPassage, SentenceVerdict
from tadori.model.ids import JA
from tadori.model.report import Draft
from tadori.report.evidence import ArchivedEvidence, archived_evidence
from tests.report.world import DONE_1998, DONE_1999, HEIGHT, JA_1998, World, english, japanese


@dataclass(frozen=True)
class Saying:
    """A check that always gives one verdict. Implements `SentenceCheck`."""

    given: Grade = Grade.QUOTED
    grounds: tuple[Ground, ...] = ()
    lost: tuple[Limit, ...] = ()
    added: tuple[Limit, ...] = ()

    def grade(
        self, sentence: str, quotations: Sequence[QuotedPassage], votes: Sequence[EntailmentVote] = ()
    ) -> SentenceVerdict:
        grade = self.given if quotations else Grade.NOT_CHECKED
        return SentenceVerdict(grade=grade, grounds=self.grounds, lost=self.lost, added=self.added)


@dataclass(frozen=True)
class Case:
    name: str
    draft: Callable[[World], Draft]
    check: Saying
    reason: str | None
    """None where the sentence may be printed as checked."""
    printable: bool = True
    in_japanese: bool = False

    def given(self) -> tuple[Draft, ArchivedEvidence, Saying]:
        world = japanese() if self.in_japanese else english()
        draft = self.draft(world)
        return draft, archived_evidence(replace(world.material(), drafts=(*world.drafts, draft)), world), self.check


def _quoting(text: str, *pages: str, claims: Sequence[str] | None = None) -> Callable[[World], Draft]:
    """A draft of `text` that quotes these words of each of `pages`."""

    def made(world: World) -> Draft:
        words = JA_1998 if world.lang == JA else DONE_1998
        ids = (Claim.id_of(words),) if claims is None else tuple(claims)
        quotations = tuple(world.quote(page, words) for page in pages)
        return Draft(text=text, claim_ids=ids, quotations=quotations, in_answer=False)

    return made


def _misquoting(world: World) -> Draft:
    sound = world.quote("office", DONE_1998)
    moved = Quotation.of(fragment_id="fr_x", page_id="office", start=sound.start + 1, text=DONE_1998)
    return Draft(text=DONE_1998, claim_ids=(Claim.id_of(DONE_1998),), quotations=(sound, moved), in_answer=False)


def _quoting_another(world: World) -> Draft:
    """The first claim is quoted, the second is not."""
    ids = (Claim.id_of(DONE_1998), Claim.id_of(HEIGHT))
    return Draft(text=DONE_1998, claim_ids=ids, quotations=(world.quote("office", DONE_1998),), in_answer=False)


def _quoting_against(world: World) -> Draft:
    """Words that refute the claim are no words for it."""
    quotation = world.quote("blog", DONE_1999)
    return Draft(text=DONE_1999, claim_ids=(Claim.id_of(DONE_1998),), quotations=(quotation,), in_answer=False)


FINE = Saying()
NUMBER = Ground(rule="number", detail="1998 ≠ 1999", weight=-0.9)
GROUNDS = (
    NUMBER,
    NUMBER,
    Ground(rule="negation", detail="", weight=-0.7),
    Ground(rule="unheard_of", detail="x", weight=-0.1),
    Ground(rule="overlap", detail="0.9", weight=0.9),
    Ground(rule="hedge", detail="neither for nor against", weight=0.0),
)
CASES = [
    Case("an honest sentence", _quoting(DONE_1998, "office", "paper"), FINE, None),
    Case("an honest Japanese sentence", _quoting(JA_1998, "office"), FINE, None, in_japanese=True),
    Case("no quotation", _quoting(DONE_1998), FINE, "it names no words it stands on", printable=False),
    Case("no words", _quoting(" ", "office"), FINE, "it names no words it stands on", printable=False),
    Case(
        "a lone surrogate",
        _quoting("The dam \ud800", "office"),
        FINE,
        "it names no words it stands on",
        printable=False,
    ),
    Case("words that do not stand there", _misquoting, FINE, "the quoted words do not stand at the stated place"),
    Case("no claim", _quoting(DONE_1998, "office", claims=()), FINE, "it stands on no claim"),
    Case(
        "a claim nobody made",
        _quoting(DONE_1998, "office", claims=("cl_none",)),
        FINE,
        "it names a claim that is not in the evidence graph",
    ),
    Case("words of another claim", _quoting_another, FINE, "it quotes none of the words that support its claim"),
    Case("words against it", _quoting_against, FINE, "it quotes none of the words that support its claim"),
    Case(
        "not checked", _quoting(DONE_1998, "office"), Saying(given=Grade.NOT_CHECKED), "the quoted words do not say so"
    ),
    Case(
        "judged",
        _quoting(DONE_1998, "office"),
        Saying(given=Grade.JUDGED),
        "graded judged, below the lowest grade set for reports",
    ),
    Case(
        "limits left out and added",
        _quoting(DONE_1998, "office"),
        Saying(
            given=Grade.NOT_CHECKED,
            lost=(Limit(kind="hedge", text="about"),),
            added=(Limit(kind="name", text="Oslo"),),
        ),
        "the quoted words do not say so (leaves out “about”, adds “Oslo”)",
    ),
    Case(
        "with grounds",
        _quoting(DONE_1998, "office"),
        Saying(given=Grade.NOT_CHECKED, grounds=GROUNDS),
        "the quoted words do not say so (number: 1998 ≠ 1999, negation, unheard_of: x)",
    ),
    Case(
        "in Japanese",
        _quoting(JA_1998, "office"),
        Saying(given=Grade.NOT_CHECKED, grounds=GROUNDS),
        "引用した文面はそう述べていない（数値：1998 ≠ 1999、否定、unheard_of：x）",
        in_japanese=True,
    ),
]
