"""The auth inbox of one home (§3.6.1): pages that wait for a person to log in or solve a captcha, and the sessions.

Comes in: pages that were blocked on every route. Goes out: waiting pages, alerts, unblocked pages, and the session of a
domain. A session is a file that only its owner can read; it is used for its own domain only, and never written to the
database, the log or an event. It opens no browser and fetches nothing.
"""

import json
import os
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tadori.errors import ConfigError, StorageFull, WrongCall
from tadori.fetch.policy import policy_after_person
from tadori.model.doors import Clock
from tadori.model.graph import TrustLevel
from tadori.model.web import AuthItem, AuthPriority, AuthState, BlockKind, Cookie, WebSession
from tadori.model.web_thresholds import AUTH_CRITICAL_AT, AUTH_CRITICAL_HIGH_AT, AUTH_WARNING_AT, SESSION_DAYS
from tadori.store import auth as rows
from tadori.store.auth import WAITING, Intervention
from tadori.store.database import Store
from tadori.store.domains import policy_of, save_policy
from tadori.text.urls import registrable

_PRIMARY: Final = frozenset({TrustLevel.PRIMARY, TrustLevel.GOVERNMENT, TrustLevel.ACADEMIC})


def default_priority(trust: TrustLevel) -> AuthPriority:
    """The default priority of a blocked page: primary sources first (§3.6.1)."""
    if trust in _PRIMARY:
        return AuthPriority.HIGH
    return AuthPriority.LOW if trust in (TrustLevel.LOW, TrustLevel.BLOCKED) else AuthPriority.NORMAL


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthSummary:
    """Summary of the waiting pages, with the fields of `get_status` (§3.6.1)."""

    pending_count: int
    high_priority_count: int
    domains: tuple[str, ...]
    oldest_queued_at: datetime | None
    by_auth_type: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthAlert:
    level: str
    """`warning` or `critical`."""
    message: str


@dataclass(slots=True)
class AuthInbox:
    store: Store
    clock: Clock
    sessions_folder: Path
    _read: dict[str, tuple[tuple[int, int, int], WebSession]] = field(default_factory=dict, repr=False)
    """Cached sessions, each with its file's inode, time and size: another process may write a new session."""

    def enqueue(self, item: AuthItem) -> bool:
        """Add a page; False when it is already waiting or a person has skipped it."""
        with self.store.write() as db:
            return rows.add_item(db, item)

    def pending(
        self,
        *,
        task_id: str | None = None,
        domain: str | None = None,
        kind: BlockKind | None = None,
        priority: AuthPriority | None = None,
    ) -> list[AuthItem]:
        """The waiting pages, high priority first, then the longest waiting."""
        with self.store.read() as db:
            return rows.items(db, task_id=task_id, domain=domain, kind=kind, priority=priority)

    def summary(self) -> AuthSummary:
        waiting = self.pending()
        kinds = Counter(item.kind.value for item in waiting)
        return AuthSummary(
            pending_count=len(waiting),
            high_priority_count=sum(item.priority is AuthPriority.HIGH for item in waiting),
            domains=tuple(sorted({item.domain for item in waiting})),
            oldest_queued_at=min((item.queued_at for item in waiting), default=None),
            by_auth_type=dict(sorted(kinds.items())),
        )

    def alerts(self) -> tuple[AuthAlert, ...]:
        """The alert that `get_status` adds to its warnings; none while few pages wait."""
        now = self.summary()
        words = f"{now.pending_count} pages wait for a person, {now.high_priority_count} of them of high priority"
        if now.pending_count >= AUTH_CRITICAL_AT or now.high_priority_count >= AUTH_CRITICAL_HIGH_AT:
            return (AuthAlert(level="critical", message=words),)
        if now.pending_count >= AUTH_WARNING_AT:
            return (AuthAlert(level="warning", message=words),)
        return ()

    def named(self, name: str) -> list[AuthItem]:
        """The waiting pages that `name` means: a domain, a host below one, an id, or the start or end of an id.

        Raises:
            WrongCall: nothing of that name waits, or it fits the ids of several pages.
        """
        of_domain = self.pending(domain=_domain(name))
        if of_domain:
            return of_domain
        with self.store.read() as db:
            known = rows.items_named(db, name)
        waiting = [item for item in known if item.state in WAITING]
        if len(waiting) > 1:
            raise WrongCall(f"{name!r} fits {len(waiting)} pages: {', '.join(item.id for item in waiting)}")
        if known and not waiting:
            states = ", ".join(sorted({item.state.value for item in known}))
            raise WrongCall(f"{name} does not wait any more: it is {states}")
        return waiting or self.of_domain(name)

    def of_domain(self, domain: str) -> list[AuthItem]:
        """The pages of a domain that wait. Raises WrongCall when there are none."""
        found = self.pending(domain=_domain(domain))
        if not found:
            waiting = self.summary().domains
            there = f"there wait: {', '.join(waiting)}" if waiting else "the inbox is empty"
            raise WrongCall(f"nothing of {domain!r} waits for a person; {there}")
        return found

    def resolve(self, name: str) -> list[AuthItem]:
        """A person has unblocked the page `name`, or the domain `name` with all its pages of all tasks."""
        return self._close(self.named(name), AuthState.RESOLVED, None)

    def skip(self, name: str, *, reason: str = "") -> list[AuthItem]:
        """A person gives up the page, or every page of the domain."""
        return self._close(self.named(name), AuthState.SKIPPED, reason or None)

    def _close(self, closing: list[AuthItem], state: AuthState, note: str | None) -> list[AuthItem]:
        now = self.clock()
        with self.store.write() as db:
            waiting = {item.id for item in rows.items(db)}
            closing = [item for item in closing if item.id in waiting]  # another process may have closed some of them
            if not closing:
                raise WrongCall("it does not wait any more: somebody has just closed it")
            rows.set_state(db, [item.id for item in closing], state, at=now, note=note)
            if state is AuthState.RESOLVED:
                for domain in sorted({item.domain for item in closing}):
                    save_policy(db, policy_after_person(policy_of(db, domain), now=now))
        return [replace(item, state=state, closed_at=now, note=item.note if note is None else note) for item in closing]

    def begin(self, domain: str) -> int:
        """A browser window for `domain` opens; returns the number for `end`. Raises WrongCall when nothing waits."""
        shown = self.of_domain(domain)
        with self.store.write() as db:
            rows.set_state(db, [item.id for item in shown], AuthState.OPEN)
            return rows.start_intervention(db, shown[0], self.clock())

    def end(self, number: int, domain: str, result: str, *, reason: str = "") -> list[AuthItem]:
        """The window is closed: `resolved`, `skipped`, or `left` and `failed`, after which the pages keep waiting."""
        now = self.clock()
        closed: list[AuthItem] = []
        if result == "resolved":
            closed = self._close(self.of_domain(domain), AuthState.RESOLVED, None)
        elif result == "skipped":
            closed = self._close(self.of_domain(domain), AuthState.SKIPPED, reason or None)
        with self.store.write() as db:
            if not closed:
                rows.set_state(db, [item.id for item in rows.items(db, domain=domain)], AuthState.PENDING)
            rows.end_intervention(db, number, at=now, result=result)
        return closed

    def log(self, *, limit: int = 50) -> list[Intervention]:
        """What persons did, newest first (§3.6.3)."""
        with self.store.read() as db:
            return rows.interventions(db, limit=limit)

    def save_session(self, session: WebSession) -> None:
        """Save a session for its domain, without cookies of other domains.

        Raises:
            StorageFull: the disk is full.
            ConfigError: the folder cannot be written.
        """
        domain = registrable(session.domain)
        own = tuple(cookie for cookie in session.cookies if registrable(cookie.domain) == domain)
        kept = replace(session, domain=domain, cookies=own)
        try:
            _write_private(self._file(domain), json.dumps(_plain(kept), ensure_ascii=False).encode())
        except OSError as exc:
            if exc.errno in (28, 122):  # ENOSPC, EDQUOT
                raise StorageFull(f"the disk that holds {self.sessions_folder} is full") from exc
            raise ConfigError(f"the session of {domain} cannot be kept in {self.sessions_folder}: {exc}") from exc

    def session_of(self, domain: str) -> WebSession | None:
        """The valid session of a host's registrable domain; None if there is none or it has expired."""
        own = registrable(domain)
        session = self._session(own)
        now = self.clock()
        if session is None or now - session.saved_at > timedelta(days=SESSION_DAYS):
            return None
        stamp = now.timestamp()
        fresh = tuple(c for c in session.cookies if c.expires is None or c.expires > stamp)
        return session if len(fresh) == len(session.cookies) else replace(session, cookies=fresh)

    def sessions(self) -> list[WebSession]:
        """All sessions, also expired ones; unreadable files are skipped."""
        found = (_loaded(file) for file in sorted(self.sessions_folder.glob("*.json")))
        return [session for session in found if session is not None]

    def _session(self, domain: str) -> WebSession | None:
        file = self._file(domain)
        try:
            facts = file.stat()
        except FileNotFoundError:
            self._read.pop(domain, None)
            return None
        # The inode changes with every save, because files are replaced and never edited.
        mark = (facts.st_ino, facts.st_mtime_ns, facts.st_size)
        known = self._read.get(domain)
        if known is not None and known[0] == mark:
            return known[1]
        session = _loaded(file)
        if session is None or session.domain != domain:
            return None
        self._read[domain] = (mark, session)
        return session

    def _file(self, domain: str) -> Path:
        name = quote(domain, safe="")
        return self.sessions_folder / f"{name if len(name) <= 200 else sha256(name.encode()).hexdigest()}.json"


def _domain(name: str) -> str:
    return registrable(name.strip().lower())


def _write_private(file: Path, data: bytes) -> None:
    """Write `data` atomically, never readable by others: `mkstemp` opens with O_EXCL and mode 0600."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file.parent.chmod(0o700)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".session-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _plain(session: WebSession) -> dict[str, Any]:
    return {**asdict(session), "saved_at": session.saved_at.isoformat()}


def _loaded(file: Path) -> WebSession | None:
    """The session in a file; None when the file is missing or unreadable."""
    try:
        data = json.loads(file.read_bytes())
        return WebSession(
            domain=data["domain"],
            cookies=tuple(Cookie(**cookie) for cookie in data["cookies"]),
            user_agent=data["user_agent"],
            accept_language=data["accept_language"],
            saved_at=datetime.fromisoformat(data["saved_at"]),
            by_person=data["by_person"],
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        return None
