"""Engines that installed packages offer (entry points `tadori.providers`): ours are trusted, others wait to be allowed.

An entry point names a mapping from engine names to engines. A stranger's is listed and not imported, because importing
a package runs it; `[engines] allow` in `config.toml` names the packages that may.
"""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tadori.errors import ConfigError
from tadori.settings import Settings

GROUP = "tadori.providers"
OURS = "tadori"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """A package that offers engines and was not allowed to."""

    package: str
    entry: str


def engines_installed(settings: Settings) -> dict[str, Any]:
    """Every engine of ours and of packages that are allowed, by name; nobody can take the name of one of ours.

    Raises:
        ConfigError: an allowed package cannot be loaded, or does not offer engines.
    """
    return _installed(settings.engines.allow)


@cache
def _installed(allow: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: (_package(p) != OURS, _package(p), p.name)):
        if _package(point) == OURS or _package(point) in allow:
            for name, engine in _loaded(point).items():
                found.setdefault(name, engine)
    return found


def strangers(settings: Settings) -> list[Stranger]:
    """Who offers engines and is not allowed to."""
    return [
        Stranger(package=_package(point), entry=point.name)
        for point in sorted(entry_points(group=GROUP), key=lambda p: (_package(p), p.name))
        if _package(point) != OURS and _package(point) not in settings.engines.allow
    ]


def _package(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name


def _loaded(point: EntryPoint) -> dict[str, Any]:
    try:
        table = point.load()
        return {name: engine for name, engine in table.items() if engine.facts.name == name}
    except Exception as exc:
        raise ConfigError(f"the engines of {_package(point)} ({point.value}) cannot be loaded: {exc}") from exc
