"""The whole research on 181 saved pages, in CPU seconds, against the bare floor timed in the same run.

Floor: trafilatura with its defaults, a gzip WARC record and one FTS5 row for each of the same pages, imports not
counted. Ours: the whole process, imports counted, in a new home. Memory is the peak RSS of that process.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.gates.figures import Figure, data_folder

PAGES = "article-extraction-benchmark/html"
QUESTIONS = (
    ("How many cases of plague were diagnosed in China in November 2019?", 3),
    ("Which attorney general is investigating WeWork?", 3),
    (
        "What did President Trump say about trade with China, the Hong Kong protests, the impeachment inquiry, "
        "Ukraine, NASA lunar landers, farm purchases and the Democratic candidates?",
        5,
    ),
)
FLOOR = """
import gzip, io, sqlite3, sys, time
from pathlib import Path
import trafilatura
from warcio.warcwriter import WARCWriter
from warcio.statusandheaders import StatusAndHeaders
paths = sorted(Path(sys.argv[1]).glob("*.html"))
bodies = [path.read_bytes() for path in paths]
db = sqlite3.connect(sys.argv[2])
db.execute("create virtual table t using fts5(text)")
started = time.process_time()
with open(sys.argv[3], "wb") as out:
    writer = WARCWriter(out, gzip=True)
    for path, body in zip(paths, bodies):
        text = trafilatura.extract(body) or ""
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        record = writer.create_warc_record(
            path.as_uri(), "response", payload=io.BytesIO(body), http_headers=headers)
        writer.write_record(record)
        db.execute("insert into t values (?)", (text,))
    db.commit()
print(time.process_time() - started)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    cpu: float
    wall: float
    peak_mb: float
    code: int
    out: bytes


def run(quick: bool) -> list[Figure]:
    with tempfile.TemporaryDirectory() as scratch:
        here = Path(scratch)
        pages = saved_pages(here / "pages")
        floor = min(bare_floor(pages, here) for _ in range(1 if quick else 2))
        print(f"         floor: {floor:.2f} s CPU for {len(list(pages.glob('*.html')))} pages", flush=True)
        figures = []
        for number, (question, effort) in enumerate(QUESTIONS[:1] if quick else QUESTIONS, start=1):
            figures += whole_research(question, effort, number, pages, here / f"home{number}", floor)
        figures += start_up(here / "home-empty")
        if not quick:
            figures.append(growth(here))
        return figures


def saved_pages(folder: Path) -> Path:
    folder.mkdir()
    for path in sorted((data_folder() / PAGES).glob("*.html.gz")):
        (folder / path.name.removesuffix(".gz")).write_bytes(gzip.decompress(path.read_bytes()))
    return folder


def bare_floor(pages: Path, here: Path) -> float:
    database, warc = here / "floor.db", here / "floor.warc.gz"
    database.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", FLOOR, str(pages), str(database), str(warc)], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def whole_research(question: str, effort: int, number: int, pages: Path, home: Path, floor: float) -> list[Figure]:
    command = ["research", question, "--library", str(pages), "--effort", str(effort), "--json"]
    first = tadori(command, home)
    report = json.loads(first.out)
    read = report["method"]["pages_read"]
    again = tadori(command, home)
    status = tadori(["status"], home)
    work = counted(home)
    share = max(0.0, again.cpu - status.cpu) / first.cpu
    print(
        f"         question {number}: {read} pages read, {first.cpu:.2f} s CPU, {first.wall:.1f} s, "
        f"{first.peak_mb:.0f} MB; again {again.cpu:.2f} s, status {status.cpu:.2f} s; "
        f"second run: {work['extractions']} extractions, {work['embeddings']} embeddings",
        flush=True,
    )
    name = f"backbone question {number}"
    return [
        Figure(name=f"{name}: CPU ÷ floor", value=first.cpu / floor, floor=2.5, aim=None, n=1, at_least=False),
        Figure(name=f"{name}: peak RSS, MB", value=first.peak_mb, floor=600, aim=None, n=1, at_least=False),
        Figure(
            name=f"{name}: second run ÷ first, CPU above status", value=share, floor=0.15, aim=None, n=1, at_least=False
        ),
        Figure(
            name=f"{name}: extractions in the second run",
            value=work["extractions"],
            floor=0,
            aim=None,
            n=1,
            at_least=False,
        ),
        Figure(
            name=f"{name}: embeddings in the second run",
            value=work["embeddings"],
            floor=0,
            aim=None,
            n=1,
            at_least=False,
        ),
        *(
            [Figure(name=f"{name}: pages read", value=read, floor=30, aim=None, n=1)]
            if number == len(QUESTIONS)
            else []
        ),
    ]


def counted(home: Path) -> dict[str, float]:
    """What the newest task of `home` says it has really computed."""
    tasks = json.loads(tadori(["status", "--json"], home).out)
    facts = json.loads(tadori(["status", tasks[0]["task_id"], "--json"], home).out)
    return {"extractions": float(facts["extractions"]), "embeddings": float(facts["embeddings"])}


def start_up(home: Path) -> list[Figure]:
    best = min(tadori(["--help"], home).cpu for _ in range(3))
    return [Figure(name="tadori --help, CPU seconds", value=best, floor=0.35, aim=None, n=3, at_least=False)]


def growth(here: Path) -> Figure:
    """CPU per document of `library add` at 2 000 documents against 100, the cost of an empty run taken off."""
    costs = {}
    for count in (0, 100, 2000):
        folder = here / f"documents{count}"
        synthetic(folder, count)
        costs[count] = tadori(["library", "add", str(folder)], here / f"home-growth{count}").cpu
    small, large = (costs[100] - costs[0]) / 100, (costs[2000] - costs[0]) / 2000
    print(f"         library add: {small * 1000:.1f} ms a document at 100, {large * 1000:.1f} ms at 2 000", flush=True)
    return Figure(
        name="cost per document, 2 000 ÷ 100", value=large / small, floor=1.3, aim=None, n=2000, at_least=False
    )


def synthetic(folder: Path, count: int) -> None:
    """`count` different pages made of the saved ones' paragraphs."""
    folder.mkdir()
    truth = json.loads((data_folder() / "article-extraction-benchmark/ground-truth.json").read_text(encoding="utf-8"))
    paragraphs = [p for item in truth.values() for p in item["articleBody"].split("\n") if len(p) > 80]
    for number in range(count):
        chosen = [paragraphs[(number * 7 + step * 13) % len(paragraphs)] for step in range(12)]
        body = "".join(f"<p>{text}</p>" for text in chosen)
        head = f"<head><title>Document {number}</title></head>"
        page = f"<html>{head}<body><article><h1>Document {number}</h1>{body}</article></body></html>"
        (folder / f"{number:05}.html").write_text(page, encoding="utf-8")


def tadori(arguments: list[str], home: Path) -> Spent:
    """Run the program as a user would, and measure the whole process."""
    program = shutil.which("tadori", path=str(Path(sys.executable).parent)) or "tadori"
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([program, *arguments], stdout=out, stderr=err, env=environment(home))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if child.returncode not in (0, 3):
            raise RuntimeError(f"tadori {arguments[0]} ended with {child.returncode}: {err.read().decode()[-2000:]}")
        return Spent(
            cpu=usage.ru_utime + usage.ru_stime,
            wall=time.monotonic() - started,
            peak_mb=usage.ru_maxrss / 1024,
            code=child.returncode,
            out=out.read(),
        )


def environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}  # noqa: TID251
    return {**kept, "TADORI_HOME": str(home)}
