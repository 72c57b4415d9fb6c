"""Reads what a source hangs on a sentence: `(disputed)`, `[citation needed]`, a footnote, the lead-in of its list.

Comes in: the sentence and the raw text around it. Goes out: the note's words, or the line above the list. A bare
reference number (`[12]`) is no note.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_MOST_ITEMS: Final = 40
# The bracket begins with the doubt: (disputed), [citation needed], (provisional figure). `(the default when omitted)`
# is no doubt.
_DOUBT: Final = (
    r"[\[(（［](?:(?:still|now|highly|currently|as\syet|since|later)\s)?(?:(?:disputed|contested|unconfirmed|unverified|dubious"
    r"|citations?\s(?:needed|required)|failed\sverification|clarification\sneeded|original\sresearch|provisional|preliminary|estimated?"
    r"|est\.|approximate|projected|forecast|planned|proposed|alleged(?:ly)?|reportedly|verification\sneeded|not\sverified"
    r"|according\sto\swhom|better\ssource\sneeded|retracted|withdrawn|outdated|obsolete|deprecated|needs\supdate|doubtful|sic)\b"
    r"[^\[\]()（）［］\n]{0,40}|(?:who|when|by\swhom|which|where)\?)[\])）］]"
    r"|[\[(（［](?:要出典|要検証|疑問点|異説あり|諸説あり|未確認|推定|推計|速報値?|暫定値?|見込み?|予定|概数|要確認|独自研究|誰\?|誰によって|いつ\?|信頼性要検証"
    r"|出典無効|参考値|異論あり)[^\[\]()（）［］\n]{0,20}[\])）］]"
)
_DOUBT_END: Final = lazy_pattern(rf"(?i:{_DOUBT})")
_DOUBT_NEXT: Final = lazy_pattern(rf"\s?(?i:{_DOUBT})")
# Words of limit or doubt that make a line under the text, or a sentence in brackets, a note on what stands before it.
_LIMITS: Final = lazy_pattern(
    r"\b(?:only|estimat\w*|est\.|provisional\w*|preliminary|(?:un|not\s(?:yet\s)?)(?:confirmed|verified|audited|proven)|disput\w+|alleg\w+"
    r"|claim(?:s|ed)?|according\sto|approximate\w*|projected|forecast|pending|subject\sto|except\w*|exclud\w+|without|unless|draft|doubtful"
    r"|rumou?r\w*|withdrawn|retracted|laboratory|prototypes?|maker[’']s|seller[’']s|theoretical|rounded|adjusted|not\sincluding|as\sof)\b"
    r"|推[定計測]|速報|暫定|見込み|予定|未確[認定]|未検証|概[数算]|公称|参考値|試験|仮の|のみ|だけ|限[るり定]|除[くきい]|含[まみ]な|異[説論]|諸説|うわさ|噂|伝聞|主張|売り手|当時|時点",
    re.IGNORECASE,
)
_NOTE: Final = (
    r"[\[(（［〔](?P<note>(?:note|nb|fn|注|註|注釈|脚注)\s?\d{0,3}"
    r"|(?<=[\[［〔])[a-z](?=[\]］〕])|[*※＊†‡]{1,2}\d{0,2})[\])）］〕]"
)
# An asterisk counts at the end of the sentence, behind a plain word: `ab*`, `debian-changes-*` and `*.c` are code.
_MARK_IN: Final = lazy_pattern(
    r"(?:(?<=\s)|^)[\w,.%()’'-]*[\w)%.。](?P<star>\*{1,3}\d?|[†‡])(?=[.,;:)）。、]?\s*$)|(?P<sign>[†‡])(?=[\s.,;:)）。、ぁ-ヿ一-龥]|$)"
    r"|(?P<kome>[※＊][0-9０-９]{0,2})(?=[\s.,;:)）。、ぁ-ヿ一-龥]|$)|(?P<bare>(?<=[ぁ-んァ-ヶ一-龥％%])[注註]\s?\d{1,2})(?=[。、．]?$)"
    rf"|(?P<jstar>(?<=[ぁ-んァ-ヶ一-龥％%\d])\*\d{{0,2}})(?=[ぁ-んァ-ヶ一-龥。、])|{_NOTE}",
    re.IGNORECASE,
)
# Marks that are notes only where their text stands below: a number, or an asterisk in the middle.
_NUMBERED_IN: Final = lazy_pattern(
    r"(?<=[\w%％.。)）」”])\s?(?:[\[［](?P<square>\d{1,3})[\]］]|(?<![A-Za-z])[(（](?P<round>\d{1,2})[)）]|(?P<raised>[⁰¹²³⁴-⁹]{1,3})|(?P<star>\*{1,3})(?=\s))"
)
_SIGN_GROUPS: Final = ("star", "sign", "kome", "bare", "jstar", "note")
_MARK_SIGNS: Final = ("*", "†", "‡", "※", "＊", "注", "註", "note", "nb", "fn", "[", "［", "〔", "Note")
_EMPHASIS: Final = lazy_pattern(r"(?<!\S)\*{1,3}[^\s*]|\*\*")
_ITEM: Final = lazy_pattern(r"\s*(?:[-*–—]\s|[•・●○■□◆◇▪]|\(?\d{1,3}[.)）]|[①-⑳]|[a-z]\)|[ア-ン]\s)")


def note_of(sentence: str, after: str) -> str:
    """The words of doubt or the footnote that belong to `sentence`; empty where there are none."""
    found = list(_DOUBT_END.finditer(sentence)) if any(mark in sentence for mark in "[(（［") else []
    if found:
        return found[-1][0]
    mark = _MARK_IN.search(sentence) if any(sign in sentence for sign in _MARK_SIGNS) else None
    if mark is not None and not _EMPHASIS.search(sentence):
        sign = next(filter(None, (mark[group] for group in _SIGN_GROUPS)))
        return _footnote(sign, after) or sign
    for number in _NUMBERED_IN.finditer(sentence):
        below = _footnote(next(filter(None, number.groups())), after)
        if below and not _is_source(below):
            return below
    return note_behind(after)


# 通す。注1 — a note's mark without brackets, and perhaps its text behind it.
_BARE_NOTE: Final = lazy_pattern(
    r"\s?(?:注|註|脚注|note\s)\s?[0-9０-９]{1,2}(?![\d\w年月日%％])[^\n]{0,80}", re.IGNORECASE
)


def note_behind(after: str) -> str:
    """The note at the start of `after`: what follows a sentence's end and does not begin the next one."""
    place = 0
    while (mark := _REFERENCE.match(after, place)) is not None:
        number = next(filter(None, mark.groups()), "")
        below = _footnote(number, after[mark.end() :]) if number else ""
        if below and not _is_source(below):
            return below
        place = mark.end()
    rest = after[place : place + _LONGEST_NOTE]
    if (bare := _BARE_NOTE.match(rest)) is not None:
        return bare[0].strip()
    found = _SIGN_NEXT.match(rest)
    if found is not None:
        sign = found[0].strip()
        return _footnote(found["sign"] or sign, after[place + found.end() :]) or sign
    line = _NOTE_LINE.match(rest)
    if line is not None and (line["sure"] or _LIMITS.search(line["words"])):
        return line[0].strip()
    return _bracket_behind(rest, after[place:])


def _bracket_behind(rest: str, after: str) -> str:
    """The bracket at the start of `rest`, unless it is a reference, a list's number, or of the next sentence."""
    found = _BRACKET.match(rest)
    if found is None:
        return ""
    words, bracket = found["words"].strip(), found[0].strip()
    label = _LABEL.fullmatch(words) is not None
    if (
        label
        and "\n" not in found["lead"]
        and (found["square"] or not _WORD_NEXT.match(rest, found.end()) or not words[0].isalpha())
    ):
        return _footnote(words, after[found.end() :]) or bracket
    if _DOUBT_NEXT.match(bracket) or _LIMITS.search(words):
        return bracket
    if label or "\n" in found["lead"] or found["weak"] or rest.startswith("(", found.end()):
        return ""
    if _HARMLESS.match(words) or _LOWER_NEXT.match(rest, found.end()):
        return ""
    whole = len(words) > _SHORT_SENTENCE and (words[-1:] in ".。!！" or _CLAUSE_JA.search(words))
    return "" if whole else bracket


def _is_source(line: str) -> bool:
    """Whether a line below names a source and limits nothing."""
    return _SOURCE.search(line) is not None and _LIMITS.search(line) is None


def _footnote(sign: str, after: str) -> str:
    """The line of `after` that begins with the mark."""
    wanted = sign.casefold().replace(" ", "")
    for line in after.split("\n"):
        text = line.strip().lstrip("[(（［〔")
        head = text.casefold().replace(" ", "")
        words = head[len(wanted) :].strip("])）］〕:：.⁾")
        if not head.startswith(wanted) or not words or words.startswith(wanted[:1] * 2):
            continue
        # `5 KERN_NOTICE` is no note 5: a plain number has a bracket.
        following = head[len(wanted)]
        if not following.isdecimal() and (following in ")）]］〕" or not wanted.isdecimal()):
            return line.strip()
    return ""


def lead_in_of(before: str) -> str:
    """The line above that leads in to the sentence, as the next line or as an item of the list under it."""
    last = before[before.rfind("\n") + 1 :]
    if not (_BULLET.fullmatch(last) or before.rstrip().endswith((":", "："))):
        return ""
    lines = before.rstrip().split("\n")
    if _BULLET.fullmatch(lines[-1]):
        lines.pop()
    for line in reversed(lines[-_MOST_ITEMS:]):
        text = line.strip()
        if text.endswith((":", "：")):
            return _LAST_SENTENCE.split(text)[-1]
        if text and not _ITEM.match(line):
            return ""
    return ""


_LAST_SENTENCE: Final = lazy_pattern(r"(?<=[.!?])\s+(?=[A-Z])|(?<=[。！？])")
_BULLET: Final = lazy_pattern(r"\s*(?:[-*•・●○■□◆◇▪–—]|\(?\d{1,3}[.)）]|[①-⑳])?\s*")
_LONGEST_NOTE: Final = 300
_SHORT_SENTENCE: Final = 24
"""Characters; a longer sentence in brackets is a sentence of its own."""
_REFERENCE: Final = lazy_pattern(
    r"[^\S\n]*(?:[\[［](\d{1,3})[\]］]|([⁰¹²³⁴-⁹]{1,3})|[⁽(（]([¹²³⁴-⁹]{1,2}|\d{1,2})[⁾)）](?=\s*(?:\n|$))|(?<=\S)[\"'”’」』]+)"
)
_SIGN_NEXT: Final = lazy_pattern(
    r"[^\S\n]*(?:(?P<sign>[※＊†‡][0-9０-９]{0,2}|[注註]\s?\d{1,2}(?=\s*(?:\n|$))|\*{1,3}\d{0,2}(?=[)）]?\s*(?:\n|$))|\*{1,3}\d{1,2}(?=\s)|(?<!\s)\*{1,3}(?=[\s*)）])|[¹²³⁴-⁹](?=⁾))"
    r"|\*{1,3}[)）](?=\s)|[ᵃ-ᵡ]|§(?!\s?\d)|[^\w\s|\"'”’“‘「『」』()（）［\]\[{}<>〈〉＜＞〔〕【】.,;:!?。、：；！？…‥—–―~¶・•●○■□◆◇▪▶►→⇒`$\\/=+*^_&-]\d{0,2}(?=[^\S\n]*(?:\n|$)))"
)
# A line of its own under the sentence: ※ and (注) always belong to it; `* …` and `Note:` where they limit something.
_NOTE_LINE: Final = lazy_pattern(
    r"\s*(?:(?P<sure>[※＊†‡]|[（(\[［〔][注註]\s?\d{0,2}[)）\]］〕]|[注註]\s?\d{1,2}\s?[:：)）])|[*]{1,3}\d?[)）]?\s|[\[［(（]?[a-z][\]］)）]\s|[注註]\s?[:：]"
    r"|(?:[Nn]ote|NOTE|N\.?B\.?|Remark)\s?\d{0,2}[:.]\s)(?P<words>[^\n]{1,200})"
)
_BRACKET: Final = lazy_pattern(
    r"(?P<lead>\s?)(?:(?P<square>\[|［|〔)(?=[^\n\]］〕]{1,120}[\]］〕])|(?P<weak>[<＜〈【{])(?=[^\n>＞〉】}]{1,40}[>＞〉】}])|[(（](?=[^\n()（）]{1,200}[)）]))"
    r"(?P<words>[^\n\]］〕>＞〉】})）]{1,200})[\]］〕>＞〉】})）]"
)
_LABEL: Final = lazy_pattern(
    r"[a-zA-Zア-ン一二三四五六七八九十]|[ivx]{2,4}|\d{1,3}|[*※＊†‡]{1,2}\d{0,2}|(?:note|nb|fn|注|註|注釈|脚注)\s?\d{0,3}|[?？!！]"
)
_CLAUSE_JA: Final = lazy_pattern("[はがを].*[ぁ-ん]$")
_WORD_NEXT: Final = lazy_pattern(r"\s*\w")
_LOWER_NEXT: Final = lazy_pattern(r"\s?[a-z]")
_HARMLESS: Final = lazy_pattern(
    r"(?:see|cf\.?|compare|e\.g\.|i\.e\.|for\sexample|figures?|fig\.|tables?|chapter|section|pp?\.|pages?\s\d+|photo|picture|image|video|credit|source:)\b"
    r"|(?!(?:as|in|since|until|before|after|from|by|not)\b)[A-Z][\w’'-]+(?:\s(?:and|&|et\sal\.?|[A-Z][\w’'-]+))*,?\s(?:19|20)\d\d[a-z]?\b"
    r"|[図表第写][\d０-９一二三真章]|[^\n]{0,40}(?:参照|参照のこと|を見よ|(?:ご覧|参照)(?:くだ|下)さい)[。]?$|例えば|たとえば|[A-Z]\w+,\s(?:p|ch)|『|出典[:：]|写真|[株有財社学独]$|https?:|[a-z]+_\w+$",
    re.IGNORECASE,
)
_SOURCE: Final = lazy_pattern(
    r"(?:17|18|19|20)\d\d|https?:|www\.|\bdoi\b|ISBN|\bpp?\.\s?\d|[頁『』]|ページ|\b(?:ibid|op\.\scit|retrieved|press|journal|vol\.)|出版|新聞|著",
    re.IGNORECASE,
)
