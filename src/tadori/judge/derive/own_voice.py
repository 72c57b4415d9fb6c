"""Whether quoted words that are no sentence (a table's row, a list's item) are the source's own plain words (X11).

The check looks at the surroundings of quoted sentences; rules that prove a goal from pieces look at them here.
"""

from tadori.model.claim import Mood
from tadori.model.grading import QuotedPassage
from tadori.text.sameness import comparable
from tadori.text.statement_context import statement_context


def is_own_voice(words: str, passage: QuotedPassage, said: str) -> bool:
    """Whether `words` of `passage` are nobody's speech, not taken back, and no note on them is missing in `said`."""
    at = max(0, passage.text.find(words))
    before, after = passage.before + passage.text[:at], passage.text[at + len(words) :] + passage.after
    if statement_context(words, before, after).in_speech:
        return False
    # What stands above is a lead-in or a header, and is kept; the headings are not.
    alone = statement_context(words, "", after, heading=passage.heading)
    headed = alone.mood is not Mood.STATED and alone.mood_side == "heading"
    noted = not alone.note or comparable(alone.note) in comparable(said)
    return not alone.taken_back and noted and not headed
