"""What docs/mcp-reference.md says, from the published schemas of the MCP tools. `docs/generate.py` writes it."""

import json
from typing import Any

from tadori.mcp.schemas import ERROR_CODES, INPUTS, OUTPUTS, TOOLS
from tadori.mcp.tool_descriptions import DESCRIPTIONS, ERROR_HINTS, TITLES


def reference() -> str:
    """The page."""
    parts = [
        "# MCP tools: reference\n",
        "Written by `./run docs` from the schemas. The guide is [mcp.md](mcp.md) ([日本語](mcp.ja.md)). "
        "Inputs are published as they stand here. Of outputs the server publishes the same without bounds (lengths, "
        "patterns, ranges, numbers of items), which its one exit enforces, and without the fields of the items of "
        "`rounds` and `targets`.\n",
        "Every answer has `ok`. With `ok: false` it has `error: {code, message}`, `error_code`, `error_id` (found in "
        "`logs/mcp-errors.jsonl` of the home) and `details`; `details.hint` says what to do:\n",
        "| code | hint |\n|---|---|\n" + "".join(f"| `{code}` | {ERROR_HINTS[code]} |\n" for code in ERROR_CODES),
    ]
    parts += [_tool(name) for name in TOOLS]
    return "\n".join(parts)


def _tool(name: str) -> str:
    out = OUTPUTS[name]
    own = {key: value for key, value in out["properties"].items() if key not in ("ok", "error", "error_id", "details")}
    own.pop("error_code")
    return "\n".join(
        [
            f"## {name}\n",
            f"*{TITLES[name]}*\n",
            DESCRIPTIONS[name] + "\n",
            "Input:\n",
            _block(INPUTS[name]),
            f"Output with `ok: true` (always there: {', '.join(out['then']['required'])}):\n",
            _block(own),
        ]
    )


def _block(value: Any) -> str:
    return f"```json\n{json.dumps(value, ensure_ascii=False, indent=1)}\n```\n"
