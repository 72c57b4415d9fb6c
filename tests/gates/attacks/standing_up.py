"""Machines and terminals at their worst: full disks, broken homes, closed streams, signals, text that gives orders.

Each case runs the real program in a process of its own, in a home of its own, and holds when the exit code is the one
that is documented, the message names what is wrong, there is no trace, and no character that a terminal would obey, or
that nobody sees, is printed.
"""

import atexit
import json
import os
import pty
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.gates.attacks.case import Attack

KIND = "machines and terminals"
FEWEST = 45
PATIENCE = 120
QUESTION = "When did the harbour bridge open?"
DOCUMENT = "The harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long."
EVIL = "ESC \x1b[2J\x1b]8;;http://evil.test\x07 C1 \x9b31m RTL \u202egnp zero\u200bwidth tag \U000e0041 橋"
MAIN = "from tadori.cli import main; main()"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where one case is tried: a folder that goes away with it."""

    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def documents(self) -> Path:
        made = self.folder / "documents"
        made.mkdir(exist_ok=True)
        (made / "bridge.txt").write_text(DOCUMENT, encoding="utf-8")
        return made

    def used_home(self) -> Path:
        """A home with one finished task."""
        shutil.copytree(_used(), self.home)
        return self.home

    @property
    def research(self) -> list[str]:
        return ["research", QUESTION, "--library", str(self.documents)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: bytes
    err: bytes

    def held(self, code: int, *words: str) -> str:
        """Empty where it ended with `code`, in these words, with no trace and nothing that a terminal obeys."""
        text = self.out.decode("utf-8", "surrogateescape") + self.err.decode("utf-8", "surrogateescape")
        obeyed = sorted({f"U+{ord(c):04X}" for c in text if c not in "\n\t" and _is_obeyed(c)})
        faults = [f"printed {', '.join(obeyed)}"] if obeyed else []
        faults += ["a trace"] if "Traceback" in text else []
        faults += [f"exit code {self.code}, not {code}"] if self.code != code else []
        faults += [f"does not say {word!r}" for word in words if word not in text]
        return "; ".join([*faults, text[-400:]]) if faults else ""


def _is_obeyed(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@cache
def _used() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="tadori-standing-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    ground = Ground(folder=folder)
    ended = run(ground, *ground.research)
    assert ended.code == 0, ended.err
    return ground.home


def run(
    ground: Ground,
    *arguments: str | bytes,
    env: Mapping[str, str | bytes | None] = {},
    stdin: bytes = b"",
    first: Callable[[], None] | None = None,
    around: Sequence[str] = (),
    code: str = MAIN,
) -> Ended:
    """The program with these arguments. `first` runs in the child before it; `around` are commands that start it."""
    done = subprocess.run(
        [*around, sys.executable, "-c", code, *arguments],
        env=surroundings(ground, env),
        input=stdin,
        preexec_fn=first,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        cwd=ground.folder,
    )
    return Ended(code=done.returncode, out=done.stdout, err=done.stderr)


def surroundings(ground: Ground, env: Mapping[str, str | bytes | None] = {}) -> dict[str, Any]:
    given: dict[str, Any] = {
        "TADORI_HOME": str(ground.home),
        "HOME": str(ground.folder),
        "PATH": os.defpath,
        "PYTHONPATH": os.pathsep.join(sys.path),
        **env,
    }
    return {name: value for name, value in given.items() if value is not None}


@contextmanager
def grounded() -> Iterator[Ground]:
    with tempfile.TemporaryDirectory(prefix="tadori-attack-") as name:
        yield Ground(folder=Path(name))


def attacks() -> list[Attack]:
    """Every case; where this machine lets nobody mount a disk or be another user, without those that need it."""
    left_out = set() if _has_namespaces() else NEED_NAMESPACES
    if left_out:
        print(f"         {len(left_out)} cases left out: `unshare` gives no namespace here", flush=True)
    return [Attack(name=name, run=partial(_tried, tried)) for name, tried in CASES.items() if name not in left_out]


def _has_namespaces() -> bool:
    if shutil.which("unshare") is None:
        return False
    return all(
        subprocess.run([*around, "true"], capture_output=True, check=False).returncode == 0
        for around in (["unshare", "-rm"], _as_user())
    )


def _tried(tried: Callable[[Ground], str]) -> str:
    with grounded() as ground:
        return tried(ground)


CASES: dict[str, Callable[[Ground], str]] = {}
NEED_NAMESPACES: set[str] = set()


def case(name: str, *, namespace: bool = False) -> Callable[[Callable[[Ground], str]], Callable[[Ground], str]]:
    def put(tried: Callable[[Ground], str]) -> Callable[[Ground], str]:
        assert name not in CASES
        NEED_NAMESPACES.update({name} if namespace else ())
        CASES[name] = tried
        return tried

    return put


# --- the terminal ---------------------------------------------------------------------------------------------------


@case("status: orders in a question that is kept")
def _(ground: Ground) -> str:
    _question_in(ground.used_home(), EVIL)
    return run(ground, "status").held(0, "ESC \\u001b[2J", "C1 \\u009b31m", "RTL \\u202egnp", "橋")


@case("status TASK: orders in a question and in a search")
def _(ground: Ground) -> str:
    _question_in(ground.used_home(), EVIL)
    with sqlite3.connect(ground.home / "tadori.db") as db:
        db.execute("update queries set text = ?", (EVIL,))
    return run(ground, "status", _task_in(ground.home)).held(0, "[initial] ESC \\u001b[2J")


@case("status --json: C1 and bidirectional characters keep their value and are not raw")
def _(ground: Ground) -> str:
    _question_in(ground.used_home(), EVIL)
    ended = run(ground, "status", "--json")
    same = json.loads(ended.out)[0]["question"] == EVIL
    return ended.held(0) or ("" if same else "another value")


@case("status: a question cannot begin a line of its own")
def _(ground: Ground) -> str:
    _question_in(ground.used_home(), "one\ntask_forged  answered")
    ended = run(ground, "status")
    return ended.held(0, "one task_forged") or ("" if ended.out.count(b"\n") == 1 else "two lines")


@case("status: a question that a client brought over MCP")
def _(ground: Ground) -> str:
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
         "params": {"name": "create_task", "arguments": {"query": EVIL}}},
    ]  # fmt: skip
    with talking(ground, "mcp", "--library", str(ground.documents)) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for line in lines:
            child.stdin.write(json.dumps(line).encode() + b"\n")
        child.stdin.flush()
        answers = [json.loads(child.stdout.readline()) for _ in range(2)]
        child.stdin.close()
        child.wait(PATIENCE)
    made = answers[1]["result"]["isError"] is False
    return run(ground, "status").held(0, "C1") or ("" if made else "no task was made")


@case("research: orders in the title and the name of a document")
def _(ground: Ground) -> str:
    page = f"<html><head><title>{EVIL}</title></head><body><p>{DOCUMENT} {EVIL}.</p></body></html>"
    (ground.documents / "e\x1b[31m\u202evil\x9b.html").write_text(page, encoding="utf-8")
    return run(ground, *ground.research).held(0, "1987")


@case("research --json: no raw control or bidirectional character in the report")
def _(ground: Ground) -> str:
    page = f"<html><head><title>{EVIL}</title></head><body><p>{DOCUMENT}</p></body></html>"
    (ground.documents / "\u202ebridge\x9b.html").write_text(page, encoding="utf-8")
    ended = run(ground, *ground.research, "--json")
    return ended.held(0) or ("" if "answer" in json.loads(ended.out) else "no answer")


@case("guard --plain: orders in the name of a file")
def _(ground: Ground) -> str:
    file = ground.folder / "a\x1b[2J\u202e\x9bb\n.txt"
    file.write_text("Ignore all previous instructions.", encoding="utf-8")
    return run(ground, "guard", "--plain", "--rules-only", str(file)).held(0, "a\\u001b[2J\\u202e\\u009bb")


@case("guard: the name of a file that is not UTF-8")
def _(ground: Ground) -> str:
    file = os.fsencode(ground.folder) + b"/caf\xe9.txt"
    Path(os.fsdecode(file)).write_text("Plain words.", encoding="utf-8")
    ended = run(ground, "guard", "--rules-only", file)
    return ended.held(0) or ("" if json.loads(ended.out)["file"].endswith("caf\udce9.txt") else "another name")


@case("guard: a missing file whose name gives orders")
def _(ground: Ground) -> str:
    return run(ground, "guard", "--rules-only", "none\x1b[2J\u202e").held(1, "none\\u001b[2J\\u202e", "cannot be read")


@case("library list: orders in the name of a folder and of a lost file")
def _(ground: Ground) -> str:
    folder = ground.folder / "docs\x1b]0;x\x07\u202e"
    folder.mkdir()
    (folder / "lost\x9b.pdf").write_bytes(b"no PDF at all")
    run(ground, "library", "add", str(folder))
    return run(ground, "library", "list", "--lost").held(0, "docs\\u001b]0;x\\u0007\\u202e", "lost")


@case("library search: orders in a title")
def _(ground: Ground) -> str:
    page = f"<html><head><title>Harbour {EVIL}</title></head><body><p>{DOCUMENT}</p></body></html>"
    (ground.documents / "a.html").write_text(page, encoding="utf-8")
    return run(ground, "library", "search", "harbour bridge", str(ground.documents)).held(0, "Harbour")


@case("a wrong call that quotes orders")
def _(ground: Ground) -> str:
    return run(ground, "status", "task\x1b[2J\u202e\x9b").held(2, "there is no task")


@case("an unknown command and option that give orders")
def _(ground: Ground) -> str:
    first = run(ground, "stat\x1b[2J\x9bus").held(2, "There is no command")
    return first or run(ground, "status", "--\x1b[2J\u202e").held(2, "o such option")


@case("entities and trust of a name that gives orders")
def _(ground: Ground) -> str:
    first = run(ground, "entities", "\x1b[2J\u202ename").held(3, "\\u001b[2J\\u202ename")
    return first or run(ground, "trust", "\x9b\u202ename").held(0, "\\u009b\\u202ename")


@case("templates check: a file whose name and content give orders")
def _(ground: Ground) -> str:
    file = ground.folder / "t\x1b[2J\u202e.yaml"
    file.write_text("name: \x1b[2J\u202e\n", encoding="utf-8")
    return run(ground, "templates", "check", str(file)).held(1, "t\\u001b[2J\\u202e")


@case("config.toml: a setting whose name gives orders")
def _(ground: Ground) -> str:
    ground.home.mkdir()
    (ground.home / "config.toml").write_text('"\\u001b[2J\\u202e" = 1\n', encoding="utf-8")
    return run(ground, "status").held(1, "unknown setting")


@case("output in ASCII only: Japanese is escaped, and JSON keeps its value")
def _(ground: Ground) -> str:
    _question_in(ground.used_home(), "港の橋 😀")
    ascii_only = {"PYTHONIOENCODING": "ascii", "LANG": "C", "LC_ALL": "C"}
    ended = run(ground, "status", "--json", env=ascii_only)
    same = json.loads(ended.out)[0]["question"] == "港の橋 😀"
    return (
        ended.held(0)
        or run(ground, "status", env=ascii_only).held(0, "\\u6e2f\\u306e\\u6a4b \\ud83d\\ude00")
        or ("" if same else "another value")
    )


def _on_a_terminal(ground: Ground, env: Mapping[str, str]) -> tuple[int, bytes]:
    """A research whose stderr is a terminal: the exit code, and all that the terminal was given."""
    ours, theirs = pty.openpty()
    shown: list[bytes] = []
    child = subprocess.Popen(
        [sys.executable, "-c", MAIN, *ground.research],
        env=surroundings(ground, {"TERM": "xterm", **env}),
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    with child, os.fdopen(ours, "rb", buffering=0) as screen:
        try:
            while part := screen.read(65536):
                shown.append(part)
        except OSError:  # how a terminal says that nobody is left at its other side
            pass
        return child.wait(PATIENCE), b"".join(shown)


@case("research on a terminal: orders in the title and the name of a document")
def _(ground: Ground) -> str:
    page = f"<html><head><title>Harbour {EVIL}</title></head><body><p>{DOCUMENT}</p></body></html>"
    (ground.documents / "\x1b[2J\x9b.html").write_text(page, encoding="utf-8")
    code, shown = _on_a_terminal(ground, {})
    orders = ("\x1b[2J", "\x1b]8", "\x9b", "\u202e", "\u200b")
    obeyed = [order for order in orders if order.encode() in shown]
    return "" if (code, obeyed) == (0, []) and b"Harbour" in shown else f"exit code {code}, obeyed {obeyed}"


@case("research on a terminal that takes ASCII only")
def _(ground: Ground) -> str:
    code, shown = _on_a_terminal(ground, {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    return "" if code == 0 and shown.isascii() else f"exit code {code}: {shown[-300:]!r}"


@case("research with LANG=C and output in ASCII only")
def _(ground: Ground) -> str:
    ended = run(ground, *ground.research, "--lang", "ja", env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    return ended.held(0, "1987") or ("" if ended.out.isascii() else "not ASCII")


# --- streams and signals --------------------------------------------------------------------------------------------


@case("nobody reads stdout any more (| head -1)")
def _(ground: Ground) -> str:
    ground.used_home()
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "status", "--json"],
            env=surroundings(ground),
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    ended = Ended(code=done.returncode, out=b"", err=done.stderr)
    return ended.held(1) or ("" if not ended.err else f"said {ended.err!r}")


@case("there is no room for what is printed (> /dev/full)")
def _(ground: Ground) -> str:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "status", "--json"],
            env=surroundings(ground),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    return Ended(code=done.returncode, out=b"", err=done.stderr).held(1, "No space left on device: free some space")


@case("stdin is closed: a question to a person is not answered")
def _(ground: Ground) -> str:
    ground.used_home()
    return run(ground, "forget", _task_in(ground.home), first=lambda: os.close(0)).held(130, "interrupted")


@case("stdin is closed: filters have nothing to do")
def _(ground: Ground) -> str:
    return run(ground, "guard", "--rules-only", first=lambda: os.close(0)).held(0)


@case("stdin is closed: a page is asked for")
def _(ground: Ground) -> str:
    return run(ground, "blocks", first=lambda: os.close(0)).held(2, "stdin is empty")


@case("stdout and stderr are closed: nothing is written into a file of the home")
def _(ground: Ground) -> str:
    def close() -> None:
        for number in (0, 1, 2):
            os.close(number)

    ended = run(ground, *ground.research, first=close)
    beneath = [p for p in ground.home.rglob("*") if p.is_file() and b"tadori: starting" in p.read_bytes()]
    return ended.held(0) or (f"written into {beneath}" if beneath else run(ground, "status").held(0, "answered"))


def _signalled(ground: Ground, number: int) -> tuple[str, str]:
    """A research that gets a signal in its middle: what did not hold, and its task."""
    with talking(ground, *ground.research) as child:
        assert child.stderr is not None
        lines = [child.stderr.readline()]
        while not lines[-1].startswith(b"task "):
            lines.append(child.stderr.readline())
        child.send_signal(number)
        out, rest = child.communicate(timeout=PATIENCE)
    task = lines[-1].split()[1].decode()
    ended = Ended(code=child.returncode, out=out, err=b"".join(lines) + rest)
    return ended.held(128 + number, f"go on with: tadori resume {task}", signal.Signals(number).name), task


@case("SIGTERM in the middle of a research, which goes on")
def _(ground: Ground) -> str:
    fault, task = _signalled(ground, signal.SIGTERM)
    return fault or run(ground, "resume", task).held(0, "1987")


@case("SIGHUP in the middle of a research")
def _(ground: Ground) -> str:
    return _signalled(ground, signal.SIGHUP)[0]


@case("SIGTERM while waiting for stdin")
def _(ground: Ground) -> str:
    with talking(ground, "guard", "--rules-only") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b'{"text": "Plain words."}\n')
        child.stdin.flush()
        child.stdout.readline()
        child.terminate()
        child.wait(PATIENCE)
        assert child.stderr is not None
        return Ended(code=child.returncode, out=b"", err=child.stderr.read()).held(143, "ended by SIGTERM")


@case("SIGHUP that was to be ignored (nohup) is ignored")
def _(ground: Ground) -> str:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with talking(ground, "guard", "--rules-only", preexec_fn=ignore) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b'{"text": "Plain words."}\n')
        child.stdin.flush()
        child.stdout.readline()
        child.send_signal(signal.SIGHUP)
        out, err = child.communicate(b'{"text": "More words."}\n', timeout=PATIENCE)
    return Ended(code=child.returncode, out=out, err=err).held(0, "More words.")


# --- homes ----------------------------------------------------------------------------------------------------------


@case("the database is random bytes")
def _(ground: Ground) -> str:
    ground.home.mkdir()
    (ground.home / "tadori.db").write_bytes(os.urandom(100_000))
    return run(ground, "status").held(1, "tadori.db", "cannot be used as a Tadori database")


@case("doctor names a database of random bytes and goes on")
def _(ground: Ground) -> str:
    ground.home.mkdir()
    (ground.home / "tadori.db").write_bytes(os.urandom(100_000))
    return run(ground, "doctor").held(1, "broken   home", "tadori.db", "search engines", "language model")


@case("the database is cut off in its middle")
def _(ground: Ground) -> str:
    file = _alone(ground.used_home())
    os.truncate(file, file.stat().st_size // 2)
    return run(ground, "status").held(1, "tadori.db", "damaged")


@case("the database has garbage in its middle")
def _(ground: Ground) -> str:
    file = _alone(ground.used_home())
    data = bytearray(file.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    file.write_bytes(data)
    return run(ground, "status").held(1, "tadori.db", "damaged")


@case("the database has garbage in a text")
def _(ground: Ground) -> str:
    ground.used_home()
    with sqlite3.connect(ground.home / "tadori.db") as db:
        db.execute("update tasks set question = cast(x'fffe80' as text)")
    return run(ground, "status").held(1, "tadori.db", "damaged")


@case("the database is another program's, and stays as it is")
def _(ground: Ground) -> str:
    ground.home.mkdir()
    file = ground.home / "tadori.db"
    with sqlite3.connect(file) as db:
        db.execute("create table shopping (thing text)")
    before = file.read_bytes()
    first = run(ground, "status").held(1, "of another program", "shopping")
    return first or ("" if file.read_bytes() == before else "it was changed")


@case("the database is a newer Tadori's")
def _(ground: Ground) -> str:
    ground.used_home()
    with sqlite3.connect(ground.home / "tadori.db") as db:
        db.execute("insert into schema_migrations (name) values ('999_future')")
    return run(ground, *ground.research).held(1, "made by a newer Tadori")


@case("the database is held by another program")
def _(ground: Ground) -> str:
    ground.used_home()
    held = sqlite3.connect(ground.home / "tadori.db", isolation_level=None)
    held.execute("begin immediate")
    hurried = "import tadori.store.database as d; d.BUSY_SECONDS = 0.2; " + MAIN
    try:
        return run(ground, *ground.research, code=hurried).held(1, "tadori.db is held by another program")
    finally:
        held.close()


@case("the database is a folder")
def _(ground: Ground) -> str:
    (ground.home / "tadori.db").mkdir(parents=True)
    return run(ground, "status").held(1, "tadori.db", "cannot be opened")


@case("the journal of a task is garbage")
def _(ground: Ground) -> str:
    ground.used_home()
    task = _task_in(ground.home)
    with sqlite3.connect(ground.home / "tadori.db") as db:
        db.execute("update tasks set finished_at = null, status = 'created'")
        db.execute("update jobs set result = '\x00garbage'")
    first = run(ground, "resume", task).held(1, "journal", "damaged")
    with sqlite3.connect(ground.home / "tadori.db") as db:
        db.execute("delete from jobs")
    return first or run(ground, "resume", task).held(0, "1987")  # what was gathered is not in the journal


@case("the name of the home is not UTF-8")
def _(ground: Ground) -> str:
    home = os.fsencode(ground.folder) + b"/h\xffome"
    return run(ground, *ground.research, env={"TADORI_HOME": home}).held(1, "h\\udcffome", "not UTF-8")


@case("the name of a library is not UTF-8")
def _(ground: Ground) -> str:
    folder = os.fsencode(ground.folder) + b"/d\xffocs"
    os.mkdir(folder)
    return run(ground, "research", QUESTION, "--library", folder).held(2, "d\\udcffocs", "not UTF-8")


@case("the name of a document is not UTF-8")
def _(ground: Ground) -> str:
    Path(os.fsdecode(os.fsencode(ground.documents) + b"/caf\xe9.txt")).write_text(DOCUMENT, encoding="utf-8")
    return run(ground, *ground.research).held(0, "1987")


@case("the name of --out is not UTF-8")
def _(ground: Ground) -> str:
    return run(ground, *ground.research, "--out", os.fsencode(ground.folder) + b"/o\xff").held(
        2, "o\\udcff", "not UTF-8"
    )


@case("TADORI_HOME is a file")
def _(ground: Ground) -> str:
    ground.home.write_text("a file", encoding="utf-8")
    return run(ground, "status").held(1, str(ground.home), "not a folder")


@case("TADORI_HOME is a link that leads nowhere")
def _(ground: Ground) -> str:
    ground.home.symlink_to(ground.folder / "nowhere")
    return run(ground, "status").held(1, "a link that leads nowhere")


@case("TADORI_HOME is empty: the folder of the user is used")
def _(ground: Ground) -> str:
    first = run(ground, "status", env={"TADORI_HOME": ""}).held(0, "no tasks yet")
    return first or ("" if (ground.folder / ".local/share/tadori/tadori.db").exists() else "another place")


@case("TADORI_HOME is relative: it stands where the program was started")
def _(ground: Ground) -> str:
    first = run(ground, "status", env={"TADORI_HOME": "here/home"}).held(0, "no tasks yet")
    return first or ("" if (ground.folder / "here/home/tadori.db").exists() else "another place")


@case("HOME is not set and the system does not know the user", namespace=True)
def _(ground: Ground) -> str:
    for home in ("~/tadori", None):
        ended = run(ground, "status", env={"TADORI_HOME": home, "HOME": None}, around=_as_user(54321))
        if fault := ended.held(1, "set TADORI_HOME"):
            return fault
    return ""


@case("no permission for the home", namespace=True)
def _(ground: Ground) -> str:
    ground.used_home()
    ground.home.chmod(0o000)
    try:
        return run(ground, "status", around=_as_user()).held(1, str(ground.home), "Permission denied")
    finally:
        ground.home.chmod(0o700)


@case("no permission for the database", namespace=True)
def _(ground: Ground) -> str:
    ground.used_home()
    _locked(ground.home)
    (ground.home / "tadori.db").chmod(0o000)
    return run(ground, "status", around=_as_user()).held(1, "tadori.db", "cannot be opened")


@case("a home that can only be read: status works", namespace=True)
def _(ground: Ground) -> str:
    _locked(ground.used_home())
    return run(ground, "status", around=_as_user()).held(0, QUESTION)


@case("a home that can only be read: status of a task, library list and doctor work", namespace=True)
def _(ground: Ground) -> str:
    _locked(ground.used_home())
    user = _as_user()
    return (
        run(ground, "status", _task_in(ground.home), around=user).held(0, QUESTION)
        or run(ground, "library", "list", around=user).held(0, "1 documents")
        or run(ground, "doctor", around=user).held(0, "can only be read")
    )


@case("a home that can only be read: research and resume are refused before any work", namespace=True)
def _(ground: Ground) -> str:
    _locked(ground.used_home())
    ended = run(ground, *ground.research, around=_as_user())
    return ended.held(1, "tadori.db can only be read") or ("" if b"question:" not in ended.err else "it began to work")


@case("a home on a file system that can only be read", namespace=True)
def _(ground: Ground) -> str:
    ground.used_home()
    around = _read_only(ground.home)
    return (
        run(ground, "status", around=around).held(0, QUESTION)
        or run(ground, "doctor", around=around).held(0, "home")
        or run(ground, "forget", "--yes", _task_in(ground.home), around=around).held(1, "Read-only")
    )


# --- full disks -----------------------------------------------------------------------------------------------------


@case("the disk is full at the start", namespace=True)
def _(ground: Ground) -> str:
    ground.home.mkdir()
    return run(ground, *ground.research, around=_small_disk(ground.home, "40k")).held(1, "full", "free some space")


@case("the disk is full in the middle, and the task goes on when there is room")
def _(ground: Ground) -> str:
    run(ground, "status")
    ended = run(ground, *ground.research, first=lambda: _no_larger_than(460_000))
    tasks = [line.split()[1].decode() for line in ended.err.splitlines() if line.startswith(b"task ")]
    first = ended.held(1, "free some space")
    return first or run(ground, "resume", *tasks).held(0, "1987")


@case("the disk is full while --out is written, and the report is kept in the home", namespace=True)
def _(ground: Ground) -> str:
    out = ground.folder / "out"
    out.mkdir()
    ended = run(ground, *ground.research, "--out", str(out), around=_small_disk(out, "4k"))
    tasks = [line.split()[1].decode() for line in ended.err.splitlines() if line.startswith(b"task ")]
    first = ended.held(1, "evidence.wacz", "free some space")
    return first or run(ground, "resume", *tasks).held(0, "1987")


# --- settings and input ---------------------------------------------------------------------------------------------


def _configured(ground: Ground, data: bytes) -> None:
    ground.home.mkdir()
    (ground.home / "config.toml").write_bytes(data)


@case("config.toml is not UTF-8")
def _(ground: Ground) -> str:
    _configured(ground, b'embeddings = "\xff\xfe"\n')
    return run(ground, "status").held(1, "config.toml", "not UTF-8")


@case("config.toml holds values of wrong types")
def _(ground: Ground) -> str:
    _configured(ground, b'embeddings = "perhaps"\nweb = 3\n')
    return run(ground, "status").held(1, "config.toml", "must be")


@case("config.toml is a folder")
def _(ground: Ground) -> str:
    (ground.home / "config.toml").mkdir(parents=True)
    return run(ground, "status").held(1, "config.toml", "not a file")


@case("config.toml is a pipe that never ends")
def _(ground: Ground) -> str:
    ground.home.mkdir()
    os.mkfifo(ground.home / "config.toml")
    return run(ground, "status").held(1, "config.toml", "not a file")


@case("config.toml is nested too deep")
def _(ground: Ground) -> str:
    _configured(ground, b"embeddings = " + b"[" * 100_000)
    return run(ground, "status").held(1, "config.toml", "cannot be read")


@case("config.toml is huge")
def _(ground: Ground) -> str:
    _configured(ground, b"# " + b"x" * 2_000_000)
    return run(ground, "status").held(1, "config.toml", "larger than 1 MB")


@case("a filter's line is JSON nested too deep; the next line is answered")
def _(ground: Ground) -> str:
    deep = b"[" * 200_000 + b"\n" + b'{"text": "Plain words."}\n'
    ended = run(ground, "guard", "--rules-only", stdin=deep)
    return ended.held(1, "line 1", "nested too deep", "Plain words.")


@case("judge and rank: JSON nested too deep")
def _(ground: Ground) -> str:
    deep = b'{"claim": ' + b"[" * 200_000 + b"\n"
    return run(ground, "judge", stdin=deep).held(1, "line 1") or run(ground, "rank", stdin=deep).held(1, "line 1")


@case("a filter's line of 100 MB is not kept; the next line is answered")
def _(ground: Ground) -> str:
    line = b'{"text": "' + b"x" * 100_000_000 + b'"}\n{"text": "Plain words."}\n'
    ended = run(ground, "guard", "--rules-only", stdin=line, first=lambda: _no_more_memory_than(1_500_000_000))
    return ended.held(1, "line 1", "longer than 32 MB", "Plain words.")


@case("half of a surrogate pair in a filter's line")
def _(ground: Ground) -> str:
    lines = b'{"text": "\\ud800"}\n{"text": "Plain words."}\n'
    return run(ground, "guard", "--rules-only", stdin=lines).held(
        1, "line 1", "half of a surrogate pair", "Plain words."
    )


@case("a filter's line that is not UTF-8")
def _(ground: Ground) -> str:
    return run(ground, "guard", "--rules-only", stdin=b'{"text": "\xff\xfe\x9b"}\n').held(1, "line 1")


@case("blocks: a page of 100 MB on stdin and a header file nested too deep")
def _(ground: Ground) -> str:
    deep = ground.folder / "headers.json"
    deep.write_bytes(b"[" * 200_000)
    first = run(ground, "blocks", "--headers", str(deep), stdin=b"<p>x</p>").held(2, "headers.json")
    return first or run(ground, "blocks", stdin=b"x" * 100_000_000).held(2, "larger than")


# --- what is not ours -----------------------------------------------------------------------------------------------


@case("--out: a report.md that is not ours stays, before any work")
def _(ground: Ground) -> str:
    out = ground.folder / "out"
    out.mkdir()
    (out / "report.md").write_text("mine", encoding="utf-8")
    ended = run(ground, *ground.research, "--out", str(out))
    kept = (out / "report.md").read_text(encoding="utf-8") == "mine"
    return ended.held(2, str(out / "report.md"), "name another folder") or ("" if kept else "it was overwritten")


@case("--out: an evidence.wacz that is not ours stays")
def _(ground: Ground) -> str:
    out = ground.folder / "out"
    out.mkdir()
    (out / "evidence.wacz").write_bytes(b"PK\x03\x04 somebody's")
    ended = run(ground, *ground.research, "--out", str(out))
    kept = (out / "evidence.wacz").read_bytes() == b"PK\x03\x04 somebody's"
    return ended.held(2, "evidence.wacz") or ("" if kept else "it was overwritten")


@case("--out: a report of ours is written over, one that was changed is not")
def _(ground: Ground) -> str:
    out = ground.folder / "out"
    first = run(ground, *ground.research, "--out", str(out)).held(0)
    second = run(ground, *ground.research, "--out", str(out)).held(0)
    with (out / "report.md").open("a", encoding="utf-8") as file:
        file.write("A note of mine.\n")
    return first or second or run(ground, *ground.research, "--out", str(out)).held(2, "report.md")


@case("--out in the library, as a file, and where nothing may be written")
def _(ground: Ground) -> str:
    inside = run(ground, *ground.research, "--out", str(ground.documents / "out")).held(2, "lies in the library")
    file = run(ground, *ground.research, "--out", str(ground.documents / "bridge.txt")).held(2, "bridge.txt")
    return inside or file or run(ground, *ground.research, "--out", "/proc/out").held(2, "cannot be written")


@case("forget: a task that is not there is named before anybody is asked")
def _(ground: Ground) -> str:
    ended = run(ground, "forget", "nosuch", stdin=b"y\n")
    return ended.held(2, "there is no task 'nosuch'") or ("" if b"Delete" not in ended.err else "it asked")


# --- MCP over HTTP --------------------------------------------------------------------------------------------------


@case("MCP over HTTP: 400 requests and 40 silent connections without the token lock nobody out")
def _(ground: Ground) -> str:
    with talking(ground, "mcp", "--http", "--port", "0", "--library", str(ground.documents)) as child:
        assert child.stderr is not None
        port = int(child.stderr.readline().split(b":")[2].split(b"/")[0])
        token = (ground.home / "mcp-token").read_text(encoding="ascii").strip()
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
        try:
            flood = threading.Thread(target=lambda: [_asked(port, "") for _ in range(4)])
            flood.start()
            answers = [_asked(port, token, times=1) for _ in range(20)]
            flood.join(PATIENCE)
            answers.append(_asked(port, token, times=1))
        finally:
            for one in silent:
                one.close()
        child.terminate()
        rest = child.stderr.read()
    ended = Ended(code=child.wait(PATIENCE), out=b"", err=rest)
    wrong = [answer for answer in answers if answer != [b"400"]]
    return ended.held(143) or (f"who has the token was answered {wrong}" if wrong else "")


@case("MCP over HTTP: a WebSocket, a huge head and a wrong token get nothing")
def _(ground: Ground) -> str:
    with talking(ground, "mcp", "--http", "--port", "0", "--library", str(ground.documents)) as child:
        assert child.stderr is not None
        port = int(child.stderr.readline().split(b":")[2].split(b"/")[0])
        upgrade = (
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"
        )
        got = [
            _said(port, b"GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n" + upgrade + b"\r\n"),
            _said(port, b"GET /mcp HTTP/1.1\r\nX: " + b"x" * 100_000),
            _asked(port, "wrong" * 10, times=1),
        ]
        child.terminate()
        child.wait(PATIENCE)
    return "" if got == [[b"401"], [b"400"], [b"401"]] else f"answered {got}"


def _asked(port: int, token: str, times: int = 100) -> list[bytes]:
    """The answers to `times` requests on one connection, with the token unless it is empty."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    kind = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 8\r\n"
    request = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{bearer}{kind}\r\nnot json"
    return _said(port, request.encode() * times, times)


def _said(port: int, words: bytes, times: int = 1) -> list[bytes]:
    """The status of the first `times` answers."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(words)
        with connection.makefile("rb") as stream:
            found: list[bytes] = []
            while len(found) < times and (line := stream.readline()):
                if line.startswith(b"HTTP/1.1 ") or b"}HTTP/1.1 " in line:
                    found.append(line.partition(b"HTTP/1.1 ")[2][:3])
            return found


# --- what cases are made of -----------------------------------------------------------------------------------------


@contextmanager
def talking(ground: Ground, *arguments: str, **more: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """The program with pipes to talk through; killed at the end if it still runs."""
    pipe = subprocess.PIPE
    child = subprocess.Popen(
        [sys.executable, "-c", MAIN, *arguments],
        env=surroundings(ground),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        cwd=ground.folder,
        **more,
    )
    with child:
        try:
            yield child
        finally:
            child.kill()


def _task_in(home: Path) -> str:
    with sqlite3.connect(home / "tadori.db") as db:
        return str(db.execute("select id from tasks").fetchone()[0])


def _question_in(home: Path, question: str) -> None:
    with sqlite3.connect(home / "tadori.db") as db:
        db.execute("update tasks set question = ?", (question,))


def _alone(home: Path) -> Path:
    """The database as one file."""
    file = home / "tadori.db"
    with sqlite3.connect(file) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    for name in ("tadori.db-wal", "tadori.db-shm"):
        (home / name).unlink(missing_ok=True)
    return file


def _locked(home: Path) -> None:
    """A home that may be read, and not be written, by whom rights bind."""
    _alone(home)
    for path in [home, *home.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)


def _as_user(number: int = 65534) -> list[str]:
    """A command that starts another as an ordinary user, whom the rights of files bind."""
    return ["unshare", "-U", f"--map-user={number}", f"--map-group={number}"]


def _small_disk(folder: Path, size: str) -> list[str]:
    """A command that starts another with a disk of `size` at `folder`."""
    script = f'mount -t tmpfs -o size={size},mode=700 none "$1" && shift && exec "$@"'
    return ["unshare", "-rm", "sh", "-c", script, "sh", str(folder)]


def _read_only(folder: Path) -> list[str]:
    """A command that starts another to which `folder` can only be read."""
    script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
    return ["unshare", "-rm", "sh", "-c", script, "sh", str(folder)]


def _no_larger_than(size: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _no_more_memory_than(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
