"""Small evidence for the graph's tests: every argument that is not given is the plainest there is."""

from collections.abc import Sequence

from tadori.graph.origin_page import PageForOrigin
from tadori.graph.origins import sources_of
from tadori.model.claim import Claim, Edge, Ground, Quotation, Relation
from tadori.model.graph import EvidenceSource, TrustLevel
from tadori.model.ids import EN, IsoDate, Url


def page(page_id: str, text: str = "", *, url: str = "", canonical: str = "", title: str = "") -> PageForOrigin:
    return PageForOrigin(
        page_id=page_id,
        url=Url(url or f"file:///library/{page_id}.txt"),
        canonical=canonical,
        title=title or f"Title of {page_id}",
        date=None,
        text=text or f"Words that stand on {page_id} and nowhere else.",
    )


def origins(
    pages: Sequence[PageForOrigin],
    *,
    circles: Sequence[Sequence[str]] = (),
    retold: Sequence[tuple[str, str]] = (),
) -> dict[str, str]:
    """Page id → the origin that its source is given."""
    return {one.page_id: one.origin for one in sources_of(pages, circles=circles, retold=retold)}


def source(
    page_id: str,
    *,
    origin: str = "",
    trust: TrustLevel = TrustLevel.UNVERIFIED,
    date: str | None = None,
    primary: bool = False,
    title: str = "",
    domain: str = "",
    kind: str = "",
    quality: float = 1.0,
) -> EvidenceSource:
    return EvidenceSource(
        page_id=page_id,
        url=Url(f"file:///{page_id}"),
        title=title or page_id,
        date=None if date is None else IsoDate(date),
        lang=EN,
        domain=domain,
        trust=trust,
        is_primary=primary,
        origin=origin or f"or_{page_id}",
        kind=kind,
        quality=quality,
    )


def quotation(page_id: str, text: str) -> Quotation:
    return Quotation.of(fragment_id=f"fr_{page_id}", page_id=page_id, start=0, text=text)


def claim(page_id: str, text: str) -> Claim:
    return Claim(id=Claim.id_of(text), text=text, lang=EN, quotation=quotation(page_id, text))


def edge(of: Claim, page_id: str, text: str, relation: Relation, *, shown: bool = True) -> Edge:
    words = quotation(page_id, text)
    return Edge(
        id=Edge.id_of(of.id, words, relation),
        claim_id=of.id,
        quotation=words,
        relation=relation,
        confidence=0.9,
        shown=shown,
        grounds=(Ground(rule="number", detail="14 ≠ 15", weight=-1.0),),
    )
