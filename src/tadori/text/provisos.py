"""Finds the sentence that limits the one before it: `This does not apply to ….`, ただし、….

Comes in: the text behind a sentence. Goes out: the next sentence where it takes something out of the statement before
it, or empty. A sentence that only goes on (`However, it was rebuilt.`) limits nothing. By form only, ja and en.
"""

from typing import Final

from tadori.model.ids import EN, JA
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sentences import sentences

_LONGEST: Final = 600
_THIS: Final = (
    r"(?:this|that|it|these|those|they|the\s(?:rule|figure|number|limit|ban|offer|result|same|above|latter|former)s?)"
)
_PROVISO: Final = lazy_pattern(
    rf"""(?ix)^\W*(?:
      (?:however|but|though|although|note\sthat|nevertheless|still|except\sthat|only)?,?\s*
      (?:{_THIS}\s(?:\w+\s){{0,2}}(?:does|do|did|is|are|was|were|will|shall|can|may)(?:\s?n[o']t|not|\snever|\sonly)
         \s(?:\w+\s){{0,2}}?(?:apply|applie[sd]|hold|held|includ\w+|cover\w*|extend|count\w*|concern|affect|valid|true
         |available|possible|guaranteed|binding|for|to|if|when|in|on|with)\b)
      |(?:except|unless|excluding|excepted|provided\sthat|exceptions?\s(?:is|are|apply|to|include)|an\sexception
         |the\s(?:only\s)?exceptions?|not\sincluded|excluded)\b
      |{_THIS}\s(?:only\s)?applies\sonly
      |at\sleast,?\s(?:that|this|so)\b
    )"""
)
_PROVISO_JA: Final = lazy_pattern(
    "^[\\s（(「]*(?:ただし|但し|ただ、|もっとも、|例外として|例外は|除外|この限りでは?ない|なお、[^。]{0,60}(?:を除く|除きます|対象外|この限りで|場合は除)"
    "|(?:しかし、?|だが、?)?(?:これ|それ|この[^。、]{1,12}|その[^。、]{1,12})(?:は|には|も)[^。]{0,60}(?:適用され(?:ない|ません)|当てはまら"
    "|除く|除かれ|含まれ(?:ない|ません)|含ま(?:ない|ず)|対象外|限られ|に限る|限定))"
)


def proviso_after(after: str) -> str:
    """The sentence at the start of `after`, where it limits the statement before it; empty otherwise."""
    text = after[:_LONGEST].strip()
    if not text:
        return ""
    japanese = is_japanese(text[:120])
    spans = sentences(text, JA if japanese else EN)
    first = text[spans[0].start : spans[0].end] if spans else ""
    found = (_PROVISO_JA if japanese else _PROVISO).search(first)
    return first if found else ""
