"""Makes the bundled release true again after one of its files was edited by hand.

    python -m oa_conformance.steps.world.rebundle

Counts, digests, manifest and index are written anew; the records, the contract and the texts stay as they are.
"""

import json
from pathlib import Path

from oa_conformance.steps.world.records import CASSETTES
from oa_conformance.steps.world.release import ENTRY, INDEX, PROTOCOL, REGISTRY, ROUTING, SCHEMA, anchored


def rebundle(folder: Path = CASSETTES) -> None:
    """Anchor the current release of this folder, in place. Raises OSError, ValueError or KeyError if it is none."""
    index = json.loads((folder / INDEX).read_bytes())
    release_id = index["current_release_id"]
    home = folder / "releases" / release_id
    registry = json.loads((home / REGISTRY).read_bytes())
    made = anchored(
        release_id,
        registry["sources"],
        json.loads((home / ROUTING).read_bytes()),
        protocol=(home / PROTOCOL).read_bytes(),
        entry=(home / ENTRY).read_bytes(),
        schema=(home / SCHEMA).read_bytes(),
        older_index_entries=[each for each in index["releases"] if each["release_id"] != release_id],
        released=registry["release"]["release_date"],
    )
    for name, content in made.files.items():
        (home / name).write_bytes(content)
    (folder / INDEX).write_bytes(made.index)


if __name__ == "__main__":
    rebundle()
