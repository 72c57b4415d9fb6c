"""What kinds of pages carry no claim, each with its ground; and what must not be taken for one of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.quality import quality
from tadori.model.ids import EN, JA, Lang
from tests.graph.test_origins import JA_STORY, OTHER, STORY

FARM = (
    "In today's fast-paced world, a good kettle is a game-changer. In this article, we will show everything you need to"
    " know. Look no further! Whether you're a student or a professional, this ultimate guide will elevate your day."
    " Let's dive in. In conclusion, unlock your potential with a seamless kettle."
)
SHOP = (
    "Buy now and save! Check price on the shop page. Limited time offer: 30% off with this coupon code. We may earn a"
    " commission from affiliate links. Free trial today. Money-back guarantee. Add to cart. Click here to order now."
)
JA_FARM = (
    "やかんについて調べてみました。この記事では人気のやかんをご紹介します。結論から言うと、おすすめは大きいやかんです。"
    "知っておきたい選び方を徹底解説。気になる方はぜひチェックしてください。いかがでしたか。最後までお読みいただきありがとうございました。"
)
JA_SHOP = (
    "最安値はこちら。今すぐ購入するとポイント還元。期間限定クーポン配布中。楽天市場で見る。Amazonで見る。"
    "公式サイトはこちら。送料無料で返金保証つき。無料登録はこちら。口コミや評判も多数。"
)


def names(text: str, lang: Lang = EN) -> list[str]:
    return [sign.name for sign in quality(text, lang).signs]


@pytest.mark.req("L30")
@pytest.mark.parametrize(("text", "lang"), [(STORY, EN), (OTHER, EN), (JA_STORY, JA), ("", EN), ("Short.", EN)])
def test_an_ordinary_or_short_text_has_nothing_against_it(text: str, lang: Lang) -> None:
    found = quality(text, lang)
    assert (found.score, found.signs, found.grounds(lang), found.possible) == (1.0, (), (), False)


@pytest.mark.req("L30")
@pytest.mark.parametrize(
    ("text", "lang", "signs"),
    [
        (FARM, EN, ["farm"]),
        (JA_FARM, JA, ["farm"]),
        (SHOP, EN, ["selling"]),
        (JA_SHOP, JA, ["selling"]),
        ("As an AI language model, I cannot say. " + STORY, EN, ["generator"]),
        ("AI言語モデルとして、正確な情報は提供できません。" + JA_STORY, JA, ["generator"]),
        ("\n".join(f"{line[:40]} … Read more" for line in (STORY + "\n" + OTHER).split("\n")), EN, ["openings"]),
        (
            "\n".join(["鳴釜の発電所が動き始めた… 続きを読む"] * 2 + ["港で船が衝突した… 続きを読む"] * 3),
            JA,
            ["openings"],
        ),
    ],
)
def test_each_kind_of_poor_page_is_seen_by_its_sign(text: str, lang: Lang, signs: list[str]) -> None:
    assert names(text, lang) == signs


def test_sentences_that_repeat_themselves_and_are_all_alike_are_seen() -> None:
    text = "\n".join(
        ["The best kettle is the best kettle for you."] * 9 + [f"It boils water number {n}." for n in range(9)]
    )
    assert names(text) == ["repeating", "stuffed"]
    even = " ".join(f"The kettle number {n:02d} boils two litres." for n in range(14))
    assert "even" in names(even)


def test_a_word_that_fills_the_text_is_seen() -> None:
    assert names(" ".join(["cheapkettles"] * 20) + " " + STORY) == ["stuffed"]


@pytest.mark.req("L30")
def test_one_sign_makes_a_page_possible_and_two_silence_it() -> None:
    one, two = quality(FARM, EN), quality(FARM + SHOP, EN)
    assert (one.score, one.possible) == (0.45, True)
    assert (two.score, two.possible) == (0.2025, False)
    assert quality(JA_FARM + JA_SHOP, JA).score == 0.2025


@pytest.mark.req("L30")
def test_orders_to_the_reader_silence_a_page_alone() -> None:
    assert quality(STORY, EN, gives_orders=True).score == 0.3


@pytest.mark.req("L30")
def test_a_model_is_asked_only_where_rules_are_not_sure_and_weighs_six_tenths() -> None:
    asked: list[str] = []

    def model(text: str) -> float:
        asked.append(text)
        return 0.9

    assert quality(FARM, EN, model=model).score == pytest.approx(0.72)  # .6 · .9 + .4 · .45
    assert quality(STORY, EN, model=model).score == 1.0
    assert quality(FARM + SHOP, EN, model=model).score == 0.2025
    assert asked == [FARM]


def test_a_model_that_leaves_its_range_is_held_to_it() -> None:
    assert quality(FARM, EN, model=lambda _: 7.0).score == pytest.approx(0.78)
    assert quality(FARM, EN, model=lambda _: -7.0).score == pytest.approx(0.18)


def test_grounds_say_what_was_seen_and_how_sure_that_is() -> None:
    assert quality(FARM, EN).grounds(EN) == (
        "possibly a poor page: quality 0.45 (12 stock phrases of pages made for search engines)",
    )
    assert quality(JA_SHOP + JA_FARM, JA).grounds(JA)[0].startswith("主張の根拠に使わない。品質0.20（")
    assert quality("As an AI language model, I pass. " + STORY, EN).grounds(JA) == (
        "質の低いページの可能性がある。品質0.55（文章を生成するプログラムの言葉が残っている）",
    )


@given(st.text(max_size=400), st.sampled_from([EN, JA]))
def test_no_text_breaks_it(text: str, lang: Lang) -> None:
    assert 0.0 <= quality(text, lang).score <= 1.0


def test_a_huge_text_is_looked_at_in_its_beginning_only() -> None:
    assert names("x" * 40_000 + SHOP) == []
