"""Sentences that set values of several sources side by side: (quotations as (text, source), faithful, unfaithful)."""

_OUTPUT = [("The output of 2023 was 1,284 MWh.", "city"), ("The output of 2023 was 1,510 MWh.", "company")]
_SAID = [
    ("According to the city, the output of the plant in 2023 was 1,284 MWh.", "Harbour Post"),
    ("The company said the output of the plant in 2023 was 1,510 MWh.", "Harbour Post"),
]
_DAM = [("The dam is 40 m high.", "Yearbook"), ("The dam is 42 m high.", "Harbour Post")]
_FARMS = [("There are 41 farms.", "city"), ("There are about 45 farms.", "company")]
_OPENED = [("The bridge opened on 4 April 2019.", "city"), ("The bridge opened on 5 April 2019.", "Harbour Post")]
_WON = [("Anna Berg won the election of 2020.", "city"), ("Olav Lind won the election of 2020.", "Harbour Post")]

DIFFERING_EN = [
    (
        _OUTPUT,
        [
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            "Sources disagree about the output of 2023: 1,284 MWh (city) and 1,510 MWh (company).",
            "Sources do not agree on the output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            "The output of 2023 is given as 1,284 MWh (city) and 1,510 MWh (company).",
            "The output of 2023 was 1,284 MWh according to the city, but 1,510 MWh according to the company.",
            "Sources differ on the output of 2023: the city gives 1,284 MWh, the company 1,510 MWh.",
            "Sources disagree on the output of 2023: 1,284 MWh (city) or 1,510 MWh (company).",
            "Sources differ on the output of 2023: 1.284 GWh (city), 1,510 MWh (company).",
        ],
        [
            "Sources differ on the output of 2023: 1,510 MWh (city), 1,284 MWh (company).",
            "Sources do not differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            "Sources differ on the output of 2022: 1,284 MWh (city), 1,510 MWh (company).",
            "Sources differ on the output: 1,284 MWh (city), 1,510 MWh (company).",
            "Sources differ on the consumption of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,511 MWh (company).",
            "Sources differ on the output of 2023: 1,284 GWh (city), 1,510 MWh (company).",
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (region).",
            "Sources differ on the planned output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
            "Sources differ on the output of 2023: about 1,284 MWh (city), 1,510 MWh (company).",
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,284 MWh (company).",
            "Sources differ on the output of 2023 and 2024: 1,284 MWh (city), 1,510 MWh (company).",
            "The company, not the city, is right: the output of 2023 was 1,510 MWh (company) and 1,284 MWh (city).",
            "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company), 1,600 MWh (press).",
            "The output of 2023 was 1,284 MWh according to the company, but 1,510 MWh according to the city.",
            "Sources differ on the output of 2023: more than 1,284 MWh (city), 1,510 MWh (company).",
            "Sources do not differ on the output of 2023 in May: 1,284 MWh (city), 1,510 MWh (company).",
        ],
    ),
    (
        _SAID,
        ["Sources differ on the output of the plant in 2023: 1,284 MWh (the city), 1,510 MWh (the company)."],
        [
            "Sources differ on the output of the plant in 2023: 1,284 MWh (the company), 1,510 MWh (the city).",
            "Sources differ on the output of the plant in 2023: 1,284 MWh (Harbour Post), 1,510 MWh (the company).",
            "Sources differ on the output in 2023: 1,284 MWh (the city), 1,510 MWh (the company).",
        ],
    ),
    (
        _DAM,
        [
            "Sources differ on the height of the dam: 40 m (Yearbook), 42 m (Harbour Post).",
            "The height of the dam is given as 40 m (Yearbook) and as 42 m (Harbour Post).",
        ],
        [
            "Sources differ on the length of the dam: 40 m (Yearbook), 42 m (Harbour Post).",
            "Sources differ on the height of the tower: 40 m (Yearbook), 42 m (Harbour Post).",
            "Sources differ on the height of the dam: 42 m (Yearbook), 40 m (Harbour Post).",
        ],
    ),
    (
        _FARMS,
        ["Sources differ on the number of farms: 41 (city), about 45 (company)."],
        [
            "Sources differ on the number of farms: 41 (city), 45 (company).",
            "Sources differ on the number of farmers: 41 (city), about 45 (company).",
            "Sources differ on the number of farms: about 45 (city), 41 (company).",
        ],
    ),
    (
        _OPENED,
        [
            "Sources differ on when the bridge opened: 4 April 2019 (city), 5 April 2019 (Harbour Post).",
            "The city says that the bridge opened on 4 April 2019; the Harbour Post says on 5 April 2019.",
        ],
        [
            "Sources differ on when the bridge opened: 5 April 2019 (city), 4 April 2019 (Harbour Post).",
            "The city says that the bridge opened on 5 April 2019; the Harbour Post says on 4 April 2019.",
            "The city says that the bridge closed on 4 April 2019; the Harbour Post says on 5 April 2019.",
            "Sources do not differ on when the bridge opened: 4 April 2019 (city), 5 April 2019 (Harbour Post).",
            "Sources differ on when the bridge closed: 4 April 2019 (city), 5 April 2019 (Harbour Post).",
            "Sources differ on when the bridge opened: 4 April 2019 (city), 6 April 2019 (Harbour Post).",
        ],
    ),
    (
        _WON,
        ["Sources differ on who won the election of 2020: Anna Berg (city), Olav Lind (Harbour Post)."],
        [
            "Sources differ on who won the election of 2020: Olav Lind (city), Anna Berg (Harbour Post).",
            "Sources differ on who won the election of 2019: Anna Berg (city), Olav Lind (Harbour Post).",
            "Sources differ on who lost the election of 2020: Anna Berg (city), Olav Lind (Harbour Post).",
        ],
    ),
    (
        [("The output of 2023 was about 1,300 MWh.", "city"), ("The output of 2023 was 1,284 MWh.", "company")],
        [],
        ["Sources differ on the output of 2023: about 1,300 MWh (city), 1,284 MWh (company)."],
    ),
    (
        [("The population is 14 million.", "city"), ("The population is 13,960,000.", "company")],
        [],
        ["Sources differ on the population: 14 million (city), 13,960,000 (company)."],
    ),
    (
        [("The output of 2023 was not 1,284 MWh.", "city"), ("The output of 2023 was 1,510 MWh.", "company")],
        [],
        ["Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company)."],
    ),
    (
        [("The output of 2023 may be 1,284 MWh.", "city"), ("The output of 2023 was 1,510 MWh.", "company")],
        [],
        ["Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company)."],
    ),
    (
        [
            ("The North plant's output of 2023 was 1,284 MWh.", "city"),
            ("The South plant's output of 2023 was 1,510 MWh.", "company"),
        ],
        [],
        ["Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company)."],
    ),
    (
        [
            ("In 2023 the output was 1,284 MWh and the loss 90 MWh.", "city"),
            ("In 2023 the output was 1,510 MWh.", "company"),
        ],
        [],
        ["Sources differ on the output in 2023: 90 MWh (city), 1,510 MWh (company)."],
    ),
    (
        [("Acme has 120 workers.", "city"), ("Acme has 150 visitors.", "company")],
        [],
        ["Sources differ on Acme: 120 (city), 150 (company)."],
    ),
]

_JOUTPUT = [("2023年の発電量は1,284 MWhである。", "市"), ("2023年の発電量は1,510 MWhだった。", "会社")]
_JSAID = [("市によると、2023年の発電量は1,284 MWhである。", ""), ("会社は2023年の発電量を1,510 MWhと発表した。", "")]
_JFARMS = [("農場の数は41である。", "市"), ("農場の数は約45である。", "会社")]
_JDAM = [("ダムの高さは40メートルである。", "年鑑"), ("ダムの高さは42メートルである。", "港新聞")]
_JWON = [("2020年の選挙の当選者は安達花子である。", "市"), ("2020年の選挙の当選者は林太郎である。", "港新聞")]

_JOPENED = [("橋は2019年4月4日に開通した。", "市"), ("橋は2019年4月5日に開通した。", "港新聞")]

DIFFERING_JA = [
    (
        _JOPENED,
        ["市は橋が2019年4月4日に開通したとし、港新聞は2019年4月5日とする。"],
        [
            "市は橋が2019年4月5日に開通したとし、港新聞は2019年4月4日とする。",
            "市は橋が2019年4月4日に閉鎖したとし、港新聞は2019年4月5日とする。",
            "市は橋が2019年4月4日に開通したとし、港新聞は2019年5月5日とする。",
        ],
    ),
    (
        _JOUTPUT,
        [
            "2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の発電量について、資料は食い違う：1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の発電量は、市によると1,284 MWh、会社によると1,510 MWhである。",
            "2023年の発電量は資料によって異なり、市は1,284 MWh、会社は1,510 MWhとしている。",
            "2023年の発電量は情報源によって異なる：1,284 MWh（市）、1,510 MWh（会社）。",
        ],
        [
            "2023年の発電量は資料により異なる：1,510 MWh（市）、1,284 MWh（会社）。",
            "2022年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の消費量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。",
            "発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の発電量は資料により異なる：1,284 MWh（市）、1,511 MWh（会社）。",
            "2023年の発電量は資料により異なる：1,284 GWh（市）、1,510 MWh（会社）。",
            "2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（県）。",
            "2023年の発電量は資料により異なる：約1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の発電量は、会社によると1,284 MWh、市によると1,510 MWhである。",
            "2023年度の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の計画発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。",
            "2023年の発電量は資料により異なる：1,284 MWh（市）、1,284 MWh（会社）。",
            "2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）、1,600 MWh（新聞）。",
            "2023年の発電量は資料により異なる：1,284 MWh以上（市）、1,510 MWh（会社）。",
        ],
    ),
    (
        _JSAID,
        ["2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。"],
        ["2023年の発電量は資料により異なる：1,284 MWh（会社）、1,510 MWh（市）。"],
    ),
    (
        _JFARMS,
        ["農場の数は資料によって異なる：41（市）、約45（会社）。"],
        [
            "農場の数は資料によって異なる：41（市）、45（会社）。",
            "牧場の数は資料によって異なる：41（市）、約45（会社）。",
        ],
    ),
    (
        _JDAM,
        ["ダムの高さは資料により異なる：40メートル（年鑑）、42メートル（港新聞）。"],
        [
            "ダムの長さは資料により異なる：40メートル（年鑑）、42メートル（港新聞）。",
            "ダムの高さは資料により異なる：42メートル（年鑑）、40メートル（港新聞）。",
            "塔の高さは資料により異なる：40メートル（年鑑）、42メートル（港新聞）。",
        ],
    ),
    (
        _JWON,
        ["2020年の選挙の当選者は資料によって異なる：安達花子（市）、林太郎（港新聞）。"],
        [
            "2020年の選挙の当選者は資料によって異なる：林太郎（市）、安達花子（港新聞）。",
            "2019年の選挙の当選者は資料によって異なる：安達花子（市）、林太郎（港新聞）。",
        ],
    ),
    (
        [("2023年の発電量は1,284 MWhではない。", "市"), ("2023年の発電量は1,510 MWhである。", "会社")],
        [],
        ["2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。"],
    ),
    (
        [("2023年の発電量は1,284 MWhとみられる。", "市"), ("2023年の発電量は1,510 MWhである。", "会社")],
        [],
        ["2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。"],
    ),
    (
        [
            ("北発電所の2023年の発電量は1,284 MWhである。", "市"),
            ("南発電所の2023年の発電量は1,510 MWhである。", "会社"),
        ],
        [],
        ["2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。"],
    ),
    (
        [("2023年の発電量は約1,300 MWhである。", "市"), ("2023年の発電量は1,284 MWhである。", "会社")],
        [],
        ["2023年の発電量は資料により異なる：約1,300 MWh（市）、1,284 MWh（会社）。"],
    ),
]
