"""`tadori mcp`: runs the server on stdio or HTTP; prints configuration for clients; answers questions to the user."""

import asyncio
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

import click

from tadori.errors import ConfigError, MissingExtra
from tadori.mcp.install import CLIENT_CONFIGS, config_snippet
from tadori.service.clients.serving import answer_local_question, question_lines, server_token, serving, token_file
from tadori.service.clients.tasks import Clients

SHORTEST_LIMIT: Final = 1.0
LONGEST_LIMIT: Final = 3600.0
"""Seconds of a call. Below the first every search would be reported as running; above the last no client waits."""


def _soft_limit(seconds: float) -> float:
    if not SHORTEST_LIMIT <= seconds <= LONGEST_LIMIT:  # not-a-number is in no range
        raise click.BadParameter(f"{seconds:g} is not from {SHORTEST_LIMIT:g} to {LONGEST_LIMIT:g} seconds.")
    return seconds


@click.group(invoke_without_command=True)
@click.option("--http", is_flag=True, help="Serve streamable HTTP instead of stdio.")
@click.option("--host", default="127.0.0.1", show_default=True, help="With --http: the address to listen on.")
@click.option(
    "--allowed-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="With --http: another name (or name:port) to answer for, as of a proxy; may be repeated.",
)
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="With --http.")
@click.option("--library", "libraries", multiple=True, type=click.Path(path_type=Path), help="Search this folder too.")
@click.option("--provider", "providers", multiple=True, help="An engine by name, or `web` for all that are on.")
@click.option(
    "--soft-limit",
    default=40.0,
    show_default=True,
    callback=lambda _ctx, _param, seconds: _soft_limit(seconds),
    help="Seconds (1 to 3600) until a search is told as running.",
)
@click.option("--workers", default=4, show_default=True, type=click.IntRange(1, 16), help="Searches at once, at most.")
@click.pass_context
def mcp(
    ctx: click.Context,
    http: bool,
    host: str,
    names: tuple[str, ...],
    port: int,
    libraries: tuple[Path, ...],
    providers: tuple[str, ...],
    soft_limit: float,
    workers: int,
) -> int:
    """Serve Tadori's eleven tools to a client AI, over stdio or HTTP.

    With folders and no --provider, tasks search the folders only. `tadori mcp install CLIENT --print` shows how a
    client is told about it.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    if names and not http:
        raise click.UsageError("--allowed-host goes with --http")
    if importlib.util.find_spec("mcp") is None:
        raise MissingExtra("the MCP server is an extra: pip install 'tadori[mcp]'")
    options: dict[str, Any] = {
        "libraries": libraries,
        "providers": providers,
        "soft_limit": soft_limit,
        "workers": workers,
    }
    return asyncio.run(_http(host, names, port, options) if http else _stdio(options))


def _exit_code(clients: Clients, code: int) -> int:
    """The exit code of a closed server. Exits at once if threads are still in a long step of a search.

    Python would wait for such threads. Not waiting is the same as a crash: every finished step is stored, and the next
    server continues.
    """
    if clients.is_cut_off:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


async def _stdio(options: dict[str, Any]) -> int:
    from mcp.server.stdio import stdio_server  # lazy: the optional extra `mcp`

    from tadori.mcp.server import make_server  # lazy: needs the extra `mcp`

    if sys.stdin.isatty():
        click.echo(
            "waiting for an MCP client on stdin; `tadori mcp install CLIENT --print` sets one up (Ctrl-C ends)",
            err=True,
        )
    async with serving(**options) as clients:
        server = make_server(clients)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    return _exit_code(clients, 0)


async def _http(host: str, names: tuple[str, ...], port: int, options: dict[str, Any]) -> int:
    from tadori.mcp.http import (  # lazy: needs the extra `mcp`
        MCP_PATH,
        WILDCARD_ADDRESSES,
        checked_host_name,
        http_server,
        listening_socket,
    )
    from tadori.mcp.server import make_server  # lazy: needs the extra `mcp`

    for name in names:
        checked_host_name(name)
    file = token_file()
    token = server_token(file)
    try:
        listening = listening_socket(host, port)
    except OSError as exc:
        raise ConfigError(f"cannot listen on {host}:{port}: {exc.strerror or exc}") from exc
    with listening:
        async with serving(**options) as clients:
            shown_host = "127.0.0.1" if host in WILDCARD_ADDRESSES else f"[{host}]" if ":" in host else host
            click.echo(f"http://{shown_host}:{listening.getsockname()[1]}{MCP_PATH}  (token: {file})", err=True)
            if host in WILDCARD_ADDRESSES and not names:
                click.echo(
                    "only clients on this machine are answered: --allowed-host NAME names what others call it", err=True
                )
            web = http_server(make_server(clients), token, listening, (host, *names))
            await web.serve(sockets=[listening])
    return _exit_code(clients, web.exit_code)


@mcp.command()
@click.argument("client", type=click.Choice(sorted(CLIENT_CONFIGS)))
@click.option("--print", "_print", is_flag=True, help="Show the snippet. Files of other programs are never written.")
@click.option("--library", "libraries", multiple=True, type=click.Path(path_type=Path), help="A folder to search.")
def install(client: str, _print: bool, libraries: tuple[Path, ...]) -> int:
    """Show what to write into a client's configuration."""
    beside = Path(sys.executable).with_name("tadori")
    command = [str(beside) if beside.exists() else shutil.which("tadori") or "tadori"]
    folders = [part for folder in libraries for part in ("--library", str(folder.expanduser().absolute()))]
    click.echo(config_snippet(client, [*command, "mcp", *folders]), nl=False)
    return 0


@mcp.command()
@click.argument("words", nargs=-1)
@click.option("--id", "name", default="", help="Which question, when several wait.")
def answer(words: tuple[str, ...], name: str) -> int:
    """Answer the question that a client AI has put; without words, show what is asked.

    Exit code 3 when nothing is asked.
    """
    if words:
        answer_local_question(name, " ".join(words))
        return 0
    waiting = question_lines()
    click.echo("\n".join(waiting) if waiting else "no question waits", err=not waiting)
    return 0 if waiting else 3
