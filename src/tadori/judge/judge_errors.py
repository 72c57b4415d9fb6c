"""The measured error of judges of wording, to be printed beside the sentences that they carry (X11).

In: the name of a model as a vote has it. Out: how it did on labelled public pairs, if somebody measured it. The table
is written by `python -m tests.gates.judge_runs --record`. A model that also wrote the sentence is not in it as such.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tadori.model.grading import JudgeError

TABLE: Final = Path(__file__).with_name("judge_errors.toml")


def measured_error(model: str) -> JudgeError | None:
    """The error of the model of this very name; None where it was not measured."""
    return _table().get(model)


@cache
def _table() -> Mapping[str, JudgeError]:
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8")).get("judge", [])
    return MappingProxyType(
        {
            str(row["model"]): JudgeError(
                faithful_accepted=float(row["faithful_accepted"]),
                unfaithful_accepted=float(row["unfaithful_accepted"]),
                n=int(row["n"]),
                sets=str(row["sets"]),
            )
            for row in rows
        }
    )
