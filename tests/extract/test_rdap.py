"""RDAP answers as pages: a fact a row, each row quotable alone, and every row borne out by the witness."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.claim.extraction import claims_from
from tadori.errors import SourceGarbled
from tadori.extract.extraction import Extraction
from tadori.extract.raw import raw_text
from tadori.extract.sniff import DocumentKind, document_kind
from tadori.model.ids import Url
from tadori.model.page import Capture, Fragment, Page
from tadori.text.normalise import squash
from tests.entity.test_registries import RDAP, card


def capture(answer: object, media_type: str = "application/rdap+json") -> Capture:
    body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    return Capture(
        url=Url("http://rdap.test/domain/hokuto.test"),
        body=body,
        media_type=media_type,
        charset="utf-8",
        fetched_at=datetime(2026, 11, 16, tzinfo=UTC),
        source_tag="http",
    )


def rows(answer: object) -> list[str]:
    return Extraction().extract(capture(answer)).text.split("\n")


@pytest.mark.req("L11")
def test_a_record_becomes_rows_that_name_the_domain() -> None:
    assert rows(RDAP) == [
        "HOKUTO.TEST | registrant | 株式会社北斗",
        "HOKUTO.TEST | registrar | Names Registry K.K.",
        "HOKUTO.TEST | registration | 1999-05-01T00:00:00Z",
        "HOKUTO.TEST | last changed | 2025-02-03T04:05:06Z",
        "HOKUTO.TEST | expiration | 2027-05-01T00:00:00Z",
        "HOKUTO.TEST | nameservers | NS2.dns.test",
        "HOKUTO.TEST | nameservers | ns1.dns.test.",
        "HOKUTO.TEST | nameservers | not a host",
        "HOKUTO.TEST | status | active",
        "HOKUTO.TEST | status | client transfer prohibited",
    ]


@pytest.mark.req("L11", "X1")
def test_every_row_is_a_claim_that_the_witness_bears_out() -> None:
    of = capture(RDAP)
    extracted = Extraction().extract(of)
    page = Page.of(of, extracted)
    claims = [
        claim.text
        for piece in extracted.pieces
        for claim in claims_from(Fragment.of(page, extracted.text, piece), page)
    ]
    witness = squash(raw_text(of))
    assert claims == extracted.text.split("\n")
    assert [claim for claim in claims if squash(claim) not in witness] == []


@pytest.mark.req("X1")
@pytest.mark.parametrize(
    "invented",
    [
        "HOKUTO.TEST | registrant | Names Registry K.K. of Hokuto",
        "HOKUTO.TEST | registration | 1999-05-02T00:00:00Z",
        "NANTO.TEST | registrant | 株式会社北斗",
    ],
)
def test_what_the_answer_does_not_say_is_not_in_the_witness(invented: str) -> None:
    assert squash(invented) not in squash(raw_text(capture(RDAP)))


@pytest.mark.req("L11")
def test_no_street_telephone_number_or_mail_address_of_a_registrant_is_read() -> None:
    private = card(
        ("fn", "山田 太郎"), ("org", "株式会社北斗"), ("tel", "tel:+81-3-0000-0000"), ("email", "a@hokuto.test")
    )
    text = "\n".join(rows(RDAP | {"entities": [{"roles": ["registrant"], "vcardArray": private}]}))
    assert [word for word in ("+81", "a@", "太郎") if word in text] == []


@pytest.mark.parametrize(
    ("more", "told"),
    [((), []), ((("kind", "individual"),), []), ((("kind", "org"),), ["HOKUTO.TEST | registrant | Hokuto Works"])],
)
def test_a_registrant_who_may_be_a_person_is_not_read(more: tuple[tuple[str, object], ...], told: list[str]) -> None:
    party = {"roles": ["registrant"], "vcardArray": card(("fn", "Hokuto Works"), *more)}
    assert [row for row in rows(RDAP | {"entities": [party]}) if "registrant" in row] == told


def test_a_hidden_registrant_is_nobody() -> None:
    hidden = RDAP | {"entities": [{"roles": ["registrant"], "vcardArray": card(("fn", "REDACTED FOR PRIVACY"))}]}
    assert [row for row in rows(hidden) if "registrant" in row] == []


def test_a_plain_json_type_is_rdap_only_where_it_says_so() -> None:
    marked = {"rdapConformance": ["rdap_level_0"]} | RDAP
    assert document_kind(capture(marked, "application/json")) is DocumentKind.RDAP
    assert document_kind(capture(RDAP, "application/json")) is DocumentKind.JSON


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"[1]", "is no object"),
        (b'{"ldhName": ', "is no JSON"),
        (b"[" * 100_000, "is no JSON"),
        (b'{"errorCode": 404}', "names no domain"),
        (b'{"ldhName": "hokuto.test"}', "says nothing of the domain"),
        (b'{"ldhName": ["hokuto.test"], "status": ["active"]}', "names no domain"),
    ],
)
def test_nonsense_is_refused_by_name(answer: bytes, reason: str) -> None:
    with pytest.raises(SourceGarbled, match=reason):
        Extraction().extract(capture(answer))


def test_a_huge_record_is_read_to_its_bounds() -> None:
    huge = RDAP | {"nameservers": [{"ldhName": f"ns{n}.dns.test"} for n in range(20_000)]}
    assert len(rows(huge)) == 200
    assert len(raw_text(capture(huge))) < 5_000_000


def test_what_stands_behind_the_bounds_is_left_out_and_not_printed_unproven() -> None:
    many = {"roles": [f"role {n}" for n in range(300)] + ["registrant"], "vcardArray": card(("org", "Hokuto Works"))}
    of = capture(RDAP | {"entities": [many]})
    witness = squash(raw_text(of))
    text = Extraction().extract(of).text
    assert "registrant" not in text
    assert [row for row in text.split("\n") if squash(row) not in witness] == []


_LEAF = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20))
_JSON = st.recursive(_LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner))
_RECORD = st.dictionaries(st.sampled_from(["events", "entities", "nameservers", "roles", "vcardArray", "other"]), _JSON)


@given(_RECORD)
def test_whatever_stands_in_a_record_its_rows_are_borne_out_by_the_witness(inner: dict[str, object]) -> None:
    of = capture(inner | {"ldhName": "hokuto.test", "status": ["active"], "inner": inner})
    witness = squash(raw_text(of))
    text = Extraction().extract(of).text
    assert "hokuto.test | status | active" in text
    assert [row for row in text.split("\n") if squash(row) not in witness] == []
