"""The markup that docutils does not know: any directive and any role, as Sphinx and other generators have them.

Loads docutils; imported only where a reStructuredText file is read. What a directive says only to a program (a table of
contents, a file to include) becomes a comment with its reason, so that it can be counted.
"""

from typing import Any, Final

from docutils import nodes, utils
from docutils.parsers.rst import Directive

from tadori.extract.rst_markup import WHY
from tadori.text.lazy_pattern import lazy_pattern

_CODE: Final = frozenset(
    "code code-block sourcecode prompt doctest testcode testsetup testoutput testcleanup ipython graphviz digraph graph"
    " plantuml uml mermaid productionlist parsed-literal jupyter-execute command-output program-output".split()
)
_NAVIGATION: Final = frozenset("toctree index tocdepth contents autosummary".split())
_ORDERS: Final = frozenset(
    "currentmodule module highlight default-domain tabularcolumns program highlightlang py:module py:currentmodule"
    " js:module c:namespace cpp:namespace cpp:namespace-push cpp:namespace-pop todolist codeauthor"
    " sectionauthor".split()
)
_OTHER_FILES: Final = frozenset("literalinclude include mdinclude download".split())
_CONDITIONS: Final = frozenset("only ifconfig".split())
_OBJECTS: Final = frozenset(
    "function class method classmethod staticmethod attribute data exception decorator decoratormethod property option"
    " envvar describe object confval setting directive role macro type struct member var enum enumerator cmdoption"
    " opcode pdbcommand rst:directive rst:role".split()
)
_VERSIONS: Final = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
    "deprecated-removed": "Deprecated since version",
    "versionremoved": "Removed in version",
}
_NAME: Final = lazy_pattern(r"^!?(.*?)\s*<[^<>]*>$", 16)


class AnyOptions(dict[str, Any]):
    """The options of a directive: those it knows, and any other one as written."""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Any:
        return lambda value: value


class AnyDirective(Directive):  # type: ignore[misc]
    """A directive whose argument and content are text."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = AnyOptions()

    def run(self) -> list[Any]:
        name = self.name.lower()
        body = "\n".join(self.content)
        if name == "date":
            return [nodes.inline("", "")]
        if why := _why_not_read(name):
            return [_left_out(why, " ".join([*self.arguments, body]))]
        if name in _CODE or name.endswith("::code"):
            return [nodes.literal_block(body, body)] if body.strip() else []
        if name in _VERSIONS:
            return self._version(_VERSIONS[name])
        return self._described(name)

    def _version(self, words: str) -> list[Any]:
        """As the finished page says it: `Added in version 3.8: …`."""
        number, rest = [*(self.arguments or [""])[0].split(None, 1), "", ""][:2]
        inside = self._content()
        first = inside[0] if inside and isinstance(inside[0], nodes.paragraph) else None
        said = nodes.paragraph("", "", nodes.Text(f"{words} {number}" + (":" if rest or first is not None else ".")))
        if rest:
            said += nodes.Text(" ")
            said += self._inline(rest)
        if first is not None:
            said += nodes.Text(" ")
            said += first.children
            inside = inside[1:]
        return [said, *inside]

    def _described(self, name: str) -> list[Any]:
        inside = self._content()
        argument = (self.arguments or [""])[0]
        is_style = name == "class" and "(" not in argument and not inside
        if not argument or name in _CONDITIONS or is_style or name == "rst-class":
            return inside
        if name in _OBJECTS or ":" in name:
            terms = [nodes.term("", "", nodes.Text(line.strip(" \\"))) for line in argument.splitlines()]
            return [nodes.definition_list("", nodes.definition_list_item("", *terms, nodes.definition("", *inside)))]
        return [nodes.paragraph("", "", *self._inline(argument)), *inside]

    def _inline(self, text: str) -> list[Any]:
        found, messages = self.state.inline_text(text, self.lineno)
        return [*found, *messages]

    def _content(self) -> list[Any]:
        holder = nodes.Element()
        if self.content:
            memo = self.state.memo
            styles, level = memo.title_styles, memo.section_level
            memo.title_styles, memo.section_level = [], 0
            try:
                self.state.nested_parse(self.content, self.content_offset, holder, match_titles=True)
            finally:
                memo.title_styles, memo.section_level = styles, level
        return list(holder.children)


def any_role(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Any,
    options: Any = None,
    content: Any = None,
) -> tuple[list[Any], list[Any]]:
    """The words that a reader of the finished page sees: `the guide <guide>` is the guide, `~json.dumps` is dumps."""
    words = utils.unescape(text)
    titled = _NAME.match(words)
    if titled and titled[1]:
        words = titled[1]
    elif words.startswith("~"):
        words = words[1:].rpartition(".")[2]
    return [nodes.inline(rawtext, words.removeprefix("!"))], []


def _why_not_read(name: str) -> str:
    if name in _NAVIGATION:
        return "table of contents"
    if name in _ORDERS or name == "sectnum" or name.startswith("auto"):
        return "order to a program"
    return "text of another file that is included" if name in _OTHER_FILES else ""


def _left_out(why: str, words: str) -> Any:
    comment = nodes.comment(words, words)
    comment[WHY] = why
    return comment
