"""The data model of BioC.

The structs have the fields of BioC's own data model, so the JSON decoder fills them directly and
the XML encoder of the `bioc` package accepts them. Offsets are code points, as in the packages and
corpora in use, although the BioC paper specifies bytes.
"""

from __future__ import annotations

import msgspec

from goldsmith.core.decoding import Offset
from goldsmith.formats.bioc.infons import Infons


class BioCLocation(msgspec.Struct, gc=False):
    """A fragment of an annotation, with its offset from the start of the document."""

    offset: Offset
    length: Offset


class BioCNode(msgspec.Struct, gc=False):
    """An argument of a relation."""

    refid: str | int
    role: str = ""


class BioCAnnotation(msgspec.Struct):
    """An annotation, which becomes a mention."""

    id: str | int = ""
    infons: Infons = {}
    text: str | None = ""
    locations: list[BioCLocation] = []


class BioCRelation(msgspec.Struct):
    """A relation, which becomes a relation or a group."""

    id: str | int = ""
    infons: Infons = {}
    nodes: list[BioCNode] = []


class BioCSentence(msgspec.Struct):
    """A sentence of a passage."""

    offset: Offset
    infons: Infons = {}
    text: str | None = ""
    annotations: list[BioCAnnotation] = []
    relations: list[BioCRelation] = []


class BioCPassage(msgspec.Struct):
    """A part of the text, which is either in the passage or in its sentences."""

    offset: Offset
    infons: Infons = {}
    text: str | None = ""
    sentences: list[BioCSentence] = []
    annotations: list[BioCAnnotation] = []
    relations: list[BioCRelation] = []


class BioCDocument(msgspec.Struct, kw_only=True):
    """One document of a collection."""

    id: str | int
    infons: Infons = {}
    passages: list[BioCPassage]
    annotations: list[BioCAnnotation] = []
    relations: list[BioCRelation] = []
