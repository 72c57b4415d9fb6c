"""Finds the subject of an English verb that is not the only one of its sentence.

In: a sentence and where a verb with its auxiliary begins. Out: the span of its subject, and how the two are joined: the
main verb (`main`), a second one (`joined`), a clause behind a name (`relative`), or a participle behind the name or
behind what it is said to be (`reduced`: `X is a company founded in …`). None where more than one reading is possible.
"""

from functools import lru_cache
from typing import Final, Literal

from tadori.model.ids import EN
from tadori.text.english_subject import EnglishSubject, english_subject
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.subject_words import PERSON_NOUNS

Joint = Literal["main", "joined", "relative", "reduced"]

ADVERB_EN: Final = (
    "first|originally|officially|formally|publicly|finally|also|later|soon|subsequently|then|initially|once|both"
    "|[a-z]{3,}ly"
)
_SKIPPED: Final = lazy_pattern(r"\s?\((?:[^()]|\([^()]{0,80}\)){0,240}\)|\s?\[[^\[\]]{0,40}\]")
_APPOSITION: Final = lazy_pattern(r",\s(?!(?:and|or|but|who|which)\b)[^,;:!?]{1,120},(?=\s)")
_GAP: Final = lazy_pattern(rf"[\s\"”]*(?:(?:has|had|have)\s)?(?:(?:{ADVERB_EN})\s)*")
BREAKS_CLAUSE: Final = lazy_pattern(
    r"(?<![\w-])(?:who|whom|which|that|where|when|while|whose|because|although|though|whereas|if|until|since|said|says"
    r"|believed|as\sthe|so)(?![\w-])|[;:]|[\"“”]"
)
_JOINED: Final = lazy_pattern(r"(?:,\s)?(?:and|but|then|before\sbeing)\s$")
_RELATIVE: Final = lazy_pattern(r"(?P<comma>,)?\s(?:(?P<who>who)|which|that)\s(?:(?:had|has)\s)?$")
_PREPOSITION: Final = lazy_pattern(r"\s(?:of|in|for|by|from|at|with|on|to|about|between|than|as)\s")
_COPULA: Final = lazy_pattern(r"\s(?:is|was)\s(?:an?|the)\s")


def verb_subject_span(
    text: str, title: str, at: int, *, auxiliary: bool, intransitive: bool = False
) -> tuple[int, int, Joint] | None:
    """The subject of the verb that begins at `at`, and how it is joined. `auxiliary`: it begins with `was`;
    `intransitive`: without one it is never a participle (`died`)."""
    relative = _RELATIVE.search(text, max(0, at - 24), at)
    if relative:
        certain = relative["who"] or relative["comma"]
        before = name_ending_at(text, relative.start(), done_by=bool(relative["who"])) if certain else None
        return (*before, "relative") if before else _said_to_be(text, title, relative.start(), "relative")
    main = main_subject_span(text, title) or _first_name(text, at)
    if main is None:
        return None
    gap = without_asides(text, main[1], at)
    if _GAP.fullmatch(gap):
        return (main[0], main[1], "main")
    if gap.strip() in (",", "(") and not auxiliary and not intransitive:
        return (main[0], main[1], "reduced")
    if _JOINED.search(text, max(0, at - 16), at) and BREAKS_CLAUSE.search(gap) is None:
        return (main[0], main[1], "joined")
    if not auxiliary and not intransitive:
        return _said_to_be(text, title, at, "reduced")
    return None


def _first_name(text: str, at: int) -> tuple[int, int] | None:
    """The name that opens the sentence, right before the verb at `at`: `The Titanic sank`."""
    opening = _OPENING.match(text)
    begin = opening.end() if opening else 0
    for name in names(text, EN):
        if name.end + 1 == at and text[begin : name.start] in ("", "The ", "the "):
            return name.start, name.end
    return None


def _said_to_be(text: str, title: str, at: int, kind: Joint) -> tuple[int, int, Joint] | None:
    """The main subject where the verb belongs to what it is said to be: `X is a company founded in …`."""
    main = main_subject_span(text, title)
    if main is None:
        return None
    gap = without_asides(text, main[1], at)
    copula = _COPULA.match(gap)
    subject = plain_subject(text, title)
    if subject is not None and subject.heads & PERSON_NOUNS:  # `was an author, known for a book first published in …`
        return None
    if (
        copula
        and gap.rstrip().endswith(",")
        and _WORK_NOUN.match(gap, copula.end())
        and BREAKS_CLAUSE.search(gap) is None
    ):
        return (main[0], main[1], kind)
    if copula is None or BREAKS_CLAUSE.search(gap) or _PREPOSITION.search(gap, copula.end()) or "," in gap.rstrip(", "):
        return None
    return (main[0], main[1], kind)


# `is the third studio album by a band, released on …`: what was released is the album.
_WORK_NOUN: Final = lazy_pattern(
    r"(?:[\w'’-]+\s){0,6}?(?:film|movie|album|single|song|EP|novel|book|documentary|game)(?=\s(?:by|from|of|directed|written|recorded|based)\s|,)"
)


def without_asides(text: str, start: int, end: int) -> str:
    """The text between two places without brackets and appositions; `|` where there is none."""
    return _APPOSITION.sub("", _SKIPPED.sub("", text[start:end])) if start < end else "|"


def behind_asides(text: str, at: int) -> int:
    """Where the text goes on behind the brackets and appositions that begin at `at`."""
    at += text[at : at + 1] in ('"', "”")
    for _ in range(3):
        aside = _SKIPPED.match(text, at) or _APPOSITION.match(text, at)
        if aside is None:
            break
        at = aside.end()
    return at


def name_ending_at(text: str, at: int, *, done_by: bool = True) -> tuple[int, int] | None:
    """The name that ends at `at`, with a bracket between at most; `done_by`: it may stand behind `by` or `with`."""
    head = text[:at].rstrip()
    if head.endswith(")"):
        opening = head.rfind("(")
        head = head[: max(0, opening)].rstrip()
    end = len(head)
    for name in names(text, EN):
        if name.end in (end, end - 1) and name.start < end and text[name.end : end].strip("\"”'’") == "":
            whole = _BEFORE_NAME.search(text, max(0, name.start - 30), name.start)
            return (name.start, name.end) if whole and (done_by or not whole["by"]) else None
    return None


# What may stand before a name that is whole: in `Gilbert fitzBaderon of Monmouth` the name does not begin at Monmouth.
_BEFORE_NAME: Final = lazy_pattern(
    r"(?:^(?:The\s)?|[(;:]\s?|(?<![\w'’])(?:(?P<by>by|with|and)|from|to|in|for|at|is|was|the|his|her|their|like|son|daughter"
    r"|brother|sister|wife|husband|father|mother|[a-z]{3,}(?:er|or|ist|an|or|ed))\s(?:the\s)?)[\"“]?$"
)


@lru_cache(maxsize=2048)
def main_subject_span(text: str, title: str) -> tuple[int, int] | None:
    """The span of the subject of the main clause."""
    opening = _OPENING.match(text)
    begin = opening.end() if opening else 0
    starts = [begin]
    for lead in (_LEADING_DATE.match(text, begin), _SUBORDINATE.match(text, begin)):
        starts += [lead.end()] if lead else []
    for start in starts:
        found = clause_subject_span(text, start, title)
        if found is not None:
            return found
    return None


_OPENING: Final = lazy_pattern(r"[\s\"“(\[*•]*(?:(?:Correction|Note|Update|Fact)\s?:\s)?")
# `When Edward died in 1066, …`: what such a clause says is so; what `If …` says is not.
_SUBORDINATE: Final = lazy_pattern(r"(?:Although|Though|When|While|After|Because|Since|As)\s")
_LEADING_DATE: Final = lazy_pattern(
    r"(?:In|On)\s(?:(?:early|late|mid)[\s-])?(?:\d{1,2}(?:st|nd|rd|th)?\s)?(?:[A-Z][a-z]{2,8}\.?\s)?(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?\d{4},?\s"
)


def plain_subject(text: str, title: str) -> EnglishSubject | None:
    """The subject; a title that is only the beginning of the name in the sentence hides its end."""
    return english_subject(text, title) or english_subject(text)


def clause_subject_span(text: str, start: int, title: str) -> tuple[int, int] | None:
    """The span of the subject of the clause that begins at `start`."""
    version = _VERSION.match(text, start)
    if version:
        return version.span("name")
    apposed = _APPOSED.match(text, start) or _YEAR_NAMED.match(text, start) or _KIND_ENDED.match(text, start)
    if apposed is None and text[start - 1 : start] in ('"', "“"):
        apposed = _QUOTED_NAME.match(text, start)
    last = _LAST_NAME.match(text, start)
    if last and last["name"] in _TITLE_END.split(title, maxsplit=1)[0].split()[1:]:
        apposed = last
    if apposed:
        return (apposed.start() if _ARTICLE_ONLY.match(text, start) else apposed.start("name")), apposed.end("name")
    found = plain_subject(text[start:], title)
    if found is not None and not found.plural:
        return start + found.start, start + found.end
    return _pronoun_at(text, start)


# `Python 3.8 was released`: the digits behind a name are part of it.
_VERSION: Final = lazy_pattern(
    r"(?:The\s)?(?P<name>[A-Z][\w+-]*(?:\s[A-Z][\w+-]*){0,3}\s(?:(?:version|release)\s)?v?\d+(?:\.\d+){0,3}(?:\.x)?)"
    r"(?=(?:\s\([^()]{1,40}\))?,?\s(?:was|were|is|has|had|came|[a-z]+ed)\s)"
)


# `The satellite Arvena-2 was`, `The novel "Salt Meadow" was`: the word for its kind stands before the name.
_APPOSED: Final = lazy_pattern(
    r"[Tt]he\s(?:[a-z-]+\s)?(?:satellite|spacecraft|probe|rocket|river|lake|mountain|volcano|village|town|city|island|novel|book|poem"
    r"|film|movie|album|song|opera|play|painting|ship|frigate|steamer|ferry|company|firm|band|newspaper|magazine|library|package"
    r"|programme|program|tool|vaccine|drug|asteroid|comet|game|locomotive|station|school|hospital|museum|festival)\s"
    r"[\"“]?(?P<name>[A-Z][\w'’+.-]*(?:\s(?:of\s|the\s)?[A-Z\d][\w'’+.-]*){0,4})[\"”]?(?=,?\s[a-z(])"
)
_KIND_ENDED: Final = lazy_pattern(
    r"[Tt]he\s(?P<name>[A-Z][\w'’-]*(?:\s[\w'’-]+){0,3}?\s(?:strike|line|trial|study|council|festival|dispute|expedition|mission|canal"
    r"|railway|library|project|scandal|election|treaty|dam|bridge))(?=\s(?:was|is|has|had|began|started|ended|[a-z]+ed)\s)"
)
_ARTICLE_ONLY: Final = lazy_pattern(r"[Tt]he\s(?=[A-Z\d])")
_QUOTED_NAME: Final = lazy_pattern(r"(?P<name>[^\"“”]{2,60})[\"”](?=,?\s[a-z(])")
_LAST_NAME: Final = lazy_pattern(
    r"(?P<name>[A-Z][a-z]+(?:-[A-Z][a-z]+)?)(?=\s(?:was\sborn|died|was\selected|was\sappointed|married)\s)"
)
_TITLE_END: Final = lazy_pattern(r"\s*[(,|:–—]|\s-\s")
_YEAR_NAMED: Final = lazy_pattern(
    r"(?:[Tt]he\s)?(?P<name>\d{4}\s[A-Z][\w'’-]*(?:\s[\w'’-]+){0,4}?\s(?i:election|festival|referendum|tournament|championships?"
    r"|strike|earthquake|budget|conference|congress))(?=,?\s[a-z(])"
)


def _pronoun_at(text: str, start: int) -> tuple[int, int] | None:
    """`It`, `The company`: words that the resolved subject may replace."""
    found = _PRONOUN.match(text, start)
    return found.span("open") if found else None


_PRONOUN: Final = lazy_pattern(
    r"(?:(?:In|On|During)\s[^,;:]{1,40},\s)?(?P<open>(?:It|He|She|it|he|she|(?:[Tt]he|[Tt]his)\s[a-z][a-z-]+))[\s,]"
)
