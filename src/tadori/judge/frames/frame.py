"""The frame of a sentence and what it is filled from.

In: a `FrameSource`, made from a claim, its context and its page's title (`frame_source`). Out of the readers
(`quantity_frames`, `event_frames`, `role_frames`): `Frame`s. A frame with an empty subject is never made: what nobody
names cannot be compared.
"""

from dataclasses import dataclass

from tadori.model.claim import Claim, Mood, Quotation
from tadori.model.frame import FrameKind, FrameSlot
from tadori.model.ids import IsoDate, Lang
from tadori.text.dates import DateMention
from tadori.text.numbers import Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSource:
    """Everything a frame may be filled from."""

    text: str
    """The claim's sentence, as it stands."""
    lang: Lang
    title: str = ""
    headings: tuple[str, ...] = ()
    """The headings above it, outermost first."""
    subject: str = ""
    """What `It`, 同社 or a missing subject stands for (`ClaimContext.subject`)."""
    subject_start: int = 0
    """The words of `text` that `subject` replaces; an empty span where it is to be inserted."""
    subject_end: int = 0
    subject_quotation: Quotation | None = None
    header: str = ""
    """The header row of the table that `text` is a row of: cells divided by ` | `."""
    lead_in: str = ""
    mood: Mood = Mood.STATED
    speaker: str = ""
    date: IsoDate | None = None
    """The time the claim is about or, failing that, its page's date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a sentence states about one value of one thing."""

    kind: FrameKind
    subject: FrameSlot
    asked: FrameSlot
    """The measured thing, the event or the role."""
    value: FrameSlot
    quantity: Quantity | None = None
    high: Quantity | None = None
    """The upper end of a range whose lower end is `quantity`."""
    date: DateMention | None = None
    period: FrameSlot | None = None
    """The time a quantity or a role holds for: `in 2019`, 2019年度."""
    scope: tuple[FrameSlot, ...] = ()
    """What narrows it: `in Osaka`, `for women`, `on 64-bit systems`, `at most`, `about`, `by default`."""
    firm: bool = True
    """Stated as a fact, without hedge, plan, condition, allegation, denial or question: only such are compared."""
    whole: bool = True
    """The frame says all that its sentence says: agreement on it is agreement with the sentence. Not so for `X, which
    has 12 galleries, was praised`."""


def frame_source(claim: Claim, *, title: str = "", headings: tuple[str, ...] = ()) -> FrameSource:
    context = claim.context
    return FrameSource(
        text=claim.text,
        lang=claim.lang,
        title=title,
        headings=headings,
        subject=context.subject,
        subject_start=context.subject_start,
        subject_end=context.subject_end,
        subject_quotation=context.subject_quotation,
        header="" if context.header is None else context.header.text,
        lead_in="" if context.lead_in is None else context.lead_in.text,
        mood=context.mood,
        speaker=context.speaker,
        date=claim.date,
    )
