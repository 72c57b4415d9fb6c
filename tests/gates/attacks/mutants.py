"""The check itself, broken in every way: each statement dropped, each alternative of each pattern left out.

A mutant is a copy of a module in memory with one thing missing. The tables of cases that the unit tests use must notice
it: a line that no case misses is a line nobody would miss if it were gone. Mutants that change nothing anybody could
see stand in `EQUIVALENT`, each with its reason.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

from tadori.errors import WrongCall
from tadori.judge import quoted, sentence_check
from tadori.judge.reading import evidence_sentences
from tadori.model.grading import Grade, QuotedPassage, SentenceVerdict
from tadori.report import gate
from tadori.text import sameness
from tadori.text.lazy_pattern import lazy_pattern
from tests.gates.attacks.case import Attack
from tests.judge.check_cases import CASES as CHECK_CASES
from tests.report.gate_cases import CASES as GATE_CASES
from tests.text.same_cases import CASES as SAME_CASES

KIND = "mutants of the check"
FEWEST = 250
EQUIVALENT = {
    "sameness: same_words: squash(one) == squash(other) and comparable(one) == comparable(other) → without 0": (
        "a quick look first: whatever passes it is compared in full"
    ),
    "gate: _writable: return False → return None": "both are false, and nobody sees which",
}
"""Mutants that may live, and why."""


def attacks() -> list[Attack]:
    found = [mutant for name, module, notices in _MODULES for mutant in _mutants(name, module, notices)]
    names = {attack.name for attack in found}
    gone = [name for name in EQUIVALENT if name not in names]
    stale = Attack(name="every equivalent is a mutant", run=lambda: f"no such mutants: {gone}" if gone else "")
    whole = [
        Attack(name=f"{name} unbroken", run=lambda m=module, n=notices: "its own cases fail" if n(m) else "")  # type: ignore[misc]
        for name, module, notices in _MODULES
    ]
    return [*whole, *(attack for attack in found if attack.name not in EQUIVALENT), stale]


Notices = Callable[[ModuleType], bool]


def _mutants(name: str, module: ModuleType, notices: Notices) -> Iterator[Attack]:
    for what, make in (*_without_statements(module), *_without_alternatives(module)):
        yield Attack(name=f"{name}: {what}", run=lambda make=make: _lives(make, notices))  # type: ignore[misc]


def _lives(make: Callable[[], ModuleType], notices: Notices) -> str:
    try:
        return "" if notices(make()) else "no case notices"
    except Exception:  # noqa: BLE001 - a mutant that raises is noticed
        return ""


# Statements.


def _without_statements(module: ModuleType) -> Iterator[tuple[str, Callable[[], ModuleType]]]:
    """Each statement of each function dropped, each `return` as another, each operand of `and` and `or` left out."""
    tree = ast.parse(inspect.getsource(module))
    places = [
        (function, place)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for place in _places(function)
    ]
    seen: dict[str, int] = {}
    for number, (function, (statement, other)) in enumerate(places):
        words = f"{function.name}: {' '.join(ast.unparse(statement).split())[:70]} → {other}"
        seen[words] = seen.get(words, 0) + 1
        label = words if seen[words] == 1 else f"{words} ({seen[words]})"
        yield label, lambda number=number: _loaded(module, number)  # type: ignore[misc]


def _places(function: ast.FunctionDef) -> list[tuple[ast.AST, str]]:
    found: list[tuple[ast.AST, str]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            found += [(node, other) for other in ("return True", "return None", "gone") if not _says(node, other)]
        elif isinstance(node, ast.stmt) and node is not function and not _is_docstring(node):
            found.append((node, "gone"))
        elif isinstance(node, ast.BoolOp):
            found += [(node, f"without {number}") for number in range(len(node.values))]
    return found


def _says(node: ast.Return, other: str) -> bool:
    """Whether `other` is what `node` does anyway; what a function gives without a return is None."""
    value = ast.unparse(node.value) if node.value else "None"
    return other == f"return {value}" or (value == "None" and other == "gone")


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _loaded(module: ModuleType, number: int) -> ModuleType:
    tree = ast.parse(inspect.getsource(module))
    places = [
        place for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for place in _places(function)
    ]
    node, other = places[number]
    changed = ast.fix_missing_locations(_Changed(node, other).visit(tree))
    return _executed(module, compile(changed, f"<mutant of {module.__name__}>", "exec"))


class _Changed(ast.NodeTransformer):
    def __init__(self, node: ast.AST, other: str) -> None:
        self._node, self._other = node, other

    def visit(self, node: ast.AST) -> Any:
        if node is not self._node:
            return self.generic_visit(node)
        if isinstance(node, ast.BoolOp):
            kept = [value for at, value in enumerate(node.values) if self._other != f"without {at}"]
            return kept[0] if len(kept) == 1 else ast.BoolOp(op=node.op, values=kept)
        return ast.parse("pass" if self._other == "gone" else self._other).body[0]


def _executed(module: ModuleType, code: Any) -> ModuleType:
    """`code` run as a module of the same name that nobody else sees."""
    made = ModuleType(module.__name__)
    made.__dict__["__file__"] = module.__file__
    exec(code, made.__dict__)
    return made


# Patterns.


def _without_alternatives(module: ModuleType) -> Iterator[tuple[str, Callable[[], ModuleType]]]:
    for name, pattern in vars(module).items():
        given = getattr(pattern, "_given", None) or (
            (pattern.pattern, pattern.flags & ~re.UNICODE) if isinstance(pattern, re.Pattern) else None
        )
        if given is None:
            continue
        written, flags = given
        for what, other in _shorter(written, verbose=bool(flags & re.VERBOSE)):
            yield f"{name} without {what}", lambda n=name, o=other, f=flags: _with_pattern(module, n, o, f)  # type: ignore[misc]


def _with_pattern(module: ModuleType, name: str, pattern: str, flags: int) -> ModuleType:
    made = _executed(module, compile(inspect.getsource(module), f"<mutant of {module.__name__}>", "exec"))
    setattr(made, name, lazy_pattern(pattern, flags))
    return made


_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?(?:P<\w+>|[:=!]|<[=!]))?|.", re.DOTALL)


def _shorter(pattern: str, *, verbose: bool) -> Iterator[tuple[str, str]]:
    """(what is left out, the pattern without it): each branch of each alternation, each member of each class."""
    tokens = _TOKEN.findall(pattern)
    for first, last, parted in _branches(tokens):
        text = "".join(tokens[first:last]).strip() if verbose else "".join(tokens[first:last])
        if parted:
            start, end = (first - 1, last) if tokens[first - 1 : first] == ["|"] else (first, last + 1)
            yield f"{text!r} at {first}", "".join(tokens[:start] + tokens[end:])
    for at, token in enumerate(tokens):
        if token.startswith("[") and not token.startswith("[^") and len(token) > 1:
            yield from (
                (f"{left!r} of class {at}", "".join([*tokens[:at], rest, *tokens[at + 1 :]]))
                for left, rest in _classes(token)
            )


def _branches(tokens: list[str]) -> Iterator[tuple[int, int, bool]]:
    """First and last token of each branch, and whether it has a sister."""
    open_groups: list[list[int]] = [[0]]
    for at, token in enumerate([*tokens, ")"]):
        if token.startswith("("):
            open_groups.append([at + 1])
        elif token == "|":
            open_groups[-1].append(at + 1)
        elif token == ")":
            starts = open_groups.pop()
            ends = [start - 1 for start in starts[1:]] + [at]
            yield from ((start, end, len(starts) > 1) for start, end in zip(starts, ends, strict=True))


_MEMBER = re.compile(r"(?:\\x[0-9a-f]{2}|\\.|[^\\])(?:-(?:\\.|[^\\\]]))?", re.DOTALL)


def _classes(token: str) -> Iterator[tuple[str, str]]:
    members = _MEMBER.findall(token[1:-1])
    for number, member in enumerate(members if len(members) > 1 else []):
        yield member, f"[{''.join(members[:number] + members[number + 1 :])}]"


# Whether a table notices.


def _notices_check(mutant: ModuleType) -> bool:
    check = mutant.MechanicalCheck()
    if any(_passes(check, sentence, quoted) is not passes for sentence, quoted, passes in CHECK_CASES):
        return True
    return _notices_the_rest(check)


def _notices_quoted(mutant: ModuleType) -> bool:
    """Cases of one sentence against one: whatever the check as a whole adds to that is not seen here."""
    return any(
        (mutant.same_sentence(sentence, quoted) is not None) is not passes
        for sentence, quoted, passes in CHECK_CASES
        if len(evidence_sentences(quoted)) == len(evidence_sentences(sentence)) == 1
    )


def _notices_the_rest(check: Any) -> bool:
    """What the verdict says beside passing or not."""
    long = "The dam is old " * 140
    details = [
        _graded(check, "The dam is old.", "The dam is old.").grounds[0].detail == "the quoted words",
        _graded(check, "The dam is old.", "However, the dam is old.").grounds[0].detail
        == "the quoted words, shortened",
        _graded(check, long, long).grounds[0].detail == "longer than 2000 characters",
        _graded(check, "The dam is old.", " ").grounds[0].detail == "no quotation",
        _graded(check, "The dam holds 350 litres.", "The dam holds 340 litres.").grounds[0].rule == "number",
        _graded(check, "old dam", "old dam a").grounds[0].detail == "not in the words of one quoted sentence",
    ]
    try:
        _graded(check, " ", "x")
    except WrongCall:
        return not all(details)
    return True


def _passes(check: Any, sentence: str, *quoted: str) -> bool:
    return _graded(check, sentence, *quoted).grade is Grade.QUOTED


def _graded(check: Any, sentence: str, *quoted: str) -> SentenceVerdict:
    verdict: SentenceVerdict = check.grade(sentence, [QuotedPassage(text=words) for words in quoted])
    return verdict


def _notices_sameness(mutant: ModuleType) -> bool:
    for one, other, alike in SAME_CASES:
        if (
            mutant.same_words(one, other) is not alike
            or (mutant.comparable(one) == mutant.comparable(other)) is not alike
        ):
            return True
    return mutant.has_words("…!_") or not mutant.has_words("a") or not mutant.has_words("5")


def _notices_gate(mutant: ModuleType) -> bool:
    for draft, evidence, check, expected in _gate_cases():
        found = mutant.gate_verdict(draft, evidence, check)
        if (None if isinstance(found, SentenceVerdict) else (found.reason, found.printable)) != expected:
            return True
    return False


@cache
def _gate_cases() -> list[tuple[Any, Any, Any, Any]]:
    return [(*case.given(), None if case.reason is None else (case.reason, case.printable)) for case in GATE_CASES]


_MODULES: list[tuple[str, ModuleType, Notices]] = [
    ("check", sentence_check, _notices_check),
    ("quoted", quoted, _notices_quoted),
    ("sameness", sameness, _notices_sameness),
    ("gate", gate, _notices_gate),
]
