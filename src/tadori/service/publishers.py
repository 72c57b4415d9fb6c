"""The command `trust`: how far publishers are trusted, by rule and by what tasks have learned."""

from typing import Any

from tadori.settings import load_settings
from tadori.store.trust import lessons_about, trust_records
from tadori.wiring.home import open_app


def trust_rows(wanted: str | None) -> list[dict[str, Any]]:
    """Every publisher about which something was learned, as plain data; or one, by name or address."""
    from tadori.graph.sources import publisher_of  # lazy: few commands need it

    name = None if wanted is None else publisher_of(wanted if "://" in wanted else f"https://{wanted}")
    with open_app(load_settings()) as app, app.store.read() as db:
        records = {record.domain: record for record in trust_records(db)}
        names = sorted(records) if name is None else [name]
        lessons = lessons_about(db, names, without_task="")
    rows = []
    for publisher in names:
        row = _by_rule(publisher)
        if (record := records.get(publisher)) is not None:
            row["level"] = record.level.value
            row["learned"] = {"ja": record.reason_ja, "en": record.reason_en}
            moments = {"promoted_at": record.promoted_at, "demoted_at": record.demoted_at}
            row |= {key: None if at is None else at.isoformat() for key, at in moments.items()}
        row["lessons"] = [
            {"said": one.said.value, "about": one.about, "witness": one.witness}
            for one in lessons
            if one.domain == publisher
        ]
        rows.append(row)
    return rows


def _by_rule(publisher: str) -> dict[str, Any]:
    from tadori.graph.sources import kind_of, rule_of  # lazy: few commands need it

    host = publisher.partition("/")[0]
    rule = rule_of(host)
    return {
        "publisher": publisher,
        "level": rule.level.value,
        "kind": kind_of(host),
        "rule": {"level": rule.level.value, "ja": rule.ja, "en": rule.en},
        "learned": None,
        "promoted_at": None,
        "demoted_at": None,
    }
