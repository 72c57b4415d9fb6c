"""The certificates of the little web: an authority of its own, a leaf for every domain, and some that are wrong.

Made when first asked for and kept in the folder handed in, which is the web's own and goes with it.
"""

import base64
import hashlib
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tests.web.wire import registrable

EXPIRED: Final = "expired"
OTHER_NAME: Final = "other_name"
SELF_SIGNED: Final = "self_signed"
Flaw = str
"""One of the three above."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signed:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


class Authority:
    """Signs leaves; `file` is what a client must trust."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._contexts: dict[tuple[str, Flaw | None, bool], ssl.SSLContext] = {}
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name("Little Web Authority")
        made = _builder(name, name, key, days=(-2, 30)).add_extension(
            x509.BasicConstraints(ca=True, path_length=0), critical=True
        )
        usage = x509.KeyUsage(
            digital_signature=False,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            key_cert_sign=True,
            crl_sign=True,
            encipher_only=False,
            decipher_only=False,
        )
        identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
        made = made.add_extension(usage, critical=True).add_extension(identifier, critical=False)
        self._own = _Signed(certificate=made.sign(key, hashes.SHA256()), key=key)
        self.file = folder / "authority.pem"
        self.file.write_bytes(_pem(self._own.certificate))

    @property
    def spki(self) -> str:
        """For Chromium's `--ignore-certificate-errors-spki-list`."""
        public = self._own.key.public_key()
        der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(hashlib.sha256(der).digest()).decode()

    def context(self, host: str, *, flaw: Flaw | None = None, http2: bool = True) -> ssl.SSLContext:
        """How to speak TLS as `host`; one context a registrable domain, flaw and protocol."""
        domain = registrable(host)
        found = self._contexts.get((domain, flaw, http2))
        if found is None:
            found = self._contexts[domain, flaw, http2] = self._context(domain, flaw, http2)
        return found

    def _context(self, domain: str, flaw: Flaw | None, http2: bool) -> ssl.SSLContext:
        file = self._folder / f"{domain}-{flaw or 'good'}.pem"
        if not file.exists():
            file.write_bytes(self._leaf(domain, flaw))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        context.set_alpn_protocols(["h2", "http/1.1"] if http2 else ["http/1.1"])
        return context

    def _leaf(self, domain: str, flaw: Flaw | None) -> bytes:
        """Key and chain in PEM. A flawed leaf does not carry the authority, which Chromium may be told to trust."""
        key = ec.generate_private_key(ec.SECP256R1())
        named = "somebody-else.test" if flaw == OTHER_NAME else domain
        issuer = _Signed(certificate=self._own.certificate, key=key if flaw == SELF_SIGNED else self._own.key)
        issuer_name = _name(named) if flaw == SELF_SIGNED else self._own.certificate.subject
        names = x509.SubjectAlternativeName([x509.DNSName(named), x509.DNSName(f"*.{named}")])
        made = (
            _builder(_name(named), issuer_name, key, days=(-20, -10) if flaw == EXPIRED else (-1, 20))
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.key.public_key()), critical=False)
            .sign(issuer.key, hashes.SHA256())
        )
        secret = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        chain = _pem(made) if flaw else _pem(made) + _pem(self._own.certificate)
        return secret + chain


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, *, days: tuple[int, int]
) -> x509.CertificateBuilder:
    """Subject, issuer and validity, as days from now."""
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
    )
