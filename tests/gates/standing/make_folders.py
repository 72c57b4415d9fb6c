"""Build the folders of real documents that the gate `standing` runs on.

In: `folders.json` (which documents, from which work), the folder `real` beside the checkout (unpacked
Debian and npm packages, as `SOURCES.md` lists them) and ../shared/data.
Out: OUT/manuals, OUT/world, OUT/ja (only where their sources exist) and OUT/small (from `small_folder.tar.gz`, always).
The same input gives the same bytes. Nothing is judged here and nothing of the package `tadori` is imported.

    python -m tests.gates.standing.make_folders OUT [FOLDER ...]
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.gates.figures import data_folder

HERE = Path(__file__).resolve().parent
REAL = HERE.parents[3] / "real"
SHARED = data_folder()
WIKI = SHARED / "retrieval" / "2wiki-6119"


def dictionary_entries(text: str) -> Iterator[tuple[str, str]]:
    """Title and body of every entry of a dict file: head lines start in the first column, bodies are indented."""
    head: list[str] = []
    body: list[str] = []
    for line in text.splitlines():
        if line[:1].strip():
            if body:
                yield "".join(head).split("%%%")[0].strip(), "\n".join(body).strip("\n")
                head, body = [], []
            head.append(line if not head else " " + line)
        elif head and (line.strip() or body):
            body.append(line)
    if head and body:
        yield "".join(head).split("%%%")[0].strip(), "\n".join(body).strip("\n")


@cache
def dictionary(source: str) -> dict[str, str]:
    """Title to body; of entries with one title the first is kept."""
    entries: dict[str, str] = {}
    for title, body in dictionary_entries((REAL / source).read_text(encoding="utf-8", errors="replace")):
        entries.setdefault(title, body)
    return entries


def markdown_of_country(node: dict[str, Any], depth: int = 2) -> Iterator[str]:
    """A country of the factbook as Markdown: sections and fields are headings, values paragraphs."""
    for key, value in node.items():
        if not isinstance(value, dict):
            continue
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", str(value.get("text", "")))).strip()
        if depth > 3:
            yield f"{key}: {text}" if text else key
        else:
            yield "#" * depth + f" {key}"
            if text:
                yield text
        yield from markdown_of_country(value, depth + 1)


def country_page(source: str) -> str:
    """One country: its short name as title."""
    country = json.loads((REAL / source).read_text(encoding="utf-8"))
    names = country.get("Government", {}).get("Country name", {})
    title = names.get("conventional short form", {}).get("text", "") or Path(source).stem
    return "\n\n".join([f"# {title}", *markdown_of_country(country)]) + "\n"


@cache
def wiki_passages() -> dict[str, list[str]]:
    """Title to passages of the two public corpora, in their order, without repeats."""
    passages: dict[str, list[str]] = {}
    for name in ("2wikimultihopqa_corpus", "musique_train_corpus"):
        with gzip.open(WIKI / f"{name}.json.gz", "rt", encoding="utf-8") as stream:
            for row in json.load(stream):
                known = passages.setdefault(row["title"], [])
                if row["text"] not in known:
                    known.append(row["text"])
    return passages


@cache
def jsquad_articles() -> dict[str, list[str]]:
    """Title to paragraphs of JSQuAD."""
    articles: dict[str, list[str]] = {}
    with gzip.open(SHARED / "retrieval" / "jsquad" / "passages.jsonl.gz", "rt", encoding="utf-8") as stream:
        for line in stream:
            title, _, paragraph = str(json.loads(line)["text"]).partition(" [SEP] ")
            articles.setdefault(title, []).append(paragraph)
    return articles


def document_bytes(entry: dict[str, str]) -> bytes:
    """The bytes of one document of `folders.json`, by its kind."""
    kind, source = entry["kind"], entry.get("source", "")
    if kind == "copy":
        return (REAL / source).read_bytes()
    if kind == "dictionary":
        return f"{entry['title']}\n\n{dictionary(source)[entry['title']]}\n".encode()
    if kind == "country":
        return country_page(source).encode()
    if kind == "shared":
        path = SHARED / source
        return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    articles = wiki_passages() if kind == "wiki" else jsquad_articles()
    return ("\n\n".join([f"# {entry['title']}", *articles[entry["title"]]]) + "\n").encode()


def build_folder(out: Path, name: str, entries: list[dict[str, str]]) -> int:
    """Write one folder; how many documents it holds."""
    for entry in entries:
        path = out / name / entry["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document_bytes(entry))
    return len(entries)


def build_small(out: Path) -> int:
    """Unpack the documents that are shipped with the repository."""
    target = out / "small"
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(HERE / "small_folder.tar.gz") as archive:
        archive.extractall(target, filter="data")
    return sum(1 for path in target.rglob("*") if path.is_file())


def make_folder(name: str, out: Path) -> int:
    """Write the folder `name` below `out`; how many documents it holds."""
    if name == "small":
        return build_small(out)
    folders: dict[str, list[dict[str, str]]] = json.loads((HERE / "folders.json").read_text(encoding="utf-8"))
    return build_folder(out, name, folders[name])


def main(arguments: list[str]) -> int:
    """Build the named folders, or all."""
    if not arguments:
        print(__doc__)
        return 2
    out, wanted = Path(arguments[0]), arguments[1:]
    folders: dict[str, list[dict[str, str]]] = json.loads((HERE / "folders.json").read_text(encoding="utf-8"))
    for name in folders:
        if wanted and name not in wanted:
            continue
        if name == "small" or REAL.is_dir():
            print(f"{name}: {make_folder(name, out)} documents")
        else:
            print(f"{name}: left out, {REAL} is not there")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
