"""Brings code for a calculation into one harmless form, or refuses it (D10).

In: Python that a language model wrote, with the names of its inputs. Out: the same calculation without a word of its
writer's: no comments, no texts, inputs named a, b, c …, everything else v1, v2 …. What is not arithmetic, lists, loops
and functions is refused, and so are numbers that should have come in as inputs. Nothing is run here.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Final

from tadori.errors import CodeRefused
from tadori.model.code_thresholds import DEEPEST_CODE, HARMLESS_NUMBERS, LONGEST_CODE, MOST_CODE_NODES, MOST_INPUTS

INPUT_NAMES: Final = tuple(ascii_lowercase[:MOST_INPUTS])
HUNDRED: Final = 100
_OWN_NAME: Final = re.compile(r"v[1-9]\d{0,2}")
_BUILTINS: Final = frozenset("abs enumerate float int len list max min pow range reversed round sorted sum zip".split())
_MATH: Final = frozenset(
    "ceil comb copysign cos dist e exp fabs floor fsum gcd hypot isqrt lcm log log10 log2 perm pi pow prod sin sqrt tan"
    " trunc".split()
)
MODULES: Final = {"math": _MATH}
"""Modules that code may import, and what it may use of them."""
CPYTHON_MODULES: Final = {
    **MODULES,
    "statistics": frozenset(
        "correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median median_high median_low"
        " mode pstdev pvariance quantiles stdev variance".split()
    ),
}
"""The same for CPython, whose results are not derived."""
_METHODS: Final = frozenset("append count extend index pop sort".split())
_KEYWORDS: Final = frozenset("default key reverse start strict".split())
_ALLOWED: Final = (
    *(ast.Module, ast.Expr, ast.Assign, ast.AugAssign, ast.FunctionDef, ast.Return, ast.For, ast.While, ast.If),
    *(ast.Break, ast.Continue, ast.Pass, ast.Import, ast.alias, ast.arguments, ast.arg, ast.keyword, ast.comprehension),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Name, ast.Constant, ast.Lambda),
    *(ast.List, ast.Tuple, ast.Subscript, ast.Slice, ast.ListComp, ast.GeneratorExp, ast.Attribute, ast.expr_context),
    *(
        ast.Add,
        ast.Sub,
        ast.Mult,
        ast.Div,
        ast.FloorDiv,
        ast.Mod,
        ast.Pow,
        ast.USub,
        ast.UAdd,
        ast.Not,
        ast.And,
        ast.Or,
    ),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)


def code_form(code: str, inputs: Sequence[str], *, modules: Mapping[str, frozenset[str]] = MODULES) -> str:
    """`code` in its one form, `inputs` named a, b, c … in this order; its last line is its result.

    Raises:
        CodeRefused: it does more than calculate, does not use an input, or holds a number of its own.
    """
    tree = _parsed(code)
    _end_in_result(tree)
    if not inputs or len(set(inputs)) != len(inputs) or len(inputs) > MOST_INPUTS:
        raise CodeRefused(f"inputs need names of their own, and there are 1 to {MOST_INPUTS}")
    _check(tree, modules)
    _Renamed(inputs, modules).visit(tree)
    _check_inputs(tree, INPUT_NAMES[: len(inputs)])
    formed = ast.unparse(ast.fix_missing_locations(tree))
    if len(formed) > LONGEST_CODE:
        raise CodeRefused(f"the code has {len(formed)} characters; at most {LONGEST_CODE} are printed")
    return formed


def check_code_form(code: str, inputs: int) -> None:
    """Raises `CodeRefused` where `code` is not in the form that `code_form` gives, with so many inputs.

    Spaces and brackets may differ: another version of Python writes them otherwise.
    """
    if len(code) > LONGEST_CODE or not code.isascii():
        raise CodeRefused("the code is too long, or not in plain characters")
    tree = _parsed(code)
    _check(tree, CPYTHON_MODULES)
    named = {*INPUT_NAMES[:inputs], *_BUILTINS, *CPYTHON_MODULES}
    strange = [name for name in _names(tree) if name not in named and not _OWN_NAME.fullmatch(name)]
    if strange or any(token.type == tokenize.COMMENT for token in _tokens(code)):
        raise CodeRefused("the code holds words of its own")
    _check_inputs(tree, INPUT_NAMES[:inputs])


def is_expression(code: str) -> bool:
    """Whether the code is one line of plain arithmetic, so that a sentence can hold it."""
    body = ast.parse(code).body
    plain = (ast.Expr, ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.expr_context)
    calls = (ast.Call, ast.List, ast.Tuple)
    return len(body) == 1 and all(
        isinstance(node, (*plain, *calls)) and not isinstance(node, ast.Not) for node in ast.walk(body[0])
    )


def with_hundred(code: str, number: int) -> str:
    """`code` with every 100 replaced: 100 is what makes per cent of a share, and so has the unit %."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value == HUNDRED:
            node.value = number
    return ast.unparse(tree)


def has_hundred(code: str) -> bool:
    return with_hundred(code, 2 * HUNDRED) != with_hundred(code, HUNDRED)


def _parsed(code: str) -> ast.Module:
    if not code.strip() or len(code) > LONGEST_CODE:
        raise CodeRefused(f"there is no code, or it has more than {LONGEST_CODE} characters")
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CodeRefused("it is not Python") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_CODE_NODES or _depth(tree) > DEEPEST_CODE:
        raise CodeRefused("it is too long, or nested too deep")
    return tree


def _depth(tree: ast.AST) -> int:
    deepest, open_nodes = 0, [(tree, 1)]
    while open_nodes:
        node, depth = open_nodes.pop()
        deepest = max(deepest, depth)
        open_nodes += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest


def _end_in_result(tree: ast.Module) -> None:
    """Makes the last line an expression: models end in `result = …`, `print(…)` or `round(…, 1)` as well."""
    last = tree.body[-1] if tree.body else None
    target = last.targets[0] if isinstance(last, ast.Assign) and len(last.targets) == 1 else None
    if isinstance(last, ast.Assign) and isinstance(target, ast.Name):
        if _times_named(tree, target.id) == 1:
            tree.body[-1] = last = ast.Expr(value=last.value)
        else:
            tree.body.append(last := ast.Expr(value=ast.Name(id=target.id, ctx=ast.Load())))
    last = _inlined(tree, _unwrapped(last))
    if not isinstance(_unwrapped(last), ast.Expr):
        raise CodeRefused("the last line must be the result")


def _unwrapped(last: ast.stmt | None) -> ast.stmt | None:
    """The last line without `print` and `round` around it: a printed number is rounded by the report."""
    while isinstance(last, ast.Expr) and (inner := _wrapped(last.value)) is not None:
        last.value = inner
    return last


def _inlined(tree: ast.Module, last: ast.stmt | None) -> ast.stmt | None:
    """`x = …` and then `x` alone is one line."""
    before = tree.body[-2] if len(tree.body) > 1 else None
    if (
        isinstance(last, ast.Expr)
        and isinstance(before, ast.Assign)
        and [ast.unparse(target) for target in before.targets] == [ast.unparse(last.value)]
        and isinstance(last.value, ast.Name)
        and _times_named(tree, last.value.id) == 2
    ):
        tree.body[-2:] = [last := ast.Expr(value=before.value)]
    return last


def _times_named(tree: ast.Module, name: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def _wrapped(value: ast.expr) -> ast.expr | None:
    """What is printed or rounded; None where nothing is."""
    match value:
        case ast.Call(func=ast.Name(id="print"), args=[inner], keywords=[]):
            return inner
        case ast.Call(func=ast.Name(id="round"), args=[inner] | [inner, ast.Constant()], keywords=[]):
            return inner
    return None


def _check(tree: ast.Module, modules: Mapping[str, frozenset[str]]) -> None:
    for node in ast.walk(tree):
        fault = _fault(node, modules) if isinstance(node, _ALLOWED) else "holds what is no calculation"
        if fault:
            line = getattr(node, "lineno", 0)
            raise CodeRefused(f"line {line} of the code {fault}" if line else f"the code {fault}")


def _fault(node: ast.AST, modules: Mapping[str, frozenset[str]]) -> str:
    """What is wrong with an allowed part of code; empty where nothing is."""
    match node:
        case ast.Constant(value=value):
            return _constant_fault(value)
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr in modules.get(name, ()):
            return ""
        case ast.Attribute(attr=attr) if attr not in _METHODS:
            return "uses what belongs to a value and is no calculation"
        case ast.alias(name=name, asname=asname) if name not in modules or asname is not None:
            return f"imports something else than {', '.join(modules)}"
        case ast.keyword(arg=arg) if arg not in _KEYWORDS:
            return "gives an argument by a name that is not taken"
        case ast.FunctionDef() | ast.arguments() | ast.arg():
            return _function_fault(node)
    return ""


def _constant_fault(value: object) -> str:
    if type(value) not in (int, float, bool):
        return "holds a text; only numbers are calculated with"
    return "" if value in HARMLESS_NUMBERS else "holds a number of its own: every number must come in as an input"


def _function_fault(node: ast.FunctionDef | ast.arguments | ast.arg) -> str:
    """Plain arguments alone: no decorators, annotations, defaults or stars."""
    match node:
        case ast.FunctionDef() if node.decorator_list or node.returns:
            return "has a decorator or an annotation"
        case ast.arg() if node.annotation:
            return "has a decorator or an annotation"
        case ast.arguments() if node.vararg or node.kwarg or node.kwonlyargs or node.defaults or node.posonlyargs:
            return "has a function with more than plain arguments"
    return ""


class _Renamed(ast.NodeTransformer):
    """Gives every name that is not Python's a neutral one. Raises `CodeRefused` for a name that nothing defines."""

    def __init__(self, inputs: Sequence[str], modules: Mapping[str, frozenset[str]]) -> None:
        self._modules = modules
        self._inputs = dict(zip(inputs, INPUT_NAMES, strict=False))
        self._own: dict[str, str] = {}

    def visit_Module(self, node: ast.Module) -> ast.AST:  # a name that ast gives
        bound: dict[str, None] = {}
        for one in ast.walk(node):
            match one:
                case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                    bound[name] = None
        taken = [name for name in bound if name in self._inputs or name in _BUILTINS or name in self._modules]
        if taken:
            raise CodeRefused("the code gives another value to an input, or to a function of Python's")
        self._own = {name: f"v{number}" for number, name in enumerate(bound, 1)}
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._named(node, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._named(node, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._named(node, node.name)
        return self.generic_visit(node)

    def _named(self, node: ast.AST, name: str) -> str:
        found = self._own.get(name) or self._inputs.get(name)
        if found is None and name not in _BUILTINS and name not in self._modules:
            raise CodeRefused(
                f"line {getattr(node, 'lineno', 0)} of the code uses a name that nothing defines: there are the "
                "inputs, and what the code itself sets"
            )
        return found or name


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                yield name


def _check_inputs(tree: ast.Module, names: Sequence[str]) -> None:
    """Every input must be used: a result that does not depend on it would not be calculated from it."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    if not used.issuperset(names):
        raise CodeRefused("the code does not use every input")
    if not isinstance(tree.body[-1], ast.Expr):
        raise CodeRefused("the last line must be the result")


def _tokens(code: str) -> Iterator[tokenize.TokenInfo]:
    try:
        yield from tokenize.generate_tokens(io.StringIO(code).readline)
    except (tokenize.TokenError, SyntaxError):
        raise CodeRefused("it is not Python") from None
