"""Walls at names of their own, in Japanese and English: what each looks like, and how a person gets past it.

Comes in: a request and the pages behind the wall. Goes out: the wall, or the page once the visitor carries the cookie
the wall is about. Names of kinds are those of `tadori blocks`.
"""

from collections.abc import Callable
from html import escape
from typing import Final
from urllib.parse import parse_qs, quote, urlsplit

from tests.web.challenges import CLEARANCE, challenge, passed, token
from tests.web.documents import Library
from tests.web.markup import shell
from tests.web.wire import Reply, Request, Site, page, registrable

KINDS: Final = (
    "cloudflare",
    "turnstile",
    "hcaptcha",
    "recaptcha",
    "captcha",
    "login",
    "cookie_wall",
    "paywall",
    "rate_limit",
    "soft_404",
    "js_required",
)
SESSION: Final = "session"
CONSENT: Final = "consent"

WORDS: Final = {
    "en": {
        "login": "Log in to continue",
        "login_why": "You must be logged in to read this page.",
        "user": "E-mail address",
        "password": "Password",
        "forgot": "Forgot your password?",
        "consent": "We value your privacy",
        "consent_why": "We and our partners store cookies on your device. To enter the site you have to accept them.",
        "accept": "Accept all",
        "subscribe": "Subscribe to continue reading",
        "subscribe_why": "This article is for subscribers only. Already a subscriber? Log in.",
        "not_found": "Page not found",
        "not_found_why": "Sorry, the page you are looking for does not exist or has been moved.",
        "too_many": "Too many requests. Please slow down and try again later.",
    },
    "ja": {
        "login": "ログインしてください",
        "login_why": "このページを見るにはログインが必要です。",
        "user": "メールアドレス",
        "password": "パスワード",
        "forgot": "パスワードをお忘れの方",
        "consent": "プライバシーについて",
        "consent_why": "当サイトと提携先はクッキーを保存します。ご覧になるには同意が必要です。",
        "accept": "すべて同意する",
        "subscribe": "続きを読むには会員登録が必要です",
        "subscribe_why": "この記事は有料会員限定です。すでに会員の方はログインしてください。",
        "not_found": "ページが見つかりません",
        "not_found_why": "お探しのページは存在しないか、移動した可能性があります。",
        "too_many": "アクセスが集中しています。しばらく時間をおいてからお試しください。",
    },
}

Wall = Callable[[Request, Library, int], Reply]


def wall_host(kind: str, lang: str) -> str:
    suffix = "-ja" if lang == "ja" else ""
    return f"www.{kind.replace('_', '-')}-stands-here{suffix}.test"


def wall_site(kind: str, library: Library, seed: int) -> Site:
    """The wall of that kind in front of the library's pages."""

    def reply(request: Request) -> Reply:
        if request.path == "/robots.txt":
            return Reply(headers=(("Content-Type", "text/plain"),), body=b"User-agent: *\nAllow: /\n")
        if kind not in WALLS:
            open_door = passed(request, seed)
            return library.reply(request) if open_door else challenge(request, kind, library.host.lang, seed)
        return WALLS[kind](request, library, seed)

    return reply


def _page(lang: str, title: str, body: str, *, status: int = 200, headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    text = (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<link rel="icon" href="data:,"></head><body>{body}</body></html>'
    )
    return page(text, status=status, headers=headers)


def _login(request: Request, library: Library, seed: int) -> Reply:
    """A redirect to the form; whoever sends the form is given a session."""
    words, lang = WORDS[library.host.lang], library.host.lang
    session = token(seed, request.host, SESSION)
    if request.cookie(SESSION) == session:
        return library.reply(request)
    parts = urlsplit(request.path)
    if parts.path != "/login":
        return Reply(status=302, headers=(("Location", f"/login?next={quote(request.path)}"),))
    if request.method == "POST":
        back = parse_qs(parts.query).get("next", ["/"])[0]
        cookie = f"{SESSION}={session}; Path=/; Domain={registrable(request.host)}; HttpOnly"
        return Reply(status=303, headers=(("Location", back), ("Set-Cookie", cookie)))
    body = (
        f"<main><h1>{words['login']}</h1><p>{words['login_why']}</p>"
        f'<form id="login-form" method="post" action="{escape(request.path)}">'
        f'<label>{words["user"]} <input type="email" name="username" autocomplete="username"></label>'
        f'<label>{words["password"]} <input type="password" name="password" autocomplete="current-password"></label>'
        f'<button id="login" type="submit">{words["login"]}</button>'
        f'<a href="/forgot">{words["forgot"]}</a></form></main>'
    )
    return _page(lang, words["login"], body)


def _cookie_wall(request: Request, library: Library, seed: int) -> Reply:
    """Nothing but a dialog until a person accepts."""
    words, lang = WORDS[library.host.lang], library.host.lang
    consent = token(seed, request.host, CONSENT)
    if request.cookie(CONSENT) == consent:
        return library.reply(request)
    cookie = f"{CONSENT}={consent}; path=/; domain={registrable(request.host)}; max-age=3600"
    body = (
        f'<div id="consent-wall" class="cookie-consent consent-wall" role="dialog" aria-modal="true">'
        f"<h1>{words['consent']}</h1><p>{words['consent_why']}</p>"
        f'<button id="accept" class="accept-all">{words["accept"]}</button></div>'
        "<script>document.getElementById('accept').addEventListener('click', event => {"
        f"if (!event.isTrusted) return; document.cookie = '{cookie}'; location.reload(); }});</script>"
    )
    return _page(lang, words["consent"], body)


def _paywall(request: Request, library: Library, seed: int) -> Reply:
    """The beginning of the article, then the offer."""
    words, lang = WORDS[library.host.lang], library.host.lang
    if request.cookie(CLEARANCE) == token(seed, request.host, CLEARANCE):
        return library.reply(request)
    top = library.headline(0)
    start = library.article(0).sections[0].paragraphs[0][:90]
    body = (
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle",'
        '"isAccessibleForFree":false,"hasPart":{"@type":"WebPageElement","isAccessibleForFree":false,'
        '"cssSelector":".paywall"}}</script>'
        f'<main><article><h1>{escape(top.title)}</h1><p>{escape(start)}…</p><div class="paywall" id="paywall">'
        f"<h2>{words['subscribe']}</h2><p>{words['subscribe_why']}</p>"
        f'<a class="subscribe-button" href="/subscribe">{words["subscribe"]}</a></div></article></main>'
    )
    return _page(lang, top.title, body)


def _rate_limit(request: Request, library: Library, seed: int) -> Reply:
    words, lang = WORDS[library.host.lang], library.host.lang
    body = f"<h1>429 Too Many Requests</h1><p>{words['too_many']}</p>"
    return _page(lang, "429 Too Many Requests", body, status=429, headers=(("Retry-After", "120"),))


def _soft_404(request: Request, library: Library, seed: int) -> Reply:
    """Says 200 and means 404."""
    words, lang = WORDS[library.host.lang], library.host.lang
    said = f"<h1>{words['not_found']}</h1><p>{words['not_found_why']}</p>"
    body = f'<main class="error-page">{said}<a href="/">OK</a></main>'
    return _page(lang, words["not_found"], body)


def _js_required(request: Request, library: Library, seed: int) -> Reply:
    """An application whose script never comes: empty for every client."""
    return page(shell(library.host, '<div id="root"></div><script src="/static/js/main.js" defer></script>'))


WALLS: Final[dict[str, Wall]] = {
    "login": _login,
    "cookie_wall": _cookie_wall,
    "paywall": _paywall,
    "rate_limit": _rate_limit,
    "soft_404": _soft_404,
    "js_required": _js_required,
}
