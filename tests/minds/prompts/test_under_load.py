"""Templates are changed while they are used: nobody ever sees half of a change."""

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tadori.minds.prompts import RenderedTemplate
from tests.minds.prompts.written import Ears, fields

RELOADS = 100
RENDERS_A_RELOAD = 10
WIDTH = 40


def put(folder: Path, number: int) -> None:
    """Version `number`, whose text says `number` many times, as a variable and as a word."""
    words = " ".join(["{{ count }}" for _ in range(WIDTH)]) + f" n{number}" * WIDTH
    whole = fields(version=f"v{number}", template={"ja": words, "en": words}, variables={"count": number})
    new = folder / "new"
    new.write_text(json.dumps(whole), encoding="utf-8")
    os.replace(new, folder / "greeting.json")


def is_whole(rendered: RenderedTemplate) -> bool:
    """Whether text and version are of one revision."""
    number = rendered.template.removeprefix("greeting@v")
    return rendered.text.split() == [number] * WIDTH + [f"n{number}"] * WIDTH


@pytest.mark.req("M4")
@pytest.mark.slow
def test_a_thousand_renderings_during_a_hundred_reloads_are_all_of_one_revision(tmp_path: Path) -> None:
    put(tmp_path, 0)
    ears = Ears()
    library = ears.library(tmp_path)
    session = library.pinned()
    began = threading.Barrier(RENDERS_A_RELOAD + 1, timeout=60)

    def render(place: int) -> tuple[RenderedTemplate, RenderedTemplate]:
        began.wait()
        return library.render("greeting", "ja" if place % 2 else "en"), session.render("greeting", "en")

    seen: list[tuple[RenderedTemplate, RenderedTemplate]] = []
    with ThreadPoolExecutor(RENDERS_A_RELOAD) as pool:
        for number in range(1, RELOADS + 1):
            put(tmp_path, number)
            waiting = [pool.submit(render, place) for place in range(RENDERS_A_RELOAD)]
            began.wait()
            (done,) = library.reload("greeting", "force")
            assert (done.new, done.refused) == (f"greeting@v{number}", "")
            now = [one.result() for one in waiting]
            assert {rendered.template for rendered, _ in now} <= {f"greeting@v{number - 1}", f"greeting@v{number}"}
            seen += now
    assert len(seen) == RELOADS * RENDERS_A_RELOAD
    assert [rendered for rendered, _ in seen if not is_whole(rendered)] == []
    assert {pinned.template for _, pinned in seen} == {"greeting@v0"}
    assert all(is_whole(pinned) for _, pinned in seen)


def test_many_threads_that_come_first_load_once(tmp_path: Path) -> None:
    put(tmp_path, 0)
    ears = Ears()
    library = ears.library(tmp_path)
    began = threading.Barrier(8, timeout=60)

    def render(_: int) -> str:
        began.wait()
        return library.render("greeting", "en").template

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(render, range(8))) == {"greeting@v0"}
    assert ears.lines() == ["consensus.template.reload reason=auto previous=none new=greeting@v0 ttl=300"]
