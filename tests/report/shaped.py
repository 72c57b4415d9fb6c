"""Reports with facets, a comparison, a value and a page that names its canonical address, as others will fill them."""

from dataclasses import replace

from tadori.model.graph import Standing
from tadori.model.ids import EN, JA, Lang
from tadori.model.report import Answered, AnswerShape, ComparisonRow, Report, Sentence
from tests.report.world import World

SHALLOW = "The Aso basin is 12 metres deep."
DEEP = "The Biei basin is 30 metres deep."
BUILT = "The Aso basin was dug in 1911."
CRITIC = "Fishers say the basins came too late."
PRAISE = "Farmers say the basins saved the harvest."
FOREIGN = "美瑛の貯水池は農家が掘った。"
WRONG = "The Aso basin was dug in 1921."


def compared(*, partly: bool = True) -> Report:
    """Lead, a table of two sides with one empty cell, a contested sentence, two further facets, a Japanese sentence."""
    world = World(question="How do the basins compare?", missing=("What they cost.",) if partly else ())
    world.page("survey", f"{SHALLOW} {DEEP} {BUILT}", title="Survey of basins", primary=True)
    world.page("paper", f"{CRITIC} {PRAISE} {SHALLOW} {DEEP}", title="The Aso Times")
    world.page("blog", f"Well. {WRONG}", title="A walk", date="2019-05-05")
    world.page("town", FOREIGN, title="町の歴史", lang=JA)
    for text, pages in ((SHALLOW, ("survey", "paper")), (DEEP, ("survey", "paper"))):
        world.claim(text, *pages, confidence=0.86)
    world.claim(BUILT, "survey", against=[world.quote("blog", WRONG)], confidence=0.75)
    world.claim(WRONG, "blog", against=[world.quote("survey", BUILT)], confidence=0.3)
    for text, page in ((CRITIC, "paper"), (PRAISE, "paper"), (FOREIGN, "town")):
        world.claim(text, page, confidence=0.74)
    for text, page, facet in (
        (BUILT, "survey", "Overview"),
        (SHALLOW, "survey", "Overview"),
        (DEEP, "survey", "Overview"),
        (FOREIGN, "town", "Overview"),
        (CRITIC, "paper", "Against"),
        (PRAISE, "paper", "In favour"),
    ):
        world.state(text, page, in_answer=True)
        world.drafts[-1] = replace(world.drafts[-1], facet=facet)
    report = world.report()
    ids = {claim.sentence.text: claim.sentence.claim_ids for claim in report.claims}
    shape = AnswerShape(
        kind="comparison",
        partly=partly,
        sides=("Aso", "Biei"),
        rows=(
            ComparisonRow(aspect="Depth", cells=(ids[SHALLOW], ids[DEEP])),
            ComparisonRow(aspect="Width", cells=((), ("claim_unknown",))),
        ),
    )
    return replace(report, shape=shape, answered=Answered.PARTLY if partly else Answered.YES)


def fact(text: str, value: str = "", *, lang: Lang = EN, page_lang: Lang | None = None, canonical: str = "") -> Report:
    """One sentence from one page."""
    world = World(lang=lang, question="How high is it?")
    world.page("a", text, title="Survey of dams", lang=page_lang or lang)
    world.pages["a"] = replace(world.pages["a"], canonical=canonical)
    world.claim(text, "a")
    world.state(text, "a", in_answer=True)
    world.drafts[-1] = replace(world.drafts[-1], value=value)
    return world.report()


def answered_by(*facts: tuple[str, Standing, float, str], lang: Lang = EN) -> Report:
    """An answer of sentences, each with its standing, confidence and caveat."""
    world = World(lang=lang)
    for n, (text, *_) in enumerate(facts):
        world.page(f"p{n}", text, lang=lang)
        world.claim(text, f"p{n}")
        world.state(text, f"p{n}", in_answer=True)
    report = world.report()
    answer = tuple(_with(sentence, *facts[n][1:]) for n, sentence in enumerate(report.answer))
    claims = tuple(
        replace(claim, sentence=sentence, independent_origins=3)
        for claim, sentence in zip(report.claims, answer, strict=True)
    )
    return replace(report, answer=answer, claims=claims)


def _with(sentence: Sentence, standing: Standing, confidence: float, caveat: str) -> Sentence:
    return replace(sentence, standing=standing, confidence=confidence, caveat=caveat)
