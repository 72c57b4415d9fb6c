"""An HTTP client for a local model server (a container beside us): JSON, bounded in size and time.

Comes in: the address from settings and plain data. Goes out: plain data. Only this machine is contacted, and hosts that
the settings allow: requests contain what is being researched. No proxy, no redirect, no cookie. Every failure is a
`ModelUnusable` with a sentence. Two kinds of server are recognised: text-embeddings-inference (`GET /info`) and
infinity (`GET /models`).
"""

import json
import re
import threading
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from typing import Any, Final

from tadori.errors import AddressForbidden, ConfigError, ModelUnusable
from tadori.minds.base import ComputeSlot
from tadori.model.thresholds import MODEL_ANSWER_BYTES, MODEL_ANSWER_SECONDS, MODEL_BATCH_ROWS, MODEL_HEALTH_SECONDS
from tadori.text.urls import WebUrl, split_url

TEI, INFINITY = "text-embeddings-inference", "infinity"
_LOCAL_NAME: Final = "localhost"
_PORT: Final = re.compile(r":\d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeLimits:
    """Limits of one HTTP exchange with a model server."""

    answer_bytes: int = MODEL_ANSWER_BYTES
    answer_seconds: float = MODEL_ANSWER_SECONDS
    health_seconds: float = MODEL_HEALTH_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedModel:
    """What a server says about itself."""

    kind: str
    model: str
    batch: int
    """Texts it accepts at once."""


class ModelServer:
    """The server at `address`. Raises `ConfigError` when it may not be contacted."""

    def __init__(
        self,
        address: str,
        allow: Sequence[str] = (),
        limits: ExchangeLimits | None = None,
        turn: ComputeSlot = nullcontext,
    ) -> None:
        """`turn` is waited for before the server computes, and held while it does."""
        self._turn = turn
        self._url = checked_address(address, allow)
        self._limits = limits or ExchangeLimits()
        self._alone = threading.Lock()

    @property
    def place(self) -> str:
        return self._url.origin

    @cached_property
    def served(self) -> ServedModel:
        """The model it serves, after a health check; requested once."""
        with self._alone:
            self._exchange("/health", None)
            info = self._known("/info")
            if info is not None:
                return self._of_tei(info)
            models = self._known("/models")
        entries = models.get("data") if models is not None else None
        if isinstance(entries, list) and entries and isinstance(entries[0], dict) and "id" in entries[0]:
            return ServedModel(kind=INFINITY, model=str(entries[0]["id"])[:200], batch=MODEL_BATCH_ROWS)
        raise ModelUnusable(f"{self.place} says neither at /info nor at /models which model it serves")

    def _of_tei(self, info: dict[str, Any]) -> ServedModel:
        if not isinstance(info.get("model_id"), str):
            raise ModelUnusable(f"{self.place} does not say at /info which model it serves")
        most = info.get("max_client_batch_size")
        named = info["model_id"] + (f"@{info['model_sha'][:12]}" if isinstance(info.get("model_sha"), str) else "")
        rows = min(most, MODEL_BATCH_ROWS) if isinstance(most, int) and most > 0 else MODEL_BATCH_ROWS
        return ServedModel(kind=TEI, model=named[:200], batch=rows)

    def post(self, path: str, given: dict[str, Any]) -> Any:
        """The JSON that it answers."""
        body = json.dumps(given, ensure_ascii=False).encode(errors="replace")
        with self._turn():
            status, answer = self._exchange(path, body)
        if status != 200:
            raise ModelUnusable(f"{self.place}{path} answered {status}: {_error_text(answer)}")
        return self._read(path, answer)

    def _known(self, path: str) -> dict[str, Any] | None:
        """The JSON object at `path`; None where there is none."""
        status, answer = self._exchange(path, None)
        if status != 200:
            return None
        parsed = self._read(path, answer)
        return parsed if isinstance(parsed, dict) else None

    def _read(self, path: str, answer: bytes) -> Any:
        try:
            return json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise ModelUnusable(f"{self.place}{path} answered something that is not JSON") from error

    def _exchange(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Status and body. `/health` must answer 200."""
        from curl_cffi import Curl, CurlError, CurlInfo  # lazy: .3 s, only for a model behind a server

        curl, held = Curl(), _Held(self._limits.answer_bytes)
        try:
            self._prepare(curl, path, body, held)
            curl.perform()
            status = int(curl.getinfo(CurlInfo.RESPONSE_CODE))  # type: ignore[arg-type]
        except _TooMuchError as error:
            raise ModelUnusable(f"{self.place}{path} answered more than {held.most} bytes") from error
        except CurlError as error:
            raise ModelUnusable(f"{self.place}{path}: {self._curl_message(int(error.code), body)}") from error
        finally:
            curl.close()
        if path == "/health" and status != 200:
            raise ModelUnusable(f"{self.place} is not well: /health answered {status}")
        return status, b"".join(held.chunks)

    def _prepare(self, curl: Any, path: str, body: bytes | None, held: "_Held") -> None:
        from curl_cffi import CurlOpt  # lazy: .3 s, only for a model behind a server

        seconds = self._limits.health_seconds if body is None else self._limits.answer_seconds
        options: dict[Any, Any] = {
            CurlOpt.URL: (self._url.origin + self._url.target.rstrip("/") + path).encode(),
            CurlOpt.PROTOCOLS_STR: "http,https",
            CurlOpt.FOLLOWLOCATION: 0,
            CurlOpt.NOSIGNAL: 1,  # curl would use SIGALRM for timeouts, which only the main thread may
            CurlOpt.PROXY: "",
            CurlOpt.NOPROXY: "*",
            CurlOpt.TIMEOUT_MS: int(seconds * 1000),
            CurlOpt.CONNECTTIMEOUT_MS: int(min(seconds, self._limits.health_seconds) * 1000),
            CurlOpt.MAXFILESIZE_LARGE: held.most,
            CurlOpt.HTTPHEADER: [b"Content-Type: application/json", b"Accept: application/json", b"Expect:"],
            CurlOpt.WRITEFUNCTION: held.take,
            CurlOpt.HEADERFUNCTION: held.head,
        }
        if self._url.host == _LOCAL_NAME:  # whatever a name service says of it
            options[CurlOpt.RESOLVE] = [f"{_LOCAL_NAME}:{self._url.port}:127.0.0.1,[::1]"]
        if body is not None:
            options |= {CurlOpt.POST: 1, CurlOpt.POSTFIELDS: body, CurlOpt.POSTFIELDSIZE: len(body)}
        for option, value in options.items():
            curl.setopt(option, value)

    def _curl_message(self, code: int, body: bytes | None) -> str:
        seconds = self._limits.health_seconds if body is None else self._limits.answer_seconds
        return {
            6: "there is no such host",
            7: "nothing answers there",
            28: f"no answer within {seconds:g} s",
            52: "the connection was closed without an answer",
            63: f"answered more than {self._limits.answer_bytes} bytes",
        }.get(code, f"the exchange failed (curl {code})")


def checked_address(address: str, allow: Sequence[str]) -> WebUrl:
    """The parsed address, if it is on this machine or allowed by name. Raises `ConfigError`."""
    try:
        url = split_url(address)
    except AddressForbidden as error:
        raise ConfigError(f"[models]: {address} is not the address of a model server: {error.reason}") from error
    is_local = url.host == _LOCAL_NAME or (url.address is not None and ip_address(url.address).is_loopback)
    if is_local or any(_names(entry.strip(), url) for entry in allow):
        return url
    raise ConfigError(
        f"[models]: {url.host} is not this machine; what is researched would be sent there. If that is meant, write"
        f' allow = ["{url.host}:{url.port}"] under [models]'
    )


def _names(entry: str, url: WebUrl) -> bool:
    """Whether an entry, `host` or `host:port`, matches `url`."""
    try:
        place = split_url(f"{url.scheme}://{entry}")
    except AddressForbidden as error:
        raise ConfigError(f"[models]: {entry!r} in allow is neither a host nor host:port") from error
    return place.host == url.host and (_PORT.search(entry) is None or place.port == url.port)


class _TooMuchError(Exception):
    """Aborts a transfer from inside curl's callback."""


class _Held:
    """The bytes received so far, up to `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.chunks: list[bytes] = []
        self._size = 0

    def take(self, chunk: bytes) -> int:
        self.chunks.append(chunk)
        return self.head(chunk)

    def head(self, chunk: bytes) -> int:
        self._size += len(chunk)
        if self._size > self.most:
            raise _TooMuchError
        return len(chunk)


def _error_text(answer: bytes) -> str:
    """The start of an error body, on one line."""
    return " ".join(answer[:600].decode(errors="replace").split())[:200] or "nothing"
