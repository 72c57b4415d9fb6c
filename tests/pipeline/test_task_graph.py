"""One evidence graph a task: made once for each change of evidence, the same for the run and for answers."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tadori.model.calibration import CONFIDENCE_SOURCE, Sample
from tadori.model.claim import Edge, Quotation, Relation
from tadori.model.thresholds import GRAPH_CLAIMS
from tadori.model.trust import Lesson, TrustSignal
from tadori.pipeline.task_graph import GRAPHS_KEPT
from tadori.service.calibration import open_calibration
from tadori.service.clients.answers import Answers
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.evidence import (
    evidence_version,
    save_claims,
    save_edges,
    set_answers,
    set_refutation_searched,
    withdraw_page,
)
from tadori.store.followed_links import add_circle
from tadori.store.queries import set_orders
from tadori.store.trust import set_lessons
from tadori.wiring.home import open_app
from tests.pipeline.facts import NUMBER, World, filled


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        yield filled(app, "Which fact is told?", tmp_path)


@pytest.mark.req("L33")
async def test_run_report_and_answers_have_the_same_graph_and_it_is_made_once(world: World) -> None:
    first, second = await world.assess(), await world.assess()
    with ThreadPoolExecutor(4) as threads:
        answers = Answers(app=world.app, threads=threads)
        whole = await answers.graph(world.task)
        again = await answers.graph(world.task)
    assert world.app.graphs.made == 1
    assert first.graph() is second.graph()
    assert whole is again is first.task_graph().whole
    assert world.app.graphs.made == 1


@pytest.mark.req("L33")
async def test_the_graph_of_the_report_is_the_best_of_the_whole_graph_with_the_same_standings(world: World) -> None:
    graph = (await world.assess()).task_graph()
    whole = {one.claim.id: one for one in graph.whole.claims}
    assert len(whole) == NUMBER
    assert {one.claim.id for one in graph.leading.claims} == {one.id for one in world.claims[:GRAPH_CLAIMS]}
    assert [one is whole[one.claim.id] for one in graph.leading.claims] == [True] * GRAPH_CLAIMS
    assert graph.leading.sources == graph.whole.sources == graph.sources
    assert graph.leading.largest_origin_share == graph.whole.largest_origin_share == 1.0
    wanted = {world.claims[1].id, world.claims[-1].id, "cl_nobody"}
    assert {one: answers for one, (answers, _) in graph.order(wanted).items()} == {
        world.claims[1].id: pytest.approx(0.999),
        world.claims[-1].id: pytest.approx(1.0 - (NUMBER - 1) / 1000),
    }


@pytest.mark.req("L33")
async def test_every_change_of_evidence_makes_one_new_graph_and_looking_makes_none(world: World) -> None:
    assess, claims, task_id = await world.assess(), world.claims, world.task.id
    quotation = Quotation.of(fragment_id=world.fragment_id, page_id=world.page.id, start=0, text="Fact number 0")
    unsure = Edge(
        id=Edge.id_of(claims[1].id, quotation, Relation.REFUTES), claim_id=claims[1].id, quotation=quotation,
        relation=Relation.REFUTES, confidence=0.6, shown=False, grounds=(),
    )  # fmt: skip
    sure = Edge(
        id=unsure.id, claim_id=claims[1].id, quotation=quotation, relation=Relation.REFUTES, confidence=0.9,
        shown=True, grounds=(),
    )  # fmt: skip
    scores = {claims[0].id: 0.999, claims[1].id: 1.0}
    changes: list[Callable[[Any], object]] = [
        lambda db: save_edges(db, task_id, [unsure]),
        lambda db: save_edges(db, task_id, [sure]),  # as many edges as before, and one of them is sure now
        lambda db: set_answers(db, task_id, scores, [claims[1].id]),  # the same sum of scores and ranks
        lambda db: set_refutation_searched(db, task_id, [claims[0].id]),
        lambda db: set_orders(db, task_id, world.page.id, ["new_role"]),
        lambda db: add_circle(db, task_id, ("https://a.test/", "https://b.test/")),
        lambda db: withdraw_page(db, task_id, world.page.id),
    ]
    made, sizes = [], []
    assess.graph()
    for change in changes:
        with world.app.store.write() as db:
            change(db)
        sizes.append(len(assess.graph().claims))
        assess.task_graph()
        made.append(world.app.graphs.made)
    assert made == [2, 3, 4, 5, 6, 7, 8]
    assert sizes == [GRAPH_CLAIMS] * 6 + [0]


@pytest.mark.req("L34")
async def test_another_calibration_makes_another_graph(world: World) -> None:
    assess = await world.assess()
    raw = assess.graph().claims[0].confidence.value
    samples = [Sample(scores=(0.6 + n / 200, 0.4 - n / 200), outcome=int(n % 6 > 0)) for n in range(60)]
    open_calibration(world.app).add(CONFIDENCE_SOURCE, samples)
    assert assess.graph().claims[0].confidence.value < raw
    assert world.app.graphs.made == 2


@pytest.mark.req("L29")
async def test_what_other_tasks_learn_of_publishers_makes_another_graph_and_what_it_learns_itself_does_not(
    world: World, tmp_path: Path
) -> None:
    assess, other = await world.assess(), filled(world.app, "Which fact is told elsewhere?", tmp_path)
    lesson = Lesson(domain="a.test", said=TrustSignal.CONFIRMED, about="cl_1", witness="w")
    made = []
    assess.graph()
    for task_id in (world.task.id, other.task.id):
        with world.app.store.write() as db:
            set_lessons(db, task_id, [lesson])
        assess.graph()
        made.append(world.app.graphs.made)
    Tasks(world.app).forget(other.task.id)
    assess.graph()
    assert [*made, world.app.graphs.made] == [1, 2, 3]


async def test_threads_that_ask_at_once_wait_for_one_graph(world: World) -> None:
    assess = await world.assess()
    with ThreadPoolExecutor(8) as threads:
        graphs = list(threads.map(lambda _: assess.task_graph().whole, range(32)))
    assert len({id(graph) for graph in graphs}) == 1
    assert world.app.graphs.made == 1


async def test_graphs_of_a_few_tasks_are_remembered_and_the_one_longest_unseen_goes(
    world: World, tmp_path: Path
) -> None:
    worlds = [world, *(filled(world.app, f"Which fact is told in year {n}?", tmp_path) for n in range(GRAPHS_KEPT))]
    views = [await one.assess() for one in worlds]
    for view in views[:-1]:
        view.graph()
    views[0].graph()  # seen again: the second is longest unseen now
    views[-1].graph()
    assert world.app.graphs.made == GRAPHS_KEPT + 1
    views[0].graph()
    assert world.app.graphs.made == GRAPHS_KEPT + 1
    views[1].graph()
    assert world.app.graphs.made == GRAPHS_KEPT + 2


def test_what_is_not_of_the_graph_leaves_the_version_of_evidence_alone(world: World) -> None:
    with world.app.store.write() as db:
        before = evidence_version(db, world.task.id)
        save_claims(db, world.task.id, "q_1", world.claims)
        save_edges(db, world.task.id, [])
        set_answers(db, world.task.id, {}, [])
        set_refutation_searched(db, world.task.id, [])
        assert evidence_version(db, world.task.id) == before
