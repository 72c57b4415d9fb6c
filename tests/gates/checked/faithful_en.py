"""Faithful English sentences with their quotations, written as an honest writer would.

Each entry: kind, sentence, quotations. A quotation is text; `@NAME (DATE)› ` before it is its source, and parts joined
by `⏎` are what stands before it, the quotation, and what stands after it.
"""

from typing import Final

OWN: Final = (
    "The bridge carries about 4,000 cars a day.",
    "The Kurosaki plant made 1,250 MWh in 2024, according to its operator.",
    "If the tide is high, the ferry does not sail.",
    "Marrow Ltd bought the northern quarry on 4 April 2019 for £3.2 million.",
    "Most of the 41 farms near Ostby were sold between 1998 and 2004.",
    "The museum is closed on Mondays, except in August.",
)
"""Sentences that are printed as they stand, or from a quotation with a reference mark or a list's connective."""

MARKED: Final = ("{s}[12]", "{s} [3][4]", "{s}¹", "{s}[7, 8]", "In addition, {l}", "Moreover, {l}", "{s}  ")

SUBJECTS: Final = (
    ("Exel", "It is paying £328m to buy fellow UK firm Tibbett & Britten.", "Exel agreed to the deal on Monday."),
    ("The Nanao harbour bridge", "It opened on 4 April 2019.", "The Nanao harbour bridge is a cable-stayed bridge."),
    ("Anna Berg", "She was elected in 2020.", "Anna Berg is the mayor of Ostby."),
    ("Skarv Brewery", "The company closed in 1998.", "Skarv Brewery was founded in 1911."),
    ("The Kurosaki plant", "The plant made 1,250 MWh in 2024.", "The Kurosaki plant has two turbines."),
    ("The herons of Skarv", "They nest on the northern cliffs.", "The herons of Skarv are counted every year."),
    ("The Ise line", "The railway is 24 km long.", "The Ise line is a railway in Mie."),
    (
        "Olav Lind",
        "He resigned on 3 May 2021 because of ill health.",
        "Olav Lind led the harbour office for nine years.",
    ),
)

BUILT: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    (
        "table_row",
        "City: Oslo; Population: 709,037; Year: 2023.",
        ("City | Population | Year", "Oslo | 709,037 | 2023"),
    ),
    ("table_row", "The population of Oslo is 709,037 (2023).", ("City | Population | Year", "Oslo | 709,037 | 2023")),
    ("table_row", "Oslo: population 709,037, year 2023.", ("City | Population | Year", "Oslo | 709,037 | 2023")),
    ("table_row", "Population of Bergen in 2023: 289,330", ("City | Population | Year\nBergen | 289,330 | 2023",)),
    (
        "table_row",
        "In 2023, Bergen had a population of 289,330.",
        ("City | Population | Year", "Bergen | 289,330 | 2023"),
    ),
    ("table_row", "The Ise line was opened in 1911.", ("Line | Opened | Length (km)", "Ise line | 1911 | 24")),
    ("table_row", "Length (km) of the Ise line: 24.", ("Line | Opened | Length (km)", "Ise line | 1911 | 24")),
    ("table_row", "The Ise line is 24 km long.", ("Line | Opened | Length (km)", "Ise line | 1911 | 24")),
    (
        "table_row",
        "2023: Output (MWh) 1,510, Plan (MWh) 1,284.",
        ("Year | Output (MWh) | Plan (MWh)", "2023 | 1,510 | 1,284"),
    ),
    ("table_row", "The output of 2023 was 1,510 MWh.", ("Year | Output (MWh) | Plan (MWh)", "2023 | 1,510 | 1,284")),
    ("table_row", "Output (MWh), 2023: 1,510.", ("Year | Output (MWh) | Plan (MWh)", "2023 | 1,510 | 1,284")),
    ("table_row", "Model: K2; Weight: 3.4 kg; Price: €420.", ("Model | Weight | Price", "K2 | 3.4 kg | €420")),
    ("table_row", "The price of the K2 is €420.", ("Model | Weight | Price", "K2 | 3.4 kg | €420")),
    ("table_row", "K2 – weight: 3.4 kg, price: €420", ("Model\tWeight\tPrice", "K2\t3.4 kg\t€420")),
    (
        "table_row",
        "Option: --quiet; Default: off; Meaning: print no progress.",
        ("Option | Default | Meaning", "--quiet | off | print no progress"),
    ),
    (
        "table_row",
        "The default of --quiet is off.",
        ("Option | Default | Meaning", "--quiet | off | print no progress"),
    ),
    (
        "table_row",
        "Mayor: Anna Berg (from 2020, Centre Party).",
        ("Mayor | From | Party", "Anna Berg | 2020 | Centre Party"),
    ),
    (
        "table_row",
        "Mayor: Anna Berg; From: 2020; Party: Centre Party",
        ("Mayor | From | Party\nAnna Berg | 2020 | Centre Party",),
    ),
    ("table_row", "Deaths (estimate), 1916: 1,200.", ("Year | Deaths (estimate)", "1916 | 1,200")),
    (
        "list_item",
        "The driver supports the following formats: PNG.",
        ("The driver supports the following formats:", "- PNG"),
    ),
    (
        "list_item",
        "The driver supports the following formats: PNG, GIF and WebP.",
        ("The driver supports the following formats:", "PNG", "GIF", "WebP"),
    ),
    ("list_item", "The driver supports PNG.", ("The driver supports the following formats:", "PNG")),
    (
        "list_item",
        "To install the program, you must: run the setup as administrator.",
        ("To install the program, you must:", "run the setup as administrator"),
    ),
    (
        "list_item",
        "To install the program, you must run the setup as administrator.",
        ("To install the program, you must:", "run the setup as administrator"),
    ),
    ("list_item", "If the alarm sounds, do not use the lift.", ("If the alarm sounds, do not:", "use the lift")),
    ("list_item", "If the alarm sounds, do not: use the lift.", ("If the alarm sounds, do not:", "use the lift")),
    (
        "list_item",
        "The tenant shall not, unless the owner agrees: keep animals.",
        ("The tenant shall not, unless the owner agrees:", "(a) keep animals;"),
    ),
    (
        "list_item",
        "The tenant shall not, unless the owner agrees, keep animals.",
        ("The tenant shall not, unless the owner agrees:", "(a) keep animals;"),
    ),
    (
        "list_item",
        "The following towns lost their station in 1998: Ostby.",
        ("The following towns lost their station in 1998:", "Ostby"),
    ),
    (
        "list_item",
        "The following towns lost their station in 1998: Ostby, Skarv.",
        ("The following towns lost their station in 1998:", "• Ostby", "• Skarv"),
    ),
    ("list_item", "Ostby lost its station in 1998.", ("The following towns lost their station in 1998:", "Ostby")),
    ("list_item", "Members receive: free entry to the museum.", ("Members receive:", "free entry to the museum")),
    ("list_item", "Members receive free entry to the museum.", ("Members receive:", "free entry to the museum")),
    (
        "list_item",
        "Known problems: The pump may stop in heavy rain.",
        ("Known problems:", "The pump may stop in heavy rain."),
    ),
    ("list_item", "The plan of 2030 includes: a second turbine.", ("The plan of 2030 includes:", "a second turbine")),
    ("list_item", "The plan of 2030 includes a second turbine.", ("The plan of 2030 includes:", "a second turbine")),
    ("unit", "The dam is 131 ft high.", ("The dam is 40 m high.",)),
    ("unit", "The dam is 40 m (131 ft) high.", ("The dam is 40 m high.",)),
    ("unit", "The Ise line is 14.9 miles long.", ("The Ise line is 24 km long.",)),
    ("unit", "The reserve covers about 38.6 square miles.", ("The reserve covers about 100 square kilometres.",)),
    ("unit", "The stone weighs 2.5 tonnes.", ("The stone weighs 2,500 kg.",)),
    ("unit", "The stone weighs 5,512 lb.", ("The stone weighs 2,500 kg.",)),
    ("unit", "The crossing takes 1.5 hours.", ("The crossing takes 90 minutes.",)),
    ("unit", "The crossing takes 90 minutes.", ("The crossing takes 1.5 hours.",)),
    ("unit", "The water was 50 °F.", ("The water was 10 °C.",)),
    ("unit", "The plant made 1.25 GWh in 2024.", ("The plant made 1,250 MWh in 2024.",)),
    ("unit", "The plant made 1,250,000 kWh in 2024.", ("The plant made 1,250 MWh in 2024.",)),
    ("unit", "The town has 0.7 million inhabitants.", ("The town has 700,000 inhabitants.",)),
    ("unit", "The farm has 20 hectares of land.", ("The farm has 200,000 square metres of land.",)),
    ("unit", "At most 500 ml may be taken.", ("At most 0.5 litres may be taken.",)),
    ("unit", "Speed on the pier is limited to 18.6 mph.", ("Speed on the pier is limited to 30 km/h.",)),
    ("unit", "The disk holds 2,000 GB.", ("The disk holds 2 TB.",)),
    ("unit", "The war lasted 24 months.", ("The war lasted two years.",)),
    (
        "arithmetic",
        "The company's figure is 226 MWh higher than the city's (1,510 − 1,284).",
        ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2023 was 1,510 MWh."),
    ),
    (
        "arithmetic",
        "Output rose by 226 MWh, from 1,284 MWh in 2022 to 1,510 MWh in 2023.",
        ("Output was 1,284 MWh in 2022.", "Output was 1,510 MWh in 2023."),
    ),
    (
        "arithmetic",
        "Output rose by 17.6 % from 2022 to 2023.",
        ("Output was 1,284 MWh in 2022.", "Output was 1,510 MWh in 2023."),
    ),
    (
        "arithmetic",
        "Together the two turbines made 2,794 MWh in 2023.",
        ("The first turbine made 1,284 MWh in 2023.", "The second turbine made 1,510 MWh in 2023."),
    ),
    (
        "arithmetic",
        "1,284 MWh + 1,510 MWh = 2,794 MWh in 2023.",
        ("The first turbine made 1,284 MWh in 2023.", "The second turbine made 1,510 MWh in 2023."),
    ),
    (
        "arithmetic",
        "The museum had 80 fewer visitors in June than in May (420 and 500).",
        ("The museum had 500 visitors in May.", "The museum had 420 visitors in June."),
    ),
    (
        "arithmetic",
        "Visitors fell by 16 % from May to June.",
        ("The museum had 500 visitors in May.", "The museum had 420 visitors in June."),
    ),
    ("arithmetic", "40 % of the 300 members are women.", ("Of the 300 members, 120 are women.",)),
    ("arithmetic", "The other 180 of the 300 members are not women.", ("Of the 300 members, 120 are women.",)),
    (
        "arithmetic",
        "The fee rose by 200 yen, from 300 yen (2019) to 500 yen (2022).",
        ("The fee was 300 yen in 2019.", "The fee is 500 yen since 2022."),
    ),
    (
        "arithmetic",
        "The line was open for 87 years (1911 to 1998).",
        ("The line opened in 1911.", "The line closed in 1998."),
    ),
    (
        "arithmetic",
        "On average the two turbines made 1,397 MWh in 2023.",
        ("The first turbine made 1,284 MWh in 2023.", "The second turbine made 1,510 MWh in 2023."),
    ),
    (
        "arithmetic",
        "The tower is twice as high as the dam (80 m and 40 m).",
        ("The tower is 80 m high.", "The dam is 40 m high."),
    ),
    ("arithmetic", "The tower is 40 m higher than the dam.", ("The tower is 80 m high.", "The dam is 40 m high.")),
    (
        "arithmetic",
        "Revenue exceeded cost by €1.2 million in 2021.",
        ("Revenue was €4.7 million in 2021.", "Cost was €3.5 million in 2021."),
    ),
    (
        "arithmetic",
        "The surplus of 2021 was €1.2 million (€4.7 million − €3.5 million).",
        ("Revenue was €4.7 million in 2021.", "Cost was €3.5 million in 2021."),
    ),
    (
        "arithmetic",
        "The prefecture paid about a third of the cost (1.1 of 3.2 billion yen).",
        ("The plant cost 3.2 billion yen.", "The prefecture paid 1.1 billion yen of the cost of the plant."),
    ),
    (
        "arithmetic",
        "The population of the two towns is 12,300 in all (8,100 + 4,200, 2020).",
        ("Ostby had 8,100 inhabitants in 2020.", "Skarv had 4,200 inhabitants in 2020."),
    ),
    (
        "arithmetic",
        "In 2020 Ostby had 3,900 more inhabitants than Skarv.",
        ("Ostby had 8,100 inhabitants in 2020.", "Skarv had 4,200 inhabitants in 2020."),
    ),
    (
        "attribution",
        "According to the City of Nanao (2023), the toll was not raised.",
        ("@the City of Nanao (2023)› The toll was not raised.",),
    ),
    (
        "attribution",
        "According to the City of Nanao, the toll was not raised.",
        ("@the City of Nanao (2023)› The toll was not raised.",),
    ),
    (
        "attribution",
        "The toll was not raised, according to the City of Nanao (2023).",
        ("@the City of Nanao (2023)› The toll was not raised.",),
    ),
    (
        "attribution",
        "The City of Nanao states: “The toll was not raised.”",
        ("@The City of Nanao (2023)› The toll was not raised.",),
    ),
    (
        "attribution",
        "In 2023 the City of Nanao wrote that the toll was not raised.",
        ("@the City of Nanao (2023)› The toll was not raised.",),
    ),
    (
        "attribution",
        "According to the Harbour Post (4 May 2021), the dam broke on 3 May 2021.",
        ("@the Harbour Post (2021-05-04)› The dam broke on 3 May 2021.",),
    ),
    (
        "attribution",
        "The dam broke on 3 May 2021, the Harbour Post reported.",
        ("@the Harbour Post (2021-05-04)› The dam broke on 3 May 2021.",),
    ),
    ("attribution", "“The pier is safe,” said Anna Berg.", ("“The pier is safe,” said Anna Berg.",)),
    ("attribution", "Anna Berg said that the pier is safe.", ("“The pier is safe,” said Anna Berg.",)),
    ("attribution", "According to Anna Berg, the pier is safe.", ("“The pier is safe,” said Anna Berg.",)),
    ("attribution", "The pier is safe, Anna Berg said.", ("Anna Berg said that the pier is safe.",)),
    ("attribution", "Anna Berg: “The pier is safe.”", ("“The pier is safe,” said Anna Berg.",)),
    (
        "attribution",
        "The operator said that the second turbine stood still for 41 days.",
        ("According to the operator, the second turbine stood still for 41 days.",),
    ),
    (
        "attribution",
        "According to the operator, the second turbine stood still for 41 days.",
        ("The operator said that the second turbine stood still for 41 days.",),
    ),
    (
        "attribution",
        "A resident told the paper: “It comes every spring.”",
        ("A resident told the paper: “We know the flood.⏎It comes every spring.⏎Nobody is afraid.”",),
    ),
    (
        "attribution",
        "According to the police, about 12 people were hurt.",
        ("About 12 people were hurt, the police said.",),
    ),
    (
        "attribution",
        "The police said that about 12 people were hurt.",
        ("About 12 people were hurt, according to the police.",),
    ),
    (
        "attribution",
        "According to the Ostby Yearbook (1998), most farms were sold.",
        ("@the Ostby Yearbook (1998)› Most farms were sold.",),
    ),
    (
        "attribution",
        "The ministry announced that the port will open in 2027.",
        ("“The port will open in 2027,” the ministry announced.",),
    ),
    (
        "differing_values",
        "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company).",
        ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2023 was 1,510 MWh."),
    ),
    (
        "differing_values",
        "Sources differ on the output of 2023: 1,510 MWh (company), 1,284 MWh (city).",
        ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2023 was 1,510 MWh."),
    ),
    (
        "differing_values",
        "The output of 2023 was 1,284 MWh according to the city and 1,510 MWh according to the company.",
        ("@the city› The output of 2023 was 1,284 MWh.", "@the company› The output of 2023 was 1,510 MWh."),
    ),
    (
        "differing_values",
        "The sources disagree: 1,284 MWh (city) against 1,510 MWh (company) in 2023.",
        ("@city› The output of 2023 was 1,284 MWh.", "@company› The output of 2023 was 1,510 MWh."),
    ),
    (
        "differing_values",
        "Sources differ on the height of the dam: 40 m (Yearbook), 42 m (Harbour Post).",
        ("@Yearbook› The height of the dam is 40 m.", "@Harbour Post› The height of the dam is 42 m."),
    ),
    (
        "differing_values",
        "Sources differ on the height of the dam: 40 m (Yearbook, 1998), 42 m (Harbour Post, 2021).",
        ("@Yearbook (1998)› The dam is 40 m high.", "@Harbour Post (2021)› The dam is 42 m high."),
    ),
    (
        "differing_values",
        "The height of the dam is given as 40 m (Yearbook) and as 42 m (Harbour Post).",
        ("@Yearbook› The dam is 40 m high.", "@Harbour Post› The dam is 42 m high."),
    ),
    (
        "differing_values",
        "Sources differ on when the bridge opened: 4 April 2019 (city), 5 April 2019 (Harbour Post).",
        ("@city› The bridge opened on 4 April 2019.", "@Harbour Post› The bridge opened on 5 April 2019."),
    ),
    (
        "differing_values",
        "Sources differ on the opening of the bridge: 4 April 2019 (city), 5 April 2019 (Harbour Post).",
        ("@city› The bridge opened on 4 April 2019.", "@Harbour Post› The bridge opened on 5 April 2019."),
    ),
    (
        "differing_values",
        "The city says that the bridge opened on 4 April 2019; the Harbour Post says on 5 April 2019.",
        ("@the city› The bridge opened on 4 April 2019.", "@the Harbour Post› The bridge opened on 5 April 2019."),
    ),
    (
        "differing_values",
        "Sources differ on the number of farms: 41 (city), about 45 (company), 39 (Yearbook).",
        (
            "@city› The number of farms is 41.",
            "@company› The number of farms is about 45.",
            "@Yearbook› The number of farms is 39.",
        ),
    ),
    (
        "differing_values",
        "Sources differ on the number of farms: 41 (city), about 45 (company).",
        ("@city› There are 41 farms.", "@company› There are about 45 farms."),
    ),
    (
        "differing_values",
        "Sources differ on who won the election of 2020: Anna Berg (city), Olav Lind (Harbour Post).",
        ("@city› Anna Berg won the election of 2020.", "@Harbour Post› Olav Lind won the election of 2020."),
    ),
    (
        "differing_values",
        "Sources differ on the toll: 300 yen (city, 2019), 500 yen (city, 2022).",
        ("@city (2019)› The toll is 300 yen.", "@city (2022)› The toll is 500 yen."),
    ),
    (
        "differing_values",
        "Sources differ on the population of Ostby in 2020: 8,100 (city), 8,400 (Yearbook).",
        ("@city› Ostby had a population of 8,100 in 2020.", "@Yearbook› The population of Ostby was 8,400 in 2020."),
    ),
    (
        "differing_values",
        "Estimates of the deaths of 1916 range from 1,200 (Yearbook) to 2,000 (Harbour Post).",
        (
            "@Yearbook› An estimated 1,200 people died in 1916.",
            "@Harbour Post› An estimated 2,000 people died in 1916.",
        ),
    ),
    (
        "differing_values",
        "Sources differ on the cost of the plant: 3.2 billion yen (city), 3.5 billion yen (company).",
        ("@city› The cost of the plant was 3.2 billion yen.", "@company› The cost of the plant was 3.5 billion yen."),
    ),
    (
        "differing_values",
        "Sources differ on the cost of the plant: 3.2 billion yen (city); 3.5 billion yen (company).",
        ("@city› The plant cost 3.2 billion yen.", "@company› The plant cost 3.5 billion yen."),
    ),
    (
        "differing_values",
        "Sources differ on the length of the Ise line: 24 km (railway), 15 miles (guide).",
        ("@railway› The length of the Ise line is 24 km.", "@guide› The length of the Ise line is 15 miles."),
    ),
    (
        "merge",
        "The dam is 40 m high and was finished in 1962.",
        ("The dam is 40 m high.", "The dam was finished in 1962."),
    ),
    (
        "merge",
        "The dam is 40 m high; it was finished in 1962.",
        ("The dam is 40 m high.", "The dam was finished in 1962."),
    ),
    (
        "merge",
        "The dam is 40 m high, and it was finished in 1962.",
        ("The dam is 40 m high.", "The dam is 40 m high.⏎It was finished in 1962.⏎"),
    ),
    (
        "merge",
        "The dam, which is 40 m high, was finished in 1962.",
        ("The dam is 40 m high.", "The dam was finished in 1962."),
    ),
    (
        "merge",
        "The dam is 40 m high. It was finished in 1962.",
        ("The dam is 40 m high.", "The dam was finished in 1962."),
    ),
    (
        "merge",
        "The ferry stops at Hebi island, and the train stops at Nanao.",
        ("The ferry stops at Hebi island.", "The train stops at Nanao."),
    ),
    (
        "merge",
        "The ferry stops at Hebi island; the train stops at Nanao.",
        ("The ferry stops at Hebi island.", "The train stops at Nanao."),
    ),
    (
        "merge",
        "Anna Berg is the mayor of Ostby and was elected in 2020.",
        ("Anna Berg is the mayor of Ostby.", "Anna Berg was elected in 2020."),
    ),
    (
        "merge",
        "Anna Berg, the mayor of Ostby, was elected in 2020.",
        ("Anna Berg is the mayor of Ostby.", "Anna Berg was elected in 2020."),
    ),
    (
        "merge",
        "The museum is closed on Mondays and charges 800 yen.",
        ("The museum is closed on Mondays.", "The museum charges 800 yen."),
    ),
    (
        "merge",
        "The museum charges 800 yen and is closed on Mondays.",
        ("The museum is closed on Mondays.", "The museum charges 800 yen."),
    ),
    (
        "merge",
        "The plant made 1,250 MWh in 2024 and 1,510 MWh in 2023.",
        ("The plant made 1,250 MWh in 2024.", "The plant made 1,510 MWh in 2023."),
    ),
    (
        "merge",
        "Marrow Ltd owns the northern quarry, and Tibbet & Sons owns the southern quarry.",
        ("Marrow Ltd owns the northern quarry.", "Tibbet & Sons owns the southern quarry."),
    ),
    (
        "merge",
        "The toll was not raised in 2023 and the northern pier was not repaired.",
        ("The toll was not raised in 2023.", "The northern pier was not repaired."),
    ),
    (
        "merge",
        "The pump may stop in heavy rain, and the alarm may fail.",
        ("The pump may stop in heavy rain.", "The alarm may fail."),
    ),
    ("merge", "The line opened in 1911 and closed in 1998.", ("The line opened in 1911.", "The line closed in 1998.")),
    (
        "merge",
        "Both the pier and the crane were sold in 2020.",
        ("The pier was sold in 2020.", "The crane was sold in 2020."),
    ),
    (
        "merge",
        "The pier and the crane were sold in 2020.",
        ("The pier was sold in 2020.", "The crane was sold in 2020."),
    ),
    (
        "merge",
        "The brewery was founded in 1911, closed in 1998 and was sold in 2001.",
        ("The brewery was founded in 1911.", "The brewery closed in 1998.", "The brewery was sold in 2001."),
    ),
    ("paraphrase", "Each day some 4,000 cars cross the bridge.", ("The bridge carries about 4,000 cars a day.",)),
    (
        "paraphrase",
        "Traffic over the bridge is about 4,000 cars daily.",
        ("The bridge carries about 4,000 cars a day.",),
    ),
    ("paraphrase", "The northern quarry belongs to Marrow Ltd.", ("Marrow Ltd owns the northern quarry.",)),
    ("paraphrase", "Entry to the museum costs 800 yen.", ("The museum charges visitors 800 yen.",)),
    ("paraphrase", "Ostby gets its water from the dam.", ("The dam supplies the town of Ostby with water.",)),
    ("paraphrase", "At high tide the ferry stays in port.", ("If the tide is high, the ferry does not sail.",)),
    ("paraphrase", "The bridge was opened to traffic on 4 April 2019.", ("The bridge opened on 4 April 2019.",)),
    ("paraphrase", "Voters chose Anna Berg as mayor in 2020.", ("Anna Berg was elected mayor in 2020.",)),
    (
        "paraphrase",
        "Except in August, the museum does not open on Mondays.",
        ("The museum is closed on Mondays, except in August.",),
    ),
    (
        "paraphrase",
        "More than half of the 41 farms changed hands between 1998 and 2004.",
        ("Most of the 41 farms were sold between 1998 and 2004.",),
    ),
    (
        "paraphrase",
        "The illness is two days shorter with the drug, the trial suggests.",
        ("The trial suggests that the drug shortens the illness by two days.",),
    ),
    ("paraphrase", "The company has a staff of 320.", ("The company employs 320 people.",)),
    ("paraphrase", "Herons breed on the Skarv cliffs.", ("The heron nests on the cliffs of Skarv.",)),
    ("paraphrase", "No rise of the toll took place in 2023.", ("The toll was not raised in 2023.",)),
    (
        "paraphrase",
        "It was because of ill health that Olav Lind stepped down on 3 May 2021.",
        ("Olav Lind resigned on 3 May 2021 because of ill health.",),
    ),
    ("paraphrase", "The plant generated 1,250 MWh of electricity during 2024.", ("The plant made 1,250 MWh in 2024.",)),
    (
        "paraphrase",
        "For £3.2 million, the quarry passed to Marrow Ltd in April 2019.",
        ("Marrow Ltd bought the quarry for £3.2 million in April 2019.",),
    ),
    ("paraphrase", "A fire may have caused the collapse.", ("The collapse was possibly caused by a fire.",)),
    ("paraphrase", "Nobody died in the flood of 1953.", ("There were no deaths in the flood of 1953.",)),
    ("paraphrase", "The port is to open in 2027.", ("The port will open in 2027.",)),
)
