"""Frames of real sentences that were read by hand (`data/SOURCES.md`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.quantity import quantity_frames

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "quantities.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.req("L23")
@pytest.mark.parametrize("row", ROWS, ids=[f"{row['work']}-{at}" for at, row in enumerate(ROWS)])
def test_frames_of_real_sentences(row: dict[str, Any]) -> None:
    source = FrameSource(
        text=row["text"],
        lang=row["lang"],
        title=row.get("title", ""),
        headings=tuple(row.get("headings", [])),
        header=row.get("header", ""),
        subject=row.get("subject", ""),
        subject_start=row.get("subject_start", 0),
        subject_end=row.get("subject_end", 0),
    )
    found = [[one.subject.words, " ".join(sorted(one.asked.key)), one.value.words] for one in quantity_frames(source)]
    assert found == row["frames"]
