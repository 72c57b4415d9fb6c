"""The eleven tools: arguments are validated, the service does the work, the response is filtered.

In: a tool's name, its arguments and the caller. Out: an answer that fits the tool's published schema. Errors are
answers too, so nothing is raised but cancellation. Knows nothing of the protocol (`server`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tadori.errors import ClientRefused, WrongCall
from tadori.mcp.arguments import validated_arguments
from tadori.mcp.response_filter import Redact, error_response, filtered_response
from tadori.mcp.tool_descriptions import ALTERNATIVE_HINTS, ERROR_HINTS
from tadori.service.clients.calibration import calibrate, rollback
from tadori.service.clients.redaction import redactor
from tadori.service.clients.tasks import Clients
from tadori.service.clients.user_interaction import UserInteraction, answer_fields

Json = dict[str, Any]
USER_WAIT_SECONDS: Final = 300.0
TASK_STILL_OPEN: Final = "what runs of the task is in a long step, and ends after it; the task is still open"
TASK_ENDED: Final = "the task has ended; to sum it up took too long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Elicited:
    """The result of a form shown by the client: the user's answer, or that the user declined."""

    response: str = ""
    accepted: bool = False


class Caller(Protocol):
    """The client that calls a tool."""

    async def progress(self, done: int, words: str) -> None:
        """Report how far the call is."""

    async def elicit(self, prompt: str, choices: Sequence[str]) -> Elicited | None:
        """Ask the user through the client; None when the client cannot show a form."""


@dataclass(slots=True, kw_only=True)
class Tools:
    """The tools of one home."""

    clients: Clients
    people: UserInteraction
    redact: Redact = field(init=False)

    def __post_init__(self) -> None:
        self.redact = redactor(self.clients.app, self.clients.libraries)

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller) -> Json:
        """One call, from arguments to a filtered answer. Only cancellation is raised."""
        try:
            checked = validated_arguments(name, arguments)
            made = await self._handler(name)(checked, caller)
            answer, dropped = filtered_response(name, made, self.redact)
            if answer is None:
                raise LookupError(f"{name} left out what it promises: {', '.join(dropped)[:500]}")
        except Exception as exc:  # noqa: BLE001 - the one place where errors of every kind become answers
            failed = error_response(exc, _error_id(exc) or self.clients.log.record(exc, name), self.redact)
            failed["details"].setdefault("hint", _hint(exc, failed["error_code"]))
            return failed
        return {"ok": True, **answer}  # `ok` first: some clients show only the beginning

    def _handler(self, name: str) -> Callable[[Mapping[str, Any], Caller], Awaitable[Json]]:
        handler: Callable[[Mapping[str, Any], Caller], Awaitable[Json]] = getattr(self, f"_{name}")
        return handler

    async def _create_task(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        return await self.clients.create(arguments["query"], arguments.get("config", {}))

    async def _get_status(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        return await self.clients.status(arguments["task_id"])

    async def _search(self, arguments: Mapping[str, Any], caller: Caller) -> Json:
        # Options at their default are dropped: a repeated call is recognised by its query and options.
        options = {name: value for name, value in arguments.get("options", {}).items() if value not in (False, [])}
        return await self.clients.search(arguments["task_id"], arguments["query"], options, caller.progress)

    async def _stop_task(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        try:
            return await self.clients.stop(arguments["task_id"], arguments.get("reason") or "completed")
        except TimeoutError as exc:
            ended = self.clients.task(arguments["task_id"]).finished_at is not None
            hint = ALTERNATIVE_HINTS["get_materials" if ended else "stop_task"]
            raise ClientRefused("TIMEOUT", TASK_ENDED if ended else TASK_STILL_OPEN, {"hint": hint}) from exc

    async def _get_materials(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        options = arguments.get("options", {})
        return await self.clients.materials(
            arguments["task_id"],
            include_graph=options.get("include_graph", False),
            narrative=options.get("format") == "narrative",
            cursor=options.get("cursor", ""),
        )

    async def _calibrate(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        return calibrate(self.clients.app, arguments["action"], arguments.get("data", {}))

    async def _calibrate_rollback(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        return rollback(self.clients.app, arguments["source"], arguments.get("version"), arguments.get("reason", ""))

    async def _get_auth_queue(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        options = arguments.get("options", {})
        group_by, priority = options.get("group_by", "none"), options.get("priority_filter", "all")
        return await self.people.queue(arguments.get("task_id"), group_by, priority)

    async def _resolve_auth(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        required = "auth_id" if arguments["target"] == "item" else "domain"
        if required not in arguments["data"]:
            raise ClientRefused("INVALID_PARAMS", f"data.{required} is missing", {"field": f"data.{required}"})
        try:
            return await self.people.resolve(arguments["target"], arguments["data"])
        except WrongCall as exc:
            raise WrongCall(str(exc), field=f"data.{required}", instead="get_auth_queue") from exc

    async def _notify_user(self, arguments: Mapping[str, Any], _: Caller) -> Json:
        return await self.people.notify(arguments["event"], arguments["payload"], self.redact)

    async def _wait_for_user(self, arguments: Mapping[str, Any], caller: Caller) -> Json:
        options = arguments.get("options", {})
        seconds, choices = options.get("timeout_seconds", USER_WAIT_SECONDS), options.get("choices", [])
        with self.clients.user_being_asked():
            return await self._ask_user(self.redact(arguments["prompt"]), choices, seconds, caller)

    async def _ask_user(self, prompt: str, choices: Sequence[str], seconds: float, caller: Caller) -> Json:
        try:
            async with asyncio.timeout(seconds):
                elicited = await caller.elicit(prompt, choices)
        except TimeoutError:
            return {"response": "", "choice_index": None, "timed_out": True, "asked_by": "elicitation"}
        if elicited is None:
            return await self.people.ask_locally(prompt, choices, seconds, caller.progress)
        fields = answer_fields(elicited.response, choices) if elicited.accepted else answer_fields("", ())
        return {**fields, "declined": not elicited.accepted, "asked_by": "elicitation"}


def _hint(exc: Exception, code: str) -> str:
    """What the client should do: the hint of the code, or the tool to call instead where the error names one."""
    return ALTERNATIVE_HINTS[exc.instead] if isinstance(exc, WrongCall) and exc.instead else ERROR_HINTS[code]


def _error_id(exc: Exception) -> str:
    """The log entry of the error that halted a search earlier, if any: more useful than one about this call."""
    return str(exc.details.get("error_id", "")) if isinstance(exc, ClientRefused) else ""
