"""What the next sentence takes back, and what it leaves standing."""

import pytest

from tadori.text.retractions import ends_taken_back, leads_in_denial, takes_back

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    "after",
    [
        " That is false.",
        "That’s not true.",
        " This turned out to be wrong.",
        "\n\nBut this claim was later found to be untrue.",
        " However, the report has since been retracted.",
        " The agency later withdrew the figure.",
        " Kato denied this.",
        " It did not.",
        " In fact, the dam never broke.",
        " In reality, the dam held.",
        " Not true.",
        " False.",
        " No, it did not break.",
        " There is no evidence for this.",
        ' "That is a lie," said Mori.',
        "[3] That is a myth.",
        " Many papers printed it. The story was a hoax.",
        " The paper was withdrawn in 2022.",
        " Contrary to this, the dam held.",
        " It was not true.",
        " That is not what the records show.",
        " This, however, is false.",
        " Officials say that is not true.",
        " Experts dispute this.",
        " Fact-checkers found the claim to be false.",
        " It later emerged that the report was fabricated.",
        " So the story goes, but it is false.",
        " Or so it was thought.",
        " (This is false.)",
        " The inquiry found otherwise.",
    ],
)
def test_english_sentences_that_take_back(after: str) -> None:
    assert takes_back(after, japanese=False)


@pytest.mark.parametrize(
    "after",
    [
        "",
        " However, it also flooded the town.",
        " But this was only the beginning.",
        " It does not support YAML.",
        " This is not required.",
        " This is not the first time.",
        " No. 5 is the largest.",
        " Kato denied that he was asked.",
        " It is not clear why.",
        " It was repaired in 2022.",
        " That dam was built by Kato.",
        " Officials say that the town was flooded.",
        " The town said it was ready.",
        " So far, nobody was hurt.",
        " But nobody swims.",
        " So they turned to a cheaper dam.",
        " We deny that at that date it stood there.",
        " This is also the year in which Apple cancelled the project.",
    ],
)
def test_english_sentences_that_leave_it_standing(after: str) -> None:
    assert not takes_back(after, japanese=False)


@pytest.mark.parametrize(
    "after",
    [
        "これは誤りである。",
        "しかし、この情報は虚偽だった。",
        "それは事実ではない。",
        "同庁は後にこの数字を撤回した。",
        "市はこの発表を訂正した。",
        "実際には、ダムは無事だった。",
        "そのような事実はない。",
        "デマである。",
        "いいえ、決壊していません。",
        "多くの新聞が報じた。この報道は誤りだった。",
        "」これは誤りである。",
        "という話は嘘である。",
        "と思われていたが、違った。",
        "以上は誤情報である。",
        "根拠はない。",
        "記事は後に取り消された。",
        "真偽は不明である。",
    ],
)
def test_japanese_sentences_that_take_back(after: str) -> None:
    assert takes_back(after, japanese=True)


@pytest.mark.parametrize(
    "after",
    [
        "",
        "しかし、町も浸水した。",
        "これは必須ではない。",
        "これは2022年に修理された。",
        "これは誤って消されることを防ぐ。",
        "なお、橋は無事だった。",
    ],
)
def test_japanese_sentences_that_leave_it_standing(after: str) -> None:
    assert not takes_back(after, japanese=True)


def test_a_sentence_that_takes_itself_back() -> None:
    assert ends_taken_back("The dam broke on 3 May, which turned out to be false.", japanese=False)
    assert ends_taken_back("ダムは決壊したと報じられたが、誤りだった。", japanese=True)
    assert not ends_taken_back("The dam broke on 3 May, which was a Monday.", japanese=False)
    assert not ends_taken_back("ダムは決壊したが、町は無事だった。", japanese=True)


@pytest.mark.parametrize(
    ("lead_in", "denies"),
    [
        ("The following claims are false:", True),
        ("次の説明は誤りです：", True),
        ("Common myths:", True),
        ("The following exceptions are raised by urllib.error:", False),
        ("次の値を設定します：", False),
    ],
)
def test_lead_ins_that_deny(lead_in: str, denies: bool) -> None:
    assert leads_in_denial(lead_in) is denies
