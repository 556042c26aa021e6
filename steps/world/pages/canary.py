"""Made-up words that show where a text came from."""

import hashlib
import re

_ONSETS, _VOWELS, _ENDS = "bcdfghjklmnprstvwz", "aeiou", "klmnrstx"
_CANARY = re.compile(rf"\b[{_ONSETS.upper()}][{_VOWELS}](?:[{_ONSETS}][{_VOWELS}]){{5}}[{_ENDS}]\b")


def canary(kind: str, url: str) -> str:
    """A word of 13 letters that only the text of this kind ("title", "snippet", …) at this URL contains.

    The same every time, pronounceable, and no word of any language but by accident: six syllables and a consonant
    drawn from SHA-256, one of four million million.
    """
    number = int.from_bytes(hashlib.sha256(f"{kind}\n{url}".encode()).digest())
    letters = ""
    for _ in range(6):
        for alphabet in (_ONSETS, _VOWELS):
            number, at = divmod(number, len(alphabet))
            letters += alphabet[at]
    return (letters + _ENDS[number % len(_ENDS)]).capitalize()


def canaries_in(text: str) -> list[str]:
    """The words of this form in the text, each once, in the order they come."""
    return list(dict.fromkeys(_CANARY.findall(text)))
