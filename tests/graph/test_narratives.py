"""One story told again in other words is one voice; two reporters at one event are two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tadori.graph.narratives import retellings, retold_share, worth_comparing
from tadori.graph.origins import sources_of
from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.ids import EN, JA, Lang
from tadori.text.sentences import sentences
from tests.graph.makers import origins, page

STORY = (
    "The Narigama tidal plant fed its first current into the grid on 12 April 2021, the operator said on Monday."
    " Fourteen turbines turn in the strait, each rated at one megawatt, and a fifteenth is kept on land as a spare."
    " Fishermen had asked for slower blades; the operator agreed to eleven turns a minute during the spawning season."
    " The town expects to cover a third of its needs, although storms may stop the plant for several days every winter."
    " A second plant is planned for 2027."
)
RETOLD = (
    "On Monday the operator announced that its tidal power station at Narigama began supplying electricity to the"
    " network on April 12, 2021. There are fourteen turbines of one megawatt each working in the strait, while a"
    " fifteenth stays ashore as a reserve. After complaints from fishermen about blade speed, the company promised to"
    " limit rotation to eleven per minute in spawning season. The municipality hopes that a third of its electricity"
    " demand will be met, but winter storms could halt the station for days. The operator intends to build another one"
    " in 2027."
)
OTHER_REPORTER = (
    "The mayor cut a ribbon on the quay of Narigama while a brass band played in the rain. Residents have waited nine"
    " years for the tidal power plant that now feeds the grid. The cost rose from four to seven billion yen, and the"
    " council twice refused to pay its share. Fourteen turbines were lowered by a crane ship from Nagasaki. Electricity"
    " will be sold to the regional utility at a fixed price for twenty years."
)
JA_STORY = (
    "鳴釜潮流発電所は2021年4月12日に初めて系統へ電力を送ったと事業者が月曜日に発表した。"
    "海峡では1メガワットの水車14基が回り、15基目は予備として陸上に置かれている。"
    "漁業者は羽根の速度を落とすよう求め、事業者は産卵期に毎分11回転とすることに同意した。"
    "町は電力需要の3分の1を賄えると見込むが、冬の嵐では数日にわたって発電所が止まることがある。"
    "2027年には2つ目の発電所が計画されている。"
)
JA_RETOLD = (
    "事業者は月曜日、鳴釜の潮流発電所が2021年4月12日に送電を始めたと明らかにした。"
    "1メガワットの水車が海峡に14基あり、予備の15基目は陸で保管される。"
    "羽根が速すぎるという漁業者の声を受け、産卵期は毎分11回転に抑えることになった。"
    "需要の3分の1を満たすと町は期待しているが、冬は嵐で数日停止するおそれがある。"
    "次の発電所は2027年に建てる予定だ。"
)
JA_OTHER_REPORTER = (
    "鳴釜の岸壁で町長がテープを切り、雨の中で楽団が演奏した。住民は潮流発電所の完成を9年待っていた。"
    "費用は40億円から70億円に膨らみ、議会は負担を2度拒んだ。水車14基は長崎から来たクレーン船が沈めた。"
    "電力は20年間、固定価格で電力会社に売られる。"
)


def told(text: str, lang: Lang) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text, lang)]


@pytest.mark.req("L25")
@pytest.mark.slow
def test_a_retelling_is_found_and_another_report_of_the_same_event_is_not() -> None:
    pages = {
        "en": told(STORY, EN),
        "en again": told(RETOLD, EN),
        "en other": told(OTHER_REPORTER, EN),
        "ja": told(JA_STORY, JA),
        "ja again": told(JA_RETOLD, JA),
        "ja other": told(JA_OTHER_REPORTER, JA),
    }
    found = retellings(pages, MultilingualEmbedder())
    assert [(f.one, f.other, f.share) for f in found] == [("en", "en again", 0.8), ("ja", "ja again", 0.8)]


class Letters:
    """An embedder that knows sentences by their first letter. Implements `Embedder`."""

    model_id = "letters"

    def embed(self, texts: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
        rows = np.zeros((len(texts), 26), dtype=np.float32)
        for number, text in enumerate(texts):
            rows[number, ord(text[0].lower()) - ord("a")] = 1.0
        return rows


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (["ab", "bb", "cb", "db", "eb", "fb"], True),
        (["fb", "eb", "db", "cb", "bb", "ab"], False),
        (["ab", "bb", "cb", "db", "eb", "zz"], True),
        (["ab", "bb", "cb", "zz", "zz", "zz"], False),
        (["ab", "bb", "cb", "db", "eb"], True),
        (["ab", "bb", "cb"], False),
    ],
)
def test_the_same_points_in_the_same_order_are_a_retelling(other: list[str], found: bool) -> None:
    pages = {"one": ["aa", "ba", "ca", "da", "ea", "fa"], "other": other}
    assert bool(retellings(pages, Letters())) is found  # type: ignore[arg-type]


def test_a_form_that_was_filled_in_twice_is_two_stories() -> None:
    one = ["a town of 3171 people", "by 2010 counted", "covers 12 miles", "dated 1802"]
    pages = {"one": one, "other": ["a town of 887 people", "by 2000 counted", "covers 30 miles", "dated 1811"]}
    assert retellings(pages, Letters()) == []  # type: ignore[arg-type]
    assert len(retellings({"one": one, "other": list(one)}, Letters())) == 1  # type: ignore[arg-type]


def test_only_pages_that_share_names_and_figures_are_worth_embedding() -> None:
    texts = {"a": STORY, "b": RETOLD, "c": "Nothing of this is told here. Ships pass at night.", "d": ""}
    assert worth_comparing(texts) == {"a", "b"}
    assert worth_comparing({"a": JA_STORY, "b": JA_RETOLD, "c": "船は夜に通る。"}) == {"a", "b"}
    assert worth_comparing({}) == frozenset()


@pytest.mark.parametrize(
    ("alike", "share"),
    [
        ([[1, 0], [0, 1]], 1.0),
        ([[0, 1], [1, 0]], 0.5),
        ([[0, 0], [0, 0]], 0.0),
        ([[1, 1, 1], [1, 1, 1]], 1.0),
        ([[1, 0, 0], [0, 0, 0], [0, 0, 1]], 2 / 3),
    ],
)
def test_the_share_is_the_longest_common_row_of_points(alike: list[list[int]], share: float) -> None:
    assert retold_share(np.array(alike, dtype=np.bool_)) == pytest.approx(share)


@given(arrays(np.bool_, st.tuples(st.integers(0, 6), st.integers(0, 6))))
def test_the_share_lies_between_nothing_and_all(alike: "np.ndarray[tuple[int, int], np.dtype[np.bool_]]") -> None:
    assert 0.0 <= retold_share(alike) <= 1.0


@pytest.mark.req("L25")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (EN, "counts as one origin: it tells the story of “Title of pg_1” point by point"),
        (JA, "一つの出所と数える：「Title of pg_1」と同じ話を同じ順に述べている"),
    ],
)
def test_a_retelling_is_one_voice_with_its_story_and_says_so(lang: Lang, words: str) -> None:
    pages = [page("pg_1", STORY), page("pg_2", RETOLD), page("pg_3", OTHER_REPORTER)]
    found = origins(pages, retold=[("pg_1", "pg_2")])
    assert found["pg_1"] == found["pg_2"] != found["pg_3"]
    notes = {s.page_id: s.notes for s in sources_of(pages, retold=[("pg_1", "pg_2")], lang=lang)}
    assert notes["pg_2"][1:] == (words,)
    assert notes["pg_3"][1:] == ()
