"""Tables of what a model-driven task knows, writes into its diary, is judged by and still asks (D3 to D5).

Functions take the connection first; rows leave as model objects.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from tadori.model.ids import IsoDate
from tadori.model.researcher import (
    AnswerEvaluation,
    CompletenessAnalysis,
    DiaryEntry,
    DiaryResult,
    ErrorAnalysis,
    EvaluationResponse,
    EvaluationType,
    FreshnessAnalysis,
    KnowledgeItem,
    KnowledgeType,
    KnownAddress,
    PluralityAnalysis,
)
from tadori.store.rows import sql, to_json, to_text, to_time


def add_knowledge(db: sa.Connection, task_id: str, items: Sequence[KnowledgeItem]) -> None:
    """Append what the task does not know yet; the same question with the same answer is kept once."""
    known = {(item.question, item.answer) for item in knowledge_of(db, task_id)}
    position = len(known)
    for item in items:
        if (item.question, item.answer) in known:
            continue
        known.add((item.question, item.answer))
        db.execute(
            sql(
                """
                insert into task_knowledge
                    (task_id, position, question, answer, claim_ids, kind, updated, confidence)
                values (:task_id, :position, :question, :answer, :claim_ids, :kind, :updated, :confidence)
                """
            ),
            {
                "task_id": task_id,
                "position": position,
                "question": item.question,
                "answer": item.answer,
                "claim_ids": to_json(list(item.references)),
                "kind": item.kind.value,
                "updated": item.updated,
                "confidence": item.confidence,
            },
        )
        position += 1


def knowledge_of(db: sa.Connection, task_id: str) -> list[KnowledgeItem]:
    """What the task knows, in the order in which it learned it."""
    rows = db.execute(sql("select * from task_knowledge where task_id = :id order by position"), {"id": task_id})
    return [
        KnowledgeItem(
            question=row.question,
            answer=row.answer,
            references=tuple(json.loads(row.claim_ids)),
            kind=KnowledgeType(row.kind),
            updated=None if row.updated is None else IsoDate(row.updated),
            confidence=row.confidence,
        )
        for row in rows
    ]


def add_diary_entry(db: sa.Connection, task_id: str, entry: DiaryEntry) -> None:
    """Write one step into the diary; a step that is repeated after a crash is written once."""
    db.execute(
        sql(
            """
            insert into task_diary (task_id, step, action, question, details, result, notes)
            values (:task_id, :step, :action, :question, :details, :result, :notes)
            on conflict (task_id, step) do update set details = excluded.details, result = excluded.result,
                notes = excluded.notes
            """
        ),
        {"task_id": task_id, **asdict(entry), "result": entry.result.value},
    )


def diary_of(db: sa.Connection, task_id: str) -> list[DiaryEntry]:
    rows = db.execute(sql("select * from task_diary where task_id = :id order by step"), {"id": task_id})
    return [
        DiaryEntry(
            step=row.step,
            action=row.action,
            question=row.question,
            details=row.details,
            result=DiaryResult(row.result),
            notes=row.notes,
        )
        for row in rows
    ]


def add_evaluation(db: sa.Connection, task_id: str, evaluation: AnswerEvaluation) -> None:
    """Save the verdicts on one proposed answer; one that is repeated after a crash replaces the first."""
    db.execute(
        sql(
            """
            insert into task_evaluations (task_id, step, responses, analysis, at)
            values (:task_id, :step, :responses, :analysis, :at)
            on conflict (task_id, step) do update set responses = excluded.responses, analysis = excluded.analysis
            """
        ),
        {
            "task_id": task_id,
            "step": evaluation.step,
            "responses": to_json([asdict(response) for response in evaluation.responses]),
            "analysis": "" if evaluation.analysis is None else to_json(asdict(evaluation.analysis)),
            "at": to_text(evaluation.at),
        },
    )


def evaluations_of(db: sa.Connection, task_id: str) -> list[AnswerEvaluation]:
    rows = db.execute(sql("select * from task_evaluations where task_id = :id order by step"), {"id": task_id})
    return [
        AnswerEvaluation(
            step=row.step,
            responses=tuple(_response(one) for one in json.loads(row.responses)),
            analysis=ErrorAnalysis(**json.loads(row.analysis)) if row.analysis else None,
            at=to_time(row.at),
        )
        for row in rows
    ]


def add_questions(db: sa.Connection, task_id: str, questions: Sequence[str]) -> None:
    """Append sub-questions that were not asked yet."""
    rows = db.execute(sql("select question from task_questions where task_id = :id"), {"id": task_id})
    known = [row[0] for row in rows]
    for question in questions:
        if question in known:
            continue
        db.execute(
            sql(
                "insert into task_questions (task_id, position, question, settled) "
                "values (:task_id, :position, :question, 0)"
            ),
            {"task_id": task_id, "position": len(known), "question": question},
        )
        known.append(question)


def open_questions(db: sa.Connection, task_id: str) -> list[str]:
    """Sub-questions that are not settled, in the order in which they were asked."""
    rows = db.execute(
        sql("select question from task_questions where task_id = :id and settled = 0 order by position"),
        {"id": task_id},
    )
    return [row[0] for row in rows]


def settle_questions(db: sa.Connection, task_id: str, questions: Sequence[str]) -> None:
    for question in questions:
        db.execute(
            sql("update task_questions set settled = 1 where task_id = :id and question = :question"),
            {"id": task_id, "question": question},
        )


def criteria_of(db: sa.Connection, task_id: str) -> tuple[EvaluationType, ...]:
    """What the answer is judged by; empty before it was decided."""
    text: str = db.execute(sql("select criteria from tasks where id = :id"), {"id": task_id}).scalar_one()
    return tuple(EvaluationType(name) for name in json.loads(text)) if text else ()


def set_criteria(db: sa.Connection, task_id: str, criteria: Sequence[EvaluationType]) -> None:
    db.execute(
        sql("update tasks set criteria = :criteria where id = :id"),
        {"id": task_id, "criteria": to_json([kind.value for kind in criteria])},
    )


def unread_addresses(db: sa.Connection, task_id: str, limit: int) -> list[KnownAddress]:
    """Hits of the task whose address was neither read nor tried, each address once, best rank first."""
    rows = db.execute(
        sql(
            """
            select s.id as item, s.query_id as query_id, s.url as url, s.title as title, s.snippet as snippet,
                s.date as date, s.rank as rank, q.position as position
            from serp_items s join queries q on q.id = s.query_id
            where q.task_id = :id
                and s.url not in (select p.url from task_pages t join pages p on p.id = t.page_id
                    where t.task_id = :id)
                and s.url not in (select v.url from task_pages t join visits v on v.page_id = t.page_id
                    where t.task_id = :id)
            order by s.rank, q.position, s.url
            """
        ),
        {"id": task_id},
    )
    found: dict[str, KnownAddress] = {}
    for row in rows:
        if row.url not in found and len(found) < limit:
            found[row.url] = KnownAddress(
                item=row.item,
                query_id=row.query_id,
                url=row.url,
                title=row.title,
                snippet=row.snippet,
                date=None if row.date is None else IsoDate(row.date),
            )
    return list(found.values())


def _response(row: dict[str, Any]) -> EvaluationResponse:
    freshness, plurality, completeness = row["freshness"], row["plurality"], row["completeness"]
    return EvaluationResponse(
        passed=row["passed"],
        think=row["think"],
        kind=EvaluationType(row["kind"]),
        by_rules=row["by_rules"],
        freshness=None if freshness is None else FreshnessAnalysis(**freshness),
        plurality=None if plurality is None else PluralityAnalysis(**plurality),
        completeness=None
        if completeness is None
        else CompletenessAnalysis(
            aspects_expected=tuple(completeness["aspects_expected"]),
            aspects_provided=tuple(completeness["aspects_provided"]),
        ),
        improvement_plan=row["improvement_plan"],
    )
