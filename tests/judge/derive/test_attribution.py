import pytest

from tadori.judge.derive.attribution import attribution
from tadori.judge.derive.base import Goal
from tadori.judge.derive.reported import reported_statements
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import DerivationStep, Grade, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.sentence_forms import attributed
from tests.judge.derive.attribution_cases import CITY, CITY_JA, FAITHFUL, UNFAITHFUL, AttributionCase

pytestmark = pytest.mark.req("X11")
CHECK = MechanicalCheck(rules=(attribution,))
PROVEN = (Grade.QUOTED, Grade.DERIVED)


@pytest.mark.parametrize("case", FAITHFUL)
def test_an_attribution_follows_from_its_quotation(case: AttributionCase) -> None:
    sentence, quotation = case
    assert CHECK.grade(sentence, [quotation]).grade in PROVEN


@pytest.mark.parametrize("case", UNFAITHFUL)
def test_another_statement_is_refused(case: AttributionCase) -> None:
    sentence, quotation = case
    assert CHECK.grade(sentence, [quotation]).grade is Grade.NOT_CHECKED


@pytest.mark.parametrize("case", UNFAITHFUL)
def test_another_quotation_of_the_named_speaker_does_not_help(case: AttributionCase) -> None:
    sentence, quotation = case
    others = [QuotedPassage(text=text) for text in ("Sato said that the tunnel is old.", "佐藤氏は川は深いと述べた。")]
    assert CHECK.grade(sentence, [*others, quotation]).grade is Grade.NOT_CHECKED


def test_there_are_enough_cases() -> None:
    assert (len(FAITHFUL) >= 40, len(UNFAITHFUL) >= 80) == (True, True)


def test_only_the_quotation_of_that_source_may_prove_the_statement() -> None:
    other = QuotedPassage(text="The dam is old.", source="Bergen")
    assert CHECK.grade("According to Bergen, the dam is 40 m high.", [CITY, other]).grade is Grade.NOT_CHECKED
    assert CHECK.grade("According to City of Oslo, the dam is old.", [CITY, other]).grade is Grade.NOT_CHECKED


def test_the_step_names_the_source_and_its_date() -> None:
    (reduction,) = attribution(Goal(text="According to City of Oslo (2023), the dam is 40 m high."), [CITY])
    assert reduction.goals == (Goal(text="The dam is 40 m high", only=frozenset({0})),)
    assert reduction.step == DerivationStep(rule="attribution", detail="City of Oslo (2023)", quotations=(0,))


def test_speech_is_proven_as_the_words_of_its_speaker() -> None:
    spoken = QuotedPassage(text="The tunnel is old.", before="“The dam is safe,” Kato said. “", after="”")
    reduction, _ = attribution(Goal(text="According to Kato, the tunnel is old."), [spoken])
    assert reduction.goals == (Goal(text="The tunnel is old", only=frozenset({0}), speaker="Kato"),)


def test_the_source_does_not_vouch_for_what_it_only_quotes() -> None:
    quoting = QuotedPassage(
        text="The tunnel is old.", before="“The dam is safe,” Kato said. “", after="”", source="BBC"
    )
    assert CHECK.grade("According to BBC, the tunnel is old.", [quoting]).grade is Grade.NOT_CHECKED


def test_the_writer_gives_what_the_rule_finds_again() -> None:
    english = attributed(CITY.text, CITY.source, CITY.date, EN)
    japanese = attributed(CITY_JA.text, CITY_JA.source, CITY_JA.date, JA)
    assert english == "According to City of Oslo (4 May 2023), the dam is 40 m high."
    assert japanese == "オスロ市（2023年5月4日）によると、ダムは高さ40mである。"
    assert CHECK.grade(english, [CITY]).grade is Grade.DERIVED
    assert CHECK.grade(japanese, [CITY_JA]).grade is Grade.DERIVED


@pytest.mark.parametrize(
    ("sentence", "readings"),
    [
        ("", []),
        ("The dam is old.", []),
        ("Kato said that the dam is safe.", [("Kato", "the dam is safe", "say")]),
        ("Kato told reporters on Monday that the dam is safe.", [("Kato", "the dam is safe", "say")]),
        ("加藤氏は「ダムは安全だ」と主張した。", [("加藤氏", "ダムは安全だ", "主張")]),
        ("加藤氏によると、ダムは安全だという。", [("加藤氏", "ダムは安全だ", "say")]),
        ("“The dam is safe, Kato said.", []),
        ("「「ダムは安全だ」と加藤氏は", []),
    ],
)
def test_readings_of_a_report(sentence: str, readings: list[tuple[str, str, str]]) -> None:
    assert [(one.who, one.said, one.force) for one in reported_statements(sentence)] == readings


@pytest.mark.parametrize(
    "sentence",
    [
        "Kato has not said that the dam is safe.",
        "He said she said the dam broke.",
        "In 2020 Kato said the dam is safe.",
    ],
)
def test_no_name_is_read_into_a_negated_or_limited_report(sentence: str) -> None:
    assert [one.is_named for one in reported_statements(sentence)] == [False]


def test_hostile_sentences_take_no_time() -> None:
    for sentence in ("a said b, " * 190, '"a," said ' * 190, "according to " * 150, "Xは「" * 600, "と述べた" * 490):
        assert CHECK.grade(sentence, [QuotedPassage(text=sentence[:1000], source="a")]).grade in (
            *PROVEN,
            Grade.NOT_CHECKED,
        )
