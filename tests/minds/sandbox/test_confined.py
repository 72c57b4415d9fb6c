"""CPython inside bubblewrap and prlimit: what it can see and do. Skipped where they are not installed."""

import socket
from typing import Any

import pytest

from tadori.errors import CodeFailed, CodeRefused
from tadori.minds.sandbox.confined import ConfinedPython, missing_programs
from tadori.model.computation import CodeRunner

pytestmark = pytest.mark.skipif(missing_programs() != (), reason="bubblewrap or prlimit is not installed")
ERROR = "it ends in an error"
LIMIT = "it used too much memory, printed too much, or calls itself too deep"
STOPPED = "it ran too long, used too much, or cannot be confined on this machine"


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("open('/etc/passwd').read()", ERROR),
        ("open('/proc/self/environ').read()", ERROR),
        ("open('/x', 'w')", ERROR),
        ("open('/usr/lib/x', 'w')", ERROR),
        ("import os\nos.environ['PATH']", ERROR),
        ("import os\nos.fork()", ERROR),
        ("import threading\nthreading.Thread(target=print).start()", ERROR),
        ("import subprocess\nsubprocess.run(['ls'])", ERROR),
        ("import os\nos.setuid(0)", ERROR),
        ("raise ValueError('secret')", ERROR),
        ("import sys\nsys.exit(0)", ERROR),
        ("[0] * 10**9", LIMIT),
        ("def f(n): return f(n + 1)\nf(0)", LIMIT),
        ("print('x' * 10_000_000)", LIMIT),
        ("while True: pass", STOPPED),
        ("10**10**9", STOPPED),
        ("import os\nos._exit(0)", "it ended without a result"),
    ],
)
def test_what_reaches_out_or_never_ends_fails_with_a_reason(code: str, reason: str) -> None:
    with pytest.raises(CodeFailed) as failed:
        ConfinedPython().run(code, {})
    assert str(failed.value) == reason


@pytest.mark.req("D10")
def test_a_server_that_listens_on_this_machine_cannot_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            pass
        code = "import socket\nsocket.create_connection(('127.0.0.1', port), 2).fileno() > 0"
        with pytest.raises(CodeFailed, match=ERROR):
            ConfinedPython().run(code, {"port": port})


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("float('nan')", "the result is nothing that JSON can hold"),
        ("{1, 2}", "the result is nothing that JSON can hold"),
        ("10**700", "the result is nothing that JSON can hold"),
        ("x = 1", "the code gives nothing: its last line must be the result"),
    ],
)
def test_a_result_that_nobody_can_use_is_refused(code: str, reason: str) -> None:
    with pytest.raises(CodeRefused) as refused:
        ConfinedPython().run(code, {})
    assert str(refused.value) == reason


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "inputs", "value"),
    [
        ("import statistics\nstatistics.median([a, b, 9])", {"a": 1, "b": 2}, 2),
        ("a + 'です'", {"a": "発電量"}, "発電量です"),
        ("import os\nos.getuid()", {}, 65534),
        (
            "import os\nsorted(name for name in os.listdir('/') if name in ('etc', 'home', 'proc', 'root', 'tmp'))",
            {},
            [],
        ),
    ],
)
def test_calculations_run_as_nobody_in_an_empty_root(code: str, inputs: dict[str, Any], value: object) -> None:
    assert ConfinedPython().run(code, inputs).value == value
    assert ConfinedPython.runner is CodeRunner.CPYTHON
