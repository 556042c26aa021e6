"""How hard the N-version tests try: a few seconds each by default, and as long as it takes with OA_NIGHTLY=1."""

import os

from hypothesis import HealthCheck, settings

NIGHTLY = bool(os.environ.get("OA_NIGHTLY"))


def effort(examples: int) -> settings:
    """So many examples, the same in every run; at night forty times as many, and others each time."""
    return settings(
        max_examples=examples * (40 if NIGHTLY else 1),
        derandomize=not NIGHTLY,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.large_base_example],
    )
