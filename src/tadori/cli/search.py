"""`tadori search` (hits of search engines as JSON Lines) and `tadori engines` (the engines and their health)."""

import json
import sys

import click

from tadori.cli.progress import progress_view
from tadori.model.printable import one_line


@click.command()
@click.argument("query")
@click.option("--provider", "providers", multiple=True, metavar="NAME", help="Engine to ask; all that are on without.")
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="Most hits.")
@click.option("--lang", type=click.Choice(["ja", "en"]), help="Language of the query (default: the query's own).")
def search(query: str, providers: tuple[str, ...], limit: int, lang: str | None) -> int:
    """Ask engines for QUERY. One JSON line a hit: title, url, snippet, date, engine, rank, source_tag.

    Phrases in quotes, site:, filetype:, intitle:, after:, before:, + and - are understood, and written as each engine
    spells them. Answers are kept for a day. Exit code 3 when nothing was found.
    """
    with progress_view(sys.stderr) as view:
        from tadori.service.engines import search_hits  # lazy: the first progress line comes before heavy imports

        hits = search_hits(query, providers=providers, limit=limit, lang=lang, emit=view.show)
    for hit in hits:
        click.echo(json.dumps(hit, ensure_ascii=False))
    return 0 if hits else 3


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line an engine.")
def engines(as_json: bool) -> int:
    """Every engine: whether it is on, what it lacks, how it has been of late, and by what way it is asked next."""
    from tadori.service.engines import engine_rows  # lazy: the first progress line comes before heavy imports

    for row in engine_rows():
        if as_json:
            click.echo(json.dumps(row, ensure_ascii=False))
            continue
        state = "on " if row["on"] else "off"
        lacks = f"needs {row['lacks']}" if row["lacks"] else ""
        seen = f"{row['circuit']}, {row['requests']} asked" if row["requests"] else ""
        proven = "" if row["proven"] else "unproven"
        by = f"by browser: {row['ground']}" if row["route"] == "headless" else ""
        facts = "  ".join(part for part in (lacks, seen, proven, by) if part)
        click.echo(f"{state} {row['name']:<18} {row['kind']:<5} {one_line(', '.join(row['categories'])):<22} {facts}")
    return 0
