"""Finds sentences that take back the one before: `That is false.` これは誤りである。 `The agency withdrew the figure.`

Comes in: the raw text that follows a statement. Goes out: whether it starts by denying the statement. A sentence that
adds or limits (`However, it also …`, `It does not support YAML.`) takes nothing back. What points at the whole
statement (`this`, `that`, これ) and is negated counts, unless it is known to be harmless.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.short_denials import only_denies

_LOOK_AHEAD: Final = 700
"""The next two sentences stand within so many characters; a longer first one denies at its beginning."""


def takes_back(after: str, *, japanese: bool) -> bool:
    """Whether the text right behind a statement denies it."""
    text = after[:_LOOK_AHEAD].lstrip(" \t\n\r\u3000*_>\"'“‘「”’」』(（)）]-—–")
    mark = _REFERENCES.match(text)
    text = _INSERTED.sub(r"\1 ", text[mark.end() :] if mark else text)
    if _OF_ITS_OWN.match(text):
        return False
    if any(only_denies(sentence) for sentence in _first_sentences(text)):
        return True
    if japanese:
        text = _OPENINGS_JA.sub("", text)
        second = text.find("。") + 1
        return (
            _JA.match(text) is not None
            or _JA_TOLD_OF.match(text) is not None
            or (second > 0 and _JA_LATER.match(text, second) is not None)
        )
    if (_EN.match(text) and not _HARMLESS.match(text)) or _IN_FACT_NEVER.match(text):
        return True
    stop = _STOP.search(text)
    return stop is not None and _EN_LATER.match(text, stop.end()) is not None


def _first_sentences(text: str) -> list[str]:
    """The first sentence of `text`, and the second where the first is a question: `Right? Wrong.`"""
    parts = [part for part in _SENTENCE.findall(text[:_SHORT_AHEAD]) if part.strip()]
    if parts and _END_OF_BRACKET.search(parts[0]):  # `(disputed)` is a note
        return []
    return parts[:2] if parts and parts[0].rstrip().endswith(("?", "？")) else parts[:1]


def ends_taken_back(sentence: str, *, japanese: bool) -> bool:
    """Whether the end of `sentence` takes back its beginning: `…, which was false.` 〜とされたが、誤りだった。"""
    return (_JA_TAIL if japanese else _EN_TAIL).search(sentence) is not None


def leads_in_denial(lead_in: str) -> bool:
    """Whether a line that ends in a colon denies what follows it: `The following claims are false:`"""
    return _LEAD_IN.search(lead_in) is not None


_SHORT_AHEAD: Final = 160
_END_OF_BRACKET: Final = lazy_pattern(r"^[^(（.。!！]*[)）\]]")
_SENTENCE: Final = lazy_pattern(r"[^.!?。！？\n]+(?:\.(?=\w|\s\d)[^.!?。！？\n]*)*[.!?。！？]?")
# What it denies stands in the sentence itself: `It is not true that the bridge was closed.`
_OF_ITS_OWN: Final = lazy_pattern(
    r"(?i)(?:(?:but|however|yet|still),?\s)?it(?:['’]s|\s(?:is|was))\s(?:\w+\s)?(?:not\strue|untrue|false|wrong|incorrect|a\smyth)"
    r"\s(?:that|to)\s"
)
_REFERENCES: Final = lazy_pattern(
    r"(?:(?:[⁰¹²³⁴-⁹]{1,3}|[\[［][^\]］\n]{1,40}[\]］]|[(（]\d{1,3}[)）])\s*)+|\((?:disputed|sic)\)\s*"
)
# This, however, is false.
_INSERTED: Final = lazy_pattern(
    r"^((?i:(?:this|that|these|those|the)\s[a-z]{3,20}|this|that|it|these|those|they)),\s[^,.\n]{1,60},\s"
)
# It was in fact never released under that number.
_IN_FACT_NEVER: Final = lazy_pattern(
    r"(?i)(?:(?:but|however|yet),?\s)?(?:it|this|that|they|he|she)\s(?:was|is|were|are|has|had|have|did|does)\s"
    r"(?:(?:in\s(?:fact|reality|truth)|actually|really)\s(?:not|never)|(?:not|never)\s(?:in\sfact|actually|really))\b"
)
_STOP: Final = lazy_pattern(r"[.!?][\"'”’)\]]{0,3}\s+(?=[\"'“‘(]?[A-Z])")
_FALSE: Final = (
    r"(?:false|untrue|wrong|incorrect|inaccurate|mistaken|misleading|erroneous|fabricated|fake|fictitious|satir\w+|unfounded|baseless"
    r"|invented|nonsense|bogus|made[\s-]up|debunked|refuted|disproved|disproven|discredited|denied|retracted|withdrawn|rescinded|revoked"
    r"|overturned|contradicted|rejected|disputed|cancelled|canceled|scrapped|reversed|corrected|superseded|obsolete|outdated"
    r"|(?:an?\s)?(?:\w+\s)?(?:myth|hoax|lie|error|mistake|misconception|misunderstanding|typo|misprint|fiction|falsehood|fabrication"
    r"|joke|rumou?r|exaggeration))"
)
_NOT: Final = r"(?:not(?!\sonly)|never|no\slonger|hardly|n['’]t)"
_NOUN: Final = (
    r"(?:claims?|reports?|rumou?rs?|statements?|figures?|numbers?|stor(?:y|ies)|allegations?|estimates?|accounts?|information|assertions?"
    r"|announcements?|date|dates|results?|findings?|paper|study|conclusions?|view|belief|idea|notion|theory|version|suggestions?|data"
    r"|articles?|posts?|quotes?|quotations?|description|plan|plans|decision|forecast|prediction|explanation|hypothesis|answer|assumption|errors?|mistakes?)"
)
_OPENING: Final = (
    r"(?:(?:but|however|yet|though|although|in\sfact|in\sreality|actually|unfortunately|sadly|later|of\scourse|note\sthat|as\sit\sturns\sout"
    r"|as\sit\sturned\sout|today|now|since\sthen|it\sturned\sout\sthat|it\sturns\sout\sthat|we\snow\sknow\sthat)[,:\s]\s*){0,3}"
)
_THAT: Final = (
    r"(?:(?:this|that|these|those|it|they|such|all\sof\s(?:this|that)|both|none\sof\s(?:this|that|it))"
    rf"(?:\s{_NOUN})?|the\s(?:\w+\s)?{_NOUN})"
)
_TRUE: Final = (
    r"(?:true|so\b|the\scase|correct|right|accurate|real|valid|confirmed|supported|borne|backed|plausible|happen|happened|occur|occurred"
    r"|exist|existed|take\splace)"
)
_IS: Final = (
    r"(?:is|are|was|were|be|been|being|as|proved|proven|seems?|appears?|appeared|remains?"
    r"|turned\sout|found|shown|['’]s|to)"
)
_WITHDREW: Final = (
    r"(?:withdrew|withdrawn|retracted|corrected|den(?:y|ies|ied)|disputed?|disputes|rejects?|rejected|contest(?:s|ed)?|doubt(?:s|ed)?|revised|disowned|contradicted|contradicts"
    r"|cancelled|canceled|dropped|abandoned|apologi[sz]ed\sfor|walked\sback|took\sback|backtracked\son|rescinded|revoked|reversed"
    r"|refuted|refutes|debunked|dismissed|overturned|disproved|recanted|repudiated|rebutted|lowered|raised|amended|quashed|annulled)"
)
_FRAME: Final = (
    r"(?:says?|said|found|shows?|showed|shown|admits?|admitted|emerged|learned|revealed|reveals?|confirms?|confirmed|concludes?"
    r"|concluded|knows?|believes?|insists?|insisted|argues?|argued|discovered|called|calls|declared)"
)
_EN: Final = lazy_pattern(
    rf"{_OPENING}(?:"
    # That is false. The claim has since been withdrawn.
    rf"{_THAT}(?:\s[\w'’-]+){{0,4}}?\s?{_IS}\s(?:[\w-]+\s){{0,3}}?{_FALSE}\b"
    # Officials say that is not true. So the story goes, but it is false.
    rf"|(?:[^\s.!?]+\s){{0,8}}?{_FRAME}\s(?:that\s)?{_THAT}(?:\s[\w'’-]+){{0,3}}?\s?{_IS}\s(?:[\w-]+\s){{0,2}}?"
    rf"(?:{_FALSE}|not\s(?:true|so|correct|the\scase))\b"
    rf"|[^.!?\n]{{0,60}}?[,;—–]\s?(?:but\s|yet\s)?(?:this|that|it|they)\s{_IS}\s(?:\w+ly\s)?(?:{_FALSE}|not\strue)\b"
    r"|(?:[^\s.!?]+\s){1,6}?(?:found|says?|said|shows?|showed|suggests?|suggested|proved|thinks?|believes?)\sotherwise\b"
    r"|or\sso\b|at\sleast,?\s(?:so|that\sis\swhat)\b|so\s(?:the\sstory|(?:they|it\swas|people|many)\s(?:thought|said|believed|claimed|reported))\b|april\sfool"
    # That is not true. It did not happen. This was never confirmed.
    rf"|{_THAT}\s?(?:[\w’']+\s){{0,4}}?\w*{_NOT}\s(?:(?:[\w’'-]+\s){{0,2}}?{_TRUE}|what|how|why|where|when|who)\b"
    rf"|(?:this|that)(?:\s(?:is|was|has|had|did|does|do|would|could)|['’]s)(?:\s?{_NOT})\b"
    # It did not. They never have.
    rf"|(?:it|they|he|she|there|this|that)\s(?:\w+\s)?\w*{_NOT}(?:\s(?:been|be|have|has|had|do|did|does|so|true|really|yet|happen|happened|exist|either|was|were|will|would|could))?\s*[.!]"
    # The agency later withdrew the figure. Kato denied this.
    rf"|(?:[^\s.!?]+\s){{1,12}}?{_WITHDREW}\s(?:(?:the|this|that|these|those|its|his|her|their|any|all|such)\s(?:[\w-]+\s)?{_NOUN}\b"
    r"|that(?=\s*[.,;:!])|(?:it|this|them)(?=\s*[.,;:!]|\s(?:in|on|at|as|after|when|saying|and|but|later|last|this)\b)|doing\sso\b|having\b)"
    r"|not\s(?:true|so|quite|really|exactly|correct|at\sall)\b|(?:false|wrong|untrue|incorrect|nonsense|nope)\s*[.!:,—–-]|no[,!]\s|no\.\s(?!\d)"
    r"|nothing\scould\sbe\sfurther|(?:nothing|none)\sof\s(?:this|that|it)\b|on\sthe\scontrary|quite\sthe\sopposite|the\s(?:opposite|reverse|contrary)\sis"
    r"|far\sfrom\sit|contrary\sto\s(?:this|that|these|the)|(?:there\s(?:is|was)\s)?no\s(?:evidence|proof|truth|basis|such)\b"
    r"|correction\b|erratum\b|fact[\s-]check\b|retracted\b|(?:the\s)?(?:truth|reality|fact)\s(?:is|was)\b|in\s(?:reality|truth|actuality)\b|actually,"
    r")"
    rf"|in\sfact,?\s(?:[^\s.!?]+\s){{0,8}}?\w*(?:{_NOT}|no|only|none|nobody)\b",
    re.IGNORECASE,
)
# `This is not required.` and the like limit nothing that was said.
_HARMLESS: Final = lazy_pattern(
    rf"{_OPENING}(?:this|that)(?:\s(?:is|was|does|did|has)|['’]s)\s?(?:not|n['’]t|never)\s(?:been\s)?(?:an?\s|the\s|always\s|usually\s|strictly\s)?"
    r"(?:required|necessary|needed|recommended|enough|sufficient|surprising|unusual|uncommon|new|mandatory|affect|mean|include|require|limited|easy"
    r"|only|just|first|isolated|unique|alone|always|sure|have\sto|problem|issue|exhaustive|complete\slist)\b",
    re.IGNORECASE,
)
_EN_LATER: Final = lazy_pattern(
    rf"{_OPENING}(?:(?:this|that|these|those|all\sof\s(?:this|that)|the)\s(?:\w+\s)?{_NOUN}(?:\s[\w'’-]+){{0,4}}?\s?{_IS}\s(?:[\w-]+\s){{0,3}}?{_FALSE}\b|(?:this|that)\s(?:is|was)"
    rf"\s(?:\w+ly\s)?(?:{_FALSE}|not\strue)\b|none\sof\s(?:this|that|it)\b|both\s(?:\w+\s)?(?:are|were)\s{_FALSE})",
    re.IGNORECASE,
)
_EN_TAIL: Final = lazy_pattern(
    rf"[,;(—–-]\s?(?:(?:but|although|though|which|yet|however)[,\s]\s?)+(?:this|that|it|the\s{_NOUN})?\s?(?:\w+\s){{0,6}}?(?:{_FALSE}|not\s(?:true|the\scase|so))\b[^,;]{{0,40}}$",
    re.IGNORECASE,
)
_LEAD_IN: Final = lazy_pattern(
    r"\b(?:false|untrue|wrong|incorrect|inaccurate|mistaken|myths?|misconceptions?|falsehoods?|hoax(?:es)?|debunked|not\strue)\b"
    "|誤(?:り|った|解)|虚偽|デマ|嘘|うそ|間違(?:い|った)|俗説|事実ではない|正しくない",
    re.IGNORECASE,
)
_JA_OPENING: Final = (
    "(?:しかし|だが|ただ(?:し)?|ところが|でも|けれども|もっとも|とはいえ|なお|後に|のちに|その後"
    "|現在では|今では|もちろん|むろん)?[、，]?"
)
_OPENINGS_JA: Final = lazy_pattern(
    "^(?:(?:しかし(?:ながら)?|だが|ところが|残念ながら|なお|その後|もっとも|ただ|でも|あいにく|じつは|けれども)[、，]?)+(?!し)"
)
_JA_THAT: Final = (
    "(?:これ(?:ら)?|それ(?:ら)?|以上|上記|前記|(?:この|その|こうした|そうした|そのような|このような|当該|上記の|以上の|前述の|同|これらの|それらの)"
    "(?:情報|主張|説|報道|数字|数値|発表|記述|話|噂|うわさ|見解|説明|推定|データ|内容|結果|論文|記事|発言|日付|結論|考え|解釈|指摘|計画|予測|投稿|認識|通説|証言|値)?)"
)
_JA_FALSE: Final = (
    "(?:誤(?:り|っ(?:てい|た(?:情報|認識|報道|数字|記述|説))|報|解|情報|記|認)|否定|虚偽|事実(?:では|でない|と(?:は)?異な|に反)|正しく(?:は)?な|正確では|撤回|取り消|取消|訂正|デマ|間違|でたらめ|捏造|ねつ造|うそ|嘘|ウソ|事実無根"
    "|根拠(?:は|が|の)な|ありえな|あり得な|修正さ|覆[さり]|反証|迷信|俗説|フェイク|作り話|冗談|異なる|違[うっい]|疑問視|疑わし|異論|誇張|噂|うわさ|不明|未確認|確認されていな)"
)
_JA: Final = lazy_pattern(
    f"{_JA_OPENING}(?:{_JA_THAT}(?:は|も|が|を|に(?:ついて|対し)|には|については|というのは|自体)[^。]{{0,40}}?{_JA_FALSE}"
    f"|(?:これ|それ)は[^。]{{0,20}}?(?:(?<!必須)(?<!必要)(?<!推奨)(?<!限定)(?<!問題)(?<!十分)(?<!だけ)(?<!のみ)では(?:ない|なかった|ありません|なく)|でない|じゃない)"
    "|という(?:の|話|説|こと)は[^。]{0,12}(?:嘘|うそ|ウソ|誤|間違|デマ|虚偽)|と(?:言わ|いわ|思わ|さ|報じら|考えら|信じら)れ(?:てい|てき)?た(?:が|けれど|ものの)"
    "|(?:根拠|証拠)(?:は|が)な|真偽は|(?:記事|論文|発表|報道|数字|数値|発言|主張|投稿)(?:は|が)[^。]{0,15}(?:撤回|訂正|取り消|取り下げ|否定|修正)され"
    "|実際(?:に)?は|実は|本当は|事実は|真相は|そう(?:では|じゃ)(?:ない|なかった|なく|ありません)|そんな(?:こと|事実)は|そのような(?:こと|事実)は[^。]{0,12}(?:な[いか]|ありません)|違う。|ちがう。"
    f"|(?:後に|のちに|その後|あとで|後日)?[、，]?{_JA_FALSE}[^。]{{0,8}}(?:と(?:分か|判明|わか|認め|発表)|が(?:分か|判明))"
    "|いいえ|いや、|否、|否。|(?:嘘|うそ|ウソ|デマ)(?![のをがはつ])|正しくは|誤り(?:だ|で|。)|間違い(?:だ|で|。)|事実(?:では|無根)|[^。、]{1,30}(?:は|が)(?:、)?(?:後に|のちに|その後|翌[日週月年]|同日)?[^。]{0,25}?"
    "(?:この|その|これ|それ|同|数字|数値|発表|発言|主張|報道|説|記述|論文|記事|見解|推計|値|データ|予測)[^。]{0,10}?を(?:、)?(?:[^。]{0,8}?)(?:撤回|訂正|取り消|取り下げ|否定|修正|覆|打ち消|謝罪))"
)
# 多くの案内書に載るこの数値は正しくない。
_JA_TOLD_OF: Final = lazy_pattern(
    "[^。、]{0,24}(?:この|その)(?:情報|主張|説|報道|数字|数値|値|発表|噂|うわさ|話|論文|記事|日付|記述|通説)(?:は|も|が)"
    f"[^。、]{{0,12}}?{_JA_FALSE}"
)
_JA_LATER: Final = lazy_pattern(
    f"\\s*{_JA_OPENING}(?:この|その|こうした|これらの|同|当該)(?:情報|主張|説|報道|数字|数値|発表|噂|うわさ|話|論文|記事)(?:は|も|が)[^。]{{0,30}}?{_JA_FALSE}"
    f"|\\s*{_JA_OPENING}(?:これ|それ)(?:ら)?(?:は|も)(?:すべて|全て|全くの|まったくの|、)?{_JA_FALSE}"
)
_JA_TAIL: Final = lazy_pattern(
    "(?:とされ(?:た|ていた|てきた)|といわれ(?:た|ていた)|と言われ(?:た|ていた)|と(?:報じ|伝え|考え)られ(?:た|ていた)|という(?:説|話|噂|うわさ)(?:があった|もあった))(?:が|けれども|ものの|も)[、，]?[^。]{0,30}"
    f"{_JA_FALSE}[^。、]{{0,12}}[。．]?$"
)
