"""The MCP server: tools, resources and the prompt over the protocol, the same for stdio and HTTP.

In: requests as the `mcp` library parses them. Out: its result types. The work is done in `tools`. Elicitation works in
both forms of the protocol: older clients are sent a request during the call; newer ones get an "input required" result
and repeat the call with the answer (`pending_questions`).
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from tadori.errors import ClientRefused, TadoriError, WrongCall
from tadori.mcp import prompts, tool_descriptions
from tadori.mcp.arguments import validated_arguments
from tadori.mcp.pending_questions import PendingQuestions
from tadori.mcp.response_filter import ResponseFilter, filtered_resource
from tadori.mcp.schemas import INPUTS, PUBLISHED, TOOLS
from tadori.mcp.tools import USER_WAIT_SECONDS, Elicited, Tools
from tadori.service.clients.redaction import without_paths
from tadori.service.clients.resources import ClientResources
from tadori.service.clients.tasks import Clients
from tadori.service.clients.user_interaction import UserInteraction

Context = ServerRequestContext[Any, Any]
ANSWER_FIELD: Final = "answer"
MAX_REASON_CHARS: Final = 500
RESOURCE_URI: Final = re.compile(r"tadori://(?:tasks/([A-Za-z0-9_-]{4,64})/(report|graph)|pages/([A-Za-z0-9_-]{4,64}))")
_TEMPLATES: Final = (
    ("tadori://tasks/{task_id}/report", "report", "text/markdown", "The checked report of a task / 検証済みの報告書"),
    ("tadori://tasks/{task_id}/graph", "graph", "application/json", "The evidence graph of a task / 根拠グラフ"),
    ("tadori://pages/{page_id}", "page", "text/plain", "An archived page as it was read / 保存されたページ"),
)
_FIXED: Final[tuple[CacheableMethod, ...]] = (
    "tools/list",
    "prompts/list",
    "resources/templates/list",
    "server/discover",
)
# These never change while the server runs: a client need not ask again within five minutes.
CACHE_HINTS: Final = dict.fromkeys(_FIXED, CacheHint(ttl_ms=300_000, scope="public"))


@dataclass(frozen=True, slots=True, kw_only=True)
class McpCaller:
    """The client that sent a tool call: progress and elicitation go to it."""

    context: Context
    params: types.CallToolRequestParams
    late: bool = False
    """Whether the answer in this call arrived after its question had timed out."""

    async def progress(self, done: int, words: str) -> None:
        await self.context.session.report_progress(float(done), None, words)

    async def elicit(self, prompt: str, choices: Sequence[str]) -> Elicited | None:
        if not can_elicit(self.context):
            return None
        if self.late:
            raise TimeoutError
        if is_modern(self.context):
            answer = (self.params.input_responses or {}).get(ANSWER_FIELD)
        else:
            answer = await self.context.session.elicit_form(
                prompt, answer_form(choices), related_request_id=self.context.request_id
            )
        if not isinstance(answer, types.ElicitResult) or answer.action != "accept":
            return Elicited()
        return Elicited(response=str((answer.content or {}).get(ANSWER_FIELD, "")), accepted=True)


def is_modern(context: Context) -> bool:
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def can_elicit(context: Context) -> bool:
    """Whether the client can show a form. A bare `elicitation: {}` counts; url-only elicitation does not."""
    capabilities = context.session.client_capabilities
    elicitation = None if capabilities is None else capabilities.elicitation
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def answer_form(choices: Sequence[str]) -> dict[str, Any]:
    """The JSON schema of a question's form: one text, or one of the choices."""
    answer: dict[str, Any] = {"type": "string", "title": "Answer / 回答"}
    if choices:
        answer["enum"] = list(choices)
    return {"type": "object", "properties": {ANSWER_FIELD: answer}, "required": [ANSWER_FIELD]}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestHandlers:
    """One method for each request of the protocol."""

    tools: Tools
    resources: ClientResources
    questions: PendingQuestions

    async def list_tools(self, _context: Context, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in TOOLS])

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """The input schema of a tool; None when there is no such tool."""
        return INPUTS.get(name)

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        if params.name not in TOOLS:
            raise MCPError(code=types.INVALID_PARAMS, message=f"there is no such tool; there are: {', '.join(TOOLS)}")
        question, late = self._question_to_put(context, params), False
        if question is not None:
            if not self._is_answer_to(params, question):
                return self._input_required(question)
            late = not self.questions.answered_in_time(params.request_state or "")
        caller = McpCaller(context=context, params=params, late=late)
        answer = await self.tools.call(params.name, params.arguments or {}, caller)
        text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=answer,
            is_error=not answer["ok"],
        )

    def _question_to_put(self, context: Context, params: types.CallToolRequestParams) -> dict[str, Any] | None:
        """The arguments of `wait_for_user`, if the client is to show its question as an "input required" result."""
        if params.name != "wait_for_user" or not is_modern(context) or not can_elicit(context):
            return None
        try:
            return validated_arguments(params.name, params.arguments or {})
        except ClientRefused:
            return None

    def _is_answer_to(self, params: types.CallToolRequestParams, question: dict[str, Any]) -> bool:
        """Whether the call carries an answer to this question. A question of another server is put again."""
        has_answer = (params.input_responses or {}).get(ANSWER_FIELD) is not None
        return has_answer and self.questions.is_pending(params.request_state, question)

    def _input_required(self, question: dict[str, Any]) -> types.InputRequiredResult:
        options = question.get("options", {})
        form = types.ElicitRequest(
            params=types.ElicitRequestFormParams(
                message=self.tools.redact(question["prompt"]),
                requested_schema=answer_form(options.get("choices", [])),
            )
        )
        state = self.questions.add(question, options.get("timeout_seconds", USER_WAIT_SECONDS))
        return types.InputRequiredResult(input_requests={ANSWER_FIELD: form}, request_state=state)

    async def list_resources(self, _context: Context, _params: Any) -> types.ListResourcesResult:
        found = []
        for row in self.resources.listed():
            kinds = ("report", "graph") if row["report"] else ("graph",)
            title = self._text(row["question"], 200)
            found += [_resource(f"tadori://tasks/{row['task_id']}/{kind}", kind, title) for kind in kinds]
        return types.ListResourcesResult(resources=found)

    async def list_templates(self, _context: Context, _params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=uri, name=name, mime_type=media, description=about)
                for uri, name, media, about in _TEMPLATES
            ]
        )

    async def read_resource(self, _context: Context, params: types.ReadResourceRequestParams) -> Any:
        uri = {"uri": self._text(str(params.uri), 2100)}
        match = RESOURCE_URI.fullmatch(str(params.uri))
        if match is None:
            raise MCPError(code=types.INVALID_PARAMS, message="there is no such resource", data=uri)
        try:
            text, media = await self._resource(*match.groups())
        except WrongCall as exc:
            message = self._text(f"there is no such resource: {without_paths(str(exc))}", MAX_REASON_CHARS)
            raise MCPError(code=types.INVALID_PARAMS, message=message, data=uri) from None
        except (TadoriError, OSError) as exc:
            self.tools.clients.log.record(exc, "resource")
            raise MCPError(code=types.INVALID_PARAMS, message="there is no such resource (yet)", data=uri) from None
        safe_text = filtered_resource(text, media, self.tools.redact)
        contents = types.TextResourceContents(uri=params.uri, mime_type=media, text=safe_text)
        return types.ReadResourceResult(contents=[contents])

    async def _resource(self, task_id: str | None, kind: str | None, page_id: str | None) -> tuple[str, str]:
        if task_id is None:
            return self.resources.page(page_id or ""), "text/plain"
        if kind == "report":
            return await self.resources.report(task_id), "text/markdown"
        return await self.resources.graph(task_id), "application/json"

    def _text(self, text: str, max_chars: int) -> str:
        """A single text, filtered."""
        found = ResponseFilter(self.tools.redact).value(text, {"type": "string", "maxLength": max_chars}, "text")
        return found if isinstance(found, str) else ""

    async def list_prompts(self, _context: Context, _params: Any) -> types.ListPromptsResult:
        arguments = [
            types.PromptArgument(name="question", description="The research question / 問い", required=True),
            types.PromptArgument(name="language", description="ja or en", required=False),
        ]
        prompt = types.Prompt(name=prompts.NAME, description=prompts.DESCRIPTION, arguments=arguments)
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(self, _context: Context, params: types.GetPromptRequestParams) -> Any:
        arguments = params.arguments or {}
        if params.name != prompts.NAME or not arguments.get("question"):
            raise MCPError(code=types.INVALID_PARAMS, message="the prompt is `research` and needs a question")
        text = prompts.research_prompt(arguments["question"], arguments.get("language", ""))
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompts.DESCRIPTION, messages=[message])

    async def complete(self, _context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Completions for an argument being typed: a task of this home, or a language."""
        match params.ref, params.argument.name:
            case types.PromptReference(name=prompts.NAME), "language":
                offered = ["en", "ja"]
            case types.ResourceTemplateReference(), "task_id":
                offered = [row["task_id"] for row in self.resources.listed()]
            case _:
                offered = []
        matching = [one for one in offered if one.startswith(params.argument.value)]
        return types.CompleteResult(completion=types.Completion(values=matching, total=len(matching), has_more=False))


def make_server(clients: Clients, people: UserInteraction | None = None) -> Server[Any]:
    """The server of one home."""
    tools = Tools(clients=clients, people=people or UserInteraction(clients=clients))
    return build_server(
        RequestHandlers(
            tools=tools, resources=ClientResources(clients=clients), questions=PendingQuestions(clients=clients)
        )
    )


def build_server(handlers: RequestHandlers) -> Server[Any]:
    """The server that answers with `handlers`."""
    return Server(
        "tadori",
        version=version("tadori"),
        title="Tadori",
        instructions=tool_descriptions.INSTRUCTIONS,
        cache_hints=CACHE_HINTS,
        get_tool_input_schema=handlers.input_schema,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_completion=handlers.complete,
    )


def _tool(name: str) -> types.Tool:
    return types.Tool(
        name=name,
        title=tool_descriptions.TITLES[name],
        description=tool_descriptions.DESCRIPTIONS[name],
        input_schema=INPUTS[name],
        output_schema=PUBLISHED[name],
        annotations=types.ToolAnnotations(
            read_only_hint=False,
            destructive_hint=name in tool_descriptions.DESTRUCTIVE,
            idempotent_hint=name in tool_descriptions.IDEMPOTENT,
            open_world_hint=name in tool_descriptions.OPEN_WORLD,
        ),
    )


def _resource(uri: str, kind: str, title: str) -> types.Resource:
    media = "text/markdown" if kind == "report" else "application/json"
    return types.Resource(uri=uri, name=f"{kind} {uri.split('/')[3]}", title=title, mime_type=media)
