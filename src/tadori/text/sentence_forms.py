"""Writes the sentences that rules derive: filled-in subjects, attributions, list items under their lead-in, table rows.

Comes in: words of a source. Goes out: a sentence in the source's language, made of those words and fixed ones alone.
The rules of `judge/derive/` read back exactly these forms; what is written here is checked there.
"""

from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.dates import MONTHS
from tadori.text.lazy_pattern import lazy_pattern

_OPEN_END: Final = lazy_pattern(r"[\s:：]+$")
_OWNED_JA: Final = lazy_pattern("デフォルト|初期値|既定値|規定値|省略時")
_MARKS: Final = " \"'“”‘’「」『』"
# Words that begin a sentence with a capital and are no names.
_LOWERED: Final = frozenset(
    "The A An It This That These Those He She They We In On At By For From With Under Over After Before During Since"
    " There Its Their His Her All Some Most Many Each Every No Not Only If When While As".split()
)
_RULE_LINE: Final = lazy_pattern(r"[\s|:\-+=_─━┼│]+")
_POSSESSIVE: Final = frozenset({"its", "his", "her", "their"})


def with_subject(sentence: str, start: int, end: int, subject: str, lang: Lang) -> str:
    """`sentence` with `subject`, in brackets, for the words at `[start:end]`; with は where it has none at all.

    An empty span behind `The default`, or before デフォルト, takes the subject as its owner: `The default of [X] is …`.
    """
    left_open = sentence[start:end]
    if not left_open and lang == JA:
        filled = f"[{subject}]の" if _OWNED_JA.match(sentence, start) else f"[{subject}]は、"
    elif not left_open:
        filled = f" of [{subject}]" if sentence[:start].strip() and sentence[start - 1].isalnum() else f"[{subject}] "
    elif left_open.lower() in _POSSESSIVE:
        filled = f"[{subject}’s]"
    else:
        filled = f"[{subject}]"
    return sentence[:start] + filled + sentence[end:]


def attributed(text: str, speaker: str, date: str, lang: Lang) -> str:
    """`According to X (4 May 2023), p.`, X（2023年5月4日）によると、p。: the sentence as the words of somebody."""
    said = text.strip(_MARKS)
    if lang == JA:
        return f"{speaker}{f'（{printed_date(date, lang)}）' if date else ''}によると、{said}"
    first, _, rest = said.partition(" ")
    lowered = f"{first.lower()} {rest}" if first in _LOWERED and rest else said
    return f"According to {speaker}{f' ({printed_date(date, lang)})' if date else ''}, {lowered}"


def printed_date(iso: str, lang: Lang) -> str:
    """`4 May 2023`, `May 2023` or `2023`; 2023年5月4日."""
    year, month, day = [*iso.split("-"), "", ""][:3]
    if lang == JA:
        return f"{year}年" + (f"{int(month)}月" if month else "") + (f"{int(day)}日" if day else "")
    names = [name for name, number in MONTHS.items() if month and number == int(month)]
    name = max(names, key=len, default="")
    return " ".join(part for part in (str(int(day)) if day else "", name.capitalize(), year) if part)


def under_heading(text: str, heading: str, lang: Lang) -> str:
    """`Under “shared_buffers”: The default is 128 MB.`, 「共有バッファ」の項：既定値は…"""
    return f"「{heading}」の項：{text}" if lang == JA else f"Under “{heading}”: {text}"


def item_sentence(lead_in: str, item: str, lang: Lang) -> str:
    """`Lead-in: item`."""
    colon = "：" if lang == JA else ": "
    return f"{_OPEN_END.sub('', lead_in)}{colon}{item}"


def row_sentence(header: str, row: str, lang: Lang) -> str | None:
    """`City: Oslo; Population: 709,037`; None where header and row have not the same number of cells, all filled."""
    names, values = cells_of(header), cells_of(row)
    if len(names) != len(values) or len(names) < 2 or not all(names):
        return None
    colon, comma = ("：", "、") if lang == JA else (": ", "; ")
    return comma.join(f"{name}{colon}{value}" for name, value in zip(names, values, strict=True) if value)


def cells_of(line: str) -> list[str]:
    """The cells of a table's line; none for a line that is no row."""
    text = line.strip()
    if _RULE_LINE.fullmatch(text):
        return []
    if "|" in text:
        inner = text.removeprefix("|").removesuffix("|") if text.startswith("|") else text
        return [cell.strip() for cell in inner.split("|")]
    return [cell.strip() for cell in line.strip("\n ").split("\t")] if "\t" in text else []
