"""Reads what one Japanese sentence says to a yes/no question: that it is so, that it is not, or nothing certain.

In: what is wanted of the sentence (`Wanted`), and the sentence. Out: True, False or None. It decides by what
follows the question's predicate to the end of its clause: nothing but function words, none of them a condition. Every
other word of the question stands before it, and what the clause speaks of (は, が) is what the question speaks of.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.model.ids import JA
from tadori.rank.yes_no_form import CLASS_TOKENS, Asked, Wanted, asked_after
from tadori.text.antonyms import is_loose, opposites
from tadori.text.japanese import Morpheme, morphemes
from tadori.text.negation import hedges, negated
from tadori.text.tokens import terms, tokens

_PARENTHESIS: Final = re.compile(r"（[^（）]*）|\([^()]*\)")
_UNSURE: Final = re.compile(
    "のみ|だけ|しか|場合|限[らりっるれ]|以外|除[いき]|原則|必ずしも|一部|たら|れば|とき(?=[、はに])|時(?=は|に)|(?<!実)際(?=[、はに])|従来|以前|かつて|当初|ほとんど"
    "|多くの|大半|通常|一般に|主に|ことがある|こともある|ことがあ[りっ]|こともあ[りっ]|もの(?:と|も)|例外(?!的)|よう(?:に)?努|もし|ただし書|予定|おおむね|概ね|あまり"
    "|ことがで(?=きれ)|恐れ|べき|(?<!れ)まで(?:の|は|に)|特別な|条件|ほか、|すべて|全て|必ず|常に"
)
"""Words that bound a statement: a sentence that has one which the question has not decides nothing."""
_HARMLESS: Final = re.compile(
    "(?:なけれ|ね)ば(?:なら|いけ)|あまり(?=[^、。]{0,6}(?:ない|ません))|という?わけでは|ただし、"
)
_ALL: Final = re.compile(
    "すべて|全て|必ず|常に|毎[年月日週回]|どの[^、]+も|いつも|唯一|最[も初後大小]|第[一二三四五六七八九十0-9０-９]+"
)
_FUNCTION: Final = frozenset(["助詞", "助動詞", "接尾辞", "補助記号", "空白"])
_LIGHT: Final = re.compile(
    "いう|言う|という|する|し|さ|せ|いる|い|おり|おる|ある|あり|あっ|なる|なっ|なり|でき|できる|出来る|くる|き|こと|わけ|訳|の|よう|見|ない|無い|なく|なかっ|可能|必要|不要"
    "|必須|義務|不可能|不可|禁止|許可|認め|られ|れ|れる|られる|いけ|なら|くれ|もらえ|よい|いい|良い|存在|厳格|明確|全く|まったく|一切"
)
_CONDITION: Final = re.compile("(?:ば|たら|なら|と|か|とも|ても|でも)$")
_BANNED: Final = re.compile(
    "禁止(?:す(?=る|。|$)|し(?:て|た)|され|である|だ|です|。|$)|不可能|不可(?=である|です|だ|。|$)|許可(?:されて|され)(?:いない|いません|ない|ません)"
    "|(?:認め|許さ)(?:られ|れ)(?:て)?(?:いない|いません|ない|ません)|できない|できません|できなかった|でき(?:ず|なく)|不可能"
)
_CAN: Final = re.compile(
    "でき|出来|可能|(?:許可|認め)(?:され|られ)|て(?:も)?(?:よい|良い|いい)|られ(?:る|ます|ない|ません)|え(?:る|ます|ない|ません)"
)
_NEED: Final = re.compile("必要|不要|必須|義務|任意|(?:なけれ|ね)ば(?:なら|いけ)")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the question's predicate stands in the sentence."""

    start: int
    end: int
    turned: bool
    """Whether it is its opposite that stands there."""


def stated_ja(wanted: Wanted, sentence: str) -> bool | None:
    """Whether `sentence` says that what is asked is so; None where it does not say it clearly."""
    plain = _PARENTHESIS.sub("", sentence)
    asides = "".join(_PARENTHESIS.findall(sentence))
    if not wanted.terms or (negated(asides, JA) and not set(tokens(asides)).isdisjoint(wanted.terms)):
        return None  # what is in brackets may say otherwise
    if not _holds_latin(wanted, sentence):
        return None
    asked = asked_after(wanted.question, japanese=True)
    units = morphemes(plain)
    said = [_said(wanted, plain, units, place, asked) for place in _places(wanted, units)]
    found = {one for one in said if one is not None}
    # Said once so and once otherwise, or once in a way that is not understood: nothing is certain.
    return found.pop() if len(found) == 1 and len(said) - said.count(None) == 1 else None


def _holds_latin(wanted: Wanted, sentence: str) -> bool:
    """Whether what the question writes in Latin letters is there: tokens leave out `On`."""
    held = sentence.lower()
    return all(w.lower() in held or set(tokens(w)) & wanted.around for w in _LATIN.findall(wanted.question))


_LATIN: Final = re.compile(r"[A-Za-z][\w.+#-]*", re.ASCII)


def _is_bound_alike(question: str, sentence: str) -> bool:
    plain = _HARMLESS.sub("", sentence)
    if any(m[0] not in question for m in _UNSURE.finditer(plain)) or any(c.text not in question for c in hedges(plain)):
        return False
    return all(
        m[0] in sentence or (m[0] in ("すべて", "全て") and re.search("すべて|全て", sentence))
        for m in _ALL.finditer(question)
    )


def _places(wanted: Wanted, units: list[Morpheme]) -> list[_Place]:
    """Every place of the question's last content word, or of its opposite."""
    last = wanted.terms[-1]
    found = []
    for unit in units:
        held = frozenset(tokens(unit.surface))
        if last in held:
            found.append(_Place(unit.start, unit.end, turned=False))
        elif held & opposites(last):
            found.append(_Place(unit.start, unit.end, turned=True))
    return found


_JOINT: Final = re.compile("(?:が|けれども?|ものの|し|ので|ため|から)$")


def _said(wanted: Wanted, text: str, units: list[Morpheme], place: _Place, asked: Asked) -> bool | None:
    bounds = text[: place.end] + _to_end(text, place)
    if not _is_bound_alike(wanted.question, bounds) or not _covers(wanted, text, place):
        return None
    if not _speaks_of(wanted, units, place, _clause_start(text, place)):
        return None
    banned = _banned_behind(text, place) if asked is Asked.ALLOWED and not place.turned else None
    if banned:
        return False
    tail = _tail(wanted, units, place)
    if tail is None:
        return None
    clause = text[place.start : place.end] + tail
    if (
        not _has_same_verb(wanted, tail)
        or not _is_meant_alike(asked, tail)
        or (place.turned and _only_loosely(wanted, text, place))
    ):
        return None
    # `していないが` is read as the suffix がち by the general finder of denials.
    denied = negated(_JOINT.sub("", clause), JA) or re.search("不要|不可|任意|禁止", tail) is not None
    if place.turned and denied:
        return None
    if asked is Asked.THERE and not denied and not re.search("ある|あり|あっ|存在|い(?:る|ます)", tail):
        return None
    return not (denied or place.turned)


_CONTRASTED: Final = re.compile("([^、。]+?)(?:では|じゃ)(?:なく|ない)")


def _covers(wanted: Wanted, text: str, place: _Place) -> bool:
    """Whether the other words of the question stand before the predicate, or above the sentence."""
    before = frozenset(tokens(text[: place.end]))
    others = wanted.terms[:-1]
    if any(not set(tokens(m[1])).isdisjoint(wanted.terms) for m in _CONTRASTED.finditer(text)):
        return False
    here = [term for term in others if term in before]
    if others and not here and not set(others) <= wanted.around:
        return False
    return all(term in before or (term in wanted.around and term not in CLASS_TOKENS) for term in others)


_BREAK: Final = re.compile(
    "が、|けれど(?:も)?、|ため、|ので、|から、|うえに、|[てでしずば]、|[。；;]|[りくきいみえれけせ]、"
)


def _clause_start(text: str, place: _Place) -> int:
    return max((m.end() for m in _BREAK.finditer(text, 0, place.start)), default=0)


def _to_end(text: str, place: _Place) -> str:
    """What may bound the predicate behind it: its clause, and what is joined to it by て, で, し or the bare stem."""
    rest = text[place.end :]
    stop = re.search("が、|けれど|ので|ため|から、|[。；;]", rest)
    return rest[: stop.start()] if stop else rest


def _speaks_of(wanted: Wanted, units: list[Morpheme], place: _Place, start: int) -> bool:
    """Whether what stands before each は and が is in the question, or above the sentence; of several も, one."""
    inside = [unit for unit in units if unit.start >= start and unit.end <= place.start]
    firm: list[bool] = []
    also: list[bool] = []
    for at, unit in enumerate(inside):
        if unit.pos[0] == "助詞" and unit.surface in ("は", "が", "も"):
            (also if unit.surface == "も" else firm).append(_is_known(_phrase_before(inside, at), wanted))
    return all(firm) and (any(also) or not also)


def _phrase_before(units: list[Morpheme], at: int) -> list[Morpheme]:
    """The noun phrase before a particle: nouns joined by の and と."""
    phrase: list[Morpheme] = []
    for unit in reversed(units[:at]):
        joins = (
            unit.pos[0] == "助詞"
            and unit.surface in ("の", "と", "や", "で", "に", "へ", "から")
            and (unit.surface in ("の", "と", "や") or not phrase)
        )
        if unit.pos[0] in ("動詞", "助動詞", "補助記号", "副詞", "接続詞") or (unit.pos[0] == "助詞" and not joins):
            break
        phrase.append(unit)
    return phrase


def _is_known(phrase: list[Morpheme], wanted: Wanted) -> bool:
    known = {*wanted.terms, *wanted.around, *_IDLE}
    return all(set(tokens(unit.surface)) & known for unit in phrase if terms(unit.surface))


_IDLE: Final = frozenset("実際 現在 今日 本来 全て".split())


def _banned_behind(text: str, place: _Place) -> bool:
    """Whether what is asked is what the clause forbids: 撮影は…厳格に禁止する."""
    after = re.match(
        "(?:する|し|される)?(?:こと)?(?:は|を|も|が)?[^。、]*?(?P<ban>" + _BANNED.pattern + ")", text[place.end :]
    )
    marked = re.match("(?:する|し|される)?(?:こと)?(?:は|を|も|が)", text[place.end :])
    return after is not None and marked is not None and text[place.end + after.end("ban") :].strip(" 。、るた") == ""


def _tail(wanted: Wanted, units: list[Morpheme], place: _Place) -> str | None:
    """What follows the predicate up to the end of its clause; None where that is more than function words."""
    found = ""
    for unit in units:
        if unit.start < place.end:
            continue
        if unit.surface in "、。；;" or unit.surface.isspace():
            break
        if (
            unit.pos[0] not in _FUNCTION
            and not (wanted.valued and _counts(unit))
            and not _LIGHT.fullmatch(unit.surface)
        ):
            # が opens what is said against it: 提出したが否決された is written with a comma, mostly.
            return None
        found += unit.surface
    return None if _CONDITION.search(found) and not found.endswith(("こと", "のと")) else found


def _has_same_verb(wanted: Wanted, tail: str) -> bool:
    """Whether the verb that ends a question stands in `tail`, where it is too common to be a term: 座に就く."""
    units = morphemes(wanted.question)
    last = max((at for at, unit in enumerate(units) if wanted.terms[-1] in tokens(unit.surface)), default=-1)
    verbs = [u for u in units[last + 1 :] if u.pos[0] == "動詞" and not _LIGHT.fullmatch(u.surface)]
    return {token for unit in verbs for token in tokens(unit.surface)} <= set(tokens(tail))


def _counts(unit: Morpheme) -> bool:
    """Whether it is a number or what is counted: 20歳. Numbers are compared apart."""
    return unit.pos[1] == "数詞" or unit.pos[2] in ("助数詞", "助数詞可能")


def _is_meant_alike(asked: Asked, tail: str) -> bool:
    """Whether the clause is meant as the question: that it can be, must be, or is so."""
    can, need = _CAN.search(tail) is not None, _NEED.search(tail) is not None
    match asked:
        case Asked.ALLOWED:
            return can
        case Asked.NEEDED:
            return need
        case Asked.ADVISED:
            return False
        case _:
            return not need and not re.search("でき|出来|可能", tail)


def _only_loosely(wanted: Wanted, text: str, place: _Place) -> bool:
    """Whether the opposite is one only when said of the same thing, and that thing is not marked right before it."""
    last = wanted.terms[-1]
    held = frozenset(tokens(text[place.start : place.end])) & opposites(last)
    if not all(is_loose(last, other) for other in held):
        return False
    before = re.search(r"([^\s、。]+?)[がは]$", text[: place.start])
    return before is None or not set(tokens(before[1])) & set(wanted.terms)
