"""Extracts the archived documents again and compares pages, claims and sources with what was sealed.

Comes in: the documents of an evidence file, the sealed facts about them, the extractor. Goes out: the pages as
extracted now, and a `Problem` for each title, date, heading, claim or source that differs. A page that was extracted by
another version of the extractor is accepted as sealed, and counted.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from tadori.claim.extraction import claims_from, restated
from tadori.errors import SourceError
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.trust import MOVABLE, is_learned_ground
from tadori.model.claim import Claim, Quotation
from tadori.model.doors import Extractor, SentenceCheck, TextArchive
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.graph import EvidenceGraph, EvidenceSource, TrustLevel
from tadori.model.ids import Lang
from tadori.model.page import Capture, Fragment, Page
from tadori.model.report import ReadPage
from tadori.model.sealing import CompilerInputs
from tadori.model.verification import Problem
from tadori.model.web import WAYBACK_COPIES
from tadori.pipeline.documents.library import site_address
from tadori.pipeline.report_material import read_page
from tadori.pipeline.source_rules import SourceRules, orders_note
from tadori.pipeline.verification.task_log import TaskLog


@dataclass(frozen=True, slots=True, kw_only=True)
class RereadPage:
    """A page as it is extracted now."""

    page: Page
    fragments: Mapping[str, Fragment]

    def claim_of(self, quotation: Quotation) -> Claim | None:
        """The claim that is extracted from exactly these words of the page; None if there is none."""
        fragment = self.fragments.get(quotation.fragment_id)
        made = [] if fragment is None else claims_from(fragment, self.page, tuple(self.fragments.values()))
        return next((one for one in made if one.quotation == quotation), None)


@dataclass(slots=True)
class RereadPages:
    """The pages of an evidence file that could be extracted again."""

    pages: dict[str, RereadPage] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    other_extractor: int = 0
    """Number of pages that another version of the extractor had read."""


def reread_pages(
    inputs: CompilerInputs, captures: Callable[[str], Capture | None], extractor: Extractor, version: str
) -> RereadPages:
    """Extract every page again that was read by this version of the extractor.

    A page without a capture is skipped: that it is missing from the archive is reported elsewhere.
    """
    found = RereadPages()
    for sealed in inputs.pages:
        if sealed.extraction != version:
            found.other_extractor += 1
            continue
        capture = captures(sealed.page_id)
        if capture is None:
            continue
        place = f"page {sealed.page_id}"
        try:
            extracted = extractor.extract(capture)
        except SourceError as exc:
            found.problems.append(Problem(place=place, what=f"its document cannot be read again: {exc.reason}"))
            continue
        found.problems += [Problem(place=place, what=fault) for fault in _address_faults(sealed, extracted.canonical)]
        page = Page.of(capture, replace(extracted, canonical=sealed.canonical))
        fragments = [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]
        again = read_page(page, fragments, sealed.found_at)
        if again != sealed:
            found.problems.append(Problem(place=place, what=f"read again, it has another {_differing(again, sealed)}"))
        found.pages[page.id] = RereadPage(page=page, fragments={fragment.id: fragment for fragment in fragments})
    return found


def claim_problems(
    graph: EvidenceGraph, again: RereadPages, check: SentenceCheck, *, with_context: bool = True
) -> Iterator[Problem]:
    """Claims that do not come from their page: other words, another date, language or context.

    `with_context`: whether the rules that made them already read what stands around a claim.
    """
    for standing in graph.claims:
        claim = standing.claim
        page = again.pages.get(claim.quotation.page_id)
        if page is None:
            continue
        place, made = f"graph, claim {claim.id}", page.claim_of(claim.quotation)
        if made is None:
            yield Problem(place=place, what="its page makes no claim in the words that it quotes")
            continue
        if claim.text != made.text:
            said = check.grade(claim.text, [QuotedPassage(text=claim.quotation.text)])
            again_said = restated(made, claim.text, page.page)
            if again_said is None or said.grade is not Grade.QUOTED:
                yield Problem(place=place, what="the words that it quotes do not say it")
                continue
            made = again_said
        if (claim.date, claim.lang) != (made.date, made.lang):
            yield Problem(place=place, what=f"its date or language is not that of its words and page ({made.date})")
        if with_context and claim.context != made.context:
            yield Problem(place=place, what="its speaker, mood, subject or lead-in is not that of its page")


def source_problems(
    graph: EvidenceGraph,
    inputs: CompilerInputs,
    again: RereadPages,
    archive: TextArchive,
    log: TaskLog,
    rules: SourceRules,
) -> Iterator[Problem]:
    """Sources whose title, date, publisher, origin, trust, quality or notes do not follow from the pages by rule.

    Trust learned in other tasks cannot be recomputed from the file: it may differ by what such lessons can do to an
    unknown publisher, and only with the note that such lessons leave.
    """
    sealed = {page.page_id: page for page in inputs.pages}
    pages = [_for_origin(s, sealed[s.page_id], again, archive) for s in graph.sources if s.page_id in sealed]
    by_rule = {source.page_id: source for source in rules.sources(pages, log.circles)}
    for source in graph.sources:
        place, expected = f"graph, source {source.page_id}", by_rule.get(source.page_id)
        if expected is None:
            yield Problem(place=place, what="is no page that was read")
            continue
        for name in ("url", "title", "date", "lang", "domain", "origin", "kind", "quality", "is_primary"):
            ours, theirs = getattr(expected, name), getattr(source, name)
            if ours != theirs:
                yield Problem(place=place, what=f"its {name} is {theirs!a}; by its document and the rules {ours!a}")
        yield from (Problem(place=place, what=fault) for fault in _trust_faults(source, expected, log, rules.lang))


def _trust_faults(source: EvidenceSource, expected: EvidenceSource, log: TaskLog, lang: Lang) -> Iterator[str]:
    grounds, rest = source.notes[:1], source.notes[1:]
    # The graph appends a note about age; `recompile` checks that one.
    if rest[: len(expected.notes) - 1] != expected.notes[1:] or len(rest) > len(expected.notes):
        yield "its notes are not those that rules make"
    if source.url in log.giving_orders and expected.trust in MOVABLE:
        if source.trust is not TrustLevel.BLOCKED or grounds != (orders_note(lang),):
            yield "it gives orders to its reader, and is not blocked for that"
    elif source.trust is expected.trust:
        if grounds != expected.notes[:1]:
            yield "the ground of its trust is not the rule's"
    elif expected.trust not in MOVABLE or source.trust not in (*MOVABLE, TrustLevel.BLOCKED):
        yield f"its trust is {source.trust}; by rule {expected.trust}"
    elif not is_learned_ground(grounds[0] if grounds else "", source.trust, lang):
        yield "no lesson moves trust on the ground that it gives"


def _for_origin(source: EvidenceSource, sealed: ReadPage, again: RereadPages, archive: TextArchive) -> PageForOrigin:
    read = again.pages.get(source.page_id)
    page = None if read is None else read.page
    return PageForOrigin(
        page_id=source.page_id,
        url=sealed.url,
        canonical=sealed.canonical,
        title=source.title if page is None else page.title,
        date=source.date if page is None else page.date,
        lang=source.lang if page is None else page.lang,
        text=archive.text(source.page_id),
        imprint=sealed.imprint,
    )


def _differing(again: ReadPage, sealed: ReadPage) -> str:
    names = ("url", "content_hash", "text_hash", "media_type", "headings", "page_starts", "imprint")
    return ", ".join(name for name in names if getattr(again, name) != getattr(sealed, name))


def _address_faults(sealed: ReadPage, named: str) -> Iterator[str]:
    """Checks the canonical URL: it must come from the document itself or from the path of its file."""
    if sealed.url.startswith(WAYBACK_COPIES):
        if not sealed.canonical or not sealed.url.endswith(sealed.canonical):
            yield "the address it is a copy of is not the one in its own"
    elif sealed.canonical != named and (named or sealed.canonical not in _places(sealed.url)):
        yield f"it does not name the address {sealed.canonical[:80]!a} as its own"


def _places(url: str) -> set[str]:
    """The canonical URLs that a file's path can imply (decision 004), and the empty one."""
    parts = urlsplit(url)
    if parts.scheme != "file":
        return {""}
    path = PurePosixPath(unquote(parts.path)).parts[1:]
    return {"", *(site_address(Path(*path[start:])) for start in range(len(path)))}
