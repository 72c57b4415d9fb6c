"""The entity base of a home: filled by tasks, each entity once, with registers asked for what the question names."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tadori.entity.mentions import find_mentions
from tadori.entity.pivots import RegistryAddresses
from tadori.entity.resolution import entities_from_mentions, lookup_keys
from tadori.errors import ConfigError
from tadori.events import PageRead, PartLost
from tadori.events.web import EntityMet, RegisterRead
from tadori.model.entity import Entity, EntityKind
from tadori.model.ids import EN, JA
from tadori.model.thresholds import REGISTER_DOMAINS, REGISTERS_A_TASK
from tadori.pipeline.entities import EntityBase, into_base
from tadori.settings import EngineSettings, Settings
from tadori.store.database import Store, open_store
from tadori.store.entities import entities_with
from tadori.store.evidence import claims_of
from tadori.store.followed_links import REGISTER, followed
from tadori.store.task_entities import add_mentions, all_entities, joins_of, task_entities
from tadori.store.tasks import add_task, forget_task
from tadori.wiring.entities import registries_of
from tests.entity.test_registries import CRT_HTML, RDAP
from tests.pipeline.following import Bench, bench, document, serve
from tests.web.little_web import LittleWeb

JA_QUESTION = "株式会社北斗の代表取締役は誰か"
EN_QUESTION = "Who holds the domain hokuto.test?"
TOWN = document(
    "北斗の会社概要",
    "株式会社北斗の代表取締役は山田花子氏である。",
    "株式会社北斗（法人番号7000012050002）は東京都千代田区霞が関3-1-1にある。",
    lang="ja",
)


@pytest.fixture(scope="module")
def served() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as web:
        yield web


@pytest.fixture
def web(served: LittleWeb) -> LittleWeb:
    served.clear()
    return served


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    yield opened
    opened.close()


def base(of: Bench, registries: RegistryAddresses = RegistryAddresses()) -> EntityBase:  # noqa: B008 (frozen)
    return EntityBase(task=of.task, steps=of.research.steps, archive=of.app.archive, registries=registries)


def offices(web: LittleWeb, rdap: tuple[str, bytes], certificates: str = CRT_HTML) -> RegistryAddresses:
    """Registers of the little web: an RDAP server, a log of certificates, and an office of corporate numbers."""
    names = serve(web, "rdap.test", {"/domain/hokuto.test": rdap})
    log = serve(web, "crt.test", {"/?q=%25.hokuto.test": certificates})
    numbers = serve(web, "numbers.test", {})
    return RegistryAddresses(
        certificates=log + "/?q={}",
        rdap=names + "/domain/{}",
        whois="http://nobody.test/{}",
        whois_jp="http://nobody.test/{}",
        corporate_number=numbers + "/?no={}",
        orcid="http://nobody.test/{}",
    )


def rdap_answer(**more: object) -> tuple[str, bytes]:
    return "application/rdap+json", json.dumps({"rdapConformance": ["rdap_level_0"]} | RDAP | more).encode()


def seen(text: str) -> Entity:
    (entity,) = entities_from_mentions(text, find_mentions(text, JA))
    return entity


@pytest.mark.req("L11")
async def test_the_question_and_the_claims_fill_the_base_and_one_company_is_one_row(
    web: LittleWeb, tmp_path: Path
) -> None:
    site = serve(
        web, "town.test", {"/a.html": TOWN, "/b.html": document("北斗", "㈱北斗の本社は札幌にある。", lang="ja")}
    )
    async with bench(web, tmp_path, JA_QUESTION) as of:

        async def work() -> None:
            await of.read_urls(f"{site}/a.html", f"{site}/b.html")
            await base(of).note("0")
            await base(of).note("1")

        await of.run(work)
        with of.app.store.read() as db:
            met = task_entities(db, of.task.id)
            claims = len(claims_of(db, of.task.id))
    company, person = met
    assert claims == 3
    assert (company.entity.kind, company.entity.name) == (EntityKind.COMPANY, "株式会社北斗")
    assert company.in_question
    assert company.mentions == 3
    assert company.entity.values("corporate_number") == ("7000012050002",)
    assert company.entity.addresses == ("東京都千代田区霞が関3-1-1",)
    assert (person.entity.kind, person.entity.name, person.mentions) == (EntityKind.PERSON, "山田花子", 1)
    told = [(event.name, event.in_question) for event in of.events if isinstance(event, EntityMet)]
    assert told == [("株式会社北斗", True), ("山田花子", False)]


@pytest.mark.req("L11")
async def test_the_next_task_finds_what_an_earlier_one_learned(web: LittleWeb, tmp_path: Path) -> None:
    site = serve(web, "town.test", {"/a.html": TOWN})
    async with bench(web, tmp_path, JA_QUESTION) as of:

        async def work(of: Bench = of) -> None:
            await of.read_urls(f"{site}/a.html")
            await base(of).note("0")

        await of.run(work)
    async with bench(web, tmp_path, "㈱北斗の本社はどこか") as again:

        async def ask() -> None:
            await base(again).note("0")

        await again.run(ask)
        with again.app.store.read() as db:
            (company,) = task_entities(db, again.task.id)
            kinds = [one.entity.kind.value for one in all_entities(db)]
    (told,) = [event for event in again.events if isinstance(event, EntityMet)]
    assert company.entity.values("corporate_number") == ("7000012050002",)
    assert told.known_as == "株式会社北斗"
    assert [ground.split(":")[0] for ground in told.grounds] == ["name"]
    assert kinds == ["company", "person"]


@pytest.mark.req("L11")
async def test_registers_of_a_domain_in_the_question_are_read_and_become_claims_and_entities(
    web: LittleWeb, tmp_path: Path
) -> None:
    registries = offices(web, rdap_answer())
    async with bench(web, tmp_path, EN_QUESTION) as of:
        of.query()

        async def work() -> list[str | None]:
            await base(of, registries).note("0")
            found = await base(of, registries).registers("0")
            pages = await of.read(found)
            await base(of, registries).note("1")
            assert await base(of, registries).registers("1") == []
            return pages

        pages = await of.run(work)
        with of.app.store.read() as db:
            met = {one.entity.name: one.entity for one in task_entities(db, of.task.id)}
            claims = [claim.claim.text for claim in claims_of(db, of.task.id)]
    assert len([page for page in pages if page]) == 2
    assert "HOKUTO.TEST | registrant | 株式会社北斗" in claims
    assert "HOKUTO.TEST | registration | 1999-05-01T00:00:00Z" in claims
    assert [(e.register, e.domains, e.holder) for e in of.events if isinstance(e, RegisterRead)] == [
        ("certificates", ("hokuto.test", "nanto.test"), ""),
        ("registration", ("hokuto.test",), "株式会社北斗"),
    ]
    assert met["hokuto.test"].affiliations == ("株式会社北斗",)
    assert met["株式会社北斗"].values("domain") == ("hokuto.test",)
    assert sorted(met) == ["hokuto.test", "nanto.test", "株式会社北斗"]


@pytest.mark.req("L11")
async def test_a_company_is_looked_up_by_its_number_and_its_known_domain(web: LittleWeb, tmp_path: Path) -> None:
    registries = offices(web, rdap_answer())
    page = TOWN.replace("</article>", "<p>株式会社北斗の公式サイトはhttps://www.hokuto.test/である。</p></article>")
    site = serve(web, "town.test", {"/c.html": page})
    async with bench(web, tmp_path, JA_QUESTION) as of:

        async def work() -> None:
            await of.read_urls(f"{site}/c.html")
            await base(of, registries).note("0")
            await base(of, registries).registers("0")

        await of.run(work)
        with of.app.store.read() as db:
            asked = [one.url for one in followed(db, of.task.id) if one.engine == REGISTER]
    assert asked == sorted(
        [
            web.url("numbers.test", "/?no=7000012050002"),
            web.url("rdap.test", "/domain/hokuto.test"),
            web.url("crt.test", "/?q=%25.hokuto.test"),
        ]
    )


@pytest.mark.req("L11")
async def test_what_is_only_mentioned_and_what_no_web_is_asked_for_is_not_looked_up(
    web: LittleWeb, tmp_path: Path
) -> None:
    site = serve(
        web, "town.test", {"/d.html": document("Names", "The domain hokuto.test belongs to Hokuto Works Inc.")}
    )
    async with bench(web, tmp_path / "1", "Who owns the old mill?") as of:

        async def work(of: Bench = of) -> list[tuple[str, str]]:
            await of.read_urls(f"{site}/d.html")
            await base(of).note("0")
            return await base(of).registers("0")

        assert await of.run(work) == []
    folder = tmp_path / "documents"
    folder.mkdir()
    async with bench(web, tmp_path / "2", EN_QUESTION, libraries=[folder], providers=()) as local:
        local.query()

        async def ask() -> list[tuple[str, str]]:
            await base(local).note("0")
            return await base(local).registers("0")

        assert await local.run(ask) == []


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (("application/rdap+json", b"[]"), "the RDAP answer is no object"),
        (("application/rdap+json", b'{"errorCode": 404, "title": "none"}'), "the RDAP answer names no domain"),
        (("application/rdap+json", b'{"ldhName": "hokuto.test"'), "the RDAP answer is no JSON"),
        (
            ("application/cbor", b"\xa1"),
            "application/cbor is not a document we read (another route would bring the same)",
        ),
    ],
)
async def test_a_register_that_answers_nonsense_is_a_lost_page(
    web: LittleWeb, tmp_path: Path, answer: tuple[str, bytes], reason: str
) -> None:
    registries = offices(web, answer, certificates="<p>busy</p>")
    async with bench(web, tmp_path, EN_QUESTION) as of:
        of.query()

        async def work() -> None:
            await base(of, registries).note("0")
            await of.read(await base(of, registries).registers("0"))
            await base(of, registries).note("1")
            await base(of, registries).note("2")

        await of.run(work)
        with of.app.store.read() as db:
            met = [one.entity.name for one in task_entities(db, of.task.id)]
    lost = [event.reason for event in of.events if event.kind == "page_lost"]
    assert lost == [reason]
    assert [e.reason for e in of.events if isinstance(e, PartLost)] == ["the page has no table of certificates"]
    assert met == ["hokuto.test"]


@pytest.mark.req("L11")
async def test_a_certificate_that_names_hundreds_of_strangers_does_not_fill_the_base(
    web: LittleWeb, tmp_path: Path
) -> None:
    names = "<BR>".join(f"shop{n}.test" for n in range(300))
    registries = offices(web, rdap_answer(), CRT_HTML.replace("shop.nanto.test", names))
    async with bench(web, tmp_path, EN_QUESTION) as of:
        of.query()

        async def work() -> None:
            await base(of, registries).note("0")
            await of.read(await base(of, registries).registers("0"))
            await base(of, registries).note("1")

        await of.run(work)
        with of.app.store.read() as db:
            domains = [one for one in task_entities(db, of.task.id) if one.entity.kind is EntityKind.DOMAIN]
    assert len(domains) == REGISTER_DOMAINS
    assert len([event for event in of.events if isinstance(event, PageRead)]) == 2


@pytest.mark.req("L11")
async def test_a_question_full_of_domains_asks_few_registers(web: LittleWeb, tmp_path: Path) -> None:
    question = "Who holds " + ", ".join(f"name{n}.test" for n in range(20)) + "?"
    async with bench(web, tmp_path, question) as of:
        of.query()

        async def work() -> int:
            await base(of).note("0")
            return len(await base(of).registers("0"))

        assert await of.run(work) == REGISTERS_A_TASK


@pytest.mark.req("L11")
def test_two_that_a_third_shows_to_be_one_become_one_with_its_grounds(store: Store) -> None:
    """One known by its bare name and domain, one by full name and number: who has all three joins them."""
    with store.write() as db:
        first = seen("株式会社北斗（法人番号7000012050002）")
        into_base(db, first, JA)
        second = Entity(
            id="en_2", kind=EntityKind.COMPANY, name="北斗", names=("北斗",), identifiers=(("domain", "hokuto.test"),)
        )
        into_base(db, second, JA)
        assert len(all_entities(db)) == 2
        third = Entity(
            id="en_3",
            kind=EntityKind.COMPANY,
            name="株式会社北斗",
            names=("株式会社北斗",),
            identifiers=(("corporate_number", "7000012050002"), ("domain", "hokuto.test")),
        )
        whole, like, known_as = into_base(db, third, JA)
        (only,) = all_entities(db)
        joins = joins_of(db, [only.entity.id])
    assert only.entity == whole
    assert whole.names == ("株式会社北斗", "北斗")
    assert known_as == "株式会社北斗"
    assert like is not None
    assert like.score > 0.99
    assert [(join.name, join.score) for join in joins] == [("北斗", 0.85), ("株式会社北斗", like.score)]


@pytest.mark.req("L11")
def test_companies_with_two_numbers_stay_two_whatever_their_name(store: Store) -> None:
    with store.write() as db:
        into_base(db, seen("株式会社北斗（法人番号7000012050002）"), JA)
        into_base(db, seen("株式会社北斗（法人番号2000012010019）"), JA)
        found = entities_with(db, ["body:北斗"])
    assert [one.values("corporate_number") for one in found] == [("7000012050002",), ("2000012010019",)]
    assert found[1].id == f"{found[0].id}_2"


@pytest.mark.req("L11")
def test_a_person_named_on_many_pages_is_one_row_and_one_of_another_employer_is_two(store: Store) -> None:
    def at(employer: str) -> Entity:
        affiliations = (employer,) if employer else ()
        return Entity(
            id="en_p", kind=EntityKind.PERSON, name="山田花子", names=("山田花子",), affiliations=affiliations
        )

    with store.write() as db:
        for employer in ("株式会社北斗", "", "", "株式会社北斗", "南大学", ""):
            into_base(db, at(employer), JA)
        rows = [one.entity.affiliations for one in all_entities(db)]
    assert rows == [("株式会社北斗",), ("南大学",)]


@pytest.mark.req("L11")
async def test_what_only_a_forgotten_task_spoke_of_is_forgotten_with_it(web: LittleWeb, tmp_path: Path) -> None:
    async with bench(web, tmp_path, JA_QUESTION) as of, bench(web, tmp_path, "Who runs Hokuto Works Inc.?") as other:
        with of.app.store.write() as db:
            for task, question, lang in ((of.task, JA_QUESTION, JA), (other.task, other.task.question, EN)):
                (entity,) = entities_from_mentions(question, find_mentions(question, lang))
                kept, _, _ = into_base(db, entity, lang)
                add_mentions(db, task.id, kept.id, mentions=1, in_question=True)
            assert len(all_entities(db)) == 2
            forget_task(db, of.task.id)
            assert [one.entity.name for one in all_entities(db)] == ["Hokuto Works Inc."]
            assert entities_with(db, lookup_keys(seen(JA_QUESTION))) == []
            add_task(db, of.task)


@pytest.mark.req("L11", "D9")
def test_registers_stand_where_settings_say(tmp_path: Path) -> None:
    bases = (("rdap", "http://rdap.test:8080/"), ("certificates", "http://crt.test"), ("mojeek", "http://m.test"))
    found = registries_of(Settings(home=tmp_path, engines=EngineSettings(bases=bases)))
    assert found.rdap == "http://rdap.test:8080/domain/{}"
    assert found.certificates == "http://crt.test/?q={}"
    assert found.whois_jp == RegistryAddresses().whois_jp
    wrong = Settings(home=tmp_path, engines=EngineSettings(bases=(("orcid", "ftp://orcid.test"),)))
    with pytest.raises(ConfigError, match=r"\[engines\.orcid\]"):
        registries_of(wrong)
