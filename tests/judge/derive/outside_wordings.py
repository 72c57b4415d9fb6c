"""Calculations and differing values in the wordings of an outside writer: ((sentence, source) …, sentences)."""

FAITHFUL_WORDINGS: list[tuple[list[tuple[str, str]], list[str]]] = [
    (
        [("The North Tower is 120 m tall.", ""), ("The South Tower is 95 m tall.", "")],
        [
            "At 120 m, the North Tower is 25 m taller than the South Tower (95 m).",
            "The North Tower (120 m) is 25 m taller than the South Tower (95 m).",
            "The North Tower is taller than the South Tower by 25 m.",
            "The South Tower (95 m) is 25 m shorter than the North Tower (120 m).",
        ],
    ),
    (
        [("In 2010 the town had 4,000 inhabitants.", ""), ("In 2020 the town had 5,000 inhabitants.", "")],
        [
            "Between 2010 and 2020 the town's inhabitants grew by a quarter.",
            "The number of inhabitants of the town grew by 1,000 between 2010 and 2020.",
            "The town gained 1,000 inhabitants between 2010 and 2020.",
            "In 2020 the town had 1,000 more inhabitants than in 2010.",
            "The town had 25 % more inhabitants in 2020 than in 2010.",
        ],
    ),
    (
        [("Exports: $5 billion (2014 est.)", ""), ("Imports: $4.6 billion (2014 est.)", "")],
        [
            "Exports ($5 billion) exceeded imports ($4.6 billion) by $0.4 billion (2014 est.).",
            "Imports were $0.4 billion lower than exports (2014 est.).",
        ],
    ),
    (
        [("Revenue was $12 million in 2019.", ""), ("Expenses were $9 million in 2019.", "")],
        [
            "Revenue exceeded expenses by $3 million in 2019.",
            "In 2019 expenses ($9 million) were $3 million below revenue ($12 million).",
            "In 2019 revenue was $3 million higher than expenses.",
            "Expenses were 75 % of revenue in 2019.",
            "Expenses were three quarters of revenue in 2019.",
            "In 2019 the difference between revenue ($12 million) and expenses ($9 million) was $3 million.",
        ],
    ),
    (
        [("The old server has 16 GB of memory.", ""), ("The new server has 64 GB of memory.", "")],
        [
            "The new server has four times as much memory as the old server.",
            "The new server has 48 GB more memory than the old server.",
            "With 64 GB, the new server has four times as much memory as the old server (16 GB).",
            "The old server has a quarter of the memory of the new server.",
            "Together the old server and the new server have 80 GB of memory.",
        ],
    ),
    (
        [("Of the 50 states, 30 ratified the treaty.", "")],
        [
            "30 of the 50 states, or 60 %, ratified the treaty.",
            "60 % of the 50 states ratified the treaty.",
            "Of the 50 states, 30 (60 %) ratified the treaty.",
            "20 of the 50 states did not ratify the treaty.",
            "The other 20 of the 50 states did not ratify the treaty.",
        ],
    ),
    (
        [("The first edition has 240 pages.", ""), ("The second edition has 312 pages.", "")],
        [
            "The second edition has 72 more pages than the first edition.",
            "The second edition has 72 pages more than the first edition, 312 against 240.",
            "The second edition (312 pages) has 30 % more pages than the first edition (240 pages).",
            "The first edition has 72 fewer pages than the second edition.",
        ],
    ),
    (
        [
            ("The North mill produced 300 t of flour in May.", ""),
            ("The North mill produced 360 t of flour in June.", ""),
        ],
        [
            "The North mill produced 60 t more flour in June than in May.",
            "The North mill produced 20 % more flour in June than in May.",
            "In June the North mill produced 1.2 times as much flour as in May.",
        ],
    ),
    (
        [("北塔の高さは120メートルである。", ""), ("南塔の高さは95メートルである。", "")],
        [
            "北塔（120メートル）は南塔（95メートル）より25メートル高い。",
            "北塔の高さは南塔を25メートル上回る。",
            "北塔と南塔の高さの差は25メートルである。",
            "南塔は北塔よりも25メートル低い。",
        ],
    ),
    (
        [("2010年の町の人口は4,000人だった。", ""), ("2020年の町の人口は5,000人だった。", "")],
        [
            "町の人口は2010年から2020年の間に25％増加した。",
            "2020年の町の人口は2010年の1.25倍である。",
            "2020年の町の人口は2010年に比べて1,000人多い。",
            "町の人口は2010年（4,000人）から2020年（5,000人）にかけて4分の1増えた。",
        ],
    ),
    (
        [("売上高は2019年に12億円だった。", ""), ("費用は2019年に9億円だった。", "")],
        [
            "2019年の売上高は費用を3億円上回った。",
            "2019年は、売上高（12億円）が費用（9億円）を3億円上回った。",
            "2019年の売上高と費用の差は3億円だった。",
            "2019年の費用は売上高の75％だった。",
            "2019年の費用は売上高の4分の3だった。",
        ],
    ),
    (
        [("旧サーバーのメモリは16GBである。", ""), ("新サーバーのメモリは64GBである。", "")],
        [
            "新サーバーのメモリは旧サーバーの4倍である。",
            "新サーバー（64GB）のメモリは旧サーバー（16GB）の4倍である。",
            "新サーバーのメモリは旧サーバーより48GB多い。",
            "旧サーバーのメモリは新サーバーの4分の1である。",
            "旧サーバーと新サーバーのメモリは合わせて80GBである。",
        ],
    ),
    (
        [("50州のうち30州が条約を批准した。", "")],
        [
            "50州のうち30州、つまり60％が条約を批准した。",
            "50州のうち60％が条約を批准した。",
            "50州の60％が条約を批准した。",
            "50州のうち30州（60％）が条約を批准した。",
            "50州のうち20州は条約を批准しなかった。",
            "50州のうち残る20州は条約を批准していない。",
        ],
    ),
    (
        [("会員80人のうち20人が学生である。", "")],
        [
            "会員80人の4分の1が学生である。",
            "会員80人のうち20人、すなわち25％が学生である。",
            "会員80人のうち60人は学生ではない。",
        ],
    ),
    (
        [("地域 | 農家数 | 面積", ""), ("北区 | 120 | 45 km²", ""), ("南区 | 80 | 30 km²", "")],
        ["北区の面積（45 km²）は南区（30 km²）の1.5倍である。"],
    ),
    (
        [("初版は240ページである。", ""), ("第二版は312ページである。", "")],
        [
            "第二版（312ページ）は初版（240ページ）より72ページ多い。",
            "第二版は初版より72ページ多い。",
            "初版と第二版の差は72ページである。",
        ],
    ),
    (
        [("北工場は5月に300トンを生産した。", ""), ("北工場は6月に360トンを生産した。", "")],
        ["北工場は6月に5月より60トン多く生産した。", "北工場は6月に、5月より20％多く生産した。"],
    ),
    (
        [("The bridge is 311 m long.", "Guide"), ("The bridge is 315 m long.", "Railway Museum")],
        [
            "Sources differ on the length of the bridge: 311 m (Guide), 315 m (Railway Museum).",
            "The Guide gives the length of the bridge as 311 m, the Railway Museum as 315 m.",
            "The bridge is 311 m long according to the Guide, but 315 m long according to the Railway Museum.",
            "According to the Guide the bridge is 311 m long; according to the Railway Museum it is 315 m long.",
            "The sources do not agree on the length of the bridge: 311 m (Guide) or 315 m (Railway Museum).",
            "The length of the bridge is 311 m in the Guide and 315 m in the Railway Museum.",
            "How long the bridge is, is disputed: 311 m (Guide), 315 m (Railway Museum).",
        ],
    ),
    (
        [("The museum opened in 1951.", "City Archive"), ("The museum opened in 1953.", "Post")],
        [
            "Sources differ on when the museum opened: 1951 (City Archive), 1953 (Post).",
            "The museum opened in 1951 (City Archive) or 1953 (Post).",
            "Sources disagree on the year in which the museum opened: 1951 (City Archive) versus 1953 (Post).",
            "The City Archive says that the museum opened in 1951; the Post says 1953.",
            "According to the City Archive the museum opened in 1951, according to the Post in 1953.",
        ],
    ),
    (
        [
            ("The storm killed 40 people and destroyed 300 houses.", "Red Cross"),
            ("The storm killed 52 people, most of them on the coast.", "Ministry"),
        ],
        [
            "Sources differ on the number of people killed by the storm: 40 (Red Cross), 52 (Ministry).",
            "The storm killed 40 people according to the Red Cross and 52 people according to the Ministry.",
        ],
    ),
    (
        [
            ("Today the club has 210 members, and it meets every Friday.", "Club Gazette"),
            ("The club currently has 190 members.", "Town Guide"),
        ],
        [
            "Sources differ on the number of members of the club: 210 (Club Gazette), 190 (Town Guide).",
            "The club has 210 members according to the Club Gazette, 190 according to the Town Guide.",
            "Sources differ on the members of the club: 210 (Club Gazette), 190 (Town Guide).",
        ],
    ),
    (
        [
            ("An estimated 1,000 people attended in 1999.", "Post"),
            ("An estimated 1,500 people attended in 1999.", "Herald"),
        ],
        [
            "Estimates of how many people attended in 1999 differ: 1,000 (Post), 1,500 (Herald).",
            "Sources differ on the estimated number of people who attended in 1999: 1,000 (Post), 1,500 (Herald).",
        ],
    ),
    (
        [("橋の長さは311メートルである。", "案内書"), ("橋の長さは315メートルである。", "鉄道博物館")],
        [
            "橋の長さは資料によって異なる：311メートル（案内書）、315メートル（鉄道博物館）。",
            "橋の長さは、案内書では311メートル、鉄道博物館では315メートルとされている。",
            "橋の長さについては資料が一致しない。案内書は311メートル、鉄道博物館は315メートルとする。",
            "橋の長さは311メートル（案内書）とも315メートル（鉄道博物館）ともされる。",
            "橋の長さには諸説ある：311メートル（案内書）、315メートル（鉄道博物館）。",
            "案内書は橋の長さを311メートルとし、鉄道博物館は315メートルとしている。",
            "橋の長さは、案内書によれば311メートルだが、鉄道博物館によれば315メートルである。",
        ],
    ),
    (
        [("博物館は1951年に開館した。", "市史"), ("博物館は1953年に開館した。", "港新聞")],
        [
            "博物館が開館した年は資料によって異なる：1951年（市史）、1953年（港新聞）。",
            "博物館は、市史では1951年、港新聞では1953年に開館したとされる。",
            "市史は博物館が1951年に開館したとし、港新聞は1953年とする。",
            "博物館の開館年は資料により異なる：1951年（市史）、1953年（港新聞）。",
        ],
    ),
    (
        [("現在、会員は210人で、毎週金曜日に集まる。", "会報"), ("会員は現在190人である。", "町の案内")],
        [
            "会員の数は資料によって異なる：210人（会報）、190人（町の案内）。",
            "会員は、会報によると210人、町の案内によると190人である。",
        ],
    ),
    (
        [
            ("倉庫には 51,000 個以上のパッケージがあり、25,000 のソースから作られている。", "手引き"),
            ("倉庫には 50,000 個以上のパッケージがあります。", "マニュアル"),
        ],
        [
            "倉庫のパッケージ数は資料によって異なる：51,000 個以上（手引き）、50,000 個以上（マニュアル）。",
            "倉庫のパッケージの数は、51,000 個以上（手引き）、50,000 個以上（マニュアル）と資料により異なる。",
        ],
    ),
]

UNFAITHFUL_WORDINGS: list[tuple[list[tuple[str, str]], list[str]]] = [
    (
        [("The bridge is 311 m long.", "Guide"), ("The bridge is 315 m long.", "Railway Museum")],
        [
            "Bridges differ in length: 311 m (Guide), 315 m (Railway Museum).",
            "The Guide gives the length of the bridge as 315 m, the Railway Museum as 311 m.",
            "The bridge says that the Guide is 311 m long; the Railway Museum says 315 m.",
            "The bridge is 311 m long according to the Guide, not 315 m long according to the Railway Museum.",
            "The bridge is 311 m wide according to the Guide, but 315 m wide according to the Railway Museum.",
            "The Guide and the Railway Museum agree: the bridge is 311 m or 315 m long.",
            "The bridge was 311 m long (Guide) and is now 315 m long (Railway Museum).",
            "The bridge grew from 311 m (Guide) to 315 m (Railway Museum).",
            "The Guide's bridge is 311 m long, the Railway Museum 315 m.",
            "The Guide wrongly gives the length of the bridge as 311 m, the Railway Museum as 315 m.",
        ],
    ),
    (
        [
            ("The storm killed 40 people and destroyed 300 houses.", "Red Cross"),
            ("The storm killed 52 people, most of them on the coast.", "Ministry"),
        ],
        [
            "Sources differ on the number of houses destroyed by the storm: 300 (Red Cross), 52 (Ministry).",
            "Sources differ on how many people killed the storm: 40 (Red Cross), 52 (Ministry).",
            "Sources differ on the number of storms: 40 (Red Cross), 52 (Ministry).",
            "The storm killed 300 people according to the Red Cross and 52 people according to the Ministry.",
        ],
    ),
    (
        [
            ("The storm killed 40 people in France and destroyed 300 houses.", "Red Cross"),
            ("The storm killed 52 people, most of them on the coast.", "Ministry"),
        ],
        ["Sources differ on how many people the storm killed: 40 (Red Cross), 52 (Ministry)."],
    ),
    (
        [
            ("The club has 210 female members, and it meets every Friday.", "Gazette"),
            ("The club currently has 190 members.", "Town Guide"),
        ],
        [
            "Sources differ on the number of members of the club: 210 (Gazette), 190 (Town Guide).",
            "The club has 210 members according to the Gazette, 190 according to the Town Guide.",
        ],
    ),
    (
        [
            ("The club has 210 members, but this figure is wrong.", "Gazette"),
            ("The club currently has 190 members.", "Town Guide"),
        ],
        ["Sources differ on the number of members of the club: 210 (Gazette), 190 (Town Guide)."],
    ),
    (
        [
            ("The club has 210 members, and only 100 of them vote.", "Gazette"),
            ("The club has 190 members.", "Town Guide"),
        ],
        ["Sources differ on the number of members of the club: 100 (Gazette), 190 (Town Guide)."],
    ),
    (
        [
            ("The club lost 210 members, and it meets every Friday.", "Gazette"),
            ("The club has 190 members.", "Town Guide"),
        ],
        ["Sources differ on the number of members of the club: 210 (Gazette), 190 (Town Guide)."],
    ),
    (
        [("Acme owes Brix 40 m of cable.", "Guide"), ("Acme owes Brix 45 m of cable.", "Post")],
        ["Sources differ on how much cable Brix owes Acme: 40 m (Guide), 45 m (Post)."],
    ),
    (
        [("橋の長さは311メートルである。", "案内書"), ("橋の長さは315メートルである。", "鉄道博物館")],
        [
            "長さは橋によって異なる：311メートル（案内書）、315メートル（鉄道博物館）。",
            "案内書は橋の長さを315メートルとし、鉄道博物館は311メートルとしている。",
            "橋の長さは、案内書では311メートルではなく、鉄道博物館では315メートルとされている。",
            "橋の幅は、案内書では311メートル、鉄道博物館では315メートルとされている。",
            "橋の長さは311メートル（案内書）から315メートル（鉄道博物館）に伸びた。",
            "橋の長さは資料により異ならない：311メートル（案内書）、315メートル（鉄道博物館）。",
            "案内書と鉄道博物館は一致している：橋の長さは311メートル、315メートルである。",
        ],
    ),
    (
        [("女性会員は210人で、毎週金曜日に集まる。", "会報"), ("会員は現在190人である。", "町の案内")],
        ["会員の数は資料によって異なる：210人（会報）、190人（町の案内）。"],
    ),
    (
        [("会員は210人で、この数は誤りである。", "会報"), ("会員は現在190人である。", "町の案内")],
        ["会員の数は資料によって異なる：210人（会報）、190人（町の案内）。"],
    ),
    (
        [
            ("倉庫には 51,000 個以上のパッケージがある。", "手引き"),
            ("倉庫には 50,000 個以上のパッケージがある。", "マニュアル"),
        ],
        [
            "倉庫のパッケージ数は資料によって異なる：51,000 個（手引き）、50,000 個以上（マニュアル）。",
            "パッケージの倉庫数は資料によって異なる：51,000 個以上（手引き）、50,000 個以上（マニュアル）。",
            "倉庫のパッケージ数は資料によって異なる：51,000 個以下（手引き）、50,000 個以上（マニュアル）。",
        ],
    ),
    (
        [("Of the 50 states, 30 ratified the treaty.", "")],
        [
            "30 of the 50 states did not ratify the treaty.",
            "20 of the 50 states ratified the treaty.",
            "20 of the 50 states did not sign the treaty.",
            "30 of the 50 states, or 40 %, ratified the treaty.",
            "20 of the 50 states, or 40 %, ratified the treaty.",
            "50 of the 30 states, or 60 %, ratified the treaty.",
            "Of the 50 states, 30 (40 %) ratified the treaty.",
            "At least 20 of the 50 states did not ratify the treaty.",
            "Of the 50 states, 30 ratified the treaty, a difference of 20.",
            "20 of the 50 treaties did not ratify the states.",
            "A third of the 50 states ratified the treaty.",
            "Three quarters of the 50 states ratified the treaty.",
            "20 of the 50 states will not ratify the treaty.",
            "20 of the 50 states refused to ratify the treaty.",
        ],
    ),
    (
        [("Of the 50 states, 30 ratified and signed the treaty.", "")],
        ["20 of the 50 states did not ratify and sign the treaty.", "20 of the 50 states did not ratify the treaty."],
    ),
    (
        [("Of the 50 states, at least 30 ratified the treaty.", "")],
        ["20 of the 50 states did not ratify the treaty.", "30 of the 50 states, or 60 %, ratified the treaty."],
    ),
    (
        [("Of the 50 states, 30 ratified the treaty by May.", "")],
        ["20 of the 50 states did not ratify the treaty by May.", "20 of the 50 states did not ratify the treaty."],
    ),
    (
        [("50州のうち30州が条約を批准した。", "")],
        [
            "50州のうち30州は条約を批准しなかった。",
            "50州のうち20州は条約を批准した。",
            "50州のうち30州（40％）が条約を批准した。",
            "50州のうち20州は条約に署名しなかった。",
            "50州の4分の3が条約を批准した。",
            "50州のうち20州が条約を批准しないと決めた。",
        ],
    ),
    (
        [("会員80人のうち20人が学生である。", "")],
        [
            "学生80人のうち60人は会員ではない。",
            "会員80人のうち20人は学生ではない。",
            "会員80人の3分の1が学生である。",
            "会員80人のうち20人、すなわち20％が学生である。",
            "会員80人のうち60人は社会人である。",
        ],
    ),
    (
        [("Revenue was $12 million in 2019.", ""), ("Expenses were $9 million in 2019.", "")],
        [
            "In 2019 expenses ($9 million) were $3 million above revenue ($12 million).",
            "In 2019 revenue was $3 million below expenses.",
            "Expenses were a quarter of revenue in 2019.",
            "Revenue was three quarters of expenses in 2019.",
            "In 2019 expenses ($12 million) were $3 million below revenue ($9 million).",
            "Revenue was $12 million and expenses were $9 million in 2019, a difference of $4 million.",
        ],
    ),
    (
        [("地域 | 農家数 | 面積", ""), ("北区 | 120 | 45 km²", ""), ("南区 | 80 | 30 km²", "")],
        [
            "南区の面積（45 km²）は北区（30 km²）の1.5倍である。",
            "北区の農家数は南区の1.5倍の面積である。",
            "北区の面積は南区の2倍である。",
            "北区の面積と南区の農家数の差は40である。",
            "南区の面積は北区の1.5倍である。",
        ],
    ),
]
