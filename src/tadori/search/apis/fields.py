"""Reads the fields of API answers: JSON, XML, dates, names, titles with markup.

Comes in: the bytes of an answer, or one value of it. Goes out: plain values, or an error for the whole answer. A field
that is missing or of another type reads as empty, because catalogues leave fields out. The list of results is required
by the caller, with `required_list`. Nothing is sent from here, and XML entities are never resolved.
"""

import html
import json
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from tadori.errors import AddressForbidden, SourceGarbled, SourceTooLarge
from tadori.model.engine import EngineResponse
from tadori.model.ids import IsoDate, Url
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import strip_invisible
from tadori.text.urls import parse_url

MAX_ANSWER_BYTES: Final = 5_000_000
MAX_TITLE: Final = 500
MAX_ABSTRACT: Final = 10_000
MAX_AUTHORS: Final = 100
_SHOWN: Final = 160

_TAG: Final = lazy_pattern(r"</?[A-Za-z][^<>]{0,500}>|<!--.{0,2000}?-->|<!\[CDATA\[|\]\]>")
_DATE: Final = lazy_pattern(r"(\d{4})(?:[-/.年]\s?(\d{1,2})(?!\d)(?:[-/.月]\s?(\d{1,2})(?!\d))?)?")
_COMPACT: Final = lazy_pattern(r"(\d{4})(\d{2})(\d{2})?(?!\d)")
_NAMED_MONTH: Final = lazy_pattern(r"(\d{4}) ([A-Z][a-z]{2})(?![\w-])(?: (\d{1,2})(?!\d))?")
_MONTHS: Final = {name: i for i, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), start=1)}


def bounded(response: EngineResponse, source: str) -> EngineResponse:
    """`response`, unless it is too large to be read."""
    if len(response.body) > MAX_ANSWER_BYTES:
        raise SourceTooLarge(source, f"an answer of more than {MAX_ANSWER_BYTES} bytes")
    return response


def parse_json(response: EngineResponse, source: str) -> Any:
    """The answer as JSON.

    Raises:
        SourceGarbled: it is not JSON, or nested too deeply.
        SourceTooLarge: more than 5 MB.
    """
    body = bounded(response, source).body
    try:
        return json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise SourceGarbled(source, f"expected JSON, got {_seen(response)}") from error


def parse_xml(response: EngineResponse, source: str, root_name: str) -> Any:
    """The root element of the answer as XML, which must be named `root_name`, whatever its namespace.

    Raises:
        SourceGarbled: it is not XML, malformed, or declares a document type.
        SourceTooLarge: more than 5 MB.
    """
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    body = bounded(response, source).body
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(body.strip(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SourceGarbled(source, f"expected XML <{root_name}>, got {_seen(response)}") from error
    if root.getroottree().docinfo.doctype:
        raise SourceGarbled(source, "XML with a document type, which no answer needs")
    if local_name(root) != root_name:
        raise SourceGarbled(source, f"expected XML <{root_name}>, got <{local_name(root)[:40]}>")
    return root


def _seen(response: EngineResponse) -> str:
    beginning = plain_text(response.body[:400].decode("utf-8", "replace"), _SHOWN)
    return f"{response.media_type or 'no type'}: {beginning}" if beginning else f"{response.media_type}: nothing"


def local_name(element: Any) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def children(element: Any, *path: str) -> list[Any]:
    """The elements at the end of a path of names below `element`, namespaces aside."""
    found = [element]
    for name in path:
        found = [child for parent in found for child in parent if local_name(child) == name]
    return found


def xml_text(element: Any, *path: str, most: int = MAX_ABSTRACT) -> str:
    """The text of the first element with any at the end of a path of names; empty when there is none."""
    texts = (plain_text("".join(child.itertext()), most) for child in children(element, *path))
    return next((text for text in texts if text), "")


def value_at(node: Any, *path: str | int) -> Any:
    """The value at a path of keys and indexes; None when there is none."""
    for step in path:
        if isinstance(step, int):
            node = node[step] if isinstance(node, list) and len(node) > step else None
        else:
            node = node.get(step) if isinstance(node, Mapping) else None
    return node


def text_at(node: Any, *path: str | int, most: int = MAX_ABSTRACT) -> str:
    """The text at the end of a path: of a string, a number, `{"$": …}`, `{"@value": …}`, or the first of a list."""
    value = value_at(node, *path)
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, Mapping):
        value = value.get("$", value.get("@value"))
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return plain_text(str(value), most)


def list_at(node: Any, *path: str | int) -> list[Any]:
    """The list at the end of a path; a single value is a list of one, nothing an empty one."""
    value = value_at(node, *path)
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def required_list(source: str, node: Any, *path: str) -> list[Any]:
    """The list of results at the end of a path.

    Raises:
        SourceGarbled: there is no list.
    """
    value = value_at(node, *path)
    if not isinstance(value, list):
        raise SourceGarbled(source, f"expected a list at {'.'.join(path)}, got {type(value).__name__}")
    return value


def plain_text(text: str, most: int = MAX_ABSTRACT) -> str:
    """`text` without markup, entities, invisible characters and repeated white space, cut at `most` characters."""
    whole = text[: most * 4].encode("utf-8", "replace").decode()
    bare = html.unescape(_TAG.sub("", whole))
    seen = "".join(" " if unicodedata.category(char) == "Cc" else char for char in bare)
    return " ".join(strip_invisible(seen).split())[:most].rstrip()


def iso_date(text: str) -> IsoDate | None:
    """The date that `text` begins with: `2020-01-15T…`, `2020.7`, `20200115`, `2020 Jan 15`, `2020年7月`."""
    named = _NAMED_MONTH.match(text)
    if named:
        return date_of(named[1], _MONTHS.get(named[2]), named[3])
    found = _COMPACT.match(text) or _DATE.match(text)
    return date_of(*found.groups()) if found else None


def date_of(year: Any, month: Any = None, day: Any = None) -> IsoDate | None:
    """The date of these parts, as precise as they are valid."""
    try:
        known = [int(part) for part in (year, month, day) if part is not None]
    except (TypeError, ValueError):
        return None
    while known:
        try:
            date(*[*known, 1, 1][:3])
        except (ValueError, OverflowError):
            known.pop()
            continue
        written = "-".join([f"{known[0]:04d}", *(f"{part:02d}" for part in known[1:])])
        return IsoDate(written) if known[0] >= 1000 else None
    return None


def web_address(text: str, base: str | None = None) -> Url | None:
    """`text` as an http(s) address; None when it is none."""
    try:
        return parse_url(text.strip(), base) if text.strip() else None
    except AddressForbidden:
        return None


def author_names(given: Iterable[str]) -> tuple[str, ...]:
    """Names as written, each once, at most a hundred."""
    return tuple(dict.fromkeys(name for one in given if (name := plain_text(one, 200))))[:MAX_AUTHORS]


def identifiers(**known: str) -> tuple[tuple[str, str], ...]:
    """The identifiers that have a value, in the order given."""
    return tuple((kind, value) for kind, value in known.items() if value)
