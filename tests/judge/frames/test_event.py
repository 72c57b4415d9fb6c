"""Frames of dated events, English and Japanese: what is read, what is not, and how two dates compare."""

import pytest

from tadori.judge.frames.event import compare_dates_of_events, event_frames, same_event
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.values import FrameRelation
from tadori.model.claim import Mood
from tadori.model.frame import SlotPlace
from tadori.model.ids import EN, JA

pytestmark = pytest.mark.req("L23")


def read(text: str, **given: object) -> tuple[Frame, ...]:
    lang = EN if text.isascii() or text[0].isascii() else JA
    return event_frames(FrameSource(text=text, lang=lang, **given))  # type: ignore[arg-type]


def brief(text: str, **given: object) -> list[tuple[str, str, str]]:
    return [(f.subject.words, " ".join(sorted(f.asked.key)), f.value.words) for f in read(text, **given)]


STATED = [
    ("Debian 12 was released on 10 June 2023.", [("Debian 12", "released", "10 June 2023")]),
    ("Python 3.8 was released in October 2019.", [("Python 3.8", "released", "October 2019")]),
    ("Debian 2.2 (Potato) was released August 15th, 2000.", [("Debian 2.2", "released", "August 15th, 2000")]),
    ("Ann Lee (born 10 May 1972), a painter, lives in Rome.", [("Ann Lee", "born", "10 May 1972")]),
    (
        "Ann Lee (1 May 1872 – 3 June 1951) was a Danish painter.",
        [("Ann Lee", "born", "1 May 1872"), ("Ann Lee", "died", "3 June 1951")],
    ),
    ("Kestrel was founded in 1901.", [("Kestrel", "founded", "1901")]),
    ("Kestrel was established in 1901 by two farmers.", [("Kestrel", "founded", "1901")]),
    ("Ann Lee founded Kestrel in 1901.", [("Kestrel", "founded", "1901")]),
    ("Founded in 1901 by two farmers, Kestrel is a dairy.", [("Kestrel", "founded", "1901")]),
    ("In 1901, Kestrel was founded by two farmers.", [("Kestrel", "founded", "1901")]),
    ("Ann Lee died in Paris on 3 May 1950.", [("Ann Lee", "died", "3 May 1950")]),
    ("The Sund Bridge opened in 2000.", [("Sund Bridge", "opened", "2000")]),
    (
        "Kestrel was founded in 1901 and was dissolved in 1950.",
        [("Kestrel", "founded", "1901"), ("Kestrel", "dissolved", "1950")],
    ),
    ("Kestrel is a 1999 Danish film directed by Ann Lee.", [("Kestrel", "released", "1999")]),
    ("Kestrel is a dairy founded in 1901.", [("Kestrel", "founded", "1901")]),
    ("Kestrel was founded not in 1901 but in 1905.", [("Kestrel", "founded", "1905")]),
    ("Ann Lee was appointed bishop of Ulm in 1950.", [("Ann Lee", "appointed bishop ulm", "1950")]),
    ("大阪鉄道は1901年（明治34年）に設立された。", [("大阪鉄道", "founded", "1901年")]),
    ("瀬戸大橋が開通したのは1988年である。", [("瀬戸大橋", "opened", "1988年")]),
    ("大正3年に東京駅が開業した。", [("東京駅", "opened", "大正3年")]),
    ("山田太郎は1972年5月10日生まれの歌手である。", [("山田太郎", "born", "1972年5月10日")]),
    (
        "夏目漱石（なつめ そうせき、1867年2月9日 - 1916年12月9日）は、日本の小説家。",
        [("夏目漱石", "born", "1867年2月9日"), ("夏目漱石", "died", "1916年12月9日")],
    ),
    (
        "東京タワーは1958年に完成し、2010年に改称した。",
        [("東京タワー", "completed", "1958年"), ("東京タワー", "renamed", "2010年")],
    ),
    ("井深大は1946年にソニーを設立した。", [("ソニー", "founded", "1946年")]),
    ("ソニーは1946年に井深大によって設立された会社である。", [("ソニー", "founded", "1946年")]),
    ("ソニーは1945年ではなく1946年に設立された。", [("ソニー", "founded", "1946年")]),
]


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_a_dated_event_is_read(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(text) == expected


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_slots_stand_exactly_where_they_say(text: str, expected: list[tuple[str, str, str]]) -> None:
    for frame in read(text):
        for slot in (frame.subject, frame.value):
            assert text[slot.start : slot.end] == slot.words


NOT_READ = [
    "",
    "   ",
    "Removal occurred in 1.24.",
    "The package was released in 2019.",
    "The city was founded in 1250.",
    "It was founded in 1901.",
    "The American singer died in 1990.",
    "Kestrel has been published since 1905.",
    "Kestrel was founded by 1905.",
    "Kestrel was published from 1901 to 1905.",
    "Kestrel was published in 1901 and 1905.",
    "Kestrel was founded in 1901 or 1902.",
    "Kestrel is held every year in May 2019.",
    "Ann Lee, whose father died in 1950, moved to Ulm.",
    "Ann Lee appeared at the 1972 Olympics.",
    "Construction began in 1905.",
    "Kestrel was introduced in Windows 2000.",
    "Soviet Union (30 December 1922 – 26 December 1991) was a country in Eurasia.",
    "彼は1901年に生まれた。",
    "同社は1901年に設立された。",
    "東京駅は1914年まで営業した。",
    "東京駅は1914年以降に開業した。",
    "毎年1月に花火が公開される。",
    "この法律は2007年建築管理法に対応して設立された。",
    "1946年に設立に関わった人物である。",
    "x" * 5000 + " was founded in 1901.",
]


@pytest.mark.parametrize("text", NOT_READ)
def test_what_is_not_certain_gives_no_frame(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Kestrel was reportedly founded in 1901.",
        "Kestrel was not founded in 1901.",
        "Kestrel may have been founded in 1901.",
        "ソニーは1946年に設立されたとされる。",
        "ソニーは1946年に設立されたという説がある。",
    ],
)
def test_what_is_not_stated_as_a_fact_is_not_firm(text: str) -> None:
    assert [frame.firm for frame in read(text)] in ([False], [])


@pytest.mark.parametrize("mood", [Mood.PLANNED, Mood.ALLEGED, Mood.DENIED, Mood.QUESTION, Mood.ESTIMATED])
def test_the_mood_of_the_claim_takes_firmness_away(mood: Mood) -> None:
    assert [f.firm for f in read("Kestrel was founded in 1901.", mood=mood)] == [False]


def test_an_open_subject_is_the_resolved_one() -> None:
    frames = read("It was founded in 1901.", subject="Kestrel", subject_start=0, subject_end=2)
    assert [(f.subject.words, f.subject.place) for f in frames] == [("Kestrel", SlotPlace.RESOLVED)]


def test_an_open_japanese_subject_is_the_resolved_one() -> None:
    frames = read("同社は1946年に設立された。", subject="ソニー", subject_start=0, subject_end=2)
    assert [(f.subject.words, f.subject.place) for f in frames] == [("ソニー", SlotPlace.RESOLVED)]


def test_a_common_noun_is_what_the_title_names_so() -> None:
    frames = read("The bridge was opened in 2000.", title="Sund Bridge")
    assert [(f.subject.words, f.subject.place) for f in frames] == [("Sund Bridge", SlotPlace.TITLE)]


def test_a_last_name_is_the_person_of_the_title() -> None:
    assert brief("Russell died in 1711.", title="Ann Russell") == [("Ann Russell", "died", "1711")]


@pytest.mark.parametrize(
    ("row", "header", "title", "expected"),
    [
        ("Debian 12 | 10 June 2023", "Release | Date", "", [("Debian 12", "released", "10 June 2023")]),
        ("Kestrel | 1901 | Ulm", "Company | Founded | Place", "", [("Kestrel", "founded", "1901")]),
        ("3.8 | 14 October 2019", "Version | Release date", "Python", [("3.8", "released", "14 October 2019")]),
        ("3.8 | 14 October 2019", "Version | Release date", "", []),
        ("Kestrel | 1901", "Company | Visited", "", []),
        ("Kestrel | 1901–1905", "Company | Founded", "", []),
        ("ソニー | 1946年", "会社 | 設立", "", [("ソニー", "founded", "1946年")]),
    ],
)
def test_a_row_below_a_header(row: str, header: str, title: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(row, header=header, title=title) == expected


SAME, EXCLUDES = FrameRelation.SAME, FrameRelation.EXCLUDES
QUALIFIES, UNRELATED = FrameRelation.QUALIFIES, FrameRelation.UNRELATED
PAIRS = [
    ("Kestrel was founded in 1901.", "Kestrel was established in March 1901.", SAME),
    ("Kestrel was founded in 1901.", "Kestrel was founded in 1902.", EXCLUDES),
    ("Ann Lee was born on 10 May 1972.", "Ann Lee (born 11 May 1972) is a painter.", EXCLUDES),
    ("Ann Lee was born on 10 May 1972.", "Ann Lee died on 10 June 2000.", UNRELATED),
    ("Kestrel was released in Japan in 1999.", "Kestrel was released in France in 2001.", QUALIFIES),
    ("Kestrel was first published in 1901.", "Kestrel was published in 1950.", QUALIFIES),
    ("Kestrel was founded around 1901.", "Kestrel was founded in 1902.", QUALIFIES),
    ("Kestrel was founded around 1901.", "Kestrel was founded in 1950.", EXCLUDES),
    ("Kestrel is a 1999 Danish film.", "Kestrel was released in January 2000.", QUALIFIES),
    ("The Orn Treaty was signed in 1901.", "The Orn Treaty was ratified in 1902.", UNRELATED),
    ("The Sund Bridge opened in 2000.", "The Sund Bridge reopened in 2010.", UNRELATED),
    ("The Sund Bridge opened in 2000.", "The Sund Bridge opened to traffic in 2001.", QUALIFIES),
    ("Ann Lee was elected in 1990.", "Ann Lee was elected in 1994.", UNRELATED),
    ("Kestrel was founded in the 1990s.", "Kestrel was founded in 1995.", QUALIFIES),
    ("Kestrel was reportedly founded in 1901.", "Kestrel was founded in 1902.", UNRELATED),
    ("Sony was founded in 1946.", "ソニーは1946年5月に設立された。", SAME),
    ("Sony was founded in 1946.", "ソニーは昭和22年に設立された。", EXCLUDES),
    ("東京駅は1914年に開業した。", "東京駅は1915年に開業した。", EXCLUDES),
    ("東京駅は大正3年に開業した。", "東京駅は1914年12月20日に開業した。", SAME),
]


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_how_two_dates_stand_to_each_other(one: str, other: str, expected: FrameRelation) -> None:
    a, b = read(one)[0], read(other)[0]
    assert compare_dates_of_events(a, b)[0] is expected
    assert compare_dates_of_events(b, a)[0] is expected


def test_the_words_for_an_exclusion_name_both_dates() -> None:
    a, b = read("Kestrel was founded in 1901.")[0], read("Kestrel was founded in 1902.")[0]
    assert compare_dates_of_events(a, b) == (EXCLUDES, "1901 ≠ 1902")


def test_an_event_is_the_same_in_both_languages() -> None:
    assert same_event(read("Kestrel was founded in 1901.")[0], read("ソニーは1946年に創業した。")[0])


@pytest.mark.parametrize(
    "piece", ["was founded in 1901 and ", "(born ", "Ann Lee, ", "in 1901, ", "1901年に", "は「", "の"]
)
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    text = (piece * 2000)[:1990]
    assert len(read("A" + text)) <= 2


def test_namesakes_are_not_compared() -> None:
    footballer = read("Ann Lee (born 3 May 1972) is a Danish footballer.")[0]
    architect = read("Ann Lee (born 9 June 1970) is a Danish architect.")[0]
    assert compare_dates_of_events(footballer, architect)[0] is UNRELATED


def test_films_of_different_years_are_two() -> None:
    one, other = read("Kestrel is a 1924 silent film.")[0], read("Kestrel was released on 17 June 1939.")[0]
    assert compare_dates_of_events(one, other)[0] is UNRELATED


def test_titles_that_tell_namesakes_apart() -> None:
    one = read("It was founded in 1901.", subject="Kestrel", subject_end=2, title="Kestrel (dairy)")[0]
    other = read("It was founded in 1901.", subject="Kestrel", subject_end=2, title="Kestrel (band)")[0]
    assert compare_dates_of_events(one, other)[0] is UNRELATED


def test_births_far_apart_are_of_two_people() -> None:
    one, other = read("Ann Lee was born in 1732.")[0], read("Ann Lee was born in 1931.")[0]
    assert compare_dates_of_events(one, other)[0] is UNRELATED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Titanic sank on 15 April 1912.", [("Titanic", "sank", "15 April 1912")]),
        ("Orn was written by Ann Lee and published in 1851.", [("Orn", "published", "1851")]),
        ("Norway joined NATO in 1949.", [("Norway", "joined nato", "1949")]),
        ("Although Ann Lee was born in 1889, Ulm grew.", [("Ann Lee", "born", "1889")]),
        ("Correction: Kestrel was founded in 1905, not 1901.", [("Kestrel", "founded", "1905")]),
        ("Construction of the Orn Tower was completed in 1887.", [("Orn Tower", "completed", "1887")]),
        ("Ann Lee began studying law in 1990.", []),
        ("In 1731 Ann Lee began to build a house.", []),
        ("Lady Rodney died in 1840.", []),
        ("William married Mary in 1840.", []),
        ("タイタニック号は1912年4月15日に沈没した。", [("タイタニック号", "sank", "1912年4月15日")]),
        ("第二次世界大戦は1945年に終わった。", [("第二次世界大戦", "ended", "1945年")]),
        ("ブレークには二人の息子、ライアン（1988年生まれ）とデイルがいる。", []),
        ("ユディトは、1748年に没した彼女の姉エリザの娘でした。", []),
    ],
)
def test_what_real_text_taught(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(text) == expected
