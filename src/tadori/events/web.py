"""Events about searching and the web: engines, routes, waiting pages, sources and entities. Part of the union in
`tadori.events`.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchDone:
    query_id: str
    provider: str
    hits: int
    cached: bool = False
    """Answered from the day's cache, without a request."""
    route: str = ""
    """How the engine was reached: `http` or `headless`; empty when no request was made."""
    ground: str = ""
    """Why this route was chosen."""
    kind: Literal["search_done"] = "search_done"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFailed:
    query_id: str
    provider: str
    reason: str
    route: str = ""
    """How the engine was reached; empty when no request was made."""
    ground: str = ""
    kind: Literal["search_failed"] = "search_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineChanged:
    """The circuit of an engine opened, closed, or lets a probe through."""

    engine: str
    before: str
    after: str
    reason: str
    kind: Literal["engine_changed"] = "engine_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class HitSkipped:
    """A hit that was not read, with the reason."""

    query_id: str
    url: str
    reason: str
    kind: Literal["hit_skipped"] = "hit_skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteTried:
    """One route tried for a page: why it was chosen, and how it ended."""

    url: str
    route: str
    ground: str
    outcome: str
    reason: str
    status: int | None
    block: str
    seconds: float
    kind: Literal["route_tried"] = "route_tried"


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitRenewed:
    """Tor was refused: the domain, or `everywhere` (NEWNYM), gets a new circuit; `note`: why not everywhere."""

    domain: str
    reason: str
    everywhere: bool = False
    note: str = ""
    kind: Literal["circuit_renewed"] = "circuit_renewed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainCooling:
    """A domain refused; it is left alone until `until`."""

    domain: str
    until: str
    reason: str
    kind: Literal["domain_cooling"] = "domain_cooling"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthQueued:
    """A page waits for a person; the research goes on with the rest. Address and kind only, never a token."""

    item_id: str
    url: str
    domain: str
    block: str
    priority: str
    kind: Literal["auth_queued"] = "auth_queued"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTraced:
    """A page cites this one as its source; it is read next."""

    page_url: str
    url: str
    score: float
    grounds: tuple[str, ...]
    kind: Literal["source_traced"] = "source_traced"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationLoop:
    """Pages that cite each other in a circle: none of them is a first source for the others."""

    urls: tuple[str, ...]
    kind: Literal["citation_loop"] = "citation_loop"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityMet:
    """A company, body, person or domain that is new to the task, or was recognised as a known one."""

    entity_id: str
    entity_kind: str
    name: str
    in_question: bool
    known_as: str
    """The name of the known entity it was merged with; empty when it is new."""
    grounds: tuple[str, ...]
    """Why the two are the same."""
    kind: Literal["entity_met"] = "entity_met"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterRead:
    """What a public register says about a domain."""

    url: str
    register: str
    domains: tuple[str, ...]
    holder: str
    kind: Literal["register_read"] = "register_read"
