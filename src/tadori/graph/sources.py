"""Who publishes a page. In: its addresses. Out: publisher, trust level by rule, primary or not.

A document from a folder is judged by the address it names as its own (`canonical`); one that names none has no
publisher and stays unverified. The rules are data (`trust.toml`); evidence adds to them in `trust.py`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlsplit

from tadori.model.graph import TrustLevel
from tadori.model.web import WAYBACK_COPIES
from tadori.text.urls import registrable

ORIGINAL_TIERS: Final = frozenset({TrustLevel.PRIMARY, TrustLevel.GOVERNMENT, TrustLevel.ACADEMIC})
_NO_ACCOUNT: Final = frozenset(
    {"channel", "c", "user", "users", "u", "r", "in", "company", "people", "blog", "site", "n"}
)
"""First parts of a path that only announce the account behind them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustRule:
    """The trust that a host name alone gives, with the ground in both languages."""

    level: TrustLevel
    kind: str
    ja: str
    en: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    by_name: Mapping[str, TrustRule]
    by_country_label: Mapping[str, TrustRule]
    platforms: Mapping[str, tuple[tuple[str, str], ...]]
    """Platform → (kind, `host` or `path`), one for each way its publishers are told apart."""


UNKNOWN_PUBLISHER: Final = TrustRule(
    level=TrustLevel.UNVERIFIED,
    kind="",
    ja="この発行元を知る規則はなく、まだ裏付けもない",
    en="no rule knows this publisher, and nothing has borne it out yet",
)
_BARE_FILE: Final = TrustRule(
    level=TrustLevel.UNVERIFIED,
    kind="",
    ja="手元の文書で、発行元のアドレスを名乗っていない",
    en="a document of one's own that names no address it was published at",
)


def _is_copy(url: str) -> bool:
    """Whether an address is that of the Wayback Machine, whose pages are others' pages."""
    return url.startswith(WAYBACK_COPIES)


def host_of(url: str, canonical: str = "") -> str:
    """The host a page belongs to, lower case: of `url` on the web, else of `canonical`, else the empty string."""
    return _own(url, canonical)[0]


def domain_of(url: str, canonical: str = "") -> str:
    """The registrable domain of a page (`mhlw.go.jp`); the empty string for a bare file.

    Two projects under one hoster (`a.github.io`, `b.github.io`) are two publishers. An IP address and `localhost` are
    their own domains.
    """
    host = host_of(url, canonical)
    return registrable(host) if host else ""


def publisher_of(url: str, canonical: str = "") -> str:
    """Who publishes a page: its registrable domain; where many publish under one roof, the blog or account there.

    `https://note.com/alice/n/1` is by `note.com/alice`, `https://bob.hatenablog.com/` by `bob.hatenablog.com`.
    """
    host, path = _own(url, canonical)
    if not host:
        return ""
    platform, ways = _platform_of(host)
    below = host.removesuffix(platform).rstrip(".") if platform else ""
    if "host" in ways and below not in {"", "www"}:
        return f"{below.rpartition('.')[2]}.{platform}"
    account = next((part for part in path.split("/") if part and part.casefold() not in _NO_ACCOUNT), "")
    if "path" in ways and account:
        return f"{platform}/{account.casefold()}"
    return registrable(host)


def is_platform_name(word: str) -> bool:
    """Whether `word` names a platform under which many publish (`twitter`, `note`): such a name says nobody's name."""
    return word in _platform_names()


def rule_of(host: str) -> TrustRule:
    """The rule for a host: by its longest suffix, else its country's suffix, else `UNKNOWN_PUBLISHER`."""
    if not host:
        return _BARE_FILE
    rules, labels = _rules(), host.split(".")
    for start in range(len(labels)):
        name = ".".join(labels[start:])
        if name in rules.by_name:
            return _with_name(rules.by_name[name], name)
    suffix = registrable(host).partition(".")[2]
    label, _, country = suffix.partition(".")
    if len(country) == 2 and label in rules.by_country_label:
        return _with_name(rules.by_country_label[label], suffix)
    return UNKNOWN_PUBLISHER


def kind_of(host: str) -> str:
    """The sort of publisher, by rule or platform; the empty string for an unknown one."""
    found = rule_of(host).kind
    if found or not host:
        return found
    platform, _ = _platform_of(host)
    return _rules().platforms[platform][0][0] if platform else ""


def trust_of(domain: str, host: str = "") -> TrustLevel:
    """The trust level by the longest suffix of `host` (or `domain`) in the rules; unknown hosts are UNVERIFIED."""
    return rule_of(host or domain).level


def is_primary(trust: TrustLevel, *, cited_by_others: bool, is_copy: bool) -> bool:
    """Whether a page is first-hand: an official or scholarly original, or what other pages name as their source."""
    return not is_copy and (cited_by_others or trust in ORIGINAL_TIERS)


def _own(url: str, canonical: str) -> tuple[str, str]:
    """Host and path of the address a page belongs to; empty for a bare file."""
    # An archived copy belongs to the site it was copied from, any other page to the address it was fetched from.
    for address in (canonical, url) if _is_copy(url) else (url, canonical):
        host, path = _web_place(address)
        if host:
            return host, path
    return "", ""


def _web_place(address: str) -> tuple[str, str]:
    try:
        parts = urlsplit(address.strip())
        host = parts.hostname or ""
    except ValueError:  # `http://[`: no address at all, so no host either
        return "", ""
    return (host.rstrip("."), parts.path) if parts.scheme in {"http", "https"} else ("", "")


@lru_cache(maxsize=4096)
def _platform_of(host: str) -> tuple[str, tuple[str, ...]]:
    """The platform a host belongs to and how its publishers are told apart; empty for any other host."""
    platforms, labels = _rules().platforms, host.split(".")
    for start in range(len(labels) - 1):
        name = ".".join(labels[start:])
        if name in platforms:
            return name, tuple(by for _, by in platforms[name])
    return "", ()


def _with_name(rule: TrustRule, name: str) -> TrustRule:
    return TrustRule(level=rule.level, kind=rule.kind, ja=rule.ja.format(name=name), en=rule.en.format(name=name))


@lru_cache(maxsize=1)
def _platform_names() -> frozenset[str]:
    names = _rules().platforms
    return frozenset((*names, *(registrable(name).partition(".")[0] for name in names)))


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    data = tomllib.loads((files("tadori.graph") / "trust.toml").read_text(encoding="utf-8"))
    platforms: dict[str, tuple[tuple[str, str], ...]] = {}
    for row in data["platform"]:
        for name in row["names"]:
            platforms[name] = (*platforms.get(name, ()), (row["kind"], row["by"]))
    return _Rules(
        by_name={name: _rule(row) for row in data["rule"] for name in row["names"]},
        by_country_label={label: _rule(row) for row in data["rule"] for label in row.get("countries", ())},
        platforms=platforms,
    )


def _rule(row: Mapping[str, Any]) -> TrustRule:
    return TrustRule(level=TrustLevel(row["level"]), kind=row["kind"], ja=row["ja"], en=row["en"])
