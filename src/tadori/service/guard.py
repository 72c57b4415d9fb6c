"""The filter `tadori guard`: a text in; the cleaned text for a model, and flags for injected instructions, out."""

from collections.abc import Callable
from typing import Any

from tadori.errors import WrongCall
from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.settings import load_settings


def guard_filter(*, rules_only: bool = False) -> Callable[[Any], dict[str, Any]]:
    """A function from one line of `tadori guard` to its answer: {"clean", "flags": [{"rule", "start", "end", "of"}]}.

    `of` names the text that start and end refer to: "clean", or "text" for parts that cleaning removed.
    With `rules_only`, or where embeddings are switched off, no model looks at the sentences.
    """
    from tadori.minds.guard.injection import InjectionClassifier  # lazy: slow to import
    from tadori.minds.guard.text_check import TextGuard  # lazy: slow to import

    embeds = load_settings().embeddings and not rules_only
    guard = TextGuard(InjectionClassifier(MultilingualEmbedder()) if embeds else None)

    def answer(line: Any) -> dict[str, Any]:
        text, source = _text_and_source(line)
        seen = guard.look_at(text, source)
        flags = [("text", flag) for flag in seen.noticed] + [("clean", flag) for flag in seen.flags]
        return {
            "clean": seen.clean,
            "flags": [{"rule": flag.rule, "start": flag.start, "end": flag.end, "of": of} for of, flag in flags],
        }

    return answer


def _text_and_source(line: Any) -> "tuple[str, Any]":
    from tadori.minds.guard.injection import TextOrigin  # lazy: slow to import

    if not isinstance(line, dict):
        raise WrongCall("a line must be a JSON object")
    text = line.get("text")
    if not isinstance(text, str):
        raise WrongCall('"text" must be a text')
    source = line.get("from", TextOrigin.PAGE.value)
    if source not in set(TextOrigin):
        raise WrongCall('"from" must be "page" or "person"')
    return text, TextOrigin(source)
