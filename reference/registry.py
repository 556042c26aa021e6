"""The pinned list of sources, reduced to what this host decides by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import json_text
from .names import LENGTH, registered_forms


class Malformed(ValueError):
    """A registry that cannot be read as one. The message says what is wrong."""


@dataclass(frozen=True)
class Source:
    """One record. Fields that the record lacks are empty, and an empty field permits nothing."""

    id: str
    name: str
    canonical_url: str = ""
    status: str = ""
    source_type: str = ""
    oa_scope: str = ""
    subjects: tuple[str, ...] = ()
    access_roles: tuple[str, ...] = ()
    notes: str = ""
    translated_name: str = ""
    translated_summary: str = ""
    parent_id: str | None = None

    @property
    def active(self) -> bool:
        return self.status == "active"


@dataclass(frozen=True)
class Registry:
    """The sources of one release, in the registry's order. ``digest`` is the SHA-256 of the bytes they came from."""

    digest: str
    sources: tuple[Source, ...] = field(default=())

    @cached_property
    def by_id(self) -> Mapping[str, Source]:
        return {each.id: each for each in self.sources}

    @cached_property
    def names_by_host(self) -> Mapping[str, frozenset[str]]:
        """Hostname -> the names of the sources published there, in every form of ``names.registered_forms``."""
        found = dict[str, set[str]]()
        for each in self.sources:
            host = each.canonical_url.lower().removeprefix("https://").partition("/")[0]
            found.setdefault(host, set()).update(registered_forms(each.name))
        return {host: frozenset(names) for host, names in found.items()}


def parse_registry(content: bytes, digest: str) -> Registry:
    """The registry in ``registry.json``. Raises Malformed if it is no list of sources with unique ids and names."""
    try:
        document = json_text.parsed(content)
        records = document["sources"]
        sources = tuple(source_of(record) for record in records)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"registry.json is no list of sources: {type(error).__name__} {error}"[:200]) from error
    if len({each.id for each in sources}) != len(sources):
        raise Malformed("registry.json has two sources of one id")
    return Registry(digest, sources)


def source_of(record: Mapping[str, Any]) -> Source:
    """One record. Raises KeyError without id or name, ValueError if they are blank, too long or no text."""
    translation = mapping(mapping(record.get("translation")).get("zh-TW"))
    identity = record["id"], record["name"]
    if not all(isinstance(each, str) and each.strip() and len(each) <= LENGTH for each in identity):
        raise ValueError(f"a source has no id or no name: {str(identity)[:100]}")
    return Source(
        id=record["id"],
        name=record["name"],
        canonical_url=text(record.get("canonical_url")),
        status=text(record.get("status")),
        source_type=text(record.get("source_type")),
        oa_scope=text(record.get("oa_scope")),
        subjects=texts(record.get("subjects")),
        access_roles=texts(record.get("access_roles")),
        notes=text(record.get("notes")),
        translated_name=text(translation.get("name")),
        translated_summary=text(translation.get("summary")),
        parent_id=text(record.get("parent_id")) or None,
    )


def text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
