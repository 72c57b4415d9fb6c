"""Says in words why two pages share an origin. In: a tie between two pages. Out: a sentence, ja or en."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tadori.model.ids import JA, Lang


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginTie:
    """Two pages of one origin, and what showed it."""

    one: str
    other: str
    why: str
    """`address equal passage edited reordered mark outside publisher circle retold`, and those of `works.py`:
    `work holder linked format translation frame`."""
    share: float = 1.0
    """Of words in common, for the nets of `duplicates.py`."""
    work: str = ""
    """The name of the work or of the copyright holder, for those of `works.py`."""


_WORDS: Final[dict[str, tuple[str, str]]] = {
    "address": ("{title}と同じアドレスの文書", "it has the address of {title}"),
    "equal": ("{title}と同じ文面", "its words are those of {title}"),
    "passage": ("文面の{share}%が{title}にもある", "{share}% of its words stand in {title} too"),
    "edited": ("{title}の語を変えた文面（{share}%が共通）", "it is {title} with words changed ({share}% in common)"),
    "reordered": ("{title}と同じ語を並べ替えた文面", "its words are those of {title} in another order"),
    "mark": ("{title}との間で、一方が他方を出典としている", "of it and {title} one names the other as its source"),
    "outside": ("{title}と同じ外部の出典を挙げている", "it names the same outside source as {title}"),
    "publisher": ("{title}と発行元が同じ", "it has the publisher of {title}"),
    "work": ("{title}と同じ著作物の一部：{work}", "page of the same work as {title}: {work}"),
    "holder": ("{title}と著作権者が同じ：{work}", "it has the copyright holder of {title}: {work}"),
    "linked": (
        "{title}と一組の文書で、互いにつながっている",
        "it and {title} are linked parts of one set of documents",
    ),
    "format": ("{title}の別の形式", "it is {title} in another format"),
    "translation": ("{title}の翻訳または原文", "of it and {title} one is the translation of the other"),
    "frame": ("最初と最後の行が{title}と共通", "its first and last lines are those of {title}"),
    "circle": ("{title}と互いに引用し合っている", "it and {title} cite each other in a circle"),
    "retold": ("{title}と同じ話を同じ順に述べている", "it tells the story of {title} point by point"),
}
_LONGEST_TITLE: Final = 80


def tie_words(page_id: str, tie: OriginTie | None, titles: Mapping[str, str], lang: Lang) -> tuple[str, ...]:
    """The note for a page that shares its origin, from its own side; none for a page with its own origin."""
    if tie is None:
        return ()
    ja, en = _WORDS[tie.why]
    title = titles[tie.other if page_id == tie.one else tie.one][:_LONGEST_TITLE]
    filled = {"{share}": str(int(tie.share * 100)), "{work}": tie.work[:_LONGEST_TITLE]}
    words = ja if lang == JA else en
    for place, text in filled.items():
        words = words.replace(place, text)
    if lang == JA:
        return (f"一つの出所と数える：{words.replace('{title}', f'「{title}」')}",)
    return (f"counts as one origin: {words.replace('{title}', f'“{title}”')}",)
