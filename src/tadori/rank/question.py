"""Parses a question: its kind, its focus noun, the unit of the answer, and the words to look for.

In: the question as it was typed and its language. Out: a `ParsedQuestion`. Rules only, for Japanese and English; a
question that fits no rule keeps its content words and is `QuestionKind.WHAT`.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.rank import question_en, question_ja
from tadori.rank.open_question import compared_sides, is_asking_word, open_kind, open_without_form
from tadori.rank.question_kinds import BRIEF_KINDS, OPEN_KINDS, QuestionForm, QuestionKind, only_names_a_class
from tadori.text.dates import DateMention, dates
from tadori.text.names import names
from tadori.text.negation import negated
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity, quantities
from tadori.text.sameness import plain_forms
from tadori.text.tokens import terms, tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestion:
    """A question as scoring and comparing need it."""

    text: str
    lang: Lang
    kind: QuestionKind
    focus: str
    """The noun that is asked about, folded, or empty: 気団 in 何気団か, `city` in "which city"."""
    unit: str
    """For a number its unit (canonical where `text.units` knows it), for a date `year`, `month`, `day`; or empty."""
    terms: tuple[str, ...]
    """Content tokens, each once, in the order of the question; question words are not among them."""
    focus_terms: frozenset[str]
    """Those of `terms` that only name the kind of answer, which an answer need not repeat."""
    tokens: tuple[str, ...]
    """All tokens, in order, for phrases."""
    names: tuple[str, ...]
    dates: tuple[DateMention, ...]
    quantities: tuple[Quantity, ...]
    negated: bool
    sides: tuple[str, ...] = ()
    """The two things that are compared, as written; empty for other questions."""
    whole: str = ""
    """The question that this is a part of, as written; empty where it stands alone."""

    @property
    def is_open(self) -> bool:
        """Whether several sentences answer it, not one value."""
        return self.kind in OPEN_KINDS

    @property
    def is_brief(self) -> bool:
        """Whether few sentences answer it, though open."""
        return self.kind in BRIEF_KINDS

    @property
    def topic_terms(self) -> tuple[str, ...]:
        """What the question is about: `terms` without the words that only ask; all of them where nothing is left."""
        return tuple(term for term in self.terms if not is_asking_word(term)) or self.terms


@lru_cache(maxsize=512)
def parse_question(question: str, lang: Lang) -> ParsedQuestion:
    """The parsed question. Any text can be parsed; an empty one is `QuestionKind.WHAT` without terms."""
    plain = unicodedata.normalize("NFKC", question).strip()
    form = _form(plain, lang)
    plainly = question_ja.without_asked_amount if lang == JA else question_en.without_asked_amount
    asked_of = plainly(plain)
    content = tuple(dict.fromkeys(term for term in terms(asked_of) if term not in _FRAME))
    return ParsedQuestion(
        text=question,
        lang=lang,
        kind=form.kind,
        focus=fold(form.focus),
        unit=form.unit,
        terms=content,
        focus_terms=_head(form.focus) & frozenset(content) if only_names_a_class(form.focus) else frozenset(),
        tokens=tuple(tokens(plain)),
        names=tuple(dict.fromkeys(fold(name.text) for name in names(plain, lang))),
        dates=tuple(dates(plain)),
        quantities=tuple(quantities(plain_forms(question))),
        negated=negated(plain, lang),
        sides=compared_sides(plain, lang) if form.kind is QuestionKind.COMPARISON else (),
    )


def _form(plain: str, lang: Lang) -> QuestionForm:
    kind = open_kind(plain, lang)
    if kind is not None:
        return QuestionForm(kind)
    form = question_ja.japanese_form(plain) if lang == JA else question_en.english_form(plain)
    loose = open_without_form(plain, lang, form)
    return form if loose is None else QuestionForm(loose)


def _head(focus: str) -> frozenset[str]:
    """The tokens of `focus` that only name a class: 資源 in 鉱業資源, and the whole where it is one word."""
    parts = terms(focus)
    return frozenset([parts[-1], *(part for part in parts if part == fold(focus))]) if parts else frozenset()


def only_asks(words: str) -> bool:
    """Whether `words` only ask and name nothing: `much`, 名付, 経緯. Nobody should search for them or miss them."""
    return all(term in _FRAME or is_asking_word(term) for term in terms(words))


_FRAME: Final = frozenset(
    "mani much long often ever name list tell explain describ pleas kind sort associ refer known locat primari main"
    " 何の どの どんな 何れ どれ 呼ぶ 教える 上げる 全て 述べる 説明 下さい 何方 どちら 誰 どなた 何時 何年 何人 何月"
    " 何日 幾 如何 どのよう 西暦 文中 文章 答える 抜き出す".split()
)
"""Words that ask and are seldom part of an answer, as `text.tokens` writes them."""
