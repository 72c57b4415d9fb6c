"""Questions that hop and comparisons: how they are read, and what the sentences of two pages answer together."""

from collections.abc import Sequence
from functools import partial

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.rank.answers import AnswerScorer
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.hops.answering import HopAnswer, hop_answer, hop_question
from tadori.rank.hops.life_dates import life_dates
from tadori.rank.question import parse_question


def steps_of(question: str, lang: Lang) -> list[tuple[str, list[str]]]:
    """For each side its anchor and the relations of its steps, in the first reading."""
    asked = hop_question(question, lang)
    assert asked is not None
    return [(chain.anchor, [step.relation for step in chain.steps]) for chain in asked.readings[0]]


@pytest.mark.parametrize(
    ("question", "anchor", "relations"),
    [
        ("Who is the mother of the director of the film Blue Bridge?", "Blue Bridge", ["director", "mother"]),
        ("Where was the director of film Blue Bridge born?", "Blue Bridge", ["director", "birth_place"]),
        ("Where did Oda Kell's husband die?", "Oda Kell", ["spouse", "death_place"]),
        ("What nationality is the performer of song Sea Lantern?", "Sea Lantern", ["performer", "nationality"]),
        ("What is the place of birth of Oda Kell's father?", "Oda Kell", ["father", "birth_place"]),
        ("Who is Oda Kell's mother-in-law?", "Oda Kell", ["spouse", "mother"]),
        ("When was the company that made Narigama founded?", "Narigama", ["maker", "founded"]),
        ("What is the capital of the country where Oda Kell was born?", "Oda Kell", ["birth_place", "capital"]),
    ],
)
def test_an_english_question_becomes_a_chain(question: str, anchor: str, relations: list[str]) -> None:
    assert steps_of(question, EN) == [(anchor, relations)]


@pytest.mark.parametrize(
    ("question", "anchor", "relations"),
    [
        ("『蒼い橋』の監督の母親は誰ですか？", "蒼い橋", ["director", "mother"]),
        ("映画『蒼い橋』の監督の出身地はどこか", "蒼い橋", ["director", "birth_place"]),
        ("『蒼い橋』の監督はどこで生まれましたか。", "蒼い橋", ["director", "birth_place"]),
        ("コルダ社を創業した人物はいつ亡くなったか", "コルダ社", ["founder", "death_date"]),
        ("鳴釜タービンを開発した会社の本社はどこにありますか", "鳴釜タービン", ["maker", "location"]),
        ("オダ・ケルの義母は誰か", "オダ・ケル", ["spouse", "mother"]),
        ("凪浦市がある県の県庁所在地はどこか", "凪浦市", ["location", "capital"]),
    ],
)
def test_a_japanese_question_becomes_a_chain(question: str, anchor: str, relations: list[str]) -> None:
    assert steps_of(question, JA) == [(anchor, relations)]


@pytest.mark.parametrize(
    ("question", "lang", "sides", "relations"),
    [
        ("Which film came out first, Blue Bridge or Red Forest?", EN, ["Blue Bridge", "Red Forest"], ["released"]),
        ("Who was born later, Oda Kell or Brom Kell?", EN, ["Oda Kell", "Brom Kell"], ["birth_date"]),
        (
            "Which film has the director who is older, Blue Bridge or Red Forest?",
            EN,
            ["Blue Bridge", "Red Forest"],
            ["director", "birth_date"],
        ),
        ("Were Oda Kell and Brom Kell born in the same country?", EN, ["Oda Kell", "Brom Kell"], ["birth_place"]),
        ("Are Nagiura and Farholm located in the same county?", EN, ["Nagiura", "Farholm"], ["location"]),
        ("『蒼い橋』と『赤い森』では、どちらが先に公開されましたか", JA, ["蒼い橋", "赤い森"], ["released"]),
        ("オダ・ケルとブロム・ケルはどちらが年上ですか", JA, ["オダ・ケル", "ブロム・ケル"], ["birth_date"]),
        ("『蒼い橋』と『赤い森』は監督が年上なのはどちらか", JA, ["蒼い橋", "赤い森"], ["director", "birth_date"]),
        ("オダ・ケルとブロム・ケルは同じ国の出身ですか", JA, ["オダ・ケル", "ブロム・ケル"], ["nationality"]),
    ],
)
def test_a_comparison_becomes_two_chains(question: str, lang: Lang, sides: list[str], relations: list[str]) -> None:
    assert steps_of(question, lang) == [(side, relations) for side in sides]


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("Who directed Blue Bridge?", EN),
        ("What is the capital of Farholm?", EN),
        ("How many people work at the plant?", EN),
        ("What is the name of the director of Blue Bridge?", EN),
        ("Which is better, tea or coffee?", EN),
        ("コンゴ共和国の首都は？", JA),
        ("この会社の社長は誰か", JA),
        ("清水建設株式会社の本社の場所は？", JA),
        ("「落語家」と「噺家」の違いは？", JA),
        ("", EN),
        ("", JA),
    ],
)
def test_a_question_about_the_thing_it_names_is_no_chain(question: str, lang: Lang) -> None:
    chains = hop_question(question, lang)
    assert [
        step.relation
        for reading in (chains.readings if chains else ())
        for c in reading
        for step in c.steps
        if step.relation
    ] == []


FILMS_EN = [
    ("Blue Bridge (film)", "Blue Bridge is a 1999 drama film directed by Oda Kell and produced by Rolf Amt."),
    ("Blue Bridge (film)", "It received mixed reviews from critics."),
    ("Oda Kell", "Oda Kell (3 May 1953 – 12 June 2001) was a Norwegian film director."),
    ("Oda Kell", "Kell was born in Farholm as the daughter of Brom Kell and the painter Sanne Vik."),
    ("Rolf Amt", "Rolf Amt (born 4 May 1960 in Nagiura) is a German producer and the son of Hedda Amt."),
    ("Red Forest", "Red Forest is a 2004 film directed by Kenji Morita."),
    ("Kenji Morita", "Kenji Morita (born 9 July 1949) is a Japanese film director."),
    ("Mothers of film", "The mother of the director has a role in many a film."),
]
FILMS_JA = [
    ("蒼い橋", "『蒼い橋』は、1999年に公開されたオダ・ケル監督の映画である。"),
    ("蒼い橋", "批評家の評価は分かれた。"),
    ("オダ・ケル", "オダ・ケル（1953年5月3日 - 2001年6月12日）は、ノルウェーの映画監督。"),
    ("オダ・ケル", "ファーホルムで生まれ、母は画家のサンネ・ヴィークである。"),
    ("赤い森", "『赤い森』は、2004年に公開されたケンジ・モリタ監督の映画である。"),
    ("ケンジ・モリタ", "ケンジ・モリタ（1949年7月9日 - ）は、日本の映画監督。"),
    ("映画の母", "監督の母親が映画に出演することは多い。"),
]


def answered(question: str, rows: Sequence[tuple[str, str]], lang: Lang) -> HopAnswer | None:
    found = [
        AnswerCandidate(claim_id=str(number), text=text, context=text, title=title, lang=lang, page_id=title)
        for number, (title, text) in enumerate(rows)
    ]

    def frequency(terms: Sequence[str]) -> tuple[int, dict[str, int]]:
        return 1000, dict.fromkeys(terms, 3)

    scorer = AnswerScorer()
    asked = parse_question(question, lang)
    score = partial(scorer.score, df=frequency)
    return hop_answer(asked, found, score(asked, found), score, frequency)


@pytest.mark.req("X10")
@pytest.mark.parametrize(
    ("question", "lang", "chosen"),
    [
        ("Who is the mother of the director of the film Blue Bridge?", EN, ("3", "0")),
        ("Where was the director of film Blue Bridge born?", EN, ("3", "0")),
        ("When did the director of film Blue Bridge die?", EN, ("2", "0")),
        ("What nationality is the producer of Blue Bridge?", EN, ("4", "0")),
        ("『蒼い橋』の監督の母親は誰ですか？", JA, ("3", "0")),
        ("『蒼い橋』の監督はどこで生まれましたか。", JA, ("3", "0")),
        ("『蒼い橋』の監督はいつ亡くなったか", JA, ("2", "0")),
    ],
)
def test_the_end_of_the_trail_comes_first_and_then_what_led_there(
    question: str, lang: Lang, chosen: tuple[str, ...]
) -> None:
    found = answered(question, FILMS_JA if lang == JA else FILMS_EN, lang)
    assert found is not None
    assert found.chosen == chosen
    assert found.missing == ()


@pytest.mark.req("X10")
@pytest.mark.parametrize(
    ("question", "lang", "chosen"),
    [
        ("Which film came out first, Blue Bridge or Red Forest?", EN, ("0", "5")),
        ("Which film has the director who is older, Blue Bridge or Red Forest?", EN, ("2", "6", "0", "5")),
        ("『蒼い橋』と『赤い森』では、どちらが先に公開されましたか", JA, ("0", "4")),
        ("『蒼い橋』と『赤い森』は監督が年上なのはどちらか", JA, ("2", "5", "0", "4")),
    ],
)
def test_a_comparison_has_one_sentence_for_each_side(question: str, lang: Lang, chosen: tuple[str, ...]) -> None:
    found = answered(question, FILMS_JA if lang == JA else FILMS_EN, lang)
    assert found is not None
    assert found.chosen == chosen


@pytest.mark.req("X10")
@pytest.mark.parametrize(
    ("question", "lang", "missing"),
    [
        ("Where was the director of film Red Forest born?", EN, "Where was Kenji Morita born?"),
        ("Where did the director of film Blue Bridge die?", EN, "Where did Oda Kell die?"),
        ("Who was born later, Oda Kell or Brom Kell?", EN, "When was Brom Kell born?"),
        ("『赤い森』の監督の母親は誰ですか？", JA, "ケンジ・モリタの母親は誰か"),
        ("『赤い森』の監督はどこで死去しましたか", JA, "ケンジ・モリタはどこで死去したか"),
    ],
)
def test_what_the_trail_lacks_is_said_and_not_answered(question: str, lang: Lang, missing: str) -> None:
    found = answered(question, FILMS_JA if lang == JA else FILMS_EN, lang)
    assert found is not None
    assert found.chosen == ()
    assert found.missing == (missing,)


def test_a_sentence_that_leaves_open_what_it_speaks_about_ends_no_trail() -> None:
    found = [
        AnswerCandidate(
            claim_id=str(number), text=text, context=text, title=title, lang=EN, page_id=title, stands_alone=number != 3
        )
        for number, (title, text) in enumerate(FILMS_EN)
    ]
    score = partial(AnswerScorer().score, df=lambda terms: (1000, dict.fromkeys(terms, 3)))
    asked = parse_question("Where was the director of film Blue Bridge born?", EN)
    answer = hop_answer(asked, found, score(asked, found), score, lambda terms: (1000, dict.fromkeys(terms, 3)))
    assert answer is not None
    assert answer.missing == ("Where was Oda Kell born?",)


def test_two_sentences_joined_by_a_title_answer_what_no_rule_reads() -> None:
    rows = [
        ("Kate Ramsay", "Kate Ramsay is a fictional character from the Farholm soap opera Neighbourhood."),
        ("Kate Ramsay", "Kate was introduced with her brother."),
        ("Neighbourhood", "Neighbourhood is a soap opera that was created by Reg Tolk in 1985."),
        ("Farholm", "Farholm is a town by the sea."),
    ]
    found = answered("Kate Ramsay is a fictional character from a Farholm soap opera created by who?", rows, EN)
    assert found is not None
    assert found.chosen == ("2", "0")
    assert found.found == ("Neighbourhood",)


def test_a_question_that_one_sentence_answers_is_left_to_it() -> None:
    assert (
        answered("When did the plant of Nagiura open?", [("Plant", "The plant of Nagiura opened in 2019.")], EN) is None
    )


def test_without_candidates_there_is_no_trail() -> None:
    assert answered("Where was the director of film Blue Bridge born?", [], EN) is None


@pytest.mark.parametrize(
    ("text", "birth", "death"),
    [
        ("Oda Kell (3 May 1953 – 12 June 2001) was a director.", "3 May 1953", "12 June 2001"),
        ("Felix( 21 April 1854 — 13 May 1936) was a banker.", " 21 April 1854", "13 May 1936"),
        ("Kell (born 3 May 1953 in Farholm) directs.", "born 3 May 1953 in Farholm", ""),
        ("Kell (d. 1803) ruled.", "", "d. 1803"),
        ("オダ・ケル（1953年5月3日 - 2001年6月12日）は監督。", "1953年5月3日", "2001年6月12日"),
        ("オダ・ケル（1953年5月3日〜2001年6月12日）は監督。", "1953年5月3日", "2001年6月12日"),
    ],
)
def test_the_bracket_of_a_life_is_cut_at_its_dash(text: str, birth: str, death: str) -> None:
    found = life_dates(text)
    assert found is not None
    assert (found.birth, found.death) == (birth, death)


def test_a_bracket_without_a_year_is_no_life() -> None:
    assert life_dates("Kell (a director) lives in Farholm.") is None
