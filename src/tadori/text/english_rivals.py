"""What else in an English sentence `It` or `They` could take up, besides its subject; and subjects that are no names.

In: a sentence and its subject. Out: whether another single thing (or several things) stand in it as a phrase of their
own. A name before a plural noun (`PostgreSQL database types`) is none, nor is a place or a time. Fail closed: what may
be a rival is one.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import Name

# A singular noun phrase that stands behind no preposition: an object that `It` may take up as well.
_SINGULAR: Final = lazy_pattern(
    r"(?<!\bin)(?<!\bat)(?<!\bon)(?<!\bof)(?<!\bto)(?<!\bby)(?<!\bfor)(?<!\bfrom)(?<!\bwith)(?<!\bacross)(?<!\bsince)"
    r"(?<!\bduring)(?<!\binto)(?<!\bnear)(?<!\bas)(?<!\bafter)(?<!\bbefore)\s(?:a|an|the|this|that(?!\s(?:can|may|is|are|was|were|has|have|will|do|does|[a-z]+(?:ed|s))\s)|its|his|her|another|each|every)\s"
)
_CALLED: Final = lazy_pattern(r"\b(?:called|named|titled|entitled|known\sas)\s")
_CODE: Final = lazy_pattern(r"[\w.]+_\w+|\w+\(\)|\w/\w|(?<!\w)--?[a-z]\w")
_MODIFIES: Final = lazy_pattern(
    r"[\"”’']?(?:\s(?:and|or)\s[\"“]?[\w\s-]{1,30}[\"”]?)?(?:\s[a-z-]+){0,2}?\s[a-z-]{2,}(?<!s)(?<!u)(?<!i)s(?=[\s.,;:)]|$)(?!\s(?:a|an|the)\s)"
)
_PLURAL: Final = lazy_pattern(
    r"\b(?!(?:its|his|this|is|was|has|does|as|always|perhaps|less|across|years|months|days)\b)[a-z-]{3,}(?<![sui])s\b"
)
_PEOPLE: Final = lazy_pattern(r"\b(?:people|men|women|children|police|both|others|all|those|these|them|their)\b")


def modifies_plural(sentence: str, name: Name) -> bool:
    """Whether the name only says which things are meant: `C equivalents`, `"common IO" configurations`."""
    return _MODIFIES.match(sentence, name.end) is not None


def names_another_thing(sentence: str, subject_end: int, others: list[Name]) -> bool:
    """Whether the sentence has a second single thing behind its subject that `It` may take up."""
    if _SINGULAR.search(sentence, subject_end) or _CALLED.search(sentence, subject_end):
        return True
    if _CODE.search(sentence, subject_end + 2):
        return True
    return any(not modifies_plural(sentence, name) for name in others)


def names_other_things(sentence: str, subject_end: int, others: list[Name]) -> bool:
    """Whether the sentence has several other things behind its subject that `They` may take up."""
    return bool(others or _PLURAL.search(sentence, subject_end) or _PEOPLE.search(sentence, subject_end))


_DETERMINED: Final = (
    r"(?:a|an|the|its|no|any|all|only|few|some|many|more|most|several|two|three|four|five|both|each|every|that|whether"
    r"|in|on|to|at|for|with|from|by|as|into|between|about|\d)(?![\w-])|[A-Z]"
)
_AUXILIARIES: Final = "is|was|are|were|has|had|have|will|would|can|could|may|might|must|shall|should|does|did|do"
NOT_IN_SUBJECT: Final = (
    r"(?!(?:of|in|and|or|to|that|which|who|whom|whose|for|by|with|at|from|on|upon|over|under|into|than|as|when|while|if"
    r"|where|this|these|those|them|they|we|it|he|she|you|itself|themselves|the|a|an|not|also|only|now"
    r"|then|still|often|never|always|[a-z]+ly)(?![\w-]))"
)
"""Words that end a plain noun phrase: what they open is no part of the subject's words."""
_WORDS: Final = rf"(?:{NOT_IN_SUBJECT}[A-Za-z][\w.()+/-]*\s){{1,4}}?"
_THE_NOUN: Final = lazy_pattern(
    rf"(?P<np>The\s{_WORDS}{NOT_IN_SUBJECT}[a-z][\w-]*)(?=(?:\sitself)?(?:\s(?:originally\s|first\s)?(?P<post>[a-z]+ed|written|built|made)\sby\s[A-Z][\w&.-]*(?:\s[A-Z][\w&.-]*){{0,3}})?"
    rf"\s(?:(?:also|now|then|still|usually|often|normally|automatically|simply|no\slonger)\s)?(?:(?:{_AUXILIARIES})\s|[a-z]{{2,}}[a-rt-z]s\s(?:{_DETERMINED})))"
)
_PREPOSITIONS: Final = (
    "in|on|at|during|by|since|from|until|after|before|following|under|with|within|over|throughout|for|as|like|unlike"
    "|despite|through|between|around|along|upon|among|to|of|the|a|an"
)
_BARE_PLURAL: Final = lazy_pattern(
    r"(?P<np>(?!(?:Most|Many|Some|Few|All|No|Several|Both|Such|These|Those|This|Various|Any|Certain|Each|More|Less|Fewer"
    r"|It|There|What|His|Her|Its|Their|Our|My|Unless|Always|Perhaps|If|When|While|Where|Although|Though|Because|Since"
    r"|Once|[A-Z][a-z]+ly)\s)"
    rf"{NOT_IN_SUBJECT}(?!(?i:{_PREPOSITIONS})\s)[A-Z][\w-]*(?:\s{NOT_IN_SUBJECT}[A-Za-z][\w-]*){{0,3}}?(?<![sui])s)(?=\s(?:are|were)\s)"
)
_LABEL: Final = lazy_pattern(r"(?P<label>[A-Za-z][\w.+/-]{0,30}):\s(?=(?:The|A|An)\s)")


def common_noun_subject(sentence: str, at: int) -> tuple[int, int] | None:
    """The span of a subject that is no name: `The oid type`, `The troff program developed by …`, `Hash values`."""
    label = _LABEL.match(sentence, at)
    found = _THE_NOUN.match(sentence, label.end() if label else at) or _BARE_PLURAL.match(sentence, at)
    return found.span("np") if found else None


def after_by_phrase(sentence: str, at: int) -> int:
    """Where the verb is looked for, behind `itself` or `originally developed by AT&T`."""
    found = _POST.match(sentence, at)
    return found.end() if found else at


_POST: Final = lazy_pattern(
    r"(?:\sitself)?(?:\s(?:originally\s|first\s)?(?:[a-z]+ed|written|built|made)\sby\s[A-Z][\w&.-]*(?:\s[A-Z][\w&.-]*){0,3}(?=\s[a-z]))?"
)
_ROLE: Final = lazy_pattern(r"\bas\s(?:(?:a|an|the)\s)?(?:[a-z]+\s){0,2}?[a-z]+(?=[\s.,])")


def without_roles(text: str) -> str:
    """`trained as a lawyer`: what somebody is or was is nobody else."""
    return _ROLE.sub(" ", text)


def is_common_person(words: str, people: frozenset[str]) -> bool:
    """Whether a common noun phrase is a person: `The mayor`."""
    return re.split(r"[\s-]", words.partition(" of ")[0])[-1].lower() in people


# `It is our duty to`, `It will be conceded that`, `It remains for`: this `It` may stand for what follows.
_FOR_WHAT_FOLLOWS: Final = lazy_pattern(
    r"it(?:['’]s|\s(?:[a-z]+\s){0,3}?(?:is|was|be|been|being|remains|remained|seems|appears|follows|means))\b"
    r"(?:,?\s[\w'’-]+,?){0,9}?\s(?:that|whether|why|how|never\sto|for\s[\w\s]{1,40}\sto)\b"
    r"|it(?:['’]s|\s(?:[a-z]+\s){0,3}?(?:is|was|be|been|remains|seems|appears))\b(?:,?\s[\w'’-]+,?){0,6}?"
    r"\s(?!able|due|set|meant|similar|equal|equivalent|close|next|subject|related|free|limited|according|up|used|ready)"
    r"[a-z]*(?:[^d\s]|[^e]d),?\sto\s(?!(?:a|an|the|its|[A-Z\d])\b)"
    r"|it\s(?:remains|remained|takes|took)\s(?:for|to)\b|it\swould\s(?:not\s)?(?:be|have\sbeen)\s",
    re.IGNORECASE,
)


def may_stand_for_a_clause(sentence: str, at: int) -> bool:
    """Whether the `It` at `at` may stand for a clause behind it instead of something before."""
    return _FOR_WHAT_FOLLOWS.match(sentence, at) is not None


_ANOTHER_CLAUSE: Final = lazy_pattern(
    r"\b(?:if|when|whenever|unless|because|while|whereas|although|though|but|and)\s(?!(?:it|they|is|was|are|were|has|had|have|can|will|then)\b)"
    r"(?:[\w-]+\s){1,4}?(?:is|was|are|were|has|had|have|can|cannot|will|would|may|must|does|did|do)\s"
)


def has_another_clause(sentence: str, at: int) -> bool:
    """Whether a second clause with a subject of its own follows: `… if gitweb cannot determine its value`."""
    return _ANOTHER_CLAUSE.search(sentence, at) is not None or _SECOND.search(sentence, at) is not None


_SECOND: Final = lazy_pattern(r",\s(?:and|or|but)\s(?!(?:is|was|has|can|will|it)\b)|\bin\sits\s")


_TRANSFERRED: Final = lazy_pattern(
    r"\s(?:sold|merged|replaced|acquired|bought|absorbed|succeeded|compared|attached|added|linked|connected|joined"
    r"|transferred|handed|leased|given|superseded|combined|taken\sover|followed|preceded)\s(?:[a-z]+\s){0,2}?(?:to|by|with|into|from|in\sfavou?r\sof)\s"
)


def has_another_side(sentence: str, at: int) -> bool:
    """`was sold to the Rana mine`: the other side of a deal is as likely to be spoken of next."""
    return _TRANSFERRED.search(sentence, at) is not None
