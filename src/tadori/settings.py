"""One frozen Settings, read once at start; the only reader of environment and configuration.

Comes in: environment, `config.toml` in the home folder. Goes out: `Settings`. A wrong value is a ConfigError that
names the key; an unknown key is an error too, because a misspelt setting that is silently ignored is worse.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from tadori.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    home: Path
    """Where everything is kept: `TADORI_HOME`, or the platform's user data folder."""
    embeddings: bool = True
    """Use the embedded multilingual embedder; off saves memory and loses search across languages."""


def load_settings(environment: Mapping[str, str] | None = None, *, home: Path | None = None) -> Settings:
    """Settings from `home` (if given), the environment and the home's `config.toml`.

    Raises:
        ConfigError: the file cannot be read, or a key is unknown or of the wrong type.
    """
    env = os.environ if environment is None else environment  # noqa: TID251 - the one place that may read it
    folder = home or _home(env)
    values = _configured(folder / "config.toml")
    return Settings(home=folder, **values)


def _home(env: Mapping[str, str]) -> Path:
    given = env.get("TADORI_HOME", "")
    if given:
        return Path(given).expanduser().absolute()
    import platformdirs  # slow enough to matter for --help

    return Path(platformdirs.user_data_dir("tadori", appauthor=False))


def _configured(path: Path) -> dict[str, bool]:
    try:
        with path.open("rb") as file:
            values = tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError) as exc:
        raise ConfigError(f"{path} cannot be read: {exc}") from exc
    known = {field.name for field in fields(Settings)} - {"home"}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"{path}: unknown setting {key!r}; there are: {', '.join(sorted(known))}")
        if not isinstance(value, bool):
            raise ConfigError(f"{path}: {key} must be true or false, not {value!r}")
    return values
