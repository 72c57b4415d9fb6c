"""A small research, sealed: three pages, ja and en, compiled by the real compiler into real evidence."""

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tadori.archive.pages import PageArchive
from tadori.archive.wacz import write_wacz
from tadori.model.claim import Claim, Edge, Ground, Quotation, Relation
from tadori.model.grading import EntailmentVote, Grade, QuotedPassage, SentenceVerdict
from tadori.model.graph import ClaimStanding, Confidence, EvidenceGraph, EvidenceSource, Standing, TrustLevel
from tadori.model.ids import EN, JA, IsoDate, Sha256, Url, content_id
from tadori.model.page import Capture, Page
from tadori.model.report import Draft, Material, ReadPage, Report, ReportMethod
from tadori.report.compiler import compile_report
from tadori.report.json_form import graph_json, report_json
from tadori.text.normalise import squash
from tests.archive.samples import MOMENT, Sample, sample

CREATED = datetime(2026, 11, 16, 4, 0, tzinfo=UTC)
LONG = "The Kanegawa bridge is 15 metres long."
JAPANESE = "鐘川橋の長さは15メートルである。"
SHORT = "The bridge is 14 metres long."


class LetterCheck:
    """A sentence check that is easy to reason about: the cited words must hold the sentence's letters and digits."""

    def grade(
        self, sentence: str, quotations: Sequence[QuotedPassage], votes: Sequence[EntailmentVote] = ()
    ) -> SentenceVerdict:
        said = any(squash(sentence) in squash(quotation.text) for quotation in quotations)
        return SentenceVerdict(grade=Grade.QUOTED if said else Grade.NOT_CHECKED, grounds=())


def raw_text(capture: Capture) -> str:
    """The document without its tags."""
    return re.sub(r"<[^>]*>", "", capture.body.decode(capture.charset or "utf-8", "replace"))


def render(report: bytes) -> Mapping[str, bytes]:
    """Stands in for the real renderer: any pure function of report.json will do."""
    return {"report.md": b"# report\n" + report, "report.html": b"<pre>" + report}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    path: Path
    root_hash: Sha256
    archive: PageArchive
    pages: tuple[Page, ...]
    report: Report
    graph: EvidenceGraph

    @property
    def files(self) -> dict[str, bytes]:
        return report_files(self.report, self.graph)


def report_files(report: Report, graph: EvidenceGraph) -> dict[str, bytes]:
    data = report_json(report)
    return {
        "report.json": data,
        **render(data),
        "graph.json": graph_json(graph),
        "log.jsonl": b'{"kind": "task_started"}\n',
    }


def document(name: str, words: str, *, ja: bool = False) -> Sample:
    text = f"{'記録' if ja else 'Notes'}\n\n{words}"
    body = f"<html><h1>{text.splitlines()[0]}</h1><p>{words.replace('15', '<b>15</b>')}</p></html>".encode()
    return sample(f"file:///library/{name}", body, text, lang=JA if ja else EN)


def sealed(folder: Path) -> Sealed:
    """Evidence for one claim with two sources and one page against it."""
    archive = PageArchive(folder / "archive")
    samples = [document("a.html", LONG), document("橋.html", JAPANESE, ja=True), document("c.html", SHORT)]
    for page, capture, text in samples:
        archive.keep(page, capture, text)
    quotes = [
        _quote(page, text, words) for (page, _, text), words in zip(samples, (LONG, JAPANESE, SHORT), strict=True)
    ]
    graph = _graph([page for page, _, _ in samples], quotes)
    report = compile_report(_material(samples, graph, quotes), archive=archive, check=LetterCheck())
    pages = tuple(page for page, _, _ in samples)
    return seal(folder / "evidence.wacz", archive, pages, report, graph)


def seal(path: Path, archive: PageArchive, pages: Sequence[Page], report: Report, graph: EvidenceGraph) -> Sealed:
    """Write evidence with every hash right, whatever `report` and `graph` say: what a careful forger would do."""
    files = report_files(report, graph)
    root = write_wacz(path, archive=archive, pages=pages, files=files, title=report.question, created=CREATED)
    return Sealed(path=path, root_hash=root, archive=archive, pages=tuple(pages), report=report, graph=graph)


def package(path: Path) -> dict[str, object]:
    with zipfile.ZipFile(path) as evidence:
        described: dict[str, object] = json.loads(evidence.read("datapackage.json"))
    return described


def _quote(page: Page, text: str, words: str) -> Quotation:
    start = text.index(words)
    return Quotation.of(fragment_id=content_id("fr", page.id, start), page_id=page.id, start=start, text=words)


def _graph(pages: Sequence[Page], quotes: Sequence[Quotation]) -> EvidenceGraph:
    long, japanese, short = quotes
    own = Claim(id=Claim.id_of(LONG), text=LONG, lang=EN, quotation=long, date=IsoDate("2024-05"))
    other = Claim(id=Claim.id_of(SHORT), text=SHORT, lang=EN, quotation=short)
    standings = [
        _standing(own, supporting=[long, japanese], refuting=[short]),
        _standing(other, supporting=[short], refuting=[long]),
    ]
    sources = [
        EvidenceSource(
            page_id=page.id,
            url=page.url,
            title=page.title,
            date=IsoDate("2024-05-01"),
            lang=page.lang,
            domain="",
            trust=TrustLevel.UNVERIFIED,
            is_primary=False,
            origin=page.id,
        )
        for page in sorted(pages, key=lambda page: page.id)
    ]
    ordered = tuple(sorted(standings, key=lambda standing: standing.claim.id))
    return EvidenceGraph(sources=tuple(sources), claims=ordered, largest_origin_share=1 / 3)


def _standing(claim: Claim, *, supporting: Sequence[Quotation], refuting: Sequence[Quotation]) -> ClaimStanding:
    return ClaimStanding(
        claim=claim,
        standing=Standing.CONTESTED,
        supporting=tuple(_edge(claim, quotation, Relation.SUPPORTS) for quotation in supporting),
        refuting=tuple(_edge(claim, quotation, Relation.REFUTES) for quotation in refuting),
        origins=tuple(sorted(quotation.page_id for quotation in supporting)),
        has_primary=False,
        satisfaction=0.5,
        satisfied=False,
        confidence=Confidence(
            value=0.6,
            tier=0.6,
            agreement=0.5,
            freshness=0.5,
            consistency=0.5,
            refutation_searched=True,
            refutation_found=True,
            grounds=("two of three sources agree",),
        ),
        answer_score=0.9,
    )


def _edge(claim: Claim, quotation: Quotation, relation: Relation) -> Edge:
    return Edge(
        id=Edge.id_of(claim.id, quotation, relation),
        claim_id=claim.id,
        quotation=quotation,
        relation=relation,
        confidence=0.9,
        shown=True,
        grounds=(Ground(rule="number", detail="14 ≠ 15", weight=-1.0),),
    )


def _material(samples: Sequence[Sample], graph: EvidenceGraph, quotes: Sequence[Quotation]) -> Material:
    return Material(
        task_id="task_20261116T040000_00000000",
        question="How long is the Kanegawa bridge?",
        lang=EN,
        created_at=CREATED,
        graph=graph,
        drafts=(
            Draft(text=LONG, claim_ids=(Claim.id_of(LONG),), quotations=(quotes[0],), in_answer=True),
            Draft(text="It is red.", claim_ids=(Claim.id_of(LONG),), quotations=(quotes[0],), in_answer=False),
        ),
        method=ReportMethod(
            queries=(),
            sections=(),
            pages_searched=3,
            pages_read=3,
            dropped=(),
            stop_reason="satisfied",
            stop_words="",
            rounds=1,
            refutation_queries=1,
            largest_origin_share=1 / 3,
            seconds=1.0,
        ),
        pages=tuple(
            ReadPage(
                page_id=page.id,
                url=Url(page.url),
                content_hash=page.content_hash,
                text_hash=page.text_hash,
                media_type=page.media_type,
                found_at=MOMENT,
                headings=((0, "Notes"),),
            )
            for page, _, _ in samples
        ),
        missing=(),
    )
