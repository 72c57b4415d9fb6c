"""The events that are known by name: the English and Japanese words that state one event, and how it behaves.

Tables only. An event that is not listed gives no frame: the same verb of everyday language states many different
things on different days (`visited`, `said`, 行った), and no rule of form tells them apart.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

Voice = Literal["passive", "active", "either"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownEvent:
    """One event under the words for it."""

    name: str
    """The canonical name: `founded` for established, set up, 設立, 創業."""
    once: bool
    """It happens to a thing once: two dates of it exclude each other. False: `elected`, `renamed`."""
    placed: bool
    """Where it happens makes it another event: released in Japan, opened in Paris; a birth's place does not."""
    voice: Voice
    """`passive`: whom it happens to is the subject of `was founded` and the object of `founded`. `active`: the subject
    of `died`. `either`: `opened` and `was opened`."""


# name | once, placed, voice | English past forms and participles | Japanese stems
_TABLE: Final = """
born        | o- passive | born | 生まれ 誕生 生誕 出生
died        | o- active  | died; passed away | 死去 死亡 死没 没し 没した 亡くな 逝去 他界 病没 病死 戦死 崩御 薨去
founded     | o- passive | founded; established; set up; co-founded; begun; created | 設立 創業 創設 創立
formed      | o- either  | formed | 結成
incorporated| o- passive | incorporated; chartered | 法人化
released    | op either  | released; came out | 公開 リリース 発売 封切
laid_down   | o- passive | laid down | 起工 着工
issued      | op passive | issued | 発行
published   | op passive | published | 刊行 出版 発刊 上梓
opened      | op either  | opened; inaugurated; opened its doors | 開業 開通 開館 開園 開校 開店 開場 開港 開設 開局
reopened    | -p either  | reopened; re-opened | 再開業 再開館 再開園 再公開
closed      | op either  | closed; closed down; shut down | 閉鎖 閉館 閉園 閉校 閉店 廃業 閉山
built       | o- passive | built; constructed; erected | 建設 建造 建築 建立 築城 建てられ
completed   | o- passive | completed; finished | 完成 竣工 落成
demolished  | o- passive | demolished; torn down; pulled down; razed | 解体 取り壊
premiered   | op either  | premiered | 初演
aired       | op either  | aired; broadcast | 放送開始 初放送 放送
discovered  | o- passive | discovered | 発見
invented    | o- passive | invented | 発明
patented    | o- passive | patented | 特許取得
signed      | o- passive | signed | 調印 署名
ratified    | -p passive | ratified | 批准
passed      | o- passive | passed | 可決 成立
approved    | op passive | approved; authorised; authorized | 承認 認可
amended     | -- passive | amended; revised | 改正 改訂
described   | -- passive | described | 記載
held        | -p passive | held | 開かれ
first_held  | o- passive | held for the first time |
made_city   | o- either  | became a city; granted city status; received city status |
painted     | o- passive | painted | 描かれ 制作
last_erupted| o- active  | last erupted | 最後の噴火
electrified | -p passive | electrified | 電化
enacted     | o- passive | enacted; passed into law; signed into law | 制定
promulgated | o- passive | promulgated | 公布
in_force    | op active  | took effect; came into force; entered into force; came into effect | 施行 発効
adopted     | -- passive | adopted | 採択
introduced  | op passive | introduced; unveiled | 導入
announced   | -- passive | announced | 発表
launched    | op either  | launched; lifted off; blasted off | 打ち上げ 進水 発進
commissioned| o- passive | commissioned | 就役 竣役
decommissioned | o- passive | decommissioned | 退役
dissolved   | o- either  | dissolved; disbanded | 解散
merged      | -- either  | merged | 合併
abolished   | o- passive | abolished | 廃止 廃線 廃駅
discontinued| op either  | discontinued; cancelled; canceled; ceased publication | 販売終了 生産終了 休刊 廃刊
renamed     | -- passive | renamed | 改称 改名
elected     | -- passive | elected; re-elected | 当選
appointed   | -- passive | appointed; sworn in | 就任 任命
resigned    | -- active  | resigned; stepped down | 辞任 退任
retired     | -- active  | retired | 引退
married     | -- either  | married | 結婚
crowned     | -- passive | crowned | 即位 戴冠
executed    | o- passive | executed; beheaded; hanged | 処刑
assassinated| o- passive | assassinated; murdered | 暗殺 殺害
buried      | -- passive | buried | 埋葬
independent | -- active  | gained independence; declared independence; became independent | 独立
occurred    | o- active  | occurred; took place; happened | 発生 勃発
fought      | o- passive | fought | 戦われ
began       | op active  | began; started; commenced; broke out | 開始 始ま
ended       | op either  | ended; concluded; called off | 終了 終結 終わ
sank        | o- either  | sank; sunk | 沈没
fell        | -- active  | fell | 陥落
collapsed   | o- active  | collapsed | 崩落 倒壊
destroyed   | -- passive | destroyed; burned down; burnt down | 焼失 破壊
landed      | -p active  | landed; touched down | 着陸 上陸
flew        | -p either  | flew; flown | 初飛行
performed   | -p passive | performed | 上演
awarded     | -- passive | awarded | 授与
won         | -- active  | won; received | 受賞 優勝
joined      | -- active  | joined; became a member of | 加盟 加入
hosted      | -- active  | hosted | 開催
designated  | -- passive | designated; inscribed; listed; declared | 登録 指定 認定
acquired    | -- passive | acquired | 買収
annexed     | -- passive | annexed | 併合
captured    | -- passive | captured | 占領
surrendered | -- active  | surrendered | 降伏
abdicated   | -- active  | abdicated | 退位
ordained    | -- passive | ordained; consecrated | 叙階
canonised   | o- passive | canonised; canonized | 列聖
knighted    | o- passive | knighted | 叙爵
climbed     | -- passive | climbed; ascended | 登頂
graduated   | -- active  | graduated | 卒業
arrested    | -- passive | arrested | 逮捕
"""


def _read(line: str) -> tuple[KnownEvent, tuple[str, ...], tuple[str, ...]]:
    name, traits, english, japanese = (part.strip() for part in line.split("|"))
    marks, voice = traits.split()
    known = KnownEvent(
        name=name,
        once=marks[0] == "o",
        placed=marks[1] == "p",
        voice="passive" if voice == "passive" else "active" if voice == "active" else "either",
    )
    return known, tuple(form.strip() for form in english.split(";")), tuple(japanese.split())


@cache
def known_events() -> dict[str, KnownEvent]:
    """Every event by its canonical name."""
    return {event.name: event for event, _, _ in map(_read, _TABLE.strip().splitlines())}


@cache
def english_events() -> dict[str, KnownEvent]:
    """Every event by each of its English past forms."""
    return {form: event for event, forms, _ in map(_read, _TABLE.strip().splitlines()) for form in forms}


@cache
def japanese_events() -> dict[str, KnownEvent]:
    """Every event by each of its Japanese stems."""
    return {stem: event for event, _, stems in map(_read, _TABLE.strip().splitlines()) for stem in stems}


LOOSE_FOUNDING: Final = frozenset(["begun", "created", "started"])
"""Words for `founded` that may also mean an earlier step: they agree with it, but do not contradict it."""
COMPLEMENTED: Final = frozenset(["appointed", "elected", "commissioned", "renamed", "crowned", "designated", "awarded"])
"""Passive verbs whose complement is part of the event: `was appointed bishop of Ulm`."""
ONCE_WITH_OBJECT: Final = frozenset(
    ["appointed", "commissioned", "renamed", "crowned", "married", "joined", "designated"]
)
"""Events that happen once with one object: somebody is appointed bishop of Ulm once, but elected mayor twice."""
WITH_OBJECT: Final = frozenset(["married", "won", "joined", "hosted"])
"""Verbs whose object is part of what their subject did: `joined the Union`. Without one they say nothing."""
OF_PEOPLE: Final = frozenset(
    "born died appointed elected resigned retired married crowned executed assassinated buried abdicated ordained"
    " canonised knighted graduated arrested".split()
)
"""Events that happen to people: a bare katakana word before them is somebody's name."""

EVENT_NOUNS_EN: Final = {
    "birth": "born",
    "death": "died",
    "founding": "founded",
    "foundation": "founded",
    "establishment": "founded",
    "release": "released",
    "publication": "published",
    "opening": "opened",
    "inauguration": "opened",
    "closure": "closed",
    "completion": "completed",
    "demolition": "demolished",
    "premiere": "premiered",
    "discovery": "discovered",
    "invention": "invented",
    "signing": "signed",
    "ratification": "ratified",
    "enactment": "enacted",
    "launch": "launched",
    "dissolution": "dissolved",
    "approval": "approved",
    "last eruption": "last_erupted",
    "established": "founded",
    "date of birth": "born",
    "abolition": "abolished",
}
"""Nouns that state a known event: `the release of X`, a table's `Release date`."""
