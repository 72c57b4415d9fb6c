"""Reads the form of a Japanese question: 何人, どの大学, なぜ, 〜は何と呼ばれるか, 〜とは.

In: a question in NFKC. Out: its `QuestionForm`, by the shape of the words. The last question word decides
(「なぜ貧しいのかを研究したのは誰か」 asks who).
"""

import re
from typing import Final

from tadori.rank.question_kinds import QuestionForm, QuestionKind, by_focus
from tadori.text.units import UNITS

_NOUN: Final = r"[一-龥々〆ァ-ヴーA-Za-z0-9]+"
_COUNTED: Final = "|".join(sorted((name for name in UNITS if not name.isascii()), key=lambda n: (-len(n), n)))
_BOUND: Final = "(?:以内|以上|以下|未満|前(?!半)|後(?!半)|ほど|程|くらい|ぐらい|分)"
"""Behind 何日 and 何年 it makes a length of time of a date."""
_QUESTION_WORD: Final = re.compile(
    rf"""
    (?P<why>なぜ|何故|どうして|なにゆえ)
  | (?P<who>誰|だれ|どなた|何者)
  | (?P<amount>いくつ|いくら|幾つ|幾ら|どれ(?:くらい|ぐらい|ほど|だけ|程|位)|どの(?:くらい|ぐらい|程度|ほど|程)
       |何割|何パーセント|何%)
  | (?P<when>いつ(?!も)|何時(?!間)|何年(?!間|目|{_BOUND})(?!度?か?連続)
       |何月|何日(?!間|目|{_BOUND})|何世紀|何曜日|何時代|何年代)
  | (?P<where>どこ|何処)(?:の(?P<where_of>{_NOUN}))?
  | (?P<list>(?:全て|すべて|いくつか)を?(?:挙げ|述べ|教え)|を(?:すべて|全て)|には(?:何|どんなもの|どのようなもの)が)
  | (?P<how>どのように(?!な)|どうやって|どうすれば|どう(?=し|な|や|変))
  | (?P<name>(?:何|なん|どう)(?:と|て|って)(?:い[いうわえ]|言|呼|称|名付|名づけ|表現|読))
  | 何(?P<count>人目|番目|回目|代目|位|番|曲|話|章|巻|歩|点|頁|ページ|hPa|{_COUNTED})
       (?!(?!{_BOUND}){_NOUN}(?<!目)(?:が|は|を|に|と|か|で))
  | (?:どの|どんな|どういう|どういった|どのような|如何なる|何の|なんの)(?P<which>{_NOUN})?
  | 何(?P<what_of>{_NOUN})
  | (?P<what>何|なに|なん|どれ|どちら|いずれ)
    """,
    re.VERBOSE,
)
_TOPIC: Final = re.compile(rf"({_NOUN})(?:と|って)?(?:は|って|とは|を|が)(?:、|,)?\s*$")
_ASKED_LAST: Final = re.compile(
    r"(?:(?:な|なん)?(?:の|ん)?(?:か|です|でしょう|だろう|である|だ)|[?？。.、\s]|$|のこと|を指)"
)
_END: Final = re.compile(r"(?:です|でしょう|だろう|である|であろう|ます|ました)?か?[?？。.、!！\s]*$")
_DEFINES: Final = re.compile(
    rf"^「?{_NOUN}(?:の{_NOUN})?」?(?:とは|って|の意味は|の定義は)、?(?=$|何|なに|なん|どう|どのような|どんな)"
)
_YES_NO: Final = re.compile(r"(?:ます|ました|です|でした|る|た|い|だ|の|れ|せ)か[?？。\s]*$|か否か|かどうか")
_COMPARES: Final = re.compile(
    r"(?:違い|異なる点|の差)(?:は|を|って|とは|が何|について)|(?:どちら|どっち)(?:の方|のほう)?が"
    r"|とを?比較して|と比べて(?:どう|どちら)"
)
_LAST_WORD: Final = re.compile(r"[^\s、,のはがをにで]+$")
_NO_FOCUS: Final = frozenset("こと もの の ところ 事 物 名前 名称 名 呼び名".split())
_DATE_PARTS: Final = {"何年": "year", "何月": "month", "何日": "day", "何世紀": "year", "何年代": "year"}


def japanese_form(text: str) -> QuestionForm:
    """The form of `text`."""
    asks = max(_QUESTION_WORD.finditer(text), key=lambda match: match.start(), default=None)
    if _COMPARES.search(text) and (asks is None or asks["what"] or asks["how"] or asks["which"] is not None):
        return QuestionForm(QuestionKind.COMPARISON)
    if asks is None:
        return _without_question_word(text)
    if asks["count"]:
        return _counting(asks["count"])
    for group, kind in _DIRECT:
        if asks[group]:
            return QuestionForm(kind)
    if asks["amount"]:
        return QuestionForm(QuestionKind.NUMBER, "", "%" if asks["amount"][0] == "何" else "")
    if asks["when"]:
        return QuestionForm(QuestionKind.WHEN, "", _DATE_PARTS.get(asks["when"], ""))
    if asks["where"]:
        return QuestionForm(QuestionKind.WHERE, asks["where_of"] or "")
    focus = asks["which"] or asks["what_of"]
    if focus:
        return by_focus(QuestionForm(QuestionKind.WHICH, focus))
    # `Xは何を担うか` asks for an object; only `Xは何か` asks which X.
    return (
        _about_topic(text[: asks.start()], text)
        if _ASKED_LAST.match(text, asks.end())
        else QuestionForm(QuestionKind.WHAT)
    )


_DIRECT: Final = (
    ("why", QuestionKind.WHY),
    ("who", QuestionKind.WHO),
    ("list", QuestionKind.LIST),
    ("how", QuestionKind.HOW),
    ("name", QuestionKind.NAMED),
)


def _counting(word: str) -> QuestionForm:
    if word.endswith("目") or word == "位":
        return QuestionForm(QuestionKind.NUMBER, "", "ordinal")
    return QuestionForm(QuestionKind.NUMBER, "", UNITS[word][0] if word in UNITS else word)


def _about_topic(before: str, text: str) -> QuestionForm:
    """`Xは何か`: X is the class that is asked for; `Xとは何か` asks what X is."""
    topic = _TOPIC.search(before)
    plain = topic is None or topic[1] in _NO_FOCUS
    form = (
        QuestionForm(QuestionKind.WHAT)
        if plain or topic is None
        else by_focus(QuestionForm(QuestionKind.WHICH, topic[1]))
    )
    if form.kind in (QuestionKind.WHICH, QuestionKind.WHAT) and _DEFINES.match(text):
        return QuestionForm(QuestionKind.DEFINITION)
    return form


def _without_question_word(text: str) -> QuestionForm:
    stem = _END.sub("", text)
    if _TOPIC.search(stem):
        return _about_topic(stem, stem)
    if _YES_NO.search(text):
        return QuestionForm(QuestionKind.YES_NO)
    # Keywords: 富士山 高さ, ベラルーシの首都. The last one says what is asked.
    last = _LAST_WORD.search(stem)
    return by_focus(QuestionForm(QuestionKind.WHAT, last[0])) if last else QuestionForm(QuestionKind.WHAT)


_ASKED_AMOUNT: Final = re.compile(
    rf"何(?:人目|番目|回目|代目|{_COUNTED})?(?:間|目)?{_BOUND}?|(?:どれ|どの)(?:くらい|ぐらい|ほど|だけ|程度?|位)|いくつ|いくら"
)


def without_asked_amount(text: str) -> str:
    """`text` without 何日以内, 何人, どのくらい: nobody repeats them in an answer."""
    return _ASKED_AMOUNT.sub(" ", text)
