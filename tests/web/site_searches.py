"""Sites with a search of their own: forms by GET and POST, in Shift_JIS, made or sent by scripts, broken and hostile.

Comes in: a request. Goes out: the front page with the form, a page of results, or an article of the site. Every search
is kept in `asked` as the site understood it. Set `mood` to make its search answer otherwise.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from html import escape
from typing import Final
from urllib.parse import parse_qs

from tests.web.documents import Library
from tests.web.hosts import plain_host
from tests.web.prose import Lang
from tests.web.search_index import Entry, SearchIndex, asked_of, entries_of, snippet
from tests.web.wire import Reply, Request, page

A_PAGE: Final = 5
ARTICLES: Final = 12
HEAVY: Final = 1_000_000
ROBOTS: Final = "User-agent: *\nDisallow: {}\n"


ADDRESS: Final = {
    "en": "The office is open from Monday to Friday, from nine to five, and closed on public holidays. Letters are"
    " answered in the order in which they come. Visitors use the north entrance while the south wing is rebuilt. The"
    " reading room has twenty seats, and nobody needs a ticket for it.",
    "ja": "開庁時間は月曜日から金曜日の午前九時から午後五時までです。祝日は閉庁します。"
    "お手紙には届いた順にお答えします。南棟の改修が終わるまで、ご来庁の際は北口をご利用ください。"
    "駐車場の数には限りがありますので、公共の交通機関をお使いください。"
    "建物の中では写真の撮影をお断りしています。閲覧室には二十の席があり、満席のときは番号札をお取りになってお待ちください。"
    "点字の資料と大きな文字の資料を用意しています。ご不明の点は総合受付の職員にお尋ねください。",
}
"""Enough words for a page to be a page."""


class Temper(StrEnum):
    """How a site's search answers."""

    USUAL = "usual"
    ERROR = "error"
    REFUSE = "refuse"
    """429 with a Retry-After of most of a day."""
    CHANGED = "changed"
    """Markup after a redesign: neither results nor a word that there are none."""
    CAPTCHA = "captcha"
    LOGIN = "login"
    OFFSITE = "offsite"
    """Sends the client on to another site."""


FORMS: Final = {
    "plain": '<form action="/search" role="search"><input type="hidden" name="lang" value="all">'
    '<input type="search" name="q" aria-label="Search"><button>Search</button></form>',
    "posted": '<form action="/search" method="post" target="_blank"><input name="q" id="words"'
    ' placeholder="キーワード"><input type="submit" value="検索"></form>',
    "scripted": '<form onsubmit="find(); return false"><input type="search" id="box" placeholder="検索">'
    '<button type="submit">検索</button></form><div id="results"></div><script>'
    "async function find() { const words = document.getElementById('box').value;"
    "const found = await (await fetch('/found.json?q=' + encodeURIComponent(words))).json();"
    "document.getElementById('results').innerHTML = found.map(one => '<div class=\"result\"><h3><a href=\"'"
    " + one.path + '\">' + one.title + '</a></h3><p>' + one.text + '</p></div>').join('') || '0件'; }</script>",
    "late": "<div id=place></div><script>document.getElementById('place').innerHTML ="
    ' \'<form action="/search"><input type="search" name="q"></form>\';</script>',
    "rendered": '<form action="/app"><input type="search" name="q" id="q"><button>Search</button></form>',
    "none": "<p>This office has no search.</p>",
    "sign_in": '<form action="/login" method="post"><input name="user"><input type="password" name="p"></form>',
    "elsewhere": '<form action="{elsewhere}/search"><input type="search" name="q"><button>Search</button></form>',
    "javascript": '<form action="javascript:steal()"><input type="search" name="q"></form>',
    "heavy": f'<form action="/search"><input type="hidden" name="state" value="{"A" * HEAVY}">'
    '<input type="search" name="q"><button>Search</button></form>',
}
"""The form of the front page, by kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A site before there is a web."""

    host: str
    lang: Lang
    form: str
    charset: str = "utf-8"
    forbidden: str = ""
    """What its robots.txt disallows."""


PLANS: Final = {
    "plain": Plan(host="www.energy-agency.test", lang="en", form="plain"),
    "japanese": Plan(host="www.kagaku-cho.test", lang="ja", form="plain", charset="shift_jis"),
    "posted": Plan(host="www.tosho-kan.test", lang="ja", form="posted"),
    "scripted": Plan(host="www.toukei-kyoku.test", lang="ja", form="scripted"),
    "late": Plan(host="www.late-form.test", lang="en", form="late"),
    "rendered": Plan(host="www.rendered-office.test", lang="en", form="rendered"),
    "none": Plan(host="www.formless-office.test", lang="en", form="none"),
    "sign_in": Plan(host="www.members-only.test", lang="en", form="sign_in"),
    "private": Plan(host="www.quiet-institute.test", lang="en", form="plain", forbidden="/search"),
    "closed": Plan(host="www.closed-institute.test", lang="en", form="plain", forbidden="/"),
    "elsewhere": Plan(host="www.trap-elsewhere.test", lang="en", form="elsewhere"),
    "javascript": Plan(host="www.trap-script.test", lang="en", form="javascript"),
    "heavy": Plan(host="www.trap-heavy.test", lang="en", form="heavy"),
}
ELSEWHERE: Final = "www.engine-a.test"
"""Where offsite forms and redirects lead."""
MOVED: Final = {
    Temper.ERROR: Reply(status=500, headers=(("Content-Type", "text/plain"),), body=b"internal error\n"),
    Temper.REFUSE: Reply(status=429, headers=(("Content-Type", "text/plain"), ("Retry-After", "80000"))),
    Temper.CHANGED: page("<!doctype html><title>New look</title><div id=app>Welcome to our new pages</div>"),
    Temper.CAPTCHA: page("<!doctype html><title>Check</title><div class=g-recaptcha></div><p>I am not a robot</p>"),
    Temper.LOGIN: page("<!doctype html><title>Sign in</title><form><input name=u><input type=password></form>"),
}


@dataclass(kw_only=True)
class SearchedSite:
    """One site; call it with a request."""

    plan: Plan
    seed: int
    base: Callable[[str], str]
    """The origin of a host."""
    mood: Temper = Temper.USUAL
    asked: list[str] = field(default_factory=list)

    @property
    def host(self) -> str:
        return self.plan.host

    @property
    def domain(self) -> str:
        return self.host.removeprefix("www.")

    @property
    def start(self) -> str:
        return f"{self.base(self.host)}/"

    @cached_property
    def library(self) -> Library:
        return Library(plain_host(self.host, self.plan.lang, articles=ARTICLES), self.seed)

    def found(self, words: str) -> list[str]:
        """The addresses that its search answers with, best first."""
        return [self.base(self.host) + entry.place[1] for entry in self._results(words)]

    def forget(self) -> None:
        """As if nobody had ever asked."""
        self.asked.clear()
        self.mood = Temper.USUAL

    def __call__(self, request: Request) -> Reply:
        path, _, query = request.path.partition("?")
        if path == "/robots.txt":
            return Reply(headers=(("Content-Type", "text/plain"),), body=ROBOTS.format(self.plan.forbidden).encode())
        if path == "/":
            return self._page(FORMS[self.plan.form].replace("{elsewhere}", self.base(ELSEWHERE)))
        if path not in {"/search", "/found.json", "/app"}:
            return self.library.reply(request)
        sent = request.body.decode("ascii") if request.method == "POST" else query
        words = parse_qs(sent, encoding=self.plan.charset).get("q", [""])[0]
        self.asked.append(words)
        return self._answer(path, request.path, words)

    def _answer(self, path: str, asked: str, words: str) -> Reply:
        if self.mood is Temper.OFFSITE:
            return Reply(status=302, headers=(("Location", self.base(ELSEWHERE) + asked),))
        if self.mood is not Temper.USUAL:
            return MOVED[self.mood]
        found = self._results(words)
        if path == "/found.json":
            rows = [{"path": one.place[1], "title": one.title, "text": snippet(one, words)} for one in found]
            return Reply(headers=(("Content-Type", "application/json"),), body=json.dumps(rows).encode())
        listed = "".join(
            f'<div class="result"><h3><a href="{one.place[1]}">{escape(one.title)}</a></h3>'
            f"<p>{escape(snippet(one, words))}</p></div>"
            for one in found
        )
        if path == "/app":
            return self._page(f"<div id=app></div><script>app.innerHTML = {json.dumps(listed)};</script>")
        return self._page(listed or "<p>0 results</p>")

    def _results(self, words: str) -> list[Entry]:
        return [entry for _, entry in self._index.search(asked_of(words))][:A_PAGE]

    @cached_property
    def _index(self) -> SearchIndex:
        return SearchIndex(list(entries_of(self.library.host, self.seed)))

    def _page(self, main: str) -> Reply:
        """Shift_JIS is said by the page only, as old sites do."""
        charset = self.plan.charset
        text = (
            f'<!doctype html><html lang="{self.plan.lang}"><head><meta charset="{charset}"><title>{self.domain}</title>'
            f'</head><body><nav><a href="/about">About</a> <a href="/news/">News</a></nav><main>{main}</main>'
            f'<footer><a href="/privacy">Privacy</a> <p>{ADDRESS[self.plan.lang]}</p></footer></body></html>'
        )
        named = "" if charset == "shift_jis" else f"; charset={charset}"
        return Reply(headers=(("Content-Type", f"text/html{named}"),), body=text.encode(charset))


def searched_sites(seed: int, base: Callable[[str], str]) -> dict[str, SearchedSite]:
    """The sites of a web by kind."""
    return {kind: SearchedSite(plan=plan, seed=seed, base=base) for kind, plan in PLANS.items()}
