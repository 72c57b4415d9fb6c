"""The entity base (L11): the people, organisations and domains that tasks are about, shared by all tasks.

Comes in: the claims of a round, and answers of public registers. Goes out: entities in the store with all their names,
numbers and addresses, and URLs of registers to read for the entities in the question. Rules only, no model. Which
queries an entity leads to is decided by the driver (`engine/drivers/mechanical.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, Final

from tadori.archive.pages import PageArchive
from tadori.entity.certificates import CertificateRecord, read_certificates
from tadori.entity.mentions import EntityTagger, find_mentions
from tadori.entity.pivots import PivotPurpose, RegistryAddresses, pivots
from tadori.entity.registries import DomainRecord, entities_in_record, read_rdap, read_whois
from tadori.entity.resolution import SameAs, entities_from_mentions, lookup_keys, merge_entities, same_as
from tadori.errors import EvidenceBroken, SourceError
from tadori.events import PartLost
from tadori.events.web import EntityMet, RegisterRead
from tadori.model.claim import Claim
from tadori.model.doors import Journal
from tadori.model.entity import BODIES, Entity, EntityKind
from tadori.model.ids import Lang, Url
from tadori.model.query import Hit
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.model.thresholds import ENTITY_CLAIMS_A_ROUND, REGISTER_DOMAINS, REGISTERS_A_TASK
from tadori.model.web_thresholds import MAYBE_SAME_AT
from tadori.store.database import Store
from tadori.store.entities import entities_with, entity_at, save_entity
from tadori.store.followed_links import REGISTER, FollowedLink, add_register_answer, followed, register_answers
from tadori.store.pages import page_text
from tadori.store.queries import item_id, queries_of, save_hits
from tadori.store.task_entities import (
    add_mentions,
    claims_without_entities,
    move_entity,
    save_join,
    set_entities_noted,
    task_entities,
)
from tadori.text.urls import page_key

_ASKED: Final = (PivotPurpose.REGISTER, PivotPurpose.REGISTRATION, PivotPurpose.CERTIFICATES)
_TAGS: Final = {PivotPurpose.REGISTER: "government"}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityMention:
    """An entity as it is mentioned in one text."""

    entity: Entity
    lang: Lang
    mentions: int
    in_question: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityBase:
    """The entity base as one task fills and uses it."""

    task: Task
    steps: Journal[Store]
    archive: PageArchive
    registries: RegistryAddresses = RegistryAddresses()  # noqa: RUF009 (frozen)
    tagger: EntityTagger | None = None

    async def note(self, key: str) -> None:
        """Store the entities in the question, in the next claims and in new register answers."""

        async def body(step: StepContext) -> None:
            await self.steps.in_thread(self._note, step)

        await self.steps.run("entities", key, self.task.id, body)

    async def registers(self, key: str) -> list[tuple[str, str]]:
        """(hit id, query id) of the registers to read for the domains and companies in the question."""

        async def body(step: StepContext) -> list[list[str]]:
            return self._registers(step)

        found: list[list[str]] = (
            await self.steps.run("registers", key, self.task.id, body) if self.task.providers else []
        )
        return [(item, query_id) for item, query_id in found]

    def _note(self, step: StepContext) -> None:
        with self.steps.store.read() as db:
            claims = claims_without_entities(db, self.task.id, ENTITY_CLAIMS_A_ROUND)
            registers = {one.page_id for one in followed(db, self.task.id) if one.engine == REGISTER}
        question, lang = self.task.question, self.task.question_lang
        mentions_found = [
            EntityMention(entity=entity, lang=lang, mentions=0, in_question=True)
            for entity in entities_from_mentions(question, find_mentions(question, lang, self.tagger))
        ]
        mentions_found += self._mentions_in_claims(
            [claim for claim in claims if claim.quotation.page_id not in registers]
        )  # parsed below
        mentions_found += self._mentions_in_registers(step)
        step.save(partial(_keep, step=step, task_id=self.task.id, mentions_found=mentions_found))
        step.save(partial(set_entities_noted, task_id=self.task.id, claim_ids=[claim.id for claim in claims]))

    def _mentions_in_claims(self, claims: Sequence[Claim]) -> list[EntityMention]:
        """The entities of claims. Claims of one page are treated as one text, in which one name is one person."""
        by_page: dict[str, list[Claim]] = {}
        for claim in claims:
            by_page.setdefault(claim.quotation.page_id, []).append(claim)
        mentions_found = []
        for mine in by_page.values():
            text = "\n\n".join(claim.text for claim in mine)
            for entity in entities_from_mentions(text, find_mentions(text, mine[0].lang, self.tagger)):
                mentions = sum(any(name in claim.text for name in entity.names) for claim in mine)
                mentions_found.append(EntityMention(entity=entity, lang=mine[0].lang, mentions=max(1, mentions)))
        return mentions_found

    def _mentions_in_registers(self, step: StepContext) -> list[EntityMention]:
        """The entities in register answers that were not parsed before."""
        with self.steps.store.read() as db:
            asked = [one for one in followed(db, self.task.id) if one.engine == REGISTER and one.page_id]
            known = register_answers(db, self.task.id)
        mentions_found: list[EntityMention] = []
        for one in asked:
            if one.url in known:
                continue
            step.save(partial(add_register_answer, task_id=self.task.id, url=one.url))
            try:
                record = self._record(one)
            except (SourceError, EvidenceBroken) as exc:
                reason = exc.reason if isinstance(exc, SourceError) else str(exc)
                step.emit(PartLost(url=one.url, reason=reason))
                continue
            if record is not None:
                mentions_found += self._mentions_in_record(step, one, record)
        return mentions_found

    def _record(self, one: FollowedLink) -> DomainRecord | CertificateRecord | None:
        """The parsed answer of a register; None for registers whose pages are read like any other page."""
        assert one.page_id is not None
        places = self.registries
        if one.url.startswith(_url_prefix(places.rdap)):
            return read_rdap(self.archive.body(one.page_id).body, one.url)
        if one.url.startswith(_url_prefix(places.certificates)):
            capture = self.archive.body(one.page_id)
            return read_certificates(capture.body, capture.media_type, one.url)
        if one.url.startswith(_url_prefix(places.whois_jp)):
            with self.steps.store.read() as db:
                return read_whois(page_text(db, one.page_id) or "", one.url)
        return None

    def _mentions_in_record(
        self, step: StepContext, one: FollowedLink, record: DomainRecord | CertificateRecord
    ) -> list[EntityMention]:
        lang = self.task.question_lang
        domains = entities_in_record(record)[:REGISTER_DOMAINS]
        holder = record.registrant if isinstance(record, DomainRecord) else ""
        register = "registration" if isinstance(record, DomainRecord) else "certificates"
        names = tuple(domain.name for domain in domains)
        step.emit(RegisterRead(url=one.url, register=register, domains=names, holder=holder))
        for note in record.notes:
            step.emit(PartLost(url=one.url, reason=note))
        holders = [
            entity for entity in entities_from_mentions(holder, find_mentions(holder, lang)) if entity.kind in BODIES
        ]
        found = [*domains, *(_with_domains(entity, names) for entity in holders)]
        return [EntityMention(entity=entity, lang=lang, mentions=1) for entity in found]

    def _registers(self, step: StepContext) -> list[list[str]]:
        with self.steps.store.read() as db:
            named = [one.entity for one in task_entities(db, self.task.id) if one.in_question]
            asked = [one for one in followed(db, self.task.id) if one.engine == REGISTER]
            queries = queries_of(db, self.task.id)
        if not queries:
            return []
        query_id = queries[0].query.id
        known = {one.url for one in asked}
        found = {hit.url: hit for entity in named for hit in self._hits(entity) if hit.url not in known}
        hits = [
            replace(hit, rank=rank)
            for rank, hit in enumerate([*found.values()][: REGISTERS_A_TASK - len(asked)], start=1)
        ]
        if hits:
            step.save(partial(save_hits, query_id=query_id, hits=hits))
        return [[item_id(query_id, hit), query_id] for hit in hits]

    def _hits(self, entity: Entity) -> list[Hit]:
        """One register URL per purpose, for a domain or a company."""
        if entity.kind not in {EntityKind.DOMAIN, EntityKind.COMPANY}:
            return []
        ways: dict[tuple[PivotPurpose, str], Url] = {}
        for pivot in pivots(entity, self.task.question_lang, registries=self.registries, limit=len(entity.names) + 40):
            if pivot.url is not None and pivot.purpose in _ASKED:
                ways.setdefault((pivot.purpose, pivot.reason), page_key(pivot.url))
        ordered = sorted(ways.items(), key=lambda way: _ASKED.index(way[0][0]))
        return [
            Hit(
                title=f"{purpose.value}: {entity.name}",
                url=url,
                snippet=reason,
                date=None,
                engine=REGISTER,
                rank=1,
                source_tag=_TAGS.get(purpose, "technical"),
            )
            for (purpose, reason), url in ordered
        ]


def _keep(db: Any, step: StepContext, task_id: str, mentions_found: Iterable[EntityMention]) -> None:
    """Merge entities into the base, inside the step's transaction: another task may be writing to it too."""
    for one in mentions_found:
        entity, like, joined_with = into_base(db, one.entity, one.lang)
        new = add_mentions(db, task_id, entity.id, mentions=one.mentions, in_question=one.in_question)
        if new:
            step.emit(
                EntityMet(
                    entity_id=entity.id,
                    entity_kind=entity.kind.value,
                    name=one.entity.name,
                    in_question=one.in_question,
                    known_as=joined_with,
                    grounds=() if like is None else tuple(f"{g.rule}: {g.detail}" for g in like.grounds),
                )
            )


def into_base(db: Any, entity: Entity, lang: Lang) -> tuple[Entity, SameAs | None, str]:
    """Merge an entity with the same one in the base, or add it; (stored entity, why, the name it was known by).

    A namesake without distinguishing facts is counted with the likeliest match: a person who is named on ten pages
    without an employer is one row, not ten.
    """
    scored = [(same_as(known, entity), known) for known in entities_with(db, lookup_keys(entity))]
    # Ties by id, so that the same pages always give the same entities.
    scored.sort(key=lambda pair: (-pair[0].score, pair[1].id))
    like, known = scored[0] if scored else (None, None)
    if like is None or known is None or like.score < MAYBE_SAME_AT or (like.maybe and not _adds_nothing(entity, known)):
        added = replace(entity, id=_free_id(db, entity.id))
        save_entity(db, added, lang=lang, keys=lookup_keys(added))
        return added, None, ""
    if like.maybe or _adds_nothing(entity, known):
        return known, like, known.name
    spelt = next((name for name in entity.names if name not in known.names), entity.name)
    save_join(db, known.id, spelt, like.score, like.grounds)
    whole = _with_others(db, merge_entities(known, entity))
    save_entity(db, whole, lang=lang, keys=lookup_keys(whole))
    return whole, like, known.name


def _with_others(db: Any, entity: Entity) -> Entity:
    """`entity` merged with others that turn out to be the same only now that more is known about it."""
    for other in entities_with(db, lookup_keys(entity)):
        like = same_as(entity, other)
        if other.id != entity.id and like.same:
            entity = merge_entities(entity, other)
            move_entity(db, other.id, entity.id)
            save_join(db, entity.id, other.name, like.score, like.grounds)
    return entity


def _adds_nothing(entity: Entity, known: Entity) -> bool:
    return merge_entities(known, entity) == known


def _free_id(db: Any, wanted: str) -> str:
    """An unused id: different entities with the same name get numbered ids."""
    if entity_at(db, wanted) is None:
        return wanted
    return next(name for n in count(2) if entity_at(db, name := f"{wanted}_{n}") is None)


def _with_domains(entity: Entity, domains: Sequence[str]) -> Entity:
    held = tuple(("domain", domain) for domain in domains)
    return replace(entity, identifiers=tuple(dict.fromkeys((*entity.identifiers, *held))))


def _url_prefix(place: str) -> str:
    """The prefix that all URLs of a register share."""
    return place.partition("{}")[0]
