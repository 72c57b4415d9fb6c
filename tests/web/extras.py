"""The hosts without weather: ads and trackers, odd robots files, and names made for one test each.

Comes in: a request. Goes out: a `Reply`. What pages embed from here is counted by the log like everything else.
"""

from functools import cache
from typing import Final

from tests.web.hostile import png
from tests.web.wire import Reply, Request, Site, page

AD_HOSTS: Final = ("ads.adnet.test", "pixel.tracker.test", "media.big-films.test")
VIDEO_BYTES: Final = 8_000_000
PICTURE_SIDE: Final = 1_800
"""A grey picture of 1 800 × 1 800 that is not packed: 3.2 MB."""

SPECIAL: Final = {
    "rebinding": "www.rebinding.test",
    "missing": "www.no-such-name.test",
    "v6_first": "www.two-stacks.test",
    "idn": "xn--wgv71a119e.test",
    "offsite_redirect": "go.short-links.test",
}
"""What a host is for, and its name. `missing` has no address; `idn` is 日本語.test."""
REBINDING_FIRST: Final = "192.88.99.1"
"""Looks public (RFC 7526 withdrew it, so nobody routes it); the second answer is 127.0.0.1."""

ROBOTS: Final[dict[str, Reply]] = {
    "allow": Reply(headers=(("Content-Type", "text/plain"),), body=b"User-agent: *\nAllow: /\n"),
    "disallow_all": Reply(headers=(("Content-Type", "text/plain"),), body=b"User-agent: *\nDisallow: /\n"),
    "private": Reply(headers=(("Content-Type", "text/plain"),), body=b"User-agent: *\nDisallow: /private/\n"),
    "crawl_delay": Reply(headers=(("Content-Type", "text/plain"),), body=b"User-agent: *\nCrawl-delay: 7\n"),
    "missing": Reply(status=404, headers=(("Content-Type", "text/html"),), body=b"<h1>Not Found</h1>"),
    "forbidden": Reply(status=403, headers=(("Content-Type", "text/html"),), body=b"<h1>Forbidden</h1>"),
    "server_error": Reply(status=503, headers=(("Content-Type", "text/plain"),), body=b"try later\n"),
    "redirected": Reply(status=301, headers=(("Location", "/real-robots.txt"),)),
    "page_instead": page("<!doctype html><title>Welcome</title><p>User-agent: * is welcome. Disallow: nothing.</p>"),
    "huge": Reply(
        headers=(("Content-Type", "text/plain"),),
        body=b"User-agent: *\nDisallow: /private/\n" + b"# nothing here\n" * 60_000 + b"Disallow: /\n",
    ),
    "bom": Reply(headers=(("Content-Type", "text/plain"),), body="\ufeffUser-agent: *\nDisallow: /private/\n".encode()),
}
"""robots.txt by kind; `huge` forbids everything after 900 000 bytes of comments."""


def robots_host(kind: str) -> str:
    return f"www.robots-{kind.replace('_', '-')}.test"


def robots_site(kind: str, behind: Site) -> Site:
    """A host with that robots.txt in front of ordinary pages."""

    def reply(request: Request) -> Reply:
        if request.path == "/robots.txt":
            return ROBOTS[kind]
        if request.path == "/real-robots.txt":
            return ROBOTS["private"]
        return behind(request)

    return reply


def redirecting_site(request: Request) -> Reply:
    """`/to?URL` sends the client there; `/steps/3` needs three redirects on the way home."""
    path, _, query = request.path.partition("?")
    if path == "/to":
        return Reply(status=302, headers=(("Location", query),))
    left = path.removeprefix("/steps/")
    if left.isdigit() and int(left) > 0:
        return Reply(status=302, headers=(("Location", f"/steps/{int(left) - 1}"),))
    return page("<!doctype html><title>Arrived</title><p>This is where the redirects end.</p>")


def advertising(request: Request) -> Reply:
    """Banners, beacons, a film and a picture far too large."""
    path = request.path.partition("?")[0]
    if path.endswith(".js"):
        return Reply(headers=(("Content-Type", "text/javascript"),), body=b"document.body.dataset.ad = 'shown';\n")
    if path.endswith(".mp4"):
        return Reply(headers=(("Content-Type", "video/mp4"),), body=_film())
    if path.endswith(".png"):
        return Reply(headers=(("Content-Type", "image/png"),), body=_picture())
    return Reply(headers=(("Content-Type", "image/png"), ("Set-Cookie", "track=1; Path=/")), body=png(1, 1))


def embeds_of(base: dict[str, str]) -> str:
    """What a page with ads carries; `base` gives the origin of each ad host."""
    ads, pixel, media = (base[name] for name in AD_HOSTS)
    return (
        f'<div class="ad" id="ad-slot"><script src="{ads}/banner.js" async></script></div>'
        f'<img src="{pixel}/p.gif?page=1" width="1" height="1" alt="">'
        f'<video src="{media}/film.mp4" preload="auto" muted></video>'
        f'<img src="{media}/poster.png" width="200" alt="poster">'
    )


@cache
def _film() -> bytes:
    return b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(VIDEO_BYTES)


@cache
def _picture() -> bytes:
    return png(PICTURE_SIDE, PICTURE_SIDE, level=0)
