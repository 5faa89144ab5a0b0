"""Read and write saved queries and sets, in a TOML file that users can read, edit and share.

Its table `queries` contains queries by name; its tables `sets.NAME` contain names and codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.chronicle.data_files import parse_settings
from goldsmith.chronicle.query.parser import parse_query
from goldsmith.chronicle.query.sets import NameSet
from goldsmith.errors import InputError, QueryError, UnknownName

#: The file of queries in the working folder.
DEFAULT_FILE = "queries.toml"


class SavedQueries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a query file."""

    queries: Mapping[str, str] = {}
    sets: Mapping[str, NameSet] = {}


def read_queries(path: Path, *, required: bool = True) -> SavedQueries:
    """Read a query file.

    Args:
        path: The file.
        required: Whether a missing file is an error; otherwise it counts as empty.

    Raises:
        InputError: The file cannot be read.
    """
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        if required:
            raise InputError(
                "there is no such file", where=str(path), expected="a TOML file of queries"
            ) from None
        return SavedQueries()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"this file cannot be read ({type(error).__name__})",
            where=str(path),
            expected="a TOML file in UTF-8",
        ) from None
    return parse_settings(text, SavedQueries, str(path))


def save_query(path: Path, name: str, text: str, *, overwrite: bool = False) -> None:
    """Add a query to a file, and keep the rest of the file, including comments, unchanged.

    Raises:
        InputError: The name is taken and `overwrite` is false, or the file cannot be read.
        QueryError: The query is not valid.
    """
    parse_query(text)
    saved = read_queries(path, required=False)
    if saved.queries.get(name) == text:
        return
    if name in saved.queries and not overwrite:
        raise InputError(
            f"there is already a query called {name!r}",
            where=str(path),
            expected="a name that is not in use",
            remedy="Choose another name, or remove the query from the file",
        )
    content = path.read_text("utf-8-sig") if path.exists() else ""
    storage.write_text(path, _insert(content, name, text))
    read_queries(path)


def _insert(content: str, name: str, text: str) -> str:
    """Insert a line into the table `queries`, or add the table."""
    line = f"{_quote(name)} = {_quote(text)}"
    lines = [row for row in content.splitlines() if not row.startswith(f"{_quote(name)} =")]
    if "[queries]" not in lines:
        return "\n".join([*lines, *([""] if lines else []), "[queries]", line, ""])
    place = lines.index("[queries]") + 1
    return "\n".join([*lines[:place], line, *lines[place:], ""])


def _quote(text: str) -> str:
    """Return a text as a TOML string; JSON has the same escapes."""
    return msgspec.json.encode(text).decode()


def find_query(saved: SavedQueries, text: str) -> str:
    """Return the saved query with a name, or the text itself if it is a query.

    Raises:
        UnknownName: The text is a single word and not the name of a saved query.
        QueryError: The query is not valid.
    """
    if text in saved.queries:
        return saved.queries[text]
    try:
        parse_query(text)
    except QueryError:
        if len(text.split()) == 1:
            raise UnknownName("saved query", text, saved.queries) from None
        raise
    return text
