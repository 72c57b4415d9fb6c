import json
import os
import socket
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tadori.errors import WrongCall
from tadori.fetch.chrome_facts import ChromeSettings, find_chrome
from tadori.fetch.profile import (
    BACKUP,
    BASELINE,
    PROFILE_NAME,
    Fingerprint,
    FingerprintDifference,
    LockState,
    ProfileHealth,
    ProfileRepair,
    back_up_profile,
    compare_fingerprints,
    fingerprint,
    load_baseline,
    lock_profile,
    lock_state,
    next_repair,
    restore_profile,
    save_baseline,
)
from tests.fetch.browsing import MOMENT, a_route, a_site, answer, at_once
from tests.fetch.test_browser import get

pytestmark = pytest.mark.req("L19")
USUAL = Fingerprint(
    ua_major=156,
    user_agent="Mozilla/5.0 Chrome/156.0.0.0 Safari/537.36",
    languages=("ja", "en-US"),
    timezone="Asia/Tokyo",
    fonts=("Noto Sans CJK JP",),
    canvas="aa",
    audio="bb",
)


def profile_in(folder: Path) -> Path:
    profile = folder / "headless" / PROFILE_NAME
    profile.mkdir(parents=True)
    return profile


def dead_pid() -> int:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return pid


# Comparing


def test_the_same_browser_has_no_differences() -> None:
    assert compare_fingerprints(USUAL, replace(USUAL, user_agent="Mozilla/5.0 Chrome/156.0.9.9")) == ()


def test_every_difference_is_named_with_what_was_and_what_is() -> None:
    now = replace(USUAL, timezone="UTC", fonts=(), canvas="cc")
    assert compare_fingerprints(USUAL, now) == (
        FingerprintDifference(name="timezone", was="Asia/Tokyo", now="UTC"),
        FingerprintDifference(name="fonts", was="('Noto Sans CJK JP',)", now="()"),
        FingerprintDifference(name="canvas", was="aa", now="cc"),
    )


def test_what_was_measured_becomes_a_fingerprint() -> None:
    measured: Mapping[str, object] = {
        "user_agent": "Mozilla/5.0 HeadlessChrome/156.0.0.0",
        "languages": ["ja"],
        "timezone": "Asia/Tokyo",
        "fonts": ["Meiryo"],
        "canvas": "data:image/png;base64,AAAA",
        "audio": "124.04347",
    }
    found = fingerprint(measured)
    assert (found.ua_major, found.languages, found.fonts) == (156, ("ja",), ("Meiryo",))
    assert found.audio == "53bce5a9f970b4e6"
    assert fingerprint({**measured, "user_agent": "curl/8"}).ua_major == 0


@pytest.mark.parametrize(
    ("baseline", "measured", "tries", "backup", "expected"),
    [
        (None, USUAL, 0, False, ProfileRepair.BASELINE),
        (USUAL, USUAL, 0, True, ProfileRepair.NONE),
        (USUAL, USUAL, 2, True, ProfileRepair.NONE),
        (USUAL, replace(USUAL, ua_major=157, canvas="new"), 0, True, ProfileRepair.FOLLOW),
        (USUAL, replace(USUAL, ua_major=150), 0, True, ProfileRepair.RESTART),
        (USUAL, replace(USUAL, canvas="x"), 0, True, ProfileRepair.RESTART),
        (USUAL, replace(USUAL, canvas="x"), 1, True, ProfileRepair.RESTORE),
        (USUAL, replace(USUAL, canvas="x"), 1, False, ProfileRepair.ACCEPT),
        (USUAL, replace(USUAL, canvas="x"), 2, True, ProfileRepair.ACCEPT),
    ],
)
def test_what_follows_from_a_check(
    baseline: Fingerprint | None, measured: Fingerprint, tries: int, backup: bool, expected: ProfileRepair
) -> None:
    assert next_repair(baseline, measured, tries=tries, has_backup=backup) is expected


# Keeping


def test_a_baseline_is_kept_beside_the_profile_and_read_again(tmp_path: Path) -> None:
    profile = profile_in(tmp_path)
    save_baseline(profile, USUAL)
    assert load_baseline(profile) == USUAL
    assert sorted(path.name for path in profile.parent.iterdir()) == [PROFILE_NAME, BASELINE]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ua_major": 1}', '{"unknown": 1}', "\x00"])
def test_a_torn_baseline_is_none(tmp_path: Path, text: str) -> None:
    profile = profile_in(tmp_path)
    (profile.parent / BASELINE).write_text(text, encoding="utf-8")
    assert load_baseline(profile) is None


def test_every_check_is_a_line_of_the_audit_log(tmp_path: Path) -> None:
    profile = profile_in(tmp_path)
    health = ProfileHealth(profile, lambda: MOMENT)
    assert health.check(USUAL, tries=0) is ProfileRepair.BASELINE
    assert health.check(replace(USUAL, audio="zz"), tries=0) is ProfileRepair.RESTART
    lines = [json.loads(line) for line in (profile.parent / "audit.jsonl").read_text("utf-8").splitlines()]
    assert [line["repair"] for line in lines] == ["baseline", "restart"]
    assert lines[1] == {
        "at": "2026-11-16T04:00:00+00:00",
        "profile": str(profile),
        "repair": "restart",
        "tries": 0,
        "differences": [{"name": "audio", "was": "bb", "now": "zz"}],
    }
    assert load_baseline(profile) == USUAL


def test_an_update_of_the_browser_is_followed(tmp_path: Path) -> None:
    profile = profile_in(tmp_path)
    save_baseline(profile, USUAL)
    newer = replace(USUAL, ua_major=157, canvas="new")
    assert ProfileHealth(profile, lambda: MOMENT).check(newer, tries=0) is ProfileRepair.FOLLOW
    assert load_baseline(profile) == newer


def test_a_backup_holds_the_profile_without_caches_and_locks_and_comes_back(tmp_path: Path) -> None:
    profile = profile_in(tmp_path)
    (profile / "Default" / "Cache").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text("good", encoding="utf-8")
    (profile / "Default" / "Cache" / "big").write_bytes(b"x")
    (profile / "SingletonLock").symlink_to("host-1")
    back_up_profile(profile)
    kept = profile.with_name(BACKUP)
    assert sorted(str(path.relative_to(kept)) for path in kept.rglob("*")) == ["Default", "Default/Preferences"]
    (profile / "Default" / "Preferences").write_text("spoilt", encoding="utf-8")
    (profile / "extra").write_text("x", encoding="utf-8")
    restore_profile(profile)
    assert (profile / "Default" / "Preferences").read_text("utf-8") == "good"
    assert sorted(path.name for path in profile.iterdir()) == ["Default"]


def test_without_a_backup_nothing_is_deleted(tmp_path: Path) -> None:
    profile = profile_in(tmp_path)
    with pytest.raises(WrongCall, match="nothing to restore"):
        restore_profile(profile)
    assert profile.is_dir()


async def test_a_folder_of_another_name_is_never_touched(tmp_path: Path) -> None:
    daily = tmp_path / "Default"
    daily.mkdir()
    for touch in (back_up_profile, restore_profile, lambda folder: ProfileHealth(folder, lambda: MOMENT)):
        with pytest.raises(WrongCall, match=f"only a folder named {PROFILE_NAME}"):
            touch(daily)
    with pytest.raises(WrongCall):
        await lock_profile(daily, at_once)
    assert list(tmp_path.iterdir()) == [daily]


# Locks


def test_what_a_lock_says(tmp_path: Path) -> None:
    profile = tmp_path / PROFILE_NAME
    assert lock_state(profile) is LockState.ABSENT
    profile.mkdir()
    assert lock_state(profile) is LockState.FREE
    lock = profile / "SingletonLock"
    for target, state in (
        (f"{socket.gethostname()}-{os.getpid()}", LockState.HELD),
        (f"{socket.gethostname()}-{dead_pid()}", LockState.STALE),
        ("another-machine-12", LockState.HELD),
        ("nonsense", LockState.HELD),
    ):
        lock.unlink(missing_ok=True)
        lock.symlink_to(target)
        assert lock_state(profile) is state


async def test_a_stale_lock_is_cleared_and_a_held_one_is_left(tmp_path: Path) -> None:
    profile = profile_in(tmp_path)
    lock = profile / "SingletonLock"
    lock.symlink_to(f"{socket.gethostname()}-{os.getpid()}")
    assert await lock_profile(profile, at_once) is None
    assert lock.is_symlink()
    lock.unlink()
    lock.symlink_to(f"{socket.gethostname()}-{dead_pid()}")
    hold = await lock_profile(profile, at_once)
    assert hold is not None
    assert not lock.is_symlink()
    assert await lock_profile(profile, at_once) is None
    hold.release()
    hold.release()
    again = await lock_profile(profile, at_once)
    assert again is not None
    again.release()


# A real one


@pytest.mark.slow
@pytest.mark.drives("chromium")
@pytest.mark.skipif(find_chrome() is None, reason="no Chrome or Chromium on this machine")
async def test_a_browser_that_differs_is_restarted_then_restored_then_taken_as_it_is(tmp_path: Path) -> None:
    settings = ChromeSettings(folder=tmp_path, cdp_url=None)
    async with a_site() as site:
        site.pages["/a.pdf"] = answer(b"%PDF", kind="application/pdf")
        first = a_route(settings)
        await get(first, site.url("/a.pdf"))
        await first.close()
        measured = load_baseline(settings.profile)
        assert measured is not None
        assert measured.languages == ("ja", "en-US", "en")
        save_baseline(settings.profile, replace(measured, canvas="0" * 16))
        second = a_route(settings)
        await get(second, site.url("/a.pdf"))
        await second.close()
    assert [line.repair for line in first.audit] == [ProfileRepair.BASELINE]
    assert [(line.repair, line.tries) for line in second.audit] == [
        (ProfileRepair.RESTART, 0),
        (ProfileRepair.RESTORE, 1),
        (ProfileRepair.ACCEPT, 2),
    ]
    assert [difference.name for line in second.audit for difference in line.differences] == ["canvas"] * 3
    assert load_baseline(settings.profile) == measured
