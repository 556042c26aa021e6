"""The wiring: this project's own tests put the reference host before the judge."""

import signal

import pytest


def pytest_configure() -> None:
    """Hear interrupts, and let the programs that tests start hear them: a shell has those in its background deaf."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def adapter(request: pytest.FixtureRequest) -> str:
    """The host that the features run against here; ``--oa-host`` names another."""
    return str(request.config.getoption("oa_host") or "reference")
