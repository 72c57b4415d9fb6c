"""Open subjects on labelled real sentences (`data/open_subjects.jsonl`): how many are found, resolved, and right.

Sentences of manuals (free licences, named in `source`) stand in the file. Of public data that may not be shipped only
the places are kept: a document's hash, and offsets in it; those rows are skipped where the data is absent.
"""

import gzip
import hashlib
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tadori.model.ids import Lang
from tadori.text.names import same_name
from tadori.text.sameness import same_words
from tadori.text.subjects import open_subject, resolve_subject
from tests.gates.figures import data_folder

pytestmark = pytest.mark.req("X11")
ROWS: Final = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "open_subjects.jsonl").read_text(encoding="utf-8").splitlines()
]


def score(rows: list[dict[str, Any]]) -> Counter[str]:
    """How many sentences are open, found open, wrongly found open, resolved, and resolved rightly."""
    counts: Counter[str] = Counter()
    for row in rows:
        lang = Lang(row["lang"])
        opening = open_subject(row["sentence"], lang)
        found = resolve_subject(row["sentence"], lang, before=row["before"], heading=row.get("heading", ""))
        counts["open"] += row["open"]
        counts["found"] += row["open"] and opening is not None
        counts["false"] += not row["open"] and opening is not None
        counts["named"] += bool(row["antecedents"])
        counts["resolved"] += found is not None
        counts["right"] += found is not None and any(
            same_words(words, found.words) or same_name(words, found.words) for words in row["antecedents"]
        )
    return counts


@cache
def documents() -> dict[str, str]:
    """Every document of the public data by the start of its hash; empty where the data is absent."""
    folder = data_folder()
    if not (folder / "support").is_dir():
        return {}
    texts = [row["text"] for row in json.loads(_read(folder / "retrieval/2wiki-6119/2wikimultihopqa_corpus.json.gz"))]
    hotpot = (folder / "retrieval/2wiki-6119/hotpotqa_train_corpus.json").read_text(encoding="utf-8")
    texts += ["".join(parts) for parts in json.loads(hotpot).values()]
    for name in ("summedits", "bump"):
        texts += [json.loads(line)["source"] for line in _read(folder / f"support/{name}.jsonl.gz").splitlines()]
    passages = _read(folder / "retrieval/jsquad/passages.jsonl.gz").splitlines()
    texts += [json.loads(line)["text"].split(" [SEP] ", 1)[1] for line in passages]
    return {hashlib.sha256(text.encode()).hexdigest()[:16]: text for text in texts}


def _read(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def placed(row: dict[str, Any]) -> dict[str, Any]:
    """The row with the words of its document."""
    text = documents()[row["doc"]]

    def words(span: list[int]) -> str:
        return text[span[0] : span[1]]

    return row | {
        "before": words(row["before"]),
        "sentence": words(row["sentence"]),
        "antecedents": [words(span) for span in row["antecedents"]],
    }


def test_the_labels_are_as_many_as_reported() -> None:
    assert len(ROWS) == 344
    assert sum(row["open"] for row in ROWS) == 238


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", {"open": 44, "found": 43, "false": 0, "named": 21, "resolved": 14, "right": 14}),
        ("ja", {"open": 26, "found": 24, "false": 1, "named": 6, "resolved": 3, "right": 3}),
    ],
)
def test_manuals(lang: str, expected: dict[str, int]) -> None:
    assert dict(score([row for row in ROWS if "source" in row and row["lang"] == lang])) == expected


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", {"open": 107, "found": 98, "false": 2, "named": 78, "resolved": 43, "right": 43}),
        ("ja", {"open": 61, "found": 55, "false": 0, "named": 16, "resolved": 4, "right": 4}),
    ],
)
def test_news_and_encyclopaedias(lang: str, expected: dict[str, int]) -> None:
    if not documents():
        pytest.skip("no public data beside the checkout")
    assert dict(score([placed(row) for row in ROWS if "doc" in row and row["lang"] == lang])) == expected
