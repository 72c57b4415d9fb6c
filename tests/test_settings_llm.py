"""The table `[llm]`: which language models, where, and with whose word."""

from pathlib import Path

import pytest

from tadori.errors import ConfigError
from tadori.settings import REMOTE_CONSENTS, LlmSettings, load_settings

KEY = "sk-geheim"


def read(home: Path, text: str, **environment: str) -> LlmSettings:
    (home / "config.toml").write_text(text, encoding="utf-8")
    return load_settings({"TADORI_HOME": str(home), **environment}).llm


@pytest.mark.req("L39")
def test_by_default_no_model_is_named_and_none_may_be_elsewhere(tmp_path: Path) -> None:
    llm = load_settings({"TADORI_HOME": str(tmp_path)}).llm
    assert (llm.fast, llm.slow, llm.allow, llm.allow_remote, llm.keys) == ((), (), (), "", ())
    assert (llm.retries, llm.timeout, llm.threads, llm.context) == (3, 300, 0, 0)


def test_the_table_is_read(tmp_path: Path) -> None:
    text = (
        '[llm]\nfast = ["ollama:qwen3:4b"]\nslow = ["openai:m"]\nbase_url = "https://models.test/v1"\nretries = 0\n'
        f'allow_remote = "{REMOTE_CONSENTS[1]}"\n[llm.openai]\nkey = "k1"\n'
    )
    assert read(tmp_path, text) == LlmSettings(
        fast=("ollama:qwen3:4b",),
        slow=("openai:m",),
        base_url="https://models.test/v1",
        retries=0,
        allow_remote=REMOTE_CONSENTS[1],
        keys=(("openai", "k1"),),
    )


def test_a_file_is_written_from_the_home(tmp_path: Path) -> None:
    llm = read(tmp_path, '[llm]\nfast = ["gguf:models/小.gguf", "gguf:/abs/x.gguf", "GGUF: y.gguf"]\n')
    assert llm.fast == (f"gguf:{tmp_path}/models/小.gguf", "gguf:/abs/x.gguf", f"gguf:{tmp_path}/y.gguf")


def test_the_environment_has_the_last_word_about_keys_and_other_keys_stay_out(tmp_path: Path) -> None:
    text = '[llm.openai]\nkey = "of-the-file"\n'
    llm = read(tmp_path, text, TADORI_KEY_OPENAI="of-the-environment", TADORI_KEY_ANTHROPIC="a", TADORI_KEY_BRAVE="b")
    assert (llm.key("openai"), llm.key("anthropic"), llm.key("brave")) == ("of-the-environment", "a", None)
    assert read(tmp_path, text, TADORI_KEY_OPENAI="").key("openai") == "of-the-file"


def test_keys_are_not_shown(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    settings = load_settings({"TADORI_HOME": str(tmp_path), "TADORI_KEY_OPENAI": KEY})
    assert KEY not in repr(settings)
    assert KEY not in repr(settings.llm)


@pytest.mark.parametrize(
    "key", [f"{KEY}\n", f"{KEY}\r\nX-Evil: 1", f" {KEY}", f"{KEY} x", f"{KEY}\x00", f"{KEY}鍵", f"{KEY}\u2028"]
)
def test_a_key_that_could_break_a_header_is_refused_and_not_repeated(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConfigError, match="TADORI_KEY_ANTHROPIC: the key of anthropic holds a line break") as refused:
        read(tmp_path, "", TADORI_KEY_ANTHROPIC=key)
    assert KEY not in str(refused.value)
    escaped = key.encode("unicode_escape").decode() if key.isascii() else key
    with pytest.raises(ConfigError, match="the key of openai holds a line break"):
        read(tmp_path, f'[llm.openai]\nkey = "{escaped}"\n'.replace("\\x00", "\\u0000"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("llm = 1\n", "llm must be a table"),
        ('[llm]\nfast = "ollama:m"\n', "llm.fast must be a list of strings"),
        ("[llm]\nretries = 11\n", "llm.retries must be 0 to 10, not 11"),
        ("[llm]\nretries = -1\n", "llm.retries must be 0 to 10, not -1"),
        ("[llm]\ntimeout = 0\n", "llm.timeout must be 1 or more, not 0"),
        ("[llm]\nthreads = -1\n", "llm.threads must be 0 or more"),
        ("[llm]\ncontext = 100\n", "llm.context must be 512 or more"),
        ("[llm]\nallow_remote = true\n", "llm.allow_remote must be a string"),
        ('[llm]\nallow_remote = "yes"\n', f'must be left out, or say "{REMOTE_CONSENTS[0]}" or "{REMOTE_CONSENTS[1]}"'),
        ("[llm]\nkeys = []\n", "unknown setting 'llm.keys'; there are: allow, allow_remote, base_url"),
        ("[llm.openai]\ntoken = 'x'\n", "unknown setting 'llm.openai.token'"),
        ("[llm]\nopenai = 'x'\n", "openai must be a table"),
        ("[llm.ollama]\nkey = 'x'\n", "unknown setting 'llm.ollama'"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, text)
    assert said in str(refused.value)
