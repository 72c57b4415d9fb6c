"""The eleven tools: arguments are checked, `app` does the work, the one exit lets the answer out. Never raises.

Comes in: a tool's name and arguments, and whoever calls. Goes out: an answer that fits the tool's published schema.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tadori.errors import ClientRefused, WrongCall
from tadori.mcp.arguments import validated_arguments
from tadori.mcp.response_filter import Redact, error_response, filtered_response
from tadori.mcp.words import ALTERNATIVE_HINTS, ERROR_HINTS
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
    """What a client's form brought: an answer, or that the person would not."""

    response: str = ""
    accepted: bool = False


class Caller(Protocol):
    """Whoever calls a tool."""

    async def progress(self, done: int, words: str) -> None:
        """Tell how far the call is."""

    async def elicit(self, prompt: str, choices: Sequence[str]) -> Elicited | None:
        """Ask the person at the client; None when the client cannot."""


@dataclass(slots=True, kw_only=True)
class Tools:
    """The tools over the clients of one home."""

    clients: Clients
    people: UserInteraction
    redact: Redact = field(init=False)

    def __post_init__(self) -> None:
        self.redact = redactor(self.clients.app, self.clients.libraries)

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller) -> Json:
        """One call, from arguments to an answer that may leave. Only cancellation passes through."""
        try:
            given = validated_arguments(name, arguments)
            made = await self._handler(name)(given, caller)
            answer, dropped = filtered_response(name, made, self.redact)
            if answer is None:
                raise LookupError(f"{name} left out what it promises: {', '.join(dropped)[:500]}")
        except Exception as exc:  # noqa: BLE001 - the one place where errors of every kind become answers
            told = error_response(exc, _error_id(exc) or self.clients.log.keep(exc, name), self.redact)
            told["details"].setdefault("hint", _next(exc, told["error_code"]))
            return told
        return {"ok": True, **answer}  # first, for readers who are shown the beginning only

    def _handler(self, name: str) -> Callable[[Mapping[str, Any], Caller], Awaitable[Json]]:
        handler: Callable[[Mapping[str, Any], Caller], Awaitable[Json]] = getattr(self, f"_{name}")
        return handler

    async def _create_task(self, given: Mapping[str, Any], _: Caller) -> Json:
        return await self.clients.create(given["query"], given.get("config", {}))

    async def _get_status(self, given: Mapping[str, Any], _: Caller) -> Json:
        return await self.clients.status(given["task_id"])

    async def _search(self, given: Mapping[str, Any], caller: Caller) -> Json:
        # What says no more than its absence is left out, so that the same call is the same search.
        options = {name: value for name, value in given.get("options", {}).items() if value not in (False, [])}
        return await self.clients.search(given["task_id"], given["query"], options, caller.progress)

    async def _stop_task(self, given: Mapping[str, Any], _: Caller) -> Json:
        try:
            return await self.clients.stop(given["task_id"], given.get("reason") or "completed")
        except TimeoutError as exc:
            ended = self.clients.task(given["task_id"]).finished_at is not None
            hint = ALTERNATIVE_HINTS["get_materials" if ended else "stop_task"]
            raise ClientRefused("TIMEOUT", TASK_ENDED if ended else TASK_STILL_OPEN, {"hint": hint}) from exc

    async def _get_materials(self, given: Mapping[str, Any], _: Caller) -> Json:
        options = given.get("options", {})
        return await self.clients.materials(
            given["task_id"],
            include_graph=options.get("include_graph", False),
            narrative=options.get("format") == "narrative",
            cursor=options.get("cursor", ""),
        )

    async def _calibrate(self, given: Mapping[str, Any], _: Caller) -> Json:
        return calibrate(self.clients.app, given["action"], given.get("data", {}))

    async def _calibrate_rollback(self, given: Mapping[str, Any], _: Caller) -> Json:
        return rollback(self.clients.app, given["source"], given.get("version"), given.get("reason", ""))

    async def _get_auth_queue(self, given: Mapping[str, Any], _: Caller) -> Json:
        options = given.get("options", {})
        wanted = options.get("group_by", "none"), options.get("priority_filter", "all")
        return await self.people.queue(given.get("task_id"), *wanted)

    async def _resolve_auth(self, given: Mapping[str, Any], _: Caller) -> Json:
        needed = "auth_id" if given["target"] == "item" else "domain"
        if needed not in given["data"]:
            raise ClientRefused("INVALID_PARAMS", f"data.{needed} is missing", {"field": f"data.{needed}"})
        try:
            return await self.people.resolve(given["target"], given["data"])
        except WrongCall as exc:
            raise WrongCall(str(exc), field=f"data.{needed}", instead="get_auth_queue") from exc

    async def _notify_user(self, given: Mapping[str, Any], _: Caller) -> Json:
        return await self.people.notify(given["event"], given["payload"], self.redact)

    async def _wait_for_user(self, given: Mapping[str, Any], caller: Caller) -> Json:
        options = given.get("options", {})
        seconds, choices = options.get("timeout_seconds", USER_WAIT_SECONDS), options.get("choices", [])
        with self.clients.asking():
            return await self._asked(self.redact(given["prompt"]), choices, seconds, caller)

    async def _asked(self, prompt: str, choices: Sequence[str], seconds: float, caller: Caller) -> Json:
        try:
            async with asyncio.timeout(seconds):
                said = await caller.elicit(prompt, choices)
        except TimeoutError:
            return {"response": "", "choice_index": None, "timed_out": True, "asked_by": "elicitation"}
        if said is None:
            return await self.people.ask_locally(prompt, choices, seconds, caller.progress)
        told = answer_fields(said.response, choices) if said.accepted else answer_fields("", ())
        return {**told, "declined": not said.accepted, "asked_by": "elicitation"}


def _next(exc: Exception, code: str) -> str:
    """What a client does about an error: what its code says, unless no argument would help."""
    return ALTERNATIVE_HINTS[exc.instead] if isinstance(exc, WrongCall) and exc.instead else ERROR_HINTS[code]


def _error_id(exc: Exception) -> str:
    """Where the log has what halted a search: the id that leads there is the one to tell."""
    return str(exc.details.get("error_id", "")) if isinstance(exc, ClientRefused) else ""
