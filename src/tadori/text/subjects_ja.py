"""Open subjects of Japanese sentences and what they stand for; called by `subjects.py`.

In: a sentence and the text around it. Out: the words that leave it open (同社, 彼, これ, この制度) or the place of a
subject that is left out, and the one mention that they stand for. A missing subject carries on the topic of the sentence
before; 同社, 同市, 同法, 同氏 need the only company, city, law or person that the sentences before name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tadori.model.ids import JA
from tadori.text.headed_terms import headed_term, term_line
from tadori.text.japanese import Morpheme
from tadori.text.japanese_topic import JapaneseTopic, is_nominal, is_open_word, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sentences import TextSpan, sentences
from tadori.text.speech_marks import begins_in_speech
from tadori.text.subject_types import OpenSubject, ResolvedSubject

_CONNECTIVE: Final = (
    "(?:しかし(?:ながら)?|また|さらに|なお|そして|一方で?|そのため|このため|したがって|従って|例えば|たとえば|だが|ところが|ただし|ただ|つまり"
    "|すなわち|よって|それでも|とはいえ|もっとも|実際(?:に)?|特に|とくに|現在|今日|加えて|そこで|次に|まず|最終的に|具体的には|その結果|この結果"
    "|これにより|それにより|ちなみに|なかでも|および|かつて|以前)"
)
_KINDS: Final = (
    "社|氏|市|県|府|都|道|町|村|区|州|国|島|法|条約|大学|大|校|高校|省|庁|党|寺|神社|駅|線|館|美術館|博物館|行|誌|紙|書|作|局|病院|施設"
    "|研究所|団体|協会|機構|委員会|港|空港|橋|城|山|川|湖|園|店|サイト|サービス|製品|機|車|艦|球団|チーム|クラブ|バンド|グループ|財団|連盟"
    "|ソフト|システム|制度|事業|計画|大会|映画|番組|作品|ゲーム|シリーズ|プロジェクト"
)
_OPEN: Final = lazy_pattern(
    rf"(?:{_CONNECTIVE}、?|(?!これ|それ|この|その|同|彼)[^、。「」（）\n]{{1,40}}、)?(?:{_CONNECTIVE}、?)?"
    rf"(?P<open>同(?!様|時|年|月|日|じ|一|士|期|意|地|調|盟|情|僚|居|乗|封|席|窓|伴|類|等|額|数|名|性|姓|化|感|点|列|質|型|業|世代|じく)"
    rf"(?P<same>{_KINDS}|[一-龥ァ-ヿ]{{2,8}})(?=[はがのもにをでと、])"
    r"|(?P<person>彼女|彼)(?=[はがのもにを])"
    r"|(?P<pointed>(?:これら\s?|それら|彼ら|彼女ら|これ|それ|あれ|これらの|こちら|そちら|あちら|前者|後者|両者|双方|両社|両国|両市)(?=[はがもをにのでと])"
    r"|[こそ]れ(?:まで|以降|以来|以外|以後|以前|だけ|によ[っりる])|同様の|これらの?|何故なら|なぜなら|ここ(?=で|に|は|か|を)|そこ(?=で|に|は|か|を)|いずれも|どちらも|そのうち|このうち|それぞれ"
    r"|(?:その|この)(?:場合|際|とき|時|頃|ころ|年|日|月|後|他|ほか|間|中|上)|以下(?=[のに、])|上記|前述|次[のは]|同(?:年|月|日|時期|時|地)(?=[にの、はか])"
    r"|当時|こうした|そうした|このような|そのような|こういった|そういった|このように|そのように|こう|そう(?=し))"
    r"|(?P<this>[こそ]の\s?)(?!ため|為|よう|まま|うえ|ほか|たび|度)(?=[一-龥ぁ-ヿA-Za-z]))"
)
_SKIPPED: Final = lazy_pattern(rf"[\s「『（(]*(?:{_CONNECTIVE}、?)?")
_ENDS: Final = lazy_pattern(r"[。．.！!\s」』）)]*(?:\[\d+\])*$")
_ASIDE: Final = lazy_pattern(r"\s?[（(][^（）()]{0,80}[）)](?=[。．]?$)")
_ASKS: Final = lazy_pattern(
    r"(?:ください|下さい|なさい|ましょう|せよ|しろ|べきである|べきです|べきだ|か|こと|ように|よう|ます(?:と|か)|よい|良い|いい|できる|できます"
    r"|できた|可能である|可能です|可能だ|必要がある|必要があります|必要である|必要です|場合がある|場合があります|ばならない|ばなりません|ならない"
    r"|可能になった|可能となった|できるようになった|(?:こと|場合|必要)(?:も|は)(?:ある|あります|ない|ありません)"
    r"|(?:表し|感謝し|思い|お?勧めし|推奨し|紹介し|説明し|解説し|レビューし|述べ|挙げ|見ていき|取り上げ|扱い|願いし|ことにし|考え)ます)$"
)
_NAMING: Final = lazy_pattern(r"を[^。]{0,60}(?:と(?:い|言)(?:う|います)|と呼(?:ぶ|びます|んだ|んでいる|んでいます)|と称する|とする|とします)$")
_AGENT_VERBS: Final = lazy_pattern(r"(?:発表|表明|公表|説明|指摘|述べ|語っ|語る|話し|話す|主張|強調|決定|批判|コメント|明らかに)(?:し|る|た|て|し)?[^、]{0,8}$")
_SETS: Final = lazy_pattern(r"を[^、を]{0,12}(?:設定|指定|制御|定義|決定|表示|出力|許可|制限|有効に|無効に|返|示|変更|調整|作成|削除)[しす][^、]{0,4}$|を返(?:す|します)$")
_RELATION: Final = lazy_pattern(r"(?P<word>(?:デフォルト|初期値|既定値|規定値|省略時(?:の値|値)?)(?:の?値|設定)?)(?=[はでの])")
_FURTHEST: Final = 3
"""How many sentences back an antecedent of 同社 is looked for."""


def open_subject_ja(sentence: str) -> OpenSubject | None:
    """The words that leave the subject of `sentence` open, or the place of a missing one; None where it has its own."""
    begin = len(sentence) - len(sentence.lstrip("「『（( \t\n　・"))
    relation = _RELATION.match(sentence, begin)
    if relation:
        return OpenSubject(start=begin, end=begin, words="", kind="definite", noun="デフォルト", joint="of")
    found = _OPEN.match(sentence, begin)
    if found and not _is_own(sentence, found):
        return _opened(sentence, found)
    return _missing(sentence)


def _is_own(sentence: str, found: re.Match[str]) -> bool:
    """Whether a topic of its own stands before the open words: 加藤氏は1990年、同社を…"""
    return any(topic.end <= found.start("open") for topic in japanese_topics(sentence))


def _opened(sentence: str, found: re.Match[str]) -> OpenSubject:
    start, end = found.span("open")
    if found["same"]:
        return OpenSubject(start=start, end=end, words=found["open"], kind="definite", noun=found["same"])
    if found["person"]:
        return OpenSubject(start=start, end=end, words=found["open"], kind="pronoun", noun="氏")
    if found["this"]:
        end, noun = _noun_behind(sentence, end)
        return OpenSubject(start=start, end=end, words=sentence[start:end], kind="demonstrative", noun=noun)
    return OpenSubject(start=start, end=end, words=found["open"], kind="demonstrative")


def _noun_behind(sentence: str, at: int) -> tuple[int, str]:
    """The end of the noun that follows この, and the noun."""
    end = at
    for unit in japanese_units(sentence):
        if unit.start < at:
            continue
        if not is_nominal(unit):
            break
        end = unit.end
    return end, sentence[at:end]


def _missing(sentence: str) -> OpenSubject | None:
    """The place of a subject that the sentence leaves out."""
    if not sentence.rstrip().endswith(("。", "．", "。」", "。）")) or japanese_topics(sentence):
        return None
    core = _ASIDE.sub("", _ENDS.sub("", _ASIDE.sub("", sentence)))
    if len(core) < _SHORTEST or _ASKS.search(core) or _NAMING.search(core):
        return None
    units = [unit for unit in japanese_units(core) if unit.pos[0] not in ("補助記号", "空白")]
    if not units or not _is_predicate(units[-1]) or _is_instruction(core) or _STAGE.match(sentence):
        return None
    skipped = _SKIPPED.match(sentence)
    place = skipped.end() if skipped else 0
    return OpenSubject(start=place, end=place, words="", kind="missing", joint="topic")


_SHORTEST: Final = 4
# 〜では…している, 〜なら…: whoever acts stands in another case.
_STAGE: Final = lazy_pattern(r"[^、。は]{2,40}(?:では(?![^。]*れ(?:る|た|て|ます|ました))|なら(?:ば)?)")


def _is_predicate(unit: Morpheme) -> bool:
    """A verb, an adjective or a copula; or a noun of action that ends a clipped sentence: 1990年設立。"""
    if unit.pos[0] in ("動詞", "助動詞", "形容詞", "形状詞"):
        return True
    return unit.pos[2] == "サ変可能" or unit.surface in ("出身", "生まれ")


def _is_instruction(core: str) -> bool:
    """〜を選択します in a manual: what the reader does. A setting's verbs (指定します) are said of the setting."""
    return core.endswith("ます") and "を" in core and not _STATIVE.search(core) and not _SETS.search(core)


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
        return _by_heading(passage)
    if opening.noun:
        return _by_kind(opening, passage)
    return None


_HEADED: Final = frozenset(
    "オプション パラメータ パラメーター ディレクティブ 関数 コマンド モジュール 変数 フィールド プロパティ メソッド クラス 引数 属性".split()
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


def _carried_topic(sentence: str, passage: _Passage) -> ResolvedSubject | None:
    """The topic of the sentence before, or what that one carries on."""
    core = _ENDS.sub("", sentence)
    if _GUESSED.search(core):
        return None
    if _POLITE.search(core) and (_CASES.search(core) or not (_STATIVE.search(core) or _SETS.search(core))):
        return None
    if not passage.spans or term_line(passage.sentence(len(passage.spans) - 1)):
        return _by_heading(passage) if _SETS.search(core) else None
    at = len(passage.spans) - 1
    text = passage.sentence(at)
    if begins_in_speech(passage.before, passage.spans[at].start) or "「" in text and text.rstrip().endswith("」"):
        return None
    labelled = _labelled(text)
    opened = open_subject_ja(text) if labelled is None else None
    if opened is not None:
        if opened.kind == "demonstrative" or opened.start > _FRONT:
            return None
        found = _resolved(text, opened, passage.earlier(at))
        agent = found is not None and _AGENT_VERBS.search(core) is not None and opened.noun not in ("社", "氏")
        return None if agent else found
    topic = labelled or _only_topic(text)
    if topic is None or (_AGENT_VERBS.search(core) and not _may_act(topic, text)):
        return None
    start = passage.spans[at].start
    return ResolvedSubject(words=topic.words, place="before", start=start + topic.start, end=start + topic.end)


_FRONT: Final = 40
# In a manual's polite style 〜します is mostly what the reader does; a state or a passive is said of the topic.
_POLITE: Final = lazy_pattern("(?:ます|ました|ません|ませんでした)$")
_STATIVE: Final = lazy_pattern("(?:[さらわかがたばまなれ]れ|て(?:い|お)(?:り)?|であり|と(?:な|し))(?:ます|ました|ません|ませんでした)$")
# A reader's case, a place, a condition: what follows need not be said of the topic.
_CASES: Final = lazy_pattern("には|では|場合|と、|れば|たら|なら|とき|際|ですから|てみる|ディレクティブで|ようになり")
_GUESSED: Final = lazy_pattern("(?:でしょう|だろう|ましょう|かもしれ(?:ない|ません)|なら(?:ば)?、)")


def _labelled(text: str) -> JapaneseTopic | None:
    """The name before a colon that the rest of the sentence speaks of: Debian 1.2 Rex (1996 年): …から名付けられました。"""
    found = _LABEL.match(text)
    if found is None or japanese_topics(text):
        return None
    start, end = found.span("label")
    return JapaneseTopic(
        words=found["label"], start=start, end=end, particle="：", plain=True, proper=True, person=False, first=True
    )


_LABEL: Final = lazy_pattern(
    r"(?P<label>[A-Za-zァ-ヿ][^:：、。（()）\n]{0,40}[^:：、。（()）\s])\s?(?:[（(][^（）()\n]{0,40}[)）])?\s?[:：]\s?(?=[^。]*[ぁ-ん]。)"
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
    return topic if not owner and (topic.proper or defined) else None


_EMBEDDED: Final = lazy_pattern("という|との|とする|といった|(?:である|だ|た|る)と(?:主張|述べ|発表|語|指摘|考え|説明|し)")
_READING: Final = lazy_pattern("\\s?[（(][ぁ-ん、,・ ]{2,}")


def _may_act(topic: JapaneseTopic, text: str) -> bool:
    """Whether a topic can announce or decide something: a person, a company, an office."""
    return topic.person or _is_company(topic, text) or _OFFICE.search(topic.words) is not None


_OFFICE: Final = lazy_pattern("(?:省|庁|党|政府|市|県|府|都|会|機構|大学|銀行|局|裁判所|社|委員会|協会|連盟|国|王|大統領|首相)$")
_COMPANY_WORDS: Final = "運輸|建設|食品|化学|製鉄|鉄鋼|電気|通信|物産|商会|酒造|印刷|製紙|石油|ガス|不動産|保険|百貨店|醸造|水産|造船|重工|薬品|製菓|運送|物流|倉庫|交通|観光|興業|産業|商店|工務店|エナジー|テクノロジー|製菓|紡績|電鉄|鉄道|株式会社|有限会社|合同会社|ホールディングス|グループ|製作所|銀行|電力|自動車|電機|製薬|商事|航空|工業|証券|生命"
_IS_COMPANY: Final = lazy_pattern("(?:会社|企業|メーカー|大手|事業者|銀行|チェーン|ベンダー|出版社|商社|航空)(?:である|です|だった|であった|だ|で、|。|、|の(?:ひと|一)つ)")
_COMPANY_NAME: Final = lazy_pattern(rf"^(?:株式会社|有限会社|合同会社)|(?:{_COMPANY_WORDS})$|[^会本各他自同子支当両公]社$")
_COMPANY_ACTS: Final = lazy_pattern("(?:発表|買収|販売|製造|展開|運営|開発|提供|上場|出荷|生産|契約|投資|出資)")


def _is_company(topic: JapaneseTopic, text: str) -> bool:
    if _COMPANY_NAME.search(topic.words):
        return True
    behind = text[topic.end :]
    return not topic.person and topic.proper and (_IS_COMPANY.search(behind) is not None or topic.first and _COMPANY_ACTS.search(behind) is not None)


def _by_kind(opening: OpenSubject, passage: _Passage) -> ResolvedSubject | None:
    """The only mention of this kind in the sentences before."""
    found: list[ResolvedSubject] = []
    furthest = 1 if opening.kind == "demonstrative" else _FURTHEST
    for at in range(len(passage.spans) - 1, max(-1, len(passage.spans) - 1 - furthest), -1):
        text = passage.sentence(at)
        if begins_in_speech(passage.before, passage.spans[at].start):
            return None
        offset = passage.spans[at].start
        for start, end in _mentions(text, opening):
            found.append(
                ResolvedSubject(words=text[start:end], place="before", start=offset + start, end=offset + end)
            )
    if not found or len({_core(one.words) for one in found}) != 1:
        return None
    return found[0]


def _core(words: str) -> str:
    return re.sub(r"^(?:株式会社|有限会社)|(?:株式会社|氏|さん)$", "", words)


def _mentions(text: str, opening: OpenSubject) -> Iterator[tuple[int, int]]:
    """The spans of everything in `text` that can be what 同社, 同市, 彼 or この制度 stands for."""
    if opening.noun == "氏":
        yield from _people(japanese_units(text))
        return
    if opening.noun == "社":
        yield from _companies(text)
        return
    if opening.kind == "demonstrative":
        yield from _topic_called(text, opening)
        return
    noun = {"大": "大学", "行": "銀行", "校": "学校"}.get(opening.noun, opening.noun)
    for topic in japanese_topics(text):
        if topic.particle in ("は", "とは") and topic.plain and not is_open_word(topic.words):
            if re.search(rf"{re.escape(noun)}(?:である|です|だった|であった|だ|の(?:ひと|一)つ|。|で、)", text[topic.end :]):
                yield topic.start, topic.end
                return
    yield from _runs_ending(text, noun)


def _topic_called(text: str, opening: OpenSubject) -> Iterator[tuple[int, int]]:
    """The topic of `text`, where この制度 takes up its own noun: 育児休業制度は…. その can mean another's."""
    topics = [topic for topic in japanese_topics(text) if topic.particle in ("は", "とは")]
    if len(topics) != 1 or not opening.words.startswith("この") or not topics[0].plain:
        return
    topic = topics[0]
    units = tuple(unit for unit in japanese_units(text) if topic.start <= unit.start and unit.end <= topic.end)
    if topic.words.endswith(opening.noun) and "の" not in topic.words and _says_more(units, topic.words, opening.noun):
        yield topic.start, topic.end


def _runs_ending(text: str, noun: str) -> Iterator[tuple[int, int]]:
    """Runs of nouns that end in `noun` and say more than it: 横浜市, 育児休業制度."""
    units = japanese_units(text)
    at = 0
    while at < len(units):
        if not is_nominal(units[at]):
            at += 1
            continue
        end = at
        while end < len(units) and (is_nominal(units[end]) or _joins(units, end)):
            end += 1
        start, stop = units[at].start, units[end - 1].end
        for last in range(at, end):
            if units[last].surface.endswith(noun):
                stop = units[last].end
                words = text[start:stop]
                if _says_more(units[at : last + 1], words, noun):
                    yield start, stop
                break
        at = end


def _says_more(units: tuple[Morpheme, ...], words: str, noun: str) -> bool:
    """Whether the run names one thing of the kind: 横浜市, 育児休業制度; not 新リリース, 各社, 会社."""
    if len(words) <= len(noun) or words in _NO_NAMES or is_open_word(words):
        return False
    named = any(unit.pos[1] == "固有名詞" or unit.surface[:1].isascii() and unit.surface[:1].isalpha() for unit in units)
    return named or (units[0].pos[0] != "接頭辞" and units[0].pos[1] != "数詞" and len(words) - len(noun) > 1)


def _joins(units: tuple[Morpheme, ...], at: int) -> bool:
    """A space between a Latin name and its noun: Debian プロジェクト."""
    return units[at].pos[0] == "空白" and at + 1 < len(units) and is_nominal(units[at + 1])


_NO_NAMES: Final = frozenset("方法 手法 用法 違法 合法 憲法 司法 立法 都市 全国 各国 外国 自国 他国 国 会社 各社 他社 自社 列島 半島 学校 全校".split())


def _companies(text: str) -> Iterator[tuple[int, int]]:
    seen: list[tuple[int, int]] = []
    for topic in japanese_topics(text):
        if (topic.proper or _COMPANY_NAME.search(topic.words)) and not is_open_word(topic.words) and "の" not in topic.words:
            # Any named topic is a rival; one that cannot be a company makes the set ambiguous only if it is not a person.
            if topic.person and not _COMPANY_NAME.search(topic.words):
                continue
            seen.append((topic.start, topic.end))
    for start, end in _runs_ending(text, "社"):
        if _COMPANY_NAME.search(text[start:end]):
            seen.append((start, end))
    dealing = _DEALING.search(text) is not None
    for start, end in _nominal_runs(text):
        words = text[start:end]
        # In a sentence about a deal, whatever is named may be the other side.
        if _COMPANY_NAME.search(words) or (dealing and _FOREIGN.fullmatch(words)):
            seen.append((start, end))
    yield from (one for one in seen if not any(other != one and other[0] <= one[0] and one[1] <= other[1] for other in seen))


_DEALING: Final = lazy_pattern("買収|合併|提携|売却|譲渡|売っ|売る|買っ|出資|子会社|傘下|取引|競合")
_FOREIGN: Final = lazy_pattern(r"[ァ-ヿ・]{3,}|[A-Z][A-Za-z0-9&. ]{1,40}")


def _nominal_runs(text: str) -> Iterator[tuple[int, int]]:
    """The runs of nouns in `text`."""
    units = japanese_units(text)
    start = None
    for at, unit in enumerate(units):
        if is_nominal(unit) and start is None:
            start = at
        elif start is not None and not is_nominal(unit):
            yield units[start].start, units[at - 1].end
            start = None
    if start is not None:
        yield units[start].start, units[-1].end


def _people(units: tuple[Morpheme, ...]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(units):
        if units[at].pos[2] != "人名" and not _title_follows(units, at):
            at += 1
            continue
        end = at
        while end < len(units) and (units[end].pos[2] == "人名" or units[end].surface in ("・", "＝") or is_nominal(units[end]) and units[end].pos[1] == "固有名詞"):
            end += 1
        end = max(end, at + 1)
        if end < len(units) and units[end].surface in ("氏", "さん", "教授", "社長", "会長", "首相", "大統領", "知事", "市長"):
            end += 1
        yield units[at].start, units[end - 1].end
        at = end


def _title_follows(units: tuple[Morpheme, ...], at: int) -> bool:
    return is_nominal(units[at]) and at + 1 < len(units) and units[at + 1].surface in ("氏", "さん")
