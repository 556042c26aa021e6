"""Signatures: who vouches for a certificate. An in-toto statement of a test result in a DSSE envelope, by ed25519.

The statement names ``certificate.json`` by its digest, and so binds all that the certificate binds. Needs the extra
``sign``; keys are PEM files, as ``oa-conformance keygen`` or OpenSSL write them.
"""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from oa_conformance.steps.verdict.certificate import CERTIFICATE, no_constant

ENVELOPE = "certificate.dsse.json"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1"
MAXIMUM_KEY, MAXIMUM_ENVELOPE = 10_000, 1_000_000  # bytes


class SigningError(Exception):
    """A key, an envelope or a signature that is not good. The message is one line."""


class UnusableKey(SigningError):
    """A key that cannot be used, or packages that are missing: nothing can be said of a signature."""


@dataclass(frozen=True)
class SigningKey:
    """A private key, ready to sign."""

    signer: Any

    def sign(self, content: Mapping[str, Any], written: bytes) -> bytes:
        """The envelope for a certificate and the bytes it was written as."""
        from securesystemslib.dsse import Envelope  # noqa: PLC0415 - an extra

        envelope = Envelope(json.dumps(statement(content, written)).encode(), PAYLOAD_TYPE, {})
        envelope.sign(self.signer)
        return json.dumps(envelope.to_dict(), indent=1).encode() + b"\n"


def signing_key(path: Path) -> SigningKey:
    """The ed25519 private key in a PEM file. Raises UnusableKey."""
    with extra():
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
        from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415
        from in_toto_attestation.v1 import statement as _  # noqa: F401, PLC0415 - to fail before the run, not after it
        from securesystemslib.signer import CryptoSigner  # type: ignore[attr-defined]  # noqa: PLC0415
    content = key_bytes(path)
    try:
        found = load_pem_private_key(content, None)
    except TypeError as error:
        raise UnusableKey(f"{path}: the key is encrypted; name one that is not") from error
    except Exception as error:  # of cryptography there are several kinds
        raise UnusableKey(f"{path}: holds no private key in PEM; make one with oa-conformance keygen") from error
    if not isinstance(found, Ed25519PrivateKey):
        raise UnusableKey(f"{path}: is no ed25519 key; make one with oa-conformance keygen")
    return SigningKey(CryptoSigner(found))


def check(folder: Path, key: Path, content: Mapping[str, Any], written: bytes) -> None:
    """See that this key signed this certificate. Raises SigningError with the reason if it did not, UnusableKey."""
    with extra():
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
        from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415
        from securesystemslib.dsse import Envelope  # noqa: PLC0415
        from securesystemslib.exceptions import VerificationError  # noqa: PLC0415
        from securesystemslib.signer import Key, SSlibKey  # type: ignore[attr-defined]  # noqa: PLC0415
    pem = key_bytes(key)
    try:
        public = load_pem_public_key(pem)
    except Exception as error:
        raise UnusableKey(f"{key}: holds no public key in PEM; it is the file that ends in .pub") from error
    if not isinstance(public, Ed25519PublicKey):
        raise UnusableKey(f"{key}: is no ed25519 key")
    try:
        envelope = Envelope.from_dict(json.loads(envelope_bytes(folder), parse_constant=no_constant))
        told = json.loads(envelope.payload, parse_constant=no_constant)
        # by DSSE a key id is but a hint, and other tools have others
        keys: list[Key] = [SSlibKey.from_crypto(public, keyid=each) for each in envelope.signatures]
        envelope.verify(keys, 1)
    except VerificationError as error:
        raise SigningError(f"{ENVELOPE}: was not signed by {key.name}") from error
    except (SigningError, FileNotFoundError):
        raise
    except Exception as error:  # whatever a forged envelope makes of three parsers
        raise SigningError(f"{ENVELOPE}: is no envelope ({type(error).__name__})") from error
    if envelope.payload_type != PAYLOAD_TYPE or told != statement(content, written):
        raise SigningError(f"{ENVELOPE}: {key.name} signed another certificate, not this one")


def envelope_bytes(folder: Path) -> bytes:
    """The envelope beside a certificate. Raises SigningError."""
    try:
        with (folder / ENVELOPE).open("rb") as file:
            content = file.read(MAXIMUM_ENVELOPE + 1)
    except OSError as error:
        raise SigningError(f"{ENVELOPE}: {error.strerror}; the certificate is not signed") from error
    if len(content) > MAXIMUM_ENVELOPE:
        raise SigningError(f"{ENVELOPE}: over {MAXIMUM_ENVELOPE:,} bytes; it is none of ours")
    return content


def statement(content: Mapping[str, Any], written: bytes) -> dict[str, Any]:
    """The in-toto statement about a certificate, as JSON has it."""
    with extra():
        from google.protobuf.json_format import MessageToDict  # noqa: PLC0415
        from in_toto_attestation.v1.resource_descriptor import ResourceDescriptor  # noqa: PLC0415
        from in_toto_attestation.v1.statement import Statement  # noqa: PLC0415

    subject = ResourceDescriptor(name=CERTIFICATE, digest={"sha256": sha256(written).hexdigest()})
    made = Statement([subject.pb], PREDICATE_TYPE, predicate(content))
    made.validate()
    told: dict[str, Any] = MessageToDict(made.pb)
    return told


def predicate(content: Mapping[str, Any]) -> dict[str, Any]:
    """What a certificate says, in the words of in-toto's test-result predicate; a clause is a test."""
    by_status: dict[str, list[str]] = {}
    for clause in content["clauses"]:
        by_status.setdefault(clause["status"], []).append(clause["id"])
    failed = [name for status in ("FAIL", "NOT-EXERCISED", "SUITE-ERROR") for name in by_status.get(status, ())]
    warned = by_status.get("WARN", [])
    result = ("WARNED" if warned else "PASSED") if content["certified"] else "FAILED"
    bound = {
        "features": content["suite"]["features_sha256"],
        "suite": content["suite"]["sha256"],
        f"release {content['release']['release_id']}": content["release"]["base_sha256"],
        "cassettes": content["cassettes"]["served_sha256"],
    }
    if content["host"]["identity"]:
        bound[content["host"]["identity"]["of"]] = content["host"]["identity"]["sha256"]
    return {
        "result": result,
        "configuration": [{"name": name, "digest": {"sha256": digest}} for name, digest in bound.items()],
        "passedTests": by_status.get("PASS", []),
        "warnedTests": warned,
        "failedTests": failed,
    }


def make_keys(path: Path) -> tuple[Path, Path]:
    """Write a new private key to ``path``, readable by its owner alone, and its public key to ``path``.pub.

    Raises SigningError if either is there already or cannot be written.
    """
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    private = Ed25519PrivateKey.generate()
    pem = serialization.Encoding.PEM
    secret = private.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    open_part = private.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo)
    public_path = path.with_name(f"{path.name}.pub")
    if public_path.exists():
        raise SigningError(f"{public_path}: is there already; name another file")
    for where, content, mode in ((path, secret, 0o600), (public_path, open_part, 0o644)):
        try:
            with os.fdopen(os.open(where, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
                file.write(content)
        except OSError as error:
            raise SigningError(f"{where}: {error.strerror}; name another file") from error
    return path, public_path


def key_bytes(path: Path) -> bytes:
    """The key file, as far as a key may be long. Raises UnusableKey."""
    try:
        with path.open("rb") as file:
            return file.read(MAXIMUM_KEY)
    except OSError as error:
        raise UnusableKey(f"{path}: {error.strerror}; name a file that holds a key") from error


@contextlib.contextmanager
def extra() -> Iterator[None]:
    """Imports that only the extra brings. Raises UnusableKey where it is not installed."""
    try:
        yield
    except ImportError as error:
        raise UnusableKey(f"signatures need {error.name}; pip install 'oa-conformance[sign]'") from error
