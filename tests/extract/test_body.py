"""Where the main text of a page stands, and what is not part of it."""

import pytest

from tests.extract.documents import PROSE, PROSE_JA, page, read, words

TEXT = f"<p>{PROSE}</p><p>{PROSE_JA}</p><p>{PROSE} It closed the file.</p>"
READ = [PROSE, PROSE_JA, f"{PROSE} It closed the file."]
OTHER = "The council has nothing to do with this, and yet it has a paragraph of its own on every page of the site."


@pytest.mark.parametrize(
    "furniture",
    [
        f"<nav><p>{OTHER}</p></nav>",
        f"<footer><p>{OTHER}</p></footer>",
        f"<aside><p>{OTHER}</p></aside>",
        f'<div class="sidebar"><p>{OTHER}</p></div>',
        f'<div class="relatedPosts"><p>{OTHER}</p></div>',
        f'<div id="related_posts"><p>{OTHER}</p></div>',
        f'<section class="newsletter-signup"><p>{OTHER}</p></section>',
        f'<div role="complementary"><p>{OTHER}</p></div>',
        f'<div id="comments"><p>{OTHER}</p></div>',
        f'<div class="cookie-banner"><p>{OTHER}</p></div>',
        f'<div class="osusume"><p>{OTHER}</p></div>',
        f"<form><p>{OTHER}</p></form>",
    ],
)
def test_what_calls_itself_furniture_is_left_out(furniture: str) -> None:
    assert words(read(page(f"{furniture}<div>{TEXT}</div>{furniture}"))) == READ


def test_comments_are_left_out_even_where_they_are_longer_than_the_article() -> None:
    comments = "".join(f'<li class="comment"><p>{OTHER} {n}.</p></li>' for n in range(50))
    assert words(read(page(f'<article>{TEXT}</article><ol class="comment-list">{comments}</ol>'))) == READ


def test_a_wrapper_with_an_unlucky_name_is_not_thrown_away() -> None:
    assert words(read(page(f'<div class="content-with-sidebar has-share-bar">{TEXT}</div>'))) == READ
    assert words(read(page(f'<form id="aspnetForm"><div class="article-body">{TEXT}</div></form>'))) == READ
    assert words(read(page(f'<article class="post tag-kyoto category-news author-abe">{TEXT}</article>'))) == READ


def test_cards_that_lead_to_other_pages_are_left_out() -> None:
    cards = "".join(
        f'<li><h3><a href="/{n}">Headline of the story number {n}</a></h3><p>{OTHER}</p></li>' for n in range(6)
    )
    assert words(read(page(f"<div><div>{TEXT}</div><ul>{cards}</ul></div>"))) == READ


def test_of_several_articles_the_one_with_the_title_is_read() -> None:
    long = f"<p>{PROSE} {PROSE_JA} {PROSE}</p>"
    others = f"<article><h2>Another thing</h2><p>{OTHER} {OTHER}</p><p>{OTHER}</p></article>" * 3
    html = f"<article><h1>The tide of Narigama</h1>{long}</article>{others}"
    assert words(read(page(html, "<title>The tide of Narigama | Harbour News</title>"))) == [
        f"{PROSE} {PROSE_JA} {PROSE}"
    ]


def test_the_title_and_what_stands_above_it_are_not_repeated_in_the_text() -> None:
    html = f"<div><div>Harbour / News</div><h1>The tide of Narigama</h1>{TEXT}</div>"
    assert words(read(page(html, "<title>The tide of Narigama</title>"))) == READ


def test_first_level_headings_inside_the_text_are_sections_and_the_one_above_it_is_the_title() -> None:
    html = f"<div><h1>Harbour</h1><p>{PROSE}</p><h1>Second part</h1><p>{PROSE_JA}</p></div>"
    assert words(read(page(html))) == [PROSE, "Second part", PROSE_JA]


def test_sections_of_one_text_are_kept_together() -> None:
    sections = "".join(
        f"<div class='chapter'><h2>Part {n}</h2><p>{PROSE} {n}.</p><p>{PROSE_JA}</p></div>" for n in range(4)
    )
    found = words(read(page(f"<main>{sections}</main>")))
    assert found.count(PROSE_JA) == 4
    assert found[0] == "Part 0"


def test_lines_that_only_link_elsewhere_go_with_the_words_that_announce_them() -> None:
    links = '<p>Related:</p><p><a href="/a">Another long headline about the harbour</a></p>'
    assert words(read(page(f"<div>{TEXT}{links}<p>{PROSE} Last.</p></div>"))) == [*READ, f"{PROSE} Last."]


def test_a_short_link_on_its_own_line_is_kept_inside_the_text_and_dropped_after_its_end() -> None:
    link = '<p><a href="/source">Source: the log</a></p>'
    assert words(read(page(f"<div><p>{PROSE}</p>{link}<p>{PROSE_JA}</p>{link}</div>"))) == [
        PROSE,
        "Source: the log",
        PROSE_JA,
    ]


def test_a_linked_sentence_is_text() -> None:
    sentence = "The harbour office has published its readings of the year."
    assert words(read(page(f'<div><p><a href="/x">{sentence}</a></p>{TEXT}</div>'))) == [sentence, *READ]


@pytest.mark.parametrize("credit", ["Photo: Abe Rie / AP", "Image copyright Getty Images", "撮影：綾部"])
def test_bare_credits_of_pictures_are_left_out(credit: str) -> None:
    figure = f"<figure><img src='x'><figcaption>{credit}</figcaption></figure>"
    assert words(read(page(f"<div>{TEXT}{figure}<p>{PROSE} Last.</p></div>"))) == [*READ, f"{PROSE} Last."]


@pytest.mark.parametrize(
    "caption",
    [
        "The turbine before it was lowered into the strait in February, with the harbour master in front of it.",
        "海底に据え付けられる直前の発電機と、見守る港の職員たち＝二月、鳴釜瀬戸",
    ],
)
def test_captions_that_say_something_are_kept_as_figures_and_once(caption: str) -> None:
    figure = f"<figure><img src='x'><figcaption>{caption}</figcaption></figure>"
    found = read(page(f"<div>{TEXT}{figure}{figure}<p>{PROSE} Last.</p></div>"))
    assert words(found) == [*READ, caption, f"{PROSE} Last."]
    assert found.pieces[3].fragment_type.value == "figure"


def test_a_page_of_links_is_a_list_of_links_and_not_an_error() -> None:
    links = "".join(f'<li><a href="/{n}">A headline that leads to page {n}</a></li>' for n in range(3))
    assert words(read(page(f"<ul>{links}</ul>"))) == [f"A headline that leads to page {n}" for n in range(3)]


def test_headings_that_nothing_stands_under_are_not_printed_at_the_end() -> None:
    assert words(read(page(f"<div>{TEXT}<h3>Comments</h3></div>"))) == READ
