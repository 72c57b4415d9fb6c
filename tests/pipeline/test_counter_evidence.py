"""A false figure is found in any passage of a page that was read, not only in its best ones."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.claim.extraction import claims_from
from tadori.extract.extraction import Extraction
from tadori.judge.frames.framed import FramedClaim
from tadori.model.ids import Url
from tadori.model.page import Capture, Fragment, Page
from tadori.pipeline.counter_evidence import PageWithFragments, claims_on_the_same_frame

pytestmark = pytest.mark.req("L14")


def read(name: str, text: str) -> PageWithFragments:
    capture = Capture(
        url=Url((Path("/library") / name).as_uri()),
        body=text.encode(),
        media_type="text/markdown",
        charset=None,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        source_tag="library",
    )
    extracted = Extraction().extract(capture)
    page = Page.of(capture, extracted)
    return page, [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]


def framed_claim(page: PageWithFragments) -> FramedClaim:
    claim = next(claim for fragment in page[1] for claim in claims_from(fragment, page[0], page[1]))
    return FramedClaim.of(claim, title=page[0].title, headings=())


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (
            "# Dams\n\nHoover Dam is 221 m high.\n",
            "# Trips\n\nBring a hat and water.\n\nThe Hoover Dam has a height of 230 m.\n",
            ["The Hoover Dam has a height of 230 m."],
        ),
        ("# Dams\n\nHoover Dam is 221 m high.\n", "# Trips\n\nThe Glen Canyon Dam has a height of 216 m.\n", []),
        (
            "# 山\n\n富士山の標高は3,776メートルである。\n",
            "# 旅\n\n水筒を持って行きましょう。\n\n富士山は標高3677mの山である。\n",
            ["富士山は標高3677mの山である。"],
        ),
    ],
)
def test_the_same_frame_is_found_in_any_passage(own: str, other: str, expected: list[str]) -> None:
    mine = read("own.md", own)
    found = claims_on_the_same_frame(framed_claim(mine), [mine, read("other.md", other)])
    assert [claim.text for claim in found] == expected
