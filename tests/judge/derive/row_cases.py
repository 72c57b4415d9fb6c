"""Sentences made from a table's header and row: faithful ones, and ones that say another thing.

Each case: (sentence, header row, data row).
"""

from typing import Final

RowCase = tuple[str, str, str]

CITY: Final = ("City | Population | Year", "Oslo | 709,037 | 2023")
NOTED: Final = ("City | Population | Year", "Oslo | 709,037¹ | 2023")
STARRED: Final = ("City | Population (estimate) | Year", "Oslo | 709,037* | 2023")
DAM: Final = ("Dam | Height (m) | Completed", "Storfoss | 40 | 1962")
OPTION: Final = ("Option | Default", "timeout | 30 seconds")
TYPED: Final = ("Name | Type | Default", "retries | integer | 3")
COUNTRY: Final = ("Country | Capital", "Congo | Brazzaville")
MATCH: Final = ("Home | Away | Score", "Arsenal | Chelsea | 3–1")
PIPED: Final = ("| Model | Range | Price |", "| Volta S | 410 km | €32,900 |")
TABBED: Final = ("Port\tProtocol\tService", "443\ttcp\thttps")
YEARS: Final = ("Region | 2021 | 2022", "North | 1,284 MWh | 1,510 MWh")
CITY_JA: Final = ("市 | 人口 | 年", "オスロ | 709,037 | 2023")
NOTED_JA: Final = ("市 | 人口（推計） | 年", "オスロ | 709,037※ | 2023")
DAM_JA: Final = ("ダム | 高さ（m） | 完成年", "黒部 | 186 | 1963")
OPTION_JA: Final = ("オプション | 既定値", "timeout | 30秒")
COUNTRY_JA: Final = ("国 | 首都 | 通貨", "コンゴ共和国 | ブラザヴィル | CFAフラン")
OUTPUT_JA: Final = ("発電所 | 発電量 | 年度", "北部 | 1,284 MWh | 2022")

FAITHFUL: Final[tuple[RowCase, ...]] = (
    ("City: Oslo; Population: 709,037; Year: 2023", *CITY),
    ("City: Oslo, Population: 709,037, Year: 2023.", *CITY),
    ("Population (Oslo, 2023): 709,037", *CITY),
    ("Oslo: Population 709,037, Year 2023", *CITY),
    ("The population of Oslo is 709,037 (2023).", *CITY),
    ("The population of Oslo was 709,037 in 2023.", *CITY),
    ("In 2023, the population of Oslo was 709,037.", *CITY),
    ("Oslo had a population of 709,037 in 2023.", *CITY),
    ("Oslo's population in 2023 was 709,037.", *CITY),
    ("The city of Oslo had a population of 709,037 in 2023.", *CITY),
    ("Oslo (2023): population 709,037.", *CITY),
    ("For Oslo, the population is 709,037 (2023).", *CITY),
    ("The population of Oslo is 709037 (2023).", *CITY),
    ("City: Oslo; Population: 709,037¹; Year: 2023", *NOTED),
    ("The population of Oslo in 2023 was 709,037¹.", *NOTED),
    ("The population (estimate) of Oslo is 709,037* (2023).", *STARRED),
    ("Population (estimate) (Oslo, 2023): 709,037*", *STARRED),
    ("Dam: Storfoss; Height (m): 40; Completed: 1962", *DAM),
    ("The height of Storfoss is 40 m, and Completed is 1962.", *DAM),
    ("Storfoss: Height 40 m, Completed 1962", *DAM),
    ("Option: timeout; Default: 30 seconds", *OPTION),
    ("The default of timeout is 30 seconds.", *OPTION),
    ("The default for the option timeout is 30 seconds.", *OPTION),
    ("The default for the timeout option is 30 seconds.", *OPTION),
    ("timeout has a default of 30 seconds.", *OPTION),
    ("For timeout, the default is 30 seconds.", *OPTION),
    ("Name: retries; Type: integer; Default: 3", *TYPED),
    ("retries (integer): default 3", *TYPED),
    ("The default of retries (integer) is 3.", *TYPED),
    ("The capital of Congo is Brazzaville.", *COUNTRY),
    ("Brazzaville is the capital of Congo.", *COUNTRY),
    ("Congo's capital is Brazzaville.", *COUNTRY),
    ("Home: Arsenal; Away: Chelsea; Score: 3–1", *MATCH),
    ("Score (Arsenal, Chelsea): 3–1", *MATCH),
    ("Model: Volta S; Range: 410 km; Price: €32,900", *PIPED),
    ("Volta S has a range of 410 km and a price of €32,900.", *PIPED),
    ("The range of Volta S is 410 km and the price is €32,900.", *PIPED),
    ("Port: 443; Protocol: tcp; Service: https", *TABBED),
    ("Region: North; 2021: 1,284 MWh; 2022: 1,510 MWh", *YEARS),
    ("市：オスロ、人口：709,037、年：2023", *CITY_JA),
    ("オスロの人口は709,037（2023）である。", *CITY_JA),
    ("オスロの人口は709,037（2023年）である。", *CITY_JA),
    ("2023年のオスロの人口は709,037である。", *CITY_JA),
    ("オスロの2023年の人口は709,037だった。", *CITY_JA),
    ("オスロの人口は2023年に709,037だった。", *CITY_JA),
    ("人口（オスロ、2023）：709,037", *CITY_JA),
    ("オスロ：人口 709,037、年 2023", *CITY_JA),
    ("オスロは、2023年の人口が709,037である。", *CITY_JA),
    ("市：オスロ、人口（推計）：709,037※、年：2023", *NOTED_JA),
    ("2023年のオスロの人口（推計）は709,037※である。", *NOTED_JA),
    ("ダム：黒部、高さ（m）：186、完成年：1963", *DAM_JA),
    ("黒部の高さは186m、完成年は1963である。", *DAM_JA),
    ("オプション：timeout、既定値：30秒", *OPTION_JA),
    ("timeoutの既定値は30秒である。", *OPTION_JA),
    ("オプションtimeoutの既定値は30秒です。", *OPTION_JA),
    ("コンゴ共和国の首都はブラザヴィルで、通貨はCFAフランである。", *COUNTRY_JA),
    ("国：コンゴ共和国、首都：ブラザヴィル、通貨：CFAフラン", *COUNTRY_JA),
    ("北部の発電量は1,284 MWh（2022年度）である。", *OUTPUT_JA),
    ("2022年度の北部の発電量は1,284 MWhだった。", *OUTPUT_JA),
)

UNFAITHFUL: Final[tuple[RowCase, ...]] = (
    # another column
    ("City: Oslo; Population: 2023; Year: 709,037", *CITY),
    ("Population (Oslo, 709,037): 2023", *CITY),
    ("The year of Oslo is 709,037 (2023).", *CITY),
    ("Name: retries; Type: 3; Default: integer", *TYPED),
    ("The type of retries is 3.", *TYPED),
    ("The default of integer is retries (3).", *TYPED),
    ("The capital of Brazzaville is Congo.", *COUNTRY),
    ("Congo is the capital of Brazzaville.", *COUNTRY),
    ("Home: Chelsea; Away: Arsenal; Score: 3–1", *MATCH),
    ("Score (Chelsea, Arsenal): 3–1", *MATCH),
    ("Volta S has a range of €32,900 and a price of 410 km.", *PIPED),
    ("Port: https; Protocol: tcp; Service: 443", *TABBED),
    ("Region: North; 2021: 1,510 MWh; 2022: 1,284 MWh", *YEARS),
    ("Storfoss: Height 1962 m, Completed 40", *DAM),
    ("The height of Storfoss is 1962 m, and Completed is 40.", *DAM),
    ("市：オスロ、人口：2023、年：709,037", *CITY_JA),
    ("オスロの人口は2023（709,037）である。", *CITY_JA),
    ("市の人口はオスロである（2023）。", *CITY_JA),
    ("コンゴ共和国の首都はCFAフランで、通貨はブラザヴィルである。", *COUNTRY_JA),
    ("黒部の高さは1963m、完成年は186である。", *DAM_JA),
    ("30秒の既定値はtimeoutである。", *OPTION_JA),
    ("1,284 MWhの発電量は北部（2022年度）である。", *OUTPUT_JA),
    # a cell of the row left out
    ("The population of Oslo is 709,037.", *CITY),
    ("City: Oslo; Population: 709,037", *CITY),
    ("Oslo: Population 709,037", *CITY),
    ("Population: 709,037; Year: 2023", *CITY),
    ("In 2023, the population was 709,037.", *CITY),
    ("Storfoss: Completed 1962", *DAM),
    ("The height of Storfoss is 40 m.", *DAM),
    ("Region: North; 2022: 1,510 MWh", *YEARS),
    ("Arsenal: Score 3–1", *MATCH),
    ("The default is 30 seconds.", *OPTION),
    ("オスロの人口は709,037である。", *CITY_JA),
    ("市：オスロ、人口：709,037", *CITY_JA),
    ("2023年の人口は709,037である。", *CITY_JA),
    ("人口：709,037、年：2023", *CITY_JA),
    ("既定値は30秒である。", *OPTION_JA),
    ("北部の発電量は1,284 MWhである。", *OUTPUT_JA),
    # a footnote mark or a limit in the header left out
    ("City: Oslo; Population: 709,037; Year: 2023", *NOTED),
    ("The population of Oslo in 2023 was 709,037.", *NOTED),
    ("The population (estimate) of Oslo is 709,037 (2023).", *STARRED),
    ("The population of Oslo is 709,037* (2023).", *STARRED),
    ("Population (Oslo, 2023): 709,037*", *STARRED),
    ("City: Oslo; Population: 709,037*; Year: 2023", *STARRED),
    ("オスロの人口は709,037※（2023）である。", *NOTED_JA),
    ("2023年のオスロの人口（推計）は709,037である。", *NOTED_JA),
    ("市：オスロ、人口：709,037※、年：2023", *NOTED_JA),
    # another value, unit, name or year
    ("The population of Oslo is 790,037 (2023).", *CITY),
    ("The population of Oslo is 709,037 (2022).", *CITY),
    ("The population of Bergen is 709,037 (2023).", *CITY),
    ("The population of Oslo is about 709,037 (2023).", *CITY),
    ("The population of Oslo is 709,037,000 (2023).", *CITY),
    ("The population of Oslo is 70.9037 (2023).", *CITY),
    ("The area of Oslo is 709,037 (2023).", *CITY),
    ("The height of Storfoss is 40 ft, and Completed is 1962.", *DAM),
    ("The height of Storfoss is 40 km, and Completed is 1962.", *DAM),
    ("The default of timeout is 30 minutes.", *OPTION),
    ("The default of timeout is 30.", *OPTION),
    ("The default of retries (string) is 3.", *TYPED),
    ("Volta S has a range of 410 miles and a price of €32,900.", *PIPED),
    ("Volta S has a range of 410 km and a price of $32,900.", *PIPED),
    ("オスロの人口は790,037（2023）である。", *CITY_JA),
    ("オスロの人口は709,037（2022）である。", *CITY_JA),
    ("ベルゲンの人口は709,037（2023）である。", *CITY_JA),
    ("オスロの面積は709,037（2023）である。", *CITY_JA),
    ("オスロの人口は709,037万（2023）である。", *CITY_JA),
    ("黒部の高さは186km、完成年は1963である。", *DAM_JA),
    ("timeoutの既定値は30分である。", *OPTION_JA),
    # something added
    ("The population of Oslo is only 709,037 (2023).", *CITY),
    ("The population of Oslo rose to 709,037 in 2023.", *CITY),
    ("The population of Oslo is not 709,037 (2023).", *CITY),
    ("The population of Oslo is more than 709,037 (2023).", *CITY),
    ("The population of greater Oslo is 709,037 (2023).", *CITY),
    ("The population of Oslo is 709,037 (2023), the highest in Norway.", *CITY),
    ("The recommended default of timeout is 30 seconds.", *OPTION),
    ("The default of timeout must be 30 seconds.", *OPTION),
    ("Since 2023, the population of Oslo is 709,037.", *CITY),
    ("By 2023, the population of Oslo was 709,037.", *CITY),
    ("Arsenal beat Chelsea: Score 3–1", *MATCH),
    ("オスロの人口は709,037人以上（2023）である。", *CITY_JA),
    ("オスロの人口は709,037（2023）ではない。", *CITY_JA),
    ("オスロの人口は約709,037（2023）である。", *CITY_JA),
    ("2023年以降のオスロの人口は709,037である。", *CITY_JA),
    ("オスロの人口は2023年に709,037に増えた。", *CITY_JA),
    ("timeoutの推奨既定値は30秒である。", *OPTION_JA),
    # a table that cannot be read
    ("City: Oslo; Population: 709,037", "City | Population | Year", "Oslo | 709,037"),
    ("City: Oslo; Population: 709,037; Year: 2023", "City | Population", "Oslo | 709,037 | 2023"),
    ("City: Oslo; Population: 709,037; Population: 2023", "City | Population | Population", "Oslo | 709,037 | 2023"),
    ("Oslo: 709,037", " | Population", "Oslo | 709,037"),
    ("Bergen: Oslo; 291,940: 709,037", "Bergen | 291,940", "Oslo | 709,037"),
    ("Oslo: Oslo; 709,037: 709,037", "Oslo | 709,037", "Oslo | 709,037"),
    ("市：オスロ、人口：709,037", "市 | 人口 | 年", "オスロ | 709,037"),
    ("オスロの人口は709,037である。", "市 |  | 人口", "オスロ |  | 709,037"),
)
