"""A small archived world for the compiler: two languages, primary and secondary sources, a copy, a contradiction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tadori.errors import EvidenceBroken
from tadori.events import Event, SentenceRefused, ignore_event
from tadori.model.claim import Claim, Edge, Ground, Quotation, Relation
from tadori.model.doors import SentenceCheck
from tadori.model.grading import EntailmentVote, Grade, QuotedPassage, SentenceVerdict
from tadori.model.graph import ClaimStanding, Confidence, EvidenceGraph, EvidenceSource, Standing, TrustLevel
from tadori.model.ids import EN, JA, IsoDate, Lang, Url, content_id, sha256, text_hash
from tadori.model.report import Draft, Material, QueryLine, ReadPage, Report, ReportMethod, SectionCoverage
from tadori.report.compiler import compile_report

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
FOUND = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)


class WordForWord:
    """A check as strict as can be: the sentence is one of the quotations. Implements `SentenceCheck`."""

    def grade(
        self, sentence: str, quotations: Sequence[QuotedPassage], votes: Sequence[EntailmentVote] = ()
    ) -> SentenceVerdict:
        same = sentence in [quotation.text for quotation in quotations]
        rule, weight = ("identical", 1.0) if same else ("overlap", -0.5)
        return SentenceVerdict(
            grade=Grade.QUOTED if same else Grade.NOT_CHECKED,
            grounds=(Ground(rule=rule, detail="word for word", weight=weight),),
        )


@dataclass
class World:
    """Pages, claims and drafts as they are added; everything has its real hash and offset."""

    lang: Lang = EN
    question: str = "When was the Kirishima dam completed?"
    texts: dict[str, str] = field(default_factory=dict)
    pages: dict[str, ReadPage] = field(default_factory=dict)
    sources: dict[str, EvidenceSource] = field(default_factory=dict)
    standings: dict[str, ClaimStanding] = field(default_factory=dict)
    drafts: list[Draft] = field(default_factory=list)
    missing: tuple[str, ...] = ()
    events: list[Event] = field(default_factory=list)

    def text(self, page_id: str) -> str:
        """`TextArchive`."""
        if page_id not in self.texts:
            raise EvidenceBroken(f"{page_id} is not archived")
        return self.texts[page_id]

    def page(
        self,
        page_id: str,
        text: str,
        *,
        url: str | None = None,
        title: str | None = None,
        date: str | None = "2024-03-01",
        lang: Lang = EN,
        trust: TrustLevel = TrustLevel.UNVERIFIED,
        primary: bool = False,
        origin: str | None = None,
        media_type: str = "text/html",
        headings: tuple[tuple[int, str], ...] = (),
        page_starts: tuple[tuple[int, int], ...] = (),
    ) -> str:
        self.texts[page_id] = text
        address = Url(url or f"https://{page_id}.example/report")
        self.pages[page_id] = ReadPage(
            page_id=page_id,
            url=address,
            content_hash=sha256(f"<p>{text}</p>".encode()),
            text_hash=text_hash(text),
            media_type=media_type,
            found_at=FOUND,
            headings=headings,
            page_starts=page_starts,
        )
        self.sources[page_id] = EvidenceSource(
            page_id=page_id,
            url=address,
            title=f"Title of {page_id}" if title is None else title,
            date=IsoDate(date) if date else None,
            lang=lang,
            domain=f"{page_id}.example",
            trust=trust,
            is_primary=primary,
            origin=origin or page_id,
        )
        return page_id

    def quote(self, page_id: str, words: str) -> Quotation:
        start = self.texts[page_id].index(words)
        fragment_id = content_id("fr", page_id, start)
        return Quotation.of(fragment_id=fragment_id, page_id=page_id, start=start, text=words)

    def claim(
        self,
        text: str,
        *pages: str,
        against: Iterable[Quotation] = (),
        qualifying: Iterable[Quotation] = (),
        standing: Standing | None = None,
        confidence: float = 0.8,
        date: str | None = None,
        searched: bool = True,
        grounds: tuple[Ground, ...] = (Ground(rule="number", detail="1998 ≠ 1999", weight=-0.9),),
    ) -> str:
        """A claim whose words stand on each of `pages`; its id."""
        quotations = [self.quote(page, text) for page in pages]
        claim_id = Claim.id_of(text)
        refuting = tuple(edge(claim_id, q, Relation.REFUTES, grounds) for q in against)
        origins = tuple(dict.fromkeys(self.sources[page].origin for page in pages))
        found = (
            Standing.CONTESTED if refuting else Standing.CORROBORATED if len(origins) > 1 else Standing.SINGLE_SOURCE
        )
        self.standings[claim_id] = ClaimStanding(
            claim=Claim(
                id=claim_id,
                text=text,
                lang=self.lang,
                quotation=quotations[0],
                date=IsoDate(date) if date else None,
            ),
            standing=standing or found,
            supporting=tuple(edge(claim_id, q, Relation.SUPPORTS) for q in quotations),
            refuting=refuting,
            qualifying=tuple(edge(claim_id, q, Relation.QUALIFIES) for q in qualifying),
            origins=origins,
            has_primary=any(self.sources[page].is_primary for page in pages),
            satisfaction=0.5,
            satisfied=False,
            confidence=Confidence(
                value=confidence,
                tier=0.6,
                agreement=0.5,
                freshness=1.0,
                consistency=1.0,
                refutation_searched=searched,
                refutation_found=bool(refuting),
                grounds=("Its evidence is recent.",),
            ),
            answer_score=0.5,
        )
        return claim_id

    def draft(
        self,
        text: str,
        *quotations: Quotation,
        claims: Sequence[str] | None = None,
        in_answer: bool = False,
    ) -> Draft:
        ids = (Claim.id_of(text),) if claims is None else tuple(claims)
        made = Draft(text=text, claim_ids=ids, quotations=quotations, in_answer=in_answer)
        self.drafts.append(made)
        return made

    def state(self, text: str, *pages: str, in_answer: bool = False) -> Draft:
        """An honest draft: the claim's own words, quoted from `pages`."""
        return self.draft(text, *(self.quote(page, text) for page in pages), in_answer=in_answer)

    def material(self, method: ReportMethod | None = None) -> Material:
        return Material(
            task_id="task_20260701T093000_0a0b0c0d",
            question=self.question,
            lang=self.lang,
            created_at=NOON,
            graph=EvidenceGraph(
                sources=tuple(self.sources[key] for key in sorted(self.sources)),
                claims=tuple(self.standings[key] for key in sorted(self.standings)),
                largest_origin_share=0.25,
            ),
            drafts=tuple(self.drafts),
            method=method or METHOD,
            pages=tuple(self.pages.values()),
            missing=self.missing,
        )

    def report(self, check: SentenceCheck | None = None, *, listen: bool = False) -> Report:
        emit = self.events.append if listen else ignore_event
        return compile_report(self.material(), archive=self, check=check or WordForWord(), emit=emit)

    def refusals(self) -> list[SentenceRefused]:
        return [event for event in self.events if isinstance(event, SentenceRefused)]


def edge(
    claim_id: str,
    quotation: Quotation,
    relation: Relation,
    grounds: tuple[Ground, ...] = (),
    *,
    shown: bool = True,
    confidence: float = 0.9,
) -> Edge:
    return Edge(
        id=Edge.id_of(claim_id, quotation, relation),
        claim_id=claim_id,
        quotation=quotation,
        relation=relation,
        confidence=confidence,
        shown=shown,
        grounds=grounds,
    )


METHOD = ReportMethod(
    queries=(
        QueryLine(
            text="Kirishima dam completed", purpose="initial", round=0, hits=9, pages_read=4, reason="the question"
        ),
        QueryLine(text="Kirishima dam error", purpose="refute", round=1, hits=2, pages_read=1, reason="tests claim 1"),
    ),
    sections=(
        SectionCoverage(
            name="Completion",
            purpose="when it was completed",
            coverage=(("year", 1.0), ("cost", 0.25)),
            missing=("cost",),
            sufficient=True,
            confidence=0.8,
        ),
    ),
    pages_searched=40,
    pages_read=5,
    dropped=(("copy of a page already read", 2),),
    stop_reason="satisfied",
    stop_words="Every part of the question is covered.",
    rounds=2,
    refutation_queries=1,
    largest_origin_share=0.25,
    seconds=12.4,
)

DONE_1998 = "The Kirishima dam was completed in 1998."
DONE_1999 = "The Kirishima dam was completed in 1999."
HEIGHT = "The dam is 117 metres high."
CORRECTION = "Correction: the Kirishima dam was completed in 1998, not in 1999."

JA_1998 = "霧島湖ダムは1998年に完成した。"
JA_1999 = "霧島湖ダムは1999年に完成した。"
JA_HEIGHT = "堤の高さは117メートルである。"
JA_CORRECTION = "訂正：霧島湖ダムの完成は1999年ではなく1998年です。"


def english() -> World:
    """An answered question: corroborated by an office and a paper, contested by a blog, corrected later."""
    world = World(missing=("What the dam cost is not in any document.",))
    world.page(
        "office",
        f"Dams of the prefecture\n\nThe works began in 1989. {DONE_1998} {HEIGHT}\n\nSee also the yearbook.",
        title="Dams of the prefecture",
        date="2021-04-01",
        trust=TrustLevel.GOVERNMENT,
        primary=True,
        headings=((0, "Dams of the prefecture"),),
    )
    world.page("paper", f"{DONE_1998} It took nine years.", title="The Kirishima Times", trust=TrustLevel.TRUSTED)
    world.page("blog", f"I was there. {DONE_1999}", title="A walk around the lake", date="2019-05-05")
    world.page("notice", CORRECTION, title="Correction", date="2022-02-02", trust=TrustLevel.TRUSTED)
    world.claim(DONE_1998, "office", "paper", against=[world.quote("blog", DONE_1999)], confidence=0.82)
    world.claim(
        DONE_1999,
        "blog",
        against=[world.quote("paper", DONE_1998), world.quote("notice", CORRECTION)],
        confidence=0.41,
    )
    world.claim(HEIGHT, "office", confidence=0.66, searched=False)
    world.state(DONE_1998, "paper", "office", in_answer=True)
    world.state(HEIGHT, "office")
    world.state(DONE_1999, "blog")
    world.draft("The dam cost 40 billion yen.", world.quote("office", HEIGHT), claims=[Claim.id_of(HEIGHT)])
    return world


def japanese() -> World:
    """The same world told in Japanese."""
    world = World(lang=JA, question="霧島湖ダムはいつ完成したか", missing=("建設費はどの資料にもない。",))
    world.page(
        "office",
        f"県のダム\n\n工事は1989年に始まった。{JA_1998}{JA_HEIGHT}\n\n年報も参照。",
        title="県のダム一覧",
        date="2021-04-01",
        lang=JA,
        trust=TrustLevel.GOVERNMENT,
        primary=True,
        headings=((0, "県のダム › 霧島湖"),),
    )
    world.page("paper", f"{JA_1998}九年かかった。", title="霧島日報", lang=JA, trust=TrustLevel.TRUSTED)
    world.page("blog", f"現地に行った。{JA_1999}", title="湖畔の散歩", date="2019-05-05", lang=JA)
    world.page("notice", JA_CORRECTION, title="訂正のお知らせ", date="2022-02-02", lang=JA, trust=TrustLevel.TRUSTED)
    world.claim(JA_1998, "office", "paper", against=[world.quote("blog", JA_1999)], confidence=0.82)
    world.claim(
        JA_1999,
        "blog",
        against=[world.quote("paper", JA_1998), world.quote("notice", JA_CORRECTION)],
        confidence=0.41,
    )
    world.claim(JA_HEIGHT, "office", confidence=0.66, searched=False)
    world.state(JA_1998, "paper", "office", in_answer=True)
    world.state(JA_HEIGHT, "office")
    world.state(JA_1999, "blog")
    world.draft("建設費は400億円だった。", world.quote("office", JA_HEIGHT), claims=[Claim.id_of(JA_HEIGHT)])
    return world
