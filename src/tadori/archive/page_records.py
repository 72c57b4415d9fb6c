"""The WARC records of one page: made from a page, checked, and read back.

Comes in: a page with its capture and text, or its records. Goes out: records, or the capture and text they hold. What
is not exactly as written by this module is `EvidenceBroken`. No file is read or written here; `pages.py` does that.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tadori.archive.records import (
    WarcRecord,
    broken_digests,
    digest_words,
    new_record,
    warc_uri,
)
from tadori.archive.web import DOM, LEADS_TO, WebFacts, content_type, web_records
from tadori.errors import EvidenceBroken
from tadori.model.ids import Url, sha256, text_hash
from tadori.model.page import Capture, Page

DOCUMENT_KINDS: Final = frozenset({"resource", "response"})
"""Kinds of record that can hold the document; the one that does has a `CAPTURE_HEADER`."""

TEXT_KIND: Final = "conversion"

TEXT: Final = "urn:text:"
"""Prefix of the page's address, as Browsertrix names texts: without it pywb might replay the text as the page."""

CAPTURE_HEADER: Final = "Tadori-Capture"
"""Our own WARC header for facts that have no standard one: address, type, charset, source tag; one line of JSON."""

REFERENCES: Final = ("WARC-Concurrent-To", "WARC-Refers-To", LEADS_TO)
"""Headers by which a record refers to another one of its page."""


def page_records(page: Page, capture: Capture, text: str, web: WebFacts | None = None) -> tuple[WarcRecord, ...]:
    """The records of one page: the document, the web records that belong to it, and last the text.

    Raises:
        EvidenceBroken: `capture` or `text` is not what `page` names.
    """
    if sha256(capture.body) != page.content_hash or text_hash(text) != page.text_hash:
        raise EvidenceBroken(f"{page.id}: its document or text is not the one the page names")
    facts = ((CAPTURE_HEADER, _facts(page, capture)),)
    records = (_file_record(page, capture, facts),) if web is None else web_records(page, capture, web, facts)
    return (*records, page_text_record(page, text, records))


def page_text_record(page: Page, text: str, records: Sequence[WarcRecord]) -> WarcRecord:
    """The record of a page's text, which refers to the document among `records`.

    Raises:
        EvidenceBroken: `text` is not the one that `page` names, or there is no document.
    """
    block = text.encode()
    document = next((record for record in records if is_document(record)), None)
    if document is None or sha256(block) != page.text_hash:
        raise EvidenceBroken(f"{page.id}: its text is not the one the page names, or refers to no document")
    return new_record(
        TEXT_KIND,
        uri=TEXT + warc_uri(page.url),
        date=page.fetched_at,
        content_type="text/plain; charset=utf-8",
        block=block,
        extra=(("WARC-Refers-To", document.id),),
        payload_digest=digest_words(page.text_hash),
    )


def check_page_records(records: Sequence[WarcRecord], page_id: str, place: str) -> None:
    """Check that these are all the records of that page, with correct digests and references.

    Raises:
        EvidenceBroken: something is missing, damaged or of another page.
    """
    documents = [record for record in records if is_document(record)]
    for record in records[:-1]:
        if not is_document(record):  # Whose digests, as those of the text, are looked at below.
            _whole(record, place)
    if len(documents) != 1 or len({record.id for record in records}) != len(records):
        raise EvidenceBroken(f"{place}: {len(documents)} documents in it, or a record twice")
    capture = capture_of(documents[0], place)
    if Page.id_of(capture.url, sha256(capture.body)) != page_id:
        raise EvidenceBroken(f"{place}: holds another page")
    text_of(records[-1], place)
    known = {record.id for record in records}
    named = {value for record in records for name, value in record.headers if name in REFERENCES}
    if not named <= known or records[-1].header("WARC-Refers-To") != documents[0].id:
        raise EvidenceBroken(f"{place}: a record that another one names is missing")


def is_document(record: WarcRecord) -> bool:
    """Whether a record holds the document that the page's text was extracted from."""
    return record.kind in DOCUMENT_KINDS and record.header(CAPTURE_HEADER) is not None


def capture_of(record: WarcRecord, place: str) -> Capture:
    """The capture that a document record holds.

    Raises:
        EvidenceBroken: the record is damaged or was not written by a page archive.
    """
    _whole(record, place)
    try:
        facts = json.loads(record.header(CAPTURE_HEADER) or "")
        url, media_type, charset, source_tag = (facts[key] for key in ("url", "media_type", "charset", "source_tag"))
        fetched_at = datetime.fromisoformat(record.header("WARC-Date") or "")
    except (ValueError, KeyError, TypeError, RecursionError) as exc:
        raise EvidenceBroken(f"{place}: its {CAPTURE_HEADER} or WARC-Date header cannot be read") from exc
    named = isinstance(url, str) and isinstance(media_type, str) and isinstance(source_tag, str)
    if not named or not isinstance(charset, str | None) or fetched_at.tzinfo is None:
        raise EvidenceBroken(f"{place}: its {CAPTURE_HEADER} or WARC-Date header has the wrong form")
    built = DOM if record.kind == "resource" and record.header("WARC-Concurrent-To") else ""
    if built + warc_uri(url) != record.header("WARC-Target-URI"):
        raise EvidenceBroken(f"{place}: WARC-Target-URI is not the address in {CAPTURE_HEADER}")
    return Capture(
        url=Url(url),
        body=record.payload,
        media_type=media_type,
        charset=charset,
        fetched_at=fetched_at,
        source_tag=source_tag,
    )


def text_of(record: WarcRecord, place: str) -> str:
    """The extracted text that a conversion record holds.

    Raises:
        EvidenceBroken: the record is damaged or holds something else.
    """
    if record.kind != TEXT_KIND:
        raise EvidenceBroken(f"{place}: no text record where one belongs")
    _whole(record, place)
    try:
        return record.block.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise EvidenceBroken(f"{place}: its text is not UTF-8") from exc


def _facts(page: Page, capture: Capture) -> str:
    facts = {
        "url": page.url,
        "media_type": capture.media_type,
        "charset": capture.charset,
        "source_tag": capture.source_tag,
    }
    return json.dumps(facts, ensure_ascii=True, sort_keys=True)


def _file_record(page: Page, capture: Capture, facts: tuple[tuple[str, str], ...]) -> WarcRecord:
    return new_record(
        "resource",
        uri=warc_uri(page.url),
        date=page.fetched_at,
        content_type=content_type(capture),
        block=capture.body,
        extra=facts,
        payload_digest=digest_words(page.content_hash),
    )


def response_of(records: Sequence[WarcRecord], place: str) -> WarcRecord:
    """What the server sent for the document among `records`: the document itself, or what a browser built it from."""
    document = next((record for record in records if is_document(record)), None)
    if document is None:
        raise EvidenceBroken(f"{place}: no document record in it")
    name = document.header("WARC-Concurrent-To") or document.id
    return next((record for record in records if record.id == name), document)


def _whole(record: WarcRecord, place: str) -> None:
    problems = broken_digests(record)
    if problems:
        raise EvidenceBroken(f"{place}: {problems[0]} ({record.kind} record)")
