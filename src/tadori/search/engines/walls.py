"""Recognises pages without results: captchas, consent pages, blocks, rate limits, and honest "no results".

Comes in: a page in which no result was found. Goes out: what kind of wall it is, whether it names a rate limit, or
says that nothing was found. Only for such pages: a page of results about captchas is no captcha.
"""

import re
from collections.abc import Mapping
from typing import Final

from tadori.model.engine import EngineResponse
from tadori.search.engines.markup import HtmlElement, element_text, has_class

_LONGEST_WALL: Final = 6000
"""Characters: a page with more text is about something, and no wall."""

_ENABLE_SCRIPTS: Final = "/httpservice/retry/enablejs"
_SIGNS: Final[Mapping[str, str]] = {
    "a reCAPTCHA": f'//*[{has_class("g-recaptcha")} or @id="recaptcha" or @name="g-recaptcha-response"]'
    ' | //iframe[contains(@src, "/recaptcha/")]',
    "an hCaptcha": f'//*[{has_class("h-captcha")}] | //iframe[contains(@src, "hcaptcha.com")]',
    "a Turnstile": f'//*[{has_class("cf-turnstile")} or @name="cf-turnstile-response"]'
    ' | //*[self::iframe or self::script][contains(@src, "challenges.cloudflare.com")]',
    "a captcha form": '//form[contains(@id, "captcha") or contains(@action, "captcha") or @id="challenge-form"]'
    ' | //img[contains(@src, "captcha")]'
    ' | //*[contains(@class, "anomaly-modal") or contains(@class, "smartcaptcha")]',
    "a request to run scripts": f'//iframe[contains(@src, "{_ENABLE_SCRIPTS}")]'
    f' | //meta[contains(@content, "{_ENABLE_SCRIPTS}")] | //noscript[contains(., "{_ENABLE_SCRIPTS}")]',
    "a consent form": '//form[contains(@action, "consent.google") or contains(@action, "consent.yahoo")'
    ' or contains(@action, "collectConsent")]',
}
_PLACES: Final = re.compile(
    r"//consent\.|/sorry/|/sp/captcha|/showcaptcha|/challenge|/captcha|/collectConsent", re.IGNORECASE
)
_WORDS: Final = re.compile(
    "|".join(
        (
            r"unusual (?:traffic|activity)",
            r"not a robot",
            r"are you (?:a )?(?:human|robot)",
            r"confirm (?:that )?you.{0,12}(?:human|robot)",
            r"verify(?:ing)? (?:that )?you(?:r request|r browser| are|.re)",
            r"bots use",
            r"aggressive bot activity",
            r"(?:solve|complete) the (?:challenge|captcha)",
            r"automated (?:queries|requests|access)",
            r"checking your browser|security check",
            r"access (?:is |was |has been )?denied",
            r"temporarily blocked|you have been blocked|your ip (?:address )?(?:has been|is|was) blocked",
            r"not (?:yet )?available in your (?:country|region)",
            r"before you continue to (?:google|yahoo|bing)",
            r"please enable javascript|enable cookies",
            r"ロボットでは(?:ありません|ない)",
            r"通常と異なるトラフィック|自動(?:化された|送信された)",
            r"アクセスが(?:拒否|制限|集中)",
            r"続行する前に",
            r"お住まいの(?:国|地域)では",
            r"画像認証|セキュリティ(?:確認|チェック)",
            r"安全验证|异常流量",
        )
    ),
    re.IGNORECASE,
)
_TOO_OFTEN: Final = re.compile(
    r"too many (?:requests|queries)|rate[- ]?limit(?:ed|ing)?|リクエストが多すぎ|要求が多すぎ|请求过于频繁",
    re.IGNORECASE,
)
_NOTHING: Final = re.compile(
    "|".join(
        (
            r"did(?: not|n.t) (?:match|find|return) (?:any|results)",
            r"could(?: not|n.t) find (?:any|results)",
            r"\bno (?:search |web |more |relevant )?results?\b",
            r"\bno pages (?:were )?found",
            r"nothing (?:was )?found",
            r"\b0 results",
            r"一致する(?:情報|ウェブページ|ページ|結果)は(?:見つかりません|ありません)",
            r"結果[はが](?:見つかりません|ありません)",
            r"該当する(?:ページ|結果|項目).{0,6}(?:見つかりません|ありません)",
            r"見つかりませんでした",
            r"keine (?:ergebnisse|treffer)",
            r"aucun résultat",
        )
    ),
    re.IGNORECASE,
)


def wall_reason(tree: HtmlElement, response: EngineResponse) -> str | None:
    """What kind of wall the page is, in words; None when it is none."""
    for name, where in _SIGNS.items():
        if tree.xpath(f"boolean({where})"):
            return name
    if _PLACES.search(response.url):
        return "the address it ended at"
    text = _visible(tree)
    found = _WORDS.search(text) if len(text) <= _LONGEST_WALL else None
    return f"the words “{found.group()}”" if found else None


def rate_limit_words(tree: HtmlElement) -> str | None:
    """The words of a page that says "too many requests", which no person can solve; None when it does not."""
    text = _visible(tree)
    found = _TOO_OFTEN.search(text) if len(text) <= _LONGEST_WALL else None
    return found.group() if found else None


def says_nothing_found(tree: HtmlElement) -> bool:
    """Whether the page says, in words, that there are no results."""
    text = _visible(tree)
    return len(text) <= _LONGEST_WALL and bool(_NOTHING.search(text))


def _visible(tree: HtmlElement) -> str:
    title = " ".join(part.text or "" for part in tree.iter("title"))
    body = next(tree.iter("body"), tree)
    return f"{title} {element_text(body, _LONGEST_WALL + 1)}"
