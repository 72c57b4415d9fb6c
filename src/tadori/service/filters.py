"""The filters `extract`, `rank` and `judge` as functions on plain data. Input is checked here; output is JSON-ready."""

import mimetypes
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tadori.errors import SourceError, SourceTooLarge, WrongCall
from tadori.extract.file_types import CONTAINERS, media_type_of
from tadori.minds.base import EvidencePair
from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.ids import IsoDate, Url
from tadori.model.page import Capture, Extracted, Fragment, Page
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.service.fetching import fetch_pages
from tadori.settings import load_settings
from tadori.wiring.home import open_app


def extract_files(files: Sequence[Path]) -> Iterator[dict[str, Any] | SourceError]:
    """Each document in `files` as plain data, or the reason why it could not be read."""
    from tadori.extract.bounded import QUICK_BYTES, BoundedExtractor  # lazy: few commands need it

    with BoundedExtractor(quick_bytes=QUICK_BYTES) as reading:
        for file in files:
            captures: Iterator[Capture | SourceError] = (
                reading.documents_in(file) if file.name.lower().endswith(CONTAINERS) else iter([_capture(file)])
            )
            for capture in captures:
                if isinstance(capture, SourceError):
                    yield capture
                    continue
                try:
                    extracted = reading.extract(capture)
                except SourceError as exc:
                    yield exc
                    continue
                yield _page_line(Page.of(capture, extracted), extracted)


def extract_pages(urls: Sequence[str]) -> Iterator[dict[str, Any] | SourceError]:
    """Each page at `urls`, fetched politely, as plain data, or the reason why there is none."""
    for line in fetch_pages(urls) if urls else ():
        if "lost" in line:
            yield SourceError(line["url"], line["lost"])
            continue
        with open_app(load_settings()) as app:
            capture = app.archive.body(line["page_id"])
            try:
                extracted = app.library.extract(capture)
            except SourceError as exc:
                yield exc
                continue
        yield _page_line(Page.of(capture, extracted), extracted)


def _now() -> datetime:
    return datetime.now(UTC)


def _capture(file: Path) -> Capture | SourceError:
    try:
        size = file.stat().st_size
        if size > MAX_DOCUMENT_BYTES:
            return SourceTooLarge(str(file), f"has {size} bytes; the limit is {MAX_DOCUMENT_BYTES}")
        body = file.read_bytes()
    except OSError as exc:
        return SourceError(str(file), f"cannot be read: {exc.strerror}")
    guessed = media_type_of(file.name) or mimetypes.guess_type(file.name)[0] or "text/html"
    return Capture(
        url=Url(file.absolute().as_uri()),
        body=body,
        media_type=guessed,
        charset=None,
        fetched_at=_now(),
        source_tag="library",
    )


def _page_line(page: Page, extracted: Extracted) -> dict[str, Any]:
    fragments = [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]
    return {
        "url": page.url,
        "title": page.title,
        "date": page.date,
        "lang": page.lang,
        "page_type": page.page_type.value,
        "author": page.author,
        "canonical": page.canonical,
        "content_hash": page.content_hash,
        "text": extracted.text,
        "notes": list(extracted.notes),
        "fragments": [
            {
                "id": f.id,
                "text": f.text,
                "heading_context": f.heading_context,
                "heading_hierarchy": [{"level": h.level, "text": h.text} for h in f.heading_hierarchy],
                "element_index": f.element_index,
                "fragment_type": f.fragment_type.value,
                "start": f.start,
                "end": f.end,
            }
            for f in fragments
        ],
    }


def judge_filter() -> Callable[[Any], dict[str, Any]]:
    """A function from one line of `tadori judge` to its answer."""
    from tadori.wiring.judging import standalone_judge  # lazy: slow to import

    judge = standalone_judge(load_settings())

    def answer(line: Any) -> dict[str, Any]:
        verdict = judge.verdict(
            EvidencePair(
                claim=_text(line, "claim"),
                evidence=_text(line, "evidence"),
                claim_date=_date(line, "claim_date"),
                evidence_date=_date(line, "evidence_date"),
            )
        )
        return {
            "stance": verdict.stance.value,
            "confidence": round(verdict.confidence, 4),
            "shown": verdict.shown,
            "abstained": verdict.abstained,
            "grounds": [{"rule": g.rule, "detail": g.detail, "weight": g.weight} for g in verdict.grounds],
        }

    return answer


def rank_filter() -> Callable[[Any], dict[str, Any]]:
    """A function from one line of `tadori rank` to its answer."""
    from tadori.pipeline.documents.providers import rank_loose_passages  # lazy: brings sqlalchemy

    embedder = MultilingualEmbedder() if load_settings().embeddings else None

    def answer(line: Any) -> dict[str, Any]:
        query = _text(line, "query")
        passages = line.get("passages")
        if not isinstance(passages, list):
            raise WrongCall('"passages" must be a list of {"id", "text"}')
        wanted = [(_identity(p), _text(p, "text", empty=True), _optional(p, "title")) for p in passages]
        ranked = rank_loose_passages(
            query, [(str(n), text, title) for n, (_, text, title) in enumerate(wanted)], embedder
        )
        return {"ranking": [{"id": wanted[int(n)][0], "score": round(score, 6)} for n, score in ranked]}

    return answer


def _text(line: Any, name: str, *, empty: bool = False) -> str:
    if not isinstance(line, dict):
        raise WrongCall("a line must be a JSON object")
    value = line.get(name)
    if not isinstance(value, str) or not (value.strip() or empty):
        raise WrongCall(f'"{name}" must be a text' + ("" if empty else " that is not empty"))
    return value


def _optional(line: dict[str, Any], name: str) -> str:
    value = line.get(name) or ""
    if not isinstance(value, str):
        raise WrongCall(f'"{name}" must be a text')
    return value


def _identity(passage: Any) -> str | int:
    if not isinstance(passage, dict) or not isinstance(passage.get("id"), str | int):
        raise WrongCall('every passage needs an "id" and a "text"')
    identity: str | int = passage["id"]
    return identity


def _date(line: dict[str, Any], name: str) -> IsoDate | None:
    value = _optional(line, name)
    return IsoDate(value) if value else None
