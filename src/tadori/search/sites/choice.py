"""Chooses the sites whose own search suits a query (§3.1.5): a query, the allowlist and past results come in.

A site is chosen when `site:` names it, when words of its field stand in the query, or when it is of the query's kind;
and only in its own language, unless it is named. `site:` of other places rules everybody else out. Nothing is requested
here.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from tadori.model.engine import Category
from tadori.model.entity import SiteSearchState
from tadori.model.ids import Lang
from tadori.model.web_thresholds import SITES_AT_ONCE
from tadori.query.dialects import Dialect
from tadori.query.operators import ParsedQuery
from tadori.search.sites.site_search import MAX_WORDS, SearchSite, site_turn
from tadori.text.normalise import fold

SITE_DIALECT: Final = Dialect(
    name="the search of a site",
    phrase=False,
    required=None,
    excluded=None,
    filetype=None,
    intitle=None,
    max_chars=MAX_WORDS,
)
"""A site's search field understands plain words only."""


def fitting_sites(query: ParsedQuery, lang: Lang, category: Category, sites: Sequence[SearchSite]) -> list[SearchSite]:
    """The sites that suit a query, in the order of the list."""
    return [site for site in sites if _fits(site, query, lang, category)]


def choose_sites(
    query: ParsedQuery, sites: Sequence[SearchSite], states: Mapping[str, SiteSearchState], now: datetime
) -> list[SearchSite]:
    """At most `SITES_AT_ONCE` of the sites that fit: named ones first, then by how many words of their subject match.

    Sites that are of the query's kind and no more are chosen only when there are no others. Of equals, one that rests
    comes last, one that must be waited for behind one that need not, and the one whose search succeeds more often and
    brings more first.
    """

    def place(site: SearchSite) -> tuple[bool, int, bool, bool, float, float]:
        state = states.get(site.domain) or SiteSearchState(domain=site.domain)
        now_or_not = site_turn(state, now)
        return (
            not is_named(query, site),
            -_about(site, query),
            not now_or_not.allowed,
            now_or_not.wait > 0,
            -state.success,
            -state.harvest,
        )

    own = [site for site in sites if is_named(query, site) or _about(site, query) or site.kind is Category.GENERAL]
    return sorted(own or sites, key=place)[:SITES_AT_ONCE]


def is_named(query: ParsedQuery, site: SearchSite) -> bool:
    """Whether the query names this site, or a part of it, by `site:`."""
    return any(_within(_host(limit), site.domain) for limit in query.sites)


def within_limits(url_host: str, url_path: str, query: ParsedQuery) -> bool:
    """Whether an address satisfies the `site:` and `-site:` limits."""
    wanted = not query.sites or any(_covers(limit, url_host, url_path) for limit in query.sites)
    return wanted and not any(_covers(limit, url_host, url_path) for limit in query.excluded_sites)


def _fits(site: SearchSite, query: ParsedQuery, lang: Lang, category: Category) -> bool:
    if any(_within(site.domain, _host(limit)) for limit in query.excluded_sites):
        return False
    if is_named(query, site):
        return True
    if query.sites and not any(_within(site.domain, _host(limit)) for limit in query.sites):
        return False
    right = site.kind in (Category.GENERAL, category) or _about(site, query) > 0
    return right and site.lang in (None, lang)


def _about(site: SearchSite, query: ParsedQuery) -> int:
    """How many words of the site's field the query has."""
    text = fold(" ".join((*query.words, *query.required, *query.phrases, *query.intitle)))
    return sum(_has(text, fold(word)) for word in site.about)


def _has(text: str, word: str) -> bool:
    """Latin words whole, or in the plural; Japanese ones anywhere."""
    if not word.isascii():
        return word in text
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}s?(?![a-z0-9])", text) is not None


def _covers(limit: str, host: str, path: str) -> bool:
    _, slash, below = limit.partition("/")
    return _within(host, _host(limit)) and (not slash or path.startswith(f"/{below}"))


def _host(limit: str) -> str:
    """The host of a `site:` limit: `meti.go.jp` for `meti.go.jp:8080/policy`."""
    return limit.partition("/")[0].partition(":")[0]


def _within(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")
