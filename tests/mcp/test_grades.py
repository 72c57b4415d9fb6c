"""Grades for a client (X11): how the archived words say a sentence, by which steps, whose words, how they are meant."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import DerivationStep, EntailmentVote, Grade, QuotedPassage, SentenceVerdict
from tadori.model.ids import sha256
from tadori.service.clients import claim_grades
from tadori.service.clients.claim_grades import GradedClaim, KnownGrades
from tadori.store.rows import sql
from tests.mcp.test_evidence import document
from tests.mcp.world import Desk, write_documents
from tests.mcp.world import desk as desk_at

SPOKEN = "Mayor Ito said: “The Harbour Bridge cost 310 million yen.”"
DOCUMENTS = {
    "a.html": document(
        "Harbour Bridge",
        "The Harbour Bridge opened on 12 May 1987. It is 840 metres long. The Harbour Bridge will be closed in 2031.",
    ),
    "b.html": document("Council minutes", f"{SPOKEN} The Harbour Bridge is painted red."),
    "c.html": document("Rumours", "The Harbour Bridge collapsed in 1990. That is false."),
}


@pytest.fixture
async def desk_and_task(tmp_path: Path) -> AsyncIterator[tuple[Desk, str]]:
    library = write_documents(tmp_path / "documents", DOCUMENTS)
    async with desk_at(tmp_path / "home", library) as desk:
        yield desk, await desk.searched()


@pytest.mark.req("X11", "L12")
@pytest.mark.slow
async def test_a_claim_says_its_grade_whose_words_it_is_and_how_it_is_meant(desk_and_task: tuple[Desk, str]) -> None:
    desk, task_id = desk_and_task
    materials = await desk("get_materials", task_id=task_id)
    told = await desk("get_materials", task_id=task_id, options={"format": "narrative"})
    for said in (materials["claims"], told["narrative"]):
        found = {one["text"]: (one["grade"], one["mood"], one.get("speaker", ""), one.get("steps")) for one in said}
        assert found["The Harbour Bridge opened on 12 May 1987."] == ("quoted", "stated", "", None)
        assert found["The Harbour Bridge will be closed in 2031."] == ("quoted", "planned", "", None)
        assert found[SPOKEN] == ("quoted", "stated", "Mayor Ito", None)
        assert "The Harbour Bridge collapsed in 1990." not in found
    assert {one["checked"] for one in materials["claims"]} == {True}


@pytest.mark.req("X11", "L12")
@pytest.mark.slow
async def test_a_derived_sentence_is_given_with_its_steps_and_a_refused_one_in_the_words_of_the_page(
    desk_and_task: tuple[Desk, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    around: dict[str, tuple[str, str]] = {}

    def grade(
        self: MechanicalCheck,
        sentence: str,
        quotations: Sequence[QuotedPassage],
        votes: Sequence[EntailmentVote] = (),
    ) -> SentenceVerdict:
        around[sentence] = (quotations[0].before, quotations[0].after)
        if "opened" not in sentence:
            return SentenceVerdict(grade=Grade.NOT_CHECKED, grounds=())
        step = DerivationStep(rule="unit", detail="840 m = 2,756 ft", quotations=(0,))
        return SentenceVerdict(grade=Grade.DERIVED, grounds=(), steps=(step,) * 9)

    monkeypatch.setattr(MechanicalCheck, "grade", grade)
    desk, task_id = desk_and_task
    claims = {one["text"]: one for one in (await desk("get_materials", task_id=task_id))["claims"]}
    opened, spoken = claims["The Harbour Bridge opened on 12 May 1987."], claims[SPOKEN]
    assert (opened["checked"], opened["grade"], opened["steps"]) == (True, "derived", ["840 m = 2,756 ft (unit)"] * 8)
    assert (spoken["checked"], spoken["grade"], spoken["verification_status"]) == (False, "not checked", "pending")
    assert "steps" not in spoken
    # The check sees what stands around the words in the archived text.
    before, after = around["The Harbour Bridge opened on 12 May 1987."]
    assert (before, after[:25]) == ("", " It is 840 metres long. T")
    told = await desk("get_materials", task_id=task_id, options={"format": "narrative"})
    assert [one["text"] for one in told["narrative"]] == ["The Harbour Bridge opened on 12 May 1987."]


@pytest.mark.req("X11")
@pytest.mark.slow
async def test_words_that_the_page_does_not_have_prove_nothing(desk_and_task: tuple[Desk, str]) -> None:
    desk, task_id = desk_and_task
    await desk.clients.app.store.commit(lambda db: db.execute(sql("update pages set text = 'Other words.'")))
    claims = (await desk("get_materials", task_id=task_id))["claims"]
    assert {(one["checked"], one["grade"]) for one in claims} == {(False, "not checked")}


@pytest.mark.slow
async def test_what_has_not_changed_is_graded_once(
    desk_and_task: tuple[Desk, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    graded: list[str] = []
    plain = MechanicalCheck.grade

    def grade(
        self: MechanicalCheck,
        sentence: str,
        quotations: Sequence[QuotedPassage],
        votes: Sequence[EntailmentVote] = (),
    ) -> SentenceVerdict:
        graded.append(sentence)
        return plain(self, sentence, quotations, votes)

    monkeypatch.setattr(MechanicalCheck, "grade", grade)
    desk, task_id = desk_and_task
    claims = (await desk("get_materials", task_id=task_id))["claims"]
    await desk("get_materials", task_id=task_id, options={"format": "narrative"})
    assert len(graded) == len(claims) == len(set(graded))


def test_grades_that_are_known_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim_grades, "MAX_KNOWN_GRADES", 2)
    known = KnownGrades()
    for number in range(3):
        known.keep(sha256(str(number).encode()), GradedClaim(text="x", grade=Grade.QUOTED))
    assert list(known.grades) == [sha256(b"2")]
