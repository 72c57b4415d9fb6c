"""The little web in a process of its own, for measurements in which the server must not share the client's core or GIL.

`with OutsideWeb(seed=…) as web:` knows the same tables as `LittleWeb`; the log is asked for over HTTP.
"""

import http.client
import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.web.little_web import CONTROL
from tests.web.weather import SEEDS
from tests.web.wire import Seen
from tests.web.world import Ports, World

REPOSITORY: Final = Path(__file__).parent.parent.parent
LONGEST_END_SECONDS: Final = 60


class OutsideWeb(World):
    """Starts `python -m tests.web --json` at once; leaves with it."""

    def __init__(
        self, *, seed: int = SEEDS[0], hosts: int = 100, scale: float = 1.0, articles: int | None = None
    ) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.web",
            "--json",
            f"--seed={seed}",
            f"--hosts={hosts}",
            f"--scale={scale}",
        ]
        if articles is not None:
            command.append(f"--articles={articles}")
        self._process = subprocess.Popen(
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert self._process.stdout is not None
        told = json.loads(self._process.stdout.readline())
        ports = Ports(http=told["http_port"], https=told["https_port"], canary=told["canary_port"])
        super().__init__(seed=seed, hosts=hosts, scale=scale, ports=ports, articles=articles)
        self.ca_file = Path(told["ca_file"])
        self.pid = self._process.pid
        """For whoever counts the server's own work."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The server ends when its standard input does, also when this process is killed.
        self._process.communicate(timeout=LONGEST_END_SECONDS)

    @property
    def http_port(self) -> int:
        return self.ports.http

    @property
    def https_port(self) -> int:
        return self.ports.https

    @property
    def log(self) -> list[Seen]:
        """What was seen until now."""
        return [Seen(**line) for line in json.loads(self._control("/log"))]

    @property
    def canary_knocks(self) -> int:
        return int(self._control("/canary"))

    def clear(self) -> None:
        """Empties the log and forgets who has come."""
        self._control("/clear")

    def _control(self, path: str) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", self.ports.http, timeout=60)
        try:
            connection.request("GET", path, headers={"Host": CONTROL})
            return connection.getresponse().read()
        finally:
            connection.close()
