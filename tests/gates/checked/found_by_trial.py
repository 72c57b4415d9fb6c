"""Unfaithful sentences that a trial of accepted ones found: each was let through once, and is known to rule writers.

Accepted sentences were tried again with their quotations limited in some way (a hedge, a condition, a note behind a
reference mark, a withdrawn table). Entries as in `faithful_en`; all of them are in the build half.
"""

from typing import Final

FOUND: Final[dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]]] = {
    "en": (
        (
            "omission/hedge",
            "Together the two turbines made 2,794 MWh in 2023.",
            ("The first turbine made 1,284 MWh in 2023.", "Perhaps the second turbine made 1,510 MWh in 2023."),
        ),
        (
            "omission/condition",
            "Together the two turbines made 2,794 MWh in 2023.",
            (
                "The first turbine made 1,284 MWh in 2023.",
                "If the gate was open, the second turbine made 1,510 MWh in 2023.",
            ),
        ),
        (
            "omission/attribution",
            "Together the two turbines made 2,794 MWh in 2023.",
            (
                "The first turbine made 1,284 MWh in 2023.",
                "According to critics, the second turbine made 1,510 MWh in 2023.",
            ),
        ),
        (
            "omission/taken_back",
            "The population of Oslo is 709,037.",
            ("The following figures were withdrawn as false:⏎City | Population\nOslo | 709,037⏎",),
        ),
        (
            "omission/taken_back",
            "City: Oslo; Population: 709,037.",
            ("None of the following is true:⏎City | Population⏎", "Oslo | 709,037"),
        ),
        (
            "omission/exception",
            "Anna Berg said that the pier is safe.",
            ("“The pier is safe,” said Anna Berg, except at high tide.",),
        ),
        (
            "omission/scope",
            "Anna Berg: “The pier is safe.”",
            ("“The pier is safe,” said Anna Berg, quoting a forged report.",),
        ),
        (
            "omission/footnote",
            "The plant made 1,250 MWh in 2024.",
            ("The plant made 1,250 MWh in 2024. [3][4] (disputed).",),
        ),
        (
            "omission/name",
            "Brewery closed in 1998.",
            ("Skarv Brewery was founded in 1911.⏎The company closed in 1998.⏎", "Skarv Brewery was founded in 1911."),
        ),
        (
            "omission/lead_in",
            "The driver supports the following formats:",
            ("The driver supports the following formats:", "- PNG"),
        ),
        (
            "change/arithmetic",
            "The fee rose by 300 yen, from 300 yen (2019) to 500 yen (2022).",
            ("The fee was 300 yen in 2019.", "The fee is 500 yen since 2022."),
        ),
        (
            "change/differing",
            "Sources differ on the height of the dam: 40 m (Yearbook, 1908), 42 m (Harbour Post, 2021).",
            ("@Yearbook (1998)› The dam is 40 m high.", "@Harbour Post (2021)› The dam is 42 m high."),
        ),
        (
            "change/negation",
            "The output of 2023 was not 1,284 MWh according to the city and 1,510 MWh according to the company.",
            ("@the city› The output of 2023 was 1,284 MWh.", "@the company› The output of 2023 was 1,510 MWh."),
        ),
        (
            "change/negation",
            "The height of the dam is not given as 40 m (Yearbook) and as 42 m (Harbour Post).",
            ("@Yearbook› The dam is 40 m high.", "@Harbour Post› The dam is 42 m high."),
        ),
        (
            "omission/exception",
            "The bridge carries about 4,000 cars a day.",
            ("The bridge carries about 4,000 cars a day. [3][4], except in winter.",),
        ),
        (
            "omission/hedge",
            "On average the two turbines made 1,397 MWh in 2023.",
            ("Perhaps the first turbine made 1,284 MWh in 2023.", "The second turbine made 1,510 MWh in 2023."),
        ),
    ),
    "ja": (
        (
            "omission/hedge",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            (
                "一号機は2023年に1,284メガワット時を発電した。",
                "おそらく二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
        (
            "omission/condition",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            (
                "一号機は2023年に1,284メガワット時を発電した。",
                "門が開いていれば、二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
        (
            "omission/attribution",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            (
                "一号機は2023年に1,284メガワット時を発電した。",
                "反対派によると、二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
        (
            "omission/taken_back",
            "オスロの人口は709,037である。",
            ("次の数字は誤りとして撤回された：⏎市 | 人口\nオスロ | 709,037⏎",),
        ),
        (
            "omission/taken_back",
            "市：オスロ、人口：709,037。",
            ("次のいずれも正しくない：⏎市 | 人口⏎", "オスロ | 709,037"),
        ),
        (
            "omission/exception",
            "安達花子は、桟橋は安全だと述べた。",
            ("満潮のときを除き「桟橋は安全だ」と安達花子は述べた。",),
        ),
        ("omission/footnote", "橋は一日に4,000台の車を通す。", ("橋は一日に4,000台の車を通す。[12]（異論あり）。",)),
        (
            "omission/taken_back",
            "橋は一日に4,000台の車を通す。",
            ("⏎橋は一日に4,000台の車を通す。［5］⏎これは誤りである。",),
        ),
        ("omission/lead_in", "次の形式に対応する：", ("次の形式に対応する：", "・PNG")),
        (
            "change/arithmetic",
            "料金は300円（2019年）から500円（2022年）へ300円上がった。",
            ("2019年の料金は300円だった。", "2022年の料金は500円である。"),
        ),
        (
            "change/differing",
            "ダムの高さは資料によって異なる：40メートル（年鑑、1908年）、42メートル（港新聞、2021年）。",
            ("@年鑑 (1998)› ダムの高さは40メートルである。", "@港新聞 (2021)› ダムの高さは42メートルである。"),
        ),
        (
            "change/negation",
            "ダムの高さは、年鑑では40メートル、港新聞では42メートルとはされていない。",
            ("@年鑑› ダムの高さは40メートルである。", "@港新聞› ダムの高さは42メートルである。"),
        ),
        (
            "omission/hedge",
            "二基の発電量の平均は2023年に1,397メガワット時である。",
            (
                "おそらく一号機は2023年に1,284メガワット時を発電した。",
                "二号機は2023年に1,510メガワット時を発電した。",
            ),
        ),
    ),
}
