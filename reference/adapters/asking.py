"""What one exchange with an adapter must keep to: its turn, redirects on its own host, and its own media type."""

from dataclasses import dataclass, field

from ..candidates import judge_authority, judge_fragment, judge_parse, judge_text, split_authority
from ..clock import Clock
from ..decision import Rejection
from ..originals import Fault, media_type
from ..transport import Answer
from .published import Adapter
from .services import SERVICES


@dataclass
class Turns:
    """When each host with a pace was last done with; one task's (DIRECT-11).

    Counting from the end of an exchange keeps its start at least as far away.
    """

    clock: Clock
    ends: float
    done: dict[str, float] = field(default_factory=dict)

    def wait(self, host: str, apart: float) -> bool:
        """Sleep until the host may be asked again. False, without sleep, if the task's time ends before that."""
        pause = max(0.0, self.done[host] + apart - self.clock.now()) if host in self.done else 0.0
        if self.clock.now() + pause >= self.ends:
            return False
        if pause:
            self.clock.sleep(pause)
        return True


def seconds_apart(adapter: Adapter) -> float:
    """The pace that requests to the adapter's host keep."""
    return SERVICES[adapter.parser].seconds_apart


def may_follow(target: str, host: str) -> Rejection | None:
    """A redirect stays on the declared host, under https and without a port (DIRECT-10).

    An encoded slash in its path is the topic's and no fault, unlike in a candidate (M-10).
    """
    if target[:8].lower() != "https://":
        return Rejection("NOT_HTTPS", "it is not https")
    authority, tail = split_authority(target[8:])
    return (
        judge_authority(authority, host)
        or judge_text(target)
        or judge_fragment(tail)
        or judge_parse(target, host, tail.partition("?")[0])
    )


def answer_fault(answer: Answer, accepted: tuple[str, ...]) -> Fault | None:
    """What keeps an answer from being one: its status, its media type, or that it is empty (DIRECT-07)."""
    if answer.status != 200:
        return Fault(f"http_{answer.status}", f"the service answered {answer.status}")
    media = media_type(answer.headers.get("content-type"))
    if media not in accepted:
        return Fault("type", f"the content type is {media[:100] or 'not stated'}, not {' or '.join(accepted)}")
    return None if answer.body.strip() else Fault("empty", "the answer is empty")
