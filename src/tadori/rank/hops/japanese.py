"""Reads a Japanese question as a chain: 「『X』の監督の出身地はどこか」, 「Xを作った会社の本社は」; and a comparison.

In: a question in NFKC. Out: its chain, or two for a comparison; None where it names no thing through another. Rules
only: both relations must be ones that `relation_table.py` knows, because AのBのC is mostly no trail.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.model.ids import JA
from tadori.rank.hops.chain import SLOT, HopChain, HopQuestion, HopStep, Sort
from tadori.rank.hops.kinship import ASKED_JA, KINSHIP_JA
from tadori.rank.hops.relation_table import RELATIONS
from tadori.rank.hops.relations import relation_named

_END: Final = re.compile(
    r"(?:とは|は|って)?、?(?:誰|だれ|どなた|何人|何者|何|なに|どこ|いつ)?(?:ですか|でしょうか|なのか|か|だ)?[?？。\s]*$"
)
_ASKED: Final = (
    (
        re.compile(r"は、?どこ(?:の国|の都市)?で(?:生まれ|誕生)|の(?:出身|生まれ)は、?どこ|は、?どこの(?:出身|生まれ)"),
        "birth_place",
    ),
    (re.compile(r"は、?どこで(?:死|亡くな|没)"), "death_place"),
    (re.compile(r"は、?(?:いつ|何年(?:何月何日)?に?)(?:生まれ|誕生)"), "birth_date"),
    (re.compile(r"は、?(?:いつ|何年(?:何月何日)?に?)(?:死|亡くな|没)"), "death_date"),
    (re.compile(r"は、?どこの国の人|(?<!人口)(?<!数)は、?何人(?:です|でしょう|だ|か|$|\?|？)"), "nationality"),
    (re.compile(r"は、?どこに(?:埋葬|葬)"), "burial_place"),
    (re.compile(r"は、?(?:どこの大学|どの大学|どこ)(?:を卒業|で学|に学)"), "education"),
    (re.compile(r"は、?誰と結婚"), "spouse"),
    (re.compile(r"は、?(?:いつ|何年に?)(?:設立|創立|創業|結成|建|創設|開業)"), "founded"),
    (re.compile(r"は、?(?:いつ|何年に?)(?:公開|発売|発表|刊行|出版|放送)"), "released"),
    (re.compile(r"は、?(?:どこに(?:ある|あり|位置|所在|本社)|何(?:県|市|国|州)に)"), "location"),
)
_QUOTED: Final = re.compile(r"[「『“\"](?P<name>[^」』”\"]+)[」』”\"]")
_CLASS: Final = re.compile(
    r"^(?:映画|小説|楽曲|曲|アルバム|ドラマ|漫画|アニメ|ゲーム|作品|書籍|歌|会社|企業|バンド)(?=[「『“\"ァ-ヴーA-Z])"
)
_RELATIVE: Final = re.compile(
    r"^(?P<thing>.+?)(?P<particle>を|が)(?P<verb>[^をがは"
    r"の]{0,12}?(?:た|している|する|される|ある|いる))(?P<kind>人物"
    r"|人|会社|企業|監督|作家|作者|歌手|バンド|団体|国|都市|町|村|県|市|州|大学"
    r"|出版社|場所)$"
)
_VERBS: Final = (
    ("director", "監督"),
    ("author", "書|執筆|著"),
    ("composer", "作曲"),
    ("performer", "歌|演奏"),
    ("founder", "創業|設立|創設|創立"),
    ("publisher", "出版|刊行|発行"),
    ("maker", "作|造|製造|開発"),
    ("creator", "発明|考案|生み出"),
    ("designer", "設計|デザイン"),
    ("producer", "製作|制作|プロデュース"),
    ("owner", "所有|買収"),
    ("painter", "描"),
)
_COMPARES: Final = re.compile(
    r"^(?P<a>.+?)と(?P<b>.+?)(?:では|のうち|の(?:うち)?、?|とで(?:は)?|は|の間で)?、?(?:どちら|どっち)(?:の方|のほう)?(?:が|の)(?P<property>.+)$"
)
_TURNED: Final = re.compile(
    r"^(?P<a>.+?)と(?P<b>.+?)(?:では|のうち(?:で)?|の中で|は|で)、?(?P<property>[^、]+?)(?:のは|な方は|方は|ほうは)、?(?:どちら|どっち)$"
)
_SAME: Final = re.compile(r"^(?P<a>.+?)と(?P<b>.+?)(?:は|の)(?P<property>[^、]*同じ[^、]*)$")
_PROPERTIES: Final = (
    (r"同じ(?:国|都市|町|県|場所)で生まれ|出身地|同郷", "birth_place"),
    (r"年上|年下|年長|若い|先に生まれ|後に生まれ|早く生まれ|遅く生まれ|生年", "birth_date"),
    (r"死|亡くな|没|長生き", "death_date"),
    (r"国籍|同じ国の(?:出身|人)|出身国", "nationality"),
    (r"公開|発売|発表|刊行|出版|放送|リリース", "released"),
    (r"同じ(?:国|県|市|州|都市|地域)に|所在|位置", "location"),
    (r"設立|創立|創業|結成|創設|開業|開館|建て|古い|新しい|始ま", "founded"),
    (r"人口", "population"),
)
_THROUGH: Final = re.compile(
    r"^(?P<relation>監督|作曲者|作曲家|作者|著者|歌手|作詞者|創業者|設立者|プロデューサー)(?:が|の(?:方|ほう)が|の)"
)


def japanese_chain(text: str) -> HopChain | None:
    """The chain of `text`; None where it asks of a thing that it names itself."""
    plain = text.strip()
    last = next(((m, key) for pattern, key in _ASKED if (m := pattern.search(plain))), None)
    if last is not None:
        inner, ending = (
            plain[: last[0].start()],
            [HopStep(asked=ASKED_JA.get(last[1], SLOT + plain[last[0].start() :]), relation=last[1])],
        )
    else:
        inner, ending = _END.sub("", plain), []
    anchor, steps = _parts(inner)
    if ending and steps and steps[-1].relation == ending[0].relation:
        ending = []  # 本社はどこにあるか asks once
    whole = [*steps, *ending]
    if not anchor or len(whole) < 2 or not steps:
        return None
    return HopChain(anchor=anchor, steps=tuple(whole))


def japanese_comparison(text: str) -> HopQuestion | None:
    """The two chains of a comparison of one property, in each way to cut the names apart; None for others."""
    plain = re.sub(r"(?:ですか|でしょうか|のか|か)?[?？。\s]*$", "", text.strip())
    match = _TURNED.match(plain) or _COMPARES.match(plain) or _SAME.match(plain)
    if match is None:
        return None
    steps = tuple(_compared(match["property"]))
    if not steps:
        return None
    whole = f"{match['a']}と{match['b']}"
    cuts = [(whole[: m.start()], whole[m.end() :]) for m in re.finditer("と", whole) if 0 < m.start() < len(whole) - 1]
    cuts.sort(key=lambda pair: abs(len(pair[0]) - len(pair[1])))
    return HopQuestion(
        readings=tuple(tuple(HopChain(anchor=_named(side), steps=steps) for side in pair) for pair in cuts)
    )


def _compared(asked: str) -> Iterator[HopStep]:
    final = next((key for pattern, key in _PROPERTIES if re.search(pattern, asked)), "")
    through = _THROUGH.match(asked)
    if not final:
        return
    if through:
        key = relation_named(through["relation"], JA)
        yield HopStep(asked=f"{SLOT}の{through['relation']}は誰か", relation=key)
    yield HopStep(asked=ASKED_JA[final], relation=final)


def _parts(inner: str) -> tuple[str, list[HopStep]]:
    """(the thing that is named, the steps from it) of `AのBのC`; the relations stand at the end."""
    steps: list[HopStep] = []
    rest = inner
    while (cut := _last_of(rest)) > 0:
        relation = rest[cut + 1 :]
        found = list(_steps(relation))
        if not found:
            break
        same = bool(steps) and steps[0].relation == found[-1].relation == "location"
        steps = [*found, *(steps[1:] if same else steps)]  # 本社の場所 is one place
        rest = rest[:cut]
    relative = _RELATIVE.match(rest)
    if relative is not None and (step := _relative(relative)) is not None:
        steps = [step, *steps]
        rest = relative["thing"]
    return _named(rest), steps


def _last_of(text: str) -> int:
    """Where the last の outside quotation marks stands; -1 for none."""
    hidden = _QUOTED.sub(lambda m: "＿" * len(m[0]), text)
    return hidden.rfind("の")


def _steps(relation: str) -> Iterator[HopStep]:
    if relation in KINSHIP_JA:
        for key, word in zip(KINSHIP_JA[relation], _kin_words(relation), strict=True):
            yield HopStep(asked=f"{SLOT}の{word}は誰か", relation=key)
        return
    key = relation_named(relation, JA)
    if key:
        who = {Sort.PERSON: "誰", Sort.PLACE: "どこ", Sort.DATE: "いつ"}.get(RELATIONS[key].sort, "何")
        yield HopStep(asked=f"{SLOT}の{relation}は{who}か", relation=key, focus=relation)


def _kin_words(relation: str) -> list[str]:
    words = {"spouse": "配偶者", "father": "父", "mother": "母", "parent": "親", "child": "子", "sibling": "兄弟姉妹"}
    return [words[key] for key in KINSHIP_JA[relation]]


def _relative(match: re.Match[str]) -> HopStep | None:
    verb, kind = match["verb"], match["kind"]
    if match["particle"] == "が":
        key = (
            "birth_place"
            if verb.startswith("生まれ")
            else "death_place"
            if re.match("死|亡くな|没", verb)
            else "location"
            if verb.startswith(("ある", "位置", "所在"))
            else ""
        )
        return HopStep(asked=f"{SLOT}が{verb}{kind}はどこか", relation=key, focus=kind) if key else None
    key = next((key for key, does in _VERBS if re.match(does, verb)), "")
    return HopStep(asked=f"{SLOT}を{verb}{kind}は誰か", relation=key, focus=kind) if key else None


def _named(text: str) -> str:
    plain = _CLASS.sub("", text.strip("、 "))
    quoted = _QUOTED.fullmatch(plain)
    return quoted["name"] if quoted else plain
