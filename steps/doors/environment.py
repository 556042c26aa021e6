"""The environment of a host's process: its proxy is ours, and so is the only authority it trusts."""

from collections.abc import Mapping

from oa_conformance.steps.doors.authority import TRUST_PASSWORD, Authority
from oa_conformance.steps.doors.process import is_proxy

PROXIES = ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")
BUNDLES = (
    "SSL_CERT_FILE",  # OpenSSL's own: curl, Python's ssl and httpx, Ruby, Go
    "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "DENO_CERT",
)  # fmt: skip


def environment(inherited: Mapping[str, str], authority: Authority, port: int) -> dict[str, str]:
    """These variables, with the proxy on this port of the loopback address for every scheme and every host."""
    proxy = f"http://127.0.0.1:{port}"
    java = {
        **{f"{scheme}.{what}": value for scheme in ("http", "https") for what, value in (
            ("proxyHost", "127.0.0.1"), ("proxyPort", port)
        )},
        "http.nonProxyHosts": "",
        "javax.net.ssl.trustStore": authority.truststore,
        "javax.net.ssl.trustStoreType": "PKCS12",
        "javax.net.ssl.trustStorePassword": TRUST_PASSWORD,
    }  # fmt: skip
    options = [inherited.get("JAVA_TOOL_OPTIONS", ""), *(f"-D{name}={value}" for name, value in java.items())]
    return {
        **{name: value for name, value in inherited.items() if not is_proxy(name)},
        **dict.fromkeys(PROXIES, proxy),
        **dict.fromkeys(("NO_PROXY", "no_proxy"), ""),
        **dict.fromkeys(BUNDLES, str(authority.pem)),
        "NODE_USE_ENV_PROXY": "1",  # Node 24; older ones are told by nothing
        "JAVA_TOOL_OPTIONS": " ".join(filter(None, options)),
    }
