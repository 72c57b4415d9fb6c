"""`tadori blocks` as a filter: one JSON line a page, clear words for a wrong call."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program

WALL = "<title>Sign in</title><h1>Sign in</h1><form><input type=password></form>"
PAGE = "<title>Bridge</title><h1>Bridge</h1><p>The harbour bridge opened in May 1987 and is 840 metres long.</p>"


def give(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body), encoding="utf-8"))


@pytest.mark.req("L17")
def test_a_page_on_stdin_gives_one_line(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, WALL.encode())
    code, out, err = tadori("blocks")
    assert (code, err) == (0, "")
    assert json.loads(out)["kind"] == "login"
    assert out.count("\n") == 1


def test_an_ordinary_page_is_none_without_grounds(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, PAGE.encode())
    assert tadori("blocks")[:2] == (0, '{"kind": "none", "grounds": []}\n')


@pytest.mark.parametrize(
    "headers",
    [
        "HTTP/2 403\r\nServer: cloudflare\r\nCF-Mitigated: challenge\r\n\r\n",
        '{"cf-mitigated": "challenge"}',
        '[["CF-Mitigated", "challenge"]]',
    ],
)
def test_status_and_headers_count(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, headers: str
) -> None:
    file = tmp_path / "headers"
    file.write_text(headers, encoding="utf-8")
    give(monkeypatch, PAGE.encode())
    code, out, _ = tadori("blocks", "--status", "403", "--headers", str(file))
    assert code == 0
    assert json.loads(out) == {"kind": "cloudflare", "grounds": ["header cf-mitigated: challenge"]}


def test_several_files_give_a_line_each_and_one_that_is_missing_is_told(tadori: Program, tmp_path: Path) -> None:
    wall, page = tmp_path / "wall.html", tmp_path / "橋.html"
    wall.write_text(WALL, encoding="utf-8")
    page.write_text(PAGE, encoding="utf-8")
    code, out, err = tadori("blocks", str(wall), str(tmp_path / "none.html"), str(page))
    assert code == 1
    assert [(json.loads(line)["file"], json.loads(line)["kind"]) for line in out.splitlines()] == [
        (str(wall), "login"),
        (str(page), "none"),
    ]
    assert err == f"tadori: {tmp_path / 'none.html'} cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ("no colon here", "line 1: a header must look like `Name: value`"),
        ("{", "is not valid JSON"),
        ('{"a": 1}', "must be an object"),
        ("[1]", "must be an object"),
    ],
)
def test_headers_that_are_none_are_a_wrong_call(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, headers: str, words: str
) -> None:
    file = tmp_path / "headers"
    file.write_text(headers, encoding="utf-8")
    give(monkeypatch, PAGE.encode())
    code, out, err = tadori("blocks", "--headers", str(file))
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "stdin is empty"),
        (("--status", "99"), "99 is not in the range"),
        (("--status", "many"), "'many' is not a valid integer"),
        (("--headers", "nowhere"), "nowhere cannot be read"),
    ],
)
def test_a_wrong_call_says_what_is_right(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    give(monkeypatch, b"")
    code, out, err = tadori("blocks", *arguments)
    assert (code, out) == (2, "")
    assert words in err
