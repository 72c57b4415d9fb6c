"""A question as catalogues need it: its content words, and the one name it is about.

Comes in: the words and phrases of a query. Goes out: keywords as written, for APIs that require every word to match
and find nothing for a whole sentence; and a subject, for APIs that look up a thing by its name.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from tadori.model.ids import EN, JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.tokens import terms

MOST_KEYWORDS: Final = 6
LONGEST: Final = 80
"""Characters of a keyword: longer ones are no words, and request addresses must stay short."""
_JAPANESE: Final = lazy_pattern("[ぁ-ヿ㐀-䶿一-鿿々]")
_HIRAGANA: Final = lazy_pattern("[ぁ-ゖ]")
_JOINED: Final = lazy_pattern("[㐀-䶿一-鿿々ァ-ヺー・./-]*")
"""May stand between two parts of one compound: characters the dictionary spells otherwise, or a hyphen."""
_EDGES: Final = ".,;:!?()[]、。，．！？「」『』（）"


def keywords_of(words: Iterable[str], phrases: Iterable[str]) -> tuple[str, ...]:
    """The phrases, then the content words, each once: six at most."""
    content = [part for word in words for part in _content(word)]
    return tuple(dict.fromkeys(word[:LONGEST] for word in (*phrases, *content)))[:MOST_KEYWORDS]


def subject_of(words: Sequence[str], phrases: Sequence[str]) -> str:
    """The thing a query is about: its first phrase, its first name, or its first run of words with content.

    The whole query when all its words are content words; empty when none is.
    """
    if phrases:
        return phrases[0][:LONGEST]
    text = " ".join(words)
    if _JAPANESE.search(text):
        compounds = keywords_of(words, ())
        named = [name.text for name in names(text, JA)]
        holding = (compound for compound in compounds for name in named if name in compound)
        return next(holding, compounds[0] if compounds else "")
    bare = [word.strip(_EDGES) for word in words]
    kept = [word for word in bare if terms(word)]
    if len(kept) == len(bare):
        return " ".join(kept)[:LONGEST]
    found = names(text, EN)
    if found:
        return found[0].text[:LONGEST]
    start = next((place for place, word in enumerate(bare) if terms(word)), len(bare))
    return " ".join(takewhile(terms, bare[start:]))[:LONGEST]


def _content(word: str) -> list[str]:
    if not _JAPANESE.search(word):
        bare = word.strip(_EDGES)
        return [bare] if terms(bare) else []
    text = unicodedata.normalize("NFKC", word).strip(_EDGES)
    return _compounds(text) if _HIRAGANA.search(text) else [text]


def _compounds(text: str) -> list[str]:
    """The nouns of a Japanese sentence, compounds in one piece; inflected verbs are in no index."""
    folded = text.lower()
    if len(folded) != len(text):
        return [text]
    spans: list[tuple[int, int]] = []
    reached = 0
    for term in terms(text):
        start = folded.find(term, reached)
        if start < 0:
            continue
        joined = bool(spans) and _JOINED.fullmatch(text, spans[-1][1], start) is not None
        reached = start + len(term)
        spans = [*spans[:-1], (spans[-1][0], reached)] if joined else [*spans, (start, reached)]
    return [text[start:end] for start, end in spans if end - start > 1] or [text]
