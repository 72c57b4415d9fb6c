"""The metadata of answers about a task (§4.4.1 L5, L6): publishers by trust level, and warnings about pages."""

from typing import Any, Final

from tadori.graph.sources import publisher_of, trust_of
from tadori.model.engine import LIBRARY
from tadori.model.graph import TrustLevel
from tadori.store.client import addresses_of_pages, orders_in_pages
from tadori.store.database import Store
from tadori.store.journal import events_of_kind
from tadori.store.trust import trust_records

Json = dict[str, Any]
MAX_DOMAINS: Final = 50
MAX_WARNINGS: Final = 20


def publishers_by_trust(store: Store, task_id: str) -> dict[str, list[str]]:
    """The publishers of the pages read, by current trust level. Documents without a publisher count as `library`."""
    with store.read() as db:
        addresses = addresses_of_pages(db, task_id)
        learned = {record.domain: record.level for record in trust_records(db)}
    names = {publisher_of(url, own) for url, own in addresses}
    found: dict[str, list[str]] = {level.value: [] for level in TrustLevel}
    for name in sorted(names - {""}):
        level = learned.get(name) or trust_of(name.partition("/")[0])
        found[level.value].append(name)
    if "" in names:
        found[trust_of("").value].append(LIBRARY)
    return found


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
    """(publisher, rule) of instructions found in pages."""
    with store.read() as db:
        orders = orders_in_pages(db, task_id)
    return {(publisher_of(url) or LIBRARY, rule) for url, rules in orders for rule in rules}
