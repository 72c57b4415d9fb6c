"""The commands `models list`, `test` and `pull-help`: the language models in the settings, and how to get one.

In: settings. Out: plain data for the command line and for `doctor`. Only models in the settings are contacted.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from tadori.errors import ConfigError, MissingExtra, ModelUnusable, TadoriError
from tadori.minds.llm.names import parse_model
from tadori.minds.requests import ModelRole
from tadori.settings import LlmSettings, load_settings

SUGGESTED_MODELS: Final[tuple[dict[str, str], ...]] = (
    {"name": "qwen3:1.7b", "size": "1.4 GB", "memory": "3 GB", "licence": "Apache-2.0"},
    {"name": "qwen3:4b", "size": "2.5 GB", "memory": "5 GB", "licence": "Apache-2.0"},
    {"name": "qwen2.5:3b", "size": "1.9 GB", "memory": "4 GB", "licence": "Qwen Research (not for business)"},
    {"name": "qwen3:8b", "size": "5.2 GB", "memory": "8 GB", "licence": "Apache-2.0"},
    {"name": "gemma3:4b", "size": "3.3 GB", "memory": "6 GB", "licence": "Gemma terms"},
)
"""Models that read Japanese and English, as their makers publish them; sizes of the usual 4-bit files, rounded."""


def language_model_rows() -> dict[str, Any]:
    """The models in the settings with their state, and those installed in Ollama if one of them is used."""
    settings = load_settings().llm
    return {"models": asyncio.run(_rows(settings)), "installed": _installed(settings)}


def try_language_model(name: str) -> dict[str, Any]:
    """Send one small question to a model, whether or not the settings name it.

    Raises:
        WrongCall: it is not a model's name.
        ConfigError: it is elsewhere and the user has not said yes to that, or its key is missing.
        ModelUnusable: its file cannot be used.
        MissingExtra: what runs it is not installed.
    """
    from tadori.minds.llm.health import try_model  # lazy: few commands need it
    from tadori.minds.llm.providers import named_model  # lazy: few commands need it

    settings = load_settings().llm
    named = named_model(settings, parse_model(name))
    trial = asyncio.run(try_model(named, settings.timeout))
    best, speed = trial.attempts[-1], trial.tokens_per_second
    return {
        "name": named.id,
        "remote": named.remote,
        "works": best.works,
        "mode": best.mode if best.works else None,
        "seconds": round(best.seconds, 3),
        "tokens_given": best.given,
        "tokens_written": best.written,
        "tokens_per_second": None if speed is None else round(speed, 1),
        "attempts": [
            {"mode": one.mode, "works": one.works, "detail": one.detail, "seconds": round(one.seconds, 3)}
            for one in trial.attempts
        ],
    }


def pull_help(lang: str) -> dict[str, Any]:
    """What to type to get a model on this machine. Nothing is contacted."""
    return {"models": [dict(one) for one in SUGGESTED_MODELS], "steps": list(_STEPS[lang]), "notes": list(_NOTES[lang])}


def examined(settings: LlmSettings) -> list[dict[str, Any]]:
    """One finding for each model that settings name, for `doctor`."""
    rows = asyncio.run(_rows(settings))
    if not rows:
        said = "none is named: everything runs by rules; `tadori models pull-help` says how to get one"
        return [{"state": "ok", "what": "language model", "detail": said}]
    return [
        {"state": row["state"], "what": "language model", "detail": f"{row['name']}: {row['detail']}"} for row in rows
    ]


async def _rows(settings: LlmSettings) -> list[dict[str, Any]]:
    from tadori.minds.llm.health import check_model  # lazy: few commands need it
    from tadori.minds.llm.providers import model_names  # lazy: few commands need it

    names = model_names(settings)
    found = await asyncio.gather(*(check_model(settings, name) for name in names))
    return [
        {"name": name, "roles": _roles(settings, name), **_described(settings, name)}
        | {"state": health.state.value, "detail": health.detail}
        for name, health in zip(names, found, strict=True)
    ]


def _roles(settings: LlmSettings, name: str) -> list[str]:
    named: dict[ModelRole, Sequence[str]] = {ModelRole.FAST: settings.fast, ModelRole.SLOW: settings.slow}
    return [role.value for role, names in named.items() if name in names]


def _described(settings: LlmSettings, name: str) -> dict[str, Any]:
    from tadori.minds.llm.providers import BEST_FIRST, named_model  # lazy: few commands need it

    try:
        named = named_model(settings, parse_model(name))
    except TadoriError:  # its state says what is wrong
        return {"remote": None, "modes": []}
    return {"remote": named.remote, "modes": [mode for mode in BEST_FIRST if mode in named.modes]}


def _installed(settings: LlmSettings) -> list[dict[str, Any]]:
    from tadori.minds.llm.health import installed_models  # lazy: few commands need it
    from tadori.minds.llm.providers import model_names  # lazy: few commands need it

    ours = [name.partition(":")[2] for name in model_names(settings) if name.lower().startswith("ollama:")]
    if not ours:
        return []
    try:
        held = asyncio.run(installed_models(settings))
    except (ModelUnusable, ConfigError, MissingExtra):  # the state of the models says it already
        return []
    return [{"name": one.name, "bytes": one.bytes, "named": one.name in ours} for one in held]


_STEPS: Final = {
    "en": (
        "pip install 'tadori[llm]'        # what talks to model servers",
        "ollama pull qwen3:4b             # once; Ollama fetches the model, Tadori never does",
        'config.toml of the home:  [llm]  fast = ["ollama:qwen3:4b"]',
        "tadori models test ollama:qwen3:4b",
        "or without a server:  pip install 'tadori[gguf]',  fast = [\"gguf:models/FILE.gguf\"]",
    ),
    "ja": (
        "pip install 'tadori[llm]'        # モデルサーバーと話すための部品",
        "ollama pull qwen3:4b             # 一度だけ。取りに行くのは Ollama で、Tadori は取りに行かない",
        'ホームの config.toml:  [llm]  fast = ["ollama:qwen3:4b"]',
        "tadori models test ollama:qwen3:4b",
        "サーバーなしで使うなら:  pip install 'tadori[gguf]'、fast = [\"gguf:models/ファイル.gguf\"]",
    ),
}
_NOTES: Final = {
    "en": (
        "Sizes: the usual 4-bit files as published, rounded; look before you pull. Memory: with room for 8192 tokens.",
        "Expect little of models under 3 billion parameters: they fill forms, and judge badly (not measured by us).",
        "Without a language model everything runs by rules; with one, every sentence is checked all the same.",
    ),
    "ja": (
        "大きさは公表されている一般的な4ビット版の概数。取る前に確かめること。メモリは8192トークン分の余地を含む。",
        "30億パラメータ未満のモデルには多くを望めない。書式は埋められるが、判断は弱い（当方では未測定）。",
        "言語モデルがなくてもすべて規則で動く。あっても、すべての文は同じように検査される。",
    ),
}
