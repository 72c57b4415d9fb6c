"""Lines in which a document says when it was published or changed."""

import pytest

from tadori.extract.date_lines import bare_day, labelled_day, news_day

pytestmark = pytest.mark.req("L23")


@pytest.mark.parametrize(
    ("line", "kind", "day"),
    [
        ("Last updated: 5 March 2024", "changed", "2024-03-05"),
        ("Last updated on Mar 05, 2024.", "changed", "2024-03-05"),
        ("Last modified: Tue Mar  5 2024", None, None),
        ("Published on 5 March 2024", "published", "2024-03-05"),
        ("Publish date: 2024-01-31", "published", "2024-01-31"),
        ("Posted by Mara Kell on March 5, 2024", "published", "2024-03-05"),
        ("公開日：2024年3月5日", "published", "2024-03-05"),
        ("最終更新 2024/03/05 10:00", "changed", "2024-03-05"),
        ("2024年3月5日 12時00分更新", "changed", "2024-03-05"),
        ("イアン・マードック著、1994 年 1 月 6 日改定", "changed", "1994-01-06"),
        ("本資料は令和6年3月5日に作成した。", "published", "2024-03-05"),
        ("This Tide Reference (version 2.1) (2024-03-05 11:59 UTC) is an overview.", "published", "2024-03-05"),
        ("本潮流リファレンス (第2.100版) (2024-03-05 11:59 UTC) は概論である。", "published", "2024-03-05"),
        ("Updated packages were uploaded on 5 March 2024 to the archive.", None, None),
        ("Published results of 5 March 2024", None, None),
        ("公開鍵は2024年3月5日に失効した。", None, None),
        ("更新履歴は2024年3月5日から始まる。", None, None),
        ("Copyright, published 5 March 2024", None, None),
        ("Last updated in spring", None, None),
        ("", None, None),
    ],
)
def test_labelled_dates(line: str, kind: str | None, day: str | None) -> None:
    assert labelled_day(line) == (None if kind is None else (kind, day))


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Monday, November 18, 2019", "2019-11-18"),
        ("November 20, 2019 - 11:28 AMT", "2019-11-20"),
        ("by Jeff Foust Monday, November 18, 2019", "2019-11-18"),
        ("2019年04月04日-", "2019-04-04"),
        ("2019.03.08", "2019-03-08"),
        ("2019年2月27日読了時間 3 分", "2019-02-27"),
        ("OSS最新TOPICS　2019年3月15日 09:43", "2019-03-15"),
        ("The office opened on 5 March 2004", None),
        ("2019年3月6日（水）13：00－16：40", None),
        ("2024-03-05 – 2024-04-02", None),
        ("An MSC cargo ship leaves PortMiami, on Aug. 31, 2019. (AP)", None),
        ("受付は2024年3月5日 10:00まで", None),
        ("20240305", None),
        ("2024", None),
    ],
)
def test_lines_that_are_little_more_than_a_date(line: str, day: str | None) -> None:
    assert bare_day(line) == day


@pytest.mark.parametrize(
    ("paragraph", "day"),
    [
        ("LONDON, March 5, 2024 (Reuters) - The tide rose.", "2024-03-05"),
        ("SAN JOSE, Calif., March 5, 2024 /PRNewswire/ -- The tide rose.", "2024-03-05"),
        ("【東京 2024年3月5日 共同】潮位が上がった。", "2024-03-05"),
        ("In London, March 5, 2024 was a rainy day.", None),
        ("On March 5, 2024 the tide rose.", None),
        ("2024年3月5日、潮位が上がった。", None),
    ],
)
def test_datelines_of_news(paragraph: str, day: str | None) -> None:
    assert news_day(paragraph) == day
