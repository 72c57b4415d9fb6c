"""HTML elements that cannot be built unsafely: whatever is not an element already is escaped, every time."""

from collections.abc import Iterable

from tadori.report.inert import for_html


class Element(str):
    """HTML that was built here. A plain `str` is text from somewhere and is never trusted."""

    __slots__ = ()


def element(name: str, *children: "Element | str | None", **attributes: str | None) -> Element:
    """`<name>` with its children; text is escaped, None is left out. `class_` is `class`, `_` in names is `-`."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{for_html(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Element(f"<{name}{given}>{join_elements(children)}</{name}>")


def join_elements(children: Iterable["Element | str | None"]) -> Element:
    """Children one after another."""
    return Element("".join(_safe(child) for child in children if child is not None))


def _safe(child: "Element | str") -> str:
    return child if isinstance(child, Element) else for_html(child)
