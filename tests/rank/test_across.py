"""Names in kanji count in ranking and answering where the other language writes them by their sound."""

import pytest

from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.ids import EN, JA, Lang
from tadori.rank.absence import absent_subject
from tadori.rank.across import met_terms, sounds_writable
from tadori.rank.answers import AnswerScorer
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.fragments import SearchedWords, fragments_about, rank_fragments
from tadori.rank.question import parse_question
from tadori.rank.ranking import rank_unindexed
from tadori.text.tokens import tokens
from tests.rank.test_speaking_of import fragments, titled


def counted(*texts: str) -> DocumentFrequency:
    held = [set(tokens(text)) for text in texts]
    return lambda words: (len(held), {word: sum(word in h for h in held) for word in words})


@pytest.mark.req("X7")
def test_terms_of_a_question_are_met_by_the_reading_of_kanji() -> None:
    asked = parse_question("凪浦発電所の創設者は誰ですか", JA)
    assert met_terms(asked, "The Nagiura plant was founded by Satoru Kurakake.", EN) == {"凪", "浦"}
    assert met_terms(asked, "The Namikura plant was founded by Makoto Mizuno.", EN) == set()
    assert met_terms(parse_question("who founded nagiura", EN), "凪浦は倉掛悟が創設した。", JA) == {"nagiura"}


def test_a_name_in_kanji_is_writable_where_its_reading_is_known() -> None:
    assert sounds_writable(parse_question("鐘崎の港はいつ開いたか", JA)) == {"鐘崎"}
    assert sounds_writable(parse_question("太平洋はどれほど深いか", JA)) == set()


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("page", "missing"), [("The harbour of Kanesaki opened in 1931.", ()), ("The harbour opened in 1931.", ("鐘崎",))]
)
def test_a_page_without_the_name_lacks_the_subject(page: str, missing: tuple[str, ...]) -> None:
    asked = parse_question("鐘崎の港はいつ開いたか", JA)
    given = AnswerCandidate(claim_id="a", text=page, context=page, title="Harbour", lang=EN, page_id="p")
    absent = absent_subject(asked, [given], counted(page, "鐘崎"))
    assert (absent.apart if absent else ()) == missing


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("question", "passages"),
    [
        ("鐘崎の港", ["The harbour of Farholm.", "The harbour of Kanesaki."]),
        ("グレゴリオ暦", ["The Julian calendar.", "The Gregorian calendar."]),
        ("the Nagiura plant", ["波倉の発電所。", "凪浦の発電所。"]),
    ],
)
def test_passages_of_the_other_language_are_ranked_by_the_names_they_share(question: str, passages: list[str]) -> None:
    ranked = rank_unindexed(question, [(str(n), text, "") for n, text in enumerate(passages)], embedder=None)
    assert ranked[0].id == "1"
    assert ranked[0].score > ranked[1].score


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("question", "lang", "texts", "written"),
    [
        ("鐘崎の港はいつ開いたか", JA, ["The harbour of Farholm opened.", "The harbour of Kanesaki opened."], EN),
        ("When did the plant of Nagiura open?", EN, ["発電所は波倉で開いた。", "発電所は凪浦で開いた。"], JA),
    ],
)
def test_fragments_of_the_other_language_are_ranked_by_the_names_they_share(
    question: str, lang: Lang, texts: list[str], written: Lang
) -> None:
    page = titled("", *texts, lang=written), fragments(*texts)
    ranked = rank_fragments(question, lang, [page], frequency=counted(*texts), embedder=None)
    assert [r.fragment.text for r in ranked] == [texts[1], texts[0]]
    assert ranked[0].score > ranked[1].score
    named = [SearchedWords(words={JA: "鐘崎", EN: "Nagiura"}[lang], lang=lang)]
    assert fragments_about(named, [page], frequency=counted(*texts), embedder=None) == {ranked[0].fragment.id}


@pytest.mark.req("X7")
@pytest.mark.parametrize(("town", "held"), [("Hakodate", True), ("Farholm", False)])
def test_an_answer_of_another_place_is_held_back_where_the_reading_is_known(town: str, held: bool) -> None:
    text = f"The harbour of {town} was opened in 1931."
    given = AnswerCandidate(claim_id="a", text=text, context=text, title=town, lang=EN, page_id="p")
    asked = parse_question("函館の港はいつ開港したか", JA)
    (scored,) = AnswerScorer(MultilingualEmbedder()).score(asked, [given], df=counted(text, "函館 港"))
    assert (scored.score > 0.5) is held
