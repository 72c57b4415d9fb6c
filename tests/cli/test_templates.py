"""`tadori templates`, as it is typed."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.minds.prompts.written import override, write


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "templates"


@pytest.mark.req("M4")
def test_every_template_is_listed_with_version_and_place(tadori: Program, folder: Path) -> None:
    override(folder, "mine", "mine")
    code, out, err = tadori("templates", "list")
    assert (code, err) == (0, "")
    assert [line.split()[:3] for line in out.splitlines() if not line.startswith(" ")] == [
        ["analysis", "1", "package:analysis.yaml"],
        ["answer_rule", "1", "package:answer_rule.yaml"],
        ["beyond", "1", "package:beyond.yaml"],
        ["choice", "mine", "user:choice.json"],
        ["coding", "1", "package:coding.yaml"],
        ["criteria", "1", "package:criteria.yaml"],
        ["data_rule", "1", "package:data_rule.yaml"],
        ["entailment", "1", "package:entailment.yaml"],
        ["evaluation", "1", "package:evaluation.yaml"],
        ["lineup", "1", "package:lineup.yaml"],
        ["quality", "1", "package:quality.yaml"],
        ["reduction", "1", "package:reduction.yaml"],
        ["relevance", "1", "package:relevance.yaml"],
        ["rewriting", "1", "package:rewriting.yaml"],
        ["stance", "1", "package:stance.yaml"],
        ["step", "1", "package:step.yaml"],
        ["targets", "1", "package:targets.yaml"],
        ["translation", "1", "package:translation.yaml"],
        ["writing", "1", "package:writing.yaml"],
    ]


def test_the_list_as_json_has_all_there_is_to_know(tadori: Program, folder: Path) -> None:
    write(folder, "bad", template="{{ word.x }}")
    code, out, err = tadori("templates", "list", "--json")
    rows = {row["name"]: row for row in map(json.loads, out.splitlines())}
    assert code == 0
    assert rows["choice"] | {"versions": []} == {
        "name": "choice",
        "version": "1",
        "where": "package:choice.yaml",
        "schema_ref": "answers.ChoiceAnswer",
        "variables": {"most": 12},
        "includes": ["answer_rule", "data_rule"],
        "description": "The answer by number: which claims, under which headings / どの主張が答えになるかを番号で選ぶ",
        "versions": [],
        "refused": "",
        "rolled_back": None,
    }
    reason = "template (ja): line 1: a template may not see the attribute 'x'"
    assert rows["bad"] == {"name": "bad", "version": None, "refused": f"user:bad.json: {reason}"}
    assert err == f"warning template user:bad.json: {reason}; in force: none\n"


def test_a_template_is_shown_as_a_model_gets_it_in_either_language(tadori: Program) -> None:
    code, out, err = tadori("templates", "show", "stance", "--lang", "ja")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "主張と根拠を比べます。根拠の言葉だけを使い、自分の知識は使いません。"
    assert tadori("templates", "show", "stance")[1].startswith("Compare a claim with evidence.")
    row = json.loads(tadori("templates", "show", "stance", "--json")[1])
    assert (row["version"], row["lang"], row["variables"]) == ("1", "en", {"surest": 100})


@pytest.mark.req("M4")
def test_a_copy_of_the_packages_file_with_another_version_is_a_template_of_ones_own(
    tadori: Program, folder: Path
) -> None:
    _, source, _ = tadori("templates", "show", "stance", "--source")
    folder.mkdir(parents=True)
    file = folder / "stance.yaml"
    file.write_text(source.replace('version: "1"', "version: calm"), encoding="utf-8")
    code, out, err = tadori("templates", "check", str(file))
    assert (code, err) == (0, "")
    assert out == "good / 使えます: stance@calm  answers.StanceAnswer  variables: surest\n"
    assert not (folder / ".kept").exists()
    assert json.loads(tadori("templates", "show", "stance", "--json")[1])["version"] == "calm"


def test_the_packages_file_itself_is_good_too(tadori: Program, tmp_path: Path) -> None:
    _, source, _ = tadori("templates", "show", "choice", "--source")
    (tmp_path / "choice.yaml").write_text(source, encoding="utf-8")
    assert tadori("templates", "check", str(tmp_path / "choice.yaml"))[0] == 0


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.yaml", b"name: [", "malformed YAML"),
        ("a.json", b"{", "malformed JSON: line 1"),
        ("a.j2", b"{{", "between two lines of ---"),
        ("a.txt", b"x", "a template ends in"),
        ("a.yaml", b"\xff", "not UTF-8"),
        ("a.yaml", b"x" * 1_000_000, "larger than 64 KiB"),
        ("あ.yaml", b"name: x", "required fields are missing: version, schema_ref, template, variables"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_reason(
    tadori: Program, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    code, out, err = tadori("templates", "check", str(tmp_path / name))
    assert (code, out) == (1, "")
    assert err.startswith(f"tadori: {tmp_path / name}: ")
    assert reason in err
    code, out, err = tadori("templates", "check", "--json", str(tmp_path / name))
    assert (code, err, json.loads(out)["ok"]) == (1, "", False)


def test_a_file_that_is_not_there_and_a_folder_are_refused(tadori: Program, tmp_path: Path) -> None:
    assert "cannot be read: No such file or directory" in tadori("templates", "check", str(tmp_path / "no.yaml"))[2]
    assert "not an ordinary file" in tadori("templates", "check", str(tmp_path))[2]


@pytest.mark.req("M4")
def test_a_reload_prints_the_line_of_the_log_and_says_what_changed(tadori: Program, folder: Path) -> None:
    override(folder, "mine", "mine")
    code, out, err = tadori("templates", "reload", "choice")
    assert (code, out) == (0, "choice@1 → choice@mine\n")
    assert err == "consensus.template.reload reason=force previous=choice@1 new=choice@mine ttl=300\n"
    code, out, err = tadori("templates", "reload", "choice", "--json")
    assert json.loads(out) == {
        "name": "choice", "previous": "choice@mine", "new": "choice@mine", "changed": False, "refused": ""
    }  # fmt: skip


def test_a_reload_of_a_bad_file_fails_and_says_what_is_in_force(tadori: Program, folder: Path) -> None:
    override(folder, "mine", "{{ x.y }}")
    code, out, err = tadori("templates", "reload")
    assert code == 1
    assert "choice@1 unchanged / 変更なし  refused / 不採用: template (ja): line 1" in out
    assert "in force: choice@1" in err


@pytest.mark.req("M4")
def test_a_rollback_is_shown_in_the_list_with_its_reason(tadori: Program, folder: Path) -> None:
    override(folder, "mine", "mine")
    assert tadori("templates", "reload")[0] == 0
    code, out, err = tadori("templates", "rollback", "choice", "--to", "1", "--reason", "精度が下がった")
    assert (code, out, err) == (0, "choice@mine → choice@1: 精度が下がった\n", "")
    shown = tadori("templates", "list")[1]
    assert "    versions / 版: 1, mine\n    taken back / 取り消し from mine at " in shown
    assert ": 精度が下がった\n" in shown
    row = next(
        row for row in map(json.loads, tadori("templates", "list", "--json")[1].splitlines()) if row["rolled_back"]
    )
    assert (row["name"], row["rolled_back"]["version"], row["rolled_back"]["reason"]) == (
        "choice",
        "mine",
        "精度が下がった",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "nothing"), "there is no template 'nothing'; there are: analysis, answer_rule, beyond, choice, "),
        (("reload", "nothing"), "there is no template 'nothing'"),
        (("rollback", "choice", "--to", "7", "--reason", "x"), "choice has no version '7'; there are: 1"),
        (("rollback", "choice", "--to", "1", "--reason", "x"), "choice@1 is in force already"),
        (("rollback", "choice", "--to", "7", "--reason", " "), "a rollback needs a reason"),
        (("rollback", "choice", "--to", "1"), "--reason"),
        (("show", "choice", "--lang", "fr"), "'fr' is not one of 'ja', 'en'"),
        (("check",), "FILE"),
    ],
)
def test_a_wrong_call_says_what_is_right(tadori: Program, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = tadori("templates", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_where_ones_own_templates_belong_is_said_even_before_the_folder_exists(tadori: Program, folder: Path) -> None:
    assert tadori("templates", "where") == (0, f"{folder}\n", "")
    assert json.loads(tadori("templates", "where", "--json")[1]) == {"folder": str(folder), "exists": False}
