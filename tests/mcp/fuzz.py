"""Arguments drawn from the published schemas: what fits, what almost fits, and what does not."""

from typing import Any

from hypothesis import strategies as st

from tadori.mcp.schemas import INPUTS, TOOLS

TEXTS = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(
    ["", "橋", "../../etc/passwd", "'; drop table tasks; --", "\x00", "{{7*7}}", "x" * 5000, "task_1", "%s%n", "\u202e"]
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=True) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema allows, nearly: patterns are tried by examples."""
    if "anyOf" in schema:
        return st.one_of([fitting(one) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "object":
            return _objects(schema)
        case "array":
            return st.lists(fitting(schema["items"]), max_size=min(4, schema.get("maxItems", 4)))
        case "integer":
            whole = st.integers(schema.get("minimum", 0), schema.get("maximum", 10**6))
            return whole | whole.map(float)  # JSON knows one kind of number
        case "number":
            return st.floats(schema.get("minimum", 0), schema.get("maximum", 1))
        case "boolean":
            return st.booleans()
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    least = schema.get("minLength", 0)
    return st.text(st.characters(codec="utf-8"), min_size=least, max_size=min(60, schema.get("maxLength", 60)))


def _objects(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    required = set(schema.get("required", ()))
    known = {name: fitting(inner) for name, inner in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: value for name, value in known.items() if name in required},
        optional={name: value | st.none() for name, value in known.items() if name not in required},
    )


@st.composite
def calls(draw: st.DrawFn, tasks: tuple[str, ...] = ()) -> tuple[str, dict[str, Any]]:
    """A tool and arguments: fitting, or fitting but for one place, or anything."""
    tool = draw(st.sampled_from(TOOLS))
    how = draw(st.integers(0, 9))
    if how == 0:
        return tool, draw(st.dictionaries(TEXTS, ANYTHING, max_size=4))
    given = dict(draw(fitting(INPUTS[tool])))
    if "task_id" in given and tasks and draw(st.booleans()):
        given["task_id"] = draw(st.sampled_from(tasks))
    if how <= 5 and given:
        given[draw(st.sampled_from(sorted(given)))] = draw(ANYTHING)
    if tool == "wait_for_user" and isinstance(given.get("options") or {}, dict):
        given["options"] = {**(given.get("options") or {}), "timeout_seconds": 0}
    return tool, given
