"""States of a research for the loop's tests: what is not given is empty."""

from typing import Any

from tadori.engine.planning.plan import make_plan
from tadori.graph.build import GraphInputs, build_graph
from tadori.model.actions import SearchAction
from tadori.model.budget import Budget, Spent
from tadori.model.graph import ClaimStanding
from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.query import Query
from tadori.model.state import AccumulatedItem, QueryDone, ResearchState, SeenPassage
from tests.graph.makers import claim, source

FATHER = "Where did the father of Oda Kell die?"


def state(question: str = FATHER, lang: Lang = EN, **given: Any) -> ResearchState:
    plain: dict[str, Any] = {"effort": 3, "round": 0, "budget": Budget(), "spent": Spent()}
    return ResearchState(
        task_id="task_1", question=question, lang=lang, plan=make_plan(question, lang), **(plain | given)
    )


def passage(page_id: str, title: str, text: str, score: float, query_id: str = "q_0") -> SeenPassage:
    return SeenPassage(
        page_id=page_id, url=Url(f"file:///{page_id}"), title=title, text=text, score=score, query_id=query_id
    )


def item(url: str, text: str, relevance: float = 0.5, title: str = "") -> AccumulatedItem:
    return AccumulatedItem(url=Url(url), title=title, text=text, relevance=relevance)


def done(query: Query) -> QueryDone:
    return QueryDone(query=query, hits=3, pages_read=2, useful_fragments=1, novelty=1.0)


def standing(text: str, page_id: str = "pg_1", answer_score: float = 0.8) -> ClaimStanding:
    of = claim(page_id, text)
    graph = build_graph(
        GraphInputs(claims=[of], edges=[], sources=[source(page_id)], answer_scores={of.id: answer_score}, lang=EN)
    )
    return graph.claims[0]


def texts(action: object) -> list[str]:
    """The query texts of an action that searches."""
    assert isinstance(action, SearchAction)
    return [query.text for query in action.queries]


__all__ = ["EN", "FATHER", "JA", "done", "item", "passage", "standing", "state", "texts"]
