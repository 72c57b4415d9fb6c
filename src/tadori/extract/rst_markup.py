"""Teaches docutils the markup of Sphinx and of other generators: any directive and any role that it does not know.

In: the source of a document. Out: its docutils tree. Nothing outside the document is read: inclusion of files and raw
markup are off. What a directive only says to a program (a table of contents, a file to include) stands in the tree as a
comment with its reason, so that it can be counted.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from tadori.text.lazy_pattern import lazy_pattern

WHY: Final = "tadori-why"
"""The attribute of a comment node that says why its words are not read."""
_ONE_AT_A_TIME: Final = threading.Lock()
"""docutils keeps roles in a table of its module."""
_DIRECTIVE: Final = lazy_pattern(r"^[ \t]*(?:\.\. \|[^|\n]{1,80}\| |\.\. )([A-Za-z][\w:+.-]{0,60})[ \t]?::", 8)
_ROLE: Final = lazy_pattern(r":([A-Za-z][\w:+.-]{0,60}):`|`:([A-Za-z][\w:+.-]{0,60}):")
_MOST_NAMES: Final = 1_000
_OURS: Final = frozenset("class date contents sectnum code code-block sourcecode".split())
"""Read by us although docutils knows them: `class` describes a Python class as often as it styles, `date` would print
today's date, code has options that docutils refuses."""
_LENIENT: Final = frozenset(
    "figure image table list-table csv-table rubric math note warning tip hint important caution danger error attention"
    " admonition topic sidebar container epigraph highlights pull-quote compound parsed-literal".split()
)
"""Directives of docutils to which Sphinx adds options: an option that it does not know is no reason not to read it."""
_SETTINGS: Final = {
    "_disable_config": True,
    "docinfo_xform": False,
    "doctitle_xform": True,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "input_encoding": "unicode",
    "line_length_limit": 2_000_000,
    "raw_enabled": False,
    "report_level": 5,
    "smart_quotes": False,
    "syntax_highlight": "none",
    "warning_stream": False,
}


def rst_tree(source: str) -> Any:
    """The docutils tree of `source`. Whatever docutils cannot make sense of stays in it as literal text."""
    from docutils.core import publish_doctree  # lazy: 100 ms; only where such a file is read

    with _ONE_AT_A_TIME, _fresh_roles():
        _make_known(source)
        return publish_doctree(source, settings_overrides=_SETTINGS)


@contextmanager
def _fresh_roles() -> Iterator[None]:
    """A role that a document defines ends with it: docutils would keep it for the next document."""
    from docutils.parsers.rst import roles  # lazy: only where such a file is read

    held = dict(roles._roles)
    try:
        yield
    finally:
        roles._roles.clear()
        roles._roles.update(held)


def _make_known(source: str) -> None:
    from docutils.parsers.rst import directives, roles  # lazy: only where such a file is read

    from tadori.extract.rst_directives import AnyDirective, any_role  # lazy: loads docutils

    known, known_roles = _named_by_docutils()
    for name in sorted({match[1].lower() for match in _DIRECTIVE.finditer(source)})[:_MOST_NAMES]:
        if name not in known or name in _OURS:
            directives.register_directive(name, AnyDirective)
        elif name in _LENIENT:
            directives.register_directive(name, _lenient(name))
    for name in sorted({(match[1] or match[2]).lower() for match in _ROLE.finditer(source)})[:_MOST_NAMES]:
        if name not in known_roles:
            roles.register_local_role(name, any_role)


@cache
def _lenient(name: str) -> Any:
    """The directive of docutils, with any option allowed."""
    from docutils.parsers.rst import directives  # lazy: only where such a file is read
    from docutils.parsers.rst.languages import en  # lazy: only where such a file is read
    from docutils.utils import new_document  # lazy: only where such a file is read

    from tadori.extract.rst_directives import AnyOptions  # lazy: loads docutils

    known, _ = directives.directive(name, en, new_document("", _settings()))
    return type(f"Lenient{known.__name__}", (known,), {"option_spec": AnyOptions(known.option_spec or {})})


@cache
def _settings() -> Any:
    from docutils.frontend import get_default_settings  # lazy: only where such a file is read
    from docutils.parsers.rst import Parser  # lazy: only where such a file is read

    return get_default_settings(Parser)


@cache
def _named_by_docutils() -> tuple[frozenset[str], frozenset[str]]:
    """The directives and roles that docutils knows, by their English names."""
    from docutils.parsers.rst import directives, roles  # lazy: only where such a file is read
    from docutils.parsers.rst.languages import en  # lazy: only where such a file is read

    return frozenset([*en.directives, *directives._directive_registry]), frozenset([*en.roles, *roles._role_registry])
