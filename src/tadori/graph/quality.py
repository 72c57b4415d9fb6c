"""Rates whether a page is fit to support a claim (§3.3.3, L30). In: its text. Out: 0 to 1, with every ground.

Mechanical signs only: phrases a text generator left behind, phrases of search-engine farms, selling instead of
informing, sentences that repeat themselves or are all of one length, stuffed keywords, lists of openings of others'
texts, orders to the reader. Each sign leaves a share of the quality; none but the last excludes a page alone. Between
.4 and .6 the rules are not sure: the page is marked as possible, and a model is asked where there is one (.6 model + .4
rules); below .4 it supports nothing. A short page is not a bad one. The caller leaves out well-known publishers and the
user's own folders.
"""

import re
import statistics
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tadori.errors import ModelUnusable
from tadori.model.evidence_thresholds import (
    EVEN_FEWEST,
    EVEN_SPREAD,
    FARM_CHARS,
    OPENINGS_FEWEST,
    OPENINGS_SHARES,
    PHRASES_FEWEST,
    PHRASES_MANY,
    QUALITY_LEFT_BY_EVEN,
    QUALITY_LEFT_BY_FARM,
    QUALITY_LEFT_BY_GENERATOR,
    QUALITY_LEFT_BY_OPENINGS,
    QUALITY_LEFT_BY_ORDERS,
    QUALITY_LEFT_BY_REPEATING,
    QUALITY_LEFT_BY_SELLING,
    QUALITY_LEFT_BY_STUFFED,
    REPEATING_FEWEST,
    REPEATING_SHARES,
    REPEATING_SHORTEST,
    SELLING_CHARS,
    STUFFED_FEWEST,
    STUFFED_SHARES,
)
from tadori.model.ids import JA, Lang
from tadori.model.thresholds import QUALITY_MODEL_WEIGHT, QUALITY_SILENT_BELOW, QUALITY_UNSURE
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised
from tadori.text.sentences import sentences

QualityModel = Callable[[str], float]
"""A page's text → how good it is, 0 to 1. Raises `ModelUnusable` when it cannot say: the rules' word then stands."""

LOOKED_AT: Final = 40_000
"""Characters; a farm shows itself sooner."""
SHORTEST: Final = 200
"""Characters below which shares mean nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualitySign:
    """One sign of a poor page."""

    name: str
    left: float
    """Of the quality, 0 to 1."""
    ja: str
    en: str

    def words(self, lang: Lang) -> str:
        return self.ja if lang == JA else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """How good a page is, and why."""

    score: float
    signs: tuple[QualitySign, ...]
    by_model: bool = False

    @property
    def possible(self) -> bool:
        """Whether the rules find something and are not sure of it."""
        low, high = QUALITY_UNSURE
        return low <= self.score < high

    def grounds(self, lang: Lang) -> tuple[str, ...]:
        """A sentence that says what was found, and whether that is sure; none where nothing was found."""
        if not self.signs:
            return ()
        seen = ("、" if lang == JA else "; ").join(sign.words(lang) for sign in self.signs)
        ja, en = "品質", "quality"
        if self.score < QUALITY_SILENT_BELOW:
            ja, en = "主張の根拠に使わない。品質", "carries no claim: quality"
        elif self.possible:
            ja, en = "質の低いページの可能性がある。品質", "possibly a poor page: quality"
        return (f"{ja}{self.score:.2f}（{seen}）" if lang == JA else f"{en} {self.score:.2f} ({seen})",)


def quality(text: str, lang: Lang, *, gives_orders: bool = False, model: QualityModel | None = None) -> Quality:
    """How fit a page is to support a claim; `model` is asked only where the rules are not sure."""
    plain = normalised("NFKC", text[:LOOKED_AT])
    signs = [sign for measure in _MEASURES if (sign := measure(plain, lang)) is not None]
    if gives_orders:
        signs.append(_ORDERS)
    score = 1.0
    for sign in signs:
        score *= sign.left
    found = Quality(score=round(score, 4), signs=tuple(signs))
    if model is None or not found.possible:
        return found
    try:
        said = model(text)
    except ModelUnusable:
        return found
    mixed = QUALITY_MODEL_WEIGHT * min(1.0, max(0.0, said)) + (1 - QUALITY_MODEL_WEIGHT) * score
    return Quality(score=round(mixed, 4), signs=found.signs, by_model=True)


_ORDERS: Final = QualitySign(
    name="orders", left=QUALITY_LEFT_BY_ORDERS, ja="読み手に指示を出している", en="it gives orders to its reader"
)

_GENERATOR = lazy_pattern(
    r"\bas an? (?:ai|artificial intelligence)(?: language)? model\b|\bas a large language model\b"
    r"|\bas of my (?:last|latest) (?:knowledge )?(?:update|cut-?off)|\bmy knowledge cut-?off\b"
    r"|\bi(?:'m| am) (?:sorry, but i can ?not|unable to) (?:fulfil|assist|browse|provide)"
    r"|\b(?:certainly|sure)! here(?:'s| is| are)\b|\bregenerate response\b|\bi hope this (?:article|blog post) helps\b"
    r"|AI言語モデルとして|大規模言語モデルとして|私の知識は\d{4}年|私はAIなので|ご要望の記事を(?:作成|執筆)し",
    re.IGNORECASE,
)
_FARM = lazy_pattern(
    r"\bin this (?:article|blog|post|guide),? (?:we|i)(?:'ll| will|'re going)"
    r"|\bin today's (?:fast-paced|digital|modern)"
    r"|\blook no further\b|\bwithout further ado\b|\blet's dive (?:in|into|deep)|\bit(?:'s| is) (?:important|worth)"
    r" (?:to note|noting) that\b|\beverything you need to know\b|\bultimate guide\b|\bunlock (?:the|your)\b"
    r"|\belevate your\b|\bgame-?changer\b|\bin conclusion,|\bwhether you(?:'re| are) an? \w+ or\b"
    r"|\btake (?:it|your \w+) to the next level\b|\bseamless(?:ly)?\b"
    r"|\bnavigat(?:e|ing) the (?:world|complexities|landscape)\b"
    r"|いかがでし(?:た|ょう)か|この記事では.{0,30}(?:紹介|解説|説明)|徹底(?:解説|比較|調査)|最後までお(?:読み|付き合い)"
    r"|ぜひ(?:参考|チェック)に?|調べてみました|まとめてみました|気になる方は|結論から(?:言|いう)|知っておきたい"
    r"|わかりやすく(?:解説|ご?紹介)|と言われています|ではないでしょうか|今後の(?:活躍|動向)に(?:も)?(?:期待|注目)",
    re.IGNORECASE,
)
_SELLING = lazy_pattern(
    r"\baffiliate (?:link|commission|partner)s?\b|\bmay earn (?:a|an)? ?(?:small )?commission\b"
    r"|\b(?:buy|order|shop) now\b|\bcheck (?:the )?(?:latest |current )?price\b|\bbest (?:price|deal)s?\b"
    r"|\blimited[- ]time offer\b|\bclick here to\b|\b(?:coupon|promo(?:tional)?) codes?\b|\badd to cart\b"
    r"|\bmoney[- ]back guarantee\b|\bfree trial\b|\bsign up (?:now|today)\b|\b\d{1,2}% off\b"
    r"|\bsee (?:it )?on amazon\b|\bact now\b"
    r"|公式サイトはこちら|今すぐ(?:購入|申(?:し)?込|登録|ダウンロード|チェック)|最安値|クーポン(?:コード)?|ポイント還元"
    r"|(?:Amazon|楽天(?:市場)?|Yahoo!?ショッピング)で(?:見る|探す|購入|チェック)|無料(?:体験|登録|相談|お試し)はこちら"
    r"|期間限定|初回限定|送料無料|返金保証|アフィリエイト|詳細はこちら|資料請求はこちら|口コミ(?:・|や)評判",
    re.IGNORECASE,
)
_OPENING = lazy_pattern(
    r"(?:\.{3}|…|\[…\]|\[\.\.\.\])\s*$|\bread (?:more|full (?:story|article))\b.{0,12}$|\bcontinue reading\b.{0,12}$"
    r"|(?:続きを読む|もっと見る|全文を読む|記事を読む|元記事(?:を読む|へ)?).{0,4}$",
    re.IGNORECASE | re.MULTILINE,
)
_WORD = lazy_pattern(r"[a-z][a-z'-]{3,}|[ァ-ヺー]{3,}|[一-鿿]{2,}", re.IGNORECASE)
_COMMON: Final = frozenset(
    "that this with from have they will your which their about there been were when what more also said would than into"
    " some other could only them over after first time year years people like just most such because these".split()
)


def _left(mild_and_strong: tuple[float, float], *, strong: bool) -> float:
    return mild_and_strong[1] if strong else mild_and_strong[0]


def _by_language(japanese_and_other: tuple[int, int], lang: Lang) -> int:
    return japanese_and_other[0] if lang == JA else japanese_and_other[1]


def _generator(text: str, lang: Lang) -> QualitySign | None:
    count = len(_GENERATOR.findall(text))
    if not count:
        return None
    ja, en = "文章を生成するプログラムの言葉が残っている", "words of a text generator are left in it"
    return QualitySign(name="generator", left=_left(QUALITY_LEFT_BY_GENERATOR, strong=count > 1), ja=ja, en=en)


def _farm(text: str, lang: Lang) -> QualitySign | None:
    """Different phrases, many for the length of the text: a careful writer uses two of them in a long text."""
    kinds = len({match.casefold() for match in _FARM.findall(text)})
    if kinds < PHRASES_FEWEST or kinds * _by_language(FARM_CHARS, lang) < len(text):
        return None
    ja, en = f"検索向け量産記事の決まり文句が{kinds}種ある", f"{kinds} stock phrases of pages made for search engines"
    return QualitySign(name="farm", left=_left(QUALITY_LEFT_BY_FARM, strong=kinds >= PHRASES_MANY), ja=ja, en=en)


def _selling(text: str, lang: Lang) -> QualitySign | None:
    found = [match.casefold() for match in _SELLING.findall(text)]
    if len(set(found)) < PHRASES_FEWEST or len(found) * _by_language(SELLING_CHARS, lang) < len(text):
        return None
    ja, en = f"購入や登録への誘いが{len(found)}か所ある", f"{len(found)} invitations to buy or sign up"
    return QualitySign(
        name="selling", left=_left(QUALITY_LEFT_BY_SELLING, strong=len(set(found)) >= PHRASES_MANY), ja=ja, en=en
    )


def _repeating(text: str, lang: Lang) -> QualitySign | None:
    shortest = _by_language(REPEATING_SHORTEST, lang)
    long_enough = [text[s.start : s.end] for s in sentences(text, lang) if s.end - s.start >= shortest]
    if len(long_enough) < REPEATING_FEWEST:
        return None
    share = (len(long_enough) - len(set(long_enough))) / len(long_enough)
    if share < REPEATING_SHARES[0]:
        return None
    ja, en = f"文の{int(share * 100)}%が同じ文の繰り返し", f"{int(share * 100)}% of its sentences repeat others"
    return QualitySign(
        name="repeating", left=_left(QUALITY_LEFT_BY_REPEATING, strong=share >= REPEATING_SHARES[1]), ja=ja, en=en
    )


def _even(text: str, lang: Lang) -> QualitySign | None:
    lengths = [s.end - s.start for s in sentences(text, lang)]
    if len(lengths) < EVEN_FEWEST:
        return None
    spread = statistics.pstdev(lengths) / statistics.mean(lengths)
    if spread >= EVEN_SPREAD:
        return None
    ja, en = (
        f"文の長さがそろいすぎている（ばらつき{spread:.2f}）",
        f"its sentences are all of one length (spread {spread:.2f})",
    )
    return QualitySign(name="even", left=QUALITY_LEFT_BY_EVEN, ja=ja, en=en)


def _stuffed(text: str, lang: Lang) -> QualitySign | None:
    if len(text) < SHORTEST * 2:
        return None
    words = Counter(word for match in _WORD.findall(text) if (word := match.casefold()) not in _COMMON)
    if not words:
        return None
    # By the characters it fills; the word itself breaks ties, so that the result is stable.
    word, count = max(words.items(), key=lambda item: (item[1] * len(item[0]), item[0]))
    share = count * len(word) / len(text)
    if count < STUFFED_FEWEST or share < STUFFED_SHARES[0]:
        return None
    ja, en = f"「{word}」が本文の{int(share * 100)}%を占める", f"“{word}” makes up {int(share * 100)}% of its text"
    return QualitySign(
        name="stuffed", left=_left(QUALITY_LEFT_BY_STUFFED, strong=share >= STUFFED_SHARES[1]), ja=ja, en=en
    )


def _openings(text: str, lang: Lang) -> QualitySign | None:
    lines = [line for line in text.splitlines() if line.strip()]
    cut = len(_OPENING.findall(text))
    if cut < OPENINGS_FEWEST or cut < OPENINGS_SHARES[0] * len(lines):
        return None
    ja, en = f"他の記事の書き出しを{cut}件並べている", f"it lists the openings of {cut} other texts"
    return QualitySign(
        name="openings",
        left=_left(QUALITY_LEFT_BY_OPENINGS, strong=cut >= OPENINGS_SHARES[1] * len(lines)),
        ja=ja,
        en=en,
    )


_MEASURES: Final = (_generator, _farm, _selling, _repeating, _even, _stuffed, _openings)
