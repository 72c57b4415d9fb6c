"""Where to look next from an entity: bounded, none twice, no circles."""

from dataclasses import replace

import pytest

from tadori.entity.pivots import MAX_PIVOTS, Pivot, PivotPurpose, RegistryAddresses, pivots, visited_after
from tadori.entity.resolution import domain_entity
from tadori.model.entity import Entity, EntityKind
from tadori.model.ids import EN, JA, Lang
from tadori.query.operators import parse_query

HOKUTO = Entity(
    id="en_1",
    kind=EntityKind.COMPANY,
    name="株式会社北斗",
    names=("株式会社北斗", "㈱北斗"),
    identifiers=(("corporate_number", "7000012050002"), ("domain", "hokuto.test")),
)
ACME = Entity(id="en_2", kind=EntityKind.COMPANY, name="Acme Tidal, Inc.", names=("Acme Tidal, Inc.",))
YAMADA = Entity(
    id="en_3",
    kind=EntityKind.PERSON,
    name="山田太郎",
    names=("山田太郎",),
    identifiers=(("orcid", "0000-0002-1825-0097"),),
    affiliations=("株式会社北斗",),
)
LOCAL = RegistryAddresses(
    certificates="http://crt.test/?q={}",
    rdap="http://rdap.test/domain/{}",
    whois="http://whois.test/?q={}",
    whois_jp="http://jp-whois.test/?key={}",
    corporate_number="http://number.test/?n={}",
    orcid="http://orcid.test/{}",
)


def asked(found: tuple[Pivot, ...], purpose: PivotPurpose) -> list[str]:
    return [pivot.url or pivot.query for pivot in found if pivot.purpose is purpose]


@pytest.mark.req("L11")
def test_a_japanese_company_leads_to_its_register_subsidiaries_officers_address_and_domain() -> None:
    found = pivots(HOKUTO, JA, registries=LOCAL)

    assert [pivot.url or pivot.query for pivot in found] == [
        "http://number.test/?n=7000012050002",
        '"株式会社北斗" 子会社 関連会社 一覧',
        '"株式会社北斗" 役員 代表取締役',
        '"株式会社北斗" 本社 所在地',
        '"株式会社北斗" 公式サイト 会社概要',
        '"株式会社北斗" site:go.jp',
        '"株式会社北斗" 有価証券報告書 filetype:pdf',
        "http://crt.test/?q=%25.hokuto.test",
        "http://rdap.test/domain/hokuto.test",
        "http://whois.test/?q=hokuto.test",
        '"㈱北斗"',
        '"北斗"',
    ]


def test_an_english_company_is_asked_for_in_english() -> None:
    found = pivots(ACME, EN, registries=LOCAL)

    assert asked(found, PivotPurpose.SUBSIDIARIES) == ['"Acme Tidal, Inc." subsidiaries list']
    assert asked(found, PivotPurpose.OFFICERS) == ['"Acme Tidal, Inc." board of directors officers']
    assert asked(found, PivotPurpose.ALIASES) == ['"Acme Tidal"']


@pytest.mark.req("L11")
def test_a_domain_leads_to_certificates_registration_subdomains_and_holder() -> None:
    found = pivots(domain_entity("hokuto.test", "Hokuto Works"), EN, registries=LOCAL)

    assert [(pivot.purpose.value, pivot.url or pivot.query) for pivot in found] == [
        ("certificates", "http://crt.test/?q=%25.hokuto.test"),
        ("registration", "http://rdap.test/domain/hokuto.test"),
        ("registration", "http://whois.test/?q=hokuto.test"),
        ("subdomains", "hokuto site:hokuto.test -site:www.hokuto.test"),
        ("holder", '"hokuto.test" company operated by'),
        ("holder", '"Hokuto Works"'),
    ]


def test_a_jp_domain_is_asked_of_its_own_registry_which_has_no_rdap() -> None:
    found = pivots(domain_entity("hokuto.jp"), JA, registries=LOCAL)

    assert asked(found, PivotPurpose.REGISTRATION) == ["http://jp-whois.test/?key=hokuto.jp"]


@pytest.mark.req("L11")
def test_a_person_is_followed_with_the_employer_and_through_professional_sources_only() -> None:
    found = pivots(YAMADA, JA, registries=LOCAL)

    assert asked(found, PivotPurpose.WORKS)[0] == "http://orcid.test/0000-0002-1825-0097"
    assert asked(found, PivotPurpose.AFFILIATIONS) == ['"山田太郎" 所属 経歴 "株式会社北斗"']
    assert asked(found, PivotPurpose.HANDLES) == ['"山田太郎" site:researchmap.jp', '"山田太郎" site:orcid.org']
    networks = ("facebook", "twitter", "x.com", "linkedin", "instagram")
    assert [p for p in found if any(name in (p.url or p.query) for name in networks)] == []


@pytest.mark.parametrize("name", ["山田", "Smith"])
def test_a_family_name_alone_leads_nowhere(name: str) -> None:
    person = replace(YAMADA, name=name, names=(name,), identifiers=())

    assert pivots(person, JA) == ()


@pytest.mark.req("L11")
def test_what_was_visited_is_not_asked_again_and_coming_back_under_another_name_is_a_loop() -> None:
    found = pivots(HOKUTO, JA, registries=LOCAL)
    visited = visited_after(frozenset(), HOKUTO, found)
    alias = replace(HOKUTO, id="en_9", name="㈱北斗", names=("㈱北斗",), identifiers=())
    domain = domain_entity("hokuto.test")

    assert pivots(HOKUTO, JA, visited=visited, registries=LOCAL) == ()
    assert pivots(alias, JA, visited=visited, registries=LOCAL) == ()
    assert asked(pivots(domain, JA, visited=visited, registries=LOCAL), PivotPurpose.CERTIFICATES) == []
    assert asked(pivots(domain, JA, visited=visited, registries=LOCAL), PivotPurpose.SUBDOMAINS) == [
        "hokuto site:hokuto.test -site:www.hokuto.test"
    ]


def test_a_chain_of_entities_that_name_each_other_ends() -> None:
    chain = {"株式会社北斗": domain_entity("hokuto.test"), "hokuto.test": HOKUTO}
    visited: frozenset[str] = frozenset()
    entity, steps = HOKUTO, 0
    while found := pivots(entity, JA, visited=visited, registries=LOCAL):
        visited = visited_after(visited, entity, found)
        entity, steps = chain[entity.name], steps + 1

    assert steps == 2


def test_many_domains_and_names_stay_within_the_limit() -> None:
    wide = replace(
        HOKUTO,
        names=tuple(f"株式会社北斗{n}" for n in range(100)),
        identifiers=tuple(("domain", f"h{n}.test") for n in range(100)),
    )

    assert len(pivots(wide, JA)) == MAX_PIVOTS
    assert len(pivots(wide, JA, limit=3)) == 3


@pytest.mark.parametrize("lang", [JA, EN])
def test_a_hostile_name_stays_one_quoted_phrase(lang: Lang) -> None:
    hostile = replace(ACME, name='A" OR ” site:evil.test "\n\n' + "x" * 500, names=("A",))

    first = pivots(hostile, lang)[0].query

    assert first.count('"') == 2
    assert "\n" not in first
    assert len(first) < 140


@pytest.mark.parametrize("lang", [JA, EN])
@pytest.mark.parametrize(
    "entity", [HOKUTO, ACME, YAMADA, domain_entity("hokuto.test", "北斗“社”")], ids=lambda e: e.name
)
def test_every_query_can_be_read_by_the_query_language(entity: Entity, lang: Lang) -> None:
    asked = [parse_query(pivot.query) for pivot in pivots(entity, lang) if pivot.query]

    assert [part for part in asked if not (part.words or part.phrases)] == []


def test_addresses_and_identifiers_lead_nowhere_by_themselves() -> None:
    place = Entity(id="en_4", kind=EntityKind.ADDRESS, name="東京都", names=("東京都",))

    assert pivots(place, JA) == ()
