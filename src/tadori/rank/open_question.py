"""Recognises open questions: for and against, comparison, change over time, overview, list, how, why; ja and en.

In: a question in NFKC and its language. Out: its kind where it is an open one, what it compares, and the words that
only ask (`advantages`, `difference`, 経緯, 違い): an answer need not hold them, and nobody should search for them.
"""

import re
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.rank.question_kinds import QuestionForm, QuestionKind
from tadori.text.japanese import morphemes
from tadori.text.tokens import terms

_I: Final = re.IGNORECASE | re.VERBOSE
_FACT_EN: Final = re.compile(
    r"^(?:(?:in|on|at|by|from|to|of|for|with|under)\s+)?(?:who|whom|whose|when|where|how\s+(?:many|much|old|tall|long|far|high|often|large|big))\b"
    r"|^(?:in\s+)?(?:what|which)\s+(?:year|date|day|month|city|country|state|person)\b",
    re.IGNORECASE,
)
_FACT_JA: Final = re.compile(
    r"(?:誰|だれ|どなた|いつ(?!も)|どこ|何年(?!間)|何月|何日|何人|何円|何[%％]|いくら|いくつ)(?:[^、。]{0,12})?(?:か|？|\?|です|でしょう|$)"
)
_EN: Final[tuple[tuple[QuestionKind, re.Pattern[str]], ...]] = (
    (
        QuestionKind.FOR_AGAINST,
        re.compile(
            r"""\b(?:pros?\s+and\s+cons?|advantages?|disadvantages?|benefits?|drawbacks?|downsides?|upsides?|trade-?offs?
            |strengths?|weakness(?:es)?|shortcomings?|criticisms?|critics?|critici[sz]ed?|objections?|concerns?
            |arguments?\s+(?:for|against|in\s+favou?r)|speaks?\s+(?:for|against)|case\s+(?:for|against)|in\s+favou?r\s+of
            |good\s+idea|bad\s+idea|worth\s+(?:it|\w+ing)|should\s+(?:i|we|you|one|people|developers?|users?)\b
            |debates?|controvers\w+|risks?\s+(?:and|or)\s+(?:benefits?|rewards?)|good\s+and\s+bad
            |better\s+(?:not\s+)?to\b|(?:dis)?like\s+about)\b""",
            _I,
        ),
    ),
    (
        QuestionKind.COMPARISON,
        re.compile(
            r"""\b(?:differences?|differs?|different\s+(?:from|to|than)|compar(?:e|es|ed|ing|ison)|distinguish(?:es|ed)?|versus|vs\.?
            |contrast(?:s|ed)?|as\s+opposed\s+to|similarit(?:y|ies)|in\s+common)(?:\b|(?<=\.))
            |\b(?:better|worse|larger|smaller|older|younger|taller|more|less|faster|slower|higher|lower|safer|cheaper)\b[^?]*\bor\b""",
            _I,
        ),
    ),
    (
        QuestionKind.CHANGE,
        re.compile(
            r"""\b(?:how|what)\b[^?]*\b(?:chang(?:e|ed|es|ing)|evolv(?:e|ed)|evolution|developed\s+over)\b|\bover\s+(?:time|the\s+years)\b
            |\bhistory\s+of\b|\bwhat(?:'s|\s+is|\s+was)\s+new\b|\bnew\s+in\b|\bwhat\s+happened\s+(?:to|with|after|since)\b
            |\bcome\s+about\b|\btimeline\b|\bhistory\s+behind\b|\bused\s+to\b[^?]*\bnow\b|\b(?:no\s+longer|replaced|deprecated)\b""",
            _I,
        ),
    ),
    (
        QuestionKind.OVERVIEW,
        re.compile(
            r"""^(?:please\s+)?(?:describe|explain|summari[sz]e|outline|introduce|tell\s+me|give\s+(?:me\s+)?(?:an?\s+|the\s+)?(?:overview|summary|introduction|rundown))\b
            |\b(?:overview|rundown|big\s+picture|in\s+a\s+nutshell|main\s+(?:points|ideas)|all\s+about)\b
            |^what\s+(?:is|do\s+we)\s+know(?:n)?\s+about\b|^what\s+(?:do|does|did)\b[^?]*\b(?:say|said|report|write|conclude|find)\b""",
            _I,
        ),
    ),
    (
        QuestionKind.WHY,
        re.compile(
            r"""\bwhat\s+(?:is|are|was|were)\s+the\s+(?:[\w-]+\s+)?(?:reasons?|causes?)\b
            |\bwhat\s+(?:led|leads)\s+(?:to|the|him|her|them|it|people)\b""",
            _I,
        ),
    ),
    (
        QuestionKind.LIST,
        re.compile(
            r"""^(?:list|name|enumerate|give)\b|\bwhich\s+[\w-]+s\s+(?:are|were|have|can|does|do|did)\b
            |^what\s+(?:are|were)\s+(?:(?:all|some|the|its|their|of|different|main|various|possible|available|common)\s+)+[\w-]*\s*[\w-]+s\b
            |^what\s+(?:(?:other|different|various|kinds?\s+of|types?\s+of|sorts?\s+of)\s+)?[\w-]+s\s+(?:are|were|do|does|did|can|could|should|have|must|might)\b
            |^(?:in\s+)?(?:what|which)\s+(?:ways|cases|situations|circumstances|kinds|types|sorts|options|tools|steps|things|places)\b""",
            _I,
        ),
    ),
)
_JA: Final[tuple[tuple[QuestionKind, re.Pattern[str]], ...]] = (
    (
        QuestionKind.FOR_AGAINST,
        re.compile(
            r"""メリット|デメリット|長所|短所|利点|欠点|弱点|強み|弱み|賛否|是非|賛成|反対(?:意見|派|の理由)|批判|異論|懸念|問題点|課題
            |良い点|悪い点|いい点|良し悪し|トレードオフ|(?:す|使う|選ぶ|導入する|用いる)べき(?:か|でしょうか|ですか)|(?:使|利用)っ?て(?:も)?(?:よい|良い|いい)
            |向いて|得失|功罪""",
            re.VERBOSE,
        ),
    ),
    (
        QuestionKind.COMPARISON,
        re.compile(
            r"""違い|違う|違っ|異な|相違|差(?:は|が|って)|比較|比べ|どちら|どっち|なら(?:、)?どれ|使い分け|対照|共通点|対して(?:どう|どの)""",
            re.VERBOSE,
        ),
    ),
    (
        QuestionKind.CHANGE,
        re.compile(
            r"""変遷|推移|経緯|歴史|沿革|歩み|変化|変わ(?:っ|り|る)|移り変わ|発展し|新しく(?:な|で)|変更(?:点|され|さ)|以前(?:は|と)|改訂|改正
            |(?:どう|どのように)(?:な|進)っ""",
            re.VERBOSE,
        ),
    ),
    (
        QuestionKind.WHY,
        re.compile(
            r"なぜ|何故|どうして|なにゆえ|理由|原因|要因|根拠|何のため|狙い|目的は|わけ(?:は|を|って|が|[？?]|$)",
            re.VERBOSE,
        ),
    ),
    (
        QuestionKind.LIST,
        re.compile(
            r"""(?:すべて|全て|いくつか)を?(?:挙げ|述べ|教え)|挙げて|列挙|一覧|(?:には|に)(?:、)?(?:何|どんな|どのような|どういう|どういった)[^。？?]{0,20}(?:が(?:ある|あり|い)|を含|が含)
            |(?:どんな|どのような|どういう|どういった)[^。？?]{1,24}が(?:あ[るり]|存在|使え|用意|必要|でき)|種類(?:は|が|を|に)
            |(?:注意|留意|べき|できる|考慮す|気をつけ)[^。？?、]{0,6}(?:点|こと|事)(?:は|って|を|が|に|[？?]|$)|対策(?:は|を|[？?]|$)|使い道|呼び名""",
            re.VERBOSE,
        ),
    ),
    (
        QuestionKind.HOW,
        re.compile(
            r"""どうやって|どうすれば|どのように(?!な)|どう(?:し|や|扱|使|設定|対処|なって|動|働|だった|でし|です)|方法|手順|やり方|仕方|仕組み|しくみ|するには|したい|流れ(?:は|を|で)""",
            re.VERBOSE,
        ),
    ),
    (
        QuestionKind.OVERVIEW,
        re.compile(
            r"""概要|概略|全体像|あらまし|まとめ|特徴|(?:について|に関して)(?:、)?[^。？?]{0,12}(?:教え|説明|知り|述べ|解説|紹介)|説明して|解説して|紹介して
            |(?:とは|は|って)(?:、)?[^。、？?]{0,8}(?:どんな|どのような|どういう|どういった)""",
            re.VERBOSE,
        ),
    ),
)
_SIDES_EN: Final = re.compile(
    r"""(?:differences?|similarit(?:y|ies)|compar(?:e|es|ison)|distinguish(?:es)?|contrast|relation\w*|choose|choice)\b(?:.{0,60}?\bbetween\s+|.{0,30}?\b(?:of|do|does)?\s*)
        (?P<a>.{2,60}?)\s+(?:and|with|to|from|versus|vs\.?)\s+(?P<b>.{2,60}?)(?:[?.,;]|\s+(?:in|when|for|with\s+respect|have|has|differ|compare|regarding|on)\b|$)
      | how\s+(?:do|does|did|is|are|was|were)\s+(?P<e>.{2,60}?)\s+(?:and\s+(?P<f>.{2,60}?)\s+(?:differ|compare)
            |(?:differs?|compares?|different)\s+(?:from|to|with)\s+(?P<g>.{2,60}?)(?:[?.,;]|\s+(?:in|when|for)\b|$))
      | what\s+(?:do|does|did)\s+(?P<h>.{2,60}?)\s+and\s+(?P<i>.{2,60}?)\s+have\s+in\s+common
      | (?P<c>[^,?.]{2,60}?)\s+(?:vs\.?|versus|or|as\s+opposed\s+to|instead\s+of|rather\s+than)\s+
            (?P<d>[^,?.]{2,60}?)(?:[?.,;]|$)""",
    _I,
)
_SIDES_JA: Final = re.compile(
    r"(?P<a>[^、。はがを？?]{1,30}?)と(?P<b>[^、。はがを？?]{1,30}?)"
    r"(?:の|との|とでは?|では?|は|を|って)(?:、)?(?:[^。？?]{0,12}?)(?:違|差|比|関係|異な|どちら|どっち|使い分|共通|どう)"
)
_OPENING_EN: Final = re.compile(
    r"^(?:(?:what|which|how|is|are|was|were|do|does|did|the|an?|it|should|i|we|you|use|using|there|any|main|between|of|better|choose|to|pick|prefer|when|they|them|this|that)(?:\s+|$))+",
    re.IGNORECASE,
)
_ASKING: Final = frozenset(
    """
    advantag disadvantag benefit drawback downsid upsid pro con strength weak shortcom criticism critic object
    concern argument favor favour debat controversi good bad idea worth differ compar distinguish versus vs
    contrast common similar chang evolv evolut histori timelin overview rundown summari outlin explain describ
    tell main point reason caus why how what way step kind type sort list exampl happen mean thing peopl person
    use work should recommend best better possibl avail differ exact actual realli go come make get want need
    know say said メリット デメリット 長所 短所 利点 欠点 弱点 賛否 是非 賛成 批判 懸念 問題点 課題 違い 違う
    異なる 相違 差 比較 比べる 使い分け 共通 共通点 変遷 推移 経緯 歴史 沿革 変化 変わる 変更 理由 原因 要因
    根拠 目的 一覧 列挙 挙げる 種類 方法 手順 やり方 仕方 仕組み 流れ 概要 概略 全体像 特徴 説明 解説 紹介
    教える 知る まとめ 為 事 物 者 点 場合 時 行う 為る 有る 出来る 如何 何 良い 悪い 使う 主 主な 具体 具体的
    それぞれ 其れ 其々 意味 必要
    sai wai versu give summaris summariz つく 遣る よう 来る 纏める 注意点 変更点
    """.split()
)
"""As `text.tokens` writes them: stems in English, Sudachi's normal forms in Japanese."""


def open_kind(text: str, lang: Lang) -> QuestionKind | None:
    """The kind of an open question; None for a question after a fact, or one that fits no pattern."""
    if (_FACT_JA if lang == JA else _FACT_EN).search(text):
        return None
    return next((kind for kind, pattern in (_JA if lang == JA else _EN) if pattern.search(text)), None)


def open_without_form(text: str, lang: Lang, form: QuestionForm) -> QuestionKind | None:
    """The kind of a question that no pattern of an open one fits, but that asks for no single thing either.

    Key words without a question (`raid levels`) ask for what there is to know; `What did X do?` for more than a name;
    a plural (`Which standards existed?`) for a list. None where one thing is asked for.
    """
    if form.kind not in (QuestionKind.WHAT, QuestionKind.WHICH) or not any(c.isalnum() for c in text):
        return None
    if lang == JA:
        return None if _ONE_THING_JA.search(text) else QuestionKind.OVERVIEW
    if form.kind is QuestionKind.WHICH:
        return QuestionKind.LIST if _PLURAL.fullmatch(form.focus) and not _CHOICE.search(text) else None
    return QuestionKind.OVERVIEW if _DOES_WHAT.search(text) or not _ASKS_EN.search(text) else None


def compared_sides(text: str, lang: Lang) -> tuple[str, ...]:
    """The two things that a comparison names, as written; none where the question does not name two."""
    found = (_SIDES_JA if lang == JA else _SIDES_EN).search(text)
    if found is None:
        return ()
    sides = [_trimmed(side, lang) for side in found.groups() if side]
    return tuple(sides) if len(sides) == 2 and all(sides) else ()


_ASKS_EN: Final = re.compile(
    r"\b(?:what|which|who|whose|whom|when|where|how|why)\b|^(?:is|are|was|were|do|does|did)\b", re.I
)
_DOES_WHAT: Final = re.compile(
    r"\bwhat(?:'s|\s+is|\s+was)?\s+(?:do|does|did|made|makes?|must|should|can|could|would|will|has|have|had|happens?|behind"
    r"|prevents?|stops?|protects?|keeps?|lets?|went|comes?|if)\b(?!.*\b(?:called?|named?)\b)",
    re.IGNORECASE,
)
_PLURAL: Final = re.compile(r"[\w-]+(?<![sui])s", re.IGNORECASE)
_CHOICE: Final = re.compile(r"\bor\b|^which\s+one\b|\bone\s+of\b", re.IGNORECASE)
_ONE_THING_JA: Final = re.compile(
    r"何|なに|なん(?:です|で|と)|どの|どこ|どれ|どちら|いずれ|誰|だれ|いつ|は[？?。]?$|か[？?。]?$|[？?]$"
)
"""A Japanese question asks, or leaves its question word out behind は; key words do neither."""


def is_asking_word(term: str) -> bool:
    """Whether a content word of a question only asks."""
    return term in _ASKING


def _trimmed(side: str, lang: Lang) -> str:
    plain = side.strip(" 「」『』\"'“”‘’?？")
    return plain if lang == JA else _OPENING_EN.sub("", plain).strip()


def search_words(text: str, lang: Lang) -> str:
    """What to search an open question by: its words without those that only ask; all of it where none is left."""
    pieces = _pieces_ja(text) if lang == JA else [(word, True) for word in _WORD_EN.findall(text)]
    kept: list[str] = []
    joins = False
    for piece, apart in pieces:
        content = [term for term in terms(piece) if not is_asking_word(term)]
        if not content:
            joins = False
        elif joins and not apart:
            kept[-1] += piece
        else:
            kept.append(piece)
            joins = True
    return " ".join(kept) or text.strip()


_WORD_EN: Final = re.compile(r"[^\s?!,;:\"“”()]+")


def _pieces_ja(text: str) -> list[tuple[str, bool]]:
    """Each morpheme, and whether it stands apart from the one before."""
    units = morphemes(text)
    return [(unit.surface, at > 0 and units[at - 1].end < unit.start) for at, unit in enumerate(units)]
