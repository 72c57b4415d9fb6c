"""The style sheets in a page come in; for each element, in document order, how its text is seen goes out.

Rules that cannot match (their classes stand nowhere in the page) or could hide nothing are left aside by their text,
before anything is parsed: most pages hide nothing, and pay next to nothing for that. Weight, order, layers, importance,
inheritance, variables and the end of animations are those of CSS. `<link>` and `@import` are absent unless the sheet
itself stands in their address.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from tadori.extract.css_conditions import media_applies
from tadori.extract.css_selectors import Matcher, Selector, selectors_of
from tadori.extract.css_values import apart, colour, substituted
from tadori.extract.declarations import COLOURED, COULD_HIDE, RELEVANT, Declared, declared
from tadori.extract.hiding import WHITE, Look, Won, applied, hidden_whole
from tadori.extract.stylesheets import Rule, Sheet, StylesTooLarge, read_sheet

MAX_KEPT: Final = 20_000
"""Selectors that are compared with elements."""
_NAMES: Final = re.compile(r"[.#](-?[_a-zA-Z\u0080-\uffff][\w-]*)")
_HARD: Final = re.compile(r"[\\(\[\"']")
_PAGE: Final = frozenset({"html", "body"})
"""Hidden until a script shows it: the page as such is meant to be read."""
_UNAPPLIED: Final = frozenset({"noscript", "template"})
_LOOKED_AT: Final = re.compile(r"color|background|visibility|font|--|\\", re.IGNORECASE)
_DATA_SHEET: Final = re.compile(r"data:text/css([^,]*),(.*)", re.IGNORECASE | re.DOTALL)
_INHERITED: Final = frozenset({"visibility", "color", "font-size", "text-indent", "fill"})
_PRESENTED: Final = {"bgcolor": "background-color", "text": "color", "color": "color"}
"""Attributes of old that are styles of no weight."""
_INLINE: Final = (9, 0, 0)
Entry = tuple[Selector, tuple[Declared, ...], Rule, int]


class Styles:
    """How the elements of one page are seen. Elements are asked for in document order, parents first."""

    def __init__(self, tree: Any) -> None:
        """Raises StylesTooLarge: over the bounds of what is compared."""
        self._sheet = Sheet()
        self._buckets: dict[str, list[Entry]] = {}
        sheets, absent = _sheets(tree)
        for css in sheets:
            read_sheet(css, self._sheet)
        self._keep(tree)
        self.start = Look()
        self.start.assumed = absent or self._sheet.imports > 0
        self._start_variables()
        doctype = tree.getroottree().docinfo.doctype
        self._matcher = Matcher(quirks=not doctype)
        self._shows_again = any("visib" in rule.body for rule in self._sheet.rules)

    def _start_variables(self) -> None:
        import tinycss2

        for name, body in self._sheet.initial.items():
            for node in tinycss2.parse_blocks_contents(body, skip_comments=True, skip_whitespace=True):
                if node.type == "declaration" and node.lower_name == "initial-value":
                    self.start.variables[name] = node.value

    def _keep(self, tree: Any) -> None:
        """Keep the rules that matter, if any rule could hide."""
        if not self._sheet.rules:
            return
        names = _names_in(tree)
        rules = [rule for rule in self._sheet.rules if _could_match(rule.selector, names)]
        if not any(COULD_HIDE.search(rule.body) for rule in rules) and not _could_paint_out(rules):
            return
        kept = 0
        for order, rule in enumerate(rules):
            if not RELEVANT.search(rule.body):
                continue
            declarations = _certain(rule, declared(rule.body))
            for selector in selectors_of(rule.selector) if declarations else ():
                self._buckets.setdefault(selector.key, []).append((selector, declarations, rule, order))
                kept += 1
        if kept > MAX_KEPT:
            raise StylesTooLarge(f"more than {MAX_KEPT} selectors could hide something")

    def look_at(self, element: Any, tag: str, attributes: list[tuple[str, str]], around: Look) -> tuple[Look, str]:
        """How the text in `element` is seen, and why it is not with all in it (empty where it is)."""
        inline = ""
        keys = []
        presented = []
        for name, value in attributes:
            if name == "style":
                inline = value
            elif name == "class":
                keys += [f".{one}" for one in value.lower().split()]
            elif name == "id":
                keys.append(f"#{value.lower()}")
            elif name == "hidden" or (name == "aria-hidden" and value == "true"):
                if tag not in _PAGE:
                    return around, f"{name} attribute"
            elif name in _PRESENTED and (name == "bgcolor" or tag in ("font", "body", "basefont")):
                presented.append(f"{_PRESENTED[name]}:{value}")
        matched = self._matched(element, tag, keys) if self._buckets else []
        matters = matched or presented
        if inline and (self._buckets or COULD_HIDE.search(inline) or _LOOKED_AT.search(inline)):
            matters = True
        if not matters and not (tag == "a" and around.colour is not None and around.colour != self.start.colour):
            return around, ""
        return self._seen(element, tag, _ranked(matched, inline, presented), around)

    def _matched(self, element: Any, tag: str, keys: list[str]) -> list[Entry]:
        buckets = self._buckets
        asked = [entry for key in (*keys, tag, "") if key in buckets for entry in buckets[key]]
        return [entry for entry in asked if self._matcher.matches(entry[0], element)]

    def _seen(self, element: Any, tag: str, ranked: list[Declared], around: Look) -> tuple[Look, str]:
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
        applied(won, look, tag)
        return look, "" if tag in _PAGE else hidden_whole(won, look)

    def _animate(self, won: Won, ranked: list[Declared], look: Look, around: Look) -> None:
        """Put in what an animation that keeps its end has ended with."""
        stays = {"forwards", "both"} & {*won.get("animation-fill-mode", ())}
        for name in won.get("animation-name", ()) if stays else ():
            ends = declared(self._sheet.keyframes[name]) if name in self._sheet.keyframes else ()
            firm = {one.name for one in ranked if one.important}
            won.update({key: value for key, value in _won(ends, look, around).items() if key not in firm})


def _won(ranked: tuple[Declared, ...] | list[Declared], look: Look, around: Look) -> Won:
    """The value of each longhand; `ranked` begins with what is strongest."""
    won: Won = {}
    settled: set[str] = set()
    for one in ranked:
        if one.name in settled or one.name.startswith("--") or one.wide == "revert-layer":
            continue
        if one.name == "all":
            # Everything weaker is set back.
            break
        value = None if one.wide else _value(one, look, around)
        if value is None and not one.wide and not one.varies:
            continue
        settled.add(one.name)
        if value is not None:
            won[one.name] = value
        elif one.wide == "initial" and one.name in _INHERITED:
            won.update(_INITIAL.get(one.name, {}))
    return won


_INITIAL: Final[dict[str, Won]] = {
    "visibility": {"visibility": "visible"},
    "font-size": {"font-size": 16.0},
    "text-indent": {"text-indent": 0.0},
}


def _value(one: Declared, look: Look, around: Look) -> Any:
    tokens: Any = substituted(one.tokens, look.variables) if one.varies else one.tokens
    return None if tokens is None else one.reads(tokens, around.letters if one.name == "font-size" else look.letters)


def _defined(custom: list[Declared], around: dict[str, Any]) -> dict[str, Any]:
    """The variables of an element: its own, strongest last, over those around it."""
    made = dict(around)
    for one in reversed(custom):
        if one.wide == "initial":
            made.pop(one.name, None)
        elif not one.wide:
            made[one.name] = one.tokens
    return made


def _ranked(matched: list[Entry], inline: str, presented: list[str]) -> list[Declared]:
    """All declarations for an element, the strongest first."""
    found: list[tuple[Any, Declared]] = []
    at = 0
    for selector, declarations, rule, order in matched:
        for one in declarations:
            at += 1
            layer = tuple(-rank for rank in rule.layer) if one.important else rule.layer
            found.append(((one.important, 0, layer, selector.specificity, order, at), one))
    for one in declared(inline) if inline else ():
        at += 1
        found.append(((one.important, 1, (), _INLINE, 0, at), one))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [one for _, one in found] + [one for text in presented for one in declared(text)]


def _certain(rule: Rule, declarations: tuple[Declared, ...]) -> tuple[Declared, ...]:
    """Of a rule that may not apply, only what hides."""
    if not rule.doubtful:
        return declarations
    import tinycss2

    return tuple(
        one
        for one in declarations
        if one.name.startswith("--") or COULD_HIDE.search(f"{one.name}:{tinycss2.serialize(one.tokens)}")
    )


def _sheets(tree: Any) -> tuple[list[str], bool]:
    """The style sheets at hand, and whether others are spoken of that are not."""
    found: list[str] = []
    absent = False
    for element in tree.iter("style", "link"):
        if media_applies(element.get("media", "")) is False or any(one.tag in _UNAPPLIED for one in element.iterancestors()):
            continue
        if element.tag == "style":
            if element.text and element.get("type", "text/css").strip().lower() in ("text/css", ""):
                found.append(element.text)
        elif "stylesheet" in element.get("rel", "").lower().split():
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


def _names_in(tree: Any) -> set[str]:
    """The classes and ids of a page, in small letters."""
    names: set[str] = set()
    for value in set(tree.xpath("//@class | //@id", smart_strings=False)):
        names.update(value.lower().split())
    return names


def _could_match(selector: str, names: set[str]) -> bool:
    """Whether the classes and ids a selector asks for stand in the page; true where that takes a closer look."""
    if _HARD.search(selector):
        return True
    return any(names.issuperset(map(str.lower, _NAMES.findall(part))) for part in selector.split(","))


def _could_paint_out(rules: list[Rule]) -> bool:
    """Whether letters could have the colour of the paper by these rules."""
    import tinycss2

    inks, papers = set(), {"white"}
    for rule in rules:
        for ink, paper, value in COLOURED.findall(rule.body):
            if ink:
                inks.add(value.strip().lower())
            elif paper:
                papers.add(value.strip().lower())
    seen = [colour(tinycss2.parse_component_value_list(ink)) for ink in inks - {"inherit", "currentcolor"}]
    behind = [colour(tinycss2.parse_component_value_list(paper)) or WHITE for paper in papers]
    return any(ink is None or ink.alpha < 0.1 or any(apart(ink, one) < 0.05 for one in behind) for ink in seen)
