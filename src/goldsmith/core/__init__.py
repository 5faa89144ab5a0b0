"""The annotated document: its text, annotation sets, chains and schemas.

A `Document` is a text plus named `AnnotationSet`s of mentions, relations and groups. `Chain`s are
derived from a set, and a `Schema` defines what a set may contain. This package does no I/O and
depends only on the standard library and msgspec.
"""

from goldsmith.core.annotation_set import Annotation, AnnotationSet, Note, Provenance
from goldsmith.core.canonical import canonicalise
from goldsmith.core.chain import Bridge, Chain, derive_chains
from goldsmith.core.document import Document, Metadata, Section
from goldsmith.core.mention import CUI_LESS, Code, Mention
from goldsmith.core.names import get_field, require_field, require_sets
from goldsmith.core.offsets import Offsets, Span
from goldsmith.core.problem import Problem
from goldsmith.core.relation import Group, Relation
from goldsmith.core.schema import AttributeType, MentionType, RelationType, Schema
from goldsmith.core.schema_file import load_builtin_schema, parse_schema
from goldsmith.core.structure import check_recorded_text, check_structure
from goldsmith.core.validation import validate

__all__ = [
    "CUI_LESS",
    "Annotation",
    "AnnotationSet",
    "AttributeType",
    "Bridge",
    "Chain",
    "Code",
    "Document",
    "Group",
    "Mention",
    "MentionType",
    "Metadata",
    "Note",
    "Offsets",
    "Problem",
    "Provenance",
    "Relation",
    "RelationType",
    "Schema",
    "Section",
    "Span",
    "canonicalise",
    "check_recorded_text",
    "check_structure",
    "derive_chains",
    "get_field",
    "load_builtin_schema",
    "parse_schema",
    "require_field",
    "require_sets",
    "validate",
]
