"""The answer forms that a `schema_ref` can name: `answers.ChoiceAnswer` is a class of `minds/llm/answers.py`.

The module is parsed, not imported: viewing templates must neither wait for pydantic nor need it.
"""

import ast
from functools import cache
from importlib.resources import files

from tadori.minds.prompts.template_file import FRAGMENT


@cache
def answer_forms() -> frozenset[str]:
    """Every valid `schema_ref`."""
    source = files("tadori.minds.llm").joinpath("answers.py").read_text(encoding="utf-8")
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return frozenset({FRAGMENT, *(f"answers.{one.name}" for one in classes if one.name.endswith("Answer"))})
