"""The published JSON Schemas of the eleven tools: what goes in, what comes out."""

from typing import Any, Final

from tadori.mcp.inputs import INPUTS
from tadori.mcp.outputs import ERROR_CODES, OUTPUTS

TOOLS: Final[tuple[str, ...]] = tuple(INPUTS)


def schemas() -> dict[str, Any]:
    """Every tool's input and output, for the reference and for tests."""
    return {name: {"input": INPUTS[name], "output": OUTPUTS[name]} for name in TOOLS}


__all__ = ["ERROR_CODES", "INPUTS", "OUTPUTS", "TOOLS", "schemas"]
