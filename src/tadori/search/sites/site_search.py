"""A site's own search (L8, §3.1.5): which sites may be searched, when, how their form is filled, and the fallback.

In: the allowlist, a form, words, the site's past results. Out: an address to request, or what a browser must type;
whether the site may be searched now; the state after a try; the `site:` query to fall back on. Nothing is sent here.
"""

import tomllib
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote_plus

from tadori.errors import ConfigError, WrongCall
from tadori.model.engine import Category
from tadori.model.entity import SearchForm, SiteSearchState
from tadori.model.ids import Lang, Url
from tadori.model.web_thresholds import (
    EMA_SHORT,
    SITE_PAUSE_AFTER,
    SITE_POOR_AFTER,
    SITE_POOR_AT,
    SITE_POOR_DAYS,
    SITE_SEARCH_QPS,
)
from tadori.text.normalise import strip_invisible
from tadori.text.urls import registrable, split_url

MAX_WORDS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSite:
    """A site whose own search may be used."""

    domain: str
    start: Url
    """The page that has its search form."""
    kind: Category
    """The category of its hits; a `general` site suits every question."""
    lang: Lang | None = None
    """The language it is searched in; None for any."""
    about: tuple[str, ...] = ()
    """Words of its subject, in its language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressPlan:
    """The form can be sent by requesting an address."""

    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class TypePlan:
    """The form needs a browser: type `words` into `field`, then press `submit`, or Enter where there is none."""

    page: Url
    field: str
    """A CSS selector."""
    submit: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteTurn:
    """Whether a site may be searched, after how many seconds, or why not."""

    allowed: bool
    wait: float = 0.0
    reason: str = ""


@cache
def allowlist() -> tuple[SearchSite, ...]:
    """The sites that Tadori knows."""
    return parse_sites(files("tadori.search.sites").joinpath("site_search.toml").read_text(encoding="utf-8"))


def parse_sites(text: str) -> tuple[SearchSite, ...]:
    """An allowlist as TOML: `[[site]]` with `domain`, `start`, `kind`, and where there are such `lang` and `about`.

    Raises:
        ConfigError: no TOML, or a site that lacks something; the message names it.
    """
    try:
        rows = tomllib.loads(text).get("site", [])
        return tuple(_site(row) for row in rows)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the list of sites to search is no TOML: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"a site in the list of sites to search lacks or has a wrong field: {error}") from error


def _site(row: dict[str, Any]) -> SearchSite:
    return SearchSite(
        domain=row["domain"],
        start=Url(row["start"]),
        kind=Category(row["kind"]),
        lang=Lang(row["lang"]) if "lang" in row else None,
        about=tuple(row.get("about", ())),
    )


def plan_request(form: SearchForm, words: str) -> AddressPlan | TypePlan:
    """How `words` are sent through a form.

    Raises:
        WrongCall: no words.
    """
    asked = clean_words(words)
    if form.needs_browser:
        return TypePlan(page=form.page, field=form.selector, submit=form.submit, words=asked)
    return AddressPlan(url=result_url(form, asked))


def result_url(form: SearchForm, words: str) -> Url:
    """The address a browser would ask when the form is sent: the fields replace the query of its action (WHATWG).

    Characters that the page's encoding lacks are written as `&#NNNN;`, as browsers do.
    """
    pairs = [*form.hidden, (form.field, words)]
    query = "&".join(f"{_encoded(name, form.charset)}={_encoded(value, form.charset)}" for name, value in pairs)
    action = split_url(form.action)
    return Url(f"{action.origin}{action.target.partition('?')[0]}?{query}")


def clean_words(words: str) -> str:
    """Words for a search field: one line, nothing invisible, bounded.

    Raises:
        WrongCall: nothing is left.
    """
    plain = " ".join(strip_invisible(words).split())[:MAX_WORDS].strip()
    if not plain:
        raise WrongCall("a site cannot be searched for nothing: give it words")
    return plain


def fallback_query(domain: str, words: str) -> str:
    """The query for a general engine when the site's own search failed."""
    return f"site:{registrable(domain)} {clean_words(words)}"


def site_turn(state: SiteSearchState, now: datetime) -> SiteTurn:
    """Whether a site may be searched at `now`: not while it rests, and at most once in ten seconds."""
    if state.paused_until is not None and now < state.paused_until:
        return SiteTurn(allowed=False, reason=f"its search rests until {state.paused_until.isoformat()}")
    if state.last_try_at is None:
        return SiteTurn(allowed=True)
    since = (now - state.last_try_at).total_seconds()
    return SiteTurn(allowed=True, wait=max(0.0, 1.0 / SITE_SEARCH_QPS - since))


def after_try(state: SiteSearchState, ok: bool, now: datetime, *, useful: int = 0) -> SiteSearchState:
    """The state of a site after one more try. `ok` is whether results were read (none found is a result).

    EMAs with the short memory: success .5 → .65 after one success. Two failures in a row: it rests until the next day
    (UTC); below `SITE_POOR_AT` after `SITE_POOR_AFTER` tries, for a week. A pause that was longer stays.
    """
    failures = 0 if ok else state.failures + 1
    success = state.success + EMA_SHORT * (float(ok) - state.success)
    harvest = state.harvest + EMA_SHORT * (useful - state.harvest)
    tries = state.tries + 1
    paused = state.paused_until
    if not ok:
        poor = success < SITE_POOR_AT and tries >= SITE_POOR_AFTER
        days = SITE_POOR_DAYS if poor else 1 if failures >= SITE_PAUSE_AFTER else 0
        rest = datetime.combine(now.date() + timedelta(days=days), time(), tzinfo=now.tzinfo) if days else None
        paused = max((moment for moment in (paused, rest) if moment is not None), default=None)
    return replace(
        state,
        tries=tries,
        successes=state.successes + ok,
        success=success,
        harvest=harvest,
        failures=failures,
        paused_until=paused,
        last_try_at=now,
    )


def with_form(state: SiteSearchState, form: SearchForm | None) -> SiteSearchState:
    """The state with the form that was found, for the next time; without one, it is looked for again."""
    return replace(state, form=form)


def _encoded(words: str, charset: str) -> str:
    """As application/x-www-form-urlencoded has it: `*` stands, `~` does not."""
    return quote_plus(words.encode(charset, "xmlcharrefreplace"), safe="*").replace("~", "%7E")
