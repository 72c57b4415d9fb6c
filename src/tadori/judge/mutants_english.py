"""Mutants of an English sentence in its words: denied, a limit dropped or widened, the opposite word.

Comes in: a sentence. Goes out: mutants that do not follow from it. Never made: `some` from `all`, a dropped `only`,
and whatever else still follows.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.judge.mutant import Mutant, condition_stretches, in_spans, open_stretches, replaced
from tadori.model.ids import EN
from tadori.text.antonyms import counterpart
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.negation import negations

# Taking a negation out: what its words become.
_DENIALS: Final = (
    (lazy_pattern(r"(?<![\w'’])cannot(?![\w])", re.IGNORECASE), "can"),
    (lazy_pattern(r"(?<=\w)(?<!wo)(?<!ca)n['’]t(?!\w)"), ""),
    (lazy_pattern(r"(?<!\w)won['’]t(?!\w)"), "will"),
    (lazy_pattern(r"(?<!\w)can['’]t(?!\w)"), "can"),
    (lazy_pattern(r"(?<=\w) (?:not|never)(?= \w)"), ""),
    (lazy_pattern(r"(?<!\w)without(?= \w)"), "with"),
    (lazy_pattern(r"(?<!\w)(?:unable)(?= to)"), "able"),
    (lazy_pattern(r"(?<!\w)(?:failed|refused|declined) to (?=[a-z]+)"), "managed to "),
)
_AUXILIARY: Final = lazy_pattern(
    r"(?<![\w'’])(?:is|are|was|were|will|would|should|must|shall|can|has(?= (?:been"
    r"|[a-z]+ed)\b)|have(?= (?:been|[a-z]+ed)\b)"
    r"|had(?= (?:been|[a-z]+ed)\b))(?= \w)(?! (?:not|no|never|also not)\b)"
)


def denial_mutants(sentence: str) -> Iterator[Mutant]:
    """A negation taken out; where there is none, one put in behind an auxiliary."""
    if _PART.search(sentence):
        return
    cues = negations(sentence, EN)
    for cue in cues[:1]:
        for pattern, plain in _DENIALS:
            for match in pattern.finditer(sentence):
                if match.start() <= cue.start + 1 and cue.end - 1 <= match.end():
                    yield Mutant(kind="negation", text=replaced(sentence, match.start(), match.end(), plain))
                    return
    if not cues:
        for match in _AUXILIARY.finditer(sentence):
            if in_spans(match.start(), open_stretches(sentence)):
                word = "cannot" if match[0] == "can" else f"{match[0]} not"
                yield Mutant(kind="negation", text=replaced(sentence, match.start(), match.end(), word))
                return


# Denied, these may still agree with what was said: where some do, some do not.
_PART: Final = lazy_pattern(
    r"(?<!\w)(?:few|little|hardly|scarcely|rarely|seldom|may|might|could|either|any"
    r"|some|several|many|most|half|partly|parts? of"
    r"|sometimes|often|usually|occasionally|certain|various)(?!\w)",
    re.IGNORECASE,
)

_ALL_OF: Final = (
    (
        lazy_pattern(
            r"(?<!\w)(?:some|several|many|most|a few|certain|various"
            r"|numerous)(?= (?:of (?:the|its|their|his|her)|[a-z]+s)\b)",
            re.IGNORECASE,
        ),
        "all",
    ),
    (lazy_pattern(r"(?<!\w)(?:part|half|most|the majority|a majority|some|many)(?= of the\b)", re.IGNORECASE), "all"),
    (
        lazy_pattern(
            r"(?<!\w)(?:often|usually|sometimes|generally|typically|frequently|occasionally"
            r"|commonly|normally)(?!\w)",
            re.IGNORECASE,
        ),
        "always",
    ),
    (lazy_pattern(r"(?<!\w)(?:mostly|mainly|largely|primarily|partly|partially)(?!\w)", re.IGNORECASE), "entirely"),
)
_SURE: Final = (
    (lazy_pattern(r"(?<!\w)(?:may|might|could)(?= (?:be|have|not |also )?[a-z]+)"), "will"),
    (lazy_pattern(r"(?<!\w)(?:likely|expected|thought|believed|said|estimated|supposed) (?=to [a-z]+)"), "certain "),
    (
        lazy_pattern(
            r"(?<!\w)(?:possibly|perhaps|probably|reportedly|allegedly|apparently|potentially"
            r"|presumably|maybe),? (?=\w)",
            re.IGNORECASE,
        ),
        "",
    ),
    (lazy_pattern(r"(?<!\w)(?:suggests?|suggested)(?= that\b)"), "proves"),
)
_BARE: Final = (
    lazy_pattern(
        r"(?<!\w)(?:about|approximately|around|nearly|almost|roughly|some|up to|at least"
        r"|at most|more than|less than|fewer than|over|under) (?=[$£€¥]?\d)",
        re.IGNORECASE,
    ),
    lazy_pattern(
        r"(?<!\w)(?:about|approximately|nearly|almost|roughly|up to|at least|more than"
        r"|less than|fewer than) (?=(?:two|three|four|five|six|seven|eight|nine|ten|half"
        r"|a (?:hundred|thousand|million))\b)",
        re.IGNORECASE,
    ),
)
_ALSO_DENIED: Final = lazy_pattern(
    r"(?<!\w)(?:not|no|never|without|few|unless|whether)(?!\w)|n['’]t(?!\w)", re.IGNORECASE
)


def limit_mutants(sentence: str) -> Iterator[Mutant]:
    """A hedge or a bound dropped, a quantifier widened. None where a negation turns the direction round."""
    if _ALSO_DENIED.search(sentence):
        return
    for kind, table in (("quantifier", _ALL_OF), ("hedge", _SURE)):
        for pattern, other in table:
            if (match := pattern.search(sentence)) and in_spans(match.start(), open_stretches(sentence)):
                yield Mutant(kind=kind, text=_written(sentence, match.start(), match.end(), other))
                break
    for pattern in _BARE:
        if (match := pattern.search(sentence)) and in_spans(match.start(), open_stretches(sentence)):
            yield Mutant(kind="hedge", text=_written(sentence, match.start(), match.end(), ""))
            break


def _written(sentence: str, start: int, end: int, other: str) -> str:
    """With a capital where the sentence begins."""
    made = replaced(sentence, start, end, other)
    return made[:1].upper() + made[1:] if start == 0 else made


_WORD: Final = lazy_pattern(r"(?<![\w'’-])[A-Za-z]{3,}(?![\w'’-])")
# Of these the opposite is no opposite in every use, or the sentence breaks.
_UNCERTAIN: Final = frozenset(
    "all every always none never like with without same top front free left right present able hard general single fire"
    " down day back lie minor major light stand will can leave past current alone together run final not give take"
    " old against most least end start begin release attack".split()
)
_PASTS: Final = {
    "fall": "fell", "lose": "lost", "win": "won", "begin": "began", "sell": "sold", "buy": "bought", "give": "gave",
    "take": "took", "rise": "rose", "shut": "shut", "forbid": "forbade", "build": "built", "find": "found",
    "keep": "kept", "come": "came", "go": "went", "fight": "fought", "sink": "sank", "hold": "held", "send": "sent",
}  # fmt: skip
_VOWELS: Final = "aeiou"


def opposite_mutants(sentence: str) -> Iterator[Mutant]:
    """The opposite of a word in its place, in the same form."""
    for match in _WORD.finditer(sentence):
        if not in_spans(match.start(), open_stretches(sentence)):
            continue
        word = match[0].lower()
        other = opposite(word)
        if other:
            other = other.capitalize() if match[0][0].isupper() else other
            yield Mutant(kind="antonym", text=replaced(sentence, match.start(), match.end(), other))


def opposite(word: str) -> str:
    """`decreased` for `increased`; empty where no surely opposite word is known."""
    for base, ending in _bases(word):
        other = counterpart(base)
        if other and base not in _UNCERTAIN and other not in _UNCERTAIN:
            return _inflected(other, ending)
    return ""


def _bases(word: str) -> Iterator[tuple[str, str]]:
    yield word, ""
    for ending in ("ed", "ing"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending)
            yield stem, ending
            yield f"{stem}e", ending
            if stem[-1] == stem[-2]:
                yield stem[:-1], ending
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1], "s"
        if word.endswith("es"):
            yield word[:-2], "s"


def _inflected(base: str, ending: str) -> str:
    if ending == "ed" and base in _PASTS:
        return _PASTS[base]
    if ending == "s":
        return f"{base}es" if base.endswith(("s", "sh", "ch", "x")) else f"{base}s"
    if not ending:
        return base
    if base.endswith("e") and (ending == "ed" or not base.endswith("ee")):
        return base[:-1] + ending
    if len(base) <= 4 and base[-1] not in _VOWELS + "wxy" and base[-2] in _VOWELS and base[-3:-2] not in tuple(_VOWELS):
        return f"{base}{base[-1]}{ending}"
    return f"{base[:-1]}ied" if ending == "ed" and base.endswith("y") and base[-2] not in _VOWELS else base + ending


_IF: Final = lazy_pattern(
    r"^(?:only )?(?:if|unless|provided|providing|as long as|so long as|in case|in the event)\b", re.IGNORECASE
)
_NO_CONDITION: Final = lazy_pattern(
    r"\b(?:even|as|what|asks?|asked|asking|wonder\w*|see|sees|saw|know\w*|determine\w*|check\w*|test\w*|ensure\w*)\s$",
    re.IGNORECASE,
)
_FEWEST_WORDS: Final = 4


def condition_mutants(sentence: str) -> Iterator[Mutant]:
    """The statement without its condition."""
    for start, end in condition_stretches(sentence):
        begin = start - 5 if sentence[max(0, start - 5) : start].lower() == "only " else start
        if not _IF.search(sentence[begin:end]) or _NO_CONDITION.search(sentence[:begin]):
            continue
        rest = f"{sentence[:begin].rstrip(' ,')} {sentence[end:].lstrip(' ,;:')}".strip()
        rest = rest.replace(" .", ".") if rest.endswith(" .") else rest
        if len(rest.split()) >= _FEWEST_WORDS:
            yield Mutant(kind="condition", text=rest[:1].upper() + rest[1:])
            return


def denied(sentence: str) -> Mutant:
    """The generic mutant: the sentence is said to be wrong."""
    said = sentence.strip()
    if _SMALL.match(said):
        said = said[:1].lower() + said[1:]
    return Mutant(kind="denial", text=f"It is not true that {said}")


_SMALL: Final = lazy_pattern(
    r"(?:The|A|An|This|That|These|Those|It|If|In|On|At|For|From|By|He|She|They|We"
    r"|There|Some|All|Not|Only|When|While|After|Before"
    r"|However|According|Its|Their|His|Her|One|Two|Most|Many)(?!\w)"
)
