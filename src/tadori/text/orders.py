"""Detects text that gives orders to its reader (prompt injection). It stays data; it is never a claim.

Comes in: any text. Goes out: the names of the matching rules, in a fixed order, and where. Only the words decide: an
ordinary request ("send me the file") is not detected here, and safety never rests on this list. It is the one list of
forbidden patterns: claim extraction, the prompt fence and `tadori guard` all use it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold, strip_invisible
from tadori.text.views import as_words
from tadori.text.words import latin_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One match of a rule."""

    rule: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    name: str
    triggers: frozenset[str]
    """Every text that `english` matches contains at least one of these words; most texts contain none."""
    english: re.Pattern[str]
    japanese: re.Pattern[str]


def orders_in(text: str) -> list[str]:
    """The names of the rules that match `text`; empty for ordinary text."""
    return list(_orders(text))


def order_places(text: str) -> list[Order]:
    """Every match of a rule in `text`, by position, then rule."""
    names = orders_in(text)
    if not names:
        return []
    view = as_words(text)
    found = [
        Order(rule=rule.name, start=start, end=end)
        for rule in _RULES
        for pattern in (rule.english, rule.japanese)
        for match in pattern.finditer(view.text)
        for start, end in [view.span(*match.span())]
    ]
    placed = {one.rule for one in found}
    # Letters written as base and accent are seen by the rules alone: then the whole text is the place.
    found += [Order(rule=name, start=0, end=len(text)) for name in names if name not in placed]
    return sorted(found, key=lambda one: (one.start, one.end, one.rule))


@lru_cache(maxsize=4096)
def _orders(text: str) -> tuple[str, ...]:
    ascii_only = text.isascii()
    words = latin_words(text if ascii_only else fold(strip_invisible(text)))
    if ascii_only and _TRIGGERS.isdisjoint(words):
        return ()
    plain = fold(strip_invisible(text))
    return tuple(rule.name for rule in _RULES if _fires(rule, plain, words, ascii_only))


def _fires(rule: _Rule, plain: str, words: frozenset[str], ascii_only: bool) -> bool:
    if not rule.triggers.isdisjoint(words) and rule.english.search(plain):
        return True
    return not ascii_only and rule.japanese.search(plain) is not None


_MODEL: Final = r"(?:ai|llms?|(?:large\s)?language\smodels?|(?:ai\s)?assistants?|chatbots?|gpt|ai\sagents?)"
_THING: Final = (
    r"(?:instructions?|prompts?|rules|commands?|directions|guidelines|orders|messages?|context|training|restrictions"
    r"|constraints|assignments?|tasks?|information|text|conversation)"
)
_EARLIER: Final = r"(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|former)"
_ALL_OF: Final = r"(?:(?:all|any|every|the|your|my|our|of|these|those)\s){0,3}"
_IMPERATIVE: Final = r"(?:^|[.!?:;,]\s|please\s|and\s|you\smust\s|you\sshould\s)"


def _rule(name: str, triggers: str, english: str, japanese: str) -> _Rule:
    return _Rule(
        name=name,
        triggers=frozenset(triggers.split()),
        english=lazy_pattern(english),
        japanese=lazy_pattern(japanese),
    )


_RULES: Final = (
    _rule(
        "ignore_instructions",
        "ignore disregard forget override bypass skip neglect follow following vergiss vergessen ignoriere ignorieren"
        " missachte ignora ignorad olvida olvide oublie oubliez ignorez",
        rf"(?:ignore|disregard|forget|override|bypass|skip|neglect|n't\sfollow|not\sfollow|stop\sfollowing)\s{_ALL_OF}"
        rf"(?:{_EARLIER}\s(?:\w+\s)?{_THING}|(?:system\s)?(?:instructions?|prompts?))\b"
        rf"|(?:ignore|disregard|forget|override)\s(?:all\s)?(?:of\s)?(?:your|my)\s{_THING}\b"
        r"|(?:ignore|disregard|forget)\s(?:everything|all|anything|what)\s(?:that\s)?"
        r"(?:you|i|was|were|above|before|previously|prior)\b"
        # Pages of other languages are read too: samples of de, fr, es, zh.
        r"|(?:vergiss|vergessen\ssie|ignorieren?|missachten?)\s(?:\w+\s){0,4}(?:anweisung|befehl|instruktion|vorgabe)"
        r"|(?:ignor(?:a|ad|e|ez)|olvid[ae]|oublie[rz]?)\s(?:\w+\s){0,3}(?:instruc\w+|consignes|directives|órdenes)\b",
        "(?:忽略|无视|忘记|無視)(?:之前|以上|上面|先前|前面|所有|一切).{0,6}(?:指令|指示|说明|提示|命令|規則|规则)"
        "|これまでの(?:指示|命令|ルール|会話|プロンプト)(?:は|を|の)?.{0,8}(?:無視|忘れ|破棄|従わな)"
        "|(?:以前|上記|前|今まで|すべて|全て|従来)の?(?:すべて|全て)?の?(?:指示|命令|ルール|プロンプト|指令)"
        "(?:を|は|に)?.{0,8}(?:無視|忘れ|破棄|従わな|上書き)|(?:指示|命令|プロンプト)を(?:すべて|全て)?無視し(?:て|ろ|な)",
    ),
    _rule(
        "system_prompt",
        "system prompt prompts instructions inst assistant im",
        r"system\sprompts?\b|(?:reveal|show|print|repeat|output|display|tell\sme|leak)\s(?:me\s)?your\s(?:\w+\s){0,2}"
        r"(?:prompt|instructions)\b|<\|?(?:system|im_start|assistant)\|?>|\[/?inst\]|###\s?(?:system|instruction)",
        r"システム\s?プロンプト",
    ),
    _rule(
        "new_role",
        "you act behave respond pretend dan developer jailbreak anything",
        r"you\sare\s(?:now|no\slonger)\s(?:an?\s|the\s|in\s|going\sto\s)?\w+.{0,40}"
        r"(?:\bai\b|assistant|\bmodel|\bmode\b|\bdan\b|\bbot\b|chatgpt|unrestricted|without\srules)"
        r"|\b(?:act|behave|respond|pretend)\sas\s(?:if\syou\s|though\syou\s|an?\s|the\s)?.{0,30}"
        r"(?:\bai\b|assistant\b|language\smodel|\bdan\b|jailbr|unfiltered|unrestricted)"
        r"|\bdan\smode|developer\smode\senabled|do\sanything\snow",
        "あなたは(?:今|これ)から.{0,30}(?:です|として|になり|振る舞)|(?:ai|アシスタント|モデル)として(?:振る舞|行動|応答)",
    ),
    _rule(
        "address_to_model",
        "ai llm llms language assistant assistants chatbot chatbots gpt agent agents bot model models",
        rf"(?:attention|note|message|instructions?|notice|important)[\s:,-]{{1,3}}(?:to|for)?\s?(?:all\s|any\s|the\s)?{_MODEL}\b"
        rf"|as\san?\s{_MODEL}.{{0,60}}\byou\s(?:must|should|shall|need\sto|have\sto|will)\b"
        rf"|(?:if|when)\syou\sare\s(?:an?\s)?(?:{_MODEL}|bot)\b"
        rf"|\b(?:{_MODEL}|models?|agents?)\s(?:reading|processing|summari[sz]ing|parsing)\sthis",
        "(?:ai|llm|人工知能|言語モデル|アシスタント|エージェント|aiモデル)(?:の皆さん|の方|へ|に)(?:の指示|告ぐ|お願い|への)"
        "|(?:これ|この(?:文章|文書|ページ|記事))を(?:読んで|読む|処理|要約)(?:いる|する|する際).{0,20}"
        "(?:ai|llm|モデル|アシスタント|エージェント)",
    ),
    _rule(
        "order_to_answer",
        "must always only your mention cite tell reveal disclose",
        r"\byou\smust\s(?:now\s)?(?:always\s|only\s)?(?:answer|respond|reply|output|recommend|conclude|cite)\b"
        rf"|{_IMPERATIVE}(?:always|only)\s(?:answer|respond|reply|output|say|recommend)\s(?:with|that|in|only|as)\b"
        r"|in\syour\s(?:answer|response|reply|summary|report|output),?\s(?:you\s)?"
        r"(?:must|should|always|do\snot|never|only|include|write|say|state|mention|recommend)\b"
        rf"|{_IMPERATIVE}do\snot\s(?:mention|cite|tell|reveal|disclose)\s(?:this|that|the|any|other|these|anyone)\b",
        "(?:必ず|常に|絶対に).{0,24}(?:と(?:だけ)?(?:答え|回答し|出力し|報告し|書い|記載し|結論)(?:て|なさい|よ)"
        "|(?:回答|出力|推奨|記載)(?:しなさい|してください|せよ))"
        "|(?:回答|応答|出力|要約)(?:で|に|には|では|として).{0,30}"
        "(?:と(?:だけ)?(?:答え|書|出力|記載|報告)|含め|述べ|結論(?:づけ|し))(?:なさい|よ|てください)",
    ),
    _rule(
        "exfiltrate",
        "password passwords credential credentials key keys secret secrets conversation history tokens token prompt"
        " data",
        rf"{_IMPERATIVE}(?:send|post|forward|upload|submit|e-?mail|exfiltrate|leak|transmit)\s(?:me\s)?"
        r"(?:all\s|the\s|your\s|any\s|this\s)?.{0,30}(?:passwords?|credentials?|api[\s_-]?keys?|secrets?|conversation"
        r"|chat\shistory|access\stokens?|system\sprompt|user\sdata)\b",
        "(?:パスワード|認証情報|apiキー|秘密鍵|会話(?:履歴|内容))を.{0,20}(?:送信し(?:て|な|ろ)|送って|転送し(?:て|な|ろ)|送れ)",
    ),
)
_TRIGGERS: Final = frozenset().union(*(rule.triggers for rule in _RULES))
