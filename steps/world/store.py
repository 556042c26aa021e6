"""Where cassettes live: the committed ones of the bundled release, or those written for another release.

The host is always answered from a file. For the bundled release that file is committed, and a world that no longer
freezes to the same bytes is a fault of the suite; for ``--release DIR`` the files are written under the output folder.
"""

import hashlib
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from oa_conformance.steps.atomic import write_atomically
from oa_conformance.steps.world.cassette import Cassette, CassetteError, dumps, read
from oa_conformance.steps.world.github import NAMES
from oa_conformance.steps.world.model import base_cassette
from oa_conformance.steps.world.release import FILES, INDEX, Release, load

CASSETTES = "cassettes"  # in a result folder
VARIANTS = "variants"
BUNDLED = Path(__file__).parents[2] / "cassettes"


@dataclass(frozen=True)
class Worlds:
    """The release that worlds start from and the folder of its cassettes.

    ``writes`` says whether an overlay that is missing or different is written (another release, or recording) or
    refused (the committed ones).
    """

    release: Release
    base_cassette: Cassette
    folder: Path
    writes: bool

    @property
    def base(self) -> Path:
        return self.folder / "base.yaml"

    def lay(self, name: str, variant: Cassette, own: Cassette) -> list[Path]:
        """The files of one world, base first: the variant's, named by its content, only if there is one."""
        paths = [self.base]
        if variant.interactions:
            laid = dumps(replace(variant, over=self.base.name))
            paths.append(self.put(f"{VARIANTS}/{hashlib.sha256(laid.encode()).hexdigest()[:12]}", laid))
        over = paths[-1].relative_to(self.folder).as_posix()
        return [*paths, self.put(name, dumps(replace(own, over=over)))]

    @property
    def variants(self) -> list[Path]:
        """The committed files of variants, each of which lies over the base."""
        return sorted((self.folder / VARIANTS).glob("*.yaml"))

    def put(self, name: str, text: str) -> Path:
        """The file that holds this cassette. Raises CassetteError when the committed one differs or is missing."""
        path = self.folder / f"{name}.yaml"
        if self.writes:
            if not path.is_file() or path.read_bytes() != text.encode():  # what stays as it is need not be read anew
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(path, text.encode())
            return path
        try:
            found = path.read_bytes()
        except OSError as error:
            raise CassetteError(f"{path}: {error.strerror}; restore the file or record it with --oa-record") from error
        if found != text.encode():
            raise CassetteError(f"{path}: not what its scenario describes; restore it or record it with --oa-record")
        return path


def prepare(release_dir: Path | None = None, out: Path | None = None, *, record: bool = False) -> Worlds:
    """The worlds of a run. Raises ReleaseError or CassetteError, one line each.

    ``release_dir`` is a folder with ``releases/index.json``; without it the bundled release serves. ``out`` is where
    cassettes of another release go (a temporary folder if None). ``record`` writes the committed cassettes anew.
    """
    if release_dir is None:
        release, folder, writes = load(BUNDLED), BUNDLED, record
    else:
        release, writes = load(release_dir), True
        folder = out / CASSETTES if out else Path(tempfile.mkdtemp(prefix="oa-conformance-"))
    worlds = Worlds(release, base_cassette(release), folder, writes)
    worlds.put("base", dumps(worlds.base_cassette))
    return worlds


@contextmanager
def unpacked(results: Path) -> Iterator[Path | None]:
    """The release that a run's cassettes were made for, in a folder as ``--release`` wants it, until the block ends.

    ``results`` is the run's own folder; None if it has no cassettes, for the bundled release has its own. Raises
    CassetteError where they hold no release.
    """
    if not (results / CASSETTES).is_dir():
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="oa-conformance-") as name:
        unpack(results / CASSETTES / "base.yaml", Path(name))
        yield Path(name)


def unpack(base: Path, where: Path) -> None:
    """Write the release in this base cassette to ``where``. Raises CassetteError where there is none."""
    bodies = {each.id: each.answer.body for each in read(base).interactions}
    try:
        release_id = json.loads(bodies["index raw"])["current_release_id"]
        if not re.fullmatch("[0-9a-f]{40}", release_id):
            raise ValueError("its index names no commit")
        files = {
            f"releases/{release_id}/{file}": bodies[f"{name} raw"] for name, file in zip(NAMES, FILES, strict=True)
        }
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise CassetteError(
            f"{base}: holds no release ({type(error).__name__}); restore it or name --release"
        ) from error
    for name, content in {INDEX: bodies["index raw"], **files}.items():
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def digest(paths: Sequence[Path], root: Path) -> str:
    """SHA-256 over names and contents of these files, in the order of their names relative to ``root``."""
    total = hashlib.sha256()
    for path in sorted(paths, key=lambda each: each.relative_to(root).as_posix()):
        name = path.relative_to(root).as_posix().encode()
        total.update(b"%d %s %s\n" % (len(name), name, hashlib.sha256(path.read_bytes()).hexdigest().encode()))
    return total.hexdigest()
