"""The filters and what an enemy feeds them: a bad line or file is told, the next one is answered."""

import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.cli.test_guard import give


def test_a_line_that_nests_without_end_is_told_and_the_next_one_is_answered(
    tadori: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, "[" * 100_000, '{"claim": "", "evidence": "x"}')
    code, out, err = tadori("judge")
    assert code == 1
    assert [json.loads(line)["line"] for line in out.splitlines()] == [1, 2]
    assert err.startswith("tadori: line 1: it is nested too deep\n")


@pytest.mark.req("L22")
def test_an_archive_with_a_password_is_told_and_the_next_file_is_read(
    tadori: Program, tmp_path: Path, documents: Path
) -> None:
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/a.warc", b"x")
    whole = bytearray(path.read_bytes())
    whole[6] = whole[whole.index(b"PK\x01\x02") + 8] = 1
    path.write_bytes(whole)
    code, out, err = tadori("extract", str(path), str(documents / "bridge.html"))
    assert (code, err) == (1, "tadori: a.wacz/archive/a.warc: it is encrypted\n")
    assert json.loads(out)["title"] == "Harbour Bridge"
