"""Finds how the documents of a library spell the names of a query in the other language.

Comes in: a query. Goes out: words of the documents, to search for beside the query's own. The words are collected once,
and again when the library has changed.
"""

from typing import Final

from tadori.model.doors import ForeignTexts
from tadori.model.ids import EN, JA, Lang
from tadori.text.name_vocabulary import NameVocabulary
from tadori.text.names_across import AskedName, asked_names

MOST_TEXTS: Final = 10_000


class NameSpellings:
    """The names of a library's documents, language by language, read when first asked for."""

    def __init__(self, texts: ForeignTexts) -> None:
        self._texts = texts
        self._read: dict[Lang, tuple[str, NameVocabulary]] = {}
        self._known: dict[tuple[str, str], frozenset[str]] = {}
        """Spellings by version and name: the queries of one question repeat its names."""

    def spelled(self, text: str, lang: Lang) -> list[str]:
        """How documents in the other language spell the names of `text`; empty where no name of it is there."""
        names = [name for name in asked_names(text, lang) if lang == JA or _is_name(name, text)]
        if not names:
            return []
        version = self._texts.version()
        found = {word: None for name in names for word in sorted(self._spellings(name, lang, version))}
        return list(found)

    def _spellings(self, name: AskedName, lang: Lang, version: str) -> frozenset[str]:
        key = (f"{lang} {version}", name.written)
        if key not in self._known:
            self._known[key] = self._vocabulary(EN if lang == JA else JA, version).spellings(name)
        return self._known[key]

    def _vocabulary(self, lang: Lang, version: str) -> NameVocabulary:
        known = self._read.get(lang)
        if known is None or known[0] != version:
            self._known.clear()
            known = version, NameVocabulary.of(self._texts.texts(lang, limit=MOST_TEXTS))
            self._read[lang] = known
        return known[1]


def _is_name(name: AskedName, text: str) -> bool:
    """Of a question with capital letters only they show names; one typed small may name anything."""
    return name.written[0].isupper() or text.islower()
