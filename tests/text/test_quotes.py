"""Which characters lie inside quotation marks: nested, unclosed, apostrophes, code, cut-off texts."""

import time
from itertools import pairwise

import pytest

from tadori.text.quotes import QUOTE_FILLER, mask_quotations, paragraph_end, paragraph_start, quoted_spans

pytestmark = pytest.mark.req("X11")


def quoted(text: str) -> list[str]:
    return [text[span.start : span.end] for span in quoted_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("The dam broke.", []),
        ('"It broke," said Kato. "We ran."', ['"It broke,"', '"We ran."']),
        ("“It broke,” said Kato.", ["“It broke,”"]),
        ("‘It broke,’ said Kato.", ["‘It broke,’"]),
        ("«Il a cédé», dit-il.", ["«Il a cédé»"]),
        ("„Er brach“, sagte sie.", ["„Er brach“"]),
        ("A “script kiddy“ came. It rained.", ["“script kiddy“"]),
        ("“It broke,’’ said Kato.", ["“It broke,’’"]),
        ("＂It broke.＂ He left.", ["＂It broke.＂"]),
        ("加藤氏は「決壊した」と述べた。", ["「決壊した」"]),
        ("加藤氏は「『もう駄目だ』と聞いた」と述べた。", ["「『もう駄目だ』と聞いた」"]),
        ("加藤氏は「「危ない」と聞いた」と述べた。", ["「「危ない」と聞いた」"]),
        ("機器”侵入”調査", ["”侵入”"]),
        ('彼女は"決壊した"と述べた。', ['"決壊した"']),
    ],
)
def test_pairs_of_marks(text: str, expected: list[str]) -> None:
    assert quoted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It's Kato's dam, and the drivers' union doesn't mind.",
        "It’s Kato’s dam, and the drivers’ union doesn’t mind.",
        "Rock 'n' roll of the '90s: get 'em while it lasts.",
        'A 19" rack with 3.5" disks.',
        'Set `name="a b"` or <a href="x.html">.',
        "Home » Docs » Install",
        'Use double (") or single (\') quotes. The backslash "\\" goes on.',
        '引用符 (訳注: ") で囲みます。',
        "ネット歴がある番組』が始まった。",
    ],
)
def test_apostrophes_inches_code_and_arrows_are_no_marks(text: str) -> None:
    assert quoted(text) == []


def test_an_apostrophe_inside_single_marks_does_not_close_them() -> None:
    assert quoted("'The students' work was ruined,' he said. It rained.") == ["'The students' work was ruined,'"]


def test_single_marks_behind_a_verb_of_saying_hold_several_sentences() -> None:
    assert quoted("He said 'The dam broke. It flooded the town' and left.") == ["'The dam broke. It flooded the town'"]


def test_a_symbol_and_a_later_apostrophe_are_no_pair() -> None:
    assert quoted("Use (option 'click-here) first. Then read the users’ guide.") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said: "It broke. We ran.', '"It broke. We ran.'),
        ("He said: “It broke. We ran.\n\nThe town was flooded.", "“It broke. We ran."),
        ("加藤氏は「決壊した。逃げた。", "「決壊した。逃げた。"),
        ("加藤氏は「決壊した。逃げた。\n\n市は調べている。", "「決壊した。逃げた。"),
    ],
)
def test_a_quotation_that_is_never_closed_ends_with_its_paragraph(text: str, expected: str) -> None:
    (span,) = quoted_spans(text)
    assert (text[span.start : span.end], span.closed) == (expected, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('came at night," said Kato. The end.', 'came at night,"'),
        ("It rained.\n\ncame at night,” said Kato.", "came at night,”"),
        ("夜だった。逃げた。」と加藤氏は話した。", "夜だった。逃げた。」"),
        ('It was in 2020" he said.', 'It was in 2020"'),
    ],
)
def test_a_closing_mark_without_an_opening_one_reaches_back_to_the_paragraph(text: str, expected: str) -> None:
    (span,) = quoted_spans(text)
    assert (text[span.start : span.end].strip(), span.opened) == (expected, False)


def test_english_speech_opens_each_paragraph_and_closes_the_last() -> None:
    text = "“It broke.\n\n“We ran.”\n\nThe town was flooded."
    assert quoted(text) == ["“It broke.", "“We ran.”"]


def test_speech_that_opens_again_without_a_paragraph_goes_on() -> None:
    assert quoted("'It broke. 'We ran,' he said. It rained.") == ["'It broke. ", "'We ran,'"]


def test_japanese_speech_may_run_over_paragraphs() -> None:
    assert quoted("加藤氏は「決壊した。\n\n逃げた」と述べた。") == ["「決壊した。\n\n逃げた」"]


def test_what_follows_an_unclosed_mark_in_a_later_paragraph_is_still_read() -> None:
    assert quoted("「あ\n\nい「う」え") == ["「あ", "「う」"]


def test_a_mask_keeps_the_length() -> None:
    text = 'He said "no" twice.'
    assert mask_quotations(text, quoted_spans(text)) == f"He said {QUOTE_FILLER * 4} twice."


def test_paragraphs() -> None:
    text = "One line\ngoes on.\n\nNext."
    assert (paragraph_end(text, 0), paragraph_start(text, len(text))) == (17, 19)


@pytest.mark.parametrize(
    "text", ['"' * 6000, "「" * 6000, "」" * 6000, "「\n\n" * 2000, "'a " * 2000, "“ ”" * 2000, "’ " * 3000]
)
def test_hostile_marks_take_no_time(text: str) -> None:
    started = time.process_time()
    spans = quoted_spans(text)
    assert time.process_time() - started < 1.0
    assert all(one.end <= other.start for one, other in pairwise(spans))


def test_behind_too_many_unclosed_marks_everything_counts_as_quoted() -> None:
    text = "「あ\n\n" * 20 + "い"
    assert quoted_spans(text)[-1].end == len(text)


def test_an_opening_mark_glued_to_the_word_before_opens() -> None:
    text = 'He is known for the" Redwall" series. It was written later.'
    assert [text[span.start : span.end] for span in quoted_spans(text)] == ['" Redwall"']


def test_a_closing_mark_stays_one_where_the_next_opens() -> None:
    text = 'We will win," said Kim. "They lost."'
    assert [text[span.start : span.end] for span in quoted_spans(text)] == ['We will win,"', '"They lost."']
