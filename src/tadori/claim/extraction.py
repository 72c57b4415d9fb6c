"""Extracts claims from pages: atomic, self-contained sentences, each with the exact words it was read from.

In: a fragment and its page. Out: claims in order of position. A mechanical claim *is* its quotation: nothing is
rephrased, joined or completed here. What is no statement (questions, menus, code, instructions to the reader) is left
out.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tadori.claim.orders import orders_in
from tadori.model.claim import Claim, Quotation
from tadori.model.ids import EN, JA, IsoDate, Lang
from tadori.model.page import Fragment, FragmentType, Page
from tadori.text.dates import dates
from tadori.text.predicates import has_predicate
from tadori.text.sameness import comparable
from tadori.text.sentences import sentences
from tadori.text.tokens import terms
from tadori.text.words import latin_words

LEAST_TERMS: Final = {JA: 2, EN: 3}
"""Content words of a statement; Japanese says 首都はブラザヴィル。 in two."""
LONGEST_SENTENCE: Final = {JA: 260, EN: 420}
LONGEST_CLAIM: Final = 1200
"""A 'sentence' that stays longer after splitting is a list or a run-on extraction, not one statement."""
_SKIPPED: Final = frozenset({FragmentType.HEADING, FragmentType.CODE, FragmentType.FIGURE})


def claims_from(fragment: Fragment, page: Page) -> list[Claim]:
    """The claims that `fragment` makes, in order; none for headings, code and text without statements."""
    if fragment.fragment_type in _SKIPPED:
        return []
    lang = _language(fragment.text, page.lang)
    claims = []
    for start, end in _statements(fragment, lang):
        words = fragment.text[start:end]
        quotation = Quotation.of(
            fragment_id=fragment.id, page_id=fragment.page_id, start=fragment.start + start, text=words
        )
        claims.append(
            Claim(id=Claim.id_of(claim_key(words)), text=words, lang=lang, quotation=quotation, date=_date(words, page))
        )
    return claims


def restated(claim: Claim, text: str, page: Page) -> Claim | None:
    """`claim`, which `page` makes, worded as `text`, with the same quotation; None when `text` is no statement.

    Whether the quotation really says `text` must be checked by the caller.
    """
    if not is_statement(text, claim.lang):
        return None
    return replace(claim, id=Claim.id_of(claim_key(text)), text=text, date=_date(text, page))


def claim_key(text: str) -> str:
    """The text that identifies a claim: equal for two texts that say the same, different where only a sign differs."""
    return comparable(text)


_QUESTION: Final = re.compile(
    r"[?？]\s*[\"'”」』)）]*$|(?:でしょうか|ですか|ますか|のか|だろうか|ませんか|でしたか|ましたか)[。」』）)]*$"
)
_BOILERPLATE_START: Final = re.compile(
    r"(?:click|tap|sign\s(?:in|up)|log\s?in|subscribe|share|follow\sus|read\smore|see\salso|learn\smore|skip\sto|back\sto"
    r"|copyright|©|all\srights\sreserved|advertisement|terms\sof|privacy\spolicy|cookie|accept\s(?:all\s)?cookies"
    r"|we\suse\scookies|this\ssite\suses|please\s(?:enable|log|sign|subscribe|click|note\sthat\sjavascript)|loading|menu"
    r"|home|contact|photo|image|source:|tags?:|filed\sunder|posted\s(?:by|on|in)|leave\sa\s(?:reply|comment)"
    r"|related\s(?:articles|posts|stories)|newsletter|download\s(?:the\s)?(?:app|pdf))\b|(?:写真|画像|出典|提供)[:：＝=]",
    re.IGNORECASE,
)
_BOILERPLATE_JA: Final = re.compile(
    "無断転載|著作権は|お問い合わせ(?:は|先|フォーム)|利用規約に|プライバシーポリシー|会員登録|ログイン(?:して|する|は)|続きを読む|関連記事"
    "|(?:こちら|下記)を(?:クリック|ご覧)|クッキーを|Cookieを|メルマガ|ページの先頭|トップページ|シェアする|フォローする"
)
_SURELY_ENOUGH_JA: Final = 36
_SURELY_ENOUGH_EN: Final = 14
_SPLIT: Final = re.compile(r"[;；]\s*")


def _statements(fragment: Fragment, lang: Lang) -> Iterator[tuple[int, int]]:
    text = fragment.text
    spans = _rows(text) if fragment.fragment_type is FragmentType.TABLE else _sentence_spans(text, lang)
    for start, end in spans:
        words = text[start:end]
        if len(words) <= LONGEST_CLAIM and is_statement(
            words, lang, table=fragment.fragment_type is FragmentType.TABLE
        ):
            yield start, end


def is_statement(words: str, lang: Lang, *, table: bool = False) -> bool:
    """Whether `words` say something that could be true or false, and are not addressed to whoever reads them."""
    # The cheap tests come first: every sentence of every page that is read passes here.
    if len(words) < 6 or _QUESTION.search(words) or _is_boilerplate(words):
        return False
    if not table and not has_predicate(words, lang):
        return False
    if orders_in(words):
        return False
    return _is_long(words, lang) or len(set(terms(words))) >= LEAST_TERMS.get(lang, LEAST_TERMS[EN])


def _is_long(words: str, lang: Lang) -> bool:
    """Long enough to have the least number of terms without counting them, which is what costs most here."""
    return len(words) >= _SURELY_ENOUGH_JA if lang == JA else len(latin_words(words)) >= _SURELY_ENOUGH_EN


def _is_boilerplate(words: str) -> bool:
    if _BOILERPLATE_START.match(words) or "ights reserved" in words:
        return True
    return not words.isascii() and _BOILERPLATE_JA.search(words) is not None


def _sentence_spans(text: str, lang: Lang) -> Iterator[tuple[int, int]]:
    for span in sentences(text, lang):
        if span.end - span.start <= LONGEST_SENTENCE.get(lang, LONGEST_SENTENCE[EN]):
            yield _without_marker(text, span.start, span.end)
        else:
            yield from _split(text, span.start, span.end)


_MARKER: Final = re.compile(r"(?:[-•*・●■◆▪‣–]|\(?\d{1,2}[.)）])\s+|[・●■◆]")


def _without_marker(text: str, start: int, end: int) -> tuple[int, int]:
    """The span behind a list marker: `- `, `3. `, ・."""
    marker = _MARKER.match(text, start, end)
    return (marker.end(), end) if marker else (start, end)


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of an overlong sentence between semicolons: statements of their own, at exact offsets."""
    position = start
    for mark in _SPLIT.finditer(text, start, end):
        if mark.start() > position:
            yield position, mark.start()
        position = mark.end()
    if position < end:
        yield position, end


def _rows(text: str) -> Iterator[tuple[int, int]]:
    """Lines of a table that hold at least two cells and a word; a row is its own quotation."""
    position = 0
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped and not re.fullmatch(r"[\s|:\-+=]+", stripped):
            start = position + line.index(stripped)
            if "|" in stripped.strip("|") or "\t" in stripped:
                yield start, start + len(stripped)
        position += len(line) + 1


def _language(text: str, page_lang: Lang) -> Lang:
    """A quotation's language may differ from its page's: kana decides for Japanese, plain ASCII against it."""
    if re.search("[ぁ-んァ-ヶ]", text[:400]):
        return JA
    return EN if page_lang == JA and text[:400].isascii() else page_lang


def _date(words: str, page: Page) -> IsoDate | None:
    """The time a claim speaks about when it names exactly one, otherwise its page's date."""
    stated = sorted({mention.iso for mention in dates(words) if mention.iso is not None})
    return stated[0] if len(stated) == 1 else page.date
