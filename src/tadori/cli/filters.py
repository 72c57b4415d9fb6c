"""The filters `extract`, `rank` and `judge`: one room of the pipeline each, usable alone.

Files or JSON Lines in, JSON Lines out. A bad line is reported on stderr and skipped.
"""

import json
from pathlib import Path

import click

from tadori.cli.json_lines import run_line_filter
from tadori.errors import TadoriError
from tadori.service.filters import extract_files, extract_pages, judge_filter, rank_filter


@click.command()
@click.argument("files", nargs=-1, required=True)
def extract(files: tuple[str, ...]) -> int:
    """Read FILES (HTML, PDF, text, Markdown, WARC, WACZ) into text and fragments, one JSON line a document.

    An address (https://…) may stand for a file: it is fetched and archived first, as `tadori fetch` does.
    """
    failed = False
    web = [name for name in files if name.lower().startswith(("http://", "https://"))]
    local = [Path(name) for name in files if name not in web]
    for result in (*extract_files(local), *extract_pages(web)):
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
    return run_line_filter(rank_filter())


@click.command()
def judge() -> int:
    """Say whether evidence supports a claim.

    In, a line: {"claim": "…", "evidence": "…"}, with claim_date and evidence_date where known.
    Out, a line: {"stance", "confidence", "shown", "abstained", "grounds"}.
    """
    return run_line_filter(judge_filter())
