"""What the conformance suite expects of a server: tools, resources and prompts as the suite describes them."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus, PromptsListChanged, ToolsListChanged
from mcp.shared.exceptions import MCPError

from tadori.mcp.server import Context
from tests.mcp.fixtures_questions import ASKING

Schema = dict[str, Any]
Call = Callable[[Context, Mapping[str, Any]], Awaitable[types.CallToolResult]]
BUS: Final = InMemorySubscriptionBus()
PIXEL: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
SOUND: Final = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
ASKING_PROMPT: Final = "test_input_required_result_prompt"


def text(words: str) -> types.TextContent:
    return types.TextContent(type="text", text=words)


def image() -> types.ImageContent:
    return types.ImageContent(type="image", data=PIXEL, mime_type="image/png")


def embedded(uri: str, media: str, words: str) -> types.EmbeddedResource:
    return types.EmbeddedResource(
        type="resource", resource=types.TextResourceContents(uri=uri, mime_type=media, text=words)
    )


def form(properties: Schema, *required: str) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required)}


_CONTENT: Final[dict[str, list[types.ContentBlock]]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [image()],
    "test_audio_content": [types.AudioContent(type="audio", data=SOUND, mime_type="audio/wav")],
    "test_embedded_resource": [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        image(),
        embedded("test://mixed-content-resource", "application/json", '{"test": "data", "value": 123}'),
    ],
    "json_schema_2020_12_tool": [text("called")],
    "test_custom_headers": [text("called")],
}
_DEFAULTS: Final = form(
    {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
)
_OPTIONS: Final = ["option1", "option2", "option3"]
_TITLED: Final = [{"const": f"value{n}", "title": title} for n, title in enumerate(("First", "Second", "Third"), 1)]
_ENUMS: Final = form(
    {
        "untitledSingle": {"type": "string", "enum": _OPTIONS},
        "titledSingle": {"type": "string", "oneOf": _TITLED},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["Option One", "Option Two"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": _OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": _TITLED}},
    }
)
_PERSON: Final = form({"username": {"type": "string"}, "email": {"type": "string"}}, "username", "email")


def _says(content: list[types.ContentBlock]) -> Call:
    async def call(_context: Context, _given: Mapping[str, Any]) -> types.CallToolResult:
        return types.CallToolResult(content=content)

    return call


def _asks(schema: Schema) -> Call:
    async def call(context: Context, given: Mapping[str, Any]) -> types.CallToolResult:
        words = given.get("message", "Please fill this in")
        answer = await context.session.elicit_form(words, schema, related_request_id=context.request_id)
        told = json.dumps(answer.content or {})
        return types.CallToolResult(content=[text(f"User response: action={answer.action}, content={told}")])

    return call


def _publishes(event: PromptsListChanged | ToolsListChanged) -> Call:
    async def call(_context: Context, _given: Mapping[str, Any]) -> types.CallToolResult:
        await BUS.publish(event)
        return types.CallToolResult(content=[text("changed")])

    return call


async def _fails(_context: Context, _given: Mapping[str, Any]) -> types.CallToolResult:
    words = "This tool intentionally returns an error for testing"
    return types.CallToolResult(content=[text(words)], is_error=True)


async def _logs(context: Context, _given: Mapping[str, Any]) -> types.CallToolResult:
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message("info", words, related_request_id=context.request_id)
    return types.CallToolResult(content=[text("logged")])


async def _progresses(context: Context, _given: Mapping[str, Any]) -> types.CallToolResult:
    for done in (0.0, 50.0, 100.0):
        await context.session.report_progress(done, 100.0, f"{done} of 100")
    return types.CallToolResult(content=[text("done")])


async def _samples(context: Context, given: Mapping[str, Any]) -> types.CallToolResult:
    asked = [types.SamplingMessage(role="user", content=text(given["prompt"]))]
    answer = await context.session.create_message(asked, max_tokens=100, related_request_id=context.request_id)
    return types.CallToolResult(content=[text(f"LLM response: {answer.content}")])


async def _needs_sampling(context: Context, _given: Mapping[str, Any]) -> types.CallToolResult:
    able = context.session.client_capabilities
    if able is None or able.sampling is None:
        needed: Schema = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "this tool needs sampling", needed)
    return types.CallToolResult(content=[text("there is sampling")])


CALLS: Final[dict[str, Call]] = {
    **{name: _says(content) for name, content in _CONTENT.items()},
    "test_error_handling": _fails,
    "test_tool_with_logging": _logs,
    "test_logging_tool": _logs,
    "test_tool_with_progress": _progresses,
    "test_sampling": _samples,
    "test_elicitation": _asks(_PERSON),
    "test_elicitation_sep1034_defaults": _asks(_DEFAULTS),
    "test_elicitation_sep1330_enums": _asks(_ENUMS),
    "test_missing_capability": _needs_sampling,
    "test_trigger_tool_change": _publishes(ToolsListChanged()),
    "test_trigger_prompt_change": _publishes(PromptsListChanged()),
}

_ADDRESS: Final = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
SCHEMAS: Final[dict[str, Schema]] = {
    **{name: form({}) for name in (*CALLS, *ASKING)},
    "test_sampling": form({"prompt": {"type": "string"}}, "prompt"),
    "test_elicitation": form({"message": {"type": "string"}}, "message"),
    "test_custom_headers": form({"region": {"type": "string", "x-mcp-header": "Region"}}, "region"),
    "json_schema_2020_12_tool": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": _ADDRESS},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
}

RESOURCES: Final[dict[str, types.TextResourceContents | types.BlobResourceContents]] = {
    "test://static-text": types.TextResourceContents(
        uri="test://static-text", mime_type="text/plain", text="This is the content of the static text resource."
    ),
    "test://static-binary": types.BlobResourceContents(uri="test://static-binary", mime_type="image/png", blob=PIXEL),
    "test://watched-resource": types.TextResourceContents(
        uri="test://watched-resource", mime_type="text/plain", text="Watched resource content"
    ),
}


def from_template(uri: str) -> types.TextResourceContents:
    name = uri.split("/")[3]
    told = json.dumps({"id": name, "templateTest": True, "data": f"Data for ID: {name}"})
    return types.TextResourceContents(uri=uri, mime_type="application/json", text=told)


def _prompt(name: str, *arguments: str) -> types.Prompt:
    wanted = [types.PromptArgument(name=one, required=True) for one in arguments]
    return types.Prompt(name=name, description="A fixture of the conformance suite", arguments=wanted)


PROMPTS: Final = (
    _prompt("test_simple_prompt"),
    _prompt("test_prompt_with_arguments", "arg1", "arg2"),
    _prompt("test_prompt_with_embedded_resource", "resourceUri"),
    _prompt("test_prompt_with_image"),
    _prompt(ASKING_PROMPT),
)


def prompt(name: str, given: Mapping[str, str]) -> list[types.PromptMessage]:
    """The messages of a prompt; none when it is none of these."""
    content: list[types.ContentBlock] = []
    match name:
        case "test_simple_prompt":
            content = [text("This is a simple prompt for testing.")]
        case "test_prompt_with_arguments":
            content = [text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")]
        case "test_prompt_with_embedded_resource":
            shown = embedded(given["resourceUri"], "text/plain", "Embedded resource content for testing.")
            content = [shown, text("Please process the embedded resource above.")]
        case "test_prompt_with_image":
            content = [image(), text("Please analyze the image above.")]
    return [types.PromptMessage(role="user", content=one) for one in content]
