"""The words the little web is written with: names of places and offices, subjects, and sentence frames in ja and en.

Frames are filled by `prose`. All of it is invented; the numbers mean nothing. Every Japanese character here can be
written in Shift_JIS and EUC-JP, because some hosts serve those.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What an article is about: what is measured, by whom, in what unit, and what it leads to."""

    thing: str
    quantity: str
    unit: str
    office: str
    effect: str
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """Everything an article in one language is made of."""

    places: tuple[str, ...]
    people: tuple[str, ...]
    subjects: tuple[Subject, ...]
    titles: tuple[str, ...]
    headings: tuple[str, ...]
    key: str
    """The frame of the one sentence a reader must find again."""
    frames: tuple[str, ...]
    items: tuple[str, ...]
    labels: dict[str, str]


def _subjects(rows: str) -> tuple[Subject, ...]:
    """One subject a line: thing | quantity | unit | office | effect | low | high."""
    found = []
    for row in rows.strip().splitlines():
        thing, quantity, unit, office, effect, low, high = (cell.strip() for cell in row.split("|"))
        subject = Subject(
            thing=thing, quantity=quantity, unit=unit, office=office, effect=effect, low=int(low), high=int(high)
        )
        found.append(subject)
    return tuple(found)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


JA_STEMS: Final = (
    "kaiyo kitahama aosora yamanami shiokaze hoshino midori kawabe hinode tsukimi sazanami minato "
    "asagiri wakaba matsukaze shirayuki hamabe sakuragi tanigawa nagisa uminari komorebi takamine fujinami"
).split()
JA_KINDS: Final = (
    "shimbun kenkyujo shiyakusho hakubutsukan daigaku tsushin jiho toshokan kansokujo kyokai shuho zaidan"
).split()
EN_STEMS: Final = (
    "harbour northgate millbrook eastmoor riverside stonebridge oakvale westport highfield saltmarsh fernhill "
    "greywater lowland clearbrook windmere copperhill longshore marlpit redcliff "
    "thornbury silverbeck foxley quayside elmtree"
).split()
EN_KINDS: Final = (
    "weekly gazette institute council museum observatory review archive journal herald society survey".split()
)

JA: Final = Tongue(
    places=tuple("北浜市 白瀬町 青嶺村 潮見区 南雲町 東原市 浅葱湾 黒川流域 高峰郡 若葉台 松風岬 月見野".split()),
    people=tuple("佐伯 和泉 宮原 早坂 北条 真鍋 桐生 尾崎 長谷 水野".split()),
    subjects=_subjects(
        """
        潮位計 | 平均潮位 | センチメートル | 港湾調査室 | 低地の岸壁の浸水 | 20 | 180
        路線バス | 一日の乗客数 | 人 | 交通政策課 | 朝の時間帯の混雑 | 1200 | 9800
        貯水池 | 貯水量 | 万立方メートル | 水道局 | 夏の取水制限 | 300 | 4200
        図書館の分室 | 貸出冊数 | 冊 | 生涯学習課 | 開館時間の見直し | 2400 | 38000
        地震計 | 有感地震の回数 | 回 | 地殻観測所 | 避難訓練の回数の見直し | 3 | 96
        桑畑 | 葉の収量 | トン | 農業試験場 | 養蚕の再開 | 40 | 760
        古い石橋 | 通行車両 | 台 | 道路維持課 | 大型車の通行止め | 400 | 7300
        診療所 | 外来患者数 | 人 | 地域医療室 | 夜間診療の縮小 | 900 | 8600
        干潟 | 渡り鳥の飛来数 | 羽 | 自然保護係 | 立入区域の変更 | 150 | 12400
        太陽光発電所 | 年間の発電量 | メガワット時 | 環境エネルギー課 | 送電線の増強 | 210 | 5400
        小学校 | 児童数 | 人 | 学務課 | 学校の統合 | 60 | 640
        漁協の市場 | 水揚げ量 | トン | 水産振興課 | 冷凍倉庫の建て替え | 320 | 6900
        """
    ),
    titles=_lines(
        """
        {place}の{thing}、{quantity}が{value}{unit}に
        {thing}をめぐる{place}の十年
        {place}、{effect}を検討
        調査報告:{place}における{thing}と{quantity}
        {quantity}はなぜ変わったのか {place}の{thing}から
        {office}に聞く {place}の{thing}
        """
    ),
    headings=tuple(
        "概要 背景 調査の方法 結果 住民の声 今後の予定 数字の読み方 これまでの経緯 専門家の見方 課題".split()
    ),
    key="{place}の{office}によると、{year}年{month}月の{quantity}は{value}{unit}で、調査地点は{count}か所だった。",
    frames=_lines(
        """
        {place}では{year}年から{thing}の調査が続いている。
        {office}は、前回の調査に比べて{percent}パーセントの変化があったと説明する。
        担当の{person}さんは「数字だけでは現場の様子は分からない」と話した。
        調査は{count}か所で行われ、そのうち{small}か所では器材の不具合があった。
        {quantity}の記録は{old}年までさかのぼることができる。
        ただし、{old}年以前の記録は測り方が違うため、そのまま比べることはできない。
        {place}議会は{month}月の会議で{effect}について話し合う見込みだ。
        {effect}に反対する声もあり、{office}は説明会を{small}回開いた。
        費用は{money}万円と見積もられ、その半分を県が負担する。
        隣の{other}でも同じ方法による調査が始まった。
        {other}の結果とは{percent}パーセントの開きがあり、理由はまだ分かっていない。
        {person}さんによれば、天候の影響は小さく、主な原因は設備の古さにある。
        {thing}の数は{old}年に比べておよそ{small}倍になった。
        報告書は{office}の窓口と分館で読むことができる。
        次の調査は{year}年の秋に予定されている。
        {quantity}が増えた地区と減った地区は、川をはさんではっきり分かれている。
        {place}に住む{person}さんは、子どものころの{thing}をよく覚えているという。
        測定には誤差があり、{office}はその幅を{percent}パーセント以内としている。
        昨年の冬には{small}日間にわたって測定が止まった。
        この結果を受けて、{other}との共同の委員会が設けられた。
        委員会は{count}人からなり、うち{small}人は公募で選ばれた。
        資料の一部は公開されておらず、{office}は来年度中に公開するとしている。
        """
    ),
    items=_lines(
        """
        {place}の{thing}:{count}か所
        {quantity}:{value}{unit}
        担当:{office}({person})
        前回との差:{percent}パーセント
        見積額:{money}万円
        """
    ),
    labels={
        "toc": "目次",
        "related": "関連記事",
        "background": "背景資料",
        "sources": "出典一覧",
        "published": "公開日",
        "home": "ホーム",
        "private": "会員用",
        "latest": "新着記事",
        "by": "文",
        "login": "ログイン",
        "cookies": "このサイトはクッキーを使います。",
        "accept": "同意する",
        "contact": "お問い合わせ",
        "points": "要点",
        "elsewhere": "外部の記事",
    },
)

EN: Final = Tongue(
    places=tuple(
        "Kitahama Saltmarsh Eastmoor Greywater Lowland Fernhill Marlpit Redcliff Silverbeck Oakvale Thornby".split()
    ),
    people=tuple("Harrow Linden Okafor Mabry Castell Duarte Finch Ravel Stroud Whitlow".split()),
    subjects=_subjects(
        """
        tide gauge | mean water level | centimetres | Harbour Survey Office | flooding of the lower quay | 20 | 180
        bus line | daily ridership | passengers | Transport Department | crowding in the morning hours | 1200 | 9800
        reservoir | stored volume | thousand cubic metres | Water Board | summer restrictions on use | 300 | 4200
        branch library | yearly loans | books | Culture Department | shorter opening hours | 2400 | 38000
        seismometer | felt earthquakes | events | Crustal Observatory | more frequent drills | 3 | 96
        mulberry field | leaf harvest | tonnes | Farming Station | a return of silk making | 40 | 760
        stone bridge | daily traffic | vehicles | Roads Department | a ban on heavy lorries | 400 | 7300
        clinic | outpatient visits | patients | Health Office | fewer night shifts | 900 | 8600
        tidal flat | migrating birds | birds | Nature Service | new limits on access | 150 | 12400
        solar farm | yearly output | megawatt hours | Energy Office | a stronger power line | 210 | 5400
        primary school | enrolment | pupils | School Board | a merger of two schools | 60 | 640
        fish market | yearly landings | tonnes | Fisheries Office | a new cold store | 320 | 6900
        """
    ),
    titles=_lines(
        """
        {place}: {quantity} at the {thing} reaches {value} {unit}
        Ten years of the {thing} in {place}
        {place} weighs {effect}
        Survey report: {quantity} and the {thing} in {place}
        Why {quantity} has changed: the {thing} of {place}
        The {office} on the {thing} of {place}
        """
    ),
    headings=_lines(
        """
        Summary
        Background
        How it was measured
        Results
        What residents say
        What comes next
        Reading the numbers
        The story so far
        A second opinion
        Open questions
        """
    ),
    key="According to the {office} of {place}, {quantity} in {month_name} {year} was {value} {unit} at {count} sites.",
    frames=_lines(
        """
        The {thing} in {place} has been surveyed every year since {old}.
        The {office} speaks of a change of {percent} per cent against the previous survey.
        "The figures alone do not show what happens on the ground," said {person}, who led the work.
        The survey covered {count} sites, and instruments failed at {small} of them.
        Records of {quantity} reach back to {old}.
        Figures from before {old} were taken in another way and cannot be compared directly.
        The council of {place} is expected to discuss {effect} in {month_name}.
        There is opposition to {effect}, and the {office} has held {small} public meetings.
        The cost is put at {money} thousand, half of which the county would carry.
        In neighbouring {other} a survey by the same method has begun.
        The result differs from that of {other} by {percent} per cent, for reasons that are not yet known.
        According to {person}, the weather had little influence; the main cause is ageing equipment.
        Since {old} the number of sites has grown about {small} times.
        The full report can be read at the {office} and in its branch offices.
        The next survey is planned for the autumn of {year}.
        Districts where {quantity} rose and districts where it fell lie on opposite sides of the river.
        {person}, who lives in {place}, remembers the {thing} from childhood.
        The {office} gives the error of measurement as at most {percent} per cent.
        Last winter the measurements stopped for {small} days.
        A joint committee with {other} was set up to study the result.
        The committee has {count} members, of whom {small} were chosen by lot.
        Part of the material is not public; the {office} says it will be next year.
        """
    ),
    items=_lines(
        """
        Sites with a {thing}: {count}
        {quantity}: {value} {unit}
        Responsible: {office} ({person})
        Change against the previous survey: {percent} per cent
        Estimated cost: {money} thousand
        """
    ),
    labels={
        "toc": "Contents",
        "related": "Related articles",
        "background": "Background material",
        "sources": "List of sources",
        "published": "Published",
        "home": "Home",
        "private": "Members",
        "latest": "Latest articles",
        "by": "By",
        "login": "Log in",
        "cookies": "This site uses cookies.",
        "accept": "Accept",
        "contact": "Contact",
        "points": "Key points",
        "elsewhere": "Elsewhere",
    },
)
