"""What was not read, in the method section of every form and in both languages."""

from dataclasses import replace

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.model.unread import NOT_COUNTED, OTHER_REASONS, UnreadKind, UnreadLine
from tadori.report.json_form import report_from_json, report_json
from tadori.report.render import render_all
from tadori.report.unread import unread_head, unread_rows
from tadori.report.unread_reasons import reason_in_japanese
from tests.report.world import World

LINES = (
    UnreadLine(kind=UnreadKind.FILE, reason="no reader for .xyz", count=3),
    UnreadLine(kind=UnreadKind.DOCUMENT, reason="the document is empty", count=1),
    UnreadLine(kind=UnreadKind.PART, reason="page …: scanned, no OCR installed (pip install tadori[ocr])", count=12),
    UnreadLine(kind=UnreadKind.TEXT, reason="navigation", count=1200, characters=3456789),
    UnreadLine(kind=UnreadKind.TEXT, reason=NOT_COUNTED, count=4),
)
ROWS = {
    EN: [
        ["files left out", "no reader for .xyz", "3", ""],
        ["documents that could not be read", "the document is empty", "1", ""],
        ["parts of documents", "page …: scanned, no OCR installed (pip install tadori[ocr])", "12", ""],
        ["text left out of documents", "navigation", "1,200", "3,456,789"],
        ["text left out of documents", "not counted: read by an older Tadori", "4", ""],
    ],
    JA: [
        ["対象外のファイル", ".xyzを読む機能がない", "3", ""],
        ["読めなかった資料", "資料が空である", "1", ""],
        ["資料の一部", "…ページ：スキャン画像で、OCRが入っていない（pip install tadori[ocr]）", "12", ""],
        ["本文から除いた文字", "ナビゲーション", "1,200", "3,456,789"],
        ["本文から除いた文字", "数えていない（以前の版で読み込んだ資料）", "4", ""],
    ],
}


@pytest.mark.req("L22")
@pytest.mark.parametrize("lang", [EN, JA])
def test_rows_say_kind_reason_and_counts(lang: Lang) -> None:
    report = World(lang=lang).report()
    method = replace(report.method, unread=LINES)
    assert unread_rows(method, lang) == ROWS[lang]
    assert unread_rows(replace(method, unread=()), lang) == []


@pytest.mark.req("L22")
@pytest.mark.parametrize("lang", [EN, JA])
def test_every_form_says_what_was_not_read(lang: Lang) -> None:
    report = World(lang=lang).report()
    told = replace(report, method=replace(report.method, unread=LINES))
    files = render_all(told)
    for name in ("report.md", "report.html"):
        text = files[name].decode()
        assert unread_head(lang)[0] in text
        assert "3,456,789" in text
    assert report_from_json(report_json(told)).method.unread == LINES
    assert unread_head(lang)[0] not in render_all(report)["report.md"].decode()
    assert b"unread" not in report_json(report)


@pytest.mark.req("L22")
def test_of_many_reasons_of_a_kind_a_few_are_printed_and_the_rest_summed_up() -> None:
    lines = tuple(
        UnreadLine(kind=UnreadKind.TEXT, reason=f"r{n}", count=n, characters=9 * n) for n in (9, 8, 7, 6, 5, 4)
    )
    method = replace(World().report().method, unread=lines)
    assert [row[1:] for row in unread_rows(method, EN)] == [
        ["r9", "9", "81"],
        ["r8", "8", "72"],
        ["r7", "7", "63"],
        ["r6", "6", "54"],
        [OTHER_REASONS, "9", "81"],
    ]


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("navigation", "ナビゲーション"),
        ("has 200000000 bytes; the limit is 20000000", "200000000バイトある（上限は20000000バイト）"),
        ("has … bytes; the limit is …", "…バイトある（上限は…バイト）"),
        ("cannot be opened: No such file or directory", "開けない：No such file or directory"),
        ("{0} {x} %s", "{0} {x} %s"),
        ("", ""),
        ("no reader for " + "x" * 5000, "no reader for " + "x" * 5000),
    ],
)
def test_a_reason_is_said_in_japanese_where_there_are_words_for_it(english: str, japanese: str) -> None:
    assert reason_in_japanese(english) == japanese
