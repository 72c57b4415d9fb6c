"""Pages that engines answer with in place of results: captchas, consent, soft blocks, and honest "no results".

Comes in: a page in which no result stands. Goes out: why it is a wall, or whether it says that nothing was found. Asked
only then: a page of results about captchas is no captcha.
"""

import re
from collections.abc import Mapping
from typing import Final

from tadori.model.engine import EngineResponse
from tadori.search.engines.markup import Element, marked, words_of

_LONGEST_WALL: Final = 6000
"""Characters; a page that says more than this is about something."""

_SIGNS: Final[Mapping[str, str]] = {
    "a reCAPTCHA": f'//*[{marked("g-recaptcha")} or @id="recaptcha" or @name="g-recaptcha-response"]'
    ' | //iframe[contains(@src, "/recaptcha/")]',
    "an hCaptcha": f'//*[{marked("h-captcha")}] | //iframe[contains(@src, "hcaptcha.com")]',
    "a Turnstile": f'//*[{marked("cf-turnstile")} or @name="cf-turnstile-response"]'
    ' | //iframe[contains(@src, "challenges.cloudflare.com")] | //script[contains(@src, "challenges.cloudflare.com")]',
    "a captcha form": '//form[contains(@id, "captcha") or contains(@action, "captcha") or @id="challenge-form"]'
    ' | //img[contains(@src, "captcha")] | //*[contains(@class, "anomaly-modal")] | //*[contains(@class, "smartcaptcha")]',
    "a request to run scripts": '//iframe[contains(@src, "/httpservice/retry/enablejs")]'
    ' | //meta[contains(@content, "/httpservice/retry/enablejs")] | //noscript[contains(., "/httpservice/retry/enablejs")]',
    "a consent form": '//form[contains(@action, "consent.google") or contains(@action, "consent.yahoo")'
    ' or contains(@action, "collectConsent")]',
}
_PLACES: Final = re.compile(
    r"//consent\.|/sorry/|/sp/captcha|/showcaptcha|/challenge|/captcha|/collectConsent", re.IGNORECASE
)
_WORDS: Final = re.compile(
    r"unusual (?:traffic|activity)|not a robot|are you (?:a )?(?:human|robot)|confirm (?:that )?you.{0,12}(?:human|robot)"
    r"|verify(?:ing)? (?:that )?you(?:r request|r browser| are| 're)|bots use|(?:solve|complete) the (?:challenge|captcha)"
    r"|automated (?:queries|requests|access)|checking your browser|security check|access (?:is |was |has been )?denied"
    r"|too many requests|rate limit|temporarily blocked|you have been blocked|your ip (?:address )?(?:has been|is|was) blocked"
    r"|not (?:yet )?available in your (?:country|region)|service unavailable|before you continue to (?:google|yahoo|bing)"
    r"|please enable javascript|enable cookies|aggressive bot activity"
    r"|ロボットではありません|ロボットでない|通常と異なるトラフィック|自動(?:化された|送信された)|アクセスが(?:拒否|制限|集中)"
    r"|続行する前に|お住まいの(?:国|地域)では|画像認証|セキュリティ(?:確認|チェック)|安全验证|异常流量",
    re.IGNORECASE,
)
_NOTHING: Final = re.compile(
    r"did(?: not|n.t) (?:match any|find any|return any)|no (?:search |web |more |relevant )?results? (?:were |was |are )?(?:found|for|match|available)"
    r"|couldn.t find any|there are no results|there were no results|no pages (?:were )?found|nothing (?:was )?found|0 results"
    r"|returned no results|no results\b"
    r"|に一致する(?:情報|ウェブページ|結果|ページ|ページ)は見つかりません|(?:検索)?結果(?:は|が)(?:ありません|見つかりません|ありませんでした|見つかりませんでした)"
    r"|該当する(?:ページ|結果|項目).{0,6}(?:ありません|見つかりません)|一致する結果はありません|見つかりませんでした"
    r"|keine ergebnisse|keine (?:mit|treffer)|aucun résultat",
    re.IGNORECASE,
)


def wall_of(tree: Element, response: EngineResponse) -> str | None:
    """What stands in the way of results, in words, or None."""
    for name, where in _SIGNS.items():
        if tree.xpath(f"boolean({where})"):
            return name
    if _PLACES.search(response.url):
        return "the address it ended at"
    text = _visible(tree)
    found = _WORDS.search(text) if len(text) <= _LONGEST_WALL else None
    return f"the words “{found.group()}”" if found else None


def says_nothing_found(tree: Element, where: str) -> bool:
    """Whether the page says that there are no results; `where` is the engine's own mark for it, as XPath."""
    if where and tree.xpath(f"boolean({where})"):
        return True
    text = _visible(tree)
    return len(text) <= _LONGEST_WALL and bool(_NOTHING.search(text))


def _visible(tree: Element) -> str:
    title = " ".join(part.text or "" for part in tree.iter("title"))
    body = next(tree.iter("body"), tree)
    return f"{title} {words_of(body, _LONGEST_WALL + 1)}"
