"""What of the package a user can reach, and which mission rows are shown only by tests of code that nobody can.

In: a project folder (`src/tadori`, `tests`, `pyproject.toml`, `docs/*.md`). Out: the definitions that no face reaches,
and the rows whose marked tests all miss the faces. `python -m docs.reachability` prints both.

Reaching goes by names: from the entry points of `pyproject.toml`, the names that `tadori` exports and those that the
documents tell a reader to import, to everything that is referred to from there. An object's type is not known, so a
method of a reached class counts as reached as soon as reached code says its name of whatever object. So code that is
reached is not called dead, and some dead code with a common name is called reached.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from docs.source_index import PASSIVE_BASES, Definition, Index, Module, full_names, names_of, no_garbage_collection

PACKAGE: Final = "tadori"
WITHOUT_PROMISES: Final = frozenset({"requirements.md", "measurements.md"})  # pages that tell nobody what to import
TEMPLATES: Final = frozenset({".j2", ".jinja2", ".html", ".yaml", ".md", ".txt"})
_DOCUMENTED_IMPORT: Final = re.compile(rf"^\s*from ({PACKAGE}[\w.]*) import ([\w, ]+)", re.MULTILINE)
_IN_TEMPLATE: Final = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_MARKED: Final = "mark.req("


@dataclass(frozen=True, slots=True)
class UnshownRow:
    """A mission row none of whose tests goes where a user can go."""

    row: str
    tests: Mapping[str, tuple[str, ...]]  # test → the definitions without a face that it refers to

    def __str__(self) -> str:
        lines = [f"{self.row}: no command, tool or exported name reaches what its tests test:"]
        for test, names in self.tests.items():
            lines.append(f"  {test} ({', '.join(names) or f'refers to nothing of {PACKAGE}'})")
        return "\n".join(lines)


class Reach:
    """The definitions that can be reached from given ones, and the names that stand in them."""

    def __init__(
        self, index: Index, roots: Iterable[Definition], attributes: Iterable[str] = (), *, bodies: bool = True
    ) -> None:
        """`bodies`: whether what a module does when it is imported counts as well."""
        self.names: set[str] = set()  # full names, of other packages too
        self.attributes: set[str] = set(attributes)
        self._index = index
        self._bodies = bodies
        self._reached: set[Definition] = set()
        self._classes: list[Definition] = []
        self._waiting: list[Definition] = []
        for root in roots:
            self._reach(root)
        while self._waiting:
            self._follow(self._waiting.pop())

    def __contains__(self, one: Definition) -> bool:
        return one in self._reached

    def _reach(self, one: Definition) -> None:
        if one not in self._reached and (self._bodies or not one.is_body):
            self._reached.add(one)
            self._waiting.append(one)

    def _follow(self, one: Definition) -> None:
        self._reach(one.module.body)
        if one.is_body:
            self._reach_what_importing_calls(one.module)
        if one.methods:
            self._classes.append(one)
            has_foreign_base = _has_foreign_base(self._index, one)
            for name, method in one.methods.items():
                if has_foreign_base or name in self.attributes or _is_called_unasked(method):
                    self._reach(method)
        self._call_attributes(one.references.attributes)
        if one.owner is not None and one.references.prefixes:
            for name, method in one.owner.methods.items():
                if name.startswith(tuple(one.references.prefixes)):
                    self._reach(method)
        names = full_names(one)
        self.names |= names
        for name in names:
            for target in self._index.resolve(name):
                self._reach(target)

    def _reach_what_importing_calls(self, module: Module) -> None:
        for one in module.definitions.values():
            if one.is_registered or _is_special(one):
                self._reach(one)

    def _call_attributes(self, names: set[str]) -> None:
        """Reaches every method of these names in the classes that are reached."""
        new = names - self.attributes
        if new:
            self.attributes |= new
            for one in self._classes:
                for name in new & one.methods.keys():
                    self._reach(one.methods[name])


def _is_called_unasked(method: Definition) -> bool:
    return _is_special(method) or method.is_registered or (method.owner is not None and method.owner.is_protocol)


def _is_special(one: Definition) -> bool:
    """`__call__`, `_missing_`: the language and the library call these."""
    name = one.name.rsplit(".", 1)[-1]
    return name.startswith("_") and name.endswith("_")


def _has_foreign_base(index: Index, one: Definition) -> bool:
    """Whether a class of somebody else's stands above it, which may call any of its methods."""
    for base in one.bases:
        if base.split(".")[-1] in PASSIVE_BASES or base.endswith(("Error", "Exception")):
            continue
        ours = [d for name in names_of(one, base) for d in index.resolve(name) if not d.is_body and d is not one]
        if not ours or any(_has_foreign_base(index, each) for each in ours):
            return True
    return False


class Project:
    """The package and its tests at `root`."""

    @no_garbage_collection()
    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = Index(root / "src" / PACKAGE, PACKAGE)
        self.tests = Index(root / "tests", "tests")
        self.faced = Reach(self.package, self._faces(), self._template_names())

    def _faces(self) -> Iterator[Definition]:
        """Where a user comes in."""
        project = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        groups = [project.get("scripts", {}), *project.get("entry-points", {}).values()]
        names = [place.replace(":", ".") for group in groups for place in group.values()]
        exporting = self.package.module(PACKAGE)
        exported = {f"{PACKAGE}.{name}" for name in (exporting.exported if exporting is not None else ())}
        names += sorted(exported)
        names += self._documented_names()
        for name in names:
            found = self.package.resolve(name)
            if all(one.is_body for one in found):
                raise ValueError(f"{name} is an entry point or a documented name, and src/{PACKAGE} does not define it")
            yield from found
            if name in exported:  # of an exported class, whoever imports it calls the public methods
                yield from (method for one in found for called, method in one.methods.items() if called[0] != "_")

    def _documented_names(self) -> Iterator[str]:
        for path in [*self.root.glob("*.md"), *(self.root / "docs").glob("*.md")]:
            if path.name not in WITHOUT_PROMISES:
                for module, names in _DOCUMENTED_IMPORT.findall(path.read_text(encoding="utf-8")):
                    yield from (f"{module}.{name.strip()}" for name in names.split(","))

    def _template_names(self) -> set[str]:
        """What templates beside the code say of the objects they are given."""
        found: set[str] = set()
        for path in (self.root / "src" / PACKAGE).rglob("*"):
            if path.suffix in TEMPLATES and path.is_file():
                for inside in _IN_TEMPLATE.findall(path.read_text(encoding="utf-8")):
                    found.update(_WORD.findall(inside))
        return found

    @no_garbage_collection()
    def without_face(self) -> list[Definition]:
        """What no face reaches. Methods of a class that is not reached are not said besides it."""
        found = []
        for module in self.package.modules():
            for one in module.definitions.values():
                if one not in self.faced:
                    found.append(one)
                else:
                    found += [method for method in one.methods.values() if method not in self.faced]
        return found

    @cached_property
    @no_garbage_collection()
    def rows(self) -> dict[str, dict[str, Definition]]:
        """Mission row → the tests that carry it, by `path::name`."""
        found: dict[str, dict[str, Definition]] = {}
        for name, path in self.tests.paths.items():
            if path.name.startswith("test_") and _MARKED in path.read_text(encoding="utf-8"):
                module = self.tests.module(name)
                assert module is not None
                for test, definition in module.definitions.items():
                    for row in definition.marked("req"):
                        found.setdefault(row, {})[f"{path.relative_to(self.root).as_posix()}::{test}"] = definition
        return found

    @no_garbage_collection()
    def unshown_rows(self) -> list[UnshownRow]:
        """The rows none of whose tests keeps to code that a face reaches."""
        found = []
        for row, tests in sorted(self.rows.items()):
            missed: dict[str, tuple[str, ...]] = {}
            for name, test in sorted(tests.items()):
                names = self.missed_by(test)
                if names is None:
                    break
                missed[name] = names
            else:
                found.append(UnshownRow(row, missed))
        return found

    def missed_by(self, test: Definition) -> tuple[str, ...] | None:
        """None for a test of what a user can reach; else the definitions without a face that it refers to.

        A test that refers to one of those tests code for nobody, whatever reached code it borrows to set up.
        """
        reach = Reach(self.tests, self._with_fixtures(test), bodies=False)
        named = [one for name in reach.names for one in self.package.resolve(name) if not one.is_body]
        dead = {one.name for one in named if one not in self.faced}
        dead |= {f"{name}()" for name in reach.attributes & self._methods_without_face}
        return tuple(sorted(dead)) if dead or not named else None

    @cached_property
    def _methods_without_face(self) -> set[str]:
        """Names of methods that reached code never says."""
        of_package = (one for module in self.package.modules() for one in module.definitions.values())
        return {name for one in of_package for name, method in one.methods.items() if method not in self.faced} - (
            self.faced.attributes
        )

    def _with_fixtures(self, test: Definition) -> list[Definition]:
        """The test, the fixtures that it asks for and those that these ask for. One it gets unasked is set-up."""
        found = [test]
        for one in found:
            for name in one.used_fixtures:
                fixture = self._fixture(one.module.name, name)
                if fixture is not None and fixture not in found:
                    found.append(fixture)
        return found

    def _fixture(self, module: str, name: str) -> Definition | None:
        """As pytest looks for it: in the module itself, then in every conftest.py above it."""
        parts = module.split(".")[:-1]
        places = [module, *(".".join([*parts[:end], "conftest"]) for end in range(len(parts), 0, -1))]
        found = (one for place in places if place in self.tests.paths for one in self.tests.resolve(f"{place}.{name}"))
        return next((one for one in found if one.is_fixture), None)


def main() -> None:
    project = Project(Path(__file__).resolve().parents[1])
    without = project.without_face()
    for one in without:
        print(f"{one.module.path.relative_to(project.root)}:{one.line}: {one.name} ({one.lines} lines)")  # noqa: T201
    print(f"{len(without)} definitions without a face, {sum(one.lines for one in without)} lines")  # noqa: T201
    for row in project.unshown_rows():
        print(row)  # noqa: T201


if __name__ == "__main__":
    main()
