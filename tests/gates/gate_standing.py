"""What is said about agreement and contradiction on real text, and how far confidence tells right from wrong.

Parts: falsehoods planted on ten topics, pairs of sentences that two readers labelled, every pair that is shown in the
folders (labelled likewise), origins of pages, and confidence on JSQuAD.
"""

from tests.gates.figures import Figure
from tests.gates.standing import confidence, origins, pairs, planted, shown

NEEDS = ["retrieval/jsquad", "retrieval/2wiki-6119", "article-extraction-benchmark"]


def run(quick: bool) -> list[Figure]:
    return [
        *planted.figures(quick),
        *pairs.figures(quick),
        *shown.figures(quick),
        *origins.figures(quick),
        *confidence.figures(quick),
    ]
