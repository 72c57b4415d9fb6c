"""Finds who says an English sentence: `"…," said X`, `X told reporters that`, `according to X`.

Comes in: one sentence whose quotations are masked. Goes out: an attribution, or None for the text's own voice. A name
that cannot be told apart from the words around it is left empty.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.text.attribution import Attribution, named_speaker
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.quotes import QUOTE_FILLER as _Q

_STRONG: Final = (
    r"said|says|told|tells|(?<!to\s)(?<!can\s)(?<!not\s)(?<!'t\s)(?<!’t\s)(?<!could\s)(?<!would\s)(?<!you\s)say"
)
_WEAK: Final = (
    r"add(?:ed|s)|explain(?:ed|s)|not(?:ed|es)|stat(?:ed|es)|claim(?:ed|s)?|argu(?:ed|es)|insist(?:ed|s)?|warn(?:ed|s)?"
    r"|announce[ds]?|report(?:ed|s)?|confirm(?:ed|s)?|admit(?:ted|s)?|acknowledge[ds]?|suggest(?:ed|s)?|believe[ds]?"
    r"|think[s]?|thought|estimate[ds]?|predict(?:ed|s)?|expect(?:ed|s)?|testif(?:ied|ies)|tweet(?:ed|s)?|wrote|writes?"
    r"|repl(?:ied|ies)|respond(?:ed|s)|comment(?:ed|s)|conclude[ds]?|recall(?:ed|s)|remark(?:ed|s)|declare[ds]?"
    r"|stress(?:ed|es)?|emphasi[sz]e[ds]?|allege[ds]?|ask(?:ed|s)|continue[ds]|joke[ds]|reveal(?:ed|s)|den(?:ied|ies)"
    r"|maintain(?:ed|s)?|assert(?:ed|s)?|complain(?:ed|s)?|vow(?:ed|s)?|pledge[ds]?|promise[ds]?|observe[ds]"
    r"|quip(?:ped|s)|shout(?:ed|s)|cried|cries|yelled|screamed|whispered|exclaimed|muttered|hinted|described|hope[ds]?|fear(?:ed|s)?|agree[ds]|contend(?:ed|s)?|point(?:ed|s)?\sout"
)
_VERB_EN: Final = lazy_pattern(
    rf"(?<![\w-])(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))(?![\w-])(?P<that>,?(?:\s(?:\w+ly|\w+day|on|in|at|last|this|month|week|year|again|later|to|of|reporters"
    rf"|him|her|them|us|the|how|a|an|his|their|journalists|statement|interview|tweet)){{0,5}}?\s?(?:\sthat\s|:|{_Q}))?",
)
_TRIGGER_EN: Final = lazy_pattern(
    rf"(?<![\w-])(?:{_STRONG}|{_WEAK}|[Aa]ccording\sto|saying)(?![\w-])|:\s*{_Q}|[—–-]\s?[A-Z]"
)
_PASSIVE: Final = lazy_pattern(
    r"(?:\b(?:is|are|was|were|be|been|being|am)|'s|’s|\bgets?|\bgot)(?:\s(?:also|often|widely|generally|commonly|usually"
    r"|sometimes|not|never))?\s*$"
)
_QUOTED_AS: Final = lazy_pattern(r"\b(?:was|were|is|are|been)\s(?:also\s)?quoted\sas\ssaying\b")
_TAIL_WORDS: Final = lazy_pattern(
    r"(?:\s+(?:has|have|had|also|then|later|previously|earlier|further|once|repeatedly|recently|today|yesterday|however|still"
    r"|always|often|now|only|simply|himself|herself|themselves|itself|would|will|did|does|do|can|could|may|might|publicly"
    r"|(?!famil|assembl|all|repl|suppl|ital|jul)[a-z]+ly|on\s(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day))+$"
)
_LEADING: Final = lazy_pattern(
    r"^(?:(?:but|and|so|yet|or|as|when|while|although|though|because|after|before|that|which|if|whereas|since|where|what"
    r"|then|however|meanwhile|still|also|later|afterwards|indeed|instead|earlier|today|yesterday)[,\s]\s*)+",
)
_ADVERBIAL: Final = lazy_pattern(
    r"(?:on|in|at|after|before|during|by|for|from|to|with|under|since|until|as|when|while|although|though|because|if"
    r"|however|meanwhile|later|then|earlier|today|yesterday|but|and|still|despite|following|asked|speaking|last|this|"
    r"according|instead|indeed|also|now|once|\w+ly|\w+ing|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
)
_PRONOUN: Final = (
    "he|she|they|it|i|we|you|who|one|some|many|others|both|neither|someone|somebody|nobody|everyone|people"
)
_SPEAKER_NOUN: Final = (
    r"officials?|police|researchers?|scientists?|experts?|residents?|witness(?:es)?|authorit(?:y|ies)|sources?|lawyers?"
    r"|prosecutors?|analysts?|critics|supporters|campaigners|doctors|economists|historians|investigators?|reports?"
    r"|stud(?:y|ies)|surveys?|statements?|documents?|ministr(?:y|ies)|ministers?|governments?|agenc(?:y|ies)"
    r"|compan(?:y|ies)|spokes(?:man|woman|person|people)|data|figures|papers?|media|newspapers?|records|estimates"
    r"|polls?|statistics|accounts?|committee|commission|council|department|bureau|authors?|judge|court|staff|fans"
    r"|colleagues|friends|neighbou?rs|relatives|family|organi[sz]ers|firm|bank|university|institute|review|press"
    r"|legend|tradition|myth|indictment|complaint|lawsuit|filing|census|website|interview|article|letter|documentary"
)
_WHO_START: Final = lazy_pattern(
    rf"(?:[A-ZÀ-ÖØ-Þ“\"]|\d|(?:the|a|an|his|her|its|their|our|my|your|one|another|some|many|most|several|two|three|four|five"
    rf"|other|both|all|local|senior|former|{_PRONOUN}|{_SPEAKER_NOUN})\b|(?!(?:in|on|at|as|that|to|by|of|for|it|between|with|from|under|over|after|before|and|or|but|when|while|because|than|is|are|was)\s)(?:[a-z-]+\s){{1,3}}[A-Z])"
)
# …, says Kato.
_PLAIN_NAME: Final = lazy_pattern(
    r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May\b|June|July|August|September"
    r"|October|November|December)(?:(?:Dr|Mr|Mrs|Ms|Prof)\.\s)?[A-ZÀ-ÖØ-Þ][\w'’-]*(?:\s[A-ZÀ-ÖØ-Þ][\w.'’-]*){0,3}"
)
_LAST_PRONOUN: Final = lazy_pattern(r"\s(he|she|they|it|we|I)$")
_FINITE: Final = lazy_pattern(
    r"\sto\s?$|\s(?:am|is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|did|does|do|broke|came|went|became)\s"
)
_ABBREVIATED: Final = (
    r"(?:Dr|Mr|Mrs|Ms|Prof|Gen|Maj|Sgt|Capt|Lt|Col|St|Jr|Sr|Rev|Sen|Rep|Gov|Det|Supt|Insp|Const|[A-Z])\."
)
_INVERTED: Final = lazy_pattern(
    rf"\s+(?P<who>(?:{_ABBREVIATED}|[^\s,.;:{_Q}]+)(?:\s(?!(?:in|on|at|after|as|during|when|while|who|from|to|about|by|this|last"
    rf"|adding|before|and\sadded|outside|following|upon|with|because|that)\b)(?:{_ABBREVIATED}|[^\s,.;:{_Q}]+)){{0,9}})"
)
_ACCORDING: Final = lazy_pattern(
    rf"(?P<comma>^|,|;|[—–-]|\bbut|\band|{_Q})?\s*\b[Aa]ccording\sto\s"
    rf"(?P<who>(?:{_ABBREVIATED}|[^\s,.;:{_Q}()]+)(?:\s(?:{_ABBREVIATED}|[^\s,.;:{_Q}()]+)){{0,13}})"
)
_SPEAKER_INSIDE: Final = lazy_pattern(rf"\b(?:{_SPEAKER_NOUN})\b")
_SOURCE_START: Final = lazy_pattern(
    rf"(?:the\s|a\s|an\s|one\s|some\s)?[A-ZÀ-ÖØ-Þ]|(?:\w+['’]?s?\s){{0,5}}(?:{_SPEAKER_NOUN})\b|h[ie][mr]\b|them\b"
)
_NAME_EN: Final = r"[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:\s(?:[A-ZÀ-ÖØ-Þ&][\w.'’-]*|of|the|de|van|von|and|for)){0,5}"
_LABEL: Final = lazy_pattern(rf"^\s*(?P<who>{_NAME_EN}):\s*{_Q}")
_CREDIT: Final = lazy_pattern(rf"{_Q}\s*(?:[—–]|--?)\s?(?P<who>{_NAME_EN})")
_HEARSAY_EN: Final = lazy_pattern(
    r"\b(?:is|are|was|were)\s(?:\w+ly\s)?(?:said|alleged|rumou?red|reported|claimed|believed|thought|understood|reputed)\sto\b"
    r"|\b[Ii]t\s(?:is|was|has\sbeen)\s(?:\w+ly\s)?(?:said|alleged|rumou?red|reported|claimed|believed|thought)\sthat\b"
    r"|\b(?:[Rr]eportedly|[Aa]llegedly|[Pp]urportedly|[Ss]upposedly)\b|\b[Rr]umou?r\shas\sit\b|\b[Pp]eople\ssay\b"
)
_MOST_WORDS: Final = 14


def english_attribution(sentence: str) -> Attribution | None:
    """Who says the masked English sentence, or None."""
    if _TRIGGER_EN.search(sentence) is None and _HEARSAY_EN.search(sentence) is None:
        return None
    found = list(_en_candidates(sentence))
    if found:
        named = [one for one in found if one.speaker]
        first = (named or found)[0]
        others = {one.speaker.lower() for one in named} - {first.speaker.lower()}
        return Attribution(speaker=first.speaker, start=first.start, end=first.end, nested=bool(others))
    hearsay = _HEARSAY_EN.search(sentence)
    if hearsay:
        return Attribution(speaker="", start=hearsay.start(), end=hearsay.end(), hearsay=True)
    return None


def _en_candidates(sentence: str) -> Iterator[Attribution]:
    for pattern in (_LABEL, _CREDIT):
        label = pattern.search(sentence)
        if label and not _VERB_EN.search(label["who"]) and not _FINITE.search(label["who"]):
            yield named_speaker(sentence, label.start("who"), label.end("who"))
    quoted_as = _QUOTED_AS.search(sentence)
    who = _who_en(sentence[: quoted_as.start()], 0, last=False) if quoted_as else None
    if who:
        yield named_speaker(sentence, *who)
    for verb in _VERB_EN.finditer(sentence):
        found = _en_said(sentence, verb.start(), verb.end("strong" if verb["strong"] else "weak"), _is_report(verb))
        if found:
            yield found
    for source in _ACCORDING.finditer(sentence):
        if _SOURCE_START.match(source["who"]) and (
            source["comma"] is not None or _SPEAKER_INSIDE.search(source["who"]) or source["who"][0].isupper()
        ):
            yield named_speaker(sentence, source.start("who"), source.end("who"))


def _is_report(verb: re.Match[str]) -> bool:
    return bool(verb["strong"] or verb["that"])


def _en_said(sentence: str, start: int, end: int, reports: bool) -> Attribution | None:
    """The attribution by the verb at `start`; None where it reports nothing."""
    left = sentence[:start]
    after_quote = left.rstrip(" ,").endswith(_Q)
    inverted = _inverted(sentence, end, after_quote=after_quote, after_comma=reports and left.endswith(", "))
    if inverted and not sentence.startswith("t", start):  # nobody writes: "…," told Kato
        return inverted
    boundary = max(left.rfind(_Q), left.rfind("; "), left.rfind(": ")) + 1
    segment = left[boundary:]
    if _PASSIVE.search(segment) or segment.rstrip().lower().endswith(" the"):
        return None
    ends_here = not sentence[end : end + 1] or sentence[end] in ".,;:!?" or sentence[end : end + 4] in (" in ", " on ")
    # The dam broke, the advert states.
    closes = ", " in segment and sentence[end:].strip() in (".", "!")
    if not reports and not closes and not (left[:boundary].endswith(_Q) and ends_here):
        return None
    who = _who_en(segment, boundary, last=ends_here)
    if who is None:
        return Attribution(speaker="", start=start, end=end) if after_quote else None
    return named_speaker(sentence, *who)


def _inverted(sentence: str, end: int, *, after_quote: bool, after_comma: bool) -> Attribution | None:
    """The speaker behind the verb: `"…," said the mayor`, `…, says Kato,`."""
    found = _INVERTED.match(sentence, end) if after_quote or after_comma else None
    if found is None:
        return None
    fits = _WHO_START.match(found["who"]) if after_quote else _PLAIN_NAME.fullmatch(found["who"])
    return named_speaker(sentence, *found.span("who")) if fits else None


def _who_en(segment: str, offset: int, *, last: bool) -> tuple[int, int] | None:
    """Where the speaker stands in the words before the verb; None where no noun can be told apart."""
    kept = _TAIL_WORDS.sub("", " " + segment.rstrip())[1:]
    apposition = kept.rstrip().endswith(",")
    kept = kept.rstrip(" ,")
    start = len(segment) - len(segment.lstrip(" ,—–-"))
    parts = []
    position = start
    for part in kept[start:].split(", "):
        parts.append((position, position + len(part)))
        position += len(part) + 2
    while len(parts) > 1 and _ADVERBIAL.match(kept[parts[0][0] : parts[0][1]].lower()):
        parts.pop(0)
    first, end = parts[0] if apposition or not last else parts[-1]
    if not apposition and not last:  # A, B and C said; otherwise only the last part is the subject
        first, end = (first if " and " in kept[slice(*parts[-1])] else parts[-1][0]), parts[-1][1]
    leading = _LEADING.match(kept[first:end].lower())
    first += leading.end() if leading else 0
    pronoun = _LAST_PRONOUN.search(kept[first:end])
    first += pronoun.start(1) if pronoun else 0
    who = kept[first:end]
    if not _WHO_START.match(who) or len(who.split()) > _MOST_WORDS or _FINITE.search(who + " "):
        return None
    return offset + first, offset + first + len(who.rstrip())
