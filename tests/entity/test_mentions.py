"""Entities found by their outward form, Japanese and English."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.entity.mentions import (
    MAX_TEXT,
    address_mentions,
    domain_mentions,
    find_mentions,
    identifier_mentions,
    is_corporate_number,
    is_orcid,
)
from tadori.model.entity import EntityKind, Mention
from tadori.model.ids import EN, JA, Lang

COMPANY, GOVERNMENT, ORGANISATION = EntityKind.COMPANY, EntityKind.GOVERNMENT, EntityKind.ORGANISATION


def named(text: str, lang: Lang, kind: EntityKind) -> list[str]:
    return [m.text for m in find_mentions(text, lang) if m.kind is kind]


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨年トヨタ自動車株式会社は増産した。", ["トヨタ自動車株式会社"]),
        ("株式会社みずほ銀行と㈱ミツバが出資した。", ["株式会社みずほ銀行", "㈱ミツバ"]),
        ("子会社株式会社北斗を売却した", ["株式会社北斗"]),
        ("会社名：株式会社 北斗製作所　代表取締役", ["株式会社 北斗製作所"]),
        ("業界大手北斗電機（株）によれば", ["北斗電機（株）"]),
        ("A&B合同会社と株式会社ABC Japanの提携", ["A&B合同会社", "株式会社ABC Japan"]),
        (
            "株式会社すかいらーくホールディングス及び有限会社山田商店",
            ["株式会社すかいらーくホールディングス", "有限会社山田商店"],
        ),
        ("株式会社の設立は簡単だ。合同会社でもよい。", []),
    ],
)
def test_japanese_companies_are_found_with_their_legal_form_before_or_behind(text: str, expected: list[str]) -> None:
    assert named(text, JA, COMPANY) == expected


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In March, Hokuto Works, Inc. was sold.", ["Hokuto Works, Inc."]),
        ("It hired Northern Light Pharma GmbH & Co. KG last year.", ["Northern Light Pharma GmbH & Co. KG"]),
        ("He runs Acme Tidal Co., Ltd., a maker of turbines.", ["Acme Tidal Co., Ltd."]),
        ("She works at Siemens AG. Next year she leaves.", ["Siemens AG"]),
        ("The Company Inc. clause, and the corporation, say nothing.", []),
        ("Smith & Sons LLC met 3M Company.", ["Smith & Sons LLC", "3M Company"]),
        ("Yesterday fell. Tidal Corp grew", ["Tidal Corp"]),
        (
            "Ann, Founder of Ceres Robotics Inc., and Bo, Vice President of Sales for Draeger, Inc.",
            ["Ceres Robotics Inc.", "Draeger, Inc."],
        ),
        ("Bank of the Isles Corp. 1996-98 AccuSoft Inc.", ["Bank of the Isles Corp.", "AccuSoft Inc."]),
    ],
)
def test_english_companies_are_found_by_their_form(text: str, expected: list[str]) -> None:
    assert named(text, EN, COMPANY) == expected


def test_public_bodies_and_organisations_are_told_apart_in_both_languages() -> None:
    ja = (
        "厚生労働省と米国防総省、神奈川県庁は雲南省で反省し、所管官庁と独立行政法人情報処理推進機構と東京大学教授の佐藤花子さんに、"
        "公正取引委員会も同席した。"
    )
    en = (
        "The Ministry of Economy, Trade and Industry and the Environmental Protection Agency met "
        "the University of Tokyo."
    )

    assert named(ja, JA, GOVERNMENT) == ["厚生労働省", "米国防総省", "神奈川県庁", "公正取引委員会"]
    assert named(ja, JA, ORGANISATION) == ["独立行政法人情報処理推進機構", "東京大学"]
    assert named(en, EN, GOVERNMENT) == ["Ministry of Economy, Trade and Industry", "Environmental Protection Agency"]
    assert named(en, EN, ORGANISATION) == ["University of Tokyo"]


def test_a_latin_name_in_a_japanese_sentence_ends_where_the_kana_begin() -> None:
    text = "王立協会（RAIC）は、College of Fellowsのメンバーと、米Acme Tidal, Inc.による出資を決めた。"

    assert [(m.text, m.kind) for m in find_mentions(text, JA)] == [
        ("王立協会", ORGANISATION),
        ("College of Fellows", ORGANISATION),
        ("Acme Tidal, Inc.", COMPANY),
    ]


def test_persons_are_found_by_title_and_role_and_keep_it_as_their_label() -> None:
    ja = "代表取締役社長　山田 太郎。経済産業大臣の西村康稔氏と田中防衛大臣、ビル・ゲイツ氏が会った。佐藤花子は歩いた。"
    en = (
        "Dr. Jane van der Berg met John Smith, the chief executive of Acme. Prime Minister Kishida spoke. "
        "Mary Jones sang."
    )

    found = [(m.text, m.label) for m in find_mentions(ja, JA) if m.kind is EntityKind.PERSON]
    assert found == [
        ("山田 太郎", "代表取締役社長"),
        ("西村康稔", "大臣"),
        ("田中", "防衛大臣"),
        ("ビル・ゲイツ", "氏"),
    ]
    found = [(m.text, m.label) for m in find_mentions(en, EN) if m.kind is EntityKind.PERSON]
    assert found == [("Jane van der Berg", "Dr"), ("John Smith", "chief executive"), ("Kishida", "Prime Minister")]


def test_possessives_and_articles_stay_outside_of_names() -> None:
    text = "President Trump's July plan, Mr. O'Neil’s answer. Now the Agency met Ann Lee of the Society for the Blind."

    assert [(m.text, m.kind.value) for m in find_mentions(text, EN)] == [
        ("Trump", "person"),
        ("O'Neil", "person"),
        ("Society for the Blind", "organisation"),
    ]


def test_the_check_digit_of_a_corporate_number_is_computed_as_its_law_says() -> None:
    # 7000012050002, the National Tax Agency: 2 + 5 + 2 + 1·2 = 11, 11 mod 9 = 2, 9 - 2 = 7.
    assert is_corporate_number("7000012050002") is True
    assert is_corporate_number("8000012050002") is False
    assert is_corporate_number("700001205000") is False
    assert is_corporate_number("７０００012050002") is False


@given(st.text(alphabet="0123456789", min_size=12, max_size=12))
def test_of_all_first_digits_exactly_one_makes_a_corporate_number(base: str) -> None:
    assert [is_corporate_number(f"{first}{base}") for first in range(10)].count(True) == 1


def test_a_corporate_number_counts_only_where_a_word_says_what_it_is() -> None:
    stated = "法人番号：7000012050002"
    wide = "法人番号　７０００００１２０５０００２"
    alone = "電話とは別の番号 7000012050002 が書いてある"
    invoice = "T7000012050002"
    wrong = "法人番号：7000012050003"

    assert [(m.value, m.text) for m in identifier_mentions(stated)] == [("7000012050002", "7000012050002")]
    assert [m.value for m in identifier_mentions(wide)] == []  # fourteen digits
    assert [m.value for m in identifier_mentions("法人番号　７００００１２０５０００２")] == ["7000012050002"]
    assert identifier_mentions(alone) == []
    assert [m.value for m in identifier_mentions(invoice)] == ["7000012050002"]
    assert identifier_mentions(wrong) == []


def test_a_column_of_corporate_numbers_is_read_but_barcodes_below_it_are_not() -> None:
    rows = "法人番号の一覧" + "あ" * 60 + "\n7000012050002\n4901234501096\n"

    assert is_corporate_number("4901234501096") is True
    assert [m.value for m in identifier_mentions(rows)] == ["7000012050002"]
    assert [m.value for m in identifier_mentions("法人番号 4901234501096")] == ["4901234501096"]


def test_orcids_edinet_codes_and_dois_are_read_in_their_normal_spelling() -> None:
    text = (
        "EDINETコード：E02144、ORCID 0000-0002-1825-0097 と 0000-0002-1694-233X（偽 0000-0002-1825-0098）。"
        "E99999 は規格番号。"
    )
    cited = "See https://doi.org/10.1000/ABC(1)xyz). and (doi:10.5555/12345678)."

    assert [(m.label, m.value) for m in identifier_mentions(text)] == [
        ("edinet", "E02144"),
        ("orcid", "0000-0002-1825-0097"),
        ("orcid", "0000-0002-1694-233X"),
    ]
    assert [(m.label, m.value) for m in identifier_mentions(cited)] == [
        ("doi", "10.1000/abc(1)xyz"),
        ("doi", "10.5555/12345678"),
    ]
    assert is_orcid("0000-0002-1825-009") is False


def test_domains_come_from_addresses_mail_and_bare_hosts_but_not_from_file_names() -> None:
    text = "info@mail.hokuto.test、https://www.acme.co.jp/a?b=1。 README.md main.py e.g. www.tide.test hokuto.com https://[::bad"

    assert [(m.value, m.label) for m in domain_mentions(text)] == [
        ("hokuto.test", "email"),
        ("acme.co.jp", "url"),
        ("tide.test", ""),
        ("hokuto.com", ""),
    ]


def test_postal_addresses_are_found_in_both_scripts() -> None:
    ja = (
        "本社は〒100-0013 東京都千代田区霞が関三丁目1番1号 霞が関ビル5階です。支店（大阪府大阪市北区梅田1-2-3）。"
        "東京都は広い。東京都渋谷区千駄ヶ谷4丁目26-7にある"
    )
    en = "Visit 3-1-1 Kasumigaseki, Chiyoda-ku, Tokyo 100-0013 or 12 Harbour Street, Port Town, MA 02139 today."

    assert [m.text for m in address_mentions(ja)] == [
        "〒100-0013 東京都千代田区霞が関三丁目1番1号 霞が関ビル5階",
        "大阪府大阪市北区梅田1-2-3",
        "東京都渋谷区千駄ヶ谷4丁目26-7",
    ]
    assert [m.text for m in address_mentions(en)] == [
        "3-1-1 Kasumigaseki, Chiyoda-ku, Tokyo 100-0013",
        "12 Harbour Street, Port Town, MA 02139",
    ]


def test_a_tagger_in_its_seat_adds_what_has_no_outward_sign_and_takes_nothing_away() -> None:
    text = "佐藤花子は株式会社北斗に入った。"

    def tagger(text: str, lang: Lang) -> Sequence[Mention]:
        person = Mention(kind=EntityKind.PERSON, text="佐藤花子", start=0, end=4, value="佐藤花子")
        overlap = Mention(kind=EntityKind.PERSON, text="北斗", start=9, end=11, value="北斗")
        outside = Mention(kind=EntityKind.PERSON, text="", start=90, end=95, value="")
        return [person, overlap, outside]

    assert [(m.kind, m.text) for m in find_mentions(text, JA, tagger)] == [
        (EntityKind.PERSON, "佐藤花子"),
        (EntityKind.COMPANY, "株式会社北斗"),
    ]


@pytest.mark.parametrize("text", ["", " ", "。", "株式会社", "Inc.", "〒", "@", "10.1000/", "\u202e\x00", "😀" * 50])
def test_texts_with_nothing_in_them_have_no_mentions(text: str) -> None:
    assert find_mentions(text, JA) == ()


@given(st.text(alphabet="株式会社㈱（）A. ,Incの省庁長氏0123-〒東京都@山田\n&", max_size=80))
def test_mentions_are_exact_in_order_and_never_overlap(text: str) -> None:
    found = find_mentions(text, JA)

    assert [m.text for m in found] == [text[m.start : m.end] for m in found]
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(m.start < m.end for m in found)


@pytest.mark.parametrize(
    "unit", ["A ", "a.", "10.1234/", "株式会社", "山田氏", "1-", "〒100-0013 東京都", "Ministry of A, "]
)
def test_hostile_repetition_is_read_in_bounded_time(unit: str) -> None:
    text = (unit * (20_000 // len(unit) + 1))[:20_000]

    assert all(m.end <= len(text) for m in find_mentions(text, JA))


def test_a_lone_surrogate_costs_no_name_and_moves_none() -> None:
    found = find_mentions("\ud83d株式会社北斗は\udfff増産した。", JA)

    assert [(m.text, m.start, m.end) for m in found] == [("株式会社北斗", 1, 7)]


def test_nothing_behind_the_bound_is_looked_at() -> None:
    text = "。" * MAX_TEXT + "\n㈱ミツバ"

    assert find_mentions(text, JA) == ()
