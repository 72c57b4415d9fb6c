"""Whether the evidence speaks about an open question at all."""

from collections.abc import Sequence

import pytest

from tadori.model.ids import EN, JA
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.open_features import OPEN_FEATURES
from tadori.rank.open_holds import holds_open
from tadori.rank.question import parse_question

CANDIDATE = AnswerCandidate(
    claim_id="a", text="The bridge was closed after a storm.", context="", title="Harbour bridge", lang=EN, page_id="p"
)


def row(section: float, near: float) -> list[float]:
    values = {"section": section, "near_sentence": near}
    return [values.get(name, 0.0) for name in OPEN_FEATURES]


def known(words: Sequence[str]) -> tuple[int, dict[str, int]]:
    return 100, {word: 5 for word in words if word not in ("kubernet", "kubernetes")}


@pytest.mark.req("X10")
@pytest.mark.parametrize(("section", "near", "expected"), [(0.9, 0.5, True), (0.2, 0.2, False), (0.0, 0.0, False)])
def test_the_best_section_and_sentence_decide(section: float, near: float, expected: bool) -> None:
    question = parse_question("why was the bridge closed?", EN)
    assert holds_open(question, [CANDIDATE], [row(0.0, 0.0), row(section, near)], known) is expected


def test_nothing_read_holds_nothing() -> None:
    assert holds_open(parse_question("橋はなぜ閉鎖されたのか", JA), [], [], known) is False


@pytest.mark.req("X10")
def test_a_name_that_no_document_has_is_not_spoken_about() -> None:
    question = parse_question("Why did Kubernetes close the bridge?", EN)
    assert holds_open(question, [CANDIDATE], [row(0.9, 0.5)], known) is False
