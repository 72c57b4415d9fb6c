"""robots.txt (L7): every case of Google's own tests, of which RFC 9309 overrules the few named below.

Strings of the file are octets of UTF-8 read as Latin-1, which is undone here.
"""

import json

from tadori.fetch.robots import is_allowed, parse_robots
from tests.gates.figures import Figure, data_folder

NEEDS = ["robots-google/cases.json"]
LOST_FILE = "the case comes with another case's file: the data has the same question again with the opposite answer"
UNENCODED = "RFC 9309 2.2.2: octets outside ASCII are percent-encoded before they are compared, also those of the URI"
UNRESERVED = "RFC 9309 2.2.2: an escaped unreserved octet is decoded before it is compared (its table, last row)"
INDEX = "RFC 9309 2.2.2 knows no index.html: the most specific match of /allowed-slash/ is `Disallow: /`"
OVERRULED: dict[tuple[str, str, str, bool], str] = {
    ("ID_LongestMatch", "User-agent: *", "http://foo.bar/x/page.html", False): LOST_FILE,
    ("ID_LongestMatch", "User-agent: *", "http://foo.bar/x", False): LOST_FILE,
    ("ID_Encoding", "User-agent: FooBot", "http://foo.bar/foo/bar/ツ", False): UNENCODED,
    ("ID_Encoding", "User-agent: FooBot", "http://foo.bar/foo/bar/baz", False): UNRESERVED,
    ("GoogleOnly_IndexHTMLisDirectory", "User-Agent: *", "http://foo.com/allowed-slash/", True): INDEX,
}
"""By test, first line of the file, address and what Google expects: why the RFC wants the opposite."""
OVERRULED_CASES = 6


def run(quick: bool) -> list[Figure]:
    cases = json.loads((data_folder() / NEEDS[0]).read_text(encoding="utf-8"))
    right: list[bool] = []
    overruled = 0
    for case in cases:
        robots, url = case["robots"].encode("latin-1"), case["url"].encode("latin-1").decode()
        expected = bool(case["allowed"])
        if (case["test"], case["robots"].partition("\n")[0], url, expected) in OVERRULED:
            overruled += 1
            expected = not expected
        right.append(is_allowed(parse_robots(robots), url, case["agent"]) == expected)
    name = "robots.txt cases of Google that RFC 9309 overrules"
    return [
        Figure(name="robots.txt cases right", value=sum(right) / len(right), floor=1.0, aim=1.0, n=len(right)),
        Figure(name=name, value=overruled, floor=OVERRULED_CASES, aim=None, n=len(right), at_least=False),
    ]
