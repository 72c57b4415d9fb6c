"""`tadori resume TASK --deepen CLAIM`: opens a finished task again for another look at one of its claims.

Comes in: a task and what names the claim: its id, the beginning of it, or its number in `report.html`. Goes out: the
task with another run begun. What that run does is decided in `engine/drivers/deepen.py`.
"""

from collections.abc import Mapping
from typing import Final

from tadori.errors import WrongCall
from tadori.events import ClaimDeepened, Emit, ignore_event
from tadori.model.budget import exhausted_limit
from tadori.model.printable import one_line
from tadori.model.question import Task
from tadori.service.request import NO_LIMITS_GIVEN, BudgetOptions
from tadori.service.tasks import larger_budget
from tadori.store.client import client_task
from tadori.store.evidence import claim_ids
from tadori.store.journal import save_events
from tadori.store.ledger import spent_of
from tadori.store.reports import report_of
from tadori.store.tasks import begin_stretch, find_task, set_budget
from tadori.wiring.home import App

MOST_LISTED: Final = 20
LEAST_OF_AN_ID: Final = 4


def open_deepening(
    app: App, task_id: str, wanted: str, budget: BudgetOptions = NO_LIMITS_GIVEN, *, emit: Emit = ignore_event
) -> Task:
    """Begin another run of a finished task, about the claim that `wanted` names, with larger limits where given.

    Raises:
        TaskNotFound: there is no such task.
        TaskBusy: it is running.
        WrongCall: it has not ended, a client drives it, its budget is used up, or there is no such claim.
    """
    task = app.task(task_id)
    with app.ownership.hold(task.id), app.store.read() as db:
        driven, spent, known = client_task(db, task.id) is not None, spent_of(db, task.id), claim_ids(db, task.id)
        task = find_task(db, task.id)
        row = report_of(db, task.id)
    if driven:
        raise WrongCall(f"{task.id} is driven by a client over MCP; only its client decides what it searches for")
    if task.finished_at is None or row is None:
        raise WrongCall(f"{task.id} has no report yet: `tadori resume {task.id}` goes on with it, then deepen a claim")
    printed = _printed_claims((row.folder / "report.json").read_bytes())
    claim_id, text = _chosen(wanted, {number: one for number, one in printed.items() if one[0] in known}, task.id)
    limits = larger_budget(task.budget, budget)
    if (limit := exhausted_limit(limits, spent)) is not None:
        raise WrongCall(
            f"the budget of {task.id} is used up ({limit}): give it more, as with --budget-{limit} N", field="budget"
        )
    with app.ownership.hold(task.id), app.store.write() as db:
        set_budget(db, task.id, limits)
        begin_stretch(db, task.id, deepen=claim_id)
        event = ClaimDeepened(claim_id=claim_id, text=text)
        save_events(db, task.id, f"person {app.clock().isoformat()}", [event], app.clock())
    emit(event)
    return task


def _printed_claims(report_json: bytes) -> dict[int, tuple[str, str]]:
    """Number in `report.html` → (claim id, words), of the report's sentences that state one claim."""
    from tadori.report.json_form import report_from_json  # lazy: few commands need it
    from tadori.report.reading import reading  # lazy: few commands need it

    report = report_from_json(report_json)
    numbers = reading(report).numbers
    found: dict[int, tuple[str, str]] = {}
    unnumbered = len(numbers)
    for claim in report.claims:
        for claim_id in claim.sentence.claim_ids[:1]:
            number = numbers.get(claim.sentence.text)
            if number is None or number in found:
                unnumbered += 1
                number = unnumbered
            found[number] = (claim_id, claim.sentence.text)
    return dict(sorted(found.items()))


def _chosen(wanted: str, claims: Mapping[int, tuple[str, str]], task_id: str) -> tuple[str, str]:
    """The claim that `wanted` names. Raises WrongCall with those there are."""
    name = wanted.strip()
    if name.isascii() and name.isdigit() and int(name[:9]) in claims:
        return claims[int(name[:9])]
    fitting = [pair for pair in claims.values() if pair[0] == name]
    if not fitting and len(name.removeprefix("cl_")) >= LEAST_OF_AN_ID:
        starts = (name, f"cl_{name}")
        fitting = [pair for pair in claims.values() if pair[0].startswith(starts)]
    if len(dict.fromkeys(pair[0] for pair in fitting)) == 1:
        return fitting[0]
    said = f"fits {len(fitting)} claims" if fitting else "is no claim"
    listed = "; ".join(
        f"{n} {claim_id} {one_line(text, 60)}" for n, (claim_id, text) in list(claims.items())[:MOST_LISTED]
    )
    more = f"; and {len(claims) - MOST_LISTED} more in report.json" if len(claims) > MOST_LISTED else ""
    there = f"there are: {listed}{more}" if claims else "its report holds no claim"
    raise WrongCall(f"{one_line(wanted, 60)!r} {said} of {task_id}; {there}", field="deepen")
