"""Scores passages for multi-hop questions, whose answer may lie one or two names away.

Comes in: passages already read, each with its score against the question. Goes out: the same passages, re-scored. A
question about the birthplace of somebody's father is answered on the father's page, which need not share a word with
the question: so a page inherits score from good pages that mention its title or share a name with it. Pure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tadori.model.ids import Lang
from tadori.model.state import SeenPassage
from tadori.model.thresholds import (
    STEM_LETTERS,
    TRAIL_HOPS,
    TRAIL_NAMED_BONUS,
    TRAIL_OWN_SHARE,
    TRAIL_PASSAGES,
    TRAIL_SHARED_NAME,
    TRAIL_SHORTEST_NAME,
    TRAIL_SOURCES,
)
from tadori.text.names import names
from tadori.text.page_titles import page_subject, searchable_text
from tadori.text.sentences import sentences
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class _Link:
    """One passage leads to another: `strength` of the shared name, `adds` for question words only the target has."""

    source: int
    target: int
    strength: float
    adds: float


def score_along_trail(question: str, passages: Sequence[SeenPassage], lang: Lang) -> list[tuple[SeenPassage, float]]:
    """The passages with their new scores, best first.

    A passage starts with its own score, plus 1 when the question names its page. Then, for two hops, it gets
    `.3 · own + source · strength · (1 + adds)` from the best passage that leads to it, if that is more than it has.
    Strength: ½ to 1 when the source names its page, by how many question words the naming sentence has; up to ½ when
    both mention one name, more for rarer names. Adds: the share of the question's words, weighted by rarity, that the
    target has and the source lacks.
    """
    ranked = sorted(passages, key=lambda p: (-p.score, p.title, p.text, p.url))[:TRAIL_PASSAGES]
    own = [p.score + TRAIL_NAMED_BONUS * named for p, named in zip(ranked, _named(question, ranked), strict=True)]
    links = _links(ranked, own, stems(question), lang)
    scores = own
    for _ in range(TRAIL_HOPS):
        given = list(own)
        for link in links:
            gift = scores[link.source] * link.strength * (1 + link.adds)
            given[link.target] = max(given[link.target], TRAIL_OWN_SHARE * own[link.target] + gift)
        scores = given
    # Ties keep the original order, so that the result is deterministic.
    order = sorted(range(len(ranked)), key=lambda i: (-scores[i], i))
    return [(ranked[i], scores[i]) for i in order]


def reading_order(question: str, passages: Sequence[SeenPassage], lang: Lang) -> list[str]:
    """Page ids, most promising for `question` first."""
    return list(dict.fromkeys(passage.page_id for passage, _ in score_along_trail(question, passages, lang)))


@lru_cache(maxsize=2048)
def stems(text: str) -> frozenset[str]:
    """The content words of `text`, cut to `STEM_LETTERS` letters."""
    return frozenset(word[:STEM_LETTERS] for word in terms(text))


def _named(question: str, passages: Sequence[SeenPassage]) -> list[bool]:
    """Which pages the question names. Where one title contains another, only the longer one counts."""
    asked, said = frozenset(terms(question)), searchable_text(question)
    titles = [page_subject(passage.title) for passage in passages]
    words = [frozenset(terms(title)) for title in titles]
    found = [bool(w) and (w <= asked or searchable_text(t) in said) for w, t in zip(words, titles, strict=True)]
    longest = {w for w, named in zip(words, found, strict=True) if named}
    return [named and not any(w < other for other in longest) for w, named in zip(words, found, strict=True)]


def _links(passages: Sequence[SeenPassage], own: Sequence[float], asked: frozenset[str], lang: Lang) -> list[_Link]:
    titles = [searchable_text(page_subject(passage.title)) for passage in passages]
    texts = [searchable_text(passage.text) for passage in passages]
    said = [stems(f"{passage.title}\n{passage.text}") & asked for passage in passages]
    rarity = _rarity(asked, said)
    speakers: dict[str, list[int]] = {}
    found: list[_Link] = []
    for source in sorted(range(len(passages)), key=lambda i: -own[i])[:TRAIL_SOURCES]:
        strengths = _by_shared_name(passages[source].text, lang, titles, texts, speakers)
        strengths |= _by_title(passages[source].text, lang, titles, texts[source], asked)
        open_words = asked - said[source]
        whole = sum(rarity[word] for word in open_words)
        for target, strength in sorted(strengths.items()):
            if titles[target] != titles[source]:
                adds = sum(rarity[word] for word in open_words & said[target]) / whole if whole else 0.0
                found.append(_Link(source=source, target=target, strength=strength, adds=adds))
    return found


def _rarity(asked: frozenset[str], said: Sequence[frozenset[str]]) -> dict[str, float]:
    """Inverse document frequency of the question's words among the passages."""
    return {word: math.log(1 + len(said) / (1 + sum(word in mine for mine in said))) for word in sorted(asked)}


def _by_title(
    text: str, lang: Lang, titles: Sequence[str], source_text: str, asked: frozenset[str]
) -> dict[int, float]:
    """Target → ½ to 1, for each page that `text` names by its title."""
    named = [t for t, title in enumerate(titles) if len(title.strip()) >= TRAIL_SHORTEST_NAME and title in source_text]
    if not named:
        return {}
    bearing = [(searchable_text(s), len(stems(s) & asked) / max(1, len(asked))) for s in sentence_texts(text, lang)]
    return {t: 0.5 + 0.5 * max((share for s, share in bearing if titles[t] in s), default=0.0) for t in named}


def _by_shared_name(
    text: str, lang: Lang, titles: Sequence[str], texts: Sequence[str], speakers: dict[str, list[int]]
) -> dict[int, float]:
    """Target → up to ½, for each passage that mentions a name in `text`. `speakers` caches name → passages."""
    found: dict[int, float] = {}
    for name in sorted({searchable_text(name.text) for name in names(text, lang)}):
        if len(name.strip()) < TRAIL_SHORTEST_NAME:
            continue
        if name not in speakers:
            speakers[name] = [i for i, words in enumerate(texts) if name in words or name in titles[i]]
        strength = TRAIL_SHARED_NAME / math.sqrt(max(1, len(speakers[name])))
        for target in speakers[name]:
            found[target] = max(found.get(target, 0.0), strength)
    return found


@lru_cache(maxsize=1024)
def sentence_texts(text: str, lang: Lang) -> tuple[str, ...]:
    """The sentences of `text` as strings."""
    return tuple(text[span.start : span.end] for span in sentences(text, lang))
