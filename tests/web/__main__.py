"""`python -m tests.web`: the little web for a person, until Ctrl-C; with `--json`, for a program, until that ends."""

import argparse
import json
import signal
import sys
import threading
from pathlib import Path

from tests.web.home import write_home
from tests.web.little_web import LittleWeb
from tests.web.weather import SEEDS, Weather


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEEDS[0], help="draws the weather and the words")
    parser.add_argument("--hosts", type=int, default=100, help="how many hosts have weather")
    parser.add_argument("--articles", type=int, help="articles a host (4 to 8 without)")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies every time a server takes")
    parser.add_argument("--port", type=int, default=0, help="of HTTP; 0 draws a free one")
    parser.add_argument("--https-port", type=int, default=0, help="of HTTPS; 0 draws a free one")
    parser.add_argument("--home", type=Path, help="write a TADORI_HOME there that knows this web")
    parser.add_argument("--json", action="store_true", help="one line of JSON, then serve until standard input ends")
    given = parser.parse_args()
    with LittleWeb(
        seed=given.seed,
        hosts=given.hosts,
        articles=given.articles,
        scale=given.scale,
        port=given.port,
        https_port=given.https_port,
    ) as web:
        if given.home is not None:
            write_home(web, given.home)
        if given.json:
            _say(json.dumps(_ports(web)))
            sys.stdin.read()
        else:
            _say(table(web, given.home))
            _wait()


def table(web: LittleWeb, home: Path | None = None) -> str:
    """Every host with its weather and an address, the traps by name, and how to come here."""
    first = {page.host: page.url for page in reversed(web.pages)}
    rows = [f"{host.name:<42} {host.weather:<20} {host.lang}  {first[host.name]}" for host in web.hosts]
    count = {weather: len([h for h in web.hosts if h.weather is weather]) for weather in Weather}
    plain = next(page.url for page in web.pages if page.weather is Weather.PLAIN)
    secure = plain.replace("http://", "https://").replace(f":{web.http_port}/", f":{web.https_port}/")
    host = next(page.host for page in web.pages if page.weather is Weather.PLAIN)
    return "\n".join(
        [
            f"{'host':<42} {'weather':<20} lang  sample",
            *rows,
            "",
            *(f"hostile  {kind:<24} {url}" for kind, url in web.hostile.items()),
            *(f"wall     {kind:<24} {url}" for kind, url in web.walls.items()),
            *(f"robots   {kind:<24} {web.url(name)}" for kind, name in web.robots.items()),
            *(f"special  {purpose:<24} {web.url(name)}" for purpose, name in web.special.items()),
            *(f"engine   {engine.plan.style:<24} {engine.base}" for engine in web.engines.values()),
            *(f"topic    {topic.key:<24} {topic.questions[0].text}" for topic in web.topics),
            f"archive  {len(web.snapshots)} pages have copies, e.g. {web.snapshots[next(iter(web.snapshots))][0].url}",
            "",
            f"seed {web.seed}: " + ", ".join(f"{number} {weather}" for weather, number in count.items()),
            f"HTTP on 127.0.0.1:{web.http_port}, HTTPS on 127.0.0.1:{web.https_port}. Names are known here only:",
            f"  curl --resolve '{host}:{web.http_port}:127.0.0.1' {plain}",
            f"  curl --resolve '{host}:{web.https_port}:127.0.0.1' --cacert {web.ca_file} {secure}",
            f"  chromium {' '.join(_quoted(flag) for flag in web.chromium_flags)} --user-data-dir=$(mktemp -d) {plain}",
            f"  TADORI_HOME={home} ./run fetch {plain}"
            if home
            else "  Tadori: start this with --home FOLDER, and use that folder as TADORI_HOME.",
            "Ctrl-C ends it.",
        ]
    )


def _ports(web: LittleWeb) -> dict[str, object]:
    return {
        "http_port": web.http_port,
        "https_port": web.https_port,
        "canary_port": web.ports.canary,
        "ca_file": str(web.ca_file),
        "ca_spki": web.ca_spki,
    }


def _quoted(flag: str) -> str:
    return f"'{flag}'"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _wait() -> None:
    """Until Ctrl-C or a polite kill."""
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    done.wait()


if __name__ == "__main__":
    main()
