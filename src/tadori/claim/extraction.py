"""Extracts claims from pages: sentences, each with the exact words it was read from and what it leaves to others.

In: a fragment, its page and the page's other fragments. Out: claims in order of position. The text of a claim *is* its
quotation: nothing is rephrased, joined or completed here; who says it, how it is meant and what it speaks about stand
beside it (`context.py`). What is no statement (questions, menus, code, instructions to the reader), and what the next
sentence takes back, is left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tadori.claim.context import claim_context
from tadori.claim.neighbours import Neighbours, quotation_in
from tadori.claim.orders import orders_in
from tadori.model.claim import Claim, ClaimContext
from tadori.model.ids import EN, JA, IsoDate, Lang
from tadori.model.page import Fragment, FragmentType, Page
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import LEADING_MARKER
from tadori.text.predicates import has_predicate
from tadori.text.sameness import comparable
from tadori.text.sentences import sentences
from tadori.text.tokens import terms
from tadori.text.words import latin_words

LEAST_TERMS: Final = {JA: 2, EN: 3}
"""Content words of a statement; Japanese says 首都はブラザヴィル。 in two."""
LONGEST_CLAIM: Final = 1200
"""A longer 'sentence' is a list or a run-on extraction, not one statement. Long ones are never cut at semicolons: the
condition or denial at their start would be lost."""
_SKIPPED: Final = frozenset({FragmentType.HEADING, FragmentType.CODE, FragmentType.FIGURE})


def claims_from(fragment: Fragment, page: Page, siblings: Sequence[Fragment] = ()) -> list[Claim]:
    """The claims that `fragment` makes, in order; none for headings, code and text without statements.

    `siblings`: all fragments of the page, in order; without them nothing outside the fragment is seen.
    """
    if fragment.fragment_type in _SKIPPED:
        return []
    lang = _language(fragment.text, page.lang)
    around = _neighbours(fragment, siblings)
    claims = []
    for start, end in _statements(fragment, lang):
        words = fragment.text[start:end]
        context = claim_context(around, start, end, lang, page.title)
        if context is None:
            continue
        claims.append(
            Claim(
                id=claim_id(words, context),
                text=words,
                lang=lang,
                quotation=quotation_in(fragment, start, end),
                date=_date(words, page),
                context=context,
            )
        )
    return claims


def _neighbours(fragment: Fragment, siblings: Sequence[Fragment]) -> Neighbours:
    at = next((index for index, one in enumerate(siblings) if one.id == fragment.id), None)
    return Neighbours(fragments=(fragment,), at=0) if at is None else Neighbours(fragments=siblings, at=at)


def claim_id(text: str, context: ClaimContext) -> str:
    """The id of a claim: `It is 40 m high.` of two dams are two claims, and so are the words of two speakers."""
    about = (
        context.subject,
        context.speaker,
        context.under,
        *(q.text for q in (context.lead_in, context.header) if q is not None),
    )
    key = claim_key(text)
    return Claim.id_of("\x1e".join((key, *map(claim_key, about))) if any(about) else key)


def restated(claim: Claim, text: str, page: Page) -> Claim | None:
    """`claim`, which `page` makes, worded as `text`, with the same quotation; None when `text` is no statement.

    The subject that was filled in is dropped: its place in other words is not known. Whether the quotation really says
    `text` must be checked by the caller.
    """
    if not is_statement(text, claim.lang):
        return None
    context = claim.context
    if text != claim.text and context.subject:
        context = replace(
            context, subject="", subject_start=0, subject_end=0, subject_quotation=None, stands_alone=False
        )
    return replace(claim, id=claim_id(text, context), text=text, date=_date(text, page), context=context)


def claim_key(text: str) -> str:
    """The text that identifies a claim: equal for two texts that say the same, different where only a sign differs."""
    return comparable(text)


_QUESTION: Final = re.compile(
    r"[?？]\s*[\"'”」』)）¶#§]*$|(?:でしょうか|ですか|ますか|のか|だろうか|ませんか|でしたか|ましたか)[。」』）)¶]*$"
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
# Columns made of spaces: a table or a listing that was read as prose.
_LAID_OUT: Final = re.compile(r"\S {3,}\S[^\n]*\n[^\n]*\S {3,}\S")
_SURELY_ENOUGH_JA: Final = 36
_SURELY_ENOUGH_EN: Final = 14


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
    # A colon stands behind the predicate of what leads to code: 次の行を書きます：
    if not table and (not has_predicate(words.rstrip(":： "), lang) or _LAID_OUT.search(words)):
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
        yield _without_marker(text, span.start, span.end)


def _without_marker(text: str, start: int, end: int) -> tuple[int, int]:
    """The span behind a list marker: `- `, `3. `, ・."""
    marker = LEADING_MARKER.match(text, start, end)
    return (marker.end(), end) if marker else (start, end)


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


# A date that stands for a way of writing dates, or for any date.
_QUOTED_DATE: Final = lazy_pattern(r"[\"'`“‘「]\s?(?:\d{1,2}:\d\d[, ]{1,2})?$")
_QUOTE_ENDS: Final = lazy_pattern(
    r"(?:[T ,]{1,2}\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,9})?(?: ?[A-Z]{2,4}|[+-]\d\d)?)?[\"'`”’」]"
)
_EXAMPLE_BEFORE: Final = lazy_pattern(
    r"(?:\be\.g\.|\bfor\s(?:example|instance)|\bsuch\sas|\blike|例えば|たとえば|例[:：])[,:、]?\s?[\"'`“‘(（「]?$",
    re.IGNORECASE,
)
_DAYS_BEFORE: Final = lazy_pattern(
    r"\d{1,2}(?:st|nd|rd|th|日)?\s?(?:to|and|through|until|[-–—~〜]|から)\s?(?:the\s)?$", re.IGNORECASE
)


_EPOCH: Final = "1970-01-01"
"""Where computers count from: no statement is about that day."""


def _date(words: str, page: Page) -> IsoDate | None:
    """The time a claim speaks about when it names exactly one, otherwise its page's date."""
    stated = {iso for mention in dates(words) if (iso := _spoken_of(words, mention)) is not None}
    return stated.pop() if len(stated) == 1 else page.date


def _spoken_of(words: str, mention: DateMention) -> IsoDate | None:
    """The date of `mention`, as far as the claim is about it; None for an example of how dates are written."""
    iso = mention.iso
    before = words[max(0, mention.start - 24) : mention.start]
    if iso is None or iso == _EPOCH or _EXAMPLE_BEFORE.search(before) or _is_cell(words, mention):
        return None
    if _QUOTED_DATE.search(before) and _QUOTE_ENDS.match(words, mention.end):
        return None
    # `from 23 to 31 August 2014`: the month is stated, no single day is.
    return IsoDate(iso[:7]) if mention.day is not None and _DAYS_BEFORE.search(before) else iso


def _is_cell(words: str, mention: DateMention) -> bool:
    """Whether a bare number is a cell of a table other than the first: a size or a count as often as a year."""
    if mention.month is not None:
        return False
    before, after = words[: mention.start].rstrip(), words[mention.end :].lstrip()
    return before.endswith("|") and before != "|" and after[:1] in ("", "|")
