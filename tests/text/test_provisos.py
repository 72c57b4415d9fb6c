"""Sentences that limit the one before them."""

import pytest

from tadori.text.provisos import proviso_after

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("", ""),
        (" This does not apply to old valves. It rained.", "This does not apply to old valves."),
        (" Only in tests, though. It rained.", "Only in tests, though."),
        (" Old valves are excluded.", "Old valves are excluded."),
        (" There is one exception.", "There is one exception."),
        (" Except in winter.", "Except in winter."),
        (" However, it was rebuilt.", ""),
        (" If it does exist, the password is changed.", ""),
        (" The same is true for derived classes.", ""),
        (" Not all of them are red.", ""),
        ("ただし、古い弁は除く。雨が降った。", "ただし、古い弁は除く。"),
        ("夏に限る。", "夏に限る。"),
        ("古い弁には当てはまらない。", "古い弁には当てはまらない。"),
        ("適用は夏のみとする。", "適用は夏のみとする。"),
        ("例外もある。", "例外もある。"),
        ("しかし、再建された。", ""),
        ("使われる音符は全音符と半音符だけです。", ""),
        ("2010年には3台だけ売れた。", ""),
    ],
)
def test_provisos(after: str, expected: str) -> None:
    assert proviso_after(after) == expected
