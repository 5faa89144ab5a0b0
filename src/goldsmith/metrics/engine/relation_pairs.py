"""The things that two sets speak of, numbered across both, and the relations between them.

A mention of a and one of b that are aligned are one thing. So are two mentions of one set that do
not differ in anything but their id: which of them a relation names cannot matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

import msgspec

from goldsmith.alignment import by_type
from goldsmith.core import Mention, Relation
from goldsmith.core.chain import components
from goldsmith.core.offsets import merged
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Compared
from goldsmith.metrics.engine.mention_pairs import paired

#: When a mention counts as found by the other annotator: on the same spans, or where they overlap.
Found = Literal["strict", "lenient"]
#: What must be equal for two relations to be the same.
Key = tuple[Hashable, ...]


class Things(msgspec.Struct, frozen=True):
    """Mention id -> number of the thing it is, for each set; `found` are those that both have."""

    a: Mapping[str, int]
    b: Mapping[str, int]
    found: frozenset[int]


class Shared(msgspec.Struct, frozen=True):
    """Relations that say the same: those in pairs, and the ids left over on each side."""

    key: Key
    pairs: list[tuple[str, str]]
    only_a: list[str]
    only_b: list[str]


def checked(found: Found) -> Found:
    """The option `found` if it is one of those there are."""
    if found not in get_args(Found):
        raise InputError(f"there is no alignment {found!r}", expected=" or ".join(get_args(Found)))
    return found


def things(pair: Compared, found: Found) -> Things:
    """The things of two sets; an id that relations name and no mention has is a thing too."""
    twins = paired(
        pair.a.mentions,
        pair.b.mentions,
        kinds=(_content, by_type),
        partial=found == "lenient",
    )
    links: list[tuple[str, ...]] = [(f"a{one.id}", f"b{other.id}") for one, other in twins]
    numbers: dict[str, dict[str, int]] = {"a": {}, "b": {}}
    for side, one in (("a", pair.a), ("b", pair.b)):
        links += [(side + first, side + second) for first, second in _copies(one.mentions)]
        links += [(side + mention.id,) for mention in one.mentions]
        links += [(side + end,) for rel in one.relations for end in (rel.arg1, rel.arg2)]
    both = set()
    for number, members in enumerate(components(links)):
        for member in members:
            numbers[member[0]][member[1:]] = number
        if len({member[0] for member in members}) == 2:
            both.add(number)
    return Things(numbers["a"], numbers["b"], frozenset(both))


def _content(mention: Mention) -> Hashable:
    """All that a mention says, whatever its id and the order it is said in."""
    attributes = frozenset(mention.attributes.items())
    return (mention.type, merged(mention.spans), attributes, frozenset(mention.codes))


def _copies(mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Pairs of ids of mentions of one set that say the same."""
    first: dict[Hashable, str] = {}
    for mention in mentions:
        earlier = first.setdefault(_content(mention), mention.id)
        if earlier != mention.id:
            yield earlier, mention.id


def by_key(keyed: Iterable[tuple[Key, Relation]]) -> dict[Key, list[str]]:
    """Key -> the ids of the relations with it, in the order of the ids."""
    found: dict[Key, list[str]] = defaultdict(list)
    for key, rel in keyed:
        found[key].append(rel.id)
    return {key: sorted(ids) for key, ids in found.items()}


def shared(a: Mapping[Key, list[str]], b: Mapping[Key, list[str]]) -> Iterator[Shared]:
    """For each key the relations of both sides one to one; a second copy stays alone."""
    for key in dict.fromkeys((*a, *b)):
        one, other = a.get(key, []), b.get(key, [])
        many = min(len(one), len(other))
        yield Shared(key, list(zip(one, other, strict=False)), one[many:], other[many:])
