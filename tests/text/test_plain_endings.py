import pytest

from tadori.text.plain_endings import plain_endings

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("polite", "plain"),
    [
        ("車が通ります", "車が通る"),
        ("提供しています。", "提供している"),
        ("公開しました", "公開した"),
        ("公開します", "公開する"),
        ("本を買いました", "本を買った"),
        ("港に着きました", "港に着いた"),
        ("学校です", "学校である"),
        ("学校でした", "学校だった"),
    ],
)
def test_a_polite_end_has_its_plain_form(polite: str, plain: str) -> None:
    assert plain in plain_endings(polite)


@pytest.mark.parametrize("text", ["", "通る", "The dam is high", "ます", "通りません"])
def test_other_ends_stay_as_they_are(text: str) -> None:
    assert plain_endings(text) == {text}


def test_tense_and_negation_never_change() -> None:
    assert plain_endings("通りました").isdisjoint(plain_endings("通る"))
    assert plain_endings("通りません").isdisjoint(plain_endings("通ります"))
