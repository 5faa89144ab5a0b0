"""People, their roles in projects, their sessions and their tokens."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, Table, Text

from goldsmith.store.tables.base import (
    make_id_column,
    make_reference,
    make_time_column,
    metadata,
)

people = Table(
    "people",
    metadata,
    make_id_column(),
    Column("name", Text, nullable=False, unique=True),
    Column("full_name", Text, nullable=False, default=""),
    Column("email", Text, nullable=False, default=""),
    Column("password_hash", Text, nullable=False, default=""),
    #: "issuer subject" of an account at an OpenID Connect provider.
    Column("external_id", Text, unique=True),
    Column("is_owner", Boolean, nullable=False, default=False),
    Column("is_active", Boolean, nullable=False, default=True),
    #: Profession and experience, for agreement by background (requirement 4.9).
    Column("background", Text, nullable=False, default=""),
    Column("training_hours", Float, nullable=False, default=0.0),
    make_time_column("created_at"),
)

members = Table(
    "members",
    metadata,
    make_reference("project", "projects", primary_key=True),
    make_reference("person", "people", primary_key=True),
    Column("role", Text, primary_key=True),
    make_time_column("created_at"),
    Index(None, "person"),
)

sessions = Table(
    "sessions",
    metadata,
    #: SHA-256 of the secret in the cookie.
    Column("secret_hash", Text, primary_key=True),
    make_reference("person", "people"),
    Column("csrf", Text, nullable=False),
    make_time_column("created_at"),
    make_time_column("expires_at"),
    Index(None, "person"),
)

tokens = Table(
    "tokens",
    metadata,
    make_id_column(),
    Column("secret_hash", Text, nullable=False, unique=True),
    make_reference("person", "people"),
    Column("name", Text, nullable=False),
    #: JSON list of scopes.
    Column("scopes", Text, nullable=False),
    make_time_column("created_at"),
    make_time_column("expires_at", optional=True),
    make_time_column("revoked_at", optional=True),
    Index(None, "person"),
)

login_failures = Table(
    "login_failures",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    #: SHA-256 of the account name, or of the address of the client.
    Column("subject", Text, nullable=False),
    make_time_column("at"),
    Index(None, "subject", "at"),
)

#: Secrets that work once: the set-up of the server, invitations, sign-ins through a provider.
one_time_secrets = Table(
    "one_time_secrets",
    metadata,
    #: SHA-256 of the secret.
    Column("secret_hash", Text, primary_key=True),
    #: setup, invitation or openid.
    Column("purpose", Text, nullable=False),
    make_reference("person", "people", nullable=True),
    #: JSON of the data for the purpose.
    Column("data", Text, nullable=False, default=""),
    make_time_column("expires_at"),
    Index(None, "person"),
)
