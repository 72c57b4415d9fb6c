"""What to write where, so that a client knows Tadori: snippets for the common ones. Nothing is written anywhere."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientConfig:
    """Where a client keeps its servers."""

    where: str
    key: str
    """The table that holds them."""
    form: str = "json"
    extra: tuple[tuple[str, str | int], ...] = ()
    """What its table has besides the command."""


CLIENT_CONFIGS: Final[dict[str, ClientConfig]] = {
    "claude-code": ClientConfig(
        where=".mcp.json in the project, or: claude mcp add tadori -- COMMAND", key="mcpServers"
    ),
    "claude-desktop": ClientConfig(
        where="claude_desktop_config.json (Settings → Developer → Edit Config)", key="mcpServers"
    ),
    "cursor": ClientConfig(where="~/.cursor/mcp.json, or .cursor/mcp.json in the project", key="mcpServers"),
    "vscode": ClientConfig(where=".vscode/mcp.json", key="servers", extra=(("type", "stdio"),)),
    "windsurf": ClientConfig(where="~/.codeium/windsurf/mcp_config.json", key="mcpServers"),
    "gemini-cli": ClientConfig(where="~/.gemini/settings.json", key="mcpServers"),
    "zed": ClientConfig(where="settings.json", key="context_servers"),
    # Its calls end after a minute; a question to the user may take five.
    "codex": ClientConfig(
        where="~/.codex/config.toml", key="mcp_servers", form="toml", extra=(("tool_timeout_sec", 330),)
    ),
}


def config_snippet(client: str, command: Sequence[str]) -> str:
    """What to write, and where, for one client."""
    place = CLIENT_CONFIGS[client]
    return f"# {place.where}\n{_toml(place, command) if place.form == 'toml' else _json(place, command)}\n"


def _json(place: ClientConfig, command: Sequence[str]) -> str:
    server = {**dict(place.extra), "command": command[0], "args": list(command[1:])}
    return json.dumps({place.key: {"tadori": server}}, ensure_ascii=False, indent=2)


def _toml(place: ClientConfig, command: Sequence[str]) -> str:
    arguments = ", ".join(json.dumps(part, ensure_ascii=False) for part in command[1:])
    first = json.dumps(command[0], ensure_ascii=False)
    more = "".join(f"\n{name} = {json.dumps(value)}" for name, value in place.extra)
    return f"[{place.key}.tadori]\ncommand = {first}\nargs = [{arguments}]{more}"
