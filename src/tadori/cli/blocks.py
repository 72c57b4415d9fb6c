"""`tadori blocks`, a filter: HTML pages in, the kind of block each one is (captcha, login, …) out, as JSON Lines."""

import json
import sys
from pathlib import Path

import click

from tadori.cli.bounded import read_file, read_stdin
from tadori.errors import WrongCall
from tadori.service.auth import detect_block

MAX_HEADER_BYTES = 1_000_000
MAX_PAGE_BYTES = 64_000_000


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--status", type=click.IntRange(100, 599), default=200, show_default=True, help="HTTP status it came with."
)
@click.option(
    "--headers",
    type=click.Path(path_type=Path),
    help="File with its HTTP headers: lines of `Name: value`, or a JSON object.",
)
@click.option("--url", default="", help="Address it came from.")
def blocks(files: tuple[Path, ...], status: int, headers: Path | None, url: str) -> int:
    """Say what stands in the way of a page: FILES, or the page on stdin.

    Out, a line: {"kind": "none|cloudflare|turnstile|hcaptcha|recaptcha|captcha|login|cookie_wall|paywall|rate_limit|
    soft_404|js_required", "grounds": ["…"]}; with several files also "file".
    """
    header_pairs = _headers(headers)
    if not files:
        line = detect_block(_stdin(), status=status, headers=header_pairs, url=url)
        click.echo(json.dumps(line, ensure_ascii=False))
        return 0
    failed = False
    for file in files:
        try:
            body = read_file(file, MAX_PAGE_BYTES)
        except WrongCall as exc:
            click.echo(f"tadori: {exc}", err=True)
            failed = True
            continue
        line = detect_block(body, status=status, headers=header_pairs, url=url)
        named = {"file": str(file), **line} if len(files) > 1 else line
        click.echo(json.dumps(named, ensure_ascii=False))
    return 1 if failed else 0


def _stdin() -> bytes:
    if sys.stdin.isatty():
        raise WrongCall("give a page on stdin (tadori blocks < page.html) or as a file")
    body = read_stdin("the page", MAX_PAGE_BYTES)
    if not body:
        raise WrongCall("stdin is empty: give the page as it came (tadori blocks < page.html)")
    return body


def _headers(path: Path | None) -> list[tuple[str, str]]:
    """Headers from a file as `curl -D` saves it, or from JSON; names in lower case."""
    if path is None:
        return []
    try:
        with path.open("rb") as file:
            text = file.read(MAX_HEADER_BYTES).decode("utf-8", errors="replace")
    except OSError as exc:
        raise WrongCall(f"{path} cannot be read: {exc.strerror}") from exc
    if text.lstrip().startswith(("{", "[")):
        return _json_headers(text, path)
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("HTTP/"):
            continue
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise WrongCall(f"{path}, line {number}: a header must look like `Name: value`, not {line[:80]!r}")
        pairs.append((name.strip().lower(), value.strip()))
    return pairs


def _json_headers(text: str, path: Path) -> list[tuple[str, str]]:
    malformed = WrongCall(f'{path}: headers in JSON must be an object {{"name": "value"}} or a list of [name, value]')
    try:
        data = json.loads(text)
    except ValueError as exc:
        raise WrongCall(f"{path} is not valid JSON: {exc}") from exc
    except RecursionError as exc:
        raise WrongCall(f"{path} is not usable JSON: it is nested too deep") from exc
    pairs = list(data.items()) if isinstance(data, dict) else data
    if not isinstance(pairs, list):
        raise malformed
    out: list[tuple[str, str]] = []
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise malformed
        out.append((pair[0].lower(), pair[1]))
    return out
