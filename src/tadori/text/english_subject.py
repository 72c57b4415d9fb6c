"""Finds the subject of an English sentence by form, and what the sentence shows about it.

In: a sentence. Out: the subject's words with their span, and whether it is a person or a thing, singular or plural,
what it is said to be (`is a Brazilian airline`), and whether the verb has a direct object. No parser: a sentence whose
form is not plain has no subject here.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import EN
from tadori.text.english_rivals import NOT_IN_SUBJECT, after_by_phrase, common_noun_subject, is_common_person
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import Name, name_words, names
from tadori.text.subject_words import (
    COMPANY_FORMS,
    FEMALE,
    FEMALE_NAMES,
    MALE,
    MALE_NAMES,
    NOUN_MEMBERS,
    ORGANISATION_VERBS,
    ORGANISATION_WORDS,
    PERSON_NOUNS,
    PERSON_TITLES,
    PERSON_VERBS,
    THING_VERBS,
)

CONNECTIVE_EN: Final = (
    r"(?:however|moreover|furthermore|additionally|in\saddition|also|meanwhile|therefore|thus|consequently|indeed"
    r"|nevertheless|nonetheless|for\sexample|for\sinstance|as\sa\sresult|similarly|notably|instead|finally|and|but|so"
    r"|then|yet|still|today|currently|now|originally|later|recently|eventually|initially|subsequently|previously"
    r"|formerly|historically|traditionally|overall|afterwards|soon\safter|by\sdefault)"
)
_LEAD: Final = lazy_pattern(rf"{CONNECTIVE_EN},?\s+", re.IGNORECASE)
PREPOSITION_EN: Final = (
    "in|on|at|during|by|since|from|until|after|before|following|under|with|within|over|throughout|for|as|like|unlike"
    "|despite|through|between|around|because\\sof|due\\sto|according\\sto|along\\swith|apart\\sfrom|along|upon|among"
)
FRONTED_EN: Final = rf"(?:{PREPOSITION_EN})\s(?:[^,;:.!?\n\"“”()]|\"[^\"\n]{{1,60}}\"|“[^”\n]{{1,60}}”){{1,90}},\s+"
_FRONTED: Final = lazy_pattern(FRONTED_EN, re.IGNORECASE)
_AUXILIARY: Final = (
    "is|was|are|were|has|had|have|will|would|can|could|may|might|must|shall|should|does|did|do|became|becomes|remains"
)
_PAST: Final = (
    "began|begins|won|lost|held|kept|left|grew|rose|fell|saw|came|got|ran|set|put|cut|built|wrote|met|paid|sold|spent"
    "|stood|told|brought|bought|drove|flew|broke|chose|spoke|sent|cost|hit|read|lies|lay|said|says|went|took|gave|found"
    "|led|made|makes|died"
)
_VERB: Final = lazy_pattern(
    rf"\s+(?:(?:also|now|then|still|later|never|often|once|first|soon|(?!only\s)[a-z]+ly)\s+)?"
    rf"(?P<verb>{_AUXILIARY}|{_PAST}|[a-z]{{3,}}ed|[a-z]{{2,}}[a-rt-z]s(?!\s(?:{_AUXILIARY}|that|which|who|of|and|or|said|says)\b))"
    r"(?![\w'’-])"
)
_BRACKET: Final = lazy_pattern(r"\s?\((?:[^()]|\([^()]{0,80}\)){0,200}\)")
_APPOSITION: Final = lazy_pattern(r",\s(?!(?:and|or)\b)(?:[^,;:!?()]|\([^()]{0,80}\)){1,150},(?=\s)")
_NUMBERED: Final = lazy_pattern(r"\s?\((?:volume|vol|part|no|series|season|version)\b", re.IGNORECASE)
_JOINED: Final = lazy_pattern(r"(?:,\s(?:the\s)?[A-Z][^,.;]{1,40}){0,4},?\s(?:and|or|&)\s(?:the\s)?[A-Z]")
_COPULA: Final = lazy_pattern(
    r"\s+(?:(?:also|now|currently|originally|both|perhaps|mainly|primarily|long|always|been)\s+)*(?:a|an|the|one\sof)\s+(?:the\s+)?"
)
_ROLE: Final = lazy_pattern(r"\s+(?P<role>[A-Za-z]+)(?=\s(?:of|from|in|and|for)\b)")
_CUT: Final = lazy_pattern(
    r"\s(?:of|in|by|for|from|to|with|at|on|who|whom|whose|that|which|where|when|as|near|under|between|within|during"
    r"|[a-z]+(?:ed|ing|en|ilt|old|wn)\s(?:in|by|from|at|to|on|for|as|the|a|and|of|between|under|near|with))\b|[,;:.!?()]"
)
_PARTICIPLE: Final = lazy_pattern(
    r"\s+(?:(?:not|also|first|originally|later|[a-z]+ly)\s+)?(?P<word>[a-z]+ed|built|held|set|made|born|written|known|given|found"
    r"|sold|won|led|shown|seen|taken|drawn|begun|broken|chosen|driven|grown|kept|left|lost|sent|spent|put|run|cut|shot"
    r"|sung|laid|paid|bought|brought|caught|taught|thrown|worn|named|based)(?![\w'’-])"
)
_OBJECT: Final = lazy_pattern(r"\s+(?:a|an|the|its|his|her|their|another|[A-Z“\"])")
_COMMON_SUBJECT: Final = lazy_pattern(
    rf"(?P<np>(?:The|A|An)\s(?:{NOT_IN_SUBJECT}[a-z][\w-]*\s){{0,2}}?{NOT_IN_SUBJECT}[a-z][\w-]*(?:\sof\s(?:the\s)?[A-Z][\w-]*(?:\s[A-Z][\w-]*){{0,2}})?)(?=\s(?:{_AUXILIARY})\s)"
)
_CODE_SUBJECT: Final = lazy_pattern(
    r"(?:The\s)?[`']?(?P<code>[A-Za-z][A-Za-z0-9]*+(?:[_.:/]{1,3}+[A-Za-z0-9]++)++(?:\(\))?+)[`']?(?=\s)"
)
# Only a technical term begins a sentence with a small letter: `apache2ctl is a front end …`.
_SMALL_TERM: Final = lazy_pattern(
    r"(?P<code>[a-z][a-z0-9]*+(?:[-+.][a-z0-9]++)*+)(?=\s(?:is|was|has|can|will|provides|allows|[a-z]+s)\s)"
)
_FORM: Final = lazy_pattern(r",?\s(?:plc|gmbh|Inc\.|Ltd\.|Corp\.|Co\.|S\.A\.|AG|N\.V\.)(?!\w)", re.IGNORECASE)
# `Little did she know`, `Long have the British …`
_INVERTED: Final = lazy_pattern(r"(?:(?<=\bdid)|(?<=\bhave)|(?<=\bdo))\s(?:he|she|it|they|we|you|I|the)\b")
_WORD: Final = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnglishSubject:
    """The subject of one sentence."""

    words: str
    start: int
    end: int
    named: bool
    """It is a name or a technical term, not a common noun with its article."""
    plural: bool
    copular: bool
    """`X is a …`: the sentence says what it is."""
    passive: bool
    has_object: bool
    verb: str
    heads: frozenset[str]
    """The nouns of what it is said to be."""
    person: bool
    thing: bool
    gender: str
    """`male`, `female` or empty."""


def main_clause(sentence: str) -> int:
    """Where the main clause begins, behind a connective and a fronted phrase."""
    lead = _LEAD.match(sentence)
    at = lead.end() if lead else 0
    fronted = _FRONTED.match(sentence, at)
    return fronted.end() if fronted else at


@lru_cache(maxsize=2048)
def english_subject(sentence: str, title: str = "") -> EnglishSubject | None:
    """The subject of `sentence`; None where its form is not plain. `title` helps to see where a name ends."""
    at = main_clause(sentence)
    span = _titled(sentence, at, title) or _named_span(sentence, at)
    found = _described(sentence, *span, named=True) if span else None
    if found:
        return found
    common = _COMMON_SUBJECT.match(sentence, at) if span is None else None
    place = common.span("np") if common else common_noun_subject(sentence, at)
    return _described(sentence, *place, named=False) if place else None


def _titled(sentence: str, at: int, title: str) -> tuple[int, int] | None:
    core = re.sub(r"\s*\([^()]*\)$", "", title.strip())
    for begin in (at, at + 4 if sentence.startswith("The ", at) else at, at + 1):
        if (
            len(core) > 1
            and sentence.startswith(core, begin)
            and not sentence[begin + len(core) : begin + len(core) + 1].isalnum()
        ):
            return begin, begin + len(core)
    return None


def _named_span(sentence: str, at: int) -> tuple[int, int] | None:
    code = _CODE_SUBJECT.match(sentence, at) or (_SMALL_TERM.match(sentence) if at == 0 else None)
    if code:
        return code.span("code")
    work = _WORK.match(sentence, at)
    if work:
        return work.span("work")
    for name in names(sentence, EN):
        if name.start < at:
            continue
        between = sentence[at : name.start]
        if between not in ("", "The ", '"', "“", "the ") and between.rstrip(". ").lower() not in PERSON_TITLES:
            return None
        form = _FORM.match(sentence, name.end)
        end = form.end() if form else _with_noun(sentence, name.end) if between in ("The ", "the ") else name.end
        start = name.start if between in ('"', "“") else at
        return (start, end) if sentence[end : end + 2] not in ("'s", "’s") else None
    return None


def _with_noun(sentence: str, at: int) -> int:
    """The end of `The Kestrel dam`: a name may have its common noun behind it, right before the verb."""
    noun = _NOUN_BEHIND.match(sentence, at)
    return noun.end() if noun and not _VERB.match(sentence, at) else at


# `I Cover the Underworld is a …`, `Conall mac Comgaill was king …`: capitals with small words between, then a copula.
_SMALL: Final = "of|the|to|in|on|and|for|a|an|de|la|mac|von|van|der|at|from|with|al|bin|ibn|du|y"
_WORK: Final = lazy_pattern(
    r"(?!(?:It|This|That|He|She|They|There|These|Those|Here|What|Who|Which|One|Each|All|Some|Another|Such|Both|We|You|Today"
    r"|Now|Then|A|An|His|Her|Its|Their|My|Our|If|When|While|As)\s)"
    rf"(?P<work>(?:The\s)?[^\W\d_a-z][\w'’.-]*(?:\s(?:[^\W_a-z][\w'’.-]*|{_SMALL})){{0,7}})"
    r"(?=(?:\s?\((?:[^()]|\([^()]{0,80}\)){0,200}\))?\s(?:is|was)\s(?:a|an|the|king|queen|one)\s)"
)
_NOUN_BEHIND: Final = lazy_pattern(
    r"(?:\s(?!(?:of|in|and|or|who|which|that|for|to|at|by|from)\s)[a-z]{3,}){1,2}?(?=\s[a-z])"
)


def _described(sentence: str, start: int, end: int, *, named: bool) -> EnglishSubject | None:
    """The subject at this span with what follows it, or None where no verb does."""
    if _NUMBERED.match(sentence, end):  # `Wonderland (Volume 3)`: the bracket is part of the name
        return None
    bracket = _BRACKET.match(sentence, end + (sentence[end : end + 1] in ('"', "”")))
    born = bracket is not None and re.search(r"\b(?:born|died)\b|\d{3,4}\s?[–-]\s?\d{3,4}", bracket[0]) is not None
    place, joined = _behind(sentence, bracket.end() if bracket else end if named else after_by_phrase(sentence, end))
    place += place > end and sentence[place : place + 1] == ","
    verb = _VERB.match(sentence, place)
    if verb is None or _INVERTED.match(sentence, verb.end()):
        return None
    copula = _COPULA.match(sentence, verb.end()) if verb["verb"] in _LINKING else None
    if copula and verb["verb"] == "has" and " been " not in copula[0]:  # `has a reading room`
        copula = None
    participle = _PARTICIPLE.match(sentence, verb.end()) if verb["verb"] in _BE else None
    heads = _heads(sentence, copula.end()) if copula else frozenset() if participle else _role(sentence, verb)
    words = sentence[start:end]
    aside = sentence[end:place]
    parts = frozenset(name_words_raw(words))
    evidence = heads | _titles(words)
    person = born or (participle is not None and participle["word"] == "born")
    person = (
        person
        or verb["verb"] in PERSON_VERBS
        or bool((evidence | (parts if named else heads)) & (PERSON_NOUNS | PERSON_TITLES))
        or ", who " in aside
        or (not named and is_common_person(words, PERSON_NOUNS))
    )
    form = bool(named and parts & (COMPANY_FORMS | ORGANISATION_WORDS)) or words.startswith("The ")
    form = form or (named and bool(_kind_words(words) & NOUN_MEMBERS.keys()))
    form = form or verb["verb"] in ORGANISATION_VERBS or (named and _TECHNICAL.fullmatch(words) is not None)
    made = participle is not None and participle["word"] in THING_VERBS
    return EnglishSubject(
        words=words,
        start=start,
        end=end,
        named=named,
        plural=joined
        or (
            verb["verb"] in ("are", "were", "have", "do") and (bool(heads) or words.partition(" of ")[0].endswith("s"))
        ),
        copular=bool(heads),
        passive=participle is not None,
        has_object=copula is None and participle is None and _OBJECT.match(sentence, verb.end()) is not None,
        verb=verb["verb"],
        heads=heads,
        person=person,
        thing=not person and (form or made or bool(heads)),
        gender=_gender(evidence, words) if named else "",
    )


def _kind_words(name: str) -> frozenset[str]:
    """The words of a name that say what it is: Lake Orn, the Sund Bridge, the Treaty of Ulm."""
    words = name.removeprefix("The ").removeprefix("the ").partition(" of ")[0].lower().split()
    return frozenset([words[0], words[-1]]) if len(words) > 1 or " of " in name else frozenset()


def _gender(evidence: frozenset[str], words: str) -> str:
    given = words.split(" ", 1)[0].lower()
    if evidence & FEMALE or given in FEMALE_NAMES:
        return "female"
    return "male" if evidence & MALE or given in MALE_NAMES else ""


def _role(sentence: str, verb: re.Match[str]) -> frozenset[str]:
    """`was king of Dál Riata`, `are working documents of …`: what it is said to be, without an article."""
    if verb["verb"] in ("are", "were"):
        return frozenset(head for head in _heads(sentence, verb.end() + 1) if head.endswith("s"))
    role = _ROLE.match(sentence, verb.end()) if verb["verb"] in ("is", "was", "became") else None
    return frozenset([role["role"].lower()]) & PERSON_NOUNS if role else frozenset()


_TECHNICAL: Final = lazy_pattern(r"[A-Z][A-Z0-9/+-]{1,9}|[A-Za-z]*[a-z][A-Z]\w*|[a-z]\S*|\S*[_/]\S*")
"""An acronym, a name with capitals inside, or a word that is written small: no person is called so."""
_LINKING: Final = frozenset(["is", "was", "are", "were", "became", "has"])
_BE: Final = frozenset(["is", "was", "are", "were", "has", "had", "have"])


def _behind(sentence: str, at: int) -> tuple[int, bool]:
    """Where the verb should stand, behind brackets and appositions; and whether a second name is joined by `and`."""
    at += sentence[at : at + 1] in ('"', "”")
    if _JOINED.match(sentence, at):
        return at, True
    for _ in range(3):
        skipped = _BRACKET.match(sentence, at) or _APPOSITION.match(sentence, at)
        if skipped is None:
            break
        at = skipped.end()
    return at, False


def _heads(sentence: str, at: int) -> frozenset[str]:
    """The head nouns of the phrase that begins at `at`: `former football player and manager of …`."""
    cut = _CUT.search(sentence, at)
    phrase = sentence[at : cut.start() if cut else at + 120]
    parts = re.split(r"\sand\s|,\s|/", phrase)
    return frozenset(words[-1].lower() for part in parts if (words := _WORD.findall(part)))


def _titles(words: str) -> frozenset[str]:
    first = words.split(" ", 1)[0].rstrip(".").lower()
    return frozenset([first]) & (PERSON_TITLES | FEMALE | MALE)


def name_words_raw(name: str) -> list[str]:
    """The words of a name, lower-cased, company forms kept."""
    return [word.rstrip(".").lower() for word in re.split(r"[\s,]+", name) if word]


def other_names(sentence: str, subject: EnglishSubject | None) -> list[Name]:
    """The names of `sentence` outside its subject that are no place or time of an action (`in Bracknell`)."""
    found = []
    behind = after_by_phrase(sentence, subject.end) if subject and not subject.named else 0
    for name in names(sentence, EN):
        if subject and name.start < max(subject.end, behind) and subject.start < name.end:
            continue
        if subject and name_words(name.text) and set(name_words(name.text)) <= set(name_words(subject.words)):
            continue
        if not _PLACE_BEFORE.search(sentence, max(0, name.start - 24), name.start):
            found.append(name)
    return found


_PLACE_BEFORE: Final = lazy_pattern(r"\b(?:in|at|near|from|on|of|since|until|during)\s(?:the\s|[a-z]+\s)?$|,\s$")
