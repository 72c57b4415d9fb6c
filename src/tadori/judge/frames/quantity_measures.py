"""The measured things that have a name in both languages: height, population, price, default …

`MEASURES` lists for each its units, its nouns, what stands behind a value (`40 m high`), and its verbs (`weighs`), so
that paraphrases and languages meet in one key. Words before a known noun that change what is measured (`average`,
`maximum`, 総) are kept in the key, under one name where they are known in both languages.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from tadori.text.stem import stem
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMeasure:
    name: str
    units: frozenset[str]
    """The dimensions its value may have; empty: a plain count."""
    nouns: tuple[str, ...]
    behind: tuple[str, ...] = ()
    """Adjectives and phrases behind the value."""
    verbs: tuple[str, ...] = ()
    """Verbs that take the value as their object."""
    japanese: tuple[str, ...] = ()


_MONEY: Final = "yen|dollar|US dollar|euro|sterling|yuan|won"
_ANY: Final = "|length|area|volume|mass|time|months|share|bytes|kilobyte|megabytes|B|frequency|power|temperature|speed"
_TABLE: Final = (
    # name; units; nouns; behind; verbs; Japanese
    ("height", "length", "height|structural height", "high|tall|in height", "rises|rises to|towers|soars", "高さ|全高|身長"),
    ("elevation", "length", "elevation|altitude|summit elevation", "above sea level|in elevation|above the sea", "", "標高|海抜"),
    ("length", "length", "length|total length|overall length", "long|in length", "stretches|stretches for|stretched|extends|extends for"
     "|runs for|spans", "長さ|全長|総延長|延長|路線距離|橋長|営業キロ|路線長|流路延長"),
    ("main span", "length", "main span|central span|longest span", "", "", "中央支間長|最大支間長|支間長|中央径間"),
    ("catchment", "area", "catchment area|drainage basin|basin area|drainage area|basin size", "", "", "流域面積"),
    ("width", "length", "width|breadth|gauge", "wide|broad|in width|across", "", "幅|全幅|軌間"),
    ("depth", "length", "depth", "deep|in depth", "", "深さ|水深"),
    ("thickness", "length", "thickness", "thick|in thickness", "", "厚さ"),
    ("diameter", "length", "diameter", "in diameter", "", "直径"),
    ("wingspan", "length", "wingspan|wing span", "", "", "翼幅"),
    ("circumference", "length", "circumference", "in circumference", "", "周囲|全周"),
    ("distance", "length", "distance|range", "from|away from|northwest of|northeast of|southwest of|southeast of|north of"
     "|south of|east of|west of", "", "距離|航続距離"),
    ("area", "area", "area|surface|surface area|total area|footprint|floor area", "in area|in size", "covers|covered|occupies|occupied|encompasses",
     "面積|総面積|敷地面積|床面積|延床面積"),
    ("volume", "volume", "volume|capacity|storage capacity", "in volume", "holds|stores", "体積|容積|貯水量|総貯水容量"),
    ("weight", "mass", "weight|mass", "in weight", "weighs|weighed|weigh", "重さ|重量|体重|質量"),
    ("speed", "speed", "speed|top speed|velocity", "", "", "速度|最高速度|時速"),
    ("temperature", "temperature|degF|deg", "temperature|boiling point|melting point", "", "", "気温|温度|沸点|融点"),
    ("population", "", "population|number of inhabitants|number of residents", "inhabitants|residents", "", "人口"),
    ("households", "", "number of households", "households", "", "世帯数"),
    ("employees", "", "number of employees|workforce|number of staff", "employees|staff|workers", "employs|employed",
     "従業員数|社員数|職員数"),
    ("members", "", "membership|number of members", "members", "", "会員数|部員数|加盟国数"),
    ("students", "", "enrollment|enrolment|number of students|student body", "students|pupils", "enrolls|enrolled",
     "生徒数|学生数|児童数"),
    ("capacity", "", "capacity|seating capacity", "", "seats|seated|accommodates|can seat|can accommodate|can hold", "定員|収容人数|収容人員|収容能力|座席数|席数"),
    ("visitors", "", "number of visitors|attendance|annual attendance|visitor numbers", "visitors|tourists|guests",
     "attracts|attracted|draws|drew|receives|received|welcomes|welcomed", "来館者数|来場者数|入場者数|観客数|来園者数|入館者数|観光客数|動員数|参拝者数"),
    ("holdings", "", "number of books|collection size", "books|volumes", "", "蔵書数|蔵書|所蔵数|収蔵点数|収蔵品数"),
    ("rooms", "", "number of rooms", "", "", "客室数|部屋数"),
    ("floors", "", "number of floors|number of storeys", "", "", "階数"),
    ("stations", "", "number of stations", "", "", "駅数"),
    ("users", "", "number of users|user base", "", "", "利用者数|ユーザー数|ユーザ数|乗降客数|登録者数"),
    ("density", "", "population density", "", "", "人口密度"),
    ("deaths", "", "death toll|number of deaths|number of dead|number of victims", "deaths|dead|fatalities",
     "killed|kills|left|claimed", "死者|死者数|死亡者数|死亡者|犠牲者数|犠牲者"),
    ("injured", "", "number of injured|number of wounded", "injuries|injured|wounded", "injured|wounded",
     "負傷者|負傷者数|けが人|怪我人|重軽傷者"),
    ("price", _MONEY, "price|retail price|list price|fee|admission|admission fee|ticket price|fare", "",
     "costs|sells for|sold for", "価格|値段|料金|入場料|入館料|運賃|定価|小売価格"),
    ("cost", _MONEY, "cost|construction cost|total cost|project cost", "", "cost", "費用|建設費|総工費|事業費|総事業費"),
    ("budget", _MONEY, "budget|annual budget", "", "", "予算|制作費"),
    ("revenue", _MONEY, "revenue|turnover|sales|gross|box office", "", "grossed|earned", "売上高|売上|売り上げ|興行収入"),
    ("profit", _MONEY, "profit|net income|net profit", "", "", "利益|純利益|営業利益|経常利益"),
    ("salary", _MONEY, "salary|wage|minimum wage|pay", "", "earns|pays", "給料|給与|月給|最低賃金|年収"),
    ("duration", "time|months", "duration|running time|runtime|run time|term|length", "", "lasts|lasted|takes|took|runs|runs for|lasts for",
     "所要時間|期間|上映時間|任期|演奏時間"),
    ("lifespan", "time|months|age", "lifespan|life span|life expectancy", "", "", "寿命|平均寿命"),
    ("age", "age|months", "age", "old|years old", "", "年齢"),
    ("circulation", "", "circulation", "", "", "発行部数"),
    ("turnout", "share", "turnout|voter turnout", "", "", "投票率"),
    ("unemployment", "share", "unemployment rate|unemployment", "", "", "失業率"),
    ("growth", "share", "growth rate", "", "", "成長率"),
    ("output", "power", "output|power output|installed capacity|capacity", "", "generates|produces", "出力|最大出力|定格出力"),
    ("default", "*", "default|default value|default setting", "by default", "defaults to", "既定値|デフォルト値|デフォルト|初期値"
     "|規定値|省略時の値|既定"),
    ("maximum", "*", "maximum|maximum value|upper limit|limit|max", "", "", "最大値|上限|上限値|最大数"),
    ("minimum", "*", "minimum|minimum value|lower limit", "", "", "最小値|下限|下限値"),
    ("timeout", "time", "timeout|time-out|time limit", "", "", "タイムアウト|タイムアウト時間|制限時間"),
    ("size", "bytes|kilobyte|megabytes|B|length|area|", "size|file size|block size|page size", "in size", "",
     "サイズ|大きさ|ファイルサイズ|容量"),
    ("interval", "time|months", "interval|delay|period", "", "", "間隔|周期|遅延"),
    ("dose", "mass|volume", "dose|recommended dose|dosage", "", "", "用量|投与量"),
    ("frequency", "frequency", "frequency|clock rate|clock speed", "", "", "周波数|クロック周波数"),
)  # fmt: skip
_MODIFIERS: Final = {
    "total": "total overall combined entire 総 合計 全体 全", "average": "average mean 平均 平均的", "maximum": "maximum max"
    " largest highest 最大 最高 最長", "minimum": "minimum min lowest smallest 最小 最低 最短",
    "recommended": "recommended 推奨", "default": "default 既定 デフォルト 初期",
    "annual": "annual yearly 年間", "daily": "daily 一日 1日", "monthly": "monthly 月間", "estimated": "estimated 推定",
}  # fmt: skip
MODIFIER_NAMES: Final = {stem(word): name for name, words in _MODIFIERS.items() for word in words.split()}
_COUNTED: Final = {
    "packag": "パッケージ", "column": "列", "user": "ユーザー 利用者", "languag": "言語 語", "countri": "国", "school": "学校",
    "room": "部屋 客室", "station": "駅", "island": "島", "member": "会員 メンバー 部員", "student": "生徒 学生", "seat": "座席 席",
    "employe": "従業員 社員 職員", "visitor": "来館者 来場者 入場者 観光客", "book": "蔵書 本 書籍", "floor": "階", "store": "店舗 店",
    "architectur": "アーキテクチャ", "develop": "開発 開発者", "paramet": "パラメータ パラメーター 引数", "file": "ファイル", "line": "行 路線",
    "modul": "モジュール", "function": "関数 機能", "option": "オプション", "prefectur": "都道府県", "galleri": "展示室 ギャラリー",
    "bell": "鐘", "tower": "塔 タワー", "gate": "門 ゲート", "lock": "閘門 ロック", "turbin": "タービン 水車", "lane": "車線", "track": "線路",
    "platform": "ホーム プラットホーム", "hall": "ホール", "volum": "巻", "chapter": "章", "page": "ページ 頁", "vote": "票", "ship": "船",
    "bed": "病床", "household": "世帯", "painting": "絵画", "paint": "絵画", "statu": "像", "bridg": "橋", "tunnel": "トンネル",
}  # fmt: skip
"""English stems of things that are often counted, and their Japanese names."""
_JA_COUNTED: Final = {name: english for english, names in _COUNTED.items() for name in names.split()}
_IDLE: Final = frozenset(map(stem, "number count current exact actual official overall own full the its total".split()))
_IDLE_JA: Final = frozenset(["数", "公式", "現在"])


@cache
def known_measures() -> tuple[KnownMeasure, ...]:
    """The table, read once."""
    return tuple(
        KnownMeasure(
            name=name,
            units=frozenset(_ANY.split("|") if units == "*" else units.split("|")),
            nouns=_split(nouns),
            behind=_split(behind),
            verbs=_split(verbs),
            japanese=_split(japanese),
        )
        for name, units, nouns, behind, verbs, japanese in _TABLE
    )


def _split(names: str) -> tuple[str, ...]:
    return tuple(name for name in names.split("|") if name)


@cache
def _by_word() -> dict[str, tuple[KnownMeasure, ...]]:
    found: dict[str, tuple[KnownMeasure, ...]] = {}
    for measure in known_measures():
        for word in (*measure.nouns, *measure.japanese, *measure.behind, *measure.verbs):
            found[word] = (*found.get(word, ()), measure)
    return found


def measure_named(word: str, unit: str) -> KnownMeasure | None:
    """The measure that this noun, adjective or verb names for a value of this unit."""
    fitting = [one for one in _by_word().get(word.lower(), ()) if unit in one.units]
    return fitting[0] if fitting else None


def counted_measure(noun: str) -> KnownMeasure | None:
    """The measure that a counted noun stands for: `inhabitants` are the population."""
    plain = "".join(noun.split()) if not noun.isascii() else noun.lower()
    named = [one for one in known_measures() if "" in one.units and (plain in one.behind or f"{plain}数" in one.japanese)]
    return named[0] if named else None


def measure_words(*kinds: str) -> str:
    """The words of these kinds (`nouns`, `behind`, `verbs`, `japanese`) for a regular expression, longest first."""
    words = {word for one in known_measures() for kind in kinds for word in getattr(one, kind)}
    return "|".join(re.escape(word).replace("\\ ", r"\s") for word in sorted(words, key=lambda w: (-len(w), w)))


def content_key(words: str) -> frozenset[str]:
    """The content words of a phrase, folded and stemmed; words known in both languages under one name."""
    whole = _JA_COUNTED.get("".join(words.split()))
    if whole is not None:
        return frozenset([whole])
    found = {_JA_COUNTED.get(term) or stem(term) for term in terms(words)}
    return frozenset(MODIFIER_NAMES.get(one, one) for one in found if one not in _IDLE_JA)


def measure_key(known: KnownMeasure | None, modifiers: str, noun: str = "") -> frozenset[str]:
    """The key of a measured thing: its known name or its own words, with the words that change what is measured."""
    before = frozenset(one for one in content_key(modifiers) if one not in _IDLE)
    if known is not None:
        own = content_key(" ".join((*known.nouns, *known.japanese))) - frozenset(MODIFIER_NAMES.values())
        return frozenset([known.name]) | (before - own)
    return before | content_key(noun) - frozenset(["number", "count"])
