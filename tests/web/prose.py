"""Articles written from a seed: the same key gives the same words on every machine.

Comes in: a key (seed, host, slug) and a language. Goes out: an `Article`. A later `revision` of one key keeps the
subject and changes numbers, date and headings, as a page that is edited does. It renders nothing.
"""

import random
from dataclasses import dataclass
from typing import Final, Literal

from tests.web.words import EN, JA, Subject, Tongue

Lang = Literal["ja", "en"]
TONGUES: Final[dict[str, Tongue]] = {"ja": JA, "en": EN}
MEASURED: Final = frozenset({"センチメートル", "トン", "centimetres", "tonnes"})
"""Units with a decimal; the others are counted."""
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
    """ISO, the day it was published."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    lang: Lang
    headline: Headline
    author: str
    sections: tuple[Section, ...]
    points: tuple[str, ...]


def headline(key: str, lang: Lang, *, revision: int = 0) -> Headline:
    """Title, key sentence and date; cheap, so that a table of thousands can be made at start."""
    stable = random.Random(key)
    subject, place = stable.choice(TONGUES[lang].subjects), stable.choice(TONGUES[lang].places)
    title = stable.choice(TONGUES[lang].titles)
    slots = _slots(random.Random(f"{key}#{revision}"), TONGUES[lang], subject, place)
    date = f"{slots['year']}-{slots['month']:>02}-{slots['day']:>02}"
    return Headline(title=_capital(title.format(**slots)), key_sentence=TONGUES[lang].key.format(**slots), date=date)


def article(key: str, lang: Lang, *, revision: int = 0) -> Article:
    """The whole text; its headline is that of `headline` with the same arguments."""
    stable = random.Random(key)
    tongue = TONGUES[lang]
    subject, place = stable.choice(tongue.subjects), stable.choice(tongue.places)
    rng = random.Random(f"{key}/{revision}/text")
    top = headline(key, lang, revision=revision)
    headings = rng.sample(tongue.headings, rng.randint(3, 5))
    frames = rng.sample(tongue.frames, len(tongue.frames))
    sections = [Section(heading=name, paragraphs=()) for name in headings]
    paragraphs = _paragraphs(rng, tongue, subject, place, frames, top.key_sentence)
    share = -(-len(paragraphs) // len(sections))
    whole = tuple(
        Section(heading=section.heading, paragraphs=tuple(paragraphs[at * share : (at + 1) * share]))
        for at, section in enumerate(sections)
        if paragraphs[at * share : (at + 1) * share]
    )
    points = tuple(_capital(frame.format(**_slots(rng, tongue, subject, place))) for frame in tongue.items)
    return Article(lang=lang, headline=top, author=rng.choice(tongue.people), sections=whole, points=points)


def _paragraphs(
    rng: random.Random, tongue: Tongue, subject: Subject, place: str, frames: list[str], key_sentence: str
) -> list[str]:
    """Six to nine paragraphs of three to five sentences; the key sentence stands in the second."""
    gap = "" if tongue is JA else " "
    made = []
    for at in range(rng.randint(6, 9)):
        chosen = rng.sample(frames, rng.randint(3, 5))
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
        "day": rng.randint(1, 28),
        "percent": f"{rng.randint(11, 389) / 10:.1f}",
        "count": rng.randint(8, 64),
        "small": rng.randint(2, 7),
        "money": rng.randint(120, 9600),
    }


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
