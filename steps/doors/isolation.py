"""A network of its own for a host's command (Linux): all it can reach is the replay proxy, whatever it does.

The command runs in new user, network and mount namespaces. In them every name resolves to one address, where the usual
ports lead through Unix sockets to a gate of the proxy, which tells the hosts apart by TLS's server name.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from oa_conformance.steps.doors.guard import ADDRESS

HELPER = Path(__file__).with_name("isolated.py")
TLS_PORTS, PLAIN_PORTS = (443, 8443), (80, 8080)
UNSHARE = ("unshare", "--user", "--map-root-user", "--net", "--mount")


@lru_cache(maxsize=1)
def refusal() -> str | None:
    """Why no command can be isolated on this machine, in one line; None if it can."""
    if sys.platform != "linux":
        return "--isolate needs Linux; run without it"
    if shutil.which(UNSHARE[0]) is None:
        return "--isolate needs unshare of util-linux, which is not here; install it, or run without --isolate"
    tried = subprocess.run([*UNSHARE, "true"], capture_output=True, text=True, timeout=10, check=False)
    if tried.returncode == 0:
        return None
    said = " ".join(tried.stderr.split())[:200]
    return f"--isolate is refused by this machine's kernel ({said}); allow user namespaces, or run without --isolate"


def isolated(command: Sequence[str], folder: Path, port: int) -> list[str]:
    """The command with all that sets up its network before it. ``folder`` has the gate's sockets, see ``sockets``."""
    ways = [f"{each}={folder / str(each)}" for each in (*TLS_PORTS, *PLAIN_PORTS)]
    python = [sys.executable, "-I", "-S", str(HELPER)]
    return [*UNSHARE, *python, ADDRESS, str(folder), *ways, f"{port}={folder / 'proxy'}", "--", *command]


def sockets(folder: Path) -> dict[Path, int | None]:
    """The sockets a gate must have there, and the port whose TLS each stands for; None where HTTP comes first."""
    return {
        **{folder / str(port): port for port in TLS_PORTS},
        **{folder / str(port): None for port in PLAIN_PORTS},
        folder / "proxy": None,
    }
