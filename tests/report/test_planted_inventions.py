"""Planted inventions (issue 2): whatever a driver makes up, nothing of it is printed as checked, honest sentences are.

Every kind of invention is planted once beside each of 24 honest sentences in two languages: 18 × 24 = 432 drafts.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.claim import Claim, Quotation
from tadori.model.doors import SentenceCheck
from tadori.model.ids import EN, JA, Lang, text_hash
from tadori.model.report import Answered, Draft, Report
from tests.report.world import WordForWord, World

EN_NAMES = ["Alder", "Birchwood", "Cobden", "Dunmore", "Elsmere", "Fenwick"]
JA_NAMES = ["青葉", "磐城", "鵜住", "恵那", "大鷹", "霞"]


class Honest:
    """A true sentence of one page, and the ways to bend it."""

    def __init__(self, name: str, other: str, n: int, lang: Lang, *, height: bool) -> None:
        year, length = 1951 + 3 * n, 210 + 17 * n
        said, self.page_id, self.lang = _say(lang, height=height), f"{'h' if height else 'y'}{n}{lang}", lang
        self.text = said(name, year, length, no=False)
        self.wrong_number = said(name, year, length + 1, no=False)
        self.wrong_digits = said(name, year, length * 10, no=False)
        self.wrong_date = said(name, year + 1, length, no=False)
        self.wrong_name = said(other, year, length, no=False)
        self.negated = said(name, year, length, no=True)


def _say(lang: Lang, *, height: bool) -> Callable[..., str]:
    def say(name: str, year: int, length: int, *, no: bool) -> str:
        match lang, height:
            case ("ja", True):
                return f"{year}年の調査で、{name}橋の高さは{length}メートルで{'はない' if no else 'ある'}と分かった。"
            case ("ja", False):
                return f"{name}橋は{year}年に開通{'しておらず' if no else 'し'}、長さは{length}メートルである。"
            case (_, True):
                found = "did not find" if no else "found"
                return f"A survey in {year} {found} that {name} Bridge is {length} metres high."
            case _:
                return f"{name} Bridge was {'not ' if no else ''}opened in {year} and is {length} metres long."

    return say


def _all_honest() -> list[Honest]:
    return [
        Honest(name, names[(n + 1) % len(names)], n, lang, height=height)
        for lang, names in ((EN, EN_NAMES), (JA, JA_NAMES))
        for height in (False, True)
        for n, name in enumerate(names)
    ]


HONEST = _all_honest()
Plant = Callable[[World, Honest], Draft]


def quotation(world: World, honest: Honest) -> Quotation:
    return world.quote(honest.page_id, honest.text)


def stated(text: str, *quotations: Quotation, honest: Honest) -> Draft:
    return Draft(text=text, claim_ids=(Claim.id_of(honest.text),), quotations=quotations, in_answer=True)


def invented_sentence(world: World, honest: Honest) -> Draft:
    text = "橋は夜になると歌う。" if honest.lang == JA else "The bridge sings at night."
    return stated(text, quotation(world, honest), honest=honest)


def added_detail(world: World, honest: Honest) -> Draft:
    more = "費用は40億円だった。" if honest.lang == JA else " It cost 40 billion yen."
    return stated(honest.text + more, quotation(world, honest), honest=honest)


def bent(name: str) -> Plant:
    def plant(world: World, honest: Honest) -> Draft:
        return stated(getattr(honest, name), quotation(world, honest), honest=honest)

    return plant


def invented_quotation(world: World, honest: Honest) -> Draft:
    """The words agree with the sentence, but stand nowhere."""
    place = quotation(world, honest)
    made_up = replace(place, text=honest.wrong_number, text_hash=text_hash(honest.wrong_number))
    return stated(honest.wrong_number, replace(made_up, end=made_up.start + len(made_up.text)), honest=honest)


def unread_page(world: World, honest: Honest) -> Draft:
    return stated(honest.text, replace(quotation(world, honest), page_id="https://unread.example/"), honest=honest)


def archived_but_unread_page(world: World, honest: Honest) -> Draft:
    return stated(honest.text, replace(quotation(world, honest), page_id="unread", start=0), honest=honest)


def stale_hash(world: World, honest: Honest) -> Draft:
    return stated(honest.text, replace(quotation(world, honest), text_hash=text_hash("")), honest=honest)


def wrong_offsets(world: World, honest: Honest) -> Draft:
    place = quotation(world, honest)
    return stated(honest.text, replace(place, start=place.start + 1, end=place.end + 1), honest=honest)


def words_of_another_page(world: World, honest: Honest) -> Draft:
    other = HONEST[(HONEST.index(honest) + 1) % len(HONEST)]
    return stated(honest.text, replace(quotation(world, honest), page_id=other.page_id), honest=honest)


def true_words_of_another_claim(world: World, honest: Honest) -> Draft:
    other = HONEST[(HONEST.index(honest) + 1) % len(HONEST)]
    return stated(other.text, quotation(world, other), honest=honest)


def claim_without_edge(world: World, honest: Honest) -> Draft:
    rest = "この段落には他の文もある。" if honest.lang == JA else "Other sentences stand here too."
    return stated(rest, world.quote(honest.page_id, rest), honest=honest)


def invented_claim(world: World, honest: Honest) -> Draft:
    return replace(stated(honest.text, quotation(world, honest), honest=honest), claim_ids=("cl_0000",))


def no_claim(world: World, honest: Honest) -> Draft:
    return replace(stated(honest.text, quotation(world, honest), honest=honest), claim_ids=())


def no_quotation(world: World, honest: Honest) -> Draft:
    return stated(f"{honest.text} (https://invented.example/)", honest=honest)


BENT = ["wrong_number", "wrong_digits", "wrong_date", "wrong_name", "negated"]
PLANTS: dict[str, Plant] = {name: bent(name) for name in BENT} | {
    plant.__name__: plant
    for plant in (
        invented_sentence,
        added_detail,
        invented_quotation,
        unread_page,
        archived_but_unread_page,
        stale_hash,
        wrong_offsets,
        words_of_another_page,
        true_words_of_another_claim,
        claim_without_edge,
        invented_claim,
        no_claim,
        no_quotation,
    )
}


def honest_world() -> World:
    world = World()
    for honest in HONEST:
        rest = "この段落には他の文もある。" if honest.lang == JA else "Other sentences stand here too."
        world.page(honest.page_id, f"{honest.text} {rest}", lang=honest.lang)
        world.claim(honest.text, honest.page_id)
        world.texts["unread"] = honest.text
    return world


def checked_texts(report: Report) -> list[str]:
    sides = [side for contest in report.contested for side in contest.sides]
    return [sentence.text for sentence in [*(claim.sentence for claim in report.claims), *sides]]


def test_more_than_two_hundred_inventions_are_planted() -> None:
    assert len(PLANTS) * len(HONEST) == 432


@pytest.mark.req("X1")
@pytest.mark.parametrize("check", [WordForWord(), MechanicalCheck()], ids=["strict", "mechanical"])
@pytest.mark.parametrize("kind", PLANTS)
def test_nothing_invented_is_printed_as_checked_and_the_honest_beside_it_is(kind: str, check: SentenceCheck) -> None:
    world = honest_world()
    for honest in HONEST:
        world.drafts.append(PLANTS[kind](world, honest))
    alone = world.report(check)
    assert (alone.answered, alone.answer, alone.claims, alone.contested) == (Answered.NO, (), (), ())
    assert (alone.support_rate, alone.timeline) == (0.0, ())
    for honest in HONEST:
        world.state(honest.text, honest.page_id)
    beside = world.report(check, listen=True)
    assert checked_texts(beside) == [honest.text for honest in HONEST]
    assert beside.support_rate == 0.5
    assert len(world.refusals()) == len(HONEST)


@pytest.mark.req("X1")
def test_no_address_of_an_unread_page_reaches_the_report() -> None:
    world = honest_world()
    for honest in HONEST:
        world.drafts += [unread_page(world, honest), no_quotation(world, honest)]
    report = world.report(MechanicalCheck())
    assert report.citations == ()
    assert [sentence.text for sentence in report.unchecked] == [honest.text for honest in HONEST]
    assert report.method.dropped[-1] == ("sentences without any quoted words (not printed)", len(HONEST))
