"""Units of measure and counters under all their names, as a canonical unit and a factor.

`UNITS[name]` is (canonical unit, factor, whether the factor converts between systems of measure).
"""

from decimal import Decimal
from typing import Final

MeasureUnit = tuple[str, Decimal, bool]

_TABLE: Final = (
    # canonical, factor, converted, names
    ("m", "1000", False, "km kms kilometer kilometers kilometre kilometres キロメートル キロ ㎞"),
    ("m", "1", False, "m meter meters metre metres メートル ｍ"),
    ("m", "0.01", False, "cm centimeter centimeters centimetre centimetres センチメートル センチ ㎝"),
    ("m", "0.001", False, "mm millimeter millimeters millimetre millimetres ミリメートル ㎜"),
    ("m", "1609.344", True, "mile miles mi マイル"),
    ("m", "0.3048", True, "foot feet ft フィート"),
    ("m", "0.0254", True, "inch inches インチ"),
    ("m", "0.9144", True, "yard yards ヤード"),
    ("m2", "1000000", False, "km2 km² ㎢ 平方キロメートル 平方キロ sqkm"),
    ("m2", "1", False, "m2 m² ㎡ 平方メートル"),
    ("m2", "10000", False, "ha hectare hectares ヘクタール"),
    ("m2", "4046.8564224", True, "acre acres エーカー"),
    ("m3", "1", False, "m3 m³ ㎥ 立方メートル"),
    ("m3", "0.001", False, "l liter liters litre litres リットル"),
    ("m3", "0.000001", False, "ml milliliter milliliters millilitre millilitres ミリリットル"),
    ("kg", "1", False, "kg kgs kilogram kilograms kilogramme キログラム ㎏"),
    ("kg", "0.001", False, "g gram grams グラム"),
    ("kg", "0.000001", False, "mg milligram milligrams ミリグラム ㎎"),
    ("kg", "1000", False, "t ton tons tonne tonnes トン"),
    ("kg", "0.45359237", True, "lb lbs pound pounds ポンド"),
    ("kg", "0.028349523125", True, "oz ounce ounces オンス"),
    ("s", "1", False, "s sec secs seconds 秒 秒間"),
    ("s", "60", False, "min mins minute minutes 分 分間"),
    ("s", "3600", False, "h hr hrs hour hours 時間"),
    ("s", "86400", False, "day days 日 日間"),
    ("s", "604800", False, "week weeks 週 週間"),
    ("month", "1", False, "month months か月 カ月 ヶ月 ケ月 ヵ月 箇月"),
    ("month", "12", False, "year years yr yrs 年 年間 か年 カ年 ヶ年"),
    ("month", "120", False, "decade decades"),
    ("month", "1200", False, "century centuries 世紀"),
    ("age", "1", False, "歳 才"),
    ("%", "1", False, "% percent パーセント ％ pct"),
    ("%", "10", False, "割"),
    ("%", "0.1", False, "‰ パーミル"),
    ("%", "0.01", False, "‱"),
    ("point", "1", False, "point points ポイント"),
    ("degC", "1", False, "°c °C ℃ 度"),
    ("deg", "1", False, "°"),
    ("degF", "1", False, "°f °F ℉"),
    ("W", "1", False, "w watt watts ワット"),
    ("W", "1000", False, "kw kilowatt kilowatts キロワット"),
    ("W", "1000000", False, "mw megawatt megawatts メガワット"),
    ("W", "1000000000", False, "gw gigawatt gigawatts ギガワット"),
    ("Wh", "1000", False, "kwh キロワット時"),
    ("Wh", "1000000", False, "mwh メガワット時"),
    ("Wh", "1000000000", False, "gwh ギガワット時"),
    ("B", "1000", False, "kb"),
    ("B", "1000000", False, "mb メガバイト"),
    ("B", "1000000000", False, "gb ギガバイト"),
    ("B", "1000000000000", False, "tb テラバイト"),
    ("Hz", "1000000", False, "mhz"),
    ("Hz", "1000000000", False, "ghz"),
    ("JPY", "1", False, "円 yen ¥ jpy"),
    ("USD", "1", False, "ドル dollar dollars $ us$ usd 米ドル"),
    ("EUR", "1", False, "ユーロ euro euros € eur"),
    ("GBP", "1", False, "£ gbp 英ポンド"),
    ("CNY", "1", False, "元 人民元 yuan cny rmb"),
    ("KRW", "1", False, "ウォン won krw"),
    ("person", "1", False, "人 名 person persons people"),
    ("company", "1", False, "社 company companies firm firms"),
    ("country", "1", False, "か国 カ国 ヶ国 ケ国 ヵ国 country countries nation nations"),
    ("case", "1", False, "件 case cases"),
    ("time", "1", False, "回 度目 times"),
    ("item", "1", False, "個 つ コ"),
    ("ship", "1", False, "隻 ship ships"),
    ("school", "1", False, "校 school schools"),
    ("store", "1", False, "店 店舗 store stores shop shops"),
    ("household", "1", False, "世帯 戸 household households"),
    ("place", "1", False, "か所 カ所 ヶ所 箇所 ヵ所"),
    ("kind", "1", False, "種 種類 species kinds types"),
    ("vehicle", "1", False, "両"),
    ("machine", "1", False, "台"),
    ("animal", "1", False, "匹 頭 羽"),
    ("long", "1", False, "本"),
    ("flat", "1", False, "枚"),
    ("book", "1", False, "冊 book books"),
    ("floor", "1", False, "階 階建て storey storeys story stories floors"),
    ("seat", "1", False, "席 議席 seat seats"),
    ("vote", "1", False, "票 vote votes"),
    ("word", "1", False, "語 words 字 文字"),
    ("generation", "1", False, "代"),
    ("group", "1", False, "組 団体 チーム"),
    ("area", "1", False, "市 県 都市 町 村"),
    ("fold", "1", False, "倍 times-as fold"),
)
UNITS: Final[dict[str, MeasureUnit]] = {
    name: (canonical, Decimal(factor), converted)
    for canonical, factor, converted, names in _TABLE
    for name in names.split()
}
JA_UNITS: Final = sorted((n for n in UNITS if not n.isascii()), key=lambda n: (-len(n), n))
"""Longest first, for a regular expression."""
