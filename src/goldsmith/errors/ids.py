"""Ids and names in messages: short, printable, and never the text of a note."""

from __future__ import annotations

from collections.abc import Collection

#: How many characters of an id a message shows: ids of a damaged file may contain note text.
MAX_QUOTE = 20
_IDS_SHOWN = 5


def shorten_id(value: str) -> str:
    """Return the beginning of an id, name or type for a message, in printable characters."""
    return repr(value if len(value) <= MAX_QUOTE else value[:MAX_QUOTE] + "…")[1:-1]


def quote_id(value: str) -> str:
    """Return the beginning of an id, name or type for a message, in quotation marks."""
    return f"'{shorten_id(value)}'"


def list_ids(values: Collection[str]) -> str:
    """Return the first ids or names of a collection for a message, and how many more there are."""
    shown = ", ".join(shorten_id(value) for value in sorted(values)[:_IDS_SHOWN])
    more = len(values) - _IDS_SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown
