"""Yes or no: over real sentences with our own labels (`yes_no_*.jsonl`), and rule by rule."""

import json
from pathlib import Path

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.rank.question import parse_question
from tadori.rank.yes_no import Surroundings, Verdict, yes_no_verdict

CASES = Path(__file__).parent


def judged(half: str) -> list[tuple[str, str]]:
    """(label, verdict) of each case of a half."""
    rows = [json.loads(line) for line in (CASES / f"yes_no_{half}.jsonl").read_text().splitlines()[1:]]
    return [
        (
            row["gold"],
            yes_no_verdict(
                parse_question(row["question"], row["lang"]),
                row["sentence"],
                row["lang"],
                Surroundings(title=row["title"], heading=row["heading"]),
            ),
        )
        for row in rows
    ]


@pytest.mark.req("X10")
@pytest.mark.parametrize(("half", "cases", "least"), [("seen", 78, 30), ("unseen", 68, 25), ("fresh", 62, 14)])
def test_no_verdict_over_real_sentences_is_wrong_and_many_are_given(half: str, cases: int, least: int) -> None:
    found = judged(half)
    said = [(gold, verdict) for gold, verdict in found if verdict]
    assert len(found) == cases
    assert [pair for pair in said if pair[0] != pair[1]] == []
    assert len(said) >= least


@pytest.mark.req("X10")
@pytest.mark.parametrize(
    ("question", "sentence", "lang", "verdict"),
    [
        ("Is the path argument required?", "The path argument is not required.", EN, "no"),
        ("Is the path argument required?", "The path argument is required.", EN, "yes"),
        ("Is the path argument required?", "The path argument is not required on Windows.", EN, ""),
        ("Is the path argument required?", "The path argument is required only if a mirror is used.", EN, ""),
        ("Is it possible to move the archive?", "The archive cannot be moved.", EN, "no"),
        ("Can the archive be moved?", "The archive is moved by the janitor.", EN, ""),
        ("Can the archive be moved?", "The archive must be moved.", EN, ""),
        ("Is HostnameLookups On by default?", "Default: HostnameLookups Off", EN, ""),
        ("Did Hull defeat Leeds?", "Leeds defeated Hull.", EN, ""),
        ("Is the bridge open?", "The north gate of the bridge is closed.", EN, ""),
        ("Is the bridge open?", "The bridge was open.", EN, ""),
        ("Does Exel support tables?", "The manual says that Exel supports tables.", EN, ""),
        ("Does Exel support tables?", "Exel does not support tables.", EN, "no"),
        ("Does Exel support tables?", "Exel no longer supports tables.", EN, "no"),
        ("Does Exel support all tables?", "Exel supports tables.", EN, ""),
        ("Is this the only F5 tornado?", "This is one of only two F5 tornadoes.", EN, "no"),
        ("Was the club founded in 1998?", "The club was founded in May 2004.", EN, "no"),
        ("Did the club win in 1998?", "The club won in 2004.", EN, ""),
        ("Can I pass -k to the tool?", "You can pass -j to the tool.", EN, ""),
        ("許可は必要ですか", "許可は必要ない。", JA, ""),
        ("撮影に許可は必要ですか", "撮影に許可は必要ありません。", JA, ""),
        ("撮影は許可されていますか", "撮影は厳格に禁止されている。", JA, ""),
        ("館内の撮影は許可されていますか", "館内の撮影は厳格に禁止する。", JA, "no"),
        ("館内の撮影は許可されていますか", "館内の撮影は許可がある場合にのみできる。", JA, ""),
        ("館内の撮影はできますか", "館内の撮影はできない。", JA, "no"),
        ("国家承認をしていますか", "ロシアは国家承認をしていないが、旅券は認めている。", JA, ""),
        ("ロシアは国家承認をしていますか", "ロシアは国家承認をしていないが、旅券は認めている。", JA, "no"),
        ("HostnameLookupsはデフォルトでOnですか", "デフォルト: | HostnameLookups Off", JA, ""),
        ("館長は館の鍵を持っていますか", "副館長は館の鍵を持っている。", JA, ""),
        ("橋の北側の入口は開いていますか", "橋の南側の入口は閉じている。", JA, ""),
    ],
)
def test_a_sentence_decides_only_what_it_says_of_the_same_thing(
    question: str, sentence: str, lang: Lang, verdict: Verdict
) -> None:
    assert yes_no_verdict(parse_question(question, lang), sentence, lang) == verdict


@pytest.mark.parametrize(
    ("around", "verdict"),
    [
        (Surroundings(title="Swansea City Opera"), "yes"),
        (Surroundings(title="Wells", subject="Swansea City Opera"), "yes"),
        (Surroundings(title="Wells"), ""),
    ],
)
def test_the_title_or_the_found_subject_says_what_it_stands_for(around: Surroundings, verdict: Verdict) -> None:
    asked = parse_question("Was Swansea City Opera founded in 2004?", EN)
    assert yes_no_verdict(asked, "It was founded in May 2004.", EN, around) == verdict


def test_which_one_of_many_a_heading_speaks_of_is_not_guessed() -> None:
    asked = parse_question("Does the CheckCaseOnly directive accept numbers?", EN)
    under = Surroundings(title="mod_speling CheckCaseOnly", heading="CheckSpelling Directive")
    assert yes_no_verdict(asked, "This directive accepts numbers.", EN, under) == ""


def test_a_sentence_of_another_language_decides_nothing() -> None:
    assert yes_no_verdict(parse_question("橋は1952年に開通しましたか", JA), "The bridge was opened in 1952.", EN) == ""
