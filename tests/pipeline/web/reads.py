"""Pages of the little web, read as a caller reads them: what tests of fetching, reading and crawling begin with."""

from tadori.model.ids import Url
from tadori.model.web import FetchFailure
from tadori.pipeline.web.page_reader import LoadedPage
from tests.web.desk import Desk
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather


async def read(tadori: Desk, url: str, *, referer: str | None = None) -> LoadedPage | FetchFailure:
    """As a caller does it: the rows of a page are saved after it was read."""
    got = await tadori.reading.read(
        Url(url), referer=None if referer is None else Url(referer), emit=tadori.events.append
    )
    if isinstance(got, LoadedPage):
        with tadori.reading.store.write() as db:
            got.save(db)
    return got


async def had(tadori: Desk, url: str, *, referer: str | None = None) -> LoadedPage:
    got = await read(tadori, url, referer=referer)
    assert isinstance(got, LoadedPage), got
    return got


async def lost(tadori: Desk, url: str) -> FetchFailure:
    got = await read(tadori, url)
    assert isinstance(got, FetchFailure), got
    return got


def page_with(web: LittleWeb, weather: Weather, *, lang: str | None = None, media_type: str = "text/html") -> Page:
    return next(
        page
        for page in web.pages
        if page.weather is weather and page.lang == (lang or page.lang) and page.media_type == media_type
    )


async def page_with_etag(web: LittleWeb, tadori: Desk) -> tuple[Page, LoadedPage]:
    """The first plain page whose server gives it an ETag."""
    for page in web.pages:
        if page.weather is Weather.PLAIN and page.media_type == "text/html":
            got = await had(tadori, page.url)
            if got.visit is not None and got.visit.etag is not None:
                return page, got
    raise AssertionError("the little web has no page with an ETag")
