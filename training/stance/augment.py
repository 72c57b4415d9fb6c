"""Pairs made by rule from sentences of the training sets: what the sets have too few of.

Comes in: pairs of the training file. Goes out: new pairs. Real sentences are cut down to a claim; then a number, a
month, a name or a polarity is changed on one side, on both, or on neither. Each change appears in pairs that agree and
in pairs that do not, so that neither side alone tells the label: that is how FEVER-symmetric was built by hand.
"""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from training.stance.corpus import SEED, Example

MADE: Final = "own-rules"
UNNAMED: Final = "own-rules-unnamed"
_MONTHS: Final = "January February March April May June July August September October November December".split()
_OPPOSITES: Final = [
    tuple(pair.split("/"))
    for pair in (
        "increase/decrease increases/decreases increased/decreased increasing/decreasing higher/lower more/fewer "
        "rise/fall rose/fell before/after first/last largest/smallest best/worst won/lost win/lose male/female "
        "north/south northern/southern east/west eastern/western accepted/rejected allowed/banned begin/end "
        "began/ended opened/closed bought/sold alive/dead success/failure successful/unsuccessful promotes/inhibits "
        "promote/inhibit activates/inhibits activation/inhibition activated/inhibited improves/worsens "
        "improved/worsened positive/negative positively/negatively up-regulated/down-regulated "
        "upregulated/downregulated enhances/reduces enhanced/reduced enhance/reduce greater/smaller long/short "
        "older/younger early/late "
        "high/low gain/loss gained/lost support/oppose supported/opposed supports/opposes agreed/refused many/few "
        "all/none always/never above/below inside/outside man/woman brother/sister father/mother husband/wife "
        "son/daughter king/queen actor/director novel/film song/film American/British English/French German/Italian "
        "Japanese/Chinese private/public war/peace guilty/innocent married/divorced present/absent "
        "necessary/unnecessary"
    ).split()
]
_OPPOSITE: Final = {a: b for pair in _OPPOSITES for a, b in (pair, pair[::-1])}
_NUMBER: Final = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
_SUBJECT: Final = re.compile(r"(?:The )?[A-Z][\w.'-]+(?: (?:of |the )?[A-Z][\w.'-]+){0,4}")
_IS: Final = re.compile(r"\b(is|are|was|were|has|have|had|can|will|could|would|should|may|did|does|do)\b(?! not|n't)")
_IS_NOT: Final = re.compile(r"\b(is|are|was|were|can|will|could|would|should|may) not\b")
Change = Callable[[str, random.Random], tuple[str, str] | None]
"""From a text: what to replace, and by what; None where there is nothing of the kind."""


def made(examples: Iterable[Example], wanted: int, seed: int = SEED) -> list[Example]:
    """At most `wanted` pairs made from `examples`, in an order that depends on the seed alone."""
    draw = random.Random(f"{seed}{MADE}")
    sources = [e for e in examples if e.lang == "en" and 40 <= len(e.evidence) <= 320]
    names = _names(sources)
    texts = sorted({e.evidence for e in sources})
    draw.shuffle(texts)
    told = [e for e in sources if e.gold == "supports" and 12 <= len(e.claim) <= 160 and e.origin != "curriculum-ner"]
    draw.shuffle(told)
    pairs = [(e.evidence, e.claim) for e in told] + [(text, _cut(text, draw)) for text in texts]
    draw.shuffle(pairs)
    near = _Neighbours(texts)
    changes: list[Change] = [_number, _month, names, _opposite, names, _number]
    found: list[Example] = []
    for evidence, claim in pairs:
        found += _variants(evidence, claim, changes, near, draw)
        if len(found) >= wanted:
            break
    draw.shuffle(found)
    return found[:wanted]


def _variants(
    evidence: str, claim: str, changes: Sequence[Change], near: "_Neighbours", draw: random.Random
) -> list[Example]:
    """A square (both as they are, one changed, the other changed, both changed), or a plain pair and its negation."""
    found = []
    for change in draw.sample(changes, len(changes)):
        swap = change(claim, draw)
        if swap is not None and _word(swap[0]).search(evidence):
            other_claim, other_evidence = _swapped(claim, swap), _swapped(evidence, swap)
            square = [
                (evidence, claim, "supports"),
                (other_evidence, other_claim, "supports"),
                (evidence, other_claim, "refutes"),
                (other_evidence, claim, "refutes"),
            ]
            found += draw.sample(square, 2)
            break
    else:
        found.append((evidence, claim, "supports"))
    if draw.random() < 0.25 and (denied := _denied(claim)) is not None:
        found.append((evidence, denied, "refutes"))
        if draw.random() < 0.5 and (also := _denied(evidence)) is not None and claim in evidence:
            found.append((also, denied, "supports"))
    if draw.random() < 0.45 and (other := near.of(evidence, draw)) is not None:
        found.append((other, claim, "neutral"))
    if draw.random() < 0.3 and (other := near.of(evidence, draw)) is not None:
        found = [(f"{e} {other}" if draw.random() < 0.5 else f"{other} {e}", c, gold) for e, c, gold in found]
    return [Example(origin=MADE, lang="en", evidence=e, claim=c, gold=gold) for e, c, gold in found]


def unnamed(examples: Iterable[Example], seed: int = SEED) -> list[Example]:
    """Pairs whose evidence begins with what the claim is about, with a pronoun in its place and the label kept.

    Sentences taken from the middle of a page speak of "he" or "it": that a name is missing there refutes nothing.
    """
    found = []
    for example in examples:
        draw = random.Random(f"{seed}{example.evidence}{example.claim}")
        subject = _SUBJECT.match(example.claim)
        if example.lang != "en" or subject is None:
            continue
        words = subject.group().split()
        named = re.compile(
            rf"(?:The )?(?:{re.escape(subject.group())}|(?:[A-Z][\w.'-]+ ){{0,3}}{re.escape(words[-1])})"
        )
        start = named.match(example.evidence)
        if start is None or len(words[-1]) < 4:
            continue
        rest = re.sub(r"^\s*\([^)]{0,120}\)", "", example.evidence[start.end() :])
        if re.match(r"(?:'s|,? (?:is|was|has|had|are|were|[a-z]+ed|[a-z]+s)\b)", rest):
            evidence = draw.choice(["He", "She", "It"]) + rest
            found.append(Example(origin=UNNAMED, lang="en", evidence=evidence, claim=example.claim, gold=example.gold))
    return found


def _cut(text: str, draw: random.Random) -> str:
    """A part of a sentence that it still says: without what stands in brackets, and without its tail or its head."""
    text = re.sub(r"\s*\([^)]*\)", "", text)
    parts = re.split(r"(?<=[a-z]), (?=which|who|where|while|and|but|with|a |the )", text)
    if len(parts) > 1 and len(parts[0]) > 25:
        text = parts[0]
    elif (
        m := re.match(r"(?:In|On|At|After|During|Since|According)\b[^,]{3,40}, (.{25,})", text)
    ) and draw.random() < 0.7:
        text = m.group(1)[0].upper() + m.group(1)[1:]
    else:
        clause = re.split(r" (?:because|although|while|when|after|in order to) ", text)[0]
        text = clause if len(clause) > 25 else text
    return text.rstrip(" .,;") + "."


def _word(text: str) -> "re.Pattern[str]":
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")


def _swapped(text: str, swap: tuple[str, str]) -> str:
    return _word(swap[0]).sub(lambda _: swap[1], text)


def _number(text: str, draw: random.Random) -> tuple[str, str] | None:
    found = _NUMBER.findall(text)
    if not found:
        return None
    old = draw.choice(found)
    plain = old.replace(",", "")
    if re.fullmatch(r"1[5-9]\d\d|20[0-3]\d", plain):
        new = str(int(plain) + draw.choice([-30, -12, -7, -3, -2, -1, 1, 2, 3, 5, 11, 40]))
    elif "." in plain:
        new = f"{float(plain) * draw.choice([0.3, 0.5, 0.8, 1.4, 2, 3.5]):.{len(plain.split('.')[1])}f}"
    else:
        value = int(plain)
        new = str(draw.choice([value + 1, value + 2, max(0, value - 1), value * 2, value * 3 + 1, value // 2 + 7]))
    return (old, new) if new != plain else None


def _month(text: str, draw: random.Random) -> tuple[str, str] | None:
    found = [month for month in _MONTHS if month != "May" and _word(month).search(text)]
    return (found[0], draw.choice([m for m in _MONTHS if m not in {found[0], "May"}])) if found else None


def _opposite(text: str, draw: random.Random) -> tuple[str, str] | None:
    found = [word for word in re.findall(r"[\w-]+", text) if word in _OPPOSITE]
    if not found:
        return None
    old = draw.choice(found)
    return old, _OPPOSITE[old]


def _denied(text: str) -> str | None:
    """The text with its first verb of being denied, or no longer denied."""
    if _IS_NOT.search(text):
        return _IS_NOT.sub(r"\1", text, count=1)
    m = _IS.search(text)
    if m is None or m.group(1) in {"do", "does", "did"}:
        return None
    if m.group(1) in {"has", "have", "had"}:
        return text[: m.end()] + " never" + text[m.end() :] if re.match(r" (been|\w+ed)\b", text[m.end() :]) else None
    return f"{text[: m.end()]} not{text[m.end() :]}"


def _names(sources: Iterable[Example]) -> Change:
    """Names by kind as the sets tell them ("Trabzon is a location"): a name is changed for another of its kind."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for example in sources:
        m = re.fullmatch(
            r"(.{3,30}) is an? (person|location|organization|geographical\w*|\w+)", example.claim.rstrip(" .")
        )
        if m and example.origin == "curriculum-ner" and example.gold == "supports" and m.group(1)[0].isupper():
            kinds[m.group(2)].add(m.group(1))
    listed = {kind: sorted(names) for kind, names in kinds.items() if len(names) > 30}
    kind_of = {name: kind for kind, names in listed.items() for name in names}

    def change(text: str, draw: random.Random) -> tuple[str, str] | None:
        words = re.findall(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)*", text)
        known = [word for word in words if word in kind_of]
        if not known:
            return None
        old = draw.choice(known)
        new = draw.choice(listed[kind_of[old]])
        return (old, new) if new != old else None

    return change


class _Neighbours:
    """Sentences that share a rare word with a sentence: about the same thing, yet saying something else."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for n, text in enumerate(texts):
            for word in sorted(set(re.findall(r"[A-Za-z]{5,}", text))):
                self._by_word[word].append(n)

    def of(self, text: str, draw: random.Random) -> str | None:
        words = [w for w in sorted(set(re.findall(r"[A-Za-z]{5,}", text))) if 2 <= len(self._by_word.get(w, ())) <= 60]
        if not words:
            return None
        other = self._texts[draw.choice(self._by_word[draw.choice(words)])]
        return other if other != text else None
