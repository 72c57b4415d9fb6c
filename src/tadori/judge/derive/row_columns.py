"""Which columns of a table's row may be left out of a sentence about another column (X11).

In: a column that is left out and the columns that are said. Out: whether it is a fact beside them (`Description`,
another measure of the same thing) and no limit on them. A year, a unit, a place, a group, a state, a note, a method or
a condition limits; so does any cell with a footnote mark, a hedge, a negation or an approximate number. Columns of an
unknown kind are only left out where their cell is a plain value. Fails closed.
"""

from collections.abc import Sequence
from typing import Final

from tadori.judge.reading import script_of
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.negation import hedges, negated
from tadori.text.sameness import comparable

_DESCRIBES: Final = lazy_pattern(
    r"(?:short |full |long )?(?:descriptions?|meanings?|purpose|explanation|summary|examples?|popcon|symbol"
    r"|abbreviation|code"
    r"|capital|party|title|details|synonyms?|aliases|also known as|see also|links?|manual|package|command"
    r"|function|action)"
    r"|説明|意味|用途|目的|概要|例|使用例|首都|略称|記号|別名|ポプコン|詳細|機能|コマンド|パッケージ|読み|英語名?"
)
_LIMITS: Final = lazy_pattern(
    r"\b(?:years?|months?|dates?|days?|weeks?|quarters?|periods?|seasons?|times?|as of|since|until|from|to|by"
    r"|before|after"
    r"|start\w*|end\w*|begin\w*|expir\w*|valid\w*|units?|currenc\w+|notes?|remarks?|comments?|caveats?"
    r"|footnotes?|status"
    r"|states?|stages?|phases?|estimat\w*|method\w*|basis|definitions?|sources?|references?|conditions?|if"
    r"|when|where|only"
    r"|limit\w*|except\w*|appli\w+|scope|coverage|regions?|areas?|countr\w+|provinces?|count(?:y|ies)|cit(?:y"
    r"|ies)|towns?"
    r"|places?|locations?|sites?|zones?|districts?|markets?|sectors?|ages?|sex|gender|groups?|class\w*"
    r"|categor\w+|segments?"
    r"|cohorts?|samples?|version\w*|releases?|editions?|platforms?|os|systems?|architectures?|models?"
    r"|variants?|modes?"
    r"|types?|kinds?|temperatures?|pressures?|loads?|speeds?|confidence|reliability|accuracy|errors?|margins?"
    r"|uncertaint\w+"
    r"|tolerances?|provisional|preliminary|forecasts?|projected|per|rates?|weights?|index|bases?|levels?|requires?\w*"
    r"|dos(?:e|age)s?|concentrations?|frequenc\w+|voltages?|inputs?|distances?|depths?|altitudes?|durations?"
    r"|n|quality"
    r"|supported|deprecated|optional|defaults?|availab\w+|restrict\w*|warning\w*|see)\b"
    r"|年|月|日|期|時|以降|まで|単位|通貨|備考|注|補足|状態|状況|区分|段階|推計|推定|見込|方法|定義|基準|出典|条件|場合|対象|適用|範囲外|地域|地方|国|県|市|町|村|場所|地点"
    r"|年齢|性別|層|群|分類|種別|種類|型|版|バージョン|機種|環境|温度|圧力|負荷|速度|誤差|精度|信頼|暫定|速報|予測|前提|制限|必須|非推奨|警告|参照|コメント|用量|濃度|周波数|電圧"
    r"|入力|距離|深さ|標高|期間|品質|質",
)
_MEASURES: Final = lazy_pattern(
    r"\b(?:population|area|length|height|width|size|mass|price|cost|output|capacity|number|count|points|score"
    r"|goals|votes"
    r"|opened|founded|built|completed|established|closed|born|died|users|employees|members|seats|rank|ram"
    r"|memory|storage"
    r"|disk|hard drive|range|power|inhabitants|households|students|revenue|profit|sales)\b"
    r"|(?:開業|開館|創業|設立|完成|建設|廃止|竣工)(?:年月?日?)?|人口|面積|長さ|高さ|幅|大きさ|サイズ|容量|価格|費用|出力|発電量|数|得点|メモリ|ディスク|売上|利益|世帯",
)
_PLAIN_VALUE: Final = lazy_pattern(
    r"[+\-−]?[\d.,:/]+\s?(?:[^\W\d]{1,14}|%|％|°C|℃|[^\W\d]{1,6}/[^\W\d]{1,6}|[km]?m[²³])?|V:\d+, I:\d+|yes|no"
    r"|on|off|true|false"
    r"|[$€£¥][\d.,]+|任意|あり|なし|有|無|はい|いいえ|○|×|[A-Za-z]*\d[\w.+-]{0,20}",
)
_QUALIFIED: Final = lazy_pattern(
    r"[*†‡§※⁰¹²³⁴-⁹~≈±<>≤≥?？]|\b(?:ca|c|approx|est|about|circa|around|only|except|if|unless|per|prov)\b|\[|約"
    r"|およそ|推|のみ|だけ"
    r"|以外|除|限|場合|未定|予定|暫定"
)
_YEAR: Final = lazy_pattern(r"(?:1[5-9]|20)\d\d年?度?")
_BARE_NUMBER: Final = lazy_pattern(r"[+\-−]?[\d.,]+")
_NUMBERS: Final = lazy_pattern(r"[+\-−]?[\d.,]+ to [+\-−]?[\d.,]+")
_UNIT: Final = lazy_pattern(r"[(（\[]([^()（）\[\]]{1,20})[)）\]]$")


def may_be_left_out(column: tuple[str, str], stated: Sequence[tuple[str, str]], *, behind: bool) -> bool:
    """Whether the (header, cell) `column` can be left out beside the `stated` ones; `behind`: it stands right of one.

    What tells rows apart stands on the left: there only known measures are left out.
    """
    header, cell = comparable(column[0]), column[1].strip()
    if _DESCRIBES.fullmatch(header):
        return not _QUALIFIED.search(cell[:1] + cell[-1:])
    if header == "range" and _NUMBERS.fullmatch(cell):  # of a type, unless it is how sure a stated number is
        return not any(_BARE_NUMBER.fullmatch(value.strip()) for _, value in stated)
    bare = _UNIT.sub("", column[0].strip()).strip()
    measured = _MEASURES.fullmatch(comparable(bare)) and _PLAIN_VALUE.fullmatch(cell)
    if (_LIMITS.search(comparable(bare)) and not measured) or _QUALIFIED.search(cell) or _is_doubtful(cell):
        return False
    if any(_is_parallel(column[0], other) for other, _ in stated):
        return True
    return _PLAIN_VALUE.fullmatch(cell) is not None and (behind or _MEASURES.search(comparable(bare)) is not None)


def _is_doubtful(cell: str) -> bool:
    return negated(cell, script_of(cell)) or bool(hedges(cell))


def _is_parallel(one: str, other: str) -> bool:
    """`RAM (minimum)` beside `RAM (recommended)`, `Plan (MWh)` beside `Output (MWh)`."""
    if _YEAR.fullmatch(one.strip()) and _YEAR.fullmatch(other.strip()):
        return True
    units = (_UNIT.search(one.strip()), _UNIT.search(other.strip()))
    if units[0] and units[1] and units[0][1] == units[1][1]:
        return True
    heads = (_UNIT.sub("", one.strip()).strip(), _UNIT.sub("", other.strip()).strip())
    return bool(units[0] and units[1]) and heads[0] == heads[1]
