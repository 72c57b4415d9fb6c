"""Detects captchas, logins, paywalls and other blocks from status, headers and body of an answer.

Comes in: an answer's parts. Goes out: a `PageBlock` with its kind and grounds; kind `none` for an ordinary page, with
the status as ground when it is an error, for the caller to judge. A page with enough text is never a block: most
pages are done after a look at their paragraphs. Nothing is requested, and what follows is decided elsewhere.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from tadori.fetch.block_page import BlockPage, read_page
from tadori.fetch.block_signs import (
    CLOUDFLARE_SCRIPTS,
    CONSENT_WORDS,
    EMPTY_MOUNT,
    EMPTY_PLACE,
    FORM_FIELD,
    HUMAN_TITLE,
    HUMAN_WORDS,
    LOGIN_PATH,
    NOT_FOUND_WORDS,
    SCRIPT_WANTED,
    SEARCH_FIELD,
    SIGNS,
    PagePart,
)
from tadori.fetch.headers import Header
from tadori.model.web import CHALLENGES, BlockKind, PageBlock
from tadori.model.web_thresholds import (
    BLOCK_AT,
    BLOCK_MAX_BYTES,
    PAGE_BARE_BYTES,
    PAGE_CROWDED_BYTES,
    PAGE_FULL_BYTES,
    PAYWALL_AT,
    PROSE_BYTES,
)

PREFLIGHT_BYTES: Final = 16 * 1024
SMALL_BYTES: Final = 16_000
"""A page of this size is read whole as fast as it is looked through."""
TEXT_KINDS: Final = ("text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml", "")

WIDGETS: Final = (BlockKind.TURNSTILE, BlockKind.HCAPTCHA, BlockKind.RECAPTCHA, BlockKind.CAPTCHA)
ORDER: Final = (
    BlockKind.CLOUDFLARE,
    *WIDGETS,
    BlockKind.RATE_LIMIT,
    BlockKind.LOGIN,
    BlockKind.COOKIE_WALL,
    BlockKind.PAYWALL,
    BlockKind.SOFT_404,
)
"""Which kind is reported when several match: what a visitor meets first."""

_TAG: Final = re.compile(rb"<[^<>]*>")
_STEP: Final = re.compile(rb"<(?:(script\b|style\b|template\b|noscript\b|!--)|[^<>]*>([^<>]{60,}))", re.IGNORECASE)
"""The next run of text, or the next element whose contents are not read."""


def detect_block(
    status: int,
    headers: Sequence[Header],
    body: bytes,
    *,
    url: str = "",
    media_type: str = "text/html",
    charset: str | None = None,
) -> PageBlock:
    """What the page is, read whole."""
    return _decide(status, headers, body, url=url, media_type=media_type, charset=charset, whole=True)


def preflight(status: int, headers: Sequence[Header], first_bytes: bytes) -> PageBlock:
    """The block, as far as headers and the first bytes of a body show it (for a HEAD request there are none).

    Nothing is concluded from what is missing, since the rest of the page is unknown.
    """
    part = first_bytes[:PREFLIGHT_BYTES]
    return _decide(status, headers, part, url="", media_type="text/html", charset=None, whole=False)


def ends_download(status: int, headers: Sequence[Header], first_bytes: bytes) -> bool:
    """Whether head and first bytes show that the rest of a body is not worth its download: a refusal whose kind is
    known by now, or a challenge that the head itself names.

    A page that was let in (2xx) is read whole otherwise, because one with a body of text is never a wall.
    """
    seen = preflight(status, headers, first_bytes if status >= 400 else b"")
    return seen.kind is not BlockKind.NONE


def _decide(
    status: int, headers: Sequence[Header], body: bytes, *, url: str, media_type: str, charset: str | None, whole: bool
) -> PageBlock:
    lines = "\n".join(f"{name}: {value}" for name, value in headers).lower() if headers else ""
    readable = media_type in TEXT_KINDS
    page = None if not readable or _has_body(body) else read_page(body, charset)
    scale = BlockScore()
    score_response(scale, status, lines)
    if page is not None:
        score_page(scale, status, page, url=url, whole=whole)
    for kind in ORDER:
        if scale.weights[kind] >= (PAYWALL_AT if kind is BlockKind.PAYWALL else BLOCK_AT):
            return PageBlock(kind=kind, grounds=tuple(scale.grounds[kind]))
    if page is not None and whole and (grounds := shell_grounds(page)):
        return PageBlock(kind=BlockKind.JS_REQUIRED, grounds=grounds)
    return PageBlock(kind=BlockKind.NONE, grounds=(f"status {status}",) if status >= 400 else ())


def _has_body(body: bytes) -> bool:
    """Whether the page has real content. Most pages show it in their first paragraphs, at almost no cost."""
    return _has_paragraphs(body) or (len(body) > SMALL_BYTES and _has_runs(body))


def _has_paragraphs(body: bytes) -> bool:
    total, at = 0, 0
    script = body.find(b"<script")
    while (start := body.find(b"<p", at)) >= 0:
        while 0 <= script < start:
            close = body.find(b"</script", script)
            if close < 0:
                return False
            if close > start:
                start = -1
                at = close
            script = body.find(b"<script", close)
        if start < 0:
            continue
        at = body.find(b"</p>", start)
        if at < 0:
            return False
        if at - start >= PROSE_BYTES and body[start + 2] in b" >\n":
            total += len(_TAG.sub(b"", body[start : min(at, start + PAGE_FULL_BYTES)]).strip())
            if total >= PAGE_FULL_BYTES:
                return True
    return False


def _has_runs(body: bytes) -> bool:
    """The same, of text in any element; data in one long word does not count."""
    total, at = 0, 0
    while step := _STEP.search(body, at):
        at = step.end()
        if step[1] is None:
            text = step[2].strip()
            if text.count(b" ") > 5 or not text.isascii():
                total += len(text)
                if total >= PAGE_FULL_BYTES:
                    return True
            continue
        close = body.find(b"-->" if step[1] == b"!--" else b"</" + step[1], at)
        if close < 0:
            return False
        at = close
    return False


class BlockScore:
    """Weights and grounds by kind, as they are found."""

    def __init__(self) -> None:
        self.weights: Counter[BlockKind] = Counter()
        self.grounds: defaultdict[BlockKind, list[str]] = defaultdict(list)
        self._capped: Counter[tuple[BlockKind, str]] = Counter()

    def add(self, kind: BlockKind, weight: int, ground: str) -> None:
        self.weights[kind] += weight
        self.grounds[kind].append(ground)

    def add_once(self, kind: BlockKind, group: str, weight: int, ground: str) -> None:
        """Like `add`, but signs of one group (title and heading, many phrases) together weigh like the heaviest."""
        more = weight - self._capped[kind, group]
        if more > 0:
            self._capped[kind, group] = weight
            self.weights[kind] += more
        self.grounds[kind].append(ground)


def score_response(scale: BlockScore, status: int, lines: str) -> None:
    """Score status and headers."""
    for sign in SIGNS:
        if sign.place is PagePart.HEADER and lines and (found := sign.words.search(lines)):
            scale.add(sign.kind, sign.weight, f"header {found}")
    if status == 429:
        scale.add(BlockKind.RATE_LIMIT, BLOCK_AT, "status 429")
    if status == 503 and _has_header(lines, "retry-after"):
        scale.add(BlockKind.RATE_LIMIT, BLOCK_AT, "status 503 with retry-after")
    if status == 401 and _has_header(lines, "www-authenticate"):
        scale.add(BlockKind.LOGIN, BLOCK_AT, "status 401 with www-authenticate")
    if status == 402:
        scale.add(BlockKind.PAYWALL, PAYWALL_AT, "status 402")
    if status in (403, 429, 503) and _has_header(lines, "cf-ray"):
        scale.add(BlockKind.CLOUDFLARE, 1, f"status {status} from cloudflare")


def _has_header(lines: str, name: str) -> bool:
    return lines.startswith(f"{name}:") or f"\n{name}:" in lines


def score_page(scale: BlockScore, status: int, page: BlockPage, *, url: str, whole: bool) -> None:
    """Score the body. A page with some readable text is only checked for a paywall."""
    if page.prose_bytes >= PAGE_FULL_BYTES or page.visible >= PAGE_CROWDED_BYTES:
        return
    wall = page.prose_bytes <= BLOCK_MAX_BYTES
    kinds = set(ORDER) if wall else {BlockKind.PAYWALL}
    if not whole:
        kinds &= CHALLENGES
    _weigh_signs(scale, page, kinds - set(WIDGETS))
    if not wall:
        return
    _weigh_widgets(scale, status, page, whole=whole)
    if whole:
        _weigh_cloudflare_only(scale, page)
        _weigh_login(scale, status, page, url)
        _weigh_not_found(scale, status, page)
        _weigh_rate(scale, status, page)
        _only_about_cookies(scale, page)


def _weigh_signs(scale: BlockScore, page: BlockPage, kinds: AbstractSet[BlockKind]) -> None:
    places = {
        PagePart.TAG: [page.tags],
        PagePart.SCRIPT: [page.script],
        PagePart.TITLE: [page.title],
        PagePart.HEADING: page.headings,
        PagePart.TEXT: [page.labels],
    }
    for sign in SIGNS:
        if sign.kind not in kinds or (sign.seconds_only and not scale.weights[sign.kind]):
            continue
        for text in places.get(sign.place, ()):
            if found := sign.words.search(text):
                scale.add_once(sign.kind, sign.group, sign.weight, _ground(sign.place.value, found))
                break


def _ground(place: str, words: str) -> str:
    return f"{place} {words.strip()[:80]!r}"


def _weigh_widgets(scale: BlockScore, status: int, page: BlockPage, *, whole: bool) -> None:
    """A captcha blocks where the visitor is told to solve it, or where there is nothing else; not inside a form."""
    headline = next((h for h in [page.title, *page.headings] if h and HUMAN_TITLE.search(h)), None)
    if headline is None and _has_form(page):
        return
    _weigh_signs(scale, page, set(WIDGETS))
    shown = [kind for kind in WIDGETS if scale.weights[kind]]
    words = HUMAN_WORDS.search(page.labels)
    for kind in shown or [BlockKind.CAPTCHA]:
        if headline is not None:
            scale.add(kind, 2, _ground("headline", headline))
        if words is not None:
            scale.add(kind, 2, _ground("text", words))
        if (headline or words) and status in (403, 429, 503):
            scale.add(kind, 1, f"status {status}")
        if shown and whole and page.visible <= 2 * PAGE_BARE_BYTES:
            scale.add(kind, 2, f"{page.visible} bytes of visible text")


def _has_form(page: BlockPage) -> bool:
    """Whether there is something to fill in, other than a search or the captcha itself."""
    return any(not SEARCH_FIELD.search(field) for field in FORM_FIELD.findall(page.tags))


def _weigh_cloudflare_only(scale: BlockScore, page: BlockPage) -> None:
    """Bot fight mode: an empty page with nothing but Cloudflare's own scripts."""
    if not page.runs and page.scripts and all(CLOUDFLARE_SCRIPTS.search(script) for script in page.scripts):
        scale.add(BlockKind.CLOUDFLARE, BLOCK_AT, "nothing but scripts of cloudflare")


def _weigh_login(scale: BlockScore, status: int, page: BlockPage, url: str) -> None:
    if not scale.weights[BlockKind.LOGIN]:
        return
    if LOGIN_PATH.search(url.lower()):
        scale.add(BlockKind.LOGIN, 1, "address of a login page")
    if status in (401, 403):
        scale.add(BlockKind.LOGIN, 1, f"status {status}")
    if page.visible <= PAGE_BARE_BYTES:
        scale.add(BlockKind.LOGIN, 1, f"{page.visible} bytes of visible text")


def _weigh_not_found(scale: BlockScore, status: int, page: BlockPage) -> None:
    """Only a page that says it is there can be a soft 404."""
    if not 200 <= status < 300:
        scale.weights[BlockKind.SOFT_404] = 0
    elif scale.weights[BlockKind.SOFT_404]:
        if found := NOT_FOUND_WORDS.search(page.labels):
            scale.add(BlockKind.SOFT_404, 2, _ground("text", found))
        elif page.visible <= PAGE_BARE_BYTES:
            scale.add(BlockKind.SOFT_404, 1, f"{page.visible} bytes of visible text")


def _weigh_rate(scale: BlockScore, status: int, page: BlockPage) -> None:
    if scale.weights[BlockKind.RATE_LIMIT] and (status >= 400 or page.visible <= PAGE_BARE_BYTES):
        scale.add(BlockKind.RATE_LIMIT, 1, f"status {status}, {page.visible} bytes of visible text")


def _only_about_cookies(scale: BlockScore, page: BlockPage) -> None:
    """A banner stands beside a text; a wall has no sentence about anything else."""
    if any(not CONSENT_WORDS.search(run) for run in page.prose):
        scale.weights[BlockKind.COOKIE_WALL] = 0


def shell_grounds(page: BlockPage) -> tuple[str, ...]:
    """Why a page is an empty shell for scripts; empty when it is not."""
    if not (page.scripts or page.noscript) or page.visible > 2 * PAGE_BARE_BYTES or page.prose:
        return ()
    amount = f"{page.visible} bytes of visible text"
    wanted = SCRIPT_WANTED.search(f"{page.noscript} {page.labels}")
    if wanted is not None:
        return (amount, _ground("text", wanted[0]))
    if not page.scripts or page.visible > PAGE_BARE_BYTES or _has_form(page):
        return ()
    mount = EMPTY_MOUNT.search(page.markup)
    if mount is None and page.visible <= PAGE_BARE_BYTES // 2 and not page.headings and "<p" not in page.tags:
        mount = EMPTY_PLACE.search(page.markup)
    return () if mount is None else (amount, _ground("empty element", mount[0]))
