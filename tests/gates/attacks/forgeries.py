"""Resealed forgeries: an evidence file is changed, every hash is made anew, and `verify` must name the lie.

`LIES` are changed in one place; `CONSISTENT_LIES` are carried through graph and report by the forger, so that nothing
in the file contradicts them but the archived documents and the rules. `UNPROVABLE` is what no file can prove; the list
in docs/verify.md has the same entries.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tadori.judge.judge import Judge
from tadori.model.ids import text_hash
from tadori.model.verification import Verification
from tadori.pipeline.verdicts import frames_judge
from tests.gates.attacks.case import Attack
from tests.gates.attacks.forger import Change, Forged, made_consistent, members, offer_again, resealed

KIND = "resealed forgeries"
FEWEST = 60

LIBEL: Final = "市長は1,510メガワット時という数字を捏造した。"
Named = tuple[str, Change]
Way = Callable[[Change], Verification]


def libel(**more: Any) -> dict[str, Any]:
    sentence = {
        "text": LIBEL,
        "claim_ids": [],
        "citations": [],
        "checked": False,
        "reason": "",
        "standing": "corroborated",
        "confidence": 0.99,
        "caveat": "",
    }
    return sentence | more


def _in(part: str, *path: str | int, to: Any) -> Change:
    """Set one place of a member; `to` is a value, or makes one of what stands there."""

    def change(forged: Forged) -> None:
        place: Any = getattr(forged, part)
        for step in path[:-1]:
            place = place[step]
        old = place[path[-1]]
        new = to(old) if callable(to) else to
        assert new != old, "a forgery that changes nothing"
        place[path[-1]] = new

    return change


def _claims(forged: Forged) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = forged.graph["claims"]
    return found


def _all_edges(forged: Forged, side: str, keep: Callable[[dict[str, Any]], bool]) -> None:
    for standing in _claims(forged):
        standing[side] = [edge for edge in standing[side] if keep(edge)]


def _first_with(forged: Forged, side: str) -> dict[str, Any]:
    return next(standing for standing in _claims(forged) if standing[side])


def _most_opposed(forged: Forged) -> dict[str, Any]:
    """The claim that most voices speak against: some do, or there is nothing to take away."""
    found: dict[str, Any] = max(forged.report["claims"], key=lambda claim: len(claim["against"]))
    assert found["against"], "a forgery that changes nothing"
    return found


def _text(old: str) -> str:
    return old + "（市長が捏造）"


STEP: Final = {"rule": "unit", "detail": "1,510 MWh = 1.51 GWh", "quotations": [1]}
VOTE: Final = {"model": "m", "entailed": True, "score": 1.0, "pair_hash": "0" * 64}
CONTEXT: Final = {
    "mood": "denied", "speaker": "市長", "speaker_quotation": None, "subject": "", "subject_start": 0, "subject_end": 0,
    "subject_quotation": None, "lead_in": None, "header": None, "neighbour": None, "proviso": None, "under": "",
    "stands_alone": True,
}  # fmt: skip
REPORT_LIES: Final[tuple[Named, ...]] = (
    ("a libel at the head of the answer, not checked", _in("report", "answer", to=lambda a: [libel(), *a])),
    ("a libel instead of the answer", _in("report", "answer", to=[libel()])),
    (
        "a libel in the answer, said to be checked",
        _in("report", "answer", to=lambda a: [libel(checked=True), *a]),
    ),
    (
        "a libel that cites the answer's words",
        lambda f: f.report["answer"].insert(0, f.report["answer"][0] | {"text": LIBEL}),
    ),
    ("another figure in the answer", _in("report", "answer", 0, "text", to=lambda t: t.replace("1,510", "1,284"))),
    ("the answer corroborated", _in("report", "answer", 0, "standing", to="corroborated")),
    ("the answer surer", _in("report", "answer", 0, "confidence", to=0.95)),
    ("the answer less sure", _in("report", "answer", 0, "confidence", to=0.05)),
    ("no caveat", _in("report", "answer", 0, "caveat", to="")),
    ("another caveat", _in("report", "answer", 0, "caveat", to=_text)),
    ("a sentence of the answer left out", _in("report", "answer", to=lambda a: a[1:])),
    ("sentences of the answer in another order", _in("report", "answer", to=lambda a: a[::-1])),
    ("a claim left out", _in("report", "claims", to=lambda c: [*c[:3], *c[4:]])),
    ("claims in another order", _in("report", "claims", to=lambda c: c[::-1])),
    ("a libel as a claim", lambda f: f.report["claims"][1]["sentence"].update(text=LIBEL)),
    ("a claim not checked", lambda f: f.report["claims"][1]["sentence"].update(checked=False, text=LIBEL)),
    ("no evidence against a claim", _in("report", "claims", 0, "against", to=[])),
    ("one voice less against a claim", lambda f: _most_opposed(f)["against"].pop()),
    ("a qualification that nobody stated", lambda f: f.report["claims"][0].update(qualifying=[1])),
    ("more evidence for a claim", _in("report", "claims", 0, "supporting", to=lambda n: [*n, 2])),
    ("more independent origins", _in("report", "claims", 1, "independent_origins", to=3)),
    ("fewer independent origins", _in("report", "claims", 1, "independent_origins", to=0)),
    ("other grounds of confidence", _in("report", "claims", 0, "confidence", "grounds", 0, to=_text)),
    ("no grounds of confidence", _in("report", "claims", 0, "confidence", "grounds", to=[])),
    ("a part of confidence", _in("report", "claims", 0, "confidence", "agreement", to=1.0)),
    ("no contested points", _in("report", "contested", to=[])),
    ("a contested point less", _in("report", "contested", to=lambda c: c[:-1])),
    ("another ground of a contest", _in("report", "contested", 0, "grounds", to=["測定期間が違うため"])),
    ("another heading of a contest", _in("report", "contested", 0, "point", to=_text)),
    ("one side of a contest", lambda f: f.report["contested"][0]["sides"][1].update(text=LIBEL)),
    (
        "a libel among what was not checked",
        _in("report", "unchecked", to=[libel(standing=None, confidence=None)]),
    ),
    ("no timeline", _in("report", "timeline", to=[])),
    ("another date in the timeline", _in("report", "timeline", 0, "date", to="1999-01-01")),
    ("a correction in the timeline", _in("report", "timeline", 0, "kind", to="withdrawn")),
    ("other words in the timeline", _in("report", "timeline", 0, "text", to=LIBEL)),
    ("another title of a source", _in("report", "citations", 0, "title", to="Nature")),
    ("another date of a source", _in("report", "citations", 0, "date", to="2026-01-01")),
    ("a trusted source", _in("report", "citations", 0, "trust", to="GOVERNMENT")),
    ("a first-hand source", _in("report", "citations", 0, "is_primary", to=lambda p: not p)),
    ("another note on a source", _in("report", "citations", 0, "notes", to=["政府が確認済み"])),
    ("another heading of a citation", _in("report", "citations", 0, "heading", to="確定値")),
    ("another excerpt", _in("report", "citations", 0, "excerpt", to=_text)),
    ("another link", _in("report", "citations", 0, "deep_link", to=lambda u: u + "x")),
    ("another time of finding", _in("report", "citations", 0, "found_at", to="2020-01-01T00:00:00+00:00")),
    ("a libel among the gaps", _in("report", "missing", to=[LIBEL])),
    ("another query in the method", _in("report", "method", "queries", 0, "text", to=LIBEL)),
    ("another reason of a query", _in("report", "method", "queries", 0, "reason", to=LIBEL)),
    ("more hits in the method", _in("report", "method", "queries", 0, "hits", to=99)),
    ("more documents within reach", _in("report", "method", "pages_searched", to=4600)),
    ("more pages read", _in("report", "method", "pages_read", to=460)),
    ("other words about the end", _in("report", "method", "stop_words", to=LIBEL)),
    ("more refutation queries", _in("report", "method", "refutation_queries", to=40)),
    ("losses that were none", _in("report", "method", "dropped", to=[["市長が拒んだ", 3]])),
    ("a language model that was not asked", lambda f: f.report["method"].update(model_tokens=9000)),
    ("notes that nobody gave", lambda f: f.report["method"].update(notes=3)),
    ("a question that nobody asked before", lambda f: f.report["method"].update(follow_up_of="task_x", asked=LIBEL)),
    ("another grade of the answer", _in("report", "answer", 0, "grade", to="judged")),
    ("another grade of a claim", lambda f: f.report["claims"][1]["sentence"].update(grade="derived")),
    ("an invented step", lambda f: f.report["answer"][0].update(steps=[STEP])),
    ("an invented vote", lambda f: f.report["answer"][0].update(votes=[VOTE])),
    ("another lowest grade", _in("report", "lowest_grade", to="judged")),
    ("another support rate", _in("report", "support_rate", to=0.5)),
    ("another rate of corroboration", _in("report", "corroboration_rate", to=1.0)),
    ("another question", _in("report", "question", to="市長は数字を捏造したか")),
    ("another moment", _in("report", "created_at", to="2027-01-01T00:00:00+00:00")),
)


def _unrelated(forged: Forged) -> dict[str, Any]:
    """The claim that answers least: of a page about something else."""
    return min(_claims(forged), key=lambda standing: (standing["answer_score"], standing["claim"]["id"]))


def _untested(forged: Forged) -> dict[str, Any]:
    """The first printed claim against which nobody searched."""
    printed = (forged.claim(number) for number in range(len(forged.report["claims"])))
    return next(standing for standing in printed if not standing["confidence"]["refutation_searched"])


def _corroborate(forged: Forged) -> None:
    """Words of an unrelated page support the answer, by the judge at hand."""
    answer, other = forged.claim(0), _unrelated(forged)
    judge = frames_judge(Judge().version)
    edge = dict(answer["supporting"][0]) | {"quotation": other["supporting"][0]["quotation"], "judge": judge}
    answer["supporting"].append(edge | {"id": "e_" + "1" * 24})


def _own_words(forged: Forged) -> None:
    """The same by the claim's own words, which need no judge."""
    answer, other = forged.claim(0), _unrelated(forged)
    quotation = other["supporting"][0]["quotation"]
    answer["supporting"].append(answer["supporting"][0] | {"quotation": quotation, "id": "e_" + "2" * 24})


def _silence(forged: Forged) -> None:
    """The page that refutes the answer is blocked, on a ground that the forger invents."""
    page = forged.claim(0)["refuting"][0]["quotation"]["page_id"]
    forged.source(page).update(trust="BLOCKED", notes=["誤報を繰り返す発行元", *forged.source(page)["notes"][1:]])


def _source(page_of: Callable[[Forged], str], **facts: Any) -> Change:
    return lambda forged: forged.source(page_of(forged)).update(facts)


def _own_page(forged: Forged) -> str:
    found: str = forged.claim(0)["claim"]["quotation"]["page_id"]
    return found


def _softened(forged: Forged) -> None:
    """A contradiction passed off as another value under other conditions."""
    standing = _first_with(forged, "refuting")
    edge = standing["refuting"].pop(0)
    standing["qualifying"] = [edge | {"relation": "qualifies"}]


def _draft_of_libel(forged: Forged) -> None:
    forged.inputs["drafts"].insert(0, forged.inputs["drafts"][0] | {"text": LIBEL})


def _without_draft(forged: Forged) -> None:
    forged.inputs["drafts"] = [d for d in forged.inputs["drafts"] if "1284" not in d["text"]]


def _half_a_sentence(forged: Forged) -> None:
    """The claim quotes only the part of its sentence that pleases."""
    standing = forged.claim(1)
    words = "設備利用率は34.4％"
    quotation = standing["claim"]["quotation"]
    part = quotation | {"text": words, "end": quotation["start"] + len(words), "text_hash": text_hash(words)}
    _requote(forged, standing["claim"]["id"], part, words)


def _requote(forged: Forged, claim_id: str, quotation: Mapping[str, Any], words: str) -> None:
    standing = next(s for s in _claims(forged) if s["claim"]["id"] == claim_id)
    standing["claim"].update(text=words, quotation=quotation)
    standing["supporting"] = [standing["supporting"][0] | {"quotation": quotation}]
    for draft in forged.inputs["drafts"]:
        if draft["claim_ids"] == [claim_id]:
            draft.update(text=words, quotations=[quotation])


CONSISTENT_LIES: Final[tuple[Named, ...]] = (
    ("refutations taken out of the graph", lambda f: _all_edges(f, "refuting", lambda _edge: False)),
    ("one refutation taken out", lambda f: f.claim(0)["refuting"].pop()),
    ("a verdict that nobody gave", _corroborate),
    ("other words as the claim's own", _own_words),
    ("a contradiction softened", _softened),
    ("another ground of a verdict", lambda f: f.claim(0)["refuting"][0]["grounds"][0].update(detail="期間が違う")),
    ("a surer verdict", lambda f: _first_with(f, "refuting")["refuting"][0].update(confidence=0.99)),
    ("the press release as government", _source(_own_page, trust="GOVERNMENT")),
    ("the press release as first-hand", _source(_own_page, is_primary=True)),
    ("the press release as its own origin", _source(_own_page, origin="or_" + "0" * 24)),
    ("the press release under another title", _source(_own_page, title="経済産業省 確定値")),
    ("the press release of another date", _source(_own_page, date="2026-10-01")),
    ("the press release of another publisher", _source(_own_page, domain="meti.go.jp")),
    ("the press release of another kind", _source(_own_page, kind="government")),
    ("the press release of doubtful quality", _source(_own_page, quality=0.3)),
    ("a libel among the notes on a source", _source(_own_page, notes=["go.jpは政府の名前", LIBEL])),
    ("no notes on a source", _source(_own_page, notes=[])),
    ("a source in another language", _source(_own_page, lang="en")),
    ("a witness silenced", _silence),
    ("another date of a claim", lambda f: f.claim(0)["claim"].update(date="1999")),
    ("another language of a claim", lambda f: f.claim(0)["claim"].update(lang="en")),
    ("another speaker and mood of a claim", lambda f: f.claim(0)["claim"].update(context=CONTEXT)),
    ("votes on a draft that no model was asked about", lambda f: f.inputs["drafts"][0].update(votes=[VOTE])),
    ("half a sentence as a claim", _half_a_sentence),
    ("a search for refutations that was none", lambda f: _untested(f)["confidence"].update(refutation_searched=True)),
    ("a draft that says something else", _draft_of_libel),
    ("a draft kept from the compiler", _without_draft),
    ("drafts in another order", lambda f: f.inputs["drafts"].reverse()),
    ("an answer that was not chosen", _in("inputs", "drafts", 0, "in_answer", to=False)),
    ("another facet of the answer", lambda f: f.inputs["drafts"][0].update(facet="市長の嘘")),
    ("another kind of question", _in("inputs", "shape", "kind", to="for_against")),
    ("a part that is said to be missing", _in("inputs", "shape", "partly", to=True)),
    ("a table that nobody laid out", _in("inputs", "shape", "sides", to=["凪浦", "市長"])),
    ("another heading of a page", lambda f: _page(f).update(headings=[[0, "確定値"]])),
    ("another address of a page", lambda f: _page(f).update(canonical="https://www.meti.go.jp/x.html")),
    ("a page that was not read", lambda f: f.inputs["pages"].pop()),
    ("queries that nobody made", lambda f: f.inputs["method"]["queries"][0].update(text=LIBEL)),
    ("losses that nobody had", lambda f: f.inputs["method"].update(dropped=[[LIBEL, 1]])),
    ("an end that nobody reached", lambda f: f.inputs["method"].update(stop_words=LIBEL)),
    ("gaps that do not follow", lambda f: f.inputs["method"]["sections"][0].update(missing=[LIBEL])),
    (
        "gaps that nobody looked for",
        lambda f: f.inputs["method"]["sections"][0].update(coverage=[[LIBEL, 0.0]], missing=[LIBEL], sufficient=False),
    ),
    ("a section that nobody planned", lambda f: f.inputs["method"]["sections"][0].update(name=LIBEL)),
    ("another question throughout", lambda f: f.report.update(question="市長が捏造した発電量はいくらですか")),
    ("rules that never were", lambda f: f.inputs["versions"].update(report="report-0")),
)


def _page(forged: Forged) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in forged.inputs["pages"] if p["page_id"] == _own_page(forged))
    return found


def _other_bytes(name: str, change: Callable[[bytes], bytes]) -> Change:
    return lambda forged: forged.other.update({name: change(members()[name])})


FILE_LIES: Final[tuple[Named, ...]] = (
    ("a member that nobody checks", lambda f: f.other.update({"tadori/statement.md": LIBEL.encode()})),
    ("a second report", lambda f: f.other.update({"tadori/report.txt": LIBEL.encode()})),
    ("a page in a folder of ours", lambda f: f.other.update({"tadori/pages/x.html": LIBEL.encode()})),
    ("another Markdown", _other_bytes("tadori/report.md", lambda data: data + LIBEL.encode())),
    ("another HTML", _other_bytes("tadori/report.html", lambda data: data.replace(b"1,510", b"1,284"))),
    ("a log that is none", lambda f: f.other.update({"tadori/log.jsonl": b"[]\n"})),
    ("inputs that are none", lambda f: f.other.update({"tadori/inputs.json": b"{}\n"})),
    ("inputs with a field of one's own", _other_bytes("tadori/inputs.json", lambda d: b'{"x":1,' + d[1:])),
    ("an event in the log alone", lambda f: f.log.append({"kind": "page_lost", "payload": {"url": "", "reason": "x"}})),
    ("no log", lambda f: f.other.update({"tadori/log.jsonl": b""})),
    ("no graph", lambda f: f.other.update({"tadori/graph.json": b""})),
)


def _other_query(forged: Forged) -> None:
    """The same invented query in log and method."""
    forged.inputs["method"]["queries"][0]["text"] = "発電量 公表値"
    first = next(event for event in forged.log if event["kind"] == "query_made")
    first["payload"]["text"] = "発電量 公表値"


def _other_choice(forged: Forged) -> None:
    """The last sentence of the answer was not chosen, and stands where it would stand then."""
    forged.inputs["choice"]["claims"].pop()
    offer_again(forged)


UNPROVABLE: Final[tuple[tuple[str, Change], ...]] = (
    ("how long it took", lambda f: f.inputs["method"].update(seconds=1.0)),
    ("how many documents were within reach", lambda f: f.inputs["method"].update(pages_searched=9)),
    ("when a page was found", lambda f: _page(f).update(found_at="2020-01-01T00:00:00+00:00")),
    ("how well a claim answers", lambda f: f.claim(0).update(answer_score=0.999)),
    ("which claims are the answer", _other_choice),
    ("a log and a method that agree", _other_query),
)
"""Each is carried through by the forger, and holds: docs/verify.md says so."""


def _found(way: Way, change: Change) -> str:
    found = way(change)
    return "" if found.problems else f"verify says it holds; notes: {json.dumps(found.notes)}"


def _holds() -> str:
    found = resealed(lambda _forged: None)
    return "" if found.ok and found.recompiled else f"the honest file does not hold: {found.problems[:2]}"


def attacks() -> list[Attack]:
    lies: list[tuple[str, Way, Change]] = [(name, resealed, change) for name, change in (*REPORT_LIES, *FILE_LIES)]
    lies += [(f"consistent: {name}", made_consistent, change) for name, change in CONSISTENT_LIES]
    return [
        Attack(name="the honest file", run=_holds),
        *(Attack(name=name, run=partial(_found, way, change)) for name, way, change in lies),
    ]
