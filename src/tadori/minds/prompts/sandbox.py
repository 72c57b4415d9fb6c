"""Jinja2 with almost everything removed: checks, compiles and renders a template's text.

An allowlist of syntax is checked before anything is compiled: no calls, no attributes, no assignments, loops only over
declared lists and at most two deep, includes by a literal name. So every template terminates and sees nothing but its
variables; Jinja2's own sandbox is the second barrier.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from jinja2 import DictLoader, StrictUndefined, Template, TemplateSyntaxError, meta, nodes
from jinja2 import TemplateError as JinjaError
from jinja2.runtime import LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tadori.errors import TemplateUnusable
from tadori.minds.prompts.template_file import TemplateValue

LONGEST_RENDERED: Final = 20_000
MOST_INCLUDES: Final = 64
_FILTERS = frozenset({"join", "length", "lower", "upper", "trim", "first", "last"})
_LOOP_WORDS = frozenset({"index", "index0", "first", "last", "length"})
_SYNTAX = frozenset(
    "Template Output TemplateData Name Const If For Include Filter Getattr CondExpr Concat Add Sub Compare Operand "
    "And Or Not".split()
)
_DEEPEST = 24
_DEEPEST_LOOP = 2


def included_names(text: str) -> list[str]:
    """The templates that `text` includes, in order, with repeats.

    Raises:
        TemplateUnusable: `text` is not a template, or uses forbidden syntax.
    """
    found = []
    for node, _, _ in _walked(_tree(text)):
        if isinstance(node, nodes.Include):
            if not isinstance(node.template, nodes.Const) or not isinstance(node.template.value, str):
                raise TemplateUnusable(f"line {node.lineno}: an include names one template, in quotes")
            found.append(node.template.value)
    return found


def check_syntax(text: str, variables: Mapping[str, TemplateValue]) -> None:
    """Rejects forbidden syntax and undeclared variables.

    Raises:
        TemplateUnusable: with the line.
    """
    tree = _tree(text)
    for node, depth, loops in _walked(tree):
        if depth > _DEEPEST:
            raise TemplateUnusable(f"line {node.lineno}: nested too deeply")
        _check_node(node, loops, variables)
    unknown = sorted(meta.find_undeclared_variables(tree) - {*variables, "lang"})
    if unknown:
        declared = ", ".join([*sorted(variables), "lang"])
        raise TemplateUnusable(f"variables that are not declared: {', '.join(unknown)}; declared are {declared}")


def compile_template(name: str, texts: Mapping[str, str]) -> Template:
    """Compiles the template `name`; `texts` holds it and everything it includes.

    Raises:
        TemplateUnusable: Jinja2 cannot compile it.
    """
    environment = _ClosedEnvironment(
        loader=DictLoader(dict(texts)),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters = {key: value for key, value in environment.filters.items() if key in _FILTERS}
    environment.globals = {}
    try:
        for included in texts:  # compiled now, so that nothing can fail later
            environment.get_template(included)
        return environment.get_template(name)
    except (JinjaError, SyntaxError, RecursionError, ValueError, MemoryError) as exc:
        raise TemplateUnusable(f"malformed Jinja2: {_words(exc)}") from exc


def render_text(template: Template, values: Mapping[str, TemplateValue]) -> str:
    """The rendered text; rendering stops as soon as it is too long.

    Raises:
        TemplateUnusable: the sandbox refuses something, or the text is too long or empty.
    """
    parts: list[str] = []
    length = 0
    try:
        for part in template.generate(dict(values)):
            length += len(part)
            if length > LONGEST_RENDERED:
                raise TemplateUnusable(f"the rendered text is longer than {LONGEST_RENDERED} characters")
            parts.append(part)
    except (JinjaError, TypeError, ArithmeticError, RecursionError) as exc:
        raise TemplateUnusable(f"it cannot be rendered: {_words(exc)}") from exc
    text = "".join(parts).strip()
    if not text:
        raise TemplateUnusable("the rendered text is empty")
    return text


class _ClosedEnvironment(ImmutableSandboxedEnvironment):
    """No attributes but those of a loop, and nothing that can be called."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return isinstance(obj, LoopContext) and attr in _LOOP_WORDS

    def is_safe_callable(self, obj: Any) -> bool:
        return False


@lru_cache(maxsize=64)
def _tree(text: str) -> nodes.Template:
    environment = _ClosedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.globals = {}  # else `cycler` and its like would count as declared
    try:
        return environment.parse(text)
    except TemplateSyntaxError as exc:
        raise TemplateUnusable(f"malformed Jinja2: line {exc.lineno}: {exc.message}") from exc
    except (RecursionError, ValueError, SyntaxError) as exc:  # SyntaxError: Python reads the literals
        raise TemplateUnusable("malformed Jinja2: nested too deeply, or a number too long") from exc


def _walked(tree: nodes.Node) -> Iterator[tuple[nodes.Node, int, int]]:
    """Every node with its depth and the number of loops around it; iterative, because templates may nest deeply."""
    waiting: list[tuple[nodes.Node, int, int]] = [(tree, 0, 0)]
    while waiting:
        node, depth, loops = waiting.pop()
        yield node, depth, loops
        inner = loops + isinstance(node, nodes.For)
        waiting += [(child, depth + 1, inner) for child in reversed(list(node.iter_child_nodes()))]


def _check_node(node: nodes.Node, loops: int, variables: Mapping[str, TemplateValue]) -> None:
    kind = type(node).__name__
    if isinstance(node, nodes.Call):
        raise TemplateUnusable(f"line {node.lineno}: nothing can be called in a template")
    if isinstance(node, nodes.Name | nodes.Getattr):
        _check_sight(node)
    elif isinstance(node, nodes.Filter):
        if node.name not in _FILTERS:
            raise TemplateUnusable(
                f"line {node.lineno}: there is no filter {node.name!r:.60}; there are {', '.join(sorted(_FILTERS))}"
            )
    elif isinstance(node, nodes.For):
        _check_loop(node, loops, variables)
    elif isinstance(node, nodes.Include):
        if loops or node.ignore_missing:
            raise TemplateUnusable(f"line {node.lineno}: an include stands outside loops, and what it names is there")
    elif kind not in _SYNTAX:
        raise TemplateUnusable(f"line {node.lineno}: {kind.lower()} is not used in templates")


def _check_sight(node: nodes.Name | nodes.Getattr) -> None:
    if isinstance(node, nodes.Name):
        if node.name == "self":  # Jinja2 has it ready without anybody declaring it
            raise TemplateUnusable(f"line {node.lineno}: a template may not see itself")
    elif not (isinstance(node.node, nodes.Name) and node.node.name == "loop" and node.attr in _LOOP_WORDS):
        raise TemplateUnusable(f"line {node.lineno}: a template may not see the attribute {node.attr!r:.60}")


def _check_loop(node: nodes.For, loops: int, variables: Mapping[str, TemplateValue]) -> None:
    name = node.iter.name if isinstance(node.iter, nodes.Name) else ""
    if node.recursive or not isinstance(variables.get(name), tuple):
        raise TemplateUnusable(f"line {node.lineno}: a loop goes over a declared variable that is a list")
    if loops >= _DEEPEST_LOOP:
        raise TemplateUnusable(f"line {node.lineno}: loops stand at most {_DEEPEST_LOOP} deep in each other")


def _words(exc: BaseException) -> str:
    return " ".join(str(exc).split())[:300] or type(exc).__name__
