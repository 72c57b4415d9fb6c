"""Words of which one was put in the place of another: opposites, and members of a group that exclude each other.

Comes in: a token (`tadori.text.tokens`: English stems, Sudachi's normal forms). Goes out: its rivals. The table is
wider than `antonyms.py`, on which the judge's weights were fitted: a rival proves nothing by itself. It counts only
where the sentence has the one, the words it is made from have the other, and neither has both.
"""

from functools import cache
from typing import Final

from tadori.text.rival_table import EXCLUSIVE_GROUPS, OPPOSITE_SIDES
from tadori.text.stem import stem

_PREFIXES: Final = ("un", "non", "in", "im", "il", "ir", "dis", "mis", "de", "anti", "counter")
_TAKING_PREFIXES: Final = (
    "accurate active adequate appropriate attentive capable complete consistent convenient correct correctly"
    " decisive definite dependent direct effective efficient eligible equal equality evitable experienced"
    " expensive formal frequent justice numerable offensive secure sensitive significant stability sufficient"
    " tolerant valid visible voluntary balance mature modest moral mortal partial patient perfect personal"
    " polite possible practical probable proper legal legible literate logical legitimate rational regular"
    " relevant replaceable resistible responsible reversible advantage agree allow appear approve arm belief"
    " believe charge close comfort connect continue courage encourage engage grace honest honor infect inherit"
    " integrate like loyal obey order organize own pleasure prove qualify regard respect satisfied satisfy"
    " similar trust use activate centralize code form grade stabilize value escalate increase motivate"
    " mobilize behave conduct inform interpret judge lead manage place quote read represent spell understand"
    " calculate fortune"
)
"""Words of which `in-`, `dis-`, `mis-` or `de-` make the opposite. Of others they may not: `inform`, `display`."""
_NEVER_SPLIT: Final = "under union unit unite united unique uniform universal until"
_SHORTEST_BASE: Final = 4
_PREFIXES_JA: Final = ("不", "無", "非", "未", "反", "脱")


def rivals(token: str) -> frozenset[str]:
    """The tokens that cannot stand where `token` does without changing what is said; none where nothing is known."""
    return _rival_table().get(token, frozenset()) | _by_prefix(token)


def group_rivals(token: str) -> frozenset[str]:
    """The other members of the groups that `token` is in: of a weekday, the other weekdays."""
    return _group_table().get(token, frozenset())


def _by_prefix(token: str) -> frozenset[str]:
    """`crew` for `uncrew` and back, 公開 for 非公開 and back."""
    if not token.isascii():
        bare = token[1:] if token[:1] in _PREFIXES_JA and len(token) > 2 else ""
        return frozenset([bare] if bare else (prefix + token for prefix in _PREFIXES_JA if len(token) > 1))
    found = {prefix + token for prefix in _PREFIXES[:2]} if len(token) >= _SHORTEST_BASE else set()
    if token in _stems(_TAKING_PREFIXES):
        found |= {prefix + token for prefix in _PREFIXES}
    for prefix in _PREFIXES:
        base = token.removeprefix(prefix)
        if base == token or len(base) < _SHORTEST_BASE or token in _stems(_NEVER_SPLIT):
            continue
        if prefix in ("un", "non") or base in _stems(_TAKING_PREFIXES):
            found.add(base)
    return frozenset(found)


@cache
def _rival_table() -> dict[str, frozenset[str]]:
    against: dict[str, set[str]] = {}
    for left_words, right_words in OPPOSITE_SIDES:
        left, right = _tokens_of(left_words), _tokens_of(right_words)
        for side, other in ((left, right), (right, left)):
            for word in side:
                against.setdefault(word, set()).update(other - side)
    for word, others in _group_table().items():
        against.setdefault(word, set()).update(others)
    return {word: frozenset(others) for word, others in against.items()}


@cache
def _group_table() -> dict[str, frozenset[str]]:
    against: dict[str, set[str]] = {}
    for words in EXCLUSIVE_GROUPS:
        group = _tokens_of(words)
        for word in group:
            against.setdefault(word, set()).update(group - {word})
    return {word: frozenset(others) for word, others in against.items()}


@cache
def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))


def _tokens_of(words: str) -> set[str]:
    return {stem(word) if word.isascii() else word for word in words.split()}
