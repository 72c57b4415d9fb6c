"""Addresses read as browsers read them: the http(s) cases of the web platform tests, on the code that fetches."""

import json
from typing import Any

from tadori.errors import AddressForbidden
from tadori.text.urls import split_url
from tests.gates.figures import Figure, data_folder

NEEDS: list[str] = ["url-wpt"]
WEB = ("http:", "https:")


def run(quick: bool) -> list[Figure]:
    """All cases even when quick: they take a second."""
    raw = json.loads((data_folder() / "url-wpt" / "urltestdata.json").read_text(encoding="utf-8"))
    cases = [case for case in raw if isinstance(case, dict)]
    web = [case for case in cases if is_web(case)]
    other = [case for case in cases if not is_web(case) and not case.get("failure")]
    wrong = [case for case in web if outcome(case) != case.get("href")]
    for case in wrong:
        print(f"  {case['input']!r} with {case['base']!r}: {outcome(case)!r}, not {case.get('href')!r}")
    return [
        Figure(
            name="urls: http(s) cases as WHATWG says", value=1 - len(wrong) / len(web), floor=1.0, aim=1.0, n=len(web)
        ),
        Figure(
            name="urls: other schemes refused",
            value=sum(outcome(case) is None for case in other) / len(other),
            floor=1.0,
            aim=1.0,
            n=len(other),
        ),
    ]


def is_web(case: dict[str, Any]) -> bool:
    """What parses to http(s), or was meant to and must be refused."""
    if not case.get("failure"):
        return str(case["protocol"]) in WEB
    meant = str(case["input"]).strip().lower()
    return meant.startswith(WEB) or (":" not in meant.partition("/")[0] and str(case["base"]).startswith(WEB))


def outcome(case: dict[str, Any]) -> str | None:
    try:
        return split_url(case["input"], case["base"]).href
    except AddressForbidden:
        return None
