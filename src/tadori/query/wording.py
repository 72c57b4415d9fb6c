"""The wording of a question: its keywords, the names among them, and its search operators.

Comes in: a question or query, Japanese or English. Goes out: its keywords in order, its names and titles, and its
operators in our own syntax, so that every query made from the words keeps the limits. Nothing is added here.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import EN, JA, Lang
from tadori.query.dialects import Dialect
from tadori.query.engine_query import engine_query
from tadori.query.operators import ParsedQuery, parse_query
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.tokens import terms

LONGEST_KEYWORDS: Final = 200
"""Characters: a question as long as a page is cut to this."""

OWN_DIALECT: Final = Dialect(
    name="tadori",
    required="+{}",
    any_site=True,
    after="after:{day}",
    before="before:{day}",
    max_words=200,
    max_chars=2000,
)
"""Our own query syntax, to write parsed operators back."""

_TITLE: Final = lazy_pattern(r"[「『《〈]([^「」『』《》〈〉\n]{2,80})[」』》〉]")
# Hiragana is grammar; what stands between it is what a Japanese question is about.
_JA_RUN: Final = lazy_pattern(
    r"[「『《〈](?P<title>[^「」『』《》〈〉\n]{2,80})[」』》〉]"
    r"|(?:高さ|長さ|深さ|重さ|広さ|速さ|大きさ|仕組み|違い|取り組み|子ども|見通し|見直し|初めて|売り上げ|働き方|暮らし"
    r"|引き上げ|引き下げ|値上げ|値下げ|受け入れ|ひとり親|ふるさと納税"
    r"|(?:こども|がん|ごみ|りんご|いじめ|まちづくり|ひきこもり)(?![ぁ-ん])"
    r"|(?:こども|がん|ごみ|りんご|いじめ|まちづくり|ひきこもり)(?=[のはがをにでとも]))"
    r"|[ァ-ヴー・＝A-Za-z0-9.%&々〆〇㐀-鿿豈-﫿²³-]+"
)
_JA_QUESTION_WORDS: Final = lazy_pattern(
    r"何.*|誰|何故|幾つ|場合|以上|以下|以外|下記|上記|次|他|者|教|言|件|間|点|的|中|一日|本当|真偽|[0-9.,%&・ー-]{1,2}|[A-Za-z]"
)
_EN_WORD: Final = lazy_pattern(r"[^\W_](?:[\w'’.&/+-]*[\w+])?")
_EN_QUESTION_WORDS: Final = frozenset(
    "much many true please tell explain describe give list long old far often really actually exactly ever according"
    " also may might must shall let us know find want need think say said".split()
)
_POSSESSIVE: Final = lazy_pattern(r"['’]s?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedQuery:
    """A query derived from another, and why."""

    text: str
    lang: Lang
    reason: str
    notes: tuple[str, ...] = ()
    """Warnings for whoever uses the results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    lang: Lang
    text: str
    """The question without operators and without the quotation marks of phrases."""
    keywords: tuple[str, ...]
    """Words and names to search for, in order; never empty."""
    names: tuple[str, ...]
    """Of the keywords (and titles), those that look like names, in order."""
    titles: tuple[str, ...]
    """What was in quotation marks, Western or Japanese."""
    sites: tuple[str, ...]
    """The sites the question is limited to; empty for the whole web."""
    limits: str
    """`site:`, `filetype:`, `-` … in our own syntax; empty when there are none."""

    @property
    def line(self) -> str:
        """The keywords as a query, without the limits."""
        return " ".join(self.keywords)

    def with_limits(self, text: str) -> str:
        """`text` with the limits of the question behind it."""
        return f"{text} {self.limits}" if self.limits else text


@lru_cache(maxsize=256)
def wording_of(question: str, lang: Lang) -> Wording:
    """The wording of `question`.

    Raises:
        WrongCall: it is empty, or has operators only.
    """
    parsed = parse_query(question)
    fixed = [*parsed.phrases, *parsed.intitle]
    loose = " ".join([*parsed.words, *parsed.required])
    text = " ".join([loose, *fixed]).strip()
    titles = tuple(dict.fromkeys([*fixed, *_TITLE.findall(text)]))
    found = _ja_keywords(loose) if lang == JA else _en_keywords(loose)
    keywords = tuple(_fitting([*found, *fixed])) or (text[:LONGEST_KEYWORDS].strip(),)
    return Wording(
        lang=lang,
        text=text,
        keywords=keywords,
        names=tuple(_names(loose, keywords, titles, lang)),
        titles=titles,
        sites=parsed.sites,
        limits=_limits(parsed),
    )


def _limits(parsed: ParsedQuery) -> str:
    only_limits = ParsedQuery(
        words=("x",),
        excluded=parsed.excluded,
        sites=parsed.sites,
        filetypes=parsed.filetypes,
        after=parsed.after,
        before=parsed.before,
        excluded_sites=parsed.excluded_sites,
    )
    return engine_query(only_limits, OWN_DIALECT).text.removeprefix("x").strip()


def _fitting(keywords: list[str]) -> list[str]:
    kept: list[str] = []
    room = LONGEST_KEYWORDS
    for keyword in dict.fromkeys(keywords):
        room -= len(keyword) + 1
        if room < 0:
            break
        kept.append(keyword)
    return kept


def _ja_keywords(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text)
    content = frozenset(terms(plain))
    found = []
    for match in _JA_RUN.finditer(plain):
        run = match["title"] or match.group().strip("・＝=.-&")
        # One ideograph alone is a word (猫) or the stem of a verb (建てた): Sudachi knows which.
        if run and not _JA_QUESTION_WORDS.fullmatch(run) and (len(run) > 1 or run in content):
            found.append(run)
    if len(found) >= 2:
        return found
    for term in dict.fromkeys(terms(plain)):
        # A long unit comes before its parts, and 高さ before 高い: what begins alike is said already.
        covered = any(term in known or term[0] == known[0] for known in found)
        if len(term) > 1 and term in plain and not covered and not _JA_QUESTION_WORDS.fullmatch(term):
            found.append(term)
    return found


def _en_keywords(text: str) -> list[str]:
    spans = [(name.start, name.end, name.text) for name in names(text, EN)]
    found: list[str] = []
    for match in _EN_WORD.finditer(text):
        inside = next((span for span in spans if span[0] <= match.start() < span[1]), None)
        if inside is not None:
            found.append(inside[2])
            continue
        word = _POSSESSIVE.sub("", match.group())
        if word.lower() not in _EN_QUESTION_WORDS and terms(word):
            found.append(word)
    return found


def _names(text: str, keywords: tuple[str, ...], titles: tuple[str, ...], lang: Lang) -> list[str]:
    found_names = [name.text for name in names(unicodedata.normalize("NFKC", text), lang)]
    if lang == JA:
        # A name is found by its form; the run it stands in is what is written on pages (渚市潮力発電所).
        found_names = [run for run in keywords if any(name in run for name in found_names)]
    return [name for name in dict.fromkeys([*titles, *found_names]) if re.search(r"\w", name)]
