"""Numbers whose sign, point, exponent, unit or bound was lost: nowhere may they pass for the number that was said.

Every pair goes through the faces that call two texts the same: the judge (rules and stance model), the id of a claim,
the check of sentences, and the comparison of a quotation with the raw document. Honest twins must still be accepted.
"""

from collections.abc import Callable
from functools import cache, partial

from tadori.claim.extraction import claim_key
from tadori.extract.extraction import Extraction
from tadori.extract.raw import raw_text
from tadori.judge.judge import Judge
from tadori.judge.sentence_check import MechanicalCheck
from tadori.minds.base import EvidencePair
from tadori.minds.local.stance import LocalStance
from tadori.model.claim import Claim, Stance
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.page import Capture
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import PROSE, PROSE_JA, captured, page
from tests.gates.attacks.case import Attack

KIND = "numbers and signs"
FEWEST = 80

PAIRS = [
    ("The budget grew by 45 percent.", "The budget grew by 4.5 percent."),
    ("The budget grew by 45 percent.", "The budget grew by 4,5 percent."),
    ("The lake is at 5 degrees.", "The lake is at −5 degrees."),
    ("The lake is at 5 degrees.", "The lake is at -5 degrees."),
    ("The lake is at 5 degrees.", "The lake is at –5 degrees."),
    ("The lake is at 5 degrees.", "The lake is at minus 5 degrees."),
    ("The lake is at 5 degrees.", "The lake is at ±5 degrees."),
    ("Acme earned 500 million dollars.", "Acme earned –500 million dollars."),
    ("Acme earned $500 million.", "Acme earned −$500 million."),
    ("損益は500億円だった。", "損益は▲500億円だった。"),
    ("損益は500億円だった。", "損益は△500億円だった。"),
    ("損益は500億円だった。", "損益は−500億円だった。"),
    ("損益は500億円だった。", "損益はマイナス500億円だった。"),
    ("気温は5度だった。", "気温は−5度だった。"),
    ("Norvik beat Eastport 21 in May.", "Norvik beat Eastport 2-1 in May."),
    ("Norvik beat Eastport 21 in May.", "Norvik beat Eastport 2:1 in May."),
    ("The plan has 56 stages.", "The plan has 5-6 stages."),
    ("参加者は56人だった。", "参加者は5〜6人だった。"),
    ("There are 103 cells in it.", "There are 10³ cells in it."),
    ("There are 103 cells in it.", "There are 10^3 cells in it."),
    ("There are 1.5106 cells in it.", "There are 1.5×10⁶ cells in it."),
    ("細胞は103個ある。", "細胞は10³個ある。"),
    ("The budget grew by 5.", "The budget grew by 5 %."),
    ("The budget grew by 5 %.", "The budget grew by 5 ‰."),
    ("予算は5増えた。", "予算は5％増えた。"),
    ("The dose is 5 mg.", "The dose is ≤ 5 mg."),
    ("The dose is 5 mg.", "The dose is ≥ 5 mg."),
    ("The dose is 5 mg.", "The dose is < 5 mg."),
    ("投与量は5mgである。", "投与量は≦5mgである。"),
    ("The plant gives 5 MW of power.", "The plant gives 5 mW of power."),
    ("The trail is 112 miles long.", "The trail is 1½ miles long."),
    ("The trail is 5 miles long.", "The trail is 5½ miles long."),
    ("The tank holds 1000 litres.", "The tank holds 1.000 litres."),
]
TWINS = [
    ("The lake is at -5 degrees.", "The lake is at −5 degrees."),
    ("The lake is at −5 degrees.", "the lake is at –5 degrees"),
    ("損益は▲500億円だった。", "損益は ▲500億円 だった"),
    ("There are 10³ cells in it.", "There are 10^3 cells in it."),
    ("The tank holds 1,000 litres.", "The tank holds 1000 litres."),
    ("予算は５％増えた。", "予算は5%増えた。"),
    ("The dose is ≤5 mg.", "The dose is ≤ 5 mg."),
    ("The budget grew by 4.5 percent.", "The “budget” grew by 4.5 percent."),
]
# What the document says, what an extractor made of it.
EXTRACTED = [
    ("The budget grew by 4.5 percent in May.", "The budget grew by 45 percent in May."),
    ("The lake was at −5 degrees in May.", "The lake was at 5 degrees in May."),
    ("The lake was at -5 degrees in May.", "The lake was at 5 degrees in May."),
    ("The lake was at − 5 degrees in May.", "The lake was at 5 degrees in May."),
    ("−5 degrees were measured in May.", "5 degrees were measured in May."),
    ("Take ≤5 mg of it in May.", "Take 5 mg of it in May."),
    ("Take ≤ 5 mg of it in May.", "Take 5 mg of it in May."),
    ("Take ± 5 mg of it in May.", "Take 5 mg of it in May."),
    ("There are 10³ cells in it.", "There are 103 cells in it."),
    ("There are 10^3 cells in it.", "There are 103 cells in it."),
    ("There are 10₂ cells in it.", "There are 102 cells in it."),
    ("Norvik won 2-1 in the final.", "Norvik won 21 in the final."),
    ("Norvik won 2:1 in the final.", "Norvik won 21 in the final."),
    ("Prices rose, said the mayor, by 5%", "Prices rose, said the mayor, by 5"),
    ("Prices rose by 5% in May.", "Prices rose by 5 in May."),
    ("It costs $5 a day in May.", "It costs 5 a day in May."),
    ("It weighs 1½ tonnes in May.", "It weighs 1 tonnes in May."),
    ("損益は▲500億円だったと発表した。", "損益は500億円だったと発表した。"),
    ("損益は△ 500億円だったと発表した。", "損益は500億円だったと発表した。"),
    ("▲500億円の損益だったと発表した。", "500億円の損益だったと発表した。"),
    ("予算は4.5％増えたと発表した。", "予算は45％増えたと発表した。"),
    ("予算は４．５％増えたと発表した。", "予算は45％増えたと発表した。"),
    ("気温は−5度だったと発表した。", "気温は5度だったと発表した。"),
]
HONEST_EXTRACTED = [
    ("The har-\nbour was closed in 2019, they said.", "The harbour was closed in 2019, they said."),
    ("The har\u00adbour was closed in 2019.", "The harbour was closed in 2019."),
    ("The ﬁrst oﬃce opened in 2019.", "The first office opened in 2019."),
    ("COVID-\n19 came in 2019–\n2020 and stayed.", "COVID-19 came in 2019–2020 and stayed."),
    ("Name\t-\t5\tboats", "Name | - | 5 | boats"),
    ("in 2019.\n- 5 boats sank off Norvik", "5 boats sank off Norvik"),
    ("予算は４．５％\n増えた。", "予算は4.5%増えた。"),
    ("It grew by 5%. 6 boats sank.", "6 boats sank."),
]
# Markup, and the words a reader must see.
PAGES = [
    (page(f"<p>There are 10<sup>3</sup> cells in it.</p><p>{PROSE}</p>"), "There are 10³ cells in it."),
    (page(f"<p>There are 10<sup>&minus;<b>6</b></sup> cells.</p><p>{PROSE}</p>"), "There are 10⁻⁶ cells."),
    (page(f"<p>It emits CO<sub>2</sub> daily.</p><p>{PROSE}</p>"), "It emits CO₂ daily."),
    (page(f"<p>It was &minus;5 and &le; 5 and 4&#46;5.</p><p>{PROSE}</p>"), "It was −5 and ≤ 5 and 4.5."),
    (page(f"<p>The 1<sup>st</sup> of May<sup>[2]</sup> came.</p><p>{PROSE}</p>"), "The 1st of May[2] came."),
    (page(f"<p>損益は▲500億円、10<sup>3</sup>個。</p><p>{PROSE_JA}</p>"), "損益は▲500億円、10³個。"),
    (captured(f"There are 10<sup>3</sup> cells.\n\n{PROSE}", "text/markdown"), "There are 10³ cells."),
    (captured(f"> It was \\-5 and &le; 5.\n\n{PROSE}", "text/markdown"), "It was -5 and ≤ 5."),
]


@cache
def _judge() -> Judge:
    return Judge(LocalStance())


def attacks() -> list[Attack]:
    return [
        *(_attack("judge", _judged, one, other) for one, other in PAIRS),
        *(_attack("judge, turned round", _judged, other, one) for one, other in PAIRS),
        *(_attack("claim ids", _one_claim, one, other) for one, other in PAIRS),
        *(_attack("check", _checked, one, other) for one, other in PAIRS),
        *(_attack("raw document", _taken, made, raw) for raw, made in EXTRACTED),
        *(_attack("honest, judge", _judged, one, other, honest=True) for one, other in TWINS),
        *(_attack("honest, claim ids", _one_claim, one, other, honest=True) for one, other in TWINS),
        *(_attack("honest, check", _checked, one, other, honest=True) for one, other in TWINS),
        *(_attack("honest, raw document", _taken, made, raw, honest=True) for raw, made in HONEST_EXTRACTED),
        *(Attack(name=f"page: {words}", run=partial(_read, capture, words)) for capture, words in PAGES),
    ]


def _attack(face: str, accepts: Callable[[str, str], bool], one: str, other: str, *, honest: bool = False) -> Attack:
    def run() -> str:
        accepted = accepts(one, other)
        return "" if accepted is honest else ("accepted" if accepted else "refused")

    return Attack(name=f"{face}: {one!r} / {other!r}", run=run)


def _judged(claim: str, evidence: str) -> bool:
    verdict = _judge().verdict(EvidencePair(claim=claim, evidence=evidence))
    return verdict.stance is Stance.SUPPORTS and verdict.shown


def _one_claim(one: str, other: str) -> bool:
    return Claim.id_of(claim_key(one)) == Claim.id_of(claim_key(other))


def _checked(sentence: str, quoted: str) -> bool:
    return MechanicalCheck().grade(sentence, [QuotedPassage(text=quoted)]).grade is not Grade.NOT_CHECKED


def _taken(quoted: str, raw: str) -> bool:
    return stands_in(match_form(quoted), match_form(f"The report of the year.\n{raw}\nIt ends here."))


def _read(capture: Capture, words: str) -> str:
    text = Extraction().extract(capture).text
    if words not in text:
        return f"read as {text[:80]!r}"
    return (
        "" if stands_in(match_form(words), match_form(raw_text(capture))) else "the raw document does not bear it out"
    )
