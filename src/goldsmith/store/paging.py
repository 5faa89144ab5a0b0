"""Pages of long lists.

A page begins after a row that an opaque mark names, so that no page costs more than the first.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import ColumnElement, tuple_

from goldsmith.errors import InputError

Item = TypeVar("Item")
#: The default and the maximum number of entries on a page.
PAGE = 50
MAX_PAGE = 500


class Page(msgspec.Struct, Generic[Item], frozen=True):
    """A part of a list; `after` is the mark for the next one, empty on the last."""

    items: tuple[Item, ...]
    after: str = ""


def make_page(items: Sequence[Item], marks: Sequence[Sequence[Any]], limit: int) -> Page[Item]:
    """Return a page of at most `limit` items.

    Args:
        items: The items; one more than `limit` if there is a further page.
        marks: The values of the sort columns of each item.
        limit: The size of the page.
    """
    if len(items) <= limit:
        return Page(tuple(items))
    return Page(tuple(items[:limit]), encode_mark(marks[limit - 1]))


def match_after(columns: Sequence[ColumnElement[Any]], after: str) -> ColumnElement[bool] | None:
    """Return the condition for the rows after a mark; None at the beginning.

    Args:
        columns: The sort columns, all ascending; together they are unique.
        after: A mark, or "".

    Raises:
        InputError: The page mark is not valid.
    """
    if not after:
        return None
    values = decode_mark(after, columns)
    position: ColumnElement[Any] = tuple_(*columns) if len(columns) > 1 else columns[0]
    mark = tuple_(*values) if len(columns) > 1 else values[0]
    behind: ColumnElement[bool] = position > mark
    return behind


def encode_mark(values: Sequence[Any]) -> str:
    """Return the mark of a row."""
    return base64.urlsafe_b64encode(msgspec.json.encode(values)).decode().rstrip("=")


def decode_mark(after: str, columns: Sequence[ColumnElement[Any]]) -> list[Any]:
    """Return the values of a mark.

    Raises:
        InputError: The page mark is not valid.
    """
    try:
        padding = "=" * (-len(after) % 4)
        values = msgspec.json.decode(base64.urlsafe_b64decode(after + padding))
        types = [column.type.python_type for column in columns]
        if [type(value) for value in values] != types or any(map(_is_unfit, values)):
            raise ValueError
    except (ValueError, TypeError, binascii.Error, msgspec.DecodeError, RecursionError):
        raise InputError(
            "this is not a valid page mark", where="after", expected="the mark of the previous page"
        ) from None
    return list(values)


def _is_unfit(value: object) -> bool:
    """Return whether a database would refuse a value."""
    return "\x00" in value if isinstance(value, str) else abs(value) >= 2**63  # type: ignore[arg-type]
