"""Tables of evidence: claims of a task, edges between claims and fragments, and verdicts shared by all tasks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tadori.model.claim import Claim, Edge, Relation, Stance, StanceVerdict
from tadori.store.rows import claim_from_row, dump_context, dump_grounds, load_grounds, quotation, sql


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskClaim:
    """A claim as it belongs to one task."""

    claim: Claim
    query_id: str
    answer_score: float
    refutation_searched: bool


def save_claims(db: sa.Connection, task_id: str, query_id: str, claims: Sequence[Claim]) -> None:
    """Save the claims that are new to the task, in order, without a score."""
    if not claims:
        return
    db.execute(
        sa.text("insert into claims (id, text, lang) values (:id, :text, :lang) on conflict (id) do nothing"),
        [{"id": claim.id, "text": claim.text, "lang": claim.lang} for claim in claims],
    )
    known = claim_ids(db, task_id)
    new = list({claim.id: claim for claim in reversed(claims) if claim.id not in known}.values())[::-1]
    if new:
        db.execute(_INSERT_TASK_CLAIM, [_claim_row(task_id, query_id, c, len(known) + n) for n, c in enumerate(new)])
        bump_evidence_version(db, task_id)


_INSERT_TASK_CLAIM = sa.text(
    """
    insert into task_claims (task_id, claim_id, position, text, date, fragment_id, page_id, start_at, end_at,
        context, query_id, answer_score, refutation_searched)
    values (:task_id, :claim_id, :position, :text, :date, :fragment_id, :page_id, :start_at, :end_at,
        :context, :query_id, 0.0, 0)
    """
)


def _claim_row(task_id: str, query_id: str, claim: Claim, position: int) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "claim_id": claim.id,
        "position": position,
        "text": claim.text,
        "date": claim.date,
        "fragment_id": claim.quotation.fragment_id,
        "page_id": claim.quotation.page_id,
        "start_at": claim.quotation.start,
        "end_at": claim.quotation.end,
        "context": dump_context(claim.context),
        "query_id": query_id,
    }


def urls_with_claims(db: sa.Connection, task_id: str) -> set[str]:
    """URLs of the pages that the task's claims come from."""
    rows = db.execute(
        sa.text("select distinct p.url from task_claims c join pages p on p.id = c.page_id where c.task_id = :id"),
        {"id": task_id},
    )
    return {row.url for row in rows}


def withdraw_page(db: sa.Connection, task_id: str, page_id: str) -> None:
    """Remove a page and every claim and edge that rests on it from a task's evidence; the page row stays."""
    about = {"task_id": task_id, "page_id": page_id}
    for statement in (
        """
        delete from edges where task_id = :task_id and (page_id = :page_id or claim_id in
            (select claim_id from task_claims where task_id = :task_id and page_id = :page_id))
        """,
        "delete from task_claims where task_id = :task_id and page_id = :page_id",
        "delete from task_pages where task_id = :task_id and page_id = :page_id",
    ):
        db.execute(sa.text(statement), about)
    bump_evidence_version(db, task_id)


def claim_ids(db: sa.Connection, task_id: str) -> set[str]:
    """The ids of all claims of the task."""
    return {r[0] for r in db.execute(sa.text("select claim_id from task_claims where task_id = :id"), {"id": task_id})}


def refutation_searched(db: sa.Connection, task_id: str) -> frozenset[str]:
    """Ids of the claims that refutations were searched for."""
    rows = db.execute(
        sa.text("select claim_id from task_claims where task_id = :id and refutation_searched = 1"), {"id": task_id}
    )
    return frozenset(row[0] for row in rows)


def evidence_version(db: sa.Connection, task_id: str) -> int:
    """A number that grows with every change of the rows that the task's evidence graph is built from."""
    version: int = db.execute(sql("select evidence from tasks where id = :id"), {"id": task_id}).scalar_one()
    return version


def bump_evidence_version(db: sa.Connection, task_id: str) -> None:
    """Must be called in the same transaction as every write that the task's graph depends on."""
    db.execute(sql("update tasks set evidence = evidence + 1 where id = :id"), {"id": task_id})


def set_answers(
    db: sa.Connection,
    task_id: str,
    scores: Mapping[str, float],
    chosen: Sequence[str],
    parts: Mapping[str, int] | None = None,
) -> None:
    """Save the answer score of each claim, which claims are the answer, best first, and the part each answers."""
    of_part = parts or {}
    # Claims that are not chosen get a null rank, which also clears an earlier choice.
    ranks = {claim_id: rank for rank, claim_id in enumerate(chosen)}
    if scores:
        db.execute(
            sa.text(
                """
                update task_claims set answer_score = :score, answer_rank = :rank, answer_part = :part
                where task_id = :task_id and claim_id = :claim_id
                """
            ),
            [
                {
                    "task_id": task_id,
                    "claim_id": claim_id,
                    "score": score,
                    "rank": ranks.get(claim_id),
                    "part": of_part.get(claim_id, 1),
                }
                for claim_id, score in scores.items()
            ],
        )
        bump_evidence_version(db, task_id)


def chosen_claims(db: sa.Connection, task_id: str) -> list[str]:
    """Ids of the claims that are the current answer, best first."""
    rows = db.execute(
        sa.text(
            "select claim_id from task_claims where task_id = :id and answer_rank is not null order by answer_rank"
        ),
        {"id": task_id},
    )
    return [row.claim_id for row in rows]


def answer_parts(db: sa.Connection, task_id: str) -> dict[str, int]:
    """Claim id → the parts of the question that it answers, a bit each, of the claims that are the current answer."""
    rows = db.execute(
        sa.text("select claim_id, answer_part from task_claims where task_id = :id and answer_rank is not null"),
        {"id": task_id},
    )
    return {row.claim_id: row.answer_part for row in rows}


def set_refutation_searched(db: sa.Connection, task_id: str, claim_ids: Sequence[str]) -> None:
    for claim_id in claim_ids:
        db.execute(
            sa.text("update task_claims set refutation_searched = 1 where task_id = :task_id and claim_id = :claim_id"),
            {"task_id": task_id, "claim_id": claim_id},
        )
    if claim_ids:
        bump_evidence_version(db, task_id)


def claims_of(db: sa.Connection, task_id: str) -> list[TaskClaim]:
    """All claims of the task, in the order they were found."""
    rows = db.execute(
        sa.text(
            """
            select t.*, c.lang as lang,
                substr(p.text, t.start_at + 1, t.end_at - t.start_at) as words
            from task_claims t join claims c on c.id = t.claim_id join pages p on p.id = t.page_id
            where t.task_id = :id order by t.position, t.claim_id
            """
        ),
        {"id": task_id},
    )
    return [
        TaskClaim(
            claim=claim_from_row(row),
            query_id=row.query_id,
            answer_score=row.answer_score,
            refutation_searched=bool(row.refutation_searched),
        )
        for row in rows
    ]


def save_edges(db: sa.Connection, task_id: str, edges: Sequence[Edge]) -> None:
    """Save edges. If an edge exists, one that may be shown replaces one that may not."""
    if edges:
        db.execute(_INSERT_EDGE, [_edge_row(task_id, edge) for edge in edges])
        bump_evidence_version(db, task_id)


def forget_older_edges(db: sa.Connection, task_id: str, rules: str) -> None:
    """Delete edges between claims that older rules than `rules` made; edges to a claim's own words stay."""
    statement = sa.text("delete from edges where task_id = :task_id and judge <> '' and judge not like :rules")
    if db.execute(statement, {"task_id": task_id, "rules": f"{rules}/%"}).rowcount:
        bump_evidence_version(db, task_id)


_INSERT_EDGE = sa.text(
    """
    insert into edges (task_id, id, claim_id, fragment_id, page_id, start_at, end_at, relation, confidence, shown,
        grounds, judge)
    values (:task_id, :id, :claim_id, :fragment_id, :page_id, :start_at, :end_at, :relation, :confidence, :shown,
        :grounds, :judge)
    on conflict (task_id, id) do update
        set shown = excluded.shown, confidence = excluded.confidence, grounds = excluded.grounds, judge = excluded.judge
        where excluded.shown > edges.shown
    """
)


def _edge_row(task_id: str, edge: Edge) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "id": edge.id,
        "claim_id": edge.claim_id,
        "fragment_id": edge.quotation.fragment_id,
        "page_id": edge.quotation.page_id,
        "start_at": edge.quotation.start,
        "end_at": edge.quotation.end,
        "relation": edge.relation.value,
        "confidence": edge.confidence,
        "shown": int(edge.shown),
        "grounds": dump_grounds(edge.grounds),
        "judge": edge.judge,
    }


def edges_of(db: sa.Connection, task_id: str) -> list[Edge]:
    """All edges of the task, by id."""
    rows = db.execute(
        sa.text(
            """
            select e.*, substr(p.text, e.start_at + 1, e.end_at - e.start_at) as words
            from edges e join pages p on p.id = e.page_id where e.task_id = :id order by e.id
            """
        ),
        {"id": task_id},
    )
    return [_edge(row) for row in rows]


def known_verdicts(
    db: sa.Connection, keys: Sequence[tuple[str, str]], judge: str
) -> dict[tuple[str, str], StanceVerdict]:
    """Verdicts that `judge`, who may veto what frames found, has already given on (claim hash, evidence hash)."""
    wanted = set(keys)
    found: dict[tuple[str, str], StanceVerdict] = {}
    statement = sa.text("select * from verdicts where judge = :judge and claim_hash in :hashes").bindparams(
        sa.bindparam("hashes", expanding=True)
    )
    hashes = sorted({claim for claim, _ in wanted})
    for start in range(0, len(hashes), 500):
        for row in db.execute(statement, {"judge": judge, "hashes": hashes[start : start + 500]}):
            key = (row.claim_hash, row.evidence_hash)
            if key in wanted:
                found[key] = StanceVerdict(
                    stance=Stance(row.stance),
                    confidence=row.confidence,
                    shown=bool(row.shown),
                    abstained=bool(row.abstained),
                    grounds=load_grounds(row.grounds),
                )
    return found


def save_verdicts(db: sa.Connection, verdicts: dict[tuple[str, str], StanceVerdict], judge: str) -> None:
    if not verdicts:
        return
    db.execute(
        sa.text(
            """
            insert into verdicts (claim_hash, evidence_hash, judge, stance, confidence, shown, abstained, grounds)
            values (:claim_hash, :evidence_hash, :judge, :stance, :confidence, :shown, :abstained, :grounds)
            on conflict (claim_hash, evidence_hash, judge) do nothing
            """
        ),
        [
            {
                "claim_hash": claim_hash,
                "evidence_hash": evidence_hash,
                "judge": judge,
                "stance": verdict.stance.value,
                "confidence": verdict.confidence,
                "shown": int(verdict.shown),
                "abstained": int(verdict.abstained),
                "grounds": dump_grounds(verdict.grounds),
            }
            for (claim_hash, evidence_hash), verdict in verdicts.items()
        ],
    )


def _edge(row: Any) -> Edge:
    return Edge(
        id=row.id,
        claim_id=row.claim_id,
        quotation=quotation(row),
        relation=Relation(row.relation),
        confidence=row.confidence,
        shown=bool(row.shown),
        grounds=load_grounds(row.grounds),
        judge=row.judge,
    )
