"""A model that reads the gold, as a server on loopback in OpenAI's form: what it cannot answer, the loop has lost.

In: what the answer has to state, and words to search for. Out: answers in the asked form. It asks for what it knows is
there, answers once it has asked, chooses the claims that state a point, and words nothing: quotations are printed.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from tests.gates.reader_server import message_text, streamed

Point = Callable[[str], bool]
_DATA: Final = re.compile(r'<(data-[0-9a-f]+) name="([^"]+)">\n(.*?)\n</\1>', re.DOTALL)
_CLAIM: Final = re.compile(r"^\[(\d+)\] (.*?)(?: \{[^{}]*\})?$", re.MULTILINE)
_IN_SECTION: Final = 12
_SECTIONS: Final = 6
_A_POINT: Final = 2
"""Claims that are chosen for one point."""


@dataclass(slots=True)
class Gold:
    """What the model knows of the question that is asked now."""

    points: Sequence[Point] = ()
    searches: Sequence[str] = ()
    asked: int = 0
    """How many of `searches` were made."""
    forms: list[str] = field(default_factory=list)
    """The forms that were asked for, in order."""
    shown: int = 0
    """Claims that were shown when it chose last."""


class PerfectModel(ThreadingHTTPServer):
    """Answers every request by `gold`, which a test sets before it asks a question."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.gold = Gold()
        self.alone = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, form: str, data: dict[str, str]) -> dict[str, Any]:
        """The answer in `form`; an empty object where it has nothing to say, which no form accepts."""
        with self.alone:
            self.gold.forms.append(form)
            if form.startswith("StepAnswer"):
                return self._step(form.removeprefix("StepAnswer").strip("_").split("_"))
            match form:
                case "RewritingAnswer":
                    layers = dict.fromkeys(("surface", "practical", "emotional", "social", "identity"), "-")
                    return {**layers, "searchQueries": self._searches() or [_query("-")]}
                case "CriteriaAnswer":
                    return {"think": "-", "freshness": False, "plurality": False, "completeness": False}
                case "EvaluationAnswer":
                    verdict = {"type": "definitive", "think": "-", "passed": True, "improvement_plan": ""}
                    return {"verdicts": [verdict]}
                case "ChoiceAnswer":
                    return self._choice(data.get("claims", ""))
            return {}

    def _step(self, allowed: Sequence[str]) -> dict[str, Any]:
        if "search" in allowed and (queries := self._searches()):
            return {"think": "more", "action": {"action": "search", "searchQueries": queries}}
        if "answer" in allowed:
            return {"think": "done", "action": {"action": "answer", "answer": "-", "references": [1], "isFinal": True}}
        return {}

    def _searches(self) -> list[dict[str, str]]:
        """The next few of the searches, each once."""
        start = self.gold.asked
        self.gold.asked = min(len(self.gold.searches), start + 4)
        return [_query(text) for text in self.gold.searches[start : self.gold.asked]]

    def _choice(self, claims: str) -> dict[str, Any]:
        lines = [(int(number), text) for number, text in _CLAIM.findall(claims)]
        self.gold.shown = len(lines)
        stating = [[number for number, text in lines if point(text)] for point in self.gold.points]
        chosen = list(dict.fromkeys(number for numbers in stating for number in numbers[:_A_POINT]))
        if not chosen:
            return {"think": "-", "answered": "no", "sections": [{"heading": "-", "claims": [1]}], "missing": []}
        parts = [chosen[at : at + _IN_SECTION] for at in range(0, len(chosen), _IN_SECTION)][:_SECTIONS]
        answered = "yes" if all(stating) else "partly"
        sections = [{"heading": "-", "claims": part} for part in parts]
        return {"think": "-", "answered": answered, "sections": sections, "missing": []}


def _query(text: str) -> dict[str, str]:
    return {"q": text, "tbs": "", "location": ""}


class _Handler(BaseHTTPRequestHandler):
    server: PerfectModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        form = (body.get("response_format") or {}).get("json_schema", {}).get("name", "")
        said = "\n".join(message_text(message) for message in body["messages"] if message["role"] == "user")
        data = {name: text for _, name, text in _DATA.findall(said)}
        answer = json.dumps(self.server.answer(form, data), ensure_ascii=False)
        out = streamed([{"role": "assistant", "content": answer}])
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Content-Length", str(len(out)))
        self.end_headers()
        self.wfile.write(out)

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the gate counts."""


@contextmanager
def perfect_model() -> Iterator[PerfectModel]:
    model = PerfectModel()
    thread = threading.Thread(target=model.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.shutdown()
        thread.join(timeout=10)
        model.server_close()
