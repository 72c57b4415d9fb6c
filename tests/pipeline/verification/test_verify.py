import gzip
import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tadori.archive.canonical_zip import ZipWriter
from tadori.archive.pages import PageArchive
from tadori.archive.wacz import canonical_json, package_digest_json, write_wacz
from tadori.errors import SourceGarbled, WrongCall
from tadori.model.claim import Claim, Quotation
from tadori.model.graph import EvidenceGraph, Standing
from tadori.model.ids import text_hash
from tadori.model.page import Capture
from tadori.model.report import Answered, Citation, Report
from tadori.model.verification import Problem, Verification
from tadori.pipeline.verification.verify import VerifyTools, verify_folder, verify_wacz
from tadori.report.json_form import report_from_json
from tadori.report.render import render_all
from tests.archive.reports import CREATED, LONG, LetterCheck, Sealed, raw_text, render, seal, sealed
from tests.archive.samples import sample

LINKS = VerifyTools(check=LetterCheck(), raw_text=raw_text, render=render)
"""Follows links only: nothing is made again."""


def walked(path: Path) -> Verification:
    return verify_wacz(path, LINKS)


def places(path: Path) -> list[str]:
    return [problem.place for problem in walked(path).problems]


@pytest.fixture
def evidence(tmp_path: Path) -> Sealed:
    return sealed(tmp_path)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    """For tests that only read, or that put back what they change."""
    return sealed(tmp_path_factory.mktemp("shared"))


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def repacked(path: Path, content: dict[str, bytes]) -> None:
    """Write a ZIP in our own form with other content: what a forger with our source code can do."""
    with path.open("w+b") as stream:
        writer = ZipWriter(stream)
        for name in sorted(content):
            writer.add(name, [content[name]])
        writer.finish()


def owner_of_each_byte(path: Path) -> Iterator[tuple[int, int, str]]:
    """(start, end, place) of everything in a ZIP file, found with the standard library."""
    with zipfile.ZipFile(path) as package:
        infos, directory = package.infolist(), package.start_dir
    for info in infos:
        data = info.header_offset + 30 + len(info.filename)
        yield info.header_offset, data, f"local header of {info.filename}"
        yield data, data + info.file_size, info.filename
    for info in infos:
        yield directory, directory + 46 + len(info.filename), f"zip directory, entry of {info.filename}"
        directory += 46 + len(info.filename)
    yield directory, directory + 22, "zip directory, end record"


def unfound_flips(path: Path, offsets: range) -> list[tuple[int, str, list[str]]]:
    """Flip one bit at each offset; where no problem names the part of the file that was changed."""
    owners = list(owner_of_each_byte(path))
    unfound = []
    with path.open("r+b", buffering=0) as stream:
        for offset in offsets:
            old = os.pread(stream.fileno(), 1, offset)
            os.pwrite(stream.fileno(), bytes([old[0] ^ (1 << offset % 8)]), offset)
            owner = next(place for start, end, place in owners if start <= offset < end)
            named = places(path)
            os.pwrite(stream.fileno(), old, offset)
            if not any(place.startswith(owner) for place in named):
                unfound.append((offset, owner, named))
    return unfound


@pytest.mark.req("X3")
@pytest.mark.req("L22")
def test_whole_evidence_holds_and_says_how_much_was_walked(evidence: Sealed) -> None:
    assert walked(evidence.path) == Verification(
        root_hash=evidence.root_hash,
        sentences_checked=4,
        citations_checked=3,
        pages=3,
        records=7,
        problems=(),
        grades=(("quoted", 4), ("derived", 0), ("judged", 0)),
    )
    assert walked(evidence.path).ok is True


@pytest.mark.req("X3")
def test_a_changed_bit_is_found_and_the_part_of_the_file_it_is_in_is_named(shared: Sealed) -> None:
    assert unfound_flips(shared.path, range(0, shared.path.stat().st_size, 149)) == []
    assert walked(shared.path).problems == ()


@pytest.mark.slow
@pytest.mark.req("X3")
def test_a_changed_bit_is_found_and_named_at_every_single_offset(tmp_path: Path) -> None:
    archive = PageArchive(tmp_path / "archive")
    page, capture, text = sample()
    archive.keep(page, capture, text)
    path = tmp_path / "evidence.wacz"
    files = {"a": b"a", "log.jsonl": b"{}\n"}
    write_wacz(path, archive=archive, pages=[page], files=files, title="橋", created=CREATED)
    assert unfound_flips(path, range(path.stat().st_size)) == []


@pytest.mark.req("X3")
def test_every_byte_of_the_frame_of_the_file_is_guarded(shared: Sealed) -> None:
    frame = [owner for owner in owner_of_each_byte(shared.path) if owner[2].startswith(("local header", "zip"))]
    last = frame[-1]
    for start, end, _ in (frame[0], frame[3], frame[-4], last):
        assert unfound_flips(shared.path, range(start, end)) == []


@pytest.mark.req("X3")
@pytest.mark.parametrize("tail", [b"\0", b"PK\x05\x06" + bytes(18), b"x" * 70_000])
def test_bytes_behind_the_end_are_found(evidence: Sealed, tail: bytes) -> None:
    evidence.path.write_bytes(evidence.path.read_bytes() + tail)
    assert "trailing bytes" in places(evidence.path)


@pytest.mark.req("X3")
def test_a_missing_last_byte_is_found(evidence: Sealed) -> None:
    evidence.path.write_bytes(evidence.path.read_bytes()[:-1])
    assert places(evidence.path) == ["zip directory, end record"]


@pytest.mark.req("X3")
def test_a_file_cut_inside_a_member_names_that_member(evidence: Sealed) -> None:
    whole = evidence.path.read_bytes()
    cut = next(start for start, _, place in owner_of_each_byte(evidence.path) if place == "tadori/report.json")
    evidence.path.write_bytes(whole[: cut + 10])
    assert Problem(place="tadori/report.json", what="the file ends inside it") in walked(evidence.path).problems


@pytest.mark.req("X3")
def test_two_members_in_the_wrong_order_are_found(evidence: Sealed) -> None:
    content = members(evidence.path)
    swapped = [*content][::-1]
    with evidence.path.open("wb") as stream, zipfile.ZipFile(stream, "w") as package:
        for name in swapped:
            package.writestr(zipfile.ZipInfo(name), content[name])
    assert Problem(place="archive/data.warc.gz", what="stands out of order, or twice") in walked(evidence.path).problems


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("tadori/more.txt", "is not listed in datapackage.json"),
        ("virus.exe", "is no part of an evidence file"),
        ("../../etc/passwd", "is no part of an evidence file"),
        ("tadori/../../x", "is no part of an evidence file"),
        ("/etc/passwd", "is no part of an evidence file"),
    ],
)
def test_an_added_member_is_found(evidence: Sealed, name: str, what: str) -> None:
    repacked(evidence.path, members(evidence.path) | {name: b"new"})
    assert Problem(place=name, what=what) in walked(evidence.path).problems


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    "name",
    [
        "archive/data.warc.gz",
        "datapackage.json",
        "datapackage-digest.json",
        "indexes/index.cdx",
        "pages/pages.jsonl",
        "tadori/report.json",
        "tadori/graph.json",
        "tadori/report.md",
        "tadori/log.jsonl",
    ],
)
def test_a_member_that_was_taken_away_is_missed(evidence: Sealed, name: str) -> None:
    content = members(evidence.path)
    del content[name]
    repacked(evidence.path, content)
    assert name in places(evidence.path)


@pytest.mark.req("X3")
def test_a_package_that_lists_a_member_twice_is_refused(evidence: Sealed) -> None:
    content = members(evidence.path)
    described = json.loads(content["datapackage.json"])
    described["resources"].insert(0, described["resources"][0])
    package = canonical_json(described)
    changed = {"datapackage.json": package, "datapackage-digest.json": package_digest_json(package)}
    repacked(evidence.path, content | changed)
    assert [str(problem) for problem in walked(evidence.path).problems] == [
        "datapackage.json: lists a member twice, or itself"
    ]


@pytest.mark.req("X3")
def test_the_same_content_in_another_zip_form_is_refused(evidence: Sealed) -> None:
    content = members(evidence.path)
    with zipfile.ZipFile(evidence.path, "w", zipfile.ZIP_DEFLATED) as package:
        for name in sorted(content):
            package.writestr(name, content[name])
    assert "local header of datapackage.json" in places(evidence.path)


# A forger who knows the format: every hash and every form is made again, only the truth is missing.


def forged(evidence: Sealed, *, report: Report | None = None, graph: EvidenceGraph | None = None) -> list[str]:
    """What verification says about a report that was changed and sealed anew."""
    made = seal(evidence.path, evidence.archive, evidence.pages, report or evidence.report, graph or evidence.graph)
    found = walked(evidence.path)
    assert found.root_hash == made.root_hash
    return [str(problem) for problem in found.problems]


def with_citation(report: Report, **changes: Any) -> Report:
    return replace(report, citations=(replace(report.citations[0], **changes), *report.citations[1:]))


@pytest.mark.req("X3")
@pytest.mark.req("L33")
def test_a_changed_sentence_is_found_even_when_every_hash_is_made_again(evidence: Sealed) -> None:
    answer = replace(evidence.report.answer[0], text=LONG.replace("15", "150"))
    assert forged(evidence, report=replace(evidence.report, answer=(answer,))) == [
        "answer, sentence 1: the words it cites do not say it"
    ]


@pytest.mark.req("X3")
def test_a_changed_quotation_is_found_even_when_every_hash_is_made_again(evidence: Sealed) -> None:
    old = evidence.report.citations[0].quotation
    words = old.text.replace("15", "99")
    quotation = replace(old, text=words, text_hash=text_hash(words))
    problems = forged(evidence, report=with_citation(evidence.report, quotation=quotation))
    assert f"citation 1: its quotation does not stand at {old.start} to {old.end} of the archived text" in problems


@pytest.mark.req("X3")
def test_a_changed_text_of_a_page_is_found_by_the_document_it_was_read_out_of(tmp_path: Path, evidence: Sealed) -> None:
    page = evidence.pages[0]
    lie = evidence.archive.text(page.id).replace("15", "99")
    invented = replace(page, text_hash=text_hash(lie))
    archive = PageArchive(tmp_path / "forged")
    archive.keep(invented, evidence.archive.body(page.id), lie)
    for other in evidence.pages[1:]:
        archive.keep(other, evidence.archive.body(other.id), evidence.archive.text(other.id))

    def told(quotation: Quotation) -> Quotation:
        words = quotation.text.replace("15", "99") if quotation.page_id == page.id else quotation.text
        return replace(quotation, text=words, text_hash=text_hash(words))

    report = replace(
        evidence.report,
        citations=tuple(
            replace(
                citation,
                quotation=told(citation.quotation),
                text_hash=invented.text_hash if citation.page_id == page.id else citation.text_hash,
            )
            for citation in evidence.report.citations
        ),
    )
    seal(evidence.path, archive, [invented, *evidence.pages[1:]], report, evidence.graph)
    order = "the letters and digits of its quotation do not stand in this order in the archived document"
    assert Problem(place="citation 1", what=order) in walked(evidence.path).problems


def citation_changes(citation: Citation) -> list[tuple[dict[str, Any], str]]:
    quotation = citation.quotation
    return [
        ({"content_hash": text_hash("x")}, "its content hash is not that of the archived document"),
        ({"text_hash": text_hash("x")}, "its text hash is not that of the archived text"),
        ({"url": "file:///other"}, "its address is not that of the archived page"),
        ({"deep_link": "https://evil.example/"}, "its link leads to another page"),
        ({"excerpt": "invented"}, "its excerpt is not what the archived text shows there"),
        ({"title": "Nature"}, "its title, date, language or trust is not that of the graph"),
        (
            {"page_id": "pg_" + "0" * 24},
            "its page pg_000000000000000000000000 is not in the archive, or cannot be read there",
        ),
        ({"quotation": replace(quotation, text_hash=text_hash("x"))}, "its quotation does not have its hash"),
        (
            {"quotation": replace(quotation, start=-3)},
            f"its quotation does not stand at -3 to {quotation.end} of the archived text",
        ),
        (
            {"quotation": replace(quotation, end=10**9)},
            f"its quotation does not stand at {quotation.start} to 1000000000 of the archived text",
        ),
        ({"quotation": replace(quotation, page_id="pg_" + "0" * 24)}, "its quotation is from another page"),
        (
            {"quotation": Quotation.of(fragment_id="f", page_id=quotation.page_id, start=5, text="\n\n")},
            "its quotation has no letter and no digit",
        ),
    ]


@pytest.mark.req("X3")
@pytest.mark.parametrize("number", range(12))
def test_a_changed_citation_is_found_even_when_every_hash_is_made_again(evidence: Sealed, number: int) -> None:
    changes, fault = citation_changes(evidence.report.citations[0])[number]
    problems = forged(evidence, report=with_citation(evidence.report, **changes))
    assert f"citation 1: {fault}" in problems


def report_changes(report: Report) -> list[tuple[Report, str]]:
    answer, claim = report.answer[0], report.claims[0]
    louder = replace(answer, standing=Standing.CORROBORATED)
    return [
        (replace(report, answer=(replace(answer, citations=()),)), "answer, sentence 1: it cites nothing"),
        (
            replace(report, answer=(replace(answer, citations=(9,)),)),
            "report: it uses the citation 9, which it does not have",
        ),
        (replace(report, answer=(replace(answer, claim_ids=()),)), "answer, sentence 1: it names no claim"),
        (
            replace(report, answer=(replace(answer, claim_ids=("cl_x",)),)),
            "answer, sentence 1: its claim 'cl_x' is not in the graph",
        ),
        (
            replace(report, answer=(replace(answer, citations=(2,)),)),
            "answer, sentence 1: the words it cites do not say it",
        ),
        (
            replace(report, answer=(louder,)),
            "answer, sentence 1: it is printed as corroborated, and the graph says contested",
        ),
        (
            replace(report, answer=(replace(answer, confidence=0.99),)),
            "answer, sentence 1: it is printed with more confidence than the graph has (0.6)",
        ),
        (replace(report, answered=Answered.NO), "report: it does not say truly whether it answers"),
        (
            replace(report, claims=(replace(claim, against=()),)),
            "claim 1: the evidence against it is not that of the graph",
        ),
        (
            replace(report, claims=(replace(claim, supporting=(1,)),)),
            "claim 1: the evidence for it is not that of the graph",
        ),
        (
            replace(report, claims=(replace(claim, independent_origins=7),)),
            "claim 1: it counts more independent origins than the graph",
        ),
        (replace(report, timeline=()), "report: its timeline is not the one that its claims make"),
        (replace(report, corroboration_rate=1.0), "report: its corroboration rate is not that of its claims"),
        (replace(report, citations=report.citations[:2]), "report: it uses the citation 3, which it does not have"),
        (replace(report, citations=report.citations[::-1]), "report: its citations are not numbered from 1 on"),
        (
            replace(report, unchecked=(replace(report.unchecked[0], checked=True),)),
            "not checked, sentence 1: the words it cites do not say it",
        ),
    ]


@pytest.mark.req("X3")
@pytest.mark.req("L33")
@pytest.mark.parametrize("number", range(16))
def test_a_changed_report_is_found_even_when_every_hash_is_made_again(evidence: Sealed, number: int) -> None:
    report, fault = report_changes(evidence.report)[number]
    assert fault in forged(evidence, report=report)


@pytest.mark.req("L33")
def test_a_claim_that_lost_its_edges_or_stands_on_moved_words_is_found(evidence: Sealed) -> None:
    def changed(change: Callable[[Any], Any]) -> EvidenceGraph:
        claims = tuple(change(s) if s.claim.text == LONG else s for s in evidence.graph.claims)
        return replace(evidence.graph, claims=claims)

    bare = forged(evidence, graph=changed(lambda s: replace(s, supporting=())))
    assert f"answer, sentence 1: no words it cites support its claim {Claim.id_of(LONG)!a} in the graph" in bare
    edge = next(s.supporting[0] for s in evidence.graph.claims if s.claim.text == LONG)
    moved = replace(edge, quotation=replace(edge.quotation, start=0))
    problems = forged(evidence, graph=changed(lambda s: replace(s, supporting=(moved, *s.supporting[1:]))))
    span = f"0 to {edge.quotation.end}"
    assert f"graph, edge {edge.id}: its quotation does not stand at {span} of the archived text" in problems


@pytest.mark.req("X3")
@pytest.mark.parametrize("name", ["report.md", "report.html"])
def test_a_rendered_report_that_says_something_else_is_found(evidence: Sealed, name: str) -> None:
    files = evidence.files | {name: evidence.files[name].replace(b"15", b"99")}
    write_wacz(
        evidence.path,
        archive=evidence.archive,
        pages=evidence.pages,
        files=files,
        title=evidence.report.question,
        created=CREATED,
    )
    assert places(evidence.path) == [f"tadori/{name}"]


@pytest.mark.req("X3")
def test_the_forms_that_the_real_renderer_makes_hold(evidence: Sealed) -> None:
    files = evidence.files | render_all(evidence.report)
    write_wacz(
        evidence.path,
        archive=evidence.archive,
        pages=evidence.pages,
        files=files,
        title=evidence.report.question,
        created=CREATED,
    )
    tools = replace(LINKS, render=lambda data: render_all(report_from_json(data)))
    found = verify_wacz(evidence.path, tools)
    assert found.problems == ()


@pytest.mark.req("X3")
def test_report_and_graph_in_another_spelling_are_refused(evidence: Sealed) -> None:
    files = evidence.files
    for name in ("report.json", "graph.json"):
        spaced = files | {name: json.dumps(json.loads(files[name])).encode()}
        write_wacz(
            evidence.path, archive=evidence.archive, pages=evidence.pages, files=spaced, title="x", created=CREATED
        )
        told = [str(problem) for problem in walked(evidence.path).problems]
        assert told[0] == f"tadori/{name}: is not in canonical form: first difference at byte 10"


@pytest.mark.parametrize(
    "value", [b"", b"[]", b"{}", b"null", b"\xff\xfe", b"[" * 100_000, b'{"schema": 1e999}', b"9" * 9999]
)
@pytest.mark.parametrize("name", ["tadori/report.json", "tadori/graph.json", "datapackage.json", "pages/pages.jsonl"])
def test_json_of_any_shape_is_a_problem_and_not_a_crash(
    shared: Sealed, tmp_path: Path, name: str, value: bytes
) -> None:
    path = tmp_path / "x.wacz"
    repacked(path, members(shared.path) | {name: value})
    assert name in places(path)


def test_a_document_that_cannot_be_read_is_a_problem_with_its_reason(evidence: Sealed) -> None:
    def unreadable(capture: Capture) -> str:
        raise SourceGarbled(capture.url, "a torn PDF")

    found = verify_wacz(evidence.path, VerifyTools(check=LetterCheck(), raw_text=unreadable))
    assert {problem.what for problem in found.problems} == {"its document cannot be read: a torn PDF"}
    assert {problem.place for problem in found.problems} == {page.id for page in evidence.pages}


@pytest.mark.req("X3", "L35")
@pytest.mark.parametrize(
    ("document", "problems"),
    [("15", 0), ("1.5", 1), ("−15", 1), ("≤ 15", 1), ("1⁵", 1), ("1-5", 1)],
)
def test_a_number_whose_sign_the_extractor_lost_is_found_in_the_document(
    evidence: Sealed, document: str, problems: int
) -> None:
    def said(capture: Capture) -> str:
        return raw_text(capture).replace("is 15 metres", f"is {document} metres")

    found = verify_wacz(evidence.path, VerifyTools(check=LetterCheck(), raw_text=said))
    faults = [
        problem for problem in found.problems if problem.place == "citation 1" and "in this order" in problem.what
    ]
    assert len(faults) == problems


def test_a_torn_record_costs_its_page_and_no_other(evidence: Sealed) -> None:
    content = members(evidence.path)
    warc = bytearray(content["archive/data.warc.gz"])
    second = _starts(warc)[1]
    warc[second + 40] ^= 0xFF
    repacked(evidence.path, content | {"archive/data.warc.gz": bytes(warc)})
    found = walked(evidence.path)
    assert found.pages == 2
    assert [p.place for p in found.problems if p.place.startswith("archive/data.warc.gz, record at byte")] == [
        f"archive/data.warc.gz, record at byte {second}"
    ]


def _starts(data: bytes | bytearray) -> list[int]:
    return [i for i in range(len(data)) if data[i : i + 10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"]


def test_a_warc_of_nothing_but_torn_records_ends_the_reading(evidence: Sealed) -> None:
    torn = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff" * 5000
    repacked(evidence.path, members(evidence.path) | {"archive/data.warc.gz": torn})
    assert "more than 20 torn records; the rest was not read" in [p.what for p in walked(evidence.path).problems]


def test_a_record_that_is_a_bomb_is_refused(evidence: Sealed) -> None:
    bomb = zlib.compressobj(9, zlib.DEFLATED, 31)
    data = b"".join(bomb.compress(bytes(1_000_000)) for _ in range(70)) + bomb.flush()
    repacked(evidence.path, members(evidence.path) | {"archive/data.warc.gz": data})
    assert [
        p.what for p in walked(evidence.path).problems if "larger than 64000000 bytes when unpacked" in p.what
    ] != []


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "zip: not a ZIP file (0 bytes)"),
        (b"x", "zip: not a ZIP file (1 bytes)"),
        (b"PK\x05\x06" + bytes(18), "zip: not a ZIP file (22 bytes)"),
        (b"PK\x03\x04" + bytes(26), "zip: not a ZIP file (30 bytes)"),
        (b"%PDF-1.7\n" * 1000, "zip: not a ZIP file (9000 bytes)"),
    ],
)
def test_a_file_that_is_no_zip_is_told_so(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "x.wacz"
    path.write_bytes(data)
    found = walked(path)
    assert [str(p) for p in found.problems] == [problem]
    assert (found.root_hash, found.sentences_checked, found.pages, found.ok) == (None, 0, 0, False)


def test_a_huge_hole_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.wacz"
    with path.open("wb") as stream:
        stream.truncate(5 * 2**30)
    assert [str(problem) for problem in walked(path).problems] == [f"zip: {5 * 2**30} bytes, more than 4 GiB"]


def test_a_directory_whose_members_overlap_is_not_believed(evidence: Sealed) -> None:
    whole = evidence.path.read_bytes()
    start = struct.unpack("<I", whole[-6:-2])[0]
    name = b"datapackage.json"
    entry = struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", 20, 20, 0, 0, 0, 33, 0, start, start, len(name), *[0] * 6)
    directory = (entry + name) * 900
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 900, 900, len(directory), start, 0)
    evidence.path.write_bytes(whole[:start] + directory + end)
    assert "zip directory, entry of archive/data.warc.gz" in places(evidence.path)


@pytest.mark.parametrize("name", ["a" * 60_000, "改竄.txt", "tadori/a\nb", "tadori/a\x00b"])
def test_names_no_evidence_has_are_problems(evidence: Sealed, name: str) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr(zipfile.ZipInfo("archive/data.warc.gz"), b"")
        package.writestr(zipfile.ZipInfo(name), b"x")
    evidence.path.write_bytes(buffer.getvalue())
    found = walked(evidence.path)
    assert found.ok is False
    assert [problem for problem in found.problems if not problem.place.isprintable() or len(problem.place) > 400] == []


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_a_file_is_cut_doubled_or_overwritten_it_is_found_and_never_crashes(
    shared: Sealed, tmp_path: Path, data: st.DataObject
) -> None:
    whole = shared.path.read_bytes()
    start = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(start, len(whole)))
    middle = data.draw(st.one_of(st.binary(max_size=40), st.just(whole[start:end] * 2)))
    changed = whole[:start] + middle + whole[end:]
    path = tmp_path / "x.wacz"
    path.write_bytes(changed)
    assert walked(path).ok is (changed == whole)


@pytest.mark.req("X3")
def test_a_folder_is_compared_with_the_report_inside(evidence: Sealed) -> None:
    folder = evidence.path.parent
    for name in ("report.md", "report.html", "report.json"):
        (folder / name).write_bytes(evidence.files[name])
    assert verify_folder(folder, LINKS).problems == ()
    changed = evidence.files["report.md"].replace(b"15", b"99")
    (folder / "report.md").write_bytes(changed)
    (folder / "report.html").unlink()
    byte = evidence.files["report.md"].index(b"15")
    found = verify_folder(folder, replace(LINKS, render=None))
    what = f"is not the one in evidence.wacz: first difference at byte {byte}"
    assert found.problems == (Problem(place="report.md", what=what),)


def test_what_is_not_there_or_no_file_is_a_wrong_call(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, reason in (("none.wacz", "No such file"), (".", "not a file"), ("pipe", "not a file"), ("a\0b", "null")):
        with pytest.raises(WrongCall, match=reason):
            walked(tmp_path / path)
    with pytest.raises(WrongCall, match=r"no evidence\.wacz in it"):
        verify_folder(tmp_path, LINKS)


def test_the_number_of_problems_is_bounded(evidence: Sealed) -> None:
    sentence = evidence.report.answer[0]
    many = tuple(replace(sentence, text=f"Invented {n}.") for n in range(500))
    problems = forged(evidence, report=replace(evidence.report, answer=many))
    assert len(problems) == 201
    assert problems[-1] == "…: and 300 more"


def test_a_gzip_member_in_another_form_is_still_read_and_its_hash_is_missed(evidence: Sealed) -> None:
    content = members(evidence.path)
    warc = content["archive/data.warc.gz"]
    second = _starts(warc)[1]
    again = gzip.compress(gzip.decompress(warc[:second]), mtime=1) + warc[second:]
    repacked(evidence.path, content | {"archive/data.warc.gz": again})
    told = [str(problem) for problem in walked(evidence.path).problems]
    assert "archive/data.warc.gz: does not have the hash that datapackage.json states" in told


@pytest.mark.parametrize("place", ["local header", "directory"])
def test_a_member_that_ends_behind_four_gigabytes_is_named(evidence: Sealed, place: str) -> None:
    whole = bytearray(evidence.path.read_bytes())
    sizes = 18 if place == "local header" else whole.index(b"PK\x01\x02") + 20
    whole[sizes : sizes + 8] = b"\xff" * 8
    evidence.path.write_bytes(whole)
    assert places(evidence.path)[0].endswith("archive/data.warc.gz")
