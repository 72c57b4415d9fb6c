"""One server of look-alikes for a test, and providers that ask it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from tadori.model.ids import EN, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.search.apis.api import ApiAccess, ApiSearch
from tadori.search.apis.catalogue import APIS
from tests.web.apis import HOSTS, KEY, SECRET, ApiWeb

NOW = datetime(2026, 11, 16, 1, 0, tzinfo=UTC)
"""A Monday, ten in the morning in Japan."""
FULL = ApiAccess(key=KEY, secret=SECRET, contact="reader@letters.test", version="0.1.0")
AGENT = "Tadori/0.1.0 (mailto:reader@letters.test)"

Provider = Callable[..., ApiSearch]


@pytest.fixture(scope="module")
def served() -> Iterator[ApiWeb]:
    with ApiWeb() as web:
        yield web


@pytest.fixture
def web(served: ApiWeb) -> ApiWeb:
    """The look-alikes in fair weather, with nothing asked yet."""
    served.hosts = HOSTS
    served.weather.clear()
    served.log.clear()
    return served


@pytest.fixture
def provider(web: ApiWeb) -> Provider:
    """The interface of that name over the look-alikes."""

    def made(name: str, access: ApiAccess = FULL) -> ApiSearch:
        return ApiSearch(api=APIS[name], ask=web.ask, access=access, clock=lambda: NOW)

    return made


def query(text: str, lang: Lang = EN, limit: int = 5) -> Query:
    return Query.of(
        task_id="task",
        text=text,
        lang=lang,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=1,
        limit=limit,
        cause_id="c",
    )
