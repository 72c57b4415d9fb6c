"""Choosing answers: the right sentence first, how sure, and silence when the evidence holds no answer."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tadori.model.ids import EN, JA, Lang
from tadori.model.thresholds import ANSWER_AT
from tadori.rank.answers import AnswerScorer, ScoredAnswer, answerability, choose_answers, holds_answer
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import FEATURES, feature_rows, tokenized, weigh_question
from tadori.rank.question import parse_question
from tadori.text.tokens import tokens

PLANT_EN = [
    "The Nagiura tidal power plant stands in the Narigama strait.",
    "It was built by Tidewright between 2016 and 2019.",
    "The plant began regular operation on 12 April 2019.",
    "Its four turbines have a rated output of 2,400 kilowatts.",
    "About 35 people work at the plant.",
    "The opening was delayed by five months because a cable was damaged in a typhoon.",
    "Kenji Morita designed the turbines of the plant.",
    "Electricity is made by rotors that are turned by the tidal current.",
    "A tidal power plant is a power station that uses the movement of the sea.",
    "The partners are the city of Nagiura, Tidewright and the fishery cooperative.",
    "The plant at Nagiura is larger than the one at Farholm.",
    "The fish of the strait are not harmed by the turbines, the survey found.",
    "Local people call the plant the Sea Lantern.",
]
PLANT_JA = [
    "凪浦潮流発電所は鳴釜海峡にある。",
    "発電所は2016年から2019年にかけてタイドライト社が建設した。",
    "発電所は2019年4月12日に営業運転を始めた。",
    "4基のタービンの定格出力は2400キロワットである。",
    "発電所では約35人が働いている。",
    "台風で海底ケーブルが損傷したため、開業は5か月遅れた。",
    "タービンを設計したのはケンジ・モリタ氏である。",
    "潮の流れで羽根を回すことによって電気を作る。",
    "潮流発電所とは、海水の動きを利用する発電所のことである。",
    "事業に加わったのは凪浦市、タイドライト社、漁業協同組合の三者である。",
    "凪浦の発電所はファーホルムの発電所より大きい。",
    "調査によると、海峡の魚はタービンの影響を受けていない。",
    "地元では発電所を「海の灯」と呼ぶ。",
]
ASKED_EN = [
    ("Where does the Nagiura tidal power plant stand?", 0),
    ("Which company built the plant?", 1),
    ("When did the plant begin regular operation?", 2),
    ("What is the rated output of the turbines?", 3),
    ("How many people work at the plant?", 4),
    ("Why was the opening delayed?", 5),
    ("Who designed the turbines?", 6),
    ("How is electricity made from the tidal current?", 7),
    ("What is a tidal power plant?", 8),
    ("List the partners of the plant.", 9),
    ("Which plant is larger, Nagiura or Farholm?", 10),
    ("Are the fish of the strait harmed by the turbines?", 11),
    ("What do local people call the plant?", 12),
]
ASKED_JA = [
    ("凪浦潮流発電所はどこにあるか", 0),
    ("発電所を建設したのはどの会社か", 1),
    ("発電所が営業運転を始めたのはいつか", 2),
    ("タービンの定格出力は何キロワットか", 3),
    ("発電所では何人が働いているか", 4),
    ("開業はなぜ遅れたのか", 5),
    ("タービンを設計したのは誰か", 6),
    ("潮の流れからどのように電気を作るか", 7),
    ("潮流発電所とは何か", 8),
    ("事業に加わったのはどこか、すべて挙げてください", 9),
    ("凪浦とファーホルムの発電所はどちらが大きいか", 10),
    ("海峡の魚はタービンの影響を受けているか", 11),
    ("地元では発電所を何と呼ぶか", 12),
]


def candidates(texts: Sequence[str], lang: Lang, *, title: str = "") -> list[AnswerCandidate]:
    context = ("" if lang == JA else " ").join(texts)
    return [
        AnswerCandidate(claim_id=str(n), text=text, context=context, title=title, heading="", lang=lang)
        for n, text in enumerate(texts)
    ]


def among(texts: Sequence[str]) -> DocumentFrequency:
    """A library in which every text is a document."""
    held = [set(tokens(text)) for text in texts]
    return lambda words: (len(held), {word: sum(word in h for h in held) for word in words})


def unheard(words: Sequence[str]) -> tuple[int, dict[str, int]]:
    """A library that holds none of the words."""
    return 0, {}


def best(question: str, texts: Sequence[str], lang: Lang) -> list[ScoredAnswer]:
    return AnswerScorer().score(parse_question(question, lang), candidates(texts, lang), df=among(texts))


@pytest.mark.req("X1")
@pytest.mark.parametrize(("question", "right"), ASKED_EN)
def test_the_english_sentence_that_answers_is_among_the_first_three(question: str, right: int) -> None:
    found = best(question, PLANT_EN, EN)
    assert str(right) in [answer.claim_id for answer in found[:3]]
    assert holds_answer(found)


@pytest.mark.req("X1")
@pytest.mark.parametrize(("question", "right"), ASKED_JA)
def test_the_japanese_sentence_that_answers_is_among_the_first_three(question: str, right: int) -> None:
    found = best(question, PLANT_JA, JA)
    assert str(right) in [answer.claim_id for answer in found[:3]]
    assert holds_answer(found)


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("Who won the 1998 football world cup?", EN),
        ("How many passengers did the Orient Express carry in 1930?", EN),
        ("What is the melting point of tungsten?", EN),
        ("ナポレオンが亡くなったのは何年か", JA),
        ("タングステンの融点は何度か", JA),
        ("東京オリンピックの開会式を演出したのは誰か", JA),
    ],
)
def test_what_the_evidence_does_not_hold_is_not_answered(question: str, lang: Lang) -> None:
    found = best(question, PLANT_EN if lang == EN else PLANT_JA, lang)
    assert answerability(found) < ANSWER_AT
    assert not holds_answer(found)


def test_scores_fall_from_how_sure_the_best_is_and_stay_in_0_to_1() -> None:
    scores = [answer.score for answer in best("When did the plant begin regular operation?", PLANT_EN, EN)]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= scores[-1] <= scores[0] <= 1


def test_nothing_to_choose_from_is_no_answer() -> None:
    assert best("When did it open?", [], EN) == []
    assert answerability([]) == 0.0
    assert not holds_answer([])


def test_a_question_without_content_words_is_not_answered() -> None:
    assert best("???", PLANT_EN, EN) == []


def test_a_date_answers_when_and_the_ground_names_it() -> None:
    found = best("When did the plant begin regular operation?", PLANT_EN, EN)
    assert found[0].claim_id == "2"
    assert found[0].grounds[1] == "when: 12 April 2019"
    assert found[0].values == ("12 april 2019",)


def test_the_title_stands_in_for_a_subject_that_the_sentence_leaves_out() -> None:
    asked = parse_question("When was the Farholm museum opened?", EN)
    here = AnswerCandidate(
        claim_id="a", text="It was opened in 1921.", context="", title="Farholm museum", heading="", lang=EN
    )
    there = AnswerCandidate(
        claim_id="b", text="It was opened in 1950.", context="", title="Nagiura port", heading="", lang=EN
    )
    assert [answer.claim_id for answer in AnswerScorer().score(asked, [there, here], df=unheard)] == ["a", "b"]


def test_a_word_nobody_else_uses_weighs_more_than_a_common_one() -> None:
    asked = parse_question("turbine plant", EN)
    weights = weigh_question(asked, lambda words: (1000, {"turbin": 2, "plant": 900}))
    assert weights.rarest == ("turbin", "plant")
    assert weights.terms["turbin"] == pytest.approx(5.9925, abs=1e-4)  # ln(1 + 998.5 / 2.5)
    assert weights.terms["plant"] == pytest.approx(0.1058, abs=1e-4)  # ln(1 + 100.5 / 900.5)
    assert weights.covered(frozenset(["turbin"])) == pytest.approx(5.9925 / 6.0983, abs=1e-4)


def test_a_small_library_counts_as_one_of_400() -> None:
    weights = weigh_question(parse_question("turbine", EN), lambda words: (5, {"turbin": 5}))
    assert weights.terms["turbin"] == pytest.approx(2.1824, abs=1e-3)  # 5 × √80 = 44.7 of 400


def test_a_row_has_one_number_per_feature() -> None:
    asked = parse_question("How many people work at the plant?", EN)
    table = feature_rows(asked, candidates(PLANT_EN, EN), weigh_question(asked, unheard))
    row = dict(zip(FEATURES, table[4], strict=True))
    assert [len(r) for r in table] == [len(FEATURES)] * len(PLANT_EN)
    assert (row["said"], row["news"], row["typed"], row["unit"], row["best_here"]) == (1.0, 0.25, 1.0, 1.0, 1.0)


def test_neither_a_repeated_statement_nor_one_without_a_date_stands_beside_a_date() -> None:
    texts = [
        "The plant began regular operation on 12 April 2019.",
        "The plant began regular operation on 12 April 2019, the city said.",
        "Its four turbines have a rated output of 2,400 kilowatts.",
    ]
    found = best("When did the plant begin regular operation?", texts, EN)
    assert [answer.claim_id for answer in choose_answers(found, candidates(texts, EN))] == ["0"]


def test_two_values_for_one_thing_both_have_a_place() -> None:
    texts = ["The plant began operation on 12 April 2019.", "The plant began operation on 12 April 2018."]
    found = best("When did the plant begin operation?", texts, EN)
    assert {answer.claim_id for answer in choose_answers(found, candidates(texts, EN))} == {"0", "1"}


def test_at_most_three_are_chosen() -> None:
    found = best("What is known about the plant?", PLANT_EN, EN)
    assert len(choose_answers(found, candidates(PLANT_EN, EN))) == 3


def test_a_sentence_that_leaves_out_its_subject_is_joined_by_one_that_names_it() -> None:
    texts = [
        "世界有数の花の産地として知られている。",
        "水路は運河と呼ぶ。",
        "粉ひきの塔は風車という。",
        "二輪の車は自転車と呼ぶ。",
        "オランダは北海に面した王国である。",
    ]
    asked = parse_question("世界有数の花の産地として知られているのは何か", JA)
    given = candidates(texts, JA, title="オランダ - 百科")
    found = AnswerScorer().score(asked, given, df=unheard)
    chosen = choose_answers(found, given)
    assert (found[0].claim_id, found[0].left_out) == ("0", "オランダ")
    assert (chosen[0].claim_id, chosen[-1].claim_id) == ("0", "4")


def test_a_subject_that_the_question_names_is_not_left_out() -> None:
    asked = parse_question("オランダはどの花の産地として知られているか", JA)
    found = AnswerScorer().score(asked, candidates(["チューリップの産地である。"], JA, title="オランダ"), df=unheard)
    assert found[0].left_out == ""


class Meaning:
    """An embedder that knows two meanings: opening, and everything else."""

    model_id = "two-meanings"

    def __init__(self) -> None:
        self.read: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read += texts
        found = [[1.0, 0.0] if "open" in text or "開業" in text else [0.0, 1.0] for text in texts]
        return np.array(found, np.float32)


def test_a_sentence_of_another_language_is_found_by_its_meaning() -> None:
    asked = parse_question("開業したのはいつか", JA)
    texts = ["The harbour has a lighthouse.", "It opened in April 2019.", "About 35 people work there."]
    found = AnswerScorer(Meaning()).score(asked, candidates(texts, EN), df=unheard)
    assert found[0].claim_id == "1"
    assert holds_answer(found)


def test_only_the_best_sentences_of_the_language_of_the_question_are_embedded() -> None:
    meaning = Meaning()
    texts = [f"The plant opened gate {number}." for number in range(40)]
    AnswerScorer(meaning).score(parse_question("When did it open?", EN), candidates(texts, EN), df=unheard)
    assert len(meaning.read) == 31  # the question, and thirty sentences


def test_the_order_of_candidates_does_not_change_the_scores() -> None:
    asked = parse_question("Who designed the turbines?", EN)
    given = candidates(PLANT_EN, EN)
    forward = AnswerScorer().score(asked, given, df=unheard)
    backward = AnswerScorer().score(asked, list(reversed(given)), df=unheard)
    assert {s.claim_id: s.score for s in forward} == {s.claim_id: s.score for s in backward}


@pytest.mark.parametrize("text", ["", "。", "\x00\ud7ff", "語" * 5_000, "word " * 5_000])
def test_hostile_sentences_are_scored_like_others(text: str) -> None:
    found = best("When did the plant open?", [text, PLANT_EN[2]], EN)
    assert found[0].claim_id == "1"


def test_a_text_is_read_once() -> None:
    assert tokenized("The plant opened.") is tokenized("The plant opened.")
