"""Finds the speaker of a quotation in the sentences around it.

Comes in: a sentence joined with the text before and after it. Goes out: the speaker and the clause that names them,
on which side it stands. Looked for behind the closing mark, before the opening mark, and in the words between this
quotation and the one before in the same paragraph. Somebody who is merely mentioned nearby is not
taken for the speaker.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tadori.model.ids import EN, JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.quotes import QUOTE_FILLER, QuotedSpan, mask_quotations, quoted_spans
from tadori.text.sentences import TextSpan, sentences
from tadori.text.speakers import attribution_of

_NEAR: Final = 300
"""A clause that names a speaker is no longer than this."""
_FURTHEST: Final = 4
"""So many quotations back, within one speech."""
_WORD: Final = lazy_pattern(r"[^\W_]")
_WORDS: Final = lazy_pattern(r"[^\W_]+(?:['’][^\W_]+)?")
_GOES_ON_EN: Final = lazy_pattern(
    r"\s*(?:,\s*)?(?!(?:when|while|after|before|because|but|and|or|if|although|though|since|that|which|until|where)\b)(?:[a-z]|(?:[A-Z][\w.'’-]*\s){1,6}[a-z])"
)
_SHORT_TAIL: Final = lazy_pattern(r"\s*(?!According)[A-Z][^.,;:]{0,60}?\s[a-z]+(?:ed|s|d|ld)(?:\s[\w]+){0,2}\s*[.,]")
_TAIL_JA: Final = lazy_pattern("と|[（(]")
_FEWEST_QUOTED: Final = 3
_FEWEST_QUOTED_JA: Final = 6


_ENDS: Final = (".", "!", "?", "。", "！", "？")
_ANNOUNCES_JA: Final = lazy_pattern("(?:こう|次のように|以下のように)[^、。]{1,12}。$")


class FoundSpeaker(NamedTuple):
    speaker: str = ""
    side: Literal["", "inside", "before", "after"] = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechText:
    """A sentence with the text around it, and all quotations in them."""

    text: str
    start: int
    """Of the sentence in `text`."""
    end: int
    after_start: int
    spans: tuple[QuotedSpan, ...]
    masked_sentence: str
    japanese: bool

    @staticmethod
    def joined(before: str, sentence: str, after: str, *, japanese: bool) -> "SpeechText":
        """The three parts as one text; parts that touch are set apart, unless they are Japanese."""
        gap = "" if japanese or not before or before[-1].isspace() else " "
        gap_after = "" if japanese or not after or not after[0].isalnum() else " "
        start = len(before) + len(gap)
        end = start + len(sentence)
        text = f"{before}{gap}{sentence}{gap_after}{after}"
        spans = quoted_spans(text)
        masked = mask_quotations(text, spans)[start:end] if spans else sentence
        return SpeechText(
            text=text,
            start=start,
            end=end,
            after_start=end + len(gap_after),
            spans=spans,
            masked_sentence=masked,
            japanese=japanese,
        )

    def inside(self) -> tuple[QuotedSpan, ...]:
        """The quotations that hold words of the sentence."""
        return tuple(
            span
            for span in self.spans
            if span.end > self.start
            and span.start < self.end
            and _WORD.search(self.text, max(self.start, span.start), min(self.end, span.end))
        )

    def begins_inside(self, inside: tuple[QuotedSpan, ...]) -> bool:
        """Whether the sentence begins in a quotation that was opened before it."""
        first = inside[0]
        return first.start < self.start or (not first.opened and first.start == self.start)

    def outside_words(self) -> int:
        """Words of the sentence outside quotations; letters in Japanese."""
        return len((_WORD if self.japanese else _WORDS).findall(self.masked_sentence))

    def is_wordy(self, inside: tuple[QuotedSpan, ...]) -> bool:
        """Whether the quotations have the words of a sentence; a title of one or two words has not."""
        pattern, least = (_WORD, _FEWEST_QUOTED_JA) if self.japanese else (_WORDS, _FEWEST_QUOTED)
        return any(len(pattern.findall(self.text, span.start, span.end)) >= least for span in inside)

    def speaker_of(self, span: QuotedSpan) -> FoundSpeaker:
        """The speaker of the quotation `span`, by the clauses around it."""
        index = self.spans.index(span)
        for place in range(index, max(-1, index - _FURTHEST), -1):
            found = self._behind(place) or self._ahead(place)
            if found:
                # Whom a pronoun in another sentence means is not known here.
                unknown = found.side != "inside" and _PRONOUNS.fullmatch(found.speaker)
                return FoundSpeaker() if unknown else found
            if place == 0 or not self._touches(place - 1, place):
                break
        return FoundSpeaker()

    def source_before(self) -> FoundSpeaker:
        """The source named by the sentence right before a hearsay: 県警によると、…。…という。"""
        head = mask_quotations(self.text, self.spans)[: self.start]
        last = self._last_sentence(head)
        if last is None or "\n" in self.text[last.end : self.start]:
            return FoundSpeaker()
        found = self._named(head[last.start : last.end], last.start, last.end)
        return FoundSpeaker() if _PRONOUNS.fullmatch(found.speaker) else found

    def _behind(self, place: int) -> FoundSpeaker | None:
        """`…," said Kato.` 「…」と加藤氏。"""
        span = self.spans[place]
        if not span.closed:
            return None
        until = self.spans[place + 1].start if place + 1 < len(self.spans) else len(self.text)
        tail = self.text[span.end : min(until, span.end + _NEAR)].split("\n")[0]
        goes_on = _TAIL_JA.match(tail) if self.japanese else self._goes_on(span, tail)
        if not goes_on:
            return None
        clause = sentences(tail, JA if self.japanese else EN)
        end = clause[0].end if clause else 0
        found = self._named(QUOTE_FILLER + tail[:end], span.end, span.end + end)
        return found if found.speaker else None

    def _goes_on(self, span: QuotedSpan, tail: str) -> bool:
        """Whether the sentence of an English quotation goes on behind it."""
        inner = self.text[max(span.start, span.end - 3) : span.end].rstrip("\"'”’»＂")
        if _GOES_ON_EN.match(tail) is None:
            return False
        if tail.lstrip(" ,")[:1].islower() or inner.endswith((",", "，", "—", "–")):
            return True
        # "Ready?" Kato asked. But: "Ready?" According to Kato, …
        return inner.endswith(("!", "?")) and _SHORT_TAIL.match(tail) is not None

    def _ahead(self, place: int) -> FoundSpeaker | None:
        """`Kato said: "…` 加藤氏は「…」 and `" said Kato. "…`: the words that run up to the quotation."""
        span = self.spans[place]
        masked = mask_quotations(self.text[: span.start], self.spans[:place])
        last = self._last_sentence(masked)
        if last is None or not self._runs_on(masked, last):
            return None
        clause = masked[last.start : last.end] + QUOTE_FILLER
        if self.japanese and span.closed and not masked.endswith(_ENDS):
            # The verb of 加藤氏は「…」と述べた stands behind the quotation.
            clause += self.text[span.end : span.end + _NEAR].split("。")[0]
        found = self._named(clause, last.start, last.end)
        return found if found.speaker else None

    def _runs_on(self, masked: str, last: TextSpan) -> bool:
        """Whether the last sentence before a quotation leads to it: it is open, or ends the quotation before."""
        clause, gap = masked[last.start : last.end], masked[last.end :]
        if "\n\n" in gap or ("\n" in gap and clause[-1] not in ":：、,"):
            return False
        return QUOTE_FILLER in clause or not clause.endswith(_ENDS) or _ANNOUNCES_JA.search(clause) is not None

    def _touches(self, one: int, other: int) -> bool:
        """Whether nothing stands between two quotations but white space: the same speech goes on."""
        between = self.text[self.spans[one].end : self.spans[other].start]
        return not _WORD.search(between) and ("\n" not in between or not self.spans[one].closed)

    def _last_sentence(self, masked: str) -> TextSpan | None:
        near = max(0, len(masked) - _NEAR)
        found = sentences(masked[near:], JA if self.japanese else EN)
        return TextSpan(found[-1].start + near, found[-1].end + near) if found else None

    def _named(self, clause: str, start: int, end: int) -> FoundSpeaker:
        """The speaker that `clause`, which stands at `start`, names."""
        found = attribution_of(clause, japanese=self.japanese)
        if found is None or not found.speaker:
            return FoundSpeaker()
        return self.placed(found.speaker, start, end)

    def placed(self, speaker: str, start: int, end: int) -> FoundSpeaker:
        """A speaker whom `text[start:end]` names, with offsets in the part where that stands."""
        if start >= self.end:
            return FoundSpeaker(speaker, "after", start - self.after_start, end - self.after_start)
        side: Literal["inside", "before"] = "before" if start < self.start else "inside"
        base = 0 if side == "before" else self.start
        return FoundSpeaker(speaker, side, max(0, start - base), end - base)


_PRONOUNS: Final = lazy_pattern(r"(?i:he|she|they|it|i|we|you|who|one)|彼|彼女|彼ら|これ|それ|私|同氏|自身")
