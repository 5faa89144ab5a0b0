"""Relations of two sets, matched through the nodes that their arguments share.

Aligned mentions of A and B are the same node. So are mentions of one set that differ only in their
id: it makes no difference which of them a relation names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

import msgspec

from goldsmith.alignment import get_type
from goldsmith.core import Mention, Relation
from goldsmith.core.chain import find_components
from goldsmith.core.offsets import merge_spans
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import SetPair
from goldsmith.metrics.engine.mention_pairs import pair_mentions

#: How the arguments of two relations are aligned: on the same spans, or also where they overlap.
Found = Literal["strict", "lenient"]
#: The key that two relations must share to match.
Key = tuple[Hashable, ...]


class NodeNumbers(msgspec.Struct, frozen=True):
    """Maps the mention ids of each set to nodes; `common` are the nodes that both sets have."""

    a: Mapping[str, int]
    b: Mapping[str, int]
    common: frozenset[int]


class KeyMatch(msgspec.Struct, frozen=True):
    """The relations with the same key: the matched ids, and the remaining ids of each side."""

    key: Key
    pairs: list[tuple[str, str]]
    only_a: list[str]
    only_b: list[str]


def check_found(found: Found) -> Found:
    """Return the option `found` if it has a valid value.

    Raises:
        InputError: It is neither strict nor lenient.
    """
    if found not in get_args(Found):
        raise InputError(f"there is no alignment {found!r}", expected=" or ".join(get_args(Found)))
    return found


def number_nodes(pair: SetPair, found: Found) -> NodeNumbers:
    """Assign a node to every mention; an argument without a mention is a separate node."""
    aligned = pair_mentions(
        pair.a.mentions,
        pair.b.mentions,
        keys=(_get_content, get_type),
        partial=found == "lenient",
    )
    links: list[tuple[str, ...]] = [(f"a{first.id}", f"b{second.id}") for first, second in aligned]
    numbers: dict[str, dict[str, int]] = {"a": {}, "b": {}}
    for side, annotation_set in (("a", pair.a), ("b", pair.b)):
        duplicates = _find_duplicates(annotation_set.mentions)
        links += [(side + first, side + second) for first, second in duplicates]
        links += [(side + mention.id,) for mention in annotation_set.mentions]
        links += [(side + arg,) for rel in annotation_set.relations for arg in (rel.arg1, rel.arg2)]
    common = set()
    for number, members in enumerate(find_components(links)):
        for member in members:
            numbers[member[0]][member[1:]] = number
        if len({member[0] for member in members}) == 2:
            common.add(number)
    return NodeNumbers(numbers["a"], numbers["b"], frozenset(common))


def _get_content(mention: Mention) -> Hashable:
    """Return the content of a mention, regardless of its id and of the order of its parts."""
    attributes = frozenset(mention.attributes.items())
    return (mention.type, merge_spans(mention.spans), attributes, frozenset(mention.codes))


def _find_duplicates(mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Find the ids of mentions of one set that have the same content."""
    first_ids: dict[Hashable, str] = {}
    for mention in mentions:
        first_id = first_ids.setdefault(_get_content(mention), mention.id)
        if first_id != mention.id:
            yield first_id, mention.id


def group_by_key(keyed: Iterable[tuple[Key, Relation]]) -> dict[Key, list[str]]:
    """Group relations by key; return the sorted ids of each group."""
    groups: dict[Key, list[str]] = defaultdict(list)
    for key, rel in keyed:
        groups[key].append(rel.id)
    return {key: sorted(ids) for key, ids in groups.items()}


def match_keys(a: Mapping[Key, list[str]], b: Mapping[Key, list[str]]) -> Iterator[KeyMatch]:
    """Match the relations of both sides one to one by key; a second copy remains unmatched."""
    for key in dict.fromkeys((*a, *b)):
        first, second = a.get(key, []), b.get(key, [])
        count = min(len(first), len(second))
        pairs = list(zip(first, second, strict=False))
        yield KeyMatch(key, pairs, first[count:], second[count:])
