"""The wiring: this project's own tests put the reference host before the judge."""

import pytest


@pytest.fixture(scope="session")
def adapter(request: pytest.FixtureRequest) -> str:
    """The host that the features run against here; ``--oa-host`` names another."""
    return str(request.config.getoption("oa_host") or "reference")
