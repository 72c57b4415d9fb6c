from collections import Counter

import pytest

from tadori.fetch.traps import SAME_SHAPE, address_shape, count_shapes, why_trap

HOST = "https://www.nagi.test"


def reason(path: str, text: str = "潮流発電の記事", page: str = "/start") -> str | None:
    return why_trap(HOST + path, text, page_url=HOST + page, shapes=Counter())


@pytest.mark.req("L7")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/login", "a door or a button, not a page"),
        ("/user/logout.php", "a door or a button, not a page"),
        ("/%E3%83%AD%E3%82%B0%E3%82%A4%E3%83%B3/", "a door or a button, not a page"),
        ("/a?print=1", "a door or a button, not a page"),
        ("/a?replytocom=12", "a door or a button, not a page"),
        ("/w/index.php?title=X&action=history", "a door or a button, not a page"),
        ("/news/12-print.html", "a door or a button, not a page"),
        ("/list?sort=price", "a door or a button, not a page"),
        ("/a;jsessionid=AB12?x=1", "an address made for one session"),
        ("/a?PHPSESSID=ab12", "an address made for one session"),
        ("/a?sid=1", "an address made for one session"),
        ("/a/photo.JPG", "a .jpg file"),
        ("/a/data.xlsx", "a .xlsx file"),
        ("/feed.xml", "a .xml file"),
        ("/calendar/2031/05", "a calendar, which has no end"),
        ("/events/list/2031-05-01/", "a calendar, which has no end"),
        ("/x?month=5&year=2031", "a calendar, which has no end"),
        ("/x?date=2031-05-01", "a calendar, which has no end"),
        ("/a/b/a/b", "a path that repeats itself"),
        ("/a/x/a/y/a", "a path that repeats itself"),
        ("/1/2/3/4/5/6/7/8/9/10/11", "a path that repeats itself"),
        ("/x?c=1&c=2&c=3", "parameters that pile up"),
        ("/x?a=1&b=2&c=3&d=4&e=5&f=6", "an address that has grown too long"),
        ("/" + "a" * 2000, "an address that has grown too long"),
    ],
)
def test_what_is_no_page_for_a_reader_is_named(path: str, expected: str) -> None:
    assert reason(path) == expected


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/report/2024",
        "/share-price-of-narigama",
        "/printing-presses",
        "/register-of-members.pdf",
        "/press/2026/11/16/turbine",
        "/news?year=2023",
        "/list?page=2",
        "/%E6%BD%AE%E6%B5%81%E7%99%BA%E9%9B%BB",
        "/events/opening-of-the-plant",
        "/v1.2/guide",
        "/blog/blog/post",
    ],
)
def test_ordinary_pages_are_none(path: str) -> None:
    assert reason(path) is None


@pytest.mark.parametrize("text", ["ログイン", "Sign in", "印刷する", " Share ", "会員登録", "Log out", "返信"])
def test_buttons_are_known_by_their_words(text: str) -> None:
    assert reason("/x", text) == "a door or a button, not a page"


@pytest.mark.parametrize("text", ["ログインの仕組み", "Share prices fell", "印刷の歴史", ""])
def test_words_about_such_things_are_not_such_things(text: str) -> None:
    assert reason("/x", text) is None


def test_facets_that_pile_up_on_the_same_page_are_not_followed() -> None:
    assert reason("/items?a=1&b=2&c=3", page="/items?a=1&b=2") == "parameters that pile up"
    assert reason("/items?a=1&b=2", page="/items?a=1") is None
    assert reason("/items?a=1&b=9", page="/items?a=1&b=2") is None


def test_addresses_of_one_shape_are_followed_up_to_a_number() -> None:
    shapes = count_shapes([f"{HOST}/node/{n}?v=x" for n in range(SAME_SHAPE)])
    assert shapes == {address_shape(f"{HOST}/node/7?v=y"): SAME_SHAPE}
    link = f"{HOST}/node/999?v=z"
    assert why_trap(link, "", page_url=HOST, shapes=shapes) == "too many addresses of one shape"
    assert why_trap(f"{HOST}/page/999?v=z", "", page_url=HOST, shapes=shapes) is None
