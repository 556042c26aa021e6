"""A certificate authority of our own, so that a host's HTTPS ends here. One a run; nothing of it outlives the run."""

import shutil
import ssl
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, pkcs12

CONTEXTS = 1024  # hostnames whose certificates are kept
TRUST_PASSWORD = "changeit"  # Java's own for what is no secret
Sni = ssl.SSLObject | ssl.SSLSocket


class Authority:
    """Signs for every hostname with elliptic-curve keys, which are made in a millisecond.

    ``pem`` and ``truststore`` (PKCS12, for Java) are files in ``folder`` that hold its certificate alone: a client that
    is told to trust them trusts nothing else. Close it to remove them.
    """

    def __init__(self) -> None:
        self._ca = trustme.CA()
        self.folder = Path(tempfile.mkdtemp(prefix="oa-conformance-proxy-"))
        self.pem, self.truststore = self.folder / "ca.pem", self.folder / "ca.p12"
        certificate = self._ca.cert_pem.bytes()
        self.pem.write_bytes(certificate)
        entry = pkcs12.PKCS12Certificate(x509.load_pem_x509_certificate(certificate), b"oa-conformance")
        password = BestAvailableEncryption(TRUST_PASSWORD.encode())
        self.truststore.write_bytes(pkcs12.serialize_java_truststore([entry], password))
        self.context_for = lru_cache(CONTEXTS)(self._context_for)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def by_name(self, heard: Callable[[str], None]) -> ssl.SSLContext:
        """A server's context for one connection, with the certificate of the name that the client asks for.

        ``heard`` gets the name (SNI, RFC 6066 §3). A client that asks for none, or for none that can be, is refused.
        """
        context = self._bare()

        def choose(connection: Sni, name: str | None, _: ssl.SSLContext) -> int | None:
            try:
                connection.context = self.context_for(name or "")
            except ValueError:
                return int(ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME)
            heard(name or "")
            return None

        context.sni_callback = choose
        return context

    def _context_for(self, host: str) -> ssl.SSLContext:
        """A server's context for this hostname or address. Raises ValueError for what no certificate can name."""
        context = self._bare()
        self._ca.issue_cert(host).configure_cert(context)
        return context

    @staticmethod
    def _bare() -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        return context
