"""Reads a follow-up question with the subject of the question before it: `When was it opened?`, それはいつ開業したか。

Comes in: both questions. Goes out: the follow-up as it can be parsed and searched by itself, or as it was typed. Only a
pronoun in a question without a name of its own is replaced; in Japanese a subject that is left out is put in. Rules
only: what the question before is about is the phrase that it names first after its asking words.
"""

import re
from typing import Final

from tadori.engine.planning.phrases import key_phrases, name_phrases
from tadori.model.ids import EN, JA, Lang
from tadori.text.japanese import morphemes
from tadori.text.names import names
from tadori.text.normalise import fold
from tadori.text.units import UNITS

_AUX: Final = r"is|are|was|were|did|does|do|has|have|had|can|could|will|would|should|may|might|must"
_I: Final = re.IGNORECASE
_OPENING: Final = re.compile(
    rf"^(?:and|but|so|then)?\s*(?:(?:in|on|at|by|from|to|of|for|with|under|since|until)\s+)?"
    rf"(?P<asks>(?:who|whom|whose|what|which|when|where|why|how)\b[^,?]*?\b)?(?P<aux>{_AUX})\s+",
    _I,
)
_ASKING: Final = re.compile(
    r"^(?:(?:in|on|at|by|from|to|of|for)\s+)?(?:who|whom|whose|what|which|when|where|why|how)\b", _I
)
_WISH: Final = re.compile(
    r"^(?:please\s+)?(?:tell\s+me(?:\s+more)?\s+about|describe|explain|summari[sz]e|outline|list|name|compare"
    r"|give\s+(?:me\s+)?(?:an?\s+|the\s+)?\w+\s+of)\s+",
    _I,
)
_OF: Final = re.compile(r"(?<=[a-z])\s+of\s+")
_START: Final = re.compile(r"\b(?:the|a|an|about)\s+", _I)
_STOPS: Final = frozenset(
    "in on at by from to for with after before during since until as per than so but or who what when where why how"
    " which is are was were did does do has have had can could will would should may might must be been it its they"
    " their the a an this that against over into not".split()
)
_JOINTS: Final = frozenset({"of", "between", "and"})
_LAST_WORDS: Final = frozenset(
    "built made held sold known found set begun begin born written drawn won lost paid tall high big long old large"
    " deep wide heavy fast many much called".split()
)
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+", _I)
_ARTICLES: Final = frozenset({"the", "a", "an"})

_EXPLETIVE: Final = re.compile(
    r"\b(?:it|this)\s+(?:take|takes|took|rains?|snows?|follow|follows|matter|matters|seems?)\b|\bit\s+(?:is|was)\s+\w+\s+(?:that|to)\b"
    r"|\b(?:is|was)\s+it\s+(?:true|possible|necessary|common|safe|legal|likely|worth|better|a\s+good\s+idea)\b",
    _I,
)
_GOES_ON: Final = rf"{_AUX}|happen|happened|cost|costs|work|works|mean|means|start|begin|end"
_THIS: Final = rf"(?:this|that|these|those)\b(?=\s*(?:[?.,!]|$)|\s+(?:{_GOES_ON})\b)"
_PRONOUN: Final = re.compile(
    rf"\b(?:(?P<whose>its|their|his|her(?=\s+[a-z]))|(?P<plain>it|they|them|he|she|him|{_THIS}))(?![\w'’])", _I
)
_PERSONS: Final = {
    "they": frozenset({"they", "them", "their", "these", "those"}),
    "he": frozenset({"he", "him", "his"}),
    "she": frozenset({"she", "her"}),
}

_JA_POINTING: Final = re.compile(
    r"(?P<whose>(?:その|この|あの)(?=[一-鿿ァ-ヴー]))"
    r"|(?P<plain>それ(?:ら)?(?!ぞれ|から|で|でも|なら|とも)|これ(?:ら)?(?!から|まで)|あれ(?!ば)|そこ(?!から先)|同(?:社|氏|校|市|館|所|店|駅|院)|彼女?(?:ら)?(?=[はがをのにもと]))"
)
_JA_PHRASE: Final = re.compile(
    r"(?P<words>[^、。？?はがをにでもへ]{2,60}?)(?:とは|は|が|を|って|に関して|について|に|で)"
)
_JA_TOPIC: Final = re.compile(r"(?P<words>[^、。？?]{2,60}?)(?:とは|は(?!じ|ず)|って|について|に関して)")
_JA_ASKING: Final = re.compile(
    r"誰|だれ|何|なに|なん|いつ|どこ|どの|どう|どれ|どんな|どちら|なぜ|いくら|いくつ|どなた|教え|説明"
)
_JA_TAKES_SUBJECT: Final = frozenset({"は", "も", "って", "とは"})
_JA_HEAD: Final = re.compile(r"^(?:では|じゃあ|それでは|また|さらに|そして|次に|なお)、?")


def read_with_subject(question: str, lang: Lang, before: str, before_lang: Lang) -> str:
    """`question` with the subject of the question `before`, where it leaves its own open; else as it is."""
    subject = subject_of(before, before_lang)
    if not subject:
        return question
    if lang == JA:
        return _read_japanese(question, _ARTICLE.sub("", subject))
    return _read_english(question, subject)


def subject_of(question: str, lang: Lang) -> str:
    """What a question is about, in its words; empty where rules cannot say."""
    found = _japanese_subject(question) if lang == JA else _english_subject(question)
    if found:
        return found
    phrases = name_phrases(question, lang) or key_phrases(question, lang)
    return phrases[0] if phrases else ""


def _read_english(question: str, subject: str) -> str:
    if names(question, EN) or _EXPLETIVE.search(question):
        return question
    met = {_person_of(match) for match in _PRONOUN.finditer(question)}
    # Of `they` and `its` in one question only one can be the subject of the question before.
    meant = next((person for person in ("it", "they", "he", "she") if person in met), "")

    def said(match: re.Match[str]) -> str:
        if _person_of(match) != meant:
            return match[0]
        ending = "" if match["whose"] is None else ("’" if subject.endswith("s") else "’s")
        at_start = match.start() == 0 and match[0][:1].isupper()
        return (subject[:1].upper() + subject[1:] if at_start else subject) + ending

    return _PRONOUN.sub(said, question)


def _person_of(match: re.Match[str]) -> str:
    """`it`, `they`, `he` or `she`."""
    word = match[0].lower()
    return next((person for person, words in _PERSONS.items() if word in words), "it")


def _english_subject(question: str) -> str:
    """The noun phrase behind the asking words: `the Narigama turbine` of `How did the Narigama turbine perform …?`."""
    opening = _OPENING.match(question)
    rest = question[opening.end() :] if opening else _WISH.sub("", _ASKING.sub("", question, count=1), count=1)
    if not opening and (of := _OF.search(rest)) and not rest[: of.start()].split()[-1][:1].isupper():
        rest = rest[of.end() :]
    words = rest.split()
    if not opening:
        start = _START.search(rest)
        named = [name.start for name in names(rest, EN)]
        at = min([*([start.start()] if start else []), *named], default=0)
        words = rest[at:].split()
    phrase, is_cut = _noun_phrase(words)
    if (
        opening
        and len(phrase) > 1
        and _is_predicate(phrase[-1], opening["aux"].lower(), is_cut=is_cut, decided=not opening["asks"])
    ):
        phrase.pop()
    # `The height of the tower`: what can be asked next is about the tower.
    lowered = [word.lower() for word in phrase]
    if "of" in lowered and (at_of := lowered.index("of")) and not phrase[at_of - 1][:1].isupper():
        phrase = phrase[at_of + 1 :]
    words_left = " ".join(phrase).strip(" ,.?!\"'")
    return "" if not phrase or words_left.lower() in _ARTICLES | _JOINTS | {""} else words_left


def _noun_phrase(words: list[str]) -> tuple[list[str], bool]:
    """(the words up to where a noun phrase must have ended, whether something follows)."""
    found: list[str] = []
    for word in words:
        plain = word.strip(",.?!\"'").lower()
        opens = not found or found[-1].lower() in _JOINTS
        if plain in _STOPS and not (opens and plain in _ARTICLES):
            return found, True
        if plain == "and" and "between" not in [one.lower() for one in found]:
            return found, True
        found.append(word.strip('?!,"'))
        if word[-1] in ",?!":
            return found, word[-1] == ","
    return found, False


def _is_predicate(word: str, aux: str, *, is_cut: bool, decided: bool) -> bool:
    """Whether the last word of the phrase is rather its verb, or what is said of it.

    `perform` behind `did`, `safe` of a question that is `decided` by yes or no.
    """
    if word[:1].isupper() or any(sign.isdigit() for sign in word):
        return False
    if (decided and not is_cut) or aux in {
        "did",
        "does",
        "do",
        "can",
        "could",
        "will",
        "would",
        "should",
        "may",
        "might",
        "must",
    }:
        return True
    return (
        word.lower() in _LAST_WORDS
        or word.lower().endswith(("ed", "ing"))
        or (aux in {"has", "have", "had"} and is_cut)
    )


def _read_japanese(question: str, subject: str) -> str:
    if any(fold(name.text) not in UNITS for name in names(question, JA)):
        return question
    match = _JA_POINTING.search(question)
    if match:
        said = f"{subject}の" if match["whose"] else subject
        return question[: match.start()] + said + question[match.end() :]
    if _leaves_subject_out(question):
        head = _JA_HEAD.match(question)
        at = head.end() if head else 0
        return f"{question[:at]}{subject}は{question[at:]}"
    return question


def _leaves_subject_out(question: str) -> bool:
    """Whether nothing but asking words, verbs and numbers stands in a question: いつ開業しましたか."""
    units = morphemes(question)
    asks = [bool(_JA_ASKING.search(unit.surface)) for unit in units]
    if not any(asks):
        return False
    for at, unit in enumerate(units):
        behind = units[at + 1] if at + 1 < len(units) else None
        if unit.surface in _JA_TAKES_SUBJECT:
            return False
        # 年 in 何年 belongs to the asking word, 開業 in 開業しました to the verb.
        asking = asks[at] or (at > 0 and asks[at - 1] and "助数詞可能" in unit.pos)
        verb = "サ変可能" in unit.pos and behind is not None and behind.pos[0] in {"動詞", "助動詞"}
        if unit.pos[0] == "名詞" and "数詞" not in unit.pos and not (asking or verb):
            return False
    return True


def _japanese_subject(question: str) -> str:
    """The topic of a question, else its first phrase that does not ask; 塔, not 塔の高さ."""
    for pattern in (_JA_TOPIC, _JA_PHRASE):
        for match in pattern.finditer(_JA_HEAD.sub("", question)):
            words = match["words"].strip()
            if not words or _JA_ASKING.search(words):
                continue
            owner, joint, _ = words.rpartition("の")
            return owner if joint and len(owner) >= 2 and not _JA_POINTING.match(owner) else words
    return ""
