"""Where the main text of a page stands, and what is not part of it."""

import pytest

from tests.extract.documents import PROSE, PROSE_JA, page, printed, read, words

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


SIDEBAR = "A sidebar of a handbook says what the text beside it has no room for, and it is read like the rest of it."
SIDEBAR_JA = "囲み記事は本文に書ききれないことを補うもので、本文と同じように読まれる。手引き書にはこれがたくさんある。"
SHARED = '<meta property="og:type" content="article">'


@pytest.mark.req("L23")
@pytest.mark.parametrize("words_beside", [SIDEBAR, SIDEBAR_JA])
@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ('<div class="sidebar">', "</div>"),
        ("<aside>", "</aside>"),
        ('<aside class="footnote-list"><aside class="footnote">', "</aside></aside>"),
        ('<div class="alert alert-info" role="alert">', "</div>"),
        ('<section role="complementary">', "</section>"),
    ],
)
def test_prose_beside_the_text_of_a_document_is_read_and_marked(opening: str, closing: str, words_beside: str) -> None:
    found = read(page(f"<div><p>{PROSE}</p>{opening}<p>{words_beside}</p>{closing}<p>{PROSE_JA}</p></div>"))
    assert [(kind.value, text) for kind, text in printed(found)] == [
        ("paragraph", PROSE),
        ("aside", words_beside),
        ("paragraph", PROSE_JA),
    ]
    assert found.losses == ()


@pytest.mark.req("L23")
def test_the_title_of_a_sidebar_heads_the_sidebar_and_nothing_behind_it() -> None:
    sidebar = f'<div class="sidebar"><p class="title"><strong>CULTURE</strong></p><p>{SIDEBAR}</p></div>'
    found = read(page(f"<h2>Text</h2><p>{PROSE}</p>{sidebar}<p>{PROSE_JA}</p>"))
    assert [(one.heading_context, one.fragment_type.value) for one in found.pieces] == [
        ("", "heading"),
        ("Text", "paragraph"),
        ("Text", "heading"),
        ("CULTURE", "aside"),
        ("Text", "paragraph"),
    ]


def test_links_in_a_sidebar_are_not_prose() -> None:
    links = "".join(f'<li><a href="/{n}">Chapter {n} of the handbook of the harbour office</a></li>' for n in range(4))
    found = read(page(f'<div><p>{PROSE}</p><div class="sidebar"><ul>{links}</ul></div><p>{PROSE_JA}</p></div>'))
    assert words(found) == [PROSE, PROSE_JA]


def test_of_an_article_made_for_sharing_only_asides_inside_the_text_are_read() -> None:
    aside = f"<aside><p>{SIDEBAR}</p></aside>"
    text = f"<article><p>{PROSE}</p>{aside}<p>{PROSE_JA}</p>{aside}</article>"
    assert words(read(page(text, SHARED))) == [PROSE, SIDEBAR, PROSE_JA]


@pytest.mark.req("L23")
@pytest.mark.parametrize("anchor", ["diagnostic-tools", "sponsoring", "comments", "related-tools", "using-widgets"])
@pytest.mark.parametrize("heading", ["Diagnostic tools", "診断の道具"])
def test_a_section_is_read_whatever_its_anchor_is_called(anchor: str, heading: str) -> None:
    section = f'<section id="{anchor}"><h2>{heading}</h2><p>{PROSE_JA}</p></section>'
    assert words(read(page(f"<section><p>{PROSE}</p>{section}</section>"))) == [PROSE, heading, PROSE_JA]


@pytest.mark.req("L23")
def test_all_sections_of_a_document_are_read_however_long_one_of_them_is() -> None:
    long = "".join(f"<p>{PROSE} {n}.</p>" for n in range(30))
    html = f"<div id='header'><h2>NAME</h2><p>tide - reads it</p></div><div id='content'><div>{long}</div></div>"
    assert words(read(page(html)))[:3] == ["NAME", "tide - reads it", f"{PROSE} 0."]


def test_an_article_made_for_sharing_is_narrowed_to_its_text() -> None:
    long = "".join(f"<p>{PROSE} {n}.</p>" for n in range(30))
    found = read(page(f"<div><div><p>{OTHER}</p></div><div class='post'>{long}</div></div>", SHARED))
    assert words(found)[0] == f"{PROSE} 0."
    assert [(loss.reason, loss.characters) for loss in found.losses] == [
        ("outside the main text", len(OTHER.replace(" ", "")))
    ]


@pytest.mark.req("L23")
def test_a_page_of_a_manual_is_a_document_also_where_it_is_made_for_sharing() -> None:
    head = f'{SHARED}<meta name="generator" content="Docutils 0.19">'
    long = "".join(f"<p>{PROSE} {n}.</p>" for n in range(30))
    assert words(read(page(f"<div><div><p>{OTHER}</p></div><div>{long}</div></div>", head)))[0] == OTHER


def test_links_around_the_text_of_a_document_are_navigation() -> None:
    links = '<table><tr><td><a href="/1">Prev</a></td><th>Tides</th><td><a href="/3">Next page</a></td></tr></table>'
    found = read(page(f"{links}<div>{TEXT}</div>{links}"))
    assert words(found) == READ
    assert [(loss.reason, loss.characters) for loss in found.losses] == [("navigation", 34)]


@pytest.mark.req("L23")
def test_a_heading_that_links_to_itself_is_a_heading() -> None:
    headings = [
        f'<h2 id="p{n}"><a class="header" href="#p{n}">The second part of the text {n}</a></h2>' for n in range(2)
    ]
    found = read(page(f"<main><p>{PROSE}</p>{headings[0]}<p>{PROSE_JA}</p>{headings[1]}<p>{PROSE}</p></main>"))
    assert [words(found)[at] for at in (1, 3)] == ["The second part of the text 0", "The second part of the text 1"]


def test_signs_for_linking_to_a_heading_are_not_printed() -> None:
    html = f'<h2>潮流<a class="headerlink" href="#tide" title="Permalink">¶</a></h2><p>{PROSE_JA}</p>'
    found = read(page(html))
    assert words(found) == ["潮流", PROSE_JA]
    assert [(loss.reason, loss.characters) for loss in found.losses] == [("sign for linking to a heading", 1)]
