"""Templates for the places where primary sources stand, chosen by what a question asks about.

Comes in: a question. Goes out: queries made from the data files beside this one (`site:go.jp {words}` …), of the
templates whose cues stand in the question. A place of which the question has nothing (a name, a domain) is left out.
Nothing here says that a site exists today: a query that finds nothing costs one request.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, Lang
from tadori.query.mirrors import known_term, mirror, samples
from tadori.query.wording import Expanded, Wording, worded
from tadori.text.later import later

CATEGORIES: Final = (
    "government",
    "academic",
    "standards",
    "companies",
    "domains",
    "patents",
    "policy",
    "defence",
    "fact_check",
)
"""In the order that breaks ties; one data file each."""
BORDERLESS: Final = frozenset({"academic", "standards", "patents", "defence", "fact_check"})
"""Categories whose places know about other countries too."""
PLACEHOLDERS: Final = frozenset({"words", "name", "domain"})
_KEYS: Final = frozenset({"id", "lang", "when", "queries", "words_lang", "note"})
_DOMAIN: Final = later(
    r"(?<![\w@.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}[a-z]{2,18}(?![\w-])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """Where to look when a question has one of the cues."""

    id: str
    lang: Lang
    category: str
    when: tuple[re.Pattern[str], ...]
    queries: tuple[str, ...]
    """Best first, with `{words}`, `{name}` or `{domain}`."""
    words_lang: Lang | None = None
    """The place is written in another language: words are translated where the tables can."""
    note: str = ""


def chosen(question: str, lang: Lang, *, limit: int, categories: Collection[str] = CATEGORIES) -> tuple[Expanded, ...]:
    """At most `limit` queries of the templates that fit `question`, the best fitting first, each place in turn.

    Raises:
        WrongCall: the question is empty, or has operators only.
    """
    words = worded(question, lang)
    wanted = (template for template in templates() if template.category in categories)
    fitting = [(cues, template) for template in wanted if (cues := _cues(template, words))]
    fitting.sort(key=lambda found: -len(found[0]))  # stable: the order of files and in files breaks ties
    made = [list(_filled(template, cues, words)) for cues, template in fitting]
    found: dict[str, Expanded] = {}
    for turn in range(max(map(len, made), default=0)):
        for queries in made:
            if turn < len(queries):
                found.setdefault(queries[turn].text, queries[turn])
    return tuple(found.values())[:limit]


@cache
def templates() -> tuple[Template, ...]:
    """All templates, in the order of `CATEGORIES` and of their files."""
    folder = files("tadori.query.templates")
    return tuple(
        template
        for category in CATEGORIES
        for template in parse((folder / f"{category}.toml").read_text(encoding="utf-8"), category)
    )


def parse(text: str, category: str) -> tuple[Template, ...]:
    """The templates of a data file.

    Raises:
        WrongCall: it is no such file; the message names the template and what is wrong with it.
    """
    try:
        rows = tomllib.loads(text).get("template", [])
    except tomllib.TOMLDecodeError as error:
        raise WrongCall(f"templates of {category}: {error}") from error
    return tuple(_template(row, category) for row in rows)


def _template(row: Mapping[str, Any], category: str) -> Template:
    name = str(row.get("id", "a template without id"))
    unknown = sorted(set(row) - _KEYS)
    missing = sorted({"id", "lang", "when", "queries"} - set(row))
    if unknown or missing:
        raise WrongCall(f"{category}, {name}: {', '.join(unknown or missing)} {'unknown' if unknown else 'missing'}")
    if row["lang"] not in (JA, EN):
        raise WrongCall(f"{category}, {name}: lang is {row['lang']!r}, not ja or en")
    for query in row["queries"]:
        fields = {field for _, field, _, _ in Formatter().parse(query) if field is not None}
        if not fields or not fields <= PLACEHOLDERS:
            raise WrongCall(f"{category}, {name}: {query!r} needs one of {', '.join(sorted(PLACEHOLDERS))}")
    try:
        when = tuple(re.compile(cue) for cue in row["when"])
    except re.error as error:
        raise WrongCall(f"{category}, {name}: a cue is no pattern: {error}") from error
    return Template(
        id=name,
        lang=Lang(row["lang"]),
        category=category,
        when=when,
        queries=tuple(row["queries"]),
        words_lang=Lang(row["words_lang"]) if "words_lang" in row else None,
        note=str(row.get("note", "")),
    )


def _cues(template: Template, words: Wording) -> tuple[str, ...]:
    """What of the question speaks for the template, each cue once."""
    if template.lang != words.lang:
        return ()
    found = (cue.search(words.text) for cue in template.when)
    return tuple(dict.fromkeys(match.group() for match in found if match))


def _filled(template: Template, cues: tuple[str, ...], words: Wording) -> Iterator[Expanded]:
    domain = _DOMAIN.search(words.text)
    name = next((n for n in words.names if n in words.titles or not known_term(n, words.lang)), None)
    values = {
        "words": _words_in(template.words_lang, words),
        "name": f'"{name}"' if name and " " in name else name,
        "domain": domain.group().lower() if domain else None,
    }
    for query in template.queries:
        fields = {field for _, field, _, _ in Formatter().parse(query) if field is not None}
        elsewhere = bool(words.sites) and "site:" in query
        if all(values[field] for field in fields) and not elsewhere:
            yield Expanded(
                text=words.limited(query.format(**values)),
                lang=template.words_lang or template.lang,
                reason=f"template {template.id}, for {cues[0]!r} in the question",
                notes=(template.note,) if template.note else (),
            )


def _words_in(lang: Lang | None, words: Wording) -> str:
    if lang is None or lang == words.lang:
        return words.line
    if lang in (JA, EN):
        other = mirror(words.line, words.lang).query
        return other.text if other else words.line
    return next((sample.text for sample in samples(words.line, (lang,), lang=words.lang)), words.line)
