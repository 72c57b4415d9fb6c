"""Following names from page to page: what a passage names and nobody has looked up yet may be the next page to read.

Comes in: passages already read, best first. Goes out: names worth a look-up, best first. A question about
somebody's father is not answered on the page that names him, but on the page of that name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.loop.phrases import names
from tadori.model.ids import Lang
from tadori.model.state import SeenPassage
from tadori.text.sentences import sentences
from tadori.text.tokens import terms

SEED_PASSAGES: Final = 6
NAMES_A_PASSAGE: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A name to look up, and the page it stands on."""

    name: str
    page_id: str
    score: float


def leads(question: str, passages: Sequence[SeenPassage], looked_up: Iterable[str], lang: Lang) -> list[Lead]:
    """Names in the best passages that are neither the title of a page read nor looked up, best first.

    A name counts more on a better passage, and in a sentence that shares words with the question.
    """
    asked = frozenset(terms(question))
    known = {frozenset[str]()} | {_key(name) for name in (*looked_up, *(passage.title for passage in passages))}
    found: dict[frozenset[str], Lead] = {}
    for passage in passages[:SEED_PASSAGES]:
        for lead in _leads_of(passage, asked, lang):
            key = _key(lead.name)
            if key not in known and not key <= asked:
                best = found.get(key)
                if best is None or lead.score > best.score:
                    found[key] = lead
    return sorted(found.values(), key=lambda lead: (-lead.score, lead.name))


def _leads_of(passage: SeenPassage, asked: frozenset[str], lang: Lang) -> list[Lead]:
    own = frozenset(terms(passage.title))
    found: list[Lead] = []
    for number, span in enumerate(sentences(passage.text, lang)):
        sentence = passage.text[span.start : span.end]
        shared = len(asked & (frozenset(terms(sentence)) | own))
        score = passage.score * (1 + shared) / (1 + len(asked)) - 0.001 * number
        found += [Lead(name=name, page_id=passage.page_id, score=score) for name in names(sentence, lang)]
    return found[:NAMES_A_PASSAGE]


def _key(name: str) -> frozenset[str]:
    return frozenset(terms(name))
