"""Documents, their texts and the structured records of patients."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint

from goldsmith.store.tables.base import make_id_column, make_reference, metadata

documents = Table(
    "documents",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    #: The id that the corpus gives the document; sorted by code points, for prefix searches.
    Column("name", Text().with_variant(Text(collation="C"), "postgresql"), nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("length", Integer, nullable=False),
    Column("words", Integer, nullable=False),
    Column("patient", Text, nullable=False, default=""),
    Column("type", Text, nullable=False, default=""),
    Column("date", Text, nullable=False, default=""),
    #: Order of the import.
    Column("position", Integer, nullable=False),
    #: "gold", "mirror" or "": developers of systems see the mirror corpus only (requirement 1.7).
    Column("role", Text, nullable=False, default=""),
    UniqueConstraint("project", "name"),
    #: Lists of documents are in the order of the import, whatever the filter.
    Index(None, "project", "position", "id"),
    Index(None, "project", "type", "position", "id"),
    Index(None, "project", "patient", "position", "id"),
)

#: Separate from `documents`, so that lists of documents read few pages.
document_texts = Table(
    "document_texts",
    metadata,
    make_reference("document", "documents", primary_key=True),
    Column("text", Text, nullable=False),
    #: JSON of `core.Metadata` and of the sections.
    Column("metadata", Text, nullable=False, default="{}"),
    Column("sections", Text, nullable=False, default="[]"),
)

patient_records = Table(
    "patient_records",
    metadata,
    make_reference("project", "projects", primary_key=True),
    Column("patient", Text, primary_key=True),
    Column("record", Text, nullable=False),
)
