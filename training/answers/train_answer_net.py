"""Trains the reader of answers: `python -m training.answers.train_answer_net --manuals DIR --labels FILE --work DIR`.

In: everything `lines.py` gives. Out: in the work folder the token matrices (once), `answer_reader.npz` and
`log.jsonl`. A question is seen with one right line and some wrong ones, or with wrong ones alone: the net learns to
put the right line before the others, and all others below nought. Begins with the words that the stance model's
aligner has learned.
"""

import argparse
import json
import pickle
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from tadori.minds.local.answer_reader import WEIGHTS
from tadori.minds.local.stance import ALIGNER, SHIPPED
from training.answers.answer_net import HIDDEN, AnswerNet, Side
from training.answers.fit import say
from training.answers.lines import Asked, Line, everything, group_of, is_held
from training.stance.use_features import Features, key_of

SEED: Final = 7
QUESTIONS: Final = 16
LINES: Final = 7
UNANSWERED: Final = 0.3
"""How often a question that has an answer is shown without it."""
SHARES: Final = {
    "asked": 0.42,
    "docs": 0.14,
    "jsquad": 0.16,
    "labelled": 0.16,
    "headings": 0.05,
    "musique": 0.04,
    "ramdocs": 0.03,
}
PIECES: Final = {"question": 40, "above": 24, "before": 24, "text": 48}
Place = tuple[int, int]


class Texts:
    """Batches of token matrices."""

    def __init__(self, features: Features) -> None:
        self._places = features.places
        self._rows = torch.from_numpy(np.array(features.rows()))

    def place(self, text: str, room: int) -> Place:
        start, length = self._places[key_of(text)]
        return start, min(length, room)

    def inputs(self, pairs: Sequence[tuple[str, Line]]) -> tuple[Tensor, Side, Side, Side]:
        """The vectors of all texts, each once, and the three sides of every pair."""
        rows = [
            (
                [self.place(form, PIECES["question"])],
                [self.place(line.above, PIECES["above"]), self.place(line.before, PIECES["before"])],
                [self.place(line.text, PIECES["text"])],
            )
            for form, line in pairs
        ]
        places = list(dict.fromkeys(place for row in rows for side in row for place in side))
        vectors = torch.cat([self._rows[start : start + length] for start, length in places]).float()
        starts = dict(zip(places, np.cumsum([0, *(length for _, length in places)]).tolist(), strict=False))
        sides = [_padded([[(starts[p], p[1]) for p in row[n]] for row in rows]) for n in range(3)]
        return vectors, sides[0], sides[1], sides[2]


def _padded(rows: Sequence[Sequence[Place]]) -> Side:
    longest = max(1, max(sum(length for _, length in row) for row in rows))
    at = torch.zeros(len(rows), longest, dtype=torch.long)
    seen = torch.zeros(len(rows), longest)
    for n, row in enumerate(rows):
        held = torch.cat([torch.arange(start, start + length) for start, length in row])
        at[n, : len(held)] = held
        seen[n, : len(held)] = 1
    return at, seen


def texts_of(one: Asked) -> list[str]:
    return [*one.forms, *(text for line in (*one.right, *one.wrong, *one.near) for text in line)]


def drawn(one: Asked, draw: random.Random) -> tuple[list[tuple[str, Line]], int]:
    """A form of the question with lines, and the place of the right one, or -1."""
    form = draw.choice(one.forms)
    answered = bool(one.right) and draw.random() > UNANSWERED
    room = LINES - answered
    wrong = draw.sample(one.wrong, min(len(one.wrong), max(room // 2, room - len(one.near))))
    wrong += draw.sample(one.near, min(len(one.near), room - len(wrong)))
    lines = [draw.choice(one.right), *wrong] if answered else wrong
    return [(form, line) for line in lines], 0 if answered else -1


def loss_of(net: AnswerNet, texts: Texts, batch: Sequence[Asked], draw: random.Random) -> Tensor:
    pairs: list[tuple[str, Line]] = []
    spans: list[tuple[int, int, int]] = []
    for one in batch:
        own, right = drawn(one, draw)
        spans.append((len(pairs), len(pairs) + len(own), right))
        pairs += own
    scores = net(*texts.inputs(pairs))
    losses = []
    for start, end, right in spans:
        held = torch.cat([scores[start:end], scores.new_zeros(1)])
        target = right if right >= 0 else end - start
        losses.append(F.cross_entropy(held[None], torch.tensor([target])))
    wanted = torch.zeros(len(pairs))
    for start, _, right in spans:
        if right >= 0:
            wanted[start] = 1
    each = F.binary_cross_entropy_with_logits(scores, wanted, pos_weight=torch.tensor(3.0))
    return torch.stack(losses).mean() + 0.3 * each


def scored(net: AnswerNet, texts: Texts, form: str, lines: Sequence[Line]) -> Tensor:
    net.eval()
    with torch.inference_mode():
        return net(*texts.inputs([(form, line) for line in lines]))


def area(above: Sequence[float], below: Sequence[float]) -> float:
    """How often one of `above` is over one of `below`."""
    a, b = np.array(above)[:, None], np.array(below)[None]
    return float(((a > b) + 0.5 * (a == b)).mean()) if len(above) and len(below) else float("nan")


def judged(net: AnswerNet, texts: Texts, held: dict[str, list[Asked]]) -> dict[str, float]:
    """By group of sources: how often the first line is a right one, and how well the best line's score tells whether
    there is an answer. `asked` also by form: English, Japanese.
    """
    found: dict[str, float] = {}
    groups: dict[str, list[tuple[Asked, int]]] = {}
    for source, questions in held.items():
        group = group_of(source)
        for one in questions:
            for n in range(len(one.forms) if group in ("asked", "docs") else 1):
                # The language of the passage is that of its source; forms are (en, ja).
                own = n == int(one.origin.startswith(("asked-j", "docs-ja"))) if group in ("asked", "docs") else True
                name = f"{group}.{'same' if own else 'across'}" if group in ("asked", "docs") else group
                groups.setdefault(name, []).append((one, n))
    for name, questions in groups.items():
        first, best, without = [], [], []
        for one, n in questions[:150]:
            lines = [*one.right, *one.wrong, *one.near]
            if not lines:
                continue
            scores = scored(net, texts, one.forms[n], lines).numpy()
            if one.right:
                first.append(bool(scores.argmax() < len(one.right)))
                best.append(float(scores.max()))
            else:
                without.append(float(scores.max()))
        found[f"{name} first"] = round(float(np.mean(first)), 3) if first else 0.0
        if without:
            found[f"{name} holds"] = round(area(best, without), 3)
    return found


def begun(net: AnswerNet) -> None:
    """What the aligner of the stance model knows of words: the layers of the same shape."""
    with np.load(SHIPPED / ALIGNER, allow_pickle=False) as arrays:
        known = {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays.files}
    state = net.state_dict()
    for name in ("enter", "enter_norm", "q", "k", "sq", "sk", "sv", "compose_norm", "weigh"):
        for part in ("weight", "bias"):
            state[f"{name}.{part}"] = known[f"{name}.{part}"].reshape(state[f"{name}.{part}"].shape)
    state["likeness"] = known["likeness"].reshape(state["likeness"].shape)
    for name in ("compare_q", "compare_s"):
        state[f"{name}.weight"][:, : 4 * HIDDEN] = known["compare.weight"][:, : 4 * HIDDEN]
        state[f"{name}.bias"] = known["compare.bias"]
    net.load_state_dict(state)


def export(net: AnswerNet, work: Path) -> None:
    """The weights as `minds/local/answer_reader.py` reads them, in half precision."""
    state = {name: value.detach().numpy().astype(np.float16) for name, value in net.state_dict().items()}
    np.savez_compressed(work / WEIGHTS, **state)


def prepared(arguments: argparse.Namespace) -> tuple[Texts, dict[str, list[Asked]]]:
    kept = arguments.work / "questions.pickle"
    if not kept.exists():
        kept.write_bytes(
            pickle.dumps(everything(arguments.manuals, arguments.labels, arguments.work / "vectors.pickle"))
        )
    questions: dict[str, list[Asked]] = pickle.loads(kept.read_bytes())
    features = Features(arguments.work / "features")
    features.add([text for held in questions.values() for one in held for text in texts_of(one)])
    return Texts(features), questions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--manuals", "--labels", "--work"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(arguments.threads)
    texts, questions = prepared(arguments)
    learned = {s: [o for o in held if not is_held(s, o) and (o.wrong or o.near)] for s, held in questions.items()}
    held = {s: [o for o in all_ if is_held(s, o)] for s, all_ in questions.items()}
    by_group: dict[str, list[Asked]] = {}
    for source, some in learned.items():
        by_group.setdefault(group_of(source), []).extend(some)
    names = [name for name in SHARES if by_group.get(name)]
    say({name: len(by_group[name]) for name in names})
    torch.manual_seed(SEED)
    draw = random.Random(SEED)
    net, mean = AnswerNet(), AnswerNet()
    begun(net)
    mean.load_state_dict(net.state_dict())
    adam = torch.optim.AdamW(net.parameters(), lr=arguments.rate, weight_decay=0.03)
    log: list[dict[str, Any]] = []
    start, step = time.monotonic(), 0
    pools = {name: draw.sample(by_group[name], len(by_group[name])) for name in names}
    while (gone := (time.monotonic() - start) / 60 / arguments.minutes) < 1:
        net.train()
        batch = []
        for name in draw.choices(names, [SHARES[name] for name in names], k=QUESTIONS):
            if not pools[name]:
                pools[name] = draw.sample(by_group[name], len(by_group[name]))
            batch.append(pools[name].pop())
        for group in adam.param_groups:
            group["lr"] = arguments.rate * min(1.0, (step + 1) / 100) * max(0.02, 1 - gone)
        adam.zero_grad()
        loss_of(net, texts, batch, draw).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        adam.step()
        step += 1
        with torch.no_grad():
            for slow, now in zip(mean.parameters(), net.parameters(), strict=True):
                slow.lerp_(now, 1 - min(0.998, (1 + step) / (10 + step)))
        if step % 25 == 0:
            say(step, round((time.monotonic() - start) / 60, 1))
        if step % 250 == 0:
            row = {"step": step, "minutes": round((time.monotonic() - start) / 60, 1), **judged(mean, texts, held)}
            log.append(row)
            say(json.dumps(row))
            export(mean, arguments.work)
    say(json.dumps({"step": step, **judged(mean, texts, held)}))
    export(mean, arguments.work)
    (arguments.work / "log.jsonl").write_text("\n".join(map(json.dumps, log)), encoding="utf-8")


if __name__ == "__main__":
    main()
