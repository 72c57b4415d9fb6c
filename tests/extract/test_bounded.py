"""Foreign bytes are read within bounds: what is over one is lost with its reason, and the next document is read."""

import contextlib
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import zlib
from pathlib import Path

import pytest

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.extract.bounded import BoundedExtractor
from tadori.extract.extraction import Extraction
from tadori.extract.processes import Bounds, PoolLimits
from tadori.extract.raw import raw_text
from tadori.model.page import Capture
from tests.extract.documents import PROSE, PROSE_JA, captured, page, pdf
from tests.extract.test_containers import HTML, warc
from tests.extract.test_pdf import BODY

pytestmark = pytest.mark.own_readers

PDF = captured(pdf([BODY, [(60.0, 700.0, 10.0, PROSE_JA)]]), "application/pdf")
LARGE = page("<h1>Harbour</h1><h2>港</h2>" + f"<p>{PROSE} <a href='/x'>{PROSE_JA}</a></p>" * 1500)


def packed_page(unit: bytes, times: int) -> Capture:
    """A PDF whose one page unpacks to `unit` again and again."""
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(unit) for _ in range(times)) + packer.flush()
    whole = pdf([[(0.0, 0.0, 1.0, "@")]]).split(b"9 0 obj")
    content = b"9 0 obj\n<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (len(data), data)
    return captured(whole[0] + content + b"trailer << /Root 1 0 R >>\n%%EOF", "application/pdf")


OTHERS: set[int] = set()
"""Readers that other files of this test process have started and still use: no test here counts them."""


@pytest.fixture(autouse=True)
def _others() -> None:
    OTHERS.clear()
    OTHERS.update(children())


def children() -> set[int]:
    """Processes that a test here has started and that still run."""
    lines = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=False
    ).stdout.splitlines()
    return {int(line.split()[0]) for line in lines if "tadori.extract.worker" in line} - OTHERS


@pytest.mark.parametrize("capture", [PDF, LARGE], ids=["PDF", "a large page"])
@pytest.mark.req("L22")
def test_what_is_read_in_a_process_is_what_would_be_read_here(capture: Capture) -> None:
    with BoundedExtractor() as reading:
        assert reading.extract(capture) == Extraction().extract(capture)
        assert reading.raw_text(capture) == raw_text(capture)
        assert len(children()) == 1


@pytest.mark.parametrize(
    ("capture", "processes"),
    [
        (captured(b"<p>" + b"word " * 20), 0),
        (captured(b"a" * 1000, "text/plain"), 0),
        (captured(b"a" * 1001, "text/plain"), 1),
        (captured(b"\n\n%PDF-1.4", "text/html"), 1),
    ],
    ids=["a page", "as large as may be", "larger", "a PDF by its bytes"],
)
def test_where_small_documents_are_read_here_size_and_bytes_decide(capture: Capture, processes: int) -> None:
    with BoundedExtractor(quick_bytes=1000) as reading:
        for read in (reading.extract, reading.raw_text):
            with contextlib.suppress(SourceGarbled):
                read(capture)
        assert len(children()) == processes


def test_else_even_the_smallest_page_is_read_in_a_process() -> None:
    with BoundedExtractor() as reading:
        assert reading.extract(page(f"<p>{PROSE}</p>")).text == PROSE
        assert len(children()) == 1


@pytest.mark.req("L35")
def test_a_page_that_unpacks_without_end_is_lost_and_the_next_document_is_read() -> None:
    with BoundedExtractor(Bounds(memory=150_000_000)) as reading:
        with pytest.raises(SourceError, match="150 MB of memory") as lost:
            reading.extract(packed_page(b" " * 1_000_000, 200))
        assert lost.value.source == "https://example.org/page"
        assert reading.extract(PDF).title == "Wake of the turbine"


def test_a_document_that_takes_too_long_is_lost_and_the_next_document_is_read() -> None:
    slow = captured(b"<p>" + b"<p>word</p>" * 180_000)
    with BoundedExtractor(Bounds(cpu_seconds=0)) as reading:
        with pytest.raises(SourceTooLarge, match=r"takes more than 0 s of processor time"):
            reading.extract(slow)
        assert reading.extract(PDF).title == "Wake of the turbine"


def test_a_process_that_does_nothing_is_given_up() -> None:
    with (
        BoundedExtractor(Bounds(wall_seconds=0.01)) as reading,
        pytest.raises(SourceTooLarge, match=r"more than 0.01 s"),
    ):
        reading.extract(PDF)


def test_a_loss_in_the_process_is_the_same_loss_here() -> None:
    with BoundedExtractor() as reading:
        with pytest.raises(SourceGarbled) as lost:
            reading.extract(captured(b"%PDF-1.4 nothing", "application/pdf"))
        assert (lost.value.source, lost.value.reason) == (
            "https://example.org/page",
            "the PDF is broken and cannot be opened",
        )
        with pytest.raises(SourceTooLarge) as too_large:
            reading.extract(captured(b"<p>x" * 210_000))
        assert too_large.value.reason == "more than 200000 elements"


@pytest.mark.parametrize("quick_bytes", [1000, 0], ids=["here", "in a process"])
def test_what_a_reader_falls_over_is_the_loss_of_one_document(quick_bytes: int) -> None:
    with BoundedExtractor(quick_bytes=quick_bytes) as reading, pytest.raises(SourceGarbled) as lost:
        reading.extract(captured(b"<p>word</p>", url="https://[::1"))
    assert lost.value.reason == "its reader failed: ValueError: Invalid IPv6 URL"


def test_a_process_that_somebody_ended_is_replaced_and_the_document_read() -> None:
    with BoundedExtractor() as reading:
        reading.extract(PDF)
        (first,) = children()
        os.kill(first, signal.SIGKILL)
        assert reading.extract(PDF).title == "Wake of the turbine"
        (second,) = children()
        assert second != first


def sent_to(process: int) -> int:
    """How many bytes wait at the standard input of a process."""
    with open(f"/proc/{process}/fd/0", "rb", buffering=0) as waiting:
        found: int = struct.unpack("i", fcntl.ioctl(waiting, termios.FIONREAD, b"\0\0\0\0"))[0]
        return found


def test_a_document_whose_process_is_killed_in_the_middle_is_read_once_more() -> None:
    titles: list[str] = []
    with BoundedExtractor() as reading:
        reading.extract(PDF)
        (first,) = children()
        os.kill(first, signal.SIGSTOP)  # it gets the document and never comes to its end
        thread = threading.Thread(target=lambda: titles.append(reading.extract(PDF).title))
        thread.start()
        while not sent_to(first):
            thread.join(0.001)
        os.kill(first, signal.SIGKILL)
        thread.join()
        assert titles == ["Wake of the turbine"]
        assert len(children() - {first}) == 1


def test_a_process_that_idles_is_ended_and_the_next_document_gets_another() -> None:
    with BoundedExtractor(limits=PoolLimits(most=1, idle_seconds=1.0)) as reading:
        reading.extract(PDF)
        (first,) = children()
        with os.fdopen(os.pidfd_open(first)) as ended:
            assert select.select([ended], [], [], 30.0)[0] == [ended]
        assert reading.extract(PDF).title == "Wake of the turbine"
        assert children() != {first}


@pytest.mark.parametrize(("worth_seconds", "processes"), [(0.0, 2), (1e9, 1)], ids=["worth it", "not worth it"])
def test_a_second_process_is_started_when_the_work_that_waits_is_worth_it(worth_seconds: float, processes: int) -> None:
    titles: list[str] = []

    def read() -> None:
        for _ in range(10):
            titles.append(reading.extract(PDF).title)

    with BoundedExtractor(limits=PoolLimits(most=2, worth_seconds=worth_seconds, patience_seconds=1e9)) as reading:
        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(children()) == processes
    assert titles == ["Wake of the turbine"] * 30


@pytest.mark.req("L15")
def test_one_process_serves_many_documents_and_ends_with_the_reading() -> None:
    with BoundedExtractor() as reading:
        reading.extract(PDF)
        first = children()
        reading.extract(PDF)
        assert children() == first
    assert children() == set()


def test_documents_from_many_threads_wait_for_their_turn() -> None:
    titles: list[str] = []
    with BoundedExtractor(limits=PoolLimits(most=2)) as reading:
        threads = [threading.Thread(target=lambda: titles.append(reading.extract(PDF).title)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(children()) <= 2
    assert titles == ["Wake of the turbine"] * 6


@pytest.mark.req("L15")
def test_it_ends_with_its_parent_even_when_that_is_killed() -> None:
    script = (
        "import sys, time\n"
        "from tadori.extract.bounded import BoundedExtractor\n"
        "from tests.extract.test_bounded import PDF, children\n"
        "reading = BoundedExtractor()\n"
        "reading.extract(PDF)\n"
        "print(*children(), flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    descriptor = os.pidfd_open(worker)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    with os.fdopen(descriptor) as ended:
        assert select.select([ended], [], [], 30.0)[0] == [ended]


def test_documents_of_an_archive_come_one_by_one_while_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    records = [(f"https://e.test/{n}", "200 OK", "application/pdf", PDF.body) for n in range(3)]
    path.write_bytes(warc(*records))
    with BoundedExtractor() as reading:
        items = [item for item in reading.documents_in(path) if isinstance(item, Capture)]
        assert [(item.url, reading.extract(item).title) for item in items] == [
            (f"https://e.test/{n}", "Wake of the turbine") for n in range(3)
        ]
        for item in reading.documents_in(path):
            assert isinstance(item, Capture)
            assert reading.extract(item).title == "Wake of the turbine"


def test_an_archive_that_is_left_half_read_disturbs_nothing(tmp_path: Path) -> None:
    first, second = tmp_path / "a.warc.gz", tmp_path / "b.warc.gz"
    for path in (first, second):
        path.write_bytes(warc(*[(f"https://{path.stem[0]}.test/{n}", "200 OK", "text/html", HTML) for n in range(3)]))
    with BoundedExtractor() as reading:
        half = reading.documents_in(first)
        one = next(half)
        half.close()  # type: ignore[attr-defined]
        others = list(reading.documents_in(second))
        assert len(children()) == 1
    assert isinstance(one, Capture)
    assert [item.url for item in others if isinstance(item, Capture)] == [f"https://b.test/{n}" for n in range(3)]


@pytest.mark.req("L35")
def test_an_archive_without_a_line_end_is_lost_before_it_fills_the_memory(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, wbits=31)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(packer.compress(b"WARC/1.1" + b"A" * 60_000_000) + packer.flush())
    with BoundedExtractor(Bounds(memory=50_000_000)) as reading:
        (item,) = reading.documents_in(path)
    assert isinstance(item, SourceTooLarge)
    assert (item.source, item.reason) == ("a.warc.gz", "reading the archive takes more than 50 MB of memory")


def test_a_machine_that_starts_no_process_loses_the_document_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with BoundedExtractor() as reading, pytest.raises(SourceError) as lost:
        reading.extract(PDF)
    assert lost.value.reason == "no process to read it could be started: No such file or directory"


def test_a_large_process_does_not_make_its_reader_look_large() -> None:
    ballast = bytearray(b"\x01") * 900_000_000
    with BoundedExtractor() as reading, pytest.raises(SourceGarbled) as lost:
        reading.extract(captured(b"<p>" + b"word " * 100_000, url="https://[::1"))
    assert "ValueError" in lost.value.reason
    assert len(ballast) == 900_000_000
