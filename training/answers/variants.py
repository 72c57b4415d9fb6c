"""The same question as other people type it: in lower case, as keywords, without politeness or a question mark.

In: a question and its language. Out: its variants by rule, so that a fit cannot go by the surface. Nothing is random.
"""

import re

from tadori.model.ids import JA, Lang
from tadori.text.japanese_topic import is_nominal, japanese_units

_MARK = re.compile(r"[?？。.!！\s]+$")
_POLITE = re.compile(
    r"(?:でしょうか|ですか|ますか|なのか|のか|であるか|か|とは何か)?[?？。\s]*$|(?:を)?(?:教えて|挙げて|述べて|答えて)(?:ください|下さい)?[。\s]*$"
)
_KEPT_JA = re.compile(r"何|誰|いつ|どこ|どの|なぜ")
_FUNCTION = frozenset(
    "is are was were be been being do does did the a an of in on at to for by with and that which who's it its this"
    " has have had can could will would from as".split()
)


def variants(question: str, lang: Lang) -> list[str]:
    """Other spellings of `question`, none of them the question itself."""
    plain = _MARK.sub("", question)
    made = [_POLITE.sub("", question), _keywords_ja(plain)] if lang == JA else [plain.lower(), _keywords_en(plain)]
    return [one for one in dict.fromkeys(made) if one and one != question]


def _keywords_ja(plain: str) -> str:
    """富士山 高さ: the noun phrases, and the question word where it is one."""
    runs: list[str] = [""]
    for unit in japanese_units(plain):
        asks = _KEPT_JA.match(unit.surface) is not None
        if asks or (is_nominal(unit) and unit.surface not in ("の", "こと", "もの", "ん")):
            runs[-1] += unit.surface
        elif runs[-1]:
            runs.append("")
    return " ".join(run for run in runs if run)


def _keywords_en(plain: str) -> str:
    """`who designed turbine`: lower case, without function words and a leading `what`."""
    words = [word for word in re.findall(r"[\w.'&-]+", plain.lower()) if word not in _FUNCTION]
    return " ".join(words[1:] if words[:1] == ["what"] else words)
