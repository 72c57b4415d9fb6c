"""What the open subject of a Japanese sentence stands for; called by `subjects.py`.

In: a sentence, its open words and the text around it. Out: the one mention that they stand for, or None. A missing
subject carries on the topic of the sentence before; 同社, 同市, 同法, 同氏 need the only company, city, law or person
that the sentences before name.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.model.ids import JA
from tadori.text.headed_terms import headed_term, term_line
from tadori.text.japanese_mentions import is_company_topic, mentions_called
from tadori.text.japanese_rivals import (
    SAID_OF_A_THING_JA,
    focus_ja,
    is_named_kind_ja,
    names_another_thing_ja,
    presented_ja,
)
from tadori.text.japanese_topic import JapaneseTopic, is_open_word, japanese_topics
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.open_japanese import SENTENCE_END_JA, SETTING_VERBS_JA, STATIVE_JA, open_subject_ja
from tadori.text.sentences import TextSpan, sentences
from tadori.text.speech_marks import begins_in_speech
from tadori.text.subject_types import OpenSubject, ResolvedSubject

_AGENT_VERBS: Final = lazy_pattern(
    r"(?:発表|表明|公表|説明|指摘|述べ|語っ|語る|話し|話す|主張|強調|決定|批判|コメント|明らかに)(?:し|る|た|て|し)?[^、]{0,8}$"
)
_FURTHEST: Final = 3
"""How many sentences back an antecedent of 同社 is looked for."""
_OFFICE: Final = lazy_pattern(
    "(?:省|庁|党|政府|市|県|府|都|会|機構|大学|銀行|局|裁判所|社|委員会|協会|連盟|国|王|大統領|首相)$"
)


@dataclass(frozen=True, slots=True)
class _Passage:
    before: str
    spans: tuple[TextSpan, ...]
    heading: str

    def sentence(self, at: int) -> str:
        return self.before[self.spans[at].start : self.spans[at].end]

    def earlier(self, at: int) -> "_Passage":
        return _Passage(self.before, self.spans[:at], self.heading)


def resolve_subject_ja(
    sentence: str, opening: OpenSubject, before: str, heading: str, title: str
) -> ResolvedSubject | None:
    """What `opening` of `sentence` stands for, or None."""
    if begins_in_speech(before, len(before)) or begins_in_speech(sentence, opening.start):
        return None
    passage = _Passage(before, tuple(sentences(before, JA)), heading)
    return _resolved(sentence, opening, passage)


def _resolved(sentence: str, opening: OpenSubject, passage: _Passage) -> ResolvedSubject | None:
    if opening.joint == "of":
        return _by_heading(passage)
    if opening.kind == "missing":
        return _carried_topic(sentence, passage)
    if opening.noun in _HEADED:
        return _by_kind(opening, passage) or _by_heading(passage)
    if opening.noun:
        return _by_kind(opening, passage)
    return _pointed_at(sentence, opening, passage)


_HEADED: Final = frozenset(
    "オプション パラメータ パラメーター ディレクティブ 関数 コマンド モジュール 変数 フィールド プロパティ"
    " メソッド クラス 引数 属性".split()
)


def _by_heading(passage: _Passage) -> ResolvedSubject | None:
    """The term of a manual's heading or of a line of its own, where no sentence between has another named topic."""
    for at in range(len(passage.spans) - 1, -1, -1):
        text = passage.sentence(at)
        span = term_line(text)
        if span:
            start = passage.spans[at].start
            return ResolvedSubject(
                words=text[span[0] : span[1]], place="before", start=start + span[0], end=start + span[1]
            )
        if any(topic.proper for topic in japanese_topics(text)):
            return None
    headed = headed_term(passage.heading)
    if headed is None:
        return None
    start, end = headed
    return ResolvedSubject(words=passage.heading[start:end], place="heading", start=start, end=end)


def _pointed_at(sentence: str, opening: OpenSubject, passage: _Passage) -> ResolvedSubject | None:
    """The topic that これは takes up: the sentence before has only it, and what is said can only be said of a thing."""
    if opening.words not in ("これ", "それ") or not sentence.startswith("は", opening.end) or not passage.spans:
        return None
    at = len(passage.spans) - 1
    text = passage.sentence(at)
    core = SENTENCE_END_JA.sub("", sentence)
    if begins_in_speech(passage.before, passage.spans[at].start) or not SAID_OF_A_THING_JA.search(core):
        return None
    topic = _only_topic(text)
    # What acts on something, or is spoken of with something else, is not the only thing that これ can be.
    if topic is None or topic.words in sentence or names_another_thing_ja(text, topic):
        return None
    start = passage.spans[at].start
    return ResolvedSubject(words=topic.words, place="before", start=start + topic.start, end=start + topic.end)


def _carried_topic(sentence: str, passage: _Passage) -> ResolvedSubject | None:
    """The topic of the sentence before, or what that one carries on."""
    core = SENTENCE_END_JA.sub("", sentence)
    if _GUESSED.search(core) or _VALUED.search(core) or _BRINGS_IN.search(core):
        return None
    told = STATIVE_JA.search(core) or SETTING_VERBS_JA.search(core) or core.endswith("ました")
    if _POLITE.search(core) and (_CASES.search(core) or not told):
        return None
    if not passage.spans or term_line(passage.sentence(len(passage.spans) - 1)):
        found = _by_heading(passage) if SETTING_VERBS_JA.search(core) else None
        return None if found and found.words in sentence else found
    at = len(passage.spans) - 1
    text = passage.sentence(at)
    if begins_in_speech(passage.before, passage.spans[at].start) or ("「" in text and text.rstrip().endswith("」")):
        return None
    labelled = _labelled(text)
    opened = open_subject_ja(text) if labelled is None else None
    if opened is not None:
        if opened.kind == "demonstrative" or opened.start > _FRONT:
            return None
        if opened.kind == "missing" and _BRINGS_IN.search(text):  # 次が nginx です。
            return None
        found = _resolved(text, opened, passage.earlier(at))
        agent = found is not None and _AGENT_VERBS.search(core) is not None and opened.noun not in ("社", "氏")
        return None if agent else found
    topic = labelled or focus_ja(text) or _only_topic(text) or presented_ja(text)
    if topic is None or topic.words in sentence or _EXAMPLE.match(sentence):
        return None
    if _AGENT_VERBS.search(core) and not _may_act(topic, text):
        return None
    start = passage.spans[at].start
    return ResolvedSubject(words=topic.words, place="before", start=start + topic.start, end=start + topic.end)


_FRONT: Final = 40
_BRINGS_IN: Final = lazy_pattern("[^、。]が(?!、|ら|り|る|っ|ある|あり|な)")
_EXAMPLE: Final = lazy_pattern("例えば|たとえば|つまり")
# In a manual's polite style 〜します is mostly what the reader does; a state or a passive is said of the topic.
_POLITE: Final = lazy_pattern("(?:ます|ました|ません|ませんでした)$")
# A reader's case, a place, a condition: what follows need not be said of the topic.
_CASES: Final = lazy_pattern("には|では|場合|と、|れば|たら|なら|とき|際|ですから|てみる|ディレクティブで|ようになり")
# What somebody finds, mostly of what was said: …だけで済むので便利です.
_VALUED: Final = lazy_pattern("(?:便利|有用|適って(?:い|お)|望まし|重要|簡単|安全|十分|無難|賢明|当然)[^、。]{0,6}$")
_GUESSED: Final = lazy_pattern(
    "(?:についても|も同様|をクリック|すると(?!い)|でしょう|だろう|ましょう|かもしれ(?:ない|ません)|なら(?:ば)?、)"
)


def _labelled(text: str) -> JapaneseTopic | None:
    """The name before a colon that the sentence speaks of: Debian 1.2 Rex (1996 年): …から名付けられました。"""
    found = _LABEL.match(text)
    if found is None or japanese_topics(text):
        return None
    start, end = found.span("label")
    return JapaneseTopic(
        words=found["label"],
        start=start,
        end=end,
        particle="：",
        plain=True,
        proper=True,
        certain=True,
        person=False,
        first=True,
    )


_LABEL: Final = lazy_pattern(
    r"(?P<label>[A-Za-zァ-ヿ][^:：、。（()）\nぁ-ん]{0,40}[^:：、。（()）\sぁ-ん])\s?(?:[（(][^（）()\n]{0,40}[)）])?\s?[:：]\s?(?=[^。]*[ぁ-ん]。)"
)


def _only_topic(text: str) -> JapaneseTopic | None:
    """The topic of `text` where it has exactly one, plainly marked, that opens it or is a name."""
    found = japanese_topics(text)
    topics = [topic for topic in found if topic.particle in ("は", "とは")]
    if len(topics) != 1 or not topics[0].plain or is_open_word(topics[0].words):
        return None
    topic = topics[0]
    behind = text[topic.end :]
    earlier = any(other.end < topic.start for other in found)
    other = any(one.particle == "が" and one.plain and "、" in text[topic.end + 2 : one.start] for one in found)
    if other or _EMBEDDED.search(behind) or (earlier and not topic.first) or not (topic.first or topic.proper):
        return None
    owner, _, _ = topic.words.rpartition("の")
    # 人口, 略称, 〜の面積: a property is not carried on. A common noun is a topic where it is being defined.
    defined = topic.particle == "とは" or _READING.match(behind) or _OFFICE.search(topic.words)
    named = (
        topic.certain
        or is_company_topic(topic, text)
        or (topic.first and is_named_kind_ja(topic.words))
        or (topic.proper and topic.first and _DEFINES.search(behind))
    )
    return topic if not owner and (named or defined) else None


_DEFINES: Final = lazy_pattern(r"[一-龥ァ-ヿ](?:である|です|だ|の(?:ひと|一)つ(?:である|です|だ))[。．]?\s*$")


_EMBEDDED: Final = lazy_pattern(
    "という|との|とする|といった|(?:である|だ|た|る)と(?:主張|述べ|発表|語|指摘|考え|説明|し)"
)
_READING: Final = lazy_pattern("\\s?[（(]")


def _may_act(topic: JapaneseTopic, text: str) -> bool:
    """Whether a topic can announce or decide something: a person, a company, an office."""
    return topic.person or is_company_topic(topic, text) or _OFFICE.search(topic.words) is not None


def _by_kind(opening: OpenSubject, passage: _Passage) -> ResolvedSubject | None:
    """The only mention of this kind in the sentences before."""
    found: list[ResolvedSubject] = []
    for at in range(len(passage.spans) - 1, max(-1, len(passage.spans) - 1 - _FURTHEST), -1):
        text = passage.sentence(at)
        if opening.kind == "demonstrative" and at < len(passage.spans) - 1:
            between = open_subject_ja(passage.sentence(at + 1))
            # この橋 means a bridge further off only where every sentence between speaks of it: 同橋は…
            if found or between is None or not _carries_on(between, opening, passage, at + 1):
                break
        if begins_in_speech(passage.before, passage.spans[at].start):
            return None
        offset = passage.spans[at].start
        for start, end in mentions_called(text, opening):
            found.append(ResolvedSubject(words=text[start:end], place="before", start=offset + start, end=offset + end))
    if not found:
        return _same_noun(opening, passage)
    return found[0] if len({_core(one.words) for one in found}) == 1 else None


def _same_noun(opening: OpenSubject, passage: _Passage) -> ResolvedSubject | None:
    """For 同指令, 同市長: the topic of the sentence before that ends in the same noun, where it names no other such."""
    if not opening.words.startswith("同") or len(opening.noun) < _SHORTEST_NOUN or not passage.spans:
        return None
    text, offset = passage.sentence(len(passage.spans) - 1), passage.spans[-1].start
    found = re.match(rf"[^、。「」\s]{{1,16}}?{re.escape(opening.noun)}(?=[はが])", text)
    if found is None or text.count(opening.noun) > 1 or found[0].startswith(_POINTING):
        return None
    if begins_in_speech(passage.before, offset):
        return None
    return ResolvedSubject(words=found[0], place="before", start=offset, end=offset + len(found[0]))


_SHORTEST_NOUN: Final = 2
_POINTING: Final = ("同", "この", "その", "当", "前", "各", "両", "新", "旧")


def _carries_on(between: OpenSubject, opening: OpenSubject, passage: _Passage, at: int) -> bool:
    """Whether the sentence at `at` speaks of what stands before it, by the same noun or without a subject."""
    if between.kind == "missing":
        return _carried_topic(passage.sentence(at), passage.earlier(at)) is not None
    return between.noun == opening.noun


def _core(words: str) -> str:
    return re.sub(r"^(?:株式会社|有限会社)|(?:株式会社|氏|さん)$", "", words)
