"""Says how a sentence is meant: stated, planned, estimated, conditional, alleged, denied or a question; ja and en.

Comes in: one sentence (its embedded quotations masked or not), or a heading. Goes out: one `Mood`, the one that
takes most away from the statement: a question states nothing, a denied thing is not so, an alleged one is somebody's
word. Goes by words alone; a plain negation (`did not break`) is a statement. Does not look at neighbours.
"""

import re
from typing import Final

from tadori.model.claim import Mood
from tadori.text.lazy_pattern import lazy_pattern


def mood_of(sentence: str, *, japanese: bool) -> Mood:
    """The mood that the words of `sentence` give it."""
    if japanese:
        return next((mood for mood, pattern in _JA if pattern.search(sentence)), Mood.STATED)
    lower = sentence.lower()  # three times as fast as a pattern that ignores case
    found = next((mood for mood, pattern in _EN if pattern.search(lower)), Mood.STATED)
    return Mood.ESTIMATED if found is Mood.STATED and _MAY.search(sentence) else found


def heading_mood(heading: str) -> Mood:
    """The mood of what stands under `heading`: `Myths` denies it, `Roadmap` plans it; `STATED` for any other."""
    if not heading:
        return Mood.STATED
    for mood, pattern in _HEADINGS:
        if pattern.search(heading):
            return mood
    return Mood.STATED


_QUESTION_EN: Final = lazy_pattern(r"[?？][\"'”’)\]\s]*(?:\[\d+\]\s*)*$")
_DENIED_EN: Final = lazy_pattern(
    r"(?<![\w-])(?:den(?:y|ies|ied|ying)\s(?!(?:access|entry|permission|service|the\srequest|him|her|them|it|a\s))"
    r"|(?:is|are|was|were|be|been|proved|proven|turned\sout(?:\sto\sbe)?)\s(?:\w+ly\s|simply\s|just\s|all\s)?"
    r"(?:false|untrue|a\s(?:myth|hoax|lie|rumou?r|misconception|fabrication)|not\s(?:true|the\scase|correct|accurate|so)"
    r"|incorrect|debunked|disproved|disproven|refuted|unfounded|baseless|fake|fabricated)(?=\s*(?:[.,;:!)\]]|that\b|and\b|by\b|$))"
    r"|(?:no\sevidence|no\struth|no\sproof)\s(?:\w+\s){0,3}(?:that|for|in|of)|(?:it\sis|it's)\s(?:a\smyth|false|untrue)\sthat"
    r"|(?:reject|dismiss|refut|rebut|disput)(?:ed|s|es|ing|e)?\s(?:\w+\s){0,3}(?:claims?|allegations?|reports?|accusations?|"
    r"suggestions?|rumou?rs?|notion|idea)|contrary\sto\s(?:popular|common|reports?|claims?|what)"
    r"|(?:myth|misconception|false\sclaim|fiction|fake\snews|falsehood)\s*:)"
    r"|^[\s\"“]*(?:myth|misconception|false|fiction|incorrect|wrong)\s*[:：—–-]",
)
_ALLEGED_EN: Final = lazy_pattern(
    r"(?<![\w-])(?:alleged(?:ly)?|alleg(?:es?|ing|ations?)|reportedly|purported(?:ly)?|supposedly"
    r"|rumou?r(?:s|ed)?|accus(?:e|es|ed|ing|ation|ations)\b|suspected|so-called\sevidence|unconfirmed|unverified"
    r"|(?:is|are|was|were)\s(?:\w+ly\s)?(?:said|reported|claimed|understood|reputed)\sto|claim(?:s|ed|ing)?\s(?:that|to\shave|to\sbe|the"
    r"|he|she|they|it|his|her|their|its)\b|it\s(?:is|was|has\sbeen)\s(?:\w+ly\s)?(?:said|reported|claimed|argued)\sthat|according\sto\s(?:legend|rumou?rs?"
    r"|tradition|unconfirmed)|legend\shas\sit|apparently)(?![\w-])",
)
_CONDITIONAL_EN: Final = lazy_pattern(
    r"(?<![\w-])(?:(?<!as\s)(?<!even\s)(?<!asked\s)(?<!see\s)(?<!what\s)if(?!\s(?:not|any|only)\b)|unless|provided\s(?:that|the|it|you|they)|providing\sthat"
    r"|(?:as|so)\slong\sas|in\sthe\sevent|in\scase|on\s(?:the\s)?condition\sthat|assuming|subject\sto|except\s(?:when|where|if|that)"
    r"|only\s(?:when|if|where|once)|would(?!\s(?:like|rather|you))|depending\son|otherwise|supposing|whether\sor\snot"
    r"|were\s(?:\w+\s){1,3}to(?=\s\w+.{0,80}\bwould))(?![\w-])",
)
_PLANNED_EN: Final = lazy_pattern(
    r"(?<![\w-])(?:plan(?:s|ned|ning)?\s(?:to|for|on)|(?:is|are|was|were)\s(?:\w+ly\s)?(?:planned|scheduled|slated|set|due|supposed|poised|intended|proposed)\s"
    r"(?:to|for)|planned|proposes?|proposed|proposals?|intends?\sto|intended\sto|aim(?:s|ed|ing)?\sto|hope[sd]?\sto|hoping\sto"
    r"|(?:is|are|was|were|'s|’s|'re|’re|am|'m)\sgoing\sto|will|shall|won['’]t|(?:['’])ll|vow(?:s|ed)?\sto|pledge[sd]?\sto|promise[sd]?\sto"
    r"|agree[sd]?\sto|decided\sto|seek(?:s|ing)?\sto|wants?\sto|(?:is|are)\sto\s(?:be|become|open|close|begin|start|build|take|receive|get)"
    r"|considering|targets?|draft|upcoming|forthcoming|under\sconsideration|roadmap|in\sthe\sfuture|not\syet)(?![\w-])",
)
_ESTIMATED_EN: Final = lazy_pattern(
    r"(?<![\w-])(?:might|could|(?:estimat(?:e|es|ed|ing|ion|ions)|forecasts?|forecasted|project(?:ed|ions?)\b"
    r"|predict(?:s|ed|ion|ions)?|expect(?:s|ed|ing|ation|ations)?|likely|unlikely|probabl[ey]|possibl[ey]|perhaps|maybe|potentially"
    r"|presum(?:ed|ably|es)|appear(?:s|ed)?\s(?:to|that)|seem(?:s|ed|ingly)?|believed|thought\sto|suggest(?:s|ed|ing)?\s(?:that|a|the)"
    r"|assumed|anticipat(?:e|es|ed)|tentative(?:ly)?|speculat\w+|hypothesi[sz]ed?|suspects?\sthat|preliminary|provisional))(?![\w-])"
)

# The month is written with a capital letter.
_MAY: Final = lazy_pattern(r"(?<![\w-])may(?![\w-])")

_QUESTION_JA: Final = lazy_pattern(
    "[?？][」』）)\\s]*$|(?:です|ます|でしょう|だろう|ました|でした|ません|のだろう|の|る|た|い)か[。．]?[」』）)\\s]*$"
)
_DENIED_JA: Final = lazy_pattern(
    "(?:は|も|が|のは|とは|ことは|全くの|まったくの)(?:、)?(?:誤り|間違い|虚偽|デマ|嘘|うそ|ウソ|誤解|事実無根|事実(?:では|じゃ)|でたらめ|捏造|迷信|俗説|フェイク|根も葉も)"
    "(?!を|に|が|の)|事実(?:では(?:ない|なかっ|なく|あり)|と(?:は|も)?異なる)|事実無根|(?:を|と|も|強く|全面的に)否定(?:し|す|され)|根拠(?:は|が)な[いか]"
    "|証拠(?:は|が)な[いか]|という(?:事実|こと)は(?:ない|なかった|ありません)|(?:正し|正確では)く?な[いか](?=[。、っ]|$)|というのは(?:誤|間違|嘘|うそ|ウソ|デマ)"
    "|^(?:誤解|誤り|ウソ|デマ|誤)[：:]"
)
_ALLEGED_JA: Final = lazy_pattern(
    "と(?:さ|言わ|いわ|伝えら|噂さ|主張さ|目さ)れ(?:る|た|て|ます|まし|、)|(?:(?<=[るたいだうすむくぐぶぬつん])という|とのこと(?:だ|です|である|だった)?|らしい|(?<=[たるい])そう(?:だ|です))"
    "[。．]?[」』）)\\s]*$|と主張|疑い(?:が|で|を|は|も)|容疑|うわさ|噂|未確認|と報じられ|と(?:い|言)い(?:、|ます)|告発|伝説|言い伝え|との(?:情報|説|指摘|報道|声(?!明)|見方)"
    "|という(?:説|噂|うわさ|話|情報|指摘|報道)|説(?:が|も)ある|によるという"
)
_CONDITIONAL_JA: Final = lazy_pattern(
    "(?<!この)(?<!多くの)(?<!ほとんどの)場合(?!(?:が|も)(?:多|少|あ|ほとんど))|(?:^|[、。「（])(?:もし|仮に)"
    "|(?<!によ)(?<!例)(?<!たと)(?<!とい)(?<!言)(?<!なけ)(?<!もあ)(?<!を含め)[えけげせてねべめれ]ば(?!か|、?なら|いけ)|なければ(?!なら|いけ)"
    "|(?:た|だ)ら(?=、)|なら(?:ば)?(?=、)|ない限り|限り(?:は|、|において)|を条件に|とき(?:は|には|のみ)|を除(?:き|い)"
)
_PLANNED_JA: Final = lazy_pattern(
    "予定|計画(?:だ|で(?:あ|す|、)|し|を(?:発表|進|立|示|明|打|公表)|が(?:あ|進)|中)|方針(?:だ|で(?:あ|す|、)|を(?:示|固|決|表|明|発|打)|としてい)"
    "|目指[しすさ]|めざ[しすさ]|意向|検討(?:し|中|を(?:進|始|重)|され)|つもり|考え(?:だ|である|を示|です)|見込み(?=で、|だ)|提案(?:し|を|され|する)"
    "|構想(?:だ|を|が|で)|目標(?:に|と|を)|今後(?=[はも、])|将来(?:的)?(?:に|は)|する方向|準備を進め|約束し|案(?:が|を|は|で)(?=[^、。]{0,12}(?:示|検討|まと|提|出))"
)
_ESTIMATED_JA: Final = lazy_pattern(
    "推定|推計|推測|試算|見込[みむまん]|見通し|予測|予想|と(?:み|見)られ|と(?:考え|思わ|おもわ)(?:ら)?れ|可能性|かも(?:しれ|知れ)|だろう|でしょう|であろう|おそらく|恐らく|おそれ(?:が|も)|恐れ(?:が|も)"
    "|と思う|と考える|とみて|と見て|ようだ|ようである|ようです|はずだ|はずである|はずです|概算|速報値|暫定|と期待|ではないか"
)
_EN: Final = (
    (Mood.QUESTION, _QUESTION_EN),
    (Mood.DENIED, _DENIED_EN),
    (Mood.ALLEGED, _ALLEGED_EN),
    (Mood.CONDITIONAL, _CONDITIONAL_EN),
    (Mood.PLANNED, _PLANNED_EN),
    (Mood.ESTIMATED, _ESTIMATED_EN),
)
_JA: Final = (
    (Mood.QUESTION, _QUESTION_JA),
    (Mood.DENIED, _DENIED_JA),
    (Mood.ALLEGED, _ALLEGED_JA),
    (Mood.CONDITIONAL, _CONDITIONAL_JA),
    (Mood.PLANNED, _PLANNED_JA),
    (Mood.ESTIMATED, _ESTIMATED_JA),
)
_HEADINGS: Final = (
    (
        Mood.DENIED,
        lazy_pattern(
            r"\b(?:myths?|misconceptions?|misunderstandings?|hoax(?:es)?|debunk\w*|false\s(?:claims?|statements?|beliefs?)|fake\snews"
            r"|common\s(?:errors|mistakes)|mistaken|disinformation|misinformation|urban\slegends?|fallac(?:y|ies)"
            r"|is\s(?:false|untrue|wrong|not\strue))\b|誤解|俗説|迷信|デマ|都市伝説|誤情報|偽情報|(?:は|も)(?:誤り|間違い|嘘|うそ|ウソ|虚偽)|誤った(?:認識|情報|説)|よくある間違い",
            re.IGNORECASE,
        ),
    ),
    (
        Mood.ALLEGED,
        lazy_pattern(
            r"\b(?:allegations?|alleged|rumou?rs?|unconfirmed|conspiracy|accusations?|legends?|folklore|claims\sof)\b|疑惑|うわさ|噂|伝説|伝承|陰謀論|未確認",
            re.IGNORECASE,
        ),
    ),
    (
        Mood.PLANNED,
        lazy_pattern(
            r"\b(?:plans?|planned|road\s?map|proposals?|proposed|future|upcoming|to[\s-]?do|wish\s?list|outlook|draft|not\syet|ideas)\b"
            r"|予定|計画|今後|将来|ロードマップ|提案|構想|展望|検討中|草案|未実装|案$",
            re.IGNORECASE,
        ),
    ),
    (
        Mood.ESTIMATED,
        lazy_pattern(
            r"\b(?:estimates?|estimated|forecasts?|projections?|predictions?|preliminary)\b|推定|推計|予測|予想|見通し|見込み|速報",
            re.IGNORECASE,
        ),
    ),
    (
        Mood.CONDITIONAL,
        lazy_pattern(r"\b(?:hypothetical|scenarios?|what\sif)\b|仮定|仮説|シナリオ|想定", re.IGNORECASE),
    ),
)
