"""Finds short sentences that only deny: `Not so.` `He later admitted inventing it.` のちに撤回された。

Comes in: one sentence, or the text above one. Goes out: whether the sentence denies its neighbour. A denial has no
topic of its own: each of its words is a word of falsehood, a pointer (`it`, これ), a word for a statement (`story`,
報道) or grammar. One other word (`the dam`, 町) makes it a sentence about something: there `retractions.py` decides.
"""

import re
from typing import Final

from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import has_words

_MOST_WORDS: Final = 9
_MOST_LETTERS_JA: Final = 30
_LONGEST_ANNOUNCEMENT: Final = 200
_FALSE_WORDS: Final = (
    r"(?:false(?:hoods?|ly)?|untrue|wrong(?:ly)?|incorrect(?:ly)?|inaccurate|mistaken(?:ly)?|misleading|erroneous(?:ly)?|fabricat\w+|fak(?:e[ds]?|ery|ing)|fictitious"
    r"|fiction(?:al)?|satir\w+|unfounded|baseless|groundless|nonsense|rubbish|bogus|debunked|refuted|disprove[dn]|discredited|retract\w*|withdr[ae]wn?"
    r"|rescinded|revoked|overturned|myths?|hoax(?:es)?|lies?|lied|lying|liars?|errors?|mistakes?|misconceptions?|misunderstandings?|misprints?|typos?|untruths?"
    r"|fabrications?|jokes?|joking|jest|prank|rumou?rs?|hearsay|exaggerat\w+|forger(?:y|ies)|forged|fraud(?:ulent)?|inventions?|invented|inventing|superseded|obsolete"
    r"|imaginary|imagination|propaganda|misreport\w*|misquot\w*|misread\w*|miscalculat\w+|doctored|falsified|rigged|sham|bunk|corrected|correction|apologi[sz]e[ds]?"
    r"|opposite|(?<!^)otherwise|contrary|pulled|unproven|unsubstantiated|irreproducible|doubt(?:s|ed|ful)?|dubious|impossible|apocryphal|fantas(?:y|ies)|disagree[ds]?|dropped|void|invalid|annulled|unreliable|implausible|unlikely|controversial|speculat\w+|guess(?:work)?|conjecture|fanciful|delusions?|gossip|slander|smear|spurious|specious|flawed|faulty|garbled|distorted|questionable|unverified|unconfirmed|legends?|fables?|folklore|denied|rejected|disputed|contested|contradicted)"
)
_NO_WORDS: Final = r"(?:not|no|never|n['’]t|none|nothing|nobody|cannot|hardly|neither|\w+n['’]t)"
_GRAMMAR: Final = frozenset(
    "otherwise experts critics scientists historians officials police least a an the this that these those it its"
    " it's that's he she they we i you his her their our my him them us who which what is was are were be been"
    " being am 's has have had having do does did done will would can could should may might must and or but yet"
    " so as of in to by on at for from with about than out up off here there then now later since today afterwards"
    " soon ever even just only quite all both each every such same whole entire entirely complete completely pure"
    " purely utter utterly sheer total totally simply merely mere sadly alas unfortunately however though although"
    " actually really fact course turned turns proved proven proves shown found known knew know better best said"
    " say says told admitted admits confessed conceded acknowledged confirmed confirm true truth case thing things"
    " anything kind sort happened happen happens occurred exist existed exists effect claim claims claimed report"
    " reports reported statement statements story stories figure figures number numbers data result results"
    " finding findings paper papers study studies article articles post account accounts announcement version"
    " information idea belief view letter letters document documents photo photos picture quote test tests audit"
    " inquiry investigation review records record evidence proof editors editor author authors paper's any more"
    " longer anymore holds hold held stand stands stood got get one ones another itself himself herself themselves"
    " very much part some most many because reproduced reproduce replicated replicate able crept again already"
    " long widely officially publicly except close taken take took back comes came nothing right believed believe"
    " thought once old popular common famous if when tale legend nonetheless".split()
)
_ANNOUNCING: Final = frozenset(
    "following follows next below example examples sentence consider here's take read often told repeated heard"
    " popular answer news imagine suppose picture lines paragraph passage section list listed do".split()
)
_FALSE: Final = lazy_pattern(rf"\b(?:{_FALSE_WORDS}|ma[dk](?:e|ing)(?:\s\w+){{0,3}}\sup)\b", re.IGNORECASE)
_DENIES: Final = lazy_pattern(
    rf"\b(?:{_FALSE_WORDS}|{_NO_WORDS})\b|\bma[dk](?:e|ing)(?:\s\w+){{0,3}}\sup\b|\bbetter\b|\bt(?:aken|ook|ake)(?:\s\w+)?\sback\b",
    re.IGNORECASE,
)
_FALSE_WORD: Final = lazy_pattern(rf"(?:{_FALSE_WORDS}|{_NO_WORDS}|\w+ly)", re.IGNORECASE)
_WORD: Final = lazy_pattern(r"[\w'’-]+")
# `The maker was lying.` Whoever it was, the statement is gone.
_LIAR: Final = lazy_pattern(
    r"(?:\S+\s){1,4}?(?:(?:was|were|is|are|had\sbeen)\slying|(?:has|have|had)?\s?(?:since\s|later\s)?(?:lied|apologi[sz]ed(?=[.!]|\sfor\s(?:the|this|that|its|his|her|their)\s(?:mistake|error|lie|claim|false|mis)))(?=[\s.!])"
    r"|(?:later\s|since\s|had\s|has\s)*(?:made|making)\s(?:it|this|that|the\swhole\sthing|everything)(?:\sall)?\sup|(?:later\s)?admitted\s(?:to\s)?(?:inventing|fabricating|lying|making))",
    re.IGNORECASE,
)
_UNCONFIRMED: Final = lazy_pattern(
    r"(?:nobody|no\sone)\s(?:has|could|can)\s(?:\w+\s){0,3}(?:confirm|verify|reproduce|replicate)|(?:this|these|it|the)\s(?:\w+\s)?(?:could|can)(?:not|n['’]t|\snot|\snever)\sbe"
    r"\s(?:confirmed|verified|reproduced|replicated)|not\sany\s?more\b|(?:this|that|it)\sno\slonger\s(?:holds|applies|stands)|except\s(?:that\s)?(?:it|they|he|she)\s\w+(?:n['’]t|\snot)\b",
    re.IGNORECASE,
)
_POINTS_AHEAD: Final = lazy_pattern(
    r"\b(?:following|what\sfollows|below|the\snext\s(?:sentence|statement|line|paragraph|claim|example)|here(?:['’]s|\sis|\sare|\scomes?)|consider|examples?|as\sfollows|take\sthis|(?:comes|coming)\snext|imagine|suppose)\b",
    re.IGNORECASE,
)
_FABLE: Final = lazy_pattern(
    r"^(?:imagine|suppose|pretend)\b|\b(?:do\snot\sbelieve|don['’]t\sbelieve|never\sbelieve|make[\s-]believe|not\s(?:\w+\s)?true|no\slonger\strue)\b",
    re.IGNORECASE,
)
_PLAIN_ERROR: Final = lazy_pattern(
    r"\b(?:errors?|mistakes?|wrong(?:ly)?|correct(?:ed|ion)|otherwise|contrary|opposite|rejected|denied|obsolete|superseded|impossible|invented|inventions?|pulled|overturned|revoked|contested|disputed)\b",
    re.IGNORECASE,
)

_FALSE_JA: Final = (
    "(?:誤り|誤報|誤解|誤情報|誤記|誤植|誤認|誤答|誤っ|誤|虚偽|虚構|架空|撤回|取り消|取消|取り下げ|訂正|デマ|間違[いっえ]|でたらめ|デタラメ|出鱈目|捏造|ねつ造|ねつぞう|改ざん|改竄|水増し|うそ|嘘|ウソ|大嘘"
    "|事実無根|事実(?:では|で|に|と)|真実(?:では|で)|根拠|覆[さりっ]|反証|迷信|俗説|フェイク|作り話|作りごと|絵空事|フィクション|創作|妄想|冗談|ジョーク|噂|うわさ|ウワサ|誇張|違[うっい]|ちがう|異な[るっ]|否定|お?詫び|謝罪"
    "|ありえな|あり得な|根も葉もな|神話|食い違|悪い冗談|再現され|勘違い|思い違い|早とちり|無効|異論|反論|疑問|疑わ|疑念|信憑性|信ぴょう性|乏し|信じてはいけな|信じられな|逆|そう(?:言わ|いわ|呼ば)れ|言い過ぎ|言いがかり|中傷|憶測|推測|空想|幻想|錯覚|不正確|不確か|未確認|論争|批判|再現でき(?:な|ず|ま)|再現され(?:な|ず|ま)|成り立たな|成立しな|信じられていな|信じられてな|正しく(?:な|は|あ)|正確で|偽(?:り|物|造)?|眉唾|そう(?:では|じゃ)|そんな(?:こと|はず|事実)|なんてこと|思われてい|信じられてい|考えられてい(?:な|ま))"
)
_DENIES_JA: Final = lazy_pattern(
    _FALSE_JA + "|(?:では|には|ていな|でな)(?:い|かった|ない|なかった)|ていません|ではありません"
)
# What a denial may contain beside grammar (which is written in hiragana): words for statements, time, degree, sources.
_GRAMMAR_JA: Final = lazy_pattern(
    f"{_FALSE_JA}|[ぁ-んー。、，．・！!？?…\\s「」『』（）()]+|今日|今|現在|現代|後日|後年|後|当時|翌[日週月年]|昨今|近年|最近|同日|以前|以下|以上|上記|次|下記|下|真っ赤|全く|全|完全|単|只|一切|到底|決|実験|実際|実|本当|残念|勿論|無論|皆|大"
    "|本人|彼女|彼|編集部|当局|著者|筆者|記者|調査|検証|研究|追試|専門家|情報|主張|説|報道|数字|数値|発表|記述|話|見解|説明|推定|データ|内容|結果|論文|記事|発言|日付|結論|考え|考|解釈|指摘|投稿|認識|通説|証言|値|文|例|答|言|思|信|得|分|判明|発覚|認|告白|確認"
    "|示|挙|紹介|流|広|世間|巷|一般|人|俗|有名|典型|一つ|[一二三１-３1-3]|物語|伝説|報告|告発|証明|理論|学説|仮説|伝承|記録|文書|手紙|写真|映像|統計|計算|実験|新聞|雑誌|作者|誰|彼ら|我々|私|証拠|事|者|的|際|結局|所詮|悪|結論|多|少|低|高|強|根強|依然|上|中|述|書|見|聞|知|有|無|出|入|正|真実|真|事実"
)
# `This photo was a fake.` この報告は捏造だった。 Whatever it is called, it is what was said before.
_THIS_NOUN: Final = lazy_pattern(
    r"\b((?:this|that|these|those)\s)(?!is\b|was\b|are\b|were\b|has\b)[a-z]+s?(?=\s(?:is|was|are|were|has|have|had|turned|proved)\b)",
    re.IGNORECASE,
)
_THIS_NOUN_JA: Final = lazy_pattern(
    "(?:この|その|こうした|そうした|同|上の|上記の|これらの|それらの)[^はがをも。、]{1,8}(?=は|も|が)"
)
# 市は後に否定した。同社は認めていない。 What is denied is not said again: it is the sentence before.
_DENIED_BY_JA: Final = lazy_pattern(
    "[^をと。]{1,20}[はも](?:、)?[^をとに。]{0,6}(?:後に|のちに|その後|即座に|すぐに|強く|全面的に|一貫して|公式に|[^をとにで。]{0,6})?(?:、)?"
    "(?:否定|撤回|訂正|取り消|取り下げ|謝罪|反論|打ち消)(?:し(?:た|て(?:いる|います|いた)|ました)?|す|てい)?[るた]?[。]?|[^をと。]{1,20}[はも]認めてい(?:ない|ません)。?"
)
_OPENING: Final = lazy_pattern(
    r"^(?:(?:but|however|yet|though|alas|sadly|unfortunately|later|in\sfact|in\sreality|as\sit\s(?:turned|turns)\sout|of\scourse|today|now"
    r"|at\sleast|we\snow\sknow\sthat|it\s(?:turned|turns)\sout\sthat|as\swe\snow\sknow)[,:]?\s+)+",
    re.IGNORECASE,
)
_ABOUT_ERRORS_JA: Final = lazy_pattern(
    "(?:誤り|間違い|嘘|うそ|ウソ|デマ|噂|うわさ|違い|誤報|誤解|訂正|冗談|捏造)[はを]"
)
_AHEAD_JA: Final = lazy_pattern(
    "次|以下|下記|下の|つぎ|例|挙げ|示[すし]|紹介|こんな|このような|こういう|一つ|ひとつ|[：:]$"
)
_FABLE_JA: Final = lazy_pattern(
    "(?:^|、)(?:なお、)?(?:次|以下|下記|下の)[^。]{0,40}(?:で(?:は)?(?:ない|ありません)[。：:]?$|正しくな|正しくあ|フィクション|架空|虚構|創作|作り話|嘘|うそ|デマ|虚偽|撤回|否定され|噂|うわさ|捏造|仮に|想像)"
)


def only_denies(sentence: str) -> bool:
    """Whether `sentence` is short, denies, and has no topic of its own."""
    if not has_words(sentence):
        return False
    if is_japanese(sentence):
        return _only_denies_ja(sentence)
    sentence = _OPENING.sub("", sentence.strip())
    words = _WORD.findall(sentence)
    if len(words) > _MOST_WORDS or words[:1] == ["Otherwise"]:
        return False
    if _LIAR.match(sentence) or _UNCONFIRMED.match(sentence):
        return True
    words = _WORD.findall(_THIS_NOUN.sub(r"\1", sentence))
    return _DENIES.search(sentence) is not None and all(map(_is_grammar, words))


def announces_falsehood(before: str) -> bool:
    """Whether the end of `before` says that what follows is false: `What follows is fiction.` 次は嘘である。"""
    found = [part.strip() for part in _LAST.findall(before[-_LONGEST_ANNOUNCEMENT:].rstrip()) if part.strip()]
    # `What follows` may be several sentences; `the next sentence` is one.
    wide = [part for part in found[-_ANNOUNCED_SENTENCES:-1] if _SEVERAL.search(part)]
    return any(map(_announces, [*wide, *found[-1:]]))


# 長くこう教えられてきた。 What follows is what was said, and not what is so.
_LONG_SAID_JA: Final = lazy_pattern(
    "(?:こう|次のように|以下のように)(?:教え|言わ|いわ|信じ|伝え|語ら|考え|思わ)(?:られ|れ)?て(?:きた|いた|きました|いました)。?$"
)


def _announces(last: str) -> bool:
    if not has_words(last):
        return False
    if is_japanese(last):
        if _FABLE_JA.search(last) or _LONG_SAID_JA.search(last):
            return True
        return _AHEAD_JA.search(last) is not None and _only_denies_ja(last)
    if _POINTS_AHEAD.search(last) is None and not last.endswith(":"):
        return False
    if _FABLE.search(last) or (_FALSE.search(last) and not _PLAIN_ERROR.search(last)):
        return True
    words = _WORD.findall(last)
    return _FALSE.search(last) is not None and all(_is_grammar(word) or word.lower() in _ANNOUNCING for word in words)


def _only_denies_ja(sentence: str) -> bool:
    if len(sentence) > _MOST_LETTERS_JA or _DENIES_JA.search(sentence) is None or _ABOUT_ERRORS_JA.match(sentence):
        return False
    return _DENIED_BY_JA.fullmatch(sentence) is not None or not _GRAMMAR_JA.sub("", _THIS_NOUN_JA.sub("", sentence))


def _is_grammar(word: str) -> bool:
    return word.lower().replace("’", "'") in _GRAMMAR or _FALSE_WORD.fullmatch(word) is not None


_ANNOUNCED_SENTENCES: Final = 3
_SEVERAL: Final = lazy_pattern(r"\b(?:following|what\sfollows|below)\b|以下|下記", re.IGNORECASE)
_LAST: Final = lazy_pattern(r"(?:[^.!?。！？\n]|[.!?](?=\S))+[.!?。！？]?")
