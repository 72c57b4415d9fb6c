"""The words that leave the subject of an English sentence open; called by `subjects.py`.

In: a sentence. Out: `It`, `Its`, `The company`, `This parameter`, the place before `Sets …`, or words anywhere that
point out of the sentence (`as described above`). An `It` that stands for nothing (`It is possible that`) leaves
nothing open.
"""

import re
from typing import Final

from tadori.text.english_subject import CONNECTIVE_EN, FRONTED_EN
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.subject_types import OpenSubject
from tadori.text.subject_words import HEADED_NOUNS, NOUN_MEMBERS, PERSON_NOUNS

_NOUN: Final = "|".join(sorted(NOUN_MEMBERS.keys() | HEADED_NOUNS, key=len, reverse=True))
_ROLES: Final = frozenset(
    "general forward member leader person host model coach manager owner officer president minister governor mayor"
    " judge doctor director driver player father mother son daughter king queen man woman boy girl".split()
)
_PEOPLE: Final = "|".join(sorted(PERSON_NOUNS - _ROLES, key=len, reverse=True))
_ADJECTIVE: Final = (
    r"(?!(?:is|was|can|may|will|must|should|would|could|might|the|a|an|of|to|in|for|by|that|has|had|did|not|when|if|and"
    r"|or|also|only|put|went|made|led|took|came|gave|set|be|been|being|at|on|as|with|from|it|they|we)\b)"
    r"(?:class|[A-Za-z][\w-]*[a-rt-z])(?![\w-])(?<!ed)"
)
# When something is: `In 2019 it …`, `Since then it …`, `On 3 May 2021 it …`, `Every winter it …`.
_TIME: Final = (
    r"(?:(?:since|until|by)\sthen|(?:after|before)\sthat|at\sfirst|at\s(?:the|that)\stime|(?:that|the)\s(?:same\s|following\s|next\s)?year"
    r"|(?:every|each)\s(?:year|month|week|day|spring|summer|autumn|winter)|(?:in|on|by|since|from|until|after|before|around|during)\s"
    r"(?:(?:early|late|mid)[-\s])?(?:the\s)?(?:\d{1,2}\s)?(?:[A-Z][a-z]+\s)?(?:\d{1,2},\s)?\d{4}s?)"
)
_BEGIN: Final = (
    rf"(?:(?:{CONNECTIVE_EN}|rather|well|yes|no|plus|besides|even\sso|yesterday|of\scourse),?\s+)?"
    rf"(?:{FRONTED_EN}|{_TIME},?\s+|like\s(?:[\w-]+\s){{1,6}}?(?=(?:it|he|she|they)\s)"
    r"|(?:when|while|if|although|though|because|once|as|whenever|unless|until|since)\s+(?=(?:it|he|she|they|this|the)\b)"
    r"|(?:(?-i:An?)|(?-i:[A-Z][a-z]+(?:ing|ed|en|rn|wn)))(?:\s(?!(?:is|was|has|had|are|were|did)\b)[\w'’-]++){1,12}+,\s+"
    r"(?=(?:it|he|she|they|its|his|their)\b))?"
)
_OPEN: Final = lazy_pattern(
    rf"{_BEGIN}(?P<open>(?P<pronoun>(?:it|he|she|they|we|(?-i:I)(?=[\s’\']))\b)|(?P<own>(?:its|his|her|their|our|my)\b(?=\s[a-z\"“]))"
    r"|(?P<pointed>(?:the\s(?:latter|former)|both|these|those|such|others|another|each\sof\s(?:them|these|which)"
    r"|(?:in|on|of|for|with|from|under|at|to)\s(?:it|them|this|these|that|those)(?=[,\s])|one\sof\s(?:them|these)|neither|all\sof\s(?:them|these)|some\sof\s(?:them|these))\b)"
    rf"|(?P<this>(?:this|that)(?:(?:\s{_ADJECTIVE}){{0,3}}?\s(?P<noun>{_NOUN})(?![\w-])(?!\s(?:{_NOUN})\b)|\s(?P<other>{_ADJECTIVE}))?(?![\w-]))"
    rf"|(?P<definite>the\s(?-i:(?P<kind>{_NOUN}|{_PEOPLE}))(?=['’]s\s|,\s"
    r"|\s(?:also\s|now\s|then\s|still\s|later\s|first\s|[a-z]+ly\s)?(?:is|was|has|had|will|would|can|could|may|might|must"
    r"|should|did|does|became|made|took|won|lost|sold|bought|paid|built|ran|held|began|said|set|fell|rose|grew|went|left"
    r"|put|led|[a-z]{2,}(?:ed|s))(?![\w'’-])))"
    r"|(?P<relation>the\sdefault(?:\s(?:value|setting))?(?=\s(?:is(?!\sto\b)|was|depends|can|may|will|has)\b|,)))",
    re.IGNORECASE,
)
_MISSING: Final = lazy_pattern(
    r"(?:Sets|Specifies|Determines|Controls|Enables|Disables|Returns|Defines|Indicates|Causes|Allows|Prints|Displays"
    r"|Creates|Removes|Shows|Writes|Reads|Selects|Limits|Forces|Provides|Configures|Changes|Prevents|Contains|Computes"
    r"|Converts|Gives|Makes|Adds|Deletes|Replaces|Lists|Restricts|Overrides|Generates|Sends|Requires|Represents|Tells)"
    r"\s(?!of\b|and\b|or\b|in\b|are\b|is\b|with\b)"
)
_EXPLETIVE: Final = lazy_pattern(
    r"it(?:['’]s|\s(?:is|was|has\sbeen|had\sbeen|would\sbe|will\sbe|may\sbe|might\sbe|can\sbe|could\sbe|should\sbe))"
    r"\s(?:not\s|also\s|often\s|usually\s|generally\s|widely\s|therefore\s|still\s|now\s|very\s|then\s|even\s)*"
    r"(?:(?:possible|impossible|important|necessary|likely|unlikely|clear|unclear|difficult|hard|easy|best|better|common"
    r"|usual|unusual|rare|safe|sufficient|advisable|desirable|permissible|acceptable|preferable|sensible|customary"
    r"|interesting|surprising|certain|probable|reasonable|wise|worthwhile|strange|good|bad|illegal|legal|true|recommended)"
    r"\s(?:that|to|whether|how|why|if)\b"
    r"|(?:said|believed|known|estimated|thought|reported|assumed|expected|hoped|argued|claimed|recommended|rumou?red"
    r"|understood|alleged|planned|feared)(?:\s(?:elsewhere|locally|[a-z]+ly))?\s(?:that|the|a|an|he|she|they|it|there)\b|(?:up\sto|time\sto|worth\s\w+ing))"
    r"|it(?:['’]s|\shas)\sbeen\s[^.]{1,60}\ssince\b"
    r"|it\s(?:seems|appears|turns\sout|turned\sout|follows|happens|remains\sto|takes|took|makes\ssense)\s(?!place|part|over|off)"
    r"|it\s(?:is|was)(?:n['’]t)?\s(?:not\s|only\s)*(?:in|on|at|by|until|because|during|here|there|then|(?-i:[A-Z][a-z]+))\s?[^.,]{0,60}\s(?:who|that)\s",
    re.IGNORECASE,
)
_ELSEWHERE: Final = lazy_pattern(
    r"\b(?:as\s(?:described|mentioned|noted|shown|explained|discussed)\s(?:above|below|earlier|previously|before)"
    r"|(?:described|mentioned|shown|listed)\s(?:above|below|earlier)|the\sfollowing(?=[:.\s])|the\s(?:latter|former)(?=[\s,.])"
    r"|see\s(?:above|below)|the\sabove|like\sthis|in\sthis\scase|in\sthat\scase|do\sso)",
    re.IGNORECASE,
)
_SAID_BY: Final = lazy_pattern(
    r"[\"”’'],?\s(?P<who>he|she|they)\s(?:also\s)?(?:said|says|added|adds|told|tells|wrote|writes|explained|explains)\b"
)
LABEL_NOUNS: Final = frozenset(
    "directory tag level field flag argument key keyword type mode value signal event element".split()
)
"""Nouns that only a heading's term is called by: never looked for in sentences."""


def open_subject_en(sentence: str) -> OpenSubject | None:
    """The words that leave the subject of `sentence` open, or None."""
    begin = len(sentence) - len(sentence.lstrip("\"'“‘([ \t\n"))
    if _MISSING.match(sentence, begin):
        return OpenSubject(start=begin, end=begin, words="", kind="missing", joint="topic")
    found = _OPEN.match(sentence, begin)
    if found is None or (found["pronoun"] and _EXPLETIVE.match(sentence, found.start("pronoun"))):
        return _elsewhere(sentence)
    if found["pronoun"]:
        return _opened(found, "pronoun", "pronoun")
    if found["own"]:
        return OpenSubject(
            start=found.start("own"), end=found.end("own"), words=found["own"], kind="pronoun", joint="possessive"
        )
    if found["relation"]:
        at = found.end("relation")
        return OpenSubject(start=at, end=at, words="", kind="definite", noun="default", joint="of")
    if found["definite"]:
        opened = _opened(found, "definite", "definite")
        return OpenSubject(
            start=opened.start, end=opened.end, words=opened.words, kind="definite", noun=found["kind"].lower()
        )
    return _pointing(sentence, found)


def _opened(found: re.Match[str], group: str, kind: str) -> OpenSubject:
    return OpenSubject(
        start=found.start(group),
        end=found.end(group),
        words=found[group],
        kind="definite" if kind == "definite" else "demonstrative" if kind == "demonstrative" else "pronoun",
    )


def _pointing(sentence: str, found: re.Match[str]) -> OpenSubject:
    group = "this" if found["this"] else "pointed"
    opened = _opened(found, group, "demonstrative")
    noun = (found["noun"] or "").lower()
    if found["this"] and not noun:
        # A noun that is not listed may be a verb: only the bare word is sure to be open.
        end = opened.start + 4
        other = (found["other"] or "").lower()
        return OpenSubject(
            start=opened.start,
            end=found.end("other") if other in LABEL_NOUNS else end,
            words=sentence[opened.start : found.end("other") if other in LABEL_NOUNS else end],
            kind="demonstrative",
            noun=other if other in LABEL_NOUNS else "",
        )
    return OpenSubject(start=opened.start, end=opened.end, words=opened.words, kind="demonstrative", noun=noun)


def _elsewhere(sentence: str) -> OpenSubject | None:
    """Words anywhere in the sentence that point out of it."""
    said = _SAID_BY.search(sentence)
    if said:
        return OpenSubject(start=said.start("who"), end=said.end("who"), words=said["who"], kind="pronoun")
    found = _ELSEWHERE.search(sentence)
    if found is None:
        return None
    return OpenSubject(start=found.start(), end=found.end(), words=found[0], kind="demonstrative")
