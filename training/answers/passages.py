"""The passages that helpers wrote questions on: `python -m training.answers.passages MANUALS OUT.jsonl`.

In: public data (JSQuAD, HotpotQA, MuSiQue, 2Wiki) and the unpacked Debian packages below MANUALS (`MANUAL_FOLDERS`).
Out: one passage a line: id, title, heading, language, numbered sentences. Ids are hashes of the text, and `asked/`
keeps nothing else, so no text of a source is kept in this repository. The sampling is fixed: the same data give the
same passages.
"""

import gzip
import hashlib
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tests.gates.figures import data_folder
from tests.gates.gate_answers import pinned
from tests.gates.open import folders
from tests.gates.open.build_ja_world import file_name

from tadori.model.ids import EN, JA, Lang
from tadori.model.page import FragmentType
from tadori.service.filters import extract_files
from tadori.text.sentences import sentences

SEED: Final = 12
EACH: Final = 560
"""Passages of a source."""
SHORTEST: Final = 3
LONGEST: Final = 12
"""Sentences of a passage."""
MOST_CHARS: Final = 2400
MANUAL_FOLDERS: Final[dict[str, tuple[Lang, tuple[str, ...]]]] = {
    "ja-manuals": (
        JA,
        (
            "share/gimp/2.0/help/ja",
            "share/libreoffice/help/ja/text/shared/guide",
            "share/libreoffice/help/ja/text/swriter/guide",
            "share/libreoffice/help/ja/text/scalc/guide",
            "share/libreoffice/help/ja/text/simpress/guide",
            "share/doc/lilypond/html/Documentation/learning",
            "share/doc/lilypond/html/Documentation/usage",
            "share/doc/aptitude/html/ja",
        ),
    ),
    "en-manuals": (
        EN,
        (
            "share/doc/python3.11/html/library",
            "share/doc/python-django-doc/html/ref",
            "share/doc/python-flask-doc/html",
            "share/doc/python-requests-doc/html",
            "share/doc/python-pytest-doc/html/how-to",
            "share/doc/python-jinja2-doc/html",
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive sentences under one heading."""

    id: str
    source: str
    lang: Lang
    title: str
    heading: str
    sentences: tuple[str, ...]


def passage_of(source: str, lang: Lang, title: str, heading: str, said: list[str]) -> Passage:
    key = hashlib.sha256("\n".join((title, heading, *said)).encode()).hexdigest()[:16]
    return Passage(key, source, lang, title, heading, tuple(said))


def cut(text: str, lang: Lang) -> list[str]:
    return [text[s.start : s.end].strip() for s in sentences(text, lang)]


def public(name: str) -> Any:
    path = data_folder() / "retrieval" / name
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file] if ".jsonl" in name else json.load(file)


def japanese_wiki() -> Iterator[Passage]:
    """Without the passages that gates ask after: pinned questions, and titles of the sealed half of `gates open`."""
    questions = public("jsquad/questions.jsonl.gz")
    measured = {questions[n]["gold"] for n in pinned(len(questions))}
    sealed = (Path(folders.__file__).parent / "ja-world.sealed.jsonl").read_text(encoding="utf-8")
    for n, row in enumerate(public("jsquad/passages.jsonl.gz")):
        title, _, text = row["text"].partition(" [SEP] ")
        if n not in measured and f'"{file_name(title)}"' not in sealed:
            yield passage_of("jsquad", JA, title, "", cut(text, JA))


def english_wiki() -> Iterator[Passage]:
    known: dict[tuple[str, str], None] = {}
    for title, lines in public("2wiki-6119/hotpotqa_train_corpus.json").items():
        known[title, "".join(lines)] = None
    for row in public("2wiki-6119/musique_train_corpus.json.gz"):
        known[row["title"], row["text"]] = None
    for title, text in known:
        yield passage_of("en-wiki", EN, title, "", cut(text, EN))


def manual(source: str, root: Path) -> Iterator[Passage]:
    lang, folders = MANUAL_FOLDERS[source]
    for folder in folders:
        for path in sorted((root / "usr" / folder).glob("*.html")):
            for page in extract_files([path]):
                if isinstance(page, dict):
                    yield from sections_of(source, lang, page)


def sections_of(source: str, lang: Lang, page: dict[str, Any]) -> Iterator[Passage]:
    sections: dict[str, list[str]] = defaultdict(list)
    for one in page["fragments"]:
        if one["fragment_type"] in (FragmentType.PARAGRAPH, FragmentType.LIST):
            sections[" › ".join(level["text"] for level in one["heading_hierarchy"])] += cut(one["text"], lang)
    for heading, said in sections.items():
        yield passage_of(source, lang, page["title"], heading, said[:LONGEST])


def is_prose(passage: Passage) -> bool:
    """No list of captions, and no wall of text."""
    whole = sum(len(one) > 15 and one[-1] in ".。!?:」)" for one in passage.sentences)
    return whole > 0.7 * len(passage.sentences) and len("".join(passage.sentences)) < MOST_CHARS


def sampled(found: Iterator[Passage], draw: random.Random) -> list[Passage]:
    kept = {p.id: p for p in found if SHORTEST <= len(p.sentences) <= LONGEST and is_prose(p)}
    pool = [kept[key] for key in sorted(kept)]
    draw.shuffle(pool)
    return pool


def all_passages(manuals: Path) -> dict[str, list[Passage]]:
    """Every usable passage by source, in the order of the draw."""
    draw = random.Random(SEED)
    found = {"jsquad": sampled(japanese_wiki(), draw), "en-wiki": sampled(english_wiki(), draw)}
    return found | {source: sampled(manual(source, manuals), draw) for source in MANUAL_FOLDERS}


def main() -> None:
    manuals, out = Path(sys.argv[1]), Path(sys.argv[2])
    with out.open("w", encoding="utf-8") as file:
        for pool in all_passages(manuals).values():
            for one in pool[:EACH]:
                file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
