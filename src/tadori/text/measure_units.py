"""Units of measure that can be converted exactly, under every name that means nothing else.

`unit_named(name)` is the dimension, the factor to its base unit and, for temperatures, the offset. `text/units.py`
reads what a text probably means; here only what it must mean is listed. A name with two sizes (ton, KB, キロ, 度)
or two meanings is left out, or is marked: `pounds` is money as well as weight.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactUnit:
    """`value × factor + offset` is the value in the base unit of `dimension`."""

    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)
    ambiguous: str = ""
    """`weight`: the name is a weight only beside words of weight; `storage`: a decimal size, but not of memory."""


_POUND: Final = "0.45359237"
_ACRE: Final = "4046.8564224"
_TABLE: Final = (
    # dimension, factor, names; a space in a name is written `_`
    ("length", "1000", "km kilometer kilometers kilometre kilometres キロメートル ㎞ ｋｍ"),
    ("length", "1", "m meter meters metre metres メートル ｍ"),
    ("length", "0.01", "cm centimeter centimeters centimetre centimetres センチメートル センチ ㎝ ｃｍ"),
    ("length", "0.001", "mm millimeter millimeters millimetre millimetres ミリメートル ㎜ ｍｍ"),
    ("length", "0.000001", "µm μm micrometer micrometers micrometre micrometres micron microns マイクロメートル"),
    ("length", "0.000000001", "nanometer nanometers nanometre nanometres ナノメートル"),
    ("length", "1609.344", "mi mile miles マイル"),
    ("length", "0.9144", "yd yard yards ヤード"),
    ("length", "0.3048", "ft foot feet フィート"),
    ("length", "0.0254", "inch inches インチ"),
    ("length", "1852", "nautical_mile nautical_miles 海里"),
    ("area", "1000000", "km2 km² ㎢ 平方キロメートル 平方キロ square_kilometer square_kilometers square_kilometre"
     " square_kilometres sq_km"),
    ("area", "1", "m2 m² ㎡ 平方メートル 平米 square_meter square_meters square_metre square_metres sq_m"),
    ("area", "0.0001", "cm2 cm² 平方センチメートル 平方センチ square_centimeters square_centimetres"),
    ("area", "10000", "ha hectare hectares ヘクタール"),
    ("area", "100", "アール"),
    ("area", _ACRE, "acre acres エーカー"),
    ("area", "2589988.110336", "square_mile square_miles sq_mi sq_miles 平方マイル"),
    ("area", "0.09290304", "square_foot square_feet sq_ft sq_feet ft2 ft² 平方フィート"),
    ("area", "0.83612736", "square_yard square_yards sq_yd"),
    ("area", "400/121", "坪 tsubo"),
    ("volume", "1000000000", "km3 km³ 立方キロメートル cubic_kilometers cubic_kilometres cubic_kilometer"),
    ("volume", "1", "m3 m³ ㎥ 立方メートル 立米 cubic_meter cubic_meters cubic_metre cubic_metres"),
    ("volume", "0.000001", "cm3 cm³ 立方センチメートル 立方センチ cubic_centimeters cubic_centimetres"),
    ("volume", "0.028316846592", "cubic_foot cubic_feet cu_ft ft3 ft³ 立方フィート"),
    ("volume", "0.001", "L l liter liters litre litres リットル ℓ"),
    ("volume", "1", "kL kl kiloliters kilolitres キロリットル"),
    ("volume", "0.000001", "mL ml milliliter milliliters millilitre millilitres ミリリットル"),
    ("volume", "0.003785411784", "US_gallon US_gallons U.S._gallons 米ガロン"),
    ("mass", "1000", "t tonne tonnes metric_ton metric_tons トン"),
    ("mass", "1000000", "kt kilotonne kilotonnes キロトン"),
    ("mass", "1000000000", "Mt megatonne megatonnes メガトン"),
    ("mass", "1", "kg kgs kilogram kilograms kilogramme kilogrammes キログラム ㎏ ｋｇ"),
    ("mass", "0.001", "g gram grams グラム ｇ"),
    ("mass", "0.000001", "mg milligram milligrams ミリグラム ㎎ ｍｇ"),
    ("mass", "0.000000001", "µg μg microgram micrograms マイクログラム"),
    ("mass", _POUND, "lb lbs"),
    ("mass?weight", _POUND, "pound pounds ポンド"),
    ("mass?weight", "0.028349523125", "oz ounce ounces オンス"),
    ("time", "0.001", "ms millisecond milliseconds ミリ秒 ミリ秒間"),
    ("time", "1", "s sec secs second seconds 秒 秒間"),
    ("time", "60", "min mins minute minutes 分 分間"),
    ("time", "3600", "h hr hrs hour hours 時間"),
    ("time", "86400", "day days 日間"),
    ("time", "604800", "week weeks 週間"),
    ("months", "1", "month months か月 カ月 ヶ月 ケ月 ヵ月 箇月 か月間 カ月間 ヶ月間 ヵ月間"),
    ("months", "12", "year years yr yrs 年 年間 か年 カ年 ヶ年"),
    ("months", "120", "decade decades"),
    ("months", "1200", "century centuries"),
    ("share", "1", "% percent per_cent パーセント ％ pct"),
    ("share", "10", "割"),
    ("share", "0.1", "‰ パーミル per_mille"),
    ("speed", "1000/3600", "km/h kph kmh km/hr kilometers_per_hour kilometres_per_hour kilometers_an_hour"
     " kilometres_an_hour"),
    ("speed", "0.44704", "mph miles_per_hour miles_an_hour"),
    ("speed", "1", "m/s meters_per_second metres_per_second"),
    ("speed", "1852/3600", "knot knots ノット kn"),
    ("power", "1", "W watt watts ワット"),
    ("power", "1000", "kW kilowatt kilowatts キロワット"),
    ("power", "1000000", "MW megawatt megawatts メガワット"),
    ("power", "1000000000", "GW gigawatt gigawatts ギガワット"),
    ("power", "1000000000000", "TW terawatt terawatts テラワット"),
    ("energy", "3600", "Wh watt-hour watt-hours watt_hours ワット時"),
    ("energy", "3600000", "kWh kilowatt-hour kilowatt-hours kilowatt_hour kilowatt_hours キロワット時"),
    ("energy", "3600000000", "MWh megawatt-hour megawatt-hours megawatt_hour megawatt_hours メガワット時"),
    ("energy", "3600000000000", "GWh gigawatt-hour gigawatt-hours gigawatt_hour gigawatt_hours ギガワット時"),
    ("energy", "3600000000000000", "TWh terawatt-hour terawatt-hours terawatt_hour terawatt_hours テラワット時"),
    ("energy", "1", "J joule joules ジュール"),
    ("energy", "1000", "kJ kilojoule kilojoules キロジュール"),
    ("energy", "1000000", "MJ megajoule megajoules メガジュール"),
    ("energy", "1000000000", "GJ gigajoule gigajoules"),
    ("voltage", "1", "V volt volts ボルト"),
    ("voltage", "1000", "kV kilovolt kilovolts キロボルト"),
    ("voltage", "0.001", "mV millivolt millivolts ミリボルト"),
    ("current", "1", "A ampere amperes アンペア"),
    ("current", "0.001", "mA milliampere milliamperes ミリアンペア"),
    ("frequency", "1", "Hz hertz ヘルツ"),
    ("frequency", "1000", "kHz kilohertz キロヘルツ"),
    ("frequency", "1000000", "MHz megahertz メガヘルツ"),
    ("frequency", "1000000000", "GHz gigahertz ギガヘルツ"),
    ("pressure", "1", "Pa pascal pascals パスカル"),
    ("pressure", "100", "hPa hectopascal hectopascals ヘクトパスカル mbar millibar millibars ミリバール"),
    ("pressure", "1000", "kPa kilopascal kilopascals キロパスカル"),
    ("pressure", "1000000", "MPa megapascal megapascals メガパスカル"),
    ("pressure", "100000", "bar"),
    ("bytes", "1", "byte bytes バイト"),
    ("bytes", "1024", "KiB kibibyte kibibytes キビバイト"),
    ("bytes", "1048576", "MiB mebibyte mebibytes メビバイト"),
    ("bytes", "1073741824", "GiB gibibyte gibibytes ギビバイト"),
    ("bytes", "1099511627776", "TiB tebibyte tebibytes テビバイト"),
    # 1,000 or 1,024 bytes: never converted to bytes. Of each other they are thousands, except as sizes of memory.
    ("kilobyte", "1", "KB kB kilobyte kilobytes キロバイト"),
    ("megabytes?storage", "1", "MB megabyte megabytes メガバイト"),
    ("megabytes?storage", "1000", "GB gigabyte gigabytes ギガバイト"),
    ("megabytes?storage", "1000000", "TB terabyte terabytes テラバイト"),
    ("bit rate", "1", "bps bit/s"),
    ("bit rate", "1000", "kbps kbit/s"),
    ("bit rate", "1000000", "Mbps Mbit/s"),
    ("bit rate", "1000000000", "Gbps Gbit/s"),
    ("yen", "1", "円 yen JPY"),
    ("dollar", "1", "dollar dollars ドル"),
    ("US dollar", "1", "US_dollars USD 米ドル"),
    ("euro", "1", "euro euros EUR ユーロ"),
    ("sterling", "1", "GBP 英ポンド pounds_sterling"),
    ("yuan", "1", "yuan CNY RMB 人民元 元"),
    ("won", "1", "won KRW ウォン"),
)  # fmt: skip
CURRENCY_SIGNS: Final = {"US$": "US dollar", "$": "dollar", "¥": "yen", "€": "euro", "£": "sterling"}
_EXACT: Final[dict[str, ExactUnit]] = {
    name.replace("_", " "): ExactUnit(
        dimension=dimension.partition("?")[0], factor=Fraction(factor), ambiguous=dimension.partition("?")[2]
    )
    for dimension, factor, names in _TABLE
    for name in names.split()
} | {
    name: ExactUnit(dimension="temperature", factor=factor, offset=offset)
    for names, factor, offset in (
        ("°C ℃ degrees Celsius|degree Celsius|degrees centigrade", Fraction(1), Fraction(0)),
        ("°F ℉ degrees Fahrenheit|degree Fahrenheit", Fraction(5, 9), Fraction(-160, 9)),
    )
    for name in (*names.split(" ")[:2], *" ".join(names.split(" ")[2:]).split("|"))
}
NO_UNIT: Final = ExactUnit(dimension="", factor=Fraction(1))
UNIT_NAMES: Final = sorted(_EXACT, key=lambda name: (-len(name), name))
"""Longest first, for a regular expression."""


def unit_named(name: str) -> ExactUnit | None:
    """The unit of exactly this name; letter case counts, because mW is not MW and a Mile is part of a name."""
    return _EXACT.get(" ".join(name.split()))


def unit_of_sign(sign: str) -> ExactUnit:
    """The unit of a currency sign before a number."""
    return ExactUnit(dimension=CURRENCY_SIGNS[sign], factor=Fraction(1))
