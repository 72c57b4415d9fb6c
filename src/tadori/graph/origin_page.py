"""A page as origins are found for it: its addresses, what it says about itself, its text. A type only."""

from dataclasses import dataclass

from tadori.model.ids import EN, IsoDate, Lang, Url
from tadori.model.page import NO_IMPRINT, Imprint


@dataclass(frozen=True, slots=True, kw_only=True)
class PageForOrigin:
    """A page as `origins.py` and `works.py` need it."""

    page_id: str
    url: Url
    canonical: str
    title: str
    date: IsoDate | None
    text: str
    lang: Lang = EN
    imprint: Imprint = NO_IMPRINT
