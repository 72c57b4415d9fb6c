"""A whole research with a model that writes: its sentences stand in the place of what they say, and of nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

import tadori
from tadori.service.checking import verify_path
from tests.wiring.test_model_workers_in_a_run import good_reader, numbers_of, reading

QUESTION = "Why was the Harbour Bridge of Nanao closed, and what did the repairs cost?"
FIRST = "The Harbour Bridge was closed because the main cable had rusted."
SECOND = "The repairs of the Harbour Bridge cost 40 million yen."
PAGE = f"The bridge\n\nMoreover, {FIRST[0].lower()}{FIRST[1:]} {SECOND} Ferries ran during the repairs of the bridge."


def researched(
    tmp_path: Path, page: str, sentences: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], int, list[Any]]:
    """The answer of the report, how often the model was asked to write, and what `verify` objects to."""
    home, library = tmp_path / "home", tmp_path / "documents"
    home.mkdir()
    library.mkdir()
    (library / "bridge.txt").write_text(page, encoding="utf-8")
    asked: list[str] = []

    def reader(form: str, prompt: str) -> dict[str, Any]:
        if form == "ChoiceAnswer":
            chosen = numbers_of(prompt, "rusted", "40 million")
            return {
                "think": "",
                "answered": "yes",
                "sections": [{"heading": "Harbour Bridge", "claims": chosen}],
                "missing": [],
            }
        if form == "WritingAnswer":
            asked.append(prompt)
            return {"sentences": sentences}
        return good_reader(form, prompt)

    with reading(reader) as desk:
        config = f'embeddings = false\n[llm]\nfast = ["openai:m"]\nbase_url = "{desk.url}"\n'
        (home / "config.toml").write_text(config, encoding="utf-8")
        outcome = tadori.research(QUESTION, libraries=[library], home=home)
    report = json.loads(outcome.files["report.json"])
    return report["answer"], len(asked), list(verify_path(outcome.folder).problems)


def sentence(words: str, claims: list[int], how: str = "reword") -> dict[str, Any]:
    return {"parts": [{"words": words, "claims": claims, "how": how}]}


@pytest.mark.slow
@pytest.mark.req("X1")
def test_a_written_sentence_takes_the_place_of_its_claim_and_what_is_left_out_is_quoted(tmp_path: Path) -> None:
    answer, asked, problems = researched(tmp_path, PAGE, [sentence(FIRST, [1, 2])])
    assert [(one["text"], one["grade"]) for one in answer] == [(FIRST, "quoted"), (SECOND, "quoted")]
    assert (asked, problems) == (1, [])


@pytest.mark.slow
@pytest.mark.req("X1")
def test_what_no_claim_says_is_asked_for_once_more_and_then_quoted(tmp_path: Path) -> None:
    answer, asked, problems = researched(tmp_path, PAGE, [sentence("The mayor closed the Harbour Bridge.", [1])])
    assert [one["text"] for one in answer] == [f"Moreover, {FIRST[0].lower()}{FIRST[1:]}", SECOND]
    assert (asked, problems) == (2, [])
