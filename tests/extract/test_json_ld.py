"""What JSON-LD says about the page itself."""

import json

import pytest

from tadori.extract.json_ld import stated_in_json_ld

ARTICLE = {"@type": "NewsArticle", "datePublished": "2024-03-05"}


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (ARTICLE, ["2024-03-05"]),
        ([ARTICLE], ["2024-03-05"]),
        ({"@graph": [{"@type": "ImageObject", "datePublished": "2001-01-01"}, ARTICLE]}, ["2024-03-05"]),
        ({"@type": "WebPage", "mainEntity": ARTICLE}, ["2024-03-05"]),
        ({"@type": ["Thing", "Comment"], "datePublished": "2024-03-05"}, []),
        ({"@type": "Product", "review": [{"@type": "Review", "datePublished": "2024-03-05"}]}, []),
        ({"@type": "Article", "datePublished": 20240305}, []),
        ("2024-03-05", []),
        (None, []),
        ({}, []),
    ],
)
def test_dates_of_the_page_and_not_of_things_on_it(stated: object, found: list[str]) -> None:
    assert stated_in_json_ld([json.dumps(stated)], "datePublished") == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('{"@type": "Article", "datePublished": "2024-03-05",}', ["2024-03-05"]),
        ('{"@type": "Comment", "datePublished": "2024-03-05",}', []),
        ("", []),
        ("[" * 100_000, []),
        ("公開日 2024-03-05", []),
    ],
)
def test_a_script_that_cannot_be_parsed_is_read_with_care(script: str, found: list[str]) -> None:
    assert stated_in_json_ld([script], "datePublished") == found
