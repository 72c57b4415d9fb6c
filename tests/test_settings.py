"""Settings: read once, every wrong value named."""

from pathlib import Path

import pytest

from tadori.errors import ConfigError
from tadori.model.grading import Grade
from tadori.settings import ConsensusSettings, ModelSettings, WebSettings, load_settings


def configured(home: Path, text: str) -> None:
    (home / "config.toml").write_text(text, encoding="utf-8")


def test_a_home_without_a_file_has_the_defaults(tmp_path: Path) -> None:
    settings = load_settings({"TADORI_HOME": str(tmp_path)})
    assert (settings.home, settings.embeddings, settings.web) == (tmp_path, True, WebSettings())


def test_nothing_private_and_no_tor_by_default() -> None:
    assert (WebSettings().allow, WebSettings().tor) == ((), "off")


@pytest.mark.req("L15")
def test_a_query_a_page_and_a_batch_have_the_time_of_the_specification_where_the_file_says_nothing_else(
    tmp_path: Path,
) -> None:
    def seconds() -> tuple[int, int, int, int]:
        read = load_settings({"TADORI_HOME": str(tmp_path)})
        return read.engines.timeout, read.web.timeout, read.models.timeout, read.llm.timeout

    # 120 s of a language model were for an extraction, which it does no more; a choice reads 8 000 tokens.
    assert seconds() == (30, 60, 120, 300)
    names = ("engines", "web", "models", "llm")
    configured(tmp_path, "".join(f"[{name}]\ntimeout = {7 + at}\n" for at, name in enumerate(names)))
    assert seconds() == (7, 8, 9, 10)


def test_the_table_of_the_web_is_read(tmp_path: Path) -> None:
    configured(tmp_path, '[web]\nallow = ["10.0.0.0/8", "社内.test"]\nchrome = "off"\nwayback = false\n')
    web = load_settings({"TADORI_HOME": str(tmp_path)}).web
    assert web == WebSettings(allow=("10.0.0.0/8", "社内.test"), chrome="off", wayback=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("web = 3\n", "web must be a table"),
        ("[web]\nalow = []\n", "unknown setting 'web.alow'; there are: accept_language, allow"),
        ('[web]\nallow = "10.0.0.0/8"\n', "web.allow must be a list of strings, not '10.0.0.0/8'"),
        ("[web]\nallow = [1]\n", "web.allow must be a list of strings"),
        ('[web]\nwayback = "no"\n', "web.wayback must be true or false, not 'no'"),
        ("[web]\ntor = true\n", "web.tor must be a string, not True"),
        ("embeddings = 1\n", "embeddings must be true or false, not 1"),
        ("[web\n", "cannot be read"),
        ('[calibration]\nauto_rollback = "yes"\n', "calibration.auto_rollback must be true or false, not 'yes'"),
        ("[calibration]\nrollback = true\n", "unknown setting 'calibration.rollback'; there are: auto_rollback"),
        ("[models]\nnli = 3\n", "models.nli must be a string, not 3"),
        ("[models]\nthreads = true\n", "models.threads must be a whole number, not True"),
        ("[models]\nthreads = -1\n", "models.threads must be 0 or more, not -1"),
        ("[models]\ntimeout = 0\n", "models.timeout must be 1 or more, not 0"),
        ("[web]\ntimeout = 0\n", "web.timeout must be 1 or more, not 0"),
        ('[web]\ntimeout = "60"\n', "web.timeout must be a whole number, not '60'"),
        ("[engines]\ntimeout = -30\n", "engines.timeout must be 1 or more, not -30"),
        ("[engines]\ntimeout = true\n", "engines.timeout must be a whole number, not True"),
        ('[models]\ndevice = "tpu"\n', "models.device must be one of auto, cpu, cuda, not 'tpu'"),
        (
            '[models]\nembeder = "x"\n',
            "unknown setting 'models.embeder'; there are: allow, device, embedder, entities_en, entities_ja, nli",
        ),
        (
            '[report]\nlowest_grade = "not checked"\n',
            "report.lowest_grade must be one of quoted, derived, judged, not 'not checked'",
        ),
        ('[report]\nlowest_grade = "引用"\n', "report.lowest_grade must be one of quoted, derived, judged, not '引用'"),
        ('[report]\nlowest_grade = ""\n', "report.lowest_grade must be one of quoted, derived, judged, not ''"),
        ("[report]\nlowest_grade = 2\n", "report.lowest_grade must be a string, not 2"),
        ('[report]\nlowest = "quoted"\n', "unknown setting 'report.lowest'; there are: lowest_grade"),
        ('report = "judged"\n', "report must be a table, written [report], not 'judged'"),
        ("calibrate = true\n", "there are: embeddings, [web], [engines], [sites], [calibration], [models]"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, text: str, message: str) -> None:
    configured(tmp_path, text)
    with pytest.raises(ConfigError, match=r"config\.toml") as caught:
        load_settings({"TADORI_HOME": str(tmp_path)})
    assert message in str(caught.value)


@pytest.mark.req("X11")
@pytest.mark.parametrize("grade", [Grade.QUOTED, Grade.DERIVED, Grade.JUDGED])
def test_the_lowest_grade_of_a_report_is_derived_unless_the_file_names_another(tmp_path: Path, grade: Grade) -> None:
    home = {"TADORI_HOME": str(tmp_path)}
    assert load_settings(home).report.lowest_grade is Grade.DERIVED
    configured(tmp_path, f'[report]\nlowest_grade = "{grade}"\n')
    assert load_settings(home).report.lowest_grade is grade


@pytest.mark.req("L34")
def test_a_calibration_is_undone_by_itself_only_when_the_file_says_so(tmp_path: Path) -> None:
    home = {"TADORI_HOME": str(tmp_path)}
    assert load_settings(home).calibration.auto_rollback is False
    configured(tmp_path, "[calibration]\nauto_rollback = true\n")
    assert load_settings(home).calibration.auto_rollback is True


@pytest.mark.req("L39")
def test_models_of_ones_own_are_named_in_a_table_of_their_own(tmp_path: Path) -> None:
    home = {"TADORI_HOME": str(tmp_path)}
    assert load_settings(home).models == ModelSettings()
    configured(tmp_path, '[models]\nnli = "~/模型/nli"\nreranker = "http://127.0.0.1:8080"\nthreads = 2\n')
    assert load_settings(home).models == ModelSettings(nli="~/模型/nli", reranker="http://127.0.0.1:8080", threads=2)


def test_the_tor_password_is_never_shown(tmp_path: Path) -> None:
    settings = load_settings({"TADORI_HOME": str(tmp_path), "TADORI_TOR_PASSWORD": "s3cret"})
    assert settings.tor_password == "s3cret"
    assert "s3cret" not in repr(settings)


def test_a_display_is_taken_from_the_environment(tmp_path: Path) -> None:
    home = {"TADORI_HOME": str(tmp_path)}
    assert load_settings({**home, "DISPLAY": ":1"}).display == ":1"
    assert load_settings({**home, "WAYLAND_DISPLAY": "wayland-0"}).display == "wayland-0"
    assert load_settings(home).display == ""


def test_a_context_has_8192_tokens_and_its_reductions_are_masked(tmp_path: Path) -> None:
    assert load_settings({"TADORI_HOME": str(tmp_path)}).consensus == ConsensusSettings(
        token_budget=8192, log_reduced_text=False
    )


def test_the_names_of_the_document_win_over_the_file(tmp_path: Path) -> None:
    configured(tmp_path, "[consensus]\ntoken_budget = 4096\nlog_reduced_text = true\n")
    home = {"TADORI_HOME": str(tmp_path)}
    assert load_settings(home).consensus == ConsensusSettings(token_budget=4096, log_reduced_text=True)
    named = {**home, "CONSENSUS_TOKEN_BUDGET": " 2048 ", "LOG_CONTEXT_REDUCTION_KEY": "No"}
    assert load_settings(named).consensus == ConsensusSettings(token_budget=2048, log_reduced_text=False)
    assert load_settings({**named, "CONSENSUS_TOKEN_BUDGET": ""}).consensus.token_budget == 4096


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "CONSENSUS_TOKEN_BUDGET",
            "-1",
            "CONSENSUS_TOKEN_BUDGET must be a whole number of tokens, 0 or more, not '-1'",
        ),
        ("CONSENSUS_TOKEN_BUDGET", "８１９２", "CONSENSUS_TOKEN_BUDGET must be a whole number"),
        ("CONSENSUS_TOKEN_BUDGET", "9" * 5000, "CONSENSUS_TOKEN_BUDGET must be a whole number"),
        ("LOG_CONTEXT_REDUCTION_KEY", "maybe", "LOG_CONTEXT_REDUCTION_KEY must be true or false, not 'maybe'"),
    ],
)
def test_a_wrong_value_of_a_context_is_named(tmp_path: Path, name: str, value: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_settings({"TADORI_HOME": str(tmp_path), name: value})


def test_a_context_cannot_have_fewer_than_no_tokens(tmp_path: Path) -> None:
    configured(tmp_path, "[consensus]\ntoken_budget = -1\n")
    with pytest.raises(ConfigError, match=r"consensus.token_budget must be 0 or more, not -1"):
        load_settings({"TADORI_HOME": str(tmp_path)})
