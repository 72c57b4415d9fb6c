"""A model server on loopback in the form of OpenAI and Ollama: answers by script, remembers the requests."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Reply:
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


def completion(text: str, *, tool: str = "") -> dict[str, Any]:
    """An answer of `/chat/completions`: words, or a call of `tool` with them."""
    call = {"id": "c1", "type": "function", "function": {"name": tool, "arguments": text}}
    message = {"role": "assistant", "content": None if tool else text, **({"tool_calls": [call]} if tool else {})}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if tool else "stop"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
    }


class FakeChatServer(ThreadingHTTPServer):
    """Answers by path, in turn; the last answer of a path stays. A path it does not know is a 404."""

    daemon_threads = True

    def __init__(self, replies: dict[str, list[Reply]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = replies
        self.asked: list[Asked] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: FakeChatServer

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["content-length"]))))

    def _answer(self, body: Any) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append(Asked(path=self.path, headers=headers, body=body))
        waiting = self.server.replies.get(self.path, [Reply(status=404, body={})])
        reply = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        try:
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except OSError:  # the asker has had enough: that is what some tests are about
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test says what went wrong."""


@contextmanager
def chatting(replies: dict[str, list[Reply]]) -> Iterator[FakeChatServer]:
    server = FakeChatServer(replies)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()
