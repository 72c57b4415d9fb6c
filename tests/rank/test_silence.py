"""Facts are answered with the asked slot or not at all: values, absent subjects, names across scripts, yes and no."""

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.rank.absence import absent_subject, required_names
from tadori.rank.across import met_terms
from tadori.rank.answer_values import best_value, fills_slot
from tadori.rank.answers import AnswerScorer, choose_answers
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.question import only_asks, parse_question
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.series_numbers import names_other_number
from tadori.rank.yes_no import yes_no_verdict
from tadori.text.name_sounds import sound_likeness
from tadori.text.tokens import tokens


def candidate(claim_id: str, text: str, lang: Lang, *, title: str = "", page: str = "") -> AnswerCandidate:
    return AnswerCandidate(claim_id=claim_id, text=text, context=text, title=title, lang=lang, page_id=page)


def counted(*texts: str) -> DocumentFrequency:
    held = [set(tokens(text)) for text in texts]
    return lambda words: (len(held), {word: sum(word in h for h in held) for word in words})


@pytest.mark.parametrize(
    ("question", "kind", "unit"),
    [
        ("解約は何日以内", QuestionKind.NUMBER, "s"),
        ("喫煙は何歳から", QuestionKind.NUMBER, "age"),
        ("工事が終わったのは何日", QuestionKind.WHEN, "day"),
        ("富士山 高さ", QuestionKind.NUMBER, "m"),
        ("入場料は何円ですか", QuestionKind.NUMBER, "JPY"),
        ("凪浦発電所 創設者", QuestionKind.WHO, ""),
    ],
)
def test_short_japanese_questions_ask_for_the_same_as_long_ones(question: str, kind: QuestionKind, unit: str) -> None:
    asked = parse_question(question, JA)
    assert (asked.kind, asked.unit) == (kind, unit)


@pytest.mark.parametrize(
    ("question", "kind", "unit"),
    [
        ("population of farholm", QuestionKind.NUMBER, "person"),
        ("farholm release date", QuestionKind.WHEN, "day"),
        ("capital of farholm", QuestionKind.WHERE, ""),
        ("farholm codename", QuestionKind.NAMED, ""),
        ("from what age can you smoke", QuestionKind.NUMBER, "age"),
        ("how much does a ticket cost", QuestionKind.NUMBER, "money"),
    ],
)
def test_english_keywords_ask_for_the_same_as_questions(question: str, kind: QuestionKind, unit: str) -> None:
    asked = parse_question(question, EN)
    assert (asked.kind, asked.unit) == (kind, unit)


@pytest.mark.parametrize(
    ("question", "sentence", "lang", "value"),
    [
        ("解約は何日以内", "解約は書面を受け取ってから5日以内にできる。", JA, "5日"),
        ("喫煙は何歳から", "喫煙が認められるのは20歳からである。", JA, "20歳"),
        ("橋はいつ開通しましたか", "橋は1952年10月に開通した。", JA, "1952年10月"),
        ("発電所を建設したのは誰か", "発電所を建設したのは徳川家康である。", JA, "徳川家康"),
        ("When did the bridge open?", "The bridge opened on 12 April 2019.", EN, "12 April 2019"),
        ("who designed the bridge", "In Farholm, Kenji Morita designed the bridge.", EN, "Kenji Morita"),
        ("How many people work at the plant?", "The plant covers 40 acres, and 35 people work there.", EN, "35 people"),
        ("how much does a ticket cost", "A ticket for 3 hours costs $12.", EN, "$12"),
    ],
)
def test_the_value_stands_in_the_sentence_and_is_of_the_asked_sort(
    question: str, sentence: str, lang: Lang, value: str
) -> None:
    assert best_value(parse_question(question, lang), sentence, lang) == value


@pytest.mark.parametrize(
    ("question", "sentence", "lang", "fills"),
    [
        ("橋はいつ開通しましたか", "橋は海峡にかかっている。", JA, False),
        ("橋はいつ開通しましたか", "橋は江戸時代に架けられた。", JA, True),
        ("橋は1952年のいつ開通しましたか", "橋は1952年に開通した。", JA, False),
        ("発電所では何人が働いているか", "発電所の高さは40メートルである。", JA, False),
        ("how much does a ticket cost", "The trip takes 3 hours.", EN, False),
        ("How many packages does it hold?", "It is maintained by 400 people.", EN, False),
        ("How many packages does it hold?", "It holds 474 packages.", EN, True),
        ("Is the bridge red?", "The harbour has a lighthouse.", EN, True),
    ],
)
def test_a_slot_is_filled_by_the_asked_sort_only(question: str, sentence: str, lang: Lang, fills: bool) -> None:
    assert fills_slot(parse_question(question, lang), sentence, lang) is fills


def test_a_sentence_without_the_asked_sort_stands_in_no_answer() -> None:
    given = [
        candidate("date", "The bridge opened on 12 April 2019.", EN),
        candidate("none", "The bridge was opened by the mayor of the city.", EN),
    ]
    found = AnswerScorer().score(parse_question("When was the bridge opened?", EN), given, df=counted(given[0].text))
    assert [(a.claim_id, a.value) for a in choose_answers(found, given)] == [("date", "12 April 2019")]


def test_what_does_not_stand_alone_is_not_chosen() -> None:
    open_one = AnswerCandidate(
        claim_id="a", text="It opened on 12 April 2019.", context="", title="Bridge", lang=EN, stands_alone=False
    )
    found = AnswerScorer().score(parse_question("When did the bridge open?", EN), [open_one], df=counted("bridge"))
    assert choose_answers(found, [open_one]) == []


NEWS = "Fifa fined the club in 2005, the president said."


def test_a_name_and_a_year_that_no_page_holds_together_are_named() -> None:
    asked = parse_question("Who won the 2018 FIFA World Cup?", EN)
    absent = absent_subject(asked, [candidate("a", NEWS, EN, title="Fifa fines club", page="p")], counted(NEWS))
    assert absent is not None
    assert "World" in absent.unknown
    assert absent.nearest == ("Fifa fines club",)


def test_a_japanese_subject_that_no_document_has_is_named() -> None:
    asked = parse_question("徳川家康の生まれた年は？", JA)
    held = "橋は1952年に開通した。"
    absent = absent_subject(asked, [candidate("a", held, JA, title="橋", page="p")], counted(held))
    assert absent is not None
    assert absent.unknown == ("徳川家康",)
    assert absent.nearest == ()


def test_a_subject_that_one_page_holds_is_not_absent() -> None:
    asked = parse_question("ラオスの首都は？", JA)
    held = "首都はヴィエンチャンである。"
    assert (
        absent_subject(asked, [candidate("a", held, JA, title="ラオス", page="p")], counted(f"ラオス {held}")) is None
    )


def test_nothing_read_and_nothing_known_names_the_words() -> None:
    absent = absent_subject(parse_question("富士山の高さは？", JA), [], counted())
    assert absent is not None
    assert "富士山" in absent.unknown


def test_common_katakana_nouns_and_numerals_are_not_required() -> None:
    asked = parse_question("リリースのうち一つはいつですか", JA)
    assert required_names(asked) == ()


def test_a_page_without_the_asked_name_answers_with_less_certainty() -> None:
    asked = parse_question("When was Farholm museum opened?", EN)
    here = candidate("a", "The museum was opened in 1921.", EN, title="Farholm", page="p")
    there = candidate("b", "The museum was opened in 1950.", EN, title="Nagiura", page="q")
    found = AnswerScorer().score(asked, [there, here], df=counted(here.text, there.text))
    assert [a.claim_id for a in found] == ["a", "b"]
    assert found[1].lead >= 3.0


@pytest.mark.parametrize(
    ("katakana", "latin"),
    [("ヘクター", "Hector"), ("ベラルーシ", "Belarus"), ("チェルノブイリ", "Chernobyl"), ("ロチェスター", "Rochester")],
)
def test_a_name_sounds_the_same_in_both_scripts(katakana: str, latin: str) -> None:
    assert sound_likeness(katakana, latin) >= 0.7


@pytest.mark.parametrize(("katakana", "latin"), [("ヘクター", "actor"), ("ヘクター", "Hunter"), ("イタリア", "total")])
def test_other_names_do_not(katakana: str, latin: str) -> None:
    assert sound_likeness(katakana, latin) < 0.7


def test_names_of_a_question_are_met_in_the_other_language() -> None:
    asked = parse_question("ヘクター号はいつ建造されたか", JA)
    assert met_terms(asked, "The Hector was built in 1819 by an actor.", EN) == frozenset(["ヘクター"])
    assert met_terms(asked, "The Juno was built in 1819.", EN) == frozenset()
    assert met_terms(parse_question("when was hector built", EN), "ヘクター号は1819年に建造された。", JA) == frozenset(
        ["hector"]
    )


def test_sentences_of_the_same_language_meet_by_words_only() -> None:
    assert met_terms(parse_question("When was Hector built?", EN), "Hector was built.", EN) == frozenset()


@pytest.mark.parametrize(
    ("question", "sentence", "other"),
    [
        ("debian 13 release date", "Debian 11 was released in 2021.", True),
        ("debian 2 release date", "Debian 2.1 was released in 1999.", False),
        ("Debian 13の開発者は何人ですか", "Debian 1.2の開発者は120人である。", True),
        ("Windows 11のサポート期限", "Windows 11は2031年まで支援される。", False),
    ],
)
def test_another_version_is_another_thing(question: str, sentence: str, other: bool) -> None:
    assert names_other_number(question, sentence, "") is other


@pytest.mark.parametrize(
    ("question", "sentence", "lang", "verdict"),
    [
        ("Is the plant open to visitors?", "The plant is open to visitors on Sundays.", EN, "yes"),
        ("Is the plant open to visitors?", "The plant is not open to visitors.", EN, "no"),
        ("Is the plant open to visitors?", "The plant is closed to visitors.", EN, "no"),
        ("Does the plant employ 50 people?", "The plant employs 35 people.", EN, "no"),
        ("Was the bridge opened in 1952?", "The bridge was opened in 1952.", EN, "yes"),
        ("Is the bridge red?", "The bridge may be red.", EN, ""),
        ("Is the bridge red?", "The harbour has a lighthouse.", EN, ""),
        ("Who opened the bridge?", "The mayor opened the bridge.", EN, ""),
        ("発電所は見学できますか", "発電所は見学できます。", JA, "yes"),
        ("発電所は見学できますか", "発電所は見学できません。", JA, "no"),
        ("喫煙は18歳からできますか", "喫煙は20歳からできる。", JA, "no"),
        ("橋は1952年に開通しましたか", "橋は1952年に開通した。", JA, "yes"),
        ("橋は1950年に開通しましたか", "灯台は1952年に完成した。", JA, ""),
    ],
)
def test_a_sentence_decides_a_yes_no_question_only_where_it_is_clear(
    question: str, sentence: str, lang: Lang, verdict: str
) -> None:
    assert yes_no_verdict(parse_question(question, lang), sentence, lang) == verdict


@pytest.mark.parametrize("words", ["much", "経緯", "difference", "理由"])
def test_words_that_only_ask_are_nothing_to_miss(words: str) -> None:
    assert only_asks(words)


@pytest.mark.parametrize("words", ["Farholm", "発電所", "much turbine"])
def test_what_names_something_is(words: str) -> None:
    assert not only_asks(words)
