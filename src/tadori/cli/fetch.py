"""`tadori fetch`: fetched pages as JSON Lines on stdout, progress on stderr."""

import json
import sys

import click

from tadori.cli.progress import progress_view


@click.command()
@click.argument("urls", nargs=-1, required=True)
@click.option(
    "--depth", type=click.IntRange(0, 2), default=0, show_default=True, help="Follow links this far in a site."
)
@click.option("--pages", type=click.IntRange(1, 500), default=20, show_default=True, help="Most pages of a walk.")
@click.option("--about", default="", help="What the walk looks for: links and sitemap entries that say it go first.")
@click.option("--workers", type=click.IntRange(1, 16), default=4, show_default=True, help="Domains asked at a time.")
@click.option("--history", is_flag=True, help="Also compare with the last three copies in the Wayback Machine.")
def fetch(urls: tuple[str, ...], depth: int, pages: int, about: str, workers: int, history: bool) -> int:
    """Bring the pages at URLS and archive them. One JSON line a page: what it is, how it was had, where it is kept.

    One request a domain at a time, robots.txt and a slow pace always; a page that needs a person waits in the auth
    inbox (`tadori auth list`). Exit code: 0 all had, 1 some lost, 2 wrong call.
    """
    lost = 0
    with progress_view(sys.stderr) as view:
        from tadori.service.fetching import fetch_pages  # lazy: the first progress line comes before heavy imports

        for line in fetch_pages(
            urls, depth=depth, pages=pages, about=about, workers=workers, history=history, emit=view.show
        ):
            lost += "lost" in line
            click.echo(json.dumps(line, ensure_ascii=False))
    return 1 if lost else 0
