"""Counts the text that a reader leaves out, by reason. In: the words that were left out. Out: `TextLoss` entries."""

from collections import Counter
from collections.abc import Iterable

from tadori.model.page import TextLoss


class LossCounter:
    """Characters that are no white space, counted by reason."""

    def __init__(self) -> None:
        self._characters: Counter[str] = Counter()

    def add(self, reason: str, text: str) -> None:
        """Count `text` as left out for `reason`; text without a visible character is no loss."""
        if characters := printed_length(text):
            self._characters[reason] += characters

    def take(self, losses: Iterable[TextLoss]) -> None:
        """Count what another reader left out."""
        for loss in losses:
            self._characters[loss.reason] += loss.characters

    def losses(self) -> tuple[TextLoss, ...]:
        """One entry a reason, the largest first."""
        ordered = sorted(self._characters.items(), key=lambda item: (-item[1], item[0]))
        return tuple(TextLoss(reason=reason, characters=characters) for reason, characters in ordered)


def printed_length(text: str) -> int:
    """How many characters of `text` are no white space."""
    return sum(map(len, text.split()))
