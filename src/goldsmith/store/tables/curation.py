"""Decisions of adjudicators, versions of the guideline and the origins of codes."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint

from goldsmith.store.tables.base import (
    make_id_column,
    make_reference,
    make_time_column,
    metadata,
)

#: Append-only: a later decision about a unit replaces an earlier one.
decisions = Table(
    "decisions",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    #: Made by the client; an id is accepted once.
    Column("id", Text, nullable=False),
    make_reference("project", "projects"),
    make_reference("batch", "batches"),
    make_reference("document", "documents"),
    Column("unit", Text, nullable=False),
    #: The kind of the unit, its place, and the types of its versions as |Type|Type|.
    Column("kind", Text, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("types", Text, nullable=False, default=""),
    #: JSON of `adjudication.Decision`.
    Column("decision", Text, nullable=False),
    make_reference("person", "people"),
    make_time_column("at"),
    UniqueConstraint("batch", "id"),
    Index(None, "batch", "document"),
    Index(None, "project", "at"),
)

#: The consensus set of a document from the adjudication of a batch.
consensus_sets = Table(
    "consensus_sets",
    metadata,
    make_reference("batch", "batches", primary_key=True),
    make_reference("document", "documents", primary_key=True),
    make_reference("set", "annotation_sets", unique=True),
    #: Units that were reopened and have no decision: the consensus is not complete.
    Column("open_units", Integer, nullable=False, default=0),
)

#: Decides who is A and who is B in each unit; it never leaves the server.
adjudication_seeds = Table(
    "adjudication_seeds",
    metadata,
    make_reference("project", "projects", primary_key=True),
    Column("seed", Text, nullable=False),
)

guideline_versions = Table(
    "guideline_versions",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    #: From 1; `version` is the number as text.
    Column("number", Integer, nullable=False),
    Column("version", Text, nullable=False),
    #: JSON object: path of a page -> its Markdown.
    Column("pages", Text, nullable=False),
    Column("summary", Text, nullable=False, default=""),
    make_reference("person", "people"),
    make_time_column("at"),
    UniqueConstraint("project", "number"),
    UniqueConstraint("project", "version"),
)

#: The origin of each code (requirement 4.14, CLEF section 4.6).
code_origins = Table(
    "code_origins",
    metadata,
    make_reference("set", "annotation_sets", primary_key=True),
    Column("annotation", Text, primary_key=True),
    Column("revision", Integer, primary_key=True),
    #: accepted, rejected, chosen, searched or cui-less.
    Column("how", Text, nullable=False),
    Column("code", Text, nullable=False, default=""),
    Column("candidates", Integer, nullable=False, default=0),
)
