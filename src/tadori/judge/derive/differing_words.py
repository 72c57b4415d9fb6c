"""The closed wording of "sources differ": who gives which value, and the words of the template around them, ja and en.

In: a goal's text. Out: its entries (a value with its label) and the words that name the point. Nothing is compared with
the quotations here: `differing.py`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.derive.bounded_values import bounded_span
from tadori.judge.derive.frames import FrameToken, frame_tokens
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure
from tadori.text.stem import stem

_MARK: Final = "\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueEntry:
    """`1,284 MWh (city)`: a value, and the words that say whose it is."""

    text: str
    label: str
    start: int
    end: int
    measure: Measure | None = None
    """None where the value is a date or a name."""
    bound: str = ""
    """What its words say of it: `over`, `least`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingReading:
    entries: tuple[ValueEntry, ...]
    point: tuple[FrameToken, ...]
    """The words and dates outside the entries that are no words of the template."""
    words: frozenset[str]
    """The keys of every word outside the entries."""
    agent: int | None = None
    """Where `by` stands among them: `people killed by the storm`."""
    head: str = ""
    """The word that `number of` or `how many` asks for."""


_LABEL: Final = r"(?P<label>[^\x01()（）,;:.]{1,80}?)"
GIVES: Final = (
    r"(?:gives?|gave|says?|said|reports?|reported|states?|stated|lists?|listed|cites?|cited|records?|recorded"
    r"|has|had|puts?(?:\sit|\sthe\sfigure)?"
    r"|names?|mentions?|counts?|counted|writes?|wrote)"
)
_BEHIND_EN: Final = lazy_pattern(
    rf"\s?[(（](?:according\sto\s|per\s|source:\s|by\s)?(?P<bracket>[^()（）\x01]{{1,80}})[)）]"
    rf"|,?\s(?:according\sto|as\sreported\sby|as\sgiven\sby|as\sstated\sby|by|per|in"
    rf"|from)\s{_LABEL}(?=\s*(?:[,;.]|$|\band\b|\bwhile\b|\bbut\b|\bwhereas\b|\bor\b))"
)
_AHEAD_EN: Final = lazy_pattern(
    rf"(?:^|[:,;]\s|\b(?:and|while|whereas|but)\s)(?:according\sto\s|for\s)?{_LABEL}(?:,?\s{GIVES}(?:\sas|\sat"
    rf"|\sof|\sa\sfigure\sof|\sit\s(?:as|at|was|is))?|,|:)?\s"
    r"(?:it\s(?:is|was)\s|at\s|as\s)?$"
)
_BEHIND_JA: Final = lazy_pattern(r"\s?[(（](?P<bracket>[^()（）\x01]{1,60})[)）]")
_AHEAD_JA: Final = lazy_pattern(
    r"(?:^|[、：:。，]|異なり|[でり]、)(?P<label>[^\x01、：:。，()（）]{1,60}?)(?:によると|によれば|の資料では"
    r"|の発表では|では|は|が|：|:)、?$"
)
_TEMPLATE: Final = frozenset(
    map(
        stem,
        "sources source reports accounts documents figures figure differ differs differing different disagree"
        " disagrees vary"
        " varies conflict conflicting contradict on about over regarding concerning for given stated put as at"
        " between by"
        " depending upon and or versus vs while but whereas value values number numbers there to from with it"
        " "
        " say says one another other two both according question give gives which list published how much many reported"
        " put puts when who where what be_done disputed unclear uncertain versus range ranges year date that".split(),
    )
)
_TEMPLATE_JA: Final = lazy_pattern(
    "資料によって|資料により|資料の間で|資料間で|出典によって|出典により|情報源によって|情報源により"
    "|情報源の間で|文献によって|文献により|資料で|資料が|資料は|情報源は"
    "|異なる値を示している|異なる|異なり|異なっている|異なって|食い違っている|食い違って|食い違う|食い違い"
    "|一致しない|一致していない|一致せず|分かれている|分かれる|違いがある|違う"
    "|について|に関して|に関する|をめぐって|としている|とされている|とされる|とする|とある|となっている|数値"
    "|によると|によれば|諸説ある|諸説あり|とも(?:され(?:る|ている)|いう)?|という|だが|であるが|とし(?=、)|と(?=資料)"
    "|値が|値は|二つの|2つの|があり|がある|との間で|いる|おり|している"
)
_CUE: Final = lazy_pattern(
    r"\b(?:differ\w*|disagree\w*|var(?:y|ies)|conflict\w*|contradict\w*|given\sas|according\sto|while|whereas"
    r"|but|do\snot\sagree|reported\sas)\b"
    "|異な|食い違|一致し|一致せ|違|分かれ|によると|によれば",
    re.IGNORECASE,
)


_YEAR_COLON: Final = lazy_pattern(r"(?<=\d):(?=\s)")


def read_differing(text: str) -> DifferingReading | None:
    """The reading of a sentence that sets values of several sources side by side; None for any other."""
    text = _YEAR_COLON.sub(";", text)  # `dates` reads no year before a colon, and every offset stays
    return _of_measures(text) or _of_words(text) or _of_clauses(text)


def _of_words(text: str) -> DifferingReading | None:
    """`Sources differ on who won the election: Anna Berg (city), Olav Lind (Post).`"""
    colon = _COLON.search(text)
    if colon is None or _CUE.search(text, 0, colon.start()) is None:
        return None
    entries: list[ValueEntry] = []
    position = colon.end()
    while (match := _WORD_ENTRY.match(text, position)) is not None:
        entries.append(
            ValueEntry(text=match["value"].strip(), label=match["label"].strip(), start=match.start(), end=match.end())
        )
        position = match.end()
    if len(entries) < _FEWEST_ENTRIES or not _STOP.fullmatch(text, position):
        return None
    return point_reading(text, [token for token in frame_tokens(text) if token.start < colon.start()], entries)


def _of_clauses(text: str) -> DifferingReading | None:
    """`The city says that the bridge opened on 4 April 2019; the Post says on 5 April 2019.`"""
    match = (_CLAUSES_JA if is_japanese(text) else _CLAUSES_EN).fullmatch(text.strip())
    if match is None:
        return None
    tokens, last = frame_tokens(match["clause"]), frame_tokens(match["value"])
    if len(last) != 1 or last[0].kind == "word":
        return None
    first = [token for token in tokens if token.kind == last[0].kind]
    if len(first) != 1:
        return None
    entries = [
        _clause_entry(match["clause"], first[0], match["label"]),
        _clause_entry(match["value"], last[0], match["other"]),
    ]
    return point_reading(match["clause"], [token for token in tokens if token is not first[0]], entries)


def _clause_entry(text: str, token: FrameToken, label: str) -> ValueEntry:
    measure = token.group.members[0] if token.group and len(token.group.members) == 1 else None
    return ValueEntry(
        text=text[token.start : token.end], label=label.strip(), start=token.start, end=token.end, measure=measure
    )


_SAYS: Final = r"(?:says|states|said|stated|reports|reported|writes|wrote)"
_CLAUSES_EN: Final = lazy_pattern(
    rf"(?P<label>[^,;]{{1,60}}?)\s{_SAYS}\sthat\s(?P<clause>[^;]{{5,300}}?)[;,]\s(?:and\s|but\s|while\s|whereas\s)?"
    rf"(?P<other>[^,;]{{1,60}}?)\s(?:{_SAYS}|gives)(?:\son|\sin|\sit\swas)?\s(?P<value>[^,;]{{1,60}}?)\.?"
)
_CLAUSES_JA: Final = lazy_pattern(
    "(?P<label>[^、は]{1,40})は(?P<clause>[^、]{5,200}?)と(?:し|して(?:いるが|おり)|述べ)、"
    "(?P<other>[^、は]{1,40})は(?P<value>[^、]{1,40}?)と(?:する|している|した|述べている)。?"
)
_FEWEST_ENTRIES: Final = 2
_COLON: Final = lazy_pattern(r"(?<=[^\d\s])[:：]\s?|(?<=\d)[;：]\s")
_WORD_ENTRY: Final = lazy_pattern(
    r"(?:\s*(?:[,;、]\s?)?(?:and|or|と)?\s*)(?:on\s"
    r"|in\s)?(?P<value>[^\s()（）,;:、：][^()（）;:、：]{0,80}?)\s?[(（](?P<label>[^()（）]{1,60})[)）]"
)
_STOP: Final = lazy_pattern(r"[.。]?\s*")


def point_reading(text: str, outside: Sequence[FrameToken], entries: Sequence[ValueEntry]) -> DifferingReading:
    """The reading in which the words `outside` the entries, without those of the template, are the point."""
    point = tuple(token for token in outside if not _is_template(text, token))
    words = frozenset(token.key for token in outside if token.kind == "word")
    agent = next((token.start for token in outside if token.key == "by"), None)
    asked = _ASKED.search(text)
    head = next((token.key for token in point if asked and token.kind == "word" and token.start >= asked.end()), "")
    return DifferingReading(entries=tuple(entries), point=point, words=words, agent=agent, head=head)


_ASKED: Final = lazy_pattern(
    r"\bnumbers?\sof\b|\bhow\smany\b|\b(?:on|about|over|regarding|concerning)\s(?:the\s)?(?=[a-z]+\s(?:of|in|at)\s(?!\d))",
    re.IGNORECASE,
)
_DIFFERS: Final = lazy_pattern(
    r"\b(?:differ\w*|disagree\w*|var(?:y|ies)|conflict\w*|contradict\w*)\b|異な|食い違|違[いう]", re.I
)
_SAID_OF: Final = lazy_pattern(
    r"\b(?:sources?|reports?|accounts?|documents?|figures?|estimates?|references?|publications?|values?|numbers?\sgiven)\b"
    "|資料|出典|情報源|文献|諸説|記録|推定|報道|数値",
    re.IGNORECASE,
)
_DIFFERS_BY: Final = lazy_pattern(
    "(?<!資料)(?<!出典)(?<!情報源)(?<!文献)(?<!記録)(?:によって|により|で)(?=異な|違う|食い違)"
)


def sources_differ(text: str) -> bool:
    """Whether it is the sources that are said to differ: `Bridges differ in length` says another thing."""
    return _DIFFERS.search(text) is None or (_SAID_OF.search(text) is not None and _DIFFERS_BY.search(text) is None)


def _of_measures(text: str) -> DifferingReading | None:
    tokens = frame_tokens(text)
    values = [token for token in tokens if token.group is not None and not _is_number_of_sources(text, token)]
    if (
        len(values) < 2
        or _CUE.search(text) is None
        or any(len(token.group.members) != 1 for token in values if token.group)
    ):
        return None
    masked = text
    for token in values:
        masked = masked[: token.start] + _MARK * (token.end - token.start) + masked[token.end :]
    entries = list(_entries(text, masked, values, japanese=is_japanese(text)))
    if len(entries) != len(values):
        return None
    outside = [token for token in tokens if not any(entry.start <= token.start < entry.end for entry in entries)]
    return point_reading(text, outside, entries)


def _is_number_of_sources(text: str, token: FrameToken) -> bool:
    return re.match(r"\s(?:sources|figures|values|reports)\b|つの", text[token.end : token.end + 10]) is not None


_ASKED_JA: Final = frozenset(["数", "年", "日", "時期", "人数", "個数", "件数", "人", "個"])
"""What is asked for: 開館した年. The value itself says it."""
_NOT_AGREE: Final = lazy_pattern(r"\bdo\snot\sagree\b")


def _is_template(text: str, token: FrameToken) -> bool:
    if token.kind != "word":
        return token.kind == "measure"
    if token.key.isascii():
        agreed = _NOT_AGREE.search(text)
        return token.key in _TEMPLATE or (agreed is not None and agreed.start() <= token.start < agreed.end())
    return (
        any(match.start() <= token.start < match.end() for match in _TEMPLATE_JA.finditer(text))
        or token.key in "によってをでから"
        or token.key in _ASKED_JA
    )


def _entries(text: str, masked: str, values: Sequence[FrameToken], *, japanese: bool) -> Iterator[ValueEntry]:
    last = 0
    for token in values:
        if token.group is None:
            return
        measure = token.group.members[0]
        first, end, bound = bounded_span(text, measure)
        behind = (_BEHIND_JA if japanese else _BEHIND_EN).match(masked, end)
        ahead = (_AHEAD_JA if japanese else _AHEAD_EN).search(masked[last:first])
        if behind is not None:
            label = next(found for found in behind.groupdict().values() if found)
            said = text[first:end]
            yield ValueEntry(
                text=said,
                measure=measure,
                label=label.strip(),
                start=first,
                end=behind.end(),
                bound=bound,
            )
            last = behind.end()
        elif ahead is not None:
            start = last + ahead.start("label")
            said = text[first:end]
            yield ValueEntry(
                text=said,
                measure=measure,
                label=ahead["label"].strip(),
                start=start,
                end=end,
                bound=bound,
            )
            last = end
        else:
            return
