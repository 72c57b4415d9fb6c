"""What in an address opens a door, and what does not."""

import pytest

from tadori.text.secrets import mask_secrets
from tadori.text.url_secrets import mask_urls, masked_url, url_secret_places

M = "masked-by-tadori"


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://u:p%40ss@a.test/x", f"https://{M}@a.test/x"),
        ("https://user@a.test/x", f"https://{M}@a.test/x"),
        ("https://a.test/x;jsessionid=A1B2?q=橋", f"https://a.test/x;jsessionid={M}?q=橋"),
        ("https://a.test/?PHPSESSID=abc&id=5", f"https://a.test/?PHPSESSID={M}&id=5"),
        ("https://a.test/?ASP.NET_SessionId=abc", f"https://a.test/?ASP.NET_SessionId={M}"),
        ("https://a.test/?ASPSESSIONIDCQBR=AB", f"https://a.test/?ASPSESSIONIDCQBR={M}"),
        ("https://a.test/?access_token=x", f"https://a.test/?access_token={M}"),
        ("https://a.test/?accessToken=x", f"https://a.test/?accessToken={M}"),
        ("https://a.test/?token=1", f"https://a.test/?token={M}"),
        ("https://a.test/?%74oken=1", f"https://a.test/?%74oken={M}"),
        ("https://a.test/?user[password]=x", f"https://a.test/?user[password]={M}"),
        ("https://a.test/?api_key=x", f"https://a.test/?api_key={M}"),
        ("https://a.test/?SAMLResponse=x", f"https://a.test/?SAMLResponse={M}"),
        ("https://a.test/cb?code=4/0AX4XfWj", f"https://a.test/cb?code={M}"),
        ("https://a.test/?sid=0123456789abcdef0123456789abcdef", f"https://a.test/?sid={M}"),
        ("https://a.test/?X-Amz-Signature=ab&X-Amz-Expires=60", f"https://a.test/?X-Amz-Signature={M}&X-Amz-Expires=60"),
        ("https://a.test/?sv=2020&sig=a1%2Fb2%3D", f"https://a.test/?sv=2020&sig={M}"),
        ("https://a.test/?a=1;token=b", f"https://a.test/?a=1;token={M}"),
        ("https://a.test/#access_token=abc&expires_in=60", f"https://a.test/#access_token={M}&expires_in=60"),
        ("https://a.test/?next=https%3A%2F%2Fb.test%2F%3Ftoken%3Dabc", f"https://a.test/?next={M}"),
        ("https://a.test/?next=%2Flogin%3Ftoken%3Dabc", f"https://a.test/?next={M}"),
        ("https://a.test/?next=https%253A%252F%252Fb.test%252F%253Ftoken%253Dabc", f"https://a.test/?next={M}"),
        ("https://a.test/?x=eyJhbGciOiJI.eyJzdWIiOiIx", f"https://a.test/?x={M}"),
        ("https://a.test/?x=Aa1" + "bC2d" * 10, f"https://a.test/?x={M}"),
        ("https://a.test/(S(lit3py55t21z5v55vlm25s55))/x.aspx", f"https://a.test/{M}/x.aspx"),
        ("https://a.test/reset/abcdef0123456789", f"https://a.test/reset/{M}"),
        ("https://web.test/web/2020/https://b.test/?PHPSESSID=abc", f"https://web.test/web/2020/https://b.test/?PHPSESSID={M}"),
        ("https://a.test/?x={&token=abc", f"https://a.test/?x={{&token={M}"),
        ("https://a.test/?t=0a1b2c3d4e5f6a7b", f"https://a.test/?t={M}"),
        ("https://a.test/?key=a1b2c3d4e5f6", f"https://a.test/?key={M}"),
        ("//u:p@a.test/x", f"//{M}@a.test/x"),
        ("https:\\\\u:p@a.test\\x", f"https:\\\\{M}@a.test\\x"),
        ("https:u:p@a.test/x", f"https:{M}@a.test/x"),
        ("https://a.test/?next=%2F%2Fu%3Ap%40b.test", f"https://a.test/?next={M}"),
        ("https://a.test/?next=token%3Dabc", f"https://a.test/?next={M}"),
        ("/relative?token=abc", f"/relative?token={M}"),
        ("?token=abc", f"?token={M}"),
    ],
)  # fmt: skip
def test_what_opens_a_door_is_masked_and_the_rest_of_the_address_stays(address: str, shown: str) -> None:
    assert masked_url(address) == shown
    assert masked_url(shown) == shown


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://a.test/",
        "https://a.test/x?id=5&page=2&lang=ja",
        "https://a.test/?code=JP&sid=0003225650&session=208",
        "https://a.test/?key=橋の長さはどれくらいですか&q=a+b",
        "https://a.test/?keyword=bridge&author=x&monkey=12a3b4c5d6",
        "https://a.test/?q=password+reset+token",
        "https://a.test/?s=kanegawa+bridge+length+15m&t=1m30s",
        "https://a.test/?key=bridge+opened+1987-05-12",
        "https://a.test/?token=&password",
        "https://a.test/?next=https%3A%2F%2Fb.test%2F%3Fid%3D5",
        "https://a.test/?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
        "https://a.test/doc#:~:text=the%20bridge",
        "https://a.test/law/324AC0000000131",
        "https://a.test/reset/password",
        "https://a.test/?email=a%40b.test&filter=a%3D1%26b%3D2",
        "https://a.test/a//b;v=1/c",
        "file:///home/a/token/abcdef0123456789/x?y.html",
        "urn:x",
    ],
)
def test_an_ordinary_address_stays_letter_by_letter(address: str) -> None:
    assert masked_url(address) == address


def test_addresses_in_a_text_are_masked_and_its_words_stay() -> None:
    text = 'Lost "https://a.test/?x={&token=abc": see https://u:p@b.test/x, 橋 token=abc.'
    assert mask_urls(text) == f'Lost "https://a.test/?x={{&token={M}": see https://{M}@b.test/x, 橋 token=abc.'
    assert [text[start:end] for start, end in url_secret_places(text)] == ["abc", "u:p"]


def test_a_log_line_loses_the_secret_and_keeps_the_address() -> None:
    assert mask_secrets("at https://a.test/?sid=0a1b2c3d4e5f6a7b8c9d&id=5") == "at https://a.test/?sid=[REDACTED]&id=5"
