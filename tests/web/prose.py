"""Articles written from a seed: the same key gives the same words on every machine.

Comes in: a key (seed, host, slug) and a language. Goes out: an `Article`. A later `revision` of one key keeps the
subject and changes numbers, date and headings, as a page that is edited does. It renders nothing.
"""

import random
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from tests.web.words import EN, JA, Subject, Tongue

Lang = Literal["ja", "en"]
TONGUES: Final[dict[str, Tongue]] = {"ja": JA, "en": EN}
MEASURED: Final = frozenset({"センチメートル", "トン", "centimetres", "tonnes"})
"""Units with a decimal; the others are counted."""
REVISION_DAYS: Final = 97
MAX_REVISION: Final = 5
"""There are headings enough for so many."""
MONTHS: Final = ("January February March April May June July August September October November December").split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """What is known of an article without writing it."""

    title: str
    key_sentence: str
    date: str
    """ISO, the day it was published or last changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    lang: Lang
    headline: Headline
    author: str
    sections: tuple[Section, ...]
    points: tuple[str, ...]


def headline(key: str, lang: Lang, *, revision: int = 0) -> Headline:
    """Title, key sentence and date; cheap, so that a table of thousands can be made at start.

    Revision 0 is the page as it is now; each higher one is older by `REVISION_DAYS` and had other numbers.
    """
    stable = random.Random(key)
    tongue = TONGUES[lang]
    subject, place = stable.choice(tongue.subjects), stable.choice(tongue.places)
    title = stable.choice(tongue.titles)
    now = date(stable.randint(2015, 2025), stable.randint(1, 12), stable.randint(1, 28))
    slots = _slots(random.Random(f"{key}#{revision}"), tongue, subject, place)
    return Headline(
        title=_capital(title.format(**slots)),
        key_sentence=tongue.key.format(**slots),
        date=(now - timedelta(days=REVISION_DAYS * revision)).isoformat(),
    )


def article(key: str, lang: Lang, *, revision: int = 0) -> Article:
    """The whole text, under the headline of `headline`. An older revision has another heading, other numbers in its
    points, and lacks the last paragraphs; the rest is word for word the same."""
    tongue, stable, rng = TONGUES[lang], random.Random(key), random.Random(f"{key}/text")
    subject, place = stable.choice(tongue.subjects), stable.choice(tongue.places)
    top = headline(key, lang, revision=revision)
    drawn = rng.sample(tongue.headings, len(tongue.headings))
    size = rng.randint(3, 5)
    headings = [drawn[size + revision - 1], *drawn[1:size]] if revision else drawn[:size]
    paragraphs = _paragraphs(rng, tongue, subject, place, top.key_sentence)
    paragraphs = paragraphs[: len(paragraphs) - min(revision, 3)]
    old = random.Random(f"{key}/{revision}/points")
    return Article(
        lang=lang,
        headline=top,
        author=rng.choice(tongue.people),
        sections=tuple(
            Section(heading=name, paragraphs=tuple(paragraphs[at :: len(headings)])) for at, name in enumerate(headings)
        ),
        points=tuple(_capital(frame.format(**_slots(old, tongue, subject, place))) for frame in tongue.items),
    )


def _paragraphs(rng: random.Random, tongue: Tongue, subject: Subject, place: str, key_sentence: str) -> list[str]:
    """Six to nine paragraphs of three to five sentences; the key sentence stands in the second."""
    gap = "" if tongue is JA else " "
    made = []
    for at in range(rng.randint(6, 9)):
        chosen = rng.sample(tongue.frames, rng.randint(3, 5))
        sentences = [_capital(frame.format(**_slots(rng, tongue, subject, place))) for frame in chosen]
        made.append(gap.join([key_sentence, *sentences] if at == 1 else sentences))
    return made


def _slots(rng: random.Random, tongue: Tongue, subject: Subject, place: str) -> dict[str, str | int]:
    month = rng.randint(1, 12)
    tenths = rng.randint(subject.low * 10, subject.high * 10)
    return {
        "place": place,
        "other": rng.choice([name for name in tongue.places if name != place]),
        "person": rng.choice(tongue.people),
        "thing": subject.thing,
        "quantity": subject.quantity,
        "unit": subject.unit,
        "office": subject.office,
        "effect": subject.effect,
        "value": f"{tenths / 10:.1f}" if subject.unit in MEASURED else str(tenths // 10),
        "year": rng.randint(2015, 2025),
        "old": rng.randint(1951, 2009),
        "month": month,
        "month_name": MONTHS[month - 1],
        "percent": f"{rng.randint(11, 389) / 10:.1f}",
        "count": rng.randint(8, 64),
        "small": rng.randint(2, 7),
        "money": rng.randint(120, 9600),
    }


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
