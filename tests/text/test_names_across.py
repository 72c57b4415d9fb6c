"""Names meet across scripts: kanji by their readings, katakana by likeness of sound; common words do not."""

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.text.kanji_names import kanji_names
from tadori.text.name_vocabulary import NameVocabulary
from tadori.text.names_across import asked_names, met_names, written_as_asked


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("kanji", "latin"),
    [
        ("鐘崎", "Kanesaki"),
        ("鐘崎", "Kanezaki"),
        ("凪浦", "Nagiura"),
        ("徳川", "Tokugawa"),
        ("鳴釜", "Narukama"),
        ("鳴釜", "Narigama"),
        ("神戸市", "Kobe"),
        ("琵琶湖", "Biwa"),
        ("清水寺", "Kiyomizudera"),
        ("霧ヶ峰", "Kirigamine"),
        ("倉敷", "Kurashiki"),
        ("島津", "Shimadzu"),
        ("札幌", "Sapporo"),
        ("雲取谷", "Kumotoridani"),
    ],
)
def test_a_name_in_kanji_meets_its_spelling_both_ways(kanji: str, latin: str) -> None:
    assert kanji in met_names(f"{kanji}はどこにありますか", JA, f"In 1931 they came to {latin}.", EN)
    assert met_names(f"Where is {latin}?", EN, f"船は{kanji}に着いた。", JA) == {latin}


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("kanji", "latin", "parts"),
    [
        ("倉掛悟", "Satoru Kurakake", {"倉掛", "悟"}),
        ("浜口辰男", "Tatsuo Hamaguchi", {"浜口", "辰男"}),
        ("徳川家康", "Tokugawa Ieyasu", {"徳川", "家康", "徳川家康"}),
    ],
)
def test_a_person_meets_in_either_order_of_names(kanji: str, latin: str, parts: set[str]) -> None:
    assert met_names(f"{kanji}はいつ生まれたか", JA, f"{latin} was born in 1931.", EN) >= parts
    assert met_names(f"When was {latin} born?", EN, f"{kanji}は1931年に生まれた。", JA) >= set(latin.split())


@pytest.mark.parametrize("word", ["Make", "Date", "Same", "Are", "Home", "Sake", "Tone", "Use", "Kate"])
def test_an_english_word_that_opens_a_sentence_is_no_name(word: str) -> None:
    asked = "伊達と鮭と金田と本間と利根と三宅と鮫と荒と加手はどこですか"
    assert met_names(asked, JA, f"{word} the dinner. {word} of birth.", EN) == set()


def test_such_a_word_is_a_name_beside_another_one() -> None:
    assert met_names("伊達政宗はいつ生まれたか", JA, "Date Masamune was born in 1567.", EN) >= {"伊達", "政宗"}
    assert "伊達" not in met_names("伊達政宗はいつ生まれたか", JA, "The date of Masamune is open.", EN)


@pytest.mark.parametrize(
    ("japanese", "latin"),
    [
        ("会社の市場は大きい。", "Kaisha"),
        ("船は港に着いた。", "Minato"),
        ("山田は町長である。", "Yamato"),
        ("大阪の人口", "Tahaan"),
        ("仙台の人口", "Hiroshima"),
        ("三発の砲弾", "Sambo"),
    ],
)
def test_common_nouns_and_other_names_do_not_meet(japanese: str, latin: str) -> None:
    assert met_names(f"Where is {latin}?", EN, japanese, JA) == set()


def test_an_acronym_is_no_name_of_japan() -> None:
    assert met_names("名東区の人口は", JA, "NATO grew.", EN) == set()
    assert "名東" in met_names("名東区の人口は", JA, "Meito grew.", EN)


@pytest.mark.parametrize(
    ("question", "certain"),
    [
        ("鐘崎はどこですか", ["鐘崎"]),
        ("徳川家康の父は", ["徳川", "家康"]),
        ("太平洋の深さは", []),
        ("北京の人口は", []),
        ("日本の人口は", []),
        ("凪浦の人口は", []),
    ],
)
def test_only_names_that_are_written_by_their_sound_are_certain(question: str, certain: list[str]) -> None:
    assert [name.written for name in asked_names(question, JA) if name.certain] == certain


def test_neighbouring_words_may_be_one_name() -> None:
    assert "Shin-Osaka" in met_names("When did Shin-Osaka open?", EN, "新大阪駅は1964年に開業した。", JA)


def test_a_text_without_names_has_none() -> None:
    assert kanji_names("") == ()
    assert kanji_names("The sea.") == ()
    assert met_names("船はいつ着いたか", JA, "The Kanesaki arrived.", EN) == set()


@pytest.mark.req("X7")
def test_a_vocabulary_finds_how_its_texts_spell_a_name() -> None:
    english = NameVocabulary.of(["The Gregorian calendar", "Pope Gregory came to Kanesaki.", "The Gallery of Tōkyō"])
    japanese = NameVocabulary.of(["凪浦発電所は鐘崎にある。", "グレゴリオ暦", "倉掛悟の会社"])
    asked = {n.written: english.spellings(n) for n in asked_names("鐘崎と東京のグレゴリオ暦", JA)}
    assert asked["鐘崎"] == {"Kanesaki"}
    assert asked["東京"] == {"Tōkyō"}
    assert "Gregorian" in asked["グレゴリオ"]
    found = {n.written: japanese.spellings(n) for n in asked_names("Nagiura Kanesaki Satoru Gregorian London", EN)}
    assert found["Nagiura"] == {"凪浦"}
    assert found["Satoru"] == {"悟"}
    assert found["London"] == set()
    assert found["Kanesaki"] == {"鐘崎"}
    assert found["Gregorian"] == {"グレゴリオ"}


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("asked", "asked_lang", "text", "lang", "written"),
    [
        ("鳴釜の発電量は", JA, "The Narigama turbine made 1,284 MWh.", EN, "The 鳴釜 turbine made 1,284 MWh."),
        ("ファーホルム研究所の所長は", JA, "The Farholm Institute is old.", EN, "The ファーホルム Institute is old."),
        ("Who founded Tidewright?", EN, "タイドライト社は鳴釜にある。", JA, "Tidewright社は鳴釜にある。"),
        ("Is Narigama a strait?", EN, "鳴釜は海峡である。", JA, "Narigamaは海峡である。"),
        ("鳴釜の発電量は", JA, "London is a city.", EN, "London is a city."),
        ("鳴釜の発電量は", JA, "", EN, ""),
    ],
)
def test_a_text_is_written_with_the_names_of_the_question(
    asked: str, asked_lang: Lang, text: str, lang: Lang, written: str
) -> None:
    assert written_as_asked(asked, asked_lang, text, lang) == written
