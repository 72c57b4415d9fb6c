"""Finds the speaker of a line in a transcript: `Jane Kato: We lost everything. It was dark.` 加藤氏：夜だった。

Comes in: a text and a place in it. Goes out: the label at the beginning of that line, where it is a speaker's and not
one of a manual (`Note:`, `Default value:`): a person's title, a full name before words in the first person, or labels
that take turns. Questions and answers (`Q:`, `A:`) are a page's own voice.
"""

from collections import Counter
from typing import Final, NamedTuple

from tadori.text.lazy_pattern import lazy_pattern


class SpeakerLabel(NamedTuple):
    speaker: str
    start: int
    end: int


def transcript_label(text: str, place: int) -> SpeakerLabel | None:
    """The speaker whose label begins the line around `place`."""
    start = text.rfind("\n", 0, place) + 1
    found = _LABEL.match(text, start)
    if found is None or _NO_PERSON.search(found["who"]):
        return None
    end = text.find("\n", place)
    line = text[found.end() : end if end >= 0 else len(text)]
    titled = _TITLED.search(found["who"]) is not None
    spoken = _FULL_NAME.fullmatch(found["who"]) is not None and _FIRST_PERSON.search(line) is not None
    if titled or spoken or _take_turns(text, found["who"]):
        return SpeakerLabel(found["who"], found.start("who"), found.end("who"))
    return None


def _take_turns(text: str, who: str) -> bool:
    """Whether this label and another one each begin several lines, and somebody asks or speaks of themselves."""
    lines = [one for one in _LABEL_LINES.finditer(text) if not _NO_PERSON.search(one["who"])]
    counts = Counter(one["who"] for one in lines)
    turns = counts[who] > 1 and 1 < sum(count > 1 for count in counts.values()) <= _MOST_SPEAKERS
    return turns and sum(_SPOKEN.search(one["line"]) is not None for one in lines) > 1


_MOST_SPEAKERS: Final = 6
"""More labels that come again and again are the fields of records."""
_SPOKEN: Final = lazy_pattern(
    r"[?？]|(?<![\w.])(?:I|I['’]\w+|[Mm]y|[Ww]e|[Yy]ou|me)(?![\w.])|か。|私|僕|我々|でした(?:ね|よ)"
)
_WHO: Final = (
    r"(?P<who>[A-ZÀ-ÖØ-Þ][\w.'’-]{0,24}(?:[^\S\n][A-ZÀ-ÖØ-Þ][\w.'’-]{0,24}){0,4}"
    r"|[一-龥々ァ-ヴーぁ-んA-Za-z・＝]{1,16})"
)
_LABEL: Final = lazy_pattern(
    rf"[^\S\n]*(?:[*_]{{1,2}})?{_WHO}(?:[*_]{{1,2}})?[^\S\n]*[:：](?:[*_]{{1,2}})?[^\S\n]*(?=\S)(?!//)"
)
_LABEL_LINES: Final = lazy_pattern(
    rf"(?m:^)[^\S\n]*(?:[*_]{{1,2}})?{_WHO}(?:[*_]{{1,2}})?[^\S\n]*[:：](?!//)(?P<line>[^\n]{{0,200}})"
)
_TITLED: Final = lazy_pattern(
    r"^(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Sir|Lord|Lady|Judge|President|Senator|Chairman|Chairwoman|Minister|Mayor|THE)\b\.?\s[A-Z]"
    r"|(?:氏|さん|議員|委員|委員長|大臣|首相|知事|市長|町長|村長|社長|会長|教授|博士|記者|代表|選手|監督|住民|弁護士|君)$"
)
_FULL_NAME: Final = lazy_pattern(r"[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:\s[A-ZÀ-ÖØ-Þ][\w.'’-]*){1,4}")
_FIRST_PERSON: Final = lazy_pattern(r"(?<![\w.])(?:I|[Mm]y|[Ww]e|[Oo]ur|me|us)(?:['’](?:m|ve|d|ll|re))?(?![\w.])")
_NO_PERSON: Final = lazy_pattern(
    r"(?i:^(?:q|a|note|notes|warning|caution|tip|example|examples|default|defaults|see|step|chapter|section|table|figure"
    r"|source|returns?|raises?|usage|input|output|update|answer|question|summary|abstract|keywords|myth|fact|correction|editor|gentlemen|ladies|fellow|dear|members|to)\b)"
    r"|^(?:注|注意|警告|例|参考|備考|出典|図|表|問|答|質問|回答|定義|目的|結果|方法|値|型|誤解|事実)"
)
