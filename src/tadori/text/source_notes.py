"""Reads what a source hangs on a sentence: `(disputed)`, `[citation needed]`, a footnote, the lead-in of its list.

Comes in: the sentence and the raw text around it. Goes out: the note's words, or the line above the list. A bare
reference number (`[12]`) is no note.
"""

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
_NOTE: Final = r"[\[(（［](?P<note>(?:note|nb|fn|注|註|注釈|脚注)\s?\d{0,3}|(?<=[\[［])[a-z](?=[\]］]))[\])）］]"
# An asterisk counts at the end of the sentence, behind a plain word: `ab*`, `debian-changes-*` and `*.c` are code.
_MARK_IN: Final = lazy_pattern(
    r"(?:(?<=\s)|^)[\w,.%()’'-]*[\w)%.。](?P<star>\*{1,3}|[†‡])(?=[.,;:)）。、]?\s*$)|(?P<sign>[†‡])(?=[\s.,;:)）。、]|$)"
    rf"|(?P<kome>[※＊][0-9０-９]{{0,2}})(?=[\s.,;:)）。、]|$)|{_NOTE}"
)
_MARK_NEXT: Final = lazy_pattern(
    rf"\s?(?:(?P<star>\*{{1,3}})(?=\s|$)|(?P<sign>[†‡])(?=\s|$)|(?P<kome>[※＊][0-9０-９]{{1,2}})(?=\s|$)|{_NOTE})"
)
_MARK_SIGNS: Final = ("*", "†", "‡", "※", "＊", "注", "註", "note", "nb", "fn", "[", "［")
_EMPHASIS: Final = lazy_pattern(r"(?<!\S)\*{1,3}[^\s*]|\*\*")
_ITEM: Final = lazy_pattern(r"\s*(?:[-*–—]\s|[•・●○■□◆◇▪]|\(?\d{1,3}[.)）]|[①-⑳]|[a-z]\)|[ア-ン]\s)")


def note_of(sentence: str, after: str) -> str:
    """The words of doubt or the footnote that belong to `sentence`; empty where there are none."""
    found = list(_DOUBT_END.finditer(sentence)) if any(mark in sentence for mark in "[(（［") else []
    if found:
        return found[-1][0]
    behind = _DOUBT_NEXT.match(after[:120])
    if behind:
        return behind[0].strip()
    mark = _MARK_IN.search(sentence) if any(sign in sentence for sign in _MARK_SIGNS) else None
    if mark is None or _EMPHASIS.search(sentence):
        mark = _MARK_NEXT.match(after[:12])
    if mark is None:
        return ""
    sign = mark["star"] or mark["sign"] or mark["kome"] or mark["note"]
    return _footnote(sign, after) or sign


def _footnote(sign: str, after: str) -> str:
    """The line of `after` that begins with the mark."""
    for line in after.split("\n"):
        text = line.strip().lstrip("[(（［")
        if text.startswith(sign) and text[len(sign) :].strip(" ])）］:：.").strip():
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
