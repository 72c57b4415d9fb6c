"""Data sets of the same shape as the public ones, a few rows each, of our own writing."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ENGLISH_TEXT = (
    "The harbour bridge opened on 12 May 1987 after four years of work. It is 840 metres long and carries two railway "
    "tracks and a footpath. Engineers from the city measured the cables every spring, and the figures were printed in "
    "the yearly report of the harbour office. In 2003 the northern cables were replaced, because salt had eaten into "
    "the outer wires. The work took eleven weeks and cost less than had been set aside for it."
)
JAPANESE_TEXT = "港の橋は1987年5月12日に開通した。橋の長さは840メートルで、二本の線路と歩道がある。"


def lines(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(packed, mtime=0))


def document(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = json.dumps(value, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(packed, mtime=0) if path.suffix == ".gz" else packed)


def extraction(data: Path) -> None:
    """One English page whose text is its article, and one Japanese page with title and date."""
    folder = data / "article-extraction-benchmark"
    truth = {"a1": {"url": "https://bridge.test/a", "articleBody": ENGLISH_TEXT}}
    document(folder / "ground-truth.json", truth)
    (folder / "html").mkdir()
    page = f"<html><head><title>Bridge</title></head><body><article><p>{ENGLISH_TEXT}</p></article></body></html>"
    (folder / "html" / "a1.html.gz").write_bytes(gzip.compress(page.encode(), mtime=0))
    folder = data / "ja-extraction-postlight"
    expected = {
        "hashi": {
            "url": "https://hashi.test/1",
            "html": "html/hashi.html",
            "title": "港の橋",
            "first13": "港の橋は1987年5月12日に",
            "date_published": "2020-04-01T09:00:00+09:00",
        }
    }
    document(folder / "expected.json", expected)
    (folder / "html").mkdir()
    (folder / "html" / "hashi.html").write_text(
        '<html lang="ja"><head><meta charset="utf-8"><title>港の橋</title>'
        '<meta property="article:published_time" content="2020-04-01T09:00:00+09:00"></head>'
        f"<body><article><h1>港の橋</h1><p>{JAPANESE_TEXT * 4}</p></article></body></html>",
        encoding="utf-8",
    )


def stance(data: Path, name: str = "jnli-valid.ja") -> None:
    """Three Japanese pairs that the judge can tell: the same words, another number, something else."""
    long, longer = "港の橋の長さは840メートルである。", "港の橋の長さは900メートルである。"
    rows = [
        {"evidence": long, "claim": long, "gold": "supports"},
        {"evidence": long, "claim": longer, "gold": "refutes"},
        {"evidence": "港の橋は市が管理している。", "claim": long, "gold": "neutral"},
    ]
    lines(data / "nli" / "measure" / f"{name}.jsonl.gz", rows)


def games(data: Path, file: str = "mlb_games.csv.gz", outcomes: Sequence[float] = (1, 0)) -> None:
    """Forecasts of .8 and .4, as many as outcomes."""
    rows = [f"{'0.8' if n % 2 == 0 else '0.4'},{y}" for n, y in enumerate(outcomes)]
    text = "\n".join(["prob1,prob1_outcome", *rows]) + "\n"
    path = data / "calib-538" / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode())


def jsquad(data: Path) -> None:
    """Three Japanese paragraphs, and a question about two of them."""
    folder = data / "retrieval" / "jsquad"
    passages = [
        "港の橋 [SEP] 港の橋は1987年5月12日に開通した。港の橋の長さは840メートルである。",
        "図書館 [SEP] 市立図書館は2003年に改築された。蔵書は12万冊である。",
        "公園 [SEP] 中央公園には三百本の桜がある。春には多くの人が訪れる。",
    ]
    lines(folder / "passages.jsonl.gz", [{"id": n, "text": text} for n, text in enumerate(passages)])
    questions = [
        {"question": "港の橋の長さは何メートルですか。", "gold": 0, "answers": ["840メートル", "840"]},
        {"question": "市立図書館の蔵書は何冊ですか。", "gold": 1, "answers": ["12万冊"]},
    ]
    lines(folder / "questions.jsonl.gz", questions)


def scifact(data: Path) -> None:
    folder = data / "retrieval" / "scifact"
    documents = [
        {"id": 11, "title": "Aspirin and fever", "sentences": ["Aspirin lowers fever in adults.", "It acts in hours."]},
        {"id": 12, "title": "Zinc and colds", "sentences": ["Zinc shortens colds by a day.", "Doses were small."]},
    ]
    lines(folder / "corpus.jsonl.gz", documents)
    claims = [{"claim": "Aspirin lowers fever.", "docs": [11]}, {"claim": "Zinc shortens colds.", "docs": [12]}]
    lines(folder / "claims-train.jsonl.gz", claims)


def two_wiki(data: Path) -> None:
    corpus = [
        {"title": "Low Tide", "text": "Low Tide is a film directed by Mara Venn."},
        {"title": "Mara Venn", "text": "Mara Venn is a director who was born in Port Alder."},
        {"title": "Bread", "text": "Bread is baked from flour and water."},
    ]
    document(data / "retrieval" / "2wiki-6119" / "2wikimultihopqa_corpus.json.gz", corpus)
    asked = [
        {"question": "Where was the director of the film Low Tide born?", "ground_truth": ["Low Tide", "Mara Venn"]}
    ]
    document(data / "retrieval" / "2wiki-101" / "graph" / "2wikimultihopqa_101.json", asked)


def hotpot_and_musique(data: Path) -> None:
    folder = data / "retrieval" / "2wiki-6119"
    document(folder / "hotpotqa_train_corpus.json", {"Low Tide": ["Low Tide is a film ", "by Mara Venn."]})
    facts = [["Low Tide", 0]]
    document(folder / "hotpotqa_train.json.gz", [{"question": "Who made Low Tide?", "supporting_facts": facts}])
    text = "Port Alder lies on the river Senn."
    document(folder / "musique_train_corpus.json.gz", [{"title": "Port Alder", "text": text}])
    paragraphs = [{"title": "Port Alder", "paragraph_text": text, "is_supporting": True}]
    document(folder / "musique_train.json.gz", [{"question": "Where is Port Alder?", "paragraphs": paragraphs}])


def conflicts(data: Path) -> None:
    folder = data / "conflicts"
    questions = [
        {
            "question": "How long is the harbour bridge?",
            "documents": [
                {"text": "The harbour bridge is 840 metres long."},
                {"text": "The harbour bridge is 900 metres long."},
            ],
            "gold_answers": ["840 metres"],
            "wrong_answers": ["900 metres"],
        },
        {
            "question": "How long is the harbour tunnel?",
            "documents": [{"text": "The harbour tunnel is 310 metres long."}],
            "gold_answers": ["310 metres"],
            "wrong_answers": [],
        },
    ]
    lines(folder / "ramdocs-first-half.jsonl.gz", questions)
    told = {
        "paragraphA_information": "The harbour bridge is 840 metres long.",
        "paragraphB_information": "The harbour bridge is 900 metres long.",
    }
    lines(folder / "wikicontradict-first-half.jsonl.gz", [{"annotationResult": told}])
