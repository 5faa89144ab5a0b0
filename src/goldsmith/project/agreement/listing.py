"""Lists of documents in messages."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.errors import MAX_QUOTE

_SHOWN = 5


def list_ids(ids: Sequence[str], *, limit: int | None = _SHOWN) -> str:
    """Return the ids of documents in a line.

    Args:
        ids: The ids.
        limit: How many to show; all if None.
    """
    more = f" and {len(ids) - limit:,} more" if limit is not None and len(ids) > limit else ""
    return ", ".join(map(shorten_end, ids[:limit])) + more


def shorten_end(doc_id: str) -> str:
    """Return the end of an id for a message, because ids in a corpus often share their start."""
    end = doc_id if len(doc_id) <= MAX_QUOTE else "…" + doc_id[-MAX_QUOTE:]
    return repr(end)[1:-1]
