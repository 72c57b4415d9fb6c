"""Fixtures that lack an input and say so (the newer era): answered with what they want to know, then with a result."""

from typing import Any, Final

import mcp_types as types

from tadori.mcp.server import Context

Requests = dict[str, types.CreateMessageRequest | types.ListRootsRequest | types.ElicitRequest]
STATE: Final = "round 1"


def _form(words: str, field: str, kind: str = "string") -> types.ElicitRequest:
    schema: dict[str, Any] = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=words, requested_schema=schema))


def _sample(words: str) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text=words))
    return types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[message], max_tokens=100))


_NAME: Final = _form("What is your name?", "name")
_AGREED: Final = _form("Please confirm", "ok", "boolean")
_PREFIX: Final = "test_input_required_result_"
ASKING: Final[dict[str, Requests]] = {
    f"{_PREFIX}elicitation": {"user_name": _NAME},
    "test_streaming_elicitation": {"user_name": _NAME},
    f"{_PREFIX}sampling": {"capital_question": _sample("What is the capital of France?")},
    f"{_PREFIX}list_roots": {"client_roots": types.ListRootsRequest()},
    f"{_PREFIX}request_state": {"confirm": _AGREED},
    f"{_PREFIX}tampered_state": {"confirm": _AGREED},
    f"{_PREFIX}multiple_inputs": {
        "user_name": _NAME,
        "greeting": _sample("Generate a greeting"),
        "client_roots": types.ListRootsRequest(),
    },
    f"{_PREFIX}multi_round": {"step1": _NAME},
    f"{_PREFIX}capabilities": {"user_name": _NAME, "greeting": _sample("Generate a greeting")},
}
_STATEFUL: Final = {
    f"{_PREFIX}{name}" for name in ("request_state", "tampered_state", "multiple_inputs", "multi_round")
}
_SECOND: Final[Requests] = {"step2": _form("What is your favorite color?", "color")}


def asked(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult | types.InputRequiredResult:
    """What is still wanted, or the result."""
    wanted = _possible(context, ASKING[params.name])
    state = STATE if params.name in _STATEFUL else None
    given = params.input_responses or {}
    if params.name.endswith("multi_round") and params.request_state is not None:
        # Whoever comes with a state has answered the first question; the second has a state of its own.
        wanted, state = _SECOND, "round 2"
    if not wanted.keys() <= given.keys():
        return types.InputRequiredResult(input_requests=dict(wanted), request_state=state)
    told = f"state-ok: {sorted(given)}" if params.request_state is not None else f"heard: {sorted(given)}"
    return types.CallToolResult(content=[types.TextContent(type="text", text=told)])


def asked_by_prompt(params: types.GetPromptRequestParams) -> types.GetPromptResult | types.InputRequiredResult:
    answer = (params.input_responses or {}).get("user_context")
    if not isinstance(answer, types.ElicitResult):
        wanted = _form("What context should the prompt use?", "context")
        return types.InputRequiredResult(input_requests={"user_context": wanted})
    content = types.TextContent(type="text", text=f"Prompt with context: {answer.content}")
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])


def _possible(context: Context, requests: Requests) -> Requests:
    """Of these requests, those that the client can answer."""
    able = context.session.client_capabilities or types.ClientCapabilities()
    can = {
        "elicitation/create": able.elicitation is not None,
        "sampling/createMessage": able.sampling is not None,
        "roots/list": able.roots is not None,
    }
    return {name: request for name, request in requests.items() if can[request.method]}
