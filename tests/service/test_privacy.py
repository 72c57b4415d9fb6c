"""The home is its owner's alone, also one that was made before it was; what `--out` gets is for whom the user says."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import tadori
from tadori.errors import ConfigError
from tadori.service.checking import diagnose
from tadori.settings import Settings
from tadori.wiring.home import open_app
from tadori.wiring.privacy import private_home

NOBODY = 65534


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """What others may do with everything below `folder`."""
    return {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) & 0o077 for path in folder.rglob("*")}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def a_document(folder: Path) -> Path:
    folder.mkdir()
    (folder / "bridge.txt").write_text("The bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    (folder / "bridge.txt").chmod(0o600)
    return folder


@pytest.mark.req("L35")
def test_nothing_in_a_home_is_open_to_others_and_what_out_gets_follows_the_users_umask(tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "new" / "out"
    tadori.research("When did the harbour bridge open?", libraries=[a_document(tmp_path / "d")], out=out, home=home)
    found = modes(home)
    assert mode(home) == 0o700
    assert [name for name, open_to in found.items() if open_to] == []
    assert {"tadori.db", "archive", "tasks", ".private"} <= found.keys()
    assert {path.name: oct(mode(path)) for path in out.iterdir()} == dict.fromkeys(
        ("evidence.wacz", "report.html", "report.json", "report.md"), "0o644"
    )
    assert (mode(out), mode(out.parent)) == (0o755, 0o755)
    assert os.umask(0o022) == 0o022


def test_what_sqlite_writes_beside_its_files_is_private_while_it_stands(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path / "home")) as app:
        with app.store.write() as db:
            db.exec_driver_sql("insert into cache (key, value, made_at) values ('a', 'b', 'c')")
        beside = sorted(path.name for path in app.settings.home.glob("tadori.db*"))
        open_ones = [name for name, others in modes(app.settings.home).items() if others]
    assert beside == ["tadori.db", "tadori.db-shm", "tadori.db-wal"]
    assert open_ones == []


@pytest.mark.req("L35")
def test_a_home_made_before_is_closed_once_and_keeps_what_its_owner_may_do(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name, how in (("archive/ab/pg.warc.gz", 0o644), ("tasks/t/run.sh", 0o755), ("audit.jsonl", 0o664)):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
        path.chmod(how)
    (home / "mine").mkdir()
    (home / "mine" / "shared.txt").write_text("x")
    outside = tmp_path / "outside.txt"
    outside.write_text("x")
    (home / "archive" / "link").symlink_to(outside)
    home.chmod(0o777)
    with private_home(home):
        closed = {name: oct(stat.S_IMODE((home / name).stat().st_mode)) for name in sorted(modes(home))}
    assert closed == {
        ".private": "0o600",
        "archive": "0o700",
        "archive/ab": "0o700",
        "archive/ab/pg.warc.gz": "0o600",
        "archive/link": "0o644",
        "audit.jsonl": "0o600",
        "mine": "0o755",
        "mine/shared.txt": "0o644",
        "tasks": "0o700",
        "tasks/t": "0o700",
        "tasks/t/run.sh": "0o700",
    }
    assert (mode(home), mode(outside)) == (0o700, 0o644)
    (home / "audit.jsonl").chmod(0o644)
    home.chmod(0o755)
    with private_home(home):
        assert (mode(home), mode(home / "audit.jsonl")) == (0o700, 0o644)


def test_a_home_behind_a_link_is_closed_where_it_really_is(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o755)
    (tmp_path / "home").symlink_to(tmp_path / "real")
    with private_home(tmp_path / "home"):
        assert mode(tmp_path / "real") == 0o700


def test_a_folder_that_users_share_is_no_home(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    with pytest.raises(ConfigError, match="is one that users share; set TADORI_HOME"), private_home(shared):
        pass
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777


def test_a_file_is_no_home(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x")
    with pytest.raises(ConfigError, match="which is not a folder"), private_home(tmp_path / "home"):
        pass


def test_two_homes_open_at_once_stay_private_until_the_last_is_closed(tmp_path: Path) -> None:
    one_closed, other_made = threading.Event(), list[int]()

    def other() -> None:
        with private_home(tmp_path / "other"):
            one_closed.wait(30)
            (tmp_path / "other" / "file").write_text("x")
            other_made.append(mode(tmp_path / "other" / "file"))

    with private_home(tmp_path / "one"):
        thread = threading.Thread(target=other)
        thread.start()
        while not (tmp_path / "other").exists():
            thread.join(0.01)
    one_closed.set()
    thread.join(30)
    (tmp_path / "after").write_text("x")
    assert (other_made, mode(tmp_path / "after")) == ([0o600], 0o644)


def test_doctor_closes_an_open_home_and_says_that_it_is_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o777)
    monkeypatch.setenv("TADORI_HOME", str(home))
    assert [(one["state"], one["detail"]) for one in diagnose() if one["what"] == "home"] == [("ok", str(home))]
    assert mode(home) == 0o700


AS_NOBODY = """
import os, sys
os.setgroups([]); os.setgid(65534); os.setuid(65534)
for path in sys.argv[1:]:
    try:
        open(path, "rb").read(1)
        print("read")
    except PermissionError:
        print("refused")
"""


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that every user of this machine can reach; pytest's own are closed."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.req("L35")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_another_user_reads_nothing_out_of_a_home(reachable: Path) -> None:
    home, out = reachable / "home", reachable / "out"
    tadori.research("When did the harbour bridge open?", libraries=[a_document(reachable / "d")], out=out, home=home)
    (archived,) = (home / "archive").rglob("*.warc.gz")
    (report,) = home.rglob("report.md")
    tried = [archived, home / "tadori.db", report, reachable / "d" / "bridge.txt", out / "report.md"]
    done = subprocess.run(
        [sys.executable, "-S", "-c", AS_NOBODY, *map(str, tried)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["refused"] * 4 + ["read"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_home_of_somebody_else_is_refused(reachable: Path) -> None:
    home = reachable / "home"
    home.mkdir()
    home.chmod(0o777)
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        try:
            with private_home(home):
                os._exit(1)
        except ConfigError as exc:
            os._exit(0 if "belongs to another user (uid 0)" in str(exc) else 2)
        finally:
            os._exit(3)
    _, status = os.waitpid(child, 0)
    assert (os.waitstatus_to_exitcode(status), list(home.iterdir())) == (0, [])
