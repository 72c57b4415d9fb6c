"""Query templates for sites that publish primary sources, chosen by the subject of a question.

Comes in: a question. Goes out: queries made from the data files beside this one (`site:go.jp {words}` …), of the
templates whose cues stand in the question. A template whose placeholder (a name, a domain) the question cannot fill is
left out. Whether a site exists today is not checked: a query that finds nothing costs one request.
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
from tadori.query.mirrors import is_known_term, mirror_query, sample_queries
from tadori.query.wording import ExpandedQuery, Wording, wording_of
from tadori.text.lazy_pattern import lazy_pattern

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
"""Categories whose sites also cover other countries."""
PLACEHOLDERS: Final = frozenset({"words", "name", "domain"})
_KEYS: Final = frozenset({"id", "lang", "when", "queries", "words_lang", "note"})
_DOMAIN: Final = lazy_pattern(
    r"(?<![\w@.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}[a-z]{2,18}(?![\w-])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryTemplate:
    """Where to search when a question matches one of the cues."""

    id: str
    lang: Lang
    category: str
    when: tuple[re.Pattern[str], ...]
    queries: tuple[str, ...]
    """Best first, with `{words}`, `{name}` or `{domain}`."""
    words_lang: Lang | None = None
    """The site is in another language: words are translated where the tables can."""
    note: str = ""


def template_queries(
    question: str, lang: Lang, *, limit: int, categories: Collection[str] = CATEGORIES
) -> tuple[ExpandedQuery, ...]:
    """At most `limit` queries of the templates that fit `question`, best match first, one query of each in turn.

    Raises:
        WrongCall: the question is empty, or has operators only.
    """
    words = wording_of(question, lang)
    wanted = (template for template in all_templates() if template.category in categories)
    fitting = [(cues, template) for template in wanted if (cues := _cues(template, words))]
    fitting.sort(key=lambda found: -len(found[0]))  # stable: the order of files and in files breaks ties
    made = [list(_filled(template, cues, words)) for cues, template in fitting]
    found: dict[str, ExpandedQuery] = {}
    for turn in range(max(map(len, made), default=0)):
        for queries in made:
            if turn < len(queries):
                found.setdefault(queries[turn].text, queries[turn])
    return tuple(found.values())[:limit]


@cache
def all_templates() -> tuple[QueryTemplate, ...]:
    """All templates, in the order of `CATEGORIES` and of their files."""
    folder = files("tadori.query.templates")
    return tuple(
        template
        for category in CATEGORIES
        for template in parse_templates((folder / f"{category}.toml").read_text(encoding="utf-8"), category)
    )


def parse_templates(text: str, category: str) -> tuple[QueryTemplate, ...]:
    """The templates of a data file.

    Raises:
        WrongCall: it is no such file; the message names the template and what is wrong with it.
    """
    try:
        rows = tomllib.loads(text).get("template", [])
    except tomllib.TOMLDecodeError as error:
        raise WrongCall(f"templates of {category}: {error}") from error
    return tuple(_template(row, category) for row in rows)


def _template(row: Mapping[str, Any], category: str) -> QueryTemplate:
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
    return QueryTemplate(
        id=name,
        lang=Lang(row["lang"]),
        category=category,
        when=when,
        queries=tuple(row["queries"]),
        words_lang=Lang(row["words_lang"]) if "words_lang" in row else None,
        note=str(row.get("note", "")),
    )


def _cues(template: QueryTemplate, words: Wording) -> tuple[str, ...]:
    """The words of the question that match the template, each once."""
    if template.lang != words.lang:
        return ()
    found = (cue.search(words.text) for cue in template.when)
    return tuple(dict.fromkeys(match.group() for match in found if match))


def _filled(template: QueryTemplate, cues: tuple[str, ...], words: Wording) -> Iterator[ExpandedQuery]:
    domain = _DOMAIN.search(words.text)
    name = next((n for n in words.names if n in words.titles or not is_known_term(n, words.lang)), None)
    values = {
        "words": _words_in(template.words_lang, words),
        "name": f'"{name}"' if name and " " in name else name,
        "domain": domain.group().lower() if domain else None,
    }
    for query in template.queries:
        fields = {field for _, field, _, _ in Formatter().parse(query) if field is not None}
        elsewhere = bool(words.sites) and "site:" in query
        if all(values[field] for field in fields) and not elsewhere:
            yield ExpandedQuery(
                text=words.with_limits(query.format(**values)),
                lang=template.words_lang or template.lang,
                reason=f"template {template.id}, for {cues[0]!r} in the question",
                notes=(template.note,) if template.note else (),
            )


def _words_in(lang: Lang | None, words: Wording) -> str:
    if lang is None or lang == words.lang:
        return words.line
    if lang in (JA, EN):
        other = mirror_query(words.line, words.lang).query
        return other.text if other else words.line
    return next((sample.text for sample in sample_queries(words.line, (lang,), lang=words.lang)), words.line)
