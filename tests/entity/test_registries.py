"""RDAP, WHOIS and crt.sh answers, as they come and as nobody should send them."""

import json

import pytest

from tadori.entity.certificates import read_certificates
from tadori.entity.register_fields import MAX_BYTES
from tadori.entity.registries import entities_in_record, read_rdap, read_whois
from tadori.errors import SourceGarbled, SourceRefused, SourceTooLarge

SOURCE = "http://rdap.test/domain/hokuto.test"


def card(*fields: tuple[str, object]) -> list[object]:
    return ["vcard", [["version", {}, "text", "4.0"], *([name, {}, "text", value] for name, value in fields)]]


RDAP: dict[str, object] = {
    "objectClassName": "domain",
    "ldhName": "HOKUTO.TEST",
    "status": ["active", "client transfer prohibited"],
    "entities": [
        {
            "roles": ["registrar"],
            "vcardArray": card(("fn", "Names Registry K.K.")),
            "entities": [{"roles": ["abuse"], "vcardArray": card(("fn", "Abuse"), ("email", "abuse@names.test"))}],
        },
        {"roles": ["registrant"], "vcardArray": card(("fn", "山田 太郎"), ("org", ["株式会社北斗", "開発部"]))},
    ],
    "events": [
        {"eventAction": "registration", "eventDate": "1999-05-01T00:00:00Z"},
        {"eventAction": "last changed", "eventDate": "2025-02-03T04:05:06Z"},
        {"eventAction": "expiration", "eventDate": "2027-05-01T00:00:00Z"},
    ],
    "nameservers": [{"ldhName": "NS2.dns.test"}, {"ldhName": "ns1.dns.test."}, {"ldhName": "not a host"}],
}

CRT_HTML = """<!DOCTYPE HTML><HTML><HEAD><TITLE>crt.sh | %.hokuto.test</TITLE></HEAD><BODY>
<TABLE><TR><TH class="outer">Criteria</TH><TD class="outer">Type: Identity</TD></TR></TABLE>
<TABLE><TR><TH class="outer">Certificates</TH><TD class="outer"><TABLE>
<TR><TH>crt.sh ID</TH><TH><A href="?dir=^">Logged At</A>&nbsp; &#8681;</TH><TH>Not Before</TH><TH>Not After</TH>
<TH>Common Name</TH><TH>Matching Identities</TH><TH>Issuer Name</TH></TR>
<TR><TD><A href="?id=2">2</A></TD><TD>2024-04-01</TD><TD>2024-03-31</TD><TD>2024-06-29</TD><TD>hokuto.test</TD>
<TD>*.hokuto.test<BR>hokuto.test<BR>shop.nanto.test</TD>
<TD><A href="?caid=1">C=US, O="Test, Trust Inc", CN=R3</A></TD></TR>
<TR><TD><A href="?id=1">1</A></TD><TD>2020-01-02</TD><TD>2020-01-01</TD><TD>2021-01-01</TD><TD>www.hokuto.test</TD>
<TD>www.hokuto.test<BR>&lt;script&gt;alert(1)&lt;/script&gt;</TD><TD>C=JP, O=Old CA K.K., CN=Root</TD></TR>
</TABLE></TD></TR></TABLE></BODY></HTML>"""

JPRS = """[ JPRS database provides information on network administration. ]
Domain Information: [ドメイン情報]
a. [ドメイン名]                 HOKUTO.CO.JP
e. [そしきめい]                 かぶしきがいしゃほくと
f. [組織名]                     株式会社北斗
g. [Organization]               Hokuto Works
p. [ネームサーバ]               ns1.dns.test
p. [ネームサーバ]               ns2.dns.test
[状態]                          Connected (2027/05/31)
[登録年月日]                    1999/05/01
[最終更新]                      2025/02/03 04:05:06 (JST)
"""


@pytest.mark.req("L11")
def test_an_rdap_answer_names_registrant_registrar_servers_and_dates() -> None:
    read = read_rdap(json.dumps(RDAP).encode(), SOURCE)

    assert (read.domain, read.registrant, read.registrar) == ("hokuto.test", "株式会社北斗", "Names Registry K.K.")
    assert (read.created, read.updated, read.expires) == ("1999-05-01", "2025-02-03", "2027-05-01")
    assert read.name_servers == ("ns1.dns.test", "ns2.dns.test")
    assert read.status == ("active", "client transfer prohibited")
    assert read.notes == ("1 name servers that are no host names left out",)


def test_a_registrant_who_is_hidden_is_nobody() -> None:
    hidden = RDAP | {"entities": [{"roles": ["registrant"], "vcardArray": card(("fn", "REDACTED FOR PRIVACY"))}]}

    assert read_rdap(json.dumps(hidden).encode(), SOURCE).registrant == ""


def test_a_registrant_who_stands_inside_another_party_is_found() -> None:
    inner = {"roles": ["registrant"], "vcardArray": card(("org", "Hokuto Works"))}
    nested = RDAP | {"entities": [{"roles": ["registrar"], "vcardArray": card(("fn", "Names")), "entities": [inner]}]}

    assert read_rdap(json.dumps(nested).encode(), SOURCE).registrant == "Hokuto Works"


def test_a_registrants_private_data_is_not_read() -> None:
    read = read_rdap(json.dumps(RDAP).encode(), SOURCE)

    assert "abuse@names.test" not in repr(read)
    assert "山田" not in repr(read)


@pytest.mark.parametrize(
    ("more", "holder"), [((), ""), ((("kind", "individual"),), ""), ((("kind", "org"),), "Hokuto Works")]
)
def test_a_registrant_without_organisation_is_named_only_where_it_says_that_it_is_one(
    more: tuple[tuple[str, object], ...], holder: str
) -> None:
    party = {"roles": ["registrant"], "vcardArray": card(("fn", "Hokuto Works"), *more)}

    assert read_rdap(json.dumps(RDAP | {"entities": [party]}).encode(), SOURCE).registrant == holder


def test_an_rdap_error_is_a_refusal_with_its_words() -> None:
    with pytest.raises(SourceRefused, match="RDAP error 404: Not Found"):
        read_rdap(b'{"errorCode": 404, "title": "Not Found"}', SOURCE)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"[]",
        b"{}",
        b'{"ldhName": 5}',
        b'{"ldhName": "no host"}',
        b"[" * 200_000,
        b'\xff\xfe{"a":1}',
        b"1e999",
    ],
)
def test_an_answer_that_is_no_rdap_is_garbled(body: bytes) -> None:
    with pytest.raises(SourceGarbled):
        read_rdap(body, SOURCE)


def test_wrong_types_inside_an_answer_cost_only_themselves() -> None:
    odd = RDAP | {
        "events": [5, {"eventAction": 1, "eventDate": {}}, {"eventAction": "registration", "eventDate": "2024-13-45"}],
        "nameservers": "ns",
        "entities": [
            {"roles": "registrant", "vcardArray": [[], 3]},
            None,
            {"roles": ["registrant"], "vcardArray": ["v", [["org"]]]},
        ],
        "status": [None, "ok\u202e\nnew line"],
    }

    read = read_rdap(json.dumps(odd).encode(), SOURCE)

    assert (read.registrant, read.created, read.name_servers, read.status) == ("", None, (), ("ok new line",))


def test_an_answer_over_the_bound_is_not_parsed() -> None:
    with pytest.raises(SourceTooLarge):
        read_rdap(b" " * (MAX_BYTES + 1), SOURCE)
    with pytest.raises(SourceTooLarge):
        read_certificates(b" " * (MAX_BYTES + 1), "text/html", SOURCE)


@pytest.mark.req("L11")
def test_the_result_page_of_the_certificate_log_gives_names_issuers_and_a_time_line() -> None:
    read = read_certificates(CRT_HTML.encode(), "text/html", "http://crt.test/")

    assert [(c.not_before, c.logged, c.names) for c in read.certificates] == [
        ("2020-01-01", "2020-01-02", ("www.hokuto.test",)),
        ("2024-03-31", "2024-04-01", ("hokuto.test", "*.hokuto.test", "shop.nanto.test")),
    ]
    assert read.names == ("hokuto.test", "shop.nanto.test", "www.hokuto.test")
    assert read.issuers == (("Old CA K.K.", 1), ("Test, Trust Inc", 1))
    assert (read.first, read.last) == ("2020-01-01", "2024-03-31")
    assert read.notes == ("1 names that are no host names left out",)


@pytest.mark.req("L11")
def test_the_same_log_as_json_says_the_same() -> None:
    rows = [
        {
            "issuer_ca_id": 1,
            "issuer_name": "C=US, O=Test Trust, CN=R3",
            "common_name": "hokuto.test",
            "name_value": "*.hokuto.test\nhokuto.test\n日本語.test",
            "id": 2,
            "entry_timestamp": "2024-04-01T22:59:21.118",
            "not_before": "2024-03-31T08:49:47",
            "not_after": "2024-06-29T08:49:46",
            "serial_number": "00",
        }
    ]

    read = read_certificates(json.dumps(rows).encode(), "application/json", "http://crt.test/")

    assert read.certificates[0].names == ("hokuto.test", "*.hokuto.test", "xn--wgv71a119e.test")
    assert (read.certificates[0].issuer, read.certificates[0].not_after) == ("Test Trust", "2024-06-29")


def test_no_certificates_is_an_answer_and_another_page_is_not() -> None:
    none = (
        "<html><body><table><tr><th class=outer>Certificates</th><td><i>None found</i></td></tr></table></body></html>"
    )

    assert read_certificates(none.encode(), "text/html", SOURCE).certificates == ()
    assert read_certificates(b"[]", "application/json", SOURCE).names == ()
    with pytest.raises(SourceGarbled):
        read_certificates(b"<html><body><h1>503</h1></body></html>", "text/html", SOURCE)
    with pytest.raises(SourceGarbled):
        read_certificates(b"", "text/html", SOURCE)
    with pytest.raises(SourceGarbled):
        read_certificates(b'{"a": 1}', "application/json", SOURCE)
    with pytest.raises(SourceGarbled):
        read_certificates(b"[1]", "application/json", SOURCE)


def test_a_log_of_thousands_is_cut_and_keeps_its_order() -> None:
    rows = [{"common_name": f"h{n:05}.hokuto.test", "not_before": "2024-01-01"} for n in range(6000)]

    read = read_certificates(json.dumps(rows).encode(), "application/json", SOURCE)

    assert (len(read.certificates), read.names[0], read.names[-1]) == (5000, "h00000.hokuto.test", "h04999.hokuto.test")


def test_certificates_of_thousands_of_names_are_cut_and_say_so() -> None:
    rows = [{"name_value": "\n".join(f"h{n}x{k}.hokuto.test" for k in range(200))} for n in range(30)]

    read = read_certificates(json.dumps(rows).encode(), "application/json", SOURCE)

    assert (len(read.names), read.notes) == (5000, ("1000 host names left out",))


@pytest.mark.req("L11")
def test_the_japanese_registrys_whois_text_is_read() -> None:
    read = read_whois(JPRS, "http://jp-whois.test/")

    assert (read.domain, read.registrant) == ("hokuto.co.jp", "株式会社北斗")
    assert read.name_servers == ("ns1.dns.test", "ns2.dns.test")
    assert (read.created, read.updated, read.expires) == ("1999-05-01", "2025-02-03", None)


def test_whois_text_in_the_common_form_is_read() -> None:
    text = (
        "Domain Name: ACME.TEST\nRegistrar: Names Ltd\nCreation Date: 2001-02-03T00:00:00Z\n"
        "Registry Expiry Date: 2030-02-03T00:00:00Z\nRegistrant Organization: Acme Tidal, Inc.\n"
        "Name Server: NS1.DNS.TEST\n"
    )

    read = read_whois(text, SOURCE)

    assert (read.domain, read.registrant, read.registrar) == ("acme.test", "Acme Tidal, Inc.", "Names Ltd")
    assert (read.created, read.expires, read.name_servers) == ("2001-02-03", "2030-02-03", ("ns1.dns.test",))


def test_whois_without_a_domain_is_a_refusal_or_garbled() -> None:
    with pytest.raises(SourceRefused):
        read_whois("No match for ACME.TEST", SOURCE)
    with pytest.raises(SourceGarbled):
        read_whois("Hello", SOURCE)


@pytest.mark.req("L11")
def test_registers_give_seeds_for_the_next_pivots() -> None:
    holder = entities_in_record(read_rdap(json.dumps(RDAP).encode(), SOURCE))
    seeds = entities_in_record(read_certificates(CRT_HTML.encode(), "text/html", SOURCE))

    assert [(e.name, e.affiliations) for e in holder] == [("hokuto.test", ("株式会社北斗",))]
    assert [e.name for e in seeds] == ["hokuto.test", "nanto.test"]
