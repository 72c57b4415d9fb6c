"""A home with damage in its archive: research goes on, what can be mended is, what cannot is counted."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

import tadori
from tadori.cli.root import run
from tadori.events import Event, PageLost, PageMended
from tadori.service.request import BudgetOptions, ResearchOutcome
from tadori.service.verbs import run_resume
from tadori.store.database import open_store
from tadori.text.url_secrets import MASKED
from tadori.wiring.home import open_app
from tests.archive.test_damage import overwrite

QUESTION = "When did the harbour bridge open?"
DOCUMENTS = {
    "a.txt": "The bridge\n\nThe harbour bridge opened on 12 May 1987.",
    "b.txt": "Chronicle\n\nOn 12 May 1987 the harbour bridge opened to traffic.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    home: Path
    documents: Path
    task_id: str

    def archived(self) -> list[Path]:
        return sorted((self.home / "archive").rglob("pg_*.warc.gz"))

    def damage_all(self) -> None:
        for path in self.archived():
            overwrite(100, 200)(path)

    def ask(self, heard: list[Event]) -> ResearchOutcome:
        return tadori.research(QUESTION, libraries=[self.documents], home=self.home, emit=heard.append)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one finished research; each test has a copy at the same place."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "documents").mkdir()
    for name, words in DOCUMENTS.items():
        (folder / "documents" / name).write_text(words, encoding="utf-8")
    tadori.research(QUESTION, libraries=[folder / "documents"], home=folder / "home")
    shutil.copytree(folder / "home", folder / "kept")
    shutil.copytree(folder / "documents", folder / "kept documents", copy_function=shutil.copy2)
    return folder


@pytest.fixture
def world(made: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("TADORI_HOME", str(made / "home"))
    for name in ("home", "documents"):
        shutil.rmtree(made / name, ignore_errors=True)
    shutil.copytree(made / "kept", made / "home")
    shutil.copytree(made / "kept documents", made / "documents", copy_function=shutil.copy2)
    task_id = next((made / "home" / "tasks").iterdir()).name
    return World(home=made / "home", documents=made / "documents", task_id=task_id)


@pytest.mark.req("X3")
def test_a_research_over_damaged_pages_mends_them_from_the_documents(world: World) -> None:
    assert len(world.archived()) == 2
    world.damage_all()
    heard: list[Event] = []
    outcome = world.ask(heard)
    mended = [event for event in heard if isinstance(event, PageMended)]
    assert [(event.how, event.damage.partition(",")[0]) for event in sorted(mended, key=lambda e: e.damage)] == [
        ("made anew from the document", str(path.relative_to(world.home))) for path in world.archived()
    ]
    assert (outcome.answered, tadori.verify(outcome.folder).ok) == (True, True)


@pytest.mark.req("X3")
def test_a_page_that_cannot_be_mended_is_a_counted_loss_and_the_report_stands_without_it(world: World) -> None:
    lost = next(path for path in world.archived() if b"Chronicle" in document_of(world, path))
    overwrite(100, 200)(lost)
    (world.documents / "b.txt").unlink()
    heard: list[Event] = []
    outcome = run_resume(world.task_id, budget=BudgetOptions(pages=99), emit=heard.append)
    (told,) = [event for event in heard if isinstance(event, PageLost)]
    place = str(lost.relative_to(world.home))
    assert told.url == (world.documents / "b.txt").as_uri()
    assert told.reason.startswith(f"its archived file is damaged: {place}, record at byte 0: ")
    assert (outcome.answered, tadori.verify(outcome.folder).ok) == (True, True)
    report = json.loads(outcome.files["report.json"])
    assert [[reason, count] for reason, count in report["method"]["dropped"] if place in reason] == [[told.reason, 1]]
    # What was searched for stays in the record of the queries; no sentence and no source is left of the page.
    report["method"].pop("queries")
    stated = json.dumps(report, ensure_ascii=False)
    assert "Chronicle" not in stated
    assert "opened to traffic" not in stated


def test_a_task_is_stopped_and_shown_whatever_its_pages_look_like(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    world.damage_all()
    assert run(["status", world.task_id]) == 0
    assert run(["stop", world.task_id]) == 2
    assert "is finished already" in capfd.readouterr().err


@pytest.mark.req("X3")
def test_doctor_looks_at_every_file_names_the_damage_and_mends_it(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    first, second = world.archived()
    before = first.read_bytes(), second.read_bytes()
    assert run(["doctor", "--check", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == {
        "ok": True,
        "files": 2,
        "mended": 0,
        "damaged": 0,
        "database": [],
        "findings": [],
    }
    overwrite(100, 200)(first)
    second.unlink()
    assert run(["doctor", "--check"]) == 0
    out = capfd.readouterr().out
    assert f"mended   {first.relative_to(world.home)}, record at byte 0" in out
    assert f"mended   {second.relative_to(world.home)}: not in the archive" in out
    assert out.endswith("2 files looked at, 2 mended, 0 left damaged\n")
    assert (first.read_bytes(), second.read_bytes()) == before


def test_no_home_is_made_to_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path / "home"))
    assert run(["doctor", "--check"]) == 0
    assert capfd.readouterr().out == "0 files looked at, 0 mended, 0 left damaged\n"
    assert not (tmp_path / "home").exists()


def test_doctor_ends_with_1_and_says_what_helps_while_damage_is_left(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    first, second = world.archived()
    overwrite(100, 200)(first)
    for name in DOCUMENTS:
        (world.documents / name).write_text("something else")
    assert run(["doctor", "--check", "--json"]) == 1
    facts = json.loads(capfd.readouterr().out)
    (found,) = facts["findings"]
    assert (facts["ok"], facts["damaged"], found["state"]) == (False, 1, "damaged")
    assert found["place"] == str(first.relative_to(world.home))
    assert found["how"] == "its document is gone or has changed: a research reads what stands there now"
    assert second.exists()


def test_a_damaged_text_is_mended_from_the_store_without_its_document(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(world.documents)
    for path in world.archived():
        overwrite(-20, 4)(path)
    assert run(["doctor", "--check", "--json"]) == 0
    facts = json.loads(capfd.readouterr().out)
    assert [one["how"] for one in facts["findings"]] == ["made anew from its own records"] * 2


def test_a_damaged_page_that_no_task_uses_is_set_aside(world: World, capfd: pytest.CaptureFixture[str]) -> None:
    stray = world.home / "archive" / "00" / f"pg_{'0' * 24}.warc.gz"
    stray.parent.mkdir()
    stray.write_bytes(b"torn")
    assert run(["doctor", "--check"]) == 0
    assert "set aside: no task uses it" in capfd.readouterr().out
    assert [path.name for path in stray.parent.iterdir()] == [f"{stray.name}.damaged"]
    assert run(["doctor", "--check"]) == 0


def test_a_database_with_garbage_in_it_is_named(world: World, capfd: pytest.CaptureFixture[str]) -> None:
    file = world.home / "tadori.db"
    data = bytearray(file.read_bytes())
    data[-4096:] = b"\x07" * 4096
    file.write_bytes(bytes(data))
    store = open_store(file)
    problems = store.problems()
    store.close()
    assert problems != []
    assert run(["doctor", "--check"]) == 1
    assert "damaged  tadori.db: " in capfd.readouterr().out


@pytest.mark.req("L35")
def test_a_page_kept_before_under_an_address_that_opens_doors_does_not_leave(world: World) -> None:
    with open_app(tadori.settings.load_settings()) as app, app.store.write() as db:
        db.exec_driver_sql("update pages set url = 'https://a.test/?token=s3cr3tS3CR3T' where title = 'Chronicle'")
    heard: list[Event] = []
    outcome = run_resume(world.task_id, budget=BudgetOptions(pages=99), emit=heard.append)
    (told,) = [event for event in heard if isinstance(event, PageLost)]
    assert told.reason.startswith("was read before addresses were kept without what opens doors")
    sealed = (outcome.folder / "evidence.wacz").read_bytes()
    assert (b"s3cr3tS3CR3T" in sealed, f"token={MASKED}".encode() in sealed) == (False, True)
    assert tadori.verify(outcome.folder).ok is True


def document_of(world: World, path: Path) -> bytes:
    with open_app(tadori.settings.load_settings()) as app:
        return app.archive.body(path.name.partition(".")[0]).body
