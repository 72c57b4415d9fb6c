"""The hosts of the little web: their names, languages, weather and habits, all from the seed and the place in the list.

Habits (validators, codings, charsets, robots, sitemaps, ads) rotate with the place among hosts of the same weather,
so that every seed has all of them. Nothing is served here.
"""

from dataclasses import dataclass
from typing import Final, Literal

from tests.web.prose import Lang
from tests.web.weather import Weather, forecast
from tests.web.words import EN_KINDS, EN_STEMS, JA_KINDS, JA_STEMS

Validators = Literal["none", "etag", "last_modified", "both"]
RobotsKind = Literal["allow", "private", "crawl_delay", "missing"]
SitemapKind = Literal["plain", "index", "gz", "none"]

SUBDOMAINS: Final = ("www.", "", "news.", "", "www.", "data.", "", "blog.")
SHARED_EVERY: Final = 6
"""Every sixth plain host lives under the registrable domain of the plain host before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    name: str
    index: int
    ordinal: int
    """Place among the hosts of the same weather."""
    lang: Lang
    weather: Weather
    articles: int
    validators: Validators
    coding: Literal["identity", "gzip", "br"]
    charset: Literal["utf-8", "shift_jis", "euc-jp"]
    charset_in_header: bool
    robots: RobotsKind
    sitemap: SitemapKind
    ads: bool
    behind_cdn: bool
    """Ordinary pages with `Server: cloudflare` and `CF-RAY`: not a challenge."""
    contact_form: bool
    """An ordinary page that carries a CAPTCHA widget in its form: not a challenge either."""
    chunked: bool


def hosts_of(seed: int, count: int, *, articles: int | None = None) -> list[Host]:
    """All hosts that have weather, in order; `articles` fixes how many pages each has (4 to 8 otherwise)."""
    weathers = forecast(seed, count)
    seen: dict[Weather, int] = {}
    made: list[Host] = []
    last_plain = ""
    for index, weather in enumerate(weathers):
        ordinal = seen.get(weather, 0)
        seen[weather] = ordinal + 1
        name = _name(index)
        if weather is Weather.PLAIN:
            shares = ordinal % SHARED_EVERY == SHARED_EVERY - 1
            name = f"archive.{last_plain}" if shares else name
            last_plain = ".".join(name.rsplit(".", 2)[-2:])
        made.append(_host(name, index, ordinal, weather, seed, articles))
    return made


def plain_host(name: str, lang: Lang, *, articles: int = 4) -> Host:
    """A host outside the weather table that answers plainly."""
    return Host(
        name=name,
        index=0,
        ordinal=0,
        lang=lang,
        weather=Weather.PLAIN,
        articles=articles,
        validators="both",
        coding="identity",
        charset="utf-8",
        charset_in_header=True,
        robots="allow",
        sitemap="plain",
        ads=False,
        behind_cdn=False,
        contact_form=False,
        chunked=False,
    )


def _host(name: str, index: int, ordinal: int, weather: Weather, seed: int, articles: int | None) -> Host:
    lang = _lang(index)
    validators: tuple[Validators, ...] = ("etag", "none", "last_modified", "none", "both", "none")
    codings: tuple[Literal["identity", "gzip", "br"], ...] = ("gzip", "br", "identity")
    robots: tuple[RobotsKind, ...] = ("allow", "private", "private", "missing", "crawl_delay")
    sitemaps: tuple[SitemapKind, ...] = ("plain", "index", "gz", "none")
    place = index // 2
    charsets: dict[int, Literal["shift_jis", "euc-jp"]] = {2: "shift_jis", 5: "euc-jp"}
    return Host(
        name=name,
        index=index,
        ordinal=ordinal,
        lang=lang,
        weather=weather,
        articles=articles if articles is not None else 4 + (seed + index * 7) % 5,
        validators=validators[ordinal % len(validators)],
        coding=codings[ordinal % len(codings)],
        charset=charsets.get(place % 7, "utf-8") if lang == "ja" else "utf-8",
        charset_in_header=place % 2 == 0,
        robots=robots[index % len(robots)],
        sitemap=sitemaps[index % len(sitemaps)],
        ads=ordinal % 4 == 1,
        behind_cdn=ordinal % 7 == 3,
        contact_form=ordinal % 9 == 4,
        chunked=ordinal % 5 == 4,
    )


def _lang(index: int) -> Lang:
    return "ja" if index % 2 == 0 else "en"


def _name(index: int) -> str:
    """A name no other index has: every stem with every kind, then again with a number."""
    stems, kinds = (JA_STEMS, JA_KINDS) if _lang(index) == "ja" else (EN_STEMS, EN_KINDS)
    turn, at = divmod(index // 2, len(stems) * len(kinds))
    row, column = divmod(at, len(stems))
    number = f"-{turn + 1}" if turn else ""
    return f"{SUBDOMAINS[index % len(SUBDOMAINS)]}{stems[column]}-{kinds[(row + column) % len(kinds)]}{number}.test"
