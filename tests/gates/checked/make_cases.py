"""Makes the template cases of the gate `checked` and puts them beside the cases from real text.

In: the tables of this folder, and `build.jsonl` and `exam.jsonl` (or `--add FILE`) for the cases from real text, which
people wrote one by one. Out: the two files, written anew; the same tables always give the same bytes.

    python -m tests.gates.checked.make_cases [--add real.jsonl]

A wording stands in one half only: templates are divided by the wording, not by the words in its slots, so that the exam
half asks for wordings that nobody saw in the build half.
"""

import argparse
import hashlib
import itertools
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tests.gates.checked import changes, faithful_en, faithful_ja, found_by_trial, omissions

HERE: Final = Path(__file__).parent
SPLITS: Final = ("build", "exam")
CLAUSES_A_FRAME: Final = 2
_SOURCE: Final = re.compile(r"@(?P<source>[^›(]+?)(?: \((?P<date>[\d-]+)\))?› ")
_TABLES: Final = {"en": faithful_en, "ja": faithful_ja}

Case = dict[str, Any]


def template_cases() -> list[Case]:
    """Every case from a template, with its half."""
    made = [*_omissions(), *_changes(), *_faithful(), *_translations()]
    found = [case | {"split": "build"} for case in _found_by_trial()]
    halves = _halves(made)
    return [*(case | {"split": halves[_wording(case)]} for case in made), *found]


def _omissions() -> Iterator[Case]:
    for lang, frames in omissions.FRAMES.items():
        clauses = itertools.cycle(omissions.CLAUSES[lang])
        for kind, forms in frames.items():
            for at, frame in enumerate(forms):
                for turn, clause in enumerate(itertools.islice(clauses, CLAUSES_A_FRAME)):
                    name = f"omission/{kind}/{at:02}/{turn}"
                    yield _case(lang, name, False, _bare(clause, lang), [_filled(frame, clause)])
        for at, (quoted, sentence) in enumerate(omissions.PAIRS[lang]):
            yield _case(lang, f"omission/comparison/{at:02}/0", False, sentence, [quoted])


def _changes() -> Iterator[Case]:
    for lang, bases in changes.BASES.items():
        for row, (text, replacements) in enumerate(bases):
            for at, (kind, old, new) in enumerate(replacements):
                if text.count(old) < 1:
                    raise ValueError(f"{old!r} is not in {text!r}")
                yield _case(lang, f"change/{kind}/{row}{at}/0", False, text.replace(old, new, 1), [text])
        for at, (kind, sentence, quotations) in enumerate(changes.BUILT[lang]):
            yield _case(lang, f"change/{kind}/b{at:02}/0", False, sentence, quotations)


def _faithful() -> Iterator[Case]:
    for lang, table in _TABLES.items():
        for at, own in enumerate(table.OWN):
            yield _case(lang, f"faithful/quoted/own{at}/0", True, own, [own])
        for at, (mark, own) in enumerate(itertools.product(table.MARKED, table.OWN[:2])):
            marked = mark.format(s=own, l=own[0].lower() + own[1:])
            yield _case(lang, f"faithful/quoted/m{at // 2}/{at % 2}", True, own, [marked])
        for at, (subject, open_sentence, neighbour) in enumerate(table.SUBJECTS):
            yield from _subjects(lang, at, subject, open_sentence, neighbour)
        for at, (kind, sentence, quotations) in enumerate(table.BUILT):
            yield _case(lang, f"faithful/{kind}/{at:03}/0", True, sentence, quotations)


def _subjects(lang: str, at: int, subject: str, open_sentence: str, neighbour: str) -> Iterator[Case]:
    """The subject filled in with brackets and without; the neighbour quoted, and standing before."""
    start = (
        r"(?:It|She|He|They|This|The \w+)\b" if lang == "en" else r"(?:同社|同線|同発電所|これ|それら|彼女|彼|この橋)"
    )
    rest = re.sub("^" + start, "", open_sentence)
    gap = "" if lang == "ja" else " "
    quotations = [f"{neighbour}{gap}⏎{open_sentence}⏎", neighbour]
    yield _case(lang, f"faithful/subject/{at:02}/0", True, f"[{subject}]{rest}", quotations)
    yield _case(lang, f"faithful/subject/{at:02}/1", True, f"{subject}{rest}", quotations)


def _translations() -> Iterator[Case]:
    for at, (english, japanese) in enumerate(faithful_ja.TRANSLATIONS):
        yield _case("ja", f"faithful/translation/{at:02}/0", True, english, [japanese])
        yield _case("en", f"faithful/translation/{at:02}/0", True, japanese, [english])


def _found_by_trial() -> Iterator[Case]:
    for lang, entries in found_by_trial.FOUND.items():
        for at, (kind, sentence, quotations) in enumerate(entries):
            yield _case(lang, f"{kind}/found{at:02}/0", False, sentence, quotations)


def _case(lang: str, name: str, faithful: bool, sentence: str, quotations: Sequence[str]) -> Case:
    """A row of the files; `lang` is the language of the quotations."""
    group, kind, _, _ = name.split("/")
    return {
        "id": f"template/{lang}/{name}",
        "lang": lang,
        "kind": f"{group}:{kind}",
        "faithful": faithful,
        "sentence": sentence,
        "quotations": [_quotation(one) for one in quotations],
        "origin": "template",
        "note": "",
    }


def _quotation(text: str) -> dict[str, str]:
    source = _SOURCE.match(text)
    if source:
        text = text[source.end() :]
    before, quoted, after = text.split("⏎") if "⏎" in text else ("", text, "")
    row = {"text": quoted, "before": before.strip(), "after": after.strip()}
    return row if not source else row | {name: value for name, value in source.groupdict().items() if value}


def _filled(frame: str, clause: str) -> str:
    return frame.format(c=clause, C=clause[0].upper() + clause[1:])


def _bare(clause: str, lang: str) -> str:
    return f"{clause}。" if lang == "ja" else f"{clause[0].upper()}{clause[1:]}."


def _wording(case: Case) -> str:
    return str(case["id"]).rsplit("/", 1)[0]


def _halves(cases: Iterable[Case]) -> dict[str, str]:
    """For every wording its half: those of one kind and language in the order of their hashes, by turns."""
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in cases:
        groups[case["kind"], case["lang"]].add(_wording(case))
    ordered = (sorted(group, key=lambda one: hashlib.sha256(one.encode()).hexdigest()) for group in groups.values())
    return {wording: SPLITS[at % 2] for group in ordered for at, wording in enumerate(group)}


def real_cases(files: Iterable[Path]) -> list[Case]:
    """The cases from real text in `files`; a case without a half gets one by the hash of its id, by turns."""
    rows = [json.loads(line) for file in files if file.exists() for line in file.read_text("utf-8").splitlines()]
    real = [row for row in rows if row["origin"] == "real"]
    new = [row for row in real if "split" not in row]
    groups: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for row in new:
        groups[row["kind"], row["lang"]].append(row)
    for number, group in enumerate(groups.values()):
        for at, row in enumerate(sorted(group, key=lambda one: hashlib.sha256(one["id"].encode()).hexdigest())):
            row["split"] = SPLITS[(at + number) % 2]
    return real


def written(cases: Iterable[Case], split: str) -> str:
    """The text of one half's file."""
    mine = sorted((case for case in cases if case["split"] == split), key=lambda case: str(case["id"]))
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in mine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--add", type=Path, action="append", default=[], help="new cases from real text")
    args = parser.parse_args()
    files = [HERE / f"{split}.jsonl" for split in SPLITS]
    cases = [*template_cases(), *real_cases([*files, *args.add])]
    for split, file in zip(SPLITS, files, strict=True):
        file.write_text(written(cases, split), "utf-8")


if __name__ == "__main__":
    main()
