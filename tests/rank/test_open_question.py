"""Open questions: their kind in both languages, what they compare, and which of their words only ask."""

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.rank.open_question import compared_sides, is_asking_word
from tadori.rank.question import parse_question
from tadori.rank.question_kinds import BRIEF_KINDS, OPEN_KINDS, QuestionKind

pytestmark = pytest.mark.req("F1")

EN_KINDS = [
    ("Why did the Roman Republic fall?", QuestionKind.WHY),
    ("Why do cats purr when they are ill?", QuestionKind.WHY),
    ("What caused the 2008 financial crisis?", QuestionKind.WHY),
    ("What were the causes of the First World War?", QuestionKind.WHY),
    ("What is the reason for the delay of the bridge?", QuestionKind.WHY),
    ("What led to the collapse of the cod fishery?", QuestionKind.WHY),
    ("How come glass is transparent?", QuestionKind.WHY),
    ("How does a heat pump work?", QuestionKind.HOW),
    ("How do I reset a forgotten password?", QuestionKind.HOW),
    ("How is cement made?", QuestionKind.HOW),
    ("How did the Narigama turbine perform in its first year?", QuestionKind.HOW),
    ("What is the best way to clean a cast-iron pan?", QuestionKind.HOW),
    ("How to configure a static IP address", QuestionKind.HOW),
    ("What are the advantages and disadvantages of nuclear power?", QuestionKind.FOR_AGAINST),
    ("What speaks for and against a four-day week?", QuestionKind.FOR_AGAINST),
    ("What do critics say about the reform?", QuestionKind.FOR_AGAINST),
    ("pros and cons of working from home", QuestionKind.FOR_AGAINST),
    ("Should I use tabs or spaces?", QuestionKind.FOR_AGAINST),
    ("Is it worth learning Esperanto?", QuestionKind.FOR_AGAINST),
    ("What are the arguments in favour of a carbon tax?", QuestionKind.FOR_AGAINST),
    ("What is the difference between TCP and UDP?", QuestionKind.COMPARISON),
    ("How does Ext4 differ from Btrfs?", QuestionKind.COMPARISON),
    ("Compare the policies of Roosevelt and Hoover.", QuestionKind.COMPARISON),
    ("solar vs wind power", QuestionKind.COMPARISON),
    ("Which is cheaper, the train or the bus?", QuestionKind.COMPARISON),
    ("What do dolphins and bats have in common?", QuestionKind.COMPARISON),
    ("How has the role of the monarchy changed since 1900?", QuestionKind.CHANGE),
    ("What is new in version 3.2?", QuestionKind.CHANGE),
    ("What happened to the Aral Sea over time?", QuestionKind.CHANGE),
    ("history of the sewing machine", QuestionKind.CHANGE),
    ("Describe the life cycle of the eel.", QuestionKind.OVERVIEW),
    ("Give me an overview of the Hanseatic League.", QuestionKind.OVERVIEW),
    ("What is known about the Voynich manuscript?", QuestionKind.OVERVIEW),
    ("What did the report say about the harbour?", QuestionKind.OVERVIEW),
    ("raid levels", QuestionKind.OVERVIEW),
    ("systemd timer units", QuestionKind.OVERVIEW),
    ("photosynthesis", QuestionKind.OVERVIEW),
    ("List the members of the European Union.", QuestionKind.LIST),
    ("Which countries were members of the Warsaw Pact?", QuestionKind.LIST),
    ("What are the main symptoms of scurvy?", QuestionKind.LIST),
    ("What kinds of clouds are there?", QuestionKind.LIST),
    ("What is a monad?", QuestionKind.DEFINITION),
    ("What does idempotent mean?", QuestionKind.DEFINITION),
    ("Is the tomato a fruit?", QuestionKind.YES_NO),
    ("Did Napoleon invade Portugal?", QuestionKind.YES_NO),
]
JA_KINDS = [
    ("なぜ空は青いのですか", QuestionKind.WHY),
    ("ローマ帝国が滅びた理由は何ですか？", QuestionKind.WHY),
    ("どうして地震が多いのか", QuestionKind.WHY),
    ("少子化の原因は？", QuestionKind.WHY),
    ("この制度は何のために作られたのか", QuestionKind.WHY),
    ("パスワードを忘れたときはどうすればよいですか", QuestionKind.HOW),
    ("味噌はどうやって作るのか", QuestionKind.HOW),
    ("固定IPアドレスの設定方法", QuestionKind.HOW),
    ("パッケージを削除するには", QuestionKind.HOW),
    ("ヒートポンプの仕組み", QuestionKind.HOW),
    ("鳴釜のタービンは初年度どうだったか", QuestionKind.HOW),
    ("原子力発電のメリットとデメリットは何ですか", QuestionKind.FOR_AGAINST),
    ("在宅勤務の長所と短所", QuestionKind.FOR_AGAINST),
    ("消費税の増税についてどんな批判があるか", QuestionKind.FOR_AGAINST),
    ("週休三日制に賛成する意見と反対する意見は", QuestionKind.FOR_AGAINST),
    ("自動運転は導入すべきか", QuestionKind.FOR_AGAINST),
    ("TCPとUDPの違いは何ですか", QuestionKind.COMPARISON),
    ("紅茶と緑茶はどう違うのか", QuestionKind.COMPARISON),
    ("aptとaptitudeを比較してください", QuestionKind.COMPARISON),
    ("新幹線と飛行機ではどちらが速いか", QuestionKind.COMPARISON),
    ("選挙制度はどのように変わってきたか", QuestionKind.CHANGE),
    ("江戸から東京への変遷", QuestionKind.CHANGE),
    ("合併に至る経緯を説明してください", QuestionKind.CHANGE),
    ("バージョン12での変更点は？", QuestionKind.CHANGE),
    ("ハンザ同盟について教えてください", QuestionKind.OVERVIEW),
    ("縄文土器の特徴は何か", QuestionKind.OVERVIEW),
    ("京都議定書の概要", QuestionKind.OVERVIEW),
    ("パッケージ管理 リポジトリ", QuestionKind.OVERVIEW),
    ("光合成", QuestionKind.OVERVIEW),
    ("欧州連合の加盟国をすべて挙げてください", QuestionKind.LIST),
    ("雲にはどんな種類がありますか", QuestionKind.LIST),
    ("利用できるファイルシステムの一覧", QuestionKind.LIST),
    ("冬山に登るときの注意点は？", QuestionKind.LIST),
    ("モナドとは何か", QuestionKind.DEFINITION),
    ("トマトは果物ですか", QuestionKind.YES_NO),
    ("ペンギンは空を飛べるか", QuestionKind.YES_NO),
]


@pytest.mark.parametrize(("question", "kind"), EN_KINDS)
def test_the_kind_of_an_open_english_question(question: str, kind: QuestionKind) -> None:
    asked = parse_question(question, EN)
    assert (asked.kind, asked.is_open) == (kind, True)


@pytest.mark.parametrize(("question", "kind"), JA_KINDS)
def test_the_kind_of_an_open_japanese_question(question: str, kind: QuestionKind) -> None:
    asked = parse_question(question, JA)
    assert (asked.kind, asked.is_open) == (kind, True)


@pytest.mark.parametrize(
    ("question", "lang", "kind"),
    [
        ("Who criticised the reform?", EN, QuestionKind.WHO),
        ("When did the policy change?", EN, QuestionKind.WHEN),
        ("How much did the benefits cost?", EN, QuestionKind.NUMBER),
        ("In which year did the comparison appear?", EN, QuestionKind.WHEN),
        ("改革を批判したのは誰ですか", JA, QuestionKind.WHO),
        ("制度が変わったのはいつか", JA, QuestionKind.WHEN),
        ("違いを説明した人は誰か", JA, QuestionKind.WHO),
        ("長所を挙げた人は何人か", JA, QuestionKind.NUMBER),
    ],
)
def test_a_word_of_an_open_question_does_not_open_a_question_after_a_fact(
    question: str, lang: Lang, kind: QuestionKind
) -> None:
    asked = parse_question(question, lang)
    assert (asked.kind, asked.is_open) == (kind, False)


@pytest.mark.parametrize(
    ("question", "lang", "terms"),
    [
        ("What do critics say about the Hansa?", EN, ("hansa",)),
        ("What are the advantages and disadvantages of the Hansa?", EN, ("hansa",)),
        ("What are the main arguments for and against the Hansa?", EN, ("hansa",)),
        ("Tell me about the Hansa", EN, ("hansa",)),
        ("Give an overview of the Hansa", EN, ("hansa",)),
        ("What is the best way to get to the Hansa?", EN, ("hansa",)),
        ("Why did the Hansa happen?", EN, ("hansa",)),
        ("What is the difference between the Hansa and the Guild?", EN, ("hansa", "guild")),
        ("Describe the history of the Hansa", EN, ("hansa",)),
        ("How did the Hansa evolve?", EN, ("hansa",)),
        ("ハンザについて教えてください", JA, ("ハンザ",)),
        ("ハンザとはどのようなものですか", JA, ("ハンザ",)),
        ("ハンザの経緯を知りたい", JA, ("ハンザ",)),
        ("ハンザはどのように変わってきたか", JA, ("ハンザ",)),
        ("ハンザに対する批判にはどんなものがありますか", JA, ("ハンザ",)),
        ("ハンザはどうやってできたのか", JA, ("ハンザ",)),
        ("ハンザとギルドの違いは何ですか", JA, ("ハンザ", "ギルド")),
        ("ハンザの長所と短所をまとめて", JA, ("ハンザ",)),
        ("ハンザの変更点は？", JA, ("ハンザ",)),
    ],
)
def test_words_that_only_ask_are_not_the_topic(question: str, lang: Lang, terms: tuple[str, ...]) -> None:
    assert parse_question(question, lang).topic_terms == terms


def test_a_question_of_nothing_but_asking_words_keeps_them() -> None:
    assert parse_question("What are the advantages?", EN).topic_terms == ("advantag",)
    assert parse_question("違いは何か", JA).topic_terms == ("違い",)


def test_the_name_of_a_country_is_not_taken_for_the_word_use() -> None:
    assert "us" in parse_question("Why did the US leave the treaty?", EN).topic_terms
    assert not is_asking_word("us")


@pytest.mark.parametrize(
    ("question", "lang", "sides"),
    [
        ("What is the difference between TCP and UDP?", EN, ("TCP", "UDP")),
        ("What is the difference in speed between TCP and UDP?", EN, ("TCP", "UDP")),
        ("How does Ext4 differ from Btrfs?", EN, ("Ext4", "Btrfs")),
        ("How do Ext4 and Btrfs compare?", EN, ("Ext4", "Btrfs")),
        ("What do dolphins and bats have in common?", EN, ("dolphins", "bats")),
        ("solar power vs. wind power", EN, ("solar power", "wind power")),
        ("Which is cheaper, the train or the bus?", EN, ("train", "bus")),
        ("How does it compare to wind power?", EN, ()),
        ("What is different about it?", EN, ()),
        ("TCPとUDPの違いは何ですか", JA, ("TCP", "UDP")),
        ("「落語家」と「噺家」の違いは？", JA, ("落語家", "噺家")),
        ("紅茶と緑茶はどう違うのか", JA, ("紅茶", "緑茶")),
        ("新幹線と飛行機ではどちらが速いか", JA, ("新幹線", "飛行機")),
        ("それはどう違うのか", JA, ()),
        ("", EN, ()),
        ("", JA, ()),
    ],
)
def test_the_two_things_that_are_compared(question: str, lang: Lang, sides: tuple[str, ...]) -> None:
    assert compared_sides(question, lang) == sides


def test_only_a_comparison_has_sides() -> None:
    assert parse_question("Should I take the train or the bus?", EN).sides == ()


def test_the_case_of_letters_and_full_width_forms_ask_the_same() -> None:
    assert parse_question("PROS AND CONS OF NUCLEAR POWER", EN).kind is QuestionKind.FOR_AGAINST
    assert parse_question("ＴＣＰとＵＤＰの違い", JA).sides == ("TCP", "UDP")


@pytest.mark.parametrize("lang", [EN, JA])
@pytest.mark.parametrize("text", ["", "   ", "???", "。。。", "？！"])
def test_no_words_ask_for_nothing(text: str, lang: Lang) -> None:
    asked = parse_question(text, lang)
    assert (asked.kind, asked.is_open, asked.topic_terms, asked.sides) == (QuestionKind.WHAT, False, (), ())


def test_what_few_sentences_answer_is_open_too() -> None:
    assert BRIEF_KINDS < OPEN_KINDS
    assert parse_question("Is the tomato a fruit?", EN).is_brief
    assert not parse_question("Why is the sky blue?", EN).is_brief
