"""Build the documents of ja-world from JSQuAD passages: python3 build.py PASSAGES.jsonl.gz OUT

One Markdown file a title: `# TITLE`, then the paragraphs of that title in the order of the passages file,
separated by empty lines. The result depends on the passages file only, so character offsets into the built
files (open_offsets.jsonl, sealed_offsets.jsonl) stay valid wherever it is built.
"""

import gzip
import json
import re
import sys
from pathlib import Path

SEPARATOR = " [SEP] "


def file_name(title: str) -> str:
    """The name of the Markdown file of a title: characters a file system may refuse become `_`."""
    stem = re.sub(r'[\x00-\x1f\x7f/\\:*?"<>|]', "_", title).strip(" .")
    return f"{stem or '_'}.md"


def read_passages(passages_path: Path) -> dict[str, list[str]]:
    """The paragraphs of every title, titles and paragraphs in the order of the file (gzip or plain JSON lines)."""
    raw = passages_path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    titles: dict[str, list[str]] = {}
    for line in raw.decode("utf-8").split("\n"):
        if not line.strip():
            continue
        title, separator, paragraph = json.loads(line)["text"].partition(SEPARATOR)
        if not separator:
            raise ValueError(f"passage without a title: {line[:80]}")
        titles.setdefault(title.strip(), []).append(paragraph.strip())
    return titles


def build(passages_path: str | Path, out: str | Path) -> list[Path]:
    """Write OUT/TITLE.md for every title of the passages file; returns the files written, in order of titles.

    Raises ValueError if a passage has no title or two titles would share a file name.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    written: dict[str, Path] = {}
    for title, paragraphs in read_passages(Path(passages_path)).items():
        name = file_name(title)
        if name.casefold() in written:
            raise ValueError(f"two titles with the file name {name}")
        path = folder / name
        path.write_bytes(("\n\n".join([f"# {title}", *paragraphs]) + "\n").encode("utf-8"))
        written[name.casefold()] = path
    return list(written.values())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(len(build(sys.argv[1], sys.argv[2])), "documents")
