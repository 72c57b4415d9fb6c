"""Entity resolution: mentions become entities, and entities that are the same are merged with all their names.

In: the mentions of a text, or entities of several texts. Out: entities. Two are merged when `same_as` gives enough
evidence; two different numbers in one register (two corporate numbers) always keep them apart. Storing is `store`'s.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, TypeVar

from tadori.entity.names import body_key, legal_form, legal_form_first, person_key, public_names, standard_name
from tadori.entity.postal import same_place_score
from tadori.model.claim import Ground
from tadori.model.entity import BODIES, Entity, EntityKind, Mention
from tadori.model.web_thresholds import (
    LOOSE_PERSON_NAME_WEIGHT,
    MAYBE_SAME_AT,
    OTHER_LEGAL_FORM_WEIGHT,
    OTHER_PLACE_FACTOR,
    SAME_DOMAIN_WEIGHT,
    SAME_EMPLOYER_WEIGHT,
    SAME_ENTITY_AT,
    SAME_FULL_NAME_WEIGHT,
    SAME_PERSON_NAME_WEIGHT,
    SAME_PLACE_WEIGHT,
    SAME_PUBLIC_NAME_WEIGHT,
    SAME_REGISTER_WEIGHT,
    SAME_SHORT_NAME_WEIGHT,
)
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import same_name

T = TypeVar("T")


_REGISTERS: Final = frozenset({"corporate_number", "edinet", "orcid", "lei"})
"""One entity has one number in each."""

_REACH: Final = 200
_CLOSE: Final = 60
_MOST_COMPARED: Final = 20
"""Names and addresses of one entity that are compared; all are kept."""
_MOST_NAMESAKES: Final = 20
_OWN_SITE: Final = lazy_pattern(
    r"公式|ホームページ|ウェブサイト|Webサイト|URL|HP|website|home ?page|web ?site", re.IGNORECASE
)
_FREE_MAIL_DOMAINS: Final = frozenset(
    "gmail.com googlemail.com yahoo.com yahoo.co.jp outlook.com outlook.jp hotmail.com hotmail.co.jp live.jp icloud.com"
    " me.com aol.com protonmail.com proton.me docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp nifty.com gmx.de".split()
)
_IN_BRACKETS: Final = lazy_pattern(r"（[^（）]*）|\([^()]*\)")
_BELONGS_BEFORE: Final = lazy_pattern(r"[の、・,\s]{0,3}[^はがをにともでへ。、\n]{0,20}[の、・,\s]{0,3}")
_BELONGS_BEHIND: Final = lazy_pattern(r"(?:氏|さん)?[（(]|[,(]? ?[A-Za-z ,\-]{0,40}(?:of|at|for|from|with) (?:the )?")
_TOPIC_PARTICLE: Final = lazy_pattern(r"(?:氏|さん|教授|博士)?は、?")
_ITS_ROLE: Final = lazy_pattern(
    r"の[^、。\n]{0,10}(?:代表|社長|会長|役員|取締役|所長|教授|理事|部長|担当|創業者|研究員)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SameAs:
    """The probability that two entities are the same, 0 to 1, and its grounds."""

    score: float
    grounds: tuple[Ground, ...]

    @property
    def same(self) -> bool:
        return self.score >= SAME_ENTITY_AT

    @property
    def maybe(self) -> bool:
        return MAYBE_SAME_AT <= self.score < SAME_ENTITY_AT


def same_as(a: Entity, b: Entity) -> SameAs:
    """Whether two entities are the same: 1 - Π(1 - weight) over the grounds for it, lowered by those against.

    The full name alone: .86. A name without its legal form .7, and the same domain .5: 1 - .3 × .5 = .85.
    A person's name .6, and the same employer .65: 1 - .4 × .35 = .86.
    """
    if not _comparable(a, b):
        return SameAs(score=0.0, grounds=(Ground(rule="kind", detail=f"{a.kind} ≠ {b.kind}", weight=-1.0),))
    against = _conflict(a, b)
    if against is not None:
        return SameAs(score=0.0, grounds=(against,))
    grounds = [*_register_grounds(a, b), *_name_grounds(a, b)]
    if not grounds:
        return SameAs(score=0.0, grounds=())
    grounds += [*_domain_grounds(a, b), *_affiliation_grounds(a, b)]
    place = _place_ground(a, b)
    rest = 1.0
    for ground in [*grounds, place]:
        rest *= 1.0 - max(ground.weight, 0.0) if ground else 1.0
    score = 1.0 - rest
    if place is not None and place.weight < 0 and not any(g.rule == "register" for g in grounds):
        score *= OTHER_PLACE_FACTOR
    return SameAs(score=round(score, 4), grounds=tuple([*grounds, place] if place else grounds))


def merge_entities(a: Entity, b: Entity) -> Entity:
    """One entity from two: the id and shown name of `a`, and all names, addresses and numbers of both."""
    return replace(
        a,
        names=_union(a.names, b.names),
        addresses=_union(a.addresses, b.addresses),
        identifiers=_union(a.identifiers, b.identifiers),
        affiliations=_union(a.affiliations, b.affiliations),
    )


def resolve_entities(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """The entities with duplicates merged, in the order they were first seen."""
    kept: dict[str, Entity] = {}
    blocks: dict[str, list[str]] = {}
    for entity in entities:
        keys = lookup_keys(entity)
        near = list(dict.fromkeys(known for key in keys for known in blocks.get(key, [])))[:_MOST_NAMESAKES]
        best = max(((same_as(kept[n], entity).score, -i, n) for i, n in enumerate(near)), default=(0.0, 0, ""))
        home = best[2] if best[0] >= SAME_ENTITY_AT else _free_id(entity.id, kept)
        kept[home] = merge_entities(kept[home], entity) if home in kept else replace(entity, id=home)
        for key in keys:
            members = blocks.setdefault(key, [])
            if home not in members:
                members.append(home)
    return tuple(kept.values())


def entities_from_mentions(text: str, mentions: Sequence[Mention]) -> tuple[Entity, ...]:
    """The entities named by the mentions of `text` (in order of position), with the facts mentioned beside them.

    Numbers, addresses and domains belong to the body before them, employers to persons. One name in one text is one
    person.
    """
    holders = [m for m in mentions if m.kind in BODIES or m.kind in {EntityKind.PERSON, EntityKind.DOMAIN}]
    found = {m.start: entity_from_mention(m) for m in holders}
    for mention in mentions:
        owner = _owner(text, mention, mentions)
        if owner is not None:
            found[owner.start] = _with_mention(found[owner.start], mention)
    for person in (m for m in mentions if m.kind is EntityKind.PERSON):
        body = _employer(text, person, mentions)
        if body is not None:
            entity = found[person.start]
            name = standard_name(body.text)
            found[person.start] = replace(entity, affiliations=_union(entity.affiliations, (name,)))
    persons: dict[str, Entity] = {}
    for entity in found.values():
        if entity.kind is EntityKind.PERSON:
            persons[entity.id] = merge_entities(persons[entity.id], entity) if entity.id in persons else entity
    others = [entity for entity in found.values() if entity.kind is not EntityKind.PERSON]
    return resolve_entities([*others, *persons.values()])


def entity_from_mention(mention: Mention) -> Entity:
    """The entity that one mention names by itself."""
    if mention.kind is EntityKind.DOMAIN:
        return domain_entity(mention.value)
    key = person_key(mention.text) if mention.kind is EntityKind.PERSON else body_key(mention.text)
    return Entity(
        id=Entity.id_of(mention.kind, key),
        kind=mention.kind,
        name=standard_name(mention.text),
        names=_union((standard_name(mention.text),), (mention.text,)),
    )


def domain_entity(domain: str, holder: str = "") -> Entity:
    """A domain as an entity; `holder` is who a register says holds it."""
    return Entity(
        id=Entity.id_of(EntityKind.DOMAIN, domain.lower()),
        kind=EntityKind.DOMAIN,
        name=domain.lower(),
        names=(domain.lower(),),
        identifiers=(("domain", domain.lower()),),
        affiliations=(holder,) if holder else (),
    )


def lookup_keys(entity: Entity) -> tuple[str, ...]:
    """Blocking keys: two entities are compared only when they share one. Register numbers, and normalised names."""
    keys = [f"{kind}:{value}" for kind, value in entity.identifiers if kind in _REGISTERS]
    for name in entity.names:
        if entity.kind is EntityKind.PERSON:
            keys.append(f"person:{person_key(name)}")
        elif entity.kind is EntityKind.DOMAIN:
            keys.append(f"domain:{name}")
        else:
            keys += [f"body:{body_key(other)}" for other in (name, *public_names(name))]
    return tuple(dict.fromkeys(keys))


def _comparable(a: Entity, b: Entity) -> bool:
    return a.kind is b.kind or {a.kind, b.kind} <= BODIES


def _conflict(a: Entity, b: Entity) -> Ground | None:
    """Two different numbers in one register: never one entity, whatever the names."""
    for kind in sorted(_REGISTERS):
        left, right = a.values(kind), b.values(kind)
        if left and right and not set(left) & set(right):
            return Ground(rule="register", detail=f"{kind}: {left[0]} ≠ {right[0]}", weight=-1.0)
    return None


def _register_grounds(a: Entity, b: Entity) -> list[Ground]:
    shared = sorted(set(a.identifiers) & set(b.identifiers))
    grounds = [Ground(rule="register", detail=f"{kind} {value}", weight=SAME_REGISTER_WEIGHT) for kind, value in shared]
    return [g for g, (kind, _) in zip(grounds, shared, strict=True) if kind in _REGISTERS]


def _name_grounds(a: Entity, b: Entity) -> list[Ground]:
    """The strongest likeness of any name of the one and any name of the other."""
    likeness = _person_likeness if a.kind is EntityKind.PERSON else _body_likeness
    if a.kind is EntityKind.DOMAIN:
        return [Ground(rule="name", detail=a.name, weight=1.0)] if set(a.names) & set(b.names) else []
    public = EntityKind.GOVERNMENT in {a.kind, b.kind}
    pairs = [(likeness(x, y, public), x, y) for x in a.names[:_MOST_COMPARED] for y in b.names[:_MOST_COMPARED]]
    weight, x, y = max(pairs, key=lambda pair: (pair[0], pair[1], pair[2]))
    return [Ground(rule="name", detail=f"{x} = {y}", weight=weight)] if weight else []


def _body_likeness(x: str, y: str, public: bool) -> float:
    names = public_names(x) if public else ()
    if body_key(x) != body_key(y):
        if names and names == public_names(y):
            # 経産省 is 経済産業省; a Ministry of Finance is one of many.
            return SAME_PUBLIC_NAME_WEIGHT if not (x.isascii() or y.isascii()) else SAME_SHORT_NAME_WEIGHT
        return 0.0
    forms = {legal_form(x), legal_form(y)}
    if len(forms) == 2:
        # 株式会社A calls itself A Co., Ltd. or A Inc. in English: forms of two languages do not part.
        differ = "" not in forms and all(form.isascii() for form in forms) == any(form.isascii() for form in forms)
        return OTHER_LEGAL_FORM_WEIGHT if differ else SAME_SHORT_NAME_WEIGHT
    if legal_form_first(x) != legal_form_first(y):
        return SAME_SHORT_NAME_WEIGHT
    return SAME_PUBLIC_NAME_WEIGHT if public and not x.isascii() else SAME_FULL_NAME_WEIGHT


def _person_likeness(x: str, y: str, public: bool) -> float:
    if person_key(x) == person_key(y):
        return SAME_PERSON_NAME_WEIGHT if len(person_key(x)) > 2 else LOOSE_PERSON_NAME_WEIGHT
    return LOOSE_PERSON_NAME_WEIGHT if same_name(x, y) else 0.0


def _domain_grounds(a: Entity, b: Entity) -> list[Ground]:
    shared = sorted(set(a.values("domain")) & set(b.values("domain"))) if a.kind is not EntityKind.DOMAIN else []
    return [Ground(rule="domain", detail=domain, weight=SAME_DOMAIN_WEIGHT) for domain in shared[:1]]


def _affiliation_grounds(a: Entity, b: Entity) -> list[Ground]:
    if a.kind is not EntityKind.PERSON:
        return []
    shared = sorted({body_key(name) for name in a.affiliations} & {body_key(name) for name in b.affiliations})
    return [Ground(rule="affiliation", detail=shared[0], weight=SAME_EMPLOYER_WEIGHT)] if shared else []


def _place_ground(a: Entity, b: Entity) -> Ground | None:
    """The surest likeness of their addresses; None when one of them has none."""
    pairs = [(same_place_score(x, y), x, y) for x in a.addresses[:_MOST_COMPARED] for y in b.addresses[:_MOST_COMPARED]]
    if not pairs:
        return None
    likeness, x, y = max(pairs)
    sign, weight = ("=", likeness * SAME_PLACE_WEIGHT) if likeness else ("≠", -1.0)
    return Ground(rule="address", detail=f"{x} {sign} {y}", weight=round(weight, 4))


def _free_id(wanted: str, kept: Mapping[str, Entity]) -> str:
    """Different entities with the same name get numbered ids, in the order they come."""
    if wanted not in kept:
        return wanted
    return next(name for n in count(2) if (name := f"{wanted}_{n}") not in kept)


def _owner(text: str, mention: Mention, mentions: Sequence[Mention]) -> Mention | None:
    """The owner of a number, address or domain: the nearest body before it (for an ORCID, the nearest person)."""
    person = mention.label == "orcid"
    wanted = {EntityKind.PERSON} if person else BODIES
    if mention.kind is EntityKind.DOMAIN:
        is_own = (mention.label == "email" and mention.value not in _FREE_MAIL_DOMAINS) or _OWN_SITE.search(
            text, max(0, mention.start - 20), mention.start
        )
        if not is_own:
            return None
    elif mention.kind is not EntityKind.ADDRESS and mention.label not in _REGISTERS:
        return None
    before = [m for m in _between(mentions, mention.start - _REACH, mention.start) if m.kind in wanted]
    nearest = before[-1] if before else None
    if nearest is None or "\n\n" in text[nearest.end : mention.start]:
        return None
    return nearest


def _employer(text: str, person: Mention, mentions: Sequence[Mention]) -> Mention | None:
    """The body that a person is said to belong to: before (A社のB氏) or behind (B, director of A; B氏はA社の代表)."""
    for body in reversed(_between(mentions, person.start - _REACH, person.start)):
        between = _IN_BRACKETS.sub("", text[body.end : person.start])
        if body.kind in BODIES and _BELONGS_BEFORE.fullmatch(between):
            return body
    for body in _between(mentions, person.end, person.end + _CLOSE):
        if body.kind not in BODIES:
            continue
        between = text[person.end : body.start]
        if _BELONGS_BEHIND.fullmatch(between) or (
            _TOPIC_PARTICLE.fullmatch(between) and _ITS_ROLE.match(text, body.end)
        ):
            return body
    return None


def _between(mentions: Sequence[Mention], low: int, high: int) -> Sequence[Mention]:
    """The mentions that begin in [low, high); `mentions` are sorted by position."""
    first = bisect_left(mentions, low, key=lambda m: m.start)
    return mentions[first : bisect_left(mentions, high, key=lambda m: m.start)]


def _with_mention(entity: Entity, mention: Mention) -> Entity:
    match mention.kind:
        case EntityKind.ADDRESS:
            return replace(entity, addresses=_union(entity.addresses, (mention.value,)))
        case EntityKind.DOMAIN:
            return replace(entity, identifiers=_union(entity.identifiers, (("domain", mention.value),)))
        case _:
            return replace(entity, identifiers=_union(entity.identifiers, ((mention.label, mention.value),)))


def _union(a: tuple[T, ...], b: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*a, *b)))
