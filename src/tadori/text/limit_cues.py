"""Words that limit a statement: quantifiers, hedges, conditions, exceptions, speech, causes, comparisons, times.

Comes in: a text. Goes out: the cues in it by position, each with its kind and a family: words of one family limit
alike (`may`, `might`, かもしれない are `possible`), in either language. Numbers, dates, names and negations are not
found here (`limits.py` does), and nothing is compared.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import narrow


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitCue:
    """A limiting word with its exact place; `family` is the same for words that limit alike."""

    kind: str
    family: str
    start: int
    end: int


# kind, family, English (regular expressions of whole words; a blank is any white space), Japanese.
# In a language the longest alternative that stands first in the table wins: `only if` before `only` and `if`.
_TABLE: Final = (
    ("condition", "only if",
     "only (?:if|when|where|after|on condition)|if and only if",
     "(?:場合|とき|時|際)(?:に(?:のみ|だけ|限り|限って|限られ|限定)|のみ|だけ)|に限り(?:、|(?=[^ま]))|限って"),
    ("exception", "except",
     "except(?:ing|ed)?(?: for| that| where| when)?|with the exceptions? of|exceptions?|excluding|excludes?|"
     "excluded|exclusive of|apart from|aside from|other than|with the sole|barring|save for|but for|"
     "not counting|not including|notwithstanding|exempt(?:s|ed|ion|ions)?",
     "を?除(?:く|いて|いた|き|けば|外)|以外|例外|(?:を|は)別として|別にして|対象外|適用外|免除|ただし|但し"),
    ("hedge", "must",
     "must|shall|ha(?:s|ve|d) to|required to|requires?|mandatory|should|ought to|need(?:s|ed)? to|obliged to|"
     "recommend(?:s|ed|ation)?|advis(?:es|ed|e)|supposed to|encouraged to",
     "なければならな|なければなりま|なくてはなら|ねばなら|べき|必要が|必要と|義務|ものとする|努め|推奨|"
     "ことが望ましい|望ましい|してはならな|してください"),
    ("condition", "unless",
     "unless|if not(?! all| most)",
     "ない限り|なければ|なくては|ないかぎり|なき場合|ない場合"),
    ("condition", "if",
     "if|provided(?: that)?|providing(?: that)?|as long as|so long as|in cases?(?: of| where)?|"
     "in the event(?: of| that)?|on (?:the )?condition(?: that)?|conditional(?:ly)? (?:on|upon)|subject to|"
     "depending on|assuming|given that|in the absence of|otherwise|contingent on|were (?:it|they) to|"
     "should (?:it|they|any)",
     "場合|ならば|なら(?=[、。])|であれば|(?<=[てでっけせれめえ])れば(?=、)|えば(?=、)|けば(?=、)|せば(?=、)|"
     "れば(?=、)|たら(?=、)|もし(?=[、もく]|[一-龥])|仮に|条件|かぎり|限り|に応じて|次第|前提|さもなければ"),
    ("condition", "until",
     "until|till|up until",
     "まで(?=に|は|の間|、)"),
    ("condition", "when",
     "when|whenever|once(?= [a-z]+)|whilst|where(?=,? )|wherever|while|upon(?= [a-z]+ing)|as soon as",
     "とき|(?<=[るたのい])時(?=[にはも、])|(?<=[るたのい])際(?=[にはの、])|(?<=[るた])と(?=、)|間は"),
    ("quantifier", "not all",
     "not (?:all|every|always|everyone|necessarily|entirely)",
     "とは限ら|わけでは(?:ない|あり)|必ずしも"),
    ("quantifier", "only",
     "only|solely|exclusively|merely|alone|nothing but|none but|limited to|restricted to|sole|purely|confined to",
     "(?<!ない)だけ|のみ|しか(?=[^し])|に限ら(?!ず|ない)|限定|専ら|もっぱら|唯一|(?<!簡)単に"),
    ("quantifier", "all",
     "all|every|each|everyone|everybody|everything|always|entire(?:ly)?|whole|wholly|completely|fully|"
     "total(?:ly)?|universal(?:ly)?|everywhere|in every case|100 per ?cent|throughout",
     "全て|すべて|全員|全部|全体|全国|全面|あらゆる|いずれも|どの.{1,6}も|常に|必ず(?!しも)|"
     "毎(?=[日年月週回朝晩])|各|ごと(?=に|の)|みな|皆|完全"),
    ("quantifier", "most",
     "most(?= (?:of|people|[a-z]+s\\b))|mostly|majority|largely|mainly|primarily|chiefly|usually|generally|"
     "typically|normally|predominantly|in general|as a rule|commonly|in most cases|by and large",
     "ほとんど|大半|大部分|大多数|過半数?|半数以上|主に|主として|おもに|通常|一般に|一般的|概して|たいてい|大抵|"
     "原則|基本的に|普通"),
    ("quantifier", "few",
     "few(?:er)?(?! than)|hardly any|little(?= [a-z])|rare|rarely|seldom|occasional(?:ly)?|minority|a handful",
     "少数|わずか|僅か|まれ(?=に|な)|稀|めったに|ごく一部|少ない"),
    ("quantifier", "some",
     "some(?! \\d)|several|certain|a few|a number of|sometimes|at times|partly|partial(?:ly)?|in part|parts? of|"
     "a part of|various|someone|somebody|something|to some extent|somewhat|one of|at least (?:some|part)",
     "一部|いくつか|幾つか|何人か|数(?=[人名社件回か箇カヶ年日週十百千万])|時々|ときどき|場合もある|場合がある|"
     "ことがある|こともある|部分的|ある程度|やや|多少|のひとつ|の一つ|の1つ"),
    ("quantifier", "many",
     "many|much(?= of|\\b(?! (?:more|less)))|numerous|often|frequent(?:ly)?|a lot of|lots of|widely|"
     "a large number of|plenty of|dozens of|hundreds of|thousands of|millions of",
     "多く(?=の|は|が|を|に|、)|多数|しばしば|頻繁|よく(?=[一-龥])|数多く|広く|多々|大勢"),
    ("quantifier", "any",
     "any|anyone|anybody|anything|whichever|whatever|whoever|either",
     "いずれか|いかなる|どんな|誰でも|いつでも|何でも"),
    ("quantifier", "both",
     "both|the two",
     "両方|双方|どちらも|両者|ともに"),
    ("attribution", "said",
     "according to|in the (?:opinion|view|words) of|sa(?:id|ys|y|ying)|told|tells|stat(?:ed|es|ing)|claim(?:s|"
     "ed|ing)?|argu(?:es|ed|ing|e)|assert(?:s|ed|ing)?|insist(?:s|ed|ing)?|maintain(?:s|ed)? that|contend(?:s|"
     "ed)?|believ(?:es|ed|e)|think(?:s)?|thought|alleg(?:es|ed|ing|e)|accus(?:es|ed|ing|e)|suggest(?:s|ed|ing)?|"
     "report(?:s|ed)? that|announc(?:es|ed|ing|e)|admit(?:s|ted|ting)?|den(?:ies|ied|y|ying)|add(?:s|ed) that|"
     "write(?:s)?|wrote|warn(?:s|ed|ing)?|describ(?:es|ed) (?:it|him|her|them|this) as|considers?|considered|"
     "testif(?:ied|ies)|promis(?:ed|es|e)|vow(?:ed|s)|complain(?:ed|s)|explain(?:ed|s)|recall(?:ed|s)|"
     "predict(?:ed|s)|concluded?|concludes|point(?:s|ed) out|so-called",
     "によると|によれば|と(?:述べ|語|話し|言っ|言い|いい|説明し|主張し|指摘し|批判し|強調し|発表し|明らかにし|"
     "報告し|答え|訴え|みて(?=い)|見て(?=い)|し(?:た|ている|ています)(?=[。」]|$))|と(?:い|言)う(?=[。」、]|"
     "こと)|とのこと|とされ|と(?:い|言)われ|主張|見解|証言|いわく|曰く|説(?=が|も|を|では)|いわゆる|を発表し"),
    ("hedge", "reported",
     "reported(?:ly)?|allegedly|alleged|apparently|purported(?:ly)?|supposed(?:ly)?|rumou?red|is said to|"
     "are said to|was said to|were said to|said to (?:be|have)|unconfirmed|seem(?:s|ed|ingly)?|appear(?:s|"
     "ed)? to|believed to|thought to|ostensibly|disputed|unverified|doubtful|questionable|controversial",
     "らしい|そうだ(?=[。、]|$)|(?<=[たるい])そうです|ようだ|ようで(?=す|あ)|と思われ|と考えられ|未確認|うわさ|"
     "噂|疑い|真偽|と報じ|報道|異論"),
    ("hedge", "likely",
     "likely|probabl[ey]|presumabl[ey]|in all likelihood|expected to|is expected|are expected|expects?|expected|"
     "on track to|set to",
     "とみられ|と見られ|見込[みむまん]|だろう|でしょう|見通し|はず(?=だ|で)"),
    ("hedge", "possible",
     "may(?! \\d)|might|could|possibl[ey]|possibilit(?:y|ies)|perhaps|maybe|potential(?:ly)?|can(?:not)?|"
     "conceivabl[ey]|risk of|tentative(?:ly)?|suspected|speculat[a-z]+|hypothe[a-z]+|uncertain|unclear|unknown",
     "かもしれ|かも知れ|可能性|恐れ|おそれ|うる(?=[。、]|場合)|得る(?=[。、])|でき(?!ごと)|不明|懸念|推測"),
    ("hedge", "planned",
     "plan(?:s|ned|ning)?|intend(?:s|ed)?|intention|aim(?:s|ed|ing)? (?:to|at|for)|propos(?:e|es|ed|al|als)|"
     "hop(?:e|es|ed|ing) to|scheduled|due to (?:be|open|start|begin|take|end|close)|will|would|going to|"
     "seek(?:s|ing)? to|attempt(?:s|ed|ing)? to|tr(?:y|ies|ied|ying) to|target(?:s|ed|ing)?|goals?|want(?:s|"
     "ed)? to|under consideration|draft|considering|is to be|are to be|pending|upcoming|about to",
     "予定|計画|方針|検討|目指|めざ|意向|提案|案(?=が|を|は|で)|目標|構想|つもり|試み|ようとし|準備|今後|見直し"),
    ("hedge", "estimated",
     "estimat(?:e|es|ed|ing|ion|ions)|forecast(?:s|ed|ing)?|project(?:ed|ions?)(?= to| that|s?\\b)|"
     "extrapolat[a-z]+|calculated|modelled|preliminary|provisional(?:ly)?|assum(?:e|es|ed|ption)",
     "推定|推計|予想|予測|試算|概算|速報値?|暫定|仮定|想定|目安"),
    ("cause", "because",
     "because(?: of)?|due to|owing to|thanks to|on account of|as a result(?: of)?|result(?:s|ed|ing)? (?:in|"
     "from)|caus(?:e|es|ed|ing)|le(?:d|ads?|ading) to|therefore|thus|hence|consequently|so that|in order to|"
     "in response to|on the grounds|attribut(?:ed|able) to|blam(?:ed|es|e)|trigger(?:s|ed|ing)?|prompt(?:s|ed|"
     "ing)?|thereby|stems? from|stemmed from|follows from|reason(?:s)? (?:for|why)|brought about|contribut(?:es|"
     "ed|e|ing) to|linked to|associated with",
     "(?<=[るたいなの])ため(?!に?なる)|ので(?=[、])|(?<=[るたい])から(?=、)|により|によって|による(?!と)|原因|"
     "理由|の結果|おかげ|せいで|に伴[いうっ]|起因|を受けて|をきっかけ|したがって|従って|そのため|このため|"
     "よって(?=、)|ゆえ|要因|もたらし|引き起こ|につなが|に基づ"),
    ("cause", "despite",
     "despite|in spite of|although|though|even though|even if|nevertheless|nonetheless|regardless of|yet|"
     "whereas|however|but(?! for)|instead(?: of)?|rather than|contrary to|unlike|on the other hand",
     "にもかかわらず|に(?:も)?拘らず|ものの|けれど|しかし|だが、?|(?<=[たるいすだ])が(?=、)|一方(?=で|、)|"
     "ながらも|反面|代わりに|に反して|と異なり|むしろ|とはいえ"),
    ("comparison", "equal",
     "as [a-z]+ as|same as|equal(?:s|ed|ly)? to|equivalent to|similar to|identical to|no (?:different|better|"
     "worse|more|less)|comparable (?:to|with)|on a par with|unchanged",
     "同じ|同程度|同等|等しい|に匹敵|同様|変わらな|横ばい"),
    ("comparison", "most",
     "the most|the (?:[a-z]+est)|best|worst|largest|biggest|highest|lowest|smallest|longest|shortest|oldest|"
     "newest|greatest|latest|earliest|youngest|first|last|the least|fewest|record(?=[- ]|$)|top|unprecedented|"
     "maximum|minimum|at most|at least",
     "最も|もっとも|一番|最大|最小|最高|最低|最長|最短|最古|最新|最多|最少|最良|最悪|最初|最後|初めて|初の|"
     "過去最|(?<![ァ-ヶー])トップ(?![ァ-ヶー])|随一|史上"),
    ("comparison", "more",
     "more(?: [a-z]+)? than|more|(?:great|larg|bigg|high|long|old|fast|strong|few|rich|tall|wid|heavi|deep|near|"
     "clos|new|young|hard|soon|earli|lat|quick|bett)er(?: than)?|exceed(?:s|ed|ing)?|surpass(?:es|ed)?|"
     "outperform(?:s|ed)?|over(?= \\d)|above(?= \\d)|double[sd]?|tripled?|twice|upwards of|in excess of|further|"
     "increasingly|beyond|compared (?:to|with)|relative to|in comparison",
     "より(?!も?[、。]|$)|よりも|に比べ|と比べ|と比較|上回|超え|倍(?=[にの以、。増])|一層|さらに|更に|"
     "いっそう"),
    ("comparison", "less",
     "less(?: [a-z]+)? than|less|(?:small|low|short|cheap|slow|weak|poor|narrow|light|young|wors)er?(?: than)|"
     "worse|lower|fewer|smaller|under(?= \\d)|below(?= \\d)|halved|half as|up to|as little as|no more than|"
     "not more than",
     "下回|満たな|に及ばな|劣[るっり]"),
    ("scope", "former",
     "former(?:ly)?|previous(?:ly)?|once(?! [a-z]+ed)|originally|initial(?:ly)?|used to|at first|no longer|ex-|"
     "then-|retired|late(?= [A-Z])|past|historically|until recently|back then|at the time",
     "かつて|元(?=[一-龥ァ-ヶ])|旧(?=[一-龥ァ-ヶ])|以前|当初|従来|当時|前(?=[一-龥]{2,}(?:長|相|官))|昔|過去"),
    ("scope", "now",
     "current(?:ly)?|now|today|at present|present-day|so far|to date|as of|recent(?:ly)?|already|still|"
     "yet(?=[.,])|nowadays|these days",
     "現在|今|(?<![ぁ-ん])いま(?=[、はも])|これまで|現時点|現行|最近|近年|既に|すでに|いまだ|未だ|まだ|時点|依然|なお(?=[一-龥])"),
    ("scope", "temporary",
     "temporar(?:y|ily)|briefly|for now|for the time being|short-term|interim|long-term|permanent(?:ly)?",
     "一時的?|当面|当分|暫定|短期|長期|恒久|永久"),
    ("scope", "about",
     "about|around|approximately|roughly|nearly|almost|circa|more or less|some(?= \\d)|an? average|on average|"
     "average|median|mean(?= [a-z])|virtually|effectively|practically",
     "約|およそ|おおよそ|ほぼ|概ね|おおむね|程度|前後|くらい|ぐらい|ほど|平均|中央値"),
    ("scope", "in law",
     "within the meaning of|for the purposes of|under (?:the|this|article|section|law)|pursuant to|"
     "in accordance with|by law",
     "に基づき|の規定に|に定める|に規定する|上(?=の|は)(?<=法上|律上)|に従い|に従って"),
    ("scope", "example",
     "for example|for instance|such as|including|includes?|e\\.g\\.|like(?= [A-Z])|especially|in particular|"
     "particularly|notably|among others",
     "例えば|たとえば|など|等(?=の|が|を|に|は|、|。)|といった|特に|とりわけ|中でも|を含む|を含め|ほか"),
)  # fmt: skip


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    english = "|".join(f"(?P<g{at}>{row[2]})" for at, row in enumerate(_TABLE)).replace(" ", r"\s")
    japanese = "|".join(f"(?P<g{at}>{row[3]})" for at, row in enumerate(_TABLE))
    return re.compile(rf"(?<![\w-])(?:{english})(?![\w])", re.IGNORECASE), re.compile(japanese)


_JAPANESE: Final = lazy_pattern("[ぁ-ヿ㐀-鿿]")


def limit_cues(text: str) -> tuple[LimitCue, ...]:
    """The limiting words of `text`, by position; they never overlap."""
    plain = narrow(text)
    english, japanese = _patterns()
    found = [*english.finditer(plain)]
    if _JAPANESE.search(plain):
        found = sorted((*found, *japanese.finditer(plain)), key=lambda match: match.start())
    return tuple(_cue_of(match) for match in found)


def _cue_of(match: re.Match[str]) -> LimitCue:
    kind, family, *_ = _TABLE[int((match.lastgroup or "g0")[1:])]
    return LimitCue(kind=kind, family=family, start=match.start(), end=match.end())
