"""Several questions in one: which there are, and what each of them is about."""

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.model.thresholds import MOST_ASKED_PARTS
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.question_parts import asked_parts, question_pieces

pytestmark = pytest.mark.req("F1", "F2")


def parts(question: str, lang: Lang) -> list[tuple[str, QuestionKind]]:
    return [(part.text, part.parsed.kind) for part in asked_parts(question, lang)]


@pytest.mark.parametrize(
    ("question", "lang", "expected"),
    [
        (
            "How did the Narigama turbine perform in its first year, and what do critics say?",
            EN,
            [
                ("How did the Narigama turbine perform in its first year", QuestionKind.HOW),
                ("what do critics say?", QuestionKind.FOR_AGAINST),
            ],
        ),
        (
            "Why was the opening delayed? Who designed the turbines?",
            EN,
            [
                ("Why was the opening delayed?", QuestionKind.WHY),
                ("Who designed the turbines?", QuestionKind.WHO),
            ],
        ),
        (
            "When did the bridge open and how long is it?",
            EN,
            [("When did the bridge open", QuestionKind.WHEN), ("how long is it?", QuestionKind.NUMBER)],
        ),
        (
            "鳴釜のタービンは初年度どうだったか、また批判する人は何と言っているか",
            JA,
            [
                ("鳴釜のタービンは初年度どうだったか", QuestionKind.HOW),
                ("批判する人は何と言っているか", QuestionKind.FOR_AGAINST),
            ],
        ),
        (
            "開業はなぜ遅れたのか。タービンを設計したのは誰か。",
            JA,
            [("開業はなぜ遅れたのか。", QuestionKind.WHY), ("タービンを設計したのは誰か。", QuestionKind.WHO)],
        ),
        (
            "TCPとUDPの違いは何か、また、どちらを使うべきか",
            JA,
            [("TCPとUDPの違いは何か", QuestionKind.COMPARISON), ("どちらを使うべきか", QuestionKind.FOR_AGAINST)],
        ),
    ],
)
def test_joined_questions_are_told_apart(question: str, lang: Lang, expected: list[tuple[str, QuestionKind]]) -> None:
    assert parts(question, lang) == expected


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("What is the difference between TCP and UDP?", EN),
        ("What are the advantages and disadvantages of nuclear power?", EN),
        ("Which is cheaper, the train or the bus?", EN),
        ("I have a broken router. How do I reset it?", EN),
        ("Why is the sky blue? Why is the sky blue?", EN),
        ("why is the sky blue", EN),
        ("raid levels", EN),
        ("Why?", EN),
        ("bridge", EN),
        ("", EN),
        ("???", EN),
        ("TCPとUDPの違いは何ですか", JA),
        ("利点と欠点は何か", JA),
        ("ルーターが壊れました。どうやって初期化しますか。", JA),
        ("なぜ", JA),
        ("橋", JA),
        ("", JA),
        ("？？？", JA),
    ],
)
def test_one_question_stays_whole(question: str, lang: Lang) -> None:
    assert [part.text for part in asked_parts(question, lang)] == [question]


@pytest.mark.parametrize(
    ("question", "lang", "first", "second"),
    [
        (
            "How did Narigama perform in its first year, and what do critics say?",
            EN,
            {"narigama", "perform", "first", "year"},
            {"critic", "sai", "narigama"},
        ),
        ("When did the bridge open and how long is it?", EN, {"bridg", "open"}, {"bridg", "open"}),
        (
            "橋はいつ開通しましたか？長さは何メートルですか？",
            JA,
            {"橋", "開通"},
            {"長さ", "長い", "さ", "橋", "開通"},
        ),
    ],
)
def test_a_part_without_a_name_is_about_what_was_named_before_it(
    question: str, lang: Lang, first: set[str], second: set[str]
) -> None:
    one, other = asked_parts(question, lang)
    assert (set(one.parsed.terms), set(other.parsed.terms)) == (first, second)


@pytest.mark.parametrize(
    ("question", "lang", "second"),
    [
        ("When did the harbour bridge open? Why was the harbour bridge closed?", EN, {"harbour", "bridg", "close"}),
        ("橋はいつ開通しましたか？橋はなぜ閉鎖されましたか？", JA, {"橋", "閉鎖"}),
    ],
)
def test_a_part_that_says_what_it_is_about_takes_no_words_of_another(
    question: str, lang: Lang, second: set[str]
) -> None:
    assert set(asked_parts(question, lang)[1].parsed.terms) == second


def test_a_later_name_is_not_what_an_earlier_question_is_about() -> None:
    first = asked_parts("Why was the opening delayed? Who is Kenji Morita?", EN)[0]
    assert set(first.parsed.terms) == {"open", "delai"}


def test_a_part_that_names_its_own_subject_is_about_nothing_else() -> None:
    _, second = asked_parts("Where is Nagiura? When was Farholm founded?", EN)
    assert set(second.parsed.terms) == {"farholm", "found"}


@pytest.mark.parametrize(("number", "expected"), [(2, 2), (MOST_ASKED_PARTS, MOST_ASKED_PARTS)])
def test_up_to_ten_questions_are_answered_one_by_one(number: int, expected: int) -> None:
    english = " ".join(f"What is object number {n}?" for n in range(number))
    japanese = "".join(f"第{n}号の物体とは何ですか？" for n in range(number))
    assert (len(asked_parts(english, EN)), len(asked_parts(japanese, JA))) == (expected, expected)


def test_more_questions_than_can_be_told_apart_are_one() -> None:
    many = " ".join(f"What is object number {n}?" for n in range(MOST_ASKED_PARTS + 1))
    assert [part.text for part in asked_parts(many, EN)] == [many]


def test_pieces_keep_their_order_and_leave_out_what_is_too_short_to_ask() -> None:
    assert question_pieces("Why is it late? Eh? Who is to blame?", EN) == ["Why is it late?", "Who is to blame?"]
    assert question_pieces("なぜ遅れたのか。え？誰のせいか。", JA) == ["なぜ遅れたのか。", "誰のせいか。"]


@pytest.mark.parametrize("text", ["\x00\u200b?", "か、" * 500, "and how " * 500, "?" * 5_000])
@pytest.mark.parametrize("lang", [EN, JA])
def test_hostile_texts_have_at_least_one_part(text: str, lang: Lang) -> None:
    assert 1 <= len(asked_parts(text, lang)) <= MOST_ASKED_PARTS
