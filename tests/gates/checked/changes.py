"""Templates of unfaithful sentences by change: a source's sentence, and one of its words replaced.

`BASES` are sentences with the replacements that make each untrue: kind, old words, new words. `BUILT` are sentences
over several quotations: kind, sentence, quotations.
"""

from typing import Final

BASES: Final[dict[str, tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]]] = {
    "en": (
        (
            "According to the operator, the Kurosaki plant made about 1,250 MWh in 2024, more than the Ise plant.",
            (
                ("number", "1,250", "1,520"),
                ("unit", "MWh", "GWh"),
                ("date", "2024", "2023"),
                (
                    "swap",
                    "Kurosaki plant made about 1,250 MWh in 2024, more than the Ise plant",
                    "Ise plant made about 1,250 MWh in 2024, more than the Kurosaki plant",
                ),
                ("comparison", "more than", "less than"),
                ("hedge", "about", "exactly"),
                ("attribution", "operator", "prefecture"),
                ("negation", "made", "did not make"),
            ),
        ),
        (
            "Some of the 41 farms in Ostby may lose their licence in May 2026 because of the drought.",
            (
                ("number", "41", "14"),
                ("date", "May", "March"),
                ("overgeneral", "Some", "All"),
                ("hedge", "may", "will"),
                ("negation", "may lose", "may not lose"),
                ("cause", "because of", "despite"),
                ("name", "Ostby", "Oslo"),
                ("antonym", "lose", "gain"),
            ),
        ),
        (
            "Marrow Ltd bought the northern quarry from Tibbet & Sons for £3.2 million on 4 April 2019.",
            (
                ("number", "3.2", "2.3"),
                ("unit", "£3.2 million", "£3.2 billion"),
                ("unit", "£", "€"),
                ("date", "4 April", "14 April"),
                (
                    "swap",
                    "Marrow Ltd bought the northern quarry from Tibbet & Sons",
                    "Tibbet & Sons bought the northern quarry from Marrow Ltd",
                ),
                ("antonym", "bought", "sold"),
                ("name", "northern", "southern"),
                ("negation", "bought", "never bought"),
            ),
        ),
        (
            "The mayor said that at least 300 houses were damaged, mostly in the east of the town.",
            (
                ("number", "300", "3,000"),
                ("comparison", "at least", "at most"),
                ("attribution", "The mayor", "The fire brigade"),
                ("overgeneral", "mostly", "only"),
                ("name", "east", "west"),
                ("attribution", "The mayor said", "The mayor denied"),
                ("negation", "were damaged", "were not damaged"),
                ("antonym", "damaged", "repaired"),
            ),
        ),
        (
            "The drug did not shorten the illness in children under 12, but it lowered the fever by 0.8 °C.",
            (
                ("negation", "did not shorten", "shortened"),
                ("number", "0.8", "1.8"),
                ("unit", "°C", "°F"),
                ("antonym", "lowered", "raised"),
                ("comparison", "under 12", "over 12"),
                ("overgeneral", "children under 12", "patients"),
                (
                    "swap",
                    "shorten the illness in children under 12, but it lowered the fever by 0.8 °C",
                    "lower the fever in children under 12, but it shortened the illness by 0.8 days",
                ),
                ("hedge", "lowered", "may have lowered"),
            ),
        ),
        (
            "If the tide is high, the ferry usually needs 40 minutes to reach Hebi island.",
            (
                ("condition", "high", "low"),
                ("overgeneral", "usually", "always"),
                ("number", "40", "14"),
                ("unit", "minutes", "hours"),
                (
                    "swap",
                    "ferry usually needs 40 minutes to reach Hebi island",
                    "island usually needs 40 minutes to reach the Hebi ferry",
                ),
                ("condition", "If", "Unless"),
                ("negation", "usually needs", "usually does not need"),
                ("hedge", "usually", "possibly"),
            ),
        ),
        (
            "Exports fell from 710 tonnes in 2022 to 655 tonnes in 2023, while imports rose slightly.",
            (
                (
                    "swap",
                    "from 710 tonnes in 2022 to 655 tonnes in 2023",
                    "from 655 tonnes in 2022 to 710 tonnes in 2023",
                ),
                ("antonym", "fell", "rose"),
                ("swap", "Exports fell", "Imports fell"),
                ("unit", "tonnes in 2022", "kilograms in 2022"),
                ("date", "2023", "2024"),
                ("number", "655", "565"),
                ("hedge", "slightly", "sharply"),
                ("cause", "while", "because"),
            ),
        ),
    ),
    "ja": (
        (
            "運営会社によると、黒崎発電所は2024年に約1,250メガワット時を発電し、伊勢発電所より多かった。",
            (
                ("number", "1,250", "1,520"),
                ("unit", "メガワット時", "ギガワット時"),
                ("date", "2024年", "2023年"),
                (
                    "swap",
                    "黒崎発電所は2024年に約1,250メガワット時を発電し、伊勢発電所",
                    "伊勢発電所は2024年に約1,250メガワット時を発電し、黒崎発電所",
                ),
                ("comparison", "多かった", "少なかった"),
                ("hedge", "約", "ちょうど"),
                ("attribution", "運営会社", "県"),
                ("negation", "発電し、伊勢発電所より多かった", "発電せず、伊勢発電所より多くなかった"),
            ),
        ),
        (
            "大洲町の41の農場の一部は、干ばつのため2026年5月に免許を失うおそれがある。",
            (
                ("number", "41", "14"),
                ("date", "5月", "3月"),
                ("overgeneral", "一部", "すべて"),
                ("hedge", "失うおそれがある", "失う"),
                ("negation", "失うおそれがある", "失うおそれはない"),
                ("cause", "干ばつのため", "干ばつにもかかわらず"),
                ("name", "大洲町", "大津町"),
                ("antonym", "失う", "得る"),
            ),
        ),
        (
            "丸尾社は2019年4月4日に、北の採石場を手塚商会から32億円で買った。",
            (
                ("number", "32億", "23億"),
                ("unit", "32億円", "32万円"),
                ("unit", "円", "ドル"),
                ("date", "4月4日", "4月14日"),
                (
                    "swap",
                    "丸尾社は2019年4月4日に、北の採石場を手塚商会から",
                    "手塚商会は2019年4月4日に、北の採石場を丸尾社から",
                ),
                ("antonym", "手塚商会から32億円で買った", "手塚商会に32億円で売った"),
                ("name", "北", "南"),
                ("negation", "買った", "買わなかった"),
            ),
        ),
        (
            "市長は、町の東部を中心に少なくとも300戸の家が壊れたと述べた。",
            (
                ("number", "300", "3,000"),
                ("comparison", "少なくとも", "多くても"),
                ("attribution", "市長", "消防"),
                ("overgeneral", "を中心に", "だけで"),
                ("name", "東部", "西部"),
                ("attribution", "述べた", "いう話を否定した"),
                ("negation", "壊れた", "壊れなかった"),
                ("antonym", "壊れた", "直された"),
            ),
        ),
        (
            "この薬は12歳未満の子どもの病気の期間を短くしなかったが、熱を0.8度下げた。",
            (
                ("negation", "短くしなかったが", "短くし"),
                ("number", "0.8", "1.8"),
                ("unit", "0.8度", "0.8パーセント"),
                ("antonym", "下げた", "上げた"),
                ("comparison", "12歳未満", "12歳以上"),
                ("overgeneral", "12歳未満の子ども", "患者"),
                (
                    "swap",
                    "子どもの病気の期間を短くしなかったが、熱を0.8度下げた",
                    "子どもの熱を下げなかったが、病気の期間を0.8日短くした",
                ),
                ("hedge", "下げた", "下げたとみられる"),
            ),
        ),
        (
            "満潮のときは、フェリーは蛇島までたいてい40分かかる。",
            (
                ("condition", "満潮", "干潮"),
                ("overgeneral", "たいてい", "必ず"),
                ("number", "40", "14"),
                ("unit", "40分", "40時間"),
                ("swap", "フェリーは蛇島まで", "蛇島はフェリーまで"),
                ("condition", "のときは", "でないときは"),
                ("negation", "かかる", "かからない"),
                ("hedge", "たいてい", "もしかすると"),
            ),
        ),
        (
            "輸出は2022年の710トンから2023年の655トンに減り、輸入はわずかに増えた。",
            (
                ("swap", "710トンから2023年の655トン", "655トンから2023年の710トン"),
                ("antonym", "減り", "増え"),
                (
                    "swap",
                    "輸出は2022年の710トンから2023年の655トンに減り、輸入は",
                    "輸入は2022年の710トンから2023年の655トンに減り、輸出は",
                ),
                ("unit", "710トン", "710キログラム"),
                ("date", "2023年", "2024年"),
                ("number", "655", "565"),
                ("hedge", "わずかに", "大きく"),
                ("cause", "減り、輸入", "減ったため、輸入"),
            ),
        ),
    ),
}

BUILT: Final[dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]]] = {
    "en": (
        (
            "wrong_subject",
            "[Tibbett & Britten] is paying £328m to buy fellow UK firm Tibbett & Britten.",
            ("It is paying £328m to buy fellow UK firm Tibbett & Britten.", "Exel agreed to the deal on Monday."),
        ),
        (
            "wrong_subject",
            "[The council] opened on 4 April 2019.",
            ("It opened on 4 April 2019.", "The council paid for the harbour bridge."),
        ),
        (
            "wrong_subject",
            "Anna Berg was elected in 2020.",
            ("He was elected in 2020.", "Anna Berg and Olav Lind stood for mayor."),
        ),
        ("wrong_subject", "[The dam] is 12 km long.", ("This tunnel is 12 km long.", "The dam feeds a tunnel.")),
        (
            "wrong_subject",
            "Ostby Dairy closed in 1998.",
            (
                "The company closed in 1998.",
                "Ostby Dairy sold its barrels to Skarv Brewery.",
                "Skarv Brewery was the older company.",
            ),
        ),
        (
            "wrong_merge",
            "The dam is 40 m high because it was finished in 1962.",
            ("The dam is 40 m high.", "The dam was finished in 1962."),
        ),
        ("wrong_merge", "The dam was finished in 1971.", ("The dam is 40 m high.", "The bridge was finished in 1971.")),
        (
            "wrong_merge",
            "Despite the strike, the ferry sailed.",
            ("There was a strike on Monday.", "The ferry sailed on Tuesday."),
        ),
        (
            "wrong_merge",
            "Not only the pier but also the crane may be sold.",
            ("The pier may be sold.", "The crane was repaired."),
        ),
        (
            "wrong_merge",
            "After the mayor resigned, the price of water doubled.",
            ("The mayor resigned in March.", "The price of water doubled in March."),
        ),
        (
            "wrong_merge",
            "If the tide is high, the ferry waits and the museum is closed.",
            ("If the tide is high, the ferry waits.", "The museum is closed on Mondays."),
        ),
        ("wrong_column", "The population of Oslo is 454.", ("City | Population | Area (km²)", "Oslo | 709,037 | 454")),
        (
            "wrong_column",
            "City: Bergen; Population: 709,037.",
            ("City | Population", "Oslo | 709,037", "Bergen | 289,330"),
        ),
        ("wrong_column", "Output in 2023: 1,284 MWh.", ("Year | Output (MWh) | Plan (MWh)", "2023 | 1,510 | 1,284")),
        ("wrong_column", "The length of the Ise line is 1911.", ("Line | Opened | Length (km)", "Ise | 1911 | 24")),
        ("wrong_column", "The population of Oslo is 709,037.", ("City | Population (estimate)", "Oslo | 709,037")),
        (
            "wrong_speaker",
            "The driver said that the brakes had failed.",
            ("“The brakes had failed,” said the mechanic.", "The driver was not hurt."),
        ),
        (
            "wrong_speaker",
            "According to the mayor, 12 people were hurt.",
            ("The police reported that 12 people were hurt.", "The mayor visited the hospital."),
        ),
        (
            "wrong_speaker",
            "Lind: “The pier is safe.”",
            ("Lind asked Berg for her view. Berg answered: “The pier is safe.”",),
        ),
        (
            "wrong_speaker",
            "The city denied that the water was unsafe.",
            ("The company denied that the water was unsafe.", "The city took samples."),
        ),
        (
            "arithmetic",
            "The company's figure is 226 MWh lower than the city's (1,510 − 1,284).",
            ("The city says 1,284 MWh.", "The company says 1,510 MWh."),
        ),
        (
            "arithmetic",
            "Output rose by 326 MWh, from 1,284 to 1,510 MWh.",
            ("Output was 1,284 MWh in 2022.", "Output was 1,510 MWh in 2023."),
        ),
        (
            "arithmetic",
            "Together the two turbines made 2,794 MWh in 2023.",
            ("The first turbine made 1,284 MWh in 2022.", "The second turbine made 1,510 MWh in 2023."),
        ),
        (
            "arithmetic",
            "Visitors and staff fell by 80 in total.",
            ("The museum had 500 visitors in May.", "The museum had 420 visitors in June."),
        ),
        ("arithmetic", "The share of women is 60 %.", ("Of the 300 members, 120 are women.",)),
        (
            "arithmetic",
            "The fee doubled, from 300 to 500 yen.",
            ("The fee was 300 yen in 2019.", "The fee is 500 yen since 2022."),
        ),
        (
            "arithmetic",
            "The budget is 40 million larger than the debt.",
            ("The budget is 90 million euros.", "The debt is 50 million dollars."),
        ),
        (
            "differing",
            "Sources differ on the output of 2023: 1,284 MWh (company), 1,510 MWh (city).",
            ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2023 was 1,510 MWh."),
        ),
        (
            "differing",
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2022 was 1,510 MWh."),
        ),
        (
            "differing",
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            ("@city› The output of 2023 was 1,284 MWh.", "@company› The planned output of 2023 is 1,510 MWh."),
        ),
        (
            "differing",
            "Both sources give the output of 2023 as 1,284 MWh.",
            ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2023 was 1,510 MWh."),
        ),
        ("unit", "The dam is 13.1 ft high.", ("The dam is 40 m high.",)),
        ("unit", "The reserve covers 62 square miles.", ("The reserve covers 100 square kilometres.",)),
        ("unit", "It was 37 °F in the harbour.", ("It was 37 °C in the harbour.",)),
        ("unit", "The pipe carries 5 litres an hour.", ("The pipe carries 5 litres a minute.",)),
        ("paraphrase", "The bridge has fallen into the sea.", ("The bridge opened on 4 April 2019.",)),
        ("paraphrase", "The museum is free of charge.", ("The museum charges visitors 800 yen.",)),
    ),
    "ja": (
        (
            "wrong_subject",
            "[手塚商会]は328億円で同業の丸尾社を買収する。",
            ("同社は328億円で同業の丸尾社を買収する。", "山根運輸は月曜日に合意した。手塚商会は合意していない。"),
        ),
        (
            "wrong_subject",
            "[市議会]は2019年4月4日に開通した。",
            ("これは2019年4月4日に開通した。", "市議会は七尾港大橋の費用を出した。"),
        ),
        (
            "wrong_subject",
            "安達花子は2020年に当選した。",
            ("彼は2020年に当選した。", "市長選には安達花子と林太郎が立った。"),
        ),
        (
            "wrong_subject",
            "[ダム]の長さは12キロメートルである。",
            ("このトンネルの長さは12キロメートルである。", "ダムの水はトンネルに流れる。"),
        ),
        (
            "wrong_subject",
            "大洲乳業は1998年に廃業した。",
            ("同社は1998年に廃業した。", "大洲乳業は樽を黒崎酒造に売った。黒崎酒造のほうが古い会社だった。"),
        ),
        (
            "wrong_merge",
            "ダムは1962年に完成したため、高さが40メートルである。",
            ("ダムの高さは40メートルである。", "ダムは1962年に完成した。"),
        ),
        ("wrong_merge", "ダムは1971年に完成した。", ("ダムの高さは40メートルである。", "橋は1971年に完成した。")),
        (
            "wrong_merge",
            "ストライキにもかかわらず、フェリーは出た。",
            ("月曜日にストライキがあった。", "火曜日にフェリーが出た。"),
        ),
        (
            "wrong_merge",
            "桟橋もクレーンも売られるかもしれない。",
            ("桟橋は売られるかもしれない。", "クレーンは修理された。"),
        ),
        (
            "wrong_merge",
            "市長の辞任の後、水道料金は倍になった。",
            ("市長は3月に辞任した。", "水道料金は3月に倍になった。"),
        ),
        (
            "wrong_merge",
            "満潮のときはフェリーが待ち、博物館は休む。",
            ("満潮のときはフェリーが待つ。", "博物館は月曜日に休む。"),
        ),
        ("wrong_column", "オスロの人口は454である。", ("市 | 人口 | 面積（平方キロ）", "オスロ | 709,037 | 454")),
        ("wrong_column", "市：ベルゲン、人口：709,037。", ("市 | 人口", "オスロ | 709,037", "ベルゲン | 289,330")),
        (
            "wrong_column",
            "2023年の発電量は1,284メガワット時である。",
            ("年 | 発電量（MWh） | 計画（MWh）", "2023 | 1,510 | 1,284"),
        ),
        ("wrong_column", "伊勢線の長さは1911である。", ("路線 | 開業 | 長さ（km）", "伊勢線 | 1911 | 24")),
        ("wrong_column", "オスロの人口は709,037である。", ("市 | 人口（推計）", "オスロ | 709,037")),
        (
            "wrong_speaker",
            "運転手は、ブレーキが壊れていたと述べた。",
            ("「ブレーキが壊れていた」と整備士は述べた。", "運転手にけがはなかった。"),
        ),
        (
            "wrong_speaker",
            "市長によると、12人がけがをした。",
            ("警察によると、12人がけがをした。", "市長は病院を訪れた。"),
        ),
        (
            "wrong_speaker",
            "林氏は「桟橋は安全だ」と述べた。",
            ("林氏は安達氏に意見を求めた。安達氏は「桟橋は安全だ」と答えた。",),
        ),
        (
            "wrong_speaker",
            "市は、水が危険であることを否定した。",
            ("会社は、水が危険であることを否定した。", "市は水を採取した。"),
        ),
        (
            "arithmetic",
            "会社の数字は市より226メガワット時少ない（1,510 − 1,284）。",
            ("市によれば1,284メガワット時である。", "会社によれば1,510メガワット時である。"),
        ),
        (
            "arithmetic",
            "発電量は1,284から1,510メガワット時へ、326メガワット時増えた。",
            ("2022年の発電量は1,284メガワット時だった。", "2023年の発電量は1,510メガワット時だった。"),
        ),
        (
            "arithmetic",
            "二基は2023年に合わせて2,794メガワット時を発電した。",
            ("一号機は2022年に1,284メガワット時を発電した。", "二号機は2023年に1,510メガワット時を発電した。"),
        ),
        (
            "arithmetic",
            "来館者と職員は合わせて80人減った。",
            ("5月の来館者は500人だった。", "6月の来館者は420人だった。"),
        ),
        ("arithmetic", "女性の割合は60パーセントである。", ("会員300人のうち120人が女性である。",)),
        (
            "arithmetic",
            "料金は300円から500円へ倍になった。",
            ("2019年の料金は300円だった。", "2022年からの料金は500円である。"),
        ),
        ("arithmetic", "予算は負債より4,000万多い。", ("予算は9,000万ユーロである。", "負債は5,000万ドルである。")),
        (
            "differing",
            "2023年の発電量は資料によって異なる：1,284メガワット時（会社）、1,510メガワット時（市）。",
            ("@市› 2023年の発電量は1,284メガワット時だった。", "@会社› 2023年の発電量は1,510メガワット時だった。"),
        ),
        (
            "differing",
            "2023年の発電量は資料によって異なる：1,284メガワット時（市）、1,510メガワット時（会社）。",
            ("@市› 2023年の発電量は1,284メガワット時だった。", "@会社› 2022年の発電量は1,510メガワット時だった。"),
        ),
        (
            "differing",
            "2023年の発電量は資料によって異なる：1,284メガワット時（市）、1,510メガワット時（会社）。",
            ("@市› 2023年の発電量は1,284メガワット時だった。", "@会社› 2023年の計画発電量は1,510メガワット時である。"),
        ),
        (
            "differing",
            "2023年の発電量はどちらの資料でも1,284メガワット時である。",
            ("@市› 2023年の発電量は1,284メガワット時だった。", "@会社› 2023年の発電量は1,510メガワット時だった。"),
        ),
        ("unit", "ダムの高さは4キロメートルである。", ("ダムの高さは400メートルである。",)),
        ("unit", "保護区の面積は1平方キロメートルである。", ("保護区の面積は1,000平方メートルである。",)),
        ("unit", "港の気温は37°Fだった。", ("港の気温は37°Cだった。",)),
        ("unit", "管は毎時5リットルを流す。", ("管は毎分5リットルを流す。",)),
        ("paraphrase", "橋は海に落ちた。", ("橋は2019年4月4日に開通した。",)),
        ("paraphrase", "博物館は無料である。", ("博物館は入館料として800円を取る。",)),
    ),
}
"""A quotation that begins with `@NAME› ` was published by NAME."""
