"""Projects."""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from goldsmith.store.tables.base import (
    make_id_column,
    make_reference,
    make_time_column,
    metadata,
)

projects = Table(
    "projects",
    metadata,
    make_id_column(),
    Column("name", Text, nullable=False, unique=True),
    Column("title", Text, nullable=False, default=""),
    #: The schema as TOML; the text is authoritative.
    Column("schema", Text, nullable=False),
    #: JSON of `ProjectSettings`.
    Column("settings", Text, nullable=False, default="{}"),
    make_reference("created_by", "people"),
    make_time_column("created_at"),
)
