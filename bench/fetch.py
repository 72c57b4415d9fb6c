"""What fetching and keeping costs beside curl_cffi and warcio alone, over the same pages of the little web.

The web runs in another process; only the client's CPU is counted. Three clients (see `bench/_fetch_clients.py`) take
turns at the same pages: bare, the rooms fetch + archive, and all of run/ with pacing off; the figure is the median of
the turns. Then a long run: how often each page was asked for, by the server's own log, and memory after the first
thousand pages against the end.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from tests.gates.figures import Figure
from tests.web.little_web import CONTROL
from tests.web.weather import SEEDS

from bench._fetch_clients import Outcome, Plan

HOSTS = 200
TURN = 20
WARM = 3
FEW = 4
"""Pages of a host in the long run before the next host has its turn, so that all connections are open early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    compared: int
    """Pages that each client fetches for the comparison."""
    long: int
    """Pages of the long run."""
    first: int
    """After so many of them memory is looked at for the first time."""


QUICK = Size(compared=600, long=1500, first=500)
WHOLE = Size(compared=3000, long=10_000, first=1000)


def run(quick: bool) -> list[Figure]:
    size = QUICK if quick else WHOLE
    articles = max(size.long, size.compared) * 100 // (HOSTS * 60) + 2
    with little_web(articles) as web:
        turns = fetched(web, ("bare", "rooms", "run"), articles, size.compared, together=articles)[0].turns
        long, asked = fetched(web, ("run",), articles, size.long, together=FEW, first=size.first)
    told = ", ".join(f"{name} {TURN / statistics.median(spent):.0f}" for name, spent in turns.items())
    print(f"         pages per CPU second: {told}", flush=True)
    print(
        f"         {size.long} pages through run/: {size.long / long.wall:.0f} a second, {long.first_mb:.0f} MB after "
        f"{size.first}, {long.end_mb:.0f} MB at the end",
        flush=True,
    )
    return figures(turns, asked, long, size)


def figures(turns: dict[str, list[float]], asked: Counter[str], long: Outcome, size: Size) -> list[Figure]:
    counted = TURN * len(turns["bare"])
    return [
        Figure(
            name="fetch + archive: pages per CPU second ÷ curl_cffi + warcio",
            value=share(turns["bare"], turns["rooms"]),
            floor=0.6,
            aim=None,
            n=counted,
        ),
        Figure(
            name="through run/: pages per CPU second ÷ curl_cffi + warcio",
            value=share(turns["bare"], turns["run"]),
            floor=0.3,
            aim=None,
            n=counted,
        ),
        Figure(
            name="requests per distinct page",
            value=asked.total() / len(asked),
            floor=1.0,
            aim=None,
            n=len(asked),
            at_least=False,
        ),
        Figure(
            name=f"RSS after {size.long} pages ÷ after {size.first}",
            value=long.end_mb / long.first_mb,
            floor=1.1,
            aim=None,
            n=size.long,
            at_least=False,
        ),
    ]


def share(bare: list[float], ours: list[float]) -> float:
    return statistics.median(b / o for b, o in zip(bare, ours, strict=True))


def fetched(
    web: dict[str, Any], clients: tuple[str, ...], articles: int, pages: int, *, together: int, first: int = 0
) -> tuple[Outcome, Counter[str]]:
    """What the clients have cost, in a new folder, and how often the server saw each page asked for."""
    control(web, "/clear")
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(
            clients=clients,
            seed=SEEDS[0],
            hosts=HOSTS,
            articles=articles,
            http_port=web["http_port"],
            https_port=web["https_port"],
            canary_port=web["canary_port"],
            ca_file=web["ca_file"],
            folder=folder,
            pages=pages,
            together=together,
            turn=TURN,
            warm=WARM,
            first=first,
        )
        command = [sys.executable, "-m", "bench._fetch_clients", json.dumps(asdict(plan))]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    # robots.txt is asked for once a host and is no page.
    seen = [f"{line['host']}{line['path']}" for line in control(web, "/log") if line["path"] != "/robots.txt"]
    return Outcome(**json.loads(done.stdout)), Counter(seen)


@contextmanager
def little_web(articles: int) -> Iterator[dict[str, Any]]:
    """The little web in a process of its own; yields its ports."""
    command = [sys.executable, "-m", "tests.web", "--json", "--seed", str(SEEDS[0]), "--hosts", str(HOSTS)]
    command += ["--articles", str(articles), "--scale", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())
        finally:
            server.stdin.close()


def control(web: dict[str, Any], path: str) -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{web['http_port']}{path}", headers={"Host": CONTROL})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())
