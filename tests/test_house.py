"""The floor plan, as a test: a room imports only what stands before it; journey rooms are blind to each other."""

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src" / "tadori"
JOURNEY = ["search", "fetch", "archive", "extract", "rank", "claim", "judge", "graph", "report"]
ROOMS = [
    "errors",
    "events",
    "model",
    "text",
    "settings",
    "store",
    "minds",
    *JOURNEY,
    "run",
    "loop",
    "team",
    "council",
    "evaluate",
    "app",
    "cli",
    "mcp",
    "web",
]
FACES = {"cli", "mcp", "web"}
JOURNEY_MAY = {"errors", "events", "model", "text", "minds"}
FACES_MAY = {"errors", "events", "model", "app"}
LONGEST_FILE = 600
LONGEST_FUNCTION = 60

FILES = sorted(p for p in SRC.rglob("*.py") if p != SRC / "__init__.py")


def imported_modules(path: Path) -> set[str]:
    """Every module of ours that `path` imports, by full name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(level=0, module=str(module)):
                found.update(f"{module}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                raise AssertionError(f"{path.name}:{node.lineno} relative import")
            case ast.Import(names=names):
                found.update(alias.name for alias in names)
    return {name for name in found if name.startswith("tadori.")}


def room_of(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SRC)))
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(path)
    others = {name.split(".")[1] for name in imported_modules(path)} - {room}
    assert sorted(o for o in others if ROOMS.index(o) >= ROOMS.index(room)) == []


@pytest.mark.parametrize("path", [p for p in FILES if room_of(p) in JOURNEY], ids=lambda p: str(p.relative_to(SRC)))
def test_journey_rooms_are_blind_to_each_other_to_the_store_and_to_settings(path: Path) -> None:
    room = room_of(path)
    names = imported_modules(path)
    assert {name.split(".")[1] for name in names} - {room} <= JOURNEY_MAY
    assert [n for n in names if n.startswith("tadori.minds.") and not n.startswith("tadori.minds.base")] == []


@pytest.mark.parametrize("path", [p for p in FILES if room_of(p) in FACES], ids=lambda p: str(p.relative_to(SRC)))
def test_faces_know_the_app_and_the_nouns_only(path: Path) -> None:
    others = {name.split(".")[1] for name in imported_modules(path)} - {room_of(path)}
    assert others <= FACES_MAY


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SRC)))
def test_no_file_or_function_outgrows_a_reader(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    functions = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [f.name for f in functions if (f.end_lineno or f.lineno) - f.lineno + 1 > LONGEST_FUNCTION]
    assert long == []
    assert len(source.splitlines()) <= LONGEST_FILE


def test_sql_stands_in_the_store_and_nowhere_else() -> None:
    users = {room_of(p) for p in FILES if "import sqlalchemy" in p.read_text(encoding="utf-8")}
    assert users == {"store"}


def test_the_environment_is_read_in_settings_and_nowhere_else() -> None:
    readers = {room_of(p) for p in FILES if "os.environ" in p.read_text(encoding="utf-8")}
    assert readers - {"settings"} == set()
