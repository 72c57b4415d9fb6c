import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.ids import EN, JA, Lang
from tadori.text.sentences import sentences


def cut(text: str, lang: Lang) -> list[str]:
    return [text[s.start : s.end] for s in sentences(text, lang)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("彼は来た。そして去った！本当？はい。", ["彼は来た。", "そして去った！", "本当？", "はい。"]),
        ("彼は「行くよ。待って。」と言った。次の文。", ["彼は「行くよ。待って。」と言った。", "次の文。"]),
        ("「行くよ。」そして去った。", ["「行くよ。」", "そして去った。"]),
        ("増加した（前年比。速報値。）。次の文。", ["増加した（前年比。速報値。）。", "次の文。"]),
        ("見出し\n本文です。\n\n次。", ["見出し", "本文です。", "次。"]),
        ("「開いたまま。次の文。\n終わり。", ["「開いたまま。", "次の文。", "終わり。"]),
        ("値は3.5です。え？！なに！！", ["値は3.5です。", "え？！", "なに！！"]),
        ("値は高い．次は低い．", ["値は高い．", "次は低い．"]),
        ("あれ…そうか。", ["あれ…そうか。"]),
        ("読点で折り返す、\n続きの行。", ["読点で折り返す、\n続きの行。"]),
        ("句点のない文", ["句点のない文"]),
    ],
)
def test_japanese_is_cut_behind_its_marks_and_not_inside_quotations(text: str, expected: list[str]) -> None:
    assert cut(text, JA) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He came. Then he left! Really? Yes.", ["He came.", "Then he left!", "Really?", "Yes."]),
        ("Dr. Smith met Mr. Jones in St. Ives. They talked.", ["Dr. Smith met Mr. Jones in St. Ives.", "They talked."]),
        ("It cost $3.50 in 1990. No. 5 is best.", ["It cost $3.50 in 1990.", "No. 5 is best."]),
        (
            "The U.S. Army won. He lives in the U.S. The end.",
            ["The U.S. Army won.", "He lives in the U.S.", "The end."],
        ),
        ("J. K. Rowling wrote it. See Fig. 3, e.g. the map.", ["J. K. Rowling wrote it.", "See Fig. 3, e.g. the map."]),
        ("Smith et al. found 3 genes. Others did not.", ["Smith et al. found 3 genes.", "Others did not."]),
        (
            '"It is over." She said so. (It was late. Very.) Then.',
            ['"It is over."', "She said so.", "(It was late. Very.)", "Then."],
        ),
        ("“Stop. Go.” he said. Yahoo! is big.", ["“Stop. Go.” he said.", "Yahoo! is big."]),
        ("It was so... odd. And then... Nothing.", ["It was so... odd.", "And then...", "Nothing."]),
        ("It is known.[1] Later work agrees.[2][3] Yes.", ["It is known.[1]", "Later work agrees.[2][3]", "Yes."]),
        ("1. Introduction\nThis is it.", ["1. Introduction", "This is it."]),
        ("a wrapped line\nthat goes on. Next", ["a wrapped line\nthat goes on.", "Next"]),
        ("See https://example.com/a.b. It works.", ["See https://example.com/a.b.", "It works."]),
    ],
)
def test_english_is_cut_behind_its_stops_and_not_behind_abbreviations(text: str, expected: list[str]) -> None:
    assert cut(text, EN) == expected


def test_a_paragraph_in_lines_of_even_width_is_read_across_its_lines() -> None:
    planned = (
        "The tidal station in the bay was planned by Professor\n"
        "Aoki and Mayor Ito and was opened, in spring, by Dr.\nSato."
    )
    built = "It was built from 2008 by Nihon Marine Works\nof Osaka."
    assert cut(f"{planned} {built}", EN) == [planned, built]
    opened = "水瀬湾の潮力発電所は、水瀬大学の青木教授が計画し\nて二〇一一年に運転を始めた。"
    made = "建設したのは大阪の日本海\n洋工業である。"
    assert cut(f"{opened}{made}", JA) == [opened, made]


def test_lines_of_a_list_or_of_uneven_width_stay_apart() -> None:
    uneven = "Town hall with a library\nSwimming pool\nMuseum of the Sea"
    assert cut(uneven, EN) == uneven.split("\n")
    listed = "- the first point of the list, which is long\n- The second point of the list, as long\n- The third"
    assert cut(listed, EN) == listed.split("\n")


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\n", "　"])
def test_a_text_without_visible_characters_has_no_sentences(text: str) -> None:
    assert sentences(text, JA) == []


PIECES = st.sampled_from(
    [
        "a",
        "B",
        "東",
        "の",
        " ",
        "\n",
        ".",
        "。",
        "!",
        "？",
        "「",
        "」",
        "(",
        ")",
        "“",
        "”",
        '"',
        "…",
        "．",
        "3",
        ",",
        "Dr",
        "と",
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join), st.sampled_from([EN, JA]))
def test_sentences_are_in_order_apart_trimmed_and_hold_every_visible_character(text: str, lang: Lang) -> None:
    spans = sentences(text, lang)
    words = [text[s.start : s.end] for s in spans]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert [w.strip() for w in words] == words
    assert "".join("".join(words).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "." * 100_000, "a. " * 50_000, "「" * 100_000, "!)" * 50_000, "「あ。" * 50_000, "(a. B " * 30_000],
    ids=["one word", "dots", "stops", "brackets", "closers", "open quotations", "open brackets"],
)
def test_hostile_text_takes_time_by_its_length_only(text: str) -> None:
    started = time.process_time()
    found = sentences(text, EN)
    assert time.process_time() - started < 2
    assert found[-1].end <= len(text)


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "whole",
    [
        "Fort D. A. Russell is the historic name of the quarters.",
        "The film was directed by M. A. Thirumugham in 1973.",
        "N. A. Andresen & Co. hired him.",
        "The U.S. Army and the U.N. Security Council met.",
        "He moved to St. Louis with Rep. Omar and DR. SMITH.",
        "The jingle dates from c. 1949, Op. 22 from 1950.",
        "It covers 751 sq km, pop. 73,607, and No. 5 is its road.",
        "See Fig. 3, Sec. IV and Vol. B of Smith et al. (2010), cf. Table 2.",
        "It costs approx. 5 dollars, i.e. Ten marks, e.g. USB sticks.",
        "The People vs. Larry Flynt was shown.",
        "She holds a Ph.D. Candidates envy her v. 1.2.",
        "Louis Cottrell, Jr. Quartet of Mich. (AP)",
        "Table 9.15. List of sound packages",
        "3.3. Resolver (Caching Name Servers)",
        "iv. The fourth item",
        'Spears performed "... Baby One More Time" in 1999.',
        "The parts are stored in $1 .. $9 and used.",
        "Copyright 1991 Free Software Foundation, Inc. 51 Franklin Street",
    ],
)
def test_initials_abbreviations_labels_and_gaps_do_not_split_a_sentence(whole: str) -> None:
    assert cut(whole, EN) == [whole]


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He was a son of King George V. She was his aunt.", ["He was a son of King George V.", "She was his aunt."]),
        ("It ended World War I. It began in 1914.", ["It ended World War I.", "It began in 1914."]),
        (
            "It updates the local refs. Either all are updated.",
            ["It updates the local refs.", "Either all are updated."],
        ),
        ("She told me no. When she left, I slept.", ["She told me no.", "When she left, I slept."]),
        ("No. Packages can be upgraded in place.", ["No.", "Packages can be upgraded in place."]),
        ("It is 300 ft. The lake is 5 m. Boats use it.", ["It is 300 ft.", "The lake is 5 m.", "Boats use it."]),
        ("They live on Main St. They like it.", ["They live on Main St.", "They like it."]),
        ("The band is What Is This?. Slovak left it.", ["The band is What Is This?.", "Slovak left it."]),
        (
            "\u201cYou can call me \u2026\u201d The man went on.",
            ["\u201cYou can call me \u2026\u201d", "The man went on."],
        ),
    ],
)
def test_a_sentence_that_ends_in_a_short_word_ends(text: str, expected: list[str]) -> None:
    assert cut(text, EN) == expected


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "whole",
    [
        "「行くよ！待って。」と彼は言った。",
        "「なぜ？」と尋ねた。",
        "画像の黒に (ただの暗い色ではありません。真っ黒です。) したかった点をクリックする。",
        'メタ文字で最初の "." ともマッチします。',
        'これを戻すのは ":%retab!" とする命令です。',
        "/var/lib/dpkg/info/パッケージ名.preinst を見る。",
        "Linux — あるいは Unix でさえも! — に特化しない。",
        "（速報値。）を含む値である。",
        "値が11.2℃のGoogle Inc. は会社である。",
    ],
)
def test_japanese_marks_inside_quotations_names_and_brackets_do_not_split(whole: str) -> None:
    assert cut(whole, JA) == [whole]


def test_a_text_of_stops_and_initials_is_cut_in_linear_time() -> None:
    started = time.process_time()
    sentences("A. " * 50_000, EN)
    sentences(". " * 50_000 + "Table 1." * 20_000, EN)
    assert time.process_time() - started < 3
