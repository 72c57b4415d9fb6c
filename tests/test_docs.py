"""Generated documents are what the code says now."""

from docs.generate import ROOT, command_line, requirements


def test_the_requirements_page_lists_the_marked_tests_of_today() -> None:
    assert (ROOT / "docs/requirements.md").read_text(encoding="utf-8") == requirements()


def test_the_command_reference_is_the_programs_own_help() -> None:
    assert (ROOT / "docs/cli.md").read_text(encoding="utf-8") == command_line()
