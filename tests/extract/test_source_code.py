"""Programs: comments and docstrings are prose, the rest is code."""

import pytest

from tadori.errors import SourceGarbled
from tadori.model.page import FragmentType
from tests.extract.documents import captured, printed, read

P, L, C = FragmentType.PARAGRAPH, FragmentType.LIST, FragmentType.CODE


def source(text: str, name: str) -> list[tuple[FragmentType, str]]:
    return printed(read(captured(text, "text/x-source", url=f"file:///src/{name}")))


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("name", "text", "pieces"),
    [
        (
            "tide.py",
            '#!/usr/bin/env python\n"""Reads the tide.\n\nAn empty list: no tide.\n"""\n\n'
            "# The port has\n# two gauges.\n"
            'def read():  # noqa: X1\n    """Reads one.\n\n    :param a: the gauge\n'
            '    :return: metres\n    """\n    return 1\n',
            [
                (C, "#!/usr/bin/env python"),
                (P, "Reads the tide."),
                (P, "An empty list: no tide."),
                (P, "The port has two gauges."),
                (C, "def read():  # noqa: X1"),
                (P, "Reads one."),
                (L, ":param a: the gauge"),
                (L, ":return: metres"),
                (C, "    return 1"),
            ],
        ),
        (
            "tide.c",
            "/**\n * 港には験潮儀が二つある。\n */\n#include <stdio.h>\nint a; // one\n"
            "// A gauge is read every hour.\nint b;\n",
            [
                (P, "港には験潮儀が二つある。"),
                (C, "#include <stdio.h>\nint a; // one"),
                (P, "A gauge is read every hour."),
                (C, "int b;"),
            ],
        ),
        (
            "run.sh",
            "#!/bin/sh\n# Starts the gauge.\n# -------\necho 1\n",
            [(C, "#!/bin/sh"), (P, "Starts the gauge."), (C, "echo 1")],
        ),
        ("a.sql", "-- Heights by hour.\nSELECT 1;\n", [(P, "Heights by hour."), (C, "SELECT 1;")]),
    ],
)
def test_comments_are_prose_and_the_rest_is_code(name: str, text: str, pieces: list[tuple[FragmentType, str]]) -> None:
    assert source(text, name) == pieces


def test_a_packed_script_is_refused() -> None:
    with pytest.raises(SourceGarbled, match="it is packed code that nobody reads"):
        source("var a=1;" * 400, "jquery.min.js")


def test_the_name_of_the_file_is_its_title_and_a_date_in_it_is_no_date_of_it() -> None:
    found = read(captured("# Changed on 2024-03-05.\na = 1\n", "text/x-source", url="file:///src/tide.py"))
    assert (found.title, found.date) == ("tide.py", None)
