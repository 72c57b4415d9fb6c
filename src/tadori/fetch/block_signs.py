"""The signs of blocked pages (captcha, login, paywall …) as one table: the part of the page, the pattern, the weight.

Pure data and its compiled patterns; `blocks.py` looks for them and adds up the weights. A kind is named at
`BLOCK_AT`. Words in the text weigh 2 together, however many: so that an article about captchas is not taken for
one, markup, title, headers or status must agree.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tadori.model.web import BlockKind as Kind


class PagePart(StrEnum):
    """The part of a page that a sign is looked for in; all in lower case."""

    HEADER = "header"
    """`name: value`, a line each."""
    SCRIPT = "script"
    """Script elements, tags and contents."""
    TAG = "tag"
    """The tags outside of scripts, without any text."""
    TITLE = "title"
    HEADING = "heading"
    """A heading of level 1 or 2."""
    TEXT = "text"
    """What a visitor reads, and what `noscript` holds."""


@dataclass(frozen=True, slots=True)
class SignPatterns:
    """Patterns of one sign, with a fast negative answer, because every page is searched.

    Japanese and Chinese patterns are separate, so that an English text is not searched for them.
    """

    plain: re.Pattern[str] | None
    wide: re.Pattern[str] | None
    hints: tuple[str, ...]
    """Every match contains one of these strings, so a text without any is skipped. Empty: always search."""

    def search(self, text: str) -> str | None:
        """The words that were found."""
        if self.hints:
            for hint in self.hints:
                if hint in text:
                    break
            else:
                return None
        found = self.plain.search(text) if self.plain else None
        if found is None and self.wide and not text.isascii():
            found = self.wide.search(text)
        return None if found is None else found[0]


_IDEOGRAPHIC: Final = re.compile(r"[ぁ-ヿ一-鿿]")


def _words(*patterns: str, hints: tuple[str, ...] = (), apart: bool = True) -> SignPatterns:
    wide = [pattern for pattern in patterns if apart and _IDEOGRAPHIC.search(pattern)]
    plain = [pattern for pattern in patterns if pattern not in wide]
    return SignPatterns(
        plain=re.compile("|".join(plain)) if plain else None,
        wide=re.compile("|".join(wide)) if wide else None,
        hints=hints,
    )


@dataclass(frozen=True, slots=True)
class BlockSign:
    kind: Kind
    place: PagePart
    words: SignPatterns
    weight: int
    group: str
    """Signs of one group say the same thing and weigh once."""

    @property
    def seconds_only(self) -> bool:
        """Common on ordinary pages: only counted after another sign of the same kind was found."""
        return self.place in (PagePart.TAG, PagePart.SCRIPT) and self.kind in (Kind.COOKIE_WALL, Kind.PAYWALL)


def _sign(
    kind: Kind, place: PagePart, weight: int, *patterns: str, group: str = "", hints: tuple[str, ...] = ()
) -> BlockSign:
    usual = "headline" if place in (PagePart.TITLE, PagePart.HEADING) else place.value
    return BlockSign(kind, place, _words(*patterns, hints=hints, apart=place is PagePart.TEXT), weight, group or usual)


# The site's name stands before or after the title itself: "Sign in | Site", "Site - ログイン".
_BEFORE: Final = r"^(?:[^|｜:：–—\-]{0,40}[|｜:：–—\-]\s*)?(?:"
_AFTER: Final = r")[\s!！。.…？?]*(?:\s*[|｜:：–—\-].{0,60})?$"


def _title(*patterns: str) -> str:
    return _BEFORE + "|".join(patterns) + _AFTER


CLOUDFLARE_SCRIPTS: Final = re.compile(r"/cdn-cgi/(?:bm/|challenge-platform/|scripts/)|__cf\$cv\$params")
"""Cloudflare puts these on ordinary pages too; they are a sign only where nothing else is on the page."""

HUMAN_TITLES: Final = _title(
    r"just a moment",
    r"one (?:more|last) step",
    r"are you (?:a |not a )?(?:robot|human)",
    r"(?:please )?(?:verify|confirm|prove)(?:ing)? (?:that )?you(?:'re|’re| are) (?:a )?(?:human|not a (?:ro)?bot)",
    r"verifying (?:your (?:request|browser|connection)|you are human)",
    r"(?:human|bot|robot|security|browser) (?:check(?:point)?|verification|challenge)(?: required)?",
    r"checking your browser",
    r"making sure you(?:'re|’re| are) not a bot!?",
    r"(?:[a-z]+ )?security checkpoint",
    r"captcha(?: required| challenge)?",
    r"(?:please )?(?:complete|solve) (?:the|this) (?:captcha|security check|challenge).{0,20}",
    r"access to this page has been denied",
    r"pardon our interruption",
    r"unusual traffic(?: detected)?",
    r"(?:画像|ロボット|人間|セキュリティ|アクセス|ブラウザ)(?:認証|確認|チェック|の確認)(?:が必要です|のお願い|中)?",
    r"(?:あなたは)?(?:ロボット|人間)(?:ではないこと|であること)を?(?:確認|証明).{0,16}",
    r"(?:私|あなた)はロボットではありません(?:か)?",
    r".{0,8}安全验证",
    r"请完成.{0,8}验证",
)
_VERIFY_HUMAN: Final = (
    r"(?:verify|confirm|prove|show|check|make sure|making sure)(?: that)? you(?:'re|’re| are) "
    r"(?:really |indeed )?(?:a )?(?:human|not a (?:ro)?bot)",
    r"\bi(?:'m|’m| am) not a robot",
    r"not a robot are sending requests",
    r"(?:detected )?unusual (?:traffic|activity) from your",
    r"(?:complete|solve|pass) the (?:security check|captcha|challenge)(?: below)? to (?:access|continue|proceed|view)",
    r"(?:complete|solve) the (?:captcha|challenge|puzzle) below",
    r"checking (?:your browser|if the site connection is secure)",
    r"press (?:&|&amp;|and) hold",
    r"this process is automatic\. your browser will redirect",
    r"requests (?:sent )?from your device are automated",
    r"ロボットではない(?:こと|か)を?(?:確認|証明|お確かめ)",
    r"私はロボットではありません",
    r"人間(?:のユーザー)?であることを(?:確認|証明)",
    r"(?:不審な|通常と異なる|異常な|自動化された)(?:アクセス|トラフィック|リクエスト).{0,20}(?:検[出知]|確認)",
    r"(?:画像|下)に(?:表示され|見え)(?:た|ている|る)(?:文字|数字).{0,12}入力",
    r"(?:お使いの)?ブラウザを(?:確認|チェック)して(?:います|おります)",
    r"请完成.{0,10}验证|确认您不是机器人",
)

_LOGIN_TITLE: Final = _title(
    r"(?:please )?(?:sign|log) ?-?in(?: (?:to|required|page|with|or).{0,40})?",
    r"login(?: (?:required|page|form).{0,20})?",
    r"(?:会員|ユーザー|メンバー|マイページ)?(?:の)?(?:ログイン|サインイン)(?:画面|ページ|フォーム|してください|が必要です)?",
    r"ログイン(?:または|・|/|／)(?:新規)?(?:会員)?登録",
    r"認証が必要です|authentication required|members only",
)
_NOT_FOUND_TITLE: Final = _title(
    r"(?:error |http |エラー ?)?404(?: error| エラー)?(?:[\s:：\-–—|]*(?:(?:page|file) )?not found)?",
    r"(?:oops[!,.]? ?)?(?:404[\s:：\-–—|]*)?(?:(?:the |this )?(?:page|file|document|article) )?"
    r"(?:was |is |could |can )?(?:not |n't )?(?:be )?not found",
    r"(?:sorry[,.]? )?(?:the |this |that )?page (?:(?:can't|can’t|cannot|could not|couldn't) be found|"
    r"(?:does not|doesn't|doesn’t) exist|is (?:not available|unavailable|missing))",
    r"(?:お探し|ご指定|指定され?た|アクセスされた|該当)?の?(?:ページ|記事|ファイル|url)(?:は|が)"
    r"(?:見つかりません|みつかりません|存在しません|見当たりません|ありません)(?:でした)?",
    r"(?:ページ|記事)が見つからない|ページ未検出|ページなし",
)
_NOT_FOUND_WORDS: Final = (
    r"(?:page|file|url|address|article|content|document)(?: that| which)?(?: you)?"
    r"(?:'ve|’ve|'re|’re| have| are| were)? ?"
    r"(?:requested|looking for|trying to (?:reach|access|view)|tried to (?:reach|access)|entered|followed)"
    r".{0,60}(?:not (?:be )?found|not exist|n't exist|n’t exist|moved|removed|deleted|no longer|unavailable|"
    r"not available|n't be found|n’t be found|can't find|couldn't find)",
    r"(?:we )?(?:can't|can’t|couldn't|couldn’t|cannot|could not)(?: seem to)? find (?:the|that|this) page",
    r"(?:sorry|oops).{0,30}(?:page|content|article) "
    r"(?:does not exist|doesn't exist|doesn’t exist|is gone|was not found)",
    r"requested (?:url|page|resource).{0,80}(?:was|could) not (?:be )?found",
    r"(?:お探し|ご指定|ご覧になろうと|指定され|アクセス(?:しよう|され)|リクエストされ|ご要望|ご請求)"
    r"[^。]{0,30}(?:ページ|記事|url|ファイル|情報|コンテンツ)[^。]{0,50}"
    r"(?:見つかりません|みつかりません|見つけることができません|存在しません|削除|移動|変更|掲載(?:を)?終了|ありません|公開を終了)",
    r"(?:ページ|記事)(?:は|が)(?:存在しないか|削除されたか|移動または削除|削除または移動|既に削除|すでに削除)",
    r"(?:掲載|公開|配信)(?:期間)?(?:は|が)?(?:終了|過ぎ)[^。]{0,8}(?:しました|いたしました|しています|ました)",
)

SIGNS: Final[tuple[BlockSign, ...]] = (
    # Cloudflare: interstitial (IUAM, managed, interactive), block page.
    _sign(Kind.CLOUDFLARE, PagePart.HEADER, 3, r"cf-mitigated: *challenge"),
    _sign(
        Kind.CLOUDFLARE,
        PagePart.SCRIPT,
        3,
        r"_cf_chl_(?:opt|ctx|enter)",
        r"/cdn-cgi/challenge-platform/h/[a-z]/orchestrate",
        r"__cf_chl_(?:rt_tk|tk|f_tk|jschl_tk|captcha_tk|managed_tk)",
        r"cf\.challenge\.js",
        hints=("cf_chl", "orchestrate", "cf.challenge.js"),
    ),
    _sign(
        Kind.CLOUDFLARE,
        PagePart.TAG,
        3,
        r"__cf_chl_",
        r"[\"' =](?:cf-)?challenge-(?:form|running|stage|error-(?:text|title))[\"' >]",
        r"[\"'](?:cf-please-wait|cf-spinner-please-wait|cf-captcha-container|trk_jschal_js|cf-chl-widget-[a-z0-9]+)[\"']",
        r"/cdn-cgi/styles/challenges\.css",
        hints=("cf_chl", "challenge", "cf-", "jschal"),
    ),
    _sign(
        Kind.CLOUDFLARE,
        PagePart.TITLE,
        3,
        r"^attention required! \| cloudflare$",
        r"^(?:please wait|verifying)[ .…]*\| .{0,60}cloudflare$",
        r"used cloudflare to restrict access$",
    ),
    _sign(
        Kind.CLOUDFLARE,
        PagePart.TITLE,
        2,
        r"^(?:just a moment|しばらくお待ちください|少々お待ちください|nur einen moment|un instant|un momento|"
        r"um momento|请稍候|잠시만 기다리십시오|один момент|bir dakika lütfen)[ .…]*$",
    ),
    _sign(
        Kind.CLOUDFLARE,
        PagePart.TEXT,
        2,
        r"checking your browser before accessing",
        r"needs to review the security of your connection before proceeding",
        r"(?:verify|verifying|confirm) (?:that )?you are (?:a )?human\. this may take",
        r"verify you are human by completing the action below",
        r"sorry, you have been blocked",
        r"enable javascript and cookies to continue",
        r"続行する前に[^。]{0,20}接続のセキュリティを確認する必要があります",
        r"以下のアクションを完了して、あなたが人間であることを確認",
        r"続行するには、?javascript(?:と|および)cookieを有効にしてください",
        hints=(
            "checking your",
            "security of your connection",
            "human",
            "have been blocked",
            "cookies to continue",
            "セキュリティ",
            "人間",
            "javascript",
        ),
    ),
    _sign(
        Kind.CLOUDFLARE,
        PagePart.TEXT,
        1,
        r"ddos protection by cloudflare",
        r"performance (?:&|&amp;|and) security by cloudflare",
        r"cloudflare ray id",
        r"\bray id: ?[0-9a-f]{12,}",
        r"^error code: 10(?:06|07|08|09|10|12|20)$",
        hints=("cloudflare", "ray id", "error code"),
    ),
    # Widgets; as a wall only together with words, or where there is nothing else.
    _sign(
        Kind.TURNSTILE,
        PagePart.TAG,
        1,
        r"[\"' =]cf-turnstile(?:-response|-wrapper)?[\"' >]",
        r"turnstile-widget",
        r"challenges\.cloudflare\.com/(?:turnstile|cdn-cgi)",
        hints=("turnstile", "challenges.cloudflare.com"),
    ),
    _sign(
        Kind.TURNSTILE,
        PagePart.SCRIPT,
        1,
        r"challenges\.cloudflare\.com/turnstile/",
        hints=("challenges.cloudflare.com",),
    ),
    _sign(
        Kind.HCAPTCHA,
        PagePart.TAG,
        1,
        r"[\"' =]h-captcha(?:-response)?[\"' >]",
        r"(?:[a-z.]*\.)?hcaptcha\.com/(?:captcha|1/)",
        hints=("h-captcha", "hcaptcha"),
    ),
    _sign(Kind.HCAPTCHA, PagePart.SCRIPT, 1, r"hcaptcha\.com/1/(?:api|secure-api)\.js", hints=("hcaptcha",)),
    _sign(
        Kind.RECAPTCHA,
        PagePart.TAG,
        1,
        r"[\"' =]g-recaptcha(?:-response)?[\"' >]",
        r"(?:google\.com|recaptcha\.net)/recaptcha/(?:api|api2|enterprise)/(?:fallback|anchor|bframe)",
        hints=("recaptcha",),
    ),
    _sign(
        Kind.RECAPTCHA,
        PagePart.SCRIPT,
        1,
        r"(?:google\.com|recaptcha\.net)/recaptcha/(?:api|enterprise)\.js(?![^\"'> ]*render=6l)",
        hints=("recaptcha/",),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.TAG,
        1,
        r"(?:[\"' =_-]|checkbox|smart|js)captcha(?:[-_](?:form|image|img|input|container|box|page|challenge))?[\"' >?]",
        r"/(?:check|verify|show|solve)-?captcha",
        r"(?:geetest|arkoselabs|funcaptcha|frc-captcha|altcha|mcaptcha|cap-widget|passmod_)",
        r"_incapsula_resource",
        hints=("captcha", "geetest", "arkoselabs", "altcha", "cap-widget", "passmod_", "_incapsula"),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.TAG,
        2,
        r"[\"'](?:px-captcha|datadome-captcha|captcha-delivery|aws-waf-captcha)",
        hints=("captcha",),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.TAG,
        2,
        r"(?:geo|interstitial)\.captcha-delivery\.com",
        r"/(?:captcha|px)/captcha\.js",
        hints=("captcha",),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.TAG,
        3,
        r"sec-if-cpt-container",
        r"/\.within\.website/x/",
        r"[\"']anubis_(?:challenge|version)",
        hints=("sec-if-cpt", "within.website", "anubis_"),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.SCRIPT,
        3,
        r"sucuri_cloudproxy_js",
        r"(?:geo|ct)\.captcha-delivery\.com",
        r"/\.within\.website/x/",
        r"[\"']anubis_challenge",
        r"check\.ddos-guard\.net",
        hints=("sucuri", "captcha-delivery", "within.website", "anubis_", "ddos-guard"),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.SCRIPT,
        2,
        r"_pxappid[^;]{0,400}blockscript",
        r"captcha\.px-cdn\.net",
        r"window\.gokuprops",
        hints=("_pxappid", "px-cdn", "gokuprops"),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.SCRIPT,
        1,
        r"_incapsula_resource",
        r"arkoselabs\.com",
        r"geetest\.com",
        r"kpsdk|/ips\.js\?",
        hints=("_incapsula", "arkoselabs", "geetest", "kpsdk", "ips.js"),
    ),
    _sign(
        Kind.CAPTCHA,
        PagePart.HEADER,
        3,
        r"x-amzn-waf-action: *(?:captcha|challenge)",
        r"x-vercel-mitigated: *challenge",
        r"sg-captcha: *challenge",
    ),
    # Login
    _sign(Kind.LOGIN, PagePart.TAG, 1, r"<input\b[^>]*\btype=[\"']?password", hints=("password",)),
    _sign(Kind.LOGIN, PagePart.TITLE, 2, _LOGIN_TITLE),
    _sign(Kind.LOGIN, PagePart.HEADING, 2, _LOGIN_TITLE),
    _sign(
        Kind.LOGIN,
        PagePart.TEXT,
        2,
        r"(?:must|need to|have to|please) (?:be )?(?:log(?:ged)?|sign(?:ed)?)[ -]?in"
        r"(?: or (?:register|sign up|create an account))?(?: first)? (?:in order )?to (?:continue|proceed|access|"
        r"(?:view|see|read|use) (?:this|the) (?:page|content|site|article|forum|topic|document))",
        r"(?:log|sign) ?in (?:or (?:register|sign up|create an account) )?to (?:continue|view this (?:page|content)|"
        r"access this (?:page|content|site))",
        r"(?:this (?:page|content|area|site) (?:is|requires)|you are not authori[sz]ed).{0,40}"
        r"(?:members only|log(?:ged)? ?in|sign(?:ed)? ?in|registered users)",
        r"(?:この|本)(?:ページ|コンテンツ|記事|サイト|サービス|機能)[^。]{0,24}(?:ログイン|サインイン|会員登録)[^。]{0,16}"
        r"(?:必要|してください|求め)",
        r"(?:閲覧|表示|アクセス|利用|続行|続け)[^。]{0,14}(?:には|するには|際は)[^。]{0,14}(?:ログイン|サインイン)",
        r"ログインしてから(?:ご覧|アクセス|お進み|ご利用)",
        r"^ログインしてください。?$",
        hints=("log", "sign", "members only", "registered", "ログイン", "サインイン", "会員登録"),
    ),
    # Cookie wall
    _sign(
        Kind.COOKIE_WALL,
        PagePart.TEXT,
        2,
        r"(?:accept|allow|agree to|consent to|enable)(?: (?:all|the use of|our|the))* ?cookies? (?:in order )?"
        r"to (?:continue|proceed|access|view|read|use|enter)",
        r"(?:must|need to|have to|required to) (?:accept|allow|enable|consent to|agree to)[^.]{0,40}cookies?",
        r"(?:to|in order to) (?:continue|access|view|proceed|enter|read)[^.]{0,60}"
        r"(?:accept|allow|enable|consent to|agree to)[^.]{0,40}cookies?",
        r"cookies?\b.{0,160}(?:must|have to|need to|required to) (?:accept|agree|consent)",
        r"(?:cookie|クッキー).{0,80}(?:ご覧|閲覧|利用|続け|お進み|表示)[^。]{0,14}(?:には|ため)[^。]{0,10}同意",
        r"cookies? (?:are|is|must be) (?:required|enabled|turned on|disabled)",
        r"your browser (?:has|is) (?:blocking )?cookies? (?:disabled|blocked)",
        r"before you continue to",
        r"(?:cookie|クッキー)[^。]{0,12}(?:を|へ|に|の使用に|の利用に)(?:同意|許可|有効|受け入れ)[^。]{0,16}"
        r"(?:必要|ください|いただかないと|しないと|すると(?:続|閲覧))",
        r"(?:閲覧|利用|続行|続ける|表示|アクセス)[^。]{0,12}(?:には|するには)[^。]{0,24}(?:cookie|クッキー)",
        r"(?:cookie|クッキー)が(?:無効|使用できない|オフ)",
        hints=("cookie", "クッキー", "before you continue"),
    ),
    _sign(
        Kind.COOKIE_WALL,
        PagePart.TITLE,
        2,
        _title(
            r"before you continue.{0,30}",
            r"(?:cookie|privacy|consent)s? (?:consent|wall|notice|settings|required|gate|disabled|check)",
            r"(?:your )?(?:cookie|privacy) (?:consent|choices|preferences)",
            r"(?:we (?:value|care about|respect) )?your privacy(?: matters| is important.{0,12})?",
            r"プライバシー(?:について|の設定|に関する同意)",
            r"(?:please )?(?:accept|enable|allow) (?:all )?cookies?.{0,20}",
            r"(?:cookie|クッキー)(?:へ|に|の使用に|の利用に)?(?:の)?(?:同意|ご同意|使用|利用|有効化)?(?:について|のお願い|が必要です|の確認)",
        ),
    ),
    _sign(
        Kind.COOKIE_WALL,
        PagePart.TAG,
        1,
        r"[\"' _-](?:cookie|consent|gdpr)-?_?(?:wall|gate|page|form|accept)",
        r"consent\.(?:google|youtube|yahoo)\.",
        r"<button[^>]*(?:accept|agree|consent)",
        r"<form[^>]*(?:consent|cookie)",
        r"<input[^>]*(?:accept|agree|consent|同意)",
        hints=("cookie", "consent", "gdpr", "accept", "agree", "同意"),
    ),
    # Paywall
    _sign(
        Kind.PAYWALL,
        PagePart.TEXT,
        2,
        r"(?:subscribe|register|sign up|become a (?:member|subscriber))(?: now| today)? "
        r"to (?:continue|keep|finish) reading",
        r"(?:subscribe|become a (?:member|subscriber))(?: now| today)? to (?:read|unlock|access) (?:the |this )?"
        r"(?:full|rest|whole|entire|article|story)",
        r"to (?:continue|keep|finish) reading[^.]{0,60}(?:subscri|register|sign up|member)",
        r"to read the (?:full|rest of (?:the|this)) (?:story|article)[^.]{0,60}(?:subscri|register|sign in|log in)",
        r"(?:続き|全文)(?:を|は|の閲覧)[^。]{0,14}(?:には|は|すると)[^。]{0,24}(?:会員|購読|登録|購入|有料|ログイン)",
        r"(?:会員登録|購読|ログイン|登録)(?:する|いただく|して)(?:と|こと(?:で|により))?[^。]{0,12}(?:続き|全文)",
        r"ここから先は[^。]{0,14}(?:会員|有料|限定|購入)",
        group="go on reading",
        hints=("reading", "subscrib", "become a member", "the full", "the rest", "続き", "全文", "ここから先"),
    ),
    _sign(
        Kind.PAYWALL,
        PagePart.TEXT,
        2,
        r"this (?:article|content|story|post|page) is (?:only |exclusively |just )?(?:for|available to|available for|"
        r"reserved for|exclusive to|limited to) (?:our |paid |paying |premium )*(?:subscribers|members|registered)",
        r"(?:have|'ve|’ve) (?:reached|used|read) (?:your|all|all of your) (?:limit of |monthly |last |\d+ )*"
        r"(?:free )?(?:article|stories|story|limit)",
        r"(?:この|本)(?:記事|コンテンツ|ページ|続き)は[^。]{0,12}(?:会員|有料|購読者|プレミアム|登録者)[^。]{0,10}"
        r"(?:限定|専用|向け|のみ|記事|です)",
        group="whom it is for",
        hints=(
            "subscribers",
            "members",
            "registered",
            "article",
            "stor",
            "limit",
            "会員",
            "有料",
            "購読者",
            "プレミアム",
            "登録者",
        ),
    ),
    _sign(Kind.PAYWALL, PagePart.TEXT, 2, r"残り[:：]? ?[\d,]+ ?文字", group="what is left"),
    _sign(
        Kind.PAYWALL,
        PagePart.TEXT,
        1,
        r"already (?:a|have a) subscri(?:ber|ption)",
        r"subscri(?:be|ption)[^.]{0,40}(?:per|a|/) ?(?:week|month|year)",
        r"有料会員(?:登録|になる)|月額[\d,]+円|会員の方はこちら|この記事を購入",
        group="the offer",
        hints=("subscri", "有料", "月額", "会員", "購入"),
    ),
    _sign(
        Kind.PAYWALL, PagePart.SCRIPT, 1, r"isaccessibleforfree[\"']?\s*:\s*[\"']?false", hints=("isaccessibleforfree",)
    ),
    _sign(
        Kind.PAYWALL,
        PagePart.TAG,
        1,
        r"isaccessibleforfree[\"'][^>]*content=[\"']false",
        r"[\"' _-](?:pay|reg|meter|subscri(?:ption|be)|premium)-?_?(?:wall|gate)",
        r"[\"' ](?:paid|premium|members?)-(?:content|only|article)-?(?:cta|offer|message|block|prompt)?[\"' ]",
        hints=("isaccessibleforfree", "wall", "gate", "paid", "premium", "member"),
    ),
    # Rate limit
    _sign(
        Kind.RATE_LIMIT,
        PagePart.TITLE,
        2,
        _title(
            r"(?:error )?(?:429[\s:：\-]*)?too many requests",
            r"(?:rate|request|access) limit(?:ed| exceeded| reached)?",
            r"you (?:are being|have been) rate[ -]limited",
            r"(?:リクエスト|アクセス)(?:数)?(?:が多すぎます|制限中|の制限|超過)",
        ),
        r"\| you are being rate limited",
    ),
    _sign(
        Kind.RATE_LIMIT,
        PagePart.HEADING,
        2,
        _title(r"(?:error )?(?:429[\s:：\-]*)?too many requests", r"rate limit(?:ed| exceeded| reached)"),
    ),
    _sign(
        Kind.RATE_LIMIT,
        PagePart.TEXT,
        2,
        r"(?:you (?:have|'ve|’ve)|your ip(?: address)? has|we(?:'ve|’ve| have)) "
        r"(?:sent|made|received|been sending|issued|exceeded)[^.]{0,30}(?:too many|rate limit|requests)",
        r"too many requests (?:from|in a|recently|have been)|^too many requests\.?$",
        r"rate limit (?:exceeded|reached)|you are being rate limited",
        r"^error code: 1015$",
        r"(?:リクエスト|アクセス)(?:の回数|数|回数)?が(?:多すぎます|上限に達し|制限を超え)",
        r"短時間に(?:大量|多数|連続)の?[^。]{0,10}(?:アクセス|リクエスト)",
        r"アクセスが集中し[^。]{0,30}(?:しばらく|時間を(?:おいて|置いて))",
        hints=("requests", "rate limit", "error code", "リクエスト", "アクセス"),
    ),
    # Soft 404
    _sign(Kind.SOFT_404, PagePart.TITLE, 2, _NOT_FOUND_TITLE),
    _sign(Kind.SOFT_404, PagePart.HEADING, 2, _NOT_FOUND_TITLE),
)

HUMAN_TITLE: Final = _words(HUMAN_TITLES, apart=False)
HUMAN_WORDS: Final = _words(
    *_VERIFY_HUMAN,
    hints=(
        *("robot", "human", "not a bot", "unusual", "captcha", "security check", "challenge", "puzzle", "checking"),
        *("hold", "automat", "ロボット", "人間", "アクセス", "トラフィック", "リクエスト", "文字", "数字", "ブラウザ"),
        *("验证", "机器人"),
    ),
)
NOT_FOUND_WORDS: Final = _words(*_NOT_FOUND_WORDS)
SCRIPT_WANTED: Final = re.compile(
    r"(?:enable|turn on|activate|requires?|needs?|without|allow) ?(?:your )?(?:java ?script|js\b)"
    r"|java ?script (?:is|must be|needs to be) (?:required|disabled|enabled|turned on|not enabled|necessary)"
    r"|java ?script(?:を|が)(?:有効|オン|on|無効|必要|使用)"
    r"|/enablejs|if you(?:'re|’re| are) not redirected"
)
SEARCH_FIELD: Final = re.compile(
    r"name=[\"']?(?:q|query|s|search|keyword|p|text)[\"' >/]|search|captcha|turnstile|combobox"
)
FORM_FIELD: Final = re.compile(
    r"<textarea\b[^>]*>|<input\b[^>]*\b(?:type=[\"']?(?:email|tel|password)|"
    r"name=[\"']?[a-z_\[\]-]*(?:e?mail|comment|author|user|login|subject|message|phone|name|tel)\b)[^>]*>"
)
_HOLLOW: Final = r"\s*(?:<(?:div|span|img|svg|i)\b[^<>]*>\s*(?:</(?:div|span|svg|i)>\s*)*)*</"
"""Nothing inside but other empty elements (a spinner)."""
EMPTY_PLACE: Final = re.compile(r"<(?:div|main|section|article)\b[^<>]*\bid=[^<>]*>" + _HOLLOW)
EMPTY_MOUNT: Final = re.compile(
    r"<(?:(?:div|main|section|article|body)\b[^<>]*\b(?:id|class)=[\"']?(?:root|app|main|content|__next|__nuxt|gatsby|"
    r"svelte|react|vue|mount|page|article)\b[^<>]*|main\b[^<>]*|article\b[^<>]*|app-root\b[^<>]*|[a-z]+-app\b[^<>]*)>"
    + _HOLLOW
)
"""Where the frameworks put a page."""
LOGIN_PATH: Final = re.compile(
    r"/(?:log|sign)[-_]?in\b|/(?:sso|oauth2?|saml|cas|auth|session/new|accounts?/login)(?:[/?.]|$)"
)
CONSENT_WORDS: Final = re.compile(
    r"cookie|クッキー|consent|privacy|同意|プライバシー|partners?\b|personali[sz]ed|広告|advertis|terms"
)
