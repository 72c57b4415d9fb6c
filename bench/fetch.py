"""What fetching and keeping costs beside curl_cffi and warcio alone, over the same pages of the little web.

The web runs in another process; only the client's CPU is counted. Three clients, one process each (see
`bench/_fetch_clients.py`): bare, the rooms fetch + archive, and all of run/ with pacing off. Also from the same run:
how often each page was asked for (the server's own log), and memory after the first thousand pages against the end.
"""

import json
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    compared: int
    """Pages that each client fetches for the comparison."""
    rounds: int
    long: int
    """Pages of the long run that memory is watched in."""
    first: int


QUICK = Size(compared=400, rounds=2, long=1500, first=500)
WHOLE = Size(compared=1200, rounds=3, long=10_000, first=1000)
WARM = 60
FEW = 4
"""Pages of a host in the long run before the next host has its turn, so that all connections are open early."""


def run(quick: bool) -> list[Figure]:
    size = QUICK if quick else WHOLE
    articles = size.long * 100 // (HOSTS * 60) + 2
    with little_web(articles) as web:
        best: dict[str, float] = {}
        asked = list[Counter[str]]()
        for _ in range(size.rounds):
            for role in ("bare", "rooms", "run"):
                outcome, log = fetched(web, role, articles, size.compared, together=articles)
                best[role] = max(best.get(role, 0.0), outcome.pages / outcome.cpu)
                asked += [log] if role != "bare" else []
        long, log = fetched(web, "run", articles, size.long, together=FEW, first=size.first)
        asked.append(log)
    told = ", ".join(f"{role} {rate:.0f}" for role, rate in best.items())
    print(f"         pages per CPU second: {told}", flush=True)
    print(
        f"         {size.long} pages through run/: {size.long / long.wall:.0f} a second, {long.first_mb:.0f} MB after "
        f"{size.first}, {long.end_mb:.0f} MB at the end",
        flush=True,
    )
    return figures(best, asked, long, size)


def figures(best: dict[str, float], asked: list[Counter[str]], long: Outcome, size: Size) -> list[Figure]:
    requests = sum(log.total() for log in asked) / sum(len(log) for log in asked)
    return [
        Figure(
            name="fetch + archive: pages per CPU second ÷ curl_cffi + warcio",
            value=best["rooms"] / best["bare"],
            floor=0.6,
            aim=None,
            n=size.compared - WARM,
        ),
        Figure(
            name="through run/: pages per CPU second ÷ curl_cffi + warcio",
            value=best["run"] / best["bare"],
            floor=0.3,
            aim=None,
            n=size.compared - WARM,
        ),
        Figure(
            name="requests per distinct page",
            value=requests,
            floor=1.0,
            aim=None,
            n=sum(len(log) for log in asked),
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


def fetched(
    web: dict[str, Any], role: str, articles: int, pages: int, *, together: int, first: int = 0
) -> tuple[Outcome, Counter[str]]:
    """One client's run in a new folder, and how often the server saw each page asked for."""
    control(web, "/clear")
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(
            role=role,
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
            warm=WARM,
            first=first,
        )
        command = [sys.executable, "-m", "bench._fetch_clients", json.dumps(asdict(plan))]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    seen = control(web, "/log")
    # robots.txt is asked for once a host and is no page.
    return Outcome(**json.loads(done.stdout)), Counter(
        f"{line['host']}{line['path']}" for line in seen if line["path"] != "/robots.txt"
    )


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
