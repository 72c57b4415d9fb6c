"""Parses answers of public registers: RDAP (RFC 9083), WHOIS text, and certificate transparency as crt.sh prints it.

In: the body of an answer. Out: facts: who registered a domain, when, on which name servers; which names certificates
were issued for, by whom, over what time. What is no host name or date is dropped and counted in `notes`. Telephone
numbers, e-mail addresses and streets of registrants are not read.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from tadori.entity.certificates import CertificateRecord
from tadori.entity.register_fields import (
    MAX_BYTES,
    MAX_LIST,
    host_name,
    iso_day,
    json_body,
    left_out_note,
    list_of,
    objects_of,
    plain_words,
)
from tadori.entity.resolution import domain_entity
from tadori.errors import SourceGarbled, SourceRefused
from tadori.model.entity import Entity
from tadori.model.ids import IsoDate
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import strip_invisible
from tadori.text.urls import registrable


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainRecord:
    """A domain's registration data; missing fields are empty."""

    domain: str
    registrant: str = ""
    registrar: str = ""
    name_servers: tuple[str, ...] = ()
    created: IsoDate | None = None
    updated: IsoDate | None = None
    expires: IsoDate | None = None
    status: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_rdap(body: bytes, source: str) -> DomainRecord:
    """A domain's RDAP answer.

    Raises:
        SourceTooLarge: more than `MAX_BYTES`.
        SourceRefused: the register says that there is no such domain, or not to us.
        SourceGarbled: no JSON, or no domain object.
    """
    answer = json_body(body, source)
    if not isinstance(answer, dict):
        raise SourceGarbled(source, "the RDAP answer is no object")
    if "errorCode" in answer:
        raise SourceRefused(
            source, f"RDAP error {plain_words(answer['errorCode'])}: {plain_words(answer.get('title'))}"
        )
    domain = host_name(answer.get("ldhName")) or host_name(answer.get("unicodeName"))
    if not domain:
        raise SourceGarbled(source, "the RDAP answer names no domain")
    dates = {
        plain_words(e.get("eventAction")).lower(): iso_day(e.get("eventDate")) for e in objects_of(answer.get("events"))
    }
    servers = [host_name(server.get("ldhName")) for server in objects_of(answer.get("nameservers"))]
    return DomainRecord(
        domain=domain,
        registrant=_party(answer, "registrant"),
        registrar=_party(answer, "registrar"),
        name_servers=tuple(sorted({server for server in servers if server})),
        created=dates.get("registration"),
        updated=dates.get("last changed"),
        expires=dates.get("expiration"),
        status=tuple(plain_words(status) for status in list_of(answer.get("status")) if isinstance(status, str)),
        notes=left_out_note("name servers that are no host names", sum(not server for server in servers)),
    )


def read_whois(text: str, source: str) -> DomainRecord:
    """The text of a WHOIS page: `Key: value` lines, or JPRS's `[Key] value`.

    Raises:
        SourceRefused: it says that there is no such domain, or that we ask too often.
        SourceGarbled: no line names a domain.
    """
    fields: dict[str, list[str]] = {}
    for line in text[:MAX_BYTES].splitlines()[:MAX_LIST]:
        match = _WHOIS_LINE.match(strip_invisible(line[:500]))
        if match and match["value"].strip():
            fields.setdefault((match["jprs"] or match["key"]).strip().lower(), []).append(plain_words(match["value"]))
    first = {name: next((fields[key][0] for key in keys if key in fields), "") for name, keys in _WHOIS_KEYS.items()}
    domain = host_name(first["domain"])
    if not domain and _WHOIS_NONE.search(text[:5000]):
        raise SourceRefused(source, "WHOIS has no such domain, or does not answer us")
    if not domain:
        raise SourceGarbled(source, "the WHOIS text names no domain")
    servers = [
        host_name(value.split()[0])
        for key in ("name server", "nserver", "ネームサーバ")
        for value in fields.get(key, [])
    ]
    return DomainRecord(
        domain=domain,
        registrant=first["registrant"],
        registrar=first["registrar"],
        name_servers=tuple(sorted({server for server in servers if server})),
        created=iso_day(first["created"]),
        updated=iso_day(first["updated"]),
        expires=iso_day(first["expires"]),
        status=tuple(value for key in ("domain status", "状態", "status") for value in fields.get(key, [])),
    )


def entities_in_record(record: DomainRecord | CertificateRecord) -> tuple[Entity, ...]:
    """The domains of a register's answer as entities, with their holder where it is named: seeds for pivots."""
    if isinstance(record, DomainRecord):
        return (domain_entity(registrable(record.domain), record.registrant),)
    return tuple(domain_entity(domain) for domain in record.domains)


_WHOIS_LINE: Final = lazy_pattern(
    r"\s*(?:[a-z]\.\s*)?(?:\[(?P<jprs>[^\]]{1,40})\]|(?P<key>[A-Za-z][A-Za-z \-/]{1,40}):)\s*(?P<value>.*)"
)
_WHOIS_NONE: Final = lazy_pattern(
    r"no match|not found|no entries|該当するデータがありません|rate limit|quota exceeded", re.IGNORECASE
)
_WHOIS_KEYS: Final = {
    "domain": ("domain name", "domain", "ドメイン名"),
    "registrant": ("registrant organization", "組織名", "organization", "登録者名", "registrant", "registrant name"),
    "registrar": ("registrar",),
    "created": ("creation date", "登録年月日", "created", "接続年月日"),
    "updated": ("updated date", "最終更新", "changed", "last updated"),
    "expires": ("registry expiry date", "registrar registration expiration date", "有効期限", "expires on"),
}


def _party(answer: dict[str, Any], role: str) -> str:
    """The organisation of the first entity with that role; entities may stand in entities.

    Without an organisation, its name; but not of a registrant that is not marked as an organisation: that is a person.
    """
    waiting, seen = objects_of(answer.get("entities")), 0
    while waiting and seen < MAX_LIST:
        entity, waiting = waiting[0], waiting[1:]
        seen += 1
        if role in list_of(entity.get("roles")):
            is_body = role != "registrant" or _of_card(entity, "kind").lower() == "org"
            name = _of_card(entity, "org") or (_of_card(entity, "fn") if is_body else "")
            if name and not _HIDDEN.search(name):
                return name
        waiting += objects_of(entity.get("entities"))
    return ""


_HIDDEN: Final = lazy_pattern(r"redacted|withheld|not disclosed|data protected|privacy|非公開", re.IGNORECASE)


def _of_card(entity: dict[str, Any], field: str) -> str:
    """A field of a jCard (RFC 7095): `["org", {}, "text", "Hokuto Works"]`, or a list of units as its value."""
    card = list_of(entity.get("vcardArray"))
    for entry in list_of(card[1]) if len(card) > 1 else []:
        parts = list_of(entry)
        if len(parts) >= 4 and parts[0] == field:
            value = parts[3]
            return plain_words(value[0] if isinstance(value, list) and value else value)
    return ""
