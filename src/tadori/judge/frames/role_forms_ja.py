"""Reads roles that Japanese texts state in other forms than XのYはZ: 校長：森下健一, 館長を務めるのは前川隆氏,
鈴丘ダムは川原累が設計した, 『塩の草原』は青山志津による小説, 白樺計器の社長、小川直子は.

In: a `FrameSource`. Out: readings. A label and a role without an owner speak of what the page is about. Spans become
slots in `role.py`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.role_readings import RoleReading
from tadori.judge.frames.role_words import KnownRole, known_roles, role_nouns_ja, role_verbs_ja
from tadori.text.lazy_pattern import lazy_pattern

_NAME: Final = r"(?:[一-龥ァ-ヴー々A-Za-z0-9・＝.\-]|[ァ-ヴー]\s[ァ-ヴー]){2,24}"
_OF: Final = (
    r"(?P<of>(?:[一-龥々]{0,6})?[「『][^「」『』]{1,40}[」』]"
    r"|[一-龥ァ-ヴー々A-Za-z0-9・＝.\- ]{2,40}?|[ぁ-ん]{2,6}[0-9０-９]{1,3}号)"
)
_HOLDER: Final = rf"(?P<holder>{_NAME}?)"
_WHO: Final = r"(?:[一-龥]{1,6}の)?"
_HONORIFIC: Final = r"(?:氏|さん|教授|博士|医師)?"
_END: Final = r"(?=である|です|だ(?!っ)|だった|であった|でした|。|$|（|\()"
_OF_DOCUMENTS: Final = frozenset("author editor translator publisher maintainer creator".split())


def _longest_first(words: dict[str, KnownRole]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


@cache
def _labelled() -> re.Pattern[str]:
    return re.compile(
        rf"[\W_]{{0,3}}(?P<role>{_longest_first(role_nouns_ja())})\s?[：:]\s?(?P<holder>{_NAME}){_HONORIFIC}\s*。?\s*"
    )


@cache
def _served() -> re.Pattern[str]:
    """西浜博物館の館長を務めるのは前川隆氏。 会計は辻本加代が務める。"""
    roles = _longest_first(role_nouns_ja())
    return re.compile(
        rf"(?:{_OF}の)?(?P<modifier>初代|前|元|第[0-9０-９一二三四五六七八九十]+代)?(?P<role>{roles})を(?:務め|つとめ)(?:る|ている|ます)のは、?{_HOLDER}{_HONORIFIC}{_END}"
    )


@cache
def _is_served() -> re.Pattern[str]:
    roles = _longest_first(role_nouns_ja())
    return re.compile(
        rf"(?:{_OF}の)?(?P<modifier>初代|前|元|第[0-9０-９一二三四五六七八九十]+代)?(?P<role>{roles})は、?{_HOLDER}{_HONORIFIC}が(?:務め|つとめ)(?:る|てい|ます)"
    )


@cache
def _apposed() -> re.Pattern[str]:
    """白樺計器の社長、小川直子は"""
    offices = {noun: role for noun, role in role_nouns_ja().items() if role.term == "office"}
    return re.compile(
        rf"{_OF}の(?P<modifier>初代|前|元|副|新)?(?P<role>{_longest_first(offices)})(?:、|で(?=[一-龥]))(?P<holder>[一-龥々]{{3,5}}|[ァ-ヴー・]{{4,24}}){_HONORIFIC}(?=は|が|によ|も)"
    )


@cache
def _made_by() -> re.Pattern[str]:
    """鈴丘ダムは技師の川原累が設計した。 あまね2号は北方気象庁が運用している。"""
    return re.compile(
        rf"{_OF}は、?{_WHO}{_HOLDER}が(?P<role>{_longest_first(role_verbs_ja())})(?:した|している|する|しました|しています|します|た|ている)"
        r"(?=。|$|[一-龥]{1,6}(?:である|です|だ)?(?:。|$))"
    )


@cache
def _maker_was() -> re.Pattern[str]:
    """『硝子の果樹園』を監督したのは玲木実である。"""
    return re.compile(
        rf"{_OF}を(?P<role>{_longest_first(role_verbs_ja())})(?:した|た|している)のは、?{_WHO}{_HOLDER}{_HONORIFIC}{_END}"
    )


@cache
def _led_by() -> re.Pattern[str]:
    """須田譲教授がロタベル治験を率いた。"""
    return re.compile(
        rf"(?P<holder>{_NAME}?){_HONORIFIC}が{_OF}を(?P<role>{_longest_first(role_verbs_ja())})(?:した|た|している|ている|する)(?=。|$)"
    )


_WORK: Final = "(?:小説|長編小説|短編小説|絵画|油彩画|映画|楽曲|戯曲|詩|彫刻|作品|随筆|漫画)"
_BY_WORK: Final = {"絵画": "painter", "油彩画": "painter", "楽曲": "composer", "映画": "director"}
_WORK_BY: Final = lazy_pattern(
    rf"{_OF}は、?(?:\d{{4}}年の)?{_HOLDER}(?P<role>監督の|監督による|による|の作品|作の)[^、。]{{0,12}}?(?P<work>{_WORK})?(?:である|です|だ)?(?:。|$)"
)
_MUSIC: Final = lazy_pattern(
    rf"(?:{_OF}の)?(?P<role>音楽)は、?{_HOLDER}が(?:担当|作曲|手がけ|手掛け)"
    rf"|{_OF.replace('of', 'work')}の(?P<music>音楽)を(?:担当し|作曲し|手がけ|手掛け)たのは、?"
    rf"{_HOLDER.replace('holder', 'maker')}{_HONORIFIC}{_END}"
)
_ELECTED: Final = lazy_pattern(
    rf"(?P<of>\d{{4}}年[一-龥ァ-ヴー々]{{2,20}}選挙?)(?:は|では|で)、?{_WHO}{_HOLDER}{_HONORIFIC}が(?P<role>当選|勝利|優勝)し"
)
_BASED: Final = lazy_pattern(
    rf"{_OF}は、?(?:[一-龥]{{2,4}}[都道府県])?(?P<holder>[一-龥ァ-ヴー々]{{1,8}}[市町村区])に(?P<role>本社|本部)を(?:置|構え)"
)
_HIGHEST: Final = lazy_pattern(rf"{_OF}で(?P<role>最も高い山|一番高い山|最高峰)は、?{_HOLDER}{_END}")


def japanese_role_forms_in(source: FrameSource) -> Iterator[RoleReading]:
    """The roles that a Japanese sentence states by a label, a verb or an apposition."""
    text = source.text
    label = _labelled().fullmatch(text) if len(text) <= 60 else None
    if label:
        role = role_nouns_ja()[label["role"]]
        if role.name not in _OF_DOCUMENTS:
            yield _reading(label, role, of_title=True, sole=True, present=True)
        return
    for pattern in (_served(), _is_served()):
        found = pattern.match(text)
        if found:
            role = role_nouns_ja()[found["role"]]
            yield _reading(found, role, of_title=not found["of"], sole=True, present=True)
    apposed = _apposed().match(text)
    if apposed and apposed["modifier"] != "副":
        yield _reading(apposed, role_nouns_ja()[apposed["role"]], aside=True)
    for pattern in (_made_by(), _maker_was(), _led_by()):
        found = pattern.match(text)
        if found:
            cleft = pattern is _maker_was()
            yield _reading(found, role_verbs_ja()[found["role"]], sole=cleft, whole=not cleft, present=True)
    yield from _works(source)
    for name, fixed in (("winner", _ELECTED), ("headquarters", _BASED), ("highest_mountain", _HIGHEST)):
        found = fixed.match(text)
        if found:
            yield _reading(found, known_roles()[name], sole=True, present=True)


def _works(source: FrameSource) -> Iterator[RoleReading]:
    """『塩の草原』は青山志津による小説。 「硝子の果樹園」の音楽を手がけたのは毛利文哉である。"""
    found = _WORK_BY.match(source.text)
    if found and (found["work"] or found["role"] == "の作品"):
        name = "director" if found["role"].startswith("監督") else _BY_WORK.get(found["work"] or "", "author")
        yield _reading(found, known_roles()[name])
    music = _MUSIC.match(source.text)
    if music:
        of, holder, role = ("of", "holder", "role") if music["role"] else ("work", "maker", "music")
        yield RoleReading(
            role=known_roles()["composer"],
            words=music.span(role),
            of=music.span(of) if music[of] else None,
            of_title=not music[of],
            holder=music.span(holder),
        )


def _reading(
    found: re.Match[str],
    role: KnownRole,
    *,
    of_title: bool = False,
    sole: bool = False,
    present: bool = False,
    aside: bool = False,
    whole: bool = False,
) -> RoleReading:
    groups = found.groupdict()
    return RoleReading(
        role=role,
        words=found.span("role"),
        of=found.span("of") if groups.get("of") else None,
        of_title=of_title,
        holder=found.span("holder"),
        modifier=found.span("modifier") if groups.get("modifier") else None,
        past=groups.get("modifier") in ("前", "元"),
        present=present,
        sole=sole,
        whole=whole,
        aside=aside,
        person=True,
    )
