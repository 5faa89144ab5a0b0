"""Check that the schema recognises chains in each set; without chains there is nothing to score.

If no chain is recognised in the gold standard, every mention is a singleton, and B³ and CEAF would
still give a plausible figure. Usually the relations or groups exist, but under a type that the
schema does not declare as identity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from goldsmith.core import AnnotationSet, RelationType, Schema
from goldsmith.core.chain import (
    collect_identity_links,
    find_repeated_members,
    select_identity_groups,
)
from goldsmith.metrics.engine.base import SHARED, Columns, Key, SetPair, Tally, Value

_SIDES = ("a", "b")
_MENTIONS = "mentions"
_IDENTITY = "identity"
_OTHER = "other"
_REPEATED = "repeated"
_SHOWN = 8


def count_evidence(pair: SetPair, schema: Schema, tally: Tally) -> None:
    """Count the mentions, the pairs and groups that mean identity, and the types of the others.

    Also count the mentions in several groups. All counts are columns that every row shares.
    """
    for side, annotation_set in zip(_SIDES, (pair.a, pair.b), strict=True):
        tally.add_shared(f"{_MENTIONS}_{side}", len(annotation_set.mentions))
        identities = collect_identity_links(annotation_set, schema)
        tally.add_shared(f"{_IDENTITY}_{side}", len(identities))
        groups = select_identity_groups(annotation_set, schema)
        if repeated := {entry.mention for entry in find_repeated_members(annotation_set, groups)}:
            tally.add_shared(f"{_REPEATED}_{side}", len(repeated))
        for name in _list_other_types(annotation_set, schema):
            tally.add_shared(f"{_OTHER}_{side}:{name}")


def _list_other_types(annotation_set: AnnotationSet, schema: Schema) -> Iterator[str]:
    """Yield the type of each relation and group that does not mean identity."""
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}
    for rel in annotation_set.relations:
        kind = kinds.get(rel.type)
        if kind is None or not kind.is_identity(rel.attributes):
            yield _describe_type(rel.type, kind)
    for group in annotation_set.groups:
        kind = kinds.get(group.type)
        if kind is None or not kind.is_identity_group(group.attributes):
            yield _describe_type(group.type, kind)


def _describe_type(name: str, kind: RelationType | None) -> str:
    """Name a type that does not mean identity, or does so only under a condition."""
    if kind is None:
        return name
    conditions = [f"{attribute} = {value}" for attribute, value in kind.identity_when.items()]
    return f"{name} without {' and '.join(conditions)}"


def is_one_sided(sums: Columns) -> npt.NDArray[np.bool_]:
    """Return where only one of the two sets has mentions."""
    first, second = (sums[f"{_MENTIONS}_{side}"] for side in _SIDES)
    one_sided: npt.NDArray[np.bool_] = np.not_equal(first == 0, second == 0)
    return one_sided


def withhold_without_chains(values: dict[str, Value], sums: Columns) -> dict[str, Value]:
    """Return the values, undefined where the first set has mentions but no recognised chain."""
    withheld = (sums[f"{_MENTIONS}_a"] > 0) & (sums[f"{_IDENTITY}_a"] == 0)
    return {name: np.where(withheld, np.nan, value) for name, value in values.items()}


def describe_evidence(sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
    """List the sets without a recognised chain, and the sets with mentions in several groups."""
    shared = {column: number for (group, column), number in sums.items() if group == SHARED}
    notices = []
    for side, name in zip(_SIDES, names, strict=True):
        if shared.get(f"{_MENTIONS}_{side}") and not shared.get(f"{_IDENTITY}_{side}"):
            notices.append(_describe_absence(shared, side, name))
        if repeated := shared.get(f"{_REPEATED}_{side}"):
            notices.append(
                f"mentions of {name} in more than one chain: {repeated:,.0f}; each counts once, in "
                "the chain that begins first"
            )
    return notices


def describe_absent_pairs(sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
    """List the sets with mentions in which no coreference pair was recognised."""
    shared = {column: number for (group, column), number in sums.items() if group == SHARED}
    return [
        f"nothing in {name} was recognised as a coreference pair; "
        + _describe_types(_select_other_types(shared, side))
        for side, name in zip(_SIDES, names, strict=True)
        if shared.get(f"{_MENTIONS}_{side}") and not shared.get(f"{_IDENTITY}_{side}")
    ]


def _describe_absence(shared: Mapping[str, float], side: str, name: str) -> str:
    effect = (
        "so coreference has no value"
        if side == "a"
        else "so each of its mentions counts as a chain of one"
    )
    return f"nothing in {name} was recognised as a coreference chain, {effect}; " + _describe_types(
        _select_other_types(shared, side)
    )


def _select_other_types(shared: Mapping[str, float], side: str) -> list[str]:
    prefix = f"{_OTHER}_{side}:"
    return sorted(
        column.removeprefix(prefix)
        for column, number in shared.items()
        if column.startswith(prefix) and number
    )


def _describe_types(types: list[str]) -> str:
    if not types:
        return "it has no relations or groups"
    more = f" and {len(types) - _SHOWN} more" if len(types) > _SHOWN else ""
    return (
        f"its relations and groups ({', '.join(types[:_SHOWN])}{more}) do not mean identity in the "
        "schema; to derive chains from them, declare a relation type of that name there with "
        "identity = true"
    )
