"""Derivation rule `differing_values`: "Sources differ on the output: 1,284 MWh (city), 1,510 MWh (company)." (X11)

In: a goal and the quotations. Out: reductions to the quoted sentences, one a value. Every slot is quoted: the point's
words stand in each sentence, each value in the sentence of its label's quotation, the period in each; and no word of
the sentences that limits the value is lost. Values that are one value, rounded, do not differ.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.bounded_values import bounded_span
from tadori.judge.derive.conversion import is_rounded_to
from tadori.judge.derive.differing_words import DifferingReading, ValueEntry, read_differing, sources_differ
from tadori.judge.derive.frames import MEASURE_KEY, DateParts, FrameToken, date_parts, frame_tokens
from tadori.judge.derive.labelled_values import read_labelled
from tadori.judge.derive.unsaid import droppable_from, is_empty_word
from tadori.judge.reading import evidence_sentences
from tadori.model.evidence_thresholds import CONVERTED_ERROR_ABOUT, CONVERTED_FEWEST_DIGITS
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import EN, JA, Lang
from tadori.text.dates import dates
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure
from tadori.text.negation import hedges, negated
from tadori.text.stem import stem

_LONGEST_GOAL: Final = 2000
_LONGEST_PASSAGE: Final = 8000
_MOST_ENTRIES: Final = 6


def differing_sentence(point: str, values: Sequence[tuple[str, str]], lang: Lang) -> str:
    """The template, written: `values` are (value, label) as they stand in the sources."""
    if lang == JA:
        return f"{point}は資料により異なる：{'、'.join(f'{value}（{label}）' for value, label in values)}。"
    return f"Sources differ on {point}: {', '.join(f'{value} ({label})' for value, label in values)}."


def differing_values(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The quoted sentences from which the goal's values were taken, one for each."""
    if len(goal.text) > _LONGEST_GOAL:
        return
    found: list[Reduction] = []
    for reading in (read_differing(goal.text), read_labelled(goal.text, _names_of_sources(quotations))):
        if not found and reading is not None and 2 <= len(reading.entries) <= _MOST_ENTRIES:
            found += _differing_as_read(goal, reading, quotations)
    yield from found


def _names_of_sources(quotations: Sequence[QuotedPassage]) -> Iterator[str]:
    for passage in quotations:
        yield passage.source
        for sentence in evidence_sentences(passage.text[:_LONGEST_PASSAGE]):
            yield _attributed(sentence)


def _differing_as_read(
    goal: Goal, reading: DifferingReading, quotations: Sequence[QuotedPassage]
) -> Iterator[Reduction]:
    places: list[tuple[int, str]] = []
    for entry in reading.entries:
        others = [one.label for one in reading.entries if one is not entry]
        place = _place_of(goal, entry, others, reading, quotations)
        if place is None or place[0] in {index for index, _ in places}:
            return
        places.append(place)
    if (
        not sources_differ(goal.text)
        or not _all_differ(reading.entries)
        or not _one_frame(reading, places)
        or not _one_time(reading, places, quotations)
    ):
        return
    detail = " ≠ ".join(f"{entry.text} ({entry.label})" for entry in reading.entries)
    yield Reduction(
        goals=tuple(Goal(text=sentence, only=frozenset([index]), speaker=goal.speaker) for index, sentence in places),
        step=DerivationStep(rule="differing_values", detail=detail, quotations=tuple(index for index, _ in places)),
    )


def _place_of(
    goal: Goal,
    entry: ValueEntry,
    others: Sequence[str],
    reading: DifferingReading,
    quotations: Sequence[QuotedPassage],
) -> tuple[int, str] | None:
    """The quotation and sentence that give the entry's value under its label."""
    for index, passage in enumerate(quotations):
        if goal.only is not None and index not in goal.only:
            continue
        for sentence in evidence_sentences(passage.text[:_LONGEST_PASSAGE]):
            if _gives(entry, reading, sentence, passage) and _is_labelled(entry.label, others, sentence, passage):
                return index, sentence
    return None


def _gives(entry: ValueEntry, reading: DifferingReading, sentence: str, passage: QuotedPassage) -> bool:
    """Whether the sentence gives this value, and no other of its kind, for the point and the period."""
    tokens = _without_value(entry, sentence)
    lang = JA if is_japanese(sentence) else EN
    if tokens is None or negated(sentence, lang) or sentence.rstrip().endswith(("?", "？")):
        return False
    return _period_agrees(reading, tokens, passage) and _words_agree(entry, reading, tokens, sentence)


def _without_value(entry: ValueEntry, sentence: str) -> list[FrameToken] | None:
    """The sentence's tokens besides the entry's value; None where it does not give it, or gives another beside it."""
    tokens = frame_tokens(sentence)
    if entry.measure is None:
        return _without_words(entry, tokens)
    alike = [
        token
        for token in tokens
        if token.group is not None and token.group.members[0].unit.dimension == entry.measure.unit.dimension
    ]
    given = [token for token in alike if token.group and _same_value(token.group.members[0], entry.measure)]
    if len(given) != 1 or given[0].group is None:
        return None
    first, last, bound = bounded_span(sentence, given[0].group.members[0])
    if bound != entry.bound:
        return None
    others = [token for token in alike if token is not given[0]]
    if others and not _count_other_things(sentence, tokens, given[0], others):
        return None
    return [token for token in tokens if not first <= token.start < last]


def _count_other_things(
    sentence: str, tokens: Sequence[FrameToken], value: FrameToken, others: Sequence[FrameToken]
) -> bool:
    """Whether the other numbers count something else, in a part of the sentence that may be left unsaid."""
    if value.group is None or value.group.members[0].unit.dimension:
        return False
    last = droppable_from(sentence, value.group.members[0].lead_end)
    counted = {token: _counted_by(tokens, token) for token in (value, *others)}
    return all(
        token.start >= last and counted[token] and counted[value] and counted[token] != counted[value]
        for token in others
    )


def _counted_by(tokens: Sequence[FrameToken], number: FrameToken) -> str:
    behind = [token for token in tokens if token.start >= number.end and token.key != "以上"][:1]
    return behind[0].key if behind and behind[0].kind == "word" else ""


def _without_words(entry: ValueEntry, tokens: Sequence[FrameToken]) -> list[FrameToken] | None:
    """As `_without_value`, for a date or a name."""
    value = [(token.key, token.date and date_parts(token.date)) for token in frame_tokens(entry.text)]
    if not value or any(key == MEASURE_KEY for key, _ in value):
        return None
    keys = [(token.key, token.date and date_parts(token.date)) for token in tokens]
    places = [at for at in range(len(keys) - len(value) + 1) if keys[at : at + len(value)] == value]
    if len(places) != 1:
        return None
    return [*tokens[: places[0]], *tokens[places[0] + len(value) :]]


def _same_value(quoted: Measure, shown: Measure) -> bool:
    one = [number.value * quoted.unit.factor for number in quoted.numbers]
    other = [number.value * shown.unit.factor for number in shown.numbers]
    same = (quoted.lead, quoted.bound, quoted.exactly, quoted.joint) == (
        shown.lead,
        shown.bound,
        shown.exactly,
        shown.joint,
    )
    return same and one == other and quoted.unit.offset == shown.unit.offset


def _period_agrees(reading: DifferingReading, tokens: Sequence[FrameToken], passage: QuotedPassage) -> bool:
    """The goal's dates are the sentence's; or, where that has none, the one of its heading or of the words"
    " before it."""
    wanted = {date_parts(token.date) for token in reading.point if token.date is not None}
    found = {date_parts(token.date) for token in tokens if token.date is not None}
    if found or not wanted:
        return found == wanted
    return any(_dates_of(place) == wanted for place in (passage.heading, _last(passage.before)) if _dates_of(place))


def _dates_of(text: str) -> set[DateParts]:
    return {date_parts(date) for date in dates(text)}


def _last(before: str) -> str:
    return next(iter(reversed(evidence_sentences(before[-1000:]))), "") if before.strip() else ""


# Words of a sentence that say no more than that a value is given.
_SAYS_NOTHING: Final = frozenset(
    "に を で へ から よる よれ ば よっ 達し 達する 上っ 上る のぼっ 発表 公表 報告 述べ 言う いう という"
    " とされ 記録 し によると によれば いる".split()
) | frozenset(
    map(
        stem,
        "reached totalled totaled amounted stood came to according said says say reported reports announced"
        " states stated"
        " puts put at gives gave lists listed recorded records shows that by figure there".split(),
    )
)
_ATTRIBUTION: Final = lazy_pattern(
    r"\b(?:according\sto\s(?P<a>[^,.;:]{1,80}?)(?=[,.;:]|$)|(?P<b>[^,.;:]{1,80}?)\s(?:said|says|reported"
    r"|reports|announced|stated|states)\b)"
    r"|(?P<c>[^、。「」]{1,40}?)(?:によると|によれば|は(?=[^。]*(?:と|を)(?:発表|公表|報告|述べ|説明|し(?:て|た))))",
    re.IGNORECASE,
)


def _attributed(sentence: str) -> str:
    match = _ATTRIBUTION.search(sentence)
    return next((found for found in match.groupdict().values() if found), "") if match else ""


def _keys(text: str) -> frozenset[str]:
    return frozenset(token.key for token in frame_tokens(text) if token.kind == "word")


# The noun of a measure says what its adjective says.
_NOUNS: Final = {
    stem(noun): stem(adjective)
    for noun, adjective in (
        ("height", "high"), ("tall", "high"), ("length", "long"), ("width", "wide"), ("depth", "deep"),
        ("weight", "weigh"),        ("weighs", "weigh"), ("age", "old"), ("thickness", "thick"), ("opening", "opened"),
    )
}  # fmt: skip


def _plain(key: str) -> str:
    return _NOUNS.get(key, key)


def _words_agree(entry: ValueEntry, reading: DifferingReading, tokens: Sequence[FrameToken], sentence: str) -> bool:
    """Every word of the point is in the sentence, in its order, and every word of the sentence in the goal."""
    label = _keys(entry.label)
    speaker = _keys(_attributed(sentence))
    own = [_plain(token.key) for token in tokens if token.kind == "word"]
    point = [_plain(token.key) for token in reading.point if token.kind == "word"]
    if not point or not set(point) <= set(own):
        return False
    kept = set(point) | reading.words | label | _SAYS_NOTHING | speaker
    lost = [token for token in tokens if token.kind == "word" and _plain(token.key) not in kept]
    unsaid = droppable_from(sentence, _end_of_value(entry, sentence))
    if any(token.start < unsaid and not is_empty_word(sentence, token) for token in lost):
        return False
    if _hedge_lost(sentence, reading, entry):
        return False
    if not _asks_for_what_is_counted(entry, reading, sentence):
        return False
    order = list(dict.fromkeys(key for key in own if key in point))
    asked = point[1:] + point[:1] if reading.head and _plain(reading.head) == point[0] else []
    return order in (list(dict.fromkeys(point)), _active(reading), asked) or len(set(point)) <= _FREE_ORDER


def _asks_for_what_is_counted(entry: ValueEntry, reading: DifferingReading, sentence: str) -> bool:
    """`the packages of the archive` asks for packages: where a noun stands behind the number, it is that one."""
    words = [token.key for token in reading.point if token.kind == "word"]
    if entry.measure is None or entry.measure.unit.dimension or not words:
        return True
    end = _end_of_value(entry, sentence)
    japanese = is_japanese(sentence)
    joint = (_COUNTED_JA if japanese else _COUNTED_EN).match(sentence, end)
    if joint is None:
        return True
    nouns = [token for token in frame_tokens(sentence) if token.start >= joint.end() - 1][:_LONGEST_COUNTED]
    if not nouns or nouns[0].start != joint.end() - 1:
        return True
    behind = [token.key for token in nouns][: 1 if japanese else _LONGEST_COUNTED]
    beside = [token.key for token in reading.point if token.start == entry.end + 1]
    asked = words[-1] if japanese else reading.head
    return (not asked or asked in behind) and (japanese or set(beside) <= set(behind))


_LONGEST_COUNTED: Final = 3
_COUNTED_EN: Final = lazy_pattern(r"\+?\s[A-Za-z]")
_COUNTED_JA: Final = lazy_pattern("\\s?[人個件台社名校店本枚つ]?(?:以上|以下|超|未満)?(?:もの|の)[一-龥ァ-ヶA-Za-z]")


def _end_of_value(entry: ValueEntry, sentence: str) -> int:
    for token in frame_tokens(sentence):
        if token.group is not None and entry.measure and _same_value(token.group.members[0], entry.measure):
            return token.group.members[0].lead_end
    return len(sentence)


def _active(reading: DifferingReading) -> list[str]:
    """`people killed by the storm` in the order of `the storm killed people`; empty where it is no such point."""
    words = [token for token in reading.point if token.kind == "word"]
    keys = [_plain(token.key) for token in words]
    if reading.agent is None or len(keys) != _PASSIVE:
        return []
    done = [_plain(token.key) for token in words if token.start < reading.agent]
    return [*keys[len(done) :], *reversed(done)] if len(done) == _PASSIVE - 1 else []


_PASSIVE: Final = 3
_FREE_ORDER: Final = 2


def _hedge_lost(sentence: str, reading: DifferingReading, entry: ValueEntry) -> bool:
    """Whether a hedge other than the attribution to the label itself is missing in the goal."""
    attributed = _attributed(sentence)
    start = sentence.find(attributed) if attributed else -1
    for cue in hedges(sentence):
        near = start >= 0 and (start - 14 <= cue.start <= start + len(attributed) + 8)
        if not near and not _keys(cue.text) <= reading.words:
            return True
    return False


def _is_labelled(label: str, others: Sequence[str], sentence: str, passage: QuotedPassage) -> bool:
    """Whether `label` names the quotation's source or its speaker, and no other label does."""
    words = _keys(label)
    if not words or any(token.kind == "measure" for token in frame_tokens(label)):
        return False
    if not all(date.iso and passage.date.startswith(date.iso) for date in dates(label)):
        return False
    speaker = _attributed(sentence)
    if speaker:
        # The words are the speaker's: naming the paper that prints them would lose who said it.
        return words == _keys(speaker) and not any(_keys(other) <= _keys(speaker) for other in others)
    source = _keys(passage.source)
    return bool(source) and words <= source and not any(_keys(other) and _keys(other) <= source for other in others)


def _all_differ(entries: Sequence[ValueEntry]) -> bool:
    """Whether no two values can be one value: rounded, or written shorter."""
    found = [entry.measure for entry in entries if entry.measure is not None]
    if not found:
        return all(_say_other(one.text, other.text) for at, one in enumerate(entries) for other in entries[at + 1 :])
    first = found[0]
    if any(one.unit.dimension != first.unit.dimension or len(one.numbers) != len(first.numbers) for one in found):
        return False
    return all(_differ(one, other) for at, one in enumerate(entries) for other in entries[at + 1 :])


def _say_other(one: str, other: str) -> bool:
    when, also = [[date_parts(date) for date in dates(text)] for text in (one, other)]
    if when or also:
        shapes = [[part is None for part in parts[0]] for parts in (when, also) if len(parts) == 1]
        return len(shapes) == 2 and shapes[0] == shapes[1] and when != also
    return not _keys(one) & _keys(other)


def _differ(first: ValueEntry, second: ValueEntry) -> bool:
    one, other = first.measure, second.measure
    if one is None or other is None:
        return False
    if first.bound or second.bound:
        # Bounds are printed as they are given; the figures differ where the numbers do.
        return one.numbers[0].value * one.unit.factor != other.numbers[0].value * other.unit.factor
    return any(
        _numbers_differ(one, other, place) and _numbers_differ(other, one, place) for place in range(len(one.numbers))
    )


def _numbers_differ(rough: Measure, fine: Measure, place: int) -> bool:
    number = rough.numbers[place]
    value = fine.numbers[place].value * fine.unit.factor / rough.unit.factor
    if number.value == value:
        return False
    if rough.lead and value and abs(number.value / value - 1) <= CONVERTED_ERROR_ABOUT:
        return False
    fewest = max(CONVERTED_FEWEST_DIGITS, number.sure_digits)
    coarser = number.sure_digits < fine.numbers[place].sure_digits
    return not (coarser and value and is_rounded_to(value, number.value, fewest))


def _one_time(
    reading: DifferingReading, places: Sequence[tuple[int, str]], quotations: Sequence[QuotedPassage]
) -> bool:
    """Values of different years do not differ: where the goal names no period, the headings must not name several."""
    if any(token.date is not None for token in reading.point):
        return True
    return len({frozenset(_dates_of(quotations[index].heading)) for index, _ in places}) == 1


def _one_frame(reading: DifferingReading, places: Sequence[tuple[int, str]]) -> bool:
    """Whether what is counted is the same in every sentence: 120 workers and 150 visitors do not differ."""
    counted = set()
    for entry, (_, sentence) in zip(reading.entries, places, strict=True):
        if entry.measure is None or entry.measure.unit.dimension:
            continue
        tokens = frame_tokens(sentence)
        at = next(
            at for at, token in enumerate(tokens) if token.group and _same_value(token.group.members[0], entry.measure)
        )
        counted.add(tokens[at + 1].key if at < len(tokens) - 1 else "")
    return len(counted) <= 1
