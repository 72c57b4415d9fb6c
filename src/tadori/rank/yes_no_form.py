"""What a yes/no question asks after: whether something is so, may be, must be, should be, or is there; ja and en.

In: the words of a question. Out: its `Asked`, the auxiliary it opens with, and the tokens that only say so (`possible`,
必要): a sentence may say the same by other words. Also which of these a sentence says, and whether it denies it.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Asked(StrEnum):
    """What is asked of the statement in a yes/no question."""

    PLAIN = "plain"
    ALLOWED = "allowed"
    NEEDED = "needed"
    ADVISED = "advised"
    THERE = "there"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a sentence must hold to decide a question."""

    question: str
    terms: tuple[str, ...]
    """Content tokens in the order of the question, without values and words that only ask."""
    title: frozenset[str]
    """Tokens of the page's title, and of the subject that was found for `It`."""
    heading: frozenset[str]
    valued: frozenset[str] = frozenset()
    """Tokens of the question's numbers and dates: these are compared apart."""

    @property
    def around(self) -> frozenset[str]:
        return self.title | self.heading


FRAME_TOKENS: Final = frozenset(
    "possibl allow permit requir necessari need mandatori compulsori still also ever actual realli true correct current"
    " even just yet must abl 可能 必要 許可 認める 必須 義務 必ず 出来る 禁止 不要 存在 本当 実際 今 現在 こと".split()
)
"""Tokens that say how something is asked, or add nothing: an answer may do without them."""
CLASS_TOKENS: Final = frozenset(
    "ディレクティブ メソッド 関数 オプション 設定 引数 パラメータ 属性 コマンド 変数 機能 値 モジュール".split()
)
"""What there are many of on one page: that a heading has the word does not say which one is meant."""

_EN: Final = (
    (Asked.ALLOWED, re.compile(r"^(?:can|could|may)\b|\b(?:allowed|permitted|possible|able\s+to)\b", re.I)),
    (
        Asked.NEEDED,
        re.compile(
            r"^must\b|\b(?:required|necessary|needed|mandatory|compulsory|(?:have|has|need|needs)\s+to)\b", re.I
        ),
    ),
    (Asked.ADVISED, re.compile(r"^should\b|\brecommended\b", re.I)),
    (Asked.THERE, re.compile(r"^(?:is|are|was|were)\s+there\b", re.I)),
)
_JA: Final = (
    (Asked.NEEDED, re.compile(r"必要(?:です|で|が|は|も)|必須|義務|(?:なけれ|ね)ば(?:なり|いけ|なら)")),
    (
        Asked.ALLOWED,
        re.compile(
            r"(?:でき|出来)(?:ます|る|ました|た|ません)|可能(?:です|で|か)|(?:許可|認め)(?:され|られ)て|て(?:も)?(?:いい|よい|良い)|禁止"
        ),
    ),
    (Asked.ADVISED, re.compile(r"べき(?:です|でしょう|か)|推奨")),
    (
        Asked.THERE,
        re.compile(
            r"[はがも](?:あり|い)(?:ます|ました|ません)か|[はがも](?:ある|いる|あった|いた)(?:の|ん)?(?:です)?か|存在し"
        ),
    ),
)


def asked_after(question: str, *, japanese: bool) -> Asked:
    """What `question` asks after."""
    return next((kind for kind, form in (_JA if japanese else _EN) if form.search(question)), Asked.PLAIN)


_SAID_EN: Final = (
    (
        Asked.ALLOWED,
        re.compile(
            r"\b(?:can(?:not|'t)?|could(?:n't)?|(?:is|are|be|was|were)\s+(?:now\s+|also\s+|not\s+|no\s+longer\s+|n't\s+)?"
            r"(?:possible|impossible|allowed|permitted|forbidden|prohibited|disallowed)|(?:un)?able\s+to|may\s+not|must\s+not"
            r"|no\s+longer\s+(?:possible|allowed|permitted)|(?:not|never)\s+(?:\w+\s+)?(?:possible|allowed|permitted)"
            r"|no\s+[\w\s-]{1,30}(?:is|are)\s+(?:allowed|permitted|possible))\b",
            re.I,
        ),
    ),
    (
        Asked.NEEDED,
        re.compile(
            r"\b(?:must|(?:is|are|be|was|were)\s+(?:always\s+|not\s+|no\s+longer\s+)?(?:required|necessary|needed|mandatory|compulsory|optional)"
            r"|(?:do|does|did)\s+not\s+(?:have|need)\s+to|needs?\s+(?:not|to)|ha(?:ve|s)\s+to|ha(?:ve|s)\s+been\s+required)\b",
            re.I,
        ),
    ),
    (Asked.ADVISED, re.compile(r"\b(?:should|shall|ought|recommended|discouraged)\b", re.I)),
    (Asked.THERE, re.compile(r"\bthere\s+(?:is|are|was|were|exists?)\b", re.I)),
)


def said_en(clause: str) -> Asked:
    """What an English clause says: that something is so, may be, must be, should be, or is there."""
    return next((kind for kind, form in _SAID_EN if form.search(clause)), Asked.PLAIN)


DENIED_BY_WORD_EN: Final = re.compile(
    r"\w+\s+(?:\w+\s+)?(?:impossible|forbidden|prohibited|disallowed|optional|unable\s+to|discouraged)\b", re.I
)
"""A verb with a word that denies what is asked without `not`."""
