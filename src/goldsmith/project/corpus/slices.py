"""Slices of a corpus: the documents that have the same values in one or more metadata fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from goldsmith.core import Document, Metadata, get_field, require_field

#: The value of a field that a document lacks.
NO_VALUE = "(none)"
_SEPARATOR = " / "
_OUTSIDE_QUOTES = re.compile(r' / (?=(?:[^"]*"[^"]*")*[^"]*$)')


def parse_fields(by: str | Sequence[str]) -> tuple[str, ...]:
    """Return the metadata fields to slice by.

    Args:
        by: Names of fields, or one text with commas between them.

    Example:
        >>> parse_fields("institution, type")
        ('institution', 'type')
    """
    texts = [by] if isinstance(by, str) else by
    names = (name.strip() for text in texts for name in text.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def require_fields(docs: Iterable[Document], fields: Sequence[str]) -> Iterator[Document]:
    """Yield documents; after the last, refuse a metadata field that none of them has.

    Raises:
        UnknownName: There is no such field; the message lists the fields that have values.
        InputError: A field has no value in any document.
    """
    checked = iter(docs)
    for name in fields:
        checked = require_field(checked, name)
    return checked


def name_slice(metadata: Metadata, fields: Sequence[str]) -> str:
    """Return the slice of a document: its values in the fields.

    Returns:
        The values with " / " between them; "" without fields. Different values have different
        names: a value that contains the separator is quoted.

    Example:
        >>> name_slice(Metadata(institution="Mayo", type="clinical"), ("institution", "type"))
        'Mayo / clinical'
    """
    values = [get_field(metadata, name) or NO_VALUE for name in fields]
    return _SEPARATOR.join(f'"{value}"' if _SEPARATOR in value else value for value in values)


def split_slice(name: str) -> tuple[str, ...]:
    """Return the values of a slice by its name.

    Example:
        >>> split_slice("Mayo / clinical")
        ('Mayo', 'clinical')
    """
    return tuple(_OUTSIDE_QUOTES.split(name))


def group_slices(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Group crossed slices that differ only in the last field, for the columns of a table.

    Returns:
        The values of the other fields, and the values of the last one; neighbours only, so that the
        order stays. The first are "" for slices of a single field.

    Example:
        >>> group_slices(["all", "Mayo / clinical", "Mayo / pathology"])
        [('', ['all']), ('Mayo', ['clinical', 'pathology'])]
    """
    groups: list[tuple[str, list[str]]] = []
    for name in names:
        *before, last = split_slice(name)
        label = _SEPARATOR.join(before)
        if groups and groups[-1][0] == label:
            groups[-1][1].append(last)
        else:
            groups.append((label, [last]))
    return groups


def sort_slices(names: Iterable[str]) -> list[str]:
    """Sort the names of slices: numbers in them by value, missing values last.

    Example:
        >>> sort_slices(["cc10", "(none)", "cc9"])
        ['cc9', 'cc10', '(none)']
    """
    return sorted(names, key=_make_key)


def _make_key(name: str) -> tuple[list[tuple[bool, list[tuple[int, str]]]], str]:
    parts = [(value == NO_VALUE, _split_numbers(value)) for value in name.split(_SEPARATOR)]
    return parts, name


def _split_numbers(value: str) -> list[tuple[int, str]]:
    """Split a text into numbers and words that compare with each other."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part.casefold())
        for part in re.split(r"(\d+)", value)
        if part
    ]
