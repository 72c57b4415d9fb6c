"""Entities in one spelling, told apart and joined; addresses in one spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.entity.mentions import find_mentions
from tadori.entity.names import body_key, legal_form, other_names, person_key, standard_name
from tadori.entity.postal import parse_address, same_place_score
from tadori.entity.resolution import (
    domain_entity,
    entities_from_mentions,
    lookup_keys,
    merge_entities,
    resolve_entities,
    same_as,
)
from tadori.model.claim import Ground
from tadori.model.entity import Entity, EntityKind
from tadori.model.ids import EN, JA
from tadori.model.web_thresholds import MAYBE_SAME_AT, SAME_ENTITY_AT


def company(
    name: str,
    *,
    number: str = "",
    domain: str = "",
    address: str = "",
    kind: EntityKind = EntityKind.COMPANY,
    at: tuple[str, ...] = (),
) -> Entity:
    pairs = (("corporate_number", number), ("domain", domain))
    key = person_key(name) if kind is EntityKind.PERSON else body_key(name)
    return Entity(
        id=Entity.id_of(kind, key),
        kind=kind,
        name=name,
        names=(name,),
        addresses=(address,) if address else (),
        identifiers=tuple(pair for pair in pairs if pair[1]),
        affiliations=at,
    )


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("㈱ミツバ", "株式会社ミツバ"),
        ("（株）ﾐﾂﾊﾞ", "株式会社　ミツバ"),
        ("齊藤製作所株式会社", "斉藤製作所株式会社"),
        ("Hokuto Works, Inc.", "HOKUTO WORKS Incorporated"),
        ("The Acme Corporation", "Acme Corp."),
        ("Ａｃｍｅ株式会社", "acme株式会社"),
        ("北斗HD", "北斗ホールディングス"),
        ("Smith & Sons LLC", "Smith and Sons LLC"),
    ],
)
def test_spellings_of_one_company_have_one_key(one: str, other: str) -> None:
    assert body_key(one) == body_key(other)


def test_the_legal_form_is_read_in_one_spelling_and_kept_out_of_the_key() -> None:
    assert (body_key("㈱ミツバ"), legal_form("㈱ミツバ"), standard_name("㈱ミツバ")) == (
        "ミツバ",
        "株式会社",
        "株式会社ミツバ",
    )
    assert (body_key("Acme Co., Ltd."), legal_form("Acme Co., Ltd.")) == ("acme", "co ltd")
    assert (body_key("株式会社"), legal_form("北斗")) == ("株式会社", "")
    assert body_key("斎藤商店") != body_key("斉藤商店")


def test_other_names_lead_to_the_other_language_and_the_bare_name() -> None:
    assert other_names("経産省") == ("経済産業省", "Ministry of Economy, Trade and Industry", "METI")
    assert other_names("㈱ミツバ") == ("株式会社ミツバ", "ミツバ")
    assert other_names("Hokuto Works, Inc.") == ("Hokuto Works",)


def test_person_names_are_compared_without_spaces_titles_and_order_of_latin_names() -> None:
    assert person_key("髙橋 太郎氏") == person_key("高橋太郎")
    assert person_key("Dr. Jane Smith") == person_key("Smith, Jane")
    assert person_key("高橋太郎") != person_key("高橋次郎")


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("text", "key", "building"),
    [
        ("〒100-0013 東京都千代田区霞が関三丁目1番1号 霞が関ビル5階", "東京都千代田区霞ケ関3-1-1", "霞が関ビル5階"),
        ("東京都千代田区霞ヶ関３－１－１霞が関ビル5F", "東京都千代田区霞ケ関3-1-1", "霞が関ビル5F"),
        ("千代田区霞ケ関3丁目一番地の一", "千代田区霞ケ関3-1-1", ""),
        ("北海道札幌市中央区北一条西五丁目２", "北海道札幌市中央区北1条西5-2", ""),
        ("東京都千代田区三番町6番地", "東京都千代田区三番町6", ""),
        ("港区六本木六丁目10-1 森タワー", "港区六本木6-10-1", "森タワー"),
        ("東京都中央区八重洲二丁目二十三番二号", "東京都中央区八重洲2-23-2", ""),
        ("東京都中央区八重洲二－二十三－二", "東京都中央区八重洲2-23-2", ""),
        ("青森県八戸市大字糠塚字下道２番地", "青森県八戸市糠塚字下道2", ""),
        ("京都府京都市中京区二条通", "京都府京都市中京区二条通", ""),
        ("", "", ""),
    ],
)
def test_japanese_addresses_come_into_one_spelling(text: str, key: str, building: str) -> None:
    read = parse_address(text)

    assert (read.key, read.building) == (key, building)


def kanji(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("" if tens == 0 else "十" if tens == 1 else f"{'〇一二三四五六七八九'[tens]}十") + "一二三四五六七八九"[
        ones - 1 : ones
    ]


@given(st.tuples(*[st.integers(1, 99).filter(lambda n: n % 10)] * 3), st.sampled_from(["番地の", "番地", "番", "-"]))
def test_kanji_numerals_and_digits_are_one_address(numbers: tuple[int, int, int], joint: str) -> None:
    chome, block, house = numbers
    written = f"東京都港区六本木{kanji(chome)}丁目{kanji(block)}{joint}{kanji(house)}"

    assert parse_address(f"{written}号").numbers == f"{chome}-{block}-{house}"


def test_the_postal_code_is_split_off() -> None:
    read = parse_address("〒１００－００１３　東京都千代田区霞が関1-2-3")

    assert (read.postal_code, read.prefecture, read.town, read.numbers) == (
        "1000013",
        "東京都",
        "千代田区霞が関",
        "1-2-3",
    )


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("東京都千代田区霞が関3-1-1", "千代田区霞ヶ関三丁目1番1号 ビル2階", 1.0),
        ("東京都千代田区霞が関3-1", "東京都千代田区霞が関3-1-1", 0.6),
        ("東京都千代田区霞が関", "東京都千代田区霞が関3-1-1", 0.6),
        ("東京都千代田区霞が関3-1-1", "東京都千代田区霞が関3-11", 0.0),
        ("東京都府中市1-1", "広島県府中市1-1", 0.0),
        ("", "東京都千代田区霞が関3-1-1", 0.0),
    ],
)
def test_two_addresses_are_one_place_by_town_and_numbers(one: str, other: str, likeness: float) -> None:
    assert same_place_score(one, other) == likeness
    assert same_place_score(other, one) == likeness


@pytest.mark.req("L11")
def test_the_full_name_alone_makes_two_companies_one() -> None:
    verdict = same_as(company("㈱ミツバ"), company("株式会社ミツバ"))

    assert (verdict.score, verdict.same) == (0.86, True)
    assert verdict.grounds == (Ground(rule="name", detail="㈱ミツバ = 株式会社ミツバ", weight=0.86),)


def test_a_name_without_its_form_is_only_a_maybe_until_the_domain_agrees() -> None:
    alone = same_as(company("ミツバ"), company("株式会社ミツバ"))
    backed = same_as(company("ミツバ", domain="mitsuba.test"), company("株式会社ミツバ", domain="mitsuba.test"))

    assert (alone.score, alone.same, alone.maybe) == (0.7, False, True)
    assert (backed.score, backed.same) == (0.85, True)  # 1 - .3 × .5


def test_the_form_before_and_behind_the_name_may_be_two_companies() -> None:
    assert same_as(company("株式会社ミツバ"), company("ミツバ株式会社")).score == 0.7


def test_two_legal_forms_of_one_language_speak_against_it_and_of_two_languages_do_not() -> None:
    assert same_as(company("株式会社北斗"), company("合同会社北斗")).score == 0.3
    assert same_as(company("Acme Inc."), company("Acme LLC")).score == 0.3
    assert same_as(company("株式会社ACME"), company("ACME Co., Ltd.")).score == 0.7


@pytest.mark.req("L11")
def test_a_shared_number_joins_and_two_numbers_part_whatever_the_names() -> None:
    shared = same_as(company("北斗", number="7000012050002"), company("Hokuto Works", number="7000012050002"))
    parted = same_as(company("株式会社北斗", number="7000012050002"), company("株式会社北斗", number="9000012050003"))

    moved = same_as(
        company("北斗", number="7000012050002", address="東京都港区芝1-1"),
        company("Hokuto Works", number="7000012050002", address="大阪府大阪市北区梅田1-2-3"),
    )

    assert (shared.score, shared.same) == (0.99, True)
    assert moved.score == 0.99
    assert parted.score == 0.0
    assert parted.grounds == (
        Ground(rule="register", detail="corporate_number: 7000012050002 ≠ 9000012050003", weight=-1.0),
    )


def test_another_address_holds_a_name_back_and_the_same_one_helps_it() -> None:
    here, there = "東京都千代田区霞が関3-1-1", "大阪府大阪市北区梅田1-2-3"

    assert same_as(company("株式会社北斗", address=here), company("株式会社北斗", address=there)).score == 0.516
    assert same_as(company("北斗", address=here), company("株式会社北斗", address=here)).score == 0.85
    # 1 - .3 × (1 - .6 × .5): one of them says only part of the address
    assert (
        same_as(company("北斗", address=here), company("株式会社北斗", address="東京都千代田区霞が関3-1")).score == 0.79
    )


def test_persons_need_more_than_a_name() -> None:
    def person(name: str, *at: str) -> Entity:
        return company(name, kind=EntityKind.PERSON, at=at)

    assert same_as(person("山田太郎"), person("山田 太郎")).score == 0.6
    assert same_as(person("山田太郎", "㈱北斗"), person("山田 太郎", "株式会社北斗")).score == 0.86
    assert same_as(person("J. Smith"), person("Jane Smith")).score == 0.3
    assert same_as(person("山田太郎"), person("山田次郎")).score == 0.0


def test_public_bodies_are_one_under_their_short_name_and_maybe_one_across_languages() -> None:
    def body(name: str) -> Entity:
        return company(name, kind=EntityKind.GOVERNMENT)

    assert same_as(body("経産省"), body("経済産業省")).score == 0.95
    assert same_as(body("財務省"), body("Ministry of Finance")).score == 0.7
    assert same_as(body("財務省"), body("総務省")).score == 0.0


def test_entities_of_different_kinds_are_never_one() -> None:
    verdict = same_as(company("北斗"), company("北斗", kind=EntityKind.PERSON))

    assert (verdict.score, verdict.grounds[0].rule) == (0.0, "kind")


@given(
    st.sampled_from(["㈱北斗", "北斗", "Acme Inc.", "合同会社北斗"]), st.sampled_from(["株式会社北斗", "Acme", "北斗"])
)
def test_same_as_is_symmetric_and_stays_between_zero_and_one(one: str, other: str) -> None:
    there, back = same_as(company(one), company(other)), same_as(company(other), company(one))

    assert there.score == back.score
    assert 0.0 <= there.score <= 1.0
    assert MAYBE_SAME_AT < SAME_ENTITY_AT


@pytest.mark.req("L11")
def test_merging_keeps_every_name_address_and_number() -> None:
    one = company("㈱北斗", number="7000012050002", address="東京都千代田区霞が関3-1-1")
    other = company("株式会社北斗", domain="hokuto.test", address="東京都千代田区霞が関三丁目1番1号")

    merged = merge_entities(one, other)

    assert (merged.id, merged.name, merged.names) == (one.id, "㈱北斗", ("㈱北斗", "株式会社北斗"))
    assert merged.identifiers == (("corporate_number", "7000012050002"), ("domain", "hokuto.test"))
    assert merged.addresses == ("東京都千代田区霞が関3-1-1", "東京都千代田区霞が関三丁目1番1号")


def test_joining_respects_numbers_and_gives_namesakes_ids_of_their_own() -> None:
    found = resolve_entities(
        [
            company("株式会社北斗", number="7000012050002"),
            company("㈱北斗", number="9000012050003"),
            company("㈱北斗", number="7000012050002"),
            company("合同会社南斗"),
        ]
    )

    assert [(e.names, e.values("corporate_number")) for e in found] == [
        (("株式会社北斗", "㈱北斗"), ("7000012050002",)),
        (("㈱北斗",), ("9000012050003",)),
        (("合同会社南斗",), ()),
    ]
    assert found[1].id == f"{found[0].id}_2"


@pytest.mark.req("L11")
def test_a_japanese_profile_becomes_entities_with_numbers_address_domain_and_employer() -> None:
    text = (
        "株式会社 北斗製作所（本社：東京都千代田区霞が関三丁目1番1号、法人番号 7000012050002）の山田太郎社長は、"
        "合同会社北斗と提携した。\n㈱北斗製作所の公式サイト https://www.hokuto.test/ 。経産省は、経済産業省のサイトで"
        "告知した。山田太郎氏は株式会社北斗製作所の代表だ。"
    )

    found = {e.name: e for e in entities_from_mentions(text, find_mentions(text, JA))}

    hokuto = found["株式会社北斗製作所"]
    assert hokuto.names == ("株式会社北斗製作所", "株式会社 北斗製作所", "㈱北斗製作所")
    assert hokuto.identifiers == (("corporate_number", "7000012050002"), ("domain", "hokuto.test"))
    assert hokuto.addresses == ("東京都千代田区霞が関三丁目1番1号",)
    assert found["山田太郎"].affiliations == ("株式会社北斗製作所",)
    assert found["経産省"].names == ("経産省", "経済産業省")
    assert sorted(found) == ["hokuto.test", "合同会社北斗", "山田太郎", "株式会社北斗製作所", "経産省"]


def test_an_english_profile_becomes_entities_too() -> None:
    text = (
        "Jane Smith, chief executive of Acme Tidal, Inc., spoke (ORCID 0000-0002-1825-0097). "
        "Acme Tidal Incorporated, press@acmetidal.test, 12 Harbour Street, Port Town, MA 02139."
    )

    found = {e.name: e for e in entities_from_mentions(text, find_mentions(text, EN))}

    assert found["Jane Smith"].affiliations == ("Acme Tidal, Inc.",)
    assert found["Jane Smith"].identifiers == (("orcid", "0000-0002-1825-0097"),)
    acme = found["Acme Tidal, Inc."]
    assert acme.names == ("Acme Tidal, Inc.", "Acme Tidal Incorporated")
    assert acme.identifiers == (("domain", "acmetidal.test"),)
    assert acme.addresses == ("12 Harbour Street, Port Town, MA 02139",)


def test_a_link_in_a_sentence_is_not_taken_for_a_companys_own_site() -> None:
    text = "株式会社北斗について https://news.test/a が報じた。担当 a@gmail.com\n\n法人番号 7000012050002"

    found = {e.name: e for e in entities_from_mentions(text, find_mentions(text, JA))}

    assert found["株式会社北斗"].identifiers == ()
    assert found["news.test"] == domain_entity("news.test")


def test_lookup_keys_are_what_two_entities_share_before_they_are_compared() -> None:
    assert lookup_keys(company("㈱北斗", number="7000012050002")) == ("corporate_number:7000012050002", "body:北斗")
    assert lookup_keys(domain_entity("Hokuto.test")) == ("domain:hokuto.test",)
    assert "body:経済産業省" in lookup_keys(company("経産省", kind=EntityKind.GOVERNMENT))


def test_hundreds_of_namesakes_are_joined_in_bounded_work() -> None:
    people = [company("山田太郎", kind=EntityKind.PERSON, at=(f"株式会社{n}",)) for n in range(300)]

    assert len({e.id for e in resolve_entities(people)}) == 300
