"""What each engine understands of the query language, and how it spells it: a table.

Comes in: an engine's name. Goes out: its `Dialect`. Taken from the engines' own help pages. An operator they do not
mention counts as unsupported: an engine that takes an operator for a word finds the wrong pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What an engine understands; `{}` stands for the value, None for what it does not know."""

    name: str
    phrase: bool = True
    required: str | None = '"{}"'
    excluded: str | None = "-{}"
    site: str | None = "site:{}"
    any_site: bool = False
    """One query may hold several `site:` limits, joined by `OR`."""
    filetype: str | None = "filetype:{}"
    intitle: str | None = "intitle:{}"
    after: str | None = None
    """With `{day}` (the first day wanted), `{compact}` (the same as YYYYMMDD) or `{year_before}`."""
    before: str | None = None
    """With `{day}` (the first day no longer wanted) or `{year}` (the first year of which nothing is wanted)."""
    date_parameter: bool = False
    """Dates are sent as a request parameter, not in the query text."""
    max_words: int = 60
    max_chars: int = 480


def _plain(name: str, *, dated: bool = False, phrase: bool = False) -> Dialect:
    """An API that takes plain words only; `dated` when its requests have date parameters."""
    return Dialect(
        name=name,
        phrase=phrase,
        required=None,
        excluded=None,
        site=None,
        filetype=None,
        intitle=None,
        date_parameter=dated,
    )


DIALECTS: Final[Mapping[str, Dialect]] = {
    dialect.name: dialect
    for dialect in (
        Dialect(name="duckduckgo", required="+{}", date_parameter=True),
        Dialect(name="duckduckgo_lite", required="+{}", date_parameter=True),
        Dialect(name="mojeek", filetype=None, after="since:{compact}"),
        Dialect(name="qwant", filetype=None, intitle=None),
        Dialect(name="brave", required="+{}", any_site=True, date_parameter=True, max_words=50, max_chars=400),
        Dialect(name="google", any_site=True, after="after:{day}", before="before:{day}", max_words=32),
        Dialect(name="bing", required="+{}", any_site=True, date_parameter=True),
        Dialect(name="startpage", any_site=True),
        Dialect(
            name="marginalia",
            required="+{}",
            filetype=None,
            intitle=None,
            after="year>{year_before}",
            before="year<{year}",
        ),
        Dialect(name="wikipedia", site=None, filetype=None),
        Dialect(name="yahoo", any_site=True),
        Dialect(name="ecosia", filetype=None, intitle=None),
        Dialect(name="brave_api", required="+{}", any_site=True, date_parameter=True, max_words=50, max_chars=400),
        Dialect(name="serper", any_site=True, after="after:{day}", before="before:{day}", max_words=32),
        Dialect(name="jina"),
        Dialect(name="searxng"),
        _plain("openalex", dated=True, phrase=True),
        _plain("semantic_scholar", dated=True),
        _plain("crossref", dated=True),
        _plain("unpaywall"),
        _plain("arxiv", dated=True, phrase=True),
        _plain("pubmed", dated=True, phrase=True),
        _plain("cinii", dated=True),
        _plain("jstage", dated=True),
        _plain("ndl", dated=True),
        _plain("wikidata"),
        _plain("dbpedia"),
        _plain("e_stat", dated=True),
        _plain("egov_law"),
        _plain("diet_minutes", dated=True),
        _plain("gbizinfo"),
        _plain("edinet", dated=True),
        _plain("uspto", dated=True),
        _plain("ptab", dated=True),
        _plain("epo_ops", dated=True),
        _plain("library"),
    )
}
"""By engine name."""


def dialect_of(engine: str) -> Dialect:
    """The dialect of `engine`; of one that is not listed, plain words."""
    return DIALECTS.get(engine) or _plain(engine)
