"""The check itself, broken in every way: each statement dropped, each alternative of each pattern left out.

A mutant is a copy of a module in memory with one thing missing. The tables of cases that the unit tests use must notice
it: a line that no case misses is a line nobody would miss if it were gone. Mutants that change nothing anybody could
see stand in `EQUIVALENT`, each with its reason.
"""

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from tadori.errors import WrongCall
from tadori.judge import quoted, sentence_check
from tadori.judge.derive.base import DerivationRule, Goal, Reduction
from tadori.judge.derive.parts import REST
from tadori.judge.reading import evidence_sentences
from tadori.model.grading import DerivationStep, EntailmentVote, Grade, QuotedPassage, SentenceVerdict
from tadori.report import gate
from tadori.text import sameness
from tadori.text.lazy_pattern import lazy_pattern
from tests.gates.attacks.case import Attack
from tests.gates.gate_checked import CASES
from tests.judge.check_cases import CASES as CHECK_CASES
from tests.report.gate_cases import CASES as GATE_CASES
from tests.text.same_cases import CASES as SAME_CASES

KIND = "mutants of the check"
FEWEST = 250
EQUIVALENT = {
    "gate: gate_verdict: verdict.grade is not Grade.NOT_CHECKED and is_at_least(verdict.grade,  → without 0": (
        "no case of the table has a forged lowest grade; tests/report/test_gate.py has one"
    ),
    "check: _unproven: not prover.objections and (not lost) and (not found.beyond_wording) an → without 0": (
        "what stands around a sentence and forbids it is a lost limit too"
    ),
    "check: _bounded: _TOUCHES_BEFORE.search(before) and text[:1].strip() → without 0": "one space more says nothing",
    "check: _bounded: _TOUCHES_BEFORE.search(before) and text[:1].strip() → without 1": "one space more says nothing",
    "check: _bounded: text[-1:].strip() and _TOUCHES_AFTER.match(after) → without 0": "one space more says nothing",
    "check: _bounded: text[-1:].strip() and _TOUCHES_AFTER.match(after) → without 1": "one space more says nothing",
    "check: _whole_or_parts: if whole is not None or len(parts) < 2: return whole → gone": (
        "a single sentence is its own part, and parts are proven as the whole is"
    ),
    "check: _whole_or_parts: whole is not None or len(parts) < 2 → without 0": "the same",
    "check: _whole_or_parts: whole is not None or len(parts) < 2 → without 1": "the same",
    "check: _whole_or_parts: return whole → gone": "the same",
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
    if _notices_the_rest(check):
        return True
    if any(check.grade(*given) != verdict for given, verdict in _verdicts()):
        return True
    return any(
        _loosely(mutant, rule, detail, sentence, words) != _loosely(sentence_check, rule, detail, sentence, words)
        or _loosely(mutant, rule, detail, sentence, words).grade is not grade
        for rule, detail, sentence, words, grade in LOOSELY_DERIVED
    )


def _loosely(module: ModuleType, rule: str, detail: str, sentence: str, words: str) -> SentenceVerdict:
    verdict: SentenceVerdict = module.MechanicalCheck([loose(rule, detail)]).grade(
        sentence, [QuotedPassage(text=words)]
    )
    return verdict


def loose(rule: str, detail: str) -> DerivationRule:
    """A rule that derives anything from its first quotation: only the vetoes behind the proof can object."""

    def reductions(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
        step = DerivationStep(rule=rule, detail=detail, quotations=(0,))
        yield Reduction(goals=(Goal(text=quotations[0].text),), step=step)

    return reductions


LOOSELY_DERIVED = [
    ("unit", "", "The weir is high.", "The dam is high.", Grade.DERIVED),
    ("unit", "", "The weir is high.", "Perhaps the dam is high.", Grade.NOT_CHECKED),
    ("unit", "", "The weir is not high.", "The dam is high.", Grade.NOT_CHECKED),
    ("unit", "", "The weir is not high.", "The dam is not high.", Grade.DERIVED),
    ("unit", "", "The weir is high.", "According to Kato, the dam is high.", Grade.DERIVED),
    ("arithmetic", "", "The weir is high.", "According to Kato, the dam is high.", Grade.NOT_CHECKED),
    ("arithmetic", REST, "The weir is not high.", "The dam is high.", Grade.DERIVED),
    ("unit", REST, "The weir is not high.", "The dam is high.", Grade.NOT_CHECKED),
    ("arithmetic", "", "The weir is not high.", "The dam is high.", Grade.NOT_CHECKED),
    ("table_row", "", "The weir is not high.", "The dam is high.", Grade.DERIVED),
]


Given = tuple[str, list[QuotedPassage], list[EntailmentVote]]


@cache
def _verdicts() -> list[tuple[Given, SentenceVerdict]]:
    """Sentences with the whole verdict of the unbroken check: cases of the gate `checked`, edges, and votes."""
    lines = (CASES / "build.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines][::EVERY]
    given: list[Given] = [
        (case["sentence"], [QuotedPassage(**one) for one in case["quotations"]], []) for case in cases
    ]
    given += EDGES
    unbroken = sentence_check.MechanicalCheck()
    return [(one, unbroken.grade(*one)) for one in given]


EVERY = 5
DAM = "The dam is 40 m high."
WORDS = "The barrier is forty metres tall."
VOTE = EntailmentVote(model="m", entailed=True, score=0.9, pair_hash=EntailmentVote.pair_hash_of(WORDS, (DAM,)))
LIE = "The barrier is fifty metres tall."
LIE_VOTE = EntailmentVote(model="m", entailed=True, score=0.9, pair_hash=EntailmentVote.pair_hash_of(LIE, (DAM,)))
LAKE = QuotedPassage(text="The lake is deep.")
EDGES: list[Given] = [
    (DAM, [QuotedPassage(text=DAM + " It is old." * 800)], []),
    (DAM, [QuotedPassage(text="x")] * 20 + [QuotedPassage(text=DAM)], []),
    (DAM, [QuotedPassage(text=" "), QuotedPassage(text=DAM)], []),
    (DAM, [QuotedPassage(text=DAM, before="The valley is wide.", after="That is false.")], []),
    (DAM, [QuotedPassage(text=DAM, before="It is false that")], []),
    (DAM, [QuotedPassage(text=DAM, before='He said: "', after=' It leaks," he said.')], []),
    (DAM, [QuotedPassage(text="The dam is", after=" 40 m high.")], []),
    ("The dam is 40 m high. The lake is deep.", [QuotedPassage(text=DAM), LAKE], []),
    ("The dam is 131 ft high. The lake is deep.", [QuotedPassage(text=DAM), LAKE], []),
    ("The dam is 131 ft high. The lake is wide.", [QuotedPassage(text=DAM), LAKE], []),
    ("The dam is old. The lake has these fish:", [QuotedPassage(text="The dam is old. The lake has these fish:")], []),
    ("橋は古い。橋は長い。", [QuotedPassage(text="橋は古い。"), QuotedPassage(text="橋は長い。")], []),
    (LIE, [QuotedPassage(text=DAM)], [LIE_VOTE]),
    (WORDS, [QuotedPassage(text=DAM)], [VOTE]),
    (WORDS, [QuotedPassage(text=DAM)], []),
    (WORDS, [QuotedPassage(text=DAM, after=" That is false.")], [VOTE]),
    ("ダムの高さは40メートルである。", [QuotedPassage(text=DAM)], []),
    ("ダムの高さは50メートルである。", [QuotedPassage(text=DAM)], []),
]  # fmt: skip


def _notices_quoted(mutant: ModuleType) -> bool:
    """Cases of one sentence against one: whatever the check as a whole adds to that is not seen here."""
    single = [
        (sentence, words, passes)
        for sentence, words, passes in CHECK_CASES
        if len(evidence_sentences(words)) == len(evidence_sentences(sentence)) == 1
    ]
    if any((mutant.same_sentence(sentence, words) is not None) is not passes for sentence, words, passes in single):
        return True
    return any(mutant.same_sentence(one, two) != quoted.same_sentence(one, two) for one, two, _ in single)


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
