"""Whether words name one thing wherever they stand, or only within their own document.

In: a phrase, a sentence or a title. Out: whether it names something (`Hoover Dam`, `checkpoint_timeout`), and the words
of the names that titles and headings hold. A common noun with its article (`the default timeout`) names nothing.
"""

from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.english_subject import english_subject, main_clause
from tadori.text.japanese_topic import japanese_topics
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.stem import stem
from tadori.text.tokens import terms

# An identifier means one thing wherever it stands: checkpoint_timeout, apt-get, sources.list, --force, getUser.
_IDENTIFIER: Final = lazy_pattern(r"-{0,2}\b[A-Za-z][A-Za-z\d]+(?:[_./+-][A-Za-z\d]+)+\b|\b[a-z]+[A-Z]\w+\b|\b\w+\(\)")
_PRONOUN: Final = lazy_pattern(r"(?i)(?:he|she|it|they|this|these|those|his|her|its|their|there|we|you|i)\b")
_CHAPTER: Final = lazy_pattern(r"(?i)\s*(?:chapter|section|appendix|part|第?\d+\s*(?:章|節)?)\b|\s*\d+(?:\.\d+)*\.?\s")
_BEFORE_VERB: Final = lazy_pattern(r"[^:;|]{3,90}?(?=\s(?:is|are|was|were|has|have|had)\s)")
_DEFINITE: Final = ("the ", "this ", "these ", "that ", "those ", "such ", "its ", "their ", "your ", "our ", "each ")


def is_naming(words: str, lang: Lang) -> bool:
    """Whether the words hold a name or an identifier: they mean the same thing in another document."""
    return _IDENTIFIER.search(words) is not None or bool(_names_within(words, lang))


@lru_cache(maxsize=8192)
def names_its_subject(sentence: str, lang: Lang) -> bool:
    """Whether a sentence itself says what it speaks about: a name, or a kind of thing (`A symbolic link is …`).

    Not where no subject is found: `Exports: 17%` and a list of metals are said of whatever their page is about.
    """
    if lang == JA:
        return bool(named_subject(sentence, lang))
    if _PRONOUN.match(sentence, main_clause(sentence)):
        return False
    subject = english_subject(sentence)
    if subject is None:
        before = _BEFORE_VERB.match(sentence, main_clause(sentence))
        return before is not None and is_naming(before[0], lang)
    if subject.named or is_naming(subject.words, lang):
        return True
    return not sentence[subject.start : subject.end].lower().startswith(_DEFINITE)


@lru_cache(maxsize=8192)
def named_subject(sentence: str, lang: Lang) -> frozenset[str]:
    """The words of the name that a sentence speaks about; empty where its subject is none or is not found."""
    if lang == JA:
        topics = [topic for topic in japanese_topics(sentence) if topic.first]
        return frozenset(terms(topics[0].words)) if topics and is_naming(topics[0].words, lang) else frozenset()
    subject = english_subject(sentence)
    if subject is None or not (subject.named or is_naming(subject.words, lang)):
        return frozenset()
    return frozenset(terms(subject.words))


def same_topic(above_a: str, lang_a: Lang, above_b: str, lang_b: Lang) -> bool:
    """Whether two titles, or titles with headings, a line each, name the same thing."""
    left, right = _topic_names(above_a, lang_a), _topic_names(above_b, lang_b)
    # All that one side names stands on the other: two houses, or two countries of one book, do not share a topic.
    return bool(left and right) and (left <= right or right <= left)


@lru_cache(maxsize=8192)
def same_story(title_a: str, title_b: str) -> bool:
    """Whether two titles announce one story: three content words in common, or two that are half of the shorter title.

    Chapters of manuals are no stories: their titles say what they are about, not what happened.
    """
    left, right = frozenset(terms(title_a)), frozenset(terms(title_b))
    common = left & right
    # `Iron Man 2` and `Iron Man 3`, or the reports of two years, are two stories.
    if any(term[:1].isdigit() for term in left ^ right):
        return False
    if _CHAPTER.match(title_a) or _CHAPTER.match(title_b):
        return False
    return len(common) >= 3 or (len(common) == 2 and len(common) * 2 >= min(len(left), len(right)) > 2)


@lru_cache(maxsize=8192)
def _names_within(words: str, lang: Lang) -> tuple[str, ...]:
    # A phrase begins no sentence: inside one, a capital letter is a sign of a name.
    return tuple(found.text for found in names(words if lang == JA else f"of {words}", lang))


# Every manual has these in its title.
_GENERAL: Final = frozenset(
    map(
        stem,
        "documentation manual guide reference handbook introduction chapter section appendix index home overview"
        " tutorial help faq notes page version release part table list linux".split(),
    )
)


@lru_cache(maxsize=2048)
def _topic_names(above: str, lang: Lang) -> frozenset[str]:
    """The words of the names that titles and headings hold, but for those that every manual has."""
    found = {word for line in above.splitlines() for name in _names_within(line, lang) for word in terms(name)}
    return frozenset(word for word in found - _GENERAL if not word[:1].isdigit())
