"""Finds who says a sentence: `"…," said X`, `X told reporters that`, according to X, Xによると, Xは「…」と述べた.

Comes in: one sentence whose quotations are masked (`text/quotes.py`), so that a verb inside of them counts for nothing.
Goes out: the first attribution outside the quotations, with the words that name the speaker; a speaker that is not
named, or not surely found, is empty. Does not resolve pronouns, and does not look at neighbouring sentences
(`text/statement_context.py`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.quotes import QUOTE_FILLER as _Q


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Somebody says the sentence or its quotation. `start` and `end` span the speaker's name, or the verb."""

    speaker: str
    start: int
    end: int
    hearsay: bool = False
    """Nobody in particular says it: 〜という。 `is said to`."""
    nested: bool = False
    """Somebody says that somebody says it."""


def attribution_of(sentence: str, *, japanese: bool) -> Attribution | None:
    """Who says the masked `sentence`, or None where it is the text's own voice."""
    return _ja_attribution(sentence) if japanese else _en_attribution(sentence)


# English.

_STRONG: Final = (
    r"said|says|told|tells|(?<!to\s)(?<!can\s)(?<!not\s)(?<!'t\s)(?<!’t\s)(?<!could\s)(?<!would\s)(?<!you\s)say"
)
_WEAK: Final = (
    r"add(?:ed|s)|explain(?:ed|s)|not(?:ed|es)|stat(?:ed|es)|claim(?:ed|s)?|argu(?:ed|es)|insist(?:ed|s)?|warn(?:ed|s)?"
    r"|announce[ds]?|report(?:ed|s)?|confirm(?:ed|s)?|admit(?:ted|s)?|acknowledge[ds]?|suggest(?:ed|s)?|believe[ds]?"
    r"|think[s]?|thought|estimate[ds]?|predict(?:ed|s)?|expect(?:ed|s)?|testif(?:ied|ies)|tweet(?:ed|s)?|wrote|writes?"
    r"|repl(?:ied|ies)|respond(?:ed|s)|comment(?:ed|s)|conclude[ds]?|recall(?:ed|s)|remark(?:ed|s)|declare[ds]?"
    r"|stress(?:ed|es)?|emphasi[sz]e[ds]?|allege[ds]?|ask(?:ed|s)|continue[ds]|joke[ds]|reveal(?:ed|s)|den(?:ied|ies)"
    r"|maintain(?:ed|s)?|assert(?:ed|s)?|complain(?:ed|s)?|vow(?:ed|s)?|pledge[ds]?|promise[ds]?|observe[ds]"
    r"|quip(?:ped|s)|shout(?:ed|s)|hint(?:ed|s)?|indicate[ds]?|describe[ds]|hope[ds]?|fear(?:ed|s)?|agree[ds]|contend(?:ed|s)?|point(?:ed|s)?\sout"
)
_VERB_EN: Final = lazy_pattern(
    rf"(?<![\w-])(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))(?![\w-])(?P<that>,?(?:\s\w+){{0,6}}?\s?(?:\sthat\s|:|{_Q}))?",
)
_TRIGGER_EN: Final = lazy_pattern(
    rf"(?<![\w-])(?:{_STRONG}|{_WEAK}|according\sto|said)(?![\w-])|:\s*{_Q}|[—–-]\s?[A-Z]"
)
_PASSIVE: Final = lazy_pattern(
    r"(?:\b(?:is|are|was|were|be|been|being|am)|'s|’s|\bgets?|\bgot)(?:\s(?:also|often|widely|generally|commonly|usually"
    r"|sometimes|not|never))?\s*$"
)
_QUOTED_AS: Final = lazy_pattern(r"\b(?:was|were|is|are|been)\s(?:also\s)?quoted\sas\ssaying\b")
_TAIL_WORDS: Final = lazy_pattern(
    r"(?:\s+(?:has|have|had|also|then|later|previously|earlier|further|once|repeatedly|recently|today|yesterday|however|still"
    r"|always|often|now|only|simply|himself|herself|themselves|itself|would|will|did|does|do|can|could|may|might|publicly"
    r"|(?!famil|assembl|all|repl|suppl|ital|jul)[a-z]+ly|on\s(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day))+$"
)
_LEADING: Final = lazy_pattern(
    r"^(?:(?:but|and|so|yet|or|as|when|while|although|though|because|after|before|that|which|if|whereas|since|where|what"
    r"|then|however|meanwhile|still|also|later|afterwards|indeed|instead|earlier|today|yesterday)[,\s]\s*)+",
)
_ADVERBIAL: Final = lazy_pattern(
    r"(?:on|in|at|after|before|during|by|for|from|to|with|under|since|until|as|when|while|although|though|because|if"
    r"|however|meanwhile|later|then|earlier|today|yesterday|but|and|still|despite|following|asked|speaking|last|this|"
    r"according|instead|indeed|also|now|once|\w+ly|\w+ing|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
)
_PRONOUN: Final = (
    "he|she|they|it|i|we|you|who|one|some|many|others|both|neither|someone|somebody|nobody|everyone|people"
)
_SPEAKER_NOUN: Final = (
    r"officials?|police|researchers?|scientists?|experts?|residents?|witness(?:es)?|authorit(?:y|ies)|sources?|lawyers?"
    r"|prosecutors?|analysts?|critics|supporters|campaigners|doctors|economists|historians|investigators?|reports?"
    r"|stud(?:y|ies)|surveys?|statements?|documents?|ministr(?:y|ies)|ministers?|governments?|agenc(?:y|ies)"
    r"|compan(?:y|ies)|spokes(?:man|woman|person|people)|data|figures|papers?|media|newspapers?|records|estimates"
    r"|polls?|statistics|accounts?|committee|commission|council|department|bureau|authors?|judge|court|staff|fans"
    r"|colleagues|friends|neighbou?rs|relatives|family|organi[sz]ers|firm|bank|university|institute|review|press"
    r"|legend|tradition|myth|indictment|complaint|lawsuit|filing|census|website|interview|article|letter|documentary"
)
_WHO_START: Final = lazy_pattern(
    rf"(?:[A-ZÀ-ÖØ-Þ“\"]|\d|(?:the|a|an|his|her|its|their|our|my|your|one|another|some|many|most|several|two|three|four|five"
    rf"|other|both|all|local|senior|former|{_PRONOUN}|{_SPEAKER_NOUN})\b|(?!(?:in|on|at|as|that|to|by|of|for|it|between|with|from|under|over|after|before|and|or|but|when|while|because|than|is|are|was)\s)(?:[a-z-]+\s){{1,3}}[A-Z])"
)
# …, says Kato.
_PLAIN_NAME: Final = lazy_pattern(
    r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May\b|June|July|August|September"
    r"|October|November|December)(?:(?:Dr|Mr|Mrs|Ms|Prof)\.\s)?[A-ZÀ-ÖØ-Þ][\w'’-]*(?:\s[A-ZÀ-ÖØ-Þ][\w.'’-]*){0,3}"
)
_LAST_PRONOUN: Final = lazy_pattern(r"\s(he|she|they|it|we|I)$")
_FINITE: Final = lazy_pattern(
    r"\s(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|did|does|do|broke|came|went|became)\s"
)
_ABBREVIATED: Final = (
    r"(?:Dr|Mr|Mrs|Ms|Prof|Gen|Maj|Sgt|Capt|Lt|Col|St|Jr|Sr|Rev|Sen|Rep|Gov|Det|Supt|Insp|Const|[A-Z])\."
)
_INVERTED: Final = lazy_pattern(
    rf"\s+(?P<who>(?:{_ABBREVIATED}|[^\s,.;:{_Q}]+)(?:\s(?!(?:in|on|at|after|as|during|when|while|who|from|to|about|by|this|last"
    rf"|adding|before|and\sadded|outside|following|upon|with|because|that)\b)(?:{_ABBREVIATED}|[^\s,.;:{_Q}]+)){{0,9}})"
)
_ACCORDING: Final = lazy_pattern(
    rf"(?P<comma>^|,|;|[—–-]|\bbut|\band|{_Q})?\s*\b[Aa]ccording\sto\s"
    rf"(?P<who>(?:{_ABBREVIATED}|[^\s,.;:{_Q}()]+)(?:\s(?:{_ABBREVIATED}|[^\s,.;:{_Q}()]+)){{0,13}})"
)
_SPEAKER_INSIDE: Final = lazy_pattern(rf"\b(?:{_SPEAKER_NOUN})\b")
_SOURCE_START: Final = lazy_pattern(
    rf"(?:the\s|a\s|an\s|one\s|some\s)?[A-ZÀ-ÖØ-Þ]|(?:\w+['’]?s?\s){{0,5}}(?:{_SPEAKER_NOUN})\b|h[ie][mr]\b|them\b"
)
_LABEL: Final = lazy_pattern(rf"^\s*(?P<who>[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:\s[\w.'’&-]+){{0,5}}):\s*{_Q}")
_CREDIT: Final = lazy_pattern(rf"{_Q}\s*(?:[—–]|--?)\s?(?P<who>[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:\s[\w.'’&-]+){{0,5}})")
_HEARSAY_EN: Final = lazy_pattern(
    r"\b(?:is|are|was|were)\s(?:\w+ly\s)?(?:said|alleged|rumou?red|reported|claimed|believed|thought|understood|reputed)\sto\b"
    r"|\b[Ii]t\s(?:is|was|has\sbeen)\s(?:\w+ly\s)?(?:said|alleged|rumou?red|reported|claimed|believed|thought)\sthat\b"
    r"|\b(?:[Rr]eportedly|[Aa]llegedly|[Pp]urportedly|[Ss]upposedly)\b|\b[Rr]umou?r\shas\sit\b|\b[Pp]eople\ssay\b"
)
_MOST_WORDS: Final = 14


def _en_attribution(sentence: str) -> Attribution | None:
    if _TRIGGER_EN.search(sentence) is None and _HEARSAY_EN.search(sentence) is None:
        return None
    found = list(_en_candidates(sentence))
    if found:
        named = [one for one in found if one.speaker]
        first = (named or found)[0]
        others = {one.speaker.lower() for one in named} - {first.speaker.lower()}
        return Attribution(speaker=first.speaker, start=first.start, end=first.end, nested=bool(others))
    hearsay = _HEARSAY_EN.search(sentence)
    if hearsay:
        return Attribution(speaker="", start=hearsay.start(), end=hearsay.end(), hearsay=True)
    return None


def _en_candidates(sentence: str) -> Iterator[Attribution]:
    for pattern in (_LABEL, _CREDIT):
        label = pattern.search(sentence)
        if label and not _VERB_EN.search(label["who"]):
            yield _named(sentence, label.start("who"), label.end("who"))
    for verb in _VERB_EN.finditer(sentence):
        found = _en_said(sentence, verb.start(), verb.end("strong" if verb["strong"] else "weak"), _is_report(verb))
        if found:
            yield found
    for source in _ACCORDING.finditer(sentence):
        if _SOURCE_START.match(source["who"]) and (
            source["comma"] is not None or _SPEAKER_INSIDE.search(source["who"]) or source["who"][0].isupper()
        ):
            yield _named(sentence, source.start("who"), source.end("who"))


def _is_report(verb: re.Match[str]) -> bool:
    return bool(verb["strong"] or verb["that"])


def _en_said(sentence: str, start: int, end: int, reports: bool) -> Attribution | None:
    """The attribution by the verb at `start`; None where it reports nothing."""
    left = sentence[:start]
    after_quote = left.rstrip(" ,").endswith(_Q)
    inverted = _inverted(sentence, end, after_quote=after_quote, after_comma=reports and left.endswith(", "))
    if inverted and not sentence.startswith("t", start):  # nobody writes: "…," told Kato
        return inverted
    boundary = max(left.rfind(_Q), left.rfind("; "), left.rfind(": ")) + 1
    segment = left[boundary:]
    passive = _PASSIVE.search(segment) and not _QUOTED_AS.search(sentence[:end])
    if passive or segment.rstrip().lower().endswith(" the"):
        return None
    ends_here = not sentence[end : end + 1] or sentence[end] in ".,;:!?" or sentence[end : end + 4] in (" in ", " on ")
    if not reports and not (left[:boundary].endswith(_Q) and ends_here):
        return None
    who = _who_en(segment, boundary, last=ends_here)
    if who is None:
        return Attribution(speaker="", start=start, end=end) if after_quote else None
    return _named(sentence, *who)


def _inverted(sentence: str, end: int, *, after_quote: bool, after_comma: bool) -> Attribution | None:
    """The speaker behind the verb: `"…," said the mayor`, `…, says Kato,`."""
    found = _INVERTED.match(sentence, end) if after_quote or after_comma else None
    if found is None:
        return None
    fits = _WHO_START.match(found["who"]) if after_quote else _PLAIN_NAME.fullmatch(found["who"])
    return _named(sentence, *found.span("who")) if fits else None


def _who_en(segment: str, offset: int, *, last: bool) -> tuple[int, int] | None:
    """Where the speaker stands in the words before the verb; None where no noun can be told apart."""
    kept = _TAIL_WORDS.sub("", " " + segment.rstrip())[1:]
    apposition = kept.rstrip().endswith(",")
    kept = kept.rstrip(" ,")
    start = len(segment) - len(segment.lstrip(" ,—–-"))
    parts = []
    position = start
    for part in kept[start:].split(", "):
        parts.append((position, position + len(part)))
        position += len(part) + 2
    while len(parts) > 1 and _ADVERBIAL.match(kept[parts[0][0] : parts[0][1]].lower()):
        parts.pop(0)
    first, end = parts[0] if apposition or not last else parts[-1]
    if not apposition and not last:  # A, B and C said; otherwise only the last part is the subject
        first, end = (first if " and " in kept[slice(*parts[-1])] else parts[-1][0]), parts[-1][1]
    leading = _LEADING.match(kept[first:end].lower())
    first += leading.end() if leading else 0
    pronoun = _LAST_PRONOUN.search(kept[first:end])
    first += pronoun.start(1) if pronoun else 0
    who = kept[first:end]
    if not _WHO_START.match(who) or len(who.split()) > _MOST_WORDS or _FINITE.search(who + " "):
        return None
    return offset + first, offset + first + len(who.rstrip())


def _named(sentence: str, start: int, end: int) -> Attribution:
    name = sentence[start:end].rstrip(" ,、")
    return Attribution(speaker=name, start=start, end=start + len(name))


# Japanese.

_SAID_JA: Final = (
    "(?:述べ|語[っりる]|話[しす]|コメント|発言|説明|指摘|主張|明か[しす]|明らかに[しす]|強調|訴え|答え|回答|発表|報告|言(?:[っい]|う(?=[。、」]|$))|書(?:い|く(?=[。、」]|$))|記[しす]|つぶや"
    "|呼びかけ|呼び掛け|批判|反論|警告|証言|振り返|認め|否定|明言|表明|伝え|報じ|分析|予測|予想|推定|期待|謝罪|宣言|ツイート|投稿|求め"
    "|胸を張|打ち明け|喜[んぶ]|嘆[いく]|応じ|告げ|叫[んび]|質問|尋ね|釈明|供述|語気を)(?!され|さり|られ|れ[るたて、]|得|難|にく|すぎ|過ぎ|べき|者|書|文|会)"
)
_BY_JA: Final = lazy_pattern(f"(?P<who>[^。{_Q}]{{1,60}}?)に(?:よると|よれば|よりますと)(?!い)")
_SAY_JA: Final = lazy_pattern(
    f"(?:(?P<quote>{_Q})|(?<=[るたいだうすむぬぶぐくつんかよねなれせ]))と(?:も|は|の(?:見方|考え|見解|認識|コメント)を?)?[、，]?"
    f"(?P<mid>(?!いう|いっ|する|して|なる|なっ|した|呼|よば)[^、。{_Q}と]{{0,30}}?[、，]?)(?P<verb>{_SAID_JA})"
)
# Without a quotation only the verb that ends the sentence reports what stands before it.
_PREDICATE_REST_JA: Final = lazy_pattern("[ぁ-ん]{0,12}(?:[。．」』）)\\]\\d\\[\\s]|$)")
_ANNOUNCED_JA: Final = lazy_pattern(f"(?:こう|次のように|以下のように|このように)[^、。{_Q}]{{0,8}}?(?:{_SAID_JA})")
_BARE_JA: Final = lazy_pattern(
    f"^\\s*{_Q}+(?:と(?:は|話すのは|語るのは|述べたのは|いうのは)?[、，]?|[（(])(?P<who>[^。、，{_Q}（）()はがも]{{2,30}})(?:[。）)]|$)"
)
_LABEL_JA: Final = lazy_pattern(f"^\\s*(?P<who>[^、。：:{_Q}はがを]{{1,20}})(?:[：:]\\s*|――|─|　)?{_Q}+[。]?$")
_TOPIC_JA: Final = lazy_pattern(
    f"(?:^|(?<=[、，。]))(?P<who>[^、，。{_Q}はがも]{{1,40}})(?P<particle>(?:から)?[はがも])(?P<pause>[、，]?)"
)
_MID_WHO_JA: Final = lazy_pattern("(?P<who>[^、。はがも]{1,25})[はがも]")
_PERSON_JA: Final = lazy_pattern(
    "(?:氏|さん|容疑者|被告|首相|大統領|[者員長家官相手社省庁県市町村警署紙局側会党国]|教授|博士|大臣|議員|監督|広報|代表|住民|男性|女性|政府|大学|研究所"
    "|機構|団体|新聞|通信|ら|たち|私|彼|彼女|チーム|グループ|当局|報告書|声明|筋|夫妻|夫|妻|母|父|[)）A-Za-z])$"
)
# 日本には, 晩年には, これは: no subject that speaks.
_NO_SUBJECT_JA: Final = lazy_pattern("[にでとてへをかり]$|^(?:これ|それ|ここ|そこ|現在|今|今回)$")
_START_JA: Final = lazy_pattern(
    "^(?:(?:しかし|また|一方(?:で)?|なお|さらに|そして|ただ(?:し)?|だが|ところが|この(?:ため|うち)|その(?:ため|後|うえ)|このほか|これに対し(?:て)?|特に|実際|後年|当時|同日|翌日|先日|昨年|今年)[、，]?)+|^[このその]{2}[^、。]{1,12}(?:を受け(?:て)?|に対し(?:て)?|について|に|で)"
)
_NO_SPEAKER_JA: Final = lazy_pattern("(?:場合|ところ|[何誰]か?|こと|条件|状況|時期|地域|種類|用途)$")
_HEARSAY_JA: Final = lazy_pattern(
    "(?:(?<=[るたいだうすむくぐぶぬつん])という|といい(?=、)|とのこと(?:だ|である|です|でした|だった)?|と(?:さ|言わ|いわ|伝えら|噂さ|うわささ|目さ|信じら|見ら|みら)れ(?:る|た|ます|ました"
    "|てい(?:る|た|ます|ました)|て(?:き|い)た)|らしい(?:です)?|(?<=[たるいだ])そう(?:だ|です|である))(?:[。．」』）)\\]\\d\\[\\s]*)$"
)
_PART_END_JA: Final = lazy_pattern("[ではにりがくしたどもをらろずきえみ]$|[日月年時分]$")


def _ja_attribution(sentence: str) -> Attribution | None:
    found = next(_ja_candidates(sentence), None)
    if found is not None:
        return found
    hearsay = _HEARSAY_JA.search(sentence)
    if hearsay:
        return Attribution(speaker="", start=hearsay.start(), end=hearsay.end(), hearsay=True)
    return None


def _ja_candidates(sentence: str) -> Iterator[Attribution]:
    source = _BY_JA.search(sentence)
    if source and not _NO_SPEAKER_JA.search(source["who"]):
        topic = source["who"].rfind("は") + 1  # 人口は市の発表によれば
        yield _named(sentence, *_who_ja(sentence, source.start("who") + topic, source.end("who")))
    for said in _SAY_JA.finditer(sentence):
        if not said["quote"] and _PREDICATE_REST_JA.match(sentence, said.end()) is None:
            continue
        who = _ja_said(sentence, said.start(), said.start("mid"), said.end("mid"), quoted=bool(said["quote"]))
        yield _named(sentence, *who) if who else Attribution(speaker="", start=said.start("verb"), end=said.end())
    announced = _ANNOUNCED_JA.search(sentence)
    if announced:
        who = _ja_said(sentence, announced.start(), announced.start(), announced.start(), quoted=True)
        if who:
            yield _named(sentence, *who)
    bare = _BARE_JA.search(sentence)
    if bare and _PERSON_JA.search(bare["who"]):
        yield _named(sentence, bare.start("who"), bare.end("who"))
    label = _LABEL_JA.search(sentence)
    if label:
        yield _named(sentence, label.start("who"), label.end("who"))


def _ja_said(sentence: str, said: int, mid: int, mid_end: int, *, quoted: bool) -> tuple[int, int] | None:
    """The speaker of `…と(mid)述べた`: between と and the verb, or a topic before the words that are said."""
    between = _MID_WHO_JA.match(sentence, mid, mid_end)
    if between:
        return between.span("who")
    opening = len(sentence[: said + 1].rstrip(_Q)) if quoted else said + 1
    topics = [topic for topic in _TOPIC_JA.finditer(sentence, 0, opening) if not _NO_SUBJECT_JA.search(topic["who"])]
    spans = [(_who_ja(sentence, *topic.span("who")), topic) for topic in (reversed(topics) if quoted else topics)]
    people = [(span, topic) for span, topic in spans if _PERSON_JA.search(sentence, *span)]
    # A person with は, then anything with は that is set off, then a person with が: 共産党が作った…を, 首相は
    chosen = [span for span, topic in people if topic["particle"] != "が"]
    chosen += [span for span, topic in spans if topic["particle"] != "が" and (quoted or topic["pause"])]
    chosen += [span for span, _ in people]
    return chosen[0] if chosen else None


def _who_ja(sentence: str, start: int, end: int) -> tuple[int, int]:
    """The span without a connective and without earlier clauses: しかし、5日、加藤氏 → 加藤氏."""
    leading = _START_JA.match(sentence[start:end])
    start += leading.end() if leading else 0
    while "、" in sentence[start:end]:
        comma = sentence.index("、", start, end)
        if _PART_END_JA.search(sentence, start, comma) is None:
            break
        start = comma + 1
    return start, end
