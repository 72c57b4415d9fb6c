"""The same query in another language, without a language model.

Comes in: a query, Japanese or English. Goes out: its mirror in the other of the two, or small samples in German,
French and Chinese, made from our own table of terms; names stay as they are, numbers and dates are converted. When too
little can be translated there is no mirror, only the reason: half a translation finds other things.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal, Protocol

from tadori.model.ids import EN, JA, Lang
from tadori.model.web_thresholds import WIDEN_MIN_PAGES, WIDEN_MIN_YIELD
from tadori.query.term_table import MONTH_NAMES, Term, en_table, ja_table, sample_table
from tadori.query.wording import ExpandedQuery, Wording, wording_of
from tadori.text.dates import dates
from tadori.text.language import language_of
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numbers import quantities

SAMPLE_LANGUAGES: Final = (Lang("de"), Lang("fr"), Lang("zh"))
"""The languages that sample queries can be made in."""

_LONGEST_TERM: Final = 14
_LONGEST_PHRASE: Final = 9
_EN_WORD: Final = lazy_pattern(r"[^\W_](?:[\w'’.&/+-]*[\w+])?,?")
_LATIN: Final = lazy_pattern(r"[A-Za-z][A-Za-z0-9.&-]*|[0-9][0-9.,]*")
_KANJI_NAME: Final = lazy_pattern(
    r"[一-龥々]{1,8}(?:市|県|府|都|道|区|町|村|郡|大学|高校|省|庁|党|銀行|新聞|島|川|山|湖|城|寺|神社)"
)
_MONEY: Final = {"JPY": ("yen", "円"), "USD": ("dollars", "ドル"), "EUR": ("euros", "ユーロ")}
_EN_SCALES: Final = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
_JA_SCALES: Final = ((10**12, "兆"), (10**8, "億"), (10**4, "万"))

_MEANING_PREFIXES: Final = tuple("副非反未不無元前旧準")
"""One-character prefixes that change the meaning of a term: 副社長 is not a 社長."""

PieceKind = Literal["term", "name", "number", "unknown"]


class Translate(Protocol):
    """Translates a text with a language model. Raises what the model raises."""

    def __call__(self, text: str, source: Lang, target: Lang) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorQuery:
    """A mirror query, or why there is none."""

    query: ExpandedQuery | None
    reason: str
    untranslated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A part of a query: a term of the table, a name, a number, or unknown words."""

    kind: PieceKind
    text: str
    term: Term | None = None


def mirror_query(question: str, lang: Lang, *, translate: Translate | None = None) -> MirrorQuery:
    """`question` in English when `lang` is Japanese, else in Japanese.

    Raises:
        WrongCall: the question is empty, or has operators only.
    """
    words = wording_of(question, lang)
    target = EN if lang == JA else JA
    if translate is not None:
        translation = " ".join(translate(words.text, lang, target).split())
        if translation and language_of(translation) == target:
            reason = f"mirror in {target}, translated by the language model"
            return MirrorQuery(
                query=ExpandedQuery(text=words.with_limits(translation), lang=target, reason=reason), reason=reason
            )
    return _by_table(words, target, lambda piece: _in_language(target, piece))


def sample_queries(query: str, langs: Sequence[Lang] = SAMPLE_LANGUAGES, *, lang: Lang) -> tuple[ExpandedQuery, ...]:
    """`query`, which is in `lang`, in those of `langs` for which enough of its words are in the table.

    Raises:
        WrongCall: the query is empty, or has operators only.
    """
    words = wording_of(query, lang)
    made = (_by_table(words, target, lambda piece, to=target: _sample(to, piece)) for target in dict.fromkeys(langs))
    return tuple(result.query for result in made if result.query is not None)


def languages_to_widen(yields: Mapping[Lang, tuple[int, int]]) -> tuple[Lang, ...]:
    """The sampled languages that deserve more queries, best first; `yields` holds (useful, read) pages of each."""
    shares = {
        lang: useful / read
        for lang, (useful, read) in yields.items()
        if lang not in (JA, EN) and read >= WIDEN_MIN_PAGES and useful / read >= WIDEN_MIN_YIELD
    }
    return tuple(sorted(shares, key=lambda lang: (-shares[lang], lang)))


def is_known_term(text: str, lang: Lang) -> bool:
    """Whether what looks like a name is made of general terms: エネルギー, Chinese."""
    if lang == JA:
        return all(piece.kind in ("term", "number") for piece in _ja_pieces(text))
    return text in en_table()


class _PieceTranslator(Protocol):
    def __call__(self, piece: _Piece) -> str | None: ...


def _by_table(words: Wording, target: Lang, translate_piece: _PieceTranslator) -> MirrorQuery:
    translated = [(piece, translate_piece(piece)) for piece in _pieces(words)]
    missing = tuple(dict.fromkeys(piece.text for piece, text in translated if text is None))
    kept = [piece for piece, text in translated if text]
    done = sum(piece.kind == "term" for piece in kept)
    # A query without its subject finds other things: what is missing must be less than what says the subject.
    specific = sum(piece.kind == "name" or (piece.term is not None and not piece.term.generic) for piece in kept)
    number_spans = done + len(missing)
    if done == 0 or len(kept) < 2 or (missing and specific <= len(missing)):
        what = f"only {done} of {number_spans} words can be translated without a language model"
        shown = f" (not: {', '.join(missing[:5])})" if missing else ""
        return MirrorQuery(query=None, reason=f"no mirror in {target}: {what}{shown}", untranslated=missing)
    text = " ".join(dict.fromkeys(text for _, text in translated if text))
    reason = f"mirror in {target}, {done} of {number_spans} words by the table of terms"
    query = ExpandedQuery(text=words.with_limits(text), lang=target, reason=reason)
    return MirrorQuery(query=query, reason=reason, untranslated=missing)


def _in_language(target: Lang, piece: _Piece) -> str | None:
    """A piece in Japanese or English; None when it cannot be translated."""
    if piece.term is not None:
        return piece.term.en[0] if target == EN else piece.term.ja[0]
    if piece.kind == "number":
        return _number_in(target, piece.text)
    return piece.text if piece.kind == "name" else None


def _sample(target: Lang, piece: _Piece) -> str | None:
    if piece.term is not None:
        column = sample_table().get(target, {})
        return next((column[spelling.lower()] for spelling in piece.term.en if spelling.lower() in column), None)
    if piece.kind == "number":
        year = re.search(r"\d{4}", _number_in(EN, piece.text))
        return year.group() if year else ""
    return piece.text if piece.kind == "name" else None


def _number_in(target: Lang, text: str) -> str:
    """A date or quantity in the other language; what has no other spelling stays as it is."""
    mentions = dates(text)
    if mentions and mentions[0].year is not None:
        mention = mentions[0]
        if target == EN:
            month = f"{MONTH_NAMES[mention.month]} " if mention.month else ""
            return f"{'FY' if mention.kind == 'fiscal' else ''}{month}{mention.year}"
        month = f"{mention.month}月" if mention.month else ""
        return f"{mention.year}年{'度' if mention.kind == 'fiscal' else month}"
    found = quantities(text)
    if found and found[0].unit in _MONEY:
        yen = _MONEY[found[0].unit]
        return f"{_scaled(found[0].value, _EN_SCALES)} {yen[0]}" if target == EN else _japanese(found[0].value) + yen[1]
    plain = _LATIN.match(text)
    return plain.group().rstrip(".,") if plain else ""


def _scaled(value: Decimal, scales: tuple[tuple[int, str], ...]) -> str:
    for size, name in scales:
        if value >= size:
            return f"{_shortest(value / size)} {name}"
    return _shortest(value)


def _japanese(value: Decimal) -> str:
    """35 000 000 000 as 350億: the largest scale that leaves a whole number, else the largest that fits."""
    fitting = [(size, name) for size, name in _JA_SCALES if value >= size]
    whole = [(size, name) for size, name in fitting if value % size == 0]
    for size, name in (whole or fitting)[:1]:
        return f"{_shortest(value / size)}{name}"
    return _shortest(value)


def _shortest(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _pieces(words: Wording) -> list[_Piece]:
    if words.lang == JA:
        return [piece for run in words.keywords for piece in _run_pieces(run, words)]
    return list(_en_pieces(words))


def _run_pieces(run: str, words: Wording) -> list[_Piece]:
    """A name is translated as a whole or not at all: トヨタ自動車 is not "Toyota automobile"."""
    pieces = _ja_pieces(run)
    is_name = run in words.names and any(piece.kind == "unknown" for piece in pieces)
    return [_Piece(kind="name", text=run)] if is_name else pieces


def _number_spans(text: str) -> dict[int, int]:
    """The numbers and dates of a text: start → end."""
    ends = {quantity.start: quantity.end for quantity in quantities(text)}
    return ends | {mention.start: mention.end for mention in dates(text)}


def _ja_pieces(run: str) -> list[_Piece]:
    """A Japanese run cut into the longest terms of the table, numbers, names by form, and the rest."""
    table = ja_table()
    plain = unicodedata.normalize("NFKC", run)
    number_spans = _number_spans(plain)
    pieces: list[_Piece] = []
    at = rest = 0
    while at < len(plain):
        piece, end = _ja_piece_at(plain, at, table, number_spans)
        if piece is not None:
            pieces += [*_leftover(plain[rest:at]), piece]
            rest = end
        at = end
    return pieces + _leftover(plain[rest:])


def _ja_piece_at(
    plain: str, at: int, table: Mapping[str, Term], number_spans: Mapping[int, int]
) -> tuple[_Piece | None, int]:
    if at in number_spans:
        return _Piece(kind="number", text=plain[at : number_spans[at]]), number_spans[at]
    # One ideograph is a term only where it stands alone: 市 in 都市 is no city.
    least = 1 if len(plain) == 1 else 2
    for size in range(min(_LONGEST_TERM, len(plain) - at), least - 1, -1):
        term = table.get(plain[at : at + size])
        if term is not None:
            return _Piece(kind="term", text=plain[at : at + size], term=term), at + size
    latin = _LATIN.match(plain, at)
    if latin:
        term = en_table().get(latin.group())
        kind: PieceKind = "term" if term else "name"
        return _Piece(kind=kind, text=latin.group(), term=term), latin.end()
    return None, at + 1


def _leftover(text: str) -> list[_Piece]:
    """What no table knows: a name by its form, or unknown words; a single suffix character (所, 者, 率) is dropped."""
    bare = text.strip("・＝-.,")
    if len(bare) < 2 and bare not in _MEANING_PREFIXES:
        return []
    kind: PieceKind = "name" if _KANJI_NAME.fullmatch(bare) else "unknown"
    return [_Piece(kind=kind, text=bare)]


def _en_pieces(words: Wording) -> Iterator[_Piece]:
    text = words.text
    number_spans = _number_spans(text)
    found = list(_EN_WORD.finditer(text))
    names = sorted(words.names, key=len, reverse=True)
    at = 0
    while at < len(found):
        start = found[at].start()
        term, size = _en_term_at([match.group() for match in found[at : at + _LONGEST_PHRASE]])
        name = next((name for name in names if text.startswith(name, start)), None)
        if start in number_spans or (start and start - 1 in number_spans and text[start - 1] in "$€£¥"):
            end = number_spans.get(start) or number_spans[start - 1]
            begin = start if start in number_spans else start - 1
            yield _Piece(kind="number", text=text[begin:end])
        elif term is not None and (name is None or len(name.split()) <= size):
            end = found[at + size - 1].end()
            yield _Piece(kind="term", text=text[start:end].rstrip(","), term=term)
        elif name is not None:
            end = start + len(name)
            yield _Piece(kind="name", text=name)
        else:
            end = found[at].end()
            word = found[at].group().rstrip(",")
            if word in words.keywords:
                yield _Piece(kind="unknown", text=word)
        while at < len(found) and found[at].start() < end:
            at += 1


def _en_term_at(words: list[str]) -> tuple[Term | None, int]:
    """The longest term that `words` begin with, and its number of words."""
    table = en_table()
    for size in range(len(words), 0, -1):
        phrase = " ".join(words[:size]).rstrip(",")
        term = table.get(phrase) or table.get(phrase.lower())
        if term is not None:
            return term, size
    return None, 0
