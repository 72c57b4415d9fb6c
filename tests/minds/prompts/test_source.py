"""Template files: three ways to write one, and everything that a file may not be."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import TemplateUnusable
from tadori.minds.prompts.candidates import templates_in_folder
from tadori.minds.prompts.template_file import ENDINGS, MOST_BYTES, TemplateFile, parse_template, read_template_file
from tests.minds.prompts.written import fields

YAML = """
name: greeting
version: "1"
schema_ref: fragment
variables: {count: 3}
template:
  ja: "{{ count }}件"
  en: "{{ count }} items"
"""
J2 = """---
name: greeting
version: "1"
schema_ref: fragment
variables: {count: 3}
---
{{ count }} {% if lang == "ja" %}件{% else %}items{% endif %}
"""


def source_of(content: bytes | str, ending: str = ".yaml", stem: str = "greeting") -> TemplateFile:
    data = content.encode() if isinstance(content, str) else content
    return parse_template(data, ending=ending, where=f"user:{stem}{ending}", stem=stem)


def changed(**changes: Any) -> str:
    return json.dumps(fields(**changes), ensure_ascii=False)


@pytest.mark.req("M4")
@pytest.mark.parametrize(("content", "ending"), [(YAML, ".yaml"), (YAML, ".yml"), (changed(), ".json")])
def test_yaml_and_json_say_the_same(content: str, ending: str) -> None:
    source = source_of(content, ending)
    assert (source.id, source.schema_ref, dict(source.variables)) == ("greeting@1", "fragment", {"count": 3})
    assert dict(source.texts) == {"ja": "{{ count }}件", "en": "{{ count }} items"}


@pytest.mark.req("M4")
def test_a_jinja_file_has_its_fields_in_front_and_one_text_for_both_languages() -> None:
    source = source_of(J2, ".j2")
    assert source.id == "greeting@1"
    assert source.texts["ja"] == '{{ count }} {% if lang == "ja" %}件{% else %}items{% endif %}\n'
    assert source.texts["en"] == source.texts["ja"]


def test_a_byte_order_mark_and_a_japanese_name_are_fine() -> None:
    content = "\ufeff" + changed(name="挨拶", template="こんにちは")
    assert source_of(content, ".json", "挨拶").id == "挨拶@1"


def test_a_name_in_decomposed_letters_is_the_same_name() -> None:
    assert source_of(changed(name="ガイド"), ".json", "カ\u3099イド").name == "ガイド"


def test_a_whole_number_is_a_version() -> None:
    assert source_of(changed(version=12), ".json").version == "12"


@pytest.mark.req("M4")
@pytest.mark.parametrize("missing", ["name", "version", "schema_ref", "template", "variables"])
def test_each_required_field_is_missed_by_name(missing: str) -> None:
    left = {key: value for key, value in fields().items() if key != missing}
    with pytest.raises(TemplateUnusable, match=f"^required fields are missing: {missing}$"):
        source_of(json.dumps(left), ".json")


@pytest.mark.parametrize(
    ("content", "ending", "reason"),
    [
        ("name: [1, 2", ".yaml", r"malformed YAML: line \d"),
        ("name: {a: b", ".yaml", r"malformed YAML: line \d"),
        ("a: 1\n\tb: 2", ".yaml", r"malformed YAML: line \d"),
        ("name: &x greeting\nversion: *x", ".yaml", "anchors and aliases"),
        ("a: " + "[" * 5000, ".yaml", "nested too deeply"),
        ("version: 2026-99-99", ".yaml", "malformed YAML"),
        ("name: a\nname: b", ".yaml", "the field 'name' is there twice"),
        ("!!python/object/apply:os.system ['true']", ".yaml", "malformed YAML"),
        ("- a\n- b", ".yaml", "a table of fields"),
        ("", ".yaml", "a table of fields"),
        ("just words", ".yaml", "a table of fields"),
        ("1: 2", ".yaml", "a table of fields"),
        ('{"name": ', ".json", "malformed JSON: line 1"),
        ("[" * 60000, ".json", "malformed JSON"),
        ('{"name": ' + "9" * 5000 + "}", ".json", "malformed JSON"),
        ('{"name": "a", "name": "b"}', ".json", "the field 'name' is there twice"),
        ("null", ".json", "a table of fields"),
        ("{{ count }}", ".j2", "between two lines of ---"),
        ("---\nname: a\n", ".j2", "between two lines of ---"),
        ("---\ntemplate: a\n---\nb", ".j2", "its text after the second ---"),
        (YAML, ".toml", "a template ends in .yaml, .yml, .json, .j2"),
        (b"name: \xff\xfe", ".yaml", r"not UTF-8 \(byte 6\)"),
        ("name: a\nversion: 1\u200b", ".yaml", r"line 2 holds the invisible character U\+200B"),
        ("name: \u202eabc", ".yaml", r"U\+202E"),
        (b"name: a\x00b", ".yaml", r"U\+0000"),
        ("x" * (MOST_BYTES + 1), ".yaml", "larger than 64 KiB"),
        ("x" * 1_000_000, ".yaml", "larger than 64 KiB"),
    ],
)
def test_what_is_not_a_template_is_refused_with_the_reason(content: bytes | str, ending: str, reason: str) -> None:
    with pytest.raises(TemplateUnusable, match=reason):
        source_of(content, ending)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": "other"}, "the file is called 'greeting' and says name: 'other'"),
        ({"name": "../greeting"}, "must be letters"),
        ({"name": ""}, "name must be a text"),
        ({"name": 5}, "name must be a text, not a whole number"),
        ({"version": 1.1}, 'version must stand in quotes: "1.1"'),
        ({"version": ""}, "version must be letters"),
        ({"version": "../1"}, "version must be letters"),
        ({"version": None}, "version must be letters"),
        ({"version": True}, "version must be letters"),
        ({"schema_ref": ["a"]}, "schema_ref must be a text, not a list"),
        ({"schema_ref": "a\nb"}, "schema_ref must be one line"),
        ({"template": 5}, "one text, or a table with a text for ja and one for en"),
        ({"template": {"en": "a"}}, "one text, or a table with a text for ja and one for en"),
        ({"template": {"ja": "a", "en": "a", "de": "a"}}, "one text, or a table"),
        ({"template": {"ja": "a", "en": " "}}, r"template \(en\) must be a text that is not empty"),
        ({"template": {"ja": None, "en": "a"}}, r"template \(ja\) must be a text .*, not nothing"),
        ({"variables": ["count"]}, "variables must be a table of name: default"),
        ({"variables": {"Count": 1}}, "variable 'Count' must be lower-case"),
        ({"variables": {"lang": "ja"}}, "not lang or loop"),
        ({"variables": {"count": None}}, "must be a text, a number, true or false, or a list of texts"),
        ({"variables": {"count": {"a": 1}}}, "must be a text, a number"),
        ({"variables": {"count": ["a", 1]}}, "must be a text, a number"),
        ({"variables": {"count": "x" * 201}}, "longer texts are data, and data is fenced"),
        ({"variables": {"count": "a\nb"}}, "one printable line"),
        ({"variables": {"count": ["a"] * 101}}, "a list at most 100"),
        ({"variables": {"count": 10**13}}, "no number that a prompt needs"),
        ({"ttl": 5}, "unknown fields: ttl"),
        ({"description": 5}, "description must be a text"),
    ],
)
def test_a_field_that_is_wrong_is_named(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(TemplateUnusable, match=reason):
        source_of(changed(**changes), ".json")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text(changed(name="outside"), encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "outside.json").symlink_to(outside)
    with pytest.raises(TemplateUnusable, match="a link that leads out of the folder"):
        read_template_file(folder / "outside.json", folder)


def test_a_link_within_the_folder_and_a_folder_that_is_a_link_are_fine(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "a.json").write_text("x", encoding="utf-8")
    (real / "b.json").symlink_to(real / "a.json")
    (tmp_path / "templates").symlink_to(real)
    assert read_template_file(tmp_path / "templates" / "b.json", tmp_path / "templates") == b"x"


def test_links_that_lead_to_each_other_pipes_and_folders_are_refused_and_do_not_hang(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to(tmp_path / "b.json")
    (tmp_path / "b.json").symlink_to(tmp_path / "a.json")
    (tmp_path / "c.json").mkdir()
    os.mkfifo(tmp_path / "d.json")
    found = templates_in_folder(tmp_path)
    assert {name: one.source for name, one in found.items()} == dict.fromkeys("abcd")
    assert [found[name].reason for name in "cd"] == ["this is not an ordinary file"] * 2


def test_files_of_other_kinds_and_hidden_ones_are_left_alone(tmp_path: Path) -> None:
    for name in ("README.md", ".greeting.json", "greeting.json~", "greeting.json.bak"):
        (tmp_path / name).write_text(changed(), encoding="utf-8")
    assert templates_in_folder(tmp_path) == {}
    assert templates_in_folder(tmp_path / "nowhere") == {}


def test_two_files_for_one_name_are_both_refused(tmp_path: Path) -> None:
    (tmp_path / "greeting.json").write_text(changed(), encoding="utf-8")
    (tmp_path / "greeting.yaml").write_text(YAML, encoding="utf-8")
    found = templates_in_folder(tmp_path)["greeting"]
    assert found.source is None
    assert found.reason == "user:greeting.json and user:greeting.yaml are both there; keep one of them"


def test_a_folder_of_thousands_is_refused(tmp_path: Path) -> None:
    for number in range(201):
        (tmp_path / f"t{number}.json").touch()
    with pytest.raises(TemplateUnusable, match="more than 200 templates"):
        templates_in_folder(tmp_path)


@given(st.binary(max_size=400), st.sampled_from(ENDINGS))
def test_any_bytes_are_a_template_or_refused(content: bytes, ending: str) -> None:
    assert name_or_reason(content, ending) != ""


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(fields())), ANYTHING)
def test_any_json_value_in_any_field_is_taken_or_refused(field: str, value: Any) -> None:
    assert name_or_reason(json.dumps(fields() | {field: value}).encode(), ".json") != ""


def name_or_reason(content: bytes, ending: str) -> str:
    """The name of the template, or why it is none; nothing else may happen."""
    try:
        return source_of(content, ending).name
    except TemplateUnusable as refused:
        return str(refused)
