"""Names of language models, as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.minds.llm.names import ModelName, Provider, parse_model


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("written", "provider", "name"),
    [
        ("ollama:qwen2.5:3b", Provider.OLLAMA, "qwen2.5:3b"),
        ("openai:gpt-x", Provider.OPENAI, "gpt-x"),
        (" Anthropic : claude-x ", Provider.ANTHROPIC, "claude-x"),
        ("gguf:C:/models/a b.gguf", Provider.GGUF, "C:/models/a b.gguf"),
        ("gguf:~/模型/小.gguf", Provider.GGUF, "~/模型/小.gguf"),
        ("ollama:hf.co/me/model:Q4_K_M", Provider.OLLAMA, "hf.co/me/model:Q4_K_M"),
    ],
)
def test_only_the_first_colon_parts_provider_and_name(written: str, provider: Provider, name: str) -> None:
    assert parse_model(written) == ModelName(provider=provider, name=name)


@pytest.mark.parametrize("written", ["", "qwen2.5", ":x", "mistral:7b", "http://127.0.0.1:1", "モデル:小"])
def test_what_names_no_provider_is_answered_with_the_forms(written: str) -> None:
    with pytest.raises(WrongCall, match=r"is not the name of a language model; the forms are: ollama:NAME"):
        parse_model(written)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ollama:", "names a provider and no model"),
        ("gguf:   ", "names a provider and no model"),
        ("ollama:a\nb", "signs nobody can see"),
        ("openai:a\x00", "signs nobody can see"),
        ("openai:" + "x" * 1025, "too long"),
    ],
)
def test_a_provider_without_a_usable_name_is_refused(written: str, said: str) -> None:
    with pytest.raises(WrongCall, match=said):
        parse_model(written)


@given(
    st.sampled_from(list(Provider)), st.text(min_size=1, max_size=40).filter(lambda t: t.isprintable() and t.strip())
)
def test_a_name_that_was_read_is_written_as_it_was(provider: Provider, name: str) -> None:
    read = parse_model(f"{provider}:{name}")
    assert parse_model(str(read)) == read
    assert read.name == name.strip()
