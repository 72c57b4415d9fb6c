"""Template files as a person writes them, and a library over a folder with a clock and ears of its own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tadori.events import Event
from tadori.events.upkeep import TemplateRefused, TemplateReloaded
from tadori.minds.prompts import TemplateLibrary

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def fields(name: str = "greeting", **changes: Any) -> dict[str, Any]:
    """The fields of a good template, changed."""
    good = {
        "name": name,
        "version": "1",
        "schema_ref": "fragment",
        "template": {"ja": "{{ count }}件", "en": "{{ count }} items"},
        "variables": {"count": 3},
    }
    return good | changes


def write(folder: Path, name: str = "greeting", **changes: Any) -> Path:
    """A template as a JSON file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(json.dumps(fields(name, **changes), ensure_ascii=False), encoding="utf-8")
    return path


def override(folder: Path, version: str, words: str, name: str = "choice") -> Path:
    """A template in the place of the package's `choice`."""
    return write(
        folder,
        name,
        version=version,
        schema_ref="answers.ChoiceAnswer",
        template=words,
        variables={"most": 12},
    )


@dataclass(slots=True)
class Ears:
    """Hears every event, and turns the clock."""

    events: list[Event] = field(default_factory=list)
    now: datetime = NOON

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def clock(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def lines(self) -> list[str]:
        """What was reloaded since the last time, as S3's log lines."""
        heard = [event.log_line for event in self.events if isinstance(event, TemplateReloaded)]
        self.events = [event for event in self.events if not isinstance(event, TemplateReloaded)]
        return heard

    def refusals(self) -> list[tuple[str, str]]:
        """What was refused since the last time: the reason, and what is in force."""
        heard = [(event.reason, event.kept) for event in self.events if isinstance(event, TemplateRefused)]
        self.events = [event for event in self.events if not isinstance(event, TemplateRefused)]
        return heard

    def library(self, folder: Path | None, **more: Any) -> TemplateLibrary:
        return TemplateLibrary(folder, emit=self.emit, clock=self.clock, **more)


def texts(library: TemplateLibrary, name: str, values: Mapping[str, object] | None = None) -> tuple[str, str]:
    """The template in both languages."""
    return library.render(name, "ja", **(values or {})).text, library.render(name, "en", **(values or {})).text
