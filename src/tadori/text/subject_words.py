"""The words by which a subject is left open, and which nouns can stand for which.

Tables only: English and Japanese side by side. A noun that is not listed is never resolved (fail closed).
"""

from typing import Final

_COMPANY: Final = frozenset(
    "company firm corporation business enterprise airline carrier manufacturer carmaker automaker maker retailer"
    " publisher bank brewery operator supplier provider conglomerate developer startup start-up chain insurer producer"
    " brand distributor label studio broker builder group subsidiary consultancy agency".split()
)
_FILM: Final = frozenset(["film", "movie", "picture", "documentary", "comedy", "drama", "thriller", "western"])
_BOOK: Final = frozenset(["book", "novel", "novella", "textbook", "memoir", "autobiography", "biography", "anthology"])
_SONG: Final = frozenset(["song", "single", "track", "hymn", "ballad", "tune"])
_TEAM: Final = frozenset(["team", "club", "side", "franchise"])
_SHIP: Final = frozenset(
    "ship vessel boat cruiser destroyer frigate battleship submarine ferry steamer liner tanker warship yacht".split()
)
_AIRCRAFT: Final = frozenset("aircraft plane airplane aeroplane biplane monoplane fighter bomber airliner".split())
_PERIODICAL: Final = frozenset(["magazine", "newspaper", "journal", "paper", "daily", "weekly", "periodical"])
_LAW: Final = frozenset(["law", "act", "bill", "statute", "treaty", "regulation", "directive", "ordinance"])
_SETTING: Final = frozenset(["parameter", "option", "setting", "variable", "directive", "attribute", "property"])

_OWN_KIND: Final = (
    "archive mine ferry railway railroad port harbour harbor factory mill brewery farm park garden hotel theatre"
    " castle palace monastery abbey temple shrine canal glacier volcano valley peninsula bay reef archipelago market"
    " institute academy foundation federation league orchestra choir gallery zoo reservoir reactor satellite telescope"
    " observatory spacecraft probe rocket locomotive tram tramway treaty battle war earthquake hurricane flood"
    " exhibition statue monument memorial sculpture symphony musical manuscript dictionary lighthouse quarry cave"
    " waterfall forest refinery shipyard winery distillery dairy bakery prison cemetery fort fortress"
    " utility distribution compiler".split()
)
"""Nouns that take up only a name which says so itself: the Rana mine … the mine."""

NOUN_MEMBERS: Final[dict[str, frozenset[str]]] = {
    "company": _COMPANY,
    "firm": _COMPANY,
    "corporation": frozenset(["corporation", "company"]),
    "business": _COMPANY,
    "airline": frozenset(["airline", "carrier"]),
    "carmaker": frozenset(["carmaker", "automaker", "maker", "manufacturer"]),
    "bank": frozenset(["bank"]),
    "group": frozenset(["group", "band", "organisation", "organization", "conglomerate", "trio", "quartet", "duo"]),
    "band": frozenset(["band", "group", "trio", "quartet", "duo"]),
    "film": _FILM,
    "movie": _FILM,
    "book": _BOOK,
    "novel": frozenset(["novel", "novella"]),
    "album": frozenset(["album", "lp", "ep", "soundtrack"]),
    "song": _SONG,
    "single": _SONG,
    "track": _SONG,
    "team": _TEAM,
    "club": _TEAM,
    "ship": _SHIP,
    "vessel": _SHIP,
    "aircraft": _AIRCRAFT | {"trainer"},
    "plane": _AIRCRAFT,
    "magazine": _PERIODICAL,
    "newspaper": _PERIODICAL,
    "journal": _PERIODICAL,
    "law": _LAW,
    "act": _LAW,
    "bill": _LAW,
    "treaty": frozenset(["treaty"]),
    "parameter": _SETTING,
    "option": _SETTING,
    "setting": _SETTING,
    "variable": _SETTING,
    "directive": _SETTING,
    "attribute": _SETTING,
    "organisation": frozenset(["organisation", "organization", "charity", "body", "association", "agency"]),
    "organization": frozenset(["organisation", "organization", "charity", "body", "association", "agency"]),
    "agency": frozenset(["agency"]),
    "game": frozenset(["game", "videogame"]),
    "series": frozenset(["series", "miniseries", "sitcom", "show"]),
    "show": frozenset(["show", "series", "sitcom", "programme", "program"]),
    "school": frozenset(["school"]),
    "college": frozenset(["college"]),
    "university": frozenset(["university"]),
    "building": frozenset(["building", "skyscraper", "tower", "house", "mansion"]),
    "church": frozenset(["church", "cathedral", "chapel"]),
    "museum": frozenset(["museum"]),
    "hospital": frozenset(["hospital"]),
    "bridge": frozenset(["bridge"]),
    "dam": frozenset(["dam"]),
    "tunnel": frozenset(["tunnel"]),
    "station": frozenset(["station"]),
    "airport": frozenset(["airport"]),
    "stadium": frozenset(["stadium", "arena"]),
    "river": frozenset(["river"]),
    "lake": frozenset(["lake"]),
    "mountain": frozenset(["mountain"]),
    "island": frozenset(["island"]),
    "city": frozenset(["city", "capital"]),
    "town": frozenset(["town"]),
    "village": frozenset(["village"]),
    "parish": frozenset(["parish"]),
    "county": frozenset(["county"]),
    "country": frozenset(["country"]),
    "state": frozenset(["state"]),
    "district": frozenset(["district"]),
    "species": frozenset(["species"]),
    "genus": frozenset(["genus"]),
    "language": frozenset(["language"]),
    "party": frozenset(["party"]),
    "plant": frozenset(["plant"]),
    "library": frozenset(["library"]),
    "package": frozenset(["package"]),
    "program": frozenset(["program", "tool", "utility"]),
    "tool": frozenset(["tool", "utility", "program"]),
    "command": frozenset(["command"]),
    "function": frozenset(["function"]),
    "method": frozenset(["method"]),
    "module": frozenset(["module"]),
    "class": frozenset(["class"]),
    "extension": frozenset(["extension"]),
    "format": frozenset(["format"]),
    "protocol": frozenset(["protocol"]),
    "study": frozenset(["study"]),
    "report": frozenset(["report"]),
    "project": frozenset(["project"]),
    "festival": frozenset(["festival"]),
    "prize": frozenset(["prize", "award"]),
    "award": frozenset(["award", "prize"]),
    "event": frozenset(["event", "race", "tournament", "festival"]),
    "tournament": frozenset(["tournament"]),
    "opera": frozenset(["opera"]),
    "play": frozenset(["play"]),
    "painting": frozenset(["painting"]),
    "poem": frozenset(["poem"]),
    "software": frozenset(["software", "program"]),
    "device": frozenset(["device"]),
    "website": frozenset(["website", "site"]),
    "site": frozenset(["site", "website"]),
} | {noun: frozenset([noun]) for noun in _OWN_KIND}
"""The noun behind `The` or `This`, and the nouns by which a name is introduced as such a thing: `X is an airline`."""

HEADED_NOUNS: Final = frozenset(
    "parameter option setting variable directive attribute command function method module class program tool utility"
    " package extension property flag switch file format keyword statement operator type macro routine call".split()
)
"""What a manual's heading names: under the heading `work_mem`, `This parameter` is work_mem."""

COMPANY_FORMS: Final = frozenset(
    "inc ltd llc corp corporation co company plc gmbh ag limited group holdings airlines airways bank bros".split()
)
PERSON_TITLES: Final = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president senator judge justice chancellor prince princess"
    " king queen pope saint captain general colonel sergeant detective inspector".split()
)
FEMALE: Final = frozenset(
    "mrs ms miss dame lady princess queen actress woman girl daughter sister mother wife widow businesswoman"
    " sportswoman noblewoman heroine countess duchess empress waitress policewoman spokeswoman chairwoman"
    " goddess".split()
)
MALE: Final = frozenset(
    "mr sir lord prince king man boy son brother father husband widower businessman sportsman nobleman count duke"
    " emperor spokesman chairman policeman clergyman priest monk bishop".split()
)
PERSON_NOUNS: Final = (
    FEMALE
    | MALE
    | frozenset(
        "actor writer author novelist poet singer songwriter singer-songwriter musician composer conductor pianist"
        " guitarist drummer rapper politician lawyer judge journalist historian scholar scientist physicist chemist"
        " biologist mathematician economist engineer architect artist painter sculptor photographer director producer"
        " screenwriter player footballer midfielder defender striker goalkeeper forward linebacker quarterback pitcher"
        " cricketer boxer wrestler swimmer runner cyclist racer driver skier skater golfer coach manager founder owner"
        " officer soldier general admiral diplomat ambassador minister president governor mayor senator activist"
        " philosopher theologian teacher professor doctor physician surgeon nurse explorer aviator astronaut inventor"
        " entrepreneur businessperson philanthropist ruler monarch saint dancer comedian presenter host"
        " model chef designer programmer translator editor critic person leader"
        " missionary worker employee maintainer developer citizen resident student veteran farmer pilot sailor"
        " fisherman"
        " carpenter welder clerk librarian curator broadcaster filmmaker cinematographer jumper winger"
        " constable".split()
    )
)
THING_VERBS: Final = frozenset(
    "released published founded established built located opened launched built incorporated introduced designed"
    " manufactured situated headquartered filmed recorded constructed developed adapted enacted formed created".split()
)
ORGANISATION_WORDS: Final = frozenset(
    "energy motors foods systems power electric steel industries technologies software pharma pharmaceuticals media"
    " networks capital partners insurance telecom chemicals robotics labs laboratories works water railway"
    " railways rail"
    " stores solutions services logistics shipping mining oil gas petroleum solar wind university institute museum"
    " council agency ministry party club association federation union hospital airport station dam bridge tower river"
    " authority commission board department office committee foundation society library college school corporation"
    " brewery plant bakery foundry shipyard mill factory college electronics semiconductor semiconductors"
    " aerospace aviation beverages brewing textiles paper cement tyres".split()
)
"""The last word of a name that no person bears."""
ORGANISATION_VERBS: Final = frozenset("employs employed manufactures manufactured produces operates operated".split())
PERSON_VERBS: Final = frozenset("died married resigned retired graduated".split())
FEMALE_NAMES: Final = frozenset(
    "mary anna anne ann jane elizabeth margaret susan linda barbara patricia jennifer maria sarah karen lisa"
    " nancy betty"
    " helen sandra donna carol ruth sharon michelle laura emily emma olivia sophia alice julia rachel rebecca catherine"
    " katherine kate claire charlotte victoria angela theresa hillary ingrid astrid".split()
)
MALE_NAMES: Final = frozenset(
    "john james robert michael william david richard joseph thomas charles daniel matthew anthony mark donald steven"
    " paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric"
    " jonathan stephen larry justin scott peter henry frank olav lars sven hans".split()
)
"""Given names that speak against the other pronoun; a name that is not listed says nothing."""
