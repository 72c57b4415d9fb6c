"""Finds which elements of a part of a page are not visible, and why, by the CSS cascade.

In: a page and a part of it. Out: the hidden elements of that part, each with the reason. Rules that could hide nothing
there are skipped by their text, before anything is parsed: most pages hide nothing in their main text, and cost little.
Weight, order, layers, importance, inheritance, variables and the end of animations are those of CSS. `<link>` and
`@import` are ignored unless the sheet itself is in their address (`data:`).
"""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import unquote_to_bytes

from tadori.extract.css_conditions import media_applies
from tadori.extract.css_outline import could_match, matching_part
from tadori.extract.css_selectors import Matcher, Selector, selectors_of
from tadori.extract.css_values import substituted
from tadori.extract.declarations import RELEVANT, Declaration, declarations_in
from tadori.extract.hiding import BLACK, InheritedStyle, WinningValues, apply_inherited, element_hidden
from tadori.extract.hiding_filter import could_hide, properties_to_read
from tadori.extract.stylesheets import StyleRule, StyleSheet, StylesTooLarge, read_sheet

MAX_KEPT: Final = 5_000
"""Selectors that are compared with elements."""
_PAGE: Final = frozenset({"html", "body"})
"""Hidden until a script shows it: the page as such is meant to be read."""
_UNAPPLIED: Final = frozenset({"noscript", "template"})
_DATA_SHEET: Final = re.compile(r"data:text/css([^,]*),(.*)", re.IGNORECASE | re.DOTALL)
_INITIAL: Final[WinningValues] = {
    "visibility": "visible",
    "font-size": 16.0,
    "text-indent": 0.0,
    "color": BLACK,
}
"""First values of what is handed down."""
_SHOWS: Final = re.compile(r"visibility\s*:\s*visible", re.IGNORECASE)
_PRESENTED: Final = {"bgcolor": "background-color", "text": "color", "color": "color"}
"""Attributes of old that are styles of no weight."""
_PRESENTING: Final = frozenset({"font", "body", "basefont"})
_NAMING: Final = frozenset({"class", "id"})
Numbered = tuple[int, StyleRule]
"""A rule and its place among all rules."""
Entry = tuple[Selector, tuple[Declaration, ...], StyleRule, int]


class HiddenElement(NamedTuple):
    """Why an element is hidden, and whether with everything inside it."""

    reason: str
    whole: bool
    """Whether all in it is hidden, too; else only the text directly in it."""


class HidingStyles:
    """What the style sheets of one page, its `style` attributes and its old presentation attributes hide. Use for one
    tree.
    """

    def __init__(self, tree: Any) -> None:
        self._tree = tree
        self._css, self._absent = _sheets(tree)

    def hidden_among(self, elements: Iterable[Any]) -> dict[Any, HiddenElement]:
        """Which of `elements`, or of those around them, are hidden.

        Raises:
            StylesTooLarge: the style sheets are over the bounds of what is read and compared.
        """
        line = _with_ancestors(elements)
        names: set[str] = set()
        suspect = False
        for element in line:
            names.add(element.tag)
            for name, value in element.items():
                if name in _NAMING:
                    names.update(value.lower().split())
                elif name == "style":
                    suspect = suspect or any(could_hide(part) for part in value.split(";"))
                elif name in _PRESENTED:
                    suspect = suspect or name == "bgcolor" or element.tag in _PRESENTING
        sheet, rules = self._read(names)
        families = {RELEVANT} if suspect else self._matching(line, rules)
        if not families:
            return {}
        return ComputedStyles(self._tree, sheet, rules, families, absent=self._absent).hidden_among(line)

    def _read(self, names: set[str]) -> tuple[StyleSheet, list[Numbered]]:
        """The style sheets, and those of their rules that could match where only `names` stand."""
        sheet = StyleSheet()
        for css in self._css:
            part = matching_part(css, names)
            read_sheet(css if part is None else part, sheet)
        return sheet, [(at, rule) for at, rule in enumerate(sheet.rules) if could_match(rule.selector, names)]

    def _matching(self, line: list[Any], rules: list[Numbered]) -> set[re.Pattern[str]]:
        """What must be read of all `rules` to weigh those that could hide and match."""
        found: set[re.Pattern[str]] = set()
        asked = 0
        buckets: dict[str, list[tuple[Selector, re.Pattern[str]]]] = {}
        for _, rule in rules:
            families = properties_to_read(rule.body)
            asked += bool(families)
            if asked > MAX_KEPT:
                raise StylesTooLarge(f"more than {MAX_KEPT} rules could hide something")
            for selector in selectors_of(rule.selector) if families else ():
                for family in families:
                    buckets.setdefault(selector.key, []).append((selector, family or RELEVANT))
        matcher = _matcher(self._tree)
        for element in line if buckets else ():
            for selector, family in _asked(buckets, element):
                if family not in found and matcher.matches(selector, element):
                    found.add(family)
        return found


class ComputedStyles:
    """The computed styles of the elements of one page."""

    def __init__(
        self, tree: Any, sheet: StyleSheet, rules: list[Numbered], families: set[re.Pattern[str]], *, absent: bool
    ) -> None:
        """`rules`: those of `sheet` that could match."""
        self._sheet = sheet
        self._buckets: dict[str, list[Entry]] = {}
        self._keep(families, rules)
        self._start = InheritedStyle()
        self._start.assumed = absent or self._sheet.imports > 0
        self._start.variables = _registered(self._sheet)
        self._matcher = _matcher(tree)
        self._shows_again = any(_SHOWS.search(rule.body) for _, rule in rules)

    def _keep(self, families: set[re.Pattern[str]], rules: list[Numbered]) -> None:
        """Keep the rules that speak of what decides."""
        kept = 0
        for order, rule in rules:
            if not any(family.search(rule.body) for family in families):
                continue
            declarations = _certain(rule, declarations_in(rule.body))
            for selector in selectors_of(rule.selector) if declarations else ():
                self._buckets.setdefault(selector.key, []).append((selector, declarations, rule, order))
                kept += 1
            if kept > MAX_KEPT:
                raise StylesTooLarge(f"more than {MAX_KEPT} rules could hide something")

    def hidden_among(self, line: list[Any]) -> dict[Any, HiddenElement]:
        """The hidden ones of `line`, in which parents stand before those inside them."""
        found: dict[Any, HiddenElement] = {}
        looks: dict[Any, InheritedStyle] = {}
        for element in line:
            parent = element.getparent()
            if parent is not None and parent not in looks:
                # It stands in an element that is hidden with all in it.
                continue
            look, whole = self._look_at(element, element.tag, looks.get(parent, self._start))
            if whole:
                found[element] = HiddenElement(whole, True)
                continue
            looks[element] = look
            if look.reason:
                found[element] = HiddenElement(look.reason, False)
        return found

    def _look_at(self, element: Any, tag: str, around: InheritedStyle) -> tuple[InheritedStyle, str]:
        """How the text in `element` is seen, and why it is not with all in it (empty where it is)."""
        inline = element.get("style", "")
        presented = [
            f"{_PRESENTED[name]}:{value}"
            for name, value in element.items()
            if name in _PRESENTED and (name == "bgcolor" or tag in _PRESENTING)
        ]
        matched = [one for one in _asked(self._buckets, element) if self._matcher.matches(one[0], element)]
        if not matched and not inline and not presented and tag != "a":
            return around, ""
        return self._seen(tag, _ranked(matched, inline, presented), around)

    def _seen(self, tag: str, ranked: list[Declaration], around: InheritedStyle) -> tuple[InheritedStyle, str]:
        look = around.inside()
        custom = [one for one in ranked if one.name.startswith("--")]
        if custom:
            look.variables = _defined(custom, around.variables)
        won = _won(ranked, look, around)
        self._animate(won, ranked, look, around)
        if tag in _PAGE:
            for name in ("display", "opacity", "content-visibility"):
                won.pop(name, None)
            if not self._shows_again:
                won.pop("visibility", None)
        apply_inherited(won, look, tag)
        return look, "" if tag in _PAGE else element_hidden(won, look)

    def _animate(
        self, won: WinningValues, ranked: list[Declaration], look: InheritedStyle, around: InheritedStyle
    ) -> None:
        """Put in what an animation that keeps its end has ended with."""
        stays = {"forwards", "both"} & {*won.get("animation-fill-mode", ())}
        firm = {one.name for one in ranked if one.important}
        for name in won.get("animation-name", ()) if stays else ():
            ends = declarations_in(self._sheet.keyframes[name]) if name in self._sheet.keyframes else ()
            won.update({key: value for key, value in _won(ends, look, around).items() if key not in firm})


def _registered(sheet: StyleSheet) -> dict[str, Sequence[Any]]:
    """First values of the custom properties that `@property` registers."""
    import tinycss2  # lazy: only where style sheets could hide text

    return {
        name: node.value
        for name, body in sheet.initial.items()
        for node in tinycss2.parse_blocks_contents(body, skip_comments=True, skip_whitespace=True)
        if node.type == "declaration" and node.lower_name == "initial-value"
    }


def _won(ranked: Sequence[Declaration], look: InheritedStyle, around: InheritedStyle) -> WinningValues:
    """The value of each longhand; `ranked` begins with what is strongest."""
    won: WinningValues = {}
    settled: set[str] = set()
    for one in ranked:
        if one.name in settled or one.name.startswith("--") or one.wide == "revert-layer":
            continue
        if one.name == "all":
            if one.wide:
                # Everything weaker is set back.
                break
            continue
        value = None if one.wide else _value(one, look, around)
        if value is None and not one.wide and not one.varies:
            continue
        settled.add(one.name)
        if value is not None:
            won[one.name] = value
        elif one.wide == "initial" and one.name in _INITIAL:
            won[one.name] = _INITIAL[one.name]
    return won


def _value(one: Declaration, look: InheritedStyle, around: InheritedStyle) -> Any:
    tokens: Any = substituted(one.tokens, look.variables) if one.varies else one.tokens
    return None if tokens is None else one.reads(tokens, around.letters if one.name == "font-size" else look.letters)


def _defined(custom: list[Declaration], around: dict[str, Any]) -> dict[str, Any]:
    """The variables of an element: its own, strongest last, over those around it."""
    made = dict(around)
    for one in reversed(custom):
        if one.wide == "initial":
            made.pop(one.name, None)
        elif not one.wide:
            made[one.name] = one.tokens
    return made


def _ranked(matched: list[Entry], inline: str, presented: list[str]) -> list[Declaration]:
    """All declarations for an element, the strongest first."""
    found: list[tuple[Any, Declaration]] = []
    for selector, declarations, rule, order in matched:
        for at, one in enumerate(declarations):
            layer = tuple(-rank for rank in rule.layer) if one.important else rule.layer
            found.append(((one.important, 0, layer, selector.specificity, order, at), one))
    for at, one in enumerate(declarations_in(inline) if inline else ()):
        found.append(((one.important, 1, (), (), 0, at), one))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [one for _, one in found] + [one for text in presented for one in declarations_in(text)]


def _certain(rule: StyleRule, declarations: tuple[Declaration, ...]) -> tuple[Declaration, ...]:
    """Of a rule that may not apply, only the declarations that hide."""
    if not rule.doubtful:
        return declarations
    import tinycss2  # lazy: only where style sheets could hide text

    return tuple(
        one
        for one in declarations
        if one.name.startswith("--") or could_hide(f"{one.name}:{tinycss2.serialize(one.tokens)}")
    )


def _matcher(tree: Any) -> Matcher:
    return Matcher(quirks=not tree.getroottree().docinfo.doctype)


def _with_ancestors(elements: Iterable[Any]) -> list[Any]:
    """`elements` and all around them, each once, parents before those inside them."""
    known: set[Any] = set()
    made: list[Any] = []
    for element in elements:
        path = []
        while element is not None and element not in known:
            known.add(element)
            path.append(element)
            element = element.getparent()
        made.extend(reversed(path))
    return made


def _asked(buckets: dict[str, list[Any]], element: Any) -> Iterator[Any]:
    """The rules that could match `element` by its tag, its classes and its id."""
    keys = [element.tag, "", *{f".{name}" for name in element.get("class", "").lower().split()}]
    if element.get("id"):
        keys.append(f"#{element.get('id').lower()}")
    for key in keys:
        yield from buckets.get(key, ())


def _sheets(tree: Any) -> tuple[list[str], bool]:
    """The style sheets in the page, and whether it refers to others that were not fetched."""
    found: list[str] = []
    absent = False
    for element in tree.iter("style", "link"):
        if element.tag == "link" and "stylesheet" not in element.get("rel", "").lower():
            continue
        if media_applies(element.get("media", "")) is False or any(
            one.tag in _UNAPPLIED for one in element.iterancestors()
        ):
            continue
        if element.tag == "style":
            if element.text and element.get("type", "text/css").strip().lower() in ("text/css", ""):
                found.append(element.text)
        else:
            css = _data_sheet(element.get("href", ""))
            absent = absent or css is None
            found += [css] if css else []
    return [part for css in found for part in (*_imported(css), css)], absent


def _imported(css: str) -> Iterator[str]:
    """Sheets that stand in the address of an `@import`."""
    for address in re.findall(r"@import\s+(?:url\(\s*)?[\"']?(data:[^\"')\s]+)", css[:100_000], re.IGNORECASE):
        inner = _data_sheet(address)
        if inner:
            yield inner


def _data_sheet(address: str) -> str | None:
    """The style sheet in a `data:` address; `None` for any other."""
    found = _DATA_SHEET.match(address.strip())
    if found is None:
        return None
    raw = unquote_to_bytes(found[2])
    if found[1].lower().endswith(";base64"):
        try:
            raw = base64.b64decode(raw)
        except binascii.Error:
            return None
    return raw.decode("utf-8", "replace")


@lru_cache(maxsize=4096)
def hides_whole(style: str) -> str:
    """Why a `style` attribute, taken alone, hides an element with all in it; empty where it does not."""
    if not any(could_hide(part) for part in style.split(";")):
        return ""
    look = InheritedStyle()
    won = _won(_ranked([], style, []), look, look)
    apply_inherited(won, look, "")
    return element_hidden(won, look)
