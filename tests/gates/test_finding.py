"""The measure of lists that the gate of finding uses."""

from dataclasses import replace

import pytest

from tadori.model.ids import Url
from tadori.model.query import Hit
from tests.gates.finding import Asker, ndcg, useful_places
from tests.web.engines_web import TRACKED, Mood
from tests.web.topics import Place, Role
from tests.web.world import Ports, World

WEB = World(seed=3, hosts=100, scale=1.0, ports=Ports(http=1, https=2, canary=3))
TOPIC = WEB.topics[0]
PRESS, MIRROR = TOPIC.page(Role.PRESS).place, TOPIC.page(Role.MIRROR).place
PRIMARY, FALSE = TOPIC.page(Role.PRIMARY).place, TOPIC.page(Role.FALSEHOOD).place
QUESTION = replace(TOPIC.questions[0], gains={PRIMARY: 3, PRESS: 2})


def hits(*places: Place, end: str = "") -> list[Hit]:
    return [
        Hit(
            title="", url=Url(WEB.url(*place) + end), snippet="", date=None, engine="a", rank=rank, source_tag="general"
        )
        for rank, place in enumerate(places, start=1)
    ]


def test_the_best_order_is_worth_one_and_nothing_is_worth_nothing() -> None:
    assert ndcg(WEB, TOPIC, QUESTION, hits(PRIMARY, PRESS)) == 1.0
    assert ndcg(WEB, TOPIC, QUESTION, hits(FALSE)) == 0.0
    assert ndcg(WEB, TOPIC, QUESTION, []) == 0.0


def test_a_place_between_costs_what_the_formula_says() -> None:
    assert ndcg(WEB, TOPIC, QUESTION, hits(PRIMARY, FALSE, PRESS)) == pytest.approx(0.956, abs=0.0005)


def test_a_copy_counts_as_its_original_and_only_once() -> None:
    assert ndcg(WEB, TOPIC, QUESTION, hits(PRIMARY, MIRROR)) == 1.0
    assert ndcg(WEB, TOPIC, QUESTION, hits(PRIMARY, MIRROR, PRESS)) == 1.0
    doubled = ndcg(WEB, TOPIC, QUESTION, hits(MIRROR, PRESS, PRIMARY))
    assert doubled == pytest.approx((3 + 7 / 2) / (7 + 3 / 1.58496), abs=0.0005)


def test_tracking_parameters_make_no_other_document() -> None:
    assert ndcg(WEB, TOPIC, QUESTION, hits(PRIMARY, PRESS, end=TRACKED)) == 1.0


def test_copies_of_what_answers_are_useful_too() -> None:
    assert useful_places(TOPIC, QUESTION) == {PRIMARY, PRESS, MIRROR}


def test_an_engine_that_refuses_is_missing_and_its_health_remembers() -> None:
    WEB.engines["a"].mood = Mood.CAPTCHA
    asker = Asker(web=WEB, letters=("a", "b"))
    found = asker.ask(QUESTION.text, QUESTION.lang)
    WEB.engines["a"].forget()
    assert set(found) == {"b"}
    assert asker.health["duckduckgo"].captcha_1h > 0
    assert asker.health["mojeek"].captcha_1h == 0


def test_weights_follow_what_hits_were_worth() -> None:
    asker = Asker(web=WEB, letters=("a", "b"))
    found = asker.ask(QUESTION.text, QUESTION.lang)
    before = asker.weight("a")
    asker.learn(found, [])
    assert asker.weight("a") < before
