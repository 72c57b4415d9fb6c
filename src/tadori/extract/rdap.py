"""Reads an RDAP answer (RFC 9083) as a table of facts about a domain, one fact a row.

`hokuto.test | registrant | Hokuto Works`: every row names the domain, so that it can be quoted alone. Streets,
telephone numbers and e-mail addresses are not read. `rdap_raw_text` is the same answer unfiltered, for `verify`.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from tadori.errors import SourceGarbled
from tadori.extract.composer import TextBlock, compose
from tadori.model.ids import EN
from tadori.model.page import Capture, Extracted, FragmentType, PageType
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import strip_invisible
from tadori.text.quotation_match import match_form, stands_in

MEDIA_TYPE: Final = "application/rdap+json"
MARK: Final = b'"rdapConformance"'
"""Every RDAP answer says which documents it conforms to, whatever media type it came with."""
_MOST_ROWS: Final = 200
_MOST_LABELS: Final = 50
_MOST_VALUES: Final = 2_000
_LONGEST: Final = 200
_DEEPEST: Final = 12
_PARTIES: Final = ("registrant", "registrar")
_HIDDEN: Final = lazy_pattern(r"(?i)redacted|withheld|not disclosed|data protected|privacy|非公開")


def extract_rdap(capture: Capture) -> Extracted:
    """Read the record of a domain.

    Raises:
        SourceGarbled: no JSON, an error of the register, or no domain.
    """
    answer = _object(capture)
    domain = _line(answer.get("ldhName") or answer.get("unicodeName"))
    if not domain:
        raise SourceGarbled(source=capture.url, reason="the RDAP answer names no domain")
    told = [f"{domain} | {label} | {value}" for label, value in islice(_facts(answer), _MOST_ROWS)]
    borne_out = match_form(rdap_raw_text(capture))
    # In a huge answer the witness too looks only so far.
    rows = [row for row in told if stands_in(match_form(row), borne_out)]
    if not rows:
        raise SourceGarbled(source=capture.url, reason="the RDAP answer says nothing of the domain")
    text, pieces = compose([TextBlock(text="\n".join(rows), fragment_type=FragmentType.TABLE)], capture.url)
    return Extracted(
        title=f"{domain} (RDAP)", date=None, lang=EN, page_type=PageType.DOCUMENT, text=text, pieces=pieces
    )


def rdap_raw_text(capture: Capture) -> str:
    """All strings of the answer in order; then its name, each label of an object and each string below it, in turn.

    Raises:
        SourceGarbled: no JSON object.
    """
    answer = _object(capture)
    name = _line(answer.get("ldhName") or answer.get("unicodeName"))
    lines = [" ".join(islice(_strings(answer, 0), _MOST_VALUES))]
    for inner in islice(_objects_below(answer, 0), _MOST_ROWS):
        for key, member in islice(inner.items(), _MOST_LABELS):
            lines += [f"{name} {_line(key)} {value}" for value in islice(_strings(member, 0), _MOST_ROWS)]
        labels = [value for member in inner.values() for value in _own_strings(member)]
        values = list(islice(_strings(inner, 0), _MOST_ROWS))
        lines += [f"{name} {label} {value}" for label in labels[:_MOST_LABELS] for value in values]
    return "\n".join(lines)


def _object(capture: Capture) -> dict[str, Any]:
    try:
        answer = json.loads(capture.body)
    except (ValueError, RecursionError) as exc:
        raise SourceGarbled(source=capture.url, reason="the RDAP answer is no JSON") from exc
    if not isinstance(answer, dict):
        raise SourceGarbled(source=capture.url, reason="the RDAP answer is no object")
    return answer


def _facts(answer: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(what, value) of everything that is read: parties, dates, servers, status."""
    parties = [
        inner for inner in islice(_objects_below(answer, 0), _MOST_VALUES) if isinstance(inner.get("roles"), list)
    ]
    for role in _PARTIES:
        named = (_name(party, role) for party in parties if role in party["roles"])
        yield from ((role, name) for name in islice((name for name in named if name), 1))
    for event in _dicts(answer.get("events")):
        action, day = _line(event.get("eventAction")), _line(event.get("eventDate"))
        if action and day:
            yield action, day
    for server in _dicts(answer.get("nameservers")):
        if host := _line(server.get("ldhName")):
            yield "nameservers", host
    for status in _own_strings(answer.get("status")):
        yield "status", status


def _name(party: dict[str, Any], role: str) -> str:
    """Organisation of a party's jCard (RFC 7095), or else its name; empty where it is hidden, not told, or a person's.

    A registrant who does not say that it is an organisation may be a person, who is nobody's business.
    """
    card = party.get("vcardArray")
    fields = card[1] if isinstance(card, list) and len(card) > 1 and isinstance(card[1], list) else []
    told: dict[str, str] = {}
    for field in fields[:_MOST_ROWS]:
        if isinstance(field, list) and len(field) > 3 and isinstance(field[0], str):
            told.setdefault(field[0], _line(field[3][0] if isinstance(field[3], list) and field[3] else field[3]))
    is_body = role != "registrant" or told.get("kind", "").lower() == "org"
    name = told.get("org", "") or (told.get("fn", "") if is_body else "")
    return "" if _HIDDEN.search(name) else name


def _objects_below(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """Every object at or below `value`, itself first."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        yield value
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from _objects_below(member, depth + 1)


def _strings(value: Any, depth: int) -> Iterator[str]:
    """Every string at or below `value`, in the order of the document."""
    if isinstance(value, str):
        yield _line(value)
    elif depth <= _DEEPEST:
        members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for member in members:
            yield from _strings(member, depth + 1)


def _own_strings(member: Any) -> list[str]:
    """A member that is a string, or the strings of one that is a list of them."""
    listed = member if isinstance(member, list) else [member]
    return [line for value in listed[:_MOST_ROWS] if (line := _line(value))]


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value[:_MOST_ROWS] if isinstance(entry, dict)] if isinstance(value, list) else []


def _line(value: Any) -> str:
    """A string on one line, bounded, without the bar that parts cells; empty for anything else."""
    plain = strip_invisible(value[: _LONGEST * 2]).replace("|", " ") if isinstance(value, str) else ""
    return " ".join(plain.split())[:_LONGEST]
