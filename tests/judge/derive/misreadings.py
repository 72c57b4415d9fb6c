"""Sentences near honest wordings that say another thing: a limit left out, another speaker, a wrong join.

Each case: (quotations, sentences).
"""

from typing import Final

from tadori.model.grading import QuotedPassage as Q

MISREADINGS: Final[tuple[tuple[tuple[Q, ...], tuple[str, ...]], ...]] = (
    (
        (
            Q(text="City | Population | Year"),
            Q(text="Oslo | 709,037 | 2023"),
        ),
        (
            "The population of Oslo is 709,037.",
            "Oslo has 709,037 population.",
            "There are 709,037 population in Oslo.",
            "The number of population of Oslo is 709,037.",
        ),
    ),
    (
        (
            Q(text="Actor | Role | Film"),
            Q(text="Ann Ray | Medea | Colchis"),
        ),
        ("The role of Ann Ray is Medea.",),
    ),
    (
        (
            Q(text="Team | Score | Opponent"),
            Q(text="Arsenal | 3–1 | Chelsea"),
        ),
        (
            "The score of Arsenal is 3–1.",
            "Arsenal has a score of 3–1.",
        ),
    ),
    (
        (
            Q(text="Bridge | Section | Length (m)"),
            Q(text="Ise | north | 400"),
        ),
        (
            "The length of Ise is 400 m.",
            "The Ise is 400 m long.",
        ),
    ),
    (
        (
            Q(text="Bridge | Length (m) | Section"),
            Q(text="Ise | 400 | north"),
        ),
        ("The length of Ise is 400 m.",),
    ),
    (
        (
            Q(text="Pizza | Size | Price"),
            Q(text="Margherita | 30 cm | €9"),
        ),
        (
            "The price of Margherita is €9.",
            "Margherita costs €9.",
        ),
    ),
    (
        (
            Q(text="Ticket | Price | Valid"),
            Q(text="Day pass | €12 | weekdays"),
        ),
        (
            "The price of Day pass is €12.",
            "Day pass costs €12.",
        ),
    ),
    (
        (
            Q(text="River | Length (km) | Status"),
            Q(text="Glomma | 621 | estimated"),
        ),
        (
            "The Glomma is 621 km long.",
            "The length of the Glomma is 621 km.",
        ),
    ),
    (
        (
            Q(text="River | Length (km)* | Mouth"),
            Q(text="Glomma | 621 | Oslofjord"),
        ),
        ("The length of the Glomma is 621 km.",),
    ),
    (
        (
            Q(text="River | Length (km) | Note"),
            Q(text="Glomma | 621 | without the delta"),
        ),
        ("The Glomma is 621 km long.",),
    ),
    (
        (
            Q(text="signal value | signal name | action | note"),
            Q(text="30 | SIGPWR | terminate | only on Linux"),
        ),
        ("The signal name of signal value 30 is SIGPWR.",),
    ),
    (
        (
            Q(text="signal value | signal name | action | note"),
            Q(text="30 | SIGPWR | terminate | obsolete name"),
        ),
        ("The signal name of signal value 30 is SIGPWR.",),
    ),
    (
        (
            Q(text="Option | Type | Default | Platform"),
            Q(text="timeout | integer | 30 | Windows"),
        ),
        (
            "The default of timeout is 30.",
            "timeout defaults to 30.",
            "By default, timeout is 30.",
        ),
    ),
    (
        (
            Q(text="Option | Minimum | Default"),
            Q(text="timeout | 5 | 30"),
        ),
        (
            "timeout defaults to 5.",
            "By default, timeout is 5.",
            "The default value of timeout is 5.",
        ),
    ),
    (
        (
            Q(text="Candidate | Party | Votes"),
            Q(text="Anna Berg | Centre Party | 4,211"),
        ),
        (
            "Anna Berg received 4,212 votes.",
            "Centre Party received Anna Berg votes.",
            "Anna Berg won 4,211 seats.",
            "Anna Berg did not receive 4,211 votes.",
        ),
    ),
    (
        (
            Q(text="Candidate | District | Votes"),
            Q(text="Anna Berg | North | 4,211"),
        ),
        (
            "Anna Berg received 4,211 votes.",
            "Anna Berg got 4,211 votes.",
        ),
    ),
    (
        (
            Q(text="Escape | Meaning | Only in"),
            Q(text="\\n | newline | strings"),
        ),
        (
            "\\n means newline.",
            "\\n stands for newline.",
        ),
    ),
    (
        (
            Q(text="Release | Code name | Released"),
            Q(text="Debian 12 | bookworm | planned for June 2023"),
        ),
        (
            "Debian 12 was released in June 2023.",
            "The code name of Debian 12 is June 2023.",
        ),
    ),
    (
        (
            Q(text="Release | Code name | Released"),
            Q(text="Debian 12 | bookworm | (expected) 2023"),
        ),
        ("Debian 12 was released in 2023.",),
    ),
    (
        (
            Q(text="Model | Weight | Battery life"),
            Q(text="K7 | 1.2 kg | up to 14 hours"),
        ),
        (
            "The battery life of the K7 is 14 hours.",
            "The K7 weighs 14 hours.",
            "The K7 weighs 12 kg.",
            "The K7 weighs 1.2 g.",
        ),
    ),
    (
        (
            Q(text="Product | Weight (g) | Packed"),
            Q(text="Rice | 500 | no"),
        ),
        (
            "Rice weighs 500 kg.",
            "Rice weighs 500.5 g.",
        ),
    ),
    (
        (
            Q(text="市 | 人口 | 年"),
            Q(text="オスロ | 709,037 | 2023"),
        ),
        (
            "オスロの人口は709,037人である。",
            "オスロの人口は709,037世帯である（2023年）。",
            "2022年のオスロの人口は709,037人である。",
        ),
    ),
    (
        (
            Q(text="市 | 人口（千人） | 年"),
            Q(text="オスロ | 709 | 2023"),
        ),
        ("2023年のオスロの人口は709人である。",),
    ),
    (
        (
            Q(text="版 | コード名 | 公開日"),
            Q(text="Debian 12 | bookworm | 2023年6月（予定）"),
        ),
        ("Debian 12は2023年6月に公開された。",),
    ),
    (
        (
            Q(text="版 | コード名 | 公開日"),
            Q(text="Debian 11 | bullseye | 2021年8月14日"),
        ),
        (
            "Debian 11 は2021年8月14日に廃止された。",
            "Debian 11 は2021年8月13日に公開された。",
            "Debian 11 は2021年8月14日に公開されなかった。",
            "Debian 11のコード名は2021年8月14日である。",
        ),
    ),
    (
        (
            Q(text="橋 | 区間 | 長さ（m）"),
            Q(text="伊勢橋 | 北側 | 400"),
        ),
        ("伊勢橋の長さは400mである。",),
    ),
    (
        (
            Q(text="川 | 長さ（km） | 備考"),
            Q(text="信濃川 | 367 | 支流を含む"),
        ),
        ("信濃川の長さは367kmである。",),
    ),
    (
        (
            Q(text="信号番号 | 信号名 | 備考"),
            Q(text="30 | SIGPWR | Linuxのみ"),
        ),
        ("信号番号30の信号名はSIGPWRである。",),
    ),
    (
        (
            Q(text="設定項目 | 型 | 既定値 | 環境"),
            Q(text="timeout | 整数 | 30 | Windows"),
        ),
        (
            "timeoutの既定値は30です。",
            "既定ではtimeoutは30である。",
        ),
    ),
    (
        (
            Q(text="記号 | 意味 | 条件"),
            Q(text="\\t | タブ | 文字列の中"),
        ),
        (
            "\\tはタブを意味する。",
            "\\tはタブを表す。",
        ),
    ),
    (
        (
            Q(text="型番 | 重さ | 状態"),
            Q(text="K7 | 1.2kg | 予定"),
        ),
        ("K7の重さは1.2kgである。",),
    ),
    (
        (
            Q(text="The viewer can open the following file types:"),
            Q(text="- JPEG"),
            Q(text="- TIFF"),
        ),
        (
            "The viewer can open only JPEG.",
            "The viewer cannot open JPEG.",
            "The viewer can open all file types such as JPEG.",
            "PNG is one of the file types the viewer can open.",
            "JPEG is the only one of the file types the viewer can open.",
            "The file types the viewer can save include JPEG.",
            "JPEG can open the viewer.",
            "The file types that the viewer can open are JPEG.",
            "JPEG and TIFF is one of the file types the viewer can open.",
        ),
    ),
    (
        (
            Q(text="Main features of the old release:"),
            Q(text="- A new installer"),
            Q(text="- Support for RISC-V"),
        ),
        (
            "Main features of the release include a new installer.",
            "The main features of the old release are a new installer.",
            "The features of the old release include a new installer.",
            "The only main feature of the old release is a new installer.",
            "One of the main features of the old release is support for ARM.",
        ),
    ),
    (
        (
            Q(text="Rejected proposals:"),
            Q(text="- a second turbine"),
            Q(text="- a toll"),
        ),
        (
            "Proposals include a toll.",
            "A toll is one of the proposals.",
            "The rejected proposals are a toll.",
            "The rejected proposals include a bridge.",
        ),
    ),
    (
        (
            Q(text="Members may, with the approval of the board:"),
            Q(text="(a) use the boathouse;"),
            Q(text="(b) invite guests."),
        ),
        (
            "Members may invite guests.",
            "With the approval of the board, guests may invite members.",
            "Without the approval of the board, members may invite guests.",
        ),
    ),
    (
        (
            Q(text="The following packages have not been removed:"),
            Q(text="python2"),
            Q(text="qt4-x11"),
        ),
        (
            "python2 has been removed.",
            "The package python2 has been removed.",
            "The packages python2 and qt4-x11 have been removed.",
        ),
    ),
    (
        (
            Q(text="The following packages will be removed if unused:"),
            Q(text="python2"),
            Q(text="qt4-x11"),
        ),
        (
            "The package python2 will be removed.",
            "python2 will be removed.",
        ),
    ),
    (
        (
            Q(text="You must bring one of the following documents:"),
            Q(text="- a passport"),
            Q(text="- a card"),
        ),
        (
            "You must bring a passport.",
            "You must bring documents such as a passport.",
            "The documents you must bring include a passport.",
            "You must bring a passport and a card.",
        ),
    ),
    (
        (
            Q(text="このリリースの主な特徴："),
            Q(text="1. 新しいインストーラー"),
            Q(text="2. RISC-V への対応"),
        ),
        (
            "このリリースの主な特徴は新しいインストーラーである。",
            "このリリースの特徴には新しいインストーラーがある。",
            "このリリースの主な特徴には新しいインストーラーがない。",
            "このリリースの主な特徴の一つは、ARM への対応である。",
            "このリリースの唯一の特徴は新しいインストーラーである。",
        ),
    ),
    (
        (
            Q(text="却下された計画に含まれるもの："),
            Q(text="新しい橋"),
            Q(text="歩道"),
        ),
        (
            "計画には新しい橋が含まれる。",
            "却下された計画には新しい橋が含まれない。",
            "却下された計画には駅が含まれる。",
        ),
    ),
    (
        (
            Q(text="以下のパッケージは削除されませんでした。"),
            Q(text="python2"),
            Q(text="qt4-x11"),
        ),
        (
            "python2 は削除されました。",
            "パッケージ python2 は削除されました。",
        ),
    ),
    (
        (
            Q(text="委員会は次の者で構成される。"),
            Q(text="・市長"),
            Q(text="・議員二名"),
            Q(text="・書記"),
        ),
        (
            "委員会は市長で構成される。",
            "委員会は市長と書記で構成される。",
            "委員会は市長、議員二名で構成される。",
        ),
    ),
    (
        (
            Q(text="次のいずれかの書類を持参する。"),
            Q(text="・旅券"),
            Q(text="・免許証"),
        ),
        (
            "旅券を持参する。",
            "旅券などの書類を持参する。",
            "書類旅券を持参する。",
        ),
    ),
    (
        (
            Q(text="開始する前に、以下を用意しないでください。"),
            Q(text="・鍵"),
            Q(text="・箱"),
        ),
        ("開始する前に、鍵を用意してください。",),
    ),
    (
        (Q(text="The bridge carries 4,000 cars a day.", source="Ostby Council", date="2022-03-01"),),
        (
            "As Skarv Council put it, the bridge carries 4,000 cars a day.",
            "The bridge carries 4,000 cars a day (Ostby Council, 2021).",
            "The bridge carries 4,000 cars a day (Skarv Council, 2022).",
            "As reported by Ostby Council in April 2022, the bridge carries 4,000 cars a day.",
            "In 2021, Ostby Council wrote that the bridge carries 4,000 cars a day.",
            "Per Ostby Council, the tunnel carries 4,000 cars a day.",
            "The tunnel, according to Ostby Council, carries 4,000 cars a day.",
            "According to Ostby Council, writing in 2020, the bridge carries 4,000 cars a day.",
            "As Ostby Council denied, the bridge carries 4,000 cars a day.",
            "As Ostby Council claimed, the bridge carries 4,000 cars a day.",
            "In 2022, Ostby Council denied that the bridge carries 4,000 cars a day.",
            "The bridge carries 4,000 cars a day in 2022 (Ostby Council, 2022).",
            "According to the mayor of Ostby Council, the bridge carries 4,000 cars a day.",
            "According to critics of Ostby Council, the bridge carries 4,000 cars a day.",
        ),
    ),
    (
        (Q(text="Dahl told the Post that the pier is safe."),),
        (
            "Dahl told the Herald that the pier is safe.",
            "The Post said that the pier is safe.",
            "The pier is safe.",
            "Dahl told police that the pier is safe.",
            "According to the Post, the pier is safe.",
        ),
    ),
    (
        (Q(text="Dahl said that the pier is safe."),),
        (
            "Dahl told the Post that the pier is safe.",
            "As Dahl denied, the pier is safe.",
            "On Friday, Dahl said that the pier is safe.",
            "The pier is safe (Dahl, 2022).",
            "A survey by Dahl found that the pier is safe.",
            "The pier, according to Berg, is safe.",
        ),
    ),
    (
        (Q(text="A survey by the ministry found that 40 % of farms use solar power."),),
        (
            "40 % of farms use solar power.",
            "According to the ministry, 40 % of farms use solar power.",
            "According to a survey by the city, 40 % of farms use solar power.",
            "A study by the ministry found that 40 % of farms use solar power.",
            "According to a survey by the ministry, farms use solar power.",
            "A survey by the ministry found that 60 % of farms use solar power.",
            "According to surveys, 40 % of farms use solar power.",
        ),
    ),
    (
        (Q(text="The minister announced on 4 May that the tunnel would open in June."),),
        (
            "On 5 May, the minister announced that the tunnel would open in June.",
            "In June, the minister announced that the tunnel would open on 4 May.",
            "On 4 May, the minister said that the tunnel would open in June.",
            "The tunnel would open in June, according to the minister.",
        ),
    ),
    (
        (Q(text="A survey by the ministry did not find that 40 % of farms use solar power."),),
        ("According to a survey by the ministry, 40 % of farms use solar power.",),
    ),
    (
        (Q(text="省の調査により、農家の40%が太陽光を使っていることが分かった。"),),
        (
            "農家の40%が太陽光を使っている。",
            "省によると、農家の40%が太陽光を使っている。",
            "市の調査によると、農家の40%が太陽光を使っている。",
            "省の研究によると、農家の40%が太陽光を使っている。",
            "省の調査によると、農家の40%が太陽光を使っていない。",
            "省の調査によると、農家の40%が太陽光を使っていた。",
        ),
    ),
    (
        (Q(text="橋を一日に4,000台の車が通る。", source="大洲町", date="2022-03-01"),),
        (
            "大洲町によりますと、橋を一日に4,000台の車が通りません。",
            "大洲町によりますと、橋を一日に4,000台の車が通りました。",
            "大洲町の2021年の資料によると、橋を一日に4,000台の車が通る。",
            "橋を一日に4,000台の車が通る（大洲町、2021年）。",
            "橋を一日に4,000台の車が通る（黒崎町、2022年）。",
            "黒崎町の話では、橋を一日に4,000台の車が通る。",
            "2021年、大洲町は橋を一日に4,000台の車が通ると述べた。",
            "大洲町が2021年に述べたところによると、橋を一日に4,000台の車が通る。",
            "橋を一日に4,000台の車が通ると大洲町は否定した。",
        ),
    ),
    (
        (Q(text="大臣は5月4日、トンネルが6月に開通すると発表した。"),),
        (
            "5月5日、大臣はトンネルが6月に開通すると発表した。",
            "6月、大臣はトンネルが5月4日に開通すると発表した。",
            "5月4日、市長はトンネルが6月に開通すると発表した。",
            "5月4日、大臣はトンネルが6月に開通すると述べた。",
        ),
    ),
    (
        (
            Q(text="The mill was built in 1874."),
            Q(text="The mill has four floors."),
        ),
        (
            "Built in 1875, the mill has four floors.",
            "The mill, built in 1874, had four floors.",
            "Built in 1874, the barn has four floors.",
            "The mill has four floors because it was built in 1874.",
            "The mill, not built in 1874, has four floors.",
            "Built in 1874, the mill may have four floors.",
            "The mill was built in 1874 with four floors.",
        ),
    ),
    (
        (
            Q(text="The mill was built in 1874."),
            Q(text="The barn has four floors."),
        ),
        (
            "Built in 1874, the barn has four floors.",
            "The mill, built in 1874, has four floors.",
            "The mill was built in 1874 and has four floors.",
            "The mill and the barn were built in 1874.",
        ),
    ),
    (
        (
            Q(text="The museum opened in 1990."),
            Q(text="The library closed in 1990."),
        ),
        (
            "The museum and the library opened in 1990.",
            "The museum opened in 1990, as did the library.",
            "The museum opened in 1990, and so did the library.",
        ),
    ),
    (
        (
            Q(text="Exel sued the city."),
            Q(text="It was fined in 2020.", before="Exel sued the city."),
        ),
        (
            "Exel sued the city and was fined in 2020.",
            "The city was fined in 2020.",
        ),
    ),
    (
        (
            Q(text="nginx is a web server."),
            Q(text="It was written by Ann Ray.", before="apache2 is a web server."),
        ),
        (
            "nginx is a web server and was written by Ann Ray.",
            "nginx is a web server, and it was written by Ann Ray.",
            "nginx is a web server written by Ann Ray.",
        ),
    ),
    (
        (
            Q(text="Bergen has 289,330 inhabitants."),
            Q(text="Oslo has 709,037 cars."),
        ),
        (
            "Bergen has 289,330 inhabitants and Oslo has 709,037.",
            "Oslo has 709,037 cars and Bergen has 289,330.",
        ),
    ),
    (
        (
            Q(text="In 2019, the port handled 3 million tonnes."),
            Q(text="In 2020, the port handled 2 million tonnes."),
        ),
        (
            "In 2019, the port handled 2 million tonnes; in 2020, the port handled 3 million tonnes.",
            "In 2019, the port handled 3 million tonnes and the port handled 2 million tonnes.",
            "In 2019, the port handled 3 million tonnes, and in 2021, the port handled 2 million tonnes.",
        ),
    ),
    (
        (
            Q(text="In 2019, the port closed."),
            Q(text="The museum opened."),
        ),
        (
            "In 2019, the port closed and the museum opened.",
            "In 2019, the port closed; the museum opened.",
        ),
    ),
    (
        (
            Q(text="水車小屋は1874年に建てられた。"),
            Q(text="納屋は四階建てである。"),
        ),
        (
            "1874年に建てられた納屋は四階建てである。",
            "1874年に建てられた水車小屋は四階建てである。",
            "水車小屋は1874年に建てられ、四階建てである。",
            "水車小屋も納屋も1874年に建てられた。",
        ),
    ),
    (
        (
            Q(text="水車小屋は1874年に建てられた。"),
            Q(text="水車小屋は四階建てである。"),
        ),
        (
            "1875年に建てられた水車小屋は四階建てである。",
            "1874年に建てられた水車小屋は四階建てではない。",
            "水車小屋は1874年に建てられたため、四階建てである。",
            "1874年に建てられなかった水車小屋は四階建てである。",
        ),
    ),
    (
        (
            Q(text="港は2019年に300万トンを扱った。"),
            Q(text="港は2020年に200万トンを扱った。"),
        ),
        (
            "港は2019年に200万トンを、2020年に300万トンを扱った。",
            "港は2019年に300万トンを、2021年に200万トンを扱った。",
            "港は2019年に300万トン、2020年に200万トンを扱わなかった。",
        ),
    ),
    (
        (
            Q(text="港は2019年に300万トンを扱った。"),
            Q(text="駅は2020年に200万トンを扱った。"),
        ),
        ("港は2019年に300万トンを、2020年に200万トンを扱った。",),
    ),
    (
        (
            Q(text="丸尾社は1911年に採石場を所有した。"),
            Q(text="丸尾社は320人を雇っている。"),
        ),
        ("丸尾社は採石場を所有し、320人を雇っている。",),
    ),
    (
        (
            Q(text="丸尾社は採石場を所有していない。"),
            Q(text="丸尾社は320人を雇っている。"),
        ),
        (
            "丸尾社は採石場を所有し、320人を雇っている。",
            "丸尾社は採石場を所有しており、320人を雇っている。",
        ),
    ),
    (
        (
            Q(text="nginxはウェブサーバーである。"),
            Q(text="イーゴリが書いた。", before="apacheはウェブサーバーである。"),
        ),
        (
            "nginxはウェブサーバーで、イーゴリが書いた。",
            "nginxはウェブサーバーであり、イーゴリが書いた。",
        ),
    ),
    (
        (
            Q(text="安達花子は町長である。"),
            Q(text="加藤は中央党の党員である。"),
        ),
        (
            "中央党の党員である安達花子は町長である。",
            "安達花子は町長で、中央党の党員である。",
        ),
    ),
)
