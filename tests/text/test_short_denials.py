"""Short sentences without a topic that deny their neighbour."""

import pytest

from tadori.text.short_denials import announces_falsehood, only_denies

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("sentence", "denies"),
    [
        ("", False),
        ("...", False),
        ("Not so.", True),
        ("Wrong.", True),
        ("He later admitted inventing it.", True),
        ("No such thing happened.", True),
        ("The maker was lying.", True),
        ("This photo was a fake.", True),
        ("The wrong key was used.", False),
        ("An error message is printed.", False),
        ("Otherwise, it will be None.", False),
        ("Sullivan apologised to the father.", False),
        ("It is not cheap.", False),
        ("False " * 400, False),
        ("しかし事実ではない。", True),
        ("のちに撤回された。", True),
        ("とんだ誤報だった。", True),
        ("この報告は捏造だった。", True),
        ("市は後に否定した。", True),
        ("誤りは記録される。", False),
        ("誤報で工場が止まった。", False),
        ("彼は法廷で罪を否定した。", False),
        ("嘘" * 1000, False),
    ],
)
def test_sentences_that_only_deny(sentence: str, denies: bool) -> None:
    assert only_denies(sentence) is denies


@pytest.mark.parametrize(
    ("before", "announces"),
    [
        ("", False),
        ("What follows is fiction.", True),
        ("What follows is fiction. The town is small. ", True),
        ("The next sentence is false. The town is small. ", False),
        ("A common myth:", True),
        ("The following error is printed.", False),
        ("This is false.", False),
        ("We can only imagine how it was.", False),
        ("以下は事実ではない。", True),
        ("以下は事実ではない。町は小さい。", True),
        ("次は誤りの例である。\n", True),
        ("512MB 以下にすべきではありません。", False),
        ("次の値を設定します。", False),
        ("これは誤りである。", False),
    ],
)
def test_announcements(before: str, announces: bool) -> None:
    assert announces_falsehood(before) is announces
