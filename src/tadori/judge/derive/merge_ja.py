"""Japanese sentences joined into one: 「ダムは高さ40mで、1962年に完成した。」 (X11). Called by `merge.py`.

In: a goal without its full stop, and the quoted sentences. Out: the sentences it was joined from. The joining form of a
verb has no tense: it takes that of the sentence's end, so both parts must have the same; a noun with で may be present.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.derive.quoted_sentences import PlacedSentence
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numbers import quantities
from tadori.text.sameness import comparable

_MOST_JOINTS: Final = 8
_PAST: Final = lazy_pattern(
    r"(?:[たっ]た|[したんいっきぎりみびちえけせてねべめれげ]た|だった|でした|ました|んだ|いだ)$"
)
# Ends of a joining form → (end in the past, end in the present), several each.
_COPULA: Final = (("だった", "であった", "でした"), ("である", "だ", "です", ""))
_JOINED: Final = (
    ("であり", (("であった", "だった"), ("である", "だ"))),
    ("でおり", ((), ())),
    ("で", _COPULA),
    ("ており", (("ていた", "ていました"), ("ている", "ています"))),
    ("ていて", (("ていた", "ていました"), ("ている", "ています"))),
    ("して", (("した", "しました"), ("する", "します"))),
    ("し", (("した", "しました"), ("する", "します", "す"))),
    ("くて", (("かった",), ("い", "いです"))),
    ("く", (("かった",), ("い", "いです"))),
    ("って", (("った",), ("る", "う", "つ"))),
    ("んで", (("んだ",), ("む", "ぶ", "ぬ"))),
    ("いて", (("いた",), ("く",))),
    ("いで", (("いだ",), ("ぐ",))),
    ("て", (("た", "ました"), ("る", "ます"))),
    ("き", (("いた", "きました"), ("く", "きます"))),
    ("ぎ", (("いだ", "ぎました"), ("ぐ", "ぎます"))),
    ("ち", (("った", "ちました"), ("つ", "ちます"))),
    ("び", (("んだ", "びました"), ("ぶ", "びます"))),
    ("み", (("んだ", "みました"), ("む", "みます"))),
    ("り", (("った", "りました"), ("る", "ります"))),
    ("い", (("った", "いました"), ("う", "います"))),
    ("", (("た", "ました"), ("る", "ます"))),
)
_TOPIC: Final = lazy_pattern(r"(?P<topic>[^、。「」]{1,40}?)(?P<particle>には|では|は)(?=[^ずい]|いず|いま)")
_NO_TOPIC: Final = lazy_pattern(
    r"一部|多く|ほとんど|ある[^ぁ-ん]|いくつ|大半|過半|半数|半分|大部分|各|どの|誰|何|これ|それ|あれ|ここ|そこ|この|その|あの|彼|彼女|私|我々|当社|両|双方|全員"
    r"|すべて|全て|現在|当時|今日|近年|昨年|今年|一般|通常|普通|以下|平均|割合|他の|別の|前者|後者|よう|場合|とき|ため|[\d０-９%％]|^(?:また|さらに|なお|しかし|一方)"
)
_REACHES: Final = lazy_pattern(
    r"場合|とき|際|なら|れば|たら|によ(?:ると|れば)|ため|から(?=、|$)|ので|ものの|けれど|が、|一方|ながら|しかし|という(?=[。、]|$)|とされ|とみられ|と見られ|だろう|でしょう"
    r"|と[^、。]{1,5}れ(?:る|た|て)|かもしれ|らしい|ようだ|ようで|そうだ|予定|見込|可能性|恐れ|おそれ|と(?:述べ|語|話|言|発表|主張|説明|指摘|考え|思|し(?:ている|ていた|た)$)|ない|なかった|なく|ません|ず(?:に|、|$)"
    r"|べき|のみ|だけ|しか|除[きくい]|以外|限[りる]|まで|または|あるいは|もしくは|計画|推定|推計|予測|予想|約束|目指|[「」『』？?]"
)
_OPEN: Final = lazy_pattern("これ|それ|その|この|あの|そこ|ここ|同[社氏市国県町村年月日地]|彼|前者|後者|上記|前述")
_EACH_OWN: Final = lazy_pattern("最|唯一|初|第|共同|合わせ|合計|それぞれ|互い|同じ|一緒|共に|ともに|どちら|より|ほど")
_JOINT: Final = lazy_pattern("[、；;。]\\s?(?:また、?|さらに、?)?")
_LONGEST_END: Final = 24
_CONNECTIVE: Final = lazy_pattern("^(?:また|さらに|なお|他方で|一方で?|そして)、?")
_DESCRIBED: Final = lazy_pattern(
    "(?P<said>[^、。はが]{3,60})(?P<joint>である|の|た)(?P<topic>[^、。はがたのをにで]{2,24})は、?(?P<rest>[^。]{3,200})"
)
# A term of a few letters in brackets of speech: 「A」という印
_TERM: Final = lazy_pattern("「[^「」、。はがを]{1,20}」")
_ALSO_SECOND: Final = lazy_pattern("(?P<other>[^、。もはがのを]{1,24})も")
_ALSO: Final = lazy_pattern("も、?(?P<other>[^、。もはがのを]{1,24})も、?(?P<rest>.+)")
_AND: Final = lazy_pattern("と|および|及び|、|ならびに|並びに|・")


def japanese_merges(
    text: str, quoted: Sequence[PlacedSentence], pairs: Sequence[tuple[PlacedSentence, PlacedSentence]]
) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """The sentences that `text` may be joined from, with their shared topic."""
    plain = _TERM.sub(lambda term: term[0][1:-1], text)
    for found in list(_JOINT.finditer(plain))[:_MOST_JOINTS]:
        one, two = plain[: found.start()], plain[found.end() :].strip()
        yield from _two_parts(one, two, whole=found[0][0] != "、")
        yield from _followers(one, two, pairs, whole=found[0][0] != "、")
    yield from _two_topics(text, quoted)
    yield from _said_once(text, quoted)
    yield from _described(text)


def _followers(
    one: str, two: str, pairs: Sequence[tuple[PlacedSentence, PlacedSentence]], *, whole: bool
) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """Neighbours in the source: what この or no subject means there, it means here."""
    if _REACHES.search(one) or _REACHES.search(two):
        return
    firsts = [f"{one}。"] if whole else list(_first_parts(one, is_past=_PAST.search(two) is not None))
    for a, b in pairs:
        second = _TERM.sub(lambda term: term[0][1:-1], b.text)
        if comparable(_CONNECTIVE.sub("", second)) != comparable(two):
            continue
        for first in firsts:
            if comparable(first) == comparable(_TERM.sub(lambda term: term[0][1:-1], a.text)):
                yield (a.text, b.text), "", False


def _said_once(text: str, quoted: Sequence[PlacedSentence]) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """「港は2019年に3トンを、2020年に2トンを扱った」: the topic and the end of both are said once."""
    for a in quoted:
        for b in quoted:
            one, two = a.text.strip().rstrip("。"), b.text.strip().rstrip("。")
            if a is b or one == two or _REACHES.search(one) or _REACHES.search(two) or not text.endswith(two[-2:]):
                continue
            topic = _TOPIC.match(one)
            shared = topic[0] if topic and two.startswith(topic[0]) and not _NO_TOPIC.search(topic["topic"]) else ""
            for size in range(2, min(len(one), len(two), _LONGEST_END)):
                if one[-size:] != two[-size:]:
                    break
                if text == f"{one[:-size]}、{two[len(shared) :]}" and (shared or _TOPIC.match(two)):
                    yield (f"{one}。", f"{two}。"), topic["topic"] if shared and topic else "", False


def _described(text: str) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """「1874年に建てられた水車小屋は四階建てである」"""
    found = _DESCRIBED.fullmatch(text)
    if found is None or _NO_TOPIC.search(found["topic"]) or _REACHES.search(text) or _OPEN.search(text):
        return
    said, joint, topic, rest = found["said"], found["joint"], found["topic"], found["rest"]
    ends = ("である", "です", "だ") if joint in ("である", "の") else ("た", "ました")
    yield from (((f"{topic}は{said}{end}。", f"{topic}は{rest}。"), topic, False) for end in ends)


def _two_parts(one: str, two: str, *, whole: bool) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    topic = _TOPIC.match(one)
    if (
        topic is None
        or topic["particle"] != "は"
        or _OPEN.search(two)
        or _NO_TOPIC.search(topic["topic"])
        or _REACHES.search(one)
        or _REACHES.search(two)
    ):
        return
    own = _TOPIC.match(two)
    if own is not None and _NO_TOPIC.search(own["topic"]):
        return
    if own is None:
        seconds = [(f"{topic[0]}{two}。", topic["topic"])]
        if (also := _ALSO_SECOND.match(two)) is not None and two[also.end() :][:-3] in one:
            seconds.append((f"{also['other']}は{two[also.end() :]}。", ""))
    else:  # 高さは40mである: the dam's height, or a thing of its own that the same source speaks of
        seconds = [(f"{topic['topic']}の{two}。", topic["topic"]), (f"{two}。", own["topic"])]
    going_on = two.endswith(("ている", "ています", "でいる", "でいます"))
    past = _PAST.search(two) is not None
    firsts = [f"{one}。"] if whole else list(_first_parts(one, is_past=past, going_on=going_on))
    for first in firsts:
        yield from (((first, second), shared, False) for second, shared in seconds)


def _first_parts(one: str, *, is_past: bool, going_on: bool = False) -> Iterator[str]:
    """The sentences whose joining form `one` is."""
    for end, (past, present) in _JOINED:
        if not one.endswith(end) or (end == "で" and one.endswith(("んで", "いで"))):
            continue
        stem = one[: len(one) - len(end)] if end else one
        if not is_past:  # a dated event is past, whatever the sentence ends in: 1962年に完成し、市が管理している
            endings: Sequence[str] = (*past, *present) if dates(one) else present
        elif end in ("で", "であり"):
            endings = (*past, *present)
        else:
            endings = past
        yield from (f"{stem}{ending}。" for ending in endings)
    if going_on:  # 所有し、雇っている: both go on
        for end, joining in (
            ("し", "して"),
            ("り", "って"),
            ("い", "って"),
            ("き", "いて"),
            ("み", "んで"),
            ("", "て"),
        ):
            if one.endswith(end):
                stem = one[: len(one) - len(end)] if end else one
                yield from (f"{stem}{joining}{ending}。" for ending in ("いる", "います"))


def _two_topics(text: str, quoted: Sequence[PlacedSentence]) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """「ダムとトンネルは1962年に完成した」: one predicate of two topics."""
    for sentence in quoted:
        words = sentence.text.strip().rstrip("。")
        topic = _TOPIC.match(words)
        if topic is None or topic["particle"] != "は" or not text.startswith(topic["topic"]):
            continue
        both = _ALSO.fullmatch(text[len(topic["topic"]) :])
        same = both is not None and both["rest"] == words[topic.end() :] and _holds_of_each(both["rest"])
        if both and same and not _NO_TOPIC.search(both["other"] + topic["topic"]):
            yield (f"{words}。", f"{both['other']}は{both['rest']}。"), "", False
        rest = text[len(topic["topic"]) :]
        joint = _AND.match(rest)
        predicate = words[topic.end("topic") :]
        if joint is None or not rest.endswith(predicate) or not _holds_of_each(predicate):
            continue
        other = rest[joint.end() : len(rest) - len(predicate)]
        if other and not _NO_TOPIC.search(other + topic["topic"]) and not _AND.search(other) and "の" not in other:
            yield (f"{words}。", f"{other}{predicate}。"), "", False


def _holds_of_each(predicate: str) -> bool:
    days = [(day.start, day.end) for day in dates(predicate)]
    amounts = [q for q in quantities(predicate) if not any(a <= q.start < b for a, b in days)]
    return not amounts and not _EACH_OWN.search(predicate) and not _REACHES.search(predicate)
