"""Flags: attributes that are either set or not, so that absence is a value.

A flag has no value other than being set: brat's `A1 Negated T1`. Annotators agree on it where both
set it and where neither does, so pairs of mentions that both lack it are compared. The absence of
an attribute with several values and no default carries no information; pairs without it are left
out (metrics.md, "Settled after the first measurements").

An attribute is a flag if the schema gives it a single value and no default. If the schema does not
list its values, it is a flag if "true" (or "yes", or "set") is its only value in all documents.
That is known only at the end, so pairs are counted by the types of their mentions, in columns that
all rows share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote, unquote

import numpy as np

from goldsmith.core import AttributeType, Mention, Schema
from goldsmith.metrics.engine.base import MARK, SHARED, Columns, Key, Tally, Value

_SET_VALUES = frozenset({"true", "yes", "set"})
_PAIRS, _BARE, _FLAG, _PLAIN, _ROW, _PART = "pairs:", "bare:", "flag:", "plain:", "row:", "part:"


class FlagCounter:
    """Counts the evidence for which attributes are flags, and the pairs of mentions by type.

    Args:
        tally: The counts of the document.
        schema: The schema of the annotations, or None.
        name_row: Returns the row of an attribute.
        whole: The row for all attributes together, or "" without one.
    """

    def __init__(
        self,
        tally: Tally,
        schema: Schema | None,
        *,
        name_row: Callable[[str], str],
        whole: str = "",
    ) -> None:
        self._tally, self._name_row, self._whole = tally, name_row, whole
        self._declared = {
            (kind.name, name): attribute
            for kind in (schema.mention if schema else ())
            for name, attribute in kind.attributes.items()
        }

    def add_pair(
        self,
        mentions: tuple[Mention, Mention],
        attributes: tuple[Mapping[str, str], Mapping[str, str]],
        *,
        is_bare: bool = False,
    ) -> None:
        """Count a pair of mentions.

        Args:
            mentions: The two mentions.
            attributes: The attributes of each that are compared.
            is_bare: Whether neither mention has any value in the row of all attributes.
        """
        types = _join_types(frozenset(mention.type for mention in mentions))
        self._tally.add_shared(_PAIRS + types)
        if is_bare:
            self._tally.add_shared(_BARE + types)
        for mention, values in zip(mentions, attributes, strict=True):
            for name, value in values.items():
                if value:
                    self._add_value(mention.type, name, value)

    def _add_value(self, mention_type: str, name: str, value: str) -> None:
        attribute = self._declared.get((mention_type, name))
        if not may_be_flag(attribute, value):
            self._tally.add_shared(f"{_PLAIN}{_quote(name)}|{_quote(mention_type)}")
            return
        self._tally.mark(self._name_row(name), _ROW + _quote(name))
        if self._whole:
            self._tally.mark(self._whole, _PART + _quote(name))
        for carrier in {mention_type, *self._list_declaring_types(name)}:
            column = f"{_FLAG}{_quote(name)}|{_quote(carrier)}|{_quote(value)}"
            self._tally.add_shared(column, float(carrier == mention_type))

    def _list_declaring_types(self, name: str) -> Iterator[str]:
        for (mention_type, declared), attribute in self._declared.items():
            if declared == name and len(attribute.values) == 1 and not attribute.default:
                yield mention_type


def count_lacking(sums: Columns, compared: Value) -> Value | None:
    """Return the pairs that agree because both mentions lack the flag of a row.

    In the row of all attributes, they lack all attributes, and at least one attribute is a flag.

    Args:
        sums: The columns of the row and those that all rows share.
        compared: The pairs of the row that are compared anyway, because a mention has a value.

    Returns:
        None if the row is not the row of a flag.
    """
    for prefix, source in ((MARK + _ROW, _PAIRS), (MARK + _PART, _BARE)):
        names = [column.removeprefix(prefix) for column in sums if column.startswith(prefix)]
        types = {kind for name in names for kind in _find_carriers(sums, name)}
        if types:
            total = _sum_pairs(sums, source, types)
            return total - compared if source == _PAIRS else total
    return None


def describe_lacking(
    sums: Mapping[Key, float],
    compared: str,
    name_row: Callable[[str], str],
    *,
    without: Collection[str] = (),
) -> list[str]:
    """Describe how many pairs agree by lacking a flag, and how many lack another attribute.

    Args:
        sums: The sums of all columns of all rows, and of those that they share.
        compared: The column with the pairs that are compared anyway.
        name_row: Returns the row of an attribute.
        without: The rows to omit, because they have no value.
    """
    shared = {c: np.asarray(number) for (group, c), number in sums.items() if group == SHARED}
    agreeing: dict[str, float] = {}
    left_out: dict[str, float] = {}
    for name in sorted({unquote(_get_name(c)) for c in shared if c.startswith((_FLAG, _PLAIN))}):
        row = name_row(name)
        if row in without:
            continue
        own = {c: np.asarray(number) for (group, c), number in sums.items() if group == row}
        counted = own.get(compared, np.asarray(0.0))
        lacking = count_lacking({**shared, **own}, counted)
        target = left_out if lacking is None else agreeing
        if lacking is None:
            types = _list_types(shared, _PLAIN, _quote(name))
            lacking = _sum_pairs(shared, _PAIRS, types) - counted
        if lacking > 0:
            target[row] = float(lacking)
    notices = []
    if agreeing:
        notices.append(
            "an absent flag counts as not set, so these pairs of mentions without it agree: "
            + _list_numbers(agreeing)
        )
    if left_out:
        notices.append(
            "pairs of mentions in which neither has a value are left out: "
            + _list_numbers(left_out)
        )
    return notices


def may_be_flag(attribute: AttributeType | None, value: str) -> bool:
    """Return whether a value of an attribute only states that it is set.

    Args:
        attribute: The attribute of this mention type in the schema, or None.
        value: The value.
    """
    if attribute is None or not (attribute.values or attribute.default):
        return value.casefold() in _SET_VALUES
    return attribute.values == (value,) and not attribute.default


def _find_carriers(columns: Collection[str], name: str) -> set[str]:
    """Return the types that have the flag of this name; none if the attribute is not a flag."""
    values = {column.split("|")[2] for column in columns if column.startswith(f"{_FLAG}{name}|")}
    if len(values) != 1 or _list_types(columns, _PLAIN, name):
        return set()
    return _list_types(columns, _FLAG, name)


def _list_types(columns: Collection[str], prefix: str, name: str) -> set[str]:
    """Return the types of the mentions that have the attribute of this name."""
    return {column.split("|")[1] for column in columns if column.startswith(f"{prefix}{name}|")}


def _sum_pairs(sums: Columns, source: str, types: Collection[str]) -> Value:
    """Sum the pairs in which at least one mention is of one of the types."""
    selected = [
        sums[column]
        for column in sums
        if column.startswith(source)
        and not set(column.removeprefix(source).split("|")).isdisjoint(types)
    ]
    return np.sum(selected, axis=0) if selected else np.asarray(0.0)


def _get_name(column: str) -> str:
    return column.partition(":")[2].partition("|")[0]


def _list_numbers(numbers: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {number:,.0f}" for name, number in numbers.items())


@lru_cache(4096)
def _join_types(types: frozenset[str]) -> str:
    return "|".join(sorted(map(_quote, types)))


@lru_cache(4096)
def _quote(text: str) -> str:
    """Escape the characters that separate the parts of a column name."""
    return quote(text, safe=" ")
