"""Words of which one was put in the place of another: opposites, and members of a group that exclude each other.

Comes in: a token (`tadori.text.tokens`: English stems, Sudachi's normal forms). Goes out: its rivals. The table is wider
than `antonyms.py`, on which the judge's weights were fitted: a rival proves nothing by itself. It counts only where
the sentence has the one, the words it is made from have the other, and neither has both.
"""

from functools import cache
from typing import Final

from tadori.text.antonyms import opposites
from tadori.text.stem import stem

_OPPOSITES: Final = (
    ("increase rise rose risen grow grew grown growth climb gain surge soar jump raise rally boost uptick"
     " upturn accelerate escalate higher upward exceed outpace enlarge widen lengthen"
     " 増加 増える 上昇 増大 拡大 増やす 上がる 伸びる 急増 高騰 増 上げる 引き上げる 増強",
     "decrease fall fell fallen decline drop reduce reduction shrink shrank shrunk shrinkage plunge plummet slump dip downturn slow"
     " decelerate lower downward undershoot narrow shorten slash diminish dwindle collapse lose loss"
     " 減少 減る 低下 下落 縮小 減らす 下がる 急減 暴落 減 下げる 引き下げる 削減"),
    ("improve improvement better upgrade progress recover recovery strengthen 改善 向上 回復 強化 好転",
     "worsen deteriorate worse degrade decline damage weaken suffer 悪化 低下 劣化 弱体化 低迷"),
    ("gain win won winner victory success succeed successful triumph achieve accomplish 勝つ 勝利 成功 優勝 達成 勝者",
     "loss lose lost loser defeat fail failure unsuccessful miss 負ける 敗北 失敗 敗れる 敗者 逃す"),
    ("accept approve agree agreement adopt endorse embrace welcome support favor favour back consent"
     " 承認 賛成 可決 受け入れる 採択 同意 支持 歓迎 承諾",
     "reject disapprove disagree disagreement oppose refuse decline deny denial dismiss veto criticize criticise condemn "
     " 却下 反対 否決 拒否 拒絶 批判 非難 否定 辞退"),
    ("praise applaud commend herald hail celebrate admire 称賛 賞賛 評価 称える",
     "criticize criticise condemn blame slam denounce mock fault 批判 非難 糾弾 酷評"),
    ("allow permit enable authorize authorise legalize legalise 許す 認める 許可 可能 容認",
     "ban prohibit forbid forbade block prevent bar disallow stop prohibition outlaw restrict 禁止 禁じる 阻止 妨げる 制限"),
    ("encourage urge motivate promote persuade invite recommend 奨励 促す 勧める 推奨 促進",
     "discourage demotivate deter dissuade warn 思い止まる 抑止 警告 止める"),
    ("begin began begun start launch commence open initiate inaugurate opening resume 開始 始まる 始める 着手 開く 開業 再開",
     "end finish stop cease terminate close conclude halt closing shut discontinue cancel suspend 終了 終わる 終える 停止 止める 閉じる 閉鎖 中止 中断 廃業"),
    ("add include insert contain inclusion incorporate 追加 加える 含む 挿入 入れる",
     "remove exclude delete omit exclusion withdraw eliminate subtract drop erase 削除 除く 除外 外す 取り除く 省く"),
    ("keep kept retain preserve maintain 保つ 維持 残す 保持 保存",
     "delete discard abandon remove discard destroy scrap 捨てる 放棄 手放す 失う 破棄"),
    ("hide hid hidden conceal secret mask cover private privately confidential 隠す 秘密 非公開 内密 隠蔽",
     "reveal show expose disclose highlight uncover public publicly open publish announce 明らか 公開 暴露 開示 示す 公表"),
    ("remember recall recollect 思い出す 覚える 記憶", "forget forgot forgotten overlook 忘れる 忘却"),
    ("love like enjoy adore prefer fond 好き 好む 愛する 楽しむ 気に入る", "hate dislike detest loathe despise 嫌い 嫌う 憎む"),
    ("happy glad pleased delighted joy satisfied satisfy cheerful excited thrilled content 幸せ 喜ぶ 嬉しい 満足 楽しい",
     "sad unhappy upset angry disappointed dissatisfied miserable depressed sorrow annoyed furious enraged bored 悲しい 怒る 不満 失望 不幸"),
    ("confident sure certain confidence 確信 自信 確実", "doubtful unsure uncertain doubt skeptical sceptical hesitant 疑う 不確か 不安 疑問"),
    ("easy easily simple simply straightforward effortless 簡単 容易 単純 易しい", "difficult hard complex complicated tough challenging difficulty 困難 難しい 複雑"),
    ("good great excellent positive favorable favourable strong wonderful impressive fine 良い 優れる 肯定 好調 素晴らしい",
     "bad poor terrible negative unfavorable unfavourable weak awful disappointing horrible mediocre 悪い 劣る 否定 不調 酷い"),
    ("best 最良 最善", "worst 最悪"),
    ("high highly highest 高い 最高", "low lowly lowest 低い 最低"),
    ("large big huge vast massive major great enormous significant considerable substantial extensive 大きい 巨大 大幅 大規模 多大",
     "small tiny little minor minimal slight modest limited insignificant negligible 小さい 僅か 小幅 小規模 微小"),
    ("more most many much numerous majority abundant plenty 多い 多数 豊富",
     "less least fewer few little minority scarce insufficient sparse 少ない 少数 不足"),
    ("long longer longest lengthy prolonged extend extended 長い 長期 延長 延ばす", "short shorter shortest brief shorten shortened 短い 短期 短縮"),
    ("wide wider broad broader widen diverse 広い 幅広い 多様", "narrow narrower uniform 狭い 画一"),
    ("deep deeper 深い", "shallow shallower 浅い"),
    ("thick thicker 厚い 太い", "thin thinner slim 薄い 細い"),
    ("heavy heavier 重い", "light lighter lightweight 軽い"),
    ("fast faster quick quickly rapid rapidly swift swiftly speed 速い 早い 急速 迅速", "slow slower slowly gradual gradually steady 遅い 緩やか 徐々"),
    ("strong stronger strongest powerful robust tough 強い 強力 頑丈", "weak weaker weakest fragile feeble 弱い 脆弱"),
    ("hot hotter hottest warm warmer 暑い 熱い 暖かい 温暖", "cold colder coldest cool cooler chilly 寒い 冷たい 涼しい 寒冷"),
    ("bright brighter glowing luminous 明るい 輝く", "dark darker dim 暗い"),
    ("wet rainy rain damp humid 濡れる 湿る 雨", "dry sunny arid 乾く 乾燥 晴れ"),
    ("clean pure 清潔 綺麗 純粋", "dirty polluted contaminated 汚い 不潔 汚染"),
    ("new newest novel modern recent fresh innovative latest 新しい 新規 新型 最新 近代 革新", "old older oldest outdated ancient traditional conventional obsolete 古い 旧 旧型 従来 伝統"),
    ("young younger youngest youth teenager child 若い 若者 青年 未成年", "old older elderly adult senior 老いる 高齢 高齢者 成人 大人"),
    ("early earlier earliest 早い 早期 初期 前半", "late later latest 遅い 晩期 後期 後半 末期"),
    ("before prior previous previously ahead pre preceding former formerly 前 以前 事前 先立つ 従前",
     "after subsequent subsequently following later post afterwards current next 後 以後 以降 事後 次"),
    ("former past ex previous 元 旧 過去 前", "current present incumbent future 現 現在 現職 将来"),
    ("first initial initially primary opening 最初 初 第一", "last final finally ultimate second third 最後 最終 第二"),
    ("top upper above highest 上 上部 上位", "bottom lower below beneath lowest 下 下部 下位"),
    ("inside indoor indoors internal interior inner within into inward 内 屋内 室内 内部", "outside outdoor outdoors external exterior outer beyond outward out 外 屋外 室外 外部"),
    ("front forward forwards ahead 前 前方 正面", "back backward backwards behind rear 後ろ 後方 背面"),
    ("near nearby close closer 近い 近く", "far distant remote away 遠い 遠く"),
    ("arrive arrival enter entry come came join 到着 着く 入る 入場 加盟 来る", "leave left depart departure exit go went withdraw quit 出発 発つ 出る 退場 離脱 脱退 去る"),
    ("import imported 輸入", "export exported 輸出"),
    ("buy bought purchase acquire buyer 買う 購入 買収 取得", "sell sold sale divest seller rent 売る 売却 販売 手放す"),
    ("borrow 借りる", "lend lent loan 貸す"),
    ("give gave given provide offer donate supply grant 与える 渡す 提供 寄付", "take took taken withhold steal 奪う"),
    ("push 押す", "pull 引く"),
    ("hire employ recruit appoint hiring 雇用 採用 任命", "fire dismiss sack layoff resign resignation 解雇 罷免 辞任"),
    ("build built construct create found establish make 建設 建てる 作る 設立 創設", "demolish destroy dissolve abolish dismantle ruin 解体 破壊 取り壊す 廃止 解散"),
    ("connect attach join unite combine merge link 繋ぐ 接続 結合 統合 合併", "separate disconnect detach divide split apart 分ける 切断 分離 分割"),
    ("cause 引き起こす", "prevent avert 防ぐ"),
    ("attack attacker offensive strike assault 攻撃 襲う", "defend defender defense defence defensive protect 防御 防衛 守る"),
    ("protect safe safety secure harmless safely 保護 安全 守る", "endanger dangerous danger unsafe harmful harm threaten risky hazardous 危険 有害 脅かす"),
    ("rescue save survive survival saved 救う 救助 助ける 生存", "kill die died death dead murder drown perish 殺す 死亡 死ぬ 殺害"),
    ("alive living live born birth 生きる 生存 誕生", "dead deceased die died death late 死ぬ 死亡 死去"),
    ("healthy well fit 健康 元気", "sick ill unhealthy diseased injured 病気 不健康 負傷"),
    ("guilty convict convicted conviction 有罪", "innocent acquit acquitted acquittal 無罪"),
    ("legal lawful legally 合法 適法", "illegal unlawful illegally 違法 不法"),
    ("arrest detain imprison jail jailed capture 逮捕 拘束 収監", "free release released freed 釈放 解放"),
    ("true truth correct right accurate real genuine truly 正しい 真 真実 本物 正確", "false incorrect wrong untrue inaccurate fake mistaken fictional 誤る 誤り 虚偽 偽物 不正確"),
    ("possible possibly able can capable 可能", "impossible unable cannot incapable 不可能"),
    ("likely probable", "unlikely improbable"),
    ("necessary essential required mandatory compulsory important vital crucial forced must 必要 必須 義務 強制 重要", "unnecessary optional voluntary unimportant trivial allowed 不要 任意"),
    ("effective efficient effectively efficiently useful helpful productive 有効 効果 効率 有用", "ineffective inefficient useless harmful unhelpful wasteful 無効 非効率 無駄"),
    ("public publicly 公立 公営 公共 国営", "private privately personal 私立 民営 個人 民間"),
    ("commercial civilian business 商業 民生 業務", "military personal noncommercial army 軍事 軍用 私用"),
    ("national federal nationwide 全国 国家 国立", "local regional provincial municipal 地方 地域 市立 県立"),
    ("domestic local 国内", "foreign international overseas abroad global 国外 海外 国際"),
    ("global worldwide international 世界", "local regional domestic 地域 局地"),
    ("urban city 都市", "rural countryside 農村 田舎"),
    ("rich wealthy luxury expensive costly affluent 豊か 裕福 高価 高級", "poor poverty cheap cheaper inexpensive basic affordable 貧しい 貧困 安い 安価"),
    ("profit surplus profitable 黒字 利益 収益", "loss deficit unprofitable 赤字 損失 費用 負債"),
    ("credit asset 資産", "debit liability debt 負債"),
    ("paid fee charge 有料 有償", "free unpaid 無料 無償"),
    ("full fully complete completely entire entirely whole total 完全 全部 満員 全面", "empty partial partially partly incomplete limited half 空 部分 一部 不完全"),
    ("always constantly continuously 常に 絶えず", "never rarely occasionally sometimes seldom 決して 稀 時々"),
    ("often frequently usually commonly 頻繁 屡々 良く", "rarely seldom infrequently never 稀 滅多"),
    ("all every each everyone everybody everything 全て 全員 全部 皆", "none nobody nothing neither 皆無 誰も"),
    ("both", "neither either"),
    ("alone solo individual individually single independently 単独 一人 個別", "together joint jointly group collective collectively team 一緒 共同 集団 合同"),
    ("same identical equal similar consistent alike 同じ 同一 等しい 類似 一致", "different opposite unequal dissimilar distinct inconsistent 異なる 違う 別 反対 相違"),
    ("direct directly 直接", "indirect indirectly 間接"),
    ("active actively 活発 現役 能動", "inactive passive retired dormant passively 不活発 引退 休止 受動"),
    ("activate enable install stimulate induce 有効 活性化 起動", "deactivate disable suspend inhibit uninstall suppress 無効 抑制 停止"),
    ("natural naturally organic 天然 自然", "artificial synthetic manmade 人工 人造 合成"),
    ("formal official formally officially 正式 公式", "informal unofficial casual 非公式 略式"),
    ("temporary temporarily brief interim 一時 臨時 仮", "permanent permanently lasting eternal 恒久 永久 永続"),
    ("fixed static constant stable stability steady rigid 固定 一定 安定 静的", "variable dynamic changing unstable volatile volatility flexible adaptive 可変 変動 不安定 動的 柔軟"),
    ("known famous popular well-known familiar renowned 有名 既知 人気 著名", "unknown obscure unpopular unfamiliar 無名 未知 不人気"),
    ("visible seen 見える 可視", "invisible unseen hidden 見えない 不可視"),
    ("present presence attend exist appear available 存在 出席 在る 現れる", "absent absence miss disappear unavailable vanish 不在 欠席 消える"),
    ("friend friendly ally partner 友人 味方 友好 同盟", "enemy foe hostile rival opponent stranger 敵 敵対 ライバル"),
    ("peace peaceful calm quiet 平和 穏やか 静か", "war violent violence conflict noisy loud chaotic 戦争 暴力 紛争 騒がしい"),
    ("polite respectful kind 丁寧 礼儀 親切", "rude disrespectful cruel 無礼 失礼 冷酷"),
    ("careful cautious carefully 慎重 注意", "careless reckless 不注意 無謀"),
    ("deliberately intentionally purposely secretly 故意 意図", "accidentally inadvertently unintentionally openly 偶然 過失"),
    ("voluntary voluntarily willing willingly 自発 進んで", "forced involuntary reluctant reluctantly unwilling 強制 渋々"),
    ("married marry wedding engaged 結婚 既婚 婚約", "divorced divorce single unmarried separated 離婚 独身 未婚"),
    ("male man men boy gentleman father husband son brother king prince uncle grandfather nephew actor waiter dad"
     " 男性 男 少年 男子 父 夫 息子 兄 弟 国王 王子 祖父",
     "female woman women girl lady mother wife daughter sister queen princess aunt grandmother niece actress waitress mum mom"
     " 女性 女 少女 女子 母 妻 娘 姉 妹 女王 王女 祖母"),
    ("parent 親", "child son daughter kid 子供 息子 娘"),
    ("teacher professor instructor 教師 教授 先生", "student pupil learner 学生 生徒"),
    ("doctor physician nurse 医師 看護師", "patient 患者"),
    ("employer boss manager owner landlord 雇用主 上司 経営者 大家", "employee worker staff tenant 従業員 部下 社員 借主"),
    ("customer client consumer buyer 顧客 消費者 客", "supplier vendor seller provider producer 供給者 業者 売り手"),
    ("host 主催", "guest visitor 招待客 客"),
    ("plaintiff prosecutor victim 原告 検察 被害者", "defendant suspect accused attacker 被告 容疑者 加害者"),
    ("striker forward winger 攻撃", "defender goalkeeper keeper 守備"),
    ("home", "away abroad"),
    ("day daytime daylight 昼 日中", "night nighttime overnight 夜 夜間"),
    ("morning 朝 午前", "evening afternoon night 夕方 午後 夜"),
    ("today 今日 本日", "yesterday tomorrow 昨日 明日"),
    ("input 入力", "output 出力"),
    ("upload 送信", "download 受信"),
    ("explicit explicitly 明示", "implicit implicitly 暗黙"),
    ("supervised 教師あり", "unsupervised 教師なし"),
    ("linear 線形", "nonlinear 非線形"),
    ("discrete 離散", "continuous 連続"),
    ("local 局所", "global 大域"),
    ("offline オフライン", "online オンライン"),
    ("theoretical theory theoretically 理論", "empirical practical experimental practice 経験 実験 実用"),
    ("qualitative 定性", "quantitative 定量"),
    ("maximum maximize maximise max most 最大", "minimum minimize minimise min least 最小"),
    ("optimal optimum ideal 最適", "suboptimal worst poor 次善"),
    ("majority 過半数 多数", "minority 少数"),
    ("north northern 北 北部", "south southern 南 南部"),
    ("east eastern 東 東部", "west western 西 西部"),
    ("left 左", "right 右"),
    ("open openly 公然", "closed secret 密か"),
    ("lead leader leading led ahead 首位 先頭 率いる", "follow follower trail behind last 追随 最下位 従う"),
    ("major 主要", "minor 些細"),
    ("extreme severe serious seriously severely intense critical 深刻 激しい 重大 重症", "mild slight slightly minor moderate 軽い 軽微 軽症 穏やか"),
    ("rural", "urban"),
    ("raw 生", "cooked 調理"),
    ("sweet 甘い", "bitter sour salty 苦い 辛い"),
    ("solid 固体", "liquid gas 液体 気体"),
    ("awake wake woke 起きる", "asleep sleep slept 寝る 眠る"),
    ("stand stood standing 立つ", "sit sat seated lie lying 座る"),
    ("laugh smile 笑う", "cry cried weep 泣く"),
    ("trust believe faith 信じる 信頼", "distrust doubt suspect mistrust 疑う 不信"),
    ("confirm affirm verify admit concede acknowledge 確認 認める 肯定", "deny denied refute ignore dispute reject 否定 否認 無視"),
    ("ask question request inquire enquire 尋ねる 質問 依頼", "answer reply respond response 答える 返答 回答"),
    ("delay late delayed postpone 遅延 遅れる 延期", "early advance prompt punctual 早まる 前倒し"),
    ("win", "draw"),
    ("score scored goal 得点", "concede missed 失点"),
    ("promote promotion 昇格 昇進", "demote relegate relegation demotion 降格 左遷"),
    ("tight tighten strict stricter 厳しい 厳格 引き締める", "loose loosen lenient relaxed relax ease 緩い 緩和 緩める"),
    ("gentle 穏やか", "harsh 厳しい"),
    ("advantage benefit beneficial merit pro 利点 長所 恩恵", "disadvantage drawback detrimental harm con shortcoming 欠点 短所 弊害"),
    ("optimistic optimism hope hopeful 楽観 希望", "pessimistic pessimism despair hopeless 悲観 絶望"),
    ("general generally 一般", "specific specifically 特定"), ("include", "exclude"), ("with", "without"), ("cause", "despite"), ("because", "despite"), ("following", "despite"),
    ("crewed manned", "uncrewed unmanned"), ("upstream 上流", "downstream 下流"), ("ascend 上る", "descend 下る"),
    ("positive 陽性", "negative 陰性"), ("plus プラス", "minus マイナス"), ("vertical 垂直 縦", "horizontal 水平 横"),
    ("physical 物理 身体", "mental virtual digital psychological 精神 仮想 心理"), ("absolute 絶対", "relative 相対"),
    ("subjective 主観", "objective 客観"), ("static 静的", "dynamic 動的"), ("abstract 抽象", "concrete 具体"),
    ("agree", "differ"), ("unite", "divide"), ("abundant", "scarce"), ("odd 奇数", "even 偶数"), ("singular 単数", "plural 複数"),
    ("professional プロ", "amateur アマチュア"), ("experienced expert veteran 経験者 専門家 熟練", "novice beginner inexperienced newcomer 初心者 新人 素人"),
    ("wholesale 卸売", "retail 小売"), ("fiction フィクション", "nonfiction ノンフィクション"), ("vegetarian vegan", "meat carnivore"),
    ("fertile 肥沃", "barren infertile 不毛"), ("brave courageous 勇敢", "cowardly afraid 臆病"), ("generous 寛大", "selfish stingy greedy 利己"),
    ("selfless altruistic 利他", "selfish self-interested 利己"), ("smart clever intelligent wise 賢い", "stupid foolish dumb 愚か"),
    ("lazy 怠惰", "diligent hardworking 勤勉"), ("loyal 忠実", "disloyal unfaithful traitor 裏切る"), ("sane", "insane mad crazy"),
    ("humble modest 謙虚", "arrogant proud 傲慢"), ("smooth smoothly 滑らか 順調", "rough rocky bumpy 粗い 難航"),
    ("tidy neat 整然", "messy untidy 散らかる"), ("occupied 占有", "vacant 空き"), ("unite 統一", "secede 独立"),
)  # fmt: skip

# Of one of these groups, one word at a time is true of a thing.
_GROUPS: Final = (
    "monday tuesday wednesday thursday friday saturday sunday", "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "january february march april june july august september october november december",
    "spring summer autumn fall winter", "春 夏 秋 冬", "breakfast lunch dinner supper brunch", "朝食 昼食 夕食",
    "morning noon afternoon evening night midnight", "yesterday today tomorrow", "昨日 今日 明日",
    "second minute hour day week month year decade century", "秒 分 時間 週間",
    "daily weekly monthly quarterly yearly hourly", "毎日 毎週 毎月 毎年",
    "red blue green yellow black white brown purple orange pink gray grey silver gold",
    "赤い 青い 黒い 白い 黄色い 緑色 茶色 赤 青 黒 白 緑 黄色 紫 桃色",
    "first second third fourth fifth sixth seventh eighth ninth tenth", "half third quarter fifth tenth",
    "double triple quadruple halve", "million billion trillion thousand hundred",
    "mother father wife husband son daughter brother sister uncle aunt cousin grandmother grandfather niece nephew roommate"
    " boyfriend girlfriend fiance stepfather stepmother",
    "母 父 妻 夫 息子 娘 兄 弟 姉 妹 叔父 叔母 従兄弟 祖母 祖父 甥 姪",
    "doctor nurse lawyer teacher engineer scientist journalist actor singer farmer chef pilot driver soldier architect"
    " plumber carpenter librarian firefighter dentist accountant",
    "医師 看護師 弁護士 教師 技師 科学者 記者 俳優 歌手 農家 料理人 運転手 兵士 建築家 大工 消防士 歯科医 会計士",
    "president chairman secretary treasurer mayor governor senator minister king queen prince ambassador",
    "大統領 首相 知事 市長 議員 大臣 国王 女王 王子 大使 社長 会長",
    "car truck bus train plane airplane helicopter ship boat bicycle bike motorcycle tram ferry subway",
    "自動車 トラック バス 電車 飛行機 ヘリコプター 船 自転車 オートバイ 路面電車 地下鉄",
    "dog cat horse cow pig sheep goat chicken duck rabbit mouse rat lion tiger bear wolf elephant monkey snake bird fish",
    "犬 猫 馬 牛 豚 羊 山羊 鶏 兎 鼠 獅子 虎 熊 狼 象 猿 蛇 鳥 魚",
    "football soccer basketball baseball tennis golf cricket rugby hockey volleyball swimming boxing",
    "サッカー 野球 テニス ゴルフ ラグビー バレーボール 水泳 柔道 相撲 卓球",
    "striker winger midfielder defender goalkeeper forward center centre fullback",
    "coffee tea beer wine milk juice water whisky vodka soda", "コーヒー 茶 ビール ワイン 牛乳 水 日本酒",
    "apple orange banana grape strawberry lemon peach pear cherry", "林檎 蜜柑 バナナ 葡萄 苺 桃 梨",
    "beef pork chicken lamb fish tofu", "wheat rice corn barley soy pea oat", "小麦 米 大麦 大豆",
    "butter margarine cheese cream yogurt", "gold silver bronze copper iron steel platinum",
    "金 銀 銅 鉄 アルミニウム",
    "head neck shoulder arm hand finger chest back leg knee foot feet ankle", "頭 首 肩 腕 手 指 胸 背中 足 膝",
    "heart lung liver kidney brain stomach skin", "心臓 肺 肝臓 腎臓 脳 胃 皮膚",
    "cancer diabetes asthma influenza malaria hiv pneumonia rsv covid measles", "癌 糖尿病 喘息 インフルエンザ マラリア 肺炎",
    "christian muslim jewish buddhist hindu catholic protestant", "キリスト教 イスラム教 仏教 神道 ヒンドゥー教",
    "democrat republican conservative liberal labour", "church mosque temple synagogue", "教会 寺院 神社",
    "school university college hospital hotel restaurant library museum airport bank office factory",
    "学校 大学 病院 ホテル レストラン 図書館 美術館 空港 銀行 工場",
    "kitchen bedroom bathroom garage garden attic basement", "台所 寝室 浴室 車庫 庭",
    "book film song album novel poem play movie magazine newspaper painting", "本 映画 歌 小説 詩 雑誌 新聞 絵画",
    "guitar piano violin drum flute trumpet", "ギター ピアノ バイオリン 太鼓 フルート",
    "math mathematics physics chemistry biology history geography", "数学 物理 化学 生物 歴史 地理",
    "rain snow hail sunshine fog wind", "雨 雪 雹 晴れ 霧", "earthquake flood hurricane tornado tsunami drought volcano",
    "地震 洪水 台風 竜巻 津波 干ばつ 噴火", "river lake sea ocean mountain desert forest island", "川 湖 海 山 砂漠 森 島",
    "oil gas coal solar wind nuclear hydro", "石油 天然ガス 石炭 太陽光 風力 原子力 水力",
    "murder robbery theft fraud rape arson assault burglary", "殺人 強盗 窃盗 詐欺 放火",
    "gun knife bomb rifle pistol sword", "銃 ナイフ 爆弾 剣", "army navy", "陸軍 海軍 空軍",
    "euro dollar pound yen yuan rupee", "kilometre kilometer mile metre meter foot inch yard", "kilogram pound ounce gram ton tonne",
    "phone laptop tablet computer camera television radio", "電話 パソコン カメラ テレビ ラジオ",
    "email letter text call fax", "shirt trousers jacket dress skirt shoe hat coat", "syntax semantics morphology phonology",
    "word sentence character paragraph document", "image text audio video speech", "画像 文章 音声 動画",
    "health life auto car home travel dental", "primary secondary tertiary", "undergraduate graduate postgraduate",
    "gold-medal silver-medal bronze-medal", "quarterfinal semifinal final", "準々決勝 準決勝 決勝",
    "africa asia europe america australia antarctica", "アフリカ アジア ヨーロッパ 南米 北米 オーストラリア",
    "mercury venus earth mars jupiter saturn uranus neptune pluto moon sun", "水星 金星 地球 火星 木星 土星 月 太陽",
)  # fmt: skip
_PREFIXES: Final = ("un", "non", "in", "im", "il", "ir", "dis", "mis", "de", "anti", "counter")
_STEMS_OF_PREFIXED: Final = frozenset(
    stem(word)
    for word in "accurate active adequate appropriate attentive capable complete consistent convenient correct correctly"
    " decisive definite dependent direct effective efficient eligible equal equality evitable experienced expensive formal"
    " frequent justice numerable offensive secure sensitive significant stability sufficient tolerant valid visible voluntary"
    " balance mature modest moral mortal partial patient perfect personal polite possible practical probable proper legal"
    " legible literate logical legitimate rational regular relevant replaceable resistible responsible reversible advantage"
    " agree allow appear approve arm belief believe charge close comfort connect continue courage encourage engage grace honest"
    " honor infect inherit integrate like loyal obey order organize own pleasure prove qualify regard respect satisfied"
    " satisfy similar trust use activate centralize code form grade stabilize value escalate increase motivate mobilize"
    " behave conduct inform interpret judge lead manage place quote read represent spell understand calculate fortune".split()
)
_NEVER_SPLIT: Final = frozenset(
    stem(word) for word in "under union unit unite united unique uniform universal until".split()
)
_SHORTEST_BASE: Final = 4
_PREFIXES_JA: Final = ("不", "無", "非", "未", "反", "脱")


def rivals(token: str) -> frozenset[str]:
    """The tokens that cannot stand where `token` does without changing what is said; none where nothing is known."""
    return _rival_table().get(token, frozenset()) | opposites(token) | _by_prefix(token)


def _by_prefix(token: str) -> frozenset[str]:
    """`crew` for `uncrew` and back, 公開 for 非公開 and back."""
    if not token.isascii():
        bare = token[1:] if token[:1] in _PREFIXES_JA and len(token) > 2 else ""
        return frozenset([bare] if bare else (prefix + token for prefix in _PREFIXES_JA if len(token) > 1))
    found = {prefix + token for prefix in _PREFIXES[:2]} if len(token) >= _SHORTEST_BASE else set()
    if token in _STEMS_OF_PREFIXED:
        found |= {prefix + token for prefix in _PREFIXES}
    for prefix in _PREFIXES:
        base = token.removeprefix(prefix)
        if base == token or len(base) < _SHORTEST_BASE or token in _NEVER_SPLIT:
            continue
        if prefix in ("un", "non") or base in _STEMS_OF_PREFIXED:
            found.add(base)
    return frozenset(found)


@cache
def _rival_table() -> dict[str, frozenset[str]]:
    against: dict[str, set[str]] = {}
    for left_words, right_words in _OPPOSITES:
        left, right = _tokens_of(left_words), _tokens_of(right_words)
        for side, other in ((left, right), (right, left)):
            for word in side:
                against.setdefault(word, set()).update(other - side)
    for words in _GROUPS:
        group = _tokens_of(words)
        for word in group:
            against.setdefault(word, set()).update(group - {word})
    return {word: frozenset(others) for word, others in against.items()}


def _tokens_of(words: str) -> set[str]:
    return {stem(word) if word.isascii() else word for word in words.split()}
