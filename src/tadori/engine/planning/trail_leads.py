"""What to look up next on the trail of a question that hops: the thing that the last answered sub-question found.

Comes in: a question and passages already read. Goes out: names, each with the page that states it; none for a question
that does not hop. Whether a name was looked up before is for the caller to know. Pure.
"""

from collections.abc import Sequence

from tadori.engine.planning.trail import sentence_texts
from tadori.model.ids import Lang
from tadori.model.state import SeenPassage
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.hops.answering import hop_question
from tadori.rank.hops.evidence import HopEvidence
from tadori.rank.hops.following import follow


def names_on_trail(question: str, passages: Sequence[SeenPassage], lang: Lang) -> list[tuple[str, str]]:
    """(name, id of the page that states it), nearest to the question first; an anchor too that was not read of."""
    asked = hop_question(question, lang)
    if asked is None or not passages:
        return []
    evidence = HopEvidence(_sentences(passages, lang))
    found: dict[str, str] = {}
    for chain in asked.readings[0]:
        if not evidence.about(chain.anchor):
            found.setdefault(chain.anchor, passages[0].page_id)
        for trail in follow(chain, evidence, lang, lambda *_: ()):
            # The last value of a whole trail is the answer, which leads nowhere.
            steps = zip(trail.found[: len(chain.steps) - 1], trail.sentences, strict=False)
            for name, number in steps:
                found.setdefault(name, evidence.candidates[number].page_id)
    return list(found.items())


def _sentences(passages: Sequence[SeenPassage], lang: Lang) -> list[AnswerCandidate]:
    return [
        AnswerCandidate(
            claim_id=f"{passage.page_id}:{number}",
            text=text,
            context=passage.text,
            title=passage.title,
            lang=lang,
            page_id=passage.page_id,
        )
        for passage in passages
        for number, text in enumerate(sentence_texts(passage.text, lang))
    ]
