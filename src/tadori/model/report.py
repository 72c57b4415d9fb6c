"""A report as data. Rendering adds no sentence: what is not in here is not printed."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from tadori.model.claim import ADDED, Quotation
from tadori.model.computation import Computed
from tadori.model.grading import DerivationStep, EntailmentVote, Grade
from tadori.model.graph import Confidence, EvidenceGraph, Standing, TrustLevel
from tadori.model.ids import IsoDate, Lang, Sha256, Url
from tadori.model.page import NO_IMPRINT, Imprint
from tadori.model.unread import UnreadLine

FIRST_FORM: Final = 1
PRESENT_FORM: Final = 2
"""Raised when a report is laid out otherwise: `verify` prints a sealed report again in the form it was sealed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A sentence proposed for the report (by rules, a model or a client). The compiler decides."""

    text: str
    claim_ids: tuple[str, ...]
    quotations: tuple[Quotation, ...]
    """The quotations it is based on."""
    in_answer: bool
    votes: tuple[EntailmentVote, ...] = field(default=(), metadata=ADDED)
    """What models said of it, where it is in other words than its sources."""
    facet: str = field(default="", metadata=ADDED)
    """The part of the answer it belongs to, as a heading in the report's language; empty for an answer in one part."""
    value: str = field(default="", metadata=ADDED)
    """The words of `text` that fill what was asked (a date, a name, a number); empty where there are none."""
    code: Quotation | None = field(default=None, metadata=ADDED)
    """The block of code that is printed behind the sentence, as it stands in the source."""
    computed: Computed | None = field(default=None, metadata=ADDED)
    """The calculation that the sentence says; None for every other sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a quotation is: enough for a person to look it up, and for code to check it."""

    number: int
    page_id: str
    url: Url
    title: str
    date: IsoDate | None
    lang: Lang
    trust: TrustLevel
    is_primary: bool
    found_at: datetime
    heading: str
    deep_link: str
    """The address with a text fragment (`#:~:text=`) or `#page=` for PDF."""
    excerpt: str
    content_hash: Sha256
    text_hash: Sha256
    """Of the page's whole extracted text."""
    quotation: Quotation
    notes: tuple[str, ...] = field(default=(), metadata=ADDED)
    """In words: why the page is trusted as it is, who publishes it, what is wrong with it."""
    canonical: str = field(default="", metadata=ADDED)
    """The address that the page declares as its own, where it is another than `url`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One printed sentence. `checked` sentences passed the compiler; others are listed apart, with the reason."""

    text: str
    claim_ids: tuple[str, ...]
    citations: tuple[int, ...]
    checked: bool
    reason: str
    """Why it is not checked; empty when it is."""
    standing: Standing | None
    confidence: float | None
    caveat: str
    """Printed beside claims under .7, with what would raise their confidence; empty otherwise."""
    grade: Grade | None = field(default=None, metadata=ADDED)
    """None only in reports made before there were grades."""
    steps: tuple[DerivationStep, ...] = field(default=(), metadata=ADDED)
    """How a derived sentence was made; `quotations` are the numbers of citations."""
    votes: tuple[EntailmentVote, ...] = field(default=(), metadata=ADDED)
    facet: str = field(default="", metadata=ADDED)
    """See `Draft.facet`."""
    value: str = field(default="", metadata=ADDED)
    """See `Draft.value`: printed in bold."""
    code: int = field(default=0, metadata=ADDED)
    """The citation whose quotation is the block of code behind the sentence; 0 where there is none."""
    computed: Computed | None = field(default=None, metadata=ADDED)
    """See `Draft.computed`; `quotation` of an input is the number of its citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportClaim:
    """A claim with everything for and against it."""

    sentence: Sentence
    confidence: Confidence
    supporting: tuple[int, ...]
    """Citation numbers, primary sources first."""
    against: tuple[int, ...]
    may_conflict: tuple[int, ...] = ()
    """Empty since there are frames; older reports have some, and every form names the field."""
    independent_origins: int
    qualifying: tuple[int, ...] = field(default=(), metadata=ADDED)
    """What says another value of another time, place, group or bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A contested point: both sides, side by side."""

    point: str
    sides: tuple[Sentence, ...]
    grounds: tuple[str, ...]
    quoted: tuple[int, ...] = ()
    """Citation numbers of quotations against the side that no claim states; instead of a second side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    date: IsoDate
    text: str
    kind: str
    """`stated updated corrected withdrawn`"""
    citation: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryLine:
    """One query in the method section."""

    text: str
    purpose: str
    round: int
    hits: int
    pages_read: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionCoverage:
    """S5's gap analysis of one section, for the report."""

    name: str
    purpose: str
    coverage: tuple[tuple[str, float], ...]
    missing: tuple[str, ...]
    sufficient: bool
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMethod:
    """What was searched, read and dropped, and why."""

    queries: tuple[QueryLine, ...]
    sections: tuple[SectionCoverage, ...]
    pages_searched: int
    """Documents within reach."""
    pages_read: int
    dropped: tuple[tuple[str, int], ...]
    """Reason in words → count."""
    stop_reason: str
    stop_words: str
    """The stop reason as a sentence."""
    rounds: int
    refutation_queries: int
    largest_origin_share: float
    seconds: float
    """Rounded to whole seconds in print."""
    model_tokens: int = field(default=0, metadata=ADDED)
    """Tokens of language models; 0 where none was used."""
    model_seconds: float = field(default=0.0, metadata=ADDED)
    unread: tuple[UnreadLine, ...] = field(default=(), metadata=ADDED)
    """What was not read of the task's folders and pages, whichever run read them."""
    follow_up_of: str = field(default="", metadata=ADDED)
    """The task that this one follows; empty for a question of its own."""
    parent_question: str = field(default="", metadata=ADDED)
    asked: str = field(default="", metadata=ADDED)
    """What was typed, where the report's question is that with its subject filled in."""
    notes: int = field(default=0, metadata=ADDED)
    """How many notes of the user were given. They are no evidence."""


class Answered(StrEnum):
    """How much of the question the report answers."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """One aspect of a comparison: for each side, the claims whose sentences stand in its cell; a cell may be empty."""

    aspect: str
    cells: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerShape:
    """How the answer is laid out. Chosen by rules from the question and the evidence; it holds no sentence."""

    kind: str = ""
    """The kind of the question (`rank/question_kinds.py`); empty where nobody asked for one."""
    verdict: str = ""
    """`yes` or `no`, for a question that is decided so; empty otherwise."""
    decided_by: str = field(default="", metadata=ADDED)
    """The claim whose sentence says so: where that is not printed in the answer, there is no verdict either."""
    partly: bool = False
    """Whether a part of the question has no answer; `Report.missing` says which."""
    sides: tuple[str, ...] = ()
    """What is compared, as the question names it: the columns of the table. Empty where nothing is compared."""
    rows: tuple[ComparisonRow, ...] = ()
    code_left_out: int = field(default=0, metadata=ADDED)
    """How many blocks of code that belong to the answer are too long to be printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole report. `answered` decides the exit code: 0 or 3."""

    task_id: str
    question: str
    lang: Lang
    created_at: datetime
    answered: Answered
    answer: tuple[Sentence, ...]
    """In reading order; sentences of one facet stand together."""
    missing: tuple[str, ...]
    """What would be needed when the evidence is not enough; also gaps beside an answer."""
    claims: tuple[ReportClaim, ...]
    contested: tuple[Contest, ...]
    unchecked: tuple[Sentence, ...]
    timeline: tuple[TimelineEntry, ...]
    method: ReportMethod
    citations: tuple[Citation, ...]
    support_rate: float
    """Quoted and derived sentences ÷ sentences given to the compiler (1.0 when there was none). In reports made before
    there were grades: checked ones."""
    corroboration_rate: float
    """Corroborated claims ÷ printed claims (0.0 when none is printed)."""
    lowest_grade: Grade | None = field(default=None, metadata=ADDED)
    """The weakest grade that may be printed as checked; None only in reports made before there were grades."""
    shape: AnswerShape = field(default=AnswerShape(), metadata=ADDED)
    form: int = field(default=PRESENT_FORM, metadata=ADDED)
    """The form of its files: 1 for a report that was sealed before the present one. Stands in JSON as `schema`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Everything the compiler is given. It reads no store: the report can be compiled again from this alone."""

    task_id: str
    question: str
    lang: Lang
    created_at: datetime
    graph: EvidenceGraph
    drafts: tuple[Draft, ...]
    method: ReportMethod
    pages: tuple["ReadPage", ...]
    missing: tuple[str, ...]
    lowest_grade: Grade = Grade.DERIVED
    """Sentences of a weaker grade are listed as not checked."""
    shape: AnswerShape = AnswerShape()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """A page the task has read and archived; citations of any other page are refused."""

    page_id: str
    url: Url
    content_hash: Sha256
    text_hash: Sha256
    media_type: str
    found_at: datetime
    headings: tuple[tuple[int, str], ...]
    """(offset in the text, heading path), ascending."""
    page_starts: tuple[tuple[int, int], ...] = ()
    """(offset in the text, page number from 1) of a paged document, ascending: for `#page=` links."""
    canonical: str = field(default="", metadata=ADDED)
    """The address that decides the publisher of a document from a folder."""
    extraction: str = field(default="", metadata=ADDED)
    """The extraction that read it; another version may read it differently."""
    imprint: Imprint = field(default=NO_IMPRINT, metadata=ADDED)
    """What it says about the work it is a part of: decides its origin."""
