"""The metadata of answers about a task (§4.4.1 L5, L6): publishers by trust level, and warnings about pages."""

from collections.abc import Sequence
from typing import Any, Final

from tadori.graph.sources import publisher_of
from tadori.model.engine import LIBRARY
from tadori.model.graph import TrustLevel
from tadori.pipeline.task_sources import PageTrust, trust_of_pages
from tadori.service.clients.public_addresses import public_url
from tadori.store.client import orders_in_pages
from tadori.store.database import Store
from tadori.store.journal import events_of_kind
from tadori.store.tasks import find_task

Json = dict[str, Any]
MAX_DOMAINS: Final = 50
MAX_WARNINGS: Final = 20
MAX_NAME_CHARS: Final = 300
"""As long as the schema lets a name be; of a longer one the end, where the file is named."""


def publishers_by_trust(store: Store, task_id: str) -> dict[str, list[str]]:
    """The publishers of the pages read, by the trust that claims of these pages have.

    A publisher with a blocked page among others is named under both levels. Documents without a publisher count as
    `library`; a blocked one is named itself.
    """
    with store.read() as db:
        libraries = find_task(db, task_id).libraries
    found: dict[str, set[str]] = {level.value: set() for level in TrustLevel}
    for page in trust_of_pages(store, task_id):
        found[page.trust.value].add(_name_of(page, libraries))
    return {level: sorted(names) for level, names in found.items()}


def _name_of(page: PageTrust, libraries: Sequence[str]) -> str:
    if page.domain:
        return page.domain
    return _document_name(page.url, libraries) if page.trust is TrustLevel.BLOCKED else LIBRARY


def _document_name(url: str, libraries: Sequence[str]) -> str:
    """The name of a document without a publisher: its place in the library, never a path of this machine."""
    return public_url(url, libraries)[-MAX_NAME_CHARS:]


def verification_alerts(store: Store, task_id: str) -> list[Json]:
    """Publishers whose trust has changed, and pages that contain instructions to their reader."""
    with store.read() as db:
        moved = events_of_kind(db, task_id, "domain_trust_changed")
    found = [
        {"type": "trust_changed", "domain": one["domain"], "before": one["before"], "after": one["after"]}
        for one in moved
    ]
    domains = sorted({domain for domain, _rule in _orders(store, task_id)})
    return [*found, *({"type": "page_gives_orders", "domain": domain} for domain in domains)][:MAX_WARNINGS]


def answer_meta(store: Store, *task_ids: str) -> Json:
    """`_lancet_meta` of some tasks together."""
    levels = [publishers_by_trust(store, task_id) for task_id in task_ids]
    seen = sorted({order for task_id in task_ids for order in _orders(store, task_id)})
    return {
        "unverified_domains": _together(levels, TrustLevel.UNVERIFIED),
        "blocked_domains": _together(levels, TrustLevel.BLOCKED),
        "security_warnings": [
            {"type": "dangerous_pattern", "domain": domain, "rule": rule} for domain, rule in seen[:MAX_WARNINGS]
        ],
    }


def _together(levels: list[dict[str, list[str]]], level: TrustLevel) -> list[str]:
    return list(dict.fromkeys(name for one in levels for name in one[level.value]))[:MAX_DOMAINS]


def _orders(store: Store, task_id: str) -> set[tuple[str, str]]:
    """(publisher, rule) of instructions found in pages; a document without a publisher goes by its own name."""
    with store.read() as db:
        libraries = find_task(db, task_id).libraries
        orders = orders_in_pages(db, task_id)
    return {
        (publisher_of(url, canonical) or _document_name(url, libraries), rule)
        for url, canonical, rules in orders
        for rule in rules
    }
