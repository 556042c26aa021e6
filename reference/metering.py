"""JSON Schemas of others, evaluated for a bounded number of steps: forty lines of references can ask for milliards.

What is not bounded is a single regular expression of a schema. Its author is whoever publishes the registry.
"""

from collections.abc import Callable, Mapping
from typing import Any

from jsonschema.validators import extend

STEPS = 200_000  # evaluations of a keyword; the published contract takes less than two thousand


class TooManySteps(Exception):
    """A schema that asks for more than it may."""


def metered(kind: Any, most: int = STEPS) -> Any:
    """The class of validators, with one difference: they raise TooManySteps after so many evaluations altogether."""
    left = most

    def counted(keyword: str, check: Callable[..., Any]) -> Callable[..., Any]:
        def counting(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
            nonlocal left
            left -= pairs(instance) if keyword == "uniqueItems" else 1
            if left < 0:
                raise TooManySteps
            return check(validator, value, instance, schema)

        return counting

    keywords = {keyword: counted(keyword, check) for keyword, check in kind.VALIDATORS.items()}
    return extend(kind, keywords)  # type: ignore[no-untyped-call]


def undeclared(schema: Any) -> Any:
    """The schema without its ``$schema``, by which a validator would leave its own class for that of the dialect.

    Raises TooManySteps if a schema within it declares a dialect too, or if its lists are too long to be compared item
    by item, as the dialect's own schema has them compared.
    """
    left, waiting = STEPS, [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            if each is not schema and isinstance(each.get("$schema"), str):
                raise TooManySteps
            waiting.extend(each.values())
        elif isinstance(each, list):
            left -= pairs(each)
            if left < 0:
                raise TooManySteps
            waiting.extend(each)
    return {key: value for key, value in schema.items() if key != "$schema"} if isinstance(schema, dict) else schema


def pairs(value: Any) -> int:
    """How many pairs a list has; 1 for whatever is none."""
    return 1 + len(value) ** 2 // 2 if isinstance(value, list) else 1
