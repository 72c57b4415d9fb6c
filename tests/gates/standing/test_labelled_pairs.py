"""The data of the gate `standing` hold together.

Every pair names documents of its folder, every planted sentence stands in its document, no shared text is kept here.
"""

from __future__ import annotations

import json
import tarfile
from collections import Counter
from typing import Any

import pytest

from tests.gates.standing.labelled_pairs import PairsError, check_topic, planted_topics
from tests.gates.standing.make_folders import HERE, dictionary_entries

SHARED_WORKS = {"news", "wiki", "jsquad", "pages"}


def _pairs() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]


def _files(folder: str) -> set[str]:
    folders = json.loads((HERE / "folders.json").read_text(encoding="utf-8"))
    return {entry["file"] for entry in folders[folder]}


@pytest.mark.req("L23")
@pytest.mark.parametrize("folder", ["manuals", "world", "ja"])
def test_pairs_name_documents_of_their_folder(folder: str) -> None:
    named = {pair[side]["file"] for pair in _pairs() if pair["folder"] == folder for side in ("a", "b")}
    assert named - _files(folder) == set()


@pytest.mark.req("L23")
def test_no_text_of_the_shared_data_is_kept() -> None:
    kept = [
        pair["id"]
        for pair in _pairs()
        for side in (pair["a"], pair["b"])
        if side["file"].split("/")[0] in SHARED_WORKS and "sentence" in side
    ]
    assert kept == []


@pytest.mark.req("L23")
def test_small_folder_holds_what_the_list_says() -> None:
    with tarfile.open(HERE / "small_folder.tar.gz") as archive:
        assert set(archive.getnames()) == _files("small")


@pytest.mark.req("L23")
def test_labels() -> None:
    labels = Counter(str(pair["label"]) for pair in _pairs())
    assert labels == {"same": 167, "contradicts": 25, "qualifies": 12, "unrelated": 76}


@pytest.mark.req("L14")
@pytest.mark.parametrize("sealed", [False, True])
def test_planted_sentences_stand_in_their_documents(sealed: bool) -> None:
    topics = planted_topics(sealed)
    for topic in topics:
        check_topic(topic)
    assert sum(len(topic["falsehoods"]) for topic in topics) == 15


@pytest.mark.req("L14")
def test_planted_sentence_that_is_missing_is_an_error() -> None:
    topic = planted_topics()[0]
    topic["falsehoods"][0]["sentence"] = "This stands nowhere."
    with pytest.raises(PairsError, match=r"does not hold once: This stands nowhere\."):
        check_topic(topic)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("", []),
        ("bug\n\n   An unwanted property.\n", [("bug", "   An unwanted property.")]),
        ("long name%%%short\nother\n\n   Body.\nnext\n   More.\n", [("long name", "   Body."), ("next", "   More.")]),
    ],
)
def test_dictionary_entries(text: str, entries: list[tuple[str, str]]) -> None:
    assert list(dictionary_entries(text)) == entries
