"""Checks what a model wrote before anybody reads it (§4.4.1 L4).

Comes in: the texts of an answer, the instructions and outside texts the model was given, and the tag of the fence. Goes
out: the same texts with everything masked that must not leave, and a flag for each mask. Masked are pieces of the
instructions (also backwards, spaced out, ROT13, base64, hex), the tag, and addresses and secrets that were in none of
the given texts. An answer of absurd length is cut.
"""

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tadori.errors import ModelFailed
from tadori.minds.guard.cleaning import plain, tag_look_alike
from tadori.minds.guard.fence import RULES, data_mark
from tadori.minds.requests import GuardFlag
from tadori.model.llm_thresholds import LEAK_LENGTH, TIMES_TOO_LONG
from tadori.text.addresses import addresses
from tadori.text.encoded import base64_inside, hex_inside
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.secrets import MASK, secret_places
from tadori.text.spans import RuleSpan, merge_spans
from tadori.text.views import TextView, as_letters, as_words

if TYPE_CHECKING:
    from pydantic import BaseModel

M = TypeVar("M", bound="BaseModel")

_TAG_PIECE: Final = 8
"""Consecutive hex digits of the tag that nobody writes by chance."""
_ENCODED: Final = lazy_pattern(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX: Final = lazy_pattern(r"(?:[0-9A-Fa-f]{2}[\s:]?){20,}")
_FEWEST_DECODED: Final = 12


class OutputCheck:
    """The check of one call: the given texts are processed once, however many texts come back."""

    def __init__(self, *, instructions: str, given: Sequence[str], tag: str) -> None:
        self._instructions = instructions
        self._given = tuple(given)
        self._tag = tag

    def masked(self, text: str, where: str) -> tuple[str, list[GuardFlag]]:
        """`text` with what must not leave masked; the positions of the flags are those of the original text."""
        text = text.encode(errors="replace").decode()
        found = [*self._leaks(text), *self._tags(text), *self._unknown_addresses(text), *self._hidden(text)]
        spans = merge_spans([_trimmed(text, span) for span in found])
        parts: list[str] = []
        last = 0
        for _, start, end in spans:
            parts += [text[last:start], MASK]
            last = end
        flags = [GuardFlag(rule=rule, where=where, start=start, end=end) for rule, start, end in spans]
        return "".join([*parts, text[last:]]), flags

    def _leaks(self, text: str) -> Iterator[RuleSpan]:
        """Pieces of the instructions, unless the given texts contain the same words."""
        for view, said, known in (
            (as_words(text), self._leakable.words, self._known_words),
            (as_letters(text), self._leakable.letters, self._known_letters),
        ):
            leaked = said.intersection(_stretches(view.text, LEAK_LENGTH))
            # Almost no answer repeats its instructions: what was given is looked at only when one does.
            if leaked:
                yield from _runs("prompt_leak", view, leaked - known(leaked), LEAK_LENGTH)

    def _tags(self, text: str) -> Iterator[RuleSpan]:
        letters = as_letters(text)
        pieces = frozenset().union(
            *(_grams(mark.split("-")[-1].lower(), _TAG_PIECE) for mark in (self._tag, data_mark(self._tag)))
        )
        for view in (letters, letters.backwards()):
            yield from _runs("tag", view, pieces, _TAG_PIECE)
        for match in tag_look_alike().finditer(text):
            yield "tag", *match.span()

    def _unknown_addresses(self, text: str) -> Iterator[RuleSpan]:
        """Addresses and secrets that were in none of the given texts."""
        for one in addresses(text):
            if one.plain not in self._addresses:
                yield f"address_{one.kind}", one.start, one.end
        for start, end in secret_places(text):
            if not any(text[start:end] in given for given in self._given):
                yield "secret", start, end

    def _hidden(self, text: str) -> Iterator[RuleSpan]:
        """Encoded pieces that contain what would be masked in plain text."""
        for pattern, decode in ((_ENCODED, base64_inside), (_HEX, hex_inside)):
            for match in pattern.finditer(text):
                decoded = _readable(decode(match[0]))
                if decoded and not any(match[0] in given for given in self._given):
                    found = [*self._leaks(decoded), *self._tags(decoded), *self._unknown_addresses(decoded)]
                    if found:
                        yield f"encoded_{found[0][0]}", *match.span()

    # Cached and lazy: most answers leak nothing, and preparing the given texts is the slow part.
    @cached_property
    def _leakable(self) -> "_Pieces":
        return _leakable_pieces(self._instructions)

    def _known_words(self, pieces: frozenset[str]) -> set[str]:
        """Those of the `pieces` that occur in a given text."""
        return {piece for piece in pieces if piece in self._given_words}

    def _known_letters(self, pieces: frozenset[str]) -> set[str]:
        return {piece for piece in pieces if piece in self._given_letters}

    @cached_property
    def _given_words(self) -> str:
        return "\n".join(as_words(text).text for text in self._given_forms)

    @cached_property
    def _given_letters(self) -> str:
        return "\n".join(as_letters(text).text for text in self._given_forms)

    @cached_property
    def _given_forms(self) -> list[str]:
        """The given texts as they came and as a model sees them."""
        return list(dict.fromkeys(form for text in self._given for form in (text, plain(text))))

    @cached_property
    def _addresses(self) -> frozenset[str]:
        return frozenset(one.plain for text in self._given_forms for one in addresses(text))


def mask_answer(
    value: M, *, instructions: str, given_texts: Sequence[str], tag: str, expected_length: int
) -> tuple[M, list[GuardFlag]]:
    """An answer in its form with every string checked; the same object where nothing had to be masked.

    Raises:
        ModelFailed: (MODEL_UNSAFE) a key in it had to be masked, or it is invalid with masks in it.
    """
    from pydantic import ValidationError  # lazy: pydantic is slow, and only a model needs it

    check = OutputCheck(instructions=instructions, given=given_texts, tag=tag)
    checking = _Checking(check=check, left=TIMES_TOO_LONG * max(1, expected_length))
    try:
        made = checking.anything(value, "output:")
    except ValidationError as exc:
        rules = ", ".join(sorted({flag.rule for flag in checking.flags}))
        raise ModelFailed("MODEL_UNSAFE", f"what is left of the answer has not its form ({rules})") from exc
    return (made if checking.flags else value), checking.flags


@dataclass(slots=True, kw_only=True)
class _Checking:
    """One answer on its way through the check."""

    check: OutputCheck
    left: int
    """Characters that the rest of the answer may still have."""
    flags: list[GuardFlag] = field(default_factory=list)

    def text(self, text: str, where: str) -> str:
        if len(text) > self.left:
            self.flags.append(GuardFlag(rule="too_long", where=where, start=self.left, end=len(text)))
        masked, found = self.check.masked(text[: self.left], where)
        self.left -= min(self.left, len(text))
        self.flags += found
        return masked

    def anything(self, value: Any, where: str) -> Any:
        from pydantic import BaseModel  # lazy: pydantic is slow, and only a model needs it

        match value:
            case Enum():
                return value
            case str():
                return self.text(value, where)
            case BaseModel():
                return self._form(value, where)
            case dict():
                return {self._key(key, where): self.anything(one, f"{where}[…]") for key, one in value.items()}
            case list() | tuple() | set() | frozenset():
                return type(value)(self.anything(one, f"{where}[{n}]") for n, one in enumerate(value))
            case _:
                return value

    def _form(self, value: "BaseModel", where: str) -> "BaseModel":
        """The form rebuilt from its checked fields, so that its own validation applies to the masks, too."""
        before = len(self.flags)
        names = type(value).model_fields
        fields = {name: self.anything(getattr(value, name), _below(where, name)) for name in names}
        extra = self.anything(value.__pydantic_extra__ or {}, where)
        if len(self.flags) == before:
            return value
        return type(value).model_validate({**fields, **extra}, by_name=True)

    def _key(self, key: Any, where: str) -> Any:
        """Keys of a mapping cannot be masked without losing their meaning: a bad key fails the answer."""
        before = len(self.flags)
        if isinstance(key, str) and self.anything(key, f"{where}[…]") != key:
            raise ModelFailed("MODEL_UNSAFE", f"a name within the answer breaks the rule {self.flags[before].rule}")
        return key


def _below(where: str, name: str) -> str:
    return f"{where}{name}" if where.endswith(":") else f"{where}.{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pieces:
    """Every run of `LEAK_LENGTH` characters of a text, in two views of it."""

    words: frozenset[str]
    letters: frozenset[str]


@lru_cache(maxsize=32)
def _leakable_pieces(instructions: str) -> _Pieces:
    """Every piece of the instructions, in the forms in which a model may leak it."""
    # The rules of the fence go with every instruction.
    instructions = "\n".join([instructions, *RULES.values()])
    letters = as_letters(instructions).text
    turned = codecs.encode(letters, "rot13")
    return _Pieces(
        words=_grams(as_words(instructions).text, LEAK_LENGTH),
        letters=frozenset().union(
            *(_grams(one, LEAK_LENGTH) for one in (letters, letters[::-1], turned, turned[::-1]))
        ),
    )


def _grams(text: str, length: int) -> frozenset[str]:
    return frozenset(_stretches(text, length))


def _stretches(text: str, length: int) -> Iterator[str]:
    return (text[place : place + length] for place in range(len(text) - length + 1))


def _runs(rule: str, view: TextView, pieces: frozenset[str], length: int) -> Iterator[RuleSpan]:
    """Where `pieces` occur in a view; consecutive ones are reported once."""
    first = last = -1
    for place, piece in enumerate(_stretches(view.text, length)):
        if piece not in pieces:
            continue
        if first >= 0 and place > last:
            yield rule, *view.span(first, last)
            first = -1
        first = place if first < 0 else first
        last = place + length
    if first >= 0:
        yield rule, *view.span(first, last)


def _trimmed(text: str, span: RuleSpan) -> RuleSpan:
    """Without white space at its ends, which belongs to what stays."""
    rule, start, end = span
    words = text[start:end]
    return rule, start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def _readable(raw: bytes) -> str:
    """The text in some bytes; empty where they hold none."""
    text = raw.decode("utf-8", errors="ignore")
    return text if len(text) >= _FEWEST_DECODED else ""
