"""Keys, tokens and passwords are masked by their marks; long words alone are not."""

import pytest

from tadori.text.secrets import mask_secrets, secret_places


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    "secret",
    [
        "sk-abcdefghijklmnop1234",
        "sk-ant-" + "a1b2c3d4" * 3,
        "ghp_abcdefghijklmnopqrst1234",
        "AKIAABCDEFGHIJKLMNOP",
        "xoxb-1234567890-abc",
        "Bearer abc.def-123456789",
        "api_key=abcd1234",
        "password: hunter22",
        '"client_secret": "abc12345',
        "eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_a_secret_is_masked(secret: str) -> None:
    assert mask_secrets(f"鍵は {secret} です").replace('"', "") == "鍵は [REDACTED] です"


def test_the_password_within_an_address_is_masked() -> None:
    assert mask_secrets("http://me:hunter2@a.test/") == "http://[REDACTED]@a.test/"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The password was changed.",
        "Basic research and a bearer of news",
        "0123456789abcdef0123456789abcdef0123456789abcdef",
        "the token of appreciation",
        "パスワードは変更された。",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert secret_places(text) == []


def test_masking_again_changes_nothing() -> None:
    once = mask_secrets("password=abcd1234 and Bearer abc.def-123456789")
    assert mask_secrets(once) == once == "[REDACTED] and [REDACTED]"
