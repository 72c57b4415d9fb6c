"""The worst reader as a server on loopback, in OpenAI's form: where a whole research meets it."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.gates.worst_reader import MOODS, TOOL, WorstReader


class ReaderDesk(ThreadingHTTPServer):
    """Answers every question in the next of its moods, beginning with one."""

    daemon_threads = True

    def __init__(self, attack: str, first: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reader = WorstReader(attack=attack)
        self.alone = threading.Lock()
        self.count = first

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The deltas of one answer."""
        told = {
            role: "\n".join(message_text(m) for m in body["messages"] if m["role"] == role)
            for role in ("system", "user")
        }
        form = (body.get("response_format") or {}).get("json_schema", {}).get("name", "")
        with self.alone:
            self.reader.mood = MOODS[self.count % len(MOODS)]
            self.count += 1
            self.reader.tools_offered += len(body.get("tools") or [])
            self.reader.tools_returned += sum(message["role"] == "tool" for message in body["messages"])
            said = self.reader.said(form, told["system"], told["user"])
            if self.reader.mood != "tools":
                return [{"role": "assistant", "content": said}]
        call = {"index": 0, "id": "t", "type": "function", "function": {"name": TOOL, "arguments": said}}
        return [{"role": "assistant", "tool_calls": [call]}]


class _Handler(BaseHTTPRequestHandler):
    server: ReaderDesk

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        deltas = self.server.answer(body)
        data = streamed(deltas)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the gate counts."""


def streamed(deltas: Sequence[dict[str, Any]]) -> bytes:
    """An answer as OpenAI streams it: one event a delta, then its end."""
    events: list[dict[str, Any]] = [{"delta": delta} for delta in deltas]
    events.append({"delta": {}, "finish_reason": "stop"})
    lines = [
        {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, **one}]}
        for one in events
    ]
    return ("".join(f"data: {json.dumps(line)}\n\n" for line in lines) + "data: [DONE]\n\n").encode()


def message_text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


@contextmanager
def reader_server(attack: str, first: int = 0) -> Iterator[ReaderDesk]:
    desk = ReaderDesk(attack, first)
    thread = threading.Thread(target=desk.serve_forever, daemon=True)
    thread.start()
    try:
        yield desk
    finally:
        desk.shutdown()
        thread.join(timeout=10)
        desk.server_close()
