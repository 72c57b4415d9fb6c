"""Runs a GGUF file with llama.cpp in this process: one request at a time.

Comes in: the path of a GGUF file and request bodies in the form of OpenAI's chat completions. Goes out: chunks of the
answer, to a listener on another thread. llama.cpp insists on serving HTTP as well: it is given a socket file in a
private folder, which is closed and removed as soon as the model is loaded, so nobody can reach it and no network
address is ever bound.
"""

import os
import socket
import stat
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tadori.errors import MissingExtra, ModelUnusable

MAGIC: Final = b"GGUF"
MOST_THREADS: Final = 2
"""Default. Waiting threads spin: beside other work, two threads on two processors are ten times slower than one."""
BATCH: Final = 16
"""Prompt tokens between two checks for cancellation: half a second of a small model on one busy processor."""
BATCH_ON_GPU: Final = 512

ResponseChunk = dict[str, Any]
ChunkListener = Callable[[ResponseChunk], bool]
"""Receives one chunk of an answer on the engine's thread; returning true ends the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufLimits:
    """What a model may use of this machine."""

    threads: int = 0
    context: int = 8192

    @property
    def threads_used(self) -> int:
        return self.threads or max(1, min(MOST_THREADS, (os.cpu_count() or 1) // 2))


@cache
def shared_engine(path: Path, limits: GgufLimits) -> "GgufEngine":
    """The engine of a file, shared by all callers, because each engine holds the whole model in memory.

    Raises:
        ModelUnusable: there is no such file, or it is not a GGUF file.
        MissingExtra: llama.cpp is not installed.
    """
    checked_file(path)
    return GgufEngine(path, limits)


def checked_file(path: Path) -> Path:
    """The path, when a GGUF file is there. Raises `ModelUnusable`."""
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except IsADirectoryError as error:
        raise ModelUnusable(f"{path} is a folder; gguf: takes the path of one file that ends in .gguf") from error
    except OSError as error:
        raise ModelUnusable(f"the model file {path} cannot be read: {error.strerror}") from error
    if start != MAGIC:
        raise ModelUnusable(f"{path} is not a model in the GGUF form: it does not begin with {MAGIC.decode()}")
    return path


def llama_module() -> Any:
    """The Python module of llama.cpp. Raises `MissingExtra`."""
    try:
        import xllamacpp  # lazy: the extra `gguf`
    except ImportError as error:
        raise MissingExtra("a model in this process needs llama.cpp: pip install 'tadori[gguf]'") from error
    return xllamacpp


class GgufEngine:
    """One model in memory, loaded at the first request. Requests are processed one after the other."""

    def __init__(self, path: Path, limits: GgufLimits) -> None:
        self.path, self.limits = path, limits
        self._library = llama_module()
        # One worker: llama.cpp keeps one context, and a second request would only slow the first down.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gguf")
        self._server: Any = None

    def ask(self, body: dict[str, Any], listener: ChunkListener) -> "Future[None]":
        """Starts an answer; `listener` gets its chunks on another thread, and the future is done when it has ended.

        The future raises `ModelUnusable` when the file cannot be loaded, `ValueError` when the body is invalid.
        """
        return self._thread.submit(self._answer, body, listener)

    def idle(self) -> "Future[None]":
        """Done when all requests so far have ended."""
        return self._thread.submit(lambda: None)

    def _answer(self, body: dict[str, Any], listener: ChunkListener) -> None:
        if self._server is None:
            self._server = self._load()
        self._server.handle_chat_completions(body, listener)

    def _load(self) -> Any:
        with tempfile.TemporaryDirectory(prefix="tadori-") as folder:
            socket_path = str(Path(folder) / "m.sock")
            try:
                server = self._library.Server(self._parameters(socket_path))
            except RuntimeError as error:
                raise ModelUnusable(
                    f"llama.cpp cannot load {self.path}: the file is damaged, of a kind it does not know, "
                    "or larger than the memory that is free"
                ) from error
            _close_socket(socket_path)
        return server

    def _parameters(self, socket_path: str) -> Any:
        params = self._library.CommonParams()
        params.model.path = str(self.path)
        params.hostnames, params.port = [socket_path], 0  # a host name that ends in .sock is taken for a socket file
        params.offline, params.ui, params.endpoint_slots = True, False, False
        params.cors_origins = ""
        params.n_ctx, params.n_parallel = self.limits.context, 1
        params.n_batch = params.n_ubatch = BATCH_ON_GPU if self._has_gpu() else BATCH
        params.cache_ram_mib = 0  # earlier prompts would be kept, up to 8 GiB of them
        params.verbosity, params.warmup = -1, False
        for threads in (params.cpuparams, params.cpuparams_batch):
            threads.n_threads = self.limits.threads_used
        return params

    def _has_gpu(self) -> bool:
        kinds = self._library.ggml_backend_dev_type
        gpus = (kinds.GGML_BACKEND_DEVICE_TYPE_GPU, kinds.GGML_BACKEND_DEVICE_TYPE_IGPU)
        return any(device["type"] in gpus for device in self._library.get_device_info())


def _close_socket(socket_path: str) -> None:
    """Closes the listening socket at `socket_path`. Where the system has no /dev/fd, removing the file must do."""
    with suppress(FileNotFoundError):
        for entry in os.listdir("/dev/fd"):
            with suppress(OSError):  # closed since, or of those that cannot be shut
                _close_if(int(entry), socket_path)


def _close_if(number: int, socket_path: str) -> None:
    if stat.S_ISSOCK(os.fstat(number).st_mode):
        with socket.socket(fileno=os.dup(number)) as same:
            if same.getsockname() == socket_path:
                same.shutdown(socket.SHUT_RDWR)
