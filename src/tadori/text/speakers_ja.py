"""Finds who says a Japanese sentence: Xによると, Xは「…」と述べた, 「…」とX。, 〜という。

Comes in: one sentence whose quotations are masked. Goes out: an attribution, or None for the text's own voice. A topic
that need not be the speaker (ダムは決壊したと述べた) is not taken for one.
"""

from collections.abc import Iterator
from typing import Final

from tadori.text.attribution import Attribution, named_speaker
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.quotes import QUOTE_FILLER as _Q

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
    f"^\\s*{_Q}+(?:と(?:は|話すのは|語るのは|述べたのは|いうのは)?[、，]?|[（(])(?P<who>[^。、，{_Q}（）()はがも]{{2,30}})[）)]?[。．]?$"
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


def japanese_attribution(sentence: str) -> Attribution | None:
    """Who says the masked Japanese sentence, or None."""
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
        yield named_speaker(sentence, *_who_ja(sentence, source.start("who") + topic, source.end("who")))
    for said in _SAY_JA.finditer(sentence):
        if not said["quote"] and _PREDICATE_REST_JA.match(sentence, said.end()) is None:
            continue
        who = _ja_said(sentence, said.start(), said.start("mid"), said.end("mid"), quoted=bool(said["quote"]))
        yield (
            named_speaker(sentence, *who) if who else Attribution(speaker="", start=said.start("verb"), end=said.end())
        )
    announced = _ANNOUNCED_JA.search(sentence)
    if announced:
        who = _ja_said(sentence, announced.start(), announced.start(), announced.start(), quoted=True)
        if who:
            yield named_speaker(sentence, *who)
    bare = _BARE_JA.search(sentence)
    if bare and _PERSON_JA.search(bare["who"]):
        yield named_speaker(sentence, bare.start("who"), bare.end("who"))
    label = _LABEL_JA.search(sentence)
    if label:
        yield named_speaker(sentence, label.start("who"), label.end("who"))


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
