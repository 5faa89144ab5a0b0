"""The metadata object with all tables, and columns that many tables share."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, Text

#: Fixed names of constraints, so that migrations can refer to them on every database.
_NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH: Final = 20

metadata = MetaData(naming_convention=_NAMING)


def new_id() -> str:
    """Return a random id of 100 bits."""
    number = secrets.randbits(5 * _ID_LENGTH)
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in range(_ID_LENGTH))


def now() -> int:
    """Return the current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def make_id_column() -> Column[str]:
    """Return the column `id`, the primary key."""
    return Column("id", Text, primary_key=True)


def make_time_column(name: str, *, optional: bool = False) -> Column[int]:
    """Return a column of a time in milliseconds."""
    return Column(name, BigInteger, nullable=optional)


def make_reference(name: str, target: str, **settings: Any) -> Column[str]:
    """Return a column that refers to the id of another table."""
    settings.setdefault("nullable", False)
    return Column(name, Text, ForeignKey(f"{target}.id"), **settings)
