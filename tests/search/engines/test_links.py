"""Where links lead: through each engine's redirect to the page, and nowhere for what is no page."""

import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.search.engines.links import result_target

PAGE = "https://harbour.test/bridge?a=1&b=%E6%A9%8B"
QUOTED = quote(PAGE, safe="")
PACKED = base64.urlsafe_b64encode(PAGE.encode()).decode().rstrip("=")


@pytest.mark.req("D9")
@pytest.mark.parametrize(
    ("href", "base"),
    [
        (PAGE, "https://search.test/"),
        (f"//duckduckgo.com/l/?uddg={QUOTED}&rut=0af", "https://html.duckduckgo.com/html/"),
        (f"/url?q={QUOTED}&sa=U&ved=2ah", "https://www.google.com/search"),
        (f"https://www.google.co.jp/url?sa=t&url={QUOTED}", "https://www.google.co.jp/search"),
        (f"https://www.bing.com/ck/a?!&&p=0c&ptn=3&u=a1{PACKED}&ntb=1", "https://www.bing.com/search"),
        (
            f"https://r.search.yahoo.com/_ylt=A;_ylu=B/RV=2/RE=17/RO=10/RU={QUOTED}/RK=2/RS=x-",
            "https://search.yahoo.com/",
        ),
        (f"https://www.startpage.com/do/proxy?u={QUOTED}", "https://www.startpage.com/"),
        (f"https://search.brave.com/redirect?url={QUOTED}", "https://search.brave.com/search"),
        (f"/url?q={quote(f'https://www.bing.com/ck/a?u=a1{PACKED}', safe='')}", "https://www.google.com/search"),
        (f"{PAGE}#:~:text=the%20bridge", "https://www.google.com/search"),
        (f"  {PAGE}\n", "https://search.test/"),
    ],
)
def test_a_redirect_leads_to_the_page_behind_it(href: str, base: str) -> None:
    assert result_target(href, base) == PAGE


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "ftp://harbour.test/",
        "mailto:a@harbour.test",
        "",
        "#top",
        "/search?q=more",
        "http://",
        "http://[::1",
        "https://duckduckgo.com/y.js?ad_domain=shop.test&u3=https%3A%2F%2Fshop.test",
        "https://www.google.com/aclk?sa=l&adurl=https://shop.test",
        "https://www.googleadservices.com/pagead/aclk?adurl=https://shop.test",
        "https://www.bing.com/aclick?u=a1aHR0",
        "https://www.bing.com/ck/a?u=a1!!!",
        "https://www.bing.com/ck/a?u=a1",
        "https://www.bing.com/ck/a",
        "https://us2-browse.startpage.com/av/proxy?ep=4b6d",
        "https://r.search.yahoo.com/_ylt=A/RV=2",
        f"/url?q={quote('javascript:alert(1)', safe='')}",
        "/url?q=/search%3Fq%3Dmore",
        f"https://duckduckgo.com/l/?uddg={quote('data:text/html,x', safe='')}",
        "https://harbour.test/" + "a" * 9000,
    ],
)
def test_what_is_no_page_of_somebody_else_leads_nowhere(href: str) -> None:
    assert result_target(href, "https://www.google.com/search?q=x") is None


def test_redirects_within_redirects_come_to_an_end() -> None:
    href = PAGE
    for _ in range(6):
        href = f"https://www.google.com/url?q={quote(href, safe='')}"
    assert result_target(href, "https://www.google.com/search") is None


def test_an_engine_s_own_pages_count_where_its_results_lie_there() -> None:
    base = "https://ja.wikipedia.org/w/index.php"
    assert result_target("/wiki/橋", base) is None
    assert result_target("/wiki/橋", base, own=True) == "https://ja.wikipedia.org/wiki/%E6%A9%8B"


@given(st.text(max_size=200))
def test_no_text_in_a_link_can_do_more_than_lead_nowhere(href: str) -> None:
    found = result_target(href, "https://www.google.com/search") or "https://nowhere.test/"
    assert found.startswith(("http://", "https://"))
