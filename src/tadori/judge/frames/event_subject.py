"""Says what an event or a role is stated of: a span of a sentence becomes a subject slot, or nothing.

In: a `FrameSource` and the span of a noun phrase in its text. Out: a `FrameSlot` where the phrase is a name, stands for
one (`It`, `The company`, 同社: the resolved subject), or is a common noun that the heading or title above it names
(`The bridge` below `Sund Bridge`). None otherwise: a thing that nobody names cannot be compared. Both languages.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tadori.judge.frames.event_titled import (
    is_whole_name,
    named_by_title,
    open_word_by_title,
    title_name,
    topic_of_page,
    without_company_form,
)
from tadori.judge.frames.frame import FrameSource
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.model.ids import EN, JA, Lang
from tadori.text.japanese_topic import is_open_word, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.normalise import fold
from tadori.text.subject_words import FEMALE_NAMES, MALE_NAMES
from tadori.text.tokens import terms, tokens

_LONGEST: Final = 90
"""Characters: a longer noun phrase is a list or a clause."""
_ARTICLE: Final = lazy_pattern(r"(?:the|a|an)\s+", re.IGNORECASE)
_EDGES: Final = " \t\n,;:\"“”'‘’`「」『』"
_OPEN_EN: Final = frozenset(
    "him them me us it he she they we i you this that these those its his her their our my there here who which what"
    " one both each another such some many most all other others".split()
)
_DEMONYM: Final = lazy_pattern(
    r"(?:[A-Z][a-z]+(?:an|ese|ish|ic)|Greek|Dutch|French|Czech|Swiss|Turk|Thai|Welsh|Irish|Iraqi|Israeli|Pakistani|US|U\.S\."
    r"|UK|British|Roman|Federal|State|National|World|English|Spanish|Catholic|Jewish|Muslim|Christian|Democratic)"
)
_WORD: Final = lazy_pattern(r"[^\s,()]+")
_MARKED: Final = lazy_pattern(r"[A-Z].*[A-Z]|[A-Za-z][\d_]|[_/]|[a-z][A-Z]")
_ABSTRACT: Final = lazy_pattern(
    r"(?:[a-z]+(?:tion|sion|ment|ness|ity|ance|ence|ism|ing|al|age|ure|hood|ship|ers|ies|ists)|[Ww]ork|[Ss]upport|[Tt]rade"
    r"|[Ss]ervice|[Ff]ilm|[Ww]ar|[Aa]ccess|[Dd]ata|[Pp]ower|[Pp]eople|[Mm]en|[Ww]omen|[Rr]elease|[Dd]eath|[Bb]irth)$"
)
_JA_NAME_SIGN: Final = lazy_pattern(r"[「『]|[ァ-ヴー]{2,}[・＝=][ァ-ヴー]|[A-Z][A-Za-z0-9]|[A-Za-z]+\d")
_KATAKANA: Final = lazy_pattern("[ァ-ヴー・＝]{3,40}")
_QUOTED: Final = lazy_pattern(r"\s*(?:the\s)?(?:『[^『』]+』|「[^「」]+」|\"[^\"]+\"|“[^“”]+”)\s*", re.IGNORECASE)
_MARKS: Final = frozenset([("『", "』"), ("「", "」"), ('"', '"'), ("“", "”")])
_ACRONYM: Final = lazy_pattern("[A-Z]{2,3}")
_TERM: Final = lazy_pattern(r"[a-z][a-z0-9]*(?:[-_.:/][A-Za-z0-9]+)*(?:\(\))?")
_UNNAMED: Final = frozenset(["the", "a", "an", "of", "s"])
_GIVEN_NAMES: Final = MALE_NAMES | FEMALE_NAMES
_HEAD_JA: Final = "の"
_INSTITUTION: Final = lazy_pattern(
    "(?!.{0,4}(?:地方|民間|私立|公立|国立|市立|県立|中央|大型|専用|高速|路面|総合|市民|女子|専門|改正|特別|地下|観光|公共|商業|巨大|海外)[一-龥]{1,3}$)(?![新旧各両同])"
    "[一-龥々ァ-ヴーA-Za-z]{2,14}(?:大学|高校|高等学校|銀行|新聞|病院|空港|駅|橋|城|寺|神社|研究所|機構|協会|委員会|裁判所|電力|鉄道|製作所"
    "|自動車|条約|法|党|航空|ダム|小学校|中学校|学園|音楽祭|映画祭|発電所|トンネル|劇場|動物園|水族館|遺跡|古墳|灯台|議会|争議|石油|放送|球場|美術館|博物館|図書館|公園|タワー|賞|株式会社|号|戦争|大戦|革命|震災|地震)|株式会社[一-龥々ァ-ヴーA-Za-z]{2,14}"
)


def name_key(words: str) -> frozenset[str]:
    """The words of a name, stemmed. Small words are part of it: `Before This Night Is Over` is not `All Night`."""
    versions = frozenset(_DOTTED.findall(words))  # the parts alone do not tell 1.2 from 2.1
    if not words.isascii():
        return words_key(words) | versions
    return (frozenset(tokens(words)) - _UNNAMED or words_key(words)) | versions


_DOTTED: Final = lazy_pattern(r"(?<![\d.])\d+(?:\.\d+)*\.(?!0(?!\d))\d+(?![\d.]*\d)")


def words_key(words: str) -> frozenset[str]:
    """What two wordings of one thing have in common: the stems of their content words."""
    return frozenset(terms(words)) or frozenset([fold(words)])


def named_slot(source: FrameSource, start: int, end: int, *, person: bool = False) -> FrameSlot | None:
    """What the noun phrase `source.text[start:end]` stands for; None where that is not a named thing.
    `person`: only somebody can be meant, so that a bare katakana word is a name."""
    if source.subject and start <= source.subject_start and source.subject_end <= end and _covers(source, start, end):
        return resolved_subject_slot(source)
    quoted = _QUOTED.fullmatch(source.text, start, end) is not None
    start, end = _trimmed(source.text, start, end)
    quoted = quoted or (source.text[start - 1 : start], source.text[end : end + 1]) in _MARKS
    words = source.text[start:end]
    titled = _by_title(source, words)
    if titled is not None or named_by_title(words, source.title) is not None:
        return titled
    if not words or len(words) > _LONGEST or _is_open(words, source.lang) or _names_nobody(words):
        return None
    if names_one_thing(words, source.lang, initial=not source.text[:start].strip(_EDGES), known=_known(source)) or (
        quoted or (person and _KATAKANA.fullmatch(words)) or words == topic_of_page(source.title)
    ):
        place = SlotPlace.TITLE if words == topic_of_page(source.title) else SlotPlace.SENTENCE
        return _full_name(source, words) or FrameSlot(
            words=words, key=name_key(words), start=start, end=end, place=place
        )
    return _headed(source, words) or _topical(source, words)


def _by_title(source: FrameSource, words: str) -> FrameSlot | None:
    """The name in the title that `Version 4.0`, `release` or 当館 stands for."""
    full = named_by_title(words, source.title)
    if full is None and source.lang == JA and words:
        full = open_word_by_title(words, source.title, source.text) or _japanese_topic_for(source, words)
    full = without_company_form(full) if full else full
    return FrameSlot(words=full, key=name_key(full), place=SlotPlace.TITLE) if full else None


def without_project(slot: FrameSlot) -> FrameSlot:
    """The Debian Project is founded and led as Debian is: the word says only what it is."""
    key = slot.key - _PROJECT
    return replace(slot, key=key) if key else slot


_PROJECT: Final = frozenset(["project", "プロジェクト"])


def titled_name_slot(source: FrameSource, office: str = "") -> FrameSlot | None:
    """What the whole page is about, where its title begins with the name of it; `office`: 館長 is of a 館."""
    if source.lang == JA and office.endswith("長"):
        name = open_word_by_title(f"当{office[:-1]}", source.title, source.text)
    else:
        name = title_name(source.title)
    return FrameSlot(words=name, key=name_key(name), place=SlotPlace.TITLE) if name else None


def _names_nobody(words: str) -> bool:
    """A given name alone (`William married Mary`) or a title that passes on (`Lady Rodney`)."""
    return words.lower() in _GIVEN_NAMES or _PASSED_ON.fullmatch(words) is not None


_PASSED_ON: Final = lazy_pattern(r"(?:Lord|Lady|Mr|Mrs|Ms|Dr|Miss|Captain|General|Colonel)\.?\s[^\s]+")


def _full_name(source: FrameSource, words: str) -> FrameSlot | None:
    """The title that a last name alone stands for: `Russell` on the page `Ann Russell`."""
    core = _TITLE_END.split(source.title.strip(), maxsplit=1)[0]
    parts = core.split()
    if source.lang == JA or " " in words or not 2 <= len(parts) <= 4 or parts[-1] != words or words.isupper():
        return None
    if not all(_GIVEN.fullmatch(part) for part in parts) or _NO_GIVEN.search(core):
        return None
    return FrameSlot(words=core, key=name_key(core), place=SlotPlace.TITLE)


_TITLE_END: Final = lazy_pattern(r"\s*[(,|:–—]|\s-\s")
_GIVEN: Final = lazy_pattern(r"[^\W\d_a-z](?:[^\W\d_]|['’.-])*|de|van|von|la|le|al|bin|du")
_NO_GIVEN: Final = lazy_pattern(
    r"(?:^|\s)(?:The|About|Why|How|What|Using|[A-Z][a-z]+ing|Guide|Manual|Reference|Notes|History|News|FAQ|Handbook|Project"
    r"|Release|Introduction|Overview|Old|New|Great|My|Our|Your)(?:\s|$)"
)


def resolved_subject_slot(source: FrameSource) -> FrameSlot | None:
    """The slot of what `It`, 同社 or a missing subject stands for; None where nothing is resolved."""
    words = _without_article(source.subject.strip(_EDGES)).removesuffix("'s").removesuffix("’s")
    # What the heading of a manual names; any other word that is written small is a common noun.
    term = _TERM.fullmatch(words) is not None and (_MARKED.search(words) is not None or words in source.headings)
    if not words or not (term or names_one_thing(words, source.lang, initial=False, known=_known(source))):
        return None
    return FrameSlot(words=words, key=name_key(words), place=SlotPlace.RESOLVED, quotation=source.subject_quotation)


def _without_article(words: str) -> str:
    article = _ARTICLE.match(words)
    return words[article.end() :] if article else words


def _covers(source: FrameSource, start: int, end: int) -> bool:
    """Whether the phrase is the open words themselves, with no more than an article around them."""
    inside = source.text[source.subject_start : source.subject_end]
    return source.text[start:end].strip(_EDGES).casefold() == inside.strip(_EDGES).casefold()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space, quotation marks and articles at its ends."""
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    article = _ARTICLE.match(text, start, end)
    if article:
        start = article.end()
    while start < end and text[start] in _EDGES:
        start += 1
    for mark in "「『":  # 人工衛星「あまね2号」: the word for its kind stands before the name
        inside = text.rfind(mark, start, end)
        if inside > start and not {"」", "』"} & set(text[inside:end]):
            start = inside + 1
    for mark in ("'s", "’s", "さん", "氏"):
        if text[start:end].endswith(mark):
            end = start + len(text[start : end - len(mark)].rstrip())
    return start, end


def _is_open(words: str, lang: Lang) -> bool:
    if lang == JA:
        return is_open_word(words)
    first = words.split(" ", 1)[0].casefold()
    return first in _OPEN_EN


def _known(source: FrameSource) -> str:
    return " › ".join([*source.headings, source.title])


@lru_cache(maxsize=4096)
def names_one_thing(words: str, lang: Lang, *, initial: bool, known: str = "") -> bool:
    """Whether `words` name one thing. `initial`: a capital may only mark the beginning of a sentence; `known`: the
    headings and title above."""
    if lang == JA and not words.isascii():
        return _named_ja(words, known)
    if lang == JA and _ACRONYM.fullmatch(words):  # CD, EP, PC: in Japanese, things are called so
        return fold(words) in fold(known)
    found = names(f"x {words}", EN)
    if not found and _MARKED.search(words) is None:
        return False
    tail = _WORD.findall(words)
    common = [word for word in tail if word[:1].islower() and word not in _SMALL]
    if common and tail[-1] == common[-1]:
        # `The American singer`, `the French government`: a common noun with an adjective of place.
        proper = [word for word in tail if not word[:1].islower()]
        if proper and all(_DEMONYM.fullmatch(word.split("-")[0]) for word in proper):
            return False
    if initial and len(tail) == 1 and _MARKED.search(words) is None:
        return _ABSTRACT.search(words) is None or fold(words) in fold(known)
    return True


_SMALL: Final = frozenset("of the de van von del la le du al bin and in on for to at a an y e der den & i".split())


@lru_cache(maxsize=4096)
def _named_ja(words: str, known: str) -> bool:
    if len(words) < 2:
        return False
    if _JA_NAME_SIGN.search(words):
        return True
    titles = [part.strip() for part in known.split("›")]
    if any(words == title or words == title.partition(" (")[0] for title in titles if title):
        return True
    units = japanese_units(words)
    last = max((at for at, unit in enumerate(units) if unit.surface == _HEAD_JA), default=-1)
    head = words[units[last].end :] if last >= 0 else words
    if any(unit.pos[1] == "固有名詞" for unit in units[last + 1 :]):
        return True
    return _INSTITUTION.fullmatch(head) is not None


def _headed(source: FrameSource, words: str) -> FrameSlot | None:
    """The heading or title that names the common noun `words`: `The bridge` below `Sund Bridge`."""
    if source.lang == JA or " " in words or not words.islower():
        return None
    for heading, place in _above(source):
        core = _TITLE_END.split(heading.strip(), maxsplit=1)[0].strip()
        kind = heading.strip()[len(core) :].strip(" ()").lower().split() if "(" in heading else []
        heads = [part.split()[-1].lower() for part in core.split(" of ")[:1] if part.split()]
        if (
            (words in heads or words in kind)
            and names_one_thing(core, source.lang, initial=False)
            and core[:1].isupper()
        ):
            return FrameSlot(words=core, key=name_key(core), place=place)
    return None


def topic_slot(source: FrameSource) -> FrameSlot | None:
    """What the whole page is about, for a line that leaves it out: `Founded: 1861`, 校長：森下健一."""
    topic = topic_of_page(source.title)
    kinds = topic.rpartition(" ")[2] in _KINDS_EN
    if not topic or (source.lang != JA and not is_whole_name(topic) and not kinds):
        return None
    return FrameSlot(words=_without_article(topic), key=name_key(topic), place=SlotPlace.TITLE)


def _topical(source: FrameSource, words: str) -> FrameSlot | None:
    """The name in the title that a word for its kind stands for: `The vaccine` below `Rotavel`. Not where the title
    names the kind of another thing (`The company` below `Osterly Museum`), or somebody."""
    topic = topic_of_page(source.title)
    if source.subject or source.lang == JA or words not in _KINDS_EN or not is_whole_name(topic):
        return None
    last, first = topic.rpartition(" ")[2].lower(), topic.partition(" ")[0].lower()
    if (last in _KINDS_EN and last != words) or first in _GIVEN_NAMES:
        return None
    return topic_slot(source)


_KINDS_EN: Final = frozenset(
    "company firm festival vaccine drug medicine library package software film movie novel painting volcano mountain"
    " museum school university hospital lake river bridge dam tower church treaty act law satellite spacecraft ship"
    " strike battle newspaper magazine club band team cooperative charity orchestra stadium airport line railway"
    " trial study council committee association society choir".split()
)
_KIND_OPEN_JA: Final = lazy_pattern("(?:同|本|当)(?P<kind>[一-龥ァ-ヴー]{1,6})")
_ANY_KIND_JA: Final = frozenset("作 書 剤 薬 機 品 製品 作品".split())


def _japanese_topic_for(source: FrameSource, words: str) -> str:
    """The name in the title that 同祭, 本線, 本作 or ダム stands for."""
    topic = topic_of_page(source.title)
    if source.subject or not topic or words == topic:
        return ""
    found = _KIND_OPEN_JA.fullmatch(words)
    if found and words not in ("本社", "本館", "本店", "本部", "本人", "同時", "本日", "同日", "同年", "当時", "本来"):
        of_company = found["kind"] == "社" and _COMPANY_TITLE.search(source.title) is not None
        return topic if of_company or found["kind"] in _ANY_KIND_JA or topic.endswith(found["kind"]) else ""
    if words.replace("の", "") == topic:
        return topic
    return topic if len(words) >= 2 and len(topic) >= len(words) + 2 and topic.endswith(words) else ""


_COMPANY_TITLE: Final = lazy_pattern("株式会社|有限会社|会社概要|企業情報")


def _above(source: FrameSource) -> Iterator[tuple[str, SlotPlace]]:
    for heading in reversed(source.headings):
        yield heading, SlotPlace.HEADING
    yield source.title, SlotPlace.TITLE
