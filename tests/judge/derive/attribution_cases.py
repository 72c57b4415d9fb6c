"""Sentences that attribute a statement: faithful ones, and ones that say another thing.

Each case: (sentence, quotation).
"""

from typing import Final

from tadori.model.grading import QuotedPassage

AttributionCase = tuple[str, QuotedPassage]

CITY: Final = QuotedPassage(text="The dam is 40 m high.", source="City of Oslo", date="2023-05-04")
BOOK: Final = QuotedPassage(text="Debian 1.1 was released in 1996.", source="A Brief History of Debian", date="2021")
SPOKEN: Final = QuotedPassage(text="“The dam is safe,” Kato said.")
SPOKEN_BY: Final = QuotedPassage(text="“The dam is safe,” said Jane Kato, the mayor of Oslo.")
TOLD: Final = QuotedPassage(text="Kato told reporters that the dam was safe.")
MONDAY: Final = QuotedPassage(text="Kato said on Monday that the dam is safe.")
CLAIMED: Final = QuotedPassage(text="Kato claimed that the dam is safe.")
DENIED: Final = QuotedPassage(text="Kato denied that the dam is old.")
ANNOUNCED: Final = QuotedPassage(text="Exel announced that it will close the plant.")
TIDE: Final = QuotedPassage(text="“The pier is safe,” said Anna Berg, except at high tide.")
FORGED: Final = QuotedPassage(text="“The pier is safe,” said Anna Berg, quoting a forged report.")
EXPECTED: Final = QuotedPassage(text="Exel expects that sales will rise.")
SEVERAL: Final = QuotedPassage(text="Kato said: “The dam is safe. The tunnel was finished in 1962.”")
MINE: Final = QuotedPassage(text="“We checked my dam yesterday,” Kato said.")
WITHIN: Final = QuotedPassage(
    text="The tunnel was finished in 1962.", before="“The dam is safe,” Kato said. “", after=" We built it.”"
)
PLAIN: Final = QuotedPassage(text="The tunnel was finished in 1962.", before="“The dam is safe,” Kato said. ")
CITY_JA: Final = QuotedPassage(text="ダムは高さ40mである。", source="オスロ市", date="2023-05-04")
BOOK_JA: Final = QuotedPassage(text="Debian 1.1は1996年に公開された。", source="Debianの歴史", date="2021")
SPOKEN_JA: Final = QuotedPassage(text="加藤氏は「ダムは安全だ」と述べた。")
INDIRECT_JA: Final = QuotedPassage(text="加藤氏は、ダムは安全だと語った。")
ACCORDING_JA: Final = QuotedPassage(text="加藤氏によると、ダムは安全だという。")
DAY_JA: Final = QuotedPassage(text="加藤氏は5日、「ダムは安全だ」と述べた。")
CLAIMED_JA: Final = QuotedPassage(text="加藤氏は「ダムは安全だ」と主張した。")
ANNOUNCED_JA: Final = QuotedPassage(text="エクセルは工場を閉じると発表した。")
MINE_JA: Final = QuotedPassage(text="加藤氏は「私は昨日ここで調べた」と述べた。")

FAITHFUL: Final[tuple[AttributionCase, ...]] = (
    ("According to City of Oslo, the dam is 40 m high.", CITY),
    ("According to the City of Oslo, the dam is 40 m high.", CITY),
    ("According to City of Oslo (2023), the dam is 40 m high.", CITY),
    ("According to the City of Oslo (May 2023), the dam is 40 m high.", CITY),
    ("According to the City of Oslo (4 May 2023), the dam is 40 m high.", CITY),
    ("According to the City of Oslo (2023-05-04), the dam is 40 m high.", CITY),
    ("The dam is 40 m high, according to the City of Oslo.", CITY),
    ("The dam is 40 m high, according to the City of Oslo (2023).", CITY),
    ("The City of Oslo said that the dam is 40 m high.", CITY),
    ("The City of Oslo says the dam is 40 m high.", CITY),
    ("The City of Oslo reported that the dam is 40 m high.", CITY),
    ("City of Oslo: “The dam is 40 m high.”", CITY),
    ("The City of Oslo (2023): “The dam is 40 m high.”", CITY),
    ("According to A Brief History of Debian (2021), Debian 1.1 was released in 1996.", BOOK),
    ("Debian 1.1 was released in 1996, according to A Brief History of Debian.", BOOK),
    ("According to Kato, the dam is safe.", SPOKEN),
    ("Kato said the dam is safe.", SPOKEN),
    ("Kato said that the dam is safe.", SPOKEN),
    ("Kato said: “The dam is safe.”", SPOKEN),
    ("“The dam is safe,” said Kato.", SPOKEN),
    ("The dam is safe, according to Kato.", SPOKEN),
    ("The dam is safe, Kato said.", SPOKEN),
    ("Kato: “The dam is safe.”", SPOKEN),
    ("According to Jane Kato, the mayor of Oslo, the dam is safe.", SPOKEN_BY),
    ("According to Jane Kato, the dam is safe.", SPOKEN_BY),
    ("According to Kato, the dam was safe.", TOLD),
    ("Kato said that the dam was safe.", TOLD),
    ("Kato claims that the dam is safe.", CLAIMED),
    ("According to Kato, the tunnel was finished in 1962.", SEVERAL),
    ("Kato said that the dam is safe.", SEVERAL),
    ("According to Kato, the tunnel was finished in 1962.", WITHIN),
    ("オスロ市によると、ダムは高さ40mである。", CITY_JA),
    ("オスロ市によれば、ダムは高さ40mである。", CITY_JA),
    ("オスロ市（2023年）によれば、ダムは高さ40mである。", CITY_JA),
    ("オスロ市（2023年5月4日）によると、ダムは高さ40mである。", CITY_JA),
    ("オスロ市は「ダムは高さ40mである」と述べた。", CITY_JA),
    ("オスロ市は、ダムは高さ40mであるとしている。", CITY_JA),
    ("オスロ市：「ダムは高さ40mである。」", CITY_JA),
    ("「ダムは高さ40mである。」（オスロ市、2023年）", CITY_JA),
    ("Debianの歴史（2021年）によると、Debian 1.1は1996年に公開された。", BOOK_JA),
    ("加藤氏によると、ダムは安全だ。", SPOKEN_JA),
    ("加藤氏は、ダムは安全だと述べた。", SPOKEN_JA),
    ("加藤氏は「ダムは安全だ」と語った。", SPOKEN_JA),
    ("「ダムは安全だ」と加藤氏は話した。", SPOKEN_JA),
    ("加藤氏によれば、ダムは安全だ。", INDIRECT_JA),
    ("加藤氏はダムは安全だと話した。", INDIRECT_JA),
    ("加藤氏は、ダムは安全だと述べた。", ACCORDING_JA),
    ("加藤氏は5日、「ダムは安全だ」と語った。", DAY_JA),
    ("加藤氏は、ダムは安全だと主張した。", CLAIMED_JA),
)

UNFAITHFUL: Final[tuple[AttributionCase, ...]] = (
    ("Kato told reporters on Monday that the dam is safe.", MONDAY),
    # another speaker or source
    ("According to the City of Bergen, the dam is 40 m high.", CITY),
    ("According to Oslo, the dam is 40 m high.", CITY),
    ("According to the mayor of the City of Oslo, the dam is 40 m high.", CITY),
    ("The dam is 40 m high, according to Norway.", CITY),
    ("According to A History of Debian, Debian 1.1 was released in 1996.", BOOK),
    ("According to Sato, the dam is safe.", SPOKEN),
    ("Sato said that the dam is safe.", SPOKEN),
    ("“The dam is safe,” said Sato.", SPOKEN),
    ("According to experts, the dam is safe.", SPOKEN),
    ("According to Jane Sato, the mayor of Oslo, the dam is safe.", SPOKEN_BY),
    ("According to Oslo, the dam is safe.", SPOKEN_BY),
    ("According to the mayor of Bergen, the dam is safe.", SPOKEN_BY),
    ("According to reporters, the dam was safe.", TOLD),
    ("According to Sato, the tunnel was finished in 1962.", WITHIN),
    ("According to Sato, the tunnel was finished in 1962.", SEVERAL),
    ("According to Kato, the tunnel was finished in 1962.", PLAIN),
    ("ベルゲン市によると、ダムは高さ40mである。", CITY_JA),
    ("オスロ市長によると、ダムは高さ40mである。", CITY_JA),
    ("佐藤氏によると、ダムは安全だ。", SPOKEN_JA),
    ("佐藤氏は「ダムは安全だ」と述べた。", SPOKEN_JA),
    ("専門家によると、ダムは安全だ。", SPOKEN_JA),
    ("佐藤氏は、ダムは安全だと語った。", INDIRECT_JA),
    ("佐藤氏によると、ダムは安全だという。", ACCORDING_JA),
    ("ティベットは工場を閉じると発表した。", ANNOUNCED_JA),
    # the speaker is left out
    ("The dam is safe.", SPOKEN),
    ("The dam is safe.", SPOKEN_BY),
    ("The dam was safe.", TOLD),
    ("The dam is safe.", CLAIMED),
    ("The dam is old.", DENIED),
    ("It will close the plant.", ANNOUNCED),
    ("Exel will close the plant.", ANNOUNCED),
    ("Sales will rise.", EXPECTED),
    ("The tunnel was finished in 1962.", WITHIN),
    ("The tunnel was finished in 1962.", SEVERAL),
    ("ダムは安全だ。", SPOKEN_JA),
    ("ダムは安全だ。", INDIRECT_JA),
    ("ダムは安全だ。", ACCORDING_JA),
    ("ダムは安全だ。", CLAIMED_JA),
    ("エクセルは工場を閉じる。", ANNOUNCED_JA),
    ("Anna Berg said that the pier is safe.", TIDE),
    ("According to Anna Berg, the pier is safe.", TIDE),
    ("Anna Berg: “The pier is safe.”", FORGED),
    # another force
    ("Kato claimed that the dam is safe.", SPOKEN),
    ("Kato denied that the dam is safe.", SPOKEN),
    ("Kato confirmed that the dam is safe.", SPOKEN),
    ("Kato announced that the dam was safe.", TOLD),
    ("Kato said that the dam is safe.", CLAIMED),
    ("According to Kato, the dam is safe.", CLAIMED),
    ("Kato confirmed that the dam is safe.", CLAIMED),
    ("Kato said that the dam is old.", DENIED),
    ("According to Kato, the dam is old.", DENIED),
    ("Exel said that it will close the plant.", ANNOUNCED),
    ("Exel denied that it will close the plant.", ANNOUNCED),
    ("Exel said that sales will rise.", EXPECTED),
    ("Exel promised that sales will rise.", EXPECTED),
    ("The City of Oslo claimed that the dam is 40 m high.", CITY),
    ("The City of Oslo denied that the dam is 40 m high.", CITY),
    ("The City of Oslo estimated that the dam is 40 m high.", CITY),
    ("Kato has not said that the dam is safe.", SPOKEN),
    ("Kato never said that the dam is safe.", SPOKEN),
    ("Kato reportedly said that the dam is safe.", SPOKEN),
    ("加藤氏は「ダムは安全だ」と主張した。", SPOKEN_JA),
    ("加藤氏は「ダムは安全だ」と発表した。", SPOKEN_JA),
    ("加藤氏は、ダムは安全だと否定した。", INDIRECT_JA),
    ("加藤氏は「ダムは安全だ」と述べた。", CLAIMED_JA),
    ("加藤氏によると、ダムは安全だ。", CLAIMED_JA),
    ("エクセルは工場を閉じると述べた。", ANNOUNCED_JA),
    ("エクセルによると、工場を閉じる。", ANNOUNCED_JA),
    ("オスロ市は「ダムは高さ40mである」と主張した。", CITY_JA),
    ("加藤氏は「ダムは安全だ」と述べなかった。", SPOKEN_JA),
    # another date, or the day of speaking left out
    ("According to City of Oslo (2022), the dam is 40 m high.", CITY),
    ("According to City of Oslo (June 2023), the dam is 40 m high.", CITY),
    ("According to City of Oslo (5 May 2023), the dam is 40 m high.", CITY),
    ("According to A Brief History of Debian (1996), Debian 1.1 was released in 1996.", BOOK),
    ("According to A Brief History of Debian (May 2021), Debian 1.1 was released in 1996.", BOOK),
    ("According to Kato, the dam is safe.", MONDAY),
    ("Kato said that the dam is safe.", MONDAY),
    ("Kato said on Tuesday that the dam is safe.", MONDAY),
    ("According to Kato (2023), the dam is safe.", SPOKEN),
    ("According to Kato, on Monday the dam is safe.", MONDAY),
    ("オスロ市（2022年）によれば、ダムは高さ40mである。", CITY_JA),
    ("オスロ市（2023年5月5日）によると、ダムは高さ40mである。", CITY_JA),
    ("「ダムは高さ40mである。」（オスロ市、2022年）", CITY_JA),
    ("オスロ市（2023年月54日）によると、ダムは高さ40mである。", CITY_JA),
    ("According to City of Oslo (4 2023), the dam is 40 m high.", CITY),
    ("According to City the of Oslo, the dam is 40 m high.", CITY),
    ("加藤氏によると、ダムは安全だ。", DAY_JA),
    ("加藤氏は6日、「ダムは安全だ」と述べた。", DAY_JA),
    # other words, or words that are the speaker's alone
    ("According to the City of Oslo, the dam is 41 m high.", CITY),
    ("According to the City of Oslo, the dam was 40 m high.", CITY),
    ("According to Kato, the dam was safe.", SPOKEN),
    ("Kato said that the dam is not safe.", SPOKEN),
    ("Kato said that the dam is very safe.", SPOKEN),
    ("Kato said: “The dam was safe.”", TOLD),
    ("Kato said: “The dam was safe”.", TOLD),
    ("According to Kato, we checked my dam yesterday.", MINE),
    ("Kato said that we checked my dam yesterday.", MINE),
    ("オスロ市によると、ダムは高さ41mである。", CITY_JA),
    ("加藤氏によると、ダムは安全だった。", SPOKEN_JA),
    ("加藤氏によると、ダムは安全ではない。", SPOKEN_JA),
    ("加藤氏は「ダムは安全だ」と述べた。", INDIRECT_JA),
    ("加藤氏によると、私は昨日ここで調べた。", MINE_JA),
)
