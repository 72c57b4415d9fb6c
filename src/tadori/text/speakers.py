"""Finds who says a sentence: `"…," said X`, `X told reporters that`, according to X, Xによると, Xは「…」と述べた.

Comes in: one sentence whose quotations are masked (`text/quotes.py`), so that a verb inside of them counts for nothing.
Goes out: the first attribution outside the quotations, with the words that name the speaker; a speaker that is not
named, or not surely found, is empty. Does not resolve pronouns, and does not look at neighbouring sentences
(`text/statement_context.py`).
"""

from tadori.text.attribution import Attribution
from tadori.text.speakers_en import english_attribution
from tadori.text.speakers_ja import japanese_attribution


def attribution_of(sentence: str, *, japanese: bool) -> Attribution | None:
    """Who says the masked `sentence`, or None where it is the text's own voice."""
    return japanese_attribution(sentence) if japanese else english_attribution(sentence)
