"""What the open subject of an English sentence stands for; called by `subjects.py`.

In: a sentence, its open words and the text around it. Out: the one mention that they stand for, or None. The mention
 is the subject of the sentence before, of the right kind, number and gender, where that sentence says what it is
(`X is a Brazilian airline`), has no object, or carries the same subject on; the noun behind `The` or `This` must be
the one by which a name was introduced; in a manual it is the term in the heading.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.model.ids import EN
from tadori.text.english_rivals import (
    has_another_clause,
    has_another_side,
    may_stand_for_a_clause,
    modifies_plural,
    names_another_thing,
    names_other_things,
    without_roles,
)
from tadori.text.english_subject import EnglishSubject, english_subject, name_words_raw, other_names
from tadori.text.headed_terms import headed_term, term_line
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import Name, names, same_name
from tadori.text.open_english import LABEL_NOUNS, open_subject_en
from tadori.text.sentences import TextSpan, sentences
from tadori.text.speech_marks import begins_in_speech
from tadori.text.subject_types import OpenSubject, ResolvedSubject
from tadori.text.subject_words import (
    COMPANY_FORMS,
    HEADED_NOUNS,
    NOUN_MEMBERS,
    ORGANISATION_VERBS,
    ORGANISATION_WORDS,
    PERSON_NOUNS,
)

_FAREWELL: Final = 5
"""How many sentences a subject is followed back: further off, another one has come in between."""


@dataclass(frozen=True, slots=True)
class _Page:
    """The sentences before, the newest last, with their offsets in `before`."""

    before: str
    spans: tuple[TextSpan, ...]
    heading: str
    title: str

    def sentence(self, at: int) -> str:
        return self.before[self.spans[at].start : self.spans[at].end]

    def earlier(self, at: int) -> "_Page":
        return _Page(self.before, self.spans[:at], self.heading, self.title)


def resolve_subject_en(
    sentence: str, opening: OpenSubject, before: str, heading: str, title: str
) -> ResolvedSubject | None:
    """What `opening` of `sentence` stands for, or None."""
    page = _Page(before, tuple(sentences(before, EN)), heading, title)
    if begins_in_speech(before, len(before)) or begins_in_speech(sentence, opening.start):
        return None
    # What a fronted phrase names may be meant as well: `After Exel's bid for Tibbett, it …`.
    if any(
        " " in name.text or opening.words.lower() not in ("he", "she") for name in _fronted_names(sentence, opening)
    ):
        return None
    return _resolved(sentence, opening, page) or _agent(sentence, opening, page)


def _agent(sentence: str, opening: OpenSubject, page: _Page) -> ResolvedSubject | None:
    """The only name of the sentence before, its subject, for an `It` that pays, buys or announces: no thing does."""
    if opening.words.lower() != "it" or not page.spans or not _ACTS.match(sentence, opening.end):
        return None
    text, offset = page.sentence(len(page.spans) - 1), page.spans[-1].start
    subject = english_subject(text)
    if subject is None or not subject.named or subject.plural or subject.person or subject.thing:
        return None
    if other_names(text, subject) or begins_in_speech(page.before, offset):
        return None
    start = offset + subject.start
    return ResolvedSubject(words=subject.words, place="before", start=start, end=start + len(subject.words))


_ACTS: Final = lazy_pattern(
    r"\s(?:(?:is|was|has|had|will|would|also|now|then|later|already|still|not|been|be|have)\s){0,3}"
    r"(?:pa(?:id|ying)|buying|bought|announc\w*|agree[ds]?|agreeing|acquir\w*|purchas\w*|denie[sd]|apologi[sz]\w*|appoint\w*"
    r"|refus\w*|donat\w*|sue[sd]?)\b",
    re.IGNORECASE,
)


def _fronted_names(sentence: str, opening: OpenSubject) -> list[Name]:
    """Names before the open words, but for titles in quotation marks, which are no persons."""
    head = sentence[: opening.start]
    person = opening.words.lower() in ("he", "she", "his", "her")
    return [
        name
        for name in other_names(head, None)
        if not (person and head[name.start - 1 : name.start] in ('"', "“")) and not modifies_plural(head, name)
    ]


def _resolved(sentence: str, opening: OpenSubject, page: _Page) -> ResolvedSubject | None:
    typed = _TYPED_HEADING.search(page.heading)
    if typed and opening.noun and opening.noun not in ("default", typed[1].lower()):  # `This module` below a directive
        return None
    headed = HEADED_NOUNS if opening.kind == "demonstrative" else _HEADED_BY_THE
    if opening.joint in ("topic", "of") or (opening.noun in headed and opening.start == 0):
        found = _by_heading(page)
        if (
            found
            and opening.kind == "definite"
            and opening.noun != "default"
            and not _is_called(found, opening.noun, page)
        ):
            return None
        if found or opening.joint:
            return found
    if opening.kind == "demonstrative" and (opening.noun in LABEL_NOUNS or _IS_DEFINED.match(sentence)):
        return _by_heading(page) if not page.before.strip() else None
    if opening.noun:
        return _by_noun(opening, page)
    if opening.kind != "pronoun" or not page.spans:
        return None
    return _by_subject(opening, sentence, page)


_TYPED_HEADING: Final = lazy_pattern(r"\s(Directive|Option|Parameter|Command|Function|Method|Module)\s*$")
_HEADED_BY_THE: Final = frozenset(
    "parameter option setting variable directive attribute command function method module".split()
)


def _is_called(found: ResolvedSubject, noun: str, page: _Page) -> bool:
    """Whether the page calls the term so: `RewriteRule Directive`, `the RewriteRule directive`, `find(…)`."""
    if noun in ("function", "method") and "(" in page.heading:
        return True
    return noun in page.heading.lower() or f"{found.words} {noun}".lower() in page.before.lower()


_IS_DEFINED: Final = lazy_pattern(r"This\s(?:is|was)\s(?:a|an|the)\s")


def _by_heading(page: _Page) -> ResolvedSubject | None:
    """The term that the heading, or a line of its own before, names; none of another kind may have come between."""
    headed = headed_term(page.heading)
    term = page.heading[headed[0] : headed[1]] if headed else ""
    for at in range(len(page.spans) - 1, -1, -1):
        text = page.sentence(at)
        span = term_line(text)
        if span:
            start = page.spans[at].start + span[0]
            return ResolvedSubject(
                words=text[span[0] : span[1]], place="before", start=start, end=start + span[1] - span[0]
            )
        subject = english_subject(text)
        if subject and subject.named and (headed is None or term not in subject.words):
            return None
    if headed is None:
        return None
    return ResolvedSubject(words=term, place="heading", start=headed[0], end=headed[1])


def _by_noun(opening: OpenSubject, page: _Page) -> ResolvedSubject | None:
    """The one name that was introduced as such a thing, and that no other name has replaced since."""
    wanted = NOUN_MEMBERS.get(opening.noun, frozenset([opening.noun]))
    for at in range(len(page.spans) - 1, max(-1, len(page.spans) - 1 - _FAREWELL), -1):
        text = page.sentence(at)
        if _another(opening.noun, text) or begins_in_speech(page.before, page.spans[at].start):
            return None
        carried = open_subject_en(text)
        if carried and carried.noun == opening.noun:
            continue
        subject = english_subject(text, page.title)
        if subject and (subject.named or _names_one(subject, wanted)):
            such = any(_is_such(one, wanted) for one in _known(subject, page, at)) and not subject.plural
            # `X is a company founded by Y` speaks of X; `X sold its barrels to Y` leaves it open which of them it is.
            clear = bool(subject.heads & wanted) or not other_names(text, subject)
            clear = clear and not (subject.heads & _PARTS and names(text[subject.end :], EN))
            return _mention(subject, page, at) if such and clear else None
        if _rivals(text, opening.noun):
            return None
    return None


def _names_one(subject: EnglishSubject, wanted: frozenset[str]) -> bool:
    """`The Orkla hydroelectric plant`: a common noun that a name goes before."""
    words = subject.words.split()
    return words[-1] in wanted and len(words) > 2 and words[1][:1].isupper()


_PARTS: Final = frozenset("subsidiary unit division brand affiliate branch part arm label".split())


def _another(noun: str, text: str) -> bool:
    """Whether the text speaks of a second thing of the kind."""
    return (
        re.search(rf"\b(?:another|other|second|two|both|rival|each)\s(?:\w+\s)?{noun}", text, re.IGNORECASE) is not None
    )


def _is_such(subject: EnglishSubject, wanted: frozenset[str]) -> bool:
    parts = name_words_raw(subject.words)
    named = set(parts[1:]) & (COMPANY_FORMS | ORGANISATION_WORDS)
    by_form = "company" in wanted and not subject.person and (bool(named) or subject.verb in ORGANISATION_VERBS)
    bare = parts[1:] if parts[0] == "the" else parts
    head = bare[: bare.index("of")] if "of" in bare[1:] else bare  # the Treaty of Ulm
    by_name = len(bare) > 1 and (head[-1] in wanted or bare[0] in wanted)
    return bool(subject.heads & wanted) or by_form or by_name or parts[-1] in wanted


def _rivals(text: str, noun: str) -> bool:
    """Whether `text` names something that could be the `noun`."""
    found = other_names(text, None)
    if noun in ("company", "firm", "group", "business", "team", "club", "bank", "party", "band", "school", "agency"):
        return bool(found)
    wanted = NOUN_MEMBERS.get(noun, frozenset([noun]))
    return any(re.search(rf"\b(?:{'|'.join(map(re.escape, wanted))})s?\b", text, re.IGNORECASE) for _ in found[:1])


def _mention(subject: EnglishSubject, page: _Page, at: int) -> ResolvedSubject:
    start = page.spans[at].start
    return ResolvedSubject(words=subject.words, place="before", start=start + subject.start, end=start + subject.end)


def _by_subject(opening: OpenSubject, sentence: str, page: _Page) -> ResolvedSubject | None:
    """The subject of the sentence before, or what that one carries on."""
    pronoun = _PRONOUNS[opening.words.lower()]
    # Whoever speaks is another question.
    if not pronoun or (opening.words.lower() == "it" and may_stand_for_a_clause(sentence, opening.start)):
        return None
    at = len(page.spans) - 1
    text = page.sentence(at)
    if begins_in_speech(page.before, page.spans[at].start) or len(page.spans) > 400:
        return None
    earlier = open_subject_en(text)
    if earlier is not None and earlier.start < 100:
        return _carried_on(pronoun, earlier, text, page.earlier(at))
    subject = english_subject(text, page.title)
    if subject is None or not _fits(subject, pronoun, page, at, sentence):
        return None
    return _mention(subject, page, at)


_PRONOUNS: Final = dict.fromkeys(("we", "our", "i", "my"), "") | {
    "it": "it", "its": "it", "he": "he", "his": "he", "she": "she", "her": "she", "they": "they", "their": "they",
}  # fmt: skip


def _carried_on(pronoun: str, earlier: OpenSubject, text: str, page: _Page) -> ResolvedSubject | None:
    """`It …. It …`: the sentence before has an open subject of the same kind, which is resolved in its turn."""
    if earlier.kind == "pronoun":
        same = _PRONOUNS[earlier.words.lower()] == pronoun
    else:
        same = bool(earlier.noun) and (pronoun in ("he", "she")) == (earlier.noun in PERSON_NOUNS)
    if not same or (len(page.spans) == 0 and not earlier.noun):
        return None
    if pronoun == "it" and _new_thing(text, earlier.end):
        return None
    if earlier.joint == "possessive" and _another_owned(text, earlier.end):
        return None
    return _resolved(text, earlier, page)


def _another_owned(text: str, at: int) -> bool:
    """`His brother Per …`, `Its subsidiary …`: somebody else, whom the next sentence may speak of."""
    words = re.split(r"[,\"“]", text[at : at + 80])[0].split()[:4]
    others = PERSON_NOUNS | NOUN_MEMBERS["company"] | {"parent", "successor", "predecessor", "rival", "owner", "child"}
    return any(word[:1].isupper() or word.strip(",.").lower() in others for word in words)


def _new_thing(text: str, at: int) -> bool:
    """Whether the sentence brings in another thing that `It` may take up: a named or an indefinite object."""
    return _OBJECT_NAMED.match(text, at) is not None


_OBJECT_NAMED: Final = lazy_pattern(
    r"\s+(?:[a-z]+\s+){1,2}(?:\"|“|(?:the\s)?[A-Z]|(?:a|an|another)\s)(?<!\bis\sa\s)(?<!was\sa\s)(?<!is\san\s)(?<!was\san\s)"
)


def _fits(subject: EnglishSubject, pronoun: str, page: _Page, at: int, sentence: str) -> bool:
    """Whether `subject` is of the pronoun's kind, number and gender, and nothing else in its sentence is."""
    text = page.sentence(at)
    others = other_names(text, subject)
    if pronoun == "they":
        return subject.plural and (subject.copular or not names_other_things(text, subject.end, others))
    if subject.plural:
        return False
    known = _known(subject, page, at)
    if pronoun in ("he", "she"):
        return _is_name(subject, page) and _fits_person(subject, known, pronoun, text, sentence)
    if any(one.person for one in known) or re.search(r"\b(?:he|his|him|she|her)\b", text):
        return False
    if not subject.named and not subject.copular and " of " in subject.words:  # the whole or the part
        return False
    if not subject.named and has_another_clause(text, subject.end):
        return False
    if subject.passive and has_another_side(text, subject.end):
        return False
    if subject.copular or (subject.passive and any(one.thing for one in known)):
        return subject.named or not others
    thing = any(one.thing for one in known) or re.search(r"\bits\b", text) is not None
    return thing and not names_another_thing(text, subject.end, others)


def _is_name(subject: EnglishSubject, page: _Page) -> bool:
    """Whether a single word at the start of a sentence is a name: `Police` is one nowhere else."""
    if subject.person or " " in subject.words:
        return True
    word = re.escape(subject.words)
    small = re.search(rf"\b{re.escape(subject.words.lower())}\b", page.before)
    return small is None and re.search(rf"[a-z,]\s{word}\b", page.before) is not None


def _known(subject: EnglishSubject, page: _Page, at: int) -> list[EnglishSubject]:
    """What this and earlier sentences show about the same name."""
    found = [subject]
    for index in range(at):
        other = english_subject(page.sentence(index), page.title)
        if other and subject.named and same_name(other.words, subject.words):
            found.append(other)
    return found


def _fits_person(subject: EnglishSubject, known: list[EnglishSubject], pronoun: str, text: str, sentence: str) -> bool:
    genders = {one.gender for one in known} - {""}
    wanted, opposite = ("male", "female") if pronoun == "he" else ("female", "male")
    if opposite in genders or any(one.thing for one in known) or not subject.named:
        return False
    own = {"he": r"\b(?:his|he|him|himself)\b", "she": r"\b(?:her|she|herself)\b"}
    theirs = own["she" if pronoun == "he" else "he"]
    if re.search(theirs, text) and not re.search(own[pronoun], text):
        return False
    if any(one.person for one in known) and (subject.copular or not _people(text, subject)):
        return True
    if _is_only_person(subject, text, known):
        return True
    both_say = subject.verb in _SAYING and _SAYS.search(sentence) is not None
    shown = wanted in genders or re.search(own[pronoun], text) is not None or any(one.person for one in known)
    return shown and (both_say or not other_names(text, subject)) and len(subject.words.split()) <= 5


def _is_only_person(subject: EnglishSubject, text: str, known: list[EnglishSubject]) -> bool:
    """`Olav Lind led the harbour office`: two or three words that are no organisation, and nobody else is spoken of."""
    words = name_words_raw(subject.words)
    if not 2 <= len(words) <= 3 or set(words) & (COMPANY_FORMS | ORGANISATION_WORDS | {"the", "of"}):
        return False
    others = {word.strip(".,;").lower() for word in without_roles(text[subject.end :]).split()}
    spoken = others & (PERSON_NOUNS | {"who", "whose", "people", "police", "he", "she", "they"})
    return not (other_names(text, subject) or spoken or subject.plural or subject.copular) and all(
        one.named for one in known
    )


_SAYING: Final = frozenset("said says told added wrote argued explained claimed announced warned insisted".split())
_SAYS: Final = lazy_pattern(
    r"^(?:But\s|And\s)?(?:He|She)\s(?:also\s|later\s|then\s)?(?:said|says|added|told|wrote|argued|explained|warned)\b"
)


def _people(text: str, subject: EnglishSubject) -> list[str]:
    """Other names in the sentence that may be people: two words or more, or behind a title."""
    return [
        name.text
        for name in other_names(text, subject)
        if " " in name.text
        or re.search(r"\b(?:Mr|Mrs|Ms|Dr|Sir|brother|sister|son|wife|husband|friend)\.?\s$", text[: name.start])
    ]
