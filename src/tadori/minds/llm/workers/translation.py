"""Translates a query into the other language, with a model's help.

Comes in: a query of ours, Japanese or English. Goes out: the same query in the other language. The result must be a
query and nothing else: in the right script, not much longer, without operators, addresses, numbers or codes that were
not in the original. Anything else is thrown away, and the table of terms translates.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.events.language_models import RulesTookOver
from tadori.minds.llm.workers.base import (
    UNUSABLE,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    template_language,
)
from tadori.minds.llm.workers.wording import has_address, numbers_in, plain
from tadori.minds.requests import Mind, ModelRequest, UntrustedText
from tadori.model.ids import JA, Lang
from tadori.text.language import language_of
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.orders import orders_in
from tadori.text.sameness import plain_forms

if TYPE_CHECKING:
    from tadori.minds.llm.answers import TranslationAnswer

JOB: Final = "translation"
LONGEST: Final = 200
_EN_FOR_JA: Final = 6
"""English characters per Japanese one, at most; in the other direction 1."""
_CODE: Final = 25
_WORD: Final = lazy_pattern(r"[^\s]{25,}|(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[A-Za-z0-9+/=_-]{9,}")
_OPERATOR: Final = lazy_pattern(
    r"\b[a-z]{2,12}:(?=\S)|(?:^|\s)[-+~](?=\S)|[\"|(){}\[\]<>\\`$;&*^]|\b(?:AND|OR|NOT|NEAR)\b"
)
_NAMES: Final = {"ja": ("日本語", "Japanese"), "en": ("英語", "English")}

TranslateByRules = Callable[[str, Lang], str | None]
"""(query, its language) → the translated query, or None (`query.mirrors.mirror`, of which the caller takes the text).

"""


async def translate_query(
    mind: Mind | None,
    prompts: PromptSource,
    query: str,
    source: Lang,
    target: Lang,
    *,
    twin: TranslateByRules,
    emit: Emit = ignore_event,
) -> WorkResult[str | None]:
    """`query` in the language `target`; None where not even rules can translate it."""
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, query, source, target), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=twin(query, source), code=answer.code)
    text = plain(answer.value.text)
    # A masked answer is no query: "[REDACTED]" would be searched for.
    leaked = any(flag.where.startswith("output:") for flag in answer.flags)
    if leaked or not is_query(text, query, target):
        emit(RulesTookOver(job=JOB, code=UNUSABLE))
        return WorkResult(value=twin(query, source), code=UNUSABLE, dropped=1)
    return WorkResult(value=text, model=answer.model)


def is_query(text: str, query: str, target: Lang) -> bool:
    """Whether `text` may be searched for instead of `query`."""
    longest = max(40, (_EN_FOR_JA if target != JA else 1) * len(plain_forms(query)))
    return len(text) <= longest and language_of(text) == target and is_harmless_query(text, query)


def is_harmless_query(text: str, given: str) -> bool:
    """Whether `text` is words to search for and nothing else: no address, order or operator, no number or code that
    `given` has not.
    """
    known = plain_forms(given)
    if not text or len(text) > LONGEST or has_address(text) or orders_in(text) or _strange(text, known):
        return False
    return numbers_in(text) <= numbers_in(known)


def _strange(text: str, given: str) -> bool:
    """Whether `text` has an operator or a code-like string that is not in the original."""
    found = [match.group().strip() for pattern in (_OPERATOR, _WORD) for match in pattern.finditer(text)]
    # A Japanese query has no spaces: what is long there is no code unless it is written in letters and digits.
    return any(one not in given for one in found if len(one) < _CODE or one.isascii())


def _request(prompts: PromptSource, query: str, source: Lang, target: Lang) -> "ModelRequest[TranslationAnswer]":
    from tadori.minds.llm.answers import TranslationAnswer  # lazy: pydantic is slow, and only a model needs it

    lang = template_language(source)
    named = {code: pair[0 if lang == JA else 1] for code, pair in _NAMES.items()}
    words = prompts.render(JOB, lang, source=named.get(source, source), target=named.get(target, target))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(UntrustedText(name="query", text=query),),
        answer=TranslationAnswer,
        longest=120,
        template=words.template,
    )
