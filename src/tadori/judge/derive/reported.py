"""Reads a sentence that attributes a statement to somebody: who says what, and with which force (X11).

In: a sentence, `Kato said that the dam is safe.` or 加藤氏によると、ダムは安全だ。 Out: every way to read it: speaker,
statement and force of the reporting verb. `said`, `stated`, `told`, `reported` and `according to` have one force;
every other verb (claimed, announced, denied, 主張した, 発表した …) has its own. A negated or limited report
(`has not said`) is none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import has_words

SAY: Final = "say"
HOLD: Final = "hold"
"""〜としている: says, of a document; of a person it is a position."""
WRITE: Final = "write"
_LONGEST: Final = 2000
_FORCES: Final = {
    SAY: "said says say stated states told tells reported reports",
    "claim": "claimed claims claim alleged alleges allege",
    "announce": "announced announces announce",
    "confirm": "confirmed confirms confirm",
    "deny": "denied denies deny",
    "estimate": "estimated estimates estimate",
    "predict": "predicted predicts predict forecast forecasts",
    "expect": "expects expected expect",
    "argue": "argued argues argue",
    "insist": "insisted insists insist",
    "warn": "warned warns warn",
    "admit": "admitted admits admit acknowledged acknowledges",
    "explain": "explained explains explain",
    "note": "noted notes note",
    "write": "wrote writes write",
    "add": "added adds add",
    "believe": "believes believed believe thinks thought think",
    "suggest": "suggested suggests suggest",
    "promise": "promised promises promise vowed vows",
}
FORCE_OF: Final = {verb: force for force, verbs in _FORCES.items() for verb in verbs.split()}
_VERB: Final = "|".join(sorted(FORCE_OF, key=len, reverse=True))
# Only behind these may a statement stand without `that`: `told the board to …` and `announced the sale` are none.
_BARE: Final = "said|says|say|claims|claimed"
_FORCES_JA: Final = {
    SAY: "述べ 語っ 話し 言っ 報じ 伝え 報告し",
    "主張": "主張し",
    "発表": "発表し 公表し",
    "明らか": "明らかにし",
    "否定": "否定し",
    "説明": "説明し",
    "指摘": "指摘し",
    "強調": "強調し",
    "予測": "予測し 予想し",
    "推定": "推定し 推計し",
    "認め": "認め",
    "コメント": "コメントし",
    "警告": "警告し",
    "確認": "確認し",
    "見": "み 見",
    "write": "書い 記し 記述し",
}
_STEMS_JA: Final = {stem: force for force, stems in _FORCES_JA.items() for stem in stems.split()}
_VERB_JA: Final = (
    rf"(?:(?P<stem>{'|'.join(sorted(_STEMS_JA, key=len, reverse=True))})"
    "(?:た|ている|ています|ました|だ|ていた|ていました)"
    "|(?P<holds>し(?:ている|ています)))"
)
_PLAIN: Final = r"(?P<who>[^,;:：“”\"「」()（）\n]{1,120}?)"
_DESCRIBED: Final = r"(?P<who>[^,;:：“”\"「」()（）\n]{1,120},\s[^,;:“”\"()]{1,100}(?=,|$))"
_DATE: Final = r"(?:\s?[(（](?P<date>[^()（）]{4,30})[)）])?"
_WHEN: Final = r"(?P<extra>\s(?:on|in|at|during|last|this|late|early|yesterday|today)\b[^,“”\"]{0,50}?)"
_TO: Final = r"(?:\s(?P<to>reporters|journalists|(?-i:(?:the\s)?[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+){0,4})))?"
_STUDY: Final = r"surveys?|stud(?:y|ies)|polls?|census|analysis|investigation|inquiry|audit|review|reports?|tests?"
# Behind a verb without `that` these words may belong to the saying: `said on Monday the dam is safe`.
_ADVERBIAL: Final = (
    r"(?:on|in|at|during|last|this|late|early|earlier|later|yesterday|today|to|about|of|by|reporters|only)\b"
)
_QUOTED: Final = r"[“\"](?P<said>[^“”\"]{1,1900}?)[,.!]?[”\"]"
_ENGLISH: Final = tuple(
    lazy_pattern(pattern, re.IGNORECASE)
    for who in (_PLAIN, _DESCRIBED)
    for pattern in (
        rf"according\sto\s{who}{_DATE},\s(?P<said>.+)",
        rf"(?P<said>.+),\saccording\sto\s{who}{_DATE}",
        rf"according\sto\s{who}(?:,\swriting)?{_WHEN},\s(?P<said>.+)",
        rf"(?P<said>[^,“”\"]+),\saccording\sto\s{who}{_DATE},\s(?P<rest>[^“”\"]+)",
        rf"(?P<said>[^,“”\"]+),\s{who}\s(?P<verb>(?-i:said|says)),\s(?P<rest>[^“”\"]+)",
        rf"(?P<said>[^,“”\"]+),\s(?P<verb>(?-i:said|says))\s{who},\s(?P<rest>[^“”\"]+)",
        rf"(?:per|as\sreported\sby)\s{who}{_DATE}{_WHEN}?,\s(?P<said>.+)",
        rf"as\s{who}{_DATE}\s(?:put\sit|puts\sit|(?P<verb>(?-i:{_VERB}))){_WHEN}?,\s(?P<said>.+)",
        rf"{_QUOTED}\s\({who}(?:,\s(?P<date>[^(),]{{4,30}}))?\)",
        rf"(?P<said>[^“”\"]+)\s\({who},\s(?P<date>[^(),]{{4,30}})\)",
        rf"(?P<extra>(?:on|in)\s[^,“”\"]{{3,40}}),\s{who}\s(?P<verb>(?-i:{_VERB})){_TO}(?:\sthat\s|[,:]?\s(?=[“\"]))(?P<said>.+)",
        rf"(?P<who>(?:an?|the)\s(?:[\w-]+\s){{0,4}}(?:{_STUDY})(?:\s(?:by|of|from|in)\s[^,;:“”\"]{{2,80}}?)?)"
        rf"\s(?:has\s)?(?P<study>found|shows|showed)\s(?:that\s)?(?P<said>.+)",
        rf"{who}{_DATE},?\s(?:ha(?:s|ve|d)\s)?(?P<verb>(?-i:{_VERB})){_TO}{_WHEN}(?:\sthat\s|[,:]?\s(?=[“\"]))(?P<said>.+)",
        rf"{who}{_DATE},?\s(?:ha(?:s|ve|d)\s)?(?P<verb>(?-i:{_VERB})){_TO}(?:\sthat\s|[,:]?\s(?=[“\"])|:\s)(?P<said>.+)",
        rf"{who}{_DATE},?\s(?:ha(?:s|ve|d)\s)?(?P<verb>(?-i:{_BARE}))\s(?!that\s|{_ADVERBIAL})(?P<said>.+)",
        rf"{_QUOTED},?\s(?P<verb>(?-i:{_VERB}))\s{who}{_WHEN}?",
        rf"{_QUOTED},?\s{who},?\s(?P<verb>(?-i:{_VERB})){_TO}{_WHEN}?",
        rf"(?P<said>[^“”\"]+),\s{who},?\s(?P<verb>(?-i:{_VERB})){_TO}{_WHEN}?",
        rf"(?P<said>[^“”\"]+),\s(?P<verb>(?-i:said|says))\s{who}{_WHEN}?",
        rf"{who}{_DATE}\s?:\s?{_QUOTED}",
    )
)
_NAME_JA: Final = r"(?P<who>[^、。，「」『』（）()：:はが\n]{1,60})"
_DAY_JA: Final = r"(?P<extra>[^、。「」]{0,12}(?:\d年度?|\d月|\d日|曜日?)[^、。「」]{0,6})"
_STUDY_JA: Final = "調査|研究|報告書?|分析|統計|集計|アンケート|試験|実験|検証"
_QUOTED_JA: Final = r"[「『](?P<said>.{1,1900})[」』]"
_JAPANESE: Final = tuple(
    lazy_pattern(pattern)
    for pattern in (
        rf"{_NAME_JA}{_DATE}(?:に(?:よると|よれば|よりますと)|の話では)、?(?P<said>.+?)(?:という|とのこと(?:だ|です|である)?)?",
        rf"{_NAME_JA}の{_DAY_JA}の(?:資料|文書|ページ)に(?:よると|よれば)、?(?P<said>.+?)",
        rf"{_NAME_JA}が{_DAY_JA}述べたところに(?:よると|よれば)、?(?P<said>.+?)",
        rf"{_DAY_JA}、{_NAME_JA}(?:は|が)、?(?:{_QUOTED_JA}|(?P<said_bare>[^「」]+?))と{_VERB_JA}",
        rf"(?P<who>[^、。，「」『』（）()：:は\n]{{1,80}}(?:{_STUDY_JA}))(?P<study>により|によって|で|から)、?(?P<said>.+?)"
        r"ことが(?:明らかになっ|分かっ|わかっ|判明し|示され)(?:た|ました|ている|ています)",
        rf"(?P<who>[^、。，「」『』（）()：:は\n]{{1,80}}(?:{_STUDY_JA}))に(?:よると|よれば|よりますと)、?(?P<said>.+?)(?:という)?",
        r"(?P<said>[^「」（）()]+?)[（(](?P<who>[^、。「」（）()：:]{1,60})、\s?(?P<date>[^、（）()]{4,20})[）)]",
        rf"{_NAME_JA}{_DATE}(?:は|が)、?(?P<extra>[^、。「」]{{0,30}}?)、?{_QUOTED_JA}と{_VERB_JA}",
        rf"{_NAME_JA}{_DATE}(?:は|が)、?(?:{_DAY_JA}、)?(?P<said>[^「」]+?)と{_VERB_JA}",
        rf"{_QUOTED_JA}と(?:、)?{_NAME_JA}{_DATE}(?:は|が)(?P<extra>[^、。「」]{{0,30}}?)、?{_VERB_JA}",
        rf"(?P<said>[^「」]+?)(?:と、|、と|と){_NAME_JA}{_DATE}(?:は|が)(?P<extra>[^、。「」]{{0,30}}?)、?{_VERB_JA}",
        rf"{_NAME_JA}{_DATE}\s?[:：]\s?{_QUOTED_JA}",
        rf"{_QUOTED_JA}[（(](?P<who>[^、。「」（）()：:]{{1,60}})(?:、\s?(?P<date>[^、（）()]{{4,20}}))?[）)]",
    )
)
# Words that no speaker's name has: with them the report is denied, limited, or a clause of something larger.
_NO_NAME: Final = lazy_pattern(
    r"\b(?:not|never|no|nobody|nothing|none|neither|few|who|whom|which|that|what|when|where|while|if|unless|whether|because"
    r"|although|though|but|yet|so|after|before|once|since|until|as|has|have|had|did|does|do|is|are|was|were|be|been|will"
    r"|would|could|should|can|may|might|must|also|later|then|earlier|only|first|once|again|it|he|she|they|we|i|you|one|some"
    r"|often|always|sometimes|still|just|even|already|on|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today"
    r"|yesterday|someone|somebody|many|most|people|critics|there|this|these|those|how|why|than|to|\w+ly|said|says|told)\b"
    r"|^(?:しかし|また|なお|一方|例えば|たとえば|さらに|そして|この|その|当時)|[でにとをの]$|ない|だれ|誰|これ|それ|彼|彼女|一部|という|ため|場合|なら|とき|から|ので|して|した",
    re.IGNORECASE,
)
_EXTRA_PARTICLE: Final = lazy_pattern("(?<=[日月年曜])[にの]$")
_IS_STUDY: Final = lazy_pattern(
    rf"(?:an?|the)\s(?!.*\b(?:not|no|if|unless|but|who|which|that|said|says)\b)(?:[\w-]+\s){{0,4}}(?:{_STUDY})"
    rf"(?:\s(?:by|of|from|in)\s[^,;:“”\"]{{2,80}})?|(?!.*(?:ない|という|誤り))[^、。「」]{{1,80}}(?:{_STUDY_JA})",
    re.IGNORECASE,
)
_NOT_A_NAME_START: Final = lazy_pattern(
    r"(?:in|on|at|for|with|by|from|under|of|during|the\sday|an?|and|or|meanwhile|however)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedStatement:
    """`who` says `said`."""

    who: str
    said: str
    force: str
    date: str
    """In brackets behind the speaker; else empty."""
    extra: str
    """What else limits the report: `on Monday`."""
    direct: bool
    """Whether `said` stands in quotation marks: the speaker's own words."""
    to: str = ""
    """Who was told: `reporters`, `the Post`."""
    is_named: bool
    """Whether `who` can be a speaker's name, as far as its words show."""


def reported_statements(sentence: str) -> Iterator[ReportedStatement]:
    """Every way to read `sentence` as somebody's statement; none for one that attributes nothing."""
    text = sentence.strip()
    if len(text) > _LONGEST:
        return
    text = text.rstrip(".。") if not text.endswith(("...", "…")) else text
    for pattern in (*_ENGLISH, *_JAPANESE):
        found = pattern.fullmatch(text)
        if found is not None and (reading := _reading(found)) is not None:
            yield reading


def _reading(found: re.Match[str]) -> ReportedStatement | None:
    parts = found.groupdict()
    who = (parts["who"] or "").strip(" ,")
    said = (parts["said"] or parts.get("said_bare") or "").strip()
    if parts.get("rest"):
        said = f"{said} {parts['rest'].strip()}"
    if not has_words(said) or not has_words(who):
        return None
    verb, stem = parts.get("verb"), parts.get("stem")
    force = FORCE_OF[verb.lower()] if verb else _STEMS_JA[stem] if stem else HOLD if parts.get("holds") else SAY
    start, end = found.span("said" if parts["said"] else "said_bare")
    edges = (found.string[start - 1 : start], found.string[end : end + 2])
    inner = _unquoted(said)
    direct = (edges[0] in '“"「『' and edges[0] != "") or inner != said
    return ReportedStatement(
        who=who,
        said=inner,
        force=force,
        date=(parts.get("date") or "").strip(),
        extra=_EXTRA_PARTICLE.sub("", (parts.get("extra") or "").strip()),
        to=(parts.get("to") or "").strip(),
        direct=direct,
        is_named=is_speaker(who) or _IS_STUDY.fullmatch(who) is not None,
    )


def is_speaker(who: str) -> bool:
    """Whether `who` can be the name of a speaker or source, as far as its words show."""
    return bool(has_words(who)) and not _NO_NAME.search(who) and not _NOT_A_NAME_START.match(who)


def reports_with_force(text: str, who: str, force: str) -> bool:
    """Whether `text` has `who` beside a reporting verb of `force`, and beside none of another force."""
    name = re.escape(who)
    beside = rf"{name}(?:,\s[^,.]{{1,80}},)?\s(?:ha[sd]\s)?(?P<a>{_VERB})\b|\b(?P<b>{_VERB})\s{name}"
    forces = {FORCE_OF[(found["a"] or found["b"]).lower()] for found in re.finditer(beside, text, re.IGNORECASE)}
    for found in re.finditer(rf"{name}(?:氏|さん)?(?:は|が)[^。]{{0,200}}?と{_VERB_JA}", text):
        forces.add(_STEMS_JA[found["stem"]] if found["stem"] else HOLD)
    if re.search(rf"according\sto\s{name}|{name}(?:氏|さん)?に(?:よると|よれば)", text, re.IGNORECASE):
        forces.add(SAY)
    return forces == {force}


def _unquoted(said: str) -> str:
    """`said` without quotation marks around the whole of it."""
    for opening, closing in ("“”", '""', "「」", "『』"):
        inner = said[1:-1]
        if len(said) > 2 and said[0] == opening and said[-1] == closing and not set(inner) & {opening, closing}:
            return inner.rstrip(".,!。 ")
    return said
