"""The faults of weak models and broken servers, each with how a question to it must end.

`ends` is the vote of a valid answer, or the code of the failure; `tries` is how many requests it takes to get there;
`waits` is how long it is waited in between, in seconds.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.minds.llm.client_setup import GOOD
from tests.minds.llm.scripted_server import (
    DONE,
    Reply,
    bytes_only,
    called,
    chunk,
    cut,
    endless,
    hung,
    pieces,
    said,
    sent,
    status,
    usage,
)

NEVER_A_FORM: Final = "CONSENSUS_SCHEMA_RETRY_EXCEEDED"
UNREACHABLE: Final = "MODEL_UNREACHABLE"
REFUSED: Final = "MODEL_REFUSED"
RAN_AWAY: Final = "MODEL_RAN_AWAY"
HTML: Final = b"<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    name: str
    script: tuple[Reply, ...]
    ends: str = "APPROVE"
    tries: int = 1
    waits: tuple[float, ...] = ()
    modes: frozenset[str] = frozenset({"native"})


def vote(**changes: object) -> str:
    return json.dumps({**json.loads(GOOD), **changes}, ensure_ascii=False)


def once(name: str, text: str) -> Fault:
    """Wrong, but readable in one way only."""
    return Fault(name=name, script=(said(text),))


def again(name: str, first: Reply | str) -> Fault:
    """Wrong, and put right by the model when it hears why."""
    return Fault(name=name, script=(first if callable(first) else said(first), said(GOOD)), tries=2)


def runs_away(name: str, event: Callable[[int], bytes]) -> Fault:
    return Fault(name=name, script=(endless(event),), ends=RAN_AWAY)


READABLE = (
    once("nothing wrong", GOOD),
    once("code fence", f"```json\n{GOOD}\n```"),
    once("code fence amid words", f"Sure! Here it is:\n```json\n{GOOD}\n```\nLet me know."),
    once("trailing text", f"{GOOD}\n\nI hope this helps!"),
    once("leading text", f"Here is my vote: {GOOD}"),
    once("trailing comma", GOOD.replace("true}", "true,}")),
    once("python dictionary", "{'vote': 'APPROVE', 'reason': '根拠', 'sure': True}"),
    once("comment", GOOD.replace("true}", "true // certain\n}")),
    once("line break inside a string", GOOD.replace("根拠", "根拠\nと")),
    once("byte order mark", f"\ufeff{GOOD}"),
    once("the same object twice", f"{GOOD}\n{GOOD}"),
    once("the same key twice with one value", GOOD.replace("{", '{"sure": true, ')),
    once("thoughts in tags", f"<think>Let me think. {{ }}</think>{GOOD}"),
    Fault(name="one character at a time", script=(said(GOOD, size=1),)),
    Fault(name="all at once", script=(said(GOOD, size=1000),)),
    Fault(name="no finish reason", script=(said(GOOD, finish=None),)),
    Fault(name="no end mark", script=(sent(pieces(GOOD)),)),
    Fault(name="unknown finish reason", script=(said(GOOD, finish="because"),)),
    Fault(name="negative usage", script=(said(GOOD, count=usage(-5, -7)),)),
    Fault(name="absurd usage", script=(said(GOOD, count=usage(10**12, 10**15)),)),
    Fault(name="no usage worth the name", script=(said(GOOD, count=usage(0, 0)),)),
    Fault(name="nothing in a delta", script=(sent([chunk({"content": None}), *pieces(GOOD), DONE]),)),
    Fault(
        name="keep-alive comments",
        script=(sent([b": ping\r\n\r\n", *(b": ping\n\n" + one for one in pieces(GOOD)), DONE]),),
    ),
    Fault(name="form as a call", script=(called(("answer", GOOD)),), modes=frozenset({"tool"})),
    Fault(name="words instead of a call", script=(said(GOOD),), modes=frozenset({"tool"})),
    Fault(name="asked in words only", script=(said(GOOD),), modes=frozenset()),
    Fault(
        name="thoughts in a field of their own",
        script=(sent([chunk({"reasoning_content": "hm " * 20}), *pieces(GOOD), chunk({}, finish="stop"), DONE]),),
    ),
)
CURABLE = (
    again("no JSON at all", "The bridge opened in 1932."),
    again("empty", ""),
    again("blanks", "   \n  "),
    again("cut off by its own limit", said(GOOD[:30], finish="length")),
    again("cut off silently", sent(pieces(GOOD[:30]))),
    again("two different objects", f"{GOOD}\n{vote(vote='DENY')}"),
    again("the same key twice with two values", GOOD.replace("{", '{"sure": false, ')),
    again("NaN", GOOD.replace("true", "NaN")),
    again("infinity", GOOD.replace("true", "1e999")),
    again("an enormous number", GOOD.replace("true", str(2**4000))),
    again("wrong enum", vote(vote="MAYBE")),
    again("enum in another language", vote(vote="承認")),
    again("keys in another language", '{"投票": "APPROVE", "理由": "根拠", "確信": true}'),
    again("extra field", vote(note="by the way")),
    again("missing field", '{"vote": "APPROVE"}'),
    again("null in place of text", vote(reason=None)),
    again("an array", f"[{GOOD}]"),
    again("a string too long", vote(reason="長" * 81)),
    again("nested too deep", "[" * 60 + "]" * 60),
    again("brackets that do not match", '{"vote": ["APPROVE"}, "reason": ""]'),
    again("quotation marks nobody can match", "{'vote': 'APPROVE', 'reason': 'it's so', 'sure': True}"),
    again("missing comma", '{"vote": "APPROVE" "reason": "x", "sure": true}'),
    again("half a surrogate pair", GOOD.replace("根拠", "\\ud83d")),
    again("escaped null byte", GOOD.replace("根拠", "\\u0000")),
    again("null byte in the words", GOOD.replace("根拠", "\0")),
    again("a tool that does not exist", called(("delete_everything", '{"path": "/"}'))),
    again("a tool that does not exist beside the form", called(("answer", GOOD), ("send_mail", "{}"))),
    again("two calls that differ", called(("answer", GOOD), ("answer", vote(vote="DENY")))),
    again("thoughts only", sent([chunk({"reasoning_content": "hm, hm"}), chunk({}, finish="stop"), DONE])),
    again("mode collapse into the schema", '{"type": "object", "properties": {"vote": {"type": "string"}}}'),
)
HOPELESS = (
    Fault(name="never a form", script=(said("I think so."),), ends=NEVER_A_FORM, tries=4),
    Fault(name="never a form, as calls", script=(called(("rm", "{}")),), ends=NEVER_A_FORM, tries=4),
    Fault(name="refusal", script=(said("I'm sorry, but I can't help with that."),), ends=REFUSED),
    Fault(
        name="refusal in Japanese", script=(said("申し訳ございませんが、その質問にはお答えできません。"),), ends=REFUSED
    ),
    Fault(name="refusal in its own field", script=(sent([chunk({"refusal": "No."}), DONE]),), ends=REFUSED),
    Fault(name="content filter", script=(said("", finish="content_filter"),), ends=REFUSED),
    runs_away("repetition of a line", lambda _: chunk({"content": "and so on and so on, "})),
    runs_away(
        "repetition of a paragraph", lambda _: chunk({"content": "".join(f"Sentence {n} of many. " for n in range(15))})
    ),
    runs_away("blanks without end", lambda _: chunk({"content": "\n  "})),
    runs_away("words without end", lambda n: chunk({"content": f"{n * 7919} "})),
    runs_away("thoughts without end", lambda n: chunk({"reasoning_content": f"{n * 7919} "})),
    runs_away(
        "arguments without end",
        lambda n: chunk(
            {"tool_calls": [{"index": 0, "function": {"name": "" if n else "answer", "arguments": f"{n}"}}]}
        ),
    ),
    runs_away("megabytes in each event", lambda _: chunk({"content": "x" * 1_000_000})),
)
SERVERS = (
    Fault(name="500 once", script=(status(500), said(GOOD)), tries=2, waits=(0.25,)),
    Fault(name="500 always", script=(status(500),), ends=UNREACHABLE, tries=2, waits=(0.25,)),
    Fault(
        name="502 as a web page",
        script=(status(502, HTML, Content_Type="text/html"),),
        ends=UNREACHABLE,
        tries=2,
        waits=(0.25,),
    ),
    Fault(name="503 once", script=(status(503), said(GOOD)), tries=2, waits=(1.0,)),
    Fault(
        name="200 as a web page",
        script=(status(200, HTML, Content_Type="text/html"),),
        ends=UNREACHABLE,
        tries=2,
        waits=(0.25,),
    ),
    Fault(name="200 without a stream", script=(status(200, GOOD.encode()),), ends=UNREACHABLE, tries=2, waits=(0.25,)),
    Fault(name="200 and nothing", script=(status(200, b""),), ends=UNREACHABLE, tries=2, waits=(0.25,)),
    Fault(name="the end and nothing else", script=(sent([DONE]),), ends=UNREACHABLE, tries=2, waits=(0.25,)),
    Fault(name="401", script=(status(401),), ends=UNREACHABLE),
    Fault(name="404", script=(status(404),), ends=UNREACHABLE),
    Fault(
        name="a redirect",
        script=(status(307, b"", Location="http://elsewhere.test/"),),
        ends=UNREACHABLE,
        tries=2,
        waits=(0.25,),
    ),
    Fault(name="429 that says when", script=(status(429, retry_after="2"), said(GOOD)), tries=2, waits=(2.0,)),
    Fault(name="429 that wants an hour", script=(status(429, retry_after="3600"), said(GOOD)), ends=UNREACHABLE),
    Fault(name="429 that wants for ever", script=(status(429, retry_after="inf"), said(GOOD)), tries=2, waits=(1.0,)),
    Fault(
        name="429 that wants less than nothing",
        script=(status(429, retry_after="-9"), said(GOOD)),
        tries=2,
        waits=(1.0,),
    ),
    Fault(name="429 that does not say", script=(status(429), said(GOOD)), tries=2, waits=(1.0,)),
    Fault(name="429 always", script=(status(429),), ends=UNREACHABLE, tries=3, waits=(1.0, 2.0)),
    Fault(
        name="429 with a date nobody can read",
        script=(status(429, retry_after="soon"), said(GOOD)),
        tries=2,
        waits=(1.0,),
    ),
    Fault(name="400 for the schema", script=(status(400), said(GOOD)), tries=2, modes=frozenset({"native"})),
    Fault(
        name="400 always",
        script=(status(400),),
        ends=UNREACHABLE,
        tries=3,
        modes=frozenset({"native", "tool"}),
    ),
    Fault(
        name="an error within the stream",
        script=(sent([*pieces(GOOD[:20]), b'data: {"error": {"message": "out of memory"}}\n\n']), said(GOOD)),
        tries=2,
        waits=(0.25,),
    ),
    Fault(name="cut off once", script=(cut(pieces(GOOD[:20])), said(GOOD)), tries=2, waits=(0.25,)),
    Fault(
        name="cut off in the middle of a character",
        script=(cut([*pieces("{"), chunk({"content": "根"})[:-5]]), said(GOOD)),
        tries=2,
        waits=(0.25,),
    ),
    Fault(
        name="cut off always",
        script=(cut(pieces(GOOD[:20])),),
        ends=UNREACHABLE,
        tries=6,
        waits=(0.25, 0.5, 1.0, 2.0, 4.0),
    ),
    Fault(name="hung up at once", script=(bytes_only(b""),), ends=UNREACHABLE, tries=2, waits=(0.25,)),
    Fault(name="not HTTP", script=(bytes_only(b"220 mail.test ESMTP\r\n"),), ends=UNREACHABLE, tries=2, waits=(0.25,)),
    Fault(
        name="invalid UTF-8", script=(sent([b'data: {"choices": "\xff\xfe"}\n\n']), said(GOOD)), tries=2, waits=(0.25,)
    ),
    Fault(name="null bytes", script=(sent([b"data: \0\0\0\n\n"]), said(GOOD)), tries=2, waits=(0.25,)),
    Fault(name="an event that is no JSON", script=(sent([b"data: {oops\n\n"]), said(GOOD)), tries=2, waits=(0.25,)),
    Fault(
        name="an event of another shape",
        script=(sent([b'data: {"choices": [7]}\n\n']), said(GOOD)),
        tries=2,
        waits=(0.25,),
    ),
    Fault(
        name="an event nested too deep",
        script=(sent([b"data: " + b"[" * 100_000 + b"\n\n"]), said(GOOD)),
        tries=2,
        waits=(0.25,),
    ),
    Fault(name="a list for an event", script=(sent([b"data: []\n\n"]), said(GOOD)), tries=2, waits=(0.25,)),
    Fault(name="usage that is no number", script=(said(GOOD, count=usage("many", [])),)),
    Fault(
        name="less than it announced",
        script=(status(200, pieces(GOOD)[0], Content_Length="9999"), said(GOOD)),
        tries=2,
        waits=(0.25,),
    ),
    Fault(
        name="megabytes without a line break",
        script=(endless(lambda _: b"x" * 100_000),),
        ends=UNREACHABLE,
        tries=2,
        waits=(0.25,),
    ),
    Fault(
        name="an error of megabytes", script=(status(500, b"x" * 5_000_000),), ends=UNREACHABLE, tries=2, waits=(0.25,)
    ),
)
SILENT = (
    Fault(name="hangs before the head", script=(hung(None),), ends=UNREACHABLE),
    Fault(name="hangs after the head", script=(hung(),), ends=UNREACHABLE),
    Fault(name="hangs in the middle", script=(hung(pieces(GOOD[:20])),), ends=UNREACHABLE),
)
FAULTS = (*READABLE, *CURABLE, *HOPELESS, *SERVERS)
