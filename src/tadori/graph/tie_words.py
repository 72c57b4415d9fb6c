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
    """`address equal passage edited reordered mark outside publisher circle retold`"""
    share: float = 1.0
    """Of words in common, for the nets of `duplicates.py`."""


_WORDS: Final[dict[str, tuple[str, str]]] = {
    "address": ("{title}と同じアドレスの文書", "it has the address of {title}"),
    "equal": ("{title}と同じ文面", "its words are those of {title}"),
    "passage": ("文面の{share}%が{title}にもある", "{share}% of its words stand in {title} too"),
    "edited": ("{title}の語を変えた文面（{share}%が共通）", "it is {title} with words changed ({share}% in common)"),
    "reordered": ("{title}と同じ語を並べ替えた文面", "its words are those of {title} in another order"),
    "mark": ("{title}との間で、一方が他方を出典としている", "of it and {title} one names the other as its source"),
    "outside": ("{title}と同じ外部の出典を挙げている", "it names the same outside source as {title}"),
    "publisher": ("{title}と発行元が同じ", "it has the publisher of {title}"),
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
    share = str(int(tie.share * 100))
    if lang == JA:
        return (f"一つの出所と数える：{ja.replace('{share}', share).replace('{title}', f'「{title}」')}",)
    return (f"counts as one origin: {en.replace('{share}', share).replace('{title}', f'“{title}”')}",)
