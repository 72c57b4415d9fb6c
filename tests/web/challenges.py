"""Pages that stand in the way: challenge look-alikes, written here, with the marks real ones carry.

Each passes only with the cookie `clearance`, which its script sets on a click that the browser says a person made
(`event.isTrusted`). No script of another host is ever loaded: what a real page would load stands in `data-src`.
"""

import hashlib
from typing import Final

from tests.web.wire import Reply, Request, registrable

KINDS: Final = ("cloudflare", "turnstile", "hcaptcha", "recaptcha")
CLEARANCE: Final = "clearance"

WORDS: Final = {
    "en": {
        "wait": "Just a moment...",
        "checking": "Verifying you are human. This may take a few seconds.",
        "needs": "needs to review the security of your connection before proceeding.",
        "verify": "Verify you are human",
        "robot": "I'm not a robot",
        "unusual": "Our systems have detected unusual traffic from your computer network.",
        "complete": "Please complete the security check to access this site.",
        "letters": "Enter the characters you see in the picture",
    },
    "ja": {
        "wait": "しばらくお待ちください...",
        "checking": "あなたが人間であることを確認しています。これには数秒かかる場合があります。",
        "needs": "は、続行する前に接続のセキュリティを確認する必要があります。",
        "verify": "人間であることを確認します",
        "robot": "私はロボットではありません",
        "unusual": "お使いのコンピュータ ネットワークから通常と異なるトラフィックが検出されました。",
        "complete": "サイトにアクセスするには、セキュリティ確認を完了してください。",
        "letters": "画像に表示されている文字を入力してください",
    },
}


def token(seed: int, host: str, purpose: str) -> str:
    """The value a cookie must have; the same for all hosts of a registrable domain."""
    return hashlib.sha256(f"{seed}/{registrable(host)}/{purpose}".encode()).hexdigest()[:20]


def passed(request: Request, seed: int) -> bool:
    return request.cookie(CLEARANCE) == token(seed, request.host, CLEARANCE)


def challenge(request: Request, kind: str, lang: str, seed: int) -> Reply:
    """The page of that kind for the one who asked."""
    makers = {
        "cloudflare": _cloudflare,
        "turnstile": _turnstile,
        "hcaptcha": _hcaptcha,
        "recaptcha": _recaptcha,
        "captcha": _captcha,
    }
    return makers[kind](request, lang, seed)


def on_click(request: Request, seed: int) -> str:
    """The script that lets a person through."""
    cookie = f"{CLEARANCE}={token(seed, request.host, CLEARANCE)}; path=/; domain={registrable(request.host)}"
    return (
        "<script>document.getElementById('verify').addEventListener('click', event => {"
        f"if (!event.isTrusted) return; document.cookie = '{cookie}; max-age=3600'; location.reload(); }});</script>"
    )


def _reply(status: int, lang: str, title: str, body: str, headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    text = (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="robots" content="noindex,nofollow"><link rel="icon" href="data:,"></head>{body}</html>'
    )
    return Reply(
        status=status,
        headers=(("Content-Type", "text/html; charset=UTF-8"), ("Cache-Control", "private, no-store"), *headers),
        body=text.encode(),
    )


def _ray(request: Request) -> str:
    return hashlib.sha256(request.path.encode()).hexdigest()[:16]


def _cloudflare(request: Request, lang: str, seed: int) -> Reply:
    words, ray, path = WORDS[lang], _ray(request), request.path.partition("?")[0]
    body = (
        '<body class="no-js"><div class="main-wrapper" role="main"><div class="main-content">'
        f'<h1 class="zone-name-title h1">{request.host}</h1>'
        f'<p id="challenge-running" class="h2">{words["checking"]}</p>'
        '<div id="challenge-stage"><button id="verify" type="button">'
        f"{words['verify']}</button></div>"
        f'<div id="challenge-body-text" class="core-msg spacer">{request.host} {words["needs"]}</div>'
        f'<form id="challenge-form" action="{path}?__cf_chl_f_tk=little-web" method="POST"></form></div></div>'
        f"<script>window._cf_chl_opt = {{cvId: '3', cType: 'managed', cRay: '{ray}'}};</script>"
        f'<script data-src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray={ray}"></script>'
        f'<div class="footer">Ray ID: <code>{ray}</code> Performance &amp; security by Cloudflare</div>'
        f"{on_click(request, seed)}</body>"
    )
    headers = (("Server", "cloudflare"), ("CF-RAY", f"{ray}-NRT"), ("cf-mitigated", "challenge"))
    return _reply(403, lang, words["wait"], body, headers)


def _turnstile(request: Request, lang: str, seed: int) -> Reply:
    words = WORDS[lang]
    body = (
        f'<body><main><h1>{request.host}</h1><p>{words["complete"]}</p><form method="POST" action="/verify">'
        '<div class="cf-turnstile" data-sitekey="0x4AAAAAAALittleWeb" data-callback="onTurnstile">'
        '<input type="hidden" name="cf-turnstile-response"></div>'
        f'<button id="verify" type="button">{words["verify"]}</button></form></main>'
        '<script type="text/plain" data-src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>'
        f"{on_click(request, seed)}</body>"
    )
    return _reply(403, lang, words["verify"], body, (("Server", "cloudflare"), ("CF-RAY", f"{_ray(request)}-NRT")))


def _hcaptcha(request: Request, lang: str, seed: int) -> Reply:
    words = WORDS[lang]
    body = (
        f'<body><main class="captcha-page"><h1>{words["complete"]}</h1><form id="captcha-form" method="POST">'
        '<div class="h-captcha" data-sitekey="00000000-little-web-0000-000000000000"></div>'
        '<textarea name="h-captcha-response" style="display:none"></textarea>'
        f'<button id="verify" type="button">{words["verify"]}</button></form></main>'
        '<script type="text/plain" data-src="https://js.hcaptcha.com/1/api.js" async defer></script>'
        f"{on_click(request, seed)}</body>"
    )
    return _reply(403, lang, words["complete"], body)


def _recaptcha(request: Request, lang: str, seed: int) -> Reply:
    words = WORDS[lang]
    body = (
        f'<body><main><form id="captcha-form" action="/sorry/index" method="POST"><p>{words["unusual"]}</p>'
        '<div id="recaptcha" class="g-recaptcha" data-sitekey="6LLittleWeb" data-callback="submitCallback"></div>'
        '<textarea name="g-recaptcha-response" style="display:none"></textarea>'
        f'<button id="verify" type="button">{words["robot"]}</button></form></main>'
        '<script type="text/plain" data-src="https://www.google.com/recaptcha/api.js" async defer></script>'
        f"{on_click(request, seed)}</body>"
    )
    status = 429 if "sorry" in request.path else 403
    return _reply(status, lang, request.host, body)


def _captcha(request: Request, lang: str, seed: int) -> Reply:
    words = WORDS[lang]
    body = (
        f'<body><main><h1>{words["complete"]}</h1><form id="captcha" method="POST">'
        '<img src="/captcha.png" alt="captcha">'
        f'<label>{words["letters"]} <input name="captcha" autocomplete="off"></label>'
        f'<button id="verify" type="button">OK</button></form></main>{on_click(request, seed)}</body>'
    )
    return _reply(200, lang, "CAPTCHA", body)
