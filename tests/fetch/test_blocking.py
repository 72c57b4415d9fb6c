import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.blocking import MAX_IMAGE_BYTES, Refusal, Unwanted, too_large, why_not

pytestmark = pytest.mark.req("L19")
PAGE = "www.kawasaki-shimbun.test"


@pytest.mark.parametrize(
    ("url", "resource", "kind", "rule"),
    [
        ("https://securepubads.g.doubleclick.net/tag/js/gpt.js", "script", Unwanted.AD, "doubleclick.net"),
        ("https://cdn.taboola.com/libtrc/loader.js", "script", Unwanted.AD, "taboola.com"),
        ("https://i-mobile.co.jp/ad.js", "script", Unwanted.AD, "i-mobile.co.jp"),
        ("https://www.google-analytics.com/collect?v=1", "xhr", Unwanted.TRACKER, "google-analytics.com"),
        ("https://ads.test/banner.js", "script", Unwanted.AD, "ads."),
        ("http://ad2.hirogata.test/x.png", "image", Unwanted.AD, "ad2."),
        ("https://pixel.somewhere.test/p", "image", Unwanted.TRACKER, "pixel."),
        ("https://other.test/pagead/show.js", "script", Unwanted.AD, "/pagead/"),
        ("https://cdn.other.test/gtag/js?id=1", "script", Unwanted.TRACKER, "/gtag/js"),
        ("https://other.test/1x1.gif", "image", Unwanted.TRACKER, "/1x1.gif"),
    ],
)
def test_what_well_known_advertisers_and_trackers_send_is_not_loaded(
    url: str, resource: str, kind: Unwanted, rule: str
) -> None:
    assert why_not(url, resource, PAGE) == Refusal(kind=kind, rule=rule)


@pytest.mark.parametrize("resource", ["script", "stylesheet", "xhr", "fetch", "document"])
@pytest.mark.parametrize(
    "url",
    [
        "https://www.kawasaki-shimbun.test/pagead/app.js",
        "https://ads.kawasaki-shimbun.test/main.js",
        "https://static.kawasaki-shimbun.test/analytics.js",
    ],
)
def test_what_builds_the_page_on_its_own_domain_is_always_loaded(url: str, resource: str) -> None:
    assert why_not(url, resource, PAGE) is None


@pytest.mark.parametrize(
    ("url", "resource"),
    [
        ("https://cdn.jsdelivr.test/npm/app.js", "script"),
        ("https://adobe.test/reader.js", "script"),
        ("https://download.test/address.json", "fetch"),
        ("https://trackandfield.test/results.json", "xhr"),
        ("https://upload.other.test/photo.jpg", "image"),
        ("data:image/png;base64,AAAA", "image"),
        ("blob:https://www.kawasaki-shimbun.test/1", "script"),
    ],
)
def test_ordinary_things_of_others_are_loaded(url: str, resource: str) -> None:
    assert why_not(url, resource, PAGE) is None


def test_a_page_on_a_listed_domain_still_gets_its_own_scripts() -> None:
    assert why_not("https://cdn.taboola.com/article.js", "script", "www.taboola.com") is None


def test_a_tracking_pixel_of_the_own_domain_is_not_loaded() -> None:
    assert why_not("https://www.kawasaki-shimbun.test/1x1.gif", "image", PAGE) == Refusal(
        kind=Unwanted.TRACKER, rule="/1x1.gif"
    )


@pytest.mark.parametrize(("resource", "kind"), [("media", Unwanted.MEDIA), ("font", Unwanted.FONT)])
def test_films_and_fonts_are_not_loaded_whoever_has_them(resource: str, kind: Unwanted) -> None:
    assert why_not("https://www.kawasaki-shimbun.test/a", resource, PAGE) == Refusal(kind=kind, rule=resource)


def test_a_picture_is_too_large_from_the_first_byte_over_the_limit() -> None:
    assert too_large(str(MAX_IMAGE_BYTES)) is None
    assert too_large(str(MAX_IMAGE_BYTES + 1)) == Refusal(kind=Unwanted.IMAGE, rule="over 1500000 bytes")


@pytest.mark.parametrize("length", [None, "", "many", "-5", "1e9"])
def test_a_length_that_is_not_a_number_says_nothing(length: str | None) -> None:
    assert too_large(length) is None


@given(host=st.text(max_size=20))
@pytest.mark.parametrize(
    "url", ["https://[::1", "https://", "", "//[", "https://\u0000.test/", "https://a..b./pagead/"]
)
def test_a_broken_address_is_decided_about_all_the_same(url: str, host: str) -> None:
    assert why_not(url, "media", host) == Refusal(kind=Unwanted.MEDIA, rule="media")
    assert why_not(url, "stylesheet", host) in {None, Refusal(kind=Unwanted.AD, rule="/pagead/")}
