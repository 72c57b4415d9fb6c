"""Makes the plan of a task and its first queries (F1). Rules only.

Comes in: the question. Goes out: sections with the phrases that evidence must cover, and queries. The question is split
into its parts. The first section is always the answer itself and the last is always the counter-evidence. It does not
look at results.
"""

import re
from collections.abc import Sequence
from typing import Final

from tadori.engine.planning.phrases import key_phrases, name_phrases, quoted_phrases
from tadori.model.ids import JA, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import Plan, Section, TargetClaim
from tadori.model.state import InfoType
from tadori.model.thresholds import MAX_FOCUS_PHRASES, MAX_QUESTION_PARTS, WEB_FIRST_QUERIES
from tadori.query.expansion import initial_queries as wordings_of
from tadori.rank.question_parts import question_pieces
from tadori.text.tokens import terms

_JA_DIFFERENCE: Final = re.compile(
    r"(?P<a>[^、。はがを]{1,40}?)と(?P<b>[^、。はがを]{1,40}?)(?:の|との|では?何が)(?:違い|差|比較|関係)"
)
_EN_DIFFERENCE: Final = re.compile(
    r"(?:difference|compar\w+|relation\w*)\b.{0,20}?\b(?:between|of)\s+(?P<a>.{2,60}?)\s+(?:and|with|to)\s+(?P<b>.{2,60}?)[?.,]*$"
    r"|(?P<c>[^,?.]{2,60}?)\s+(?:vs\.?|versus)\s+(?P<d>[^,?.]{2,60})",
    re.IGNORECASE,
)
_WHY_HOW: Final = re.compile(
    r"\bwhy\b|\bhow\b(?!\s+(?:many|much|old|long|far|tall|big|often))"
    r"|なぜ|何故|どうして|どのよう|どうやって|理由|原因|仕組み|経緯",
    re.IGNORECASE,
)
_TYPE_CUES: Final[tuple[tuple[InfoType, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(f"{en}|{ja}", re.IGNORECASE))
    for kind, en, ja in (
        (InfoType.PERSON, r"\bwho(?:m|se)?\b", r"だれ|誰|何者|人物|氏名"),
        (
            InfoType.DATE,
            r"\bwhen\b|\b(?:what|which) (?:year|date|day|month)\b",
            r"いつ|何年(?!間)|何月|何日(?!間)|何世紀|日付",
        ),
        (
            InfoType.PLACE,
            r"\bwhere\b|\b(?:what|which) (?:country|city|town|place|state|village|province)\b",
            r"どこ|何処|どの国|どの都市|何県|何市|場所|所在地",
        ),
        (
            InfoType.NUMBER,
            r"\bhow (?:many|much|old|long|far|tall|big|often|fast|high|large)\b"
            r"|\bwhat (?:percent\w*|number|amount|share|price|population)\b",
            r"いくつ|いくら|どのくらい|どれくらい|どれほど|人口|割合"
            r"|何(?:人|個|件|回|度|歳|円|メートル|キロ|パーセント|%|％|割|倍|本|枚|台|軒|校|分|時間|年間|日間)",
        ),
        (InfoType.REASON, r"\bwhy\b|\breasons?\b|\bcauses?\b", r"なぜ|何故|どうして|理由|原因"),
        (
            InfoType.COMPARISON,
            r"\bdifferen\w+|\bcompar\w+|\bversus\b|\bvs\b"
            r"|\b(?:older|younger|earlier|later|larger|smaller|longer|more|first)\b.{0,80}\bor\b",
            r"違い|比較|どちら|異なる",
        ),
        (
            InfoType.PROCEDURE,
            r"\bhow (?:to|do|can|does one|should)\b|\bsteps?\b",
            r"方法|手順|やり方|どうやって|どうすれば",
        ),
        (
            InfoType.DEFINITION,
            r"\bwhat (?:is|are) (?:an? )?[\w -]{1,40}\?|\bdefin\w+|\bmean(?:ing|s)?\b",
            r"とは(?:何|なん)?|意味|定義",
        ),
    )
)


def make_plan(question: str, lang: Lang, targets: Sequence[TargetClaim] = ()) -> Plan:
    """The sections of `question`: the answer, its parts when there are several, background, counter-evidence."""
    focus = tuple(key_phrases(question, lang)[:MAX_FOCUS_PHRASES]) or (question.strip(),)
    sections = [_answer(question, focus, lang)]
    parts = question_parts(question, lang)
    sections += [_part(part, focus, lang) for part in parts[:MAX_QUESTION_PARTS] if part != question.strip()]
    if _WHY_HOW.search(question):
        sections.append(_background(focus, lang))
    sections.append(_counter(focus, lang))
    # A part may equal another section, for example the answer itself.
    return Plan(lang=lang, sections=tuple(dict.fromkeys(sections)), targets=tuple(targets))


def expected_types(question: str) -> frozenset[InfoType]:
    """The kinds of information the question asks for, by its wording; empty when the wording does not say."""
    return frozenset(kind for kind, cue in _TYPE_CUES if cue.search(question))


def question_parts(question: str, lang: Lang) -> list[str]:
    """The questions inside `question`, in order, followed by the two sides of a comparison."""
    return list(dict.fromkeys([*question_pieces(question, lang), *_sides(question, lang)]))


def initial_queries(plan: Plan, question: str, task_id: str, effort: int) -> list[Query]:
    """The first queries: the question itself, then its parts and names, at most `2 + 2 · effort` (4 to 12).

    A query with the same content words as an earlier one is left out. Names are also searched alone, because a page
    about a thing often contains no other word of the question.
    """
    answer = plan.sections[0]
    found = [_query(question.strip(), answer.id, plan.lang, task_id, effort)]
    found += [_query(_in_context(s, answer, plan.lang), s.id, plan.lang, task_id, effort) for s in plan.sections[1:-1]]
    leads = [*quoted_phrases(question), *name_phrases(question, plan.lang)]
    found += [_query(lead, answer.id, plan.lang, task_id, effort) for lead in leads if _can_stand_alone(lead)]
    return distinct_queries(found)[: 2 + 2 * effort]


def wider_queries(plan: Plan, question: str, task_id: str, effort: int) -> list[Query]:
    """Variants for the web: synonyms, operators, the other language, sites that publish such things."""
    answer = plan.sections[0]
    translate = (lambda _text, _source, _target: plan.mirror) if plan.mirror else None
    found = wordings_of(
        question,
        plan.lang,
        count=WEB_FIRST_QUERIES[0] + WEB_FIRST_QUERIES[1] * effort,
        mechanical_only=translate is None,
        translate=translate,
    )
    return [
        Query.of(
            task_id=task_id,
            text=way.text,
            lang=way.lang,
            purpose=QueryPurpose.INITIAL,
            section_id=answer.id,
            round=0,
            limit=hits_per_query(effort),
            cause_id=answer.id,
        )
        for way in found
    ]


def _in_context(section: Section, answer: Section, lang: Lang) -> str:
    """A part of the question as a query; with a phrase of the whole question when the part names nothing."""
    if section.name in answer.purpose and name_phrases(section.name, lang):
        return section.name
    own = set(terms(section.name))
    others = [phrase for phrase in answer.focus if not set(terms(phrase)) & own]
    return " ".join([section.name, *others[:1]])


def hits_per_query(effort: int) -> int:
    """How many hits of a query are used: 6 to 10 (rulings: top 5 to 10)."""
    return 5 + effort


def distinct_queries(queries: Sequence[Query]) -> list[Query]:
    """`queries` without those that have the same set of content words as an earlier one."""
    seen: set[frozenset[str]] = set()
    kept: list[Query] = []
    for query in queries:
        key = frozenset(terms(query.text)) or frozenset([query.text])
        if key not in seen:
            seen.add(key)
            kept.append(query)
    return kept


def _can_stand_alone(phrase: str) -> bool:
    """Whether a phrase is specific enough to be searched alone: not a number, not one short word."""
    return not phrase[0].isdigit() and (len(phrase) >= 3 or not phrase.isascii())


def _query(text: str, section_id: str, lang: Lang, task_id: str, effort: int) -> Query:
    return Query.of(
        task_id=task_id,
        text=text,
        lang=lang,
        purpose=QueryPurpose.INITIAL,
        section_id=section_id,
        round=0,
        limit=hits_per_query(effort),
        cause_id=section_id,
    )


def _sides(question: str, lang: Lang) -> list[str]:
    match = (_JA_DIFFERENCE if lang == JA else _EN_DIFFERENCE).search(question)
    return [side.strip(" 「」\"'") for side in match.groups() if side] if match else []


def _answer(question: str, focus: tuple[str, ...], lang: Lang) -> Section:
    shown = " ".join(question.split())
    return Section.of("回答" if lang == JA else "Answer", shown, focus)


def _part(part: str, focus: tuple[str, ...], lang: Lang) -> Section:
    own = tuple(key_phrases(part, lang)[:MAX_FOCUS_PHRASES]) or focus[:1]
    purpose = "質問のこの部分に答える" if lang == JA else "answer this part of the question"
    return Section.of(part[:120], purpose, own)


def _background(focus: tuple[str, ...], lang: Lang) -> Section:
    if lang == JA:
        return Section.of("背景 理由", "なぜ、どのようにしてそうなったか", focus[:3])
    return Section.of("Background causes", "why and how it came about", focus[:3])


def _counter(focus: tuple[str, ...], lang: Lang) -> Section:
    if lang == JA:
        return Section.of("反証", "答えに反する証拠", focus[:3])
    return Section.of("Counter-evidence", "what speaks against the answer", focus[:3])
