"""Decides when a page was published, on evidence about the page: what it states in its head, its marks, its address and
the lines in which it speaks about itself.

In: those. Out: an ISO date, or None. A date that merely stands in the text (an example, a log, a footnote, a copyright
year) is no evidence, and nothing is searched for beyond what is listed here: no date is better than an invented one.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from tadori.extract.date_lines import HtmlLines, line_days
from tadori.extract.date_marks import marked_days
from tadori.extract.dates import day_in, day_of_address
from tadori.extract.head import PageHead
from tadori.extract.json_ld import stated_in_json_ld
from tadori.model.ids import IsoDate

_METAS: Final = (
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "publication_date",
    "published-date",
    "parsely-pub-date",
    "sailthru.date",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.date",
    "dcterms.created",
    "dc.date.created",
    "citation_publication_date",
    "citation_online_date",
    "citation_date",
    "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "shareaholic:article_published_time",
    "rnews:datepublished",
    "article.published",
    "creation_date",
    "originalpublicationdate",
    "buildtime",
)
_CHANGED_METAS: Final = (
    "article:modified_time",
    "og:updated_time",
    "datemodified",
    "last-modified",
    "dcterms.modified",
    "dc.date.modified",
    "revised",
)


def date_of(head: PageHead, tree: Any, lines: Callable[[], HtmlLines], url: str) -> IsoDate | None:
    """The day of publication as far as the page states it; the day of its last change where it states only that.

    `lines` gives the lines of the page; most pages need none of them.
    """
    stated = _first([*stated_in_json_ld(head.ld_scripts, "datePublished"), *_of(head, _METAS)])
    if stated:
        return stated
    marked = marked_days(tree, head.title)
    found = marked.published or day_of_address(url)
    if found:
        return found
    read = line_days(lines())
    changed = [value for name in ("dateCreated", "dateModified") for value in stated_in_json_ld(head.ld_scripts, name)]
    return (
        read.get("published")
        or read.get("bare")
        or _first([*changed, *_of(head, _CHANGED_METAS)])
        or marked.changed
        or read.get("changed")
    )


def _of(head: PageHead, names: Iterable[str]) -> Iterable[str]:
    return (head.metas.get(name, "") for name in names)


def _first(texts: Iterable[str]) -> IsoDate | None:
    return next((found for found in map(day_in, texts) if found), None)
