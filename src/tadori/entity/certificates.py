"""Parses certificate transparency logs as crt.sh prints them, HTML or JSON.

In: the body of a result page. Out: which host names certificates were issued for, by whom, over what time. Names that
are no host names are dropped and counted in `notes`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tadori.entity.register_fields import MAX_BYTES, MAX_LIST, host_name, iso_day, json_body, left_out_note, plain_words
from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.model.ids import IsoDate
from tadori.text.tags import has_many_attributes
from tadori.text.urls import registrable

MAX_CERTIFICATES: Final = 5_000

MAX_NAMES: Final = 5_000


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
        names = tuple(dict.fromkeys(host for name in row.names[:MAX_LIST] if (host := host_name(name, wildcard=True))))
        dropped += len(row.names) - len(names)
        if names:
            certificates.append(
                Certificate(
                    names=names,
                    issuer=_organisation(row.issuer),
                    not_before=iso_day(row.not_before),
                    not_after=iso_day(row.not_after),
                    logged=iso_day(row.logged),
                )
            )
    return _record(certificates, dropped)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    names: tuple[str, ...]
    issuer: str
    not_before: str
    not_after: str
    logged: str


def _json_rows(body: bytes, source: str) -> Iterator[_Row]:
    answer = json_body(body, source)
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
    notes = left_out_note("names that are no host names", dropped) + left_out_note("host names", len(names) - MAX_NAMES)
    return CertificateRecord(
        certificates=tuple(ordered),
        names=tuple(names[:MAX_NAMES]),
        issuers=tuple(sorted(((name, n) for name, n in counts.items() if name), key=lambda pair: (-pair[1], pair[0]))),
        first=dates[0] if dates else None,
        last=dates[-1] if dates else None,
        notes=notes,
    )


def _organisation(issuer: str) -> str:
    """`O=` of a distinguished name; the whole name where it has none."""
    match = re.search(r"(?:^|,)\s*O=(\"[^\"]{1,200}\"|(?:\\.|[^,\\]){1,200})", issuer[:1000])
    return plain_words(match[1].strip('"').replace("\\", "") if match else issuer)


def _raw(value: object) -> str:
    return value if isinstance(value, str) else ""
