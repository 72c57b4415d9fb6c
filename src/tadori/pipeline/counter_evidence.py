"""Finds, in pages that were read already, what states the same thing as a claim with the same or another value (L14).

Comes in: a claim with its frames, pages and their fragments. Goes out: claims of those pages that agree with it,
contradict it or qualify it. Ranking reads only the best fragments of a page; a false figure may stand in any other. It
searches nothing new and stores nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tadori.claim.extraction import claims_from
from tadori.judge.frames.framed import FramedClaim, relation_between
from tadori.model.claim import Claim
from tadori.model.page import Fragment, FragmentType, Page, heading_texts
from tadori.model.thresholds import COUNTER_FRAGMENTS
from tadori.text.normalise import fold
from tadori.text.tokens import terms

_NO_PROSE: Final = (FragmentType.HEADING, FragmentType.CODE)
PageWithFragments = tuple[Page, Sequence[Fragment]]


def claims_on_the_same_frame(tested: FramedClaim, pages: Iterable[PageWithFragments]) -> list[Claim]:
    """Claims of `pages` that agree with `tested`, contradict it or qualify it; at most of `COUNTER_FRAGMENTS`."""
    wanted = _subject_words(tested)
    if not wanted:
        return []
    found: list[Claim] = []
    left = COUNTER_FRAGMENTS
    for page, fragments in pages:
        title = fold(page.title)
        for fragment in fragments:
            if fragment.fragment_type in _NO_PROSE or not _may_speak_of(wanted, fragment, title):
                continue
            if left == 0:
                return found
            left -= 1
            found += [c for c in claims_from(fragment, page, fragments) if _is_related(tested, c, page, fragment)]
    return found


def _subject_words(tested: FramedClaim) -> list[frozenset[str]]:
    """Of each frame the folded words of its subject; a page that holds them all may speak of it."""
    found = [fold(frame.subject.words).replace("-", " ") for frame in tested.frames if frame.firm]
    # Japanese puts no spaces between words: 鳴釜潮流発電1号機 may stand as 鳴釜潮流発電 and 1号機.
    return [
        frozenset(word for word in (words.split() if words.isascii() else terms(words)) if len(word) > 1)
        for words in found
    ]


def _may_speak_of(wanted: Sequence[frozenset[str]], fragment: Fragment, title: str) -> bool:
    text = f"{title}\n{fold(' '.join(heading_texts(fragment)))}\n{fold(fragment.text)}"
    # Of a long name one word may be missing: the title of the page may leave out 1号機, and the frames decide anyway.
    return any(sum(word in text for word in words) >= len(words) - (len(words) > 2) for words in wanted)


def _is_related(tested: FramedClaim, claim: Claim, page: Page, fragment: Fragment) -> bool:
    if claim.id == tested.claim.id or claim.quotation.page_id == tested.claim.quotation.page_id:
        return False
    other = FramedClaim.of(claim, title=page.title, headings=heading_texts(fragment))
    return relation_between(tested, other) is not None
