"""The roles that are known by name: the nouns, participles and verbs that state one, in English and Japanese.

Tables only. `one` holder at a time: a capital, a mayor. `usual`: a work mostly has one, but may have several (a
director, an author). `many`: several are common, and a place lies in many places. Only a known role gives a frame; an
occupation (`is a painter`) is none.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

Holders = Literal["one", "usual", "many"]
Term = Literal["ever", "lasting", "office"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRole:
    """One role under the words for it."""

    name: str
    """The canonical name: `author` for writer, 著者, `written by`."""
    holders: Holders
    term: Term
    """How long it is held: `ever` (an author), `lasting` (a capital: what holds it today does so for decades), or an
    `office`, which two hold at different times: they exclude each other only for the same time."""


# name | holders; - ever, l lasting, o office | nouns | participles before `by` | verbs | Japanese nouns | and verbs
_TABLE: Final = """
director | usual - | film director; movie director | directed | directed | 監督 | 監督
author | usual - | author; writer | written; authored; penned | wrote; authored | 著者; 作者; 原作者 | 執筆; 書い; 書か
composer | usual - | composer | composed | composed | 作曲者 | 作曲
screenwriter | usual - | screenwriter; scriptwriter | | | 脚本家 |
painter | usual - | | painted | painted | | 描い; 描か
founder | many - | founder; co-founder | founded; established; set up | founded | 創業者; 創設者; 設立者 | 設立; 創業
architect | usual - | architect | | | |
designer | usual - | designer | designed | designed | 設計者; デザイナー | 設計
inventor | usual - | inventor | invented | invented | 発明者 | 発明
discoverer | usual - | discoverer | discovered | discovered | 発見者 | 発見
developer | many - | developer; original developer | developed | developed | 開発者; 開発元 | 開発
producer | many - | producer | produced | produced | プロデューサー; 製作者 | 製作
publisher | many - | publisher | published | | 出版社; 発行元; 発行者 |
creator | many - | creator | created | created | 考案者 | 考案
editor | many - | editor | edited | edited | 編集者; 編者 |
translator | many - | translator | translated | translated | 翻訳者; 訳者 |
maintainer | many o | maintainer | maintained | maintains | メンテナ; メンテナー; 保守担当者 |
manufacturer | many - | manufacturer; maker | manufactured; built | manufactures | 製造元; メーカー | 製造
capital | one l | capital; capital city | | | 首都 |
prefectural_seat | one l | | | | 県庁所在地; 州都 |
mayor | one o | mayor; lord mayor | | | 市長 |
president | one o | president | | | 大統領; 社長 |
prime_minister | one o | prime minister; premier | | | 首相; 内閣総理大臣 |
ceo | one o | CEO; chief executive officer; chief executive | | | CEO; 最高経営責任者 |
governor | one o | governor | | | 知事 |
chair | one o | chairman; chairwoman; chairperson; chair | | | 会長 |
speaker | one o | speaker | | | 議長 |
king | one o | king | | | 国王 |
queen | one o | queen | | | 女王 |
emperor | one o | emperor | | | 皇帝 |
chancellor | one o | chancellor | | | |
principal | one o | principal; headmaster; headmistress; headteacher; head teacher | | | 校長; 学長 |
leader | one o | leader | | | |
head | one o | head | | | |
manager | one o | manager; general manager | | | |
office_director | one o | director; director general; managing director | | | 館長; 所長; 院長; 園長; 局長; 支配人 |
curator | one o | curator; chief curator | | | |
editor_in_chief | one o | editor-in-chief; editor in chief; chief editor | | | 編集長 |
board_chair | one o | | | | 理事長; 委員長 |
representative | one o | | | | 代表取締役; 代表理事 |
project_leader | one o | project leader | | | プロジェクトリーダー |
owner | many o | owner | owned | owns | 所有者; オーナー |
parent_company | one o | parent company | | | 親会社 |
headquarters | many o | headquarters | | | 本社; 本部; 本拠地 |
currency | many l | currency; official currency | | | 通貨 |
official_language | many l | official language | | | 公用語 |
treasurer | one o | treasurer | | | 会計; 会計係 |
principal_investigator | one - | principal investigator; trial leader | | | 責任者; 治験責任者 | 率い
operator | one l | operator | operated | operates | 運用者; 運営者; 運行会社 | 運用; 運営
administrator | one l | | administered | administers | 所管; 所管官庁 | 所管
describer | usual - | | first described | | 記載者 | 記載
highest_mountain | one l | highest mountain; highest peak | | | 最高峰 |
licence | many l | license; licence | | | ライセンス |
"""


def _read_role(line: str) -> tuple[KnownRole, tuple[tuple[str, ...], ...]]:
    name, traits, *columns = (part.strip() for part in line.split("|"))
    holders, term = traits.split()
    known = KnownRole(
        name=name,
        holders="one" if holders == "one" else "usual" if holders == "usual" else "many",
        term="office" if term == "o" else "lasting" if term == "l" else "ever",
    )
    return known, tuple(tuple(word.strip() for word in column.split(";") if word.strip()) for column in columns)


@cache
def _by_column(column: int) -> dict[str, KnownRole]:
    rows = [_read_role(line) for line in _TABLE.strip().splitlines()]
    return {word: role for role, columns in rows for word in columns[column]}


@cache
def known_roles() -> dict[str, KnownRole]:
    """Every role by its canonical name."""
    others = [
        KnownRole(name="artist", holders="many", term="ever"),
        KnownRole(name="located_in", holders="many", term="ever"),
        KnownRole(name="winner", holders="one", term="ever"),
        KnownRole(name="implemented_in", holders="usual", term="lasting"),
        KnownRole(name="default", holders="one", term="lasting"),
    ]
    rows = [_read_role(line)[0] for line in _TABLE.strip().splitlines()]
    return {role.name: role for role in [*rows, *others]}


@cache
def role_nouns_en() -> dict[str, KnownRole]:
    """Roles by English noun: `capital`, also with capitals: `Prime Minister`."""
    nouns = _by_column(0)
    return {noun.title(): role for noun, role in nouns.items() if noun.islower()} | nouns


def role_participles_en() -> dict[str, KnownRole]:
    """Roles by the participle before `by`: `directed`."""
    return _by_column(1)


def role_verbs_en() -> dict[str, KnownRole]:
    """Roles by what their holder does: `founded`."""
    return _by_column(2)


def role_nouns_ja() -> dict[str, KnownRole]:
    """Roles by Japanese noun: 首都."""
    return _by_column(3)


def role_verbs_ja() -> dict[str, KnownRole]:
    """Roles by Japanese verbal noun: 監督した."""
    return _by_column(4)


MADE_BY_PEOPLE: Final = frozenset("architect designer inventor discoverer".split())
"""Roles that a person and the firm of the person may both be said to hold: only two people exclude each other."""
OF_PLACES: Final = frozenset("capital highest_mountain official_language currency prefectural_seat".split())
"""Roles of countries and places: a bare katakana word in them is a name."""
LED_AS_PROJECT: Final = frozenset(["leader", "founder", "creator"])
"""Roles that `of the Debian project` states of Debian."""
PLACE_NOUNS: Final = frozenset(
    "village town city municipality commune river lake mountain district neighbourhood neighborhood suburb community"
    " hamlet parish borough township county province region island peninsula valley bay station airport museum"
    " university college school hospital church cathedral castle palace park stadium bridge dam tunnel building tower"
    " settlement locality area place subdistrict census-designated".split()
)
"""What lies somewhere: `X is a village in Y`."""
