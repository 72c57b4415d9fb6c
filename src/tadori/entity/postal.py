"""Normalises Japanese postal addresses: 霞が関三丁目一番地の一号 and 霞ヶ関３－１－１ are one place.

In: an address as written. Out: its parts, and a key to compare by. There is no gazetteer: whether a place exists is
not known here, and an address without a number is all town.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import kanji_value

MAX_ADDRESS: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class PostalAddress:
    """The parts of an address; missing ones are empty."""

    postal_code: str
    """Seven digits."""
    prefecture: str
    town: str
    """Municipality and town, as far as the numbers."""
    numbers: str
    """Block, lot and house joined by hyphens: `3-1-1`."""
    building: str

    @property
    def key(self) -> str:
        """The comparison key; the building and the postal code are left out."""
        return f"{self.prefecture}{_town_key(self.town)}{self.numbers}"


def parse_address(text: str) -> PostalAddress:
    """The parts of a Japanese address, numerals as Arabic digits, hyphens for 丁目, 番地 and 号, building split off."""
    plain = unicodedata.normalize("NFKC", text[:MAX_ADDRESS]).strip()
    postal = _POSTAL.match(plain)
    rest = plain[postal.end() :] if postal else plain
    rest = re.sub(r"^(?:日本国?|所在地|住所|本社|本店)[::、,\s]*", "", rest)
    prefecture = _PREFECTURE.match(rest)
    place = rest[prefecture.end() :] if prefecture else rest
    numbered = _NUMBERS.search(place := _arabic(place))
    town = place[: numbered.start()] if numbered else place
    building = place[numbered.end() :] if numbered else ""
    return PostalAddress(
        postal_code=re.sub(r"\D", "", postal[0]) if postal else "",
        prefecture=prefecture[0] if prefecture else "",
        town=re.sub(r"[\s、,]+", "", town),
        numbers="-".join(re.findall(r"\d+", numbered[0])) if numbered else "",
        building=re.sub(r"\s+", "", building.lstrip(" 、,-")),
    )


def same_place_score(a: str, b: str) -> float:
    """How likely two addresses are the same place: 1 for equal numbers, .6 when one is a part of the other, else 0.

    A missing prefecture does not matter; a different town or number does.
    """
    left, right = parse_address(a), parse_address(b)
    if left.prefecture and right.prefecture and left.prefecture != right.prefecture:
        return 0.0
    if not left.town or _town_key(left.town) != _town_key(right.town):
        return 0.0
    if left.numbers == right.numbers:
        return 1.0 if left.numbers else 0.6
    short, long = sorted((left.numbers, right.numbers), key=len)
    return 0.6 if not short or long.startswith(f"{short}-") else 0.0


_POSTAL: Final = lazy_pattern(r"〒?\s*\d{3}[-‐−ー–]?\d{4}(?!\d)\s*")
_PREFECTURE: Final = lazy_pattern(
    r"北海道|東京都|京都府|大阪府|(?:青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜|静岡"
    r"|愛知|三重|滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄)県"
)
_KANJI: Final = "〇一二三四五六七八九十百"
# A kanji numeral counts as one where a counter follows; in 三番町, 六本木 and 八重洲 it is a part of the name.
_COUNTED: Final = lazy_pattern(rf"[{_KANJI}]+(?=丁目|番地|番(?!町)|号|条[東西南北\d]|[-‐−–ー][{_KANJI}\d])")
_BETWEEN: Final = lazy_pattern(rf"(?<=[-‐−–ーの番地目])[{_KANJI}]+(?=[-‐−–ーの]|番地|号|$|\s)")
_DASH: Final = lazy_pattern(r"(?<=\d)\s*[-‐‑−–—ー―~]\s*(?=\d)")
_NUMBERS: Final = lazy_pattern(r"\d+(?:(?:丁目|番地の?|番の?|号|[-の])\s?\d+)*(?:丁目|番地|番(?!町)|号)?(?!条)")


def _arabic(place: str) -> str:
    def digits(match: re.Match[str]) -> str:
        value = kanji_value(match[0])
        return match[0] if value is None else str(value)

    place = _BETWEEN.sub(digits, _COUNTED.sub(digits, place))
    return _DASH.sub("-", place).replace("大字", "")


def _town_key(town: str) -> str:
    """A town with the small letters that are written in several ways made one: 霞が関, 霞ヶ関, 霞ケ関."""
    return re.sub(r"(?<=[一-龥])[ヶケがガヵ](?=[一-龥])", "ケ", re.sub(r"[ノ之](?=[一-龥])", "の", town))
