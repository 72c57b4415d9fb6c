"""Configuration snippets that register Tadori with common MCP clients. Text out; no file is written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientConfig:
    """Where and how a client configures its MCP servers."""

    location: str
    key: str
    """The table or object that holds the servers."""
    format: str = "json"
    extra: tuple[tuple[str, str | int], ...] = ()
    """Entries besides the command."""


CLIENT_CONFIGS: Final[dict[str, ClientConfig]] = {
    "claude-code": ClientConfig(
        location=".mcp.json in the project, or: claude mcp add tadori -- COMMAND", key="mcpServers"
    ),
    "claude-desktop": ClientConfig(
        location="claude_desktop_config.json (Settings → Developer → Edit Config)", key="mcpServers"
    ),
    "cursor": ClientConfig(location="~/.cursor/mcp.json, or .cursor/mcp.json in the project", key="mcpServers"),
    "vscode": ClientConfig(location=".vscode/mcp.json", key="servers", extra=(("type", "stdio"),)),
    "windsurf": ClientConfig(location="~/.codeium/windsurf/mcp_config.json", key="mcpServers"),
    "gemini-cli": ClientConfig(location="~/.gemini/settings.json", key="mcpServers"),
    "zed": ClientConfig(location="settings.json", key="context_servers"),
    # By default its calls time out after a minute; a question to the user may take five.
    "codex": ClientConfig(
        location="~/.codex/config.toml", key="mcp_servers", format="toml", extra=(("tool_timeout_sec", 330),)
    ),
}


def config_snippet(client: str, command: Sequence[str]) -> str:
    """The snippet for one client, with the file it belongs into as a comment."""
    config = CLIENT_CONFIGS[client]
    return f"# {config.location}\n{_toml(config, command) if config.format == 'toml' else _json(config, command)}\n"


def _json(config: ClientConfig, command: Sequence[str]) -> str:
    server = {**dict(config.extra), "command": command[0], "args": list(command[1:])}
    return json.dumps({config.key: {"tadori": server}}, ensure_ascii=False, indent=2)


def _toml(config: ClientConfig, command: Sequence[str]) -> str:
    arguments = ", ".join(json.dumps(part, ensure_ascii=False) for part in command[1:])
    first = json.dumps(command[0], ensure_ascii=False)
    more = "".join(f"\n{name} = {json.dumps(value)}" for name, value in config.extra)
    return f"[{config.key}.tadori]\ncommand = {first}\nargs = [{arguments}]{more}"
