"""Rule `merge`: two or three quoted sentences joined into one (X11). English here, Japanese in `merge_ja.py`.

In: a goal such as `The dam is 40 m high and was finished in 1962.` Out: reductions to the sentences it was joined from,
each with its full subject. Only joints that claim nothing are known: `and`, a semicolon, a relative clause behind its
subject, a subject said once. `because`, `despite`, `so`, `but` claim a relation: they need the source's own word
between two neighbouring sentences. Where a negation, hedge, condition, date in front or attribution of one part could
be read as belonging to the other, there is no reduction.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.clauses import (
    begins_finite,
    capitalised,
    has_scope,
    is_definite,
    is_past_form,
    may_spread,
    opens_loosely,
    opens_with_scope,
    pronouns_in,
    subject_before_verb,
    unambiguous_after,
)
from tadori.judge.derive.merge_ja import japanese_merges
from tadori.judge.derive.quoted_sentences import PlacedSentence, compatible_groups, follows, quoted_sentences
from tadori.judge.reading import script_of
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import JA
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numbers import quantities
from tadori.text.sameness import comparable

_LONGEST_GOAL: Final = 1200
_MOST_JOINTS: Final = 12
_MOST_REDUCTIONS: Final = 6
_JOINT: Final = lazy_pattern(r"(?:;\s(?:and\s)?|,?\sand\s|,\s(?=as\sdid\s)|\.\s(?=(?:It|They|He|She)\s))")
_TIMED: Final = lazy_pattern(r".*\s(?:in|on|since|until)\s(?:\d{1,2}\s)?(?:[A-Z][a-z]{2,8}\s)?\d{4}")
_RELATION: Final = lazy_pattern(r"[,;]\s(?P<word>but|so|yet|however|therefore|thus|consequently|nevertheless)\b,?\s")
_MEDIAL: Final = lazy_pattern(
    r"(?P<who>[^,;]{2,80}),\s(?:which|who)\s(?P<one>(?:[^,;]|(?<=\d),(?=\d)){3,200}),\s(?P<two>.{3,400})"
)
_FINAL: Final = lazy_pattern(
    r"(?P<one>[^;]{5,400}?)(?P<name>\s(?:the\s[\w' -]{2,60}|[A-Z][^,;]{1,60})),\s(?:which|who)\s"
    r"(?P<two>(?:[^,;]|(?<=\d),(?=\d)){3,300})"
)
_RIVAL: Final = lazy_pattern(
    r"\b(?i:the|an?|this|its|their|his|her)\b|(?<!^)\b(?!January|February|March|April|May|June|July"
    r"|August|September|October|November|December)[A-Z][a-z]+"
)
_OF: Final = lazy_pattern(r"\b(?:of|in|for|with|at|on|by|from|and|or|near|between|to)\b")
_EACH_OWN: Final = lazy_pattern(
    r"\b(?:only|first|last|sole|alone|together|each|both|either|respectively|same|one|most|least|best|worst|next|other|\w+est"
    r"|joint\w*|combined|total|than|as|a|an|the)\b"
)
_OWN_NOUN: Final = lazy_pattern(r"^(?:is|are|was|were)\s(?:an?|the)\b")
_IN_YEAR: Final = lazy_pattern(r"In\s(?:[A-Z][a-z]{2,8}\s)?\d{4},\s", 2)
_QUANTITY_END: Final = lazy_pattern(r"\d$")
_MADE: Final = (
    r"(?P<made>(?:built|founded|opened|established|completed|born|released|written|designed|published|created|finished"
    r"|launched|constructed|developed|introduced|invented)\s(?:in|on|by|at)\s(?:[^,;]|(?<=\d),(?=\s\d)){2,80})"
)
_MADE_FIRST: Final = lazy_pattern(
    rf"(?=[A-Z])(?i:{_MADE}),\s(?P<who>[^,;]{{2,60}}?)\s(?P<rest>(?:is|are|was|were|has|have|[a-z]+s|[a-z]+ed)\s.{{2,400}})"
)
_MADE_BETWEEN: Final = lazy_pattern(rf"(?P<who>[^,;]{{2,80}}),\s{_MADE},\s(?P<rest>.{{3,400}})")
_MADE_LAST: Final = lazy_pattern(
    rf"(?P<who>[^,;]{{2,60}}?)\s(?P<rest>(?:is|was)\san?\s[\w-]+(?:\s[\w-]+){{0,2}}?)"
    rf"\s(?:(?:that|which)\s(?:was|is)\s)?{_MADE}"
)
_PLURAL: Final = {"is": "are", "was": "were", "has": "have", "does": "do"}


def merge(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The sentences that the goal may be joined from; at least one of each reduction's goals is quoted."""
    text = goal.text.strip().rstrip(".。")
    if goal.speaker or len(text) > _LONGEST_GOAL:
        return
    quoted = [one for one in quoted_sentences(quotations) if goal.only is None or one.place in goal.only]
    pairs = [(a, b) for a in quoted for b in quoted if a is not b and follows(a, b, quotations)]
    ways = japanese_merges(text, quoted, pairs) if script_of(text) == JA else _english_merges(text, quoted, pairs)
    known = {comparable(one.text) for one in quoted}
    seen: set[tuple[str, ...]] = set()
    for parts, subject, neighbours in ways:
        key = tuple(map(comparable, parts))
        if key in seen or known.isdisjoint(key):
            continue
        seen.add(key)
        for only in compatible_groups(quotations, goal.only, subject, neighbours):
            yield _reduction(parts, only, quoted)
        if len(seen) >= _MOST_REDUCTIONS:
            return


def _reduction(parts: Sequence[str], only: frozenset[int] | None, quoted: Sequence[PlacedSentence]) -> Reduction:
    forms = set(map(comparable, parts))
    places = {one.place for one in quoted if comparable(one.text) in forms and (only is None or one.place in only)}
    step = DerivationStep(rule="merge", detail=" + ".join(parts), quotations=tuple(sorted(places)))
    return Reduction(goals=tuple(Goal(text=part, only=only) for part in parts), step=step)


Way = tuple[tuple[str, ...], str, bool]
"""The sentences, the shared subject (empty where each has its own), and whether they must stand in one quotation."""


def _english_merges(
    text: str, quoted: Sequence[PlacedSentence], pairs: Sequence[tuple[PlacedSentence, PlacedSentence]]
) -> Iterator[Way]:
    joints = list(_JOINT.finditer(text))[:_MOST_JOINTS]
    for joint in joints:
        one, two = text[: joint.start()], text[joint.end() :]
        yield from _shared_beginning(one, two, quoted)
        yield from _two_clauses(one, two, quoted)
        yield from _followers(one, two, pairs)
        yield from _said_short(one, two, quoted)
    yield from _three(text, quoted)
    yield from _relative(text)
    yield from _of_its_making(text)
    for joint in joints:
        yield from _two_subjects(text[: joint.start()], text[joint.end() :], quoted)
    yield from _relations(text, quoted)


def _shared_beginning(one: str, two: str, quoted: Sequence[PlacedSentence]) -> Iterator[Way]:
    """`The dam is 40 m high` + `was finished in 1962`: the words that both sentences begin with are said once."""
    for beginning in _beginnings(one, two, quoted):
        subject, verb = subject_before_verb(beginning)
        rest = one[len(beginning) :].strip()
        if not is_definite(subject) or not rest or may_spread(rest) or has_scope(two):
            continue
        alike = _TIMED.fullmatch(rest) is not None and _TIMED.fullmatch(two) is not None
        if verb and (opens_loosely(rest) or not (alike or _is_plain_complement(two))):
            continue
        if not verb and not (begins_finite(two) and unambiguous_after(rest, two)):
            continue
        yield (f"{one}.", f"{beginning} {two}."), subject, False


def _beginnings(one: str, two: str, quoted: Sequence[PlacedSentence]) -> Iterator[str]:
    """What of `one` may be left out before `two`: as quoted sentences show, or its subject for their pronoun."""
    for sentence in quoted:
        words = sentence.text.strip().rstrip(".")
        if not words.casefold().endswith(f" {two.casefold()}"):
            continue
        beginning = words[: -len(two)].strip()
        if one.casefold().startswith(f"{beginning.casefold()} "):
            yield one[: len(beginning)]
        elif pronouns_in(beginning):
            subject, _ = subject_before_verb(one)
            if subject:
                yield subject


def _is_plain_complement(two: str) -> bool:
    """`200 m long`: nothing behind it that the first part could share."""
    return not _OF.search(two) and "," not in two


def _followers(one: str, two: str, pairs: Sequence[tuple[PlacedSentence, PlacedSentence]]) -> Iterator[Way]:
    """`A, and it …`, `A and …` where the source says `A. It …`: what `it` means there, it means here."""
    subject, rest = subject_before_verb(one)
    if may_spread(one) or has_scope(two):
        return
    for a, b in pairs:
        second = b.text.strip().rstrip(".")
        pronoun, _, said = second.partition(" ")
        if comparable(a.text) != comparable(one):
            continue
        if comparable(second) == comparable(two):
            yield (f"{one}.", f"{capitalised(two)}."), "", False
        elif pronoun in ("It", "They", "He", "She") and comparable(said) == comparable(two):
            own = _OWN_NOUN.sub("", rest)
            if is_definite(subject) and begins_finite(two) and unambiguous_after(rest, two) and not _has_rival(own):
                yield (f"{one}.", f"{pronoun} {two}."), "", False


def _said_short(one: str, two: str, quoted: Sequence[PlacedSentence]) -> Iterator[Way]:
    """`Bergen has 289,330 inhabitants` + `Oslo has 709,037`: what both end in is said once."""
    if may_spread(one) or opens_with_scope(one):
        return
    for sentence in quoted:
        words = sentence.text.strip().rstrip(".")
        end = words[len(two) :]
        short = words.casefold().startswith(f"{two.casefold()} ") and one.endswith(end) and _QUANTITY_END.search(two)
        if short and not has_scope(words) and is_definite(subject_before_verb(words)[0]):
            yield (f"{one}.", f"{words}."), "", False


def _of_its_making(text: str) -> Iterator[Way]:
    """`Built in 1874, the mill has four floors`, `The mill, built in 1874, has …`: how it began claims no cause."""
    for pattern in (_MADE_FIRST, _MADE_BETWEEN, _MADE_LAST):
        found = pattern.fullmatch(text)
        if found is None:
            continue
        who, made, rest = capitalised(found["who"]), found["made"], found["rest"]
        made = made[:1].lower() + made[1:]
        if is_definite(who) and begins_finite(rest) and not may_spread(made) and not has_scope(rest):
            verb = "" if made.startswith(("is ", "was ", "were ", "has ")) else "was "
            yield (f"{who} {rest}.", f"{who} {verb}{made}."), who, False


def _two_clauses(one: str, two: str, quoted: Sequence[PlacedSentence]) -> Iterator[Way]:
    """`The dam is 40 m high` + `the tunnel is long`: two sentences, each with its own subject."""
    dated = _IN_YEAR.match(one), _IN_YEAR.match(two)
    if dated[0] and dated[1] and dated[0][0].casefold() != dated[1][0].casefold():  # each part has its own time
        bare = two[dated[1].end() :]
        if not may_spread(one) and not has_scope(bare) and not pronouns_in(bare) and subject_before_verb(bare)[0]:
            yield (f"{one}.", f"{capitalised(two)}."), "", False
        return
    if may_spread(one) or has_scope(two) or opens_with_scope(one) or opens_with_scope(two):
        return
    first, _, rest = two.partition(" ")
    if first.lower() in ("it", "they", "he", "she") and rest:
        subject, _ = subject_before_verb(one)
        if subject and is_definite(subject) and not pronouns_in(rest) and not _has_rival(one[len(subject) :]):
            yield (f"{one}.", f"{subject} {rest}."), subject, False
        return
    if not pronouns_in(two) and subject_before_verb(two)[0]:
        yield (f"{one}.", f"{capitalised(two)}."), "", False
    elif _are_neighbours(one, two, quoted):
        yield (f"{one}.", f"{capitalised(two)}."), "", True


def _has_rival(predicate: str) -> bool:
    """Whether the predicate names something that `it` in the next clause may mean as well."""
    return _RIVAL.search(predicate) is not None


def _are_neighbours(one: str, two: str, quoted: Sequence[PlacedSentence]) -> bool:
    """Whether `two` follows `one` in one quotation."""
    wanted = (comparable(one), comparable(two))
    return any((comparable(a.text), comparable(b.text)) == wanted and a.place == b.place for a, b in pairwise(quoted))


def _three(text: str, quoted: Sequence[PlacedSentence]) -> Iterator[Way]:
    """`The dam is 40 m high, was finished in 1962 and holds 3 million m³`."""
    for joint in list(_JOINT.finditer(text))[-2:]:
        head, last = text[: joint.start()], text[joint.end() :]
        for at in [place for place, sign in enumerate(head) if sign == ","][:_MOST_JOINTS]:
            one, two = head[:at], head[at + 1 :].strip()
            for parts, subject, _ in _shared_beginning(one, two, quoted):
                for others, _, _ in _shared_beginning(one, last, quoted):
                    yield (parts[0], parts[1], others[1]), subject, False


def _relative(text: str) -> Iterator[Way]:
    """`The dam, which is 40 m high, was finished in 1962`; `Exel bought Tibbett, which employs 30,000 people`."""
    found = _MEDIAL.fullmatch(text)
    if found and is_definite(who := found["who"]) and not _OF.search(who):
        one, two = found["one"], found["two"]
        if begins_finite(one) and begins_finite(two) and not may_spread(one) and not has_scope(two):
            yield (f"{who} {one}.", f"{who} {two}."), who, False
    found = _FINAL.fullmatch(text)
    if found is None:
        return
    name, before = found["name"].strip(), found["one"].split()
    if _OF.fullmatch(before[-1].lower()) or _OF.search(name) or not is_definite(capitalised(name)):
        return
    one, two = f"{found['one']} {name}", found["two"]
    if begins_finite(two) and not may_spread(one) and not has_scope(two) and not opens_with_scope(one):
        yield (f"{one}.", f"{capitalised(name)} {two}."), capitalised(name), False


def _two_subjects(one: str, two: str, quoted: Sequence[PlacedSentence]) -> Iterator[Way]:
    """`The dam` + `the tunnel were finished in 1962`: one predicate of two subjects."""
    one = one.removeprefix("Both ").removeprefix("both ")
    one = capitalised(one)
    for sentence in quoted:
        words = sentence.text.strip().rstrip(".")
        if words == one and _as_did(two):
            one = subject_before_verb(words)[0]
        if not words.startswith(f"{one} ") or not is_definite(one):
            continue
        predicate = words[len(one) + 1 :]
        verb, _, rest = predicate.partition(" ")
        plural = f"{_PLURAL.get(verb, verb)} {rest}"
        fits = verb in _PLURAL or is_past_form(verb)
        if (other := _as_did(two)) and fits and verb not in _PLURAL and _holds_of_each(plural):
            yield (f"{words}.", f"{other} {predicate}."), "", False
            continue
        if not two.endswith(f" {plural}") or not fits or not _holds_of_each(plural):
            continue
        other = capitalised(two[: -len(plural)].strip())
        if is_definite(other) and not _OF.search(other) and not _OF.search(one):
            yield (f"{one} {predicate}.", f"{other} {predicate}."), "", False


def _as_did(two: str) -> str:
    """`The library` for `so did the library`."""
    for words in ("so did ", "as did "):
        if two.startswith(words) and is_definite(capitalised(two[len(words) :])):
            return capitalised(two[len(words) :])
    return ""


def _holds_of_each(predicate: str) -> bool:
    """Whether a predicate of two things is one of each: no amount, nothing that only one thing can be."""
    days = [(day.start, day.end) for day in dates(predicate)]
    amounts = [q for q in quantities(predicate) if not any(a <= q.start < b for a, b in days)]
    return not amounts and not _EACH_OWN.search(predicate) and not has_scope(predicate) and not may_spread(predicate)


def _relations(text: str, quoted: Sequence[PlacedSentence]) -> Iterator[Way]:
    """`A, but B` where the source itself says `A. But B.`"""
    for found in list(_RELATION.finditer(text))[:_MOST_JOINTS]:
        one, word, two = text[: found.start()], found["word"], text[found.end() :]
        if may_spread(one) or opens_with_scope(one) or has_scope(two):
            continue
        for joined in (f"{word.capitalize()} {two}", f"{word.capitalize()}, {two}"):
            if _are_neighbours(one, joined, quoted):
                yield (f"{one}.", f"{joined}."), "", True
