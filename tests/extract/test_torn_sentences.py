"""A line of code inside a sentence does not tear it."""

import pytest

from tadori.extract.composer import TextBlock
from tadori.extract.torn_sentences import joined_over_code
from tadori.model.page import FragmentType
from tests.extract.documents import page, read, words

P, C = FragmentType.PARAGRAPH, FragmentType.CODE


def blocks(*texts: str) -> list[TextBlock]:
    """Paragraphs and code in turn."""
    return [TextBlock(text=text, fragment_type=(P, C)[at % 2]) for at, text in enumerate(texts)]


def joined(*texts: str) -> list[str]:
    return [block.text for block in joined_over_code(blocks(*texts))]


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (
            ("To update your system, run", "apt update", "followed by a reboot."),
            "To update your system, run apt update followed by a reboot.",
        ),
        (
            ("For example,", "\\set foo bar", "sets the variable foo."),
            "For example, \\set foo bar sets the variable foo.",
        ),
        (
            ("状態を確認するには、コマンド", "dpkg --list", "を実行します。"),
            "状態を確認するには、コマンド dpkg --list を実行します。",
        ),
        (
            ("エントリは", "deb http://a/", "または", "deb http://b/", "のようになります。"),
            "エントリは deb http://a/ または deb http://b/ のようになります。",
        ),
    ],
)
def test_a_sentence_goes_on_behind_a_line_of_code(parts: tuple[str, ...], whole: str) -> None:
    assert joined(*parts) == [whole]


@pytest.mark.parametrize(
    "parts",
    [
        ("Run this command:", "apt update", "it takes a while."),
        ("次のコマンドを実行します。", "apt update", "をしばらく待ちます。"),
        ("To update, run", "apt update\napt upgrade", "and wait."),
        ("To update, run", "x" * 121, "and wait."),
        ("To update, run", "apt update", "Then wait."),
        ("foo を削除するには", "apt remove foo", "foo とその設定を削除するには"),
        ("The signs (see below)", "a = 1", "are these."),
        ("To update, run", "apt update"),
    ],
)
def test_code_that_stands_apart_stays_apart(parts: tuple[str, ...]) -> None:
    assert joined(*parts) == list(parts)


def test_code_of_another_list_or_aside_is_not_part_of_the_sentence() -> None:
    first, code, rest = blocks("To update, run", "apt update", "and wait.")
    deeper = TextBlock(text=code.text, fragment_type=C, depth=1)
    assert joined_over_code([first, deeper, rest]) == [first, deeper, rest]
    item = TextBlock(text=rest.text, fragment_type=FragmentType.LIST)
    assert joined_over_code([first, code, item]) == [first, code, item]


def test_no_blocks_are_no_blocks() -> None:
    assert joined_over_code([]) == []


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("html", "sentence"),
    [
        (
            "<p>設定は <code>etc/foo</code> に<span>置きます</span>。次に進みます。</p>",
            "設定は etc/foo に置きます。次に進みます。",
        ),
        ("<p>The file <code>etc/foo</code>\n<span>holds</span> it.</p>", "The file etc/foo holds it."),
        ("<div>更新するには<pre>apt update</pre>を実行します。</div>", "更新するには apt update を実行します。"),
    ],
)
def test_code_in_a_sentence_of_a_page_is_part_of_it(html: str, sentence: str) -> None:
    assert words(read(page(html))) == [sentence]


def test_a_listing_made_of_code_elements_is_code() -> None:
    found = read(page("<p>Set it so.</p><div class='example'><p><code>UserDir on<br>Users a b</code></p></div>"))
    assert [piece.fragment_type.value for piece in found.pieces] == ["paragraph", "code"]
