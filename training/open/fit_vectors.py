"""Learns the matrices of `tadori.rank.answer_fit`: `python -m training.open.fit_vectors DUMP.pickle … [--folds]`.

In: dumps of labelled open questions (`training.open.dump`), questions of fact with their sentences (JSQuAD without the
pinned questions, MuSiQue's single hops, half of RAMDocs, `training/answers/asked`). Out: `answer_fit.npz` in
the package; with `--folds` nothing is written, and for each folder it is said how well matrices learned without it put
what answers before what is off (area under the curve within a question, beside the cosine's). Needs torch.
"""

import pickle
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import tadori.rank
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.rank.answer_fit import WEIGHTS
from tadori.rank.candidates import AnswerCandidate
from training.answers.sentences import fact_questions
from training.open.dump import DumpedPart

WIDTH: Final = 512
INNER: Final = 128
NEGATIVES: Final = 10
BATCH: Final = 64
ROUNDS: Final = 5
RATE: Final = 1e-3
SEED: Final = 3
OPEN_TIMES: Final = 6
"""How often an open question is seen for each question of fact: there are twenty times as many of these."""
Line = tuple[str, str]
"""A sentence and the line of headings it stands under."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, in other spellings too, with what answers it and what does not."""

    forms: tuple[str, ...]
    right: tuple[Line, ...]
    wrong: tuple[Line, ...]


class Fit(nn.Module):
    """As `answer_fit.answer_fits`, where it is learned."""

    def __init__(self) -> None:
        super().__init__()
        self.question, self.sentence, self.heading = (nn.Linear(WIDTH, INNER, bias=False) for _ in range(3))
        self.scales = nn.Parameter(torch.tensor([10.0, 3.0, 3.0]))
        self.drop = nn.Dropout(0.2)

    def forward(self, question: Tensor, sentences: Tensor, headings: Tensor) -> Tensor:
        asked = self.drop(self.question(question))[:, None]
        learned = (asked * (self.sentence(sentences) + self.heading(headings))).sum(-1)
        cosines = [(question[:, None] * other).sum(-1) for other in (sentences, headings)]
        return self.scales[0] * cosines[0] + self.scales[1] * cosines[1] + self.scales[2] * learned


class Vectors:
    """Unit vectors of texts, each computed once."""

    def __init__(self, texts: Sequence[str]) -> None:
        known = sorted(set(texts))
        embedder = MultilingualEmbedder()
        rows = [embedder.embed(known[at : at + 512]) for at in range(0, len(known), 512)]
        self._rows = torch.from_numpy(np.concatenate(rows).astype(np.float16).astype(np.float32))
        self._place = {text: at for at, text in enumerate(known)}

    def of(self, texts: Sequence[str]) -> Tensor:
        return self._rows[[self._place[text] for text in texts]]


def line_of(candidate: AnswerCandidate) -> Line:
    return candidate.text, f"{candidate.title}. {candidate.heading}"


def open_questions(parts: Sequence[DumpedPart]) -> Iterator[Asked]:
    for part in parts:
        right = tuple(line_of(c) for c, letter in zip(part.candidates, part.letters, strict=True) if letter == "A")
        wrong = tuple(line_of(c) for c, letter in zip(part.candidates, part.letters, strict=True) if letter == "O")
        if right and len(wrong) > 2:
            yield Asked((part.text,), right, wrong)


def texts_of(asked: Asked) -> Iterator[str]:
    yield from asked.forms
    for line in (*asked.right, *asked.wrong):
        yield from line


def learned(questions: Sequence[Asked], vectors: Vectors) -> Fit:
    """Every question's right sentence before ten wrong ones: a softmax, by Adam."""
    torch.manual_seed(SEED)
    draw = random.Random(SEED)
    net = Fit()
    adam = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    pool = list(questions)
    seen = 0
    for _ in range(ROUNDS):
        draw.shuffle(pool)
        for at in range(0, len(pool), BATCH):
            batch = pool[at : at + BATCH]
            for group in adam.param_groups:
                group["lr"] = RATE * max(0.05, 1 - seen / (ROUNDS * len(pool)))
            seen += len(batch)
            lines = [_drawn(one, batch, draw) for one in batch]
            sentences, headings = (
                torch.stack([vectors.of([line[side] for line in row]) for row in lines]) for side in (0, 1)
            )
            scores = net(vectors.of([draw.choice(one.forms) for one in batch]), sentences, headings)
            adam.zero_grad()
            F.cross_entropy(scores, torch.zeros(len(batch), dtype=torch.long)).backward()
            adam.step()
    return net.eval()


def _drawn(one: Asked, batch: Sequence[Asked], draw: random.Random) -> list[Line]:
    """A right line, then as many wrong ones as are compared; where a question has few, right ones of others."""
    wrong = list(one.wrong)
    while len(wrong) < NEGATIVES:
        wrong.append(draw.choice(draw.choice(batch).right))
    return [draw.choice(one.right), *draw.sample(wrong, NEGATIVES)]


def area(scores: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """Area under the curve: how often a right one is before a wrong one."""
    places = scores.argsort().argsort()
    return float((places[right].mean() - (right.sum() - 1) / 2) / (~right).sum())


def held_out(net: Fit | None, parts: Sequence[DumpedPart], vectors: Vectors) -> float:
    """The mean area over questions; by the cosine alone without a net."""
    areas = []
    for one in open_questions(parts):
        lines = [*one.right, *one.wrong]
        asked = vectors.of(one.forms[:1])
        sentences, headings = (vectors.of([line[side] for line in lines]) for side in (0, 1))
        with torch.inference_mode():
            scores = sentences @ asked[0] if net is None else net(asked, sentences[None], headings[None])[0]
        areas.append(area(scores.numpy(), np.arange(len(lines)) < len(one.right)))
    return float(np.mean(areas))


def write(net: Fit) -> None:
    state = {name: value.numpy().astype(np.float16) for name, value in net.state_dict().items()}
    out = Path(tadori.rank.__file__).parent / WEIGHTS
    matrices = {name: state[f"{name}.weight"] for name in ("question", "sentence", "heading")}
    np.savez_compressed(out, **matrices, scales=state["scales"], model_id=np.array(MultilingualEmbedder().model_id))


def main() -> None:
    torch.set_num_threads(1)
    folds = "--folds" in sys.argv
    sets = {Path(path).stem: pickle.loads(Path(path).read_bytes()) for path in sys.argv[1:] if path != "--folds"}
    by_folder = {name: list(open_questions(parts)) for name, parts in sets.items()}
    facts = [Asked(tuple(forms), tuple(right), tuple(wrong)) for forms, right, wrong in fact_questions()]
    vectors = Vectors([text for group in (*by_folder.values(), facts) for one in group for text in texts_of(one)])
    if not folds:
        write(learned([*facts, *(one for held in by_folder.values() for one in held * OPEN_TIMES)], vectors))
        return
    for name, parts in sets.items():
        others = [one for other, held in by_folder.items() if other != name for one in held * OPEN_TIMES]
        net = learned([*facts, *others], vectors)
        row = f"{name}: {held_out(net, parts, vectors):.3f} (cosine {held_out(None, parts, vectors):.3f})"
        sys.stdout.write(row + "\n")


if __name__ == "__main__":
    main()
