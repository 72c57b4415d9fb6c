"""What a template may say: little, and nothing that does not end."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import TemplateUnusable, WrongCall
from tadori.minds.prompts.revision import TemplateRevision, stage_revision
from tadori.minds.prompts.template_file import TemplateFile

VARIABLES: dict[str, Any] = {"count": 3, "words": ("a", "b", "c"), "word": "x", "share": 0.5, "yes": True}


def source_of(text: str, name: str = "t", **more: Any) -> TemplateFile:
    given = {"variables": VARIABLES, "schema_ref": "fragment", "texts": {"ja": text, "en": text}} | more
    return TemplateFile(
        name=name, version="1", description="", where=f"user:{name}.yaml", content=f"{name}{text}".encode(),
        ending=".yaml", **given,
    )  # fmt: skip


def revision_of(text: str, **others: str) -> TemplateRevision:
    return stage_revision(
        source_of(text), {name: source_of(words, name) for name, words in others.items()}, {"fragment"}
    )


def render_text(text: str, **others: str) -> str:
    return revision_of(text, **others).render("en", {}).text


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("{{ count }} of {{ words|length }}", "3 of 3"),
        ("{{ words|join(', ') }}", "a, b, c"),
        ("{{ word|upper }}{{ words|first }}{{ words|last }}", "Xac"),
        ("{% for w in words %}{{ loop.index }}{{ w }}{% if not loop.last %};{% endif %}{% endfor %}", "1a;2b;3c"),
        ("{% for w in words if w != 'b' %}{{ w }}{% else %}none{% endfor %}", "ac"),
        (
            "{% for v in words %}{% for w in words %}{{ v }}{{ w }} {% endfor %}{% endfor %}",
            "aa ab ac ba bb bc ca cb cc",
        ),
        ("{{ 'many' if count > 2 and yes else 'few' }}", "many"),
        ("{{ count + 1 - 2 }}{{ word ~ share }}", "2x0.5"),
        ("{% raw %}{{ as it is }}{% endraw %}{# not shown #}", "{{ as it is }}"),
        ('{"a": [{"b": {{ count }}}]}', '{"a": [{"b": 3}]}'),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
    ],
)
def test_values_choices_lists_and_loops_are_there(text: str, rendered: str) -> None:
    assert render_text(text) == rendered


@pytest.mark.req("M4")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{{ ''.__class__ }}", "may not see the attribute '__class__'"),
        ("{{ ''['__class__'] }}", "getitem is not used"),
        ("{{ ''|attr('__class__') }}", "there is no filter 'attr'"),
        ("{{ word.__init__.__globals__ }}", "may not see the attribute"),
        ("{{ words.append }}", "may not see the attribute 'append'"),
        ("{{ word.upper() }}", "nothing can be called"),
        ("{{ self.__dict__ }}", "may not see"),
        ("{{ self }}", "a template may not see itself"),
        ("{{ cycler }}", "variables that are not declared: cycler"),
        ("{{ lipsum(1000000) }}", "nothing can be called"),
        ("{% for w in words %}{{ loop.cycle('a') }}{% endfor %}", "nothing can be called"),
        ("{% for w in words %}{{ loop.__class__ }}{% endfor %}", "may not see the attribute '__class__'"),
        ("{% for w in words recursive %}{{ w }}{% endfor %}", "a loop goes over a declared variable that is a list"),
        ("{% for i in range(1000000000) %}x{% endfor %}", "a loop goes over a declared variable that is a list"),
        ("{% for c in word %}{{ c }}{% endfor %}", "a loop goes over a declared variable that is a list"),
        ("{% for c in [1, 2] %}{{ c }}{% endfor %}", "a loop goes over a declared variable that is a list"),
        ("{% for a in words %}{% for b in words %}{% for c in words %}x{% endfor %}{% endfor %}{% endfor %}", "2 deep"),
        ("{{ 'x' * 1000000000 }}", "mul is not used"),
        ("{{ 9 ** 999999999 }}", "pow is not used"),
        ("{{ 'x'|center(1000000000) }}", "there is no filter 'center'"),
        ("{{ '%099999999d'|format(1) }}", "there is no filter 'format'"),
        ("{% set a = word ~ word %}{{ a }}", "assign is not used"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "nothing can be called|macro is not used"),
        ("{% import 'os' as os %}", "import is not used"),
        ("{% extends 'base' %}", "extends is not used"),
        ("{% block a %}x{% endblock %}", "block is not used"),
        ("{% filter upper %}x{% endfilter %}", "filterblock is not used"),
        ("{{ count is odd }}", "test is not used"),
        (
            "{{ unknown }}",
            "variables that are not declared: unknown; declared are count, share, word, words, yes, lang",
        ),
        ("{% if false %}{{ hidden }}{% endif %}x", "variables that are not declared: hidden"),
        ("{% include word %}", "an include names one template, in quotes"),
        ("{% include ['a', 'b'] %}", "an include names one template, in quotes"),
        ("{% include 'nowhere' %}", "include 'nowhere' names nothing"),
        ("{% include '../../etc/passwd' %}", "names nothing"),
        ("{% include 'a' ignore missing %}", "what it names is there"),
        ("{{ count", "malformed Jinja2: line 1"),
        ("a\n{% if %}", "malformed Jinja2: line 2"),
        ("{% for %}", "malformed Jinja2"),
        ("{% nothing %}", "malformed Jinja2"),
        ("{{ " + "9" * 5000 + " }}", "malformed Jinja2"),
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "malformed Jinja2|nested too deeply"),
        ("{% if yes %}" * 40 + "x" + "{% endif %}" * 40, "nested too deeply"),
        ("{{ not " * 1 + "not " * 200 + "yes }}", "nested too deeply"),
        ("{{ word + count }}", "it cannot be rendered"),
        ("{{ word < count }}", "it cannot be rendered"),
        ("{% if not yes %}x{% endif %}", "the rendered text is empty"),
        ("x" * 20_001, "longer than 20000 characters"),
    ],
)
def test_what_a_template_may_not_say_is_refused(text: str, reason: str) -> None:
    with pytest.raises(TemplateUnusable, match=reason):
        revision_of(text, a="piece")


def test_the_line_and_the_language_of_what_is_wrong_are_named() -> None:
    with pytest.raises(TemplateUnusable, match=r"^template \(en\): line 3: a template may not see the attribute"):
        stage_revision(source_of("", texts={"ja": "良い", "en": "a\nb\n{{ word.x }}"}), {}, {"fragment"})


def test_jinjas_own_sandbox_stands_behind_the_allowlist() -> None:
    from tadori.minds.prompts.sandbox import compile_template, render_text

    for text in ("{{ ''.__class__ }}", "{{ word.upper() }}", "{{ ''['__class__'] }}", "{{ word.upper }}"):
        with pytest.raises(TemplateUnusable, match="it cannot be rendered"):
            render_text(compile_template("t", {"t": text}), {"word": "x"})


def test_a_piece_is_included_with_the_variables_of_the_whole() -> None:
    assert render_text("A{% include 'piece' %}B", piece="{{ count }}") == "A3B"
    assert render_text("{% include 'outer' %}", outer="[{% include 'inner' %}]", inner="{{ lang }}") == "[en]"


def test_a_revision_says_what_stands_in_it() -> None:
    revision = revision_of("{% include 'outer' %}", outer="[{% include 'inner' %}]", inner="i", unused="u")
    assert sorted(revision.included) == ["inner", "outer"]


@pytest.mark.req("M4")
def test_includes_that_go_round_are_refused_with_their_path() -> None:
    with pytest.raises(TemplateUnusable, match=r"^includes go round in a circle: t → a → b → a$"):
        revision_of("{% include 'a' %}", a="{% include 'b' %}", b="x{% include 'a' %}")


def test_a_template_that_includes_itself_is_a_circle_too() -> None:
    with pytest.raises(TemplateUnusable, match=r"circle: t → t$"):
        stage_revision(source_of("{% include 't' %}"), {"t": source_of("{% include 't' %}")}, {"fragment"})


def test_includes_that_double_at_every_step_are_stopped() -> None:
    steps = {f"s{n}": f"{{% include 's{n + 1}' %}}{{% include 's{n + 1}' %}}" for n in range(30)}
    with pytest.raises(TemplateUnusable, match="more than 64 includes"):
        revision_of("{% include 's0' %}", **steps, s30="x")


def test_an_include_in_a_loop_is_refused() -> None:
    with pytest.raises(TemplateUnusable, match="an include stands outside loops"):
        revision_of("{% for w in words %}{% include 'a' %}{% endfor %}", a="x")


def test_what_is_wrong_in_a_piece_is_said_of_the_piece() -> None:
    with pytest.raises(TemplateUnusable, match=r"^included 'a' \(ja\): line 1: nothing can be called"):
        revision_of("{% include 'a' %}", a="{{ range(3) }}")


@pytest.mark.req("M4")
def test_a_schema_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TemplateUnusable, match=r"^schema_ref 'answers.Nothing' refers to nothing; there are: "):
        stage_revision(source_of("x", schema_ref="answers.Nothing"), {}, {"fragment"})


def test_given_values_stand_in_the_place_of_defaults() -> None:
    revision = revision_of("{{ count }} {{ words|join('+') }} {{ share }} {{ lang }}")
    assert revision.render("ja", {"count": 7, "words": ["x", "y"], "share": 1}).text == "7 x+y 1 ja"


@pytest.mark.parametrize(
    ("lang", "values", "reason"),
    [
        ("fr", {}, "t@1 is written in ja, en, not in 'fr'"),
        ("en", {"number": 1}, "t@1 has no variable number; there are: count, share, word, words, yes"),
        ("en", {"count": "7"}, "variable 'count' must be a whole number, not a text"),
        ("en", {"count": True}, "variable 'count' must be a whole number, not true or false"),
        ("en", {"count": 1.5}, "variable 'count' must be a whole number, not a number"),
        ("en", {"words": "abc"}, "variable 'words' must be a list of texts, not a text"),
        ("en", {"words": ["a", None]}, "variable 'words' must be a text, a number"),
        ("en", {"word": None}, "variable 'word' must be a text, not nothing"),
        ("en", {"word": "a page of text. " * 20}, "longer texts are data, and data is fenced, not rendered"),
        ("en", {"word": "line\nline"}, "one printable line"),
        ("en", {"share": float("nan")}, "no number that a prompt needs"),
    ],
)
def test_a_wrong_call_says_what_is_right(lang: str, values: dict[str, Any], reason: str) -> None:
    with pytest.raises(WrongCall, match=reason):
        revision_of("x").render(lang, values)


def test_a_value_is_never_read_as_a_template() -> None:
    assert revision_of("{{ word }}").render("en", {"word": "{{ count }}{% if %}"}).text == "{{ count }}{% if %}"


def test_the_length_is_bounded_when_it_is_rendered_too() -> None:
    revision = revision_of("{% for v in words %}{% for w in words %}{{ v }}{{ w }}{% endfor %}{% endfor %}")
    with pytest.raises(TemplateUnusable, match="longer than 20000 characters"):
        revision.render("en", {"words": ["x" * 200] * 100})


@given(st.text(alphabet="{}%#|.()[]'\"_ \nabcfor in word words if end include set+-*~=", max_size=80))
def test_any_text_is_a_template_that_renders_or_refused(text: str) -> None:
    assert rendered_or_refused(text) != ""


def rendered_or_refused(text: str) -> str:
    """What the template says, or why it may not; nothing else may happen."""
    try:
        revision = revision_of(text, a="piece")
    except TemplateUnusable as refused:
        return str(refused)
    return revision.render("ja", {}).text
