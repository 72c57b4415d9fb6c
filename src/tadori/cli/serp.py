"""`tadori serp`, a filter: a search engine's result page in, its organic results out, one JSON line each."""

import json
import sys
from typing import Final

import click

from tadori.errors import WrongCall
from tadori.service.serp import result_page_reader

_MAX_READ_BYTES: Final = 64_000_000
"""The parser refuses pages far smaller than this with its own message; this only bounds memory."""


@click.command()
@click.argument("engine")
@click.option("--url", default="", help="Address the page came from; relative links are read against it.")
@click.option(
    "--status", type=click.IntRange(100, 599), default=200, show_default=True, help="HTTP status it came with."
)
def serp(engine: str, url: str, status: int) -> int:
    """Read a result page of ENGINE on stdin (tadori serp mojeek < page.html).

    Out, a line a result: {"title", "url", "snippet", "date", "engine", "rank", "source_tag"}. A page that says that
    nothing was found gives no line; a captcha or a page that cannot be read is told on stderr, exit 1.
    """
    read = result_page_reader(engine, url=url, status=status)
    hits = read(_stdin(engine))
    for hit in hits:
        click.echo(json.dumps(hit, ensure_ascii=False))
    if not hits:
        click.echo(f"tadori: {engine} says that there are no results", err=True)
    return 0


def _stdin(engine: str) -> bytes:
    if sys.stdin.isatty():
        raise WrongCall(f"give the result page on stdin (tadori serp {engine} < page.html)")
    body = sys.stdin.buffer.read(_MAX_READ_BYTES)
    if not body.strip():
        raise WrongCall(f"stdin is empty: give the result page as it came (tadori serp {engine} < page.html)")
    return body
