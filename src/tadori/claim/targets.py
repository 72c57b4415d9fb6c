"""The question as claims to look for: what would confirm it, and what would refute it (L26).

In: a question, ja or en, of any shape and length. Out: at least one target claim. A yes/no question becomes its
statement and the statement's denial; a question that asks who, when, how many becomes the statement without the
unknown. Nothing is looked up: a target is a frame for matching, never an answer.
"""

import re
from typing import Final

from tadori.claim.extraction import claim_key
from tadori.errors import WrongCall
from tadori.model.claim import Claim
from tadori.model.ids import JA, Lang
from tadori.model.question import Polarity, TargetClaim
from tadori.model.thresholds import MAX_QUESTION_CHARS
from tadori.text.lazy_pattern import lazy_pattern

MOST_PARTS: Final = 6
LONGEST_TARGET: Final = 300


def target_claims(question: str, lang: Lang) -> tuple[TargetClaim, ...]:
    """Target claims of `question`, the whole first, then its parts; no two with the same words.

    Raises `WrongCall` for an empty question.
    """
    whole = _squeezed(question)[:MAX_QUESTION_CHARS]
    if not whole:
        raise WrongCall("the question is empty; say what to find out")
    parts = _parts(whole, lang)
    found: dict[tuple[str, Polarity], TargetClaim] = {}
    for granularity, text in (("whole", whole), *(("part", part) for part in parts)):
        for target in _targets_of(text, lang, granularity):
            found.setdefault((target.claim_id, target.expected_polarity), target)
    return tuple(found.values())


def _targets_of(question: str, lang: Lang, granularity: str) -> list[TargetClaim]:
    statement, denial = _ja_statements(question) if lang == JA else _en_statements(question)
    targets = [target_of(statement, Polarity.CONFIRM, granularity)]
    if denial:
        targets.append(target_of(denial, Polarity.REFUTE, granularity))
    return targets


def target_of(text: str, polarity: Polarity, granularity: str) -> TargetClaim:
    """`text` as a claim to look for."""
    words = _squeezed(text)[:LONGEST_TARGET].rstrip(" ,、")
    return TargetClaim(
        claim_id=Claim.id_of(claim_key(words) or words),
        text=words,
        expected_polarity=polarity,
        granularity=granularity,
    )


def _squeezed(text: str) -> str:
    return " ".join(text.split())


_SENTENCE_END: Final = lazy_pattern(r"(?<=[?？。!！])\s*")
_AND_EN: Final = lazy_pattern(
    r",?\s+and\s+(?=(?:who|what|when|where|why|how|which|is|are|was|were|did|does|do|can|has|have)\b)", re.I
)
_AND_JA: Final = lazy_pattern("(?<=か)、|(?<=と)、(?=(?:誰|何|いつ|どこ|なぜ|どの|どう))|また、|そして、")


def _parts(question: str, lang: Lang) -> list[str]:
    """The questions that `question` combines; none when it is a single one."""
    cut = _AND_JA if lang == JA else _AND_EN
    pieces = [p.strip() for s in _SENTENCE_END.split(question) for p in cut.split(s) if p and p.strip(" ?？。、,.")]
    return pieces[:MOST_PARTS] if len(pieces) > 1 else []


_AUXILIARY: Final = (
    r"is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|may|might|must|isn't|aren't|wasn't|weren't"
    r"|don't|doesn't|didn't|hasn't|haven't|can't|won't"
)
_YES_NO: Final = lazy_pattern(rf"(?P<aux>{_AUXILIARY})\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_WH: Final = lazy_pattern(
    r"(?:(?:in|on|at|by|for|from|to|with|of|since|under|during)\s+)?"
    r"(?:who(?:se|m)?|what|when|where|why|which|how(?:\s+(?:many|much|long|old|far|often|tall|large|big|high|fast|deep|far))?)\b\s*",
    re.IGNORECASE,
)
_LEAD_IN: Final = lazy_pattern(
    r"^(?:please\s+)?(?:(?:can|could|would)\s+you\s+)?(?:tell\s+me|explain|describe|find\s+out|research|investigate|i\s+want\s+to\s+know"
    r"|do\s+you\s+know|give\s+me)\s+(?:about\s+|whether\s+|if\s+)?",
    re.IGNORECASE,
)
_OPENS_PREDICATE: Final = frozenset(
    """a an the not in on at from to with for by under over between against about than as able open closed safe
    dangerous legal illegal true false dead alive good bad better worse more less effective harmful healthy possible
    required allowed available free banned located based known responsible due likely still currently really
    actually ever""".split()
)
_DETERMINERS: Final = frozenset("the a an this that these those its his her their our any all some every most".split())
_ADJECTIVE: Final = lazy_pattern(r"[a-z]+(?:ed|ing|en|ful|ous|able|ible|ive|al|er|est)")
_WHO_IS: Final = lazy_pattern(r"(?:who|what|which)\b", re.IGNORECASE)


def _en_statements(question: str) -> tuple[str, str]:
    plain = _LEAD_IN.sub("", question).strip(" ?!.,")
    if yes_no := _YES_NO.fullmatch(plain):
        return _turned(yes_no["aux"].lower(), yes_no["rest"].strip())
    wh = _WH.match(plain)
    rest = plain[wh.end() :].strip() if wh else ""
    if not rest:
        return plain or question, ""
    framed = _YES_NO.fullmatch(rest)
    if framed is None:
        # "Who founded X", "Which river flows through Y": what follows the question word is the statement.
        return rest, ""
    if framed["aux"].lower() in ("is", "are", "was", "were") and _WHO_IS.match(plain):
        # "Who is the mother of X": the unknown is the predicate, what stays is the subject.
        return framed["rest"].strip(), ""
    return _turned(framed["aux"].lower(), framed["rest"].strip())[0], ""


def _turned(auxiliary: str, rest: str) -> tuple[str, str]:
    """The statement that a yes/no question asks about, and its denial: `is the bridge open` → `the bridge is open`."""
    positive = {"can't": "can", "won't": "will"}.get(auxiliary, auxiliary.removesuffix("n't"))
    if rest.startswith("there "):
        return f"there {positive} {rest[6:]}", f"there {positive} no {rest[6:]}"
    subject, predicate = _subject_and_predicate(
        rest.split(" "), verb_follows=positive not in ("is", "are", "was", "were")
    )
    if not predicate:
        return rest, f"not {rest}"
    stated = f"{subject} {predicate}" if positive in ("do", "does", "did") else f"{subject} {positive} {predicate}"
    return stated, f"{subject} {positive} not {predicate}"


def _subject_and_predicate(words: list[str], *, verb_follows: bool) -> tuple[str, str]:
    """Where the subject ends, guessed from the words alone.

    A verb follows a short noun phrase or a capitalised name; anything else opens with a word that opens predicates,
    or is the last word.
    """
    if verb_follows:
        at = 2 if words[0].lower() in _DETERMINERS else 1
        while at < len(words) - 1 and (words[at][:1].isupper() or words[at] == "of"):
            at += 1
        return " ".join(words[:at]), " ".join(words[at:])
    at = len(words) - 1
    for index in range(1, len(words)):
        word = words[index]
        if word.lower() in _OPENS_PREDICATE or (_ADJECTIVE.fullmatch(word) and words[index - 1] not in _DETERMINERS):
            at = index
            break
    return " ".join(words[:at]), " ".join(words[at:])


_UNKNOWN_JA: Final = lazy_pattern(
    "(?P<topic>は|が)?(?:誰|だれ|何(?:人|年|月|日|回|個|円|度|歳|件|社|か国|カ国|時間|パーセント|メートル|キロ)?|いつ(?:から|まで)?|どこ|なぜ|どうして|どう|どの(?:くらい|程度|よう(?:な|に)?)?"
    "|どれ(?:くらい|ほど)?|どんな|どちら|いくら|いくつ|どのような)(?:が|を|に|で|の|は|と|から|まで|へ|も|な)?"
)
_ASKING_JA: Final = lazy_pattern(
    "(?:でしょうか|なのでしょうか|のでしょうか|ですか|なのか|のですか|だろうか|のか|か)?(?:を?(?:教えて(?:ください|下さい)?|調べて(?:ください|下さい)?|説明して(?:ください|下さい)?|知りたい(?:です)?))?[?？。．]*$"
)


def _ja_statements(question: str) -> tuple[str, str]:
    plain = _ASKING_JA.sub("", question).strip(" 、。")
    if not plain:
        return question, ""
    if _UNKNOWN_JA.search(plain):
        frame = _UNKNOWN_JA.sub(_kept_particle, plain).strip(" 、。")
        return frame or plain, ""
    if not question.rstrip(" 。").endswith(("か", "か?", "か？", "?", "？")):
        return plain, ""
    return plain, _denied_ja(plain)


_DENIALS_JA: Final = (
    ("していた", "していなかった"),
    ("している", "していない"),
    ("された", "されなかった"),
    ("される", "されない"),
    ("した", "しなかった"),
    ("する", "しない"),
    ("しました", "しませんでした"),
    ("します", "しません"),
    ("ました", "ませんでした"),
    ("ます", "ません"),
    ("でした", "ではありませんでした"),
    ("だった", "ではなかった"),
    ("できる", "できない"),
    ("れる", "れない"),
    ("ある", "ない"),
    ("いる", "いない"),
    ("あった", "なかった"),
    ("いた", "いなかった"),
    ("なった", "ならなかった"),
    ("なる", "ならない"),
    ("ない", "ある"),
    ("た", "なかった"),
)


def _kept_particle(unknown: re.Match[str]) -> str:
    """橋はいつ開通した → 橋は開通した: the topic's particle stays when something follows the unknown."""
    return unknown["topic"] or "" if unknown.end() < len(unknown.string) else ""


def _denied_ja(statement: str) -> str:
    """`statement` denied: by its verb's ending where that is known, otherwise as a whole."""
    for ending, denial in sorted(_DENIALS_JA, key=lambda pair: -len(pair[0])):
        if statement.endswith(ending):
            return statement.removesuffix(ending) + denial
    if re.search("[一-龥し]い$", statement):
        return f"{statement[:-1]}くない"
    if re.search("[一-龥ァ-ヶー]$", statement):
        return f"{statement}ではない"
    return f"{statement}というのは誤りである"
