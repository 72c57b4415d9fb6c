"""A model server on loopback that answers what a test tells it to, in the forms of the real ones."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], Any]
"""What is asked, as JSON, to what is answered: data, bytes as they are, or a status."""


class FakeModelServer(ThreadingHTTPServer):
    """Answers by path; remembers what it was asked. A path that it does not know is a 404."""

    daemon_threads = True

    def __init__(self, answers: dict[str, Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = {"/health": lambda _: {}, **answers}
        self.asked: list[tuple[str, Any]] = []
        self.over = threading.Event()
        """Set at the end: whatever hangs lets go."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def hang(self, _: dict[str, Any]) -> Any:
        self.over.wait(60)
        return {}


class _Handler(BaseHTTPRequestHandler):
    server: FakeModelServer

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["content-length"]))))

    def _answer(self, given: dict[str, Any]) -> None:
        self.server.asked.append((self.path, given))
        answer = self.server.answers.get(self.path)
        said = 404 if answer is None else answer(given)
        status = said if isinstance(said, int) else 200
        body = said if isinstance(said, bytes) else json.dumps(said, ensure_ascii=False).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the asker has had enough: that is what some tests are about
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test says what went wrong."""


@contextmanager
def serving(answers: dict[str, Answer]) -> Iterator[FakeModelServer]:
    with FakeModelServer(answers) as server:
        running = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        running.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            running.join()


def tei(**info: Any) -> dict[str, Answer]:
    """text-embeddings-inference 1.7: `/info`."""
    body = {"model_id": "tiny/model", "model_sha": "0123456789abcdef", "max_client_batch_size": 32, **info}
    return {"/info": lambda _: body}


def infinity() -> dict[str, Answer]:
    return {"/models": lambda _: {"object": "list", "data": [{"id": "tiny/bge", "object": "model"}]}}
