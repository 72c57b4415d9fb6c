import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.engine.planning.gaps import follow_up_texts, identify_gaps
from tadori.engine.state import accumulate
from tadori.model.ids import EN, JA
from tadori.model.question import Section
from tadori.model.state import InfoType
from tests.engine.makers import item

SECTION = Section.of("Answer", "When did Narigama open?", ("Narigama plant", "opening ceremony"))


@pytest.mark.req("F2")
def test_what_is_gathered_holds_each_address_once_with_its_best_text_by_relevance() -> None:
    first = accumulate([item("a", "one", 0.4), item("b", "two", 0.9)])
    second = accumulate([*first, item("a", "better", 0.7), item("b", "worse", 0.1), item("c", "three", 0.8)])
    assert [(i.url, i.text) for i in second] == [("b", "two"), ("c", "three"), ("a", "better")]


def test_equal_relevance_is_ordered_by_the_words_and_only_then_by_the_address() -> None:
    assert [i.url for i in accumulate([item("b", "x"), item("a", "y")])] == ["b", "a"]
    assert [i.url for i in accumulate([item("b", "x"), item("a", "x")])] == ["a", "b"]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 1)), max_size=12))
def test_gathering_in_any_order_gives_the_same(found: list[tuple[str, float]]) -> None:
    items = [item(url, f"{url}{relevance}", relevance) for url, relevance in found]
    assert [i.relevance for i in accumulate(items)] == [i.relevance for i in accumulate(items[::-1])]


@pytest.mark.req("F3")
def test_coverage_is_a_number_per_focus_and_what_is_missing_is_a_list() -> None:
    read = [item("a", "The Narigama power plant feeds the town."), item("b", "A ceremony was held.")]
    gaps = identify_gaps(SECTION, read, frozenset({InfoType.DATE}), EN)
    assert gaps.information_coverage == (("Narigama plant", 1.0), ("opening ceremony", 0.5), ("date", 0.0))
    assert gaps.missing_information == ("date",)
    assert not gaps.is_information_sufficient
    assert gaps.confidence_score == 0.5


@pytest.mark.req("F3")
def test_a_section_whose_focus_and_kinds_are_covered_is_sufficient() -> None:
    read = [item("a", "The opening ceremony of the Narigama plant was on 12 April 2021.")]
    gaps = identify_gaps(SECTION, read, frozenset({InfoType.DATE}), EN)
    assert (gaps.missing_information, gaps.is_information_sufficient, gaps.confidence_score) == ((), True, 1.0)


def test_a_date_on_a_page_about_something_else_covers_nothing() -> None:
    gaps = identify_gaps(SECTION, [item("a", "On 3 May 1999 it rained.")], frozenset({InfoType.DATE}), EN)
    assert gaps.missing_information == ("Narigama plant", "opening ceremony", "date")


def test_japanese_is_covered_like_english() -> None:
    section = Section.of("回答", "鳴釜発電所はいつ運転を始めたか", ("鳴釜発電所", "運転"))
    read = [item("a", "鳴釜発電所は2021年4月に運転を始めた。")]
    gaps = identify_gaps(section, read, frozenset({InfoType.DATE, InfoType.REASON}), JA)
    assert gaps.information_coverage == (("鳴釜発電所", 1.0), ("運転", 1.0), ("日付", 1.0), ("理由", 0.0))
    assert gaps.missing_information == ("理由",)


@pytest.mark.parametrize(
    ("kind", "has", "lacks"),
    [
        (InfoType.NUMBER, "It has 14 turbines.", "It has turbines."),
        (InfoType.NUMBER, "水車は十四基、三百人が働く。", "水車が回る。"),
        (InfoType.PERSON, "Built by Oda Kell.", "it was built by the town."),
        (InfoType.PLACE, "鳴釜市にある。", "大きい。"),
        (InfoType.PLACE, "It lies near Farholm.", "It lies low."),
        (InfoType.REASON, "It stopped because of a storm.", "It stopped."),
        (InfoType.REASON, "嵐のため止まった。", "止まった。"),
        (InfoType.COMPARISON, "It is larger than the other.", "It is large."),
        (InfoType.PROCEDURE, "First fill in the form.", "The form is green."),
        (InfoType.DEFINITION, "A turbine is a machine.", "Turbines turn."),
    ],
)
def test_each_kind_of_information_is_seen_by_its_signs(kind: InfoType, has: str, lacks: str) -> None:
    section = Section.of("s", "p", ("plant 発電所",))

    def covered(text: str) -> float:
        return dict(
            identify_gaps(section, [item("a", text, title="plant")], frozenset({kind}), EN).information_coverage
        )[kind.value]

    assert (covered(has), covered(lacks)) == (1.0, 0.0)


def test_nothing_read_leaves_everything_missing() -> None:
    gaps = identify_gaps(SECTION, [], frozenset(), EN)
    assert (gaps.missing_information, gaps.confidence_score) == (("Narigama plant", "opening ceremony"), 0.0)


def test_a_section_without_focus_has_no_confidence_and_no_gap() -> None:
    gaps = identify_gaps(Section.of("s", "p", ()), [], frozenset(), EN)
    assert (gaps.missing_information, gaps.confidence_score) == ((), 0.0)


@pytest.mark.req("F3")
def test_the_wire_has_the_documents_field_names() -> None:
    wire = identify_gaps(SECTION, [], frozenset(), EN).to_wire("2026-11-16T00:00:00Z")
    assert wire == {
        "sectionId": SECTION.id,
        "sectionName": "Answer",
        "informationCoverage": {"Narigama plant": 0.0, "opening ceremony": 0.0},
        "missingInformation": ["Narigama plant", "opening ceremony"],
        "isInformationSufficient": False,
        "confidenceScore": 0.0,
        "timestamp": "2026-11-16T00:00:00Z",
    }


@pytest.mark.req("F4")
def test_follow_ups_are_made_from_what_is_missing() -> None:
    gaps = identify_gaps(SECTION, [], frozenset({InfoType.DATE}), EN)
    assert follow_up_texts("tidal power", SECTION, gaps) == [
        "tidal power Narigama plant",
        "tidal power Narigama plant opening ceremony",
        "tidal power Narigama plant date",
    ]


def test_nothing_missing_gives_no_follow_up() -> None:
    read = [item("a", "The opening ceremony of the Narigama plant.")]
    assert follow_up_texts("x", SECTION, identify_gaps(SECTION, read, frozenset(), EN)) == []
