"""`tadori evaluate`: measures this program on public data sets; prints a table beside published figures."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from tadori.model.printable import one_line, printable, unfiltered

_WIDTH_IN_PIPES = 150


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The folder with the data sets (default: TADORI_DATA, or ../shared/data).",
)
@click.option("--quick", is_flag=True, help="A pinned sample of each set: minutes instead of hours.")
@click.option("--out", type=click.Path(path_type=Path), help="Write evaluation.md, .json and .html there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of the table.")
def evaluate(names: tuple[str, ...], data: Path | None, quick: bool, out: Path | None, as_json: bool) -> int:
    """Measure Tadori on public data (評価): its figures beside targets, baselines and published figures.

    NAME is an area: extraction, retrieval, stance, calibration, duplicates, conflicts, injection, multihop, support,
    answers; or one data set of it. Sets that the folder does not have are named and left out. Ctrl-C ends measuring and
    keeps what was measured (exit 130).
    """
    progress = _Progress()
    from tadori.service import evaluation as verbs  # lazy: the first progress line comes before numpy

    try:
        found = verbs.evaluate(names, data=data, quick=quick, out=out, tell=progress.tell, started=progress.started)
    finally:
        progress.close()
    if as_json:
        click.echo(verbs.evaluation_json(found), nl=False)
    else:
        _print_table(verbs.evaluation_rows(found))
        click.echo(verbs.evaluation_summary(found))
    for one in found.left_out:
        click.echo(f"left out / 測定できず  {one.set} ({one.why.value}): {one_line(one.reason, 400)}", err=True)
    if out is not None:
        click.echo(f"written / 書き出し: {out}", err=True)
    return 130 if found.interrupted else 0


class _Progress:
    """One line that is updated in place on a terminal; elsewhere one line for each data set."""

    def __init__(self) -> None:
        self._set = ""
        self._status: Any = None
        if sys.stderr.isatty():
            from rich.console import Console  # lazy: rich is only needed on a terminal

            self._status = Console(file=unfiltered(sys.stderr)).status("measuring / 測定しています")
            self._status.start()
        else:
            click.echo("tadori: measuring / 測定しています", err=True)

    def started(self, area: str, name: str) -> None:
        self._set = f"{area}: {name}"
        if self._status is None:
            click.echo(self._set, err=True)
        else:
            self._status.update(self._set)

    def tell(self, words: str) -> None:
        if self._status is not None:
            self._status.update(printable(f"{self._set}  {words}"))

    def close(self) -> None:
        if self._status is not None:
            self._status.stop()


def _print_table(rows: Sequence[tuple[str, Sequence[str]]]) -> None:
    from rich import box  # lazy: rich is not needed for --json
    from rich.console import Console  # lazy: as above
    from rich.table import Table  # lazy: as above
    from rich.text import Text  # lazy: as above

    console = Console(file=unfiltered(sys.stdout), width=None if sys.stdout.isatty() else _WIDTH_IN_PIPES)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name, ratio in (("set", 4), ("figure", 6)):
        table.add_column(name, ratio=ratio, overflow="fold")
    for name in ("ours", "target"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("baseline", "published"):
        table.add_column(name, ratio=5, style="dim", overflow="fold")
    table.add_column("n", justify="right", no_wrap=True)
    last_area = last_set = ""
    for area, (name, *others) in rows:
        if area != last_area:
            table.add_section()
            table.add_row(Text(area, style="bold cyan"))
        same = (area, name) == (last_area, last_set)
        table.add_row(Text("" if same else printable(name)), *(_styled(cell) for cell in others))
        last_area, last_set = area, name
    console.print(table)


def _styled(cell: str) -> Any:
    from rich.text import Text  # lazy: rich is not needed for --json

    return Text(printable(cell), style="green" if cell.endswith("✓") else "yellow" if cell.endswith("✗") else "")
