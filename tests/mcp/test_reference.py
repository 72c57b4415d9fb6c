"""The reference of the tools is what the server publishes."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_reference_page_is_written_from_the_published_schemas() -> None:
    spec = importlib.util.spec_from_file_location("mcp_reference", DOCS / "mcp_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / "mcp-reference.md").read_text(encoding="utf-8") == module.reference()
