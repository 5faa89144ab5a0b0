"""GATE's features: the one place where it keeps whatever else is known of something.

Ours with a meaning are numbered from the second on: `code`, `code2`, `comment`, `comment2`. What
concerns a whole set stands with the document's features as `goldsmith.set.<set>.<field>`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import count

from goldsmith.core import Annotation, Code, Mention, Metadata, Provenance
from goldsmith.formats.shared.code_text import as_code

CODE, COMMENT, SOURCE = "code", "comment", "source"
#: The annotation whose further fragment this one is.
FRAGMENT_OF = "fragmentOf"
#: Marks a relation of two members as a group.
GROUP = "gate:group"
#: Where an annotation of no length stands.
AT = "gate:at"
#: A Java object that belongs to a relation, as GATE wrote it.
USER_DATA = "gate:userData"
#: The annotation set, and the type in it, that hold the document's sections.
SECTIONS, SECTION = "Sections", "Section"
_NUMBERED = re.compile(rf"({CODE}|{COMMENT})([2-9]|[1-9][0-9]+)?")
_OF_SET = re.compile(
    r"goldsmith\.set\.(.+)\.(kind|agent|created|tool|source|comment)([0-9]*)", re.DOTALL
)
_FIELDS = tuple(name for name in Metadata.__struct_fields__ if name != "extra")
_PROVENANCE = tuple(name for name in Provenance.__struct_fields__ if name != "sources")


def numbered(
    name: str, values: Iterable[str], taken: Container[str] = ()
) -> Iterator[tuple[str, str]]:
    """The features of several values of one name; names that are `taken` are left out."""
    names = (name if number == 1 else f"{name}{number}" for number in count(1))
    free = (one for one in names if one not in taken)
    for value in values:
        yield next(free), value


def is_reserved(item: Annotation, name: str) -> bool:
    """Whether an attribute of this name would be read as something else."""
    found = _NUMBERED.fullmatch(name)
    if not isinstance(item, Mention):
        return name == GROUP or (found is not None and found[1] == COMMENT)
    if found and found[1] == CODE:
        return as_code(item.attributes[name]) is not None
    return found is not None or name == FRAGMENT_OF


def attributes_of(item: Annotation) -> dict[str, str]:
    """The attributes that can be features under their own names."""
    return {name: value for name, value in item.attributes.items() if not is_reserved(item, name)}


class Sorted:
    """The features of an annotation or relation, sorted into attributes, codes and comments."""

    def __init__(self, features: Mapping[str, str], *, codes: bool = True) -> None:
        self.attributes: dict[str, str] = {}
        self.codes: list[Code] = []
        self.comments: list[str] = []
        for name, value in features.items():
            found = _NUMBERED.fullmatch(name)
            code = as_code(value) if found and found[1] == CODE and codes else None
            if code:
                self.codes.append(code)
            elif found and found[1] == COMMENT:
                self.comments.append(value)
            else:
                self.attributes[name] = value


class OfDocument:
    """The features of a document: its metadata, and what concerns one of its sets."""

    def __init__(self, features: Mapping[str, str]) -> None:
        known = {name: features[name] for name in _FIELDS if name in features}
        rest = {name: value for name, value in features.items() if name not in known}
        self.comments: dict[str, list[str]] = {}
        fields: dict[str, dict[str, str]] = {}
        sources: dict[str, list[str]] = {}
        for name, value in list(rest.items()):
            if found := _OF_SET.fullmatch(name):
                del rest[name]
                owner, field = found[1], found[2]
                if field == COMMENT:
                    self.comments.setdefault(owner, []).append(value)
                elif field == SOURCE:
                    sources.setdefault(owner, []).append(value)
                else:
                    fields.setdefault(owner, {})[field] = value
        self.metadata = Metadata(**known, extra=rest)
        self.provenance = {
            owner: Provenance(**fields.get(owner, {}), sources=tuple(sources.get(owner, ())))
            for owner in dict.fromkeys([*fields, *sources])
        }


def of_metadata(metadata: Metadata) -> Iterator[tuple[str, str]]:
    """The features of a document's metadata."""
    for name in _FIELDS:
        value = getattr(metadata, name)
        if value:
            yield name, value
    yield from metadata.extra.items()


def of_set(name: str, provenance: Provenance, comments: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The features that say who made a set, and the remarks on the document in it."""
    place = f"goldsmith.set.{name}."
    for field in _PROVENANCE:
        value = getattr(provenance, field)
        if value:
            yield place + field, value
    yield from numbered(place + SOURCE, provenance.sources)
    yield from numbered(place + COMMENT, comments)


def is_taken(name: str) -> bool:
    """Whether a further field of the metadata would be read as something else."""
    return name in _FIELDS or bool(_OF_SET.fullmatch(name))
