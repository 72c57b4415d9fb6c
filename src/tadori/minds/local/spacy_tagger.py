"""Finds entities with spaCy or GiNZA, where the user has configured a pipeline.

Comes in: a text. Goes out: mentions of companies, bodies and persons. Mentions found by rules take precedence
(`entity.mentions`). Nothing is loaded before the first text; nothing is downloaded.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from tadori.errors import ModelUnusable
from tadori.model.entity import EntityKind, Mention
from tadori.model.ids import Lang

LONGEST: Final = 20_000
"""Characters per text: a pipeline takes seconds for more, and names come early."""

_KINDS: Final = {
    "person": EntityKind.PERSON,
    "per": EntityKind.PERSON,
    "company": EntityKind.COMPANY,
    "company_group": EntityKind.COMPANY,
    "corporation_other": EntityKind.COMPANY,
    "government": EntityKind.GOVERNMENT,
    "political_organization_other": EntityKind.GOVERNMENT,
    "cabinet": EntityKind.GOVERNMENT,
    "org": EntityKind.ORGANISATION,
    "organization": EntityKind.ORGANISATION,
    "organization_other": EntityKind.ORGANISATION,
    "international_organization": EntityKind.ORGANISATION,
    "school": EntityKind.ORGANISATION,
    "research_institute": EntityKind.ORGANISATION,
}
"""Labels of spaCy's own pipelines (OntoNotes) and of GiNZA (Sekine's extended hierarchy), in lower case."""


class SpacyTagger:
    """Implements `search.entities.EntityTagger` with one pipeline a language."""

    def __init__(self, pipelines: Mapping[Lang, str]) -> None:
        self._named = dict(pipelines)

    def __call__(self, text: str, lang: Lang) -> list[Mention]:
        """Mentions in `text`; none in a language for which no pipeline is named.

        Raises:
            ModelUnusable: spaCy or the pipeline is not installed, or is broken.
        """
        if lang not in self._named:
            return []
        found = self._pipelines[lang](text[:LONGEST])
        return [
            Mention(
                kind=_KINDS[entity.label_.lower()],
                text=entity.text,
                start=entity.start_char,
                end=entity.end_char,
                value=entity.text,
            )
            for entity in found.ents
            if entity.label_.lower() in _KINDS and entity.text.strip()
        ]

    @cached_property
    def _pipelines(self) -> dict[Lang, Any]:
        try:
            import spacy  # lazy: the extra `entities`
        except ImportError as error:
            raise ModelUnusable("spaCy is not installed: pip install 'tadori[entities]'") from error
        return {lang: _loaded(spacy, name) for lang, name in self._named.items()}


def _loaded(spacy: Any, name: str) -> Any:
    try:
        return spacy.load(Path(name) if Path(name).is_dir() else name)
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).partition("\n")[0]
        raise ModelUnusable(f"the spaCy pipeline {name!r} cannot be loaded: {reason}") from error
