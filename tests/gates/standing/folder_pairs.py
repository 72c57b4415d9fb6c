"""Every pair of claims of a folder that Tadori would show as agreeing or contradicting, with its origins.

In: a folder of documents. Out: `ShownPair`s, in a fixed order. It reads each document with the program's own reader,
cuts all of its claims (not only the ones a question would rank first), compares all of them, and groups the pages by
origin. So it shows what a reader of any report over that folder could meet.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from tadori.claim.extraction import claims_from
from tadori.errors import SourceError
from tadori.extract.extraction import Extraction
from tadori.extract.file_types import MEDIA_TYPES
from tadori.graph.origins import sources_of
from tadori.judge.frames.framed import FramedClaim
from tadori.judge.frames.values import FrameRelation
from tadori.judge.judge import Judge
from tadori.model.graph import EvidenceSource
from tadori.model.ids import Url
from tadori.model.page import Capture, Fragment, Page, heading_texts
from tadori.pipeline.task_sources import page_for_origin
from tadori.pipeline.verdicts import compared_pairs, is_vetoed

READ_AT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPair:
    """Two sentences of two documents and what is shown about them."""

    relation: str
    """`corroborated`, `contradicts` or `qualifies`."""
    kind: str
    words: str
    file_a: str
    sentence_a: str
    heading_a: str
    file_b: str
    sentence_b: str
    heading_b: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderReading:
    framed: Sequence[FramedClaim]
    files: dict[str, str]
    """Page id → path in the folder."""
    sources: dict[str, EvidenceSource]


def read_folder(folder: Path) -> FolderReading:
    """All claims of the documents of a folder, and the origins of its pages."""
    reader, framed, files, origin_inputs = Extraction(), [], {}, []
    seen: set[str] = set()
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix.lower() in MEDIA_TYPES):
        capture = Capture(
            url=Url(path.as_uri()),
            body=path.read_bytes(),
            media_type=MEDIA_TYPES[path.suffix.lower()],
            charset=None,
            fetched_at=READ_AT,
            source_tag="library",
        )
        try:
            extracted = reader.extract(capture)
        except SourceError:
            continue
        page = Page.of(capture, extracted)
        fragments = [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]
        files[page.id] = path.relative_to(folder).as_posix()
        origin_inputs.append(page_for_origin(page, extracted.text))
        for fragment in fragments:
            for claim in claims_from(fragment, page, fragments):
                if claim.id not in seen:
                    seen.add(claim.id)
                    framed.append(FramedClaim.of(claim, title=page.title, headings=heading_texts(fragment)))
    sources = {source.page_id: source for source in sources_of(origin_inputs)}
    return FolderReading(framed=framed, files=files, sources=sources)


def shown_pairs(reading: FolderReading, veto: Judge) -> Iterator[ShownPair]:
    """Corroborations between independent origins, and contradictions and qualifications between any two pages."""
    pairs = compared_pairs(reading.framed, reading.framed)
    verdicts = veto.verdicts([pair.for_judge for pair in pairs])
    for pair, verdict in zip(pairs, verdicts, strict=True):
        a, b = pair.first, pair.second
        found = pair.relation
        if is_vetoed(pair, verdict):
            continue
        page_a, page_b = a.claim.quotation.page_id, b.claim.quotation.page_id
        if found.relation is FrameRelation.SAME:
            if reading.sources[page_a].origin == reading.sources[page_b].origin:
                continue
            if not (found.covers_first or found.covers_second):
                continue
        yield ShownPair(
            relation={"same": "corroborated", "excludes": "contradicts"}.get(found.relation, found.relation.value),
            kind=found.kind,
            words=found.words,
            file_a=reading.files[page_a],
            sentence_a=a.whole,
            heading_a=" › ".join((a.source.title, *a.source.headings)),
            file_b=reading.files[page_b],
            sentence_b=b.whole,
            heading_b=" › ".join((b.source.title, *b.source.headings)),
        )


def main() -> None:
    """Prints the pairs of the folder named as the first argument, one JSON line each."""
    reading = read_folder(Path(sys.argv[1]))
    most = int(sys.argv[2]) if len(sys.argv) > 2 else None
    for pair in islice(shown_pairs(reading, Judge()), most):
        print(json.dumps(asdict(pair), ensure_ascii=False))


if __name__ == "__main__":
    main()
