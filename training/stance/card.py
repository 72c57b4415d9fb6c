"""Writes the model card: `python -m training.stance.card --data DIR --cross WORK --use WORK --notes FILE --out FOLDER`.

Comes in: the exported model, the logs of both trainings, the data folder, `card.md`, and notes on what was done by hand
between start and end. Goes out: `MODEL_CARD.md` beside the exported files: what it is, what it learnt from under which
licence, what it measures on sets it was not trained on, and where it must not be trusted.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Final

from tests.gates.gate_stance_model import measured

from tadori.minds.local.stance import LocalStance
from training.stance import recipe, recipe_use
from training.stance.corpus import SEED, Example

SOURCES: Final = {
    "snli-dev": ("SNLI, development part (via e-SNLI)", "CC BY-SA 4.0"),
    "counterfactual-snli": ("counterfactually augmented SNLI", "Apache-2.0"),
    "jsick-train": ("JSICK, English and Japanese", "CC BY-SA 4.0"),
    "fever-symmetric-dev": ("FEVER-symmetric, development part", "CC BY-SA 3.0"),
    "scifact-train": ("SciFact, three quarters of the training part", "claims CC BY 4.0, abstracts ODC-By 1.0"),
    "breaking-nli": ("Breaking NLI", "CC BY-SA 4.0"),
    "curriculum": ("Curriculum NLI (recast from public sets)", "MIT"),
    "jsem": ("JSeM", "BSD-3-Clause"),
    "jamp": ("Jamp", "CC BY-SA 4.0"),
    "janli-train": ("JaNLI, training part", "CC BY-SA 4.0"),
    "own-rules": ("made by rule from English pairs above (`augment.py`)", "as their sources"),
    "own-rules-unnamed": ("pairs above with a pronoun for the subject of the evidence", "as their sources"),
    "glossed": ("SNLI-like pairs above, glossed into Japanese by vectors (`gloss.py`)", "as their sources"),
    "jsick-crossed": ("JSICK with one side in each language", "CC BY-SA 4.0"),
}


def set_rows(reader: dict[str, list[Example]], aligner: dict[str, list[Example]]) -> str:
    counts = [Counter({_source(name): 0 for name in SOURCES}), Counter()]
    for count, pools in zip(counts, (reader, aligner), strict=True):
        for name, pool in pools.items():
            count[_source(name)] += len(pool)
    return "\n".join(
        f"| {what} | {licence} | {counts[0][key]:,} | {counts[1][key]:,} |" for key, (what, licence) in SOURCES.items()
    )


def _source(name: str) -> str:
    return "curriculum" if name.startswith("curriculum") else name


def seen(work: Path) -> str:
    lines = (work / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return f"{json.loads(lines[-1])['seen']:,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "cross", "use", "out", "notes"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    told = parser.parse_args()
    manifest = json.loads((told.out / "manifest.json").read_text(encoding="utf-8"))
    figures = measured(LocalStance(told.out), quick=False)
    card = (
        (Path(__file__).parent / "card.md")
        .read_text(encoding="utf-8")
        .format(
            version=manifest["version"],
            script=manifest["script"][:12],
            seed=SEED,
            aligner=manifest["files"]["aligner.npz"]["bytes"] / 2e6,
            notes=told.notes.read_text(encoding="utf-8").strip(),
            figures="\n".join(
                f"| {f.name} | {f.value:.3f} | {'' if f.aim is None else f.aim} | {f.n} |" for f in figures
            ),
            cross_seen=seen(told.cross),
            use_seen=seen(told.use),
            sets=set_rows(recipe.english(told.data)[0], recipe_use.both(told.data)[0]),
            weights="; ".join(
                f"{kind} pairs: " + ", ".join(f"{weight} × {name}" for name, weight in readers.items())
                for kind, readers in manifest["weights"].items()
            ),
        )
    )
    (told.out / "MODEL_CARD.md").write_text(card, encoding="utf-8")


if __name__ == "__main__":
    main()
