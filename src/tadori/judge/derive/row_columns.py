"""Which columns of a table's row may be left out of a sentence about another column (X11).

In: a column that is left out and the columns that are said. Out: whether it is a fact beside them (`Description`,
another measure of the same thing) and no limit on them. A year, a unit, a place, a group, a state, a note, a method or
a condition limits; so does any cell with a footnote mark, a hedge, a negation or an approximate number. Columns of an
unknown kind are only left out where their cell is a plain value, or where what is said is of the row's thing alone (its
length, its code name, its default), whatever else the row tells. Fails closed.
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
    r"|function|action)|(?:code|short|full|long|native|official|common|former) ?-?names?"
    r"|説明|意味|用途|目的|概要|例|使用例|首都|略称|記号|別名|ポプコン|詳細|機能|コマンド|パッケージ|読み|英語名?|コード名|正式名称?|通称"
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
    r"|n|quality|sections?|parts?|lanes?|tracks?|sides?|scenarios?|opponents?|customers?"
    r"|supported|deprecated|optional|defaults?|availab\w+|restrict\w*|warning\w*|see)\b"
    r"|年|月|日|期|時|以降|まで|単位|通貨|備考|注|補足|状態|状況|区分|段階|推計|推定|見込|方法|定義|基準|出典|条件|場合|対象|適用|範囲外|地域|地方|国|県|市|町|村|場所|地点"
    r"|年齢|性別|層|群|分類|種別|種類|型|版|バージョン|機種|環境|温度|圧力|負荷|速度|誤差|精度|信頼|暫定|速報|予測|前提|制限|必須|非推奨|警告|参照|コメント|用量|濃度|周波数|電圧"
    r"|入力|距離|深さ|標高|期間|品質|質|区間|部分|車線|相手|顧客|想定",
)
_MEASURES: Final = lazy_pattern(
    r"\b(?:population|area|length|height|width|size|mass|price|cost|output|capacity|number|count|points|score"
    r"|goals|votes"
    r"|opened|founded|built|completed|established|closed|born|died|users|employees|members|seats|rank|ram"
    r"|memory|storage"
    r"|disk|hard drive|range|power|inhabitants|households|students|revenue|profit|sales|weight|(?:max\.?"
    r"|maximum|mean) depth|released|defaults?"
    r"|default values?)\b|重さ|重量|(?:最大|平均)水深|既定値|初期値|デフォルト値?"
    r"|(?:公開|発売|開業|開館|創業|設立|完成|建設|廃止|竣工)(?:年月?日?)?|人口|面積|長さ|高さ|幅|大きさ|サイズ|容量|価格|費用|出力|発電量|数|得点|メモリ|ディスク|売上|利益|世帯",
)
_PLAIN_VALUE: Final = lazy_pattern(
    r"[+\-−]?[\d.,:/]+\s?(?:[^\W\d]{1,14}|%|％|°C|℃|[^\W\d]{1,6}/[^\W\d]{1,6}|[km]?m[²³])?|V:\d+, I:\d+|yes|no"
    r"|on|off|true|false"
    r"|[$€£¥][\d.,]+|任意|あり|なし|有|無|はい|いいえ|○|×|[A-Za-z]*\d[\w.+-]{0,20}",
)
_DATE_VALUE: Final = lazy_pattern(
    r"(?:\d{1,2} )?(?:[A-Z][a-z]{2,8} )?(?:\d{1,2}, )?\d{4}|\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{4}-\d\d(?:-\d\d)?"
)
_DATA_TYPE: Final = lazy_pattern(
    r"(?:integer|int|string|boolean|bool|float|floating point|number|text|enum|list|path|file|char|date"
    r"|整数型?|文字列型?|真偽値|論理値|実数|数値|浮動小数点数?|列挙型?)"
)
_TYPE_HEADER: Final = lazy_pattern(r"(?:data |value )?type|(?:データ)?型")
# What a thing has by itself, in one value, as far as the row's name names it. A price, a score, a role or an output has
# a customer, an opponent, a film or a year.
_OF_ITSELF: Final = lazy_pattern(
    r"(?:total |full |storage |file |packed |installed )?(?:lengths?|area|heights?|width|size|mass|weight"
    r"|diameter|depth)"
    r"|(?:minimum|least) (?:number of )?[a-z]+s|(?:usable|available|free) (?:space|size|capacity)"
    r"|(?:[a-z]+[ -])?(?:name|code|symbol|abbreviation|acronym|number|value)|meanings?|defaults?|default values?|type"
    r"|data type|capital|mouth|maintainers?|authors?|inventors?|founders?|architects?|designers?|developers?|licen[cs]e"
    r"|battery life|opened|founded|built|completed|established|released|born|died|spare [a-z]+s|chemical formula"
    r"|(?:ファイル)?(?:面積|長さ|高さ|幅|大きさ|サイズ|重さ|重量|直径|全長)|[^、。]{0,8}最小[^、。]{0,6}数|(?:利用|使用)可能(?:領域|容量)"
    r"|[^、。]{0,8}(?:名|名称|コード|記号|略称|番号)|(?:コードの|文字)?値|意味|既定値|初期値|デフォルト値?|型|データ型|首都|河口|源流|作者|著者"
    r"|設計者|開発者|創業者|発明者|保守担当者?|メンテナー?|ライセンス|電池の持ち|予備デバイス"
    r"|(?:公開|発売|開業|開館|創業|設立|完成|建設|廃止|竣工)(?:年月?日?|日)?"
)
_YES_NO: Final = lazy_pattern("yes|no|はい|いいえ|○|×|有|無|あり|なし")
_PRICE: Final = lazy_pattern(r"(?:\w+ )?(?:price|cost|fee|fare|charge)s?|.{0,6}(?:価格|料金|費用|運賃|値段|代金)")
_REMARK: Final = lazy_pattern(r"(?:notes?|remarks?|comments?)|備考|補足|注記?|コメント")
_PLAIN_REMARK: Final = lazy_pattern(
    r"(?!.*\b(?:only|not|no|never|except\w*|exclud\w*|includ\w*|without|until|since|before|after|from|if|unless|when"
    r"|while|provision\w*|estimat\w*|prelim\w*|formerly|former|old|obsolete|deprecated|alleged|disputed|unofficial"
    r"|planned|expected|may|might|on|in|under|for|at|but|\w+ly)\b)[a-z][a-z ()\-/A-Z]{2,60}"
)
_NAMED: Final = lazy_pattern(r"(?:[a-z]+ )?names?|[^、。]{0,8}名称?|名前")
_MARKED: Final = lazy_pattern(r"[*†‡§※⁰¹²³⁴-⁹?？\[\]~≈]")
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
    header, cell, kind = comparable(column[0]), column[1].strip(), _kind(column[0])
    if _DESCRIBES.fullmatch(header):
        return not _MARKED.search(cell[:1] + cell[-1:])
    if header == "range" and _NUMBERS.fullmatch(cell):  # of a type, unless it is how sure a stated number is
        return not any(_BARE_NUMBER.fullmatch(value.strip()) for _, value in stated)
    if _TYPE_HEADER.fullmatch(kind) and _DATA_TYPE.fullmatch(cell.casefold()):
        return True
    if _REMARK.fullmatch(kind):  # a remark may limit any value; a plain one does not make a name another's
        return _PLAIN_REMARK.fullmatch(cell) is not None and all(_NAMED.fullmatch(_kind(name)) for name, _ in stated)
    measured = _MEASURES.fullmatch(kind) and (_PLAIN_VALUE.fullmatch(cell) or _DATE_VALUE.fullmatch(cell))
    of_itself = _OF_ITSELF.fullmatch(kind) is not None
    if (_LIMITS.search(kind) and not measured) or _is_doubtful(cell):
        return False
    if kind.endswith("?") and _YES_NO.fullmatch(cell.casefold()):
        return True
    by_itself = all(_OF_ITSELF.fullmatch(_kind(name)) for name, _ in stated)
    if _QUALIFIED.search(cell):
        return by_itself and of_itself and not _MARKED.search(cell)
    if any(_is_parallel(column[0], other) for other, _ in stated) or (by_itself and (behind or of_itself)):
        return True
    priced = any(_PRICE.fullmatch(_kind(name)) for name, _ in stated)
    if not behind and (priced or _MEASURES.search(kind) is None):
        return False
    return _PLAIN_VALUE.fullmatch(cell) is not None or bool(measured)


def _kind(header: str) -> str:
    return comparable(_UNIT.sub("", header.strip()).strip())


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
