"""Orders the fragments of pages for an open question: whole sections first, then fragments within them.

In: a parsed question, pages with their fragments, how rare each term is, an embedder. Out: fragments, best first, each
with a score. A fragment counts by its own words, by those of its section (text, heading path, title) and by how near
the section is in meaning: the sentence that answers `why` often shares no word with the question.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tadori.minds.base import Embedder
from tadori.model.evidence_thresholds import (
    ASKING_WORD_WEIGHT,
    SECTION_FOREIGN_EMBEDDED,
    SECTION_FULL_TIMES,
    SECTION_HEADING_COUNTS,
    SECTION_LEAD_CHARS,
    SECTION_NEAR_WEIGHT,
    SECTION_RANK_EMBEDDED,
    SECTION_WORDS_WEIGHT,
)
from tadori.model.ids import Lang
from tadori.model.page import Fragment, Heading, Page
from tadori.rank.across import met_terms
from tadori.rank.candidates import DocumentFrequency
from tadori.rank.fragments import RankedFragment, fragment_share, rarity, remembered_tokens, title_counts
from tadori.rank.open_question import is_asking_word
from tadori.rank.question import ParsedQuestion

SectionKey = tuple[str, tuple[Heading, ...]]


@dataclass(frozen=True, slots=True)
class _Section:
    key: SectionKey
    lang: Lang
    words: float
    """The weighted share of the question's words that it holds, 0 to 1."""
    lead: str


def rank_open_fragments(
    question: ParsedQuestion,
    pages: Sequence[tuple[Page, Sequence[Fragment]]],
    *,
    frequency: DocumentFrequency,
    embedder: Embedder | None,
) -> list[RankedFragment]:
    """All fragments, best first; ties by page order and place. Scores are from 0 to 1."""
    weights = asked_weights(question, frequency)
    sections = [section for page, fragments in pages for section in _sections(question, page, fragments, weights)]
    near = _nearness(question, sections, embedder)
    by_section = {s.key: SECTION_WORDS_WEIGHT * s.words + SECTION_NEAR_WEIGHT * near.get(s.key, 0.0) for s in sections}
    most = 1 + SECTION_WORDS_WEIGHT + SECTION_NEAR_WEIGHT
    ranked = []
    for page, fragments in pages:
        title = title_counts(page, question.text, question.lang)
        for fragment in fragments:
            own = fragment_share(fragment, title, weights, met_terms(question, fragment.text, page.lang))
            whole = own + by_section[page.id, fragment.heading_hierarchy]
            ranked.append(RankedFragment(fragment=fragment, score=round(max(0.0, whole / most), 6)))
    return sorted(ranked, key=lambda r: -r.score)


def asked_weights(question: ParsedQuestion, frequency: DocumentFrequency) -> dict[str, float]:
    """Each word of the question by its rarity, those that only ask with little weight; they sum to 1."""
    raw = rarity(question.terms, frequency)
    held = {word: weight * (ASKING_WORD_WEIGHT if is_asking_word(word) else 1.0) for word, weight in raw.items()}
    whole = sum(held.values())
    return {word: weight / whole for word, weight in held.items()} if whole else {}


def _sections(
    question: ParsedQuestion, page: Page, fragments: Sequence[Fragment], weights: Mapping[str, float]
) -> list[_Section]:
    held: dict[tuple[Heading, ...], list[Fragment]] = defaultdict(list)
    for fragment in fragments:
        held[fragment.heading_hierarchy].append(fragment)
    title = title_counts(page, question.text, question.lang)
    found = []
    for path, members in held.items():
        times: Counter[str] = Counter()
        for fragment in members:
            times.update({*remembered_tokens(fragment.text), *met_terms(question, fragment.text, page.lang)})
        headings = " › ".join(heading.text for heading in path)
        above = title + Counter(remembered_tokens(headings))
        share = 0.0
        for word, weight in weights.items():
            count = min(SECTION_FULL_TIMES, times[word]) + SECTION_HEADING_COUNTS * min(1, above[word])
            share += weight * count / (count + 1.0)
        text = " ".join(fragment.text for fragment in members)[:SECTION_LEAD_CHARS]
        lead = f"{page.title}. {headings}. {text}"[:SECTION_LEAD_CHARS]
        found.append(_Section((page.id, path), page.lang, share, lead))
    return found


def _nearness(
    question: ParsedQuestion, sections: Sequence[_Section], embedder: Embedder | None
) -> dict[SectionKey, float]:
    """Cosine of the likeliest sections; of another language more are compared, since words cannot choose among them."""
    if embedder is None or not sections:
        return {}
    home = sorted((s for s in sections if s.lang == question.lang), key=lambda s: -s.words)[:SECTION_RANK_EMBEDDED]
    foreign = sorted((s for s in sections if s.lang != question.lang), key=lambda s: -s.words)
    chosen = [*home, *foreign[:SECTION_FOREIGN_EMBEDDED]]
    vectors = embedder.embed([question.text, *(section.lead for section in chosen)])
    cosines = vectors[1:] @ vectors[0]
    return {section.key: float(cosine) for section, cosine in zip(chosen, cosines, strict=True)}
