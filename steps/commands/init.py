"""``init``: write a host to start from."""

import os
from pathlib import Path

TEMPLATES = Path(__file__).parents[1] / "templates"


class InitError(Exception):
    """Why no host was written, in one line."""


def init(folder: Path, language: str) -> list[str]:
    """Write the host of this language into the folder and say what is there and what to do. Raises InitError.

    The folder is made, or must be empty.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InitError(f"{folder}: holds files; name an empty folder or a new one")
        written = [write(each, folder) for each in sorted((TEMPLATES / language).iterdir()) if each.is_file()]
    except FileExistsError:
        raise InitError(f"{folder}: is a file; name a folder") from None
    except OSError as error:
        raise InitError(f"{folder}: cannot be written: {error.strerror}; name a folder you may write to") from error
    command = (folder / "README.md").read_text("utf-8").splitlines()[1].partition("`")[2].rstrip("`")
    return [*(str(each) for each in written), "", f"cd {folder}", command]


def write(template: Path, folder: Path) -> Path:
    """Write one file; a script may be executed."""
    path, content = folder / template.name, template.read_bytes()
    path.write_bytes(content)
    if content.startswith(b"#!"):
        os.chmod(path, 0o755)
    return path
