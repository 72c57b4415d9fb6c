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

_MOST_WORDS: Final = 9
_MOST_LETTERS_JA: Final = 30
# Short sentences that only limit: a fragment (`Only in tests, though.`), or one that says where the statement holds.
_SHORT: Final = lazy_pattern(
    rf"""(?ix)^\W*(?:(?:however|but|though|yet|still|again|mind\syou|of\scourse|and),?\s+)?(?:
      (?:only|solely|just|not|never|at\sleast|mostly|mainly|usually|provided|subject\sto|as\slong\sas|so\slong\sas|assuming)\s
         (?:in|on|at|for|when|if|while|with|without|under|during|where|by|until|since|before|after|to|everywhere|always|it)\b
      |(?:only|not|just)\s[^.!?]{{2,40}},?\s(?:though|however|that\sis)\s*[.!]
      |(?:in|on|at|for|under|during|with|without|before|after|until|since|by)\s[^.!?]{{2,50}},?\s(?:that\sis|only|at\sleast|though|anyway)\s*[.!]
      |(?:{_THIS}|he|she)\s(?:\w+\s){{0,3}}?(?:only\s(?:works?|worked|applie[sd]|holds?|held|happens?|counts?|runs?|covers?|concerns?|for|in|on|at|when|if|with|to|under|during|where|until|since)
         |limited\sto|restricted\sto|confined\sto|depends?\son|excludes?|exempts?|leaves?\sout|ignores?|assumes?|presupposes?|requires?\sthat|appl(?:y|ies|ied)\b[^.!?]*\bonly)\b
      |(?:{_THIS})\s(?:\w+\s){{1,3}}(?:only\s(?:true|valid|so|the\scase)|(?:true|valid|so|the\scase)\sonly|not\s(?:true|valid|so|the\scase))\b
      |(?:{_THIS})\s[^.!?]{{2,50}}\sonly\s*[.!]
      |[^.!?]{{2,50}}\s(?:is|are|was|were|remains?)\s(?:\w+ly\s|the\s|an?\s)?(?:only\s)?(?:excluded|excepted|exempt(?:ed)?|exceptions?|left\sout|not\s(?:included|covered|affected|counted|concerned))\b
      |(?:some\s|certain\s|a\sfew\s)?(?:exceptions|restrictions|limits|limitations|conditions|exclusions|terms)\s(?:\w+\s)?(?:apply|exist)\b
      |there\s(?:is|are|was|were)\s(?:\w+\s)?(?:exceptions?|conditions?|restrictions?|caveats?|catch)\b
    )"""
)
_SHORT_JA: Final = lazy_pattern(
    "(?:に限(?:る|ります|った[^。]{0,8})|(?:に|と)?限(?:られる|られます|定(?:される|されます|です|だ|である))|(?:^[^はがをも]{1,20}|(?:適用|対象|有効|これ|それ|該当|話)[はがもの][^はがをも]{1,20})(?:のみ|だけ)(?:とする|である|です|だ|の(?:話|こと)(?:だ|です|である)|に(?:当てはまる|適用[^。]{0,6}|有効[^。]{0,4}))?"
    "|(?:を|は)除(?:く|きます|いて(?:の[^。]{0,6})?)|除外(?:される|されます|する|します|とする)?|対象(?:外|とし?な[いら][^。]{0,4}|には?な?ら?な?い)(?:である|です|だ|とする)?|例外(?:である|です|だ|とする|もある|がある|もあります|があります)"
    "|この限りで(?:は)?(?:ない|ありません)|当てはま(?:らない|りません)|適用(?:しない|されない|しません|されません|外[^。]{0,4})|含(?:まない|まれない|みません|まれません|めない|んでいない)|(?:条件|制限|例外|但し書き|注意点)(?:が|は|も)(?:ある|あります|付く|つく)"
    "|(?:は|だけは)別(?:である|です|だ|とする)|(?:での|の|場合の|に限った|上の)話(?:である|です|だ))[。．]?$"
)


def proviso_after(after: str) -> str:
    """The sentence at the start of `after`, where it limits the statement before it; empty otherwise."""
    text = after[:_LONGEST].strip()
    if not text:
        return ""
    japanese = is_japanese(text[:120])
    spans = sentences(text, JA if japanese else EN)
    first = text[spans[0].start : spans[0].end] if spans else ""
    found = (_PROVISO_JA if japanese else _PROVISO).search(first) or _short_proviso(first, japanese=japanese)
    return first if found else ""


def _short_proviso(sentence: str, *, japanese: bool) -> bool:
    if japanese:
        return len(sentence) <= _MOST_LETTERS_JA and _SHORT_JA.search(sentence) is not None
    return len(sentence.split()) <= _MOST_WORDS and _SHORT.search(sentence) is not None
