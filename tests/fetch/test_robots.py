from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.robots import (
    ALLOW_ALL,
    Robots,
    crawl_delay,
    is_allowed,
    parse_robots,
    robots_from_answer,
    sitemaps,
    usable_until,
)

HOST = "https://nagi.test"
NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def may(text: str | bytes, path: str, agent: str = "Tadori") -> bool:
    return is_allowed(parse_robots(text), HOST + path, agent)


# The cases of Google's ID_LongestMatch as they stand in its source; the data file has lost which file goes with which.
@pytest.mark.req("L7")
@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ("disallow: /x/page.html\nallow: /x/", "/x/page.html", False),
        ("allow: /x/page.html\ndisallow: /x/", "/x/page.html", True),
        ("allow: /x/page.html\ndisallow: /x/", "/x/", False),
        ("disallow: \nallow: ", "/x/page.html", True),
        ("disallow: /\nallow: /", "/x/page.html", True),
        ("disallow: /x\nallow: /x/", "/x", False),
        ("disallow: /x\nallow: /x/", "/x/", True),
        ("disallow: /x/page.html\nallow: /x/page.html", "/x/page.html", True),
        ("allow: /x/page.\ndisallow: /*.html", "/x/page.html", True),
        ("allow: /x/page.\ndisallow: /*.html", "/x/y.html", False),
    ],
)
def test_the_most_specific_rule_decides_and_of_equals_the_one_that_allows(
    rules: str, path: str, expected: bool
) -> None:
    assert may(f"user-agent: *\n{rules}\n", path) is expected


# The table of RFC 9309 2.2.2, and what follows from its text.
@pytest.mark.parametrize(
    ("rule", "path", "expected"),
    [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz", False),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", False),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84", False),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ", False),
        ("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", False),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", False),
        ("/foo/bar/baz", "/foo/bar/%62%61%7A", False),
        ("/%7Ejoe/", "/~joe/index.html", False),
        ("/a%2Fb", "/a/b", True),
        ("/a/b", "/a%2Fb", True),
        ("/x?a=1&b=2", "/x?a=1%26b=2", True),
        ("/wiki/Special:Search", "/wiki/Special%3ASearch", False),
        ("/100%", "/100%25", False),
        ("/file-with-a-%2A.html", "/file-with-a-*.html", False),
        ("/file-with-a-%2A.html", "/file-with-a-b.html", True),
        ("/price-%24$", "/price-$", False),
        ("/price-$5", "/price-$5", False),
        ("/*?q=a/b", "/find?q=a%2Fb", False),
    ],
)
def test_a_path_matches_however_it_is_written(rule: str, path: str, expected: bool) -> None:
    assert may(f"User-agent: *\nDisallow: {rule}\n", path) is expected


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("/*", "/", True),
        ("*", "/x", True),
        ("*.pdf$", "/a/b.pdf", True),
        ("*.pdf$", "/a/b.pdf?x=1", False),
        ("/a*b*c$", "/a1b2c", True),
        ("/a*b*c$", "/abcd", False),
        ("/ab*ba$", "/aba", False),
        ("/ab*ba$", "/abba", True),
        ("/a**b", "/axyzb", True),
        ("/fish$", "/fish", True),
        ("/fish$", "/fishes", False),
        ("fish", "/fish", False),
        ("/日本*語", "/日本の言語", True),
    ],
)
def test_star_stands_for_anything_and_dollar_for_the_end(pattern: str, path: str, matches: bool) -> None:
    assert may(f"User-agent: *\nDisallow: {pattern}\n", path) is not matches


def test_a_group_of_our_own_name_replaces_everybodys_group() -> None:
    text = "User-agent: *\nDisallow: /\n\nUser-agent: TADORI\nDisallow: /private/\n"
    assert may(text, "/open")
    assert not may(text, "/private/x")
    assert not may(text, "/open", agent="Other")


def test_groups_of_one_name_are_joined_wherever_they_stand() -> None:
    text = "User-agent: tadori\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: Tadori/2.0\nDisallow: /c\n"
    assert [may(text, path) for path in ("/a", "/b", "/c")] == [False, True, False]


def test_names_in_a_row_share_the_rules_below_them_though_lines_of_other_kinds_stand_between() -> None:
    text = "User-agent: tadori\nSitemap: https://nagi.test/s.xml\n\nNoindex: /\nUser-agent: b\nDisallow: /x\n"
    assert not may(text, "/x")
    assert not may(text, "/x", agent="b")


def test_rules_before_any_name_belong_to_nobody() -> None:
    assert may("Disallow: /\nUser-agent: *\nDisallow: /x\n", "/y")


def test_a_name_that_is_none_takes_the_rules_below_it_with_it() -> None:
    assert may("User-agent: *\nDisallow: /a\nUser-agent: ???\nDisallow: /\n", "/b")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\n\r"])
def test_lines_may_end_in_any_way(end: str) -> None:
    text = end.join(["User-agent: *", "Disallow: /x", "Allow: /x/y"])
    assert [may(text, "/x"), may(text, "/x/y")] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffUser-agent: *\nDisallow: /x\n",
        "  user-AGENT :  *  # all\n\tDISALLOW\t: /x # not this\n",
        "User-agent *\nDisallow /x\n",
        "useragent: *\nDissallow: /x\n",
        "\x00User-agent: *\x00\nDisallow: /x\n",
        "<html>\nUser-agent: *\nDisallow: /x\n</html>",
    ],
)
def test_what_can_be_read_of_a_careless_file_counts(text: str) -> None:
    assert [may(text, "/x"), may(text, "/y")] == [False, True]


def test_octets_that_are_no_text_match_the_same_octets() -> None:
    shift_jis = "User-agent: *\nDisallow: /日本/\n".encode("shift_jis")
    assert not may(shift_jis, "/%93%FA%96%7B/x")
    assert may(shift_jis, "/%E6%97%A5%E6%9C%AC/x")


def test_only_the_first_500_kib_are_read_and_a_torn_line_is_no_rule() -> None:
    head = "User-agent: *\nDisallow: /early\n"
    filler = "#" * (500 * 1024 - len(head) - len("\nDisallow: /la")) + "\n"
    text = f"{head}{filler}Disallow: /late\nDisallow: /never\n"
    assert [may(text, path) for path in ("/early", "/la", "/late", "/never")] == [False, True, True, True]


def test_a_hostile_pattern_costs_no_more_than_its_length_times_the_target() -> None:
    pattern = "/" + "a*" * 8000 + "b$"
    assert may(f"User-agent: *\nDisallow: {pattern}\n", "/" + "a" * 8000)


@pytest.mark.parametrize("text", ["", b"", "\ufeff", "Disallow: /\n", "no rules at all", b"\xff\xfe\x00"])
def test_a_file_without_a_group_allows_everything(text: str | bytes) -> None:
    assert may(text, "/anything")


def test_robots_txt_itself_may_always_be_asked() -> None:
    assert may("User-agent: *\nDisallow: /\n", "/robots.txt")
    assert is_allowed(robots_from_answer(None, ""), f"{HOST}/robots.txt")


@pytest.mark.parametrize("url", ["", HOST, f"{HOST}/", f"{HOST}#top", f"{HOST}/#top"])
def test_an_address_without_a_path_is_the_root(url: str) -> None:
    assert not is_allowed(parse_robots("User-agent: *\nDisallow: /$\n"), url)


def test_a_query_right_behind_the_host_is_a_query_of_the_root() -> None:
    assert not is_allowed(parse_robots("User-agent: *\nDisallow: /?q=\n"), f"{HOST}?q=x")


@pytest.mark.req("L7")
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        *((status, False) for status in (200, 204, 429, 500, 503, 599, None, 100)),
        *((status, True) for status in (301, 401, 403, 404, 410)),
    ],
)
def test_what_an_answer_means_follows_rfc_9309(status: int | None, expected: bool) -> None:
    assert is_allowed(robots_from_answer(status, "User-agent: *\nDisallow: /\n"), f"{HOST}/x") is expected


def test_a_site_that_does_not_answer_is_told_apart_from_one_that_forbids() -> None:
    assert [robots_from_answer(s, "").reachable for s in (200, 404, None, 503)] == [True, True, False, False]


def test_rules_that_were_read_once_stay_in_force_while_the_file_is_unreachable() -> None:
    read = parse_robots("User-agent: *\nDisallow: /x\n")
    assert robots_from_answer(503, "", before=read) == read
    assert robots_from_answer(None, "", before=read, unreachable_days=31) == read
    assert robots_from_answer(304, "", before=read) == read


@pytest.mark.parametrize(("days", "expected"), [(0.0, False), (30.0, False), (30.1, True)])
def test_a_file_never_had_counts_as_absent_after_thirty_days(days: float, expected: bool) -> None:
    before = robots_from_answer(None, "")
    assert is_allowed(robots_from_answer(503, "", before=before, unreachable_days=days), f"{HOST}/x") is expected


@pytest.mark.parametrize(("status", "hours"), [(200, 24), (404, 24), (None, 1), (503, 1), (429, 1)])
def test_a_file_is_asked_for_again_after_a_day_or_an_hour(status: int | None, hours: int) -> None:
    assert usable_until(status, NOON) == datetime(2026, 11, 16 + (12 + hours) // 24, (12 + hours) % 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "agent", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 10\n", "Tadori", 10.0),
        ("User-agent: *\nCrawl-delay: 2.5\nUser-agent: tadori\nCrawl-delay: 7\n", "Tadori", 7.0),
        ("User-agent: *\nCrawl-delay: 2.5\nUser-agent: tadori\nCrawl-delay: 7\n", "Other", 2.5),
        ("User-agent: *\nCrawl-delay: 5\nDisallow:\nUser-agent: tadori\nDisallow: /x\n", "Tadori", None),
        ("User-agent: *\nCrawl-delay: soon\n", "Tadori", None),
        ("User-agent: *\nCrawl-delay: -1\nCrawl-delay: nan\nCrawl-delay: inf\n", "Tadori", None),
        ("Crawl-delay: 5\n", "Tadori", None),
    ],
)
def test_a_crawl_delay_holds_for_the_names_right_above_it(text: str, agent: str, delay: float | None) -> None:
    assert crawl_delay(parse_robots(text), agent) == delay


def test_sitemaps_are_named_once_each_in_the_order_of_the_file() -> None:
    text = (
        "Sitemap: https://nagi.test/b.xml\nUser-agent: *\nSITEMAP:/a.xml\nSitemap: https://nagi.test/b.xml\nSitemap:\n"
    )
    assert sitemaps(parse_robots(text)) == ("https://nagi.test/b.xml", "/a.xml")


def test_no_rules_are_the_same_as_no_file() -> None:
    assert parse_robots("# nothing\n") == ALLOW_ALL == Robots()


@given(st.binary(max_size=400), st.text(max_size=60))
def test_nothing_a_server_sends_can_stop_the_reader(body: bytes, url: str) -> None:
    assert is_allowed(robots_from_answer(200, body), url) in (True, False)


@given(st.text(alphabet="ab/*$?=&%2F:あ", max_size=12), st.text(alphabet="ab/?=&%2F:あ*$", max_size=12))
def test_forbidding_a_pattern_and_allowing_the_same_allows(pattern: str, path: str) -> None:
    assert may(f"User-agent: *\nDisallow: {pattern}\nAllow: {pattern}\n", f"/{path}")


@given(st.text(alphabet="ab/?=&あ%:*$", max_size=12))
def test_the_path_itself_with_its_signs_escaped_is_always_matched(path: str) -> None:
    escaped = path.replace("%", "%25").replace("*", "%2A").replace("$", "%24")
    address = f"/{path}".replace("%", "%25")
    assert not may(f"User-agent: *\nDisallow: /{escaped}\n", address)
