"""Checks the signature of an installed plugin (M7): a list of SHA-256 digests, HMAC-SHA256 or RSA-PSS.

In: an entry point, and what the user trusts (`[plugins]` in `config.toml`). Out: None if the plugin may be imported,
or the reason why it may not. The files on the disk are hashed, not what the package's own records say
of them; nothing of a plugin is imported or run here. What a plugin imports from other packages is not covered.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tadori.errors import ConfigError, MissingExtra, WrongCall
from tadori.settings import PluginSettings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

SIGNATURE_FILE: Final = "tadori-signature.json"
"""The file of a package that holds its signature: `{"form": "hmac-sha256", "signature": "…"}`."""
MAX_PLUGIN_FILES: Final = 5_000
MAX_PLUGIN_BYTES: Final = 100_000_000
MAX_ARGUMENT_CHARS: Final = 500
_MADE_BY_PYTHON: Final = "__pycache__"
_LEAST_BITS: Final = 2048
_MOST_SIGNATURE: Final = 10_000
# An allowlist: a list of forbidden characters would always miss one.
_ARGUMENT: Final = re.compile(r"[\w .,:/@%+=~-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureProblem:
    """Why a plugin may not be loaded."""

    reason: str
    digest: str = ""
    """The digest of its files, for the user who wants to trust it."""


def signature_problem(point: EntryPoint, trusted: PluginSettings) -> SignatureProblem | None:
    """None when the plugin's signature holds; otherwise why it is disabled.

    Raises:
        ConfigError: a key that settings name cannot be used.
        MissingExtra: an RSA-PSS signature, and the package that checks it is not installed.
    """
    try:
        root, files = _files(point)
    except ConfigError as problem:
        return SignatureProblem(reason=str(problem))
    digest = digest_of(point, files)
    if digest in {listed.strip().lower() for listed in trusted.sha256}:
        return None
    signature = _signature(root)
    if isinstance(signature, str):
        return SignatureProblem(reason=signature, digest=digest)
    reason = _wrong(signature, message_of(_package(point), digest), trusted)
    return SignatureProblem(reason=reason, digest=digest) if reason else None


def digest_of(point: EntryPoint, files: Mapping[str, bytes]) -> str:
    """SHA-256 over what is loaded (`module:attribute`) and every file, by path: each with its length before it."""
    total = hashlib.sha256()
    for part in (point.value.encode(), *(one for path in sorted(files) for one in (path.encode(), files[path]))):
        total.update(len(part).to_bytes(8, "big"))
        total.update(part)
    return total.hexdigest()


def message_of(package: str, digest: str) -> bytes:
    """What is signed: the package by name, and its digest."""
    return f"tadori plugin\n{package}\n{digest}\n".encode()


def hmac_signature(package: str, digest: str, key: str) -> str:
    """The `hmac-sha256` signature of a plugin, in hex; for authors of plugins."""
    return hmac.new(key.encode(), message_of(package, digest), hashlib.sha256).hexdigest()


def plugin_argument(name: str, value: str, allowed: Collection[str]) -> str:
    """`value` as one argument, quoted, for a plugin that takes the arguments `allowed`.

    Raises:
        WrongCall: the argument is not among them, or contains a character with a meaning in a shell, path or URL.
    """
    if name not in allowed:
        raise WrongCall(f"a plugin takes no argument {name!r}; there are: {', '.join(sorted(allowed)) or 'none'}")
    if len(value) > MAX_ARGUMENT_CHARS:
        raise WrongCall(f"the argument {name!r} is longer than {MAX_ARGUMENT_CHARS} characters")
    if not _ARGUMENT.fullmatch(value) or ".." in value or value.startswith("-"):
        raise WrongCall(
            f"the argument {name!r} holds a sign that may not stand there; allowed are letters, . , : / @ % + = ~ -"
        )
    return shlex.quote(value)


def _files(point: EntryPoint) -> tuple[Path, dict[str, bytes]]:
    """The folder of the plugin's package, and its files by relative path."""
    top = point.module.partition(".")[0]
    # PathFinder finds files without importing. Files found by an import hook of the plugin could not be checked.
    spec = PathFinder.find_spec(top)
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        raise ConfigError(f"the files of {top!r} cannot be found")
    places = list(spec.submodule_search_locations or ())
    if len(places) > 1:
        raise ConfigError(f"{top!r} lies in several folders")
    origin = Path(spec.origin)
    root = Path(places[0]) if places else origin.parent
    paths = _walked(root) if places else iter([origin])
    # The signature cannot sign itself; a file of its name deeper down is one like any other.
    return root, _read(root, (path for path in paths if path != root / SIGNATURE_FILE))


def _walked(root: Path) -> Iterator[Path]:
    for path in sorted(root.iterdir()):
        if path.is_symlink():
            raise ConfigError(f"{path.name!r} is a link, which could lead anywhere")
        if path.is_dir():
            if path.name != _MADE_BY_PYTHON:
                yield from _walked(path)
        else:
            yield path


def _read(root: Path, paths: Iterator[Path]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    size = 0
    try:
        for path in paths:
            size += path.stat().st_size
            if len(found) >= MAX_PLUGIN_FILES or size > MAX_PLUGIN_BYTES:
                raise ConfigError(f"it has more than {MAX_PLUGIN_FILES} files or {MAX_PLUGIN_BYTES // 1_000_000} MB")
            found[path.relative_to(root).as_posix()] = path.read_bytes()
    except OSError as exc:
        raise ConfigError(f"its files cannot be read ({exc.strerror})") from exc
    return found


def _signature(root: Path) -> dict[str, Any] | str:
    """The signature file of the package, or why it cannot be used."""
    path = root / SIGNATURE_FILE
    try:
        if path.stat().st_size > _MOST_SIGNATURE:
            return f"{SIGNATURE_FILE} is too long to be a signature"
        read = json.loads(path.read_bytes())
    except FileNotFoundError:
        return "not signed"
    except (OSError, ValueError):
        return f"{SIGNATURE_FILE} cannot be read"
    if not isinstance(read, dict) or not all(isinstance(read.get(key), str) for key in ("form", "signature")):
        return f"{SIGNATURE_FILE} does not name `form` and `signature`"
    return read


def _wrong(signature: Mapping[str, Any], message: bytes, trusted: PluginSettings) -> str:
    """Why `signature` is invalid; empty when it is valid."""
    match signature["form"]:
        case "hmac-sha256":
            return _wrong_hmac(signature["signature"], message, trusted.hmac_key)
        case "rsa-pss-sha256":
            return _wrong_rsa(signature["signature"], message, trusted.public_keys)
        case _:
            return "signed in a form that is not known (hmac-sha256, rsa-pss-sha256)"


def _wrong_hmac(given: str, message: bytes, key: str) -> str:
    if not key:
        return "signed with a key that is not set (TADORI_PLUGIN_KEY)"
    right = hmac.new(key.encode(), message, hashlib.sha256).hexdigest()
    held = hmac.compare_digest(right.encode(), given.strip().lower().encode())
    return "" if held else "wrongly signed: its files are not those that were signed, or the key is another"


def _wrong_rsa(given: str, message: bytes, keys: Collection[str]) -> str:
    if not keys:
        return "signed with a key that is not trusted ([plugins] public_keys)"
    try:
        from cryptography.exceptions import InvalidSignature  # lazy: the optional extra `signatures`
        from cryptography.hazmat.primitives import hashes  # lazy: the optional extra `signatures`
        from cryptography.hazmat.primitives.asymmetric import padding  # lazy: the optional extra `signatures`
    except ImportError as exc:
        raise MissingExtra("checking RSA signatures of plugins needs: pip install 'tadori[signatures]'") from exc
    try:
        signed = base64.b64decode(given, validate=True)
    except (binascii.Error, ValueError):
        return "its signature is not base64"
    form = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=padding.PSS.DIGEST_LENGTH)
    for key in keys:
        try:
            _public_key(key).verify(signed, message, form, hashes.SHA256())
        except InvalidSignature:
            continue
        return ""
    return "wrongly signed: its files are not those that were signed, or by none of the trusted keys"


def _public_key(path: str) -> "RSAPublicKey":
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey  # lazy: the optional extra `signatures`
    from cryptography.hazmat.primitives.serialization import load_pem_public_key  # lazy: as above

    try:
        key = load_pem_public_key(Path(path).read_bytes())
    except (OSError, ValueError) as exc:
        raise ConfigError(f"plugins.public_keys: {path} is no readable public key (PEM)") from exc
    if not isinstance(key, RSAPublicKey) or key.key_size < _LEAST_BITS:
        raise ConfigError(f"plugins.public_keys: {path} is no RSA key of {_LEAST_BITS} bits or more")
    return key


def _package(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name
