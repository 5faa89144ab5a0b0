"""The annotated document: text, mentions, relations, groups, chains, schemas. No I/O."""

from goldsmith.core.annotation_set import Annotation, AnnotationSet, Note, Provenance
from goldsmith.core.canonical import canonical
from goldsmith.core.chain import Bridge, Chain, chains
from goldsmith.core.document import Document, Metadata, Section
from goldsmith.core.mention import CUI_LESS, Code, Mention
from goldsmith.core.offsets import Offsets, Span
from goldsmith.core.relation import Group, Relation
from goldsmith.core.schema import AttributeType, MentionType, RelationType, Schema
from goldsmith.core.schema_file import builtin, parse
from goldsmith.core.validation import Problem, structure, validate

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
    "builtin",
    "canonical",
    "chains",
    "parse",
    "structure",
    "validate",
]
