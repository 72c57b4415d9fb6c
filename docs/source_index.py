"""What every Python file of a tree defines, and what each definition refers to, read from the syntax alone.

In: a folder and the name of the package in it. Out: an `Index` of `Definition`s with the full names and the attribute
names that stand in each. Nothing is imported or run. Which of them can be reached is decided in `docs/reachability.py`.
"""

import ast
import gc
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef

# Bases that call no method of a class by themselves. Any other base from outside (click.Group, ast.NodeVisitor) may.
PASSIVE_BASES: Final = frozenset(
    "object Protocol Generic ABC NamedTuple TypedDict Enum StrEnum IntEnum IntFlag Flag str int float tuple dict list "
    "frozenset set bytes".split()
)
# Decorators that only wrap. Any other (`@click.command()`, `@tool`) may hand the function to somebody who calls it.
PASSIVE_DECORATORS: Final = frozenset(
    "property setter staticmethod classmethod cached_property cache lru_cache wraps contextmanager asynccontextmanager "
    "dataclass overload override final abstractmethod runtime_checkable total_ordering fixture".split()
)
_REFERRING: Final = (
    ast.Constant,
    ast.MatchClass,
    ast.Import,
    ast.ImportFrom,
    ast.Call,
    ast.arg,
    ast.AnnAssign,
    *Function.__args__,
)
_CONTEXTS: Final = (ast.expr_context, ast.operator, ast.cmpop)
_DOTTED_WORDS: Final = re.compile(r"[A-Za-z_][\w.]*")
_DOTTED_NAME: Final = re.compile(r"\w+(?:\.\w+)+(?::\w+)?")
_IMPORT_IN_TEXT: Final = re.compile(r"\bfrom ([\w.]+) import \(?([\w, ]+)")


@dataclass(slots=True)
class References:
    """What a piece of source refers to."""

    names: set[str] = field(default_factory=set)  # as written: "Tasks", "tasks.create"
    attributes: set[str] = field(default_factory=set)  # what stands behind a dot, of whatever object
    prefixes: set[str] = field(default_factory=set)  # "_" of getattr(self, f"_{name}")
    dotted: set[str] = field(default_factory=set)  # full names in strings, and modules that are imported
    imports: dict[str, set[str]] = field(default_factory=dict)  # local name → full names


class Definition:
    """A function, class, method or constant of a module, or what a module does when it is imported (`is_body`)."""

    def __init__(self, name: str, module: "Module") -> None:
        self.name = name  # in full: tadori.store.tasks.Tasks.create; of a body, the module's name
        self.module = module
        self.nodes: list[ast.AST] = []  # where its references stand
        self.line = 0
        self.lines = 0
        self.methods: dict[str, Definition] = {}
        self.owner: Definition | None = None  # of a method, its class
        self.bases: tuple[str, ...] = ()
        self.parameters: tuple[str, ...] = ()
        self.decorators: list[ast.expr] = []
        self.is_body = False

    @cached_property
    def references(self) -> References:
        found = References()
        nodes, self.nodes = self.nodes, []  # a syntax tree that was read need not be kept
        for node in nodes:
            _refer(found, node)
        return found

    @property
    def is_protocol(self) -> bool:
        return any(base.endswith("Protocol") for base in self.bases)

    @property
    def is_fixture(self) -> bool:
        return any(_last_name(one) == "fixture" for one in self.decorators)

    @property
    def is_registered(self) -> bool:
        """Whether a decorator may have handed it to somebody who calls it."""
        return any(_last_name(one) not in PASSIVE_DECORATORS for one in self.decorators)

    @property
    def used_fixtures(self) -> list[str]:
        """Those it has as parameters, and those of `@pytest.mark.usefixtures`."""
        return [*self.parameters, *self.marked("usefixtures")]

    def marked(self, mark: str) -> list[str]:
        """The strings given to a decorator `@….mark("…")`."""
        calls = [one for one in self.decorators if isinstance(one, ast.Call) and _last_name(one) == mark]
        return [str(given.value) for call in calls for given in call.args if isinstance(given, ast.Constant)]


class Module:
    """One file: its definitions by name, methods within their classes."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self.exported: list[str] = []  # what __all__ says
        self.definitions: dict[str, Definition] = {}
        self.body = Definition(name, self)
        self.body.is_body = True
        self._read(ast.parse(path.read_text(encoding="utf-8")).body)

    def _read(self, statements: Iterable[ast.stmt]) -> None:
        for node in statements:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    _put(self.definitions, node.name, self._function(node, self.name))
                case ast.ClassDef():
                    _put(self.definitions, node.name, self._class(node))
                case ast.Assign(targets=targets):
                    self._constant(node, targets)
                case ast.AnnAssign(target=target):
                    self._constant(node, [target])
                case ast.If() | ast.Try() | ast.With() | ast.For() | ast.While():
                    self._compound(node)
                case _:
                    self.body.nodes.append(node)

    def _compound(self, node: ast.stmt) -> None:
        """`if TYPE_CHECKING:`, `try: import …`: what is defined in there is defined in the module."""
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.stmt):
                self._read([inner])
            elif isinstance(inner, ast.ExceptHandler):
                self._read(inner.body)
            else:
                self.body.nodes.append(inner)

    def _function(self, node: Function, within: str) -> Definition:
        one = self._made(f"{within}.{node.name}", node)
        one.nodes.append(node)
        one.decorators = node.decorator_list
        arguments = node.args
        one.parameters = tuple(a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs])
        return one

    def _class(self, node: ast.ClassDef) -> Definition:
        one = self._made(f"{self.name}.{node.name}", node)
        one.bases = tuple(ast.unparse(base).split("[")[0] for base in node.bases)
        one.decorators = node.decorator_list
        one.nodes += [*node.bases, *node.keywords, *node.decorator_list]
        for part in node.body:
            if isinstance(part, Function):
                _put(one.methods, part.name, self._function(part, one.name))
                one.methods[part.name].owner = one
            else:
                one.nodes.append(part)
        return one

    def _constant(self, node: ast.Assign | ast.AnnAssign, targets: Iterable[ast.expr]) -> None:
        names = [n.id for target in targets for n in _below(target) if isinstance(n, ast.Name)]
        if names == ["__all__"] and node.value is not None:
            self.exported = [str(name) for name in ast.literal_eval(node.value)]
            return
        for name in names:
            one = self._made(f"{self.name}.{name}", node)
            one.nodes.append(node)
            _put(self.definitions, name, one)

    def _made(self, name: str, node: ast.stmt) -> Definition:
        one = Definition(name, self)
        one.line = node.lineno
        one.lines = (node.end_lineno or node.lineno) - node.lineno + 1
        return one


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Syntax trees are a million objects and no garbage; looking through them would take longer than all else."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Index:
    """Every definition below `folder`, whose files are the modules of package `package`. Files are read when needed."""

    def __init__(self, folder: Path, package: str) -> None:
        self.paths: dict[str, Path] = {}
        for path in sorted(folder.rglob("*.py")):
            name = ".".join([package, *path.relative_to(folder).with_suffix("").parts])
            self.paths[name.removesuffix(".__init__")] = path
        self._read: dict[str, Module] = {}
        self._targets: dict[str, list[Definition]] = {}

    def module(self, name: str) -> Module | None:
        if name not in self._read:
            if name not in self.paths:
                return None
            self._read[name] = Module(name, self.paths[name])
        return self._read[name]

    def modules(self) -> Iterator[Module]:
        for name in self.paths:
            module = self.module(name)
            assert module is not None
            yield module

    def resolve(self, name: str) -> list[Definition]:
        """The definitions that a full name stands for: through imports, up to a method; [] for what is not ours."""
        if name not in self._targets:
            self._targets[name] = list(self._resolved(name, set()))
        return self._targets[name]

    def _resolved(self, name: str, seen: set[str]) -> Iterator[Definition]:
        if name in seen:
            return
        seen.add(name)
        module, rest = self._split(name)
        if module is None:
            return
        yield module.body
        if not rest:
            return
        first, *more = rest
        if (one := module.definitions.get(first)) is not None:
            yield one
            if more and more[0] in one.methods:
                yield one.methods[more[0]]
        for target in module.body.references.imports.get(first, ()):
            yield from self._resolved(".".join([target, *more]), seen)

    def _split(self, name: str) -> tuple[Module | None, list[str]]:
        """The module that a full name begins with, and the rest of the name."""
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            if (module := self.module(".".join(parts[:end]))) is not None:
                return module, parts[end:]
        return None, []


def full_names(one: Definition) -> set[str]:
    """Everything that a definition refers to, by full name, in its own package or another."""
    return {full for name in one.references.names for full in names_of(one, name)} | one.references.dotted


def names_of(one: Definition, name: str) -> Iterator[str]:
    """What `name` means where `one` stands, in full."""
    first, *rest = name.split(".")
    if first in one.module.definitions:
        yield f"{one.module.name}.{name}"
    for imports in (one.module.body.references.imports, one.references.imports):
        for target in imports.get(first, ()):
            yield ".".join([target, *rest])


def _put(definitions: dict[str, Definition], name: str, one: Definition) -> None:
    """Two definitions of one name (a property and its setter, `if TYPE_CHECKING`, overloads) are one."""
    if (other := definitions.setdefault(name, one)) is not one:
        other.nodes += one.nodes
        other.lines += one.lines
        other.methods |= one.methods


def _refer(found: References, root: ast.AST) -> None:
    """Puts down everything that `root` refers to."""
    for node in _below(root):
        if isinstance(node, ast.Name):  # more than half of all nodes, so before the slower `match`
            found.names.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.attributes.add(node.attr)
            if (dotted := _chain(node)) is not None:
                found.names.add(dotted)
        elif isinstance(node, _REFERRING):
            _refer_otherwise(found, node)


def _refer_otherwise(found: References, node: ast.AST) -> None:
    match node:
        case ast.Constant(value=str(text)):
            _refer_to_text(found, text)
        case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
            _refer_to_type(found, annotation)
        case ast.FunctionDef(returns=ast.AST() as returned) | ast.AsyncFunctionDef(returns=ast.AST() as returned):
            _refer_to_type(found, returned)
        case ast.MatchClass(kwd_attrs=attributes):
            found.attributes.update(attributes)
        case ast.Import() | ast.ImportFrom():
            _import(found, node)
        case ast.Call(func=ast.Name(id="getattr" | "attrgetter" | "methodcaller"), args=arguments):
            _refer_by_text(found, arguments)


def _import(found: References, node: ast.Import | ast.ImportFrom) -> None:
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            found.dotted.add(node.module or "")
            found.imports.setdefault(alias.asname or alias.name, set()).add(f"{node.module}.{alias.name}")
        else:
            found.dotted.add(alias.name)
            local = alias.asname or alias.name.split(".")[0]
            found.imports.setdefault(local, set()).add(alias.name if alias.asname else local)


def _refer_to_text(found: References, text: str) -> None:
    """Full names and imports in a string: a table of commands, a patched name, a program for `python -c`."""
    if "." not in text and "import" not in text:
        return
    if _DOTTED_NAME.fullmatch(text):
        found.dotted.add(text.replace(":", "."))
    for module, names in _IMPORT_IN_TEXT.findall(text):
        found.dotted.update(f"{module}.{name.strip()}" for name in names.split(",") if name.strip())


def _refer_to_type(found: References, annotation: ast.AST) -> None:
    """Names in annotations that stand in quotation marks: `"list[Page]"`."""
    for node in _below(annotation):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.names.update(_DOTTED_WORDS.findall(node.value))


def _refer_by_text(found: References, arguments: list[ast.expr]) -> None:
    """What `getattr` is given: a name, or how a name begins."""
    for argument in arguments:
        match argument:
            case ast.Constant(value=str(name)):
                found.attributes.add(name)
            case ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_]):
                found.prefixes.add(prefix)


def _chain(node: ast.Attribute) -> str | None:
    """`tasks.create` of the expression `tasks.create`; None when it does not begin with a name."""
    parts = [node.attr]
    inner: ast.expr = node.value
    while isinstance(inner, ast.Attribute):
        parts.append(inner.attr)
        inner = inner.value
    return ".".join([inner.id, *reversed(parts)]) if isinstance(inner, ast.Name) else None


def _last_name(node: ast.expr) -> str:
    """`command` of `@group.command("x")`."""
    match node:
        case ast.Call(func=func):
            return _last_name(func)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _below(root: ast.AST) -> Iterator[ast.AST]:
    """Every node at and below `root` that can refer to something; docstrings are words for a reader."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                waiting += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, _CONTEXTS):
                waiting.append(value)
