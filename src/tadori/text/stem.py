"""Porter's stemmer for English (M. F. Porter, 1980), as published, after a list of irregular forms.

Comes in: one lower-case word. Goes out: its stem, for comparing only. Words with other letters than a to z are returned
unchanged. The list makes `began` match `begin`, and `wrote` match `writes`.
"""

from functools import lru_cache
from typing import Final

_STEP_2: Final = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"), ("logi", "log"),
)  # fmt: skip
_STEP_3: Final = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4: Final = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip
_LONGEST_FIRST_4: Final = tuple(sorted(_STEP_4, key=len, reverse=True))
# Each group: the plain form, then forms that no ending tells. Forms that are also other words (saw, left, found, felt,
# rose, wound, bore, lay, lit, bit, shot) stay out, unless the other word is rarer.
_IRREGULAR_FORMS: Final = """
become became | begin began begun | bend bent | bind bound | bleed bled | blow blew blown |
break broke broken | breed bred | bring brought | build built | burn burnt | buy bought | catch caught |
choose chose chosen | come came | creep crept | deal dealt | dig dug | draw drew drawn | dream dreamt |
drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen | feed fed | fight fought |
flee fled | fly flew flown | forbid forbade forbidden | forget forgot forgotten | forgive forgave forgiven |
freeze froze frozen | get got gotten | give gave given | go went gone | grow grew grown | hang hung |
hear heard | hide hid hidden | hold held | keep kept | know knew known | lead led | learn learnt | lend lent |
lose lost | make made | mean meant | meet met | pay paid | prove proven | ride rode ridden | ring rang rung |
run ran | say said | seek sought | sell sold | send sent | shake shook shaken | shine shone | show shown |
shrink shrank shrunk | sing sang sung | sink sank sunk | sit sat | sleep slept | slide slid |
speak spoke spoken | spend spent | spin spun | spring sprang sprung | stand stood | steal stole stolen |
stick stuck | strike struck stricken | swear swore sworn | sweep swept | swim swam swum | swing swung |
take took taken | teach taught | tear tore torn | tell told | think thought | throw threw thrown |
understand understood | undertake undertook undertaken | wake woke woken | wear wore worn | weave wove woven |
weep wept | win won | withdraw withdrew withdrawn | write wrote written | man men | woman women |
child children | foot feet | tooth teeth | goose geese | mouse mice | person people | wife wives |
knife knives | half halves | shelf shelves | wolf wolves | thief thieves | analysis analyses | crisis crises |
hypothesis hypotheses | criterion criteria | phenomenon phenomena | bacterium bacteria | nucleus nuclei |
index indices | datum data | die died dying dies | lie lying | tie tying
"""


def _irregular() -> dict[str, str]:
    """Irregular form to plain form."""
    groups = (group.split() for group in _IRREGULAR_FORMS.split("|"))
    return {form: plain for plain, *forms in groups for form in forms}


_PLAIN_FORM: Final = _irregular()


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of `word`."""
    if len(word) <= 2 or not (word.isascii() and word.isalpha()):
        return word
    word = _PLAIN_FORM.get(word, word)
    word = _step_1(word)
    word = _replaced(word, _STEP_2)
    word = _replaced(word, _STEP_3)
    return _step_5(_step_4(word))


def _shape(word: str) -> str:
    """`word` as a string of c (consonant) and v (vowel); y is a vowel behind a consonant."""
    shape: list[str] = []
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and bool(shape) and shape[-1] == "c")
        shape.append("v" if vowel else "c")
    return "".join(shape)


def _measure(word: str) -> int:
    """How many times a consonant follows a vowel."""
    return _shape(word).count("vc")


def _ends_short(word: str) -> bool:
    """Ends consonant, vowel, consonant, and the last is not w, x or y."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _doubled(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _step_1(word: str) -> str:
    if word.endswith("s"):
        if word.endswith(("sses", "ies")):
            word = word[:-2]
        elif not word.endswith("ss"):
            word = word[:-1]
    if word.endswith("eed"):
        word = word[:-1] if _measure(word[:-3]) > 0 else word
    else:
        for ending in ("ed", "ing"):
            if word.endswith(ending) and "v" in _shape(word.removesuffix(ending)):
                word = _mended(word.removesuffix(ending))
                break
    return word[:-1] + "i" if word.endswith("y") and "v" in _shape(word[:-1]) else word


def _mended(word: str) -> str:
    """`word` after -ed or -ing was cut off: hop(p)ing, fil(e)ing, conflat(e)ed."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _doubled(word) and word[-1] not in "lsz":
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_short(word) else word


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in endings:
        if word.endswith(ending):
            kept = word.removesuffix(ending)
            return kept + instead if _measure(kept) > 0 else word
    return word


def _step_4(word: str) -> str:
    for ending in _LONGEST_FIRST_4:
        if word.endswith(ending):
            kept = word.removesuffix(ending)
            allowed = ending != "ion" or kept.endswith(("s", "t"))
            return kept if allowed and _measure(kept) > 1 else word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        kept = word[:-1]
        if _measure(kept) > 1 or (_measure(kept) == 1 and not _ends_short(kept)):
            word = kept
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
