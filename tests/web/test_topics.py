"""Topics: what is planted is there to be had, can be told from what is wrong, and is the same for everybody."""

from collections import Counter

import pytest

from tests.web.asking import ask
from tests.web.hosts import hosts_of
from tests.web.little_web import LittleWeb
from tests.web.topics import COPIES, FALSEHOODS, GAINS, Role, Topic, Value, topics_of
from tests.web.weather import SEEDS, Weather
from tests.web.wire import registrable

EVERY_SEED = (*SEEDS, 3, 4)


def topics(seed: int = SEEDS[0]) -> tuple[Topic, ...]:
    return topics_of(seed, hosts_of(seed, 100))


def test_there_are_six_topics_in_each_language_with_ten_facts_and_three_falsehoods_each() -> None:
    made = topics()
    assert Counter(topic.lang for topic in made) == {"ja": 6, "en": 6}
    assert {len(topic.facts) for topic in made} == {10}
    assert {len(topic.falsehoods) for topic in made} == {FALSEHOODS}
    assert {len(topic.questions) for topic in made} == {7}
    assert {len({name.key for name in made}), len({topic.names.ja for topic in made})} == {12}


def test_every_fact_is_asked_for_exactly_once() -> None:
    for topic in topics():
        asked = [fact.id for question in topic.questions for fact in question.facts]
        assert sorted(asked) == sorted(fact.id for fact in topic.facts)


def test_one_seed_is_one_set_of_topics_and_another_seed_another() -> None:
    assert topics(3) == topics_of(3, hosts_of(3, 100))
    assert {topic.names.ja for topic in topics(3)} != {topic.names.ja for topic in topics(4)}
    values = [[fact.value for topic in topics(seed) for fact in topic.facts] for seed in (3, 4)]
    assert values[0] != values[1]


def test_a_web_with_too_few_plain_hosts_has_no_topics() -> None:
    assert topics_of(SEEDS[0], hosts_of(SEEDS[0], 20)) == ()


@pytest.mark.parametrize("seed", EVERY_SEED)
def test_every_fact_stands_word_for_word_on_each_of_its_pages(seed: int) -> None:
    for topic in topics(seed):
        text = {page.place: page.text for page in topic.pages}
        for fact in topic.facts:
            assert [place for place in fact.places if not fact.value.stands_in(text[place])] == []


@pytest.mark.parametrize("seed", EVERY_SEED)
def test_every_fact_is_told_by_two_independent_pages_in_the_topics_language(seed: int) -> None:
    independent = {Role.PRIMARY, Role.PRESS, Role.SECOND, Role.FEATURE}
    for topic in topics(seed):
        for fact in topic.facts:
            telling = [page for page in topic.pages if page.role in independent and fact.id in page.facts]
            assert len(telling) >= 2
            assert len({registrable(page.host) for page in telling}) == len(telling)
            assert {page.lang for page in telling} == {topic.lang}


@pytest.mark.parametrize("seed", EVERY_SEED)
def test_a_falsehood_stands_on_its_pages_only_and_contradicts_the_fact(seed: int) -> None:
    for topic in topics(seed):
        facts = {fact.id: fact.value for fact in topic.facts}
        for falsehood in (*topic.falsehoods, *topic.outdated):
            saying = [page.place for page in topic.pages if falsehood.value.stands_in(page.text)]
            assert tuple(saying) == falsehood.places
            assert falsehood.value != facts[falsehood.fact]


@pytest.mark.parametrize("seed", EVERY_SEED)
def test_no_two_values_of_a_topic_can_be_taken_for_each_other(seed: int) -> None:
    for topic in topics(seed):
        values = [fact.value for fact in topic.facts]
        values += [falsehood.value for falsehood in (*topic.falsehoods, *topic.outdated)]
        for lang in ("ja", "en"):
            mixed = [
                (one, other)
                for one in values
                for other in values
                if one is not other and one.stands_in(f"x {other.of(lang)} y")
            ]
            assert mixed == []


def test_copies_are_word_for_word_and_on_another_domain() -> None:
    for topic in topics():
        for copy, original in COPIES.items():
            one, other = topic.page(copy), topic.page(original)
            assert one.article == other.article
            assert registrable(one.host) != registrable(other.host)
            assert topic.originals[one.place] == other.place


def test_the_outdated_page_is_older_than_all_others() -> None:
    for topic in topics():
        dates = {page.article.headline.date for page in topic.pages if page.role is not Role.OUTDATED}
        assert topic.page(Role.OUTDATED).article.headline.date < min(dates)


def test_the_page_in_the_other_language_names_the_topic_in_both() -> None:
    for topic in topics():
        page = topic.page(Role.FOREIGN)
        assert page.lang != topic.lang
        assert topic.names.ja in page.article.headline.title
        assert topic.names.en in page.article.headline.title


def test_pages_about_neighbours_tell_no_fact_and_do_not_name_the_topic() -> None:
    for topic in topics():
        others = [page for page in topic.pages if page.role in {Role.NEAR, Role.FAR}]
        assert [page.facts for page in others] == [frozenset()] * 3
        assert [page for page in others if topic.name in page.text] == []


def test_gains_name_the_pages_that_hold_an_asked_fact_and_no_copy() -> None:
    for topic in topics():
        roles = {page.place: page.role for page in topic.pages}
        for question in topic.questions:
            asked = {place for fact in question.facts for place in fact.places}
            assert set(question.gains) == {place for place in asked if roles[place] in GAINS}
            assert all(question.gains[place] == GAINS[roles[place]] for place in question.gains)


def test_a_number_is_not_found_inside_a_longer_one() -> None:
    value = Value(ja="48メートル", en="48 metres")
    assert value.stands_in("高さは48メートルである")
    assert not value.stands_in("全長は1248メートルである")
    assert not value.stands_in("it is 1,048 metres long")
    assert not value.stands_in("口径3.48メートル")


def test_thousands_are_the_same_with_and_without_a_comma() -> None:
    assert Value(ja="1240台", en="1,240 vehicles").stands_in("about 1240 vehicles a day")


def test_the_pages_are_served_and_hold_their_sentences(web: LittleWeb) -> None:
    for topic in web.topics:
        press = topic.page(Role.PRESS)
        told = ask(web, web.url(*press.place))
        assert told.status == 200
        host = next(host for host in web.hosts if host.name == press.host)
        assert press.article.headline.title in told.body.decode(host.charset)


def test_pages_that_cite_link_to_the_primary_source_and_falsehoods_do_not(web: LittleWeb) -> None:
    topic = web.topics[0]
    source = web.url(*topic.page(Role.PRIMARY).place).encode()
    bodies = {role: ask(web, web.url(*topic.page(role).place)).body for role in (Role.PRESS, Role.FALSEHOOD)}
    assert source in bodies[Role.PRESS]
    assert source not in bodies[Role.FALSEHOOD]


def test_some_primary_sources_are_pdf_and_some_features_need_a_script(web: LittleWeb) -> None:
    paths = [topic.page(Role.PRIMARY).place for topic in web.topics]
    documents = [place for place in paths if place[1].endswith(".pdf")]
    assert len(documents) == 2
    assert ask(web, web.url(*documents[0])).body.startswith(b"%PDF")
    weathers = {topic.page(Role.FEATURE).weather for topic in web.topics}
    assert weathers == {Weather.SCRIPT_ONLY, Weather.SLOW}


def test_topics_stand_beside_the_table_of_pages(web: LittleWeb) -> None:
    listed = {(page.host, page.path) for page in web.pages}
    assert [page.place for topic in web.topics for page in topic.pages if page.place in listed] == []
    assert len({page.place for topic in web.topics for page in topic.pages}) == 144
