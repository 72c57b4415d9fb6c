"""All settings, read once at start; the only reader of environment and configuration.

Comes in: the environment, and `config.toml` in the home folder. Goes out: an immutable `Settings`. An invalid value is
a ConfigError that names the key; so is an unknown key, because a misspelt setting that is silently ignored is worse.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from tadori.errors import ConfigError
from tadori.model.grading import Grade
from tadori.model.llm_thresholds import MOST_RETRIES

_TABLES = (
    "[web]",
    "[engines]",
    "[sites]",
    "[calibration]",
    "[models]",
    "[consensus]",
    "[llm]",
    "[plugins]",
    "[report]",
    "[coding]",
)
_YES_OR_NO = {"true": True, "yes": True, "1": True, "on": True, "false": False, "no": False, "0": False, "off": False}
_DEVICES = ("auto", "cpu", "cuda")
_PRINTABLE_GRADES = (Grade.QUOTED, Grade.DERIVED, Grade.JUDGED)
LLM_KEYED = ("openai", "anthropic")
LONGEST_FILE = 1_000_000
"""Bytes of a `config.toml`."""
REMOTE_CONSENTS = (
    "yes, questions and page texts leave this machine",
    "はい、質問とページの文章がこの端末の外へ出ます",
)
"""What `llm.allow_remote` must say to allow remote models: a whole sentence, so that nobody sets it unread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """How web pages are fetched; the table `[web]` of `config.toml`."""

    accept_language: str = "ja,en-US;q=0.9,en;q=0.8"
    allow: tuple[str, ...] = ()
    """Private addresses that may be fetched all the same (an intranet): networks, addresses, host names, `host:port`.

    """
    hosts_file: str = ""
    """A file in the form of /etc/hosts that is read before the name service."""
    ca_file: str = ""
    """Certificates (PEM) trusted besides the usual ones."""
    chrome: str = "auto"
    """`auto`, `off`, or the path of a Chrome or Chromium."""
    chrome_arguments: tuple[str, ...] = ()
    cdp: str = "http://127.0.0.1:9222"
    """Address of a Chrome that is already running."""
    headful: bool = True
    """Whether a visible browser may be used when a headless one is refused."""
    tor: str = "off"
    """`off`, `start` (run the installed tor), or `host:port` of a running one."""
    tor_control: str = ""
    wayback: bool = True
    """Whether the Wayback Machine is the last way to a page."""
    wayback_base: str = "https://web.archive.org"
    timeout: int = 60
    """Seconds for one page, all routes together; waiting for our turn does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Which search engines are used, and with which keys; the table `[engines]` of `config.toml`.

    A table `[engines.NAME]` holds `key`, `secret` and `base` of one engine; `TADORI_KEY_NAME` in the environment is a
    key, too.
    """

    use: tuple[str, ...] = ()
    """Engines to switch on that are off by default: those that cost, must be hosted, or dislike programs."""
    off: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    """Installed packages, by name, whose engines may be loaded."""
    contact: str = ""
    """An e-mail address sent to official APIs, so that they can contact a user who sends too many requests."""
    timeout: int = 30
    """Seconds for one query; an engine without an answer by then has failed, the others count."""
    keys: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    secrets: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    bases: tuple[tuple[str, str], ...] = ()

    def key(self, name: str) -> str | None:
        return dict(self.keys).get(name)

    def secret(self, name: str) -> str | None:
        return dict(self.secrets).get(name)

    def base(self, name: str) -> str:
        return dict(self.bases).get(name, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSettings:
    """Whose own search forms may be used; the table `[sites]` of `config.toml`."""

    allow: tuple[str, ...] = ()
    """Sites besides those Tadori knows: a domain, or the address of the page with the search form."""
    off: tuple[str, ...] = ()
    """Domains of known sites that are not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationSettings:
    """What happens when calibrated scores get worse; the table `[calibration]` of `config.toml`."""

    auto_rollback: bool = False
    """§4.6.1: whether a degraded version is rolled back at once, where the one before does better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Models of your own; the table `[models]` of `config.toml`. Each is an ONNX folder or the address of a server."""

    nli: str = ""
    """A larger NLI model (DeBERTa) for the pairs that the shipped one is unsure of."""
    reranker: str = ""
    """bge-reranker-v2-m3 or similar: orders the best passages."""
    embedder: str = ""
    """bge-m3 or similar, instead of the shipped one."""
    entities_ja: str = ""
    """A spaCy pipeline for Japanese (`ja_ginza`, or a folder): finds names that rules miss."""
    entities_en: str = ""
    """The same for English (`en_core_web_sm`)."""
    device: str = "auto"
    """`auto` (CUDA where there is one), `cpu` or `cuda`."""
    threads: int = 0
    """Threads of a model in this process; 0 leaves their number to onnxruntime."""
    timeout: int = 120
    """Seconds for one batch; then rules take over, or the shipped model."""
    allow: tuple[str, ...] = ()
    """Hosts, or `host:port`, besides this machine that may serve a model: they see what is researched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsensusSettings:
    """Limits on what models read before they vote; the table `[consensus]` of `config.toml`. The environment wins."""

    token_budget: int = 8192
    """`CONSENSUS_TOKEN_BUDGET`: tokens of a context."""
    log_reduced_text: bool = False
    """`LOG_CONTEXT_REDUCTION_KEY`: whether the log may show the beginning of what was removed from a context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmSettings:
    """Language models and where they run; the table `[llm]` of `config.toml`. Without names none is used.

    `TADORI_KEY_OPENAI` and `TADORI_KEY_ANTHROPIC` in the environment are the keys; so are `key` of `[llm.openai]` and
    `[llm.anthropic]`.
    """

    fast: tuple[str, ...] = ()
    """Models for the many small questions, first choice first: `ollama:NAME`, `openai:NAME`, `gguf:FILE`, …"""
    slow: tuple[str, ...] = ()
    """Models for the few hard questions; those of `fast` where there are none."""
    base_url: str = ""
    """Address for `openai:` names: any compatible server. Without it, OpenAI itself."""
    ollama_url: str = "http://127.0.0.1:11434"
    allow: tuple[str, ...] = ()
    """Hosts of yours, or `host:port`, that are known by name (a container, a machine next door)."""
    allow_remote: str = ""
    """Empty, or one of `REMOTE_CONSENTS`: then remote models may be used."""
    timeout: int = 300
    """Seconds for one call: a model on two cores reads 8 000 tokens for one or two minutes before it writes a word."""
    retries: int = 3
    """How often an invalid answer is requested again, with what was wrong; 0 to 10."""
    threads: int = 0
    """Threads of a model in this process; 0 is half of the processors, at most two."""
    time_percent: int = 30
    """The most of a task's time that models may have where rules could do the work."""
    warn_percent: int = 70
    """How much of a budget is spent when a warning is given; another one comes at 85."""
    beast: bool = True
    """Whether the best answer of what is there is given when the budget is nearly spent (S2)."""
    beast_percent: int = 15
    """How much of the budget is then left."""
    context: int = 0
    """Tokens that the models have room for, prompt and answer together; 0: what their servers say, 8192 for a file."""
    keys: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def key(self, provider: str) -> str | None:
        return dict(self.keys).get(provider)


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginSettings:
    """Which plugins are trusted; the table `[plugins]` of `config.toml`."""

    sha256: tuple[str, ...] = ()
    """Digests of plugins that may be loaded, as `tadori engines` shows them."""
    public_keys: tuple[str, ...] = ()
    """Files with RSA public keys (PEM), relative to the home, whose signatures are trusted."""
    hmac_key: str = field(default="", repr=False)
    """`TADORI_PLUGIN_KEY`: the secret of HMAC signatures, never in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSettings:
    """What may stand in a report; the table `[report]` of `config.toml`."""

    lowest_grade: Grade = Grade.DERIVED
    """The weakest grade that is printed: `quoted`, `derived` or `judged`. Weaker sentences are listed apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingSettings:
    """What may run code that a language model wrote; the table `[coding]` of `config.toml`."""

    cpython: bool = False
    """Whether CPython inside bubblewrap may run what the sandbox cannot. Its results are printed as not checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    home: Path
    """Where everything is stored: `TADORI_HOME`, or the platform's user data folder."""
    embeddings: bool = True
    """Use the built-in multilingual embedder; off saves memory and loses search across languages."""
    web: WebSettings = field(default_factory=WebSettings)
    engines: EngineSettings = field(default_factory=EngineSettings)
    sites: SiteSettings = field(default_factory=SiteSettings)
    calibration: CalibrationSettings = field(default_factory=CalibrationSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    consensus: ConsensusSettings = field(default_factory=ConsensusSettings)
    llm: LlmSettings = field(default_factory=LlmSettings)
    plugins: PluginSettings = field(default_factory=PluginSettings)
    report: ReportSettings = field(default_factory=ReportSettings)
    coding: CodingSettings = field(default_factory=CodingSettings)
    display: str = ""
    """Where windows can be shown: `DISPLAY` or `WAYLAND_DISPLAY`."""
    data: str = ""
    """`TADORI_DATA`: the folder of public data that `tadori evaluate` measures on."""
    tor_password: str = field(default="", repr=False)
    """`TADORI_TOR_PASSWORD`: a secret, so never in a file that is shared."""


def load_settings(environment: Mapping[str, str] | None = None, *, home: Path | None = None) -> Settings:
    """Settings from `home` (if given), the environment and the home's `config.toml`.

    Raises:
        ConfigError: the file cannot be read, or a key is unknown or of the wrong type.
    """
    env = os.environ if environment is None else environment  # noqa: TID251 - the one place that may read it
    folder = home or _home(env)
    read = _configured(folder / "config.toml")
    return replace(
        read,
        home=folder,
        engines=replace(read.engines, keys=(*read.engines.keys, *_keys(env))),
        consensus=_consensus(read.consensus, env),
        llm=replace(read.llm, keys=(*read.llm.keys, *_llm_keys(env))),
        plugins=replace(read.plugins, hmac_key=env.get("TADORI_PLUGIN_KEY", "")),
        display=env.get("DISPLAY", "") or env.get("WAYLAND_DISPLAY", ""),
        data=env.get("TADORI_DATA", ""),
        tor_password=env.get("TADORI_TOR_PASSWORD", ""),
    )


def _home(env: Mapping[str, str]) -> Path:
    try:
        folder = Path(env.get("TADORI_HOME", "") or _data_folder()).expanduser().absolute()
        str(folder).encode()
    except RuntimeError as exc:  # `~`, and neither HOME nor the system knows what that is
        raise ConfigError("your home folder is not known (HOME is not set): set TADORI_HOME to a folder") from exc
    except UnicodeEncodeError as exc:
        raise ConfigError(f"the name of the home folder {folder} is not UTF-8: set TADORI_HOME to another") from exc
    return folder


def _data_folder() -> str:
    """The platform's data folder for programs. Raises RuntimeError when it is unknown."""
    import platformdirs  # lazy: slow enough to matter for --help

    return platformdirs.user_data_dir("tadori", appauthor=False)


def _configured(path: Path) -> Settings:
    try:
        values = tomllib.loads(_text(path))
    except (FileNotFoundError, NotADirectoryError):  # that the home is no folder is said when it is opened
        return Settings(home=path.parent)
    except OSError as exc:
        raise ConfigError(f"{path} cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise ConfigError(f"{path} cannot be read: it is not UTF-8 ({exc.reason} at byte {exc.start})") from exc
    except RecursionError as exc:
        raise ConfigError(f"{path} cannot be read: it is nested too deep") from exc
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"{path} cannot be read: {exc}") from exc
    web, engines = _table(path, values, "web"), _table(path, values, "engines")
    sites, calibration = _table(path, values, "sites"), _table(path, values, "calibration")
    models = _models(path, _table(path, values, "models"))
    consensus, llm = _table(path, values, "consensus"), _table(path, values, "llm")
    plugins = _plugins(path, _table(path, values, "plugins"))
    report, coding = _table(path, values, "report"), _table(path, values, "coding")
    checked = _checked(path, "", values, {"embeddings": True})
    return Settings(
        home=path.parent,
        web=_web(path, web),
        engines=_engines(path, engines),
        sites=SiteSettings(**_checked(path, "sites.", sites, {"allow": (), "off": ()})),
        calibration=CalibrationSettings(**_checked(path, "calibration.", calibration, {"auto_rollback": False})),
        models=models,
        consensus=_consensus_table(path, consensus),
        llm=_llm(path, llm),
        plugins=plugins,
        report=_report(path, report),
        coding=CodingSettings(**_checked(path, "coding.", coding, {"cpython": False})),
        **checked,
    )


def _text(path: Path) -> str:
    """The text of a configuration file, bounded. Raises OSError, UnicodeDecodeError, ConfigError."""
    if path.exists() and not path.is_file():  # a pipe would never end
        raise ConfigError(f"{path} cannot be read: it is a folder or a device, not a file")
    with path.open("rb") as file:
        read = file.read(LONGEST_FILE + 1)
    if len(read) > LONGEST_FILE:
        raise ConfigError(f"{path} cannot be read: it is larger than {LONGEST_FILE // 1_000_000} MB")
    return read.decode()


def _table(path: Path, values: dict[str, Any], name: str) -> dict[str, Any]:
    table = values.pop(name, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {name} must be a table, written [{name}], not {table!r}")
    return table


def _web(path: Path, table: dict[str, Any]) -> WebSettings:
    web = WebSettings(**_checked(path, "web.", table, _defaults(WebSettings())))
    _check_least(path, "web.timeout", web.timeout, 1)
    return web


def _engines(path: Path, table: dict[str, Any]) -> EngineSettings:
    plain = {name: value for name, value in table.items() if not isinstance(value, dict)}
    checked = _checked(path, "engines.", plain, {"use": (), "off": (), "allow": (), "contact": "", "timeout": 0})
    _check_least(path, "engines.timeout", checked.get("timeout", 1), 1)
    each = {
        name: _checked(path, f"engines.{name}.", value, {"key": "", "secret": "", "base": ""})
        for name, value in table.items()
        if isinstance(value, dict)
    }

    def of(part: str) -> tuple[tuple[str, str], ...]:
        return tuple((name, values[part]) for name, values in each.items() if values.get(part))

    return EngineSettings(keys=of("key"), secrets=of("secret"), bases=of("base"), **checked)


# Later keys win in `dict(self.keys)`: the environment overrides the file.
def _keys(env: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    start = "TADORI_KEY_"
    return tuple((name.removeprefix(start).lower(), value) for name, value in env.items() if name.startswith(start))


def _report(path: Path, table: dict[str, Any]) -> ReportSettings:
    said = _checked(path, "report.", table, {"lowest_grade": ""}).get("lowest_grade", Grade.DERIVED)
    if said not in _PRINTABLE_GRADES:
        raise ConfigError(f"{path}: report.lowest_grade must be one of {', '.join(_PRINTABLE_GRADES)}, not {said!r}")
    return ReportSettings(lowest_grade=Grade(said))


def _plugins(path: Path, table: dict[str, Any]) -> PluginSettings:
    read = PluginSettings(**_checked(path, "plugins.", table, {"sha256": (), "public_keys": ()}))
    for digest in read.sha256:
        if len(digest) != 64 or set(digest.lower()) - set("0123456789abcdef"):
            raise ConfigError(f"{path}: plugins.sha256 must be 64 hexadecimal digits each, not {digest!r}")
    return replace(read, public_keys=tuple(str(path.parent / Path(key).expanduser()) for key in read.public_keys))


def _models(path: Path, table: dict[str, Any]) -> ModelSettings:
    models = ModelSettings(**_checked(path, "models.", table, _defaults(ModelSettings())))
    if models.device not in _DEVICES:
        raise ConfigError(f"{path}: models.device must be one of {', '.join(_DEVICES)}, not {models.device!r}")
    _check_least(path, "models.threads", models.threads, 0)
    _check_least(path, "models.timeout", models.timeout, 1)
    return models


def _check_least(path: Path, key: str, value: int, least: int) -> None:
    if value < least:
        raise ConfigError(f"{path}: {key} must be {least} or more, not {value}")


def _llm(path: Path, table: dict[str, Any]) -> LlmSettings:
    plain = {name: value for name, value in table.items() if name not in LLM_KEYED}
    known = {name: value for name, value in _defaults(LlmSettings()).items() if name != "keys"}
    keys = [
        (name, _checked(path, f"llm.{name}.", _table(path, table, name), {"key": ""}).get("key", ""))
        for name in LLM_KEYED
        if name in table
    ]
    named = _checked(path, "llm.", plain, known)
    for role in ("fast", "slow"):
        named[role] = tuple(_file_at(path.parent, name) for name in named.get(role, ()))
    read = LlmSettings(**named, keys=tuple((name, _key(path, name, key)) for name, key in keys if key))
    if not 0 <= read.retries <= MOST_RETRIES:
        raise ConfigError(f"{path}: llm.retries must be 0 to {MOST_RETRIES}, not {read.retries}")
    for name, least in (("timeout", 1), ("threads", 0)):
        _check_least(path, f"llm.{name}", getattr(read, name), least)
    for name in ("time_percent", "warn_percent", "beast_percent"):
        if not 0 <= getattr(read, name) <= 100:
            raise ConfigError(f"{path}: llm.{name} must be 0 to 100, not {getattr(read, name)}")
    if read.context:
        _check_least(path, "llm.context", read.context, 512)
    if read.allow_remote and read.allow_remote not in REMOTE_CONSENTS:
        said = " or ".join(f'"{consent}"' for consent in REMOTE_CONSENTS)
        raise ConfigError(f"{path}: llm.allow_remote must be left out, or say {said}; not {read.allow_remote!r}")
    return read


def _file_at(home: Path, name: str) -> str:
    """The name of a model; a file's path is resolved from the home."""
    provider, colon, rest = name.partition(":")
    if not colon or provider.strip().lower() != "gguf" or not rest.strip():
        return name
    return f"gguf:{home / Path(rest.strip()).expanduser()}"


def _llm_keys(env: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    given = [(name, key) for name, key in _keys(env) if name in LLM_KEYED and key]
    return tuple((name, _key("TADORI_KEY_" + name.upper(), name, key)) for name, key in given)


def _key(where: Path | str, name: str, key: str) -> str:
    """A key that is valid in a header. It is never shown, not even when it is wrong."""
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(f"{where}: the key of {name} holds a line break, a space or another sign that no key has")
    return key


def _consensus_table(path: Path, table: dict[str, Any]) -> ConsensusSettings:
    read = ConsensusSettings(**_checked(path, "consensus.", table, {"token_budget": 0, "log_reduced_text": False}))
    if read.token_budget < 0:
        raise ConfigError(f"{path}: consensus.token_budget must be 0 or more, not {read.token_budget}")
    return read


def _consensus(read: ConsensusSettings, env: Mapping[str, str]) -> ConsensusSettings:
    """`read`, overridden by S3's environment variables."""
    if tokens := env.get("CONSENSUS_TOKEN_BUDGET", "").strip():
        if not (tokens.isascii() and tokens.isdigit() and len(tokens) < 10):
            raise ConfigError(f"CONSENSUS_TOKEN_BUDGET must be a whole number of tokens, 0 or more, not {tokens!r}")
        read = replace(read, token_budget=int(tokens))
    if said := env.get("LOG_CONTEXT_REDUCTION_KEY", "").strip().lower():
        if said not in _YES_OR_NO:
            raise ConfigError(f"LOG_CONTEXT_REDUCTION_KEY must be true or false, not {said!r}")
        read = replace(read, log_reduced_text=_YES_OR_NO[said])
    return read


def _defaults(plain: WebSettings | ModelSettings | LlmSettings) -> dict[str, Any]:
    return {f.name: getattr(plain, f.name) for f in fields(plain)}


def _checked(path: Path, prefix: str, values: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The values, each checked against the type of its default."""
    checked: dict[str, Any] = {}
    for key, value in values.items():
        if key not in known:
            others = ", ".join([*sorted(known), *([] if prefix else _TABLES)])
            raise ConfigError(f"{path}: unknown setting {prefix + key!r}; there are: {others}")
        checked[key] = _typed(path, prefix + key, value, known[key])
    return checked


def _typed(path: Path, key: str, value: Any, default: Any) -> Any:
    if isinstance(default, bool):
        right, said = isinstance(value, bool), "true or false"
    elif isinstance(default, tuple):
        right, said = isinstance(value, list) and all(isinstance(v, str) for v in value), "a list of strings"
    elif isinstance(default, int):
        right, said = isinstance(value, int) and not isinstance(value, bool), "a whole number"
    else:
        right, said = isinstance(value, str), "a string"
    if not right:
        raise ConfigError(f"{path}: {key} must be {said}, not {value!r}")
    return tuple(value) if isinstance(default, tuple) else value
