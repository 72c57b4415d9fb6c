"""The research profile of the browser: its lock, and whether its fingerprint has changed (§4.3.1).

Comes in: the folder `Profile-Research`, and a fingerprint measured in a blank page of our own. Goes out: a lock on the
folder, the differences from the stored baseline, and what to do about them: follow a new version, restart, restore
from the backup, or accept that the machine has changed. Only folders of that name are ever touched: a person's daily
profile cannot be. Nothing is forged: a browser that differs is repaired, not disguised.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import socket
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from tadori.errors import WrongCall
from tadori.model.doors import Clock, Sleep

PROFILE_NAME: Final = "Profile-Research"
BASELINE: Final = "baseline.json"
BACKUP: Final = f"{PROFILE_NAME}.backup"
MAX_TRIES: Final = 3
LEAVING_SECONDS: Final = 4.0
"""How long a Chrome whose owner has just ended may take to release its profile."""
NOT_BACKED_UP: Final = (
    "Singleton*", "DevToolsActivePort", "*Cache*", "*cache*", "Crash*", "BrowserMetrics*", "Safe Browsing*", "*.log",
    "component_crx_cache", "optimization_guide*", "Service Worker",
)  # fmt: skip
FONTS: Final = (
    "Arial", "Courier New", "DejaVu Sans", "DejaVu Serif", "Georgia", "Helvetica", "Hiragino Sans", "IPAexGothic",
    "IPAexMincho", "Liberation Sans", "Liberation Serif", "MS Gothic", "MS Mincho", "Meiryo", "Noto Sans",
    "Noto Sans CJK JP", "Noto Serif", "Noto Serif CJK JP", "Roboto", "Segoe UI", "TakaoGothic", "Times New Roman",
    "Ubuntu", "Verdana", "Yu Gothic", "Yu Mincho",
)  # fmt: skip
MEASURE: Final = """async (fonts) => {
  const canvas = document.createElement('canvas');
  canvas.width = 240; canvas.height = 60;
  const pen = canvas.getContext('2d');
  pen.textBaseline = 'top';
  pen.font = '18px sans-serif';
  pen.fillStyle = '#f60'; pen.fillRect(100, 5, 60, 30);
  pen.fillStyle = '#069'; pen.fillText('Tadori 辿り 鐘川橋 Ωß', 4, 12);
  pen.strokeStyle = 'rgba(90,180,0,.7)'; pen.arc(60, 30, 22, 0, 5); pen.stroke();
  const picture = canvas.toDataURL();
  const sample = 'mmmmmmmmmmlli鐘川橋ノ長サ', plain = {};
  for (const base of ['monospace', 'serif']) { pen.font = `40px ${base}`; plain[base] = pen.measureText(sample).width; }
  const there = fonts.filter((font) => ['monospace', 'serif'].some((base) => {
    pen.font = `40px "${font}", ${base}`; return pen.measureText(sample).width !== plain[base]; }));
  const audio = new OfflineAudioContext(1, 4410, 44100);
  const tone = audio.createOscillator(), press = audio.createDynamicsCompressor();
  tone.type = 'triangle'; tone.frequency.value = 1000;
  tone.connect(press); press.connect(audio.destination); tone.start(0);
  const heard = (await audio.startRendering()).getChannelData(0);
  let sum = 0; for (const value of heard) sum += Math.abs(value);
  return {user_agent: navigator.userAgent, languages: [...navigator.languages], fonts: there,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, canvas: picture, audio: sum.toFixed(6)};
}"""
"""Run with `FONTS`, in a page of our own that shows nothing."""


class LockState(StrEnum):
    """The state of a profile's lock."""

    ABSENT = "absent"
    """There is no profile yet."""
    FREE = "free"
    STALE = "stale"
    """Left by a browser that has ended."""
    HELD = "held"
    """A browser has it open."""


def lock_state(profile: Path) -> LockState:
    """Who has `profile` open, from Chrome's own lock: a link to `host-pid`."""
    if not profile.is_dir():
        return LockState.ABSENT
    try:
        target = os.readlink(profile / "SingletonLock")
    except OSError:
        return LockState.FREE
    host, _, pid = target.rpartition("-")
    if host == socket.gethostname() and pid.isdecimal() and not _alive(int(pid)):
        return LockState.STALE
    return LockState.HELD


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class ProfileLock:
    """A profile locked for us until it is released, or until this process ends."""

    def __init__(self, profile: Path, descriptor: int) -> None:
        self.profile = profile
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


async def lock_profile(profile: Path, sleep: Sleep) -> ProfileLock | None:
    """Lock `profile`, creating it if missing and removing a stale lock; None when another process has it."""
    _require_research_profile(profile)
    profile.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(profile.parent / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    for _ in range(int(LEAVING_SECONDS / 0.25)):
        state = lock_state(profile)
        if state is not LockState.HELD:
            break
        await sleep(0.25)
    else:
        os.close(descriptor)
        return None
    if state is LockState.STALE:
        for name in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
            (profile / name).unlink(missing_ok=True)
    return ProfileLock(profile, descriptor)


def _require_research_profile(profile: Path) -> None:
    if profile.name != PROFILE_NAME:
        raise WrongCall(f"{profile} is not a research profile: only a folder named {PROFILE_NAME} is touched")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What a site can identify a browser by; a change between visits would look suspicious."""

    ua_major: int
    user_agent: str
    languages: tuple[str, ...]
    timezone: str
    fonts: tuple[str, ...]
    canvas: str
    audio: str
    """Canvas and audio as the first 16 hex digits of a hash."""


def fingerprint(measured: Mapping[str, Any]) -> Fingerprint:
    """The fingerprint from the result of `MEASURE`."""
    version = re.search(r"Chrom(?:e|ium)/(\d+)", measured["user_agent"])
    return Fingerprint(
        ua_major=int(version.group(1)) if version else 0,
        user_agent=measured["user_agent"],
        languages=tuple(measured["languages"]),
        timezone=measured["timezone"],
        fonts=tuple(measured["fonts"]),
        canvas=_short(measured["canvas"]),
        audio=_short(measured["audio"]),
    )


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class FingerprintDifference:
    """One field of the fingerprint that has changed."""

    name: str
    was: str
    now: str


def compare_fingerprints(baseline: Fingerprint, measured: Fingerprint) -> tuple[FingerprintDifference, ...]:
    """What differs, in the order of the fields; the user agent by its major version only."""
    return tuple(
        FingerprintDifference(
            name=field.name, was=str(getattr(baseline, field.name)), now=str(getattr(measured, field.name))
        )
        for field in fields(Fingerprint)
        if field.name != "user_agent" and getattr(baseline, field.name) != getattr(measured, field.name)
    )


class ProfileRepair(StrEnum):
    """What to do after a health check."""

    NONE = "none"
    BASELINE = "baseline"
    """The first check: the measurement becomes the baseline."""
    FOLLOW = "follow"
    """The browser was updated: the measurement becomes the new baseline."""
    RESTART = "restart"
    RESTORE = "restore"
    """The profile is put back from its backup."""
    ACCEPT = "accept"
    """Neither helped: the machine itself has changed (fonts, time zone); the measurement becomes the new baseline."""


def next_repair(baseline: Fingerprint | None, measured: Fingerprint, *, tries: int, has_backup: bool) -> ProfileRepair:
    """What to do about a fingerprint after `tries` repairs."""
    if baseline is None:
        return ProfileRepair.BASELINE
    if not compare_fingerprints(baseline, measured):
        return ProfileRepair.NONE
    if measured.ua_major > baseline.ua_major:
        return ProfileRepair.FOLLOW
    if tries == 0:
        return ProfileRepair.RESTART
    return ProfileRepair.RESTORE if tries < MAX_TRIES - 1 and has_backup else ProfileRepair.ACCEPT


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileAudit:
    """One line of the audit log."""

    at: datetime
    profile: str
    repair: ProfileRepair
    tries: int
    differences: tuple[FingerprintDifference, ...]


class ProfileHealth:
    """Checks one profile; the caller restarts its browser when the repair says so."""

    def __init__(self, profile: Path, clock: Clock) -> None:
        _require_research_profile(profile)
        self._profile = profile
        self._clock = clock
        self.log: list[ProfileAudit] = []

    def check(self, measured: Fingerprint, *, tries: int) -> ProfileRepair:
        """Compare with the baseline, log the result, and save a new baseline where one is due."""
        baseline = load_baseline(self._profile)
        backup = self._profile.with_name(BACKUP).is_dir()
        repair = next_repair(baseline, measured, tries=tries, has_backup=backup)
        differences = () if baseline is None else compare_fingerprints(baseline, measured)
        line = ProfileAudit(
            at=self._clock(), profile=str(self._profile), repair=repair, tries=tries, differences=differences
        )
        self.log.append(line)
        _append_audit(self._profile, line)
        if repair in {ProfileRepair.BASELINE, ProfileRepair.FOLLOW, ProfileRepair.ACCEPT}:
            save_baseline(self._profile, measured)
        return repair


def load_baseline(profile: Path) -> Fingerprint | None:
    """The stored fingerprint; None when there is none, or it is unreadable."""
    try:
        stored = json.loads((profile.parent / BASELINE).read_text(encoding="utf-8"))
        values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in stored.items()}
        return Fingerprint(**values)
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def save_baseline(profile: Path, measured: Fingerprint) -> None:
    """Save the baseline atomically."""
    path = profile.parent / BASELINE
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(measured), ensure_ascii=False, indent=1), encoding="utf-8")
    part.replace(path)


def _append_audit(profile: Path, line: ProfileAudit) -> None:
    record = {**asdict(line), "at": line.at.isoformat()}
    with (profile.parent / "audit.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(record, ensure_ascii=False) + "\n")


def back_up_profile(profile: Path) -> None:
    """Copy the profile beside itself, without caches. Only while no browser has it open."""
    _require_research_profile(profile)
    backup = profile.with_name(BACKUP)
    part = profile.with_name(f"{BACKUP}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(profile, part, symlinks=True, ignore=shutil.ignore_patterns(*NOT_BACKED_UP))
    shutil.rmtree(backup, ignore_errors=True)
    part.rename(backup)


def restore_profile(profile: Path) -> None:
    """Put the backup in the place of the profile. Only while no browser has it open."""
    _require_research_profile(profile)
    backup = profile.with_name(BACKUP)
    if not backup.is_dir():
        raise WrongCall(f"{backup} does not exist: there is nothing to restore")
    shutil.rmtree(profile, ignore_errors=True)
    shutil.copytree(backup, profile, symlinks=True)
