"""Decides whether a full stop before a space ends a sentence, or belongs to an abbreviation, initial, number or label.

Comes in: a text, the place of the stop, and the place of the next visible character, which is no small letter. Goes
out: yes or no. By the word before the stop and the word after it; nothing else is looked at.
"""

from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_LOOK_BACK: Final = 24
_LABEL_BACK: Final = 40
# Before a name: only with a capital. `a rep.` and `the rev.` may end a sentence, `Rep. Omar` does not.
_TITLES: Final = frozenset(
    "Dr Drs Mr Mrs Ms Mx Messrs Prof St Ste Mt Ft Gen Sen Sens Rep Reps Gov Rev Hon Pres Capt Lt Col Sgt Cpl Pvt Maj"
    " Adm Cmdr Cdr Brig Supt Insp Fr Msgr Bp Amb Atty Mme Mlle Sra Srta Dott Ing Dipl Wm Chas Geo Thos Jos Robt"
    " Edw".split()
)
_MAY_END_TITLES: Final = frozenset({"St", "Ft", "Mt", "Col"})
"""`on Main St.`, `300 Ft.`"""
# Between two parts of one sentence, whatever follows.
_JOINING: Final = frozenset(
    "vs v cf e.g i.e eg ie approx ca viz resp incl esp usu orig a.k.a w.r.t c.f jan feb mar apr jun jul aug sep sept"
    " oct nov dec trans eds".split()
)
# Before a number: `No. 5`, `Op. 22`, `c. 1949`, `pop. 32,564,342`, `Sec. IV`.
_NUMBERED: Final = frozenset(
    "no nos art arts fig figs eq eqs vol vols pp p ch chap sec sect ref refs ed op c b d r fl pop nr tab para cl reg"
    " cap tel ext ver rev tbl app col lib bk pt pl ss dist est al max min avg bd lvl".split()
)
_NUMBER_NEXT: Final = lazy_pattern(
    r"[#№§(]?\d|(?:[IVXLC]{2,6}|[B-HJ-Z])(?![\w'’-])|[AI](?=[,.;)]|\s(?:of|and|to|in)\b)"
)
_DIGIT_NEXT: Final = lazy_pattern(r"[#№§(]?\d")
_SECTIONS: Final = frozenset("fig figs eq eqs vol vols ch chap sec sect art tab tbl app op pt pl bk para".split())
"""Numbered also with letters and Roman numerals."""
# The end of a sentence only when a new one plainly starts.
_MAY_END: Final = frozenset(
    "etc inc ltd co corp llc plc bros jr sr esq al u.s u.k u.n e.u u.s.a d.c ph.d m.d b.a m.a b.c a.d a.m p.m dept univ"
    " est ave blvd rd assn".split()
)
_STATES: Final = frozenset(
    "Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Mass Md Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa Tenn"
    " Tex Va Vt Wash Wis Wyo Ont Que Alta".split()
)
_STARTERS: Final = frozenset(
    "the a an in on at it its he she his her they their this that these those there we our i you your but and or so"
    " however although though while when where what who why how if as after before since during for from with by under"
    " over both each some many most all no not yet then thus also another other one two three".split()
)
_WORD_BEFORE: Final = lazy_pattern(r"[^\s(（「『\[“\"'‘,;/–—-]+$")
_WORD_AFTER: Final = lazy_pattern(r"[\"'“‘(\[]{0,3}([^\W\d_]{1,15})(\.?)")
_DOTTED: Final = lazy_pattern(r"(?:[a-z]\.)+[a-z]")
_ITEM_NUMBER: Final = lazy_pattern(r"\d{1,3}(?:\.\d{1,3}){0,4}|[A-Za-z]|[ivx]{1,5}|[IVX]{1,5}")
_LINE_START: Final = lazy_pattern(r"(?:^|\n)[^\S\n]*[(（]?$")
_CAPTION: Final = lazy_pattern(
    r"(?:^|\n|[.!?]\s)(?:Table|Figure|Fig\.|Example|Listing|Chapter|Section|Appendix|Box|Equation|Part|Step|Question|Article"
    r"|表|図|例|章|節)\s?[A-Z]?[\d.-]{1,10}$"
)


def stop_ends(text: str, stop: int, following: int) -> bool:
    """Whether the full stop at `stop`, before white space and the character at `following`, ends a sentence."""
    before = _WORD_BEFORE.search(text, max(0, stop - _LOOK_BACK), stop)
    word = before.group() if before else ""
    if (
        before is not None
        and _ITEM_NUMBER.fullmatch(word)
        and _LINE_START.search(text, max(0, before.start() - _LOOK_BACK), before.start())
    ):
        return False
    if word[-1:].isdigit() and _CAPTION.search(text, max(0, stop - _LABEL_BACK), stop):
        return False
    return _word_ends(text, word, following)


def _word_ends(text: str, word: str, following: int) -> bool:
    lower = word.lower()
    title = word.capitalize() if word.isupper() and len(word) > 1 else word
    if title in _TITLES:
        return title in _MAY_END_TITLES and starts_sentence(text, following)
    if lower in _JOINING and not (len(word) == 1 and word.isupper()):
        return False
    if lower in _NUMBERED and (_NUMBER_NEXT if lower in _SECTIONS else _DIGIT_NEXT).match(text, following):
        return False
    if lower in _MAY_END or word in _STATES or (len(word) == 1 and word.isupper()) or _DOTTED.fullmatch(lower):
        return starts_sentence(text, following)
    return True


def ellipsis_ends(text: str, start: int, following: int) -> bool:
    """Whether two or more dots end a sentence; set off by a space they stand for something left out, or for a range."""
    attached = start > 0 and not text[start - 1].isspace() and text[start - 1] not in "\"'“‘([!?"
    if attached:
        return text[following : following + 1].isalnum() or text[following : following + 1] in "\"'“‘([「『（"
    return starts_sentence(text, following)


def starts_sentence(text: str, position: int) -> bool:
    """Whether a word that opens sentences stands at `position`; `A.` and `I.` are initials, no words."""
    word = _WORD_AFTER.match(text, position)
    return word is not None and word[1].lower() in _STARTERS and not (word[2] and len(word[1]) == 1)
