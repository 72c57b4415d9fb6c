"""Kin that is two steps away, and how single properties are asked for: two small tables, English and Japanese."""

from collections.abc import Mapping
from typing import Final

KINSHIP_EN: Final[Mapping[str, tuple[str, str]]] = {
    "mother-in-law": ("spouse", "mother"),
    "father-in-law": ("spouse", "father"),
    "parent-in-law": ("spouse", "parent"),
    "child-in-law": ("child", "spouse"),
    "son-in-law": ("child", "spouse"),
    "daughter-in-law": ("child", "spouse"),
    "brother-in-law": ("spouse", "sibling"),
    "sister-in-law": ("spouse", "sibling"),
    "sibling-in-law": ("spouse", "sibling"),
    "stepmother": ("father", "spouse"),
    "stepfather": ("mother", "spouse"),
    "stepchild": ("spouse", "child"),
    "grandfather": ("parent", "father"),
    "grandmother": ("parent", "mother"),
    "grandparent": ("parent", "parent"),
    "paternal grandfather": ("father", "father"),
    "paternal grandmother": ("father", "mother"),
    "maternal grandfather": ("mother", "father"),
    "maternal grandmother": ("mother", "mother"),
    "grandchild": ("child", "child"),
    "grandson": ("child", "child"),
    "granddaughter": ("child", "child"),
    "uncle": ("parent", "sibling"),
    "aunt": ("parent", "sibling"),
    "nephew": ("sibling", "child"),
    "niece": ("sibling", "child"),
}
"""Kin that is two steps away: the husband's mother."""
KINSHIP_JA: Final[Mapping[str, tuple[str, str]]] = {
    "義母": ("spouse", "mother"),
    "姑": ("spouse", "mother"),
    "義父": ("spouse", "father"),
    "舅": ("spouse", "father"),
    "婿": ("child", "spouse"),
    "嫁": ("child", "spouse"),
    "継母": ("father", "spouse"),
    "継父": ("mother", "spouse"),
    "祖父": ("parent", "father"),
    "祖母": ("parent", "mother"),
    "父方の祖父": ("father", "father"),
    "母方の祖父": ("mother", "father"),
    "父方の祖母": ("father", "mother"),
    "母方の祖母": ("mother", "mother"),
    "孫": ("child", "child"),
    "叔父": ("parent", "sibling"),
    "伯父": ("parent", "sibling"),
    "叔母": ("parent", "sibling"),
    "伯母": ("parent", "sibling"),
    "甥": ("sibling", "child"),
    "姪": ("sibling", "child"),
}


ASKED_EN: Final[Mapping[str, str]] = {
    "birth_place": "Where was {} born?",
    "death_place": "Where did {} die?",
    "birth_date": "When was {} born?",
    "death_date": "When did {} die?",
    "nationality": "What nationality is {}?",
    "released": "When was {} released?",
    "founded": "When was {} founded?",
    "location": "Where is {} located?",
    "population": "What is the population of {}?",
}
"""How a property is asked for, to say which side of a comparison lacks it."""
ASKED_JA: Final[Mapping[str, str]] = {
    "birth_place": "{}はどこで生まれたか",
    "death_place": "{}はどこで死去したか",
    "birth_date": "{}はいつ生まれたか",
    "death_date": "{}はいつ死去したか",
    "nationality": "{}の国籍は何か",
    "released": "{}はいつ公開されたか",
    "founded": "{}はいつ設立されたか",
    "location": "{}はどこにあるか",
    "population": "{}の人口は何人か",
}
