import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.unwanted_resources import MAX_IMAGE_BYTES, ResourceRefusal, UnwantedKind, too_large, why_not_loaded

pytestmark = pytest.mark.req("L19")
PAGE = "www.kawasaki-shimbun.test"


@pytest.mark.parametrize(
    ("url", "resource", "kind", "rule"),
    [
        ("https://securepubads.g.doubleclick.net/tag/js/gpt.js", "script", UnwantedKind.AD, "doubleclick.net"),
        ("https://cdn.taboola.com/libtrc/loader.js", "script", UnwantedKind.AD, "taboola.com"),
        ("https://i-mobile.co.jp/ad.js", "script", UnwantedKind.AD, "i-mobile.co.jp"),
        ("https://www.google-analytics.com/collect?v=1", "xhr", UnwantedKind.TRACKER, "google-analytics.com"),
        ("https://ads.test/banner.js", "script", UnwantedKind.AD, "ads."),
        ("http://ad2.hirogata.test/x.png", "image", UnwantedKind.AD, "ad2."),
        ("https://pixel.somewhere.test/p", "image", UnwantedKind.TRACKER, "pixel."),
        ("https://other.test/pagead/show.js", "script", UnwantedKind.AD, "/pagead/"),
        ("https://cdn.other.test/gtag/js?id=1", "script", UnwantedKind.TRACKER, "/gtag/js"),
        ("https://other.test/1x1.gif", "image", UnwantedKind.TRACKER, "/1x1.gif"),
    ],
)
def test_what_well_known_advertisers_and_trackers_send_is_not_loaded(
    url: str, resource: str, kind: UnwantedKind, rule: str
) -> None:
    assert why_not_loaded(url, resource, PAGE) == ResourceRefusal(kind=kind, rule=rule)


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
    assert why_not_loaded(url, resource, PAGE) is None


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
    assert why_not_loaded(url, resource, PAGE) is None


def test_a_page_on_a_listed_domain_still_gets_its_own_scripts() -> None:
    assert why_not_loaded("https://cdn.taboola.com/article.js", "script", "www.taboola.com") is None


def test_a_tracking_pixel_of_the_own_domain_is_not_loaded() -> None:
    assert why_not_loaded("https://www.kawasaki-shimbun.test/1x1.gif", "image", PAGE) == ResourceRefusal(
        kind=UnwantedKind.TRACKER, rule="/1x1.gif"
    )


@pytest.mark.parametrize(("resource", "kind"), [("media", UnwantedKind.MEDIA), ("font", UnwantedKind.FONT)])
def test_films_and_fonts_are_not_loaded_whoever_has_them(resource: str, kind: UnwantedKind) -> None:
    assert why_not_loaded("https://www.kawasaki-shimbun.test/a", resource, PAGE) == ResourceRefusal(
        kind=kind, rule=resource
    )


def test_a_picture_is_too_large_from_the_first_byte_over_the_limit() -> None:
    assert too_large(str(MAX_IMAGE_BYTES)) is None
    assert too_large(str(MAX_IMAGE_BYTES + 1)) == ResourceRefusal(kind=UnwantedKind.IMAGE, rule="over 1500000 bytes")


@pytest.mark.parametrize("length", [None, "", "many", "-5", "1e9"])
def test_a_length_that_is_not_a_number_says_nothing(length: str | None) -> None:
    assert too_large(length) is None


@given(host=st.text(max_size=20))
@pytest.mark.parametrize(
    "url", ["https://[::1", "https://", "", "//[", "https://\u0000.test/", "https://a..b./pagead/"]
)
def test_a_broken_address_is_decided_about_all_the_same(url: str, host: str) -> None:
    assert why_not_loaded(url, "media", host) == ResourceRefusal(kind=UnwantedKind.MEDIA, rule="media")
    assert why_not_loaded(url, "stylesheet", host) in {None, ResourceRefusal(kind=UnwantedKind.AD, rule="/pagead/")}
