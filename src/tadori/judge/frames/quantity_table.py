"""Tables of measured things and of things that are counted, in both languages, for `quantity_measures.py`. Data only.

`MEASURE_TABLE`: an entry is `name: units`, then lines of its nouns, of what stands behind its value (`40 m high`), of
its verbs (`weighs`), and of its Japanese nouns. Units are dimensions of `text/measure_units.py`; no unit is a plain
count, `*` is any. A line may be repeated.
"""

from typing import Final

MEASURE_TABLE: Final = """
body length: length
  nouns body length
  ja 体長
height: length
  nouns height|structural height
  behind high|tall|in height
  verbs rises|rises to|towers|soars
  ja 高さ|全高|身長
elevation: length
  nouns elevation|altitude|summit elevation
  behind above sea level|in elevation|above the sea
  ja 標高|海抜|高度|軌道高度
length: length
  nouns length|total length|overall length
  behind long|in length
  verbs stretches|stretches for|stretched|extends|extends for|runs for|spans
  ja 長さ|全長|総延長|延長|路線距離|橋長|営業キロ|路線長|流路延長
main span: length
  nouns main span|central span|longest span
  ja 中央支間長|最大支間長|支間長|中央径間
catchment: area
  nouns catchment area|drainage basin|basin area|drainage area|basin size
  ja 流域面積
width: length
  nouns width|breadth
  behind wide|broad|in width|across
  ja 幅|全幅
gauge: length
  nouns gauge|track gauge
  ja 軌間
depth: length
  nouns depth
  behind deep|in depth
  ja 深さ|水深
thickness: length
  nouns thickness
  behind thick|in thickness
  ja 厚さ
diameter: length
  nouns diameter
  behind in diameter
  ja 直径
wingspan: length
  nouns wingspan|wing span
  ja 翼幅|翼開長|翼開帳
circumference: length
  nouns circumference
  behind in circumference
  ja 周囲|全周
distance: length
  nouns distance
  behind from|away from|northwest of|northeast of|southwest of|southeast of|north of|south of|east of|west of
  ja 距離
range: length
  nouns range
  ja 航続距離
area: area
  nouns area|surface area|total area|surface
  behind in area|in size
  verbs covers|covered|occupies|occupied|encompasses
  ja 面積|総面積
floor area: area
  nouns floor area|floor space
  ja 床面積|延床面積|延べ床面積
site area: area
  nouns site area
  ja 敷地面積
volume: volume
  nouns volume|capacity|storage capacity
  behind in volume
  verbs holds|stores
  ja 体積|容積|貯水量|総貯水容量
weight: mass
  nouns weight|mass
  behind in weight
  verbs weighs|weighed|weigh
  ja 重さ|重量|体重|質量
speed: speed
  nouns speed|velocity
  ja 速度
top speed: speed
  nouns top speed|maximum speed
  ja 最高速度
temperature: temperature|degF|deg
  nouns temperature
  ja 気温|温度
melting point: temperature|degF|deg
  nouns melting point
  ja 融点
boiling point: temperature|degF|deg
  nouns boiling point
  ja 沸点
population:
  nouns population|number of inhabitants|number of residents
  behind inhabitants|residents
  ja 人口
households:
  nouns number of households
  behind households
  ja 世帯数
employees:
  nouns number of employees|workforce|number of staff
  behind employees|staff|workers
  verbs employs|employed
  ja 従業員|従業員数|社員数|職員数
members:
  nouns membership|number of members
  behind members
  ja 会員数|部員数|加盟国数
students:
  nouns enrollment|enrolment|number of students|student body
  behind students|pupils
  verbs enrolls|enrolled|educates|educated|teaches
  ja 生徒数|学生数|児童数|在校生|在校生数|在籍者数|在学者数
capacity:
  nouns capacity|seating capacity
  verbs seats|seated|accommodates|can seat|can accommodate|can hold
  verbs holds|can carry|could carry
  ja 定員|収容人数|収容人員|収容能力|座席数|席数
seat:
  nouns number of seats
  ja 議席数|議員定数|総定数
visitors:
  nouns number of visitors|attendance|annual attendance|visitor numbers
  behind visitors|tourists|guests
  verbs attracts|attracted|draws|drew|receives|received|welcomes|welcomed
  ja 来館者数|来場者数|入場者数|来訪者数|来館者|来場者|入場者|入館者|来訪者
  ja 観客数|来園者数|入館者数|観光客数|動員数|参拝者数
holdings:
  nouns number of books|collection size
  behind books|volumes
  ja 蔵書数|蔵書|所蔵数|収蔵点数|収蔵品数
rooms:
  nouns number of rooms
  ja 客室数|部屋数
floors:
  nouns number of floors|number of storeys
  ja 階数
stations:
  nouns number of stations
  ja 駅数
users:
  nouns number of users|user base
  ja 利用者数|ユーザー数|ユーザ数
passengers:
  nouns number of passengers|ridership
  ja 乗降客数|乗客数|乗降人員
subscribers:
  nouns number of subscribers
  ja 登録者数|加入者数
participants:
  nouns number of participants|number of volunteers|number of entrants
  behind participants|volunteers|entrants|contestants
  ja 参加者|参加者数|被験者数|被験者|出場者数|出場者
density:
  nouns population density
  ja 人口密度
deaths:
  nouns death toll|number of deaths|number of dead|number of victims
  behind deaths|dead|fatalities
  verbs killed|kills|left|claimed
  ja 死者|死者数|死亡者数|死亡者|犠牲者数|犠牲者
injured:
  nouns number of injured|number of wounded
  behind injuries|injured|wounded
  verbs injured|wounded
  ja 負傷者|負傷者数|けが人|怪我人|重軽傷者
price: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns price|tickets|ticket|retail price|list price|fee|admission|admission fee|ticket price|fare
  verbs costs|sells for|sold for|fetched|went for
  ja 価格|値段|料金|入場料|入館料|観覧料|入園料|運賃|落札価格|落札額|定価|小売価格
cost: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns cost|construction cost|total cost|project cost
  verbs cost
  ja 費用|建設費|総工費|事業費|総事業費
capital: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns share capital|paid-in capital
  ja 資本金
fine: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns fine|penalty
  ja 罰金|過料|反則金
budget: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns budget|annual budget
  ja 予算|制作費|予算額|予算総額|一般会計予算
revenue: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns revenue|turnover|sales|gross|box office
  verbs grossed|earned
  ja 売上高|売上|売り上げ|興行収入
profit: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns profit
  ja 利益
net profit: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns net income|net profit
  ja 純利益|当期純利益
operating profit: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns operating profit|operating income
  ja 営業利益
ordinary profit: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns ordinary profit|recurring profit
  ja 経常利益
salary: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns salary|pay
  verbs earns|pays
  ja 給料|給与|月給|年収
minimum wage: yen|dollar|US dollar|euro|sterling|yuan|won
  nouns minimum wage
  ja 最低賃金
duration: time|months
  nouns duration|length
  verbs lasts|lasted|takes|took|lasts for|lasted for|runs for|ran for|went on for
  ja 所要時間|期間|開催期間|会期
running time: time|months
  nouns running time|runtime|run time
  verbs runs
  ja 上映時間|演奏時間
term: time|months
  nouns term|term of office
  ja 任期
lifespan: time|months|age
  nouns lifespan|life span
  ja 寿命
life expectancy: time|months|age
  nouns life expectancy
  ja 平均寿命
age: age|months
  nouns age
  behind old|years old
  ja 年齢
circulation:
  nouns circulation
  ja 発行部数
turnout: share
  nouns turnout|voter turnout
  ja 投票率
unemployment: share
  nouns unemployment rate|unemployment
  ja 失業率
growth: share
  nouns growth rate
  ja 成長率
output: power
  nouns output|power output|installed capacity|capacity
  verbs generates|produces
  ja 出力|最大出力|定格出力
generation: energy
  nouns net yield|energy yield|yield|generation|electricity generation|power generation
  nouns energy output|output|annual output|net output|production
  verbs generated|generates|produced|produces|delivered|delivers
  ja 発電量|発電電力量|総発電量|送電量
capacity factor: share
  nouns capacity factor|load factor
  ja 設備利用率
rotor diameter: length
  nouns rotor diameter
  ja ローター直径|ロータ直径|ローター径
dam height: length
  nouns dam height
  ja 堤高
crest length: length
  nouns crest length
  ja 堤頂長
traffic:
  nouns daily traffic|traffic
  ja 交通量
default: *
  nouns default|default value|default setting
  behind by default
  verbs defaults to
  ja 既定値|デフォルト値|デフォルト|初期値|規定値|省略時の値|既定
maximum: *
  nouns maximum|maximum value|upper limit|limit|max
  ja 最大値|上限|上限値|最大数
minimum: *
  nouns minimum|minimum value|lower limit
  ja 最小値|下限|下限値
timeout: time
  nouns timeout|time-out|time limit
  ja タイムアウト|タイムアウト時間|制限時間
size: bytes|kilobyte|megabytes|B|length|area|
  nouns size
  behind in size
  ja サイズ|大きさ
interval: time|months
  nouns interval
  ja 間隔
delay: time|months
  nouns delay
  ja 遅延
period: time|months
  nouns period
  ja 周期
dose: mass|volume
  nouns dose|recommended dose|dosage
  ja 用量|投与量
frequency: frequency
  nouns frequency
  ja 周波数
clock rate: frequency
  nouns clock rate|clock speed
  ja クロック周波数
"""
COUNTED_TABLE: Final = """
packag: パッケージ; column: 列; user: ユーザー 利用者; languag: 言語 語; countri: 国; school: 学校
room: 部屋 客室; station: 駅; island: 島; member: 会員 メンバー 部員; student: 生徒 学生; seat: 座席 席
employe: 従業員 社員 職員; visitor: 来館者 来場者 入場者 観光客; book: 蔵書 本 書籍; floor: 階; store: 店舗 店
architectur: アーキテクチャ; develop: 開発 開発者; paramet: パラメータ パラメーター 引数; file: ファイル
line: 行 路線; modul: モジュール; function: 関数 機能; option: オプション; prefectur: 都道府県
galleri: 展示室 ギャラリー; bell: 鐘; tower: 塔 タワー; gate: 門 ゲート; lock: 閘門 ロック
turbin: タービン 水車; lane: 車線; track: 線路; platform: ホーム プラットホーム; hall: ホール; volum: 巻
chapter: 章; page: ページ 頁; vote: 票; ship: 船; bed: 病床; household: 世帯; painting: 絵画; paint: 絵画
articl: 条 条文 箇条; class: 学級 クラス; statu: 像; bridg: 橋; tunnel: トンネル
"""
"""English stems of things that are often counted, and their Japanese names."""
MODIFIER_TABLE: Final = """
total: total overall combined entire 総 合計 全体 全
average: average mean 平均 平均的
maximum: maximum max largest highest 最大 最高 最長
minimum: minimum min lowest smallest 最小 最低 最短
recommended: recommended 推奨
default: default 既定 デフォルト 初期
annual: annual yearly 年間
daily: daily 一日 1日
monthly: monthly 月間
estimated: estimated 推定
"""
"""Words that change what is measured, under one name."""
