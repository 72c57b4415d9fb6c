"""Reads `XのYはZ` out of Japanese sentences: フランスの首都はパリである。 夏目漱石が執筆した『こころ』

In: a `FrameSource`. Out: readings with the role, what it is the role of and the names that hold it. Spans become slots
in `role.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.role_forms_ja import japanese_role_forms_in
from tadori.judge.frames.role_readings import RoleReading
from tadori.judge.frames.role_words import KnownRole, known_roles, role_nouns_ja, role_verbs_ja
from tadori.text.japanese_topic import JapaneseTopic, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern

_NAME: Final = r"(?:[ぁ-ん]{2,6}(?=\d{1,3}号))?(?:[「『][^「」『』]{1,40}[」』]|[一-龥ァ-ヴー々A-Za-z0-9・＝.\-]){1,40}"
_END: Final = r"(?=である|です|だ(?!っ)|だった|であった|であり|でした|で、|。|$|（|\(|に(?:ある|置かれ|所在))"


def _longest_first(words: dict[str, KnownRole]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


@cache
def _role_is() -> re.Pattern[str]:
    """フランスの首都はパリである"""
    return re.compile(
        f"(?:(?P<of>{_NAME})の)?(?P<modifier>初代|第[0-9０-９一二三四五六七八九十]+代|現在の|現|前|元|歴代)?の?(?P<role>{_longest_first(role_nouns_ja())})は、?\\s?"
        f"(?P<holder>{_NAME}(?:(?:と|、|および){_NAME}){{0,3}})\\s?{_END}"
    )


@cache
def _is_role() -> re.Pattern[str]:
    """パリはフランスの首都である"""
    return re.compile(
        f"(?P<of>{_NAME})の(?P<modifier>初代|第[0-9０-９一二三四五六七八九十]+代|現在の|現|前|元)?の?(?P<role>{_longest_first(role_nouns_ja())})"
        r"(?P<end>である|です|だ(?!っ)|であり|で、|で(?=あ)|だった|であった|でした|。|$|を務め(?:る|た|ている)|に就任)"
    )


@cache
def _done() -> re.Pattern[str]:
    return re.compile(
        f"(?P<holder>{_NAME})(?P<joint>が|によって|により|の手によって)(?P<middle>[^、。がは]{{0,24}}?)(?P<verb>{_longest_first(role_verbs_ja())})"
        "(?P<voice>した|された|され|し、|して|れた|れ、|た(?=[「『一-龥ァ-ヴA-Z。]))"
    )


_PLACE: Final = lazy_pattern(
    rf"は、?(?P<middle>(?:[^、。は]{{0,30}}、)?)(?P<place>(?:{_NAME}の)*{_NAME})に(?:位置し、|あり、|位置して(?:いる|います)。?|(?:位置する|所在する|ある)(?=。|$|[^、。をにとはが]{{1,24}}(?:(?:である|です|だ)?[。]|で、|(?:である|です|だ)?$)))"
)
_PAST: Final = frozenset("だった であった でした".split())


def japanese_roles_in(source: FrameSource) -> Iterator[RoleReading]:
    """The roles that `source` states, in Japanese."""
    text = source.text
    for found in _role_is().finditer(text):
        if _starts_phrase(text, found.start()) and not _in_quotes(text, found.start()):
            reading = _noun_reading(
                text, found, found.span("holder"), found.span("of") if found["of"] else None, sole=True
            )
            yield replace(reading, of_title=not (found["of"] or found.start() or source.subject))
    yield from _holding(source)
    yield from _titles(source)
    yield from _made(source)
    yield from _places(source)
    yield from _defaults(source)
    yield from japanese_role_forms_in(source)


_DEFAULT: Final = lazy_pattern(
    r"(?:(?P<of>[A-Za-z][\w.-]*[_.-]\w+|[A-Z][a-z]+[A-Z]\w*)\s?の)?(?:デフォルト値?|既定値?|初期値)は、?\s?(?P<quote>[「\"'])?"
    r"(?P<value>[A-Za-z][\w./:+-]*)(?(quote)[」\"'])\s?(?:です|である|。|で、|に設定|となっ)"
)


def _defaults(source: FrameSource) -> Iterator[RoleReading]:
    """既定値は off です。"""
    found = _DEFAULT.match(source.text)
    if found:
        word = next(one for one in ("デフォルト", "既定", "初期値") if one in found[0])
        at = source.text.find(word)
        yield RoleReading(
            role=known_roles()["default"],
            words=(at, at + len(word)),
            of=found.span("of") if found["of"] else None,
            holder=found.span("value"),
            named=False,
        )


def _in_quotes(text: str, at: int) -> bool:
    return text.count("「", 0, at) > text.count("」", 0, at) or text.count("『", 0, at) > text.count("』", 0, at)


def _starts_phrase(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] in "、。（「 　"


def _noun_reading(
    text: str, found: re.Match[str], holder: tuple[int, int], of: tuple[int, int] | None, *, sole: bool
) -> RoleReading:
    modifier = found["modifier"] or ""
    kept = modifier and not modifier.startswith("現")
    behind = text[found.end() : found.end() + 4]
    past = modifier in ("前", "元") or any(behind.startswith(end) for end in _PAST)
    return RoleReading(
        role=role_nouns_ja()[found["role"]],
        words=found.span("role"),
        of=of,
        holder=holder,
        modifier=found.span("modifier") if kept else None,
        past=past,
        present=not past,
        sole=sole,
    )


def _holding(source: FrameSource) -> Iterator[RoleReading]:
    """パリはフランスの首都である。"""
    text = source.text
    topics = [topic for topic in japanese_topics(text) if topic.particle in ("は", "とは")]
    if len(topics) != 1:
        return
    for found in _is_role().finditer(text, topics[0].end):
        between = text[topics[0].end : found.start()]
        if not _PLAIN_BEFORE.fullmatch(between) or _in_quotes(text, found.start()):
            continue
        past = found["end"] in _PAST or found["end"] == "を務めた"
        reading = _noun_reading(text, found, (topics[0].start, topics[0].end), found.span("of"), sole=False)
        yield RoleReading(
            role=reading.role,
            words=reading.words,
            of=reading.of,
            holder=reading.holder,
            modifier=reading.modifier,
            past=past or reading.past,
            present=not (past or reading.past),
        )
        return


_PLAIN_BEFORE: Final = lazy_pattern(r"(?:（[^（）]{0,80}）)?と?は、?(?:(?:現在|当時|同時に)、?)?")


@cache
def _titled_name() -> re.Pattern[str]:
    """フランスのマクロン大統領, ソニー社長の平井一夫氏"""
    offices = "大統領|首相|市長|知事|社長|会長|国王|女王|CEO|館長|所長|院長|園長|校長|学長|編集長|理事長|委員長|局長"
    return re.compile(
        f"(?P<of>{_NAME})の(?P<holder>[ァ-ヴー・]{{3,24}}|[一-龥々]{{2,5}})(?P<role>{offices})(?=[はがもを、。とに]|による)"
        f"|(?P<owner>(?:{_NAME})?)の?(?P<office>{offices})の(?P<named>[ァ-ヴー・]{{3,24}}|[一-龥々]{{2,6}})(?=氏|さん)"
    )


def _titles(source: FrameSource) -> Iterator[RoleReading]:
    text = source.text
    for found in _titled_name().finditer(text):
        role, of, holder = ("role", "of", "holder") if found["role"] else ("office", "owner", "named")
        former = found[holder][:1] in ("前", "元", "現", "同", "副", "両") or found[of][-1:] in ("前", "元", "副")
        if former or not _is_person(found[holder]) or _in_quotes(text, found.start()):
            continue
        if not found[of] and not (found[role].endswith("長") and _starts_phrase(text, found.start())):
            continue
        yield RoleReading(
            role=role_nouns_ja()[found[role]],
            words=found.span(role),
            of=found.span(of) if found[of] else None,
            of_title=not found[of],
            holder=found.span(holder),
            aside=True,
            person=True,
        )


def _is_person(words: str) -> bool:
    units = japanese_units(words)
    return all(unit.pos[2] == "人名" or unit.surface == "・" or "ァ" <= unit.surface[:1] <= "ヿ" for unit in units)


def _made(source: FrameSource) -> Iterator[RoleReading]:
    """黒澤明が監督した『羅生門』, ソニーは井深大によって設立された"""
    text = source.text
    topics = japanese_topics(text)
    for found in _done().finditer(text):
        passive = found["voice"].startswith(("され", "れ"))
        if (
            (found["joint"] == "が") == passive
            or _in_quotes(text, found.start("verb"))
            or not _no_verb(found["middle"])
        ):
            continue
        of = _made_thing(text, found, topics, passive=passive)
        holder = _whole_holder(text, found.span("holder"))
        if of is None or holder is None:
            continue
        yield RoleReading(
            role=role_verbs_ja()[found["verb"]],
            words=found.span("verb"),
            of=of,
            holder=holder,
            whole=passive,
            one_of=not passive and role_verbs_ja()[found["verb"]].holders == "many",
        )


def _made_thing(
    text: str, found: re.Match[str], topics: tuple[JapaneseTopic, ...], *, passive: bool
) -> tuple[int, int] | None:
    """What was made: the noun behind the verb, its object, or the topic of the sentence."""
    behind = _WORK_BEHIND.match(text, found.end()) if found["voice"] in ("した", "された", "れた", "た") else None
    if behind:
        return behind.span("work")
    done_to = _OBJECT.search(text, found.start("middle"), found.start("verb"))
    if done_to and not passive:
        return done_to.span("work")
    topical = [topic for topic in topics if topic.particle == "は" and topic.end <= found.start()]
    complement = _COMPLEMENT.match(text, found.end())
    ends = text[found.end() : found.end() + 1] in ("。", "、", "") or found["voice"] in ("され", "し、", "れ、")
    if len(topical) == 1 and ((passive and ends) or complement):
        return topical[0].start, topical[0].end
    return None


_WORK_BEHIND: Final = lazy_pattern("(?:[一-龥ァ-ヴー]{0,8})『(?P<work>[^『』]{1,40})』")
_OBJECT: Final = lazy_pattern(rf"(?P<work>{_NAME})を$")
_COMPLEMENT: Final = lazy_pattern("[^、。「」]{1,20}(?:(?:である|です)?。|であり、|で、)")


def _no_verb(words: str) -> bool:
    return not any(unit.pos[0] == "動詞" for unit in japanese_units(words)) if words else True


def _whole_holder(text: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """The name that does it; None where it is joined to another, or is only the end of a longer phrase."""
    before = text[max(0, span[0] - 1) : span[0]]
    if before == "、" and text[span[0] - 2 : span[0] - 1] not in tuple("はにでし年月日れ"):
        return None
    return span if before.strip("、。は（のに年月日 　") == "" else None


def _places(source: FrameSource) -> Iterator[RoleReading]:
    """奈良市は奈良県に位置する。"""
    text = source.text
    found = _PLACE.search(text)
    topic = next((one for one in japanese_topics(text) if found and one.end <= found.start() <= one.end + 40), None)
    if found is None or topic is None or not topic.first or _no_place(text[topic.end : found.start()]):
        return
    at = text.find("に", found.end("place")) + 1
    yield RoleReading(
        role=known_roles()["located_in"],
        words=(at, found.end()),
        of=(topic.start, topic.end),
        holder=found.span("place"),
        one_of=True,
    )


def _no_place(between: str) -> bool:
    return between != "" and not (between.startswith(("（", "(")) and between.endswith(("）", ")")))
