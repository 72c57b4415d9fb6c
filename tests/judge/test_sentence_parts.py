"""A sentence of several statements, in parts."""

import pytest

from tadori.judge.sentence_parts import sentence_parts

pytestmark = pytest.mark.req("X11")


def parts(sentence: str) -> list[str]:
    return [sentence[part.start : part.end].strip(" ,") for part in sentence_parts(sentence)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The plant opened.", ["The plant opened."]),
        ("The plant opened and the bridge closed.", ["The plant opened", "and the bridge closed."]),
        ("The plant sold salt and pepper.", ["The plant sold salt and pepper."]),
        ("The plant closed because sales fell.", ["The plant closed", "because sales fell."]),
        ("Kobe sold more cars than Nara sold.", ["Kobe sold more cars", "than Nara sold."]),
        ("工場は開業したが、橋は閉鎖された。", ["工場は開業したが、", "橋は閉鎖された。"]),
        ("雪が降ったため、学校は休みになった。", ["雪が降ったため、", "学校は休みになった。"]),
        ("", [""]),
        ("…", ["…"]),
    ],
)
def test_parts(sentence: str, expected: list[str]) -> None:
    assert parts(sentence) == expected


@pytest.mark.parametrize("sentence", ["a and " * 333, "雪が降ったため、" * 250, '"' * 2000, "; " * 1000])
def test_parts_cover_the_sentence(sentence: str) -> None:
    found = sentence_parts(sentence)
    assert "".join(sentence[part.start : part.end] for part in found) == sentence
