"""What a question asks for: its kind, the noun it asks about, the unit of the answer, and the words to look for.

In: the question as it was typed and its language. Out: `Asked`. Rules only, by the form of the words, Japanese and
English alike: a question that fits no rule is still asked, by its content words (`Kind.WHAT`).
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.dates import DateMention, dates
from tadori.text.names import names
from tadori.text.negation import negated
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity, quantities
from tadori.text.tokens import terms, tokens
from tadori.text.units import UNITS


class Kind(StrEnum):
    """What would be an answer."""

    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    NUMBER = "number"
    WHICH = "which"
    """A thing of the asked class: which city, 何気団."""
    NAMED = "named"
    """What something is called: 何と呼ぶか."""
    WHAT = "what"
    DEFINITION = "definition"
    WHY = "why"
    HOW = "how"
    YES_NO = "yes_no"
    LIST = "list"
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as the scorer reads it."""

    text: str
    lang: Lang
    kind: Kind
    focus: str
    """The noun that is asked about, folded, or empty: 気団 in 何気団か, `city` in "which city"."""
    unit: str
    """For a number its unit (canonical where `text.units` knows it), for a date `year`, `month`, `day`; or empty."""
    terms: tuple[str, ...]
    """Content tokens, each once, in the order of the question; question words are not among them."""
    focus_terms: frozenset[str]
    """Those of `terms` that only name the kind of answer, which an answer need not repeat."""
    tokens: tuple[str, ...]
    """All tokens, in order, for phrases."""
    names: tuple[str, ...]
    dates: tuple[DateMention, ...]
    quantities: tuple[Quantity, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class _Form:
    """What the rules read: kind, focus noun (as written), unit."""

    kind: Kind
    focus: str = ""
    unit: str = ""


@lru_cache(maxsize=512)
def understand(question: str, lang: Lang) -> Asked:
    """What `question` asks for. Any text has an answer here, an empty one too: `Kind.WHAT` and no terms."""
    plain = unicodedata.normalize("NFKC", question).strip()
    form = _japanese(plain) if lang == JA else _english(plain)
    content = tuple(dict.fromkeys(t for t in terms(plain) if t not in _FRAME))
    return Asked(
        text=question,
        lang=lang,
        kind=form.kind,
        focus=fold(form.focus),
        unit=form.unit,
        terms=content,
        focus_terms=frozenset(terms(form.focus)) & frozenset(content),
        tokens=tuple(tokens(plain)),
        names=tuple(dict.fromkeys(fold(name.text) for name in names(plain, lang))),
        dates=tuple(dates(plain)),
        quantities=tuple(quantities(plain)),
        negated=negated(plain, lang),
    )


# Words that ask and are never part of an answer, as `text.tokens` writes them.
_FRAME: Final = frozenset(
    "mani much long often ever name list tell explain describ pleas kind sort associ refer known locat primari main 何の どの どんな 何れ どれ 呼ぶ 教える 挙げる 述べる"
    " 説明 下さい 何方 どちら 誰 どなた 何時 何年 何人 何月 何日 幾 如何 どのよう".split()
)

_PERSON: Final = frozenset(
    """人 人物 者 氏 大統領 首相 監督 作者 著者 作家 社長 選手 議長 皇帝 国王 王 学者 創設者 創業者 委員長 党首 会長 知事 市長 画家 歌手 俳優
    person author writer director president founder inventor king queen actor actress singer player scientist minister
    mayor governor leader composer artist producer coach captain chairman ceo husband wife father mother son daughter
    directors authors writers founders players members screenwriter performer""".split()
)
_PLACE: Final = frozenset(
    """国 都市 都道府県 県 市 町 村 場所 地域 地 州 島 大陸 首都 地方 都 街 区 出身地 所在地 産地 国名 地名
    city country state place town location county region continent province village capital district island area
    birthplace nation headquarters""".split()
)
_TIME: Final = {
    "年": "year", "月": "month", "日": "day", "時期": "", "時代": "", "年代": "year", "世紀": "year", "年月日": "day", "日付": "day",
    "日時": "day", "期日": "day", "季節": "", "year": "year", "date": "day", "day": "day", "month": "month", "century": "year",
    "decade": "year", "time": "", "era": "", "period": "", "birthday": "day", "birthdate": "day",
}  # fmt: skip
_AMOUNT: Final = frozenset(
    """数 割合 人口 面積 長さ 高さ 距離 率 量 額 金額 価格 温度 気温 人数 回数 深さ 重さ 速度 順位 年齢 期間 広さ 大きさ 総数 出力 費用
    population number percentage amount height length distance rate price cost size area weight speed age depth share
    temperature total capacity width duration budget salary revenue elevation""".split()
)
_HEADS: Final = frozenset("人口 人数 population".split())
"""Amounts of people."""
_CAUSE: Final = frozenset("理由 原因 要因 訳 わけ 根拠 reason cause causes reasons".split())
_MEANS: Final = frozenset("方法 手段 手順 仕組み やり方 way method means process".split())
_NO_FOCUS: Final = frozenset("こと もの の ところ 事 物 名前 名称 名 呼び名 thing things name".split())


def _of_focus(form: _Form) -> _Form:
    """The kind that the focus noun alone decides: which city → where, 人口は → number."""
    noun = form.focus.lower()
    tail = noun if noun.isascii() else next((noun[i:] for i in range(len(noun)) if noun[i:] in _DECIDING), noun)
    if tail in _TIME:
        return _Form(Kind.WHEN, form.focus, _TIME[tail])
    for kind, nouns in _BY_FOCUS:
        if tail in nouns:
            return _Form(kind, form.focus, "person" if tail in _HEADS else form.unit)
    return form


_BY_FOCUS: Final = (
    (Kind.WHO, _PERSON),
    (Kind.WHERE, _PLACE),
    (Kind.NUMBER, _AMOUNT),
    (Kind.WHY, _CAUSE),
    (Kind.HOW, _MEANS),
)
_DECIDING: Final = _PERSON | _PLACE | _AMOUNT | _CAUSE | _MEANS | frozenset(_TIME)

_NOUN: Final = r"[一-龥々〆ァ-ヴーA-Za-z0-9]+"
_JA_WORDS: Final = re.compile(
    rf"""
    (?P<why>なぜ|何故|どうして|なにゆえ)
  | (?P<who>誰|だれ|どなた|何者)
  | (?P<amount>いくつ|いくら|幾つ|幾ら|どれ(?:くらい|ぐらい|ほど|だけ|程|位)|どの(?:くらい|ぐらい|程度|ほど|程)|何割|何パーセント|何%)
  | (?P<when>いつ(?!も)|何時(?!間)|何年(?!間|目)(?!度?か?連続)|何月|何日(?!間|目)|何世紀|何曜日|何時代|何年代)
  | (?P<where>どこ|何処)(?:の(?P<where_of>{_NOUN}))?
  | (?P<list>(?:(?:全て|すべて|何種類か|いくつか)(?:を)?(?:挙げ|述べ|教え))|(?:をすべて|を全て|には(?:何|どんなもの|どのようなもの)が))
  | (?P<how>どのように(?!な)|どうやって|どうすれば|どう(?=し|な|や|变|変))
  | (?P<name>(?:何|なん|どう)(?:と|て|って)(?:い[いうわえ]|言|呼|称|名付|名づけ|表現|読))
  | 何(?P<count>人目|番目|回目|代目|位|{"|".join(u for u in UNITS if not u.isascii())}|番|度|曲|話|章|巻|歩|点|頁|ページ|ドル|hPa)(?!{_NOUN}(?<!目)(?:が|は|を|に|と|か|で))
  | (?:どの|どんな|どういう|どういった|どのような|如何なる|何の|なんの)(?P<which>{_NOUN})?
  | 何(?P<what_of>{_NOUN})
  | (?P<what>何|なに|なん|どれ|どちら|いずれ)
    """,
    re.VERBOSE,
)
_JA_TOPIC: Final = re.compile(rf"({_NOUN})(?:と|って)?(?:は|って|とは|を|が)(?:、|,)?\s*$")
_JA_END: Final = re.compile(r"(?:です|でしょう|だろう|である|であろう|ですか|ます|ました)?か?[?？。.、!！\s7]*$")
_JA_DEFINES: Final = re.compile(
    rf"^「?({_NOUN}(?:の{_NOUN})?)」?(?:とは|って|の意味は|の定義は)(?:、)?(?=$|何|なに|なん|どう|どのような|どんな)"
)
_JA_YES_NO: Final = re.compile(r"(?:ます|ました|です|でした|る|た|い|だ|の|れ|せ)か[?？。\s]*$|か否か|かどうか")
_JA_COMPARES: Final = re.compile(
    r"(?:違い|異なる点|の差)(?:は|を|って|とは|が何|について)|(?:どちら|どっち)(?:の方|のほう)?が|と(?:を)?比較して|と比べて(?:どう|どちら)"
)


def _japanese(text: str) -> _Form:
    if not text:
        return _Form(Kind.WHAT)
    match = max(_JA_WORDS.finditer(text), key=lambda m: m.start(), default=None)  # the last one asks
    if _JA_COMPARES.search(text) and (match is None or match["what"] or match["how"] or match["which"] is not None):
        return _Form(Kind.COMPARISON)
    if match is None:
        return _japanese_without_word(text)
    group = next((name for name in _JA_DIRECT if match[name]), "")
    if group:
        return _JA_DIRECT[group](match)
    focus = match["which"] or match["what_of"] or ""
    if focus:
        return _of_focus(_Form(Kind.WHICH, focus))
    return _by_topic(text[: match.start()], text)


def _by_topic(before: str, text: str) -> _Form:
    """`Xは何か`: X is asked about; `Xとは何か` asks for X itself."""
    topic = _JA_TOPIC.search(before)
    form = _Form(Kind.WHAT) if topic is None or topic[1] in _NO_FOCUS else _of_focus(_Form(Kind.WHICH, topic[1]))
    defines = form.kind in (Kind.WHICH, Kind.WHAT) and _JA_DEFINES.match(text)
    return _Form(Kind.DEFINITION) if defines else form


def _japanese_without_word(text: str) -> _Form:
    stem = _JA_END.sub("", text)
    if _JA_TOPIC.search(stem):
        return _by_topic(stem, stem)
    if _JA_YES_NO.search(text):
        return _Form(Kind.YES_NO)
    last = re.search(rf"({_NOUN})$", stem)
    return _of_focus(_Form(Kind.WHAT, last[1])) if last else _Form(Kind.WHAT)


def _japanese_when(match: re.Match[str]) -> _Form:
    word = match["when"]
    unit = {"何年": "year", "何月": "month", "何日": "day", "何世紀": "year", "何年代": "year"}.get(word, "")
    return _Form(Kind.WHEN, "", unit)


def _japanese_count(match: re.Match[str]) -> _Form:
    word = match["count"]
    if word.endswith("目") or word == "位":
        return _Form(Kind.NUMBER, "", "ordinal")
    return _Form(Kind.NUMBER, "", UNITS[word][0] if word in UNITS else word)


_JA_DIRECT: Final = {
    "why": lambda m: _Form(Kind.WHY),
    "who": lambda m: _Form(Kind.WHO),
    "amount": lambda m: _Form(Kind.NUMBER, "", "%" if m["amount"] in ("何割", "何パーセント", "何%") else ""),
    "when": _japanese_when,
    "where": lambda m: _Form(Kind.WHERE, m["where_of"] or ""),
    "list": lambda m: _Form(Kind.LIST),
    "how": lambda m: _Form(Kind.HOW),
    "name": lambda m: _Form(Kind.NAMED),
    "count": _japanese_count,
}

_AUX: Final = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must|isn't|aren't|wasn't|weren't"
    r"|don't|doesn't|didn't|hasn't|haven't|can't|won't)"
)
_EN_WORDS: Final = re.compile(
    rf"""
    (?P<why>\b(?:why|how\s+come|what\s+(?:caused?|causes|is\s+the\s+(?:reason|cause)))\b)
  | \bhow\s+(?P<amount>many|much|long|old|far|tall|high|deep|big|large|fast|often|wide|heavy|hot|cold|late|early)\b(?:\s+(?P<counted>[\w-]+))?
  | (?P<who>\b(?:who|whom|whose)\b)
  | (?P<when>\bwhen\b)
  | (?P<where>\bwhere\b)
  | (?P<compare>\b(?:difference|differences|compare|compared|versus|vs\.?)\b)
  | (?P<how>\bhow\b)
  | \b(?:what|which)\s+(?:kinds?|types?|sorts?|names?)\s+of\s+(?P<kind_of>[\w-]+)
  | \b(?:what|which)\s+(?:is|are|was|were|'s)\s+(?:the\s+|an?\s+)?(?P<of>(?!called|named|known)(?:[\w'-]+\s+){{0,3}}?)(?P<of_noun>[\w-]+)\s+(?:of|for|in|at|to|from|on|that|which|who|where|used)\b
  | \b(?:what|which)\s+(?P<noun>(?!{_AUX}\b|of\b|the\b|an?\b|in\b|to\b)(?:[\w'-]+\s+){{0,2}}?[\w-]+?)\s*(?=\?|$|\s{_AUX}\b|[\w-]+(?:ed|s)\b|of\b|in\b|on\b|at\b|to\b|\?|$)
  | (?P<what>\b(?:what|which)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EN_DEFINES: Final = re.compile(
    r"^(?:what|who)(?:\s+(?:is|are|was|were|does|do)|'s)\s+(?:an?\s+|the\s+)?[\w\s'-]+?(?:\s+mean)?\s*\??$|^(?:define|definition\s+of)\b",
    re.IGNORECASE,
)
_EN_YES_NO: Final = re.compile(rf"^(?:{_AUX}|am)\b", re.IGNORECASE)
_EN_LIST: Final = re.compile(r"^(?:list|name|enumerate|give)\b|\bwhich\s+[\w-]+s\s+(?:are|were|have)\b", re.IGNORECASE)
_EN_NAMED: Final = re.compile(
    r"\b(?:called|named|known\s+as|referred\s+to\s+as|the\s+name\s+of|the\s+term\s+for|nickname)\b", re.IGNORECASE
)
_EN_COMPARES: Final = re.compile(
    r"\b(?:better|worse|larger|smaller|older|younger|taller|more|less|faster|higher|lower)\b[^?]*\bor\b", re.IGNORECASE
)
_EN_UNITS: Final = {
    "long": "", "old": "", "far": "m", "tall": "m", "high": "m", "deep": "m", "wide": "m", "heavy": "kg", "often": "time",
}  # fmt: skip


def _english(text: str) -> _Form:
    if _EN_LIST.search(text):
        return _Form(Kind.LIST)
    if _EN_COMPARES.search(text):
        return _Form(Kind.COMPARISON)
    if _EN_YES_NO.match(text):
        return _Form(Kind.YES_NO)
    match = _EN_WORDS.search(text)
    if match is None:
        return _Form(Kind.DEFINITION) if _EN_DEFINES.match(text) else _Form(Kind.WHAT)
    for group, kind in _EN_DIRECT:
        if match[group]:
            return _Form(kind)
    if match["amount"]:
        return _english_amount(match)
    focus = match["kind_of"] or match["of_noun"] or match["noun"] or ""
    if focus:
        return _english_focus(text, focus.split()[-1])
    if _EN_NAMED.search(text):
        return _Form(Kind.NAMED)
    return _Form(Kind.DEFINITION) if _EN_DEFINES.match(text) else _Form(Kind.WHAT)


def _english_focus(text: str, noun: str) -> _Form:
    if noun.lower() in {"name", "term", "word", "nickname"}:
        return _Form(Kind.NAMED)
    return _of_focus(_Form(Kind.WHICH, noun))


def _english_amount(match: re.Match[str]) -> _Form:
    word, counted = match["amount"].lower(), (match["counted"] or "").lower()
    if word in ("many", "much"):
        return _Form(Kind.NUMBER, counted, UNITS[counted][0] if counted in UNITS else "")
    if word in ("late", "early"):
        return _Form(Kind.WHEN)
    return _Form(Kind.NUMBER, "", _EN_UNITS.get(word, ""))


_EN_DIRECT: Final = (
    ("why", Kind.WHY),
    ("who", Kind.WHO),
    ("when", Kind.WHEN),
    ("where", Kind.WHERE),
    ("compare", Kind.COMPARISON),
    ("how", Kind.HOW),
)
