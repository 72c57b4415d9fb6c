"""Public suffixes: ours are those of the package whose list is read."""

import pytest
import tldextract
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.public_suffix import _rules, suffix_labels

WITH_COMPANIES = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
REGISTRIES = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)


# `*.x` makes these suffixes by the rules of the list; the package passes over it where `*.name.x` is a rule, too.
BELOW_WILDCARDS = {
    "ex.futurecms.at",
    "in.futurecms.at",
    "oci.customer-oci.com",
    "ocp.customer-oci.com",
    "ocs.customer-oci.com",
    "privatelink.snowflake.app",
    "sub.wc.psl.hrsn.dev",
    "svc.firenet.ch",
}


def suffix(host: str, *, private: bool) -> str:
    labels, at = suffix_labels(host, private=private)
    return ".".join(labels[at:])


@pytest.mark.parametrize(
    ("host", "private", "expected"),
    [
        ("www.city.nagiura.lg.jp", True, "lg.jp"),
        ("www.ck", True, "ck"),
        ("a.b.ck", True, "b.ck"),
        ("user.github.io", True, "github.io"),
        ("user.github.io", False, "io"),
        ("city.kawasaki.jp", True, "kawasaki.jp"),
        ("shop.city.kawasaki.jp", True, "kawasaki.jp"),
        ("a.b.kawasaki.jp", True, "b.kawasaki.jp"),
        ("食狮.公司.cn", True, "公司.cn"),
        ("xn--85x722f.xn--55qx5d.cn", True, "xn--55qx5d.cn"),
        ("news.test", True, ""),
        ("version.1", False, ""),
        ("com", True, "com"),
        ("BBC.CO.UK", True, "CO.UK"),
        ("例。jp", True, "jp"),
        ("", True, ""),
        ("a..com", True, "com"),
    ],
)
def test_worked_examples(host: str, private: bool, expected: str) -> None:
    assert suffix(host, private=private) == expected


def test_every_rule_of_the_list_is_read_as_the_package_reads_it() -> None:
    rules = sorted(rule.lstrip("!*.") for some in _rules() for rule in some)
    assert len(rules) > 9_000
    hosts = [f"{before}{rule}" for rule in rules for before in ("", "a.", "b.a.")]
    ours = {host: suffix(host, private=True) for host in hosts}
    assert {host for host in hosts if ours[host] != WITH_COMPANIES(host).suffix} == BELOW_WILDCARDS
    assert {ours[host] for host in BELOW_WILDCARDS} == BELOW_WILDCARDS
    assert [host for host in hosts if suffix(host, private=False) != REGISTRIES(host).suffix] == []


LABELS = st.sampled_from([*"a www co uk jp lg ck github io xn-- xn--p1ai рф COM 1".split(), ""])


@given(st.lists(LABELS, min_size=1, max_size=5).map(lambda labels: ".".join(labels).rstrip(".")))
def test_any_host_is_read_as_the_package_reads_it(host: str) -> None:
    assert suffix(host, private=True) == WITH_COMPANIES(host).suffix
