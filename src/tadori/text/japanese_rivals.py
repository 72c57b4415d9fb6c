"""What else in a Japanese sentence これ or a missing subject could take up, besides its topic; and subjects by が.

In: a sentence and its topic. Out: whether it has a second thing; what a sentence presents (北浜大橋が開通した)
or puts last (もっとも多いのが内部アダプターです). Fail closed: what may be a rival is one.
"""

from typing import Final

from tadori.text.japanese_topic import JapaneseTopic, is_open_word, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern

SAID_OF_A_THING_JA: Final = lazy_pattern(
    "(?:最初|初めて|唯一|初)の[^、。はがを]{1,20}(?:である|です|でした|だった|であった|だ)$"
    "|(?:配布|使用|利用|表示|収録|製造|販売|公開|搭載|記述|設計|開発|構成|保守|管理|実装|インストール|リリース|提供)"
    "(?:され|されて(?:い|き))(?:る|た|ます|ました)$"
    "|(?:融ける|溶ける|沸騰する|動作する|動作します|動作しています|位置する|位置します)$"
)
"""Predicates of a thing. これは誤りです, これは…ためです, これにより…: said of what the sentence before says."""
_OBJECT: Final = lazy_pattern("を|について|に対して|によって|により|とともに|と共に|から成|で構成")
_FOCUS: Final = lazy_pattern(
    r"[^。は]{2,60}[いるたな]の[がは]、?\s?(?P<focus>[^、。はがをのにでと「」（）()]{2,40})(?:です|である|だ|でした|だった)[。．]\s*$"
)
_SUBORDINATE: Final = lazy_pattern("場合|とき|ため|ので|から、|れば|たら|なら|という|[^で]と、|が、|けど|たが")
_PASSIVE_OR_BECAME: Final = lazy_pattern(
    "(?:開通|開業|開館|開港|開校|開園|完成|誕生|発足|成立|竣工|創刊|創業|就航|開店|(?:設立|設置|制定|建設|建造|発表|発売|公開|公布|施行|創設|開設|新設|導入|結成)され)"
    r"(?:し)?(?:た|ました|ている|ています)[。．]?\s*$"
)


_NAMED_KIND: Final = lazy_pattern(
    r"[^の、\s]{2,}(?:発電所|研究所|図書館|博物館|美術館|大橋|鉄橋|湖|駅|港|城|寺|神社|大学|高校|病院|公園|空港|ダム|トンネル|号|条約"
    "|協定|協会|連盟|委員会|機構|財団|(?<![方手用文寸作技療司立合違憲])法|(?<![光曲直無有配回電点実破])線|製作所|工場)$"
)


def is_named_kind_ja(words: str) -> bool:
    """Whether a phrase is a name that says what it is, though no dictionary knows it: 水郷線, オルクラ発電所."""
    return _NAMED_KIND.fullmatch(words) is not None


def names_another_thing_ja(text: str, topic: JapaneseTopic) -> bool:
    """Whether the sentence has an object, an agent or a second subject besides its topic."""
    behind = text[topic.end :]
    others = [one for one in japanese_topics(text) if one.start != topic.start]
    return bool(others) or _OBJECT.search(behind) is not None


def focus_ja(text: str) -> JapaneseTopic | None:
    """What a sentence says by its last words: もっとも一般的なのが内部 PCI アダプターです."""
    found = _FOCUS.match(text)
    if found is None or is_open_word(found["focus"].strip()):
        return None
    start, end = found.span("focus")
    start += len(text[start:end]) - len(text[start:end].lstrip())
    words = text[start:end].rstrip()
    units = [one for one in japanese_units(text) if start <= one.start and one.end <= end and one.pos[0] != "空白"]
    if not units or any(one.pos[0] not in ("名詞", "接頭辞", "接尾辞", "記号", "形状詞") for one in units):
        return None
    certain = any(one.pos[1] == "固有名詞" or (one.surface.isascii() and one.surface[:1].isalpha()) for one in units)
    return _topic(words, start, certain=certain) if certain else None


def presented_ja(text: str) -> JapaneseTopic | None:
    """The only name that a sentence without a topic brings in by が: 2018年に北浜大橋が開通した。"""
    found = japanese_topics(text)
    if len(found) != 1 or found[0].particle != "が" or not found[0].plain or "の" in found[0].words:
        return None
    one = found[0]
    if not one.proper or is_open_word(one.words) or _SUBORDINATE.search(text):
        return None
    # とが: 北浜大橋と南浜大橋が are two.
    if text[: one.start].rstrip().endswith(("と", "や", "、")) or "を" in text:
        return None
    return one if _PASSIVE_OR_BECAME.search(text[one.end :]) else None


def _topic(words: str, start: int, *, certain: bool) -> JapaneseTopic:
    return JapaneseTopic(
        words=words,
        start=start,
        end=start + len(words),
        particle="は",
        plain=True,
        proper=certain,
        certain=certain,
        person=False,
        first=True,
    )
