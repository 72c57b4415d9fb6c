"""Sentences against quotations, and whether the check may pass them; unit tests, mutants and attacks share it."""

PLANT = "the plant closed in May."
CONNECTIVES = (
    (
        "However Moreover Furthermore Additionally In_addition Also Meanwhile Therefore Thus Consequently Indeed"
        " Nevertheless For_example For_instance As_a_result Similarly Notably And But So"
    )
    .replace("_", "\t")
    .split(" ")
)
CONNECTIVES_JA = (
    "しかし また さらに なお そして 一方 一方で そのため このため したがって 例えば たとえば だが ところが".split()
)
PAIRS = ("()", "“”", "（）", "「」", "『』")
BESIDE = ".,;!?。、」』）)”"
"""Marks of punctuation behind which, or before which, a reference mark stands."""

HONEST = [
    # another layout of the same words
    ("The plant closed in May.", "The plant closed in May."),
    ("the  plant closed\nin may", "The plant closed in May."),
    ("The plant closed in May.", "The dam is old. The plant closed in May. It was small."),
    ("The dam is old. The plant closed in May.", "The dam is old. The plant closed in May."),
    ("港大橋は2019年に完成した。", "港大橋は2019年に完成した。"),
    ("港大橋は２０１９年に完成した", "港大橋は2019年に完成した。"),
    ("損益は▲500億円だった。", "損益は▲500億円だった。"),
    ("It fell to -5 degrees.", "It fell to −5 degrees."),
    ("It closed in 2019?", "It closed in 2019?"),
    ("The drug works (in mice).", "The drug works (in mice)."),
    # a connective at the start
    *(("The plant closed in May.", f"{word}, {PLANT}".replace("\t", " ")) for word in CONNECTIVES),
    *(("工場は閉鎖された。", f"{word}、工場は閉鎖された。") for word in CONNECTIVES_JA),
    ("however, the plant closed in May.", "However, the plant closed in May."),
    # marks of references
    ("The plant closed in May.", "The plant closed in May.[1]"),
    ("The plant closed in May.", "The plant closed in May[1]."),
    ("The plant closed in May.", "The plant closed in May.[1][22][333]"),
    ("The plant closed in May.", "The plant closed in May.¹"),
    ("The plant closed in May.", "The plant closed in May.²³"),
    ("In May, the plant closed.", "In May,[4] the plant closed.[5]"),
    ("The plant closed in May", "The plant closed in May[7]"),
    ("湖は安全である。", "湖は安全である［3］。"),
    ("湖は安全である。", "湖は安全である。[1]"),
    *((f"The {pair[0]}plan{pair[1]} or not", f"The {pair[0]}plan{pair[1]}[1] or not") for pair in PAIRS),
    *((f"The {pair[0]}plan{pair[1]} or not", f"The {pair[0]}plan[1]{pair[1]} or not") for pair in PAIRS),
    *((f"The plan{mark} or not", f"The plan{mark}[1] or not") for mark in ",;"),
    *((f"The plan{mark} or not", f"The plan[1]{mark} or not") for mark in ",;"),
    *((f"{PLANT.rstrip('.')}{mark}", f"{PLANT.rstrip('.')}{mark}[1]") for mark in "!?"),
    *((f"{PLANT.rstrip('.')}{mark}", f"{PLANT.rstrip('.')}[1]{mark}") for mark in "!?"),
    *((f"{PLANT.rstrip('.')}{mark}", f"{PLANT.rstrip('.')}{mark}¹") for mark in "!?"),
    ("ダムは古く、深い。", "ダムは古く、[1]深い。"),
    ("ダムは古く、深い。", "ダムは古く[1]、深い。"),
    ("ダムは古い。", "ダムは古い。¹"),
    ("The plan, or not", "The plan,［1］ or not"),
    ("「湖は安全である。」と述べた。", "「湖は安全である。[1]」と述べた。"),
    ("「湖は安全である。 深い。」と述べた。", "「湖は安全である。¹ 深い。」と述べた。"),
    ("「ダムは古い」", "「ダムは古い」¹"),
    ("『ダムは古い』", "『ダムは古い』¹"),
    *(("The plant closed in May.", f"The plant closed in May.{digit}") for digit in "⁰²³⁴⁹"),
    # inside a Japanese sentence, behind a particle
    ("ファイルはメンテナースクリプトである。", "ファイルは[57]メンテナースクリプトである。"),
    ("橋は古い。", "橋は[2]古い。"),
    ("橋は古い。", "橋は［2］古い。"),
    ("The dam is “old”", "The dam is “old”¹"),
    ("橋はとても古い。", "橋は[3]とても古い。"),
    # what follows and denies nothing
    *(
        ("The lake is safe.", f"The lake is safe. {said}")
        for said in ("But this came later.", "However, it came later.")
    ),
    # what is said twice over
    ("Acme Energy sold the plant.", "Acme Energy (Acme Energy) sold the plant."),
    ("港大橋は完成した。", "港大橋（港大橋）は完成した。"),
    ("The plant closed in May", "The plant closed in May The plant closed in May."),
    ("港大橋は完成した", "港大橋は完成した港大橋は完成した。"),
    # together
    ("Acme Energy sold the plant.", "Acme Energy (Acme Energy) sold the plant.[2]"),
    ("The plant closed in May.", "However, the plant closed in May.[3]"),
    ("However, the plant closed in May.", "However, the plant closed in May.[3]"),
    ("The plant closed in May.[3]", "However, the plant closed in May.[3]"),
]

TAKEN_BACK = [
    *(f"{who} is false." for who in ("This", "That", "It", "Such news", "The claim", "The report", "The rumour")),
    *(f"{who} are false." for who in ("These", "Those", "The claims", "The reports", "The rumors", "The statements")),
    "The statement is false.",
    "The rumor is false.",
    "But this is false.",
    "But these are false.",
    "However, these are false.",
    "However these are false.",
    "However, this is false.",
    "However this is false.",
    "In fact, this is false.",
    "In fact this is false.",
    "This has since long been denied.",
    *(
        f"This was {word}."
        for word in (
            "not so", "untrue", "wrong", "incorrect", "a myth", "a hoax", "denied", "retracted", "withdrawn",
            "debunked", "refuted", "inaccurate", "mistaken", "never so",
        )
    ),
]  # fmt: skip
TAKEN_BACK_JA = [
    *(f"{what}は誤りである。" for what in ("これ", "それ", "この情報", "この主張", "この説", "この報道")),
    *(f"{what}は誤りである。" for what in ("その情報", "その主張", "その説", "その報道", "同情報", "同報道")),
    "これも誤りである。",
    *(f"{word}これは誤りである。" for word in ("しかし、", "しかし", "だが、", "だが", "実際には、", "実際には")),
    *(
        f"これは{word}。"
        for word in ("否定された", "虚偽だ", "正しくない", "正しくなかった", "撤回された", "デマだ", "間違いだ")
    ),
    "これはのちに会社により撤回された。",
]

LIMITS = [
    # a sign or a bound
    ("The dose is 5 mg.", "The dose is ≤ 5 mg."),
    ("The dose is 5 mg.", "The dose is ≥ 5 mg."),
    ("The dose is 5 mg.", "The dose is < 5 mg."),
    ("The dose is 5 mg.", "The dose is ±5 mg."),
    ("The dose is 5 mg.", "The dose is ~5 mg."),
    ("Acme made 500 million dollars.", "Acme made –500 million dollars."),
    ("Acme made 500 million dollars.", "Acme made −500 million dollars."),
    ("Acme made 500 million dollars.", "Acme made (500) million dollars."),
    ("損益は500億円だった。", "損益は▲500億円だった。"),
    ("損益は500億円だった。", "損益は△500億円だった。"),
    ("It grew by 45 percent.", "It grew by 4.5 percent."),
    ("There are 103 cells.", "There are 10³ cells."),
    ("It grew by 5.", "It grew by 5%."),
    ("Norvik won 21.", "Norvik won 2-1."),
    ("It costs 5.", "It costs $5."),
    # a question is not its statement
    ("The plant closed in 2019.", "The plant closed in 2019?"),
    ("工場は2019年に閉鎖した。", "工場は2019年に閉鎖した？"),
    ("工場は2019年に閉鎖した。", "工場は2019年に閉鎖したか。"),
    ("工場は2019年に閉鎖した。", "工場は2019年に閉鎖したのだろうか。"),
    # a bracket
    ("The drug works.", "The drug works (in mice)."),
    ("He was born in 1943.", "He was born in 1943 (recte 1934)."),
    ("The lake is safe.", "The lake is safe (except in winter)."),
    ("The lake is safe.", "The lake is [not] safe."),
    ("The lake is save.", "The lake is save [sic]."),
    ("Acme Energy sold it.", "Acme Energy (AE) sold it."),
    ("Acme Energy sold it.", "Acme Energy (formerly Acme) sold it."),
    ("New York closed.", "New York (York) closed."),
    ("500 were sold.", "500 (500) were sold."),
    ("He scored points.", "He scored [12] points."),
    ("He scored.", "He scored [12]."),
    ("The lake is safe.", "The lake [1] is safe."),
    ("The lake is safe.", "The lake[1] is safe."),
    ("The value is.", "The value is:[1]."),
    ("The value is x = 5.", "The value is x² = 5."),
    ("It covers 5 m.", "It covers 5 m²."),
    ("(a+b) is 5.", "(a+b)² is 5."),
    ("The value is 5.", "The value is 5.² "),
    ("The plant closed in May.", "The plant closed in May.[citation needed]"),
    ("The plant closed in May.", "The plant closed in May (1)."),
    ("The plant closed in May.", "The plant closed in May[note 3]."),
    ("The plant closed in May.", "The plant closed in May.[note 3]"),
    ("湖は安全である。", "湖は安全である[注2]。"),
    ("The plant closed in May.", "The plant closed in May.[2019]"),
    ("The plant closed in May.", "The plant closed in May.¹²³⁴"),
    ("The plant closed in May.x", "The plant closed in May.¹x"),
    ("湖は安全である。", "湖は安全である（冬を除く）。"),
    ("港大橋は完成した。", "港大橋（全長300m）は完成した。"),
    ("従業員は45人である。", "従業員は45人である（2019年度）。"),
    ("港大橋は完成した。", "新港大橋（港大橋）は完成した。"),
    # a clause
    ("The plan closed the gap.", "The plan closed the gap, which proved wrong."),
    ("The ban covers everyone.", "The ban covers everyone, with the exception of children."),
    ("The bridge is safe.", "The bridge is safe, the operator insists."),
    ("The drug works.", "The drug works, if taken early."),
    ("The drug works.", "The drug works, but only in mice."),
    ("The plant closed in May.", "The plant closed in May, and 300 people lost their jobs."),
    ("The plant employed 45 people.", "The plant employed 45 people, including 12 engineers."),
    ("Acme was founded in Oslo.", "Acme, a supplier of turbines, was founded in Oslo."),
    ("Acme acquired Delta in 2018.", "Acme acquired Delta, a turbine maker, in 2018."),
    ("The moon is made of cheese.", "The moon is made of cheese, according to Bob."),
    ("湖は安全である。", "湖は安全であるという主張は誤りである。"),
    ("工場は閉鎖された。", "市によると、工場は閉鎖された。"),
    # a word
    ("The lake is deep.", "The lake is very deep."),
    ("The lake supplies Norvik.", "The lake also supplies Norvik."),
    ("The lake is deep.", "The lake is quite deep."),
    ("The lake supplies Norvik.", "The lake only supplies Norvik."),
    ("The lake is safe.", "Some say the lake is safe."),
    ("湖は深い。", "湖はほぼ深い。"),
    # a date moved is said in other words
    ("In 2019, the bridge was completed.", "The bridge was completed in 2019."),
    ("2019年に港大橋は完成した。", "港大橋は2019年に完成した。"),
    # what only looks like a connective
    ("For the dam, the town flooded.", "But for the dam, the town flooded."),
    ("Much it rained, the dam held.", "However much it rained, the dam held."),
    ("Far, the dam held.", "So far, the dam held."),
    ("The plant closed in May.", "Only, the plant closed in May."),
    ("The plant closed in May.", "If so, the plant closed in May."),
    ("The plant closed in May.", "Allegedly, the plant closed in May."),
    ("The plant closed in May.", "Perhaps, the plant closed in May."),
    ("The plant closed in May.", "Reportedly, the plant closed in May."),
    ("工場は閉鎖された。", "もし、工場は閉鎖された。"),
    ("工場は閉鎖された。", "ただし、工場は閉鎖された。"),
    ("工場は閉鎖された。", "おそらく、工場は閉鎖された。"),
    ("The plant closed in May.", "Acme said: however, the plant closed in May."),
    # only what is left out may be missing: nothing may be brought
    ("However, the plant closed in May.", "The plant closed in May."),
    ("The plant closed in May.[1]", "The plant closed in May."),
    ("Acme Energy (Acme Energy) sold it.", "Acme Energy sold it."),
    # what looks like a repetition
    ("12", "12 12"),
    ("He had enough.", "He had had enough."),
    ("ha ha", "ha ha ha ha"),
    ("bye bye blue", "bye bye bluexbye bye blue"),
    ("Duran Duran", "Duran DuranDuran Duran"),
    ("5 of 12 of 20", "5 of 12 of 20 5 of 12 of 20"),
    # other words, and no words
    ("The plant is deep.", "The plant closed in May."),
    ("The dam is old. The lake is toxic.", "The dam is old."),
    ("湖は深い。", "The lake is deep."),
    ("...", "!!!"),
    ("?", "?"),
    # what the next sentence takes back
    *(("The lake is safe.", f"The lake is safe. {more}") for more in TAKEN_BACK),
    *(("湖は安全である。", f"湖は安全である。{more}") for more in TAKEN_BACK_JA),
]
KEPT = [
    ("The lake is safe.", f"The lake is safe. {more}")
    for more in ("This is true.", "The lake is not deep.", "But nobody swims.", "Thistles are not food.")
] + [
    ("湖は安全である。", f"湖は安全である。{more}")
    for more in ("これは正しい。", "湖は深くない。", "しかし、冬は寒い。")
]
CASES = [(sentence, quoted, True) for sentence, quoted in HONEST + KEPT] + [
    (sentence, quoted, False) for sentence, quoted in LIMITS
]
