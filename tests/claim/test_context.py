"""What a claim leaves to the text around it, read from whole pages, and the sentence that is printed for it (X11)."""

from datetime import UTC, datetime

import pytest

from tadori.claim.extraction import claims_from
from tadori.claim.neighbours import Neighbours
from tadori.extract.extraction import Extraction
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.claim import Claim, Mood
from tadori.model.grading import Grade
from tadori.model.graph import EvidenceSource, TrustLevel
from tadori.model.ids import Url
from tadori.model.page import Capture, Fragment, Page
from tadori.pipeline.report_material import read_page
from tadori.report.passages import heading_above, passage_at
from tadori.report.presentation import presented

NOW = datetime(2026, 11, 18, tzinfo=UTC)
FILLER = "<p>The valley lies in the north of the island, between two rivers and a long ridge of hills.</p>"
FILLER_JA = "<p>谷は島の北部にあり、二本の川と長い尾根のあいだに広がっている。</p>"


class Document:
    """A page as the pipeline reads it."""

    def __init__(self, body: str, lang: str = "en") -> None:
        page = f"<html lang='{lang}'><head><title>A page</title></head><body><article>{body}</article></body></html>"
        capture = Capture(
            url=Url("file:///page.html"), body=page.encode(), media_type="text/html", charset="utf-8", fetched_at=NOW,
            source_tag="library",
        )  # fmt: skip
        read = Extraction().extract(capture)
        self.text, self.page = read.text, Page.of(capture, read)
        self.fragments = [Fragment.of(self.page, read.text, piece) for piece in read.pieces]

    def claims(self) -> list[Claim]:
        return [claim for one in self.fragments for claim in claims_from(one, self.page, self.fragments)]

    def claim(self, words: str) -> Claim:
        (found,) = [claim for claim in self.claims() if words in claim.text]
        return found

    def printed(self, words: str) -> tuple[str, Grade]:
        """The sentence that is printed for the claim, and its grade."""
        draft = presented(self.claim(words), in_answer=True)
        page = read_page(self.page, self.fragments, NOW)
        source = EvidenceSource(
            page_id=self.page.id, url=self.page.url, title="A page", date=None, lang=self.page.lang, domain="",
            trust=TrustLevel.UNVERIFIED, is_primary=False, origin="o",
        )  # fmt: skip
        passages = [passage_at(quotation, self.text, page, source) for quotation in draft.quotations]
        return draft.text, MechanicalCheck().grade(draft.text, passages).grade


@pytest.mark.req("X11")
@pytest.mark.req("L26")
@pytest.mark.parametrize(
    ("body", "lang", "words", "sentence", "grade"),
    [
        (
            f"{FILLER}<p>The Kanegawa dam is a gravity dam. It was finished in 1962 by the city.</p>",
            "en", "finished in 1962", "[The Kanegawa dam] was finished in 1962 by the city.", Grade.DERIVED,
        ),
        (
            f"{FILLER}<p>Exel agreed a deal with Procter and with Gamble. Talks lasted for a year. "
            "The two sides said little. This surprised many people in the city.</p>",
            "en", "surprised", "The two sides said little. This surprised many people in the city.", Grade.QUOTED,
        ),
        (
            f"{FILLER}<p>If the spillway is blocked:</p><ul><li>The lake overflows within hours.</li></ul>",
            "en", "overflows", "If the spillway is blocked: The lake overflows within hours.", Grade.DERIVED,
        ),
        (
            f"{FILLER}<p>The park has two sights:</p><ul><li>The old mill is open in summer.</li></ul>",
            "en", "old mill", "The old mill is open in summer.", Grade.QUOTED,
        ),
        (
            f"{FILLER}<table><tr><th>City</th><th>Population</th></tr><tr><td>Oslo</td><td>709,037 people</td></tr>"
            "<tr><td>Bergen</td><td>291,940 people</td></tr></table>",
            "en", "Oslo", "City: Oslo; Population: 709,037 people", Grade.DERIVED,
        ),
        (
            f"{FILLER_JA}<p>金川ダムは重力式のダムである。1962年に完成した。</p>",
            "ja", "1962年", "[金川ダム]は、1962年に完成した。", Grade.DERIVED,
        ),
        (
            "<h2>金川ダム</h2><p>1962年に完成した。</p>" + FILLER_JA,
            "ja", "1962年", "「金川ダム」の項：1962年に完成した。", Grade.DERIVED,
        ),
        (
            f"{FILLER_JA}<table><tr><th>市</th><th>人口</th></tr><tr><td>東港市</td><td>70万9037人</td></tr>"
            "<tr><td>北浜市</td><td>29万人</td></tr></table>",
            "ja", "東港市", "市：東港市、人口：70万9037人", Grade.DERIVED,
        ),
    ],
)  # fmt: skip
def test_a_claim_is_printed_with_what_its_sentence_leaves_to_others(
    body: str, lang: str, words: str, sentence: str, grade: Grade
) -> None:
    assert Document(body, lang).printed(words) == (sentence, grade)


@pytest.mark.req("X11")
def test_words_out_of_direct_speech_are_printed_with_their_speaker() -> None:
    said = '"The Kanegawa dam is very old and leaks at the foot. The city must repair it," said Hana Kato.'
    body = f"{FILLER}<p>{said}</p>"
    document = Document(body)
    assert document.claim("very old").context.speaker == "Hana Kato"
    assert document.printed("very old")[1] is Grade.DERIVED
    assert document.printed("very old")[0].startswith("According to Hana Kato")


@pytest.mark.req("X11")
def test_what_the_next_sentence_takes_back_is_no_claim() -> None:
    document = Document(f"{FILLER}<p>The dam broke on 3 May 2021. That is false. The dam was sold in 2022.</p>")
    assert [claim.text for claim in document.claims() if "May 2021" in claim.text] == []
    assert document.claim("sold in 2022").context.mood is Mood.STATED


@pytest.mark.req("X11")
def test_a_table_without_marked_header_cells_has_no_header() -> None:
    rows = "<tr><td>Description:</td><td>Sets the size</td></tr><tr><td>Context:</td><td>server config</td></tr>"
    document = Document(f"{FILLER}<table>{rows}</table>")
    assert [claim.context.header for claim in document.claims() if "server" in claim.text] == [None]


@pytest.mark.req("X11")
def test_the_same_words_about_two_things_are_two_claims() -> None:
    high = "It is 40 metres high and 300 metres long."
    one = Document(f"{FILLER}<p>The Kanegawa dam is a gravity dam. {high}</p>").claim("40 metres")
    other = Document(f"{FILLER}<p>The Norvik dam is a gravity dam. {high}</p>").claim("40 metres")
    assert (one.text, one.context.subject, other.context.subject) == (high, "The Kanegawa dam", "The Norvik dam")
    assert one.id != other.id


_SIDEBAR = (
    "<div class='sidebar'><p class='title'>CULTURE</p>"
    "<p>Old mills stand on the ridge, and none of them has turned for a hundred years.</p></div>"
)
_SIDEBAR_JA = (
    "<div class='sidebar'><p class='title'>文化</p>"
    "<p>尾根には古い風車が並んでいるが、この百年のあいだ回ったものは一つもないと伝えられている。</p></div>"
)


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("body", "lang", "inside", "behind"),
    [
        (
            f"<h2>Dams</h2>{FILLER}{_SIDEBAR}<p>The dam was finished in 1962 after nine years of work.</p>",
            "en",
            "Old mills stand",
            "The dam was finished",
        ),
        (
            f"<h2>ダム</h2>{FILLER_JA}{_SIDEBAR_JA}<p>このダムは九年の工事を経て1962年に完成した。</p>",
            "ja",
            "尾根には",
            "このダムは",
        ),
    ],
)
def test_what_stands_in_a_sidebar_is_a_claim_under_its_title_and_no_context_of_what_follows(
    body: str, lang: str, inside: str, behind: str
) -> None:
    document = Document(body, lang)
    page = read_page(document.page, document.fragments, NOW)
    heading, title = (words.partition("</")[0] for words in (body.split("<h2>")[1], body.split("'title'>")[1]))
    beside, main = document.claim(inside).quotation, document.claim(behind).quotation
    assert heading_above(page, beside.start) == f"{heading} › {title}"
    assert heading_above(page, main.start) == heading
    fragments = [one for one in document.fragments if one.text.startswith((inside, behind))]
    neighbours = [Neighbours(fragments=document.fragments, at=document.fragments.index(one)) for one in fragments]
    assert [one.before(0) for one in neighbours] == ["", ""]
    assert neighbours[0].after(len(fragments[0].text)) == ""


@pytest.mark.req("L23")
def test_a_definition_stands_under_its_term_and_the_text_behind_the_list_does_not() -> None:
    terms = "<dl><dt>kilowatt</dt><dd>A measure of power that equals one thousand watts.</dd></dl>"
    document = Document(f"<h2>Units</h2>{terms}<p>The dam was finished in 1962 after nine years of work.</p>")
    page = read_page(document.page, document.fragments, NOW)
    starts = [document.claim(words).quotation.start for words in ("one thousand watts", "finished in 1962")]
    assert [heading_above(page, start) for start in starts] == ["Units › kilowatt", "Units"]
