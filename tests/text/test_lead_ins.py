import pytest

from tadori.text.lead_ins import is_limiting_lead_in, leads_in, needs_every_item, sure_lead_in, without_item_marker

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("before", "lead_in"),
    [
        ("", ""),
        ("\n\n", ""),
        ("The driver is old.\n", ""),
        ("The driver is old. It supports the following formats:\n", "It supports the following formats:"),
        ("It supports the following formats:\n- ", "It supports the following formats:"),
        ("It supports the following formats:\n- PNG\n- GIF\n- ", "It supports the following formats:"),
        ("It supports the following formats:\n\nPNG\nGIF\n", "It supports the following formats:"),
        ("The options are as follows.\n\n1. one\n2. ", "The options are as follows."),
        ("You must do the following.\n", "You must do the following."),
        ("It supports:\n- PNG\n\nAnother paragraph that ends the list.\n\n", ""),
        ("If the disk is full, do not:\n(a) run the setup\n(b) ", "If the disk is full, do not:"),
        ("次の形式に対応する：\n・PNG\n・", "次の形式に対応する："),
        ("手順は次の通り：\n", "手順は次の通り："),
        ("主な機能は以下のとおりである。\n\n検索\n", "主な機能は以下のとおりである。"),
        ("次のような機能があります。\n", "次のような機能があります。"),
        ("以下に示す。\n", "以下に示す。"),
        ("これは本文である。\n", ""),
        ("At 10:30\n", ""),
    ],
)
def test_the_lead_in_above_an_item(before: str, lead_in: str) -> None:
    assert leads_in(before) == lead_in


def test_a_list_inside_a_list_is_unsure() -> None:
    before = "It reads:\n- pictures:\n- PNG\n- "
    assert leads_in(before) == "pictures:"
    assert sure_lead_in(before) == ""
    assert sure_lead_in("It reads:\n- pictures:\n- ") == "pictures:"


def test_masses_of_lines_are_read_in_no_time() -> None:
    assert leads_in("It reads:\n" + "- item\n" * 30) == "It reads:"
    assert leads_in("It reads:\n" + "- item\n" * 5000) == ""
    assert leads_in(":" * 20_000) == ""
    assert leads_in("a" * 2000 + ":\n") == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("- PNG", "PNG"),
        ("・PNG", "PNG"),
        ("2) GIF", "GIF"),
        ("(b) the visitor", "the visitor"),
        ("① 旅券", "旅券"),
        ("（一）旅券", "旅券"),
        ("3.5 litres", "3.5 litres"),
        ("-5 degrees", "-5 degrees"),
        ("PNG", "PNG"),
        ("", ""),
    ],
)
def test_an_item_without_its_marker(line: str, words: str) -> None:
    assert without_item_marker(line) == words


@pytest.mark.parametrize(
    ("lead_in", "every"),
    [
        ("The driver supports the following formats:", False),
        ("To install, you must:", False),
        ("If the disk is full, do not:", False),
        ("You must bring one of the following:", True),
        ("The server accepts only these protocols:", True),
        ("All files are copied except the following:", True),
        ("Entry is allowed if:", True),
        ("The three largest cities are:", True),
        ("次の形式に対応する：", False),
        ("次のいずれかを持参する：", True),
        ("次の3つの形式に対応する：", True),
        ("コマンドは 3 つの引数をとります:", True),
        ("1998年に駅を失った町は以下のとおり：", False),
        ("The following towns lost their station in 1998:", False),
        ("The tenant shall not, unless the owner agrees:", False),
        ("Entry is forbidden unless the visitor:", True),
        ("次の条件を満たすこと：", True),
        ("以下を除く：", True),
    ],
)
def test_lists_that_are_meant_as_a_whole(lead_in: str, every: bool) -> None:
    assert needs_every_item(lead_in) is every


@pytest.mark.parametrize(
    ("lead_in", "limiting"),
    [
        ("Features:", False),
        ("The driver supports the following formats:", False),
        ("If the disk is full, do not:", True),
        ("The following claims are wrong:", True),
        ("Common myths:", True),
        ("Planned for 2030:", True),
        ("Never do the following:", True),
        ("The update may break:", True),
        ("According to the agency:", True),
        ("主な機能：", False),
        ("次の形式に対応する：", False),
        ("次の場合は使用しない：", True),
        ("よくある誤解：", True),
        ("今後の予定：", True),
        ("次の操作をしてはならない：", True),
    ],
)
def test_lead_ins_that_change_what_an_item_says(lead_in: str, limiting: bool) -> None:
    assert is_limiting_lead_in(lead_in) is limiting
