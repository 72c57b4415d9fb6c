"""How a sentence is meant."""

import pytest

from tadori.model.claim import Mood
from tadori.text.moods import heading_mood, mood_of

pytestmark = pytest.mark.req("X11")

EN = [
    (Mood.STATED, "The dam broke on 3 May 2021."),
    (Mood.STATED, "The dam did not break."),
    (Mood.STATED, "The town was flooded in May."),
    (Mood.STATED, ""),
    (Mood.PLANNED, "The city plans to build a bridge."),
    (Mood.PLANNED, "The bridge will open in 2027."),
    (Mood.PLANNED, "The bridge is scheduled for 2027."),
    (Mood.PLANNED, "The book was supposed to appear last month."),
    (Mood.ESTIMATED, "About 300 people are estimated to live there."),
    (Mood.ESTIMATED, "Output is expected to fall."),
    (Mood.ESTIMATED, "The dam may break."),
    (Mood.CONDITIONAL, "If it rains, the bridge is closed."),
    (Mood.CONDITIONAL, "The lessee shall not sublet unless the lessor agrees."),
    (Mood.CONDITIONAL, "The law would ban dams."),
    (Mood.ALLEGED, "The dam was allegedly blown up."),
    (Mood.ALLEGED, "He is said to live there."),
    (Mood.ALLEGED, "She is accused of theft."),
    (Mood.ALLEGED, "He claims that the dam broke."),
    (Mood.DENIED, "Kato denied that the dam broke."),
    (Mood.DENIED, "It is a myth that the dam broke."),
    (Mood.DENIED, "There is no evidence that the dam broke."),
    (Mood.DENIED, "The report was false."),
    (Mood.DENIED, "Myth: the dam broke."),
    (Mood.QUESTION, "Did the dam break?"),
    (Mood.QUESTION, "Who would believe that the dam broke?[3]"),
]
JA = [
    (Mood.STATED, "ダムは2021年5月3日に決壊した。"),
    (Mood.STATED, "ダムは決壊しなかった。"),
    (Mood.STATED, "例えば、Gmailはアプリである。"),
    (Mood.STATED, "内容を規定もしている。"),
    (Mood.STATED, "法で認める国もあれば、判例で認める国もある。"),
    (Mood.STATED, "設備がない場合もある。"),
    (Mood.STATED, "党は終わりを歓迎するとの声明を発表した。"),
    (Mood.STATED, "この地域をモンスーン・アジアという。"),
    (Mood.PLANNED, "市は2027年に橋を架ける予定だ。"),
    (Mood.PLANNED, "市は橋を架ける方針を示した。"),
    (Mood.PLANNED, "市は橋の建設を検討している。"),
    (Mood.ESTIMATED, "人口は約300万人と推定される。"),
    (Mood.ESTIMATED, "出力は下がる見通しである。"),
    (Mood.ESTIMATED, "ダムは決壊するかもしれない。"),
    (Mood.CONDITIONAL, "雨が降れば、橋は閉鎖される。"),
    (Mood.CONDITIONAL, "貸主が同意しない限り、転貸してはならない。"),
    (Mood.CONDITIONAL, "雨の場合は中止する。"),
    (Mood.ALLEGED, "ダムは決壊したという。"),
    (Mood.ALLEGED, "ダムは決壊したとされる。"),
    (Mood.ALLEGED, "男は盗んだ疑いが持たれている。"),
    (Mood.DENIED, "ダムが決壊したというのは誤りである。"),
    (Mood.DENIED, "決壊の報道は誤りである。"),
    (Mood.DENIED, "市は決壊を否定した。"),
    (Mood.DENIED, "決壊は事実ではない。"),
    (Mood.QUESTION, "ダムは決壊したのでしょうか。"),
    (Mood.QUESTION, "ダムは決壊した？"),
]


@pytest.mark.parametrize(("mood", "sentence"), EN)
def test_english_moods(mood: Mood, sentence: str) -> None:
    assert mood_of(sentence, japanese=False) is mood


@pytest.mark.parametrize(("mood", "sentence"), JA)
def test_japanese_moods(mood: Mood, sentence: str) -> None:
    assert mood_of(sentence, japanese=True) is mood


@pytest.mark.parametrize(
    ("mood", "heading"),
    [
        (Mood.STATED, ""),
        (Mood.STATED, "History › 1900–1950"),
        (Mood.STATED, "沿革"),
        (Mood.DENIED, "Common misconceptions"),
        (Mood.DENIED, "FAQ › Myths about dams"),
        (Mood.DENIED, "「ダムが決壊した」は誤り"),
        (Mood.DENIED, "よくある誤解"),
        (Mood.PLANNED, "Planned features"),
        (Mood.PLANNED, "Roadmap"),
        (Mood.PLANNED, "Proposal"),
        (Mood.PLANNED, "今後の予定"),
        (Mood.ALLEGED, "Allegations"),
        (Mood.ALLEGED, "疑惑"),
        (Mood.ESTIMATED, "Forecasts for 2030"),
        (Mood.ESTIMATED, "人口の推計"),
    ],
)
def test_headings_give_a_mood(mood: Mood, heading: str) -> None:
    assert heading_mood(heading) is mood
