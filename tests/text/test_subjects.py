"""What a sentence leaves open, and what it stands for."""

import time

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.text.subjects import open_subject, resolve_subject

pytestmark = pytest.mark.req("X11")

EXEL = "Exel plc is a UK logistics company. "


@pytest.mark.parametrize(
    ("sentence", "words", "kind"),
    [
        ("It is paying £328m.", "It", "pronoun"),
        ("However, it fell.", "it", "pronoun"),
        ("In 2004, she moved to Oslo.", "she", "pronoun"),
        ("When it is full, writes stop.", "it", "pronoun"),
        ("Its output rose.", "Its", "pronoun"),
        ("It is known as the second city.", "It", "pronoun"),
        ("It is said to be the oldest.", "It", "pronoun"),
        ("It is adjacent to the river.", "It", "pronoun"),
        ("We raised the threshold.", "We", "pronoun"),
        ("The company closed in 1998.", "The company", "definite"),
        ("The film's score won a prize.", "The film", "definite"),
        ("This parameter can only be set at start.", "This parameter", "demonstrative"),
        ("This class attribute gives the exception.", "This class attribute", "demonstrative"),
        ("This allows the function to return.", "This", "demonstrative"),
        ("The latter was sold.", "The latter", "demonstrative"),
        ("In it, players roll dice.", "In it", "demonstrative"),
        ("The server works as described above.", "as described above", "demonstrative"),
        ("“We won,” he said.", "We", "pronoun"),
    ],
)
def test_english_words_that_leave_the_subject_open(sentence: str, words: str, kind: str) -> None:
    found = open_subject(sentence, EN)
    assert found is not None
    assert (found.words, found.kind, sentence[found.start : found.end]) == (words, kind, words)


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "   ",
        "Exel is paying £328m.",
        "It is important to note that water boils at 100 °C.",
        "It seems that the dam broke.",
        "It has been reported elsewhere that the company fell.",
        "It is feared the dam broke.",
        "It was Smith who resigned.",
        "The company of heroes marched on.",
        "The Package type is a union.",
        "The function name is a string.",
        "Jamie was so tired, he slept.",
        "x" * 2001,
    ],
)
def test_english_sentences_that_stand_alone_by_their_form(sentence: str) -> None:
    assert open_subject(sentence, EN) is None


@pytest.mark.parametrize(
    ("sentence", "words", "kind", "noun"),
    [
        ("同社は横浜市に工場を置く。", "同社", "definite", "社"),
        ("また、同氏は辞任した。", "同氏", "definite", "氏"),
        ("彼女は大阪で生まれた。", "彼女", "pronoun", "氏"),
        ("これは誤りである。", "これ", "demonstrative", ""),
        ("この制度は2004年に始まった。", "この制度", "demonstrative", "制度"),
        ("その後、再建された。", "", "missing", ""),
        ("その後に続くパスを示す。", "その後", "demonstrative", ""),
        ("1990年に設立された。", "", "missing", ""),
        ("しかし、1998年に廃業した。", "", "missing", ""),
        ("デフォルトは128MBである。", "", "definite", "デフォルト"),
    ],
)
def test_japanese_words_that_leave_the_subject_open(sentence: str, words: str, kind: str, noun: str) -> None:
    found = open_subject(sentence, JA)
    assert found is not None
    assert (found.words, found.kind, found.noun) == (words, kind, noun)
    assert sentence[found.start : found.end] == words


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "エクセルは1990年に設立された。",
        "雨が降った。",
        "設定を変更してください。",
        "ファイルを選択します。",
        "梅雨の終わりを梅雨明けという。",
        "加藤氏は1990年、同社を設立した。",
        "そのため石油は産地で使われた。",
        "設定ファイルの編集",
    ],
)
def test_japanese_sentences_that_stand_alone_by_their_form(sentence: str) -> None:
    assert open_subject(sentence, JA) is None


def test_a_missing_subject_is_inserted_behind_the_connective() -> None:
    found = open_subject("しかし、1998年に廃業した。", JA)
    assert found is not None
    assert (found.start, found.end, found.joint) == (4, 4, "topic")


@pytest.mark.parametrize(
    ("before", "sentence", "words"),
    [
        (EXEL, "It is paying £328m.", "Exel plc"),
        (EXEL, "Its output rose.", "Exel plc"),
        (EXEL, "The company is paying £328m.", "Exel plc"),
        (EXEL + "It was founded in 1989. ", "It is paying £328m.", "Exel plc"),
        ("Anna Berg (born 1950) is a Norwegian writer. She lives in Oslo. ", "She won a prize.", "Anna Berg"),
        ("Anna Berg is an actress. ", "Her first film was a success.", "Anna Berg"),
        ("Mr Farage said he opposed the action. ", "He added that it was wrong.", "Mr Farage"),
        ("Olav Lind led the harbour office for nine years. ", "He resigned in 2021.", "Olav Lind"),
        (
            "I Cover the Underworld is a 1955 crime film. The film stars Lee Marsh. ",
            "The film flopped.",
            "I Cover the Underworld",
        ),
        ("I Cover the Underworld is a 1955 crime film. ", "The film starred Lee Marsh.", "I Cover the Underworld"),
        ("The Kurosaki plant has two turbines. ", "The plant made 1,250 MWh in 2024.", "The Kurosaki plant"),
        ("The herons of Skarv are counted every year. ", "They nest on cliffs.", "The herons of Skarv"),
        ("apache2ctl is a front end to the server. ", "It is designed to help.", "apache2ctl"),
    ],
)
def test_english_subjects_that_are_certain(before: str, sentence: str, words: str | None) -> None:
    found = resolve_subject(sentence, EN, before=before)
    assert (found.words if found else None) == words
    assert (before[found.start : found.end] if found else None) == words


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("", "It is paying £328m."),
        ("Exel bought Tibbett & Britten in 2004. ", "It employs 30,000 people."),
        ("Exel built a plant in Kyoto. ", "It employs 30 people."),
        ("Ostby Dairy sold its barrels to Skarv Brewery. ", "The company closed in 1998."),
        ("Skarv Brewery is a subsidiary of Ostby Dairy. ", "The company closed in 1998."),
        ("Carr released “Been a Long Time”. ", "It peaked at number 33."),
        ("Anna Berg is a Norwegian actress. ", "He won a prize."),
        ("Anna Berg is a Norwegian writer. ", "It won a prize."),
        ("Skarv Brewery was founded in 1911. ", "He closed it."),
        ("Anna Berg met Olav Lind. ", "She resigned."),
        ("“Exel is a company,” said Kato. ", "It is paying £328m."),
        ("“Exel is a company. ", "It is paying £328m."),
        (EXEL, "“It is paying £328m,” said Kato."),
        (EXEL, "After Wincanton's bid, it rose."),
        (EXEL + "The dam broke. ", "It is paying £328m."),
        ("The council paid for the harbour bridge. ", "It opened in 2019."),
        ("Little did she know. ", "She went home."),
        ("Ms Guode was sent to stay with a relative. ", "'She's very shocked,' Mr Manyang said."),
        ("Police said he was found. ", "He is recovering."),
    ],
)
def test_english_subjects_that_are_not_certain_stay_open(before: str, sentence: str) -> None:
    assert resolve_subject(sentence, EN, before=before) is None


@pytest.mark.parametrize(
    ("before", "sentence", "words"),
    [
        ("エクセルは英国の物流会社である。", "同社は横浜市に工場を置く。", "エクセル"),
        ("エクセルは英国の物流会社である。", "1990年に設立された。", "エクセル"),
        ("エクセルは英国の物流会社である。1990年に設立された。", "本社はない。", None),
        ("エクセルは英国の物流会社である。1990年に設立された。", "2004年に買収された。", "エクセル"),
        ("山根運輸は月曜日に合意した。", "同社は丸尾社を買収する。", "山根運輸"),
        ("横浜市は神奈川県にある。", "同市は人口が多い。", "横浜市"),
        ("1947年に独占禁止法が制定された。", "同法は改正された。", "独占禁止法"),
        ("加藤氏は社長である。", "同氏は辞任した。", "加藤氏"),
        ("打楽器（だがっき）とは、打つ楽器の総称である。", "体鳴楽器と膜鳴楽器に分けられる。", "打楽器"),
        ("Debian プロジェクトは団体です。", "このプロジェクトの成果は多い。", "Debian プロジェクト"),
    ],
)
def test_japanese_subjects_that_are_certain(before: str, sentence: str, words: str | None) -> None:
    found = resolve_subject(sentence, JA, before=before)
    assert (found.words if found else None) == words
    assert (before[found.start : found.end] if found else None) == words


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("", "1990年に設立された。"),
        ("エクセルはティベットを買収した。", "同社は英国にある。"),
        ("大洲乳業は樽を黒崎酒造に売った。黒崎酒造のほうが古い会社だった。", "同社は1998年に廃業した。"),
        ("横浜市は川崎市に勝った。", "同市は人口が多い。"),
        ("加藤氏は佐藤氏と会った。", "同氏は辞任した。"),
        ("人口は10万人である。", "1990年に減少した。"),
        ("この製品は人気がある。", "来月、値上げを発表した。"),
        ("尖閣諸島は固有の領土であるという見解を示した。", "冷静な対応を求めた。"),
        ("「エクセルは大きい。", "1990年に設立された。"),
        ("エクセルは英国の会社である。", "設定を変更してください。"),
        ("飽和炭化水素は水素を収納する。", "その水素は利用される。"),
        ("エクセルは大きい会社だ。雨が降った。", "1990年に設立された。"),
    ],
)
def test_japanese_subjects_that_are_not_certain_stay_open(before: str, sentence: str) -> None:
    assert resolve_subject(sentence, JA, before=before) is None


@pytest.mark.parametrize(
    ("lang", "heading", "before", "sentence", "words"),
    [
        (EN, "Memory › shared_buffers (integer)", "", "Sets the amount of memory.", "shared_buffers"),
        (EN, "Memory › shared_buffers (integer)", "Sets the memory. ", "The default is 128MB.", "shared_buffers"),
        (EN, "20.4. work_mem", "Sets the memory. ", "This parameter is off by default.", "work_mem"),
        (EN, "poplib — POP3 protocol client", "", "This module defines a class.", "poplib"),
        (EN, "mod_ssl › Summary", "", "This module enables SSL.", "mod_ssl"),
        (EN, "--anchored=<text>", "Generate a diff.\n", "This option may be repeated.", "--anchored"),
        (EN, "Introduction", "", "Sets the amount of memory.", None),
        (EN, "imp.C_BUILTIN", "", "The module was found as a built-in module.", None),
        (EN, "work_mem", "temp_buffers is another parameter. ", "This parameter is off by default.", None),
        (JA, "UserDir ディレクティブ", "", "ディレクトリを設定します。", "UserDir"),
        (JA, "概要 › Header ディレクティブ", "", "このディレクティブは応答ヘッダを置換できます。", "Header"),
        (JA, "work_mem", "", "デフォルトは4MBです。", "work_mem"),
        (JA, "はじめに", "", "ディレクトリを設定します。", None),
    ],
)
def test_a_manuals_heading_names_the_subject(
    lang: Lang, heading: str, before: str, sentence: str, words: str | None
) -> None:
    found = resolve_subject(sentence, lang, before=before, heading=heading)
    assert (found.words if found else None) == words
    assert (heading[found.start : found.end] if found else None) == words


def test_a_line_of_its_own_before_names_the_subject_too() -> None:
    before = "work_mem (integer)\n"
    found = resolve_subject("Sets the amount of memory.", EN, before=before)
    assert found is not None
    assert (found.words, found.place, found.start, found.end) == ("work_mem", "before", 0, 8)


def test_offsets_count_in_a_long_text() -> None:
    before = "Rain fell. " * 300 + EXEL
    found = resolve_subject("It is paying £328m.", EN, before=before)
    assert found is not None
    assert before[found.start : found.end] == "Exel plc"


@pytest.mark.parametrize(
    "text",
    [
        "a_" * 1000,
        "Born " + "abc " * 490,
        "A " + "a-" * 990,
        "Exel" + " (a" * 600,
        "The " + "Aa of " * 330,
        "“" * 2000,
        "この" * 1000,
        "の" * 1999 + "。",
        "AはB" * 600,
        ("あ" * 39 + "、") * 49,
        "「" * 2000,
        "In " + '"a" ' * 490,
    ],
)
def test_hostile_text_takes_no_longer_than_its_length(text: str) -> None:
    started = time.process_time()
    for lang, sentence in ((EN, "It is paying."), (JA, "同社は東京にある。"), (JA, "1990年に設立された。")):
        open_subject(text[:2000], lang)
        resolve_subject(sentence, lang, before=text, heading=text)
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    "sentence", ["は。", "（）は。", "「」は赤い。", "のは。", '"は。', " は。", "だけは。", "）は。", "」が。"]
)
def test_marks_without_a_noun_before_them_are_no_topic(sentence: str) -> None:
    assert resolve_subject(sentence, JA, before=sentence) is None
