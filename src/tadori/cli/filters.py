"""Rooms as filters: `extract`, `rank`, `judge`. JSON Lines in, JSON Lines out; a bad line is told and skipped."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tadori.errors import TadoriError


@click.command()
@click.argument("files", nargs=-1, required=True)
def extract(files: tuple[str, ...]) -> int:
    """Read FILES (HTML, PDF, text, Markdown, WARC, WACZ) into text and fragments, one JSON line a document.

    An address (https://…) may stand for a file: it is fetched and archived first, as `tadori fetch` does.
    """
    from tadori import app

    failed = False
    web = [name for name in files if name.lower().startswith(("http://", "https://"))]
    local = [Path(name) for name in files if name not in web]
    for result in (*app.extract_files(local), *app.extract_pages(web)):
        if isinstance(result, TadoriError):
            click.echo(f"tadori: {result}", err=True)
            failed = True
        else:
            click.echo(json.dumps(result, ensure_ascii=False))
    return 1 if failed else 0


@click.command()
def rank() -> int:
    """Order passages by a query.

    In, a line: {"query": "…", "passages": [{"id": "…", "text": "…", "title": "…"}]}.
    Out, a line: {"ranking": [{"id": "…", "score": 0.9}]}.
    """
    from tadori import app

    return _lines(app.ranker())


@click.command()
def judge() -> int:
    """Say whether evidence supports a claim.

    In, a line: {"claim": "…", "evidence": "…"}, with claim_date and evidence_date where known.
    Out, a line: {"stance", "confidence", "shown", "abstained", "grounds"}.
    """
    from tadori import app

    return _lines(app.judge_filter())


def _lines(answer: Callable[[Any], dict[str, Any]]) -> int:
    """Answer every line of stdin; exit code 1 when a line could not be used."""
    failed = False
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            result = answer(json.loads(line))
        except (ValueError, RecursionError, TadoriError) as exc:
            click.echo(f"tadori: line {number}: {exc}", err=True)
            click.echo(json.dumps({"error": str(exc), "line": number}, ensure_ascii=False))
            failed = True
            continue
        click.echo(json.dumps(result, ensure_ascii=False))
    return 1 if failed else 0
