"""Engines of installed packages (entry points `tadori.providers`): ours are trusted, others must be allowed.

An entry point names a mapping from engine names to engines. That of another package is not imported, because importing
runs its code, unless `[engines] allow` names the package and its files are signed as `[plugins]` requires
(`plugin_signatures`). Disabled ones are listed with what is missing.
"""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tadori.errors import ConfigError, MissingExtra
from tadori.settings import EngineSettings, PluginSettings, Settings
from tadori.wiring.plugin_signatures import plugin_argument, signature_problem

ENTRY_POINT_GROUP = "tadori.providers"
OUR_PACKAGE = "tadori"
ENGINE_ARGUMENTS = ("base", "key", "secret")
"""The values of `[engines.NAME]` that are passed to an engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UntrustedPlugin:
    """A package with engines that is disabled."""

    package: str
    entry: str
    reason: str
    """Why, and which setting would enable it."""


def installed_engines(settings: Settings) -> dict[str, Any]:
    """Every engine of Tadori and of allowed and signed packages, by name. A plugin cannot replace one of ours.

    Raises:
        ConfigError: a package that may be loaded cannot be, or does not offer engines; or a trusted key is unusable.
        WrongCall: a value in the settings is not safe to pass to a plugin.
    """
    engines, theirs = _installed(settings.engines.allow, settings.plugins)
    for name in theirs:
        for argument in ENGINE_ARGUMENTS:
            plugin_argument(argument, _given(settings.engines, argument, name), ENGINE_ARGUMENTS)
    return engines


def _given(settings: EngineSettings, argument: str, name: str) -> str:
    """One value of `[engines.NAME]`."""
    match argument:
        case "key":
            return settings.key(name) or ""
        case "secret":
            return settings.secret(name) or ""
        case _:
            return settings.base(name)


@cache
def _installed(allow: tuple[str, ...], trusted: PluginSettings) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Every engine by name, and which names are those of plugins."""
    found: dict[str, Any] = {}
    theirs: list[str] = []
    for point in sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda p: (_package(p) != OUR_PACKAGE, _package(p), p.name)
    ):
        if not _why_disabled(point, allow, trusted):
            new = {name: engine for name, engine in _loaded(point).items() if name not in found}
            found |= new
            theirs += [] if _package(point) == OUR_PACKAGE else list(new)
    return found, tuple(theirs)


def untrusted_plugins(settings: Settings) -> list[UntrustedPlugin]:
    """The disabled packages, with the reason."""
    found = []
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda p: (_package(p), p.name)):
        reason = _why_disabled(point, settings.engines.allow, settings.plugins)
        if reason:
            found.append(UntrustedPlugin(package=_package(point), entry=point.name, reason=reason))
    return found


def _why_disabled(point: EntryPoint, allow: tuple[str, ...], trusted: PluginSettings) -> str:
    """Why a package is not loaded; empty when it is."""
    if _package(point) == OUR_PACKAGE:
        return ""
    if _package(point) not in allow:
        return f"[engines] allow = [{_package(point)!r}]"
    try:
        unsigned = signature_problem(point, trusted)
    except MissingExtra as exc:
        return str(exc)
    if unsigned is None:
        return ""
    return f"{unsigned.reason}; [plugins] sha256 = [{unsigned.digest!r}]" if unsigned.digest else unsigned.reason


def _package(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name


def _loaded(point: EntryPoint) -> dict[str, Any]:
    try:
        table = point.load()
        return {name: engine for name, engine in table.items() if engine.facts.name == name}
    except Exception as exc:
        raise ConfigError(f"the engines of {_package(point)} ({point.value}) cannot be loaded: {exc}") from exc
