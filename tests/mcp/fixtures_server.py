"""Our server with what the conformance suite calls beside the eleven tools, and no token wanted. For tests alone.

`python -m tests.mcp.fixtures_server` prints its address and serves on loopback until its input ends. Handlers, the
server made from them, Host and Origin checks, bounds and rate are those of the program; a front that no program has
hands the token in, so that even the door is the program's own. Nothing here is shipped.
"""

import asyncio
import contextlib
import itertools
import sys
import threading
from collections.abc import Mapping
from typing import Any, Final

import click
import mcp_types as types
import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import ListenHandler
from starlette.types import ASGIApp, Receive, Scope, Send

from tadori.mcp.http import MCP_PATH, http_app, listening_socket
from tadori.mcp.pending_questions import PendingQuestions
from tadori.mcp.server import Context, RequestHandlers, build_server
from tadori.mcp.tools import Tools
from tadori.service.clients.resources import ClientResources
from tadori.service.clients.serving import server_token, serving, token_file
from tadori.service.clients.user_interaction import UserInteraction
from tests.mcp import fixtures
from tests.mcp.fixtures_questions import ASKING, asked, asked_by_prompt

TEMPLATE: Final = "test://template/{id}/data"
HOST: Final = "127.0.0.1"


class Fixtures(RequestHandlers):
    """Our handlers, and the fixtures beside them: whatever is none of these is answered as ever."""

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        return fixtures.SCHEMAS.get(name) or super().input_schema(name)

    async def list_tools(self, context: Context, params: Any) -> types.ListToolsResult:
        ours = await super().list_tools(context, params)
        more = [
            types.Tool(name=name, description="A fixture of the conformance suite", input_schema=schema)
            for name, schema in fixtures.SCHEMAS.items()
        ]
        return types.ListToolsResult(tools=[*ours.tools, *more])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        if params.name in ASKING:
            return asked(context, params)
        if params.name in fixtures.CALLS:
            return await fixtures.CALLS[params.name](context, params.arguments or {})
        return await super().call_tool(context, params)

    async def list_resources(self, context: Context, params: Any) -> types.ListResourcesResult:
        ours = await super().list_resources(context, params)
        more = [
            types.Resource(uri=uri, name=uri, mime_type=content.mime_type)
            for uri, content in fixtures.RESOURCES.items()
        ]
        return types.ListResourcesResult(resources=[*ours.resources, *more])

    async def list_templates(self, context: Context, params: Any) -> types.ListResourceTemplatesResult:
        ours = await super().list_templates(context, params)
        more = types.ResourceTemplate(uri_template=TEMPLATE, name="template", mime_type="application/json")
        return types.ListResourceTemplatesResult(resource_templates=[*ours.resource_templates, more])

    async def read_resource(self, context: Context, params: types.ReadResourceRequestParams) -> Any:
        uri = str(params.uri)
        if uri in fixtures.RESOURCES:
            return types.ReadResourceResult(contents=[fixtures.RESOURCES[uri]])
        if uri.startswith("test://template/") and uri.endswith("/data"):
            return types.ReadResourceResult(contents=[fixtures.from_template(uri)])
        return await super().read_resource(context, params)

    async def list_prompts(self, context: Context, params: Any) -> types.ListPromptsResult:
        ours = await super().list_prompts(context, params)
        return types.ListPromptsResult(prompts=[*ours.prompts, *fixtures.PROMPTS])

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> Any:
        if params.name == fixtures.ASKING_PROMPT:
            return asked_by_prompt(params)
        messages = fixtures.prompt(params.name, params.arguments or {})
        return types.GetPromptResult(messages=messages) if messages else await super().get_prompt(context, params)


async def _accept(_context: Context, _params: Any) -> types.EmptyResult:
    return types.EmptyResult()


def with_fixtures(handlers: Fixtures) -> Server[Any]:
    """Our server, and the parts of the protocol that Tadori has no use for."""
    server = build_server(handlers)
    server.add_request_handler("logging/setLevel", types.SetLevelRequestParams, _accept)
    server.add_request_handler("resources/subscribe", types.SubscribeRequestParams, _accept)
    server.add_request_handler("resources/unsubscribe", types.UnsubscribeRequestParams, _accept)
    server.add_request_handler(
        "subscriptions/listen", types.SubscriptionsListenRequestParams, ListenHandler(fixtures.BUS)
    )
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience="tadori"))
    return server


def with_token(app: ASGIApp, token: str) -> ASGIApp:
    """A front that hands the token in, whoever comes, each from an address of its own.

    How fast a suite asks is the machine's doing: the limit for one address would be met on fast machines alone.
    """
    numbers = itertools.count()

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [*scope["headers"], (b"authorization", f"Bearer {token}".encode())]
            scope = {**scope, "headers": headers, "client": (f"client-{next(numbers)}", 0)}
        await app(scope, receive, send)

    return front


async def serve() -> None:
    with listening_socket(HOST, 0) as listening:
        port = listening.getsockname()[1]
        async with serving() as clients:
            tools = Tools(clients=clients, people=UserInteraction(clients=clients))
            questions = PendingQuestions(clients=clients)
            server = with_fixtures(
                Fixtures(tools=tools, resources=ClientResources(clients=clients), questions=questions)
            )
            token = server_token(token_file())
            app = with_token(http_app(server, token, (), port), token)
            web = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=1))
            threading.Thread(target=_until_input_ends, args=(web,), daemon=True).start()
            click.echo(f"http://{HOST}:{port}{MCP_PATH}")
            await web.serve(sockets=[listening])


def _until_input_ends(web: uvicorn.Server) -> None:
    """Whoever started this keeps its input open, and when that is gone this goes too."""
    with contextlib.suppress(OSError):
        sys.stdin.read()
    web.should_exit = True


if __name__ == "__main__":
    asyncio.run(serve())
