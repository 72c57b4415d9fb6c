"""Where to look next from an entity (§3.1.1): company → subsidiaries, officers, address, domain; domain → subdomains,
certificates, registration, holder; person → other names, posts, works.

In: an entity, a language, and what was visited. Out: queries and addresses, each with purpose and reason. Persons are
followed through public professional sources only; social networks are neither asked nor followed.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import quote

from tadori.entity.names import body_key, legal_form, other_names, person_key
from tadori.model.entity import BODIES, Entity, EntityKind
from tadori.model.ids import JA, Lang, Url
from tadori.text.normalise import fold
from tadori.text.urls import registrable

MAX_PIVOTS: Final = 12
_LONGEST_NAME: Final = 100


class PivotPurpose(StrEnum):
    SUBSIDIARIES = "subsidiaries"
    OFFICERS = "officers"
    ADDRESS = "address"
    DOMAIN = "domain"
    REGISTER = "register"
    """What an official register says: corporate number, filings."""
    SUBDOMAINS = "subdomains"
    CERTIFICATES = "certificates"
    REGISTRATION = "registration"
    """RDAP and WHOIS: who registered a domain, when, with which name servers."""
    HOLDER = "holder"
    ALIASES = "aliases"
    HANDLES = "handles"
    AFFILIATIONS = "affiliations"
    WORKS = "works"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pivot:
    """One next step: either a query to search or an address to fetch."""

    purpose: PivotPurpose
    reason: str
    query: str = ""
    url: Url | None = None

    @property
    def key(self) -> str:
        """Identifies a pivot in the visited set."""
        return f"u:{self.url}" if self.url else f"q:{fold(self.query)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryAddresses:
    """URL templates of public registers; `{}` is the value looked up."""

    certificates: str = "https://crt.sh/?q={}"
    rdap: str = "https://rdap.org/domain/{}"
    whois: str = "https://www.iana.org/whois?q={}"
    whois_jp: str = "https://whois.jprs.jp/?key={}"
    """The .jp registry offers no RDAP."""
    corporate_number: str = "https://www.houjin-bangou.nta.go.jp/henkorireki-johoto.html?selHouzinNo={}"
    orcid: str = "https://orcid.org/{}"


def pivots(
    entity: Entity,
    lang: Lang,
    *,
    visited: frozenset[str] = frozenset(),
    limit: int = MAX_PIVOTS,
    registries: RegistryAddresses = RegistryAddresses(),  # noqa: B008 (frozen)
) -> tuple[Pivot, ...]:
    """The pivots from `entity`, most reliable first, without repeats; none when the entity was visited already."""
    if visited & entity_keys(entity):
        return ()
    found: dict[str, Pivot] = {}
    for pivot in _ways(entity)(entity, lang, registries):
        if pivot.key not in visited:
            found.setdefault(pivot.key, pivot)
    return tuple(found.values())[:limit]


def visited_after(visited: frozenset[str], entity: Entity, taken: tuple[Pivot, ...]) -> frozenset[str]:
    """The visited set after following `taken` from `entity`: coming back under any of its names would be a loop."""
    return visited | entity_keys(entity) | {pivot.key for pivot in taken}


def entity_keys(entity: Entity) -> frozenset[str]:
    """The keys of an entity in the visited set: all its names and register numbers."""
    kind = "body" if entity.kind in BODIES else entity.kind.value
    named = {
        person_key(n) if entity.kind is EntityKind.PERSON else f"{body_key(n)}|{legal_form(n)}" for n in entity.names
    }
    numbers = {f"e:{name}:{value}" for name, value in entity.identifiers if name != "domain"}
    return frozenset({f"e:{kind}:{name}" for name in named} | numbers)


_Ways = Callable[[Entity, Lang, RegistryAddresses], Iterator[Pivot]]


def _ways(entity: Entity) -> _Ways:
    match entity.kind:
        case EntityKind.COMPANY:
            return _of_company
        case EntityKind.GOVERNMENT | EntityKind.ORGANISATION:
            return _of_body
        case EntityKind.DOMAIN:
            return _of_domain
        case EntityKind.PERSON:
            return _of_person
        case EntityKind.ADDRESS | EntityKind.IDENTIFIER:
            return _nowhere


_COMPANY: Final = {
    True: (
        (PivotPurpose.SUBSIDIARIES, "{} 子会社 関連会社 一覧"),
        (PivotPurpose.OFFICERS, "{} 役員 代表取締役"),
        (PivotPurpose.ADDRESS, "{} 本社 所在地"),
        (PivotPurpose.DOMAIN, "{} 公式サイト 会社概要"),
        (PivotPurpose.REGISTER, "{} site:go.jp"),
        (PivotPurpose.REGISTER, "{} 有価証券報告書 filetype:pdf"),
    ),
    False: (
        (PivotPurpose.SUBSIDIARIES, "{} subsidiaries list"),
        (PivotPurpose.OFFICERS, "{} board of directors officers"),
        (PivotPurpose.ADDRESS, "{} headquarters address"),
        (PivotPurpose.DOMAIN, "{} official website"),
        (PivotPurpose.REGISTER, "{} site:sec.gov"),
        (PivotPurpose.REGISTER, "{} annual report filetype:pdf"),
    ),
}
_BODY: Final = {
    True: (
        (PivotPurpose.DOMAIN, "{} 公式サイト"),
        (PivotPurpose.SUBSIDIARIES, "{} 所管 組織図"),
        (PivotPurpose.OFFICERS, "{} 幹部名簿 役員"),
        (PivotPurpose.ADDRESS, "{} 所在地"),
    ),
    False: (
        (PivotPurpose.DOMAIN, "{} official website"),
        (PivotPurpose.SUBSIDIARIES, "{} organisation chart"),
        (PivotPurpose.OFFICERS, "{} leadership"),
        (PivotPurpose.ADDRESS, "{} address"),
    ),
}
_PERSON: Final = {
    True: (
        (PivotPurpose.AFFILIATIONS, "{} 所属 経歴"),
        (PivotPurpose.ALIASES, "{} 旧姓 別名 筆名"),
        (PivotPurpose.HANDLES, "{} site:researchmap.jp"),
        (PivotPurpose.HANDLES, "{} site:orcid.org"),
        (PivotPurpose.WORKS, "{} 論文 講演資料"),
    ),
    False: (
        (PivotPurpose.AFFILIATIONS, "{} affiliation biography"),
        (PivotPurpose.ALIASES, "{} also known as"),
        (PivotPurpose.HANDLES, "{} site:orcid.org"),
        (PivotPurpose.HANDLES, "{} site:github.com"),
        (PivotPurpose.WORKS, "{} publications talk slides"),
    ),
}


def _of_company(entity: Entity, lang: Lang, registries: RegistryAddresses) -> Iterator[Pivot]:
    for number in entity.values("corporate_number"):
        yield _address(PivotPurpose.REGISTER, registries.corporate_number, number, "its corporate number is known")
    yield from _asked(_COMPANY[lang == JA], entity)
    yield from _known_domains(entity, registries)
    yield from _other_spellings(entity)


def _of_body(entity: Entity, lang: Lang, registries: RegistryAddresses) -> Iterator[Pivot]:
    yield from _asked(_BODY[lang == JA], entity)
    yield from _known_domains(entity, registries)
    yield from _other_spellings(entity)


def _of_domain(entity: Entity, lang: Lang, registries: RegistryAddresses) -> Iterator[Pivot]:
    domain = registrable(entity.name)
    yield from _infrastructure(domain, registries, f"{domain} itself")
    # An engine wants words beside its operators: the domain's own name is the likeliest to stand on its pages.
    below = f"{domain.partition('.')[0]} site:{domain} -site:www.{domain}"
    yield Pivot(purpose=PivotPurpose.SUBDOMAINS, reason=f"pages below {domain}", query=below)
    words = "運営会社 会社概要" if lang == JA else "company operated by"
    yield Pivot(purpose=PivotPurpose.HOLDER, reason=f"who runs {domain}", query=f'"{domain}" {words}')
    for holder in entity.affiliations:
        yield Pivot(purpose=PivotPurpose.HOLDER, reason="named by a register", query=_quoted(holder))


def _of_person(entity: Entity, lang: Lang, registries: RegistryAddresses) -> Iterator[Pivot]:
    for orcid in entity.values("orcid"):
        yield _address(PivotPurpose.WORKS, registries.orcid, orcid, "the ORCID is known")
    key = person_key(entity.name)
    if len(key) <= 2 or (key.isascii() and " " not in key):
        return  # a family name alone leads to everybody
    at = f" {_quoted(entity.affiliations[0])}" if entity.affiliations else ""
    for pivot in _asked(_PERSON[lang == JA], entity):
        # A namesake elsewhere is somebody else: the employer goes along, except where a profile is asked for.
        narrowed = f"{pivot.query}{at}" if pivot.purpose is not PivotPurpose.HANDLES else pivot.query
        yield Pivot(purpose=pivot.purpose, reason=pivot.reason, query=narrowed)


def _nowhere(entity: Entity, lang: Lang, registries: RegistryAddresses) -> Iterator[Pivot]:
    return iter(())


def _asked(templates: tuple[tuple[PivotPurpose, str], ...], entity: Entity) -> Iterator[Pivot]:
    for purpose, template in templates:
        yield Pivot(
            purpose=purpose,
            reason=f"{purpose.value} of {entity.name[:_LONGEST_NAME]}",
            query=template.format(_quoted(entity.name)),
        )


def _known_domains(entity: Entity, registries: RegistryAddresses) -> Iterator[Pivot]:
    for domain in entity.values("domain"):
        yield from _infrastructure(domain, registries, f"a domain of {entity.name[:_LONGEST_NAME]}")


def _infrastructure(domain: str, registries: RegistryAddresses, reason: str) -> Iterator[Pivot]:
    yield _address(PivotPurpose.CERTIFICATES, registries.certificates, f"%.{domain}", reason)
    if domain.endswith(".jp"):
        yield _address(PivotPurpose.REGISTRATION, registries.whois_jp, domain, reason)
    else:
        yield _address(PivotPurpose.REGISTRATION, registries.rdap, domain, reason)
        yield _address(PivotPurpose.REGISTRATION, registries.whois, domain, reason)


def _other_spellings(entity: Entity) -> Iterator[Pivot]:
    others = [name for name in (*entity.names, *other_names(entity.name)) if name != entity.name]
    for name in dict.fromkeys(others):
        yield Pivot(purpose=PivotPurpose.ALIASES, reason=f"another name of {entity.name}", query=_quoted(name))


def _address(purpose: PivotPurpose, place: str, value: str, reason: str) -> Pivot:
    return Pivot(purpose=purpose, reason=reason, url=Url(place.format(quote(value, safe=""))))


def _quoted(name: str) -> str:
    """A name as a phrase; quotation marks in it would end the phrase, line ends would end the query."""
    return '"' + " ".join(re.sub('["“”„‟＂]', " ", name).split())[:_LONGEST_NAME] + '"'
