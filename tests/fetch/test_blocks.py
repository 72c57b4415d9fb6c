"""What stands in the way of a page: look-alikes of today's walls are named, ordinary pages never are.

All markup here was written for these tests, after what such pages look like; none is a copy.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.blocks import PREFLIGHT_BYTES, detect_block, preflight
from tadori.model.web import BlockKind

NAV = """<header><a href="/">Harbour Daily</a><nav><a href="/news">News</a> <a href="/sport">Sport</a>
<a href="/login">Log in</a> <a href="/subscribe">Subscribe</a></nav></header>"""
FOOTER = """<footer><a href="/terms">Terms</a> <a href="/privacy">Privacy</a> &copy; Harbour Daily</footer>"""
SENTENCE = (
    "The harbour bridge opened in May 1987 and carries some forty thousand people a day between the two towns, "
    "which had been linked by ferries only since the middle of the eighteenth century."
)
JA_SENTENCE = (
    "港の橋は一九八七年五月に開通し、それまで渡し船だけで結ばれていた二つの町の間を、一日におよそ四万人が行き来している。"
    "建設には七年かかり、潮の流れの速さが工事を難しくした。"
)


def page(body: str, *, title: str = "Harbour Daily", head: str = "", lang: str = "en") -> bytes:
    top = f'<!doctype html><html lang="{lang}"><head><title>{title}</title>{head}</head>'
    return f"{top}<body>{body}</body></html>".encode()


def article(*paragraphs: str, title: str = "The harbour bridge", extra: str = "", lang: str = "en") -> bytes:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return page(
        f"{NAV}<article><h1>{title}</h1>{text}</article>{extra}{FOOTER}", title=f"{title} | Harbour Daily", lang=lang
    )


def kind(body: bytes, status: int = 200, *, url: str = "", headers: tuple[tuple[str, str], ...] = ()) -> BlockKind:
    return detect_block(status, headers, body, url=url).kind


MANAGED_CHALLENGE = page(
    '<div class="main-wrapper" role="main"><div class="main-content"><noscript><div class="h2"><span '
    'id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div></div>'
    "<script>(function(){window._cf_chl_opt = {cvId: '3',cZone: 'harbour.test',cType: 'managed'};var a = "
    "document.createElement('script');a.src = '/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8f0';"
    "document.getElementsByTagName('head')[0].appendChild(a);}());</script>",
    title="Just a moment...",
    head='<meta http-equiv="refresh" content="390">',
)
MANAGED_AFTER_SCRIPTS = page(
    '<div class="main-content"><h1 class="zone-name-title h1">harbour.test</h1><p class="h2 spacer-bottom">'
    'Verify you are human by completing the action below.</p><div id="x"><input type="hidden" '
    'name="cf-turnstile-response" id="cf-chl-widget-ab12_response"></div><div class="core-msg spacer">harbour.test '
    "needs to review the security of your connection before proceeding.</div></div>"
    '<div class="footer"><div>Ray ID: <code>8f00aa11bb22cc33</code></div><div>Performance &amp; security by '
    '<a href="#">Cloudflare</a></div></div>',
    title="Just a moment...",
)
JAPANESE_CHALLENGE = page(
    '<div class="main-content"><h1>minato.test</h1>'
    "<p>以下のアクションを完了して、あなたが人間であることを確認してください。</p>"
    "<div>続行する前に、minato.test は接続のセキュリティを確認する必要があります。</div></div>"
    "<script>window._cf_chl_opt={cType:'interactive'};</script>",
    title="しばらくお待ちください...",
    lang="ja",
)
CF_BLOCKED = page(
    '<div id="cf-wrapper"><div id="cf-error-details"><h1>Sorry, you have been blocked</h1><h2>You are unable to access '
    "harbour.test</h2><p>This website is using a security service to protect itself from online attacks.</p>"
    "<p>Cloudflare Ray ID: <strong>8f00aa11bb22cc33</strong></p></div></div>",
    title="Attention Required! | Cloudflare",
)
BOT_FIGHT = (
    b"<html><head><script async src='/cdn-cgi/bm/cv/1/api.js'></script></head><body><script>(function(){"
    b"window['__CF$cv$params']={r:'1',m:'2'}})();</script></body></html>"
)
TURNSTILE_WALL = page(
    '<h1>One more step</h1><p>Please confirm you are human to open the archive.</p><form method="post">'
    '<div class="cf-turnstile" data-sitekey="0x4AAA"></div><button>Continue</button></form>'
    '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>'
)
HCAPTCHA_WALL = page(
    '<form action="/verify" method="post"><div class="h-captcha" data-sitekey="10000000-ffff"></div>'
    '<input type="submit" value="OK"></form><script src="https://js.hcaptcha.com/1/api.js" async></script>',
    title="Security check",
)
RECAPTCHA_WALL = page(
    '<form id="captcha-form" action="index" method="post"><div class="g-recaptcha" data-sitekey="6Lx"></div></form>'
    "<b>About this page</b><div>Our systems have detected unusual traffic from your computer network. This page checks "
    "to see if it's really you sending the requests, and not a robot.</div>"
    '<script src="https://www.google.com/recaptcha/api.js" async defer></script>',
    title="https://search.test/?q=bridge",
)
JAPANESE_CAPTCHA = page(
    '<h1>画像認証</h1><p>画像に表示されている文字を入力してください。</p><img src="/captcha.png" class="captcha-image">'
    '<form><input name="code"><button>送信</button></form>',
    title="アクセス確認",
    lang="ja",
)
PRESS_AND_HOLD = page(
    '<div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p>',
    title="Access to this page has been denied",
)
PROOF_OF_WORK = page(
    '<main><h1 id="title">Making sure you&#39;re not a bot!</h1><p id="status">Loading...</p></main>'
    '<script id="anubis_challenge" type="application/json">{"difficulty":4}</script>'
    '<script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>',
    title="Making sure you're not a bot!",
)
LOGIN_WALL = page(
    '<h1>Sign in</h1><form action="/session"><input type="email" name="email"><input type="password" name="password">'
    "<button>Sign in</button></form>",
    title="Sign in | Harbour Daily",
)
JAPANESE_LOGIN = page(
    '<h1>会員ログイン</h1><p>このページをご覧いただくにはログインが必要です。</p><form><input name="id">'
    '<input type="password" name="pw"><button>ログイン</button></form>',
    title="ログイン - 港新聞",
    lang="ja",
)
COOKIE_WALL = page(
    "<h1>Before you continue to Harbour Daily</h1><p>We use cookies to deliver our services. You need to accept "
    'cookies to continue.</p><form action="/consent"><button name="accept">Accept all</button></form>',
    title="Before you continue",
)
JAPANESE_COOKIE_WALL = page(
    "<h1>Cookieのご利用について</h1><p>閲覧を続けるには、Cookieの使用に同意していただく必要があります。</p>"
    '<form action="/consent"><button class="accept">同意する</button></form>',
    title="Cookieの利用について",
    lang="ja",
)
PAYWALL = page(
    f'{NAV}<article><h1>The harbour bridge</h1><p>{SENTENCE}</p><div class="paywall">'
    "<h2>Subscribe to continue reading</h2><p>Already a subscriber? <a>Log in</a></p></div></article>",
    head='<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
)
JAPANESE_PAYWALL = page(
    f"<article><h1>港の橋</h1><p>{JA_SENTENCE}</p><p>この記事は有料会員限定です。</p><p>残り 1,234文字</p>"
    "<p>有料会員登録はこちら</p></article>",
    title="港の橋 - 港新聞",
    lang="ja",
)
RATE_LIMIT = page(
    "<h1>Too Many Requests</h1><p>You have sent too many requests in a given amount of time.</p>", title="429"
)
JAPANESE_RATE_LIMIT = page(
    "<h1>アクセス制限中</h1><p>短時間に大量のアクセスがありました。しばらく時間をおいてからお試しください。</p>",
    title="アクセス制限中",
    lang="ja",
)
SOFT_404 = page(
    f"{NAV}<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist or has been moved.</p>{FOOTER}",
    title="Page not found - Harbour Daily",
)
JAPANESE_SOFT_404 = page(
    "<h1>ページが見つかりません</h1><p>お探しのページは見つかりませんでした。削除されたか、URLが変更された可能性があります。</p>",
    title="ページが見つかりません | 港新聞",
    lang="ja",
)
SPA_SHELL = page(
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>'
    '<script src="/static/js/main.4f2a.js"></script>'
)
NEXT_SHELL = page('<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script>')
JAPANESE_SHELL = page(
    '<noscript>JavaScriptを有効にしてください。</noscript><main class="app"></main><script src="/a.js"></script>',
    lang="ja",
)

WALLS = {
    "managed challenge": (MANAGED_CHALLENGE, BlockKind.CLOUDFLARE),
    "managed challenge, after its scripts": (MANAGED_AFTER_SCRIPTS, BlockKind.CLOUDFLARE),
    "Japanese challenge": (JAPANESE_CHALLENGE, BlockKind.CLOUDFLARE),
    "blocked by Cloudflare": (CF_BLOCKED, BlockKind.CLOUDFLARE),
    "bot fight mode": (BOT_FIGHT, BlockKind.CLOUDFLARE),
    "Turnstile": (TURNSTILE_WALL, BlockKind.TURNSTILE),
    "hCaptcha": (HCAPTCHA_WALL, BlockKind.HCAPTCHA),
    "reCAPTCHA": (RECAPTCHA_WALL, BlockKind.RECAPTCHA),
    "Japanese captcha": (JAPANESE_CAPTCHA, BlockKind.CAPTCHA),
    "press and hold": (PRESS_AND_HOLD, BlockKind.CAPTCHA),
    "proof of work": (PROOF_OF_WORK, BlockKind.CAPTCHA),
    "login": (LOGIN_WALL, BlockKind.LOGIN),
    "Japanese login": (JAPANESE_LOGIN, BlockKind.LOGIN),
    "cookie wall": (COOKIE_WALL, BlockKind.COOKIE_WALL),
    "Japanese cookie wall": (JAPANESE_COOKIE_WALL, BlockKind.COOKIE_WALL),
    "paywall": (PAYWALL, BlockKind.PAYWALL),
    "Japanese paywall": (JAPANESE_PAYWALL, BlockKind.PAYWALL),
    "rate limit": (RATE_LIMIT, BlockKind.RATE_LIMIT),
    "Japanese rate limit": (JAPANESE_RATE_LIMIT, BlockKind.RATE_LIMIT),
    "soft 404": (SOFT_404, BlockKind.SOFT_404),
    "Japanese soft 404": (JAPANESE_SOFT_404, BlockKind.SOFT_404),
    "script shell": (SPA_SHELL, BlockKind.JS_REQUIRED),
    "shell with data": (NEXT_SHELL, BlockKind.JS_REQUIRED),
    "Japanese shell": (JAPANESE_SHELL, BlockKind.JS_REQUIRED),
}


@pytest.mark.req("L17")
@pytest.mark.parametrize(("body", "expected"), WALLS.values(), ids=WALLS.keys())
def test_a_wall_that_comes_with_status_200_is_named(body: bytes, expected: BlockKind) -> None:
    block = detect_block(200, (), body)
    assert block.kind is expected
    assert block.grounds != ()


CHALLENGES = [
    name for name, (_, k) in WALLS.items() if k in (BlockKind.CLOUDFLARE, BlockKind.TURNSTILE, BlockKind.CAPTCHA)
]


@pytest.mark.parametrize("status", [403, 503])
@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_is_the_same_with_an_error_status(name: str, status: int) -> None:
    body, expected = WALLS[name]
    assert kind(body, status) is expected


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_jp", "utf-16"])
def test_a_japanese_wall_is_read_in_its_own_encoding(encoding: str) -> None:
    text = JAPANESE_LOGIN.decode()
    assert detect_block(200, (), text.encode(encoding), charset=encoding).kind is BlockKind.LOGIN


def test_the_encoding_that_a_page_declares_counts_when_no_header_does() -> None:
    text = JAPANESE_SOFT_404.decode().replace("<head>", '<head><meta charset="Shift_JIS">')
    assert kind(text.encode("shift_jis")) is BlockKind.SOFT_404


FORM = """<h2>Leave a comment</h2><form><textarea name="comment"></textarea><input type="email" name="email">
<p>Please verify you are human.</p><div class="g-recaptcha" data-sitekey="6Lx"></div></form>
<script src="https://www.google.com/recaptcha/api.js"></script>"""
BANNER = """<div class="cookie-banner">We use cookies to improve your experience. If you continue to use this site you
accept cookies. <button class="accept">Accept all cookies</button></div>"""
DROPDOWN = """<div class="dropdown"><form action="/login"><input name="user"><input type="password" name="pw">
<button>Log in</button></form></div>"""
ORDINARY = {
    "one sentence": article(SENTENCE),
    "one Japanese sentence": article(JA_SENTENCE, title="港の橋", lang="ja"),
    "comment form with a captcha": article(SENTENCE, extra=FORM),
    "cookie banner": article(SENTENCE, extra=BANNER),
    "login form in the head": article(SENTENCE, extra=DROPDOWN),
    "must be logged in to comment": article(
        SENTENCE, extra=f"{DROPDOWN}<p>You must be logged in to post a comment.</p>"
    ),
    "invisible captcha on every page": article(
        SENTENCE, extra='<script src="https://www.google.com/recaptcha/api.js?render=6Lxyz"></script>'
    ),
    "contact form with Turnstile": page(
        '<h1>Contact us</h1><form><input name="name"><input type="email" name="email">'
        '<textarea name="message"></textarea><div class="cf-turnstile" data-sitekey="0x4"></div>'
        "<button>Send</button></form>"
        '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
        title="Contact | Harbour Daily",
    ),
    "article about challenges": article(
        "The words 'Just a moment...' and 'Checking your browser before accessing' greet visitors of many sites. "
        "Behind them stands a service named Cloudflare, which asks a browser to verify you are human by completing "
        "the action below, prints a Ray ID, and sets a variable called <code>window._cf_chl_opt</code> in its page.",
        title="Why sites ask you to prove you are human",
    ),
    "article about 404": article(
        "The server answers 404 Not Found when the page you requested could not be found. Many sites answer with "
        "status 200 instead and print 'Page not found', which is called a soft 404 and confuses crawlers everywhere.",
        title="What a soft 404 is",
    ),
    "Japanese article about logging in": article(
        "会員制のサイトでは、記事の続きを読むにはログインが必要ですという案内が表示されることが多い。"
        "総務省の調査によれば、利用者の四割が同じパスワードを複数のサービスで使い回しており、専門家は注意を呼びかけている。",
        title="ログインの歴史",
        lang="ja",
    ),
    "Japanese article about robots": article(
        "「私はロボットではありません」という画面は、二〇〇〇年代に研究者が考案したCAPTCHAの一種である。"
        "人間であることを確認するために、ゆがんだ文字や写真の選択が使われてきたが、近年は自動化が進んでいる。",
        title="ロボットではないことの証明",
        lang="ja",
    ),
    "Cloudflare watches an ordinary page": article(
        SENTENCE,
        extra="<script>(function(){window['__CF$cv$params']={r:'1'};"
        "var a='/cdn-cgi/challenge-platform/scripts/jsd/main.js'})()</script>"
        "<a href='/cdn-cgi/l/email-protection'>mail</a>",
    ),
    "error page of Cloudflare about the origin": page(
        '<div id="cf-error-details"><h1>Web server is down</h1><p>Error code 521</p><p>Cloudflare Ray ID: '
        "<strong>8f00aa11bb22cc33</strong></p><p>Performance &amp; security by Cloudflare</p></div>",
        title="harbour.test | 521: Web server is down",
    ),
    "article with members' offers beside it": article(
        JA_SENTENCE,
        extra="<aside><ul><li>有料会員限定 船の歴史</li><li>有料会員限定 灯台の一日</li></ul><a>会員登録</a></aside>",
        title="港の橋",
        lang="ja",
    ),
    "page of one word": page(
        '<h1>Portugal</h1><p>A country.</p><div id="modal-root"></div><script src="/a.js"></script>'
    ),
    "picture page": page('<h1>Bridge</h1><img src="bridge.jpg"><script src="/gallery.js"></script>'),
    "frames": b"<html><frameset cols='20%,80%'><frame src='a.html'><frame src='b.html'></frameset></html>",
    "redirect page": page('<a href="/new">moved</a>', head='<meta http-equiv="refresh" content="0;url=/new">'),
    "no results": page("<h1>Search</h1><p>Your search did not match any documents.</p>", title="zzz - Search"),
    "shell that also holds the text": article(
        SENTENCE, extra='<div id="modal-root"></div><script src="/app.js"></script>'
    ),
    "nothing": b"",
    "one letter": b"a",
    "plain text": b"The harbour bridge opened in May 1987.",
    "not text": bytes(range(256)) * 40,
}


@pytest.mark.req("L17")
@pytest.mark.parametrize("body", ORDINARY.values(), ids=ORDINARY.keys())
def test_an_ordinary_page_is_not_taken_for_a_wall(body: bytes) -> None:
    assert detect_block(200, (), body).kind is BlockKind.NONE


def test_a_page_with_a_body_of_text_is_never_a_wall_whatever_else_stands_on_it() -> None:
    body = article(*[SENTENCE] * 20, extra=MANAGED_CHALLENGE.decode() + FORM + BANNER + LOGIN_WALL.decode())
    assert kind(body) is BlockKind.NONE
    assert kind(body, 403) is BlockKind.NONE


def test_text_that_only_a_script_holds_is_no_body() -> None:
    inside = "".join(f"<p>{SENTENCE}</p>" for _ in range(20))
    shell = page(f'<div id="app"></div><script>window.page = "{inside}";</script>')
    assert kind(shell) is BlockKind.JS_REQUIRED


def test_a_forum_thread_of_short_lines_with_a_login_box_is_a_page() -> None:
    thread = "".join(f"<li>{n} ok, see you at the harbour then</li>" for n in range(400))
    assert kind(page(f"{DROPDOWN}<ul>{thread}</ul>", title="Login problems")) is BlockKind.NONE


@pytest.mark.parametrize(
    ("status", "headers", "expected", "ground"),
    [
        (429, (), BlockKind.RATE_LIMIT, "status 429"),
        (503, (("retry-after", "120"),), BlockKind.RATE_LIMIT, "status 503 with retry-after"),
        (503, (), BlockKind.NONE, "status 503"),
        (403, (), BlockKind.NONE, "status 403"),
        (401, (), BlockKind.NONE, "status 401"),
        (401, (("www-authenticate", 'Basic realm="x"'),), BlockKind.LOGIN, "status 401 with www-authenticate"),
        (402, (), BlockKind.PAYWALL, "status 402"),
        (404, (), BlockKind.NONE, "status 404"),
        (403, (("cf-mitigated", "challenge"),), BlockKind.CLOUDFLARE, "header cf-mitigated: challenge"),
        (405, (("x-amzn-waf-action", "captcha"),), BlockKind.CAPTCHA, "header x-amzn-waf-action: captcha"),
        (403, (("server", "cloudflare"), ("cf-ray", "8f0-NRT")), BlockKind.NONE, "status 403"),
    ],
)
def test_status_and_headers_speak_without_a_body(
    status: int, headers: tuple[tuple[str, str], ...], expected: BlockKind, ground: str
) -> None:
    block = detect_block(status, headers, b"")
    assert (block.kind, block.grounds[0]) == (expected, ground)


def test_an_ordinary_page_has_no_grounds() -> None:
    assert detect_block(200, (("server", "cloudflare"), ("cf-ray", "1")), article(SENTENCE)).grounds == ()


def test_a_challenge_comes_before_the_rate_limit_it_was_sent_for() -> None:
    assert kind(RECAPTCHA_WALL, 429) is BlockKind.RECAPTCHA


def test_what_says_that_it_is_not_there_is_no_soft_404() -> None:
    assert detect_block(404, (), SOFT_404).kind is BlockKind.NONE
    assert detect_block(404, (), SOFT_404).grounds == ("status 404",)


def test_headers_are_found_whatever_their_case() -> None:
    assert kind(b"", 403, headers=(("CF-Mitigated", "Challenge"),)) is BlockKind.CLOUDFLARE


def test_a_wall_is_looked_for_in_text_only() -> None:
    assert detect_block(200, (), MANAGED_CHALLENGE, media_type="application/pdf").kind is BlockKind.NONE
    assert detect_block(429, (), b"%PDF", media_type="application/pdf").kind is BlockKind.RATE_LIMIT


def test_the_address_of_a_login_page_counts_only_beside_a_password_field() -> None:
    form = page(
        '<form><input type="password" name="p"><button>OK</button></form>' + "<p>Welcome to the harbour.</p>" * 9
    )
    assert kind(form) is BlockKind.NONE
    assert kind(article(SENTENCE), url="https://harbour.test/login") is BlockKind.NONE
    assert kind(LOGIN_WALL, url="https://harbour.test/login") is BlockKind.LOGIN


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (MANAGED_CHALLENGE, BlockKind.CLOUDFLARE),
        (BOT_FIGHT, BlockKind.NONE),
        (SPA_SHELL, BlockKind.NONE),
        (b"", BlockKind.NONE),
    ],
)
def test_the_first_bytes_show_a_challenge_but_never_what_is_missing(body: bytes, expected: BlockKind) -> None:
    assert preflight(200, (), body).kind is expected


def test_preflight_reads_headers_and_the_first_sixteen_kilobytes() -> None:
    late = page(" " * PREFLIGHT_BYTES + MANAGED_CHALLENGE.decode())
    assert preflight(200, (), late).kind is BlockKind.NONE
    assert preflight(403, (("cf-mitigated", "challenge"),), b"").kind is BlockKind.CLOUDFLARE
    assert preflight(429, (), b"").kind is BlockKind.RATE_LIMIT
    assert preflight(200, (), article(SENTENCE)).kind is BlockKind.NONE


HOSTILE = {
    "unclosed scripts": b"<script" * 60_000,
    "unclosed comments": b"<!--" * 100_000,
    "open brackets": b"<" * 400_000,
    "paragraphs without end": b"<p>" * 130_000,
    "paragraphs inside a script": b"<script>" + b"<p>" + b"word " * 13 + b"</p>" * 5_000,
    "headings": b"<h1>" * 100_000,
    "entities": b"&amp;" * 80_000,
    "quotes in tags": b"<input " + b"type='" * 60_000,
    "forms": b"<input name=" * 30_000,
    "mounts": b"<div id=a><div>" * 25_000,
    "ends only": b"</script></p></title>" * 19_000,
    "spaces": b"<p> " + b" " * 400_000,
    "words of walls": b"to continue " * 30_000,
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_broken_markup_takes_more_than_linear_time(body: bytes) -> None:
    # Without a clock: four hundred kilobytes of each would not end within the test run if time grew with the square.
    assert detect_block(200, (), body).kind in BlockKind


@given(st.binary(max_size=400), st.sampled_from([200, 301, 403, 404, 429, 503]))
def test_any_bytes_give_a_verdict(body: bytes, status: int) -> None:
    assert detect_block(status, (), b"<html>" + body).kind in BlockKind
