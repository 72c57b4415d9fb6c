"""The plain forms of a Japanese sentence's polite end: 通ります → 通る, 提供しています → 提供している (X11).

In: a sentence without its full stop. Out: its possible plain forms, of which one is right; the others are no words, so
that they are found nowhere. Nothing for a sentence with a plain end. Meaning is untouched: only politeness goes.
"""

from typing import Final

_ROWS: Final = {
    "り": "る",
    "き": "く",
    "し": "す",
    "い": "う",
    "み": "む",
    "ち": "つ",
    "に": "ぬ",
    "び": "ぶ",
    "ぎ": "ぐ",
}
_PAST: Final = {
    "り": "った",
    "き": "いた",
    "し": "した",
    "い": "った",
    "み": "んだ",
    "ち": "った",
    "に": "んだ",
    "び": "んだ",
    "ぎ": "いだ",
}
_FIXED: Final = (("でした", ("だった", "であった")), ("です", ("である", "だ", "")))


def plain_endings(sentence: str) -> set[str]:
    """The plain sentences that `sentence` may be the polite form of, and itself."""
    text = sentence.rstrip("。 ")
    found = {text}
    for polite, plain in _FIXED:
        if text.endswith(polite):
            return found | {text.removesuffix(polite) + end for end in plain}
    for polite, end, rows in (("ました", "た", _PAST), ("ます", "る", _ROWS)):
        stem = text.removesuffix(polite)
        if stem != text and stem:
            found.add(stem + end)
            if stem[-1] in rows:
                found.add(stem[:-1] + rows[stem[-1]])
            if stem[-1] == "し" and polite == "ます":
                found.add(stem[:-1] + "する")
            return found
    return found
