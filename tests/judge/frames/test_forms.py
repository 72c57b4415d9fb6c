"""How many ways to state a dated event or a role are understood: 125 pairs in the words of many publishers.

`forms_gene.jsonl` was written before anybody looked at the rules, and is all our own: `excludes` and `same` are pairs
about one fact; `none` are pairs that look like one and must not be called a contradiction or an agreement.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tadori.judge.frames.event import event_frames
from tadori.judge.frames.event_titled import topic_of_page
from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.framed import FramedClaim, relation_between
from tadori.judge.frames.role import role_frames
from tadori.model.claim import Claim, ClaimContext, Quotation
from tadori.model.ids import EN, JA, Lang

pytestmark = pytest.mark.req("L33", "L14")

LEAST_UNDERSTOOD: Final = {"en": 0.70, "ja": 0.73}
"""Measured: 46 of 65 and 44 of 60; before the forms were read, 8 and 5."""


def pairs() -> list[dict[str, Any]]:
    path = Path(__file__).parent / "data" / "forms_gene.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def framed(pair: dict[str, Any], side: str) -> FramedClaim:
    text = pair[side]
    context = ClaimContext(
        subject=pair.get(f"subject_{side}", ""), subject_start=0, subject_end=pair.get(f"open_{side}", 0)
    )
    quotation = Quotation.of(fragment_id=f"fr_{side}", page_id=f"pg_{side}", start=0, text=text)
    claim = Claim(
        id=f"{side} {text}", text=text, lang=JA if pair["lang"] == "ja" else EN, quotation=quotation, context=context
    )
    return FramedClaim.of(claim, title=pair[f"title_{side}"], headings=())


def relation(pair: dict[str, Any], first: str, second: str) -> str:
    found = relation_between(framed(pair, first), framed(pair, second))
    return "none" if found is None else found.relation.value


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_most_forms_of_one_fact_are_understood(lang: str) -> None:
    mine = [pair for pair in pairs() if pair["lang"] == lang and pair["expected"] != "none"]
    right = [relation(pair, "a", "b") == pair["expected"] for pair in mine]
    assert sum(right) / len(right) >= LEAST_UNDERSTOOD[lang]


def test_none_is_understood_the_wrong_way_round() -> None:
    opposite = {"excludes": "same", "same": "excludes"}
    mine = [pair for pair in pairs() if pair["expected"] != "none"]
    assert [pair["a"] for pair in mine if relation(pair, "a", "b") == opposite[pair["expected"]]] == []


def test_pairs_about_two_facts_are_neither_contested_nor_corroborated() -> None:
    mine = [pair for pair in pairs() if pair["expected"] == "none"]
    assert len(mine) == 46
    assert [pair["a"] for pair in mine if relation(pair, "a", "b") not in ("none", "qualifies")] == []


def test_the_relation_is_the_same_from_both_sides() -> None:
    assert [pair["a"] for pair in pairs() if relation(pair, "a", "b") != relation(pair, "b", "a")] == []


@pytest.mark.parametrize(
    ("title", "topic"),
    [
        ("Annual report of Delmont Instruments plc", "Delmont Instruments"),
        ("Coastal Waters Act: a guide for boat owners", "Coastal Waters Act"),
        ("Parsekit changelog", "Parsekit"),
        ("Space News", ""),
        ("how to brew", ""),
        ("", ""),
        ("株式会社白樺計器 会社概要", "白樺計器"),
        ("沿岸水域法の手引き", "沿岸水域法"),
        ("統計だより", ""),
        ("『硝子の果樹園』", "硝子の果樹園"),
    ],
)
def test_what_a_page_is_about(title: str, topic: str) -> None:
    assert topic_of_page(title) == topic


@pytest.mark.parametrize(
    ("text", "title", "lang", "expected"),
    [
        ("Founded: 1861", "Fennimore School", EN, ("Fennimore School", "founded", "1861")),
        ("Founded: 1861", "Schools: a list", EN, ()),
        ("2.0 (2019-10-03)", "Parsekit changelog", EN, ("Parsekit 2.0", "released", "2019-10-03")),
        ("Work on the dam started in 1959.", "Belmar Dam", EN, ("Belmar Dam", "laid_down", "1959")),
        ("The company was founded in 1987.", "Osterly Museum", EN, ()),
        ("The company was founded in 1987.", "Mary Osterly", EN, ()),
        ("設立：1991年3月4日", "株式会社白樺計器 会社概要", JA, ("白樺計器", "founded", "1991年3月4日")),
        ("本線の開業は1884年である。", "丸尾線の歴史", JA, ("丸尾線", "opened", "1884年")),
        (
            "同法は2012年1月1日から施行されている。",
            "沿岸水域法の手引き",
            JA,
            ("沿岸水域法", "in_force", "2012年1月1日"),
        ),
        ("同法は2012年1月1日から施行されている。", "町の暮らし", JA, ()),
    ],
)
def test_events_of_what_a_page_is_about(text: str, title: str, lang: Lang, expected: tuple[str, ...]) -> None:
    found = event_frames(FrameSource(text=text, lang=lang, title=title))
    assert [(f.subject.words, *f.asked.key, f.value.words) for f in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("text", "title", "lang", "expected"),
    [
        ("Headteacher: Ian Mossop", "Fennimore School", EN, ("Fennimore School", "principal", "Ian Mossop")),
        ("Author: Ian Mossop", "Fennimore School", EN, ()),
        (
            "The museum's director is Dr Paul Renwick.",
            "Osterly Museum - about us",
            EN,
            ("Osterly Museum", "office_director", "Paul Renwick"),
        ),
        ("She won the 2018 Orn Award for Best Actress in a Musical.", "Ann Lee", EN, ()),
        ("校長：森下健一", "藤森小学校", JA, ("藤森小学校", "principal", "森下健一")),
        ("著者：森下健一", "藤森小学校", JA, ()),
        ("鈴丘ダムは技師の川原累が設計した。", "鈴丘ダム", JA, ("鈴丘ダム", "designer", "川原累")),
    ],
)
def test_roles_of_what_a_page_is_about(text: str, title: str, lang: Lang, expected: tuple[str, ...]) -> None:
    found = role_frames(FrameSource(text=text, lang=lang, title=title))
    assert [(f.subject.words, *f.asked.key, f.value.words) for f in found] == ([expected] if expected else [])


@pytest.mark.parametrize("lang", [EN, JA])
@pytest.mark.parametrize(
    "text", ["The " + "the of A " * 220 + ": 1861", "第1回" + "の" * 1900, "A's " * 480 + "is B", "、" * 1990, ""]
)
def test_hostile_text_gives_nothing(text: str, lang: Lang) -> None:
    source = FrameSource(text=text, lang=lang, title=text[:300])
    assert event_frames(source) == ()
    assert role_frames(source) == ()
