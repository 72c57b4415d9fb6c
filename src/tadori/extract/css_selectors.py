"""Matches selectors of style rules against elements.

cssselect2 parses; matching is done here, because a page may be hostile: every question about an element is answered
once (so that `div div div div` costs what `div` costs), nothing recurses with the depth of the page, and all questions
together are counted. The state is that of a page nobody touches: nothing is hovered, focused or visited.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from tadori.extract.stylesheets import StylesTooLarge

MAX_TESTS: Final = 500_000
"""Questions to one page: two or three seconds. A page of a newspaper needs a few thousand."""
_MAX_BRACKETS: Final = 60
"""The parser recurses with the brackets of a selector."""
_UNTOUCHED: Final = frozenset(
    "visited hover active focus focus-within focus-visible target target-within current past future playing paused"
    " seeking buffering stalled muted volume-locked user-valid user-invalid host fullscreen modal picture-in-picture"
    " popover-open autofill selection blank active-view-transition xr-overlay state".split()
)
_FORM_STATES: Final = frozenset(
    "enabled disabled checked default indeterminate placeholder-shown required optional valid invalid in-range"
    " out-of-range read-write".split()
)
_ALWAYS: Final = frozenset({"defined", "read-only"})
_ANY: Final = frozenset({"matches", "-webkit-any", "any"})
_FOREIGN: Final = ("-ms-", "-moz-", "-o-", "-khtml-")
"""Prefixes that make a rule void in the browsers of most readers."""


class Selector:
    """One selector: the key it is looked up by, its weight, and its parsed form."""

    __slots__ = ("key", "specificity", "tree")

    def __init__(self, parsed: Any) -> None:
        self.tree = parsed.parsed_tree
        self.specificity: tuple[int, ...] = parsed.specificity
        self.key = _key(self.tree)


@lru_cache(maxsize=8192)
def selectors_of(text: str) -> tuple[Selector, ...]:
    """The selectors of a list that speak of elements; none where a browser would drop the rule.

    Raises:
        StylesTooLarge: brackets within brackets without end.
    """
    import cssselect2  # lazy: only where style sheets could hide text
    import tinycss2  # lazy: only where style sheets could hide text
    from cssselect2 import parser  # lazy: only where style sheets could hide text

    if text.count("(") > _MAX_BRACKETS:
        raise StylesTooLarge(f"a selector has more than {_MAX_BRACKETS} brackets")
    try:
        tokens = tinycss2.parse_component_value_list(text, skip_comments=True)
        found = list(parser.parse(tokens))
        made = tuple(Selector(one) for one in found if one.pseudo_element is None)
    except cssselect2.SelectorError:
        return ()
    except RecursionError as exc:
        raise StylesTooLarge("a selector has too many parts") from exc
    except (AttributeError, TypeError):
        # Some torn selectors are not refused by the parser but break it (`*|` at the end).
        return ()
    if any(_is_foreign(one.parsed_tree) for one in found):
        return ()
    return made


def _is_foreign(tree: Any) -> bool:
    """Whether a prefix of another browser makes the rule void."""
    while True:
        last = tree.right if hasattr(tree, "right") else tree
        names = [getattr(part, "name", "") for part in last.simple_selectors]
        if any(isinstance(name, str) and name.startswith(_FOREIGN) for name in names):
            return True
        if not hasattr(tree, "left"):
            return False
        tree = tree.left


def _key(tree: Any) -> str:
    """`#id`, `.class` or a tag that every element it matches has; empty where there is none."""
    last = tree.right if hasattr(tree, "right") else tree
    key = ""
    for part in last.simple_selectors:
        kind = type(part).__name__
        if kind == "IDSelector":
            return f"#{part.ident.lower()}"
        if kind == "ClassSelector":
            key = f".{part.class_name.lower()}"
        elif kind == "LocalNameSelector" and not key:
            key = str(part.lower_local_name)
    return key


class Matcher:
    """Matches selectors against the elements of one page; every answer is cached."""

    def __init__(self, *, quirks: bool) -> None:
        self._quirks = quirks
        """Whether names of classes and ids match whatever their case, as in pages without a doctype."""
        self._kept: dict[tuple[int, Any], bool] = {}
        self._above: dict[tuple[int, str, Any], bool] = {}
        self._classes: dict[Any, frozenset[str]] = {}
        self._places: dict[Any, tuple[int, int, int, int]] = {}
        self._lists: dict[int, Any] = {}
        self.tests = 0

    def matches(self, selector: Selector, element: Any) -> bool:
        return self._tree(selector.tree, element)

    def _count(self) -> None:
        self.tests += 1
        if self.tests > MAX_TESTS:
            raise StylesTooLarge(f"style sheets need more than {MAX_TESTS} comparisons")

    def _tree(self, tree: Any, element: Any) -> bool:
        """Whether `element` is what `tree` speaks of: its own part first, then what must stand before it."""
        if not hasattr(tree, "right"):
            return self._compound(tree, element)
        key = (id(tree), element)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._compound(tree.right, element) and self._related(tree, element)
        return found

    def _related(self, tree: Any, element: Any) -> bool:
        match tree.combinator:
            case ">":
                parent = element.getparent()
                return parent is not None and self._tree(tree.left, parent)
            case "+":
                before = element.getprevious()
                return before is not None and self._tree(tree.left, before)
            case " ":
                return self._somewhere(tree.left, element, "up")
            case _:
                return self._somewhere(tree.left, element, "back")

    def _somewhere(self, tree: Any, element: Any, way: str) -> bool:
        """Whether an ancestor (or an earlier sibling) matches; what is found out on the way is kept for all on it."""
        asked = []
        found = False
        at = element
        while True:
            key = (id(tree), way, at)
            known = self._above.get(key)
            if known is not None:
                found = known
                break
            asked.append(key)
            at = at.getparent() if way == "up" else at.getprevious()
            if at is None:
                break
            if self._tree(tree, at):
                found = True
                break
        for key in asked:
            self._above[key] = found
        return found

    def _compound(self, compound: Any, element: Any) -> bool:
        self._count()
        return all(self._simple(part, element) for part in compound.simple_selectors)

    def _simple(self, part: Any, element: Any) -> bool:
        match type(part).__name__:
            case "ClassSelector":
                name = part.class_name.lower() if self._quirks else part.class_name
                return name in self._classes_of(element)
            case "IDSelector":
                own = element.get("id")
                return own is not None and (own == part.ident or (self._quirks and own.lower() == part.ident.lower()))
            case "LocalNameSelector":
                return bool(element.tag == part.lower_local_name)
            case "AttributeSelector":
                return _attribute(part, element)
            case "NegationSelector":
                return not any(self._tree(one.parsed_tree, element) for one in part.selector_list)
            case "MatchesAnySelector" | "SpecificityAdjustmentSelector":
                return any(self._tree(one.parsed_tree, element) for one in part.selector_list)
            case "RelationalSelector":
                return any(self._has(one, element) for one in part.selector_list)
            case "PseudoClassSelector":
                return self._pseudo(part.name, element)
            case "FunctionalPseudoClassSelector":
                return self._function(part, element)
            case _:
                # A namespace: elements of a page have none.
                return not part.namespace or part.namespace.endswith("xhtml")

    def _classes_of(self, element: Any) -> frozenset[str]:
        found = self._classes.get(element)
        if found is None:
            names = element.get("class", "")
            found = self._classes[element] = frozenset((names.lower() if self._quirks else names).split())
        return found

    def _has(self, relative: Any, element: Any) -> bool:
        tree = relative.selector.parsed_tree
        return any(self._tree(tree, one) for one in self._reached(relative.combinator, element))

    def _reached(self, combinator: str, element: Any) -> Iterator[Any]:
        match combinator:
            case ">":
                found = iter(element)
            case "+":
                found = iter([] if element.getnext() is None else [element.getnext()])
            case "~":
                found = element.itersiblings()
            case _:
                found = element.iterdescendants()
        for one in found:
            self._count()
            yield one

    def _pseudo(self, name: str, element: Any) -> bool:
        if name in _UNTOUCHED or name.startswith("-webkit-"):
            return False
        if name in _ALWAYS:
            return True
        if name in _FORM_STATES:
            return _form_state(name, element)
        if name in ("link", "any-link", "local-link"):
            return element.tag in ("a", "area") and element.get("href") is not None
        if name in ("root", "scope"):
            return element.getparent() is None
        if name == "empty":
            return not len(element) and not element.text
        return self._in_place(name, element)

    def _in_place(self, name: str, element: Any) -> bool:
        before, after, alike_before, alike_after = self._place(element)
        holds = {
            "first-child": before == 0,
            "last-child": after == 0,
            "only-child": before + after == 0,
            "first-of-type": alike_before == 0,
            "last-of-type": alike_after == 0,
            "only-of-type": alike_before + alike_after == 0,
        }
        # A state this list does not know may be one that always holds.
        return holds.get(name, True)

    def _place(self, element: Any) -> tuple[int, int, int, int]:
        """How many siblings stand before and after, and how many of its own tag."""
        found = self._places.get(element)
        if found is None:
            parent = element.getparent()
            siblings = [element] if parent is None else list(parent)
            total: dict[str, int] = {}
            for one in siblings:
                total[one.tag] = total.get(one.tag, 0) + 1
            seen: dict[str, int] = {}
            for at, one in enumerate(siblings):
                alike = seen.get(one.tag, 0)
                self._places[one] = (at, len(siblings) - at - 1, alike, total[one.tag] - alike - 1)
                seen[one.tag] = alike + 1
            found = self._places[element]
        return found

    def _function(self, part: Any, element: Any) -> bool:
        if part.name in _ANY:
            return any(self._tree(one.parsed_tree, element) for one in self._listed(part))
        if part.name == "lang":
            return self._speaks(part.arguments, element)
        if part.name == "dir":
            wanted = [token.lower_value for token in part.arguments if token.type == "ident"]
            return wanted == [(self._inherited("dir", element) or "ltr")]
        if part.name.startswith("nth-"):
            return self._nth(part, element)
        return part.name not in ("host", "host-context", "slotted", "part", "state", "highlight")

    def _speaks(self, arguments: Any, element: Any) -> bool:
        own = self._inherited("lang", element)
        wanted = [token.value.lower() for token in arguments if token.type in ("ident", "string")]
        return any(own == lang or own.startswith(f"{lang}-") for lang in wanted)

    def _inherited(self, attribute: str, element: Any) -> str:
        """What the nearest element around `element`, itself included, says by an attribute."""
        while element is not None:
            self._count()
            value = element.get(attribute)
            if value:
                return str(value).lower()
            element = element.getparent()
        return ""

    def _listed(self, part: Any) -> Any:
        from cssselect2 import parser  # lazy: only where style sheets could hide text

        found = self._lists.get(id(part))
        if found is None:
            found = self._lists[id(part)] = list(parser.parse(part.arguments, None, True))
        return found

    def _nth(self, part: Any, element: Any) -> bool:
        a, b, wanted = self._steps(part)
        before, after, alike_before, alike_after = self._place(element)
        if wanted:
            if not self._any_of(wanted, element):
                return False
            others = element.itersiblings(preceding="last" not in part.name)
            at = 0
            for one in others:
                self._count()
                at += self._any_of(wanted, one)
        else:
            counts = {
                "nth-child": before,
                "nth-last-child": after,
                "nth-of-type": alike_before,
                "nth-last-of-type": alike_after,
            }
            if part.name not in counts:
                return True
            at = counts[part.name]
        steps = at + 1 - b
        return steps == 0 if a == 0 else steps % a == 0 and steps // a >= 0

    def _any_of(self, wanted: list[Any], element: Any) -> bool:
        return any(self._tree(one.parsed_tree, element) for one in wanted)

    def _steps(self, part: Any) -> tuple[int, int, list[Any]]:
        """`2n+1` and, after `of`, the selectors of what is counted."""
        from cssselect2 import parser  # lazy: only where style sheets could hide text
        from tinycss2.nth import parse_nth  # lazy: only where style sheets could hide text

        found = self._lists.get(id(part))
        if found is None:
            words = [token.lower_value if token.type == "ident" else "" for token in part.arguments]
            cut = words.index("of") if "of" in words else len(words)
            steps = parse_nth(part.arguments[:cut]) or (0, 0)
            wanted = list(parser.parse(part.arguments[cut + 1 :])) if cut < len(words) else []
            found = self._lists[id(part)] = (*steps, wanted)
        return found


_FORM_TAGS: Final = frozenset("button input select textarea option optgroup fieldset".split())


def _form_state(name: str, element: Any) -> bool:
    if element.tag not in _FORM_TAGS:
        return False
    match name:
        case "checked":
            return element.get("checked") is not None or element.get("selected") is not None
        case "disabled" | "required":
            return element.get(name) is not None
        case "enabled":
            return element.get("disabled") is None
        case "optional":
            return element.get("required") is None
        case _:
            return name in ("valid", "in-range", "read-write")


def _attribute(part: Any, element: Any) -> bool:
    own = element.get(part.lower_name)
    if own is None or part.operator is None:
        return own is not None
    value = part.value
    if part.case_sensitive is False or part.lower_name in ("type", "dir", "lang", "align", "hidden"):
        own, value = own.lower(), value.lower()
    match part.operator:
        case "=":
            return bool(own == value)
        case "~=":
            return value in own.split()
        case "|=":
            return bool(own == value or own.startswith(f"{value}-"))
        case "^=":
            return bool(value) and own.startswith(value)
        case "$=":
            return bool(value) and own.endswith(value)
        case _:
            return bool(value) and value in own
