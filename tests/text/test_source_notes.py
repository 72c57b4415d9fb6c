"""Notes that belong to a sentence, and the line above its list."""

import pytest

from tadori.text.source_notes import lead_in_of, note_of

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("sentence", "after", "expected"),
    [
        ("The output was 1,284 MWh.", "", ""),
        ("The output was 1,284 MWh.[12]", "", ""),
        ("The output was 1,284 MWh (disputed).", "", "(disputed)"),
        ("The output was 1,284 MWh.", "[citation needed] It rained.", "[citation needed]"),
        ("The output was 1,284 MWh.", " (provisional figure)", "(provisional figure)"),
        ("The output was 1,284 MWh*.", "\n* without losses\n", "* without losses"),
        ("The output was 1,284 MWh.*", "", "*"),
        ("The output was 1,284 MWh.[note 2]", "\nnote 2: without losses", "note 2: without losses"),
        ("If true (the default when omitted) it stops.", "", ""),
        ("Use PyObject_* or ab* here.", "", ""),
        ("It was *very* large.", "", ""),
        ("出力は1284MWhである。", "", ""),
        ("出力は1284MWhである。", "[要出典]雨が降った。", "[要出典]"),
        ("出力は1284MWh（速報値）である。", "", "（速報値）"),
        ("出力は1284MWhである※1。", "\n※1 損失を除く。", "※1 損失を除く。"),
        ("出力は1284MWhである（注1）。", "", "注1"),
        ("The output was 1,284 MWh.", " (as of 2019) It rained.", "(as of 2019)"),
        ("The output was 1,284 MWh.", " (See chapter 3.)", ""),
        ("The output was 1,284 MWh.", " (Mori and Kato 2004)", ""),
        ("The output was 1,284 MWh.", "[12] It rained.", ""),
        ("The output was 1,284 MWh.", "[12]\n[12] Mori, Valves, Oslo 2004.", ""),
        ("The output was 1,284 MWh.", "[12]\n[12] Estimate of the seller.", "[12] Estimate of the seller."),
        ("The output was 1,284 MWh.", "\n[13] The next note.", ""),
        ("The output was 1,284 MWh.", "\n* First item\n* Second item", ""),
        ("The output was 1,284 MWh.", "\n* Only in tests.", "* Only in tests."),
        ("See systemd.target(5).", "\n5 KERN_NOTICE only a notice", ""),
        ("The output was 1,284 MWh.", " (" + "x" * 2000, ""),
        ("The output was 1,284 MWh.", " (a) first (b) second", ""),
        ("出力は1284MWhである。", "（2019年時点）雨が降った。", "（2019年時点）"),
        ("出力は1284MWhである。", "（図3参照）", ""),
        ("出力は1284MWhである。", "（株）森製作所が測った。", ""),
        ("出力は1284MWhである。", "※", "※"),
        ("出力は1284MWhである。", "〔要出典〕", "〔要出典〕"),
        ("出力は1284MWhである。", "\n（注）速報値である。", "（注）速報値である。"),
        ("出力は1284MWh＊である。", "\n＊ 推定", "＊ 推定"),
        ("出力は1284MWhである。", "」雨が降った。", ""),
    ],
)
def test_notes(sentence: str, after: str, expected: str) -> None:
    assert note_of(sentence, after) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("", ""),
        ("It rained.", ""),
        ("If the option is set:\n", "If the option is set:"),
        ("It rained. If the option is set:\n- first item\n- ", "If the option is set:"),
        ("If the option is set:\n- first item\n\nThe next paragraph. ", ""),
        ("次の場合に限る：\n・雨の日\n・", "次の場合に限る："),
        ("雨が降った。次の場合に限る：\n", "次の場合に限る："),
    ],
)
def test_lead_ins(before: str, expected: str) -> None:
    assert lead_in_of(before) == expected
