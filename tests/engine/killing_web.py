"""A web of a dozen pages that answer every request alike, for runs that are killed: what is asked twice is the same.

Comes in: a little web, which gets three engines (real markup, real parsers) and hosts of its own. Goes out: the scene.
Its pages are read side by side. Among them: one that is not there, one that robots.txt forbids, one that says 200 and
means 404, one that is no text, a copy, a page in the other language, and one behind a wall that a person lets through.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tadori.events import Event
from tadori.model.web import Cookie, WebSession
from tests.engine.killing import WebScene
from tests.pipeline.following import document
from tests.web.challenges import CLEARANCE, challenge, passed, token
from tests.web.engine_pages import STYLES, Result
from tests.web.little_web import LittleWeb
from tests.web.wire import Reply, Request, page, registrable

QUESTION = "When did the harbour bridge open, and how long is it?"
ENGINES = {"duckduckgo": "www.finder-one.test", "mojeek": "www.finder-two.test", "bing": "www.finder-three.test"}
WALLED = "www.walled-gazette.test"
PAGES: Mapping[str, tuple[str, str]] = {
    "www.harbour-office.test": (
        "The harbour bridge",
        "The harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long.",
    ),
    "www.old-chronicle.test": (
        "A chronicle of the harbour",
        "The harbour bridge opened on 12 May 1987 after six years of work. Ferries crossed the harbour before.",
    ),
    "www.wrong-guide.test": (
        "A guide to the harbour",
        "The harbour bridge is 860 metres long. The harbour bridge opened on 3 June 1988.",
    ),
    "www.mirror-office.test": (
        "The harbour bridge",
        "The harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long.",
    ),
    "www.minato-shimbun.test": ("港の橋", "港の橋は1987年5月12日に開通した。港の橋の長さは840メートルである。"),
    "www.engineers-club.test": (
        "Notes of an engineer",
        "The steel of the harbour bridge weighs 21,000 tonnes. It was painted in 2004.",
    ),
    WALLED: ("The bridge in figures", "The harbour bridge carries 41,000 vehicles on a day and is 840 metres long."),
    "www.gone-away.test": ("A page that was", ""),
    "www.not-for-robots.test": ("A page for people", "The harbour bridge opened in 1987."),
    "www.says-yes.test": ("Page not found", "Sorry, the page you are looking for does not exist or has been moved."),
    "www.broken-press.test": ("Torn", ""),
}
PATH = "/bridge.html"
SNIPPET = "When did the harbour bridge open, and how long is it? 港の橋"
LISTED = 6
"""Results on a page."""


def scene(web: LittleWeb) -> WebScene:
    """A question to this web, ready to be asked. `web` keeps what was put on it."""
    for host in PAGES:
        _put(web, host, _site(web, host))
    for style, host in ENGINES.items():
        _put(web, host, _engine(web, style))
    bases = {style: web.url(host).rstrip("/") for style, host in ENGINES.items()}
    return WebScene(web=web, question=QUESTION, bases=bases, pages=12, on_event=lambda app, e: _person(web, app, e))


def _put(web: LittleWeb, host: str, site: Any) -> None:
    web._sites[host] = site
    web.addresses[host] = "127.0.0.1"
    web.resolver.set(host, [("127.0.0.1",)])


def _site(web: LittleWeb, host: str) -> Any:
    title, text = PAGES[host]

    def reply(request: Request) -> Reply:
        if request.path == "/robots.txt":
            allowed = "Disallow: /" if host == "www.not-for-robots.test" else "Allow: /"
            return Reply(headers=(("Content-Type", "text/plain"),), body=f"User-agent: *\n{allowed}\n".encode())
        if host == WALLED and not passed(request, web.seed):
            return challenge(request, "turnstile", "en", web.seed)
        if host == "www.gone-away.test" or request.path != PATH:
            return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"nothing here\n")
        if host == "www.broken-press.test":
            return Reply(headers=(("Content-Type", "application/pdf"),), body=b"%PDF-1.4 this is no PDF")
        return page(document(title, text, lang="ja" if "港" in text else "en"))

    return reply


def _engine(web: LittleWeb, style: str) -> Any:
    """Three engines that begin their lists at different pages, and each query's at another one."""
    results = [
        Result(url=web.url(host, PATH), title=title, snippet=SNIPPET, date="2026-01-05", lang="en")
        for host, (title, _) in PAGES.items()
    ]
    shift = 4 * list(ENGINES).index(style)

    def reply(request: Request) -> Reply:
        if request.path == "/robots.txt":
            return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"nothing here\n")
        asked = parse_qs(urlsplit(request.path).query or request.body.decode()).get("q", [""])[0]
        begin = shift + len(asked)
        listed = [results[(begin + place) % len(results)] for place in range(LISTED)]
        return page(STYLES[style].results(asked, listed, 0))

    return reply


def _person(web: LittleWeb, app: Any, event: Event) -> None:
    """Somebody looks into the inbox when the loop chooses what to do next, and gets through the walls that are there.

    Not while a page is read: whether the page that is asked for again after a kill then meets a wall would be chance.
    """
    if event.kind != "action_chosen":
        return
    for item in app.inbox().pending():
        cookie = Cookie(name=CLEARANCE, value=token(web.seed, WALLED, CLEARANCE), domain=WALLED)
        app.inbox().save_session(
            WebSession(
                domain=registrable(WALLED),
                cookies=(cookie,),
                user_agent=None,
                accept_language=None,
                saved_at=app.clock(),
                by_person=True,
            )
        )
        app.inbox().resolve(item.id)
