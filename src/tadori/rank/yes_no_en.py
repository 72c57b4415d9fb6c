"""Reads what one English sentence says to a yes/no question: that it is so, that it is not, or nothing certain.

In: a parsed question, a sentence, the tokens of what stands above it. Out: True, False or None. A clause decides when
it holds every word of the question, its subject is nothing else, the words stand in the order of the question, it is
meant as the question means it (may, must, should), and nothing restricts it: no `if`, no `only`, no `most`.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.rank.yes_no_clauses import FINITE, Clause, clauses
from tadori.rank.yes_no_form import DENIED_BY_WORD_EN, Asked, Wanted, asked_after, said_en
from tadori.text.antonyms import is_loose, opposites
from tadori.text.negation import hedges
from tadori.text.tokens import terms, tokens


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int
    hits: frozenset[str]
    is_content: bool


def stated_en(wanted: Wanted, sentence: str) -> bool | None:
    """Whether `sentence` says that what is asked is so; None where it does not say it clearly."""
    found = {said for clause in clauses(sentence) if (said := _said(wanted, clause)) is not None}
    return found.pop() if len(found) == 1 else None


_UNSURE: Final = re.compile(
    r"\b(?:if|unless|except|only|until|provided|whether|depending|depends|usually|normally|generally|typically|sometimes|often"
    r"|rarely|most|mostly|many|few|some|certain|partly|partially|almost|nearly|previously|formerly|originally|initially|used\s+to"
    r"|historically|once|unlike|as\s+of|instead|rather|when|where|while|who|whom|that|which|whose|before|after|at\s+least|more\s+than"
    r"|less\s+than|approximately|about|both|either|all|every|each|any|always|entirely|fully|tr(?:y|ies|ied)"
    r"|attempt\w*|want\w*|wish\w*|plan\w*|refus\w*|asked|ordered|hop(?:e|es|ed)|intend\w*|expected|supposed|claim\w*|believ\w*|said"
    r"|says|reported\w*|considered|proposed|may|might|would|seem\w*|appear\w*|likely|possibly|perhaps|probably|suggest\w*|said"
    r"|allegedly|reportedly|according|effectively|other|others|another|different|similar|old|older|re-?open\w*|explicitly)\b",
    re.I,
)
"""Words that bound a statement, or leave it open: a clause that has one which the question has not decides nothing."""
_HARMLESS: Final = re.compile(
    r"\beach\s+time\b|\bnot\s+(?:any|all)\b|\bany\b|\bmay\s+not\b|\bfirst\s+and\s+(?:to\s+date\s+)?only\b|\bMay\s+\d",
    re.I,
)
_ALL: Final = re.compile(r"\b(?:all|every|each|always|only|both|most|first|entirely|fully|by\s+default|never)\b", re.I)
_DENIES: Final = re.compile(r"\b(?:not|cannot|never|no\s+longer)\b|n't\b", re.I)
_DENYING: Final = re.compile(
    r"\b(?:not|cannot|never|no|none|neither|nor|without|lack\w*|fail\w*|nothing|nobody|unable|hardly|barely|un(?!ited|der)\w+ed)\b|n't\b",
    re.I,
)
_PAST: Final = re.compile(r"\b(?:was|were|had|did|could|wasn't|weren't|didn't)\b", re.I)
_PRESENT: Final = re.compile(r"\b(?:is|are|do|does|can|isn't|aren't|don't|doesn't)\b", re.I)


def _said(wanted: Wanted, clause: Clause) -> bool | None:
    words = _words(clause.text, wanted)
    if (
        not _holds_signs(wanted, clause)
        or not _is_bound_alike(wanted.question, clause)
        or not _covers(wanted, words, clause)
    ):
        return None
    asked, said = asked_after(wanted.question, japanese=False), said_en(clause.text)
    if asked is not said and not (asked is Asked.ADVISED and said is Asked.NEEDED):
        return None
    verb = FINITE.search(clause.text)
    if verb is None:
        return _by_run(wanted, words, clause.text)
    if not _is_same_time(wanted.question, verb[0], clause.text[verb.end() :]):
        return None
    subject = [word for word in words if word.end <= verb.start()]
    rest = [word for word in words if word.start >= verb.end()]
    if not _subject_fits(subject, clause, verb.start(), wanted):
        return None
    return _by_predicate(wanted, subject, rest, clause.text, verb)


_PLACED: Final = re.compile(
    r"\b(?:above|below|before|after|without|inside|outside|under|over|off|against|between|through|beyond|until"
    r"|on(?=\s+by\s+default|\s*\?))\b",
    re.I,
)
_CAPITAL: Final = re.compile(r"(?<=\s)[A-Z]\w*")
_SIGN: Final = re.compile(
    r"(?<![^\s(`'\"])(?=\S*[=_<>{}/\\#$%@*+|~&-])(?![A-Za-z]+(?:-[A-Za-z]+)+\W*\s)[^\s?,;`'\"()]{2,}"
)


def _holds_signs(wanted: Wanted, clause: Clause) -> bool:
    """Whether what tokens leave out is there, too: signs (`-k`, `i=`), and where something is (`below`)."""
    small = [*_PLACED.findall(wanted.question), *(w for w in _CAPITAL.findall(wanted.question) if not terms(w))]
    if any(not re.search(rf"\b{word}\b", clause.text, re.I) for word in small):
        return False
    held = f"{clause.before} {clause.text}".lower()
    signs = (sign[0].lower().strip(".") for sign in _SIGN.finditer(f"{wanted.question} "))
    return all(sign in held or set(tokens(sign)) & wanted.around for sign in signs)


def _words(text: str, wanted: Wanted) -> list[_Word]:
    found = []
    for match in re.finditer(r"[^\W_](?:[\w'’.\-]*\w)?", text):
        held = frozenset(tokens(match[0]))
        against = frozenset(t for t in wanted.terms if t not in held and held & opposites(t))
        found.append(
            _Word(match[0], match.start(), match.end(), held & set(wanted.terms) | against, bool(terms(match[0])))
        )
    return found


def _is_bound_alike(question: str, clause: Clause) -> bool:
    """Whether the clause has no bound that the question has not, and no bound of the question is left out."""
    asked = {m[0].lower() for m in _UNSURE.finditer(question)}
    plain = _HARMLESS.sub(" ", clause.text)
    if any(m[0].lower() not in asked for m in _UNSURE.finditer(plain)):
        return False
    if any(cue.text.lower() not in f"possible {question.lower()}" for cue in hedges(plain)):
        return False
    if any(m[0].lower() not in clause.text.lower() for m in _ALL.finditer(question)):
        return False
    # `If X, Y`: the condition stands before the clause that it bounds.
    return not re.match(r"\W*(?:if|unless|when|where|while|for|on|under|with|until)\b", clause.before, re.I)


def _covers(wanted: Wanted, words: list[_Word], clause: Clause) -> bool:
    """Whether every word of the question is in the clause, or in what it leaves its subject to."""
    here = frozenset().union(*(word.hits for word in words)) if words else frozenset()
    before = set(tokens(clause.before))
    if not here or 2 * len(here | before & set(wanted.terms)) < len(set(wanted.terms) - wanted.around):
        return False
    missing = set(wanted.terms) - here - before
    part = re.match(r"(?:this|the|these)\s+(?:\w+\s+)?(\w+)", clause.text, re.I)
    is_part = part is not None and _PARTS.fullmatch(part[1]) is not None and part[1].lower() not in wanted.question
    if is_part or (re.match(r"(?:this|these|it|such)\b\s+(?!\w+\s+(?:is|does))", clause.text, re.I) and wanted.heading):
        return missing <= wanted.heading or (missing <= wanted.title and not wanted.heading and not is_part)
    classes = {token for word in wanted.question.split() if _PARTS.fullmatch(word) for token in tokens(word)}
    return missing <= wanted.around and not missing & classes


_PARTS: Final = re.compile(
    r"(?:directive|method|function|option|setting|argument|parameter|attribute|command|flag|property|field|tag|filter"
    r"|variable|feature|syntax|value|sdk|version)s?",
    re.I,
)


def _is_same_time(question: str, verb: str, after: str) -> bool:
    """What was so need not be so now; what is a club founded in 2004 was founded in 2004."""
    opens = question.strip().split(" ")[0]
    if _PRESENT.match(verb) and _PAST.match(opens):
        return re.match(r"\s+(?:an?|the|one)\b", after) is not None
    return not (_PAST.match(verb) and _PRESENT.match(opens))


_GENERIC: Final = re.compile(
    r"(?:he|she|it|they|this|these|his|her|its|their|game|film|album|song|book|novel|track|module|function|class|team|club|club's|"
    r"company|breed|language|species|program|band|building|series|library|package|now|however|also|note|new|actually)",
    re.I,
)
_IDLE_OPENING: Final = re.compile(
    r"^(?:(?:in\s+(?:total|practice|fact|addition)|by\s+contrast|of\s+course|for\s+(?:example|instance|security\s+reasons)"
    r"|in\s+order\s+to\s+[^,]+|however|but|and|so|now\s+that|no(?=\s)|also|therefore|per\s+the\s+\w+|as\s+a\s+result),?\s+)+",
    re.I,
)


def _subject_fits(subject: list[_Word], clause: Clause, end: int, wanted: Wanted) -> bool:
    """Whether one of the things that the clause speaks of is what the question speaks of, and nothing more."""
    text = clause.text[:end]
    opening = _IDLE_OPENING.match(text)
    at = opening.end() if opening else 0
    head = text[at:]
    if re.match(r"(?:in|on|at|for|with|under|from|since|during|by|outside)\b[^,]*,", head, re.I):
        lead = head.split(",", 1)[0]
        if any(t not in wanted.terms and t not in wanted.around and not t.isdigit() for t in terms(lead)):
            return False
        at += len(lead) + 1
    members = re.split(r",|\band\b|\bor\b", text[at:])
    return any(_is_asked_about(member, wanted) for member in members if member.strip())


def _is_asked_about(member: str, wanted: Wanted) -> bool:
    known = set(wanted.terms) | wanted.around
    content = [w for w in re.findall(r"[^\W_](?:[\w'’.\-]*\w)?", member) if terms(w)]
    pronoun = re.search(r"\b(?:he|she|it|they|this|these|there)\b", member, re.I) is not None
    return (bool(content) or pronoun) and all(
        _GENERIC.fullmatch(w) or _PARTS.fullmatch(w) or set(terms(w)) & known or w.isdigit() for w in content
    )


_ADVERB: Final = re.compile(r"(?:\w+ly|now|also|still|yet|be|been|being|long|longer|anymore|usual)", re.I)
_PREPOSITION: Final = re.compile(
    r"\b(?:for|on|in|during|at|under|until|with|without|from|as|since|about|by|of|between|to|outside|inside|through)\b(?!\s+date\b)",
    re.I,
)


_DENIED_VERB: Final = re.compile(
    r"(?:cannot|\w+n't|need\s+not|\w+\s+(?:(?!not\b|no\b|never\b)\w+\s+)?(?:not\b(?!\s+(?:only|just|a\b|an\b|the\b))|no\s+longer|never))",
    re.I,
)
"""A denial right behind its verb. `is not a …` names something else, and may be so beside what is asked."""


def _by_predicate(
    wanted: Wanted, subject: list[_Word], rest: list[_Word], text: str, verb: re.Match[str]
) -> bool | None:
    """What a clause with an auxiliary says, by the words behind it."""
    after = text[verb.start() :]
    denied = _DENIED_VERB.match(after) is not None or re.search(r"(?:^|\W)no\s", text[: verb.start()], re.I) is not None
    if len(_DENYING.findall(text)) > int(denied) or (DENIED_BY_WORD_EN.match(after) and denied):
        return None
    content = [w for w in rest if w.is_content and not _ADVERB.fullmatch(w.text) and not _DENIES.fullmatch(w.text)]
    modal = said_en(text) is not Asked.PLAIN
    if not content or not _heads(content, wanted, text, verb, modal=modal) or not _in_order(subject, content, wanted):
        return None
    if denied and _narrows(text[content[0].end :], wanted):
        return None
    turned = _turned(wanted, [*rest])
    if turned is None or (turned and denied):
        return None
    return not (denied or turned or DENIED_BY_WORD_EN.match(after))


def _heads(content: list[_Word], wanted: Wanted, text: str, verb: re.Match[str], *, modal: bool) -> bool:
    """Whether the predicate is the question's: its first word, or for `is a …` a word before its first preposition."""
    first = content[0]
    if first.hits or (
        modal
        and re.fullmatch(
            r"(?:allowed|permitted|possible|impossible|required|necessary|optional|"
            r"forbidden|prohibited|mandatory|compulsory|needed|able|unable|have|need)",
            first.text,
            re.I,
        )
    ):
        return True
    if not re.match(r"(?:is|are|was|were)$", verb[0], re.I) or not re.match(
        r"\s+(?:an?|the|one)\b", text[verb.end() :]
    ):
        return False
    stop = _PREPOSITION.search(text, verb.end())
    return any(word.hits for word in content if stop is None or word.end <= stop.start())


def _in_order(subject: list[_Word], content: list[_Word], wanted: Wanted) -> bool:
    """Whether what the clause says before its verb stands before what it says behind it in the question, too."""
    place = {term: at for at, term in enumerate(wanted.terms)}
    said = [min(place[t] for t in word.hits) for word in subject if word.hits]
    head = next((min(place[t] for t in word.hits) for word in content if word.hits), None)
    # `Can I move X?`, `Is it possible to move X?`: the answer says what X can be.
    return head is None or not said or min(said) < head or _BY_ANYBODY.match(wanted.question.strip()) is not None


_BY_ANYBODY: Final = re.compile(
    r"is\s+it\s+(?:possible|allowed|permitted)\s+to\b|(?:can|may)\s+(?:i|you|we|one)\b", re.I
)


def _narrows(tail: str, wanted: Wanted) -> bool:
    """Whether a denial holds of some place, time or case only that the question does not name."""
    found = _PREPOSITION.search(tail)
    if found is None or found[0].lower() in ("of", "by", "as", "from", "to"):
        return False
    after = _PREPOSITION.split(tail[found.end() :])[0]
    known = set(wanted.terms) | wanted.around
    return not any(t in known for t in tokens(after)) and bool(terms(after))


def _turned(wanted: Wanted, words: list[_Word]) -> bool | None:
    """Whether a word of the question is replaced by its opposite; None where that is not certain."""
    held = frozenset().union(*(frozenset(tokens(word.text)) for word in words)) if words else frozenset()
    against = [t for t in wanted.terms if t not in held and t not in wanted.around and held & opposites(t)]
    if not against:
        return False
    one = against[0]
    if len(against) > 1 or len(wanted.terms) < 2:
        return None
    if all(is_loose(one, other) for other in held & opposites(one)):
        return True if _stands_alike(one, wanted, words) else None
    return True


def _stands_alike(term: str, wanted: Wanted, words: list[_Word]) -> bool:
    """Whether a word of the question follows the opposite as it follows `term` there: men's team, women's team."""
    at = wanted.terms.index(term)
    follows = wanted.terms[at + 1 : at + 2]
    place = next((i for i, word in enumerate(words) if term in word.hits), None)
    if not follows or place is None:
        return False
    return any(follows[0] in word.hits for word in words[place + 1 : place + 2])


def _by_run(wanted: Wanted, words: list[_Word], text: str) -> bool | None:
    """What a clause without an auxiliary says: it opens with the subject and the verb of the question."""
    ended = _NO_LONGER.search(text) is not None
    asked = wanted.question.strip()
    if _DENYING.search(_NO_LONGER.sub("", text)) or not _TO_DO.match(asked):
        return None
    opening = _IDLE_OPENING.match(text)
    run: list[_Word] = []
    refers = False
    for word in (w for w in words if w.start >= (opening.end() if opening else 0)):
        if word.hits:
            run.append(word)
        elif frozenset(tokens(word.text)) & wanted.valued or re.fullmatch(r"he|she|it|they", word.text, re.I):
            refers = True
        elif not word.is_content or word.text.isdigit() or _ADVERB.fullmatch(word.text) or _known(word, wanted):
            continue
        else:
            break
    if len(run) < (1 if refers else 2) or not _follow(run, wanted):
        return None
    turned = _turned(wanted, words)
    if turned is None or (turned and ended) or (not turned and re.match(r"(?:is|are)\b", asked, re.I)):
        return None
    return not turned and not ended


_NO_LONGER: Final = re.compile(r"\bno\s+longer\b", re.I)
_TO_DO: Final = re.compile(r"(?:do|does|did|has|have|had|is|are)\b", re.I)


def _known(word: _Word, wanted: Wanted) -> bool:
    return bool(set(terms(word.text)) & wanted.around) or _GENERIC.fullmatch(word.text) is not None


def _follow(run: list[_Word], wanted: Wanted) -> bool:
    place = {term: at for at, term in enumerate(wanted.terms)}
    order = [min(place[t] for t in word.hits) for word in run]
    return order == sorted(order)
