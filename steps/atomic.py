"""Files that are there whole or not at all, whoever reads or writes them at the same time."""

import contextlib
import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Put the content there whole or not at all."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".oa-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
