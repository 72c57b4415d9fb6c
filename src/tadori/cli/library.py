"""`tadori library add`, `library list` and `library search`: folders of documents as sources."""

import json
import sys
from pathlib import Path

import click

from tadori.cli.event_lines import left_out_words
from tadori.cli.progress import progress_view
from tadori.model.printable import one_line

MAX_PATH_CHARS = 4096
_UNREAD = {
    "file": "files left out",
    "document": "documents not read",
    "part": "parts of documents not read",
    "text": "text left out",
}


@click.group()
def library() -> None:
    """Folders of documents as sources: web pages, PDF, texts, office files, books, tables, programs, saved archives."""


@library.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a folder.")
def add(folders: tuple[Path, ...], as_json: bool) -> int:
    """Index FOLDERS. Only files that have changed since the last time are read."""
    with progress_view(sys.stderr) as view:
        from tadori.service.verbs import library_add  # lazy: the first progress line comes before heavy imports

        rows = library_add(folders, emit=view.show)
    _print(rows, as_json)
    return 0


@library.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a folder.")
@click.option("--lost", is_flag=True, help="Also name the files that could not be read, with the reason.")
def list_(as_json: bool, lost: bool) -> int:
    """Show the indexed folders."""
    from tadori.service.verbs import library_list  # lazy: the first progress line comes before heavy imports

    rows = library_list(with_lost=lost)
    if not rows and not as_json:
        click.echo("no libraries yet; add one with: tadori library add FOLDER")
    _print(rows, as_json)
    return 0


@library.command()
@click.argument("query")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, help="Most hits.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a hit.")
def search(query: str, folders: tuple[Path, ...], limit: int, as_json: bool) -> int:
    """Search FOLDERS (default: every indexed folder) for QUERY."""
    from tadori.service.verbs import library_search  # lazy: the first progress line comes before heavy imports

    hits = library_search(query, folders, limit=limit)
    for hit in hits:
        if as_json:
            click.echo(json.dumps(hit, ensure_ascii=False))
        else:
            click.echo(f"{hit['rank']:>2}. {one_line(hit['title'])}  {hit['date'] or ''}")
            click.echo(f"    {one_line(hit['url'], MAX_PATH_CHARS)}\n    {one_line(hit['snippet'], 200)}")
    if not hits and not as_json:
        click.echo("nothing found")
    return 0


def _print(rows: list[dict[str, object]], as_json: bool) -> None:
    for row in rows:
        if as_json:
            click.echo(json.dumps(row, ensure_ascii=False))
            continue
        folder = one_line(str(row["folder"]), MAX_PATH_CHARS)
        unread = row["unread"]
        assert isinstance(unread, list)
        files_out = tuple(
            (line["reason"], line["count"]) for line in unread if line["kind"] == "file" and line["count"]
        )
        more = left_out_words(files_out)
        click.echo(f"{folder}: {row['documents']} documents, {row['lost']} lost ({row['languages']}){more}")
        for line in unread[len(files_out) :]:
            click.echo(f"  {_UNREAD[line['kind']]}: {_unread_count(line)} ({one_line(line['reason'], 200)})")
        files = row.get("lost_files", [])
        assert isinstance(files, list)
        for item in files:
            click.echo(f"  lost {one_line(item['url'], MAX_PATH_CHARS)}: {one_line(item['reason'], 500)}")


def _unread_count(line: dict[str, object]) -> str:
    return f"{line['characters']} characters of {line['count']} documents" if line["characters"] else str(line["count"])
