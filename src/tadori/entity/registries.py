"""Parses answers of public registers: RDAP (RFC 9083), WHOIS text, and certificate transparency as crt.sh prints it.

In: the body of an answer. Out: facts: who registered a domain, when, on which name servers; which names certificates
were issued for, by whom, over what time. What is no host name or date is dropped and counted in `notes`. Telephone
numbers, e-mail addresses and streets of registrants are not read.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tadori.entity.resolution import domain_entity
from tadori.errors import SourceGarbled, SourceRefused, SourceTooLarge
from tadori.model.entity import Entity
from tadori.model.ids import IsoDate
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import strip_invisible
from tadori.text.tags import has_many_attributes
from tadori.text.urls import registrable

MAX_BYTES: Final = 10_000_000
MAX_CERTIFICATES: Final = 5_000
MAX_NAMES: Final = 5_000
_MAX_LIST: Final = 200
_LONGEST: Final = 200


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One certificate of the log."""

    names: tuple[str, ...]
    """Host names it is valid for, wildcards as `*.`."""
    issuer: str
    not_before: IsoDate | None
    not_after: IsoDate | None
    logged: IsoDate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateRecord:
    """The certificates logged for a domain, oldest first."""

    certificates: tuple[Certificate, ...]
    names: tuple[str, ...]
    """Every host name, without wildcard signs, sorted."""
    issuers: tuple[tuple[str, int], ...]
    """Organisations that issued, and how many; the most first."""
    first: IsoDate | None
    last: IsoDate | None
    notes: tuple[str, ...] = ()

    @property
    def domains(self) -> tuple[str, ...]:
        """The registrable domains: names that share a certificate are often of one holder."""
        return tuple(dict.fromkeys(registrable(name) for name in self.names))


def read_rdap(body: bytes, source: str) -> DomainRecord:
    """A domain's RDAP answer.

    Raises:
        SourceTooLarge: more than `MAX_BYTES`.
        SourceRefused: the register says that there is no such domain, or not to us.
        SourceGarbled: no JSON, or no domain object.
    """
    answer = _json(body, source)
    if not isinstance(answer, dict):
        raise SourceGarbled(source, "the RDAP answer is no object")
    if "errorCode" in answer:
        raise SourceRefused(source, f"RDAP error {_words(answer['errorCode'])}: {_words(answer.get('title'))}")
    domain = _host(answer.get("ldhName")) or _host(answer.get("unicodeName"))
    if not domain:
        raise SourceGarbled(source, "the RDAP answer names no domain")
    dates = {_words(e.get("eventAction")).lower(): _date(e.get("eventDate")) for e in _objects(answer.get("events"))}
    servers = [_host(server.get("ldhName")) for server in _objects(answer.get("nameservers"))]
    return DomainRecord(
        domain=domain,
        registrant=_party(answer, "registrant"),
        registrar=_party(answer, "registrar"),
        name_servers=tuple(sorted({server for server in servers if server})),
        created=dates.get("registration"),
        updated=dates.get("last changed"),
        expires=dates.get("expiration"),
        status=tuple(_words(status) for status in _list(answer.get("status")) if isinstance(status, str)),
        notes=_lost("name servers that are no host names", sum(not server for server in servers)),
    )


def read_whois(text: str, source: str) -> DomainRecord:
    """The text of a WHOIS page: `Key: value` lines, or JPRS's `[Key] value`.

    Raises:
        SourceRefused: it says that there is no such domain, or that we ask too often.
        SourceGarbled: no line names a domain.
    """
    fields: dict[str, list[str]] = {}
    for line in text[:MAX_BYTES].splitlines()[:_MAX_LIST]:
        match = _WHOIS_LINE.match(strip_invisible(line[:500]))
        if match and match["value"].strip():
            fields.setdefault((match["jprs"] or match["key"]).strip().lower(), []).append(_words(match["value"]))
    first = {name: next((fields[key][0] for key in keys if key in fields), "") for name, keys in _WHOIS_KEYS.items()}
    domain = _host(first["domain"])
    if not domain and _WHOIS_NONE.search(text[:5000]):
        raise SourceRefused(source, "WHOIS has no such domain, or does not answer us")
    if not domain:
        raise SourceGarbled(source, "the WHOIS text names no domain")
    servers = [
        _host(value.split()[0]) for key in ("name server", "nserver", "ネームサーバ") for value in fields.get(key, [])
    ]
    return DomainRecord(
        domain=domain,
        registrant=first["registrant"],
        registrar=first["registrar"],
        name_servers=tuple(sorted({server for server in servers if server})),
        created=_date(first["created"]),
        updated=_date(first["updated"]),
        expires=_date(first["expires"]),
        status=tuple(value for key in ("domain status", "状態", "status") for value in fields.get(key, [])),
    )


def read_certificates(body: bytes, media_type: str, source: str) -> CertificateRecord:
    """A result page of crt.sh, as HTML or JSON; no certificates is an answer.

    Raises:
        SourceTooLarge: more than `MAX_BYTES`.
        SourceGarbled: neither its table nor its list.
    """
    rows = _json_rows(body, source) if media_type.endswith("json") else _html_rows(body, source)
    certificates: list[Certificate] = []
    dropped = 0
    for row in rows:
        if len(certificates) == MAX_CERTIFICATES:
            break
        names = tuple(dict.fromkeys(host for name in row.names[:_MAX_LIST] if (host := _host(name, wildcard=True))))
        dropped += len(row.names) - len(names)
        if names:
            certificates.append(
                Certificate(
                    names=names,
                    issuer=_organisation(row.issuer),
                    not_before=_date(row.not_before),
                    not_after=_date(row.not_after),
                    logged=_date(row.logged),
                )
            )
    return _record(certificates, dropped)


def entities_in_record(record: DomainRecord | CertificateRecord) -> tuple[Entity, ...]:
    """The domains of a register's answer as entities, with their holder where it is named: seeds for pivots."""
    if isinstance(record, DomainRecord):
        return (domain_entity(registrable(record.domain), record.registrant),)
    return tuple(domain_entity(domain) for domain in record.domains)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    names: tuple[str, ...]
    issuer: str
    not_before: str
    not_after: str
    logged: str


_HOST: Final = lazy_pattern(r"(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.){1,20}[a-z][a-z0-9-]{0,61}[a-z0-9]")
_DATE: Final = lazy_pattern(r"((?:19|20)\d\d)[-/]([01]\d)[-/]([0-3]\d)")
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


def _json(body: bytes, source: str) -> Any:
    if len(body) > MAX_BYTES:
        raise SourceTooLarge(source, f"an answer of more than {MAX_BYTES} bytes")
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise SourceGarbled(source, "the answer is no JSON") from error


def _json_rows(body: bytes, source: str) -> Iterator[_Row]:
    answer = _json(body, source)
    if not isinstance(answer, list):
        raise SourceGarbled(source, "the list of certificates is no list")
    for entry in answer:
        if not isinstance(entry, dict):
            raise SourceGarbled(source, "an entry of the certificate list is no object")
        named = f"{_raw(entry.get('common_name'))}\n{_raw(entry.get('name_value'))}"
        yield _Row(
            names=tuple(dict.fromkeys(name for name in named.split("\n") if name)),
            issuer=_raw(entry.get("issuer_name")),
            not_before=_raw(entry.get("not_before")),
            not_after=_raw(entry.get("not_after")),
            logged=_raw(entry.get("entry_timestamp")),
        )


def _html_rows(body: bytes, source: str) -> Iterator[_Row]:
    """The rows of the table whose head has `Not Before` and `Issuer Name`; columns are found by their heads."""
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it
    from lxml import html as lxml_html  # lazy: lxml takes 30 ms to load, and only some pages need it

    if len(body) > MAX_BYTES:
        raise SourceTooLarge(source, f"an answer of more than {MAX_BYTES} bytes")
    if has_many_attributes(body):
        raise SourceTooLarge(source, "an element of the certificate page has more than 1000 attributes")
    try:
        tree = lxml_html.document_fromstring(body, parser=lxml_html.HTMLParser(encoding="utf-8", remove_comments=True))
    except etree.ParserError as error:
        raise SourceGarbled(source, "the certificate page is empty") from error
    tables = [(table, heads) for table in tree.iter("table") if "issuer name" in (heads := _heads(table))]
    if not tables:
        if "none found" in " ".join(tree.text_content().split()).lower():
            return
        raise SourceGarbled(source, "the page has no table of certificates")
    table, heads = tables[-1]
    for row in table.iter("tr"):
        cells = [_lines(cell) for cell in row.iterchildren("td")]
        if len(cells) == len(heads):
            yield _html_row(dict(zip(heads, cells, strict=True)))


def _html_row(cells: dict[str, list[str]]) -> _Row:
    named = [*cells.get("common name", []), *cells.get("matching identities", [])]
    first = {head: words[0] if words else "" for head, words in cells.items()}
    return _Row(
        names=tuple(dict.fromkeys(named)),
        issuer=first.get("issuer name", ""),
        not_before=first.get("not before", ""),
        not_after=first.get("not after", ""),
        logged=first.get("logged at", ""),
    )


def _heads(table: Any) -> list[str]:
    """The heads of a table's own first row of heads, folded; crt.sh puts tables into tables."""
    for row in table.iter("tr"):
        cells = list(row.iterchildren("th"))
        if cells:
            # Behind the head that the table is sorted by stands an arrow.
            return [" ".join(re.findall(r"[a-z.]+", cell.text_content().lower())) for cell in cells]
    return []


def _lines(cell: Any) -> list[str]:
    return [line for part in cell.itertext() if (line := " ".join(part.split()))]


def _record(certificates: list[Certificate], dropped: int) -> CertificateRecord:
    ordered = sorted(certificates, key=lambda c: (c.not_before or "", c.names))
    names = sorted({name.removeprefix("*.") for c in ordered for name in c.names})
    counts: dict[str, int] = {}
    for certificate in ordered:
        counts[certificate.issuer] = counts.get(certificate.issuer, 0) + 1
    dates = [c.not_before for c in ordered if c.not_before]
    notes = _lost("names that are no host names", dropped) + _lost("host names", len(names) - MAX_NAMES)
    return CertificateRecord(
        certificates=tuple(ordered),
        names=tuple(names[:MAX_NAMES]),
        issuers=tuple(sorted(((name, n) for name, n in counts.items() if name), key=lambda pair: (-pair[1], pair[0]))),
        first=dates[0] if dates else None,
        last=dates[-1] if dates else None,
        notes=notes,
    )


def _lost(what: str, number: int) -> tuple[str, ...]:
    return (f"{number} {what} left out",) if number > 0 else ()


def _party(answer: dict[str, Any], role: str) -> str:
    """The organisation of the first entity with that role; entities may stand in entities.

    Without an organisation, its name; but not of a registrant that is not marked as an organisation: that is a person.
    """
    waiting, seen = _objects(answer.get("entities")), 0
    while waiting and seen < _MAX_LIST:
        entity, waiting = waiting[0], waiting[1:]
        seen += 1
        if role in _list(entity.get("roles")):
            is_body = role != "registrant" or _of_card(entity, "kind").lower() == "org"
            name = _of_card(entity, "org") or (_of_card(entity, "fn") if is_body else "")
            if name and not _HIDDEN.search(name):
                return name
        waiting += _objects(entity.get("entities"))
    return ""


_HIDDEN: Final = lazy_pattern(r"redacted|withheld|not disclosed|data protected|privacy|非公開", re.IGNORECASE)


def _of_card(entity: dict[str, Any], field: str) -> str:
    """A field of a jCard (RFC 7095): `["org", {}, "text", "Hokuto Works"]`, or a list of units as its value."""
    card = _list(entity.get("vcardArray"))
    for entry in _list(card[1]) if len(card) > 1 else []:
        parts = _list(entry)
        if len(parts) >= 4 and parts[0] == field:
            value = parts[3]
            return _words(value[0] if isinstance(value, list) and value else value)
    return ""


def _organisation(issuer: str) -> str:
    """`O=` of a distinguished name; the whole name where it has none."""
    match = re.search(r"(?:^|,)\s*O=(\"[^\"]{1,200}\"|(?:\\.|[^,\\]){1,200})", issuer[:1000])
    return _words(match[1].strip('"').replace("\\", "") if match else issuer)


def _host(value: object, *, wildcard: bool = False) -> str:
    """A host name in lower case and ASCII; empty for anything else."""
    if not isinstance(value, str) or len(value) > 253:
        return ""
    name = value.strip().rstrip(".").lower()
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    if name.startswith("*.") and not wildcard:
        return ""
    return name if _HOST.fullmatch(name) else ""


def _date(value: object) -> IsoDate | None:
    match = _DATE.search(value[:40]) if isinstance(value, str) else None
    if match is None or not ("01" <= match[2] <= "12" and "01" <= match[3] <= "31"):
        return None
    return IsoDate("-".join(match.groups()))


def _words(value: object) -> str:
    """A value as plain words on one line, bounded."""
    plain = value if isinstance(value, str) else "" if value is None or isinstance(value, (dict, list)) else str(value)
    return " ".join(strip_invisible(plain[: _LONGEST * 2]).split())[:_LONGEST]


def _raw(value: object) -> str:
    return value if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return value[:_MAX_LIST] if isinstance(value, list) else []


def _objects(value: object) -> list[dict[str, Any]]:
    return [entry for entry in _list(value) if isinstance(entry, dict)]
