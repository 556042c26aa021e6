"""Signatures: a certificate's signer is known by the key, and nothing else will do."""

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from oa_conformance.steps.verdict import signing
from oa_conformance.steps.verdict.signing import ENVELOPE, SigningError, UnusableKey

CONTENT: dict[str, Any] = {
    "certified": True,
    "clauses": [{"id": "IDENT-02", "status": "PASS"}, {"id": "IDENT-04", "status": "NOT-CLAIMED"}],
    "suite": {"sha256": "a" * 64, "features_sha256": "b" * 64},
    "release": {"release_id": "c" * 40, "base_sha256": "d" * 64},
    "cassettes": {"served_sha256": "e" * 64},
    "host": {"identity": {"of": "the Python module h", "sha256": "f" * 64}},
}
WRITTEN = b"what stands in certificate.json"


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    return signing.make_keys(tmp_path / "signer")


def signed(folder: Path, private: Path, written: bytes = WRITTEN, **changes: Any) -> Path:
    (folder / ENVELOPE).write_bytes(signing.signing_key(private).sign(CONTENT | changes, written))
    return folder


def refusal(folder: Path, public: Path, content: dict[str, Any] = CONTENT, written: bytes = WRITTEN) -> str:
    with pytest.raises(SigningError) as caught:
        signing.check(folder, public, content, written)
    return str(caught.value)


def pem(path: Path, key: Any, encryption: Any) -> Path:
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption))
    return path


def test_a_signature_is_good_for_the_certificate_it_was_made_for(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    private, public = keys
    folder = signed(tmp_path, private)
    signing.check(folder, public, CONTENT, WRITTEN)
    assert refusal(folder, public, written=WRITTEN + b" ").endswith("signed another certificate, not this one")
    assert "another certificate" in refusal(folder, public, CONTENT | {"certified": False})


def test_the_statement_is_an_in_toto_test_result(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    told = signing.statement(CONTENT, WRITTEN)
    assert told["_type"] == "https://in-toto.io/Statement/v1"
    assert told["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    assert told["subject"][0]["name"] == "certificate.json"
    assert told["predicate"] == {
        "result": "PASSED",
        "configuration": [
            {"name": "features", "digest": {"sha256": "b" * 64}},
            {"name": "suite", "digest": {"sha256": "a" * 64}},
            {"name": f"release {'c' * 40}", "digest": {"sha256": "d" * 64}},
            {"name": "cassettes", "digest": {"sha256": "e" * 64}},
            {"name": "the Python module h", "digest": {"sha256": "f" * 64}},
        ],
        "passedTests": ["IDENT-02"],
        "warnedTests": [],
        "failedTests": [],
    }


@pytest.mark.parametrize(
    ("certified", "status", "result"), [(True, "WARN", "WARNED"), (False, "FAIL", "FAILED"), (False, "WARN", "FAILED")]
)
def test_a_result_is_no_better_than_the_verdict(certified: bool, status: str, result: str) -> None:
    clauses = [{"id": "IDENT-02", "status": status}]
    assert signing.predicate(CONTENT | {"certified": certified, "clauses": clauses})["result"] == result


def test_another_key_did_not_sign(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    folder = signed(tmp_path, keys[0])
    _, other = signing.make_keys(tmp_path / "other")
    assert refusal(folder, other) == f"{ENVELOPE}: was not signed by other.pub"


def test_a_key_id_is_a_hint_and_no_more(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    folder = signed(tmp_path, keys[0])
    envelope = json.loads((folder / ENVELOPE).read_text())
    envelope["signatures"][0]["keyid"] = "what another tool calls it"
    (folder / ENVELOPE).write_text(json.dumps(envelope))
    signing.check(folder, keys[1], CONTENT, WRITTEN)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda envelope: envelope.update(payloadType="text/plain"), "was not signed by signer.pub"),
        (lambda envelope: envelope.update(payload="e30="), "was not signed by signer.pub"),
        (lambda envelope: envelope.update(signatures=[]), "is no envelope (ValueError)"),
        (lambda envelope: envelope.pop("payload"), "is no envelope (KeyError)"),
        (lambda envelope: envelope.update(payload=7), "is no envelope"),
        (lambda envelope: envelope.update(signatures=[{"keyid": "x", "sig": "!"}]), "is no envelope"),
    ],
)
def test_a_forged_envelope_is_refused(tmp_path: Path, keys: tuple[Path, Path], change: Any, words: str) -> None:
    folder = signed(tmp_path, keys[0])
    envelope = json.loads((folder / ENVELOPE).read_text())
    change(envelope)
    (folder / ENVELOPE).write_text(json.dumps(envelope))
    assert refusal(folder, keys[1]).startswith(f"{ENVELOPE}: {words}")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"[" * 50_000, b"\xff", b"{}" + b" " * 1_000_001], ids=range(6))
def test_what_is_no_envelope_is_refused(tmp_path: Path, keys: tuple[Path, Path], content: bytes) -> None:
    (tmp_path / ENVELOPE).write_bytes(content)
    assert refusal(tmp_path, keys[1]).startswith(f"{ENVELOPE}: ")


def test_a_certificate_without_a_signature_is_not_signed(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    assert refusal(tmp_path, keys[1]).endswith("No such file or directory; the certificate is not signed")


# keys


def test_a_private_key_is_its_owners_alone_and_is_never_written_over(keys: tuple[Path, Path]) -> None:
    private, public = keys
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert public.name == "signer.pub"
    before = private.read_bytes()
    with pytest.raises(SigningError, match=r"signer\.pub: is there already"):
        signing.make_keys(private)
    public.unlink()
    with pytest.raises(SigningError, match="signer: File exists"):
        signing.make_keys(private)
    assert private.read_bytes() == before


def test_a_key_that_cannot_sign_is_one_line(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    encrypted = pem(tmp_path / "encrypted", Ed25519PrivateKey.generate(), BestAvailableEncryption(b"secret"))
    rsa = pem(tmp_path / "rsa", generate_private_key(65537, 2048), NoEncryption())
    (tmp_path / "text").write_text("no key")
    for path, words in (
        (encrypted, "the key is encrypted"),
        (rsa, "is no ed25519 key"),
        (tmp_path / "text", "holds no private key in PEM"),
        (keys[1], "holds no private key in PEM"),
        (tmp_path / "none", "No such file or directory"),
    ):
        with pytest.raises(UnusableKey, match=words):
            signing.signing_key(path)


def test_a_key_that_cannot_check_is_no_verdict_on_the_signature(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    folder = signed(tmp_path, keys[0])
    rsa = tmp_path / "rsa.pub"
    rsa.write_bytes(
        generate_private_key(65537, 2048).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    for path, words in (
        (keys[0], "holds no public key"),
        (rsa, "is no ed25519 key"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(UnusableKey, match=words):
            signing.check(folder, path, CONTENT, WRITTEN)


def test_without_the_extra_one_line_says_what_to_install(
    tmp_path: Path, keys: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "securesystemslib.signer", None)
    with pytest.raises(UnusableKey, match=r"pip install 'oa-conformance\[sign\]'"):
        signing.signing_key(keys[0])
    with pytest.raises(UnusableKey, match=r"pip install 'oa-conformance\[sign\]'"):
        signing.check(tmp_path, keys[1], CONTENT, WRITTEN)
