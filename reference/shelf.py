"""Results of slow work, kept by the digest of what they were made from. Bytes are never kept: each task reads anew."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any


class Shelf:
    """The last few results. Two tasks that read the same bytes get the same result; others cannot."""

    def __init__(self, places: int = 32) -> None:
        self._places, self._kept = places, OrderedDict[Hashable, Any]()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What ``make`` returned for this key; made now if it is not kept. An exception is not kept."""
        if key not in self._kept:
            self._kept[key] = make()
        self._kept.move_to_end(key)
        while len(self._kept) > self._places:
            self._kept.popitem(last=False)
        return self._kept[key]
