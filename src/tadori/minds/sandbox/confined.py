"""Runs code in CPython inside bubblewrap and prlimit, where they are installed and `[coding] cpython` allows it (D10).

In: code and named values. Out: its last expression's value. The process sees a read-only root with nothing in it but
Python's own library, no network, no other process, no environment, no terminal; nobody is who it runs as. Its results
are never *derived*: `verify` does not run a stranger's CPython.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tadori.errors import CodeFailed, CodeRefused, MissingExtra
from tadori.minds.sandbox.results import check_call, plain_value
from tadori.model.code_thresholds import (
    CODE_DEPTH,
    CODE_PATIENCE,
    CODE_SECONDS,
    LONGEST_RESULT,
    MOST_RESULT_DIGITS,
    PRINTED_BYTES,
    PROCESS_FILES,
    PROCESS_MEMORY,
)
from tadori.model.computation import CodeResult, CodeRunner
from tadori.model.doors import CodeValue

PROGRAMS: Final = ("bwrap", "prlimit")
NOBODY: Final = 65534
_LONGEST_ANSWER: Final = 200_000
_OVER_LIMIT: Final = "it used too much memory, printed too much, or calls itself too deep"
_SYSTEM: Final = ("/usr/lib", "/usr/lib64", "/lib", "/lib64")
_INSIDE: Final = """
import ast, io, json, resource, sys
asked = json.load(sys.stdin)
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
resource.setrlimit(resource.RLIMIT_NOFILE, (asked["files"], asked["files"]))
sys.setrecursionlimit(asked["depth"])
sys.set_int_max_str_digits(max(asked["digits"], 640))
out, said = sys.stdout, io.StringIO()
class Bounded:
    def write(self, text):
        if said.tell() + len(text) > asked["printed"]:
            raise MemoryError
        return said.write(text)
    def flush(self):
        pass
sys.stdout = sys.stderr = Bounded()
def answer(**found):
    out.write(json.dumps(found, allow_nan=False))
    out.flush()
try:
    tree = ast.parse(asked["code"])
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    names = dict(asked["inputs"])
    exec(compile(tree, "code", "exec"), names)
    value = None if last is None else eval(compile(ast.Expression(last.value), "code", "eval"), names)
except BaseException as exc:
    answer(limit=isinstance(exc, (MemoryError, RecursionError)))
else:
    try:
        answer(value=value, printed=said.getvalue())
    except (TypeError, ValueError, RecursionError):
        answer(refused=True)
"""


class ConfinedPython:
    """Implements `CodeSandbox` with a process for each run."""

    runner: CodeRunner = CodeRunner.CPYTHON

    def run(self, code: str, inputs: Mapping[str, CodeValue]) -> CodeResult:
        """See `CodeSandbox`. Raises `MissingExtra` where bubblewrap or prlimit is not installed."""
        check_call(code, inputs)
        asked = {
            "code": code,
            "inputs": dict(inputs),
            "files": PROCESS_FILES,
            "depth": CODE_DEPTH,
            "digits": MOST_RESULT_DIGITS,
            "printed": PRINTED_BYTES,
        }
        answer = _answer(_ran(json.dumps(asked).encode()))
        if "value" not in answer:
            raise CodeFailed(_OVER_LIMIT if answer.get("limit") else "it ends in an error")
        printed = str(answer.get("printed", ""))[:LONGEST_RESULT]
        return CodeResult(value=plain_value(answer["value"]), printed=printed)


def missing_programs() -> tuple[str, ...]:
    """What must be installed for CPython to be confined; empty where all is there."""
    return tuple(name for name in PROGRAMS if shutil.which(name) is None)


def _ran(asked: bytes) -> bytes:
    """What the confined process wrote. Raises `CodeFailed`, `MissingExtra`."""
    if missing := missing_programs():
        raise MissingExtra(f"confining CPython needs {' and '.join(missing)} (the packages bubblewrap, util-linux)")
    # Root in a namespace of its own would still be root to the kernel: bubblewrap itself begins as nobody.
    dropped: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    process: subprocess.Popen[bytes] = subprocess.Popen(
        _command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
        **dropped,
    )
    try:
        written, _ = process.communicate(asked, timeout=CODE_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise CodeFailed("it ran too long") from None
    if process.returncode != 0 and not written:
        raise CodeFailed("it ran too long, used too much, or cannot be confined on this machine")
    return written


def _answer(written: bytes) -> dict[str, Any]:
    """What the process wrote, read as the little that it may say."""
    if len(written) > _LONGEST_ANSWER:
        raise CodeRefused("the result is too large")
    try:
        answer = json.loads(written)
    except (ValueError, RecursionError):
        raise CodeFailed("it ended without a result") from None
    if not isinstance(answer, dict):
        raise CodeFailed("it ended without a result")
    if answer.get("refused"):
        raise CodeRefused("the result is nothing that JSON can hold")
    return answer


def _command() -> list[str]:
    """prlimit, bubblewrap, Python: each holds the next one."""
    interpreter, library = _python()
    seen = [folder for folder in (*_SYSTEM, library) if Path(folder).is_dir()]
    binds: list[str] = []
    for folder in dict.fromkeys(seen):
        link = Path(folder).is_symlink()
        binds += ["--symlink", str(Path(folder).readlink()), folder] if link else ["--ro-bind", folder, folder]
    seconds = max(1, round(CODE_SECONDS))
    return [
        *(shutil.which("prlimit") or "prlimit", f"--as={PROCESS_MEMORY}", f"--cpu={seconds}", "--fsize=0", "--core=0"),
        *("--", shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"),
        *("--cap-drop", "ALL", *binds, "--ro-bind", interpreter, interpreter, "--remount-ro", "/", "--chdir", "/"),
        *("--", interpreter, "-I", "-S", "-B", "-c", _INSIDE),
    ]


def _python() -> tuple[str, str]:
    """An interpreter that nobody may run, and where its library is: our own, or the system's."""
    own = Path(sys.base_prefix)
    program = own / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    if program.is_file() and (os.geteuid() != 0 or all(folder.stat().st_mode & 0o001 for folder in program.parents)):
        return str(program.resolve()), str(own / "lib")
    system = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    if system is None:
        raise MissingExtra("confining CPython needs a Python that nobody may run: install the system's python3")
    found = Path(system).resolve()
    return str(found), str(found.parent.parent / "lib")
