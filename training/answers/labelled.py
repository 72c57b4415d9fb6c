"""The sentences behind the labels of open questions: `python -m training.answers.labelled OUT.json ROOT …`.

In: `training/open/labels` and the folders that hold the labelled documents (its README names them). Out: one JSON
object, claim id → title, heading, the sentence before it, and its text. Claims are read as the program reads them;
nothing is searched.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from tadori.claim.extraction import claims_from
from tadori.errors import SourceError
from tadori.extract.bounded import QUICK_BYTES, BoundedExtractor
from tadori.model.page import Fragment, Page
from tadori.service.filters import _capture
from tadori.text.sentences import sentences
from training.open.dump import LABELS

READ: Final = (".html", ".htm", ".xhtml", ".ja", ".utf8", ".md", ".txt", ".rst", ".json")
Held = dict[str, tuple[str, str, str, str]]


def wanted() -> frozenset[str]:
    """Every labelled claim."""
    lines = [line for path in LABELS.glob("*.jsonl") for line in path.read_text(encoding="utf-8").splitlines()]
    return frozenset(key for line in lines for key in json.loads(line)["labels"])


def before(text: str, start: int, lang: str) -> str:
    """The sentence of `text` before the place `start`."""
    spans = sentences(text[:start], lang)
    return text[spans[-1].start : spans[-1].end].strip() if spans else ""


def claims_in(files: list[Path]) -> Held:
    held: Held = {}
    ids = wanted()
    with BoundedExtractor(quick_bytes=QUICK_BYTES) as reading:
        for file in files:
            capture = _capture(file)
            if isinstance(capture, SourceError):
                continue
            try:
                extracted = reading.extract(capture)
            except SourceError:
                continue
            page = Page.of(capture, extracted)
            fragments = [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]
            for fragment in fragments:
                for claim in claims_from(fragment, page, fragments):
                    if claim.id in ids:
                        start = fragment.text.find(claim.text)
                        said = before(fragment.text, max(0, start), claim.lang)
                        held[claim.id] = page.title, fragment.heading_context, said, claim.text
    return held


def files_below(roots: list[Path]) -> Iterator[Path]:
    for root in roots:
        yield from sorted(path for path in root.rglob("*") if path.is_file() and path.suffix in READ)


def main() -> None:
    files = list(files_below([Path(root) for root in sys.argv[2:]]))
    held: Held = {}
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(claims_in, [files[at : at + 50] for at in range(0, len(files), 50)]):
            held |= found
            sys.stdout.write(f"\r{len(held)}")
    sys.stdout.write(f"\n{len(held)} of {len(wanted())} labelled claims found\n")
    Path(sys.argv[1]).write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
