"""Unfaithful sentences that a trial of accepted ones found: each was let through once, and is known to rule writers.

Accepted sentences were tried again with their quotations limited in some way (a hedge, a condition, a note behind a
reference mark, a withdrawn table). Entries as in `faithful_en`; all of them are in the build half.
"""

from typing import Final

FOUND: Final[dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]]] = {
    "en": (
        (
            "hedge",
            "Together the two turbines made 2,794 MWh in 2023.",
            ("The first turbine made 1,284 MWh in 2023.", "Perhaps the second turbine made 1,510 MWh in 2023."),
        ),
        (
            "condition",
            "Together the two turbines made 2,794 MWh in 2023.",
            (
                "The first turbine made 1,284 MWh in 2023.",
                "If the gate was open, the second turbine made 1,510 MWh in 2023.",
            ),
        ),
        (
            "attribution",
            "Together the two turbines made 2,794 MWh in 2023.",
            (
                "The first turbine made 1,284 MWh in 2023.",
                "According to critics, the second turbine made 1,510 MWh in 2023.",
            ),
        ),
        (
            "taken_back",
            "The population of Oslo is 709,037.",
            ("The following figures were withdrawn as false:⏎City | Population\nOslo | 709,037⏎",),
        ),
        (
            "taken_back",
            "City: Oslo; Population: 709,037.",
            ("None of the following is true:⏎City | Population⏎", "Oslo | 709,037"),
        ),
        (
            "exception",
            "Anna Berg said that the pier is safe.",
            ("“The pier is safe,” said Anna Berg, except at high tide.",),
        ),
        (
            "scope",
            "Anna Berg: “The pier is safe.”",
            ("“The pier is safe,” said Anna Berg, quoting a forged report.",),
        ),
        ("footnote", "The plant made 1,250 MWh in 2024.", ("The plant made 1,250 MWh in 2024. [3][4] (disputed).",)),
        (
            "name",
            "Brewery closed in 1998.",
            ("Skarv Brewery was founded in 1911.⏎The company closed in 1998.⏎", "Skarv Brewery was founded in 1911."),
        ),
        (
            "lead_in",
            "The driver supports the following formats:",
            ("The driver supports the following formats:", "- PNG"),
        ),
    ),
    "ja": (
        (
            "hedge",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            (
                "一号機は2023年に1,284メガワット時を発電した。",
                "おそらく二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
        (
            "condition",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            (
                "一号機は2023年に1,284メガワット時を発電した。",
                "門が開いていれば、二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
        (
            "attribution",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            (
                "一号機は2023年に1,284メガワット時を発電した。",
                "反対派によると、二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
        (
            "taken_back",
            "オスロの人口は709,037である。",
            ("次の数字は誤りとして撤回された：⏎市 | 人口\nオスロ | 709,037⏎",),
        ),
        (
            "taken_back",
            "市：オスロ、人口：709,037。",
            ("次のいずれも正しくない：⏎市 | 人口⏎", "オスロ | 709,037"),
        ),
        (
            "exception",
            "安達花子は、桟橋は安全だと述べた。",
            ("満潮のときを除き「桟橋は安全だ」と安達花子は述べた。",),
        ),
        ("footnote", "橋は一日に4,000台の車を通す。", ("橋は一日に4,000台の車を通す。[12]（異論あり）。",)),
        ("taken_back", "橋は一日に4,000台の車を通す。", ("⏎橋は一日に4,000台の車を通す。［5］⏎これは誤りである。",)),
        ("lead_in", "次の形式に対応する：", ("次の形式に対応する：", "・PNG")),
    ),
}
