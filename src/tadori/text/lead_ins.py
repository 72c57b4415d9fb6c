"""Lead-ins: the words above a list that its items complete (`The driver supports the following formats:`, 次の通り：).

Comes in: the text above a list item. Goes out: the lead-in, and what kind it is: whether an item without it would say
another thing, and whether some of the items without the others would. By form only, ja and en; what the items say is
not looked at.
"""

import re
from typing import Final

from tadori.model.ids import EN, JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.negation import hedges, negated
from tadori.text.sentences import TextSpan, sentences

LONGEST_LEAD_IN: Final = 600
"""Characters; a longer 'lead-in' is a paragraph that happens to end in a colon."""
_MOST_LINES: Final = 60
"""Items between a lead-in and the item that is looked at."""
ITEM_MARKER: Final = lazy_pattern(
    r"[^\S\n]*(?:[-*+•‣▪–—](?=\s)|[・●○■□◆◇▪]|[(（]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)）](?=\s|[^\W\d_])(?!\w\.)"
    r"|[①-⑳㋐-㋾]|[（(][一二三四五六七八九十]{1,3}[）)])[^\S\n]*"
)
_NOTE_MARK: Final = (
    r"(?:\[(?:\d{1,3}|[a-z]|注\s?\d{1,2})\]){1,8}\s*(?=[\"'“‘A-Z「『一-龥ァ-ヶ]|\d+(?!\])"
    r"|[a-z{/~$][\w.*(){},/~$-]{0,40}\s?[ぁ-んァ-ヶ一-龥]|(?!によ|では|でも|は[、\s]|が|を|の|にお|に[はて]|と[はの]|など|から|まで)[ぁ-ん])"
    r"|注\s?\d{0,2}[)）:：]\s*|[※＊]\s?\d{0,2}\s*|[†‡]\s*|[¹²³⁴-⁹]{1,3}\s?(?=\D)"
)
"""`[6] In 2014 …`, 注1）…, ※2 …; not where a small letter follows: `[6] shows that …`."""
LEADING_MARKER: Final = lazy_pattern(rf"\s*(?:(?:[-•*・●■◆▪‣–]|\(?\d{{1,2}}[.)）])\s+|[・●■◆]|{_NOTE_MARK})\s*")
"""What stands before a claim's sentence and is no part of it: the marker of an item, the mark of a note. Narrower than
`ITEM_MARKER`: a letter may be a word. The extraction of claims and the check must cut the same."""
_BARE_MARKER: Final = lazy_pattern(
    r"(?:^|\n)[^\S\n]*(?:[-*+•‣▪–—・●○■□◆◇]|[(（]?(?:\d{1,3}|[a-z])[.)）]|[①-⑳])[^\S\n]*$"
)
_COLON_END: Final = lazy_pattern(r"(?<![:：\s])\s?(?:[:：]|[:：]?[―—–])$")
# A sentence that announces a list without a colon: it names what follows, anywhere in it.
_ANNOUNCES: Final = lazy_pattern(
    r"\b(?:as\sfollows|the\sfollowing)\b[^.!?]{0,160}[.]?$"
    r"|(?:次|以下|下記)(?:の(?!図|表|章|節|項|例|画面|ページ)|は|を(?!参照|見|ご覧|読)|に(?:示|挙げ|列挙|述べ|まとめ|記))[^。！？]{0,160}。?$",
    re.IGNORECASE,
)
_JAPANESE: Final = lazy_pattern("[ぁ-ヿ㐀-鿿]")


def lead_in_span(paragraph: str) -> TextSpan | None:
    """The last sentence of `paragraph`, if it leads a list in: it ends in a colon, or announces what follows."""
    text = paragraph.rstrip()
    if not text or len(text) > 20 * LONGEST_LEAD_IN:
        return None
    if not (_COLON_END.search(text[-4:]) or _ANNOUNCES.search(text[-220:])):
        return None
    span = sentences(text, JA if _JAPANESE.search(text[-200:]) else EN)[-1]
    return span if span.end - span.start <= LONGEST_LEAD_IN else None


def leads_in(before: str) -> str:
    """The lead-in that the end of `before` stands under, empty where there is none.

    `before` is the text right above a list item; other items of the list may stand between. They have markers, or are
    the lines of one block without empty lines.
    """
    return _lead_in_above(before)[0]


def sure_lead_in(before: str) -> str:
    """As `leads_in`; empty also where an item between ends in a colon, so that the list may be one inside another."""
    found, sure = _lead_in_above(before)
    return found if sure else ""


def _lead_in_above(before: str) -> tuple[str, bool]:
    text = _BARE_MARKER.sub("\n", before)
    lines = text.rstrip().split("\n")[-_MOST_LINES:]
    in_block, all_marked = text[len(text.rstrip()) :].count("\n") < 2, True
    for place, line in enumerate(reversed(lines)):
        if not line.strip():
            in_block = False
            continue
        marked = ITEM_MARKER.match(line) is not None
        if (span := lead_in_span(line)) is not None:
            sure = place == 0 or (not marked and (all_marked or not in_block))
            return without_item_marker(line[span.start : span.end]), sure
        if not marked and not in_block:
            return "", True
        all_marked = all_marked and marked
    return "", True


def without_item_marker(line: str) -> str:
    """A list item's own words: `- PNG` is `PNG`, `2) GIF` is `GIF`."""
    found = ITEM_MARKER.match(line)
    return (line[found.end() :] if found else line).strip()


# Of these lists every item is needed: one alone says another thing. `one of`, `only`, `except`, a number of items, a
# condition that the items complete (`is allowed if:`). A condition in front (`If the disk is full, do not:`) or between
# commas is said with the lead-in.
_CLOSED: Final = lazy_pattern(
    r"\b(?:one|any|either|neither|none|all|each|every|both|some|most|many|few|several|two|three|four|five|six|seven|eight"
    r"|nine|ten|only|solely|exactly|just|merely|except\w*|exclud\w+|other\sthan|apart\sfrom|instead|rather|but|or|nor"
    r"|consists?|comprises?|compos\w+|equals?|sum|total|ratio|between|choose|choice|alternativ\w*|option(?:s|ally)?"
    r"|limited|exhaustive\w*|complete\w*|entire\w*|first|last|order\w*|sequence|at\s(?:least|most)|conditions?|criteria"
    r"|requirements?)\b|\b\d{1,2}\s+[a-z]"
    r"|(?<=[^\s,]\s)(?:if|when|whenever|where|provided|until|unless|while|once|as\slong\sas|in\scase)\b[^,]*$"
    r"|いずれ|どれか|どちら|何れ|一つ|ひとつ|のみ|だけ|しか|限[らりる定]|以外|除[きくい]|すべて|全て|全部|両方|または|あるいは|もしくは"
    r"|(?<![\d年月])[一二三四五六七八九十\d０-９]+\s?(?:つ|個|種|点|項|件|通り|段階|者|社|か所|カ所|名|人)"
    r"|から(?:成|な)[るり]|構成[さす]|合計|(?<!手)順[にで番序]|条件|要件|基準|(?:とき|場合|なら|ならば|であれば|れば)[：:。]?$",
    re.IGNORECASE,
)
_LIMITING: Final = lazy_pattern(
    r"\b(?:if|when|whenever|unless|until|while|provided|where|in\scase|except\w*|only|without|avoid|stop|never|wrong|myths?"
    r"|misconceptions?|mistakes?|errors?|problems?|risks?|plan\w*|propos\w+|future|upcoming|roadmap|deprecated|removed"
    r"|obsolete|unsupported|forbidden|prohibited|disputed|alleg\w+|claim\w*|said|says|argu\w+|believ\w+|according|examples?"
    r"|suppose|assum\w+|imagine|could|would|might|may|sometimes|often|usually|rarely|either|any|one\sof|before|after|since)\b"
    r"|場合|とき|時は|なら|れば|たら|ない|ません|誤|間違|嘘|予定|計画|案|将来|今後|廃止|削除|非推奨|禁止|主張|によ[るれ]|という|とされ|例えば|仮に|前に|後に"
    r"|以外|除[きくい]|のみ|だけ|限[らりる]|いずれ|可能性",
    re.IGNORECASE,
)


def needs_every_item(lead_in: str) -> bool:
    """Whether the list under `lead_in` says something as a whole, so that some items without the others mislead."""
    return _CLOSED.search(lead_in) is not None


def is_limiting_lead_in(lead_in: str) -> bool:
    """Whether an item printed without `lead_in` may say another thing: it conditions, denies, plans, attributes …"""
    lang = JA if _JAPANESE.search(lead_in) else EN
    return bool(_LIMITING.search(lead_in)) or negated(lead_in, lang) or bool(hedges(lead_in))
