"""Finding the right document, as `evaluate.retrieval` measures it, with floors; and our own pairs across the two
languages, on which the limits of `search.across` were set: these figures are not of unseen data.
"""

from tadori.evaluate import retrieval
from tadori.model.ids import EN, JA
from tests.gates.bilingual import SUBJECTS
from tests.gates.figures import Figure
from tests.gates.floors import bench, floored

NEEDS = ["retrieval/scifact", "retrieval/jsquad", "retrieval/2wiki-101", "retrieval/2wiki-6119"]
FLOORS = {
    f"{retrieval.SCIFACT}: nDCG@10": 0.715,
    f"{retrieval.SCIFACT}: nDCG@10, claims not fitted on": 0.69,
    f"{retrieval.JSQUAD}: MRR": 0.945,
    f"{retrieval.JSQUAD}: MRR, questions not fitted on": 0.945,
    f"{retrieval.JSQUAD}: R@1": 0.92,
    f"{retrieval.TWO_WIKI}: perfect@8 by ranking alone": 0.337,
}


def run(quick: bool) -> list[Figure]:
    used = bench(quick)
    measured = [*retrieval.scifact(used), *retrieval.jsquad(used), *retrieval.two_wiki(used)]
    return [*floored(measured, FLOORS), *_across_languages()]


def _across_languages() -> list[Figure]:
    embedder = bench(quick=False).embedder()
    japanese = [(f"{n}", s.ja_title, s.ja_text) for n, s in enumerate(SUBJECTS)]
    english = [(f"{n}", s.en_title, s.en_text) for n, s in enumerate(SUBJECTS)]
    asked_ja, asked_en = [s.ja_question for s in SUBJECTS], [s.en_question for s in SUBJECTS]
    to_english = retrieval.search(embedder, english, asked_ja, JA, limit=5, written_in=EN)
    to_japanese = retrieval.search(embedder, japanese, asked_en, EN, limit=5, written_in=JA)
    return [
        _first("Japanese question, English document, R@1", to_english),
        _first("English question, Japanese document, R@1", to_japanese),
    ]


def _first(name: str, found: list[list[str]]) -> Figure:
    share = sum(ids[:1] == [f"{n}"] for n, ids in enumerate(found)) / len(found)
    return Figure(name=f"own bilingual pairs: {name}", value=share, floor=0.88, aim=0.95, n=len(found))
