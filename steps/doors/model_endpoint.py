"""The one exception: a host may reach its own model, and what it says to it is watched where it can be seen."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from oa_conformance.steps.world.pages.canary import canaries_in

URL = re.compile(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[!-~]*)?")


@dataclass
class ModelEndpoint:
    """Where the model is. ``messages`` counts what went there, ``marked`` holds the marked words that were in it."""

    url: str
    messages: int = 0
    marked: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not URL.fullmatch(self.url):
            raise ValueError(f"{self.url!a:.200} is no address of a model; write http://HOST:PORT or https://HOST:PORT")
        parts = urlsplit(self.url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.visible = parts.scheme == "http"
        self.host, self.port = parts.hostname or "", parts.port or (80 if self.visible else 443)

    def is_at(self, host: str, port: int) -> bool:
        return (host.lower().strip("[]"), port) == (self.host, self.port)

    def look(self, data: bytes) -> str:
        """Count a message and say what was seen in it."""
        self.messages += 1
        if not self.visible:
            return "encrypted"
        found = canaries_in(data.decode(errors="replace"))
        self.marked.update(dict.fromkeys(found))
        return f"{len(data)} bytes, marked words: {', '.join(found[:20]) or 'none'}"

    def remark(self) -> str:
        """What the certificate says of it."""
        if not self.visible:
            return f"the host could reach its model at {self.url}; what it sent there was encrypted and is not judged"
        return (
            f"the host could reach its model at {self.url}; messages sent there: {self.messages}; words in them that "
            f"the suite had put into pages and search results: {len(self.marked)}"
        )
