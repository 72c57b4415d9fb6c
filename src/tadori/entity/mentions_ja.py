"""Companies, public bodies, organisations and persons in Japanese text, by legal form, ending, title and role.

In: a text. Out: mentions, which may overlap. Sudachi decides where a name begins and ends; only sentences with a
legal form, ending or title are tokenised, because that is the slow part.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from tadori.model.entity import EntityKind, Mention
from tadori.text.japanese import Morpheme, morphemes
from tadori.text.lazy_pattern import lazy_pattern

_MOST_WORDS: Final = 14
"""Of a name, and on either side of its form."""
_WINDOW: Final = 300
"""Characters of a sentence on either side of a sign: no name is longer, and a line may have no end."""


def ja_bodies(text: str) -> list[Mention]:
    """Companies and corporations by their form; ministries, agencies, courts, universities by their ending."""
    found = [
        _mention(EntityKind.GOVERNMENT, text, m.start(), m.end())
        for m in _GOVERNMENT.finditer(text)
        if m[0] not in _NO_BODY and not m[0].endswith("官庁") and m[0].removesuffix("省") not in _PROVINCES
    ]
    found += [
        _mention(EntityKind.ORGANISATION, text, m.start(), m.end())
        for m in _ORGANISATION.finditer(text)
        if m[0] not in _NO_BODY and not m[0].startswith(("同", "各", "本", "当", "両"))
    ]
    # Of two forms in one name (株式会社A 株式会社) the first decides; what it took is not read again.
    end = 0
    for start, words in _windows(text, _FORM):
        for match in _FORM.finditer(text, max(start, end), start + sum(len(w.surface) for w in words)):
            if match.start() < end:
                continue
            span = _body_around(words, match.start() - start, match.end() - start)
            if span is not None:
                kind = EntityKind.COMPANY if match["company"] else EntityKind.ORGANISATION
                found.append(_mention(kind, text, start + span[0], start + span[1]))
                end = start + span[1]
    return found


def ja_persons(text: str) -> list[Mention]:
    """Persons who stand with a title behind them or a role before them."""
    found: list[Mention] = []
    for start, words in _windows(text, _PERSON_SIGN):
        for first, last in _person_runs(words):
            role = _role_of(words, first, last)
            if role is not None:
                span = (start + words[first].start, start + words[last].end)
                found.append(_mention(EntityKind.PERSON, text, *span, label=role))
    return found


_FORM: Final = lazy_pattern(
    r"(?P<company>株式会社|有限会社|合同会社|合資会社|合名会社|[（(][株有同][）)]|[㈱㈲])"
    r"|国立研究開発法人|地方独立行政法人|独立行政法人|国立大学法人|公立大学法人|学校法人|(?:一般|公益)?(?:社団|財団)法人"
    r"|社会福祉法人|医療法人(?:社団|財団)?|特定非営利活動法人|(?:NPO|ＮＰＯ)法人|宗教法人|特殊法人"
)
_MINISTRIES: Final = (
    "内閣官房|内閣府|総務省|法務省|外務省|財務省|文部科学省|厚生労働省|農林水産省|経済産業省|国土交通省|環境省|防衛省"
    "|デジタル庁|復興庁|宮内庁|警察庁|警視庁|金融庁|消費者庁|こども家庭庁|消防庁|出入国在留管理庁|公安調査庁|国税庁|スポーツ庁"
    "|文化庁|林野庁|水産庁|資源エネルギー庁|特許庁|中小企業庁|観光庁|気象庁|海上保安庁|防衛装備庁|会計検査院|人事院"
    "|衆議院|参議院|日本銀行|国立国会図書館"
)
_GOVERNMENT: Final = lazy_pattern(
    rf"{_MINISTRIES}"
    r"|(?<![一-龥々ァ-ヴー])(?:(?![省庁会])[一-龥々]){2,7}[省庁](?![一-龥々])"
    r"|(?:公正取引|個人情報保護|原子力規制|国家公安|証券取引等監視|公害等調整|運輸安全|カジノ管理|中央労働|選挙管理|教育)委員会"
    r"|[一-龥々]{2,6}(?:地方裁判所|高等裁判所|家庭裁判所|簡易裁判所|地方検察庁|労働局|法務局|経済産業局|税務署)|最高裁判所|最高検察庁"
    r"|(?<![一-龥々])[一-龥々]{2,5}(?:県庁|都庁|道庁|府庁|市役所|区役所|町役場|村役場)"
)
_ORGANISATION: Final = lazy_pattern(
    r"(?<![一-龥々ァ-ヴーA-Za-zＡ-Ｚａ-ｚ])[一-龥々ァ-ヴーA-ZＡ-Ｚ]{2,14}?"
    r"(?:大学院大学|大学|研究所|研究機構|機構|協会|学会|財団|連盟|連合会|病院)"
    r"(?![一-龥々ァ-ヴー])|(?<![一-龥々ァ-ヴー])[一-龥々ァ-ヴー]{2,12}?大学(?=名誉教授|教授|准教授|助教|学長|病院|大学院)"
)
_NO_BODY: Final = frozenset(
    "国立大学 私立大学 公立大学 短期大学 女子大学 総合病院 国立病院 反省 帰省 内省 官公庁 中央省庁 関係省庁"
    " 県庁 都庁 道庁 府庁"
    " 研究機構 教育委員会 工科大学 専門家協会 全国協会".split()
)
_PROVINCES: Final = frozenset(
    "河北 山西 遼寧 吉林 黒竜江 黒龍江 江蘇 浙江 安徽 福建 江西 山東 河南 湖北 湖南 広東 海南 四川 貴州 雲南 陝西"
    " 甘粛 青海 台湾".split()
)
_TITLES: Final = (
    "氏 さん 様 博士 教授 准教授 名誉教授 助教 講師 首相 総理 総理大臣 大統領 副大統領 大臣 副大臣 長官 知事"
    " 市長 区長 町長 村長 議員"
    " 社長 会長 副社長 専務 常務 取締役 頭取 総裁 理事長 理事 所長 局長 部長 課長 室長 院長 学長 総長 監督 選手"
    " 弁護士 医師 記者"
    " 研究員 容疑者 被告 代表 官房長官 事務次官 次官 相"
).split()
_ROLES: Final = (
    "代表取締役社長 代表取締役会長 代表取締役 代表執行役 代表理事 代表社員 取締役社長 取締役 執行役員 監査役"
    " 理事長 社長 会長 学長 所長 教授 准教授"
    " 名誉教授 著者 筆者 責任者 担当者 発行人 編集長 研究代表者 代表者 大臣 長官 知事 市長 院長 総裁 頭取"
    " 最高経営責任者"
).split()
_PERSON_SIGN: Final = lazy_pattern("|".join(sorted({*_TITLES, *_ROLES}, key=lambda word: (-len(word), word))))
_SENTENCE: Final = lazy_pattern(r"[^。．！？\n]+")
# What stands before a name without being part of it.
_BEFORE_NAME: Final = frozenset(
    "大手 最大手 老舗 中堅 子会社 親会社 関連会社 完全子会社 持株会社 同社 当社 弊社 本社 運営 開発元 発売元"
    " 製造元 販売元 委託先 取引先"
    " 提供 協力 共催 主催 後援 社名 会社名 商号 名称 発行 出典 所属 勤務先 運営会社 運営者 事業者".split()
)
_AFTER_NAME: Final = frozenset(
    "代表取締役 代表取締役社長 代表取締役会長 取締役 社長 会長 代表 本社 本店 支店 広報 御中 所属 法人番号"
    " 所在地 住所 電話 製 株 社員 創業者 設立"
    " 東証 ウェブサイト サイト ホームページ 会社概要 代表者".split()
)
_JOINS: Final = frozenset("・ ･ & ＆ - － ー . ． ′".split())


def _windows(text: str, sign: re.Pattern[str]) -> list[tuple[int, list[Morpheme]]]:
    """The parts of sentences around matches of `sign`, as (offset, morphemes), without overlaps."""
    found = []
    for sentence in _SENTENCE.finditer(text):
        low = high = sentence.start()
        for match in sign.finditer(text, sentence.start(), sentence.end()):
            if match.start() - _WINDOW > high:
                found += _window(text, low, high)
                low = match.start() - _WINDOW
            low = max(low, sentence.start())
            high = min(sentence.end(), match.end() + _WINDOW)
        found += _window(text, low, high)
    return found


def _window(text: str, low: int, high: int) -> list[tuple[int, list[Morpheme]]]:
    return [(low, morphemes(text[low:high]))] if low < high else []


def _body_around(words: Sequence[Morpheme], start: int, end: int) -> tuple[int, int] | None:
    """The span of the name whose legal form is at [start, end): before the form, or else behind it."""
    first = bisect_left(words, start, key=lambda word: word.start)
    near = words[max(0, first - _MOST_WORDS) : first + _MOST_WORDS]
    before = [word for word in near if word.end <= start]
    after = [word for word in near if word.start >= end]
    # Sudachi may join a form with its name: such a word is the name, or begins or ends it.
    joined = next((word for word in near if word.start < start < word.end or word.start < end < word.end), None)
    left = min(start, joined.start) if joined else start
    right = max(end, joined.end) if joined else end
    left = _walk(reversed(before), left, _begins_before)
    if left < start:
        return left, right if joined and joined.start < start else end
    right = _walk(_behind(after), right, _goes_on)
    return (start, right) if right > end else None


def _walk(words: Iterable[Morpheme], edge: int, goes_on: Callable[[Morpheme], bool]) -> int:
    """How far a name extends over neighbouring words; a joining sign (・, &) counts only between two words."""
    reached, pending = edge, edge
    for word in words:
        touching = pending in (word.start, word.end)
        if not touching or not (goes_on(word) or word.surface in _JOINS):
            break
        pending = word.start if pending == word.end else word.end
        if word.surface not in _JOINS:
            reached = pending
    return reached


def _behind(after: Sequence[Morpheme]) -> list[Morpheme]:
    """The words behind a form; one space after the form is no end, nor are spaces between Latin words."""
    kept: list[Morpheme] = []
    for number, word in enumerate(after):
        if word.pos[0] == "空白":
            following = after[number + 1].surface if number + 1 < len(after) else ""
            latin = number > 0 and after[number - 1].surface.isascii() and following.isascii()
            if len(word.surface) != 1 or not (number == 0 or latin):
                break
            word = replace(word, surface="・")
        kept.append(word)
    return kept


def _begins_before(word: Morpheme) -> bool:
    return (
        word.pos[0] in {"名詞", "接頭辞", "接尾辞", "形状詞", "記号"}
        and word.pos[2] != "副詞可能"
        and word.surface not in _BEFORE_NAME
    )


def _goes_on(word: Morpheme) -> bool:
    return (
        word.pos[0] not in {"助詞", "補助記号", "空白", "動詞", "助動詞", "接続詞", "連体詞"}
        and word.surface not in _AFTER_NAME
        and word.pos[2] != "副詞可能"
    )


def _person_runs(words: Sequence[Morpheme]) -> list[tuple[int, int]]:
    """Runs of words that Sudachi knows as names of persons; a space or ・ may stand inside."""
    runs: list[tuple[int, int]] = []
    for index, word in enumerate(words):
        if word.pos[2] != "人名":
            continue
        if runs and _joined(words, runs[-1][1], index):
            runs[-1] = (runs[-1][0], index)
        else:
            first = (
                index - 2
                if index >= 2 and words[index - 1].surface == "・" and _is_katakana(words[index - 2])
                else index
            )
            runs.append((first, index))
    return runs


def _joined(words: Sequence[Morpheme], last: int, index: int) -> bool:
    if index == last + 1:
        return True
    return index == last + 2 and words[last + 1].surface in {"・", " ", "　", "＝"}


def _is_katakana(word: Morpheme) -> bool:
    return re.fullmatch(r"[ァ-ヴー]+", word.surface) is not None


def _role_of(words: Sequence[Morpheme], first: int, last: int) -> str | None:
    """The title behind a name, or the role before it; None when it stands alone."""
    behind = "".join(word.surface for word in words[last + 1 : last + 4])
    title = next((t for t in sorted(_TITLES, key=len, reverse=True) if behind.startswith(t)), None)
    if title is None:
        following = words[last + 1 : last + 3]
        title = next(
            (w.surface for w in following[:1] if w.surface.endswith(("大臣", "長官", "教授", "社長", "部長"))), None
        )
    before = "".join(word.surface for word in words[max(0, first - 4) : first]).rstrip(" 　:：・「『")
    role = next((r for r in _ROLES if before.removesuffix("の").removesuffix("は").endswith(r)), None)
    return title if title not in {None, "氏", "さん", "様"} else role or title


def _mention(kind: EntityKind, text: str, start: int, end: int, label: str = "") -> Mention:
    return Mention(kind=kind, text=text[start:end], start=start, end=end, value=text[start:end], label=label)
