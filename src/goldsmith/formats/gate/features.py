"""Features of GATE, which store all data without an element in GATE.

Features with a special meaning are numbered from the second on: `code`, `code2`, `comment`,
`comment2`. The details of a set are features of the document: `goldsmith.set.<set>.<field>`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import count

from goldsmith.core import Annotation, Code, Mention, Metadata, Provenance
from goldsmith.formats.shared.code_text import parse_code

CODE, COMMENT, SOURCE = "code", "comment", "source"
#: Feature of a further fragment: the id of the annotation of the first fragment.
FRAGMENT_OF = "fragmentOf"
#: Marks a relation of two members as a group.
GROUP = "gate:group"
#: Attribute with the offset of an annotation of length zero.
OFFSET = "gate:at"
#: Attribute with the Java object of a relation, as GATE wrote it.
USER_DATA = "gate:userData"
#: The annotation set with the document's sections, and their type.
SECTIONS, SECTION = "Sections", "Section"
_NUMBERED_FEATURE = re.compile(rf"({CODE}|{COMMENT})([2-9]|[1-9][0-9]+)?")
_SET_FEATURE = re.compile(
    r"goldsmith\.set\.(.+)\.(kind|agent|created|tool|source|comment)([0-9]*)", re.DOTALL
)
_METADATA_FIELDS = tuple(name for name in Metadata.__struct_fields__ if name != "extra")
_PROVENANCE_FIELDS = tuple(name for name in Provenance.__struct_fields__ if name != "sources")


def number_features(
    name: str, values: Iterable[str], taken: Container[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield one feature for each value, numbered from the second on, skipping `taken` names."""
    names = (name if number == 1 else f"{name}{number}" for number in count(1))
    free_names = (candidate for candidate in names if candidate not in taken)
    for value in values:
        yield next(free_names), value


def is_reserved(item: Annotation, name: str) -> bool:
    """Return whether an attribute of this name would be read back as something else."""
    match = _NUMBERED_FEATURE.fullmatch(name)
    if not isinstance(item, Mention):
        return name == GROUP or (match is not None and match[1] == COMMENT)
    if match and match[1] == CODE:
        return parse_code(item.attributes[name]) is not None
    return match is not None or name == FRAGMENT_OF


def select_attributes(item: Annotation) -> dict[str, str]:
    """Return the attributes that can be written as features with the same name."""
    return {name: value for name, value in item.attributes.items() if not is_reserved(item, name)}


class ParsedFeatures:
    """The attributes, codes and comments in the features of an annotation or relation."""

    def __init__(self, features: Mapping[str, str], *, codes: bool = True) -> None:
        self.attributes: dict[str, str] = {}
        self.codes: list[Code] = []
        self.comments: list[str] = []
        for name, value in features.items():
            match = _NUMBERED_FEATURE.fullmatch(name)
            code = parse_code(value) if match and match[1] == CODE and codes else None
            if code:
                self.codes.append(code)
            elif match and match[1] == COMMENT:
                self.comments.append(value)
            else:
                self.attributes[name] = value


class DocumentFeatures:
    """The metadata, comments and provenance in the features of a document."""

    def __init__(self, features: Mapping[str, str]) -> None:
        standard = {name: features[name] for name in _METADATA_FIELDS if name in features}
        extra = {name: value for name, value in features.items() if name not in standard}
        self.comments: dict[str, list[str]] = {}
        fields: dict[str, dict[str, str]] = {}
        sources: dict[str, list[str]] = {}
        for name, value in list(extra.items()):
            if match := _SET_FEATURE.fullmatch(name):
                del extra[name]
                set_name, field = match[1], match[2]
                if field == COMMENT:
                    self.comments.setdefault(set_name, []).append(value)
                elif field == SOURCE:
                    sources.setdefault(set_name, []).append(value)
                else:
                    fields.setdefault(set_name, {})[field] = value
        self.metadata = Metadata(**standard, extra=extra)
        self.provenance = {
            set_name: Provenance(
                **fields.get(set_name, {}), sources=tuple(sources.get(set_name, ()))
            )
            for set_name in dict.fromkeys([*fields, *sources])
        }


def build_metadata_features(metadata: Metadata) -> Iterator[tuple[str, str]]:
    """Yield the features for a document's metadata."""
    for name in _METADATA_FIELDS:
        value = getattr(metadata, name)
        if value:
            yield name, value
    yield from metadata.extra.items()


def build_set_features(
    name: str, provenance: Provenance, comments: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yield the features for the provenance of a set and its notes on the document."""
    prefix = f"goldsmith.set.{name}."
    for field in _PROVENANCE_FIELDS:
        value = getattr(provenance, field)
        if value:
            yield prefix + field, value
    yield from number_features(prefix + SOURCE, provenance.sources)
    yield from number_features(prefix + COMMENT, comments)


def is_reserved_metadata(name: str) -> bool:
    """Return whether an extra metadata field would be read back as something else."""
    return name in _METADATA_FIELDS or bool(_SET_FEATURE.fullmatch(name))
