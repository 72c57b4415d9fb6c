"""Reads the rules of a page's own style sheets: selector, declarations, layer, certainty.

Only the skeleton is parsed here (strings, escapes, brackets and braces as CSS Syntax has them, in one linear pass), so
that a sheet of a megabyte costs milliseconds; selectors and declarations are parsed by libraries in other modules, and
only those that matter. Sheets that were not fetched (`<link>`, `@import`) are treated as absent.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from tadori.extract.css_conditions import media_applies, supports_applies

MAX_SHEET_CHARS: Final = 8_000_000
MAX_RULES: Final = 100_000
_MAX_NESTING: Final = 12
_LONGEST_SELECTOR: Final = 20_000
# `url(` without quotes is one token up to its bracket, however its three letters are written.
_TOKEN: Final = (
    r"\"(?:[^\"\\\n\r\f]|\\[\s\S])*+\"?|'(?:[^'\\\n\r\f]|\\[\s\S])*+'?"
    r"|(?<![\w-])(?:\\?[uU]|\\0{0,4}[57]5\s?)(?:\\?[rR]|\\0{0,4}[57]2\s?)(?:\\?[lL]|\\0{0,4}[46][cC]\s?)"
    r"\(\s*+(?![\"'\s])[^)\\]*+(?:\\[\s\S][^)\\]*+)*+\)?"
    r"|\\[\s\S]?"
)
"""What is skipped as one: in it, no sign means anything."""
_BEFORE_COMMENT: Final = re.compile(
    rf"((?:[^\"'\\uU/]++|{_TOKEN}|[uU]|/(?!\*))*+)(?:/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?)?"
)
_MARK: Final = re.compile(rf"(?:[^\"'\\uU{{}}();\[\]]++|(?!{_TOKEN})[uU])*+({_TOKEN}|[{{}}();\[\]])")
_EDGES: Final = frozenset(" \t\r\n\f{};,")
"""Signs beside which a comment parts nothing."""
_PLAIN: Final = r"[^{}\\\"'()\[\]]*+"
# A whole rule without strings, escapes and nesting: nearly all there are, taken in one step. Possessive, so linear.
_LEAF: Final = re.compile(
    rf"([^{{}}\\\"'@;()\[\]]*+(?:(?:\({_PLAIN}\)|\[{_PLAIN}\])[^{{}}\\\"'@;()\[\]]*+)*+)"
    rf"\{{({_PLAIN}(?:\({_PLAIN}\){_PLAIN})*+)\}}"
)
_CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
_CUSTOM: Final = re.compile(r"\s*--[^:;{}]*:")
_AT: Final = re.compile(r"@([\w-]+)\s*(.*)", re.DOTALL)
_AMPERSAND: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\\.|&")
_IDLE: Final = frozenset("font-face page counter-style font-feature-values starting-style namespace charset".split())


class StylesTooLarge(Exception):
    """A page's style sheets are too large to read; the caller adds which page it was."""


@dataclass(frozen=True, slots=True)
class StyleRule:
    """One rule: `doubtful` where only a browser could say whether it applies."""

    selector: str
    """With nesting resolved."""
    body: str
    """Its declarations, as written."""
    layer: tuple[float, ...]
    doubtful: bool
    """Whether only a browser could say if it applies: it may hide, and may not show."""


@dataclass(slots=True)
class StyleSheet:
    """The rules, animations and registered properties of a page's style sheets."""

    rules: list[StyleRule] = field(default_factory=list)
    keyframes: dict[str, str] = field(default_factory=dict)
    """What an animation ends with, by its name."""
    initial: dict[str, str] = field(default_factory=dict)
    """First values of registered custom properties."""
    imports: int = 0
    layers: dict[tuple[str, ...], int] = field(default_factory=dict)


@dataclass(slots=True)
class _Node:
    prelude: str
    body: str = ""
    kids: list["_Node"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Inside:
    """The context around a rule."""

    parent: str = ""
    layer: tuple[str, ...] = ()
    doubtful: bool = False
    depth: int = 0


def read_sheet(css: str, sheet: StyleSheet) -> None:
    """Add the rules of one style sheet that apply on a desktop screen.

    Raises:
        StylesTooLarge: over the bounds of size, number or nesting.
    """
    if len(css) > MAX_SHEET_CHARS:
        raise StylesTooLarge(f"more than {MAX_SHEET_CHARS} characters of style sheets")
    for node in _nodes(without_comments(css) if "/*" in css else css):
        _take(node, _Inside(), sheet)


def without_comments(css: str) -> str:
    """`css` without comments; an empty one stays where it separates two words."""
    first, *others = _BEFORE_COMMENT.findall(css)
    made = [first]
    before = first[-1:] or " "
    for text in others:
        made += ("" if before in _EDGES or text[:1] in _EDGES else "/**/", text)
        before = text[-1:]
    return "".join(made)


def _nodes(css: str) -> list[_Node]:
    """The blocks of a style sheet with what stands before and directly in each."""
    root = _Node("")
    open_nodes = [root]
    brackets: list[str] = []
    at = start = 0
    while at < len(css):
        if at == start and not brackets and (leaf := _LEAF.match(css, at)):
            open_nodes[-1].kids.append(_Node(leaf[1], leaf[2]))
            at = start = leaf.end()
            continue
        mark = _MARK.match(css, at)
        if mark is None:
            break
        at = mark.end()
        sign = mark[1]
        if brackets or (sign in "([") or (sign == "{" and _CUSTOM.match(css, start, mark.start(1))):
            _bracket(sign, brackets)
        elif sign == "{":
            opened = _Node(css[start : mark.start(1)])
            open_nodes[-1].kids.append(opened)
            open_nodes.append(opened)
            start = at
        elif sign == "}" and len(open_nodes) > 1:
            open_nodes.pop().body += css[start : mark.start(1)]
            start = at
        elif sign == ";" and (len(open_nodes) > 1 or css[start : mark.start(1)].lstrip().startswith("@")):
            _statement(open_nodes[-1], css[start : mark.end()])
            start = at
        if len(open_nodes) > 200:
            raise StylesTooLarge("style rules are nested more than 200 deep")
    open_nodes[-1].body += css[start:]
    return root.kids


def _bracket(sign: str, brackets: list[str]) -> None:
    if sign in _CLOSERS:
        brackets.append(_CLOSERS[sign])
    elif brackets and sign == brackets[-1]:
        brackets.pop()


def _statement(node: _Node, text: str) -> None:
    if text.lstrip().startswith("@"):
        node.kids.append(_Node(text.rstrip(";")))
    else:
        node.body += text


def _take(node: _Node, inside: _Inside, sheet: StyleSheet) -> None:
    prelude = node.prelude.strip()
    if prelude.startswith(("<!--", "-->")):
        prelude = prelude.removeprefix("<!--").removeprefix("-->").strip()
    if inside.depth > _MAX_NESTING:
        raise StylesTooLarge(f"style rules are nested more than {_MAX_NESTING} deep")
    if prelude.startswith("@"):
        _take_at_rule(node, prelude, inside, sheet)
        return
    if not node.body and not node.kids:
        return
    selector = nested_selector(prelude, inside.parent)
    _add(selector, node.body, inside, sheet)
    within = _Inside(selector, inside.layer, inside.doubtful, inside.depth + 1)
    for kid in node.kids:
        _take(kid, within, sheet)


def _take_at_rule(node: _Node, prelude: str, inside: _Inside, sheet: StyleSheet) -> None:
    name, rest = _at_name(prelude)
    if name == "import":
        sheet.imports += 1
    elif name.endswith("keyframes"):
        sheet.keyframes[rest.strip("\"' ")] = _last_frame(node)
    elif name == "property":
        sheet.initial[rest] = node.body
    elif name == "layer":
        _take_layer(node, rest, inside, sheet)
    elif name in _IDLE or name.startswith("-moz-"):
        return
    else:
        applies = _applies(name, rest)
        if applies is not False:
            _inner(
                node, _Inside(inside.parent, inside.layer, inside.doubtful or applies is None, inside.depth + 1), sheet
            )


def _at_name(prelude: str) -> tuple[str, str]:
    if "\\" in prelude:
        import tinycss2  # lazy: only where style sheets could hide text

        tokens: list[Any] = tinycss2.parse_component_value_list(prelude)
        return tokens[0].lower_value if hasattr(tokens[0], "lower_value") else "", tinycss2.serialize(
            tokens[1:]
        ).strip()
    found = _AT.match(prelude)
    return (found[1].lower(), found[2].replace("/**/", " ").strip()) if found else ("", "")


def _applies(name: str, condition: str) -> bool | None:
    """Whether the rules inside apply; `None` where only a browser could say."""
    if name == "media":
        return media_applies(condition)
    if name == "supports":
        return supports_applies(condition)
    return None


def _take_layer(node: _Node, names: str, inside: _Inside, sheet: StyleSheet) -> None:
    for full in names.split(",") if names else [f"#{len(sheet.layers)}"]:
        layer = (*inside.layer, *(part.strip() for part in full.split(".")))
        for end in range(1, len(layer) + 1):
            sheet.layers.setdefault(layer[:end], len(sheet.layers))
        _inner(node, _Inside(inside.parent, layer, inside.doubtful, inside.depth + 1), sheet)


def _inner(node: _Node, inside: _Inside, sheet: StyleSheet) -> None:
    if inside.parent and node.body.strip():
        _add(inside.parent, node.body, inside, sheet)
    for kid in node.kids:
        _take(kid, inside, sheet)


def _add(selector: str, body: str, inside: _Inside, sheet: StyleSheet) -> None:
    if not body.strip():
        return
    if len(sheet.rules) >= MAX_RULES:
        raise StylesTooLarge(f"more than {MAX_RULES} style rules")
    ranks = [sheet.layers[inside.layer[:end]] for end in range(1, len(inside.layer) + 1)]
    sheet.rules.append(StyleRule(selector, body, (*ranks, inf), inside.doubtful))


def nested_selector(prelude: str, parent: str) -> str:
    """`prelude` with `&`, or a space where it has none, standing for the rule around it."""
    if not parent:
        return prelude
    whole = f":is({parent})"
    parts = []
    for part in _parts(prelude):
        put = _AMPERSAND.sub(lambda found: whole if found[0] == "&" else found[0], part)
        parts.append(put if put != part else f"{whole} {part}")
        if sum(map(len, parts)) > _LONGEST_SELECTOR:
            raise StylesTooLarge(f"a nested selector is longer than {_LONGEST_SELECTOR} characters")
    return ", ".join(parts)


def _parts(prelude: str) -> Iterator[str]:
    """The selectors of a list, parted at commas outside brackets."""
    depth = start = 0
    for mark in re.finditer(r"\"[^\"]*\"|'[^']*'|\\.|[()\[\],]", prelude):
        if mark[0] in "([":
            depth += 1
        elif mark[0] in ")]":
            depth -= 1
        elif mark[0] == "," and depth == 0:
            yield prelude[start : mark.start()].strip()
            start = mark.end()
    yield prelude[start:].strip()


def _last_frame(node: _Node) -> str:
    ends = [kid.body for kid in node.kids if re.search(r"(?<![\d.])100(?:\.0+)?%|\bto\b", kid.prelude, re.IGNORECASE)]
    return ";".join(ends)
