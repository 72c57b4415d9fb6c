"""Asks a language model in this process about labelled pairs: the calls of a judge of wording, kind after kind.

`python -m tests.gates.judge_runs FILE.gguf OUT.jsonl [--each N] [--sets A,B] [--record NAME]` asks `entailment` of all
pairs, `beyond` of those with a yes, `lineup` of those without a fault: what `ModelWordingJudge` asks of each, in an
other order, so that the instructions of one kind are read once. What was answered is kept in OUT and not asked again.
"""

import argparse
import asyncio
import json
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tadori.engine.ledger import TaskTokenBudget
from tadori.errors import ModelFailed
from tadori.evaluate.data import json_lines
from tadori.judge.canaries import canaries_of
from tadori.judge.changes import change_objections
from tadori.judge.judge_errors import TABLE
from tadori.judge.sentence_check import MechanicalCheck
from tadori.minds.guard.fence import Fence
from tadori.minds.llm.client import ModelClient
from tadori.minds.llm.names import parse_model
from tadori.minds.llm.providers import named_model
from tadori.minds.llm.retry import RetryLimits
from tadori.minds.llm.workers.entailment import (
    beyond_request,
    entailment_request,
    finds_no_fault,
    line_of,
    lineup_request,
    picks_only,
    says_yes,
    unfit_code,
)
from tadori.minds.prompts import TemplateLibrary
from tadori.minds.requests import ModelRequest, ModelRole
from tadori.model.budget import Ledger, TokenLimits
from tadori.model.grading import EntailmentVote, Grade, QuotedPassage
from tadori.settings import LlmSettings
from tests.gates.figures import data_folder

Row = dict[str, Any]
SETS: Final = ("begin_wow", "pawsx_ja", "summedits")
LONGEST_SOURCE: Final = 2400
SEED: Final = 44
"""Of the draw; no answer was looked at before it was fixed."""


def sample(name: str, each: int) -> list[Row]:
    """`each` faithful and as many unfaithful pairs of a set, by a pinned draw; sources that fit a request whole."""
    rows: list[Row] = json_lines(
        data_folder() / "support" / f"{name}.jsonl.gz", "id", "set", "source", "sentence", "label"
    )
    fit = [row for row in rows if len(row["source"]) <= LONGEST_SOURCE and fits(row)]
    fit = [{**row, "id": f"{name}/{row['id']}"} for row in fit]
    random.Random(SEED).shuffle(fit)
    good = [row for row in fit if is_faithful(row)][:each]
    bad = [row for row in fit if not is_faithful(row)][:each]
    return [row for pair in zip(good, bad, strict=True) for row in pair]


def fits(row: Row) -> bool:
    return bool(row["sentence"].strip()) and unfit_code(row["sentence"], passages(row), ["x"]) is None


def is_faithful(row: Row) -> bool:
    return bool(row["label"] == "supported")


def passages(row: Row) -> list[QuotedPassage]:
    return [QuotedPassage(text=row["source"])]


def trial_grade(row: Row) -> Grade:
    """What the check makes of the pair with one vote for it: `judged` where rules leave it to judges."""
    pair = EntailmentVote.pair_hash_of(row["sentence"], (row["source"],))
    vote = EntailmentVote(model="trial", entailed=True, score=1.0, pair_hash=pair)
    return MechanicalCheck().grade(row["sentence"], passages(row), [vote]).grade


def is_contradicted(row: Row) -> bool:
    """Whether rules find that the sentence changes what its source says: fewer objections than the check has."""
    return bool(change_objections(row["sentence"], row["source"]))


class PairRun:
    """The answers of one model on pairs, kept in a file."""

    def __init__(self, model: Path, kept: Path, *, threads: int = 1, context: int = 4096) -> None:
        settings = LlmSettings(fast=(f"gguf:{model}",), threads=threads, context=context)
        named = named_model(settings, parse_model(f"gguf:{model}"))
        self.model_id = named.id
        self._mind = ModelClient(
            models={ModelRole.FAST: [named]},
            budget=TaskTokenBudget(Ledger(limits=TokenLimits(total=100_000_000))),
            fence=Fence.new("task_judge", os.urandom),
            limits=RetryLimits(retries=0, patience=600, longest=600),
        )
        self._prompts = TemplateLibrary(remembers=False).pinned()
        self._kept = kept
        self.answers: dict[tuple[str, str], Row] = {}
        if kept.exists():
            for line in kept.read_text(encoding="utf-8").splitlines():
                one = json.loads(line)
                self.answers[one["id"], one["job"]] = one

    async def ask(self, row: Row, request: ModelRequest[Any]) -> Row:
        known = self.answers.get((row["id"], request.job))
        if known is not None:
            return known
        began = time.process_time()
        try:
            answer = await self._mind.ask(request)
            value, given, written = answer.value.model_dump(), answer.use.given, answer.use.written
        except ModelFailed as failed:
            value, given, written = {"failed": failed.code}, 0, 0
        made = {
            "id": row["id"],
            "set": row["set"],
            "label": row["label"],
            "job": request.job,
            "value": value,
            "given": given,
            "written": written,
            "seconds": round(time.process_time() - began, 2),
        }
        self.answers[row["id"], request.job] = made
        with self._kept.open("a", encoding="utf-8") as out:
            out.write(json.dumps(made, ensure_ascii=False) + "\n")
        return made

    async def run(self, rows: Sequence[Row]) -> None:
        ask = ModelRole.FAST
        await self._stage(rows, lambda row: entailment_request(self._prompts, row["sentence"], passages(row), ask))
        yes = [row for row in rows if self.said_yes(row)]
        await self._stage(yes, lambda row: beyond_request(self._prompts, row["sentence"], passages(row), ask))
        clean = [row for row in yes if self.found_no_fault(row)]
        await self._stage(clean, lambda row: lineup_request(self._prompts, line_for(row), passages(row), ask))

    async def _stage(self, rows: Sequence[Row], request: Callable[[Row], ModelRequest[Any]]) -> None:
        # Japanese and English instructions differ: rows of a language together share what has been read of them.
        for row in sorted(rows, key=lambda one: str(one["set"])):
            await self.ask(row, request(row))

    def said_yes(self, row: Row) -> bool:
        return self._holds(row, "entailment", says_yes)

    def found_no_fault(self, row: Row) -> bool:
        return self._holds(row, "beyond", finds_no_fault)

    def passed_canaries(self, row: Row) -> bool:
        line = line_for(row)
        return self._holds(row, "lineup", lambda answer: picks_only(answer, line, row["sentence"]))

    def confidence(self, row: Row) -> int:
        return int(self.answers[row["id"], "entailment"]["value"].get("confidence", 0))

    def _holds(self, row: Row, job: str, test: Callable[[Any], bool]) -> bool:
        from tadori.minds.llm.answers import BeyondAnswer, EntailmentAnswer, LineupAnswer  # lazy: pydantic

        forms: dict[str, Any] = {"entailment": EntailmentAnswer, "beyond": BeyondAnswer, "lineup": LineupAnswer}
        known = self.answers.get((row["id"], job))
        if known is None or "failed" in known["value"]:
            return False
        return test(forms[job].model_validate(known["value"]))


def line_for(row: Row) -> tuple[str, ...]:
    return line_of(row["sentence"], [one.text for one in canaries_of(row["sentence"])])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--record", metavar="NAME", help="write the figures under this name of a model into the table")
    args = parser.parse_args()
    rows = {name: sample(name, args.each) for name in args.sets.split(",")}
    asked = PairRun(args.model, args.out)
    asyncio.run(asked.run([row for of_set in rows.values() for row in of_set]))
    for name, of_set in rows.items():
        print(told(name, of_set, asked))
    if args.record:
        record(args.record, rows, asked)


def accepted(rows: Sequence[Row], holds: Callable[[Row], bool], *, faithful: bool) -> tuple[int, int]:
    of_label = [row for row in rows if is_faithful(row) is faithful]
    return sum(map(holds, of_label)), len(of_label)


def told(name: str, rows: Sequence[Row], asked: PairRun) -> str:
    """What is accepted after each kind of call, faithful and unfaithful, and what it cost."""
    steps: Sequence[tuple[str, Callable[[Row], bool]]] = (
        ("yes", asked.said_yes),
        ("no fault", asked.found_no_fault),
        ("canaries", asked.passed_canaries),
        ("no contradiction by rules", lambda row: asked.passed_canaries(row) and not is_contradicted(row)),
        ("no objection by rules", lambda row: asked.passed_canaries(row) and trial_grade(row) is Grade.JUDGED),
    )
    parts = [
        f"{step} {good}/{of_good} {bad}/{of_bad}"
        for step, holds in steps
        for good, of_good in [accepted(rows, holds, faithful=True)]
        for bad, of_bad in [accepted(rows, holds, faithful=False)]
    ]
    ids = {row["id"] for row in rows}
    made = [one for (row, _), one in asked.answers.items() if row in ids]
    cost = f"{sum(one['seconds'] for one in made):.0f} s of a core, {len(made)} calls"
    tokens = f"{sum(one['given'] for one in made)} tokens read, {sum(one['written'] for one in made)} written"
    return f"{name}: {'; '.join(parts)}; {cost}, {tokens}"


def record(model: str, rows: Mapping[str, Sequence[Row]], asked: PairRun) -> None:
    """Puts the figures of a model into the table that is printed beside its sentences, in the place of older ones."""
    every = [row for of_set in rows.values() for row in of_set]
    good, of_good = accepted(every, asked.passed_canaries, faithful=True)
    bad, of_bad = accepted(every, asked.passed_canaries, faithful=False)
    entry = (
        f'[[judge]]\nmodel = "{model}"\nfaithful_accepted = {good / of_good:.4f}\n'
        f"unfaithful_accepted = {bad / of_bad:.4f}\n"
        f'n = {of_good + of_bad}\nsets = "{", ".join(rows)}"\n'
    )
    head, *others = TABLE.read_text(encoding="utf-8").split("[[judge]]")
    kept = [f"[[judge]]{other}".rstrip() for other in others if f'model = "{model}"\n' not in other]
    TABLE.write_text("\n\n".join([head.rstrip(), *kept, entry.rstrip()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
