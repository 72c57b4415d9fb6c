"""Frames of events and roles on public text that was read by hand: right ones are still found, wrong ones are few."""

import gzip
import hashlib
import json
from collections import defaultdict
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tadori.judge.frames.event import event_frames
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.role import role_frames
from tadori.model.ids import EN, JA, Lang
from tadori.text.moods import mood_of
from tadori.text.subjects import open_subject, resolve_subject
from tests.gates.figures import data_folder

pytestmark = pytest.mark.req("L23")
LABELS = Path(__file__).parent / "data" / "events_roles.jsonl"
FILES = {
    "2wiki-6119": "retrieval/2wiki-6119/2wikimultihopqa_corpus.json.gz",
    "jsquad": "retrieval/jsquad/passages.jsonl.gz",
    "pawsx_ja": "support/pawsx_ja.jsonl.gz",
}
LEAST_FOUND = 0.95
MOST_WRONG = 0.05


@cache
def labels() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]


@cache
def texts(name: str) -> dict[int, tuple[str, str]]:
    """Title and text of each labelled row."""
    wanted = {label["row"] for label in labels() if label["set"] == name}
    with gzip.open(data_folder() / FILES[name], "rt", encoding="utf-8") as file:
        if name == "2wiki-6119":
            rows = json.load(file)
            return {row: (rows[row]["title"], rows[row]["text"]) for row in wanted}
        lines = {at: json.loads(line) for at, line in enumerate(islice(file, max(wanted) + 1)) if at in wanted}
    if name == "pawsx_ja":
        return {at: ("", row["source"]) for at, row in lines.items()}
    return {at: tuple(row["text"].split(" [SEP] ", 1)) for at, row in lines.items()}


def source_of(label: dict[str, Any]) -> FrameSource:
    title, text = texts(label["set"])[label["row"]]
    lang: Lang = EN if label["set"] == "2wiki-6119" else JA
    words = text[label["start"] : label["end"]]
    assert hashlib.sha256(words.encode()).hexdigest()[:12] == label["sha"]
    gap = open_subject(words, lang) if label["set"] != "pawsx_ja" else None
    known = resolve_subject(words, lang, before=text[: label["start"]], title=title) if gap else None
    return FrameSource(
        text=words,
        lang=lang,
        title=title,
        subject=known.words if known else "",
        subject_start=gap.start if known and gap else 0,
        subject_end=gap.end if known and gap else 0,
        mood=mood_of(words, japanese=lang == JA),
    )


def place(frame: Frame) -> tuple[int, int, int, int]:
    return frame.subject.start, frame.subject.end, frame.value.start, frame.value.end


def still_found(label: dict[str, Any]) -> bool:
    read = event_frames if label["kind"] == "event" else role_frames
    found = [frame for frame in read(source_of(label)) if label["asked"] in frame.asked.key]
    return (*label["subject"], *label["value"]) in {place(frame) for frame in found}


def test_the_labels_are_whole() -> None:
    counted: dict[tuple[str, str], int] = defaultdict(int)
    for label in labels():
        counted[(label["kind"], label["set"])] += 1
    assert dict(counted) == {
        ("event", "2wiki-6119"): 110,
        ("role", "2wiki-6119"): 120,
        ("event", "jsquad"): 30,
        ("event", "pawsx_ja"): 91,
        ("role", "pawsx_ja"): 17,
        ("role", "jsquad"): 2,
    }


@pytest.mark.parametrize("name", FILES)
def test_right_frames_are_found_again_and_wrong_ones_are_few(name: str) -> None:
    if not (data_folder() / FILES[name]).exists():
        pytest.skip(f"{data_folder()} has no {FILES[name]}")
    mine = [label for label in labels() if label["set"] == name]
    right = [still_found(label) for label in mine if label["right"]]
    wrong = [still_found(label) for label in mine if not label["right"]]
    assert sum(right) / len(right) >= LEAST_FOUND
    assert sum(wrong) / (sum(wrong) + sum(right)) <= MOST_WRONG
