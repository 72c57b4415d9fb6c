"""Pages, editions, formats and translations of one work are one origin (L25); pages of other publishers are not."""

from dataclasses import replace
from time import perf_counter

import pytest

from tadori.graph.origin_page import PageForOrigin
from tadori.graph.origins import sources_of
from tadori.model.ids import JA, Url
from tadori.model.page import Imprint
from tests.graph.makers import origins, page

WORDS = {
    "one": "The planner keeps statistics of every column and reads them before it chooses how tables are joined.",
    "two": "A standby server replays the log of its primary and answers queries that only read what is there.",
    "three": "Locks are held until the transaction ends, and a deadlock is resolved by stopping one of the two.",
    "four": "Text search turns a document into lexemes, drops the stop words and ranks what it has found so far.",
}
LICENCE = (
    "Permission is hereby granted to copy, distribute and modify this document under the terms of the GNU General "
    "Public License, and it comes without any warranty of merchantability or fitness for a particular purpose."
)


def stating(name: str, **stated: object) -> PageForOrigin:
    """The page of `name` in a folder of its own, with an imprint."""
    return replace(page(f"pg_{name}", WORDS[name], url=f"file:///lib/{name}/{name}.html"), imprint=Imprint(**stated))  # type: ignore[arg-type]


def voices(*pages: PageForOrigin) -> int:
    return len(set(origins(pages).values()))


@pytest.mark.req("L25")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Debian GNU/Linux FAQ", "Debian GNU/Linux FAQ"),
        ("PostgreSQL 13.16 Documentation", "PostgreSQL 15.20 Documentation"),
        ("Apache HTTP Server Version 2.4", "Apache HTTP サーバ バージョン 2.4"),
        ("Debian Reference", "Debian リファレンス"),
        ("Debian GNU/Linux Installation Guide", "Debian GNU/Linux インストールガイド"),
        ("Guide for Debian Maintainers", "Debian メンテナー用ガイド"),
        ("aptitude user's manual", "aptitude ユーザマニュアル"),
        ("World Almanac, 2019 edition", "World Almanac, 2021 edition"),
    ],
)
def test_pages_that_name_one_work_are_one_voice_whatever_edition_and_language(one: str, other: str) -> None:
    assert voices(stating("one", work=one), stating("two", work=other)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Debian Reference", "Debian Policy Manual"),
        ("Python documentation", "PostgreSQL documentation"),
        ("Emacs Manual", "Emacs Lisp Reference Manual"),
        ("春野新聞", "秋野新聞"),
    ],
)
def test_two_works_are_two_voices(one: str, other: str) -> None:
    assert voices(stating("one", work=one), stating("two", work=other)) == 2


@pytest.mark.parametrize(
    "name", ["Home", "Documentation", "User Guide", "News", "最新", "ホーム", "目次", "Politics", "2024"]
)
def test_a_name_that_every_site_has_ties_nothing(name: str) -> None:
    assert voices(stating("one", work=name), stating("two", work=name)) == 2


@pytest.mark.parametrize("name", ["Twitter", "YouTube", "note"])
def test_the_name_of_a_platform_is_nobodys_name(name: str) -> None:
    assert voices(stating("one", site=name), stating("two", site=name)) == 2


def test_the_end_of_a_title_is_the_name_of_the_whole() -> None:
    running = ("Python 3.11.2 documentation",)
    assert voices(stating("one", running=running), stating("two", running=("Python 3.9.2 documentation",))) == 1


def test_a_single_word_at_the_end_of_a_title_needs_a_second_sign() -> None:
    assert voices(stating("one", running=("zsh",)), stating("two", running=("zsh",))) == 2
    signs = {"running": ("(zsh)",), "generator": "texi2any"}
    assert voices(stating("one", **signs), stating("two", **signs)) == 1


def test_two_newspapers_that_end_their_titles_alike_stay_two() -> None:
    one = replace(stating("one", running=("Evening Weather",)), url=Url("https://one.example.com/a"))
    other = replace(stating("two", running=("Evening Weather",)), url=Url("https://two.example.net/b"))
    assert voices(one, other) == 2


def test_a_manual_on_two_sites_is_one_voice() -> None:
    one = replace(stating("one", running=("Narigama 2 documentation",)), url=Url("https://docs.example.org/a"))
    other = replace(stating("two", running=("Narigama 3 documentation",)), url=Url("https://mirror.example.net/b"))
    assert voices(one, other) == 1


def test_a_file_whose_title_is_the_name_of_a_work_is_another_format_of_it() -> None:
    book = page("pg_9", WORDS["four"], title="Debian Reference", url="file:///books/reference.pdf")
    assert voices(stating("one", work="Debian Reference"), book) == 1


def test_a_note_titled_by_one_word_is_no_format_of_the_work_of_that_name() -> None:
    note = page("pg_9", WORDS["four"], title="Linux", url="file:///notes/Linux.txt")
    assert voices(stating("one", work="Linux"), note) == 2


def test_files_without_names_that_link_to_each_other_are_one_set() -> None:
    one = replace(stating("one", neighbours=("../two/two.html",)), title="git-am(1)")
    assert voices(one, replace(stating("two"), title="git-apply(1)")) == 1


def test_files_of_one_program_that_link_to_one_hub_are_one_set_but_not_by_an_index_page() -> None:
    made = {"generator": "AsciiDoc 10"}
    hub = {**made, "neighbours": ("../hub.html",)}
    assert voices(stating("one", **hub), stating("two", **hub)) == 1
    index = {**made, "neighbours": ("../index.html",)}
    assert voices(stating("one", **index), stating("two", **index)) == 2


def test_files_with_one_menu_are_one_set() -> None:
    menu = {"neighbours": ("../docs.html", "../download.html", "../prosupport.html")}
    assert voices(stating("one", **menu), stating("two", **menu)) == 1


def test_nameless_files_of_one_copyright_holder_are_one_voice() -> None:
    held = {"holder": "Internet Systems Consortium"}
    assert voices(stating("one", **held), stating("two", **held)) == 1
    assert voices(stating("one", holder="the authors"), stating("two", holder="the authors")) == 2


def test_two_papers_of_one_owner_stay_two() -> None:
    one = stating("one", site="Houston Chronicle", holder="Hearst Communications")
    assert voices(one, stating("two", site="Times Union", holder="Hearst Communications")) == 2


def test_a_translation_beside_its_original_is_found_by_its_path() -> None:
    text = "PostgreSQL 15 reads postgresql.conf: shared_buffers, work_mem, max_connections, wal_level, autovacuum, 1600"
    one = page("pg_1", f"{text} before it starts on port 5432.", url="file:///lib/en/config.html")
    other = page("pg_2", f"{text} を起動の前に読み、ポート 5432 を使う。", url="file:///lib/ja/config.html")
    assert voices(one, replace(other, lang=JA)) == 1


def test_files_of_one_name_about_different_things_are_no_translations() -> None:
    one = page("pg_1", WORDS["one"], url="file:///lib/en/1.txt")
    assert voices(one, replace(page("pg_2", "春の川は静かに流れていた。", url="file:///lib/ja/1.txt"), lang=JA)) == 2


def test_source_texts_of_sphinx_belong_to_the_pages_they_lie_beside() -> None:
    html = replace(stating("one", running=("Narigama 2 documentation",)), url=Url("file:///lib/html/one.html"))
    sources = [page(f"pg_{n}", WORDS[n], url=f"file:///lib/html/_sources/{n}.rst.txt") for n in ("two", "three")]
    assert voices(html, *sources) == 1


def test_a_pdf_that_holds_several_pages_of_a_work_is_the_work() -> None:
    chapters = {name: " ".join(f"{word}-{name}" for word in " ".join(WORDS.values()).split()) for name in WORDS}
    parts = [replace(stating(name, work="Narigama Handbook"), text=chapters[name]) for name in ("one", "two", "three")]
    whole = page("pg_9", "\n\n".join(chapters.values()), title="narigama", url="file:///lib/n.pdf")
    last = replace(stating("four", work="Narigama Handbook"), text=WORDS["four"])
    assert voices(*parts, whole, last) == 1


def test_files_with_one_running_head_and_foot_are_pages_of_one_work() -> None:
    framed = [
        page(f"pg_{n}", f"Narigama annual survey, part {n}\n{words}\nPrinted by the harbour office, page {n}")
        for n, words in enumerate(WORDS.values())
    ]
    assert voices(*framed) == 1


def test_notes_of_several_people_in_one_folder_stay_apart() -> None:
    people = ("Anna Berg", "Chiyo Sato", "Dov Levi", "Emma Roux")
    notes = [
        page(f"pg_{person[0]}", f"Notes of the harbour meeting\n{words}\nWritten by {person}")
        for person, words in zip(people, WORDS.values(), strict=True)
    ]
    assert voices(*notes) == 4


def test_entries_that_one_program_laid_out_are_one_work() -> None:
    headings = [f"Heading of part {letter}" for letter in "abcdefghijklmn"]
    entries = [
        page(f"pg_{n}", "\n".join(f"{heading}\n{words} {n} {heading[-1]}" for heading in headings))
        for n, words in enumerate(WORDS.values())
    ]
    assert voices(*entries) == 1


def test_a_licence_under_two_works_does_not_make_them_one() -> None:
    one = replace(stating("one", work="Narigama Handbook"), text=f"{WORDS['one']}\n{LICENCE}")
    other = replace(stating("two", work="Kaikyo Manual"), text=f"Contents\n{LICENCE}")
    assert voices(one, other) == 2


def test_a_work_that_copies_a_newspaper_does_not_swallow_it() -> None:
    story = " ".join(WORDS.values())
    paper = replace(page("pg_p", story, url="https://paper.example.com/a"), date="2020-01-01")  # type: ignore[arg-type]
    quoting = replace(stating("one", work="Narigama Handbook"), text=story)
    own = stating("two", work="Narigama Handbook")
    found = origins([paper, quoting, own])
    assert found["pg_p"] == found["pg_one"] != found["pg_two"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "counts as one origin: page of the same work as “Title of pg_one”: Debian FAQ"),
        ("ja", "一つの出所と数える：「Title of pg_one」と同じ著作物の一部：Debian FAQ"),
    ],
)
def test_the_note_says_of_which_work_a_page_is(lang: str, words: str) -> None:
    found = sources_of([stating("one", work="Debian FAQ"), stating("two", work="Debian FAQ")], lang=lang)  # type: ignore[arg-type]
    assert [source.notes[1:] for source in found if source.page_id == "pg_two"] == [(words,)]


def test_a_work_does_not_depend_on_the_order_of_its_pages() -> None:
    pages = [stating(name, work="Narigama Handbook") for name in WORDS]
    assert origins(pages) == origins(pages[::-1])


@pytest.mark.parametrize("name", ["", " ", "()", "a" * 5_000, "目" * 5_000, "\ud800", "v" * 100 + "1" * 100, "1.2.3"])
def test_no_name_breaks_it(name: str) -> None:
    assert voices(stating("one", work=name, running=(name,), holder=name, home=name), stating("two")) == 2


def test_thousands_of_copies_take_time_in_proportion() -> None:
    text = " ".join(WORDS.values())

    def seconds(count: int) -> float:
        pages = [page(f"pg_{n}", f"{text} {n}", title=f"Title {n} of many") for n in range(count)]
        begun = perf_counter()
        assert voices(*pages) == 1
        return perf_counter() - begun

    few = seconds(200)
    assert seconds(800) < 12 * max(few, 0.05)
