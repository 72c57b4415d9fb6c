"""Honest wordings of table rows, list items, attributions and merges, as an outside writer would write them.

Each case: (quotations, sentences).
"""

from typing import Final

from tadori.model.grading import QuotedPassage as Q

WORDINGS: Final[tuple[tuple[tuple[Q, ...], tuple[str, ...]], ...]] = (
    (
        (
            Q(text="Level | Minimum devices | Spare devices | Survives disk failure? | Usable space"),
            Q(text="RAID6 | 4 | optional | yes | size of the smallest partition × (devices - 2)"),
        ),
        (
            "The minimum devices for RAID6 is 4.",
            "RAID6 has 4 minimum devices.",
            "RAID6: minimum devices 4.",
            "Minimum devices for level RAID6: 4.",
            "The usable space of RAID6 is size of the smallest partition × (devices - 2).",
        ),
    ),
    (
        (
            Q(text="River | Length (km) | Source | Mouth"),
            Q(text="Glomma | 621 | Aursunden | Oslofjord"),
        ),
        (
            "The source of the Glomma is Aursunden and its mouth is Oslofjord.",
            "Glomma (river): length 621 km, source Aursunden, mouth Oslofjord.",
        ),
    ),
    (
        (
            Q(text="package | version | section | maintainer"),
            Q(text="nginx | 1.22.1 | httpd | Jan Mojzis"),
        ),
        (
            "The package nginx has version 1.22.1, section httpd and maintainer Jan Mojzis.",
            "For the package nginx, the version is 1.22.1, the section is httpd and the maintainer is Jan Mojzis.",
        ),
    ),
    (
        (
            Q(text="Option | Type | Default | Description"),
            Q(text="max_connections | integer | 100 | maximum number of clients"),
        ),
        (
            "The default value of max_connections is 100.",
            "max_connections defaults to 100.",
            "By default, max_connections is 100.",
            "The type of max_connections is integer.",
            "max_connections has type integer.",
        ),
    ),
    (
        (
            Q(text="Municipality | Inhabitants | Year"),
            Q(text="Lillehammer | 28,493 | 2022"),
        ),
        (
            "In 2022, Lillehammer had 28,493 inhabitants.",
            "Lillehammer had 28,493 inhabitants in 2022.",
            "There were 28,493 inhabitants in Lillehammer in 2022.",
            "The number of inhabitants of Lillehammer was 28,493 in 2022.",
            "As of 2022, the municipality of Lillehammer has 28,493 inhabitants.",
            "Inhabitants of Lillehammer (2022): 28,493.",
            "According to the table, Lillehammer had 28,493 inhabitants in 2022.",
        ),
    ),
    (
        (
            Q(text="Candidate | Party | Votes"),
            Q(text="Anna Berg | Centre Party | 4,211"),
        ),
        (
            "Anna Berg (Centre Party) received 4,211 votes.",
            "Anna Berg's party is Centre Party, and her votes are 4,211.",
            "The party of the candidate Anna Berg is the Centre Party.",
        ),
    ),
    (
        (
            Q(text="Escape | Meaning"),
            Q(text="\\n | newline"),
        ),
        (
            "\\n means newline.",
            "The escape \\n stands for newline.",
            "The meaning of \\n is newline.",
        ),
    ),
    (
        (
            Q(text="Model | Weight | Battery life"),
            Q(text="K7 | 1.2 kg | 14 hours"),
        ),
        (
            "The K7 weighs 1.2 kg.",
            "The model K7 weighs 1.2 kg and has a battery life of 14 hours.",
            "The battery life of the K7 is 14 hours.",
            "K7's battery life: 14 hours",
            "The K7 has a weight of 1.2 kg and a battery life of 14 hours.",
        ),
    ),
    (
        (
            Q(text="Release | Code name | Released"),
            Q(text="Debian 11 | bullseye | 14 August 2021"),
        ),
        (
            "The code name of Debian 11 is bullseye.",
            "Debian 11 (code name bullseye) was released on 14 August 2021.",
            "Debian 11 was released on 14 August 2021.",
            "Debian 11 has the code name “bullseye”.",
        ),
    ),
    (
        (
            Q(text="タイプ | デバイス最小構成数 | 予備デバイス | ディスク破損に耐えるか? | 利用可能領域"),
            Q(text="RAID6 | 4 | 任意 | yes | 最小パーティションのサイズ×(デバイス数 - 2)"),
        ),
        (
            "RAID6 のデバイス最小構成数は 4 である。",
            "RAID6のデバイス最小構成数は4です。",
            "タイプ RAID6 のデバイス最小構成数は 4。",
            "RAID6 の予備デバイスは任意である。",
            "RAID6では、デバイス最小構成数が4となっている。",
            "RAID6 のデバイス最小構成数は 4、予備デバイスは任意である。",
        ),
    ),
    (
        (
            Q(text="川 | 長さ（km） | 源流 | 河口"),
            Q(text="信濃川 | 367 | 甲武信ヶ岳 | 新潟市"),
        ),
        (
            "信濃川の長さは367kmである。",
            "信濃川は長さ367kmである。",
            "信濃川の源流は甲武信ヶ岳、河口は新潟市である。",
            "信濃川の長さは367kmで、源流は甲武信ヶ岳である。",
            "川：信濃川、長さ：367km",
            "信濃川（川）の河口は新潟市です。",
        ),
    ),
    (
        (
            Q(text="設定項目 | 型 | 既定値 | 説明"),
            Q(text="timeout | 整数 | 30 | 待ち時間の上限"),
        ),
        (
            "timeout の既定値は 30 です。",
            "設定項目 timeout の既定値は 30 である。",
            "timeout の型は整数である。",
            "timeoutの型は整数で、既定値は30です。",
            "既定では timeout は 30 である。",
            "timeout：型は整数、既定値は30",
        ),
    ),
    (
        (
            Q(text="市町村 | 人口 | 年"),
            Q(text="輪島市 | 24,608 | 2020"),
        ),
        (
            "2020年の輪島市の人口は24,608人である。",
            "輪島市の人口は2020年に24,608であった。",
            "2020年における輪島市の人口は24,608でした。",
            "輪島市（2020年）の人口：24,608",
            "輪島市は2020年の人口が24,608である。",
            "人口（輪島市、2020年）は24,608。",
            "輪島市の2020年の人口は24,608だった。",
        ),
    ),
    (
        (
            Q(text="候補者 | 政党 | 得票数"),
            Q(text="安達花子 | 中央党 | 4,211"),
        ),
        (
            "安達花子（中央党）の得票数は4,211だった。",
            "候補者安達花子の政党は中央党、得票数は4,211である。",
            "安達花子の政党は中央党である。",
            "安達花子は政党が中央党で、得票数が4,211である。",
        ),
    ),
    (
        (
            Q(text="記号 | 意味"),
            Q(text="\\t | タブ"),
        ),
        (
            "\\t の意味はタブである。",
            "\\t はタブを意味する。",
            "記号 \\t はタブを表す。",
        ),
    ),
    (
        (
            Q(text="版 | コード名 | 公開日"),
            Q(text="Debian 11 | bullseye | 2021年8月14日"),
        ),
        (
            "Debian 11（コード名 bullseye）の公開日は2021年8月14日である。",
            "Debian 11 の公開日は2021年8月14日です。",
            "Debian 11 は2021年8月14日に公開された。",
            "Debian 11のコード名は「bullseye」、公開日は2021年8月14日。",
        ),
    ),
    (
        (
            Q(text="型番 | 重さ | 電池の持ち"),
            Q(text="K7 | 1.2kg | 14時間"),
        ),
        (
            "K7の重さは1.2kg、電池の持ちは14時間である。",
            "K7の電池の持ちは14時間だ。",
            "型番K7は重さ1.2kg、電池の持ち14時間。",
            "K7の重さ：1.2 kg",
        ),
    ),
    (
        (
            Q(text="The viewer can open the following file types:"),
            Q(text="- JPEG"),
            Q(text="- TIFF"),
            Q(text="- DNG"),
        ),
        (
            "The viewer can open JPEG.",
            "The viewer can open JPEG, TIFF and DNG.",
            "JPEG is one of the file types the viewer can open.",
            "The viewer can open file types such as JPEG.",
            "The viewer can open the following file types: TIFF, DNG.",
            "Among the file types that the viewer can open is JPEG.",
            "The file types the viewer can open include JPEG and TIFF.",
            "The viewer can open the following file types, among others: JPEG.",
        ),
    ),
    (
        (
            Q(text="Before you start, make sure that you have:"),
            Q(text="• a working network connection"),
            Q(text="• at least 2 GB of free disk space"),
        ),
        (
            "Before you start, make sure that you have a working network connection.",
            "Before you start, make sure that you have at least 2 GB of free disk space.",
            "Before you start, make sure you have a working network connection.",
            "Before you start, make sure that you have a working network connection"
            " and at least 2 GB of free disk space.",
        ),
    ),
    (
        (
            Q(text="Main features of the release:"),
            Q(text="1. A new installer"),
            Q(text="2. Support for RISC-V"),
        ),
        (
            "Main features of the release: a new installer.",
            "One of the main features of the release is support for RISC-V.",
            "The main features of the release include a new installer.",
            "The main features of the release are a new installer and support for RISC-V.",
            "Main features of the release: A new installer; Support for RISC-V.",
            "Main features of the release include support for RISC-V.",
        ),
    ),
    (
        (
            Q(text="Members may, with the approval of the board:"),
            Q(text="(a) use the boathouse;"),
            Q(text="(b) invite guests."),
        ),
        (
            "Members may, with the approval of the board, use the boathouse.",
            "Members may, with the approval of the board, invite guests.",
            "With the approval of the board, members may invite guests.",
            "Members may, with the approval of the board: invite guests.",
        ),
    ),
    (
        (
            Q(text="To reset the router:"),
            Q(text="1. Hold the button for ten seconds."),
            Q(text="2. Wait until the light is green."),
        ),
        (
            "To reset the router, hold the button for ten seconds.",
            "To reset the router: Hold the button for ten seconds.",
            "To reset the router, wait until the light is green.",
            "To reset the router, hold the button for ten seconds and wait until the light is green.",
        ),
    ),
    (
        (
            Q(text="The following packages have been removed:"),
            Q(text="python2"),
            Q(text="qt4-x11"),
        ),
        (
            "python2 has been removed.",
            "The package python2 has been removed.",
            "The following packages have been removed: python2 and qt4-x11.",
            "python2 and qt4-x11 have been removed.",
            "The packages python2 and qt4-x11 have been removed.",
        ),
    ),
    (
        (
            Q(text="The committee consists of:"),
            Q(text="- the mayor"),
            Q(text="- two members of the council"),
            Q(text="- a secretary"),
        ),
        (
            "The committee consists of the mayor, two members of the council and a secretary.",
            "The committee consists of: the mayor, two members of the council, and a secretary.",
        ),
    ),
    (
        (
            Q(text="Supported architectures are:"),
            Q(text="* amd64"),
            Q(text="* arm64"),
        ),
        (
            "Supported architectures are amd64 and arm64.",
            "Supported architectures include amd64.",
            "The supported architectures are: amd64, arm64.",
        ),
    ),
    (
        (
            Q(text="There are three ways to install the program:"),
            Q(text="- from a package"),
            Q(text="- from source"),
            Q(text="- with pip"),
        ),
        ("There are three ways to install the program: from a package, from source, and with pip.",),
    ),
    (
        (
            Q(text="次のファイル形式を開くことができます。"),
            Q(text="・JPEG"),
            Q(text="・TIFF"),
            Q(text="・DNG"),
        ),
        (
            "次のファイル形式を開くことができます：JPEG、TIFF、DNG。",
            "JPEG を開くことができます。",
            "JPEG、TIFF、DNGを開くことができます。",
            "JPEGなどのファイル形式を開くことができます。",
            "次のファイル形式を開くことができます（JPEG、TIFF、DNG）。",
            "次のファイル形式を開くことができます。JPEG",
        ),
    ),
    (
        (
            Q(text="開始する前に、以下を用意してください。"),
            Q(text="・ネットワーク接続"),
            Q(text="・2 GB以上の空き容量"),
        ),
        (
            "開始する前に、ネットワーク接続を用意してください。",
            "開始する前に、ネットワーク接続と2 GB以上の空き容量を用意してください。",
            "開始する前に、以下を用意してください：ネットワーク接続。",
            "開始する前に、以下（ネットワーク接続、2 GB以上の空き容量）を用意してください。",
        ),
    ),
    (
        (
            Q(text="このリリースの主な特徴："),
            Q(text="1. 新しいインストーラー"),
            Q(text="2. RISC-V への対応"),
        ),
        (
            "このリリースの主な特徴の一つは、RISC-V への対応である。",
            "このリリースの主な特徴には、新しいインストーラーがある。",
            "このリリースの主な特徴は、新しいインストーラーとRISC-V への対応である。",
            "このリリースの主な特徴として、RISC-V への対応が挙げられる。",
            "このリリースの主な特徴：新しいインストーラー、RISC-V への対応",
        ),
    ),
    (
        (
            Q(text="会員は、理事会の承認を得て、次のことができる。"),
            Q(text="（1）艇庫を使うこと"),
            Q(text="（2）客を招くこと"),
        ),
        ("会員は、理事会の承認を得て、次のことができる：客を招くこと。",),
    ),
    (
        (
            Q(text="ルーターを初期化するには："),
            Q(text="1. ボタンを十秒間押す。"),
            Q(text="2. 灯りが緑になるまで待つ。"),
        ),
        (
            "ルーターを初期化するには、ボタンを十秒間押す。",
            "ルーターを初期化するには：ボタンを十秒間押す。",
            "ルーターを初期化するには、灯りが緑になるまで待つ。",
        ),
    ),
    (
        (
            Q(text="以下のパッケージは削除されました。"),
            Q(text="python2"),
            Q(text="qt4-x11"),
        ),
        (
            "python2 は削除されました。",
            "パッケージ python2 は削除されました。",
            "以下のパッケージは削除されました：python2、qt4-x11。",
            "python2 と qt4-x11 は削除されました。",
            "python2 および qt4-x11 は削除されました。",
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
            "委員会は市長、議員二名、書記で構成される。",
            "委員会は次の者で構成される：市長、議員二名、書記。",
            "委員会は、市長、議員二名および書記で構成される。",
        ),
    ),
    (
        (
            Q(text="対応しているアーキテクチャは以下の通りです。"),
            Q(text="・amd64"),
            Q(text="・arm64"),
        ),
        (
            "対応しているアーキテクチャは amd64 と arm64 です。",
            "対応しているアーキテクチャは以下の通りです：amd64、arm64",
            "対応しているアーキテクチャは、amd64、arm64です。",
            "対応しているアーキテクチャには amd64 がある。",
            "対応しているアーキテクチャには amd64 が含まれる。",
        ),
    ),
    (
        (
            Q(text="計画に含まれるもの："),
            Q(text="新しい橋"),
            Q(text="歩道"),
        ),
        (
            "計画には新しい橋が含まれる。",
            "計画に含まれるもの：新しい橋、歩道。",
            "計画には新しい橋と歩道が含まれる。",
            "計画に含まれるものは新しい橋と歩道である。",
        ),
    ),
    (
        (Q(text="The bridge carries 4,000 cars a day.", source="Ostby Council", date="2022-03-01"),),
        (
            "Ostby Council states that the bridge carries 4,000 cars a day.",
            "As Ostby Council put it, the bridge carries 4,000 cars a day.",
            "The bridge carries 4,000 cars a day (Ostby Council, 2022).",
            "In 2022, Ostby Council wrote that the bridge carries 4,000 cars a day.",
            "Ostby Council wrote in 2022: “The bridge carries 4,000 cars a day.”",
            "Per Ostby Council, the bridge carries 4,000 cars a day.",
            "Ostby Council (1 March 2022) says that the bridge carries 4,000 cars a day.",
            "According to Ostby Council in March 2022, the bridge carries 4,000 cars a day.",
            "“The bridge carries 4,000 cars a day” (Ostby Council, 2022).",
            "The bridge, according to Ostby Council, carries 4,000 cars a day.",
            "Ostby Council writes that the bridge carries 4,000 cars a day.",
            "According to Ostby Council, writing in 2022, the bridge carries 4,000 cars a day.",
            "As Ostby Council states, the bridge carries 4,000 cars a day.",
        ),
    ),
    (
        (Q(text="“The ferry will not sail tonight,” harbour master Liv Dahl told the Post on Friday."),),
        (
            "Harbour master Liv Dahl told the Post on Friday: “The ferry will not sail tonight.”",
            "“The ferry will not sail tonight,” harbour master Liv Dahl said on Friday.",
            "On Friday, harbour master Liv Dahl told the Post, “The ferry will not sail tonight.”",
            "Harbour master Liv Dahl said on Friday, “The ferry will not sail tonight.”",
        ),
    ),
    (
        (Q(text="The company said it had sold the quarry to Marrow Ltd."),),
        (
            "According to the company, it had sold the quarry to Marrow Ltd.",
            "The company said that it had sold the quarry to Marrow Ltd.",
            "The company stated that it had sold the quarry to Marrow Ltd.",
            "It had sold the quarry to Marrow Ltd, the company said.",
        ),
    ),
    (
        (Q(text="The minister announced on 4 May that the tunnel would open in June."),),
        (
            "On 4 May, the minister announced that the tunnel would open in June.",
            "The minister announced on 4 May that the tunnel would open in June.",
            "The tunnel would open in June, the minister announced on 4 May.",
        ),
    ),
    (
        (Q(text="Researchers at the institute estimate that the lake holds 3 million fish."),),
        (
            "Researchers at the institute estimated that the lake holds 3 million fish.",
            "The lake holds 3 million fish, researchers at the institute estimate.",
        ),
    ),
    (
        (Q(text="According to police, the fire started in the kitchen."),),
        (
            "The fire started in the kitchen, police said.",
            "Police said the fire started in the kitchen.",
            "The fire started in the kitchen, according to police.",
            "Police say that the fire started in the kitchen.",
            "Police reported that the fire started in the kitchen.",
        ),
    ),
    (
        (Q(text="“We lost two boats,” Dahl said. “The pier was gone by noon.”"),),
        (
            "Dahl said: “The pier was gone by noon.”",
            "According to Dahl, the pier was gone by noon.",
            "Dahl said the pier was gone by noon.",
            "The pier was gone by noon, Dahl said.",
        ),
    ),
    (
        (Q(text="A survey by the ministry found that 40 % of farms use solar power."),),
        (
            "According to a survey by the ministry, 40 % of farms use solar power.",
            "A survey by the ministry found 40 % of farms use solar power.",
        ),
    ),
    (
        (Q(text="橋を一日に4,000台の車が通る。", source="大洲町", date="2022-03-01"),),
        (
            "大洲町は、橋を一日に4,000台の車が通ると述べている。",
            "大洲町（2022年3月）によると、橋を一日に4,000台の車が通る。",
            "大洲町の2022年の資料によると、橋を一日に4,000台の車が通る。",
            "橋を一日に4,000台の車が通る（大洲町、2022年）。",
            "橋を一日に4,000台の車が通る、と大洲町は述べている。",
            "大洲町は2022年に「橋を一日に4,000台の車が通る」と書いている。",
            "大洲町によると、橋を一日に4,000台の車が通るという。",
            "大洲町によると、橋を一日に4,000台の車が通るとのことである。",
            "大洲町は「橋を一日に4,000台の車が通る。」と記している。",
            "大洲町の話では、橋を一日に4,000台の車が通る。",
            "大洲町によりますと、橋を一日に4,000台の車が通ります。",
            "大洲町が2022年に述べたところによると、橋を一日に4,000台の車が通る。",
            "大洲町（2022年3月1日）：「橋を一日に4,000台の車が通る。」",
            "大洲町は橋を一日に4,000台の車が通るとしている。",
        ),
    ),
    (
        (Q(text="「今夜は船を出さない」と港長の堂本氏は金曜日に語った。"),),
        (
            "港長の堂本氏は金曜日に「今夜は船を出さない」と語った。",
            "港長の堂本氏は金曜日、「今夜は船を出さない」と述べた。",
            "金曜日、港長の堂本氏は「今夜は船を出さない」と話した。",
        ),
    ),
    (
        (Q(text="同社は採石場を売却したと述べた。"),),
        (
            "同社によると、採石場を売却したという。",
            "同社は、採石場を売却したと述べた。",
            "同社によれば、採石場を売却した。",
            "採石場を売却したと同社は述べた。",
        ),
    ),
    (
        (Q(text="大臣は5月4日、トンネルが6月に開通すると発表した。"),),
        (
            "5月4日、大臣はトンネルが6月に開通すると発表した。",
            "大臣は5月4日に、トンネルが6月に開通すると発表した。",
        ),
    ),
    (
        (Q(text="警察によると、火は台所から出た。"),),
        (
            "警察は火は台所から出たと述べた。",
            "警察によれば、火は台所から出た。",
            "火は台所から出たと警察は話した。",
            "警察によると火は台所から出たという。",
            "警察は、火は台所から出たと話している。",
            "火は台所から出た、と警察は述べている。",
        ),
    ),
    (
        (Q(text="省の調査により、農家の40%が太陽光を使っていることが分かった。"),),
        (
            "省の調査によると、農家の40%が太陽光を使っている。",
            "省の調査で、農家の40%が太陽光を使っていることが分かった。",
            "省の調査によれば、農家の40%が太陽光を使っている。",
        ),
    ),
    (
        (Q(text="堂本氏は「船を二隻失った。桟橋は昼までになくなった」と語った。"),),
        (
            "堂本氏によると、桟橋は昼までになくなった。",
            "堂本氏は「桟橋は昼までになくなった」と語った。",
            "堂本氏は、桟橋は昼までになくなったと述べた。",
        ),
    ),
    (
        (
            Q(text="The mill was built in 1874."),
            Q(text="The mill has four floors."),
        ),
        (
            "The mill was built in 1874 and has four floors.",
            "The mill, built in 1874, has four floors.",
            "Built in 1874, the mill has four floors.",
            "The mill has four floors and was built in 1874.",
            "The mill was built in 1874, and it has four floors.",
            "The mill was built in 1874; it has four floors.",
            "The mill, which has four floors, was built in 1874.",
            "The mill was built in 1874. The mill has four floors.",
            "The mill was built in 1874, and the mill has four floors.",
            "The mill has four floors; it was built in 1874.",
        ),
    ),
    (
        (
            Q(text="nginx is a web server.", after=" It was written by Igor Sysoev."),
            Q(text="It was written by Igor Sysoev.", before="nginx is a web server. "),
        ),
        (
            "nginx is a web server, and it was written by Igor Sysoev.",
            "nginx is a web server and was written by Igor Sysoev.",
            "nginx is a web server; it was written by Igor Sysoev.",
            "nginx is a web server written by Igor Sysoev.",
            "nginx, which was written by Igor Sysoev, is a web server.",
            "nginx is a web server that was written by Igor Sysoev.",
            "nginx is a web server. It was written by Igor Sysoev.",
        ),
    ),
    (
        (
            Q(text="Bergen has 289,330 inhabitants."),
            Q(text="Oslo has 709,037 inhabitants."),
        ),
        (
            "Bergen has 289,330 inhabitants, and Oslo has 709,037 inhabitants.",
            "Bergen has 289,330 inhabitants and Oslo has 709,037.",
            "Bergen has 289,330 inhabitants; Oslo has 709,037 inhabitants.",
            "Oslo has 709,037 inhabitants and Bergen has 289,330 inhabitants.",
        ),
    ),
    (
        (
            Q(text="Marrow Ltd owns the northern quarry."),
            Q(text="Marrow Ltd employs 320 people."),
            Q(text="Marrow Ltd was founded in 1911."),
        ),
        (
            "Marrow Ltd was founded in 1911, owns the northern quarry and employs 320 people.",
            "Marrow Ltd owns the northern quarry, employs 320 people and was founded in 1911.",
            "Founded in 1911, Marrow Ltd owns the northern quarry and employs 320 people.",
            "Marrow Ltd owns the northern quarry and employs 320 people.",
            "Marrow Ltd, founded in 1911, employs 320 people.",
        ),
    ),
    (
        (
            Q(text="The package is called apache2."),
            Q(text="The configuration files are stored in /etc/apache2."),
        ),
        (
            "The package is called apache2, and the configuration files are stored in /etc/apache2.",
            "The package is called apache2; the configuration files are stored in /etc/apache2.",
            "The package is called apache2 and the configuration files are stored in /etc/apache2.",
        ),
    ),
    (
        (
            Q(text="The museum opened in 1990."),
            Q(text="The library opened in 1990."),
        ),
        (
            "The museum and the library opened in 1990.",
            "Both the museum and the library opened in 1990.",
            "The museum opened in 1990, and so did the library.",
            "The museum opened in 1990, as did the library.",
        ),
    ),
    (
        (
            Q(text="In 2019, the port handled 3 million tonnes."),
            Q(text="In 2020, the port handled 2 million tonnes."),
        ),
        (
            "In 2019, the port handled 3 million tonnes, and in 2020, the port handled 2 million tonnes.",
            "In 2019, the port handled 3 million tonnes; in 2020, the port handled 2 million tonnes.",
        ),
    ),
    (
        (
            Q(text="Anna Berg was elected mayor in 2020."),
            Q(text="Anna Berg is a member of the Centre Party."),
        ),
        (
            "Anna Berg, who is a member of the Centre Party, was elected mayor in 2020.",
            "Anna Berg was elected mayor in 2020 and is a member of the Centre Party.",
            "Anna Berg is a member of the Centre Party and was elected mayor in 2020.",
        ),
    ),
    (
        (
            Q(text="水車小屋は1874年に建てられた。"),
            Q(text="水車小屋は四階建てである。"),
        ),
        (
            "水車小屋は1874年に建てられ、四階建てである。",
            "水車小屋は四階建てで、1874年に建てられた。",
            "1874年に建てられた水車小屋は四階建てである。",
            "水車小屋は1874年に建てられた。また、四階建てである。",
            "水車小屋は四階建てであり、1874年に建てられた。",
            "四階建ての水車小屋は1874年に建てられた。",
        ),
    ),
    (
        (
            Q(text="nginxはウェブサーバーである。", after="イーゴリ・シソエフが書いた。"),
            Q(text="イーゴリ・シソエフが書いた。", before="nginxはウェブサーバーである。"),
        ),
        (
            "nginxはウェブサーバーで、イーゴリ・シソエフが書いた。",
            "nginxはウェブサーバーであり、イーゴリ・シソエフが書いた。",
        ),
    ),
    (
        (
            Q(text="ベルゲンの人口は289,330人である。"),
            Q(text="オスロの人口は709,037人である。"),
        ),
        (
            "ベルゲンの人口は289,330人で、オスロの人口は709,037人である。",
            "ベルゲンの人口は289,330人、オスロの人口は709,037人である。",
            "ベルゲンの人口は289,330人であり、オスロの人口は709,037人である。",
            "ベルゲンの人口は289,330人である。オスロの人口は709,037人である。",
            "オスロの人口は709,037人で、ベルゲンの人口は289,330人である。",
        ),
    ),
    (
        (
            Q(text="丸尾社は北の採石場を所有している。"),
            Q(text="丸尾社は320人を雇っている。"),
            Q(text="丸尾社は1911年に設立された。"),
        ),
        (
            "丸尾社は1911年に設立され、北の採石場を所有し、320人を雇っている。",
            "丸尾社は北の採石場を所有しており、320人を雇っている。",
            "丸尾社は北の採石場を所有し、320人を雇っている。",
            "丸尾社は1911年に設立され、320人を雇っている。",
            "1911年に設立された丸尾社は、320人を雇っている。",
            "丸尾社は1911年に設立され、北の採石場を所有しており、320人を雇っている。",
        ),
    ),
    (
        (
            Q(text="博物館は1990年に開館した。"),
            Q(text="図書館は1990年に開館した。"),
        ),
        (
            "博物館と図書館は1990年に開館した。",
            "博物館も図書館も1990年に開館した。",
            "博物館は1990年に開館し、図書館も1990年に開館した。",
            "博物館および図書館は1990年に開館した。",
            "博物館は1990年に開館し、図書館は1990年に開館した。",
        ),
    ),
    (
        (
            Q(text="2019年に港は300万トンを扱った。"),
            Q(text="2020年に港は200万トンを扱った。"),
        ),
        ("2019年に港は300万トンを扱った。2020年に港は200万トンを扱った。",),
    ),
    (
        (
            Q(text="設定ファイルは /etc/apache2 にあります。"),
            Q(text="ログは /var/log/apache2 に書き込まれます。"),
        ),
        (
            "設定ファイルは /etc/apache2 にあり、ログは /var/log/apache2 に書き込まれます。",
            "設定ファイルは /etc/apache2 にあります。また、ログは /var/log/apache2 に書き込まれます。",
            "ログは /var/log/apache2 に書き込まれ、設定ファイルは /etc/apache2 にあります。",
        ),
    ),
    (
        (
            Q(text="安達花子は2020年に町長に選ばれた。"),
            Q(text="安達花子は中央党の党員である。"),
        ),
        (
            "安達花子は2020年に町長に選ばれ、中央党の党員である。",
            "安達花子は中央党の党員で、2020年に町長に選ばれた。",
            "中央党の党員である安達花子は2020年に町長に選ばれた。",
            "安達花子は中央党の党員であり、2020年に町長に選ばれた。",
        ),
    ),
)
