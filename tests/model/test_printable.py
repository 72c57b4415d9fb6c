"""What a terminal is given to show: nothing that it would obey or that nobody sees, and every line of JSON whole."""

import io
import json
import sys
import unicodedata

import pytest

from tadori.model.printable import PrintableStream, one_line, printable, unfiltered


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("The bridge opened.\n\tIn May.", "The bridge opened.\n\tIn May."),
        ("港の橋　840メートル、Ærø, ½ − ³ …", "港の橋　840メートル、Ærø, ½ − ³ …"),
        ("葛\U000e0100城市 辻\ufe00", "葛\U000e0100城市 辻\ufe00"),
        ("no\u00a0break", "no\u00a0break"),
        ("\x1b[31mred\x1b[0m", "\\u001b[31mred\\u001b[0m"),
        ("\x1b]8;;http://evil.test\x07here\x1b]8;;\x07", "\\u001b]8;;http://evil.test\\u0007here\\u001b]8;;\\u0007"),
        ("\x9b2J \x90q\x9c", "\\u009b2J \\u0090q\\u009c"),
        ("a\rb\x08c\x0bd\x7f\x00", "a\\u000db\\u0008c\\u000bd\\u007f\\u0000"),
        ("\u202egnp.exe\u202c \u2066x\u2069", "\\u202egnp.exe\\u202c \\u2066x\\u2069"),
        ("a\u200bb\u200dc\u2060d\ufeffe\u00adf", "a\\u200bb\\u200dc\\u2060d\\ufeffe\\u00adf"),
        ("a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\u0085d"),
        ("a\u3164b\u115fc\u2800d\u034fe", "a\\u3164b\\u115fc\\u2800d\\u034fe"),
        ("tags \U000e0041 private \ue000 none \U000e0fff", "tags \\udb40\\udc41 private \\ue000 none \\udb43\\udfff"),
        ("b\udcffroken", "b\\udcffroken"),
        ("😀", "😀"),
    ],
)
def test_what_is_harmless_stays_and_everything_else_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_of_all_characters_only_those_of_harmless_kinds_are_printed() -> None:
    printed = {unicodedata.category(chr(n)) for n in range(sys.maxunicode + 1) if printable(chr(n)) == chr(n)}
    lines = {"Cc"}  # line break and tab
    assert printed - lines == set("Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs".split())
    assert [chr(n) for n in range(160) if unicodedata.category(chr(n)) == "Cc" and printable(chr(n)) == chr(n)] == [
        "\t",
        "\n",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "shift_jis", "latin-1", "no-such-encoding"])
def test_a_line_of_json_keeps_its_value_in_every_encoding(encoding: str) -> None:
    value = {"q": 'ESC \x1b C1 \x9b RTL \u202e 橋 😀 half \udcff back\\slash "quoted" \U000e0041'}
    line = printable(json.dumps(value, ensure_ascii=False), encoding)
    assert json.loads(line) == value
    assert [c for c in line if c in "\x1b\x9b\u202e\udcff"] == []


def test_what_an_encoding_cannot_hold_is_shown_as_an_escape_and_the_rest_stays() -> None:
    assert printable("橋 é 😀", "latin-1") == "\\u6a4b é \\ud83d\\ude00"


def test_a_part_of_a_line_cannot_begin_a_line_and_is_cut() -> None:
    assert one_line("a\nb\r\n\tc  d\u2028e\x1be") == "a b c d e\\u001be"
    assert one_line("長" * 200) == "長" * 109 + "…"
    assert one_line("abc", 3) == "abc"


def test_every_character_that_is_written_to_a_stream_passes() -> None:
    behind = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    stream = PrintableStream(behind)
    assert stream.write("\x1b橋\n") == 3
    stream.writelines(["a\x9b", "b\n"])
    print("\u202e", file=stream, flush=True)
    assert behind.buffer.getvalue() == b"\\u001b\\u6a4b\na\\u009bb\n\\u202e\n"
    assert unfiltered(stream) is behind  # type: ignore[arg-type]
    assert unfiltered(behind) is behind
