"""The floor plan as tests: who may import whom, where SQL and the environment stand, how large things may grow.

Each test looks at the whole package at once and names every file that breaks its rule. docs/architecture.md has the
same rules in words.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

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
    "query",
    "entity",
    *JOURNEY,
    "pipeline",
    "engine",
    "wiring",
    "evaluate",
    "service",
    "cli",
    "mcp",
    "web",
]
"""A room imports only rooms that stand before it."""
FACES = {"cli", "mcp", "web"}
FACES_MAY = {"errors", "events", "model", "service"}
PURE = {"errors", "events", "model", "text"}
JOURNEY_MAY = {**dict.fromkeys(JOURNEY, PURE), "search": PURE | {"query"}, "claim": PURE | {"entity"}}
JOURNEY_MAY |= {"graph": PURE | {"entity"}, "query": PURE, "entity": PURE}
LOWER_IN_MINDS = {"guard": set(), "prompts": set(), "local": set(), "llm": {"guard", "prompts"}}
"""What the parts of `minds` may import of each other, besides `base.py` and `requests.py`."""
LONGEST_FILE = 600
LONGEST_FUNCTION = 60
MEDIAN_FILE = 150
BROAD_SHARE = 0.1

FILES = sorted(p for p in SRC.rglob("*.py") if p != SRC / "__init__.py")


@cache
def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(source(path))


def module_of(path: Path) -> str:
    parts = path.relative_to(SRC.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def name_of(path: Path) -> str:
    return str(path.relative_to(SRC))


@cache
def imported_modules(path: Path) -> frozenset[str]:
    """Every module of ours that `path` imports, by full name, imports inside functions and TYPE_CHECKING included."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        match node:
            case ast.ImportFrom(level=0, module=str(module)):
                found.update(f"{module}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                raise AssertionError(f"{path.name}:{node.lineno} relative import")
            case ast.Import(names=names):
                found.update(alias.name for alias in names)
    return frozenset(name for name in found if name.startswith("tadori."))


def other_rooms(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imported_modules(path)} - {room_of(path)}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))


def imports_in_functions(path: Path) -> Iterator[ast.Import | ast.ImportFrom]:
    inside = {n for f in functions(path) for n in ast.walk(f) if isinstance(n, ast.Import | ast.ImportFrom)}
    return iter(sorted(inside, key=lambda n: n.lineno))


def test_every_room_has_its_place_in_the_plan() -> None:
    assert sorted({room_of(p) for p in FILES} - set(ROOMS)) == []


def test_imports_point_one_way() -> None:
    wrong = [
        f"{name_of(path)} imports {other}"
        for path in FILES
        for other in sorted(other_rooms(path))
        if ROOMS.index(other) >= ROOMS.index(room_of(path))
    ]
    assert wrong == []


def test_journey_rooms_are_blind_to_each_other_to_the_store_and_to_settings() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in FILES
        if room_of(path) in JOURNEY_MAY
        for name in sorted(imported_modules(path))
        if name.split(".")[1] not in {room_of(path), *JOURNEY_MAY[room_of(path)]}
        and not name.startswith("tadori.minds.base")
    ]
    assert wrong == []


def test_faces_know_the_service_and_the_nouns_only() -> None:
    wrong = [
        f"{name_of(path)} imports {other}"
        for path in FILES
        if room_of(path) in FACES
        for other in sorted(other_rooms(path) - FACES_MAY)
    ]
    assert wrong == []


def test_the_parts_of_minds_point_one_way() -> None:
    wrong = []
    for path in FILES:
        part = path.relative_to(SRC).parts[1] if room_of(path) == "minds" else ""
        others = {name.split(".")[2] for name in imported_modules(path) if name.startswith("tadori.minds.")}
        allowed = {part, "base", "requests", *LOWER_IN_MINDS.get(part, ())}
        wrong += [f"{name_of(path)} imports {other}" for other in sorted(others - allowed) if part in LOWER_IN_MINDS]
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """At the level of modules, and as Python runs them: what a function or TYPE_CHECKING imports cannot close a circle
    while modules load, so only the top of each file counts."""
    modules = {module_of(path) for path in FILES}
    edges: dict[str, set[str]] = defaultdict(set)
    for path in FILES:
        for node in tree(path).body:
            match node:
                case ast.ImportFrom(module=str(module)):
                    named = {f"{module}.{alias.name}" for alias in node.names}
                    edges[module_of(path)] |= (named & modules) or ({module} & modules)
    assert circle_in(edges) == []


def circle_in(edges: dict[str, set[str]]) -> list[str]:
    """One circle, as the names along it; empty when there is none."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for after in sorted(edges.get(name, ())):
            if found := walk(after, [*way, name]):
                return found
        done.add(name)
        return []

    for start in sorted(edges):
        if found := walk(start, []):
            return found
    return []


def test_a_circle_is_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert circle_in({"a": {"b", "c"}, "b": {"c"}}) == []


def test_an_import_inside_a_function_says_why_start_up_needs_it() -> None:
    """`# lazy: reason` on the line, or on the first line of an import in brackets."""
    bare = [
        f"{name_of(path)}:{node.lineno}"
        for path in FILES
        for node in imports_in_functions(path)
        if not re.search(r"# lazy: \S+ \S+", source(path).splitlines()[node.lineno - 1])
    ]
    assert bare == []


def test_no_file_or_function_outgrows_a_reader() -> None:
    long = [
        f"{name_of(path)}: {f.name}"
        for path in FILES
        for f in functions(path)
        if (f.end_lineno or f.lineno) - f.lineno + 1 > LONGEST_FUNCTION
    ]
    lines = {name_of(path): len(source(path).splitlines()) for path in FILES if path.name != "__init__.py"}
    assert long == []
    assert [name for name, count in lines.items() if count > LONGEST_FILE] == []
    assert median(lines.values()) <= MEDIAN_FILE


def test_public_type_names_are_unique() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name_of(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_few_excepts_are_broad() -> None:
    handlers = [n for path in FILES for n in ast.walk(tree(path)) if isinstance(n, ast.ExceptHandler)]
    broad = [h for h in handlers if h.type is None or ast.unparse(h.type) in {"Exception", "BaseException"}]
    assert len(broad) <= BROAD_SHARE * len(handlers)


def test_sql_stands_in_the_store_and_nowhere_else() -> None:
    drivers = {"sqlalchemy", "sqlite3", "psycopg"}
    users = [
        name_of(path)
        for path in FILES
        for node in ast.walk(tree(path))
        if (isinstance(node, ast.Import) and {a.name.split(".")[0] for a in node.names} & drivers)
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in drivers)
    ]
    assert sorted({name for name in users if not name.startswith("store/")}) == []


def test_the_environment_is_read_in_settings_and_nowhere_else() -> None:
    readers = {room_of(path) for path in FILES if "os.environ" in source(path)}
    assert readers - {"settings"} == set()
