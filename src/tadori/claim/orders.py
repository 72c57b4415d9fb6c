"""Text that speaks to its reader as if it could give orders. It stays data; it is never a claim.

In: any text. Out: the names of the rules that fire, in a fixed order. Only the words decide: an ordinary request
("send me the file") is not seen here, and safety never rests on this list.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.normalise import fold, strip_invisible

_EARLIER = r"(?:all|any|every|the|your|my|our|of|these|those)?\s?(?:of\s)?(?:the|your|my|these)?\s?"
_BEFORE = r"(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|former)"
_THINGS = (
    r"(?:instructions?|prompts?|rules|commands?|directions|guidelines|orders|messages?|context|training|restrictions"
    r"|constraints|assignments?|tasks?|information|text|conversation)"
)
_RULES: Final = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "ignore_instructions",
            r"(?:ignore|disregard|forget|override|bypass|skip|neglect|don't\sfollow|do\snot\sfollow|stop\sfollowing)\s"
            rf"{_EARLIER}"
            rf"(?:(?:{_BEFORE})\s(?:\w+\s)?{_THINGS}|(?:system\s)?(?:instructions?|prompts?))\b"
            rf"|(?:ignore|disregard|forget|override)\s(?:all\s)?(?:of\s)?(?:your|my)\s{_THINGS}\b"
            rf"|(?:ignore|disregard|forget)\s(?:everything|all|anything|what)\s?(?:that\s)?(?:you|i|was|were|above|before|previously|prior)"
            r"|これまでの(?:指示|命令|ルール|会話|プロンプト)(?:は|を|の)?.{0,8}(?:無視|忘れ|破棄|従わな)"
            r"|(?:以前|上記|前|今まで|すべて|全て|従来)の?(?:すべて|全て)?の?(?:指示|命令|ルール|プロンプト|指令)(?:を|は|に)?.{0,8}(?:無視|忘れ|破棄|従わな|上書き)"
            r"|(?:指示|命令|ルール|プロンプト)を(?:すべて|全て)?無視",
        ),
        (
            "system_prompt",
            r"system\sprompts?\b|(?:reveal|show|print|repeat|output|display|tell\sme|leak)\s(?:me\s)?(?:your|the)\s(?:\w+\s){0,2}(?:prompt|instructions)\b"
            r"|システム\s?プロンプト|<\|?(?:system|im_start|assistant)\|?>|\[/?inst\]|###\s?(?:system|instruction)",
        ),
        (
            "new_role",
            r"you\sare\s(?:now|no\slonger)\s(?:an?\s|the\s|in\s|going\sto\s)?\w+.{0,40}"
            r"(?:ai\b|assistant|model|mode|dan\b|bot\b|chatgpt|unrestricted|without)"
            r"|\b(?:act|behave|respond|pretend)\sas\s(?:if\syou\s|though\syou\s|an?\s|the\s)?.{0,30}"
            r"(?:ai\b|assistant|language\smodel|dan\b|jailbr|unfiltered|unrestricted)"
            r"|\bdan\smode|developer\smode\senabled|do\sanything\snow|jailbreak"
            r"|あなたは(?:今|これ)から.{0,30}(?:です|として|になり|振る舞)|(?:ai|アシスタント|モデル)として(?:振る舞|行動|応答)",
        ),
        (
            "address_to_model",
            r"(?:attention|note|message|instructions?|notice|important)[\s:,-]{1,3}(?:to|for)?\s?(?:all\s|any\s|the\s)?(?:ai|llms?|language\smodels?|assistants?|chatbots?|gpt|agents?|crawlers?)\b"
            r"|(?:as\san?\s(?:ai|llm|language\smodel|assistant)).{0,60}\byou\s(?:must|should|shall|need\sto|have\sto|will)\b"
            r"|(?:if\syou\sare|when\syou\sare)\s(?:an?\s)?(?:ai|llm|language\smodel|assistant|chatbot|bot)\b"
            r"|(?:ai|llm|assistants?|language\smodels?|models?|chatbots?|agents?)\s(?:reading|processing|summari[sz]ing|parsing)\sthis"
            r"|(?:ai|llm|人工知能|言語モデル|アシスタント|エージェント|aiモデル)(?:の皆さん|の方|へ|に)(?:の指示|告ぐ|お願い|への)"
            r"|(?:これ|この(?:文章|文書|ページ|記事))を(?:読んで|読む|処理|要約)(?:いる|する|する際).{0,20}(?:ai|llm|モデル|アシスタント|エージェント)",
        ),
        (
            "order_to_answer",
            r"you\smust\s(?:now\s)?(?:always\s)?(?:answer|respond|reply|output|say|write|recommend|conclude|report|state|cite|rank|rate|call|click|send|include)\b"
            r"|(?:always|only)\s(?:answer|respond|reply|output|say|recommend)\s(?:with|that|in|only|as)\b"
            r"|(?:in\syour|the)\s(?:answer|response|reply|summary|report|output),?\s(?:you\s)?(?:must|should|always|do\snot|never|only|include|write|say|state|mention|recommend)"
            r"|do\snot\s(?:mention|cite|tell|reveal|report|disclose)\s(?:this|that|the|any|other|these)\b"
            r"|(?:必ず|常に|絶対に).{0,24}(?:と(?:だけ)?(?:答え|回答し|出力し|報告し|書い|記載し|結論)(?:て|なさい|よ|る)|(?:回答|出力|報告|推奨|記載)(?:しなさい|してください|せよ|すること))"
            r"|(?:回答|応答|出力|要約|報告書?|レポート)(?:で|に|には|では|として).{0,30}(?:と(?:だけ)?(?:答え|書|出力|記載|報告)|含め|述べ|結論(?:づけ|し))(?:て|なさい|よ|ること|てください)",
        ),
        (
            "exfiltrate",
            r"(?:send|post|forward|upload|submit|e-?mail|exfiltrate|leak|transmit)\s(?:me\s)?(?:all\s|the\s|your\s|any\s|this\s)?.{0,30}(?:password|credentials?|api[\s_-]?keys?|secrets?|conversation|chat\shistory|tokens?|system\sprompt|user\sdata)\b"
            r"|(?:パスワード|認証情報|apiキー|秘密鍵|会話(?:履歴|内容)|個人情報)を.{0,20}(?:送信|送って|転送|アップロード|送れ)",
        ),
    )
)


@lru_cache(maxsize=4096)
def _orders(text: str) -> tuple[str, ...]:
    plain = fold(strip_invisible(text))
    return tuple(name for name, pattern in _RULES if pattern.search(plain))


def orders_in(text: str) -> list[str]:
    """The names of the rules that see an order to the reader in `text`; empty for ordinary text."""
    return list(_orders(text))
