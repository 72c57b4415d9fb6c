"""`tadori fetch` as it is typed: JSON Lines out, progress on stderr, wrong calls named."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.web.home import write_home
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        yield served


@pytest.mark.req("L7", "L16", "L22")
@pytest.mark.slow
def test_pages_come_out_as_lines_with_route_and_place_in_the_archive(
    tadori: Program, home: Path, web: LittleWeb
) -> None:
    write_home(web, home, chrome=False)
    page = next(page for page in web.pages if page.weather is Weather.PLAIN and page.lang == "ja")
    code, out, err = tadori("fetch", page.url, "http://127.0.0.1/")
    lines = {line["url"]: line for line in map(json.loads, out.splitlines())}
    assert code == 1  # one of the two was lost
    had = lines[page.url]
    assert (had["route"], had["status"], had["lang"], had["unchanged"]) == ("http", 200, "ja", False)
    assert [record["type"] for record in had["warc"]["records"]] == ["request", "response", "conversion"]
    assert Path(had["warc"]["file"]).is_file()
    assert [attempt["ground"] for attempt in had["attempts"]] == ["pages are asked for by HTTP first"]
    assert lines["http://127.0.0.1/"]["lost"] == "the address 127.0.0.1 is loopback"
    assert f"http     {page.url}: 200 page" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Missing argument 'URLS...'"),
        (("ftp://files.test/",), "only http and https are asked, not ftp:"),
        (("港",), "give addresses like https://host/page"),
        (("",), "give addresses like https://host/page"),
        (("http://a.test/", "--depth", "3"), "3 is not in the range 0<=x<=2"),
        (("http://a.test/", "--workers", "0"), "0 is not in the range 1<=x<=16"),
    ],
)
def test_a_wrong_call_is_named(tadori: Program, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = tadori("fetch", *arguments)
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.req("L23")
@pytest.mark.slow
def test_extract_takes_an_address_too(tadori: Program, home: Path, web: LittleWeb) -> None:
    write_home(web, home, chrome=False)
    page = next(page for page in web.pages if page.weather is Weather.PLAIN and page.media_type == "application/pdf")
    code, out, err = tadori("extract", page.url, "http://127.0.0.1/")
    (line,) = map(json.loads, out.splitlines())
    assert (code, line["url"], line["page_type"]) == (1, page.url, "document")
    assert page.key_sentence[:20] in line["text"].replace("\n", "")
    assert "http://127.0.0.1/: the address 127.0.0.1 is loopback" in err


@pytest.mark.slow
def test_ctrl_c_ends_a_fetch_at_once(home: Path, web: LittleWeb) -> None:
    web.clear()
    write_home(web, home, chrome=False)
    page = next(page for page in web.pages if page.weather is Weather.PLAIN)
    program = "from tadori.cli import main; main()"
    child = subprocess.Popen(
        [sys.executable, "-c", program, "fetch", page.url],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"TADORI_HOME": str(home), "PATH": "", "PYTHONPATH": ":".join(sys.path)},
    )
    deadline = time.monotonic() + 120
    while not web.seen(page.host, "/robots.txt") and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)  # it now waits for its turn at the domain
    _, err = child.communicate(timeout=120)
    assert child.returncode == 130
    assert b"interrupted" in err
    assert web.seen(page.host, page.path) == []
