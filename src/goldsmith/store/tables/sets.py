"""Annotation sets, the journal of their changes, and snapshots of their state."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint

from goldsmith.store.tables.base import (
    make_id_column,
    make_reference,
    make_time_column,
    metadata,
)

annotation_sets = Table(
    "annotation_sets",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    make_reference("document", "documents"),
    Column("name", Text, nullable=False),
    #: human, suggestion, consensus, import or system.
    Column("kind", Text, nullable=False),
    make_reference("owner", "people", nullable=True),
    #: Who may see the set: see `access.Exposure`.
    Column("exposure", Text, nullable=False),
    #: open, or closed to changes.
    Column("state", Text, nullable=False, default="open"),
    Column("revision", Integer, nullable=False, default=0),
    #: JSON of `core.Provenance`.
    Column("provenance", Text, nullable=False, default="{}"),
    make_time_column("created_at"),
    UniqueConstraint("document", "name"),
    Index(None, "project", "name"),
    Index(None, "owner"),
)

changes = Table(
    "changes",
    metadata,
    make_reference("set", "annotation_sets", primary_key=True),
    Column("revision", Integer, primary_key=True),
    #: The project of the set, which never changes.
    Column("project", Text, nullable=False),
    #: Made by the client (UUIDv7); the same id always gets the same receipt.
    Column("id", Text, nullable=False),
    Column("base", Integer, nullable=False),
    #: JSON of the steps, and of the steps that undo them.
    Column("steps", Text, nullable=False),
    Column("inverse", Text, nullable=False),
    Column("source", Text, nullable=False),
    #: The version of the guideline that was in force.
    Column("guideline", Text, nullable=False, default=""),
    #: The id of the change that this one undoes or redoes.
    Column("undoes", Text, nullable=False, default=""),
    #: A bulk action: all changes of it are undone together.
    Column("action", Text, nullable=False, default=""),
    make_reference("person", "people"),
    make_time_column("at"),
    UniqueConstraint("set", "id"),
    Index(None, "action"),
    #: For the audit log, which lists changes by time.
    Index(None, "project", "at"),
    Index(None, "person", "at"),
)

snapshots = Table(
    "snapshots",
    metadata,
    make_reference("set", "annotation_sets", primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("state", Text, nullable=False),
)
