"""Japanese forms in which the verb or the word order says what is measured.

In: a sentence and a value of it. Out: a `SaidMeasure`: the measured thing, and where its subject stands or is to be
looked for. Forms: 人口2万人のX町は, 23駅を持つX線は, 28億円の売上高を計上した, 3120人が参加した, 41日間続いた,
19億円をかけて建設された. Who the subject is, is decided in `quantity_ja.py`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_measures import content_key, measure_key, measure_named, measure_words
from tadori.judge.frames.quantity_values import ReadValue
from tadori.text.japanese_topic import is_nominal, japanese_units
from tadori.text.lazy_pattern import lazy_pattern

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidMeasure:
    """What a value measures. Spans are of the sentence."""

    asked: Span
    key: frozenset[str]
    before: int
    """The subject stands before this place, where `subject` does not say where."""
    subject: Span | None = None
    genitive: bool = False
    taken: tuple[Span, ...] = ()


_ABOUT: Final = r"(?:約|およそ|ほぼ|計|合計|総額で?|延べ|最大で?|最高で?|全|\s)*(?:US)?[$¥€£]?"
_CLOSE: Final = r"(?:以上|程度|ほど|余り|あまり|弱|強)?"
_NAME_END: Final = lazy_pattern(r"は|が|も|で、|では|には|、")


def _name_behind(text: str, at: int) -> Span | None:
    """The noun phrase that begins at `at` and is the sentence's topic."""
    end = at
    for unit in japanese_units(text):
        if unit.start < at:
            continue
        if unit.start != end or not (is_nominal(unit) or unit.surface in "・ー「」『』"):
            break
        end = unit.end
    return (at, end) if end - at >= 2 and _NAME_END.match(text, end) else None


@cache
def _measure_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|[、。（(])(?P<mods>総|最大|最高|平均|全|年間)?(?P<noun>{measure_words('japanese')})(?:が|は|：)?{_ABOUT}$"
    )


def _measured_name(text: str, value: ReadValue) -> SaidMeasure | None:
    """標高2318メートルの鍛冶岳は …: the measure, its value, and the thing itself."""
    match = _measure_before().search(text, max(0, value.start - 30), value.start)
    gap = _OF_NAME.match(text, value.end)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    name = _name_behind(text, gap.end()) if gap else None
    if match is None or known is None or name is None:
        return None
    rest = (name[1], len(text))
    key = measure_key(known, match["mods"] or "")
    return SaidMeasure(asked=match.span("noun"), key=key, before=value.start, subject=name, taken=(match.span(), rest))


_OF_NAME: Final = lazy_pattern(rf"{_CLOSE}(?:の|を誇る|に及ぶ|に達する)")


def _counted_name(text: str, value: ReadValue) -> SaidMeasure | None:
    """23駅を持つ瀬良谷線は, 2万2000人を収容する谷球場は."""
    match = _HAVING_NAME.match(text, _number_end(text, value))
    if match is None or value.quantity.unit or not _OPENS.search(text, 0, value.start):
        return None
    name = _name_behind(text, match.end())
    if name is None:
        return None
    key = frozenset(["capacity"]) if match["hold"] else _counted_key(match["counted"] or "")
    rest = (name[1], len(text))
    asked = match.span("hold") if match["hold"] else match.span("counted")
    return (
        SaidMeasure(asked=asked, key=key, before=value.start, subject=name, taken=(match.span(), rest)) if key else None
    )


_OPENS: Final = lazy_pattern(rf"(?:^|[、。]){_ABOUT}$")
_HAVING_NAME: Final = lazy_pattern(
    rf"{_CLOSE}(?:(?:人|名){_CLOSE}(?P<hold>を収容する|を収容できる|収容の)"
    r"|(?:(?:つ|個|点|人|名|台|棟|基|社)?の)?(?P<counted>[一-龥々ァ-ヴー]{1,10})(?:を(?:持つ|もつ|有する|擁する|備える|抱える|所蔵する|展開する|運営する)|からなる|から成る|で構成される))"
)


def _number_end(text: str, value: ReadValue) -> int:
    """Where the digits of a value end: 23 of 23駅."""
    match = _DIGITS.match(text, value.start)
    return match.end() if match else value.end


_DIGITS: Final = lazy_pattern(r"[\d,.０-９，．万億兆千百十]+")


def _counted_key(noun: str) -> frozenset[str]:
    known = measure_named(f"{noun}数", "") or measure_named(noun, "")
    return measure_key(known, "") if known else content_key(noun)


@cache
def _measure_behind() -> re.Pattern[str]:
    return re.compile(
        rf"{_CLOSE}の(?P<mods>総|最大|最高|平均|年間)?(?P<noun>{measure_words('japanese')})(?P<verb>(?:を|が)[^、。はがをに]{{1,16}})(?=[、。]|$)"
    )


def _amount_of(text: str, value: ReadValue) -> SaidMeasure | None:
    """28億円の売上高を計上した, 12万人の来館者を迎えた, 69mの深さがある."""
    match = _measure_behind().match(text, value.end)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or known is None or _CHANGES.search(match["verb"]):
        return None
    key = measure_key(known, match["mods"] or "")
    taken = (match.span(), (_lead_start(text, value), value.start))
    return SaidMeasure(asked=match.span("noun"), key=key, before=_lead_start(text, value), taken=taken)


def _plain_amount(text: str, value: ReadValue) -> SaidMeasure | None:
    """87パーセントの有効性を示した, 54%の脂肪を含む: a measured thing that no table knows."""
    match = _PLAIN_AMOUNT.match(text, value.end)
    if match is None or not value.quantity.unit or value.quantity.unit in ("time", "months", "age"):
        return None
    key = content_key(core_of_measure(match["noun"]))
    return SaidMeasure(asked=match.span("noun"), key=key, before=_lead_start(text, value), taken=(match.span(),))


_PLAIN_AMOUNT: Final = lazy_pattern(
    rf"{_CLOSE}の(?P<noun>[一-龥々ァ-ヴー]{{2,8}})(?:を(?:示|含|持|有|記録|計上|採用|誇|備)[^、。はがをに]{{0,8}})(?=[、。]|$)"
)
_SUFFIX: Final = lazy_pattern("(?<=^..)[性率分]$|(?<=^...)[性率分]$")
_CHANGES: Final = lazy_pattern("見込|目指|予定|計画|目標|増|減|上回|下回|超え|削|失|想定|予想")


def _lead_start(text: str, value: ReadValue) -> int:
    match = re.compile(rf"{_ABOUT}$").search(text, max(0, value.start - 12), value.start)
    return match.start() if match else value.start


def people_joining(text: str, value: ReadValue) -> bool:
    """2600人の労働者が参加した: they are counted as those who took part, whoever they are."""
    match = _DID.match(text, value.end)
    return match is not None and match["join"] is not None


def core_of_measure(noun: str) -> str:
    """有効 of 有効率 and 有効性."""
    return _SUFFIX.sub("", noun)


def _people_did(text: str, value: ReadValue) -> SaidMeasure | None:
    """3120人が参加した, 640人の生徒が学んでいる, 1340人が働いている."""
    match = _DID.match(text, value.end)
    if match is None or value.quantity.unit:
        return None
    key = frozenset(name for group, name in _DEEDS if match[group])
    return SaidMeasure(
        asked=match.span("said"), key=key, before=_lead_start(text, value), taken=(match.span(),), genitive=False
    )


_DEEDS: Final = (
    ("join", "participants"),
    ("studied", "participants"),
    ("work", "employees"),
    ("learn", "students"),
    ("live", "population"),
    ("come", "visitors"),
)
_DID: Final = lazy_pattern(
    rf"{_CLOSE}(?:の(?:労働者|作業員|ボランティア|被験者|市民|住民|選手|人々|生徒|児童|学生|社員|従業員|職員|観客|来場者|来館者|観光客|人))?"
    r"(?P<said>が(?:(?P<join>参加)|(?P<work>働[いくき]|勤務|勤め)|(?P<learn>学んで|学ぶ|学び|在籍|在学|通って|通う)|(?P<live>住んで|暮らし|居住)"
    r"|(?P<come>訪れ|来場|来館|来園|訪問))"
    r"|を(?P<studied>対象に))[^、。]{0,12}"
)


def _lasts(text: str, value: ReadValue) -> SaidMeasure | None:
    """41日間続いた, 14日間に及んだ, 9日間にわたって開かれる."""
    match = _LASTED.match(text, value.end)
    if match is None or value.quantity.unit not in ("time", "months"):
        return None
    return SaidMeasure(
        asked=match.span("said"), key=frozenset(["duration"]), before=_lead_start(text, value), taken=(match.span(),)
    )


_LASTED: Final = lazy_pattern(
    r"間?(?P<said>続[いくき]|に及[びんぶ]|に(?:わた|渡)(?:って|り)、?(?:開|行わ|続|催)|(?:の日程)?で(?:開催|開か|行わ))[^、。]{0,14}(?=[、。]|$)"
)


def _paid(text: str, value: ReadValue) -> SaidMeasure | None:
    """19億円をかけて建設された; 1億2000万円で落札された."""
    match = _BUILT_FOR.match(text, value.end)
    if match is None or value.quantity.unit not in ("yen", "dollar", "US dollar", "euro", "sterling"):
        return None
    key = frozenset(["cost" if match["built"] else "price"])
    return SaidMeasure(asked=match.span("said"), key=key, before=_lead_start(text, value), taken=(match.span(),))


_BUILT_FOR: Final = lazy_pattern(
    r"(?P<said>(?:を(?:かけ|投じ|費やし)て?(?:、)?(?P<built>建設|建造|整備|架設|建て|造)|で(?:落札|売却|取引|販売|売ら)|の値(?:を|が)つ))[^、。]{0,10}"
)


def _stored(text: str, value: ReadValue) -> SaidMeasure | None:
    """5300万立方メートルの水を貯める, 21万kWの電力を発電する."""
    match = _STUFF.match(text, value.end)
    if match is None:
        return None
    known = measure_named("総貯水容量" if match["water"] else "出力", value.quantity.unit)
    if known is None:
        return None
    return SaidMeasure(
        asked=match.span("said"), key=measure_key(known, ""), before=_lead_start(text, value), taken=(match.span(),)
    )


_STUFF: Final = lazy_pattern(
    r"(?:の(?:水|電力|電気))?(?P<said>を(?:(?P<water>貯め|貯水|たくわえ|蓄え)|発電|出力|供給))[^、。]{0,10}(?=[、。]|$)"
)


def _adopted(text: str, value: ReadValue) -> SaidMeasure | None:
    """軌間1,435mmを採用している, 人口3万人を擁する."""
    match = _measure_last().search(text, max(0, value.start - 30), value.start)
    verb = _ADOPTED.match(text, value.end)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or verb is None or known is None:
        return None
    key = measure_key(known, match["mods"] or "")
    return SaidMeasure(
        asked=match.span("noun"), key=key, before=match.start("said"), taken=(match.span("said"), verb.span())
    )


@cache
def _measure_last() -> re.Pattern[str]:
    return re.compile(
        rf"(?<=[はがも、にで])(?P<said>(?P<mods>総|最大|最高|平均|全|年間)?(?P<noun>{measure_words('japanese')}){_ABOUT})$"
    )


_ADOPTED: Final = lazy_pattern(
    r"(?:を(?:採用|擁|有|誇|持|記録|備え)|の(?:軌道|高度|位置)(?:を|に)(?:回|飛|周回|あ))[^、。はがを]{0,10}(?=[、。]|$)"
)


def _placed_in(text: str, value: ReadValue) -> SaidMeasure | None:
    """はやぶさ3号に搭載された観測機器は6台である."""
    match = _PLACED.match(text, 0, value.start)
    if match is None or value.quantity.unit or not _STATED.match(text, value.end):
        return None
    taken = (match.span("how"), (match.end("counted"), value.start))
    return SaidMeasure(
        asked=match.span("counted"), key=_counted_key(match["counted"]), before=match.end("where"),
        subject=match.span("where"), taken=taken,
    )  # fmt: skip


_PLACED: Final = lazy_pattern(
    r"(?P<where>[^、。]{2,30}?)(?P<how>に(?:搭載され|設置され|設けられ|置かれ|所蔵され|収蔵され|登録され|展示され)(?:た|ている)|にある|に所属する|に在籍する|が所蔵する|が運営する|が展開する|が持つ)"
    rf"(?P<counted>[一-龥々ァ-ヴー]{{1,12}})は、?{_ABOUT}$"
)
_STATED: Final = lazy_pattern("[一-龥]{0,2}(?:で(?:す|ある|あっ|し)|だ|と|に(?:の|上|及|達)|。|$)")


def _collected(text: str, value: ReadValue) -> SaidMeasure | None:
    """所蔵品は8万1000点に及ぶ: what a museum keeps."""
    match = _KEPT_THINGS.search(text, max(0, value.start - 30), value.start)
    if match is None or value.quantity.unit or not _STATED.match(text, value.end):
        return None
    end = _REST.match(text, value.end)
    taken = (end.span(),) if end else ()
    return SaidMeasure(
        asked=match.span("noun"), key=frozenset(["holdings"]), before=match.start(), genitive=True, taken=taken
    )


def _voted(text: str, value: ReadValue) -> SaidMeasure | None:
    """賛成212票、反対98票で可決された."""
    match = _IN_FAVOUR.search(text, max(0, value.start - 8), value.start)
    if match is None or value.quantity.unit or not _DECIDED.search(text, value.end):
        return None
    taken = ((match.start(), len(text)),)
    return SaidMeasure(asked=match.span("side"), key=frozenset(["votes for"]), before=match.start(), taken=taken)


_IN_FAVOUR: Final = lazy_pattern(r"(?P<side>賛成)(?:が|は|票)?\s?$")
_DECIDED: Final = lazy_pattern("可決|否決|承認|採択|成立")
_REST: Final = lazy_pattern("[^、。]{0,14}(?=[、。]|$)")


_KEPT_THINGS: Final = lazy_pattern(rf"(?P<noun>(?:所蔵|収蔵)(?:品|作品|資料|点数|品数|数))は、?{_ABOUT}$")


VERB_FORMS_JA: Final[tuple[Callable[[str, ReadValue], SaidMeasure | None], ...]] = (
    _measured_name, _counted_name, _amount_of, _adopted, _people_did, _lasts, _paid, _stored, _plain_amount, _placed_in,
    _collected, _voted,
)  # fmt: skip
