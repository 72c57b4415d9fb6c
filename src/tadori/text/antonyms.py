"""Words that cannot both be true of one thing at one time, ja and en and across.

A row has two sides; words of one side mean nearly the same, words of two sides are opposites. Words are looked up as
tokens (`tadori.text.tokens`): English stems, Sudachi's normal forms.
"""

from functools import cache
from typing import Final

from tadori.text.stem import stem

_FIRM_ROWS: Final = (
    ("increase rise grow climb gain surge expand raise higher upward"
     " 増加 増える 上昇 増大 拡大 増やす 上がる 伸びる 急増 増",
     "decrease fall decline drop reduce shrink lower fell plunge downward"
     " 減少 減る 低下 下落 縮小 減らす 下がる 急減 減"),
    ("open opened reopen 開く 開放 開館 開場 開店 開業 開ける",
     "close closed shut 閉じる 閉鎖 閉館 閉場 閉店 閉める 廃業"),
    ("legal lawful 合法 適法", "illegal unlawful 違法 不法 非合法"),
    ("safe harmless 安全", "dangerous unsafe harmful hazardous 危険 有害"),
    ("begin start launch commence 開始 始まる 始める 着手",
     "end finish stop cease terminate 終了 終わる 終える 停止 止める"),
    ("accept approve agree adopt 承認 賛成 可決 受け入れる 採択 認可 同意 許可 採用",
     "reject disapprove oppose refuse 却下 反対 否決 拒否 拒絶 不許可 不同意 不採用"),
    ("allow permit 許す 認める", "ban prohibit forbid 禁止 禁じる"),
    ("win won victory 勝つ 勝利 勝訴 優勝", "lose lost defeat 負ける 敗北 敗れる 敗訴 敗退"),
    ("succeed success successful 成功", "fail failure unsuccessful 失敗"),
    ("true correct 正しい 真 真実", "false incorrect wrong untrue 誤る 誤り 虚偽"),
    ("import 輸入", "export 輸出"),
    ("arrive 到着 着く", "depart 出発 発つ"),
    ("alive living 生存 生きる", "dead die died deceased 死亡 死ぬ"),
    ("positive 陽性 プラス 肯定", "negative 陰性 マイナス 否定"),
    ("profit surplus 黒字 利益", "loss deficit 赤字 損失"),
    ("guilty 有罪", "innocent acquitted 無罪"),
    ("presence present exist 存在 在る 出席", "absence absent 不在 欠席"),
    ("possible 可能", "impossible 不可能"),
    ("able", "unable"),
    ("likely", "unlikely"),
    ("public 公開 公立 公営", "private 非公開 私立 民営"),
    ("effective 有効", "ineffective invalid 無効"),
    ("valid", "invalid"),
    ("mandatory compulsory required 必須 義務 強制", "voluntary optional 任意"),
    ("free 無料 無償", "paid 有料 有償"),
    ("majority 多数 過半数", "minority 少数"),
    ("maximum max 最大 最高", "minimum min 最小 最低"),
    ("better improve 改善 向上", "worse worsen deteriorate 悪化"),
    ("strengthen 強化", "weaken 弱体化 緩和"),
    ("promote activate enhance stimulate upregulate induce accelerate 促進 活性化",
     "inhibit suppress prevent impair deactivate downregulate block repress attenuate 抑制 阻害 妨げる"),
    ("protect 保護", "harm damage 損なう"),
    ("sensitive", "resistant insensitive"),
    ("hyper", "hypo"),
    ("construct build 建設 建てる", "demolish destroy 解体 破壊 取り壊す"),
    ("establish found 設立 創設 設置", "abolish dissolve 廃止 解散"),
    ("hire employ 雇用 採用", "fire dismiss 解雇"),
    ("continue 継続 続ける 存続", "discontinue cancel suspend abandon 中止 中断 打ち切る 取り止める"),
    ("majority-owned", "minority-owned"),
    ("married 既婚 結婚", "unmarried single divorced 未婚 独身 離婚"),
    ("ally friend 味方", "enemy foe 敵"),
    ("peace 平和", "war 戦争"),
    ("attack 攻撃", "defend 防御 防衛"),
    ("domestic 国内", "foreign overseas 国外 海外"),
    ("urban 都市部", "rural 農村部"),
    ("active 現役 稼働", "inactive retired dormant 引退 休止"),
    ("confirm 確認 肯定", "deny refute 否定 否認"),
    ("publish release 公表 発表", "withhold conceal 隠す 隠蔽"),
    ("temporary 一時的 臨時", "permanent 恒久 永久"),
    ("exceed 上回る 超える", "undershoot 下回る"),
    ("complete completed 完成 完了", "incomplete unfinished 未完成 未完了"),
)  # fmt: skip
# Words that oppose each other only when said of one and the same thing at one time.
_LOOSE_ROWS: Final = (
    ("more 多い", "less fewer 少ない"),
    ("most", "least"),
    ("high 高い", "low 低い"),
    ("large big huge 大きい 巨大", "small tiny little 小さい"),
    ("long 長い", "short 短い"),
    ("tall", "short"),
    ("before 前 以前 事前", "after 後 以後 以降 事後"),
    ("earlier", "later"),
    ("support endorse 支持", "oppose against 反対"),
    ("buy purchase acquire 買う 購入 買収 取得", "sell sold 売る 売却 販売"),
    ("enter join 入る 加盟 加入 参加", "leave exit withdraw quit 出る 脱退 離脱 退出 撤退"),
    ("born 誕生 生まれる", "died 死去 没する"),
    ("first 最初", "last 最後"),
    ("new 新しい", "old 古い"),
    ("young 若い", "old elderly 老いる"),
    ("known 既知", "unknown 未知 不明"),
    ("include contain 含む", "exclude 除く 除外"),
    ("upper", "lower"),
    ("above 上", "below 下"),
    ("north northern 北 北部", "south southern 南 南部"),
    ("east eastern 東 東部", "west western 西 西部"),
    ("left 左", "right 右"),
    ("inside indoor indoors 内 屋内 室内", "outside outdoor outdoors 外 屋外 室外"),
    ("male man men boy boys gentleman father husband son brother king"
     " 男性 男 少年 男子 父 夫 息子 兄 弟 国王",
     "female woman women girl girls lady mother wife daughter sister queen"
     " 女性 女 少女 女子 母 妻 娘 姉 妹 女王"),
    ("hot 暑い 熱い", "cold 寒い 冷たい"),
    ("warm", "cool"),
    ("strong 強い 強力", "weak 弱い"),
    ("rich wealthy 豊か", "poor 貧しい"),
    ("fast quick rapid 速い 早い", "slow 遅い"),
    ("easy simple 簡単 容易", "difficult hard 困難 難しい"),
    ("light 軽い", "heavy 重い"),
    ("bright 明るい", "dark 暗い"),
    ("wet 濡れる 湿る", "dry 乾く 乾燥"),
    ("clean 清潔 綺麗", "dirty 汚い 不潔"),
    ("full 満員", "empty 空"),
    ("happy glad", "sad unhappy upset"),
    ("love like 好き 好む", "hate dislike 嫌い 嫌う"),
    ("good 良い", "bad 悪い"),
    ("best", "worst"),
    ("day daytime 昼 日中", "night 夜 夜間"),
    ("morning 朝 午前", "evening afternoon 夕方 午後"),
    ("summer 夏", "winter 冬"),
    ("stand standing 立つ", "sit sitting seated lie lying 座る 横たわる 寝転ぶ"),
    ("awake", "asleep sleep sleeping 寝る 眠る"),
    ("walk walking run running 歩く 走る", "sit sitting stand standing sleep sleeping 座る 止まる"),
    ("alone", "together crowd"),
    ("nobody", "somebody someone everybody everyone"),
    ("all every always 全て 全員 常に", "none never nobody 皆無"),
    ("push 押す", "pull 引く"),
    ("give 与える", "take 奪う"),
    ("love", "hate"),
    ("same identical equal 同じ 同一 等しい", "different 異なる 違う"),
    ("similar", "dissimilar"),
    ("direct 直接", "indirect 間接"),
    ("early 早期", "late 晩期"),
    ("natural 天然 自然", "artificial synthetic 人工 人造"),
    ("front 前", "back behind 後ろ"),
    ("top", "bottom"),
    ("up", "down"),
    ("on", "off"),
    ("with", "without"),
)  # fmt: skip
# Of one of these groups only one word at a time is true of a thing.
_EXCLUSIVE: Final = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "spring summer autumn winter",
    "春 夏 秋 冬",
    "red blue green yellow black white brown purple orange pink gray grey",
    "赤い 青い 黒い 白い 黄色い 緑色 茶色",
)


def opposites(token: str) -> frozenset[str]:
    """The tokens that cannot be true where `token` is."""
    return _table()[0].get(token, frozenset())


def nearly_same(token: str) -> frozenset[str]:
    """The tokens on the same side of a row: words that may stand for `token`, itself included."""
    return _table()[1].get(token, frozenset((token,)))


def counterpart(word: str) -> str:
    """The dictionary form that stands opposite to a dictionary form, in its own script; empty where none does.

    Rows of equal length pair word for word (`win`, `lose`; `won`, `lost`); of others the first words alone do.
    """
    return _counterparts().get(word, "")


@cache
def _counterparts() -> dict[str, str]:
    found: dict[str, str] = {}
    for left, right in (*_FIRM_ROWS, *_LOOSE_ROWS):
        for latin in (True, False):
            mine, theirs = ([word for word in side.split() if word.isascii() is latin] for side in (left, right))
            whole = len(mine) == len(theirs)
            for one, other in zip(mine if whole else mine[:1], theirs if whole else theirs[:1], strict=False):
                found.setdefault(one, other)
                found.setdefault(other, one)
    return found


def antonym_pairs(first: list[str], second: list[str]) -> list[tuple[str, str]]:
    """Pairs (token of `first`, token of `second`) of opposites, in the order of `first`; no duplicates."""
    there = set(second)
    pairs: dict[tuple[str, str], None] = {}
    for token in first:
        for other in sorted(opposites(token) & there):
            pairs[token, other] = None
    return list(pairs)


def is_loose(first: str, second: str) -> bool:
    """Whether two opposite tokens are opposites only when said of one and the same thing."""
    return second not in _firm().get(first, frozenset())


@cache
def _firm() -> dict[str, frozenset[str]]:
    against: dict[str, set[str]] = {}
    for left_words, right_words in _FIRM_ROWS:
        left, right = _forms(left_words), _forms(right_words)
        for side, other in ((left, right), (right, left)):
            for word in side:
                against.setdefault(word, set()).update(other - side)
    return {word: frozenset(others) for word, others in against.items()}


@cache
def _table() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    against: dict[str, set[str]] = {}
    beside: dict[str, set[str]] = {}
    for left_words, right_words in (*_FIRM_ROWS, *_LOOSE_ROWS):
        left, right = _forms(left_words), _forms(right_words)
        for side, other in ((left, right), (right, left)):
            for word in side:
                against.setdefault(word, set()).update(other - side)
                beside.setdefault(word, set()).update(side)
    for words in _EXCLUSIVE:
        group = _forms(words)
        for word in group:
            against.setdefault(word, set()).update(group - {word})
    return {w: frozenset(o) for w, o in against.items()}, {w: frozenset(o) for w, o in beside.items()}


def _forms(words: str) -> set[str]:
    return {stem(word) if word.isascii() else word for word in words.split()}
