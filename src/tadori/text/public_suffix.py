"""Finds the public suffix of a host name.

The list is the one that `tldextract` ships. Only its data is read: the package itself brings an HTTP client and takes a
tenth of a second to import. IP addresses and the default rule of the list are not handled here.
"""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_LIST: Final = ".tld_set_snapshot"
_PRIVATE: Final = "// ===BEGIN PRIVATE DOMAINS==="
_DOTS: Final = str.maketrans({"\u3002": ".", "\uff0e": ".", "\uff61": "."})
"""Full stops of other scripts, which separate labels as well."""


def suffix_labels(host: str, *, private: bool) -> tuple[list[str], int]:
    """The labels of `host`, and the index at which its public suffix begins (their number: it has none).

    `private`: also the suffixes of companies below which everybody can register, such as github.io.
    """
    public, companies = _rules()
    labels = host.translate(_DOTS).split(".")
    spoken = [_readable(label) for label in labels]
    for at in range(len(spoken)):
        name, above = ".".join(spoken[at:]), ".".join(spoken[at + 1 :])
        for rules in (public, companies) if private else (public,):
            if f"!{name}" in rules:
                return labels, at + 1
            if name in rules or (above and f"*.{above}" in rules):
                return labels, at
    return labels, len(labels)


def _readable(label: str) -> str:
    lowered = label.lower()
    if lowered.startswith("xn--"):
        import idna  # lazy: only for names in punycode

        try:
            return idna.decode(lowered)
        except (UnicodeError, IndexError):
            return lowered
    return lowered


@lru_cache(maxsize=1)
def _rules() -> tuple[frozenset[str], frozenset[str]]:
    """The rules of registries, and those of companies."""
    spec = find_spec("tldextract")
    assert spec is not None  # a requirement of this package
    assert spec.origin is not None
    text = Path(spec.origin).with_name(_LIST).read_text(encoding="utf-8")
    public, _, companies = text.partition(_PRIVATE)
    return _rules_in(public), _rules_in(companies)


def _rules_in(text: str) -> frozenset[str]:
    return frozenset(line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("//"))
