"""The table of relations: what names each in a question, and how sentences state it, English and Japanese.

Data only, about language: `directed by V`, `son of V`, Vの長男. Nothing in it is about any subject.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tadori.rank.hops.chain import Sort

_NEVER: Final = r"(?!)"


@dataclass(frozen=True, slots=True, kw_only=True)
class HopRelation:
    """A property: what names it in a question, and the marks of its value in a sentence."""

    sort: Sort
    en: str
    """What names it in an English question, as a regular expression."""
    ja: str = _NEVER
    after: str = _NEVER
    """Marks in an English sentence that its value follows."""
    before: str = _NEVER
    """Marks that follow the value."""
    ja_after: str = _NEVER
    ja_before: str = _NEVER
    second: bool = False
    """Whether of two values joined by `and` the second is likelier: `son of F and M` names the mother second."""
    inverse: str = ""
    """The relation in which the value's own page states it: the mother's page says whose mother she is."""


def _made(stem: str, nouns: str, active: str = "", also: str = _NEVER, ja: str = _NEVER) -> HopRelation:
    """Who makes a thing: `directed by V`, `director V`, `V directed`; 監督はV, V監督."""
    passive = rf"\b(?:co-?)?(?:{stem})(?:[\s,]+(?:and|&)?\s*\w+){{0,3}}?\s+(?:jointly\s+)?by\b"
    return HopRelation(
        sort=Sort.PERSON,
        en=rf"\b(?:{nouns})s?\b|\b(?:{stem}{'|' + active if active else ''})\b",
        ja=ja,
        after=rf"{passive}|\b(?:{nouns})s?\b(?:\s+(?:is|was|are|were))?|{also}",
        before=(
            rf"(?:^|\s)(?:also\s+)?(?:{stem}{'|' + active if active else ''})\b(?!\s+(?:by|in|on"
            rf"|at|for)\b)|'s\s+(?:\w+\s+)?(?:film|novel|book|album|song)"
        ),
        ja_after=rf"(?:{ja})(?:は|：|:|・|の|に|を務めたのは|したのは)?",
        ja_before=rf"(?:が|は|による|、|の)?(?:{ja})",
    )


_FAMILY_OF: Final = (
    r"\b(?:son|daughter|child|children|born|heir(?:ess)?|scion|offspring)\b(?:\s+and\s+\w+)?(?:\s+(?:of|to))\b"
)
RELATIONS: Final[Mapping[str, HopRelation]] = {
    "director": _made("directed", "director|film-?maker", "directs", ja="監督"),
    "composer": _made(
        "composed|scored",
        "composer",
        also=r"\bmusic(?:al score)?\b.{0,30}?\b(?:by|is|was)\b|\bscore\b.{0,12}\bby\b",
        ja="作曲|音楽|作曲者|作曲家",
    ),
    "author": _made(
        "written|authored|penned",
        "author|writer|novelist|screenwriter|lyricist|songwriter",
        "wrote|writes",
        also=r"\b(?:novel|book|play|poem|story|stories|memoir)\b.{0,20}?\bby\b",
        ja="作者|著者|原作者|原作|著|作|執筆|脚本|作詞",
    ),
    "performer": _made(
        "performed|recorded|sung|popularized|released|covered",
        "performer|singer|artist|vocalist|musician|rapper|band",
        "sang|performs|sings",
        also=r"\b(?:song|single|album|track|hit|EP|ballad|recording|record)s?\b[^.;]{0,40}?\bby\b",
        ja="歌|歌手|演奏者|演奏|アーティスト|ボーカル|歌唱",
    ),
    "producer": _made("produced", "producer", ja="製作者|プロデューサー|プロデュース|製作|制作"),
    "founder": _made(
        "founded|established|co-founded|started|set up",
        "founder|co-founder",
        "formed",
        ja="創設者|創業者|設立者|創立者|創設|創業|設立|創立",
    ),
    "creator": _made(
        "created|devised|invented|conceived",
        "creator|inventor",
        "invents|creates",
        ja="発明者|考案者|生みの親|発明|考案",
    ),
    "designer": _made("designed", "designer|architect", ja="設計者|設計|建築家|デザイナー|デザイン"),
    "maker": _made(
        "made|manufactured|developed|built|constructed|produced",
        "maker|manufacturer|developer|builder|studio",
        "makes|develops|manufactures",
        ja="開発元|メーカー|製造元|開発者|開発|製造|建設",
    ),
    "publisher": _made("published|issued", "publisher", "publishes", ja="出版社|出版元|発行元|出版|発行|刊行"),
    "owner": _made(
        "owned|acquired|bought",
        "owner|parent company",
        "owns",
        also=r"\b(?:subsidiary|part|division|unit)\s+of\b",
        ja="所有者|オーナー|親会社|持ち主|所有",
    ),
    "painter": _made("painted", "painter", "paints", ja="画家"),
    "leader": HopRelation(
        sort=Sort.PERSON,
        en=(
            r"\b(?:president|prime minister|king|queen|emperor|mayor|governor|chancellor|monarch"
            r"|ruler|leader|chairman|chairwoman|chief executive|CEO|manager|coach|head|captain"
            r"|principal)\b"
        ),
        ja="社長|大統領|首相|市長|知事|会長|学長|校長|党首|国王|皇帝|院長|館長|所長|監督",
        after=(
            r"\b(?:president|prime minister|king|queen|emperor|mayor|governor|chancellor|monarch"
            r"|ruler|leader|chairman|chairwoman|chief executive(?: officer)?|CEO|manager|coach"
            r"|head|captain|principal)\b(?:\s+(?:is|was|are|were))?|\b(?:led|headed|ruled"
            r"|governed|run|chaired)\s+by\b"
        ),
        before=(
            r"\b(?:is|was|became|as|served as|,)\s+(?:the\s+)?(?:\w+\s+)?(?:president|prime"
            r" minister|king|queen|emperor|mayor|governor|chancellor|monarch|ruler|leader"
            r"|chairman|chairwoman|chief executive(?: officer)?|CEO|manager|coach|head|captain"
            r"|principal)\b"
        ),
        ja_after=r"(?:社長|大統領|首相|市長|知事|会長|学長|校長|党首|国王|皇帝|院長|館長|所長)(?:は|に|の)?",
        ja_before=r"(?:が|は|、)?(?:社長|大統領|首相|市長|知事|会長|学長|校長|党首|国王|皇帝|院長|館長|所長)",
    ),
    "father": HopRelation(
        sort=Sort.PERSON,
        en=r"\bfather\b",
        ja="父親|父",
        after=rf"{_FAMILY_OF}|\bfather(?:'s name)?\b[,:]?(?:\s+(?:is|was|of))?|\bsucceeded\b.{{0,20}}\bfather\b",
        before=(
            r"(?:'s\s+(?:\w+\s+)?(?:son|daughter)|\bfathered|\b(?:is|was|,)\s+(?:the\s+|his\s+"
            r"|her\s+)?father\b(?!\s+of))\b"
        ),
        ja_after=r"父(?:親)?(?:は|が|の|・|：|、|である)?",
        ja_before=(
            r"(?:の(?:長|次|三|四|五|六|七|八|九|末|一人|庶)?(?:男|女|子|息子" r"|娘|嫡男|嫡子|子供)|を父に|が父)"
        ),
        inverse="child",
    ),
    "mother": HopRelation(
        sort=Sort.PERSON,
        en=r"\bmother\b",
        ja="母親|母",
        after=rf"{_FAMILY_OF}|\bmother(?:'s name)?\b[,:]?(?:\s+(?:is|was|of))?",
        before=r"(?:'s\s+(?:\w+\s+)?(?:son|daughter)|\b(?:is|was|,)\s+(?:the\s+|his\s+|her\s+)?mother\b(?!\s+of))\b",
        ja_after=r"母(?:親)?(?:は|が|の|・|：|、|である)?",
        ja_before=(
            r"(?:の(?:長|次|三|四|五|六|七|八|九|末|一人|庶)?(?:男|女|子|息子" r"|娘|嫡男|嫡子|子供)|を母に|が母)"
        ),
        second=True,
        inverse="child",
    ),
    "parent": HopRelation(
        sort=Sort.PERSON,
        en=r"\bparents?\b",
        ja="両親|親",
        after=rf"{_FAMILY_OF}|\b(?:father|mother|parents)\b[,:]?(?:\s+(?:is|was|are|were))?",
        before=r"'s\s+(?:\w+\s+)?(?:son|daughter)\b",
        ja_after=r"(?:父|母)(?:親)?(?:は|が|の|・|：|、)?",
        ja_before=r"の(?:長|次|三|四|五|末)?(?:男|女|子|息子|娘)",
        inverse="child",
    ),
    "child": HopRelation(
        sort=Sort.PERSON,
        en=r"\b(?:child|children|son|daughter|kid|offspring)s?\b",
        ja="子供|子ども|息子|娘|長男|長女|次男|次女|子",
        after=(
            r"\b(?:sons?|daughters?|child(?:ren)?)\b(?!\s+of\b)(?:\s+(?:is|was|are|were|named"
            r"|called))?|\b(?:father|mother|parent)\s+(?:of|to)\b|\bmother of\b"
        ),
        before=r"\b(?:is|was|,)\s+(?:the\s+|his\s+|her\s+)?(?:\w+\s+){0,2}?(?:son|daughter|child)\b",
        ja_after=r"(?:子|息子|娘|(?:長|次|三|四|五)(?:男|女))(?:に|は|が|の|・|：|、)?",
        ja_before=r"(?:の父|の母|は(?:長|次|三)?(?:男|女|息子|娘))",
        inverse="parent",
    ),
    "spouse": HopRelation(
        sort=Sort.PERSON,
        en=r"\b(?:spouse|husband|wife|consort|widow|widower|partner|married)\b",
        ja="配偶者|夫|妻|結婚相手|夫人|奥さん|旦那",
        after=(
            r"\b(?:husband|wife|spouse|consort|widow|widower|bride)\b(?:\s+(?:of|to|is|was))?"
            r"|\bmarri(?:ed|es)\b(?:\s+(?:to|with))?|\bmarriage\s+(?:to|with)\b|\bwed\b|\bengaged"
            r" to\b"
        ),
        before=(
            r"'s\s+(?:\w+\s+)?(?:wife|husband|widow)\b|\b(?:is|was|,)\s+(?:the\s+|his\s+"
            r"|her\s+)(?:\w+\s+)?(?:wife|husband|widow)\b"
        ),
        ja_after=r"(?:夫|妻|配偶者)(?:は|が|の|・|：|、)?",
        ja_before=r"(?:の(?:夫人|妻|夫|正室|側室|室|未亡人)|と結婚|に嫁|を妻に|と婚)",
        inverse="spouse",
    ),
    "sibling": HopRelation(
        sort=Sort.PERSON,
        en=r"\b(?:siblings?|brothers?|sisters?|twin)\b",
        ja="兄弟|姉妹|兄|弟|姉|妹",
        after=r"\b(?:brothers?|sisters?|siblings?|twin)\b(?:\s+(?:of|to|is|was|are|were|named))?",
        before=r"\b(?:is|was|,)\s+(?:the\s+|his\s+|her\s+)?(?:\w+\s+){0,2}?(?:brother|sister|sibling)\b",
        ja_after=r"(?:兄弟|姉妹|兄|弟|姉|妹)(?:に|は|が|の|・|：|、)?",
        ja_before=r"の(?:実)?(?:兄|弟|姉|妹)",
        inverse="sibling",
    ),
    "birth_place": HopRelation(
        sort=Sort.PLACE,
        en=(
            r"\b(?:birth\s?place|place of birth|(?:city|town|country|state) of birth|birth"
            r" (?:city|country|state|town)|home\s?town)\b"
        ),
        ja="出身地|出生地|生誕地|生まれた(?:場所|都市|町|国|街|所)|出身",
        after=(
            r"\bborn\b[^.;]{0,60}?\b(?:in|at|near)\b|\bbirthplace\b|\b(?:native|citizen"
            r"|inhabitant) of\b|\b(?:hails?|came|comes) from\b|\bborn\b[^.;(]{0,40}?,"
        ),
        before=r"(?:-born\b|\bnative\b)",
        ja_after=r"(?:出身地?|出生地|生地|生誕地)(?:は|：|:|・)?",
        ja_before=r"(?:で|に|県?の)?(?:生まれ|出身|生)",
    ),
    "death_place": HopRelation(
        sort=Sort.PLACE,
        en=r"\b(?:place of death|death place|deathplace)\b",
        ja="死没地|没地|亡くなった(?:場所|都市|町|国|街|所)|死去した(?:場所|都市|町|国)",
        after=(
            r"\b(?:died|death|killed|assassinated|executed|murdered|passed away|perished|drowned"
            r"|hanged|beheaded)\b[^.;]{0,60}?\b(?:in|at|near|on)\b|\bdied\b[^.;(]{0,40}?,"
        ),
        ja_after=r"(?:死没地|没地)(?:は|：)?",
        ja_before=r"(?:で|にて|において)(?:[^、。]{0,8})?(?:死去|死亡|没|亡くな|死ん|暗殺|処刑|逝去|客死)",
    ),
    "burial_place": HopRelation(
        sort=Sort.PLACE,
        en=r"\b(?:burial place|place of burial|buried|grave|tomb)\b",
        ja="埋葬地|墓所|墓",
        after=r"\b(?:buried|interred|burial|entombed|cremated|laid to rest)\b[^.;]{0,40}?\b(?:in|at)\b",
        ja_after="墓所?は",
        ja_before=r"に(?:埋葬|葬)",
    ),
    "birth_date": HopRelation(
        sort=Sort.DATE,
        en=r"\b(?:date of birth|birth\s?date|birthday|year of birth|birth year)\b",
        ja="生年月日|誕生日|生年|生まれた(?:年|日)",
        after=r"\bborn\b(?:\s+\w+)*?(?:\s+(?:on|in))?",
        ja_before="(?:に)?(?:生まれ|生)",
    ),
    "death_date": HopRelation(
        sort=Sort.DATE,
        en=r"\b(?:date of death|death date|year of death)\b",
        ja="没年月日|没年|命日|死亡日|亡くなった(?:年|日)|死去した(?:年|日)",
        after=r"\b(?:died|death|killed|assassinated|executed|murdered|d\.)(?:\s+\w+)*?",
        ja_before="(?:に)?(?:死去|死亡|没|亡くな|逝去|暗殺|処刑)",
    ),
    "nationality": HopRelation(
        sort=Sort.NATION,
        en=r"\b(?:nationalit(?:y|ies)|citizenship|citizen|country of (?:origin|citizenship))\b",
        ja="国籍|出身国|(?:どこ|何)(?:の国)?人",
        after=(
            r"\b(?:is|was|are|were)\s+(?:an?|the)\b|\b(?:citizen|king|queen|emperor|president"
            r"|native) of\b|\bborn\b[^.;]{0,60}?\b(?:in|at)\b"
        ),
        ja_after="国籍は",
        ja_before="(?:出身)?の(?:[^、。]{0,12})(?:家|者|監督|俳優|女優|選手|歌手|政治家|作家|人物?)|人|国籍|出身",
    ),
    "released": HopRelation(
        sort=Sort.DATE,
        en=(
            r"\b(?:release date|released?|came out|come out|premiered?|published|issued|aired?"
            r"|debut(?:ed)?|launch(?:ed)?|date of (?:release|publication))\b"
        ),
        ja="公開(?:日|年)?|発売(?:日|年)?|発表(?:年)?|刊行|出版|放送(?:開始)?|リリース",
        after=(
            r"\b(?:released?|came out|premiered?|published|issued|aired|debut(?:ed)?|launched"
            r"|opened|is an?|was an?|from)\b|\("
        ),
        before=r"\b(?:film|album|song|novel|book|single|movie|game|series|play)\b",
        ja_before=("(?:に)?(?:公開|発売|発表|刊行|出版|放送|リリース)|の(?:[^、。]{0,10})(?:映画|曲|アルバム|小説)"),
    ),
    "founded": HopRelation(
        sort=Sort.DATE,
        en=(
            r"\b(?:founded|established|formed|created|started|built|constructed|opened|completed"
            r"|began|begin|inception|incorporated|founding|formation|developed|introduced"
            r"|invented|launched)\b"
        ),
        ja="設立|創立|創業|結成|創設|開業|開館|開校|開通|建設|完成|建てられ|始ま",
        after=(
            r"\b(?:founded|established|formed|created|started|built|constructed|opened|completed"
            r"|began|incorporated|since|developed|introduced|invented|dates? (?:from|back))\b"
        ),
        before=r"\b(?:by|when)\b",
        ja_before="(?:に)?(?:設立|創立|創業|結成|創設|開業|開館|開校|開通|建設|完成|建て|始ま)",
    ),
    "location": HopRelation(
        sort=Sort.PLACE,
        en=(
            r"\b(?:location|located|situated|based|headquarter(?:s|ed)|head office|lies?|stands?"
            r"|found in|in which (?:city|country|state|county|town))\b"
        ),
        ja="所在地|本社|本部|場所|位置|ある(?:国|都市|県|市|町|州|場所)|所在",
        after=(
            r"\b(?:located|situated|based|headquarter(?:s|ed)|lies|stands|serving|serves|town"
            r"|city|village|commune|county|district|municipality|department|province|state|region"
            r"|airport|station|university|college|school)\b[^.;]{0,60}?\b(?:in|at|of|on|near)\b|,"
        ),
        before=r"\b(?:county|province|district|department|state|region|airport)\b",
        ja_after=r"(?:所在地|本社|本部|所在)(?:は|を|：)?",
        ja_before=(
            r"(?:に(?:ある|あり|位置|所在|本社|本部|置|存在|立地)|の(?:都市|町|村"
            r"|市|県|大学|駅|空港|企業|会社)|市|県|州)"
        ),
    ),
    "capital": HopRelation(
        sort=Sort.PLACE,
        en=r"\bcapital\b",
        ja="首都|県庁所在地|州都",
        after=r"\bcapital\b(?:\s+city)?(?:,|\s+(?:is|was|of|at|city))*",
        before=r"\b(?:is|was|,)\s+(?:the\s+)?(?:\w+\s+)?capital\b",
        ja_after=r"(?:首都|県庁所在地|州都)(?:は|・|の|、|である)?",
        ja_before=r"(?:が|は|を|、)?(?:[^、。]{0,8}の)?(?:首都|県庁所在地|州都)",
    ),
    "education": HopRelation(
        sort=Sort.NAME,
        en=(r"\b(?:stud(?:y|ied)|educated|graduated?|attend(?:ed)?|alma mater|university|college" r"|school)\b"),
        ja="出身校|母校|卒業した(?:大学|学校)|出身大学|学ん",
        after=(
            r"\b(?:stud(?:y|ied)|educated|graduated?|attend(?:ed)?|alma mater|degree|diploma"
            r"|student|enrolled|entered|schooling|education)\b"
        ),
        ja_before="(?:を|で|に)(?:[^、。]{0,10})?(?:卒業|学|修了|入学|中退|在籍)|卒",
    ),
    "employer": HopRelation(
        sort=Sort.NAME,
        en=r"\b(?:employer|employed|works?|worked)\b",
        ja="勤務先|所属|勤め先",
        after=(
            r"\b(?:employed|works?|worked|professor|researcher|employee|serves"
            r"|served)\b[^.;]{0,40}?\b(?:by|for|at|with|of)\b"
        ),
        ja_before="(?:に)(?:勤務|所属|在籍|入社)|(?:大学)?(?:教授|社員)",
    ),
    "death_cause": HopRelation(
        sort=Sort.ANY,
        en=r"\b(?:cause of death)\b|\bdie of\b",
        ja="死因",
        after=(r"\bdied\b[^.;]{0,30}?\b(?:of|from|after|due to)\b|\bcause of death\b" r"|\bkilled\s+(?:in|by)\b"),
        ja_after="死因は",
        ja_before="(?:で|のため|により)(?:死去|死亡|亡くな)",
    ),
    "award": HopRelation(
        sort=Sort.NAME,
        en=r"\b(?:awards?|awarded|prizes?|medal|honou?rs?)\b",
        ja="受賞|賞",
        after=r"\b(?:awarded|won|received|recipient|winner|honou?red|earned)\b",
        ja_before="を(?:受賞|受章|獲得)",
    ),
    "population": HopRelation(
        sort=Sort.NUMBER,
        en=r"\b(?:population|inhabitants|how many people)\b",
        ja="人口",
        after=r"\b(?:population|inhabitants|home to)\b",
        before=r"\b(?:people|inhabitants|residents)\b",
        ja_after="人口",
    ),
}
