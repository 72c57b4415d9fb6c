"""Whether quoted words that are no sentence (a table's row, a list's item) are the source's own plain words (X11).

The check looks at the surroundings of quoted sentences; rules that prove a goal from pieces look at them here.
"""

from tadori.judge.reading import script_of
from tadori.model.claim import Mood
from tadori.model.grading import QuotedPassage
from tadori.text.lead_ins import leads_in
from tadori.text.negation import hedges, negated
from tadori.text.sameness import comparable
from tadori.text.statement_context import statement_context


def is_own_voice(words: str, passage: QuotedPassage, said: str, *, above: str = "") -> bool:
    """Whether `words` of `passage` are nobody's speech, not taken back, and no note on them is missing in `said`.

    `above` is text over them that the sentence does not say: `The following figures were withdrawn:`. A lead-in or a
    header that it does say is none.
    """
    at = max(0, passage.text.find(words))
    before, after = passage.before + passage.text[:at], passage.text[at + len(words) :] + passage.after
    if statement_context(words, before, after).in_speech:
        return False
    alone = statement_context(words, above, after, heading=passage.heading)
    limited = alone.mood is not Mood.STATED and alone.mood_side in ("heading", "before")
    noted = not alone.note or comparable(alone.note) in comparable(said)
    return not alone.taken_back and noted and not limited and not _is_denied(leads_in(above))


def _is_denied(lead_in: str) -> bool:
    """Whether a lead-in that is not said denies or doubts what stands below it."""
    return bool(lead_in) and (negated(lead_in, script_of(lead_in)) or bool(hedges(lead_in)))
