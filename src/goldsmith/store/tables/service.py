"""Jobs, models, releases and the audit log."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, Table, Text, UniqueConstraint

from goldsmith.store.tables.base import (
    make_id_column,
    make_reference,
    make_time_column,
    metadata,
)

jobs = Table(
    "jobs",
    metadata,
    #: Made by the client; submitting the same id again returns the same job.
    make_id_column(),
    #: Null for the jobs of the whole server, such as a backup.
    make_reference("project", "projects", nullable=True),
    Column("kind", Text, nullable=False),
    #: JSON of the arguments of the kind, of the result and of the error.
    Column("arguments", Text, nullable=False),
    Column("result", Text, nullable=False, default=""),
    Column("error", Text, nullable=False, default=""),
    #: queued, running, done, failed or cancelled.
    Column("state", Text, nullable=False),
    Column("step", Text, nullable=False, default=""),
    Column("progress", Integer, nullable=False, default=0),
    Column("total", Integer, nullable=False, default=0),
    Column("attempts", Integer, nullable=False, default=0),
    Column("cancel", Boolean, nullable=False, default=False),
    Column("worker", Text, nullable=False, default=""),
    make_reference("person", "people"),
    make_time_column("created_at"),
    make_time_column("started_at", optional=True),
    #: The worker renews it; a job whose worker is silent is started again.
    make_time_column("beat_at", optional=True),
    make_time_column("ended_at", optional=True),
    Index(None, "state", "created_at"),
    Index(None, "project", "created_at"),
)

models = Table(
    "models",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    Column("name", Text, nullable=False),
    #: Path in the folder of files.
    Column("path", Text, nullable=False),
    Column("figures", Text, nullable=False, default="{}"),
    make_reference("job", "jobs", nullable=True),
    make_time_column("created_at"),
    UniqueConstraint("project", "name"),
)

releases = Table(
    "releases",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    Column("name", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("hash", Text, nullable=False, default=""),
    make_reference("person", "people"),
    make_time_column("created_at"),
    UniqueConstraint("project", "name", "version"),
)

#: Every access to a document and every administrative act; never note text.
audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    make_time_column("at"),
    make_reference("person", "people", nullable=True),
    make_reference("project", "projects", nullable=True),
    Column("action", Text, nullable=False),
    Column("document", Text, nullable=False, default=""),
    Column("set", Text, nullable=False, default=""),
    Column("detail", Text, nullable=False, default=""),
    Index(None, "at"),
    Index(None, "project", "at"),
    Index(None, "person", "at"),
    Index(None, "document", "at"),
)
