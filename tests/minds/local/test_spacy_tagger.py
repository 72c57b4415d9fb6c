"""spaCy in the seat of the entity finder: a real pipeline, made here, saved and loaded as a user's would be."""

from pathlib import Path

import pytest

from tadori.entity.mentions import find_mentions
from tadori.errors import ModelUnusable
from tadori.minds.local.spacy_tagger import LONGEST, SpacyTagger
from tadori.model.entity import EntityKind
from tadori.model.ids import EN, JA
from tadori.settings import ModelSettings, Settings
from tadori.wiring.entities import tagger_of

TEXT = "Last year zephyrine moved to Tidewater with mira okafor of the harbour board."


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import spacy  # two seconds, which only the process that runs this file need wait

    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns(  # type: ignore[attr-defined]
        [
            {"label": "ORG", "pattern": "zephyrine"},
            {"label": "PERSON", "pattern": "mira okafor"},
            {"label": "GPE", "pattern": "Tidewater"},
        ]
    )
    folder = tmp_path_factory.mktemp("pipeline")
    nlp.to_disk(folder)
    return folder


@pytest.mark.req("L11")
def test_names_that_rules_do_not_see_are_found(pipeline: Path) -> None:
    tagger = SpacyTagger({EN: str(pipeline)})
    assert [(m.text, m.kind) for m in find_mentions(TEXT, EN)] == []
    found = find_mentions(TEXT, EN, tagger)
    assert [(m.text, m.kind) for m in found] == [
        ("zephyrine", EntityKind.ORGANISATION),
        ("mira okafor", EntityKind.PERSON),
    ]
    assert [TEXT[m.start : m.end] for m in found] == ["zephyrine", "mira okafor"]


def test_a_language_without_a_pipeline_has_no_mentions(pipeline: Path) -> None:
    assert SpacyTagger({EN: str(pipeline)})("zephyrine", JA) == []


def test_only_the_beginning_of_a_huge_text_is_looked_at(pipeline: Path) -> None:
    tagger = SpacyTagger({EN: str(pipeline)})
    assert tagger("x " * LONGEST + "zephyrine", EN) == []
    assert tagger("", EN) == []


def test_settings_name_the_pipelines(pipeline: Path, tmp_path: Path) -> None:
    assert tagger_of(Settings(home=tmp_path)) is None
    tagger = tagger_of(Settings(home=tmp_path, models=ModelSettings(entities_en=str(pipeline))))
    assert tagger is not None
    assert [m.text for m in tagger("zephyrine", EN)] == ["zephyrine"]


def test_a_pipeline_that_is_not_there_is_named_before_a_research_begins(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable, match="the spaCy pipeline 'ja_no_such' cannot be loaded"):
        tagger_of(Settings(home=tmp_path, models=ModelSettings(entities_ja="ja_no_such")))
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ModelUnusable, match="cannot be loaded"):
        tagger_of(Settings(home=tmp_path, models=ModelSettings(entities_ja=str(empty))))
