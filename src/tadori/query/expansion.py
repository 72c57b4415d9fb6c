"""More queries for one question: synonyms, spellings, broader terms, operators, the other language, primary sources.

Comes in: a question or query. Goes out: queries, each with the reason it was made, in a fixed order and no two alike.
Tables and rules only; a language model takes part only when a caller passes `translate`. Nothing is searched here.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise, zip_longest
from typing import Final

from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, Lang
from tadori.model.web_thresholds import TEMPLATE_QUERY_SHARE
from tadori.query.mirrors import Translate, is_known_term, mirror_query
from tadori.query.operators import LONGEST_QUERY, query_key
from tadori.query.spellings import normal_form, other_calendar, other_spellings
from tadori.query.templates.templates import BORDERLESS, CATEGORIES, template_queries
from tadori.query.wording import ExpandedQuery, Wording, wording_of
from tadori.text.lazy_pattern import lazy_pattern

_REPORT: Final = lazy_pattern(
    r"報告書?|統計|白書|仕様|調査|計画|予算|決算|総事業費|指針|ガイドライン|論文|規格"
    r"|\b(?:reports?|statistics|white papers?|specifications?|surveys?|guidelines?|budgets?|plans?|costs?|standards?)\b"
)
_ANSWER_KINDS: Final = tuple(
    (lazy_pattern(cue, re.IGNORECASE), ja, en)
    for cue, ja, en in (
        (r"なぜ|どうして|\bwhy\b", "理由", "reasons"),
        (r"いつ|何年(?!間)|何月|何日(?!間)|\bwhen\b|\bwh(?:at|ich) (?:year|date|day)\b", "年月日", "date"),
        (r"どこ|何県|何市|どの国|\bwhere\b|\bwh(?:at|ich) (?:country|city|place)\b", "場所", "location"),
        (r"誰|だれ|\bwho(?:m|se)?\b", "人物", "biography"),
        (r"何(?:人|件|個|台|回|社|%|％|パーセント|割)|どれくらい|どのくらい|\bhow many\b", "統計", "figures"),
        (r"どうやって|どのように|\bhow (?:do|does|did|to|is|are)\b", "仕組み", "explained"),
        (r"何と(?:いう|呼)|とは何|とは[?？]|\bcalled\b|\bwhat is an?\b", "名称 定義", "definition"),
    )
)
_HOME_COUNTRIES: Final = {JA: ("日本",), EN: ("United States", "United Kingdom")}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    synonyms: Mapping[str, tuple[str, ...]]
    variants: Mapping[str, tuple[str, ...]]
    broader: Mapping[str, str]


def expand(
    question: str, lang: Lang, *, limit: int, mechanical_only: bool = True, translate: Translate | None = None
) -> tuple[ExpandedQuery, ...]:
    """At most `limit` other queries for `question`, one of each kind of change in turn, without `question` itself.

    `translate` is used for the mirror query unless `mechanical_only`, and may raise what its model raises.

    Raises:
        WrongCall: the question is empty, or has operators only.
    """
    words = wording_of(question, lang)
    mirrored = mirror_query(question, lang, translate=None if mechanical_only else translate).query
    kinds: list[Iterator[ExpandedQuery]] = [
        _fixed_names(words),
        iter([mirrored] if mirrored else []),
        _synonyms(words),
        _narrower(words),
        _reports(words),
        _spellings(words),
        _with_answer_kind(words),
        _titles(words),
        _names_alone(words),
        _broader(words),
    ]
    found = (one for turn in zip_longest(*kinds) for one in turn if one is not None)
    return tuple(without_repeats(found, [question], limit))


def initial_queries(
    question: str,
    lang: Lang,
    *,
    count: int,
    templates: bool = True,
    mechanical_only: bool = True,
    translate: Translate | None = None,
) -> tuple[ExpandedQuery, ...]:
    """At most `count` queries to start with: the question as written, its keywords, then the expansions in turn.

    The list is not padded: a question that yields few queries gets few.

    Raises:
        WrongCall: the question is empty, or has operators only; or `count` is below one.
    """
    if count < 1:
        raise WrongCall(f"at least one query must be made, not {count}")
    words = wording_of(question, lang)
    own = [
        ExpandedQuery(
            text=" ".join(question.split())[:LONGEST_QUERY], lang=lang, reason="the question as it was asked"
        ),
        ExpandedQuery(
            text=words.with_limits(words.line), lang=lang, reason="the words of the question that carry content"
        ),
    ]
    others = expand(question, lang, limit=count, mechanical_only=mechanical_only, translate=translate)
    from_templates = _from_templates(question, lang, others, max(1, count // TEMPLATE_QUERY_SHARE)) if templates else ()
    in_turn = (one for pair in zip_longest(others, from_templates) for one in pair if one is not None)
    return tuple(without_repeats([*own, *in_turn], [], count))


def without_repeats(
    queries: Iterator[ExpandedQuery] | Sequence[ExpandedQuery], known: Sequence[str], limit: int
) -> list[ExpandedQuery]:
    """At most `limit` of `queries`, without those that ask the same as an earlier one or as one of `known`."""
    seen = {query_key(text) for text in known}
    kept: list[ExpandedQuery] = []
    for query in queries:
        key = query_key(query.text)
        if len(kept) < limit and key not in seen:
            seen.add(key)
            kept.append(query)
    return kept


def _from_templates(
    question: str, lang: Lang, others: Sequence[ExpandedQuery], limit: int
) -> tuple[ExpandedQuery, ...]:
    """Templates of the question's language, then one of the other language where there is a mirror to fill it with."""
    found = template_queries(question, lang, limit=limit)
    mirrored = next((other for other in others if other.lang in (JA, EN) and other.lang != lang), None)
    if mirrored is None or limit == 1:
        return found
    # Another country's ministries know little of ours, unless the question is about that country.
    about_them = any(country in mirrored.text for country in _HOME_COUNTRIES[mirrored.lang])
    abroad = template_queries(
        mirrored.text, mirrored.lang, limit=1, categories=CATEGORIES if about_them else BORDERLESS
    )
    return (*found[: limit - len(abroad)], *abroad)


def _fixed_names(words: Wording) -> Iterator[ExpandedQuery]:
    """The keywords with names and titles fixed as phrases."""
    fixed = [name for name in _proper(words) if " " in name or words.lang == JA]
    if not fixed:
        return
    rest = [word for word in words.keywords if word not in fixed]
    text = " ".join([*(f'"{name}"' for name in fixed), *rest])
    yield _expanded(words, text, f"{', '.join(fixed)} fixed as a phrase")


def _titles(words: Wording) -> Iterator[ExpandedQuery]:
    """Pages that have the first name or title in their own title; one plain word stands in too many."""
    specific = [name for name in _proper(words) if words.lang == JA or " " in name or name in words.titles]
    for name in specific[:1]:
        rest = " ".join(word for word in words.keywords if word != name)
        text = f'intitle:"{name}" {rest}'.strip()
        yield _expanded(words, text, f"pages with {name} in their title")


def _narrower(words: Wording) -> Iterator[ExpandedQuery]:
    """Fewer words at once, because engines require all on one page: each name with two other words, or pairs."""
    proper = _proper(words)
    others = [word for word in words.keywords if word not in proper]
    pairs = [others[at : at + 2] for at in range(0, len(others), 2)]
    if proper and pairs:
        parts = [[proper[at % len(proper)], *pairs[at % len(pairs)]] for at in range(max(len(proper), len(pairs)))]
    else:
        neighbours = [list(pair) for pair in pairwise(others)]
        parts = [*neighbours, [others[0], others[-1]]] if len(others) > 2 else []
    for part in parts:
        if len(part) < len(words.keywords):
            yield _expanded(words, " ".join(map(_as_phrase, part)), "fewer words at once")


def _names_alone(words: Wording) -> Iterator[ExpandedQuery]:
    """Names searched alone: a page about a thing often has no other word of the question."""
    official = "公式" if words.lang == JA else "official site"
    for name in _proper(words):
        yield _expanded(words, _as_phrase(name), f"{name} alone")
    for name in _proper(words)[:1]:
        yield _expanded(words, f"{_as_phrase(name)} {official}", f"what {name} says itself")


def _with_answer_kind(words: Wording) -> Iterator[ExpandedQuery]:
    """The keywords plus a word for the kind of answer: a date, a place, a reason."""
    for cue, ja, en in _ANSWER_KINDS:
        found = cue.search(words.text)
        if found:
            kind = ja if words.lang == JA else en
            yield _expanded(words, f"{words.line} {kind}", f"{kind}, because of {found.group()!r} in the question")


def _as_phrase(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _proper(words: Wording) -> list[str]:
    """The names that are not just general terms that look like names (エネルギー, Chinese)."""
    return [n for n in words.names if n in words.titles or not is_known_term(n, words.lang)]


def _reports(words: Wording) -> Iterator[ExpandedQuery]:
    cue = _REPORT.search(words.text)
    if cue and "filetype:" not in words.limits:
        yield _expanded(words, f"{words.line} filetype:pdf", f"{cue.group()} is published as PDF")


def _synonyms(words: Wording) -> Iterator[ExpandedQuery]:
    """One word exchanged at a time: the nearest synonym of each word, then the next."""
    yield from _replaced(words, _tables(words.lang).synonyms, "{new} for {old}: a synonym")


def _spellings(words: Wording) -> Iterator[ExpandedQuery]:
    if words.lang == JA:
        yield from (_expanded(words, *spelled) for spelled in other_calendar(words.line))
    yield from _replaced(words, _tables(words.lang).variants, "{new} for {old}: another spelling")
    if words.lang == JA:
        yield from (_expanded(words, *spelled) for spelled in other_spellings(words.keywords))


def _broader(words: Wording) -> Iterator[ExpandedQuery]:
    """Broader terms stand for whole keywords: 潮力発電所 is 海洋エネルギー, and no 海洋エネルギー所."""
    table = {term: (broad,) for term, broad in _tables(words.lang).broader.items()}
    for start, end, key in _known_in(words, table):
        first, last = (start, end) if words.lang != JA else _keyword_around(words.line, start, end)
        text = f"{words.line[:first]}{table[key][0]}{words.line[last:]}"
        yield _expanded(words, text, f"{table[key][0]} for {words.line[first:last]}: one step broader")


def _replaced(words: Wording, table: Mapping[str, tuple[str, ...]], reason: str) -> Iterator[ExpandedQuery]:
    line = words.line
    found = [one for one in _known_in(words, table) if words.lang != JA or _stands_free(line, *one[:2])]
    for turn in range(max((len(table[key]) for _, _, key in found), default=0)):
        for start, end, key in found:
            if turn < len(table[key]):
                new = table[key][turn]
                yield _expanded(words, f"{line[:start]}{new}{line[end:]}", reason.format(old=line[start:end], new=new))


def _known_in(words: Wording, table: Mapping[str, tuple[str, ...]]) -> list[tuple[int, int, str]]:
    """The terms of `table` found in the keywords, as (start, end, key) in order; longer terms hide shorter ones.

    Names are left alone: 自動車 in トヨタ自動車 has no synonym.
    """
    line, proper = words.line, set(_proper(words))
    found: list[tuple[int, int, str]] = []
    used: set[int] = set()
    for start, end in _spans(line, words.lang):
        around = _keyword_around(line, start, end)
        whole = around == (start, end)
        key = _key(line[start:end], words.lang, table, whole=whole)
        part_of_name = line[slice(*around)] in proper and not whole
        if key is not None and not part_of_name and not used.intersection(range(start, end)):
            used.update(range(start, end))
            found.append((start, end, key))
    return sorted(found)


def _key(written: str, lang: Lang, table: Mapping[str, tuple[str, ...]], *, whole: bool) -> str | None:
    """The entry of `table` for what is written: itself, in lower case, or Sudachi's normal form of a whole keyword."""
    forms = [written, written.lower()] if lang != JA else [written, normal_form(written)] if whole else [written]
    return next((form for form in forms if form in table), None)


def _stands_free(line: str, start: int, end: int) -> bool:
    """Whether a term ends its keyword (or precedes a number) and has more than one letter before it, or none: neither
    研究 in 研究者 nor 社長 in 副社長 does."""
    first, last = _keyword_around(line, start, end)
    return start - first != 1 and (end == last or line[end].isdigit())


def _keyword_around(line: str, start: int, end: int) -> tuple[int, int]:
    behind = line.find(" ", end)
    return line.rfind(" ", 0, start) + 1, len(line) if behind < 0 else behind


def _spans(line: str, lang: Lang) -> list[tuple[int, int]]:
    """The spans that may hold a term, longest first: runs of words; Japanese substrings of two or more characters."""
    if lang == JA:
        starts = range(len(line))
        spans = [(s, e) for s in starts for e in range(s + 1, min(len(line), s + 12) + 1) if _whole(line, s, e)]
    else:
        edges = [0, *(at + 1 for at, char in enumerate(line) if char == " ")]
        ends = [*(at for at, char in enumerate(line) if char == " "), len(line)]
        spans = [(s, e) for first, s in enumerate(edges) for e in ends[first : first + 4]]
    return sorted(spans, key=lambda span: (span[0] - span[1], span[0]))


def _whole(line: str, start: int, end: int) -> bool:
    """No space inside; one character only where it stands alone."""
    alone = (start == 0 or line[start - 1] == " ") and (end == len(line) or line[end] == " ")
    return " " not in line[start:end] and (end - start > 1 or alone)


def _expanded(words: Wording, text: str, reason: str) -> ExpandedQuery:
    return ExpandedQuery(text=words.with_limits(text), lang=words.lang, reason=reason)


@cache
def _tables(lang: Lang) -> _Tables:
    rows = tomllib.loads((files("tadori.query") / "synonyms.toml").read_text(encoding="utf-8"))
    code = JA if lang == JA else EN
    return _Tables(
        synonyms=_by_member(rows[code]),
        variants=_by_member(rows[f"variants_{code}"]),
        broader=rows["broader"][code],
    )


def _by_member(groups: Sequence[Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    """Each member with the others of its group, in the group's order; the first group that has a word keeps it."""
    table: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for member in group:
            table.setdefault(member, tuple(other for other in group if other != member))
    return table
