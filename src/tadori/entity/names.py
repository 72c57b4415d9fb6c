"""Normalises names of organisations and persons: ㈱, （株） and 株式会社; Inc and Incorporated; 齊 and 斉.

In: a name as written. Out: the spelling to show, the key to compare by, its legal form, and its other names.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import name_words
from tadori.text.normalise import normalised

_OLD: Final = (
    "國會澤邊邉齋齊廣濱櫻眞龍嶋嶌髙﨑德惠榮藏實壽團圖藝縣區號臺鐵驛應歐關觀勸廳顯嚴氣圓條樂龜鷗瀧萬與豐寶彌藥來禮靜淺增曾總乘狀證爲"
    "經繼輕鷄惡亞壓舊戰發處讀瀨學黑佛傳價兒冨體禪單莊晝"
)
_NEW: Final = (
    "国会沢辺辺斎斉広浜桜真竜島島高崎徳恵栄蔵実寿団図芸県区号台鉄駅応欧関観勧庁顕厳気円条楽亀鴎滝万与豊宝弥薬来礼静浅増曽総乗状証為"
    "経継軽鶏悪亜圧旧戦発処読瀬学黒仏伝価児富体禅単荘昼"
)
OLD_TO_NEW: Final = str.maketrans(_OLD, _NEW)
"""Old forms of characters that stand in names. 斎 and 斉 stay two: 斎藤 and 斉藤 are two families."""

_JA_FORMS: Final = {"(株)": "株式会社", "(有)": "有限会社", "(同)": "合同会社", "(資)": "合資会社", "(名)": "合名会社"}
_JA_FORM: Final = lazy_pattern(
    r"株式会社|有限会社|合同会社|合資会社|合名会社|国立研究開発法人|地方独立行政法人|独立行政法人|国立大学法人|公立大学法人|学校法人"
    r"|(?:一般|公益)(?:社団|財団)法人|社会福祉法人|医療法人(?:社団|財団)?|特定非営利活動法人|npo法人|宗教法人"
)
_EN_FORMS: Final = {
    "incorporated": "inc",
    "inc": "inc",
    "corporation": "corp",
    "corp": "corp",
    "company limited": "co ltd",
    "company ltd": "co ltd",
    "co ltd": "co ltd",
    "limited": "ltd",
    "ltd": "ltd",
    "company": "co",
    "co": "co",
    "public limited company": "plc",
    "kabushiki kaisha": "kk",
} | {form: form for form in "llc llp plc gmbh kgaa kg ag se sas spa sarl bv nv kk oyj oy ab asa aps pty".split()}
_EN_FORM: Final = lazy_pattern(
    r"[\s,]+(public limited company|kabushiki kaisha|company,? limited|company,? ltd|incorporated|inc|corporation|corp"
    r"|co\.?,? ?ltd|limited|ltd|company|co|l\.?l\.?c|llp|plc|gmbh(?: & co\.? kg)?|kgaa|ag|se|s\.?a\.?s|s\.?p\.?a|sarl"
    r"|b\.?v|n\.?v|k\.?k|oyj|oy|ab|asa|aps|pty)\.?$",
    re.IGNORECASE,
)
_PUBLIC: Final = (
    ("経済産業省", "Ministry of Economy, Trade and Industry", "METI", "経産省"),
    ("厚生労働省", "Ministry of Health, Labour and Welfare", "MHLW", "厚労省"),
    ("総務省", "Ministry of Internal Affairs and Communications", "MIC"),
    ("財務省", "Ministry of Finance", "MOF"),
    ("外務省", "Ministry of Foreign Affairs", "MOFA"),
    ("文部科学省", "Ministry of Education, Culture, Sports, Science and Technology", "MEXT", "文科省"),
    ("農林水産省", "Ministry of Agriculture, Forestry and Fisheries", "MAFF", "農水省"),
    ("国土交通省", "Ministry of Land, Infrastructure, Transport and Tourism", "MLIT", "国交省"),
    ("環境省", "Ministry of the Environment", "MOE"),
    ("防衛省", "Ministry of Defense", "MOD"),
    ("法務省", "Ministry of Justice", "MOJ"),
    ("金融庁", "Financial Services Agency", "FSA"),
    ("特許庁", "Japan Patent Office", "JPO"),
    ("気象庁", "Japan Meteorological Agency", "JMA"),
    ("公正取引委員会", "Japan Fair Trade Commission", "JFTC", "公取委"),
    ("個人情報保護委員会", "Personal Information Protection Commission", "PPC", "個情委"),
    ("原子力規制委員会", "Nuclear Regulation Authority", "NRA", "規制委"),
    ("日本銀行", "Bank of Japan", "BOJ", "日銀"),
    ("国立国会図書館", "National Diet Library", "NDL", "国会図書館"),
    ("情報処理推進機構", "Information-technology Promotion Agency", "IPA"),
)
"""Public bodies of Japan by their own names in both languages; for others the two languages stay two entities."""


@lru_cache(maxsize=16384)
def standard_name(name: str) -> str:
    """`name` as it is shown: legal form written out in Japanese, narrow Latin letters, single spaces."""
    plain = re.sub(r"\s+", " ", normalised("NFKC", name)).strip()
    for short, form in _JA_FORMS.items():
        plain = plain.replace(short, form)
    return re.sub(r"\s*((?:株式|有限|合同|合資|合名)会社)\s*", r"\1", plain)


@lru_cache(maxsize=16384)
def body_key(name: str) -> str:
    """The comparison key of an organisation: without legal form, old characters, letter case and punctuation."""
    plain = standard_name(name).casefold().translate(OLD_TO_NEW)
    bare = _EN_FORM.sub("", _JA_FORM.sub(" ", plain).strip())
    bare = re.sub(r"(?<=[ぁ-ヺ一-鿿])(?:hd|ホールディングズ)$", "ホールディングス", bare)
    bare = re.sub(r"^the\s+", "", bare.replace("&", " and "))
    return re.sub(r"[\W_]+", "", bare) or re.sub(r"[\W_]+", "", plain)


@lru_cache(maxsize=16384)
def legal_form(name: str) -> str:
    """The legal form in a name, in one spelling; empty when it has none."""
    plain = standard_name(name).casefold()
    japanese = _JA_FORM.search(plain)
    if japanese:
        return japanese[0]
    english = _EN_FORM.search(plain)
    if not english:
        return ""
    words = re.sub(r"\s+", " ", english[1].replace(".", "").replace(",", " ")).strip()
    return _EN_FORMS.get(words, words)


@lru_cache(maxsize=16384)
def person_key(name: str) -> str:
    """The comparison key of a person: without spaces, dots, titles and old characters; Latin names in any order."""
    words = name_words(name.translate(OLD_TO_NEW))
    if words and all(word.isascii() for word in words):
        return " ".join(sorted(words))
    return "".join(words)


def other_names(name: str) -> tuple[str, ...]:
    """Other names of an organisation, to search by: form written out, without legal form, in the other language."""
    standard = standard_name(name)
    bare = _JA_FORM.sub("", _EN_FORM.sub("", standard)).strip()
    return tuple(dict.fromkeys(n for n in (standard, bare, *public_names(name)) if n and n != name))


@lru_cache(maxsize=4096)
def public_names(name: str) -> tuple[str, ...]:
    """All names of the public body of Japan that `name` may mean; empty for any other."""
    key = body_key(name)
    return next((names for names in _PUBLIC if key in {body_key(n) for n in names}), ())


def legal_form_first(name: str) -> bool:
    """Whether the legal form stands in front: 株式会社A and A株式会社 may be two companies."""
    form = legal_form(name)
    return bool(form) and standard_name(name).casefold().startswith(form)
