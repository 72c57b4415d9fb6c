"""Twelve topics of the little web, six in each language: what is planted where, and what may be asked.

Comes in: a seed and the hosts. Goes out: `Topic`s with pages (articles for hosts that exist anyway), questions, facts
and falsehoods. The words come from `topics.toml`; names and values are drawn from the seed, so another seed has other
bridges and other truths. Nothing is served here: `World` puts the pages on their hosts.
"""

import random
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from tests.web.hosts import Host
from tests.web.prose import MONTHS, Article, Headline, Lang, Section
from tests.web.weather import Weather
from tests.web.wire import registrable

Place = tuple[str, str]
"""Host and path."""
LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")
OFFICIAL: Final = (
    "shiyakusho",
    "kansokujo",
    "kenkyujo",
    "hakubutsukan",
    "council",
    "institute",
    "observatory",
    "survey",
)
"""Kinds of hosts that an office would have."""
FALSEHOODS: Final = 3
FOREIGN: Final = 4
"""Facts that the page in the other language tells."""
CHANGING: Final = frozenset({"count", "decimal", "money", "price"})
"""Values that an outdated page has other numbers for."""
DOMAINS_WANTED: Final = 10
"""Plain registrable domains of one language that a topic is spread over."""


class Role(StrEnum):
    PRIMARY = "primary"
    """An office's own page; right."""
    PRESS = "press"
    SECOND = "second"
    FEATURE = "feature"
    """On a host that is slow, or built by its script."""
    MIRROR = "mirror"
    """`PRESS`, word for word, elsewhere."""
    OUTDATED = "outdated"
    FALSEHOOD = "falsehood"
    FALSE_COPY = "false_copy"
    """`FALSEHOOD`, word for word, elsewhere: two addresses, one source."""
    FOREIGN = "foreign"
    """In the other language."""
    NEAR = "near"
    """About a neighbour of almost the same name."""
    FAR = "far"
    """About the same kind of thing elsewhere."""


COPIES: Final = {Role.MIRROR: Role.PRESS, Role.FALSE_COPY: Role.FALSEHOOD}
CITING: Final = frozenset({Role.PRESS, Role.SECOND, Role.MIRROR, Role.FOREIGN})
"""Pages that link to the primary source."""
GAINS: Final = {Role.PRIMARY: 3, Role.PRESS: 2, Role.SECOND: 2, Role.FEATURE: 2, Role.FOREIGN: 1}
"""What a page that holds an asked fact is worth to whoever asked; a copy is worth nothing beside its original."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    ja: str
    en: str

    def of(self, lang: str) -> str:
        return self.ja if lang == "ja" else self.en

    def stands_in(self, text: str) -> bool:
        """Whether `text` says it in either language; a number must not be part of a longer one."""
        plain = text.replace(",", "")
        return any(
            re.search(rf"(?<![\d.]){re.escape(form.replace(',', ''))}(?![\d.]*\d)", plain)
            for form in (self.ja, self.en)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    id: str
    """Within its topic."""
    value: Value
    places: tuple[Place, ...]
    """The pages that tell it rightly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Falsehood:
    """A wrong value for a fact; it contradicts the primary source."""

    fact: str
    value: Value
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPage:
    role: Role
    host: str
    path: str
    lang: Lang
    weather: Weather
    article: Article
    facts: frozenset[str]
    """Ids of the facts it tells rightly."""

    @property
    def place(self) -> Place:
        return self.host, self.path

    @property
    def text(self) -> str:
        return "\n".join(text for section in self.article.sections for text in section.paragraphs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    id: str
    lang: Lang
    text: str
    mirror: str
    """The same question in the other language."""
    facts: tuple[Fact, ...]
    falsehoods: tuple[Falsehood, ...]
    """Wrong answers that stand on the web."""
    gains: Mapping[Place, int] = field(compare=False)
    """How much each page that answers is worth, originals only; pages not named are worth nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    key: str
    lang: Lang
    names: Value
    facts: tuple[Fact, ...]
    falsehoods: tuple[Falsehood, ...]
    outdated: tuple[Falsehood, ...]
    """Values that were right once."""
    pages: tuple[TopicPage, ...]
    questions: tuple[Question, ...]
    originals: Mapping[Place, Place] = field(compare=False)
    """Of each copy, the page it was copied from."""

    @property
    def name(self) -> str:
        return self.names.of(self.lang)

    def page(self, role: Role) -> TopicPage:
        """The first page of that role."""
        return next(page for page in self.pages if page.role is role)


def topics_of(seed: int, hosts: Sequence[Host]) -> tuple[Topic, ...]:
    """The topics on these hosts; none where there are too few plain ones to spread a topic over."""
    return _topics(seed, tuple(hosts))


@lru_cache(maxsize=8)
def _topics(seed: int, hosts: tuple[Host, ...]) -> tuple[Topic, ...]:
    stages = {lang: _Stage.of(hosts, lang) for lang in LANGS}
    if any(len(stage.plain) < DOMAINS_WANTED or not stage.other for stage in stages.values()):
        return ()
    made = []
    for lang in LANGS:
        stems = random.Random(f"{seed}/{lang}/stems").sample(_words()["names"][f"{lang}_places"], 16)
        for number, kind in enumerate(_words()["kind"]):
            author = _Author(seed, lang, kind, stems[number], stems[6 + number :: 6], stages)
            made.append(author.topic(number))
    return tuple(made)


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "topics.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stage:
    """Where pages of one language can stand: one host a registrable domain."""

    plain: tuple[Host, ...]
    official: tuple[Host, ...]
    other: tuple[Host, ...]
    """Slow, or built by script."""

    @staticmethod
    def of(hosts: Iterable[Host], lang: Lang) -> "_Stage":
        mine = {registrable(host.name): host for host in reversed(list(hosts)) if host.lang == lang}
        ordered = sorted(mine.values(), key=lambda host: host.index)
        plain = tuple(host for host in ordered if host.weather is Weather.PLAIN)
        official = tuple(host for host in plain if any(kind in host.name for kind in OFFICIAL))
        return _Stage(
            plain=plain,
            official=official or plain,
            other=tuple(host for host in ordered if host.weather in {Weather.SLOW, Weather.SCRIPT_ONLY}),
        )


class _Author:
    """Writes one topic."""

    def __init__(
        self,
        seed: int,
        lang: Lang,
        kind: dict[str, Any],
        stem: Sequence[str],
        elsewhere: Sequence[Sequence[str]],
        stages: Mapping[Lang, _Stage],
    ) -> None:
        self._kind = kind
        self._lang: Lang = lang
        self._rng = random.Random(f"{seed}/{lang}/{kind['key']}")
        self._stem = Value(ja=stem[0], en=stem[1])
        self._elsewhere = [Value(ja=ja, en=en) for ja, en in elsewhere]
        self._stages = stages
        self._taken: set[str] = set()
        self._values = self._claimed(kind["fact"])
        self._wrong = self._claimed(self._rng.sample(kind["fact"][:8], FALSEHOODS))
        changing = [fact for fact in kind["fact"] if fact["value"] in CHANGING and fact["id"] not in self._wrong]
        self._old = self._claimed(changing[:3])

    def topic(self, number: int) -> Topic:
        pages = self._pages(number)
        facts = tuple(
            Fact(id=name, value=value, places=tuple(page.place for page in pages if name in page.facts))
            for name, value in self._values.items()
        )
        wrong = self._falsehoods(self._wrong, pages, {Role.FALSEHOOD, Role.FALSE_COPY})
        return Topic(
            key=f"{self._kind['key']}_{self._lang}",
            lang=self._lang,
            names=self._named("", self._stem),
            facts=facts,
            falsehoods=wrong,
            outdated=self._falsehoods(self._old, pages, {Role.OUTDATED}),
            pages=tuple(pages),
            originals={
                next(page for page in pages if page.role is copy).place: next(
                    page for page in pages if page.role is original
                ).place
                for copy, original in COPIES.items()
            },
            questions=tuple(
                self._question(at, row, facts, wrong, pages) for at, row in enumerate(self._kind["question"])
            ),
        )

    def _falsehoods(
        self, values: Mapping[str, Value], pages: Sequence[TopicPage], roles: set[Role]
    ) -> tuple[Falsehood, ...]:
        places = tuple(page.place for page in pages if page.role in roles)
        return tuple(Falsehood(fact=name, value=value, places=places) for name, value in values.items())

    def _question(
        self,
        at: int,
        row: Mapping[str, Any],
        facts: Sequence[Fact],
        wrong: Sequence[Falsehood],
        pages: Sequence[TopicPage],
    ) -> Question:
        names = self._named("", self._stem)
        asked = set(row["facts"])
        gains = {page.place: GAINS[page.role] for page in pages if page.role in GAINS and page.facts & asked}
        return Question(
            id=f"{self._kind['key']}_{self._lang}/{at}",
            lang=self._lang,
            text=row[self._lang].format(name=names.of(self._lang)),
            mirror=row[_other(self._lang)].format(name=names.of(_other(self._lang))),
            facts=tuple(fact for fact in facts if fact.id in asked),
            falsehoods=tuple(falsehood for falsehood in wrong if falsehood.fact in asked),
            gains=gains,
        )

    def _pages(self, number: int) -> list[TopicPage]:
        """Every fact stands on two pages at least that did not copy from each other."""
        rng, order = self._rng, self._rng.sample(list(self._values), len(self._values))
        stage = self._stages[self._lang]
        office = rng.choice(stage.official)
        hosts = rng.sample([host for host in stage.plain if host is not office], DOMAINS_WANTED - 1)
        here = {registrable(host.name) for host in [office, *hosts]}
        abroad = rng.choice(
            [host for host in self._stages[_other(self._lang)].plain if registrable(host.name) not in here]
        )
        press = self._page(Role.PRESS, hosts[0], order[:6], wording=1)
        false = self._page(Role.FALSEHOOD, hosts[4], [*self._wrong, *order[:2]], wording=1, instead=self._wrong)
        feature = stage.other[number % len(stage.other)]
        return [
            self._page(Role.PRIMARY, office, [name for name in order if name != order[5]], pdf=number == 1),
            press,
            self._page(Role.SECOND, hosts[1], order[4:], before="said"),
            self._page(Role.FEATURE, feature, [*order[8:], *order[:2]], wording=1, before="told"),
            self._copy(press, Role.MIRROR, hosts[2]),
            self._page(Role.OUTDATED, hosts[3], [*self._old, *order[6:8]], instead=self._old, lead="plan"),
            false,
            self._copy(false, Role.FALSE_COPY, hosts[5]),
            self._page(Role.FOREIGN, abroad, order[2 : 2 + FOREIGN]),
            self._neighbour(Role.NEAR, hosts[6], self._stem),
            self._neighbour(Role.FAR, hosts[7], self._elsewhere[0]),
            self._neighbour(Role.FAR, hosts[8], self._elsewhere[-1], other_kind=True),
        ]

    def _page(
        self,
        role: Role,
        host: Host,
        names: Sequence[str],
        *,
        wording: int = 0,
        before: str = "",
        lead: str = "",
        instead: Mapping[str, Value] | None = None,
        pdf: bool = False,
    ) -> TopicPage:
        """A page about the topic that tells the facts of these names, with the values of `instead` where it has any."""
        wrong = instead or {}
        told = list(dict.fromkeys(names))
        values = {name: wrong.get(name, self._values[name]) for name in told}
        name = self._named("", self._stem)
        lead = "rumour" if role is Role.FALSEHOOD else lead
        article = self._article(role, host.lang, name, self._stem, values, wording=wording, before=before, lead=lead)
        return TopicPage(
            role=role,
            host=host.name,
            path=self._path(role, host.lang, pdf=pdf),
            lang=host.lang,
            weather=host.weather,
            article=article,
            facts=frozenset(name for name in told if name not in wrong),
        )

    def _copy(self, original: TopicPage, role: Role, host: Host) -> TopicPage:
        return TopicPage(
            role=role,
            host=host.name,
            path=self._path(role, host.lang),
            lang=host.lang,
            weather=host.weather,
            article=original.article,
            facts=original.facts,
        )

    def _neighbour(self, role: Role, host: Host, stem: Value, *, other_kind: bool = False) -> TopicPage:
        """A page about something else that reads like one about the topic."""
        rows = self._rng.sample(self._kind["fact"], 5)
        name = self._named("_near" if role is Role.NEAR or other_kind else "", stem)
        article = self._article(role, host.lang, name, stem, self._drawn(rows), wording=int(other_kind))
        return TopicPage(
            role=role,
            host=host.name,
            path=self._path(role, host.lang, part="-2" if other_kind else ""),
            lang=host.lang,
            weather=host.weather,
            article=article,
            facts=frozenset(),
        )

    def _article(
        self,
        role: Role,
        lang: Lang,
        name: Value,
        stem: Value,
        values: Mapping[str, Value],
        *,
        wording: int = 0,
        before: str = "",
        lead: str = "",
    ) -> Article:
        prose, rng = _words()["prose"], self._rng
        slots = {"name": name.of(lang), "place": stem.of(lang), "other": name.of(_other(lang))}
        rows = {row["id"]: row[lang][wording] for row in self._kind["fact"]}
        said = [words.format(**slots) for words in prose.get(f"{lang}_{before}", [""])]
        sentences = [
            _led(said[at % len(said)], rows[key]).format(v=value.of(lang), **slots)
            for at, (key, value) in enumerate(values.items())
        ]
        fills = [fill.format(**slots) for fill in rng.sample(prose[f"{lang}_fill"], 6)]
        first = [prose[f"{lang}_{lead}"], fills[0]] if lead else fills[:1]
        return Article(
            lang=lang,
            headline=Headline(
                title=_words()["titles"][lang][role.value].format(**slots),
                key_sentence=sentences[0],
                date=self._published(role).isoformat(),
            ),
            author=rng.choice(_words()["names"][f"{lang}_people"])[LANGS.index(lang)],
            sections=_sections(lang, first, sentences, fills[1:]),
            points=(fills[-1],),
        )

    def _published(self, role: Role) -> date:
        first = date(2018, 1, 1) if role is Role.OUTDATED else date(2023, 1, 1)
        return first + timedelta(days=self._rng.randrange(700 if role is Role.OUTDATED else 1000))

    def _path(self, role: Role, lang: Lang, *, part: str = "", pdf: bool = False) -> str:
        folder = "tokushu" if lang == "ja" else "topics"
        number = self._rng.randrange(1000, 10_000)
        return f"/{folder}/{self._kind['key']}-{self._lang}-{number}{part}.{'pdf' if pdf else 'html'}"

    def _named(self, part: str, stem: Value) -> Value:
        return Value(ja=self._kind[f"ja{part}"].format(stem=stem.ja), en=self._kind[f"en{part}"].format(stem=stem.en))

    def _drawn(self, rows: Iterable[Mapping[str, Any]]) -> dict[str, Value]:
        """A value for each fact that is none of the right or wrong ones of this topic."""
        made = {}
        for row in rows:
            value = self._value(row)
            while value.en in self._taken:
                value = self._value(row)
            made[row["id"]] = value
        return made

    def _claimed(self, rows: Iterable[Mapping[str, Any]]) -> dict[str, Value]:
        """As `_drawn`, and nothing drawn later is like it."""
        made: dict[str, Value] = {}
        for row in rows:
            made |= self._drawn([row])
            self._taken.add(made[row["id"]].en)
        return made

    def _value(self, row: Mapping[str, Any]) -> Value:
        rng, names = self._rng, _words()["names"]
        match row["value"]:
            case "date":
                return _date(date(2012, 1, 1) + timedelta(days=rng.randrange(2100)))
            case "year":
                year = rng.randint(row["low"], row["high"])
                return Value(ja=f"{year}年", en=str(year))
            case "count":
                amount = rng.randint(row["low"], row["high"])
                return Value(ja=f"{amount}{row['unit'][0]}", en=f"{amount:,} {row['unit'][1]}")
            case "decimal":
                tenths = rng.randint(row["low"], row["high"])
                return Value(ja=f"{tenths / 10:.1f}{row['unit'][0]}", en=f"{tenths / 10:.1f} {row['unit'][1]}")
            case "money":
                return _money(rng.randint(110, 890), self._lang)
            case "price":
                return _price(rng.randrange(row["low"], row["high"], 10), self._lang)
            case "choice":
                ja, en = rng.choice(row["choices"])
            case "person":
                ja, en = rng.choice(names[f"{self._lang}_people"])
            case kind:
                ja, en = rng.choice(names[f"{self._lang}_{kind}s"])
        return Value(ja=ja, en=en)


def _date(day: date) -> Value:
    return Value(ja=f"{day.year}年{day.month}月{day.day}日", en=f"{day.day} {MONTHS[day.month - 1]} {day.year}")


def _money(amount: int, lang: Lang) -> Value:
    """Of `amount` hundred million yen, or million crowns, as the topic's country counts."""
    if lang == "ja":
        return Value(ja=f"{amount}億円", en=f"{amount / 10:.1f} billion yen")
    return Value(ja=f"{amount}百万クラウン", en=f"{amount} million crowns")


def _price(amount: int, lang: Lang) -> Value:
    if lang == "ja":
        return Value(ja=f"{amount}円", en=f"{amount} yen")
    return Value(ja=f"{amount}ペンス", en=f"{amount} pence")


def _led(said: str, wording: str) -> str:
    """A wording after words that say who told it."""
    return said + wording[0].lower() + wording[1:] if said else wording


def _sections(lang: Lang, first: list[str], told: list[str], fills: list[str]) -> tuple[Section, ...]:
    """What is told, two sentences a paragraph between words that tell nothing."""
    gap = "" if lang == "ja" else " "
    pairs = [told[at : at + 2] for at in range(0, len(told), 2)]
    paragraphs = [gap.join(first)]
    paragraphs += [gap.join([*pair, fills[at % len(fills)]]) for at, pair in enumerate(pairs)]
    headings = _words()["prose"][f"{lang}_headings"]
    return tuple(
        Section(heading=heading, paragraphs=tuple(paragraphs[at :: len(headings)]))
        for at, heading in enumerate(headings)
        if paragraphs[at :: len(headings)]
    )


def _other(lang: Lang) -> Lang:
    return "en" if lang == "ja" else "ja"
