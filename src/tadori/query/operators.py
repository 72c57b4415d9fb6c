"""The query language people write: parses it, and makes cache keys of it.

Comes in: a query as typed, with phrases, `+` and `-`, `site:`, `filetype:`, `intitle:`, `after:`, `before:`, in half or
full width. Goes out: its parts (`parse_query`), and the cache key of its result pages (`query_key`). How engines
spell it is in `engine_query.py`.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from tadori.errors import WrongCall
from tadori.model.ids import IsoDate, Lang, content_id
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold

LONGEST_QUERY: Final = 2000
"""Characters that are read; no engine takes as many."""

_QUOTES: Final = '"“”„‟＂'
_SIGNS: Final = "+-＋－−"
_SIGN: Final = r"+\-＋－−"
# A quotation mark behind a Latin letter or digit is an inch sign or a slip, not the beginning of a phrase.
_TOKEN: Final = lazy_pattern(
    rf"(?:(?<!\S)(?P<sign>[{_SIGN}])(?=[^\s{_SIGN}\d０-９]))?"
    rf"(?P<operator>(?<![^\s(（{_SIGN}{_QUOTES}])[(（]?[A-Za-zＡ-Ｚａ-ｚ]{{3,10}}+[:：])?"
    rf"(?:(?<![0-9A-Za-z])[{_QUOTES}](?P<phrase>[^{_QUOTES}]*+)[{_QUOTES}]|(?P<bare>[^\s{_QUOTES}]++))"
)
_OPERATORS: Final = {
    "site": "site",
    "filetype": "filetype",
    "ext": "filetype",
    "intitle": "intitle",
    "after": "after",
    "before": "before",
}
# Controls, and marks that turn text around, are no part of any word. Joiners stay: emoji are made with them.
_CONTROLS: Final = lazy_pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_UNSEEN: Final = lazy_pattern("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
_SITE: Final = lazy_pattern(r"[\w-]{1,63}(?:\.[\w-]{1,63}){0,9}(?::\d{1,5})?(?:/[\w./~%-]{0,200})?")
_FILETYPE: Final = lazy_pattern("[a-z0-9]{1,8}")
_PLAIN_DATE: Final = lazy_pattern(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?")
_EDGES: Final = " \t.,;:!?、。，．；：！？・()（）[]［］{}"
_BETWEEN_WORDS: Final = frozenset({"OR", "AND", "NOT"})
_MORE_EDGES: Final = _EDGES + "「」『』'’‘"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """A query split into its parts. Several sites or file types mean any of them; everything else means all of them."""

    words: tuple[str, ...] = ()
    """As written, in order."""
    phrases: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    filetypes: tuple[str, ...] = ()
    intitle: tuple[str, ...] = ()
    after: IsoDate | None = None
    """From the first day of this year, month or day on."""
    before: IsoDate | None = None
    """Until the day before the first day of this year, month or day."""
    excluded_sites: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    """Messages about operators that could not be understood."""


def parse_query(text: str) -> ParsedQuery:
    """Parse a query. What looks like an operator but is none stays a word, or is left out with a note.

    Raises:
        WrongCall: the query is empty, or has operators only and nothing to look for.
    """
    clean = _UNSEEN.sub("", _CONTROLS.sub(" ", text[:LONGEST_QUERY]))
    reader = _QueryReader()
    if len(text) > LONGEST_QUERY:
        reader.notes.append(f"the query has {len(text)} characters; the first {LONGEST_QUERY} are asked")
    for token in _TOKEN.finditer(clean):
        reader.read_token(token)
    parsed = reader.parsed()
    require_search_terms(parsed, text)
    return parsed


def searched_words(text: str) -> str:
    """The words a query looks for, without limits and exclusions; the query itself when it has nothing else."""
    try:
        parsed = parse_query(text)
    except WrongCall:
        return text
    return " ".join((*parsed.words, *parsed.phrases, *parsed.required, *parsed.intitle))


def query_key(text: str, *, engine: str = "", lang: Lang | None = None, limit: int = 0) -> str:
    """The cache key of a result page (L38), or of a query alone: queries that mean the same have one key.

    Letter case, width, white space, closing punctuation, the order of operators and the spelling of days make no
    difference; the order of words does, because it does to engines, and `OR` is not `or`.

    Raises:
        WrongCall: as `parse_query`.
    """
    parsed = parse_query(text)
    return content_id(
        "serp",
        " ".join(filter(None, (_normal_word(word) for word in parsed.words))),
        *(
            "\n".join(sorted({fold(value) for value in values}))
            for values in (
                parsed.phrases,
                parsed.required,
                parsed.excluded,
                parsed.sites,
                parsed.filetypes,
                parsed.intitle,
                parsed.excluded_sites,
            )
        ),
        *(first_day(day).isoformat() if day else "" for day in (parsed.after, parsed.before)),
        engine,
        lang,
        limit,
    )


def _normal_word(word: str) -> str:
    wide = unicodedata.normalize("NFKC", word)
    return wide if wide in _BETWEEN_WORDS else fold(word).strip(_MORE_EDGES)


def require_search_terms(parsed: ParsedQuery, text: str) -> None:
    if parsed.words or parsed.phrases or parsed.required or parsed.intitle:
        return
    if parsed == ParsedQuery():
        raise WrongCall("the query is empty: write what to look for", field="query")
    shown = " ".join(text.split())[:80] or "only limits"
    raise WrongCall(f"the query has operators only ({shown}): add a word to look for", field="query")


class _QueryReader:
    """Collects the tokens of a query into a `ParsedQuery`."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self.days: dict[str, IsoDate] = {}
        self.notes: list[str] = []

    def read_token(self, token: re.Match[str]) -> None:
        phrase, bare = token["phrase"], token["bare"] or ""
        sign = unicodedata.normalize("NFKC", token["sign"] or "").replace("−", "-")
        written = unicodedata.normalize("NFKC", token["operator"] or "").lower()
        operator = _OPERATORS.get(written.strip("(:"))
        if operator is None:
            self._add_text(sign, (token["operator"] or "") + bare, phrase)
            return
        value = (phrase if phrase is not None else bare.strip(")）")).strip()
        if operator == "intitle":
            self._add_title(sign, value)
        elif operator in ("after", "before"):
            self._add_day(sign, operator, value, token.group())
        else:
            self._add_limit(sign, operator, unicodedata.normalize("NFKC", value).lower(), token.group())

    def _add_text(self, sign: str, bare: str, phrase: str | None) -> None:
        if phrase is not None:
            text, kind = " ".join(phrase.split()), {"-": "excluded", "+": "phrases"}.get(sign, "phrases")
        else:
            # -40 is a number; to an engine it must be fixed, or it reads as something to leave out.
            unsigned = "phrases" if bare[:1] in _SIGNS else "words"
            text, kind = bare, {"-": "excluded", "+": "required"}.get(sign, unsigned)
        if any(unicodedata.category(char)[0] in "LNS" for char in text.strip(_SIGNS)):
            self._add(kind, text)

    def _add_title(self, sign: str, value: str) -> None:
        if value.strip(_MORE_EDGES):
            self._add("excluded" if sign == "-" else "intitle", " ".join(value.split()))
        else:
            self.notes.append("intitle: without a word was left out")

    def _add_day(self, sign: str, operator: str, value: str, written: str) -> None:
        day = None if sign == "-" else _day(value)
        if day is None:
            # `after:` stands in plain sentences too: what is no date is words.
            self.notes.append(f"{written[:40]} names no date (YYYY, YYYY-MM or YYYY-MM-DD); asked as words")
            for word in (operator, *re.split(r"[:：\s]+", value)):
                self._add_text("", word, None)
            return
        known = self.days.get(operator)
        later_wins = operator == "after"
        if known is None or (first_day(day) > first_day(known)) == later_wins:
            self.days[operator] = day

    def _add_limit(self, sign: str, operator: str, value: str, written: str) -> None:
        bare = _bare_site(value) if operator == "site" else value.lstrip(".").strip(_EDGES)
        form = _SITE if operator == "site" else _FILETYPE
        if form.fullmatch(bare) is None:
            self.notes.append(f"{written[:40]} names no {operator.replace('filetype', 'file type')}; left out")
        elif sign == "-" and operator == "filetype":
            self.notes.append(f"-filetype:{bare} cannot be asked; left out")
        else:
            self._add("excluded_sites" if sign == "-" else f"{operator}s", bare)

    def _add(self, kind: str, value: str) -> None:
        self.found.setdefault(kind, []).append(value)

    def parsed(self) -> ParsedQuery:
        once = {kind: tuple(dict.fromkeys(values)) for kind, values in self.found.items()}
        words = self.found.get("words", [])
        if len(once.get("sites", ())) + len(once.get("filetypes", ())) > 1:
            words = [word for word in words if word.strip("()") != "OR"]
        once["words"] = tuple(words)
        after, before = self.days.get("after"), self.days.get("before")
        if after and before and first_day(after) >= first_day(before):
            raise WrongCall(f"no day is after:{after} and before:{before}: turn them round", field="query")
        return ParsedQuery(**once, after=after, before=before, notes=tuple(self.notes))


def _bare_site(value: str) -> str:
    """`https://*.go.jp/` is `go.jp`."""
    host = re.sub(r"^[a-z]{2,6}://", "", value).rstrip("/、。,;)")
    return host.removeprefix("*").lstrip(".")


def _day(value: str) -> IsoDate | None:
    text = unicodedata.normalize("NFKC", value).strip(_EDGES)
    match = _PLAIN_DATE.fullmatch(text)
    if match:
        parts = [int(part) for part in match.groups() if part]
    else:
        mentions = [m for m in dates(text) if m.start == 0 and m.end == len(text) and m.iso]
        parts = [int(part) for part in (mentions[0].iso or "").split("-")] if mentions else []
    if not parts or not 1000 <= parts[0] <= 2999:
        return None
    year, month, day = [*parts, 1, 1][:3]
    try:
        date(year, month, day)
    except ValueError:
        return None
    return IsoDate("-".join([f"{parts[0]:04d}", *(f"{part:02d}" for part in parts[1:])]))


def first_day(day: IsoDate) -> date:
    year, month, of_month = [*map(int, day.split("-")), 1, 1][:3]
    return date(year, month, of_month)
