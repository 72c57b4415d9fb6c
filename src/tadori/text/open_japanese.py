"""The words that leave the subject of a Japanese sentence open; called by `subjects.py`.

In: a sentence. Out: 同社, 彼, これ, この制度 with their span, or the place of a subject that is left out. Requests and
a manual's instructions (〜してください, 〜を選択します) leave out the reader, and so leave nothing open.
"""

import re
from typing import Final

from tadori.text.japanese import Morpheme
from tadori.text.japanese_topic import is_nominal, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.subject_types import OpenSubject

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
_SKIPPED: Final = lazy_pattern(
    rf"[\s「『（(]*(?:{_CONNECTIVE}、?|(?:その後|それ以来|それ以降|その翌年|同年|同月)(?:も|は)?、)?"
)
# その後、…した。 leaves out its subject as well.
_LATER: Final = lazy_pattern(rf"(?:{_CONNECTIVE}、?)?(?:その後|それ以来|それ以降|その翌年|同年|同月)(?:も|は)?、")
SENTENCE_END_JA: Final = lazy_pattern(r"[。．.！!\s」』）)]*(?:\[\d+\])*$")
_ASIDE: Final = lazy_pattern(r"\s?[（(][^（）()]{0,80}[）)](?=[。．]?$)")
_ASKS: Final = lazy_pattern(
    r"(?:ください|下さい|なさい|ましょう|せよ|しろ|べきである|べきです|べきだ|か|こと|ように|よう|ます(?:と|か)|よい|良い|いい|できる|できます"
    r"|できた|可能である|可能です|可能だ|必要がある|必要があります|必要である|必要です|場合がある|場合があります|ばならない|ばなりません|ならない"
    r"|可能になった|可能となった|できるようになった|(?:こと|場合|必要)(?:も|は)(?:ある|あります|ない|ありません)"
    r"|(?:表し|感謝し|思い|お?勧めし|推奨し|紹介し|説明し|解説し|レビューし|述べ|挙げ|見ていき|取り上げ|扱い|願いし|ことにし|考え)ます)$"
)
_NAMING: Final = lazy_pattern(
    r"を[^。]{0,60}(?:と(?:い|言)(?:う|います)|と呼(?:ぶ|びます|んだ|んでいる|んでいます)|と称する|とする|とします)$"
)
SETTING_VERBS_JA: Final = lazy_pattern(
    r"を[^、を]{0,12}(?:設定|指定|制御|定義|決定|表示|出力|許可|制限|有効に|無効に|返|示|変更|調整|作成|削除)[しす][^、]{0,4}$|を返(?:す|します)$"
)
_RELATION: Final = lazy_pattern(
    r"(?P<word>(?:デフォルト|初期値|既定値|規定値|省略時(?:の値|値)?)(?:の?値|設定)?)(?=は)"
)
STATIVE_JA: Final = lazy_pattern(
    "(?:[さらわかがたばまなれ]れ|て(?:い|お)(?:り)?|であり|と(?:な|し))(?:ます|ました|ません|ませんでした)$"
)


def open_subject_ja(sentence: str) -> OpenSubject | None:
    """The words that leave the subject of `sentence` open, or the place of a missing one; None where it has its own."""
    begin = len(sentence) - len(sentence.lstrip("「『（( \t\n　・"))
    relation = _RELATION.match(sentence, begin)
    if relation:
        return OpenSubject(start=begin, end=begin, words="", kind="definite", noun="デフォルト", joint="of")
    found = _OPEN.match(sentence, begin)
    if found and not _is_own(sentence, found):
        later = _missing(sentence) if _LATER.match(sentence) else None
        return later or _opened(sentence, found)
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
    core = _ASIDE.sub("", SENTENCE_END_JA.sub("", _ASIDE.sub("", sentence)))
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
    return core.endswith("ます") and "を" in core and not STATIVE_JA.search(core) and not SETTING_VERBS_JA.search(core)
