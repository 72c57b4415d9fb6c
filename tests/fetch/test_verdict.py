"""What an answer means for the page that was wanted."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tadori.fetch.verdict import fetch_verdict
from tadori.model.ids import Url
from tadori.model.web import AttemptOutcome, BlockKind, Exchange, PageBlock, Route, WebResponse

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
PAGE = WebResponse(
    route=Route.HTTP,
    url=Url("https://www.kaiyo.test/a"),
    final_url=Url("https://www.kaiyo.test/a"),
    status=200,
    headers=(),
    body="<p>潮流発電の記事</p>".encode(),
    media_type="text/html",
    charset="utf-8",
    exchange=Exchange(request=b"GET /a HTTP/1.1\r\n\r\n", response=b"HTTP/1.1 200 OK\r\n\r\n"),
    fetched_at=NOW,
    wire_bytes=30,
)
NO_BLOCK = PageBlock(kind=BlockKind.NONE)


@pytest.mark.req("L17")
@pytest.mark.parametrize(
    ("status", "outcome", "reason"),
    [
        (200, AttemptOutcome.PAGE, "status 200"),
        (203, AttemptOutcome.PAGE, "status 203"),
        (304, AttemptOutcome.NOT_MODIFIED, "not modified since the last visit"),
        (400, AttemptOutcome.GONE, "status 400"),
        (401, AttemptOutcome.BLOCKED, "status 401"),
        (403, AttemptOutcome.BLOCKED, "status 403"),
        (404, AttemptOutcome.GONE, "status 404"),
        (410, AttemptOutcome.GONE, "status 410"),
        (429, AttemptOutcome.BLOCKED, "status 429"),
        (451, AttemptOutcome.BLOCKED, "status 451"),
        (500, AttemptOutcome.SERVER_ERROR, "status 500"),
        (503, AttemptOutcome.SERVER_ERROR, "status 503"),
    ],
)
def test_a_status_without_signs_of_a_block(status: int, outcome: AttemptOutcome, reason: str) -> None:
    got = fetch_verdict(replace(PAGE, status=status), NO_BLOCK)
    assert (got.outcome, got.reason, got.block) == (outcome, reason, BlockKind.NONE)


@pytest.mark.req("L17")
@pytest.mark.parametrize("kind", [kind for kind in BlockKind if kind not in (BlockKind.NONE, BlockKind.SOFT_404)])
def test_a_block_counts_even_with_status_200(kind: BlockKind) -> None:
    got = fetch_verdict(PAGE, PageBlock(kind=kind, grounds=("body: a sign",)))
    assert (got.outcome, got.block, got.reason) == (AttemptOutcome.BLOCKED, kind, f"{kind.value} (body: a sign)")


@pytest.mark.req("L17")
def test_a_soft_404_is_gone() -> None:
    got = fetch_verdict(PAGE, PageBlock(kind=BlockKind.SOFT_404, grounds=("title: 見つかりません",)))
    assert got.outcome is AttemptOutcome.GONE


def test_an_empty_document_is_no_page() -> None:
    assert fetch_verdict(replace(PAGE, body=b" \n "), NO_BLOCK).reason == "an empty document"


@pytest.mark.parametrize("kind", ["image/png", "application/zip", "video/mp4", "application/octet-stream"])
def test_what_cannot_be_read_is_said_by_its_type(kind: str) -> None:
    got = fetch_verdict(replace(PAGE, media_type=kind), NO_BLOCK)
    assert (got.outcome, got.reason) == (AttemptOutcome.UNUSABLE, f"{kind} is not a document we read")


@pytest.mark.parametrize("kind", ["application/pdf", "text/plain", "application/json", "application/xhtml+xml"])
def test_documents_are_pages(kind: str) -> None:
    assert fetch_verdict(replace(PAGE, media_type=kind), NO_BLOCK).outcome is AttemptOutcome.PAGE


def test_a_refusal_carries_how_long_to_wait() -> None:
    answer = replace(PAGE, status=429, headers=(("retry-after", "120"),))
    assert fetch_verdict(answer, NO_BLOCK).retry_after == 120.0
