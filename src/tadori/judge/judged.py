"""Decides whether models' votes may carry a sentence that no rule derives: the grade `judged` (X11).

In: a sentence, its quotations, the models' votes, and what rules object. Out: whether it is judged. A vote counts only
for the very sentence and quotations it was given on; more than half must find the sentence entailed; and where a rule
objects, no number of votes helps.
"""

from collections.abc import Sequence

from tadori.model.grading import EntailmentVote, QuotedPassage


def is_judged(sentence: str, passages: Sequence[QuotedPassage], votes: Sequence[EntailmentVote]) -> bool:
    """Whether valid votes of named models carry the sentence; what rules say is not asked here."""
    wanted = EntailmentVote.pair_hash_of(sentence, tuple(passage.text for passage in passages))
    if not votes or any(vote.pair_hash != wanted or not vote.model.strip() for vote in votes):
        return False
    return 2 * sum(vote.entailed for vote in votes) > len(votes)
