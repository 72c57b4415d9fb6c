"""Secrets that leave: real researches over loopback pages, each page with a secret of its own, and all they wrote.

Every case has a host, a page and a secret that no other case has. The pages are fetched by the product, with a session
where the case wants one, read, sealed and reported; then every member of the evidence file, unpacked, and every form of
the report is searched for the secret. A case also fails when its page is not in the evidence: what was never there
cannot have been masked. The twins ask that ordinary things stay.
"""

import asyncio
import atexit
import io
import random
import shutil
import tempfile
import threading
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, islice
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from warcio.archiveiterator import ArchiveIterator

import tadori
from tadori.model.doors import Resolved
from tadori.model.ids import Url
from tadori.model.query import Hit, Query
from tadori.model.web import Cookie, WebSession
from tadori.model.work import ProviderResult
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings, WebSettings
from tadori.wiring.home import App, open_app
from tadori.wiring.routes import WebEnvironment
from tests.archive.test_sealing import contents
from tests.archive.test_web import warcio_check
from tests.gates.attacks.case import Attack
from tests.web.desk import Time

KIND = "secrets that leave"
FEWEST = 30

QUESTION = "When did the harbour bridge open?"
AT_ONCE = 6
"""As many pages as one query of a research reads."""
ADDRESSES: dict[str, str] = {
    "path parameter jsessionid": "/p;jsessionid={s}",
    "PHPSESSID": "/p?PHPSESSID={s}&id=5",
    "ASP.NET session": "/p?ASP.NET_SessionId={s}",
    "ASP.NET session in the path": "/(S({s}))/p",
    "long sid": "/p?sid={s}",
    "access_token": "/p?access_token={s}",
    "token in camel case": "/p?userToken={s}",
    "name in percent signs": "/p?%74oken={s}",
    "name in brackets": "/p?user[password]={s}",
    "code of a login": "/p?code={s}&state={s}",
    "api key": "/p?api_key={s}",
    "signature": "/p?Expires=1&Signature={s}",
    "signature of S3": "/p?X-Amz-Date=20261116T030000Z&X-Amz-Signature={s}",
    "signature of Azure": "/p?sv=2020&sig={s}%3D",
    "answer of SAML": "/p?SAMLResponse={s}",
    "address in a parameter": "/p?next=https%3A%2F%2Fb.test%2F%3Ftoken%3D{s}",
    "JSON web token under a plain name": "/p?x=eyJhbGciOiJIUzI1NiJ9.eyJ{s}{s}",
    "token behind the word reset": "/reset/{s}{s}",
    "parameters divided by semicolons": "/p?a=1;token={s}",
}
HEADERS: dict[str, str] = {
    "Set-Cookie": "sid={s}; Path=/; HttpOnly",
    "Set-Cookie2": "sid={s}",
    "WWW-Authenticate": "Negotiate {s}",
    "Proxy-Authenticate": "Basic realm={s}",
    "Authentication-Info": 'nextnonce="{s}"',
    "Authorization": "Bearer {s}",
    "X-Auth-Token": "{s}",
    "X-CSRF-Token": "{s}",
    "X-Api-Key": "{s}",
    "X-Amz-Security-Token": "{s}",
    "X-Nobody-Knows": "{s}",
    "Link": '<https://b.test/?token={s}>; rel="next"',
    "Content-Location": "/p?token={s}",
    "Content-Security-Policy": "script-src 'nonce-{s}'; report-uri /r?k={s}",
    "Content-Disposition": 'inline; filename="{s}.html"',
    "Server": "Bearer 1{s}{s}",
}
MORE = (
    "cookie of a session",
    "cookie set by a redirect",
    "token in the address of a redirect",
    "token in where a redirect leads",
    "token in the words of a redirect",
    "lost page with a token in its address",
    "cookie set by an answer that says unchanged",
)
HONEST_PATH = "/p?id=5&page=2&lang=ja&code=JP&session=208"


def secret_of(name: str) -> str:
    """Sixteen letters and digits that stand for one case and nothing else."""
    rng = random.Random(name)
    return "".join(rng.choice("ghijkmnpqrstuvwxyz") + rng.choice("23456789") for _ in range(8))


def host_of(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-") + "-case.test"


def body_of(host: str) -> bytes:
    words = f"The harbour bridge opened on 12 May 1987. The {host} chronicle says so on its first page."
    return f"<html><title>When did the harbour bridge open</title><body><p>{words}</p></body></html>".encode()


class Site(BaseHTTPRequestHandler):
    """Every case's server, told apart by the host that is asked for."""

    def do_GET(self) -> None:
        host = (self.headers["Host"] or "").partition(":")[0]
        name = CASES.get(host, "")
        secret = secret_of(name)
        if self.path == "/robots.txt" or name.startswith("lost page"):
            self._answer(404, b"", {})
        elif "redirect" in name and not self.path.startswith("/end"):
            self._answer(302, *_redirect(name, secret))
        elif name.startswith("cookie set by an answer") and self.headers["If-None-Match"]:
            self._answer(304, b"", {"Set-Cookie": f"sid={secret}"})
        else:
            value = HEADERS.get(name, "").format(s=secret)
            own = {name: value} if value else {}
            self._answer(200, body_of(host), {"Content-Type": "text/html", "ETag": '"7"', **own})

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: object) -> None:
        """Silent."""


def _redirect(name: str, secret: str) -> tuple[bytes, dict[str, str]]:
    if name.startswith("cookie"):
        return b"", {"Location": "/end", "Set-Cookie": f"sid={secret}"}
    if "leads" in name:
        return b"", {"Location": f"/end?token={secret}"}
    return f"go to /end, {secret}".encode() if "words" in name else b"", {"Location": "/end"}


CASES = {host_of(name): name for name in (*ADDRESSES, *HEADERS, *MORE, "honest", "honest redirect")}


def path_of(name: str) -> str:
    if name in ADDRESSES or "address" in name:
        return ADDRESSES.get(name, "/p?token={s}").format(s=secret_of(name))
    return HONEST_PATH if name == "honest" else "/p"


class Names:
    async def resolve(self, _host: str) -> Resolved:
        return Resolved(addresses=("127.0.0.1",), ttl=60.0)


class Listed:
    """A search engine that knows a few cases."""

    name = "listed"

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls = urls

    async def search(self, _query: Query) -> ProviderResult:
        return ProviderResult(hits=tuple(map(_hit, range(1, len(self._urls) + 1), self._urls)))


def _hit(rank: int, url: str) -> Hit:
    return Hit(
        title=QUESTION, url=Url(url), snippet=QUESTION, date=None, engine="listed", rank=rank, source_tag="general"
    )


@dataclass(frozen=True, slots=True)
class Written:
    """What the researches left: the folders of their reports, and everything in the evidence in plain bytes."""

    folders: tuple[Path, ...]
    everything: bytes
    private: bytes
    """The files of the private archive, unpacked."""

    def warc_files(self) -> list[bytes]:
        read = []
        for folder in self.folders:
            with zipfile.ZipFile(folder / "evidence.wacz") as evidence:
                read.append(evidence.read("archive/data.warc.gz"))
        return read


@contextmanager
def site() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@cache
def written() -> Written:
    folder = Path(tempfile.mkdtemp(prefix="tadori-secrets-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return asyncio.run(_research(folder))


async def _research(folder: Path) -> Written:
    time = Time()
    parts = WebEnvironment(resolver=Names(), rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    settings = Settings(
        home=folder / "home", embeddings=False, web=WebSettings(allow=("127.0.0.0/8",), chrome="off", wayback=False)
    )
    (folder / "library").mkdir()
    with site() as port, open_app(settings, clock=time.clock) as app:
        urls = {name: f"http://{host}:{port}{path_of(name)}" for host, name in CASES.items()}
        _log_in(app, time)
        again = next(url for name, url in urls.items() if name.startswith("cookie set by an answer"))
        async with app.web(parts) as reading:
            first = await reading.read(Url(again))
            assert hasattr(first, "save"), first
            with app.store.write() as db:
                first.save(db)
        outs: list[Path] = []
        for group in batched(urls.values(), AT_ONCE):
            outs.append(folder / f"out{len(outs)}")
            request = ResearchRequest(
                question=QUESTION,
                libraries=[folder / "library"],
                out=outs[-1],
                effort=1,
                budget=BudgetOptions(pages=AT_ONCE),
            )
            await Tasks(app).run(Tasks(app).create(request).id, providers=[Listed(group)], parts=parts)
        pages = [path.name.partition(".")[0] for path in app.archive.root.rglob("pg_*.warc.gz")]
        private = b"".join(r.record.block for page_id in set(pages) for r in app.archive.records(page_id))
    forms = b"".join(path.read_bytes() for out in outs for path in out.glob("report.*"))
    return Written(tuple(outs), b"".join(contents(out / "evidence.wacz") for out in outs) + forms, private)


def batched(urls: Iterable[str], size: int) -> Iterator[tuple[str, ...]]:
    left = iter(urls)
    while group := tuple(islice(left, size)):
        yield group


def _log_in(app: App, time: Time) -> None:
    name = "cookie of a session"
    host = host_of(name)
    cookie = Cookie(name="sid", value=secret_of(name), domain=host, host_only=False)
    app.inbox().save_session(
        WebSession(domain=host, cookies=(cookie,), user_agent=None, accept_language=None, saved_at=time.now)
    )


def _leaves(name: str) -> str:
    """What is wrong with one case: its secret stands in what leaves, or its page does not."""
    made, secret = written(), secret_of(name).encode()
    if secret in made.everything:
        at = made.everything.index(secret)
        return f"left: {made.everything[max(0, at - 80) : at + 40]!r}"
    host = host_of(name).encode()
    # A page that was lost is told of in the log; every other one is there with its document.
    wanted = host if name.startswith("lost page") else b"The " + host + b" chronicle"
    if wanted not in made.everything:
        return "its page is not in the evidence, so nothing was tried"
    is_kept = name.startswith(("lost page", "cookie set by an answer")) or secret in made.private
    return "" if is_kept else "the secret never reached the archive, so nothing was tried"


def _stays(words: str) -> str:
    return "" if words.encode() in written().everything else f"{words!r} did not stay"


def _replays() -> str:
    host = host_of("honest")
    for record in chain.from_iterable(ArchiveIterator(io.BytesIO(data)) for data in written().warc_files()):
        uri = record.rec_headers.get_header("WARC-Target-URI") or ""
        if record.rec_type == "response" and urlsplit(uri).hostname == host:
            read = (record.http_headers.get_header("content-type"), record.content_stream().read())
            return "" if read == ("text/html", body_of(host)) else f"replays as {read!r}"
    return "the honest page cannot be replayed"


def _warcio_holds() -> str:
    file = written().folders[0].parent / "data.warc.gz"
    file.write_bytes(b"".join(written().warc_files()))
    code, said = warcio_check(file)
    return "" if code == 0 else said


def _verifies() -> str:
    # The first and the last hold every kind: addresses, and redirects, visits and a lost page.
    folders = (written().folders[0], written().folders[-1])
    problems = [problem for out in folders for problem in tadori.verify(out).problems]
    return str(problems[:3]) if problems else ""


def attacks() -> list[Attack]:
    names = [name for name in CASES.values() if not name.startswith("honest")]
    tried = [Attack(name=f"secret: {name}", run=partial(_leaves, name)) for name in names]
    return [
        *tried,
        Attack(name="twin: ordinary parameters stay", run=lambda: _stays(HONEST_PATH)),
        Attack(name="twin: the ETag stays", run=lambda: _stays('ETag: "7"\r\n')),
        Attack(name="twin: the type stays", run=lambda: _stays("Content-Type: text/html\r\n")),
        Attack(name="twin: the host that was asked stays", run=lambda: _stays(f"Host: {host_of('honest')}")),
        Attack(name="twin: where an honest redirect leads stays", run=lambda: _stays("Location: /end\r\n")),
        Attack(name="twin: a masked record says what was masked", run=lambda: _stays("Tadori-Masked: set-cookie")),
        Attack(name="twin: replay reads the document as it was sent", run=_replays),
        Attack(name="twin: warcio's check is clean", run=_warcio_holds),
        Attack(name="twin: verify holds", run=_verifies),
    ]
