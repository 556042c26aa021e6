"""A bound on what a parser may allocate: two megabytes of HTML can ask for gigabytes of nodes.

A standard parser repeats the formatting elements that are still open in every new paragraph, so that nodes grow with
the square of a page. No parser here can be told a limit, so the system is.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import resource
except ImportError:  # it is none of Windows
    resource = None  # type: ignore[assignment]

SIZES = "/proc/self/statm"  # Linux: the first number is the size of the address space in pages


@contextmanager
def at_most(more: int) -> Iterator[None]:
    """Within, the process cannot grow by more than so many bytes; what asks for more gets a MemoryError.

    Where the system does not say how large a process is, or cannot hold it to that, nothing is bound.
    """
    size = address_space()
    if resource is None or size is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    known = [each for each in (size + more, soft, hard) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(known), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def address_space() -> int | None:
    """The size of this process's address space in bytes; None where the system does not tell."""
    try:
        with open(SIZES, encoding="ascii") as sizes:
            return int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
