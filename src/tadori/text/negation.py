"""Finds negations and hedges, ja and en.

Comes in: a text and its language. Goes out: cues with their exact position and scope. A double negation (`not without`,
なければならない) cancels, and idioms that deny nothing (`not only`, だけでなく) are no cues.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import narrow
from tadori.text.words import latin_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """A word that negates (or hedges), and its scope: `text[scope_start:scope_end]`."""

    text: str
    start: int
    end: int
    scope_start: int
    scope_end: int


def negations(text: str, lang: Lang) -> tuple[Cue, ...]:
    """The cues of `text` that really negate something, by position; pairs that cancel each other are removed."""
    return _ja_negations(text) if lang == JA else _en_negations(text)


def negated(text: str, lang: Lang) -> bool:
    """Whether `text` negates anything at all."""
    return bool(negations(text, lang))


def hedges(text: str) -> tuple[Cue, ...]:
    """The words that make `text` less than a statement of fact: `may`, `reportedly`, とみられる, 予定."""
    plain = narrow(text)
    found = [] if _HEDGE_WORDS.isdisjoint(latin_words(plain)) else [*_HEDGE_EN.finditer(plain)]
    if not plain.isascii():
        found = sorted([*found, *_HEDGE_JA.finditer(plain)], key=lambda match: match.start())
    return tuple(_cue(text, match.start(), match.end()) for match in found)


def _cue(text: str, start: int, end: int, scope_start: int = -1, scope_end: int = -1) -> Cue:
    first = start if scope_start < 0 else scope_start
    last = end if scope_end < 0 else scope_end
    return Cue(text=text[start:end], start=start, end=end, scope_start=first, scope_end=last)


_EN_NEGATION: Final = lazy_pattern(
    r"(?<![\w-])(?:"
    r"(?P<idle>not\s(?:only|just|merely|simply|least|to\smention)|no\s(?:doubt|less\sthan|more\sthan|fewer\sthan|matter)"
    r"|whether\sor\snot|not\suntil|no\.\s?\d|why\snot|if\snot)"
    r"|(?P<cue>not|cannot|no(?!\sone\sof)|never|none|nobody|nothing|nowhere|neither|nor|without|lack(?:s|ed|ing)?"
    r"|fail(?:s|ed|ing)?\sto|failure\sto|refus(?:e|es|ed|ing)\sto|den(?:y|ies|ied|ying)|false(?:ly)?|untrue|incorrect(?:ly)?"
    r"|unable|hardly|barely|scarcely|rarely|seldom|absence\sof|devoid\sof|instead\sof|rather\sthan|refut(?:e|es|ed)"
    r"|disprov(?:e|es|ed|en)|debunk(?:s|ed)?|hoax|myth|contrary\sto|far\sfrom|least\slikely|unlikely)"
    r")(?![\w-])|(?P<short>n't)(?![\w])",
    re.IGNORECASE,
)
_NEGATION_WORDS: Final = frozenset(
    "not cannot no never none nobody nothing nowhere neither nor without lack lacks lacked lacking fail fails failed"
    " failing failure refuse refuses refused refusing deny denies denied denying false falsely untrue incorrect"
    " incorrectly unable hardly barely scarcely rarely seldom absence devoid instead rather refute refutes refuted"
    " disprove disproves disproved disproven debunk debunks debunked hoax myth contrary far least unlikely".split()
)
_EN_SCOPE_END: Final = lazy_pattern(
    r"[.;:!?,()\"“”]|(?<!\w)(?:but|because|although|though|while|whereas|which|who|however)(?!\w)", re.IGNORECASE
)
_EN_SCOPE_LONGEST: Final = 80
_EN_DOUBLE: Final = lazy_pattern(
    r"\W*(?:(?:a|an|the|be|been|is|was|were|are|to|so|very|that|entirely|completely|do|does|did|possible|been)\W+){0,2}"
    r"(?:un(?!i|d|l)[a-z]{4,}|im(?:possible|probable)|in(?:correct|significant|frequent|accurate|effective)"
    r"|dis(?:agree|approve|similar)\w*|illegal|rare)(?![a-z])",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def _en_negations(text: str) -> tuple[Cue, ...]:
    plain = narrow(text)
    if _NEGATION_WORDS.isdisjoint(latin_words(plain)) and "n't" not in plain:
        return ()
    found: list[Cue] = []
    for match in _EN_NEGATION.finditer(plain):
        if match["idle"]:
            continue
        gap = plain[found[-1].end : match.start()] if found else ""
        # Two negations far apart are two statements; close together they may cancel each other.
        if found and len(gap) < 24 and _cancels(gap, plain[match.start() : match.end()]):
            found.pop()
            continue
        if _is_lexical_double(plain, match.end()):
            continue
        found.append(_cue(text, match.start(), match.end(), match.start(), _scope_end(plain, match.end())))
    return tuple(found)


def _cancels(gap: str, second: str) -> bool:
    """`not without`, `did not fail to`, `not deny`: the second cue comes right after the first."""
    if second.lower() in ("nor", "neither", "no", "not"):
        return False
    return re.fullmatch(r"\W*(?:(?:be|been|a|an|to|do|entirely|completely)\W+){0,2}", gap, re.IGNORECASE) is not None


def _is_lexical_double(plain: str, end: int) -> bool:
    """`not uncommon`, `never impossible`."""
    return _EN_DOUBLE.match(plain, end, min(len(plain), end + 40)) is not None


def _scope_end(plain: str, end: int) -> int:
    last = min(len(plain), end + _EN_SCOPE_LONGEST)
    stop = _EN_SCOPE_END.search(plain, end, last)
    return stop.start() if stop else last


_JA_NEGATION: Final = lazy_pattern(
    "(?P<idle>(?:だけ|のみ|ばかり)(?:では|じゃ|で)?(?:なく|ない|ありません)|のみならず|にもかかわらず|に(?:も)?拘らず|かもしれ(?:ない|ません)"
    "|かも知れ(?:ない|ません)|間もなく|まもなく|なく(?:なる|なっ|なり)|ほかならな|他ならな|違いな(?:い|く|かっ)|違いありません|少な[いく]|少なかっ"
    "|危な|切な[いく]|欠かせな|絶え間な|ないし(?=[一-龥ァ-ヶ])|相変わらず|思わず|問わず|少なからず|必ず|まず(?=[、はい])|せざるを得|ざるを得"
    "|(?:なけれ|なく)(?:ば|ては|ても)?(?:なら|なり|いけ)(?:ない|なかっ|ません)|ないと(?:いけ|なら)(?:ない|ません)|なければ(?=[、])"
    "|ないわけでは(?:ない|ありません)|なくは(?:ない|ありません)|ないとは(?:言え|いえ|限ら)(?:ない|ません)|未満|未来|未だに|否定(?:できない|できません)"
    "|すぎ(?:ない|ません)|過ぎ(?:ない|ません)|思いがけな|さりげな|何気な|仕方(?:が)?な|限りな|とんでもな)"
    "|(?P<cue>ではない|ではなく|ではなかった|ではありません|じゃない|でない|ない(?![がしぞ])|なかった|なかっ(?=た|て)|なく(?=[、て]|$)|なかろう"
    "|ません(?:でした)?|なし(?=[。、で]|$)|無し|無い|無かった|無く"
    "|(?:[らかわたばがさせれえけげてでべめねびきみりしじちにい]|[^ぁ-ん])ず(?=に|[、。，,」]|$)"
    "|否定(?=[しすさ]|的|$)|誤り|誤って|間違い|虚偽|デマ|事実無根|偽(?=情報)|未(?=[一-龥]{2})|不可能|認めず|認めない|非(?=公開|公式|合法|営利|対応|公表))"
)
_JA_CLAUSE: Final = lazy_pattern("[、。，,；;！？!?\n]|(?:が|けれども|ものの|ため|ので|から)、")


@lru_cache(maxsize=4096)
def _ja_negations(text: str) -> tuple[Cue, ...]:
    plain = narrow(text)
    found: list[Cue] = []
    for match in _JA_NEGATION.finditer(plain):
        if match["idle"]:
            continue
        gap = plain[found[-1].end : match.start()] if found else "____"
        if gap in ("わけでは", "ことは", "ことも", "とは", "では", "と"):
            found.pop()
            continue
        prefix = match[0].startswith(("未", "非", "不可能", "偽"))
        scope_start = match.start() if prefix else _clause_start(plain, match.start())
        scope_end = min(len(plain), match.end() + 8) if prefix else match.end()
        found.append(_cue(text, match.start(), match.end(), scope_start, scope_end))
    return tuple(found)


def _clause_start(plain: str, position: int) -> int:
    first = max(0, position - _EN_SCOPE_LONGEST)
    stops = [match.end() for match in _JA_CLAUSE.finditer(plain, first, position)]
    return stops[-1] if stops else first


_HEDGE_EN: Final = lazy_pattern(
    r"(?<![\w-])(?:may|might|could|(?i:possibl[ey]|perhaps|maybe|probabl[ey]|likely|reportedly|allegedly|alleged"
    r"|apparently|purported(?:ly)?|suppos(?:ed|edly)|suggest(?:s|ed|ing)?|appears?\sto|appeared\sto|seems?|seemed|rumou?red"
    r"|potentially|is\sexpected\sto|are\sexpected\sto|expected\sto|plans?\sto|planned\sto|planned|is\ssaid\sto|said\sto\sbe"
    r"|believed\sto|thought\sto|claimed\sto|claims?\sto|according\sto|estimates?|forecasts?|predict(?:s|ed)?|would|if|unless"
    r"|hope(?:s|d)?\sto|aims?\sto|intends?\sto|propos(?:e|es|ed|al)|hypothesi[sz]ed?|speculat\w+|unconfirmed|tentative(?:ly)?))"
    r"(?![\w-])"
)
_HEDGE_WORDS: Final = frozenset(
    "may might could possible possibly perhaps maybe probable probably likely reportedly allegedly alleged apparently"
    " purported purportedly supposed supposedly suggest suggests suggested suggesting appear appears appeared seem"
    " seems seemed rumored rumoured potentially expected plan plans planned said believed thought claimed claim claims"
    " according estimate estimates forecast forecasts predict predicts predicted would if unless hope hopes hoped aim"
    " aims intend intends propose proposes proposed proposal hypothesise hypothesised hypothesize hypothesized"
    " speculate speculates speculated speculating speculation speculative unconfirmed tentative tentatively".split()
)
_HEDGE_JA: Final = lazy_pattern(
    "とみられ|と見られ|可能性|予定|かもしれ|かも知れ|だろう|でしょう|と思われ|らしい|と言われ|といわれ|とされ|見込[みむまん]|見通し|恐れ|おそれ"
    "|疑い|推定|推測|予想|予測|検討|目指|めざ|計画|案(?=が|を|は|で)|によると|によれば|と考えられ|うわさ|噂|未確認|そうだ(?=[。、]|$)|という(?=[。])"
    "|仮に|もし(?=[、もく]|[一-龥])|場合|主張|提案|意向|方針|説(?=が|も|を)"
)
