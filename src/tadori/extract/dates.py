"""Finds when a page says it was published: our own rules first, `htmldate` last, and never a guess.

In: what the page states about itself, its first lines, its address. Out: an ISO date as far as it is known, or None.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Final

from tadori.extract.head import PageHead
from tadori.model.ids import IsoDate
from tadori.text.dates import dates

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
)
_NUMERIC: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.]?(0[1-9]|1[0-2])[-/.]?(0[1-9]|[12]\d|3[01])(?!\d)")
_IN_URL: Final = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:[/_-](0?[1-9]|1[0-2])[/_-](0?[1-9]|[12]\d|3[01])(?!\d)|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d{2,}))"
)
_LABEL: Final = re.compile(
    r"(?:公開|掲載|配信|投稿|発表|発行|発売|作成|更新|初出|配信開始|登録)(?:日時|年月日|日)|^(?:posted|published|updated|date)\b",
    re.IGNORECASE,
)
_PUBLISHED_TIME: Final = re.compile(r"publish|pubdate|posted|entry|created|date")
_LOOK_AT: Final = 200
_LARGE_PAGE: Final = 2_000_000
"""Bytes; its searches are not ours to bound."""
_TOO_OLD: Final = 1900
_TOP_LINES: Final = 40
_BYLINE: Final = 60
_LABELLED: Final = 100


def date_of(head: PageHead, lines: Callable[[], list[str]], url: str, page: bytes) -> IsoDate | None:
    """The day of publication as far as the page states it; the day of its last change where it states only that.

    `lines` gives the runs of text of the page from shortly before its title on; most pages need none of them.
    """
    published = [head.ld_value("datePublished"), *(head.metas.get(name, "") for name in _METAS), *head.published]
    changed = [head.ld_value("dateCreated"), head.ld_value("dateModified")]
    changed += [head.metas.get(name, "") for name in _CHANGED_METAS]
    return (
        _first(published)
        or _in_times(head)
        or _in_url(url)
        or _in_lines(lines())
        or _first(changed)
        or _by_htmldate(page, url)
    )


def day_in(text: str) -> IsoDate | None:
    """The first whole date of `text`, or None. `2024年3月5日`, `令和6年3月5日`, `2024/03/05`, `March 5, 2024`."""
    if not text:
        return None
    text = text[:_LOOK_AT]
    numeric = _NUMERIC.search(text)
    if numeric:
        return _day(int(numeric[1]), int(numeric[2]), int(numeric[3]))
    for mention in dates(text):
        if mention.year is not None and mention.month is not None and mention.day is not None:
            return _day(mention.year, mention.month, mention.day)
    return None


def _day(year: int, month: int, day: int) -> IsoDate | None:
    """The date, where the calendar has such a day and the web could state it."""
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return IsoDate(found.isoformat()) if year > _TOO_OLD else None


def _first(texts: list[str]) -> IsoDate | None:
    return next((found for found in map(day_in, texts) if found), None)


def _in_times(head: PageHead) -> IsoDate | None:
    """The `<time>` that says it is the publication, or else the first one."""
    marked = [time for time in head.times if _PUBLISHED_TIME.search(time[0])]
    for _, machine, printed in [*marked, *head.times]:
        found = day_in(machine) or day_in(printed)
        if found:
            return found
    return None


def _in_url(url: str) -> IsoDate | None:
    match = _IN_URL.search(url)
    return _day(int(match[1]), int(match[2] or match[4]), int(match[3] or match[5])) if match else None


def _in_lines(lines: list[str]) -> IsoDate | None:
    """A byline: a short line at the top that is little more than a date, or a labelled date anywhere."""
    short = (line for line in lines[:_TOP_LINES] if len(line) <= _BYLINE)
    return _first([*short, *_labelled(lines)])


def _labelled(lines: list[str]) -> list[str]:
    """Lines with a label such as 公開日, each with the line after it, where tables print the date."""
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    return [f"{line} {after}" for line, after in pairs if len(line) <= _LABELLED and _LABEL.search(line)]


def _by_htmldate(page: bytes, url: str) -> IsoDate | None:
    if len(page) > _LARGE_PAGE:
        return None
    from htmldate import find_date  # lazy: half a second; only for pages that state no date

    found = find_date(page, url=url or None, original_date=True, extensive_search=False)
    # It answers the first of January where it saw a year only: that is a guess, not a date.
    return IsoDate(found) if found and not found.endswith("-01-01") else None
