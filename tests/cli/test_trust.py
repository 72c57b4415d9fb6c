"""`tadori trust`: how far publishers are trusted, as it is typed."""

import json
from pathlib import Path

import pytest

from tadori.model.graph import TrustLevel
from tadori.model.trust import DomainTrust, Lesson, TrustSignal
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.trust import save_trust, set_lessons
from tadori.wiring.home import open_app
from tests.cli.conftest import Program


@pytest.fixture
def learned(home: Path, documents: Path) -> None:
    """A home in which one task has borne out two claims of a publisher."""
    with open_app(Settings(home=home, embeddings=False)) as app:
        task = Tasks(app).create(ResearchRequest(question="Who?", libraries=[documents]))
        lessons = [
            Lesson(domain="note.com/alice", said=TrustSignal.CONFIRMED, about=f"cl_{n}", witness="reuters.com")
            for n in (1, 2)
        ]
        record = DomainTrust(
            domain="note.com/alice", level=TrustLevel.LOW, confirmed=2, contradicted=0, orders=0, promoted_at=None,
            demoted_at=None, reason_ja="裏付け2件", reason_en="two claims borne out",
        )  # fmt: skip
        with app.store.write() as db:
            set_lessons(db, task.id, lessons)
            save_trust(db, record)


@pytest.mark.req("L29")
@pytest.mark.usefixtures("learned")
def test_every_publisher_is_shown_with_its_level_and_grounds(tadori: Program) -> None:
    code, out, err = tadori("trust")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "LOW         note.com/alice  (blog)",
        "    by rule    UNVERIFIED: no rule knows this publisher, and nothing has borne it out yet",
        "    learned    two claims borne out",
        "    confirmed    2 × reuters.com",
    ]


@pytest.mark.req("L29")
@pytest.mark.usefixtures("learned")
def test_one_is_shown_by_an_address_of_it_and_as_json_in_both_languages(tadori: Program) -> None:
    code, out, _ = tadori("trust", "--json", "https://note.com/Alice/n/1")
    row = json.loads(out)
    assert (code, row["publisher"], row["level"]) == (0, "note.com/alice", "LOW")
    assert row["learned"] == {"ja": "裏付け2件", "en": "two claims borne out"}


def test_a_publisher_known_by_rule_needs_no_evidence(tadori: Program) -> None:
    code, out, _ = tadori("trust", "www.mhlw.go.jp")
    assert (code, out.splitlines()[0]) == (0, "GOVERNMENT  mhlw.go.jp  (government)")


def test_a_home_that_has_learned_nothing_says_so(tadori: Program) -> None:
    assert tadori("trust") == (3, "", "nothing was learned about publishers yet\n")
