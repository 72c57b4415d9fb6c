"""Plugins are packages on the disk: what is not allowed and signed is listed with the reason and never imported."""

import base64
import json
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from tadori.errors import ConfigError, WrongCall
from tadori.settings import EngineSettings, PluginSettings, Settings, load_settings
from tadori.wiring.plugin_signatures import (
    SIGNATURE_FILE,
    hmac_signature,
    message_of,
    plugin_argument,
    signature_problem,
)
from tadori.wiring.plugins import ENTRY_POINT_GROUP, installed_engines, untrusted_plugins

SOURCE = """
from tadori.model.engine import EngineFacts, EngineKind

class Engine:
    facts = EngineFacts(name="{engine}", kind=EngineKind.API)

ENGINES = {{"{engine}": Engine(), "google": Engine()}}
"""
KEY = "a secret of this test"


class Plugin:
    """A package `tadori-NAME` with one engine `NAME`, installed in a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self.package, self.module = name, f"tadori-{name}", f"tadori_{name}"
        self.root = folder / self.module
        self.root.mkdir()
        (self.root / "__init__.py").write_text(SOURCE.format(engine=name), encoding="utf-8")
        (self.root / "data").mkdir()
        (self.root / "data" / "日本.txt").write_text("港", encoding="utf-8")
        info = folder / f"{self.module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {self.package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(
            f"[{ENTRY_POINT_GROUP}]\n{name} = {self.module}:ENGINES\n", encoding="utf-8"
        )

    @property
    def digest(self) -> str:
        point = next(p for p in entry_points(group=ENTRY_POINT_GROUP) if p.name == self.name)
        found = signature_problem(point, PluginSettings())
        assert found is not None
        return found.digest

    def sign(self, form: str, signature: str) -> None:
        (self.root / SIGNATURE_FILE).write_text(json.dumps({"form": form, "signature": signature}), encoding="utf-8")

    def settings(self, **trusted: object) -> Settings:
        return Settings(
            home=Path("home"),
            engines=EngineSettings(allow=(self.package,)),
            plugins=replace(PluginSettings(), **trusted),  # type: ignore[arg-type]
        )

    def reason(self, **trusted: object) -> str:
        return next(one.reason for one in untrusted_plugins(self.settings(**trusted)) if one.package == self.package)


@pytest.fixture
def plugin(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plugin]:
    made = Plugin(tmp_path, f"p{zlib.crc32(request.node.nodeid.encode())}")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield made
    sys.modules.pop(made.module, None)


@pytest.fixture(scope="module")
def rsa_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def pem(key: rsa.RSAPrivateKey, path: Path) -> str:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    path.write_bytes(key.public_key().public_bytes(serialization.Encoding.PEM, form))
    return str(path)


def rsa_signature(key: rsa.RSAPrivateKey, message: bytes) -> str:
    form = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=padding.PSS.DIGEST_LENGTH)
    return base64.b64encode(key.sign(message, form, hashes.SHA256())).decode()


@pytest.mark.req("M7")
def test_a_plugin_that_nobody_allowed_is_listed_and_not_imported(plugin: Plugin) -> None:
    settings = Settings(home=Path("home"))
    listed = {one.package: one.reason for one in untrusted_plugins(settings)}
    assert listed[plugin.package] == f"[engines] allow = ['{plugin.package}']"
    assert plugin.name not in installed_engines(settings)
    assert plugin.module not in sys.modules


@pytest.mark.req("M7")
def test_an_allowed_plugin_without_a_signature_is_disabled_and_told_what_would_do(plugin: Plugin) -> None:
    assert plugin.reason() == f"not signed; [plugins] sha256 = ['{plugin.digest}']"
    assert plugin.name not in installed_engines(plugin.settings())
    assert plugin.module not in sys.modules


@pytest.mark.req("M7")
def test_a_plugin_on_the_list_is_loaded_and_takes_no_name_of_ours(plugin: Plugin) -> None:
    found = installed_engines(plugin.settings(sha256=(plugin.digest.upper(),)))
    assert found[plugin.name].facts.name == plugin.name
    assert type(found["google"]).__module__.startswith("tadori.")
    assert plugin.package not in [one.package for one in untrusted_plugins(plugin.settings(sha256=(plugin.digest,)))]


@pytest.mark.req("M7")
def test_a_plugin_signed_with_the_shared_key_is_loaded(plugin: Plugin) -> None:
    plugin.sign("hmac-sha256", hmac_signature(plugin.package, plugin.digest, KEY))
    assert plugin.name in installed_engines(plugin.settings(hmac_key=KEY))
    assert plugin.reason().startswith("signed with a key that is not set (TADORI_PLUGIN_KEY); ")
    assert plugin.reason(hmac_key="another").startswith("wrongly signed: ")


@pytest.mark.req("M7")
def test_a_plugin_signed_by_a_trusted_rsa_key_is_loaded(
    plugin: Plugin, rsa_key: rsa.RSAPrivateKey, tmp_path: Path
) -> None:
    plugin.sign("rsa-pss-sha256", rsa_signature(rsa_key, message_of(plugin.package, plugin.digest)))
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    right, wrong = pem(rsa_key, tmp_path / "right.pem"), pem(other, tmp_path / "wrong.pem")
    assert plugin.name in installed_engines(plugin.settings(public_keys=(wrong, right)))
    assert plugin.reason(public_keys=(wrong,)).startswith("wrongly signed: ")
    assert plugin.reason().startswith("signed with a key that is not trusted ([plugins] public_keys); ")


def change_a_byte(plugin: Plugin) -> None:
    path = plugin.root / "__init__.py"
    path.write_text(path.read_text(encoding="utf-8") + "#", encoding="utf-8")


def add_a_file(plugin: Plugin) -> None:
    (plugin.root / "more.py").write_text("", encoding="utf-8")


def move_a_file(plugin: Plugin) -> None:
    (plugin.root / "data" / "日本.txt").rename(plugin.root / "日本.txt")


def hide_a_file_under_the_name_of_the_signature(plugin: Plugin) -> None:
    (plugin.root / "data" / SIGNATURE_FILE).write_text("import os", encoding="utf-8")


@pytest.mark.req("M7")
@pytest.mark.parametrize(
    "change", [change_a_byte, add_a_file, move_a_file, hide_a_file_under_the_name_of_the_signature]
)
def test_a_signed_plugin_that_was_changed_is_disabled(plugin: Plugin, change: object) -> None:
    before = plugin.digest
    plugin.sign("hmac-sha256", hmac_signature(plugin.package, before, KEY))
    assert callable(change)
    change(plugin)
    assert plugin.digest != before
    assert plugin.reason(hmac_key=KEY, sha256=(before,)).startswith("wrongly signed: ")


def test_what_python_leaves_behind_changes_nothing(plugin: Plugin) -> None:
    before = plugin.digest
    (plugin.root / "__pycache__").mkdir()
    (plugin.root / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert plugin.digest == before


def test_the_signature_of_one_plugin_does_not_hold_for_another(plugin: Plugin) -> None:
    plugin.sign("hmac-sha256", hmac_signature("tadori-other", plugin.digest, KEY))
    assert plugin.reason(hmac_key=KEY).startswith("wrongly signed: ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"not json", f"{SIGNATURE_FILE} cannot be read"),
        (b"[1]", f"{SIGNATURE_FILE} does not name `form` and `signature`"),
        (b'{"form": "hmac-sha256", "signature": 5}', f"{SIGNATURE_FILE} does not name `form` and `signature`"),
        (b'{"form": "none", "signature": ""}', "signed in a form that is not known (hmac-sha256, rsa-pss-sha256)"),
        (b" " * 20_000, f"{SIGNATURE_FILE} is too long to be a signature"),
        (b'{"form": "hmac-sha256", "signature": "\xe6\xb8\xaf"}', "wrongly signed: "),
    ],
)
def test_a_signature_that_is_none_is_told_as_such(plugin: Plugin, content: bytes, reason: str) -> None:
    (plugin.root / SIGNATURE_FILE).write_bytes(content)
    assert plugin.reason(hmac_key=KEY).startswith(reason)


def test_a_signature_that_is_not_base64_does_not_hold(
    plugin: Plugin, rsa_key: rsa.RSAPrivateKey, tmp_path: Path
) -> None:
    plugin.sign("rsa-pss-sha256", "***")
    assert plugin.reason(public_keys=(pem(rsa_key, tmp_path / "k.pem"),)).startswith("its signature is not base64; ")


def test_a_link_in_a_plugin_could_lead_anywhere(plugin: Plugin, tmp_path: Path) -> None:
    (plugin.root / "linked.py").symlink_to(tmp_path)
    assert plugin.reason() == "'linked.py' is a link, which could lead anywhere"


def test_a_key_that_cannot_be_used_is_named(plugin: Plugin, tmp_path: Path) -> None:
    plugin.sign("rsa-pss-sha256", "AAAA")
    torn = tmp_path / "torn.pem"
    torn.write_text("-----BEGIN PUBLIC KEY-----", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"torn\.pem is no readable public key"):
        untrusted_plugins(plugin.settings(public_keys=(str(torn),)))
    short = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    with pytest.raises(ConfigError, match="no RSA key of 2048 bits or more"):
        untrusted_plugins(plugin.settings(public_keys=(pem(short, tmp_path / "short.pem"),)))


@pytest.mark.req("M7")
def test_a_plugin_is_given_no_setting_with_metacharacters(plugin: Plugin) -> None:
    good = plugin.settings(sha256=(plugin.digest,))
    bad = replace(good, engines=replace(good.engines, bases=((plugin.name, "https://x.test/$(id)"),)))
    assert plugin.name in installed_engines(good)
    with pytest.raises(WrongCall, match="the argument 'base' holds a sign"):
        installed_engines(bad)


@pytest.mark.req("M7")
@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("plain", "plain"),
        ("two words", "'two words'"),
        ("https://x.test/a?".rstrip("?"), "https://x.test/a"),
        ("港の橋", "'港の橋'"),
        ("", "''"),
    ],
)
def test_an_argument_is_handed_over_as_one(value: str, quoted: str) -> None:
    assert plugin_argument("query", value, {"query"}) == quoted


@pytest.mark.req("M7")
@pytest.mark.parametrize(
    "value",
    ["a;b", "a|b", "a&b", "$(x)", "`x`", "a>b", "a<b", "a\nb", "a\x00b", "'", '"', "a\\b", "{a}", "*", "?", "!", "#",
     "../x", "-rf", "x" * 501, "\u202eabc", "a\u200bb"],
)  # fmt: skip
def test_an_argument_with_a_metacharacter_is_refused(value: str) -> None:
    with pytest.raises(WrongCall, match="the argument 'query'"):
        plugin_argument("query", value, {"query"})


def test_an_argument_that_was_not_declared_is_refused() -> None:
    with pytest.raises(WrongCall, match="takes no argument 'shell'; there are: base, key"):
        plugin_argument("shell", "x", {"key", "base"})


def test_settings_name_digests_and_keys_and_the_secret_comes_from_the_environment(tmp_path: Path) -> None:
    digest = "ab" * 32
    text = f'[plugins]\nsha256 = ["{digest}"]\npublic_keys = ["keys/a.pem"]\n'
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    read = load_settings({"TADORI_PLUGIN_KEY": KEY}, home=tmp_path).plugins
    assert read == PluginSettings(sha256=(digest,), public_keys=(str(tmp_path / "keys/a.pem"),), hmac_key=KEY)
    assert KEY not in repr(read)


@pytest.mark.parametrize("wrong", ['sha256 = ["abc"]', 'hmac_key = "x"', 'sha256 = "x"'])
def test_wrong_settings_of_plugins_are_refused(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "config.toml").write_text(f"[plugins]\n{wrong}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="plugins"):
        load_settings({}, home=tmp_path)
