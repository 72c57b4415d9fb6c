"""English pairs put into Japanese word by word: there is no large Japanese set of everyday pairs to learn from.

Comes in: English sentences, mostly captions. Goes out: Japanese glosses. Words are translated by the embedder's own
vectors (the nearest Japanese piece that Sudachi knows as a word), and set in Japanese order by a few rules: who が,
where で, what を, verb ている. It is not translation; it carries what a stance hangs on (the same word, another word,
an opposite, a negation) from the language that has pairs into the one that has few.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tadori.minds.local.embedding import use_backend
from tadori.minds.local.token_vectors import TokenVectors
from training.stance.corpus import Example

GLOSSED: Final = "glossed"
_NEAR: Final = 0.4
"""Cosine from which a piece counts as a translation; the words below it stay out."""
_DROPPED: Final = frozenset(
    "a an the is are was were be been being am it its it's to of that this these those there he she they his her their "
    "him them s as do does did has have had will would can could who which some very".split()
)
_PLACES: Final = {
    "in": "で", "on": "で", "at": "で", "inside": "で", "outside": "外で", "near": "近くで", "by": "そばで",
    "with": "と", "from": "から", "through": "を", "down": "を", "into": "に", "onto": "に", "behind": "後ろで",
    "under": "下で", "around": "周りで", "over": "上で", "across": "を", "along": "を", "for": "ために", "of": "の",
    "up": "を", "off": "から", "during": "間に", "while": "ながら",
}  # fmt: skip
_WORDS: Final = {
    "man": "男性", "men": "男性", "woman": "女性", "women": "女性", "boy": "男の子", "boys": "男の子", "girl": "女の子",
    "people": "人々", "person": "人", "child": "子供", "children": "子供", "kids": "子供", "kid": "子供",
    "two": "二人の", "three": "三人の", "four": "四人の", "one": "一人の", "dog": "犬", "dogs": "犬", "cat": "猫",
    "and": "と", "not": "ない", "no": "ない", "n't": "ない", "nobody": "誰もいない", "never": "ない",
    "sitting": "座っ", "standing": "立っ", "walking": "歩い", "running": "走っ", "playing": "遊ん", "sleeping": "寝",
    "asleep": "寝", "wearing": "着", "holding": "持っ", "riding": "乗っ", "looking": "見", "watching": "見",
    "eating": "食べ", "talking": "話し", "shirt": "シャツ", "hat": "帽子", "outdoors": "屋外で", "indoors": "屋内で",
}  # fmt: skip
_NEGATIONS: Final = frozenset({"not", "no", "n't", "never"})
_PARTICLES: Final = tuple("のがをにはとでもや")
_JAPANESE: Final = re.compile("[ぁ-ヿ一-鿿々ー]+")


class Glossary:
    """English words to Japanese ones by nearness of their vectors; a word it does not know is None."""

    def __init__(self) -> None:
        self._tokens = TokenVectors(use_backend())
        self._known: dict[str, str | None] = dict(_WORDS)

    @cached_property
    def _pieces(self) -> tuple[list[str], NDArray[np.float32]]:
        """Every piece that is one Japanese word, and its vector."""
        from sudachipy import dictionary

        cut = dictionary.Dictionary().create()
        sp = use_backend().sp
        found: list[tuple[str, int]] = []
        for n in range(sp.get_piece_size()):
            text = sp.id_to_piece(n).lstrip("▁")
            if not _JAPANESE.fullmatch(text) or not _writable(text) or text.startswith(_PARTICLES):
                continue
            words = cut.tokenize(text)
            if len(words) == 1 and not words[0].is_oov() and words[0].part_of_speech()[0] not in ("助詞", "助動詞"):
                found.append((text, n))
        return [text for text, _ in found], self._tokens.own([n for _, n in found])

    def add(self, words: Sequence[str]) -> None:
        """Looks up many words at once."""
        new = sorted({word for word in words if word not in self._known})
        sp = use_backend().sp
        single = [(word, ids[0]) for word in new if _is_one(ids := sp.encode(word, out_type=int), sp)]
        self._known.update(dict.fromkeys(new))
        if not single:
            return
        texts, vectors = self._pieces
        near = self._tokens.own([n for _, n in single]) @ vectors.T
        near += np.array([0.06 if re.search("[ぁ-ヿ]", text) else 0.0 for text in texts], dtype=np.float32)
        for (word, _), row in zip(single, near, strict=True):
            best = int(row.argmax())
            self._known[word] = texts[best] if row[best] >= _NEAR else None

    def of(self, sentence: str) -> str | None:
        """The gloss, or None where fewer than three fifths of the words that count are known."""
        words = [w for w in re.findall(r"n't|[a-z]+(?='|n't|\b)|\d+", sentence.lower()) if w]
        self.add([w for w in words if w not in _DROPPED and not w.isdigit()])
        counted = [w for w in words if w not in _DROPPED and w not in _PLACES]
        known = [w for w in counted if w.isdigit() or self._known.get(w)]
        return self._arranged(words) if counted and len(known) * 5 >= len(counted) * 3 else None

    def _arranged(self, words: Sequence[str]) -> str:
        """Who, where, what, does: particles after, the verb last, a negation at its end."""
        denied = any(word in _NEGATIONS for word in words)
        verb = next((n for n, word in enumerate(words) if word.endswith("ing") and self._known.get(word)), None)
        head = words[:verb] if verb is not None else words
        rest = words[verb + 1 :] if verb is not None else []
        who, aside = self._phrases(head)
        what, where = self._phrases(rest)
        doing = self._known.get(words[verb], "") if verb is not None else ""
        ending = ("ていない" if denied else "ている") if doing else ("ではない" if denied else "")
        return "".join(
            [
                aside,
                who,
                "が" if who and doing else "",
                where,
                what,
                "を" if what and doing else "",
                doing or "",
                ending,
            ]
        )

    def _phrases(self, words: Sequence[str]) -> tuple[str, str]:
        """The phrase without a preposition, and those with one, each before its particle."""
        plain: list[str] = []
        placed: list[str] = []
        now, particle = plain, ""
        for word in [*words, "in"]:
            if word in _PLACES:
                if now is not plain and now:
                    placed += [*now, particle]
                now, particle = [], _PLACES[word]
            elif word not in _DROPPED and word not in _NEGATIONS:
                now.append(word if word.isdigit() else self._known.get(word) or "")
        return "".join(plain), "".join(placed)


def _is_one(ids: Sequence[int], sp: Any) -> bool:  # the library has no types
    """Whether a word is one piece, but for its ending."""
    return len(ids) == 1 or (len(ids) == 2 and sp.id_to_piece(ids[1]) in {"s", "es", "ed", "d", "ing"})


def _writable(text: str) -> bool:
    """Whether Japanese is written with these characters; simplified Chinese ones are not among them."""
    try:
        text.encode("shift_jis")
    except UnicodeEncodeError:
        return False
    return True


def glossed(examples: Iterable[Example]) -> list[Example]:
    """Pairs of which both sides can be glossed: both in Japanese, and every third time one of them as it was."""
    glossary = Glossary()
    found: list[Example] = []
    for example in examples:
        evidence, claim = glossary.of(example.evidence), glossary.of(example.claim)
        if evidence is None or claim is None or (evidence == claim and example.gold != "supports"):
            continue
        sides = [(evidence, claim)]
        if len(found) % 3 == 0:
            sides.append((evidence, example.claim) if len(found) % 2 else (example.evidence, claim))
        found += [Example(origin=GLOSSED, lang="ja", evidence=e, claim=c, gold=example.gold) for e, c in sides]
    return found
