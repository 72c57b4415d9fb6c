"""Says what the text around a sentence does to it: who says it, how it is meant, and whether it is taken back.

Comes in: a sentence, the raw source text before and after it, and the headings above it. Goes out: a
`StatementContext`. A sentence that names its own speaker is complete; one out of somebody's speech needs the speaker
from its neighbours, who is empty where no rule finds them for sure. Decides nothing: what may be printed is the check's
business.
"""

from dataclasses import dataclass
from typing import Final, Literal

from tadori.model.claim import Mood
from tadori.text.attribution import Attribution
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.moods import heading_mood, mood_of
from tadori.text.quotes import QuotedSpan
from tadori.text.retractions import ends_taken_back, leads_in_denial, takes_back
from tadori.text.short_denials import announces_falsehood
from tadori.text.source_notes import lead_in_of, note_of
from tadori.text.speakers import attribution_of
from tadori.text.speech_neighbours import FoundSpeaker, SpeechText
from tadori.text.transcripts import transcript_label

Side = Literal["", "inside", "before", "after"]
_AROUND: Final = 2000
"""Characters on each side that are looked at; callers keep to it, and more would cost time."""
_FEWEST_WORDS: Final = 3
"""Fewer words outside the quotation are no sentence around it: `Then: "…"`"""
_FEWEST_LETTERS_JA: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementContext:
    """What a sentence leaves to the text around it."""

    mood: Mood = Mood.STATED
    mood_side: Literal["", "inside", "before", "heading"] = ""
    """Where the mood's words stand; empty for `STATED`."""
    in_speech: bool = False
    """It lies, wholly or partly, in direct speech that it does not itself open and attribute."""
    speaker: str = ""
    """Who says it; empty for the text's own voice, and where nobody is surely named."""
    speaker_side: Side = ""
    speaker_start: int = 0
    """The name inside the sentence, or the clause that names the speaker in `before` or `after`."""
    speaker_end: int = 0
    attributed: bool = False
    """Somebody says it, named or not: 〜という。 `is said to`, 「…」と述べた。"""
    taken_back: bool = False
    note: str = ""
    """`(disputed)`, `[citation needed]`, or the footnote that belongs to the sentence."""


def statement_context(sentence: str, before: str, after: str, *, heading: str = "") -> StatementContext:
    """The context of `sentence`, which stands between `before` and `after` under `heading`."""
    japanese = is_japanese(sentence)
    cut = max(0, len(before) - _AROUND)
    text = SpeechText.joined(before[cut:], sentence, after[:_AROUND], japanese=japanese)
    inside = text.inside()
    attribution = attribution_of(text.masked_sentence, japanese=japanese)
    in_speech = _in_speech(text, inside, attribution)
    found = _speaker(text, inside, attribution, in_speech=in_speech)
    label = transcript_label(text.text, text.start) if not in_speech and not found.speaker else None
    if label is not None:
        in_speech, found = label.start < text.start, text.placed(label.speaker, label.start, label.end)
    lead_in = lead_in_of(before)
    mood, mood_side = _mood(text, sentence, attribution, lead_in, heading)
    offset = cut if found.side == "before" else 0
    return StatementContext(
        mood=mood,
        mood_side=mood_side,
        in_speech=in_speech,
        speaker=found.speaker,
        speaker_side=found.side,
        speaker_start=found.start + offset if found.side else 0,
        speaker_end=found.end + offset if found.side else 0,
        attributed=in_speech or bool(found.speaker) or attribution is not None,
        taken_back=announces_falsehood(before) or _taken_back(sentence, after, lead_in, heading, japanese=japanese),
        note=note_of(sentence, after),
    )


def _in_speech(text: SpeechText, inside: tuple[QuotedSpan, ...], attribution: Attribution | None) -> bool:
    if not inside:
        return False
    if text.begins_inside(inside):
        return True
    if attribution is not None and not attribution.hearsay:
        return False
    return inside[-1].end > text.end or (text.outside_words() < _least(text) and text.is_wordy(inside))


def _least(text: SpeechText) -> int:
    return _FEWEST_LETTERS_JA if text.japanese else _FEWEST_WORDS


def _speaker(
    text: SpeechText, inside: tuple[QuotedSpan, ...], attribution: Attribution | None, *, in_speech: bool
) -> FoundSpeaker:
    if inside and text.begins_inside(inside):
        # `Wow!" when Mori said …`: only the words at the closing mark name the speaker.
        return text.speaker_of(inside[0])
    if attribution is not None and attribution.speaker:
        return FoundSpeaker(speaker=attribution.speaker, side="inside", start=attribution.start, end=attribution.end)
    if inside and (in_speech or attribution is not None):
        return text.speaker_of(inside[0])
    if attribution is not None:
        return text.source_before()
    return FoundSpeaker()


def _mood(
    text: SpeechText, sentence: str, attribution: Attribution | None, lead_in: str, heading: str
) -> tuple[Mood, Literal["", "inside", "before", "heading"]]:
    mood = mood_of(sentence, japanese=text.japanese)
    if mood is Mood.QUESTION and (attribution is not None or text.outside_words() >= _least(text)):
        # A question somebody asks inside a statement: He asked: "Why?"
        mood = mood_of(text.masked_sentence, japanese=text.japanese)
    if mood is Mood.STATED and attribution is not None and (attribution.hearsay or attribution.nested):
        mood = Mood.ALLEGED
    if mood is not Mood.STATED:
        return mood, "inside"
    if lead_in and (led := mood_of(lead_in, japanese=is_japanese(lead_in))) not in (Mood.STATED, Mood.QUESTION):
        return led, "before"
    headed = heading_mood(heading)
    return headed, "heading" if headed is not Mood.STATED else ""


def _taken_back(sentence: str, after: str, lead_in: str, heading: str, *, japanese: bool) -> bool:
    return (
        takes_back(after, japanese=japanese or is_japanese(after[:80]))
        or ends_taken_back(sentence, japanese=japanese)
        or (bool(lead_in) and leads_in_denial(lead_in))
        or heading_mood(heading) is Mood.DENIED
        or _LABELLED_FALSE.match(sentence) is not None
    )


_LABELLED_FALSE: Final = lazy_pattern(
    r"[\s\"“*_>#-]*(?:(?:[Mm]yth|MYTH|[Mm]isconception|[Ff]alse|FALSE|[Ff]iction|[Ff]alse\sclaim|[Rr]umou?r)\s*(?:#?\d+\s*)?[:：—–]"
    r"|(?:誤解|誤り|ウソ|嘘|デマ|誤|俗説|迷信)\s*\d*[：:])"
)
