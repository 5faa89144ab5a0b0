"""Count the differences of the gold standards of the same documents, by type, place and code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Code, Mention, Span

_Spans = tuple[Span, ...]
#: The kind and type of an annotation, its place, and its other content.
_Keys = Sequence[tuple[tuple[str, str], Hashable, Hashable]]


class TypeChange(msgspec.Struct, frozen=True):
    """Annotations of one type before and after; `changed` counts those with other attributes."""

    kind: str
    """mention, relation or group."""
    type: str
    before: int
    after: int
    added: int
    removed: int
    changed: int


class ChangeCounter:
    """Counts the differences of the gold standards of the same documents."""

    def __init__(self) -> None:
        self.before: Counter[tuple[str, str]] = Counter()
        self.after: Counter[tuple[str, str]] = Counter()
        self.added: Counter[tuple[str, str]] = Counter()
        self.removed: Counter[tuple[str, str]] = Counter()
        self.changed: Counter[tuple[str, str]] = Counter()
        self.retyped: Counter[tuple[str, str]] = Counter()
        self.recoded: Counter[tuple[str, str]] = Counter()

    def compare(self, old: AnnotationSet, new: AnnotationSet) -> bool:
        """Count the differences of two sets; return whether there are any."""
        total = self._total()
        places = {mention.id: mention.spans for mention in old.mentions}
        new_places = {mention.id: mention.spans for mention in new.mentions}
        self._compare_keys(_key_mentions(old.mentions), _key_mentions(new.mentions))
        self._compare_keys(_key_links(old, places), _key_links(new, new_places))
        self._compare_places(old.mentions, new.mentions)
        return self._total() != total

    def make_type_changes(self) -> tuple[TypeChange, ...]:
        """Return a row for every type of annotation."""
        order = ("mention", "relation", "group")
        keys = sorted(
            self.before.keys() | self.after.keys(), key=lambda key: (order.index(key[0]), key[1])
        )
        return tuple(
            TypeChange(
                *key,
                self.before[key],
                self.after[key],
                self.added[key],
                self.removed[key],
                self.changed[key],
            )
            for key in keys
        )

    def _total(self) -> int:
        counters = (self.added, self.removed, self.changed, self.recoded)
        return sum(sum(counter.values()) for counter in counters)

    def _compare_keys(self, old: _Keys, new: _Keys) -> None:
        """Compare annotations by type and place; the third value contains their other content."""
        before = Counter((kind, place) for kind, place, _ in old)
        after = Counter((kind, place) for kind, place, _ in new)
        self.removed.update(kind for kind, _ in (before - after).elements())
        self.added.update(kind for kind, _ in (after - before).elements())
        identical = Counter(
            (kind, place) for kind, place, _ in (Counter(old) & Counter(new)).elements()
        )
        self.changed.update(kind for kind, _ in ((before & after) - identical).elements())

    def _compare_places(self, old: Iterable[Mention], new: Iterable[Mention]) -> None:
        """Compare the types and codes of mentions where each side has one with these spans."""
        before, after = _group_by_spans(old), _group_by_spans(new)
        for spans, mentions in before.items():
            others = after.get(spans, [])
            if len(mentions) == len(others) == 1:
                first, second = mentions[0], others[0]
                if first.type != second.type:
                    self.retyped[first.type, second.type] += 1
                codes = _format_codes(first.codes), _format_codes(second.codes)
                if codes[0] != codes[1]:
                    self.recoded[codes] += 1


def _key_mentions(mentions: Iterable[Mention]) -> _Keys:
    return [
        (("mention", mention.type), mention.spans, frozenset(mention.attributes.items()))
        for mention in mentions
    ]


def _key_links(gold: AnnotationSet, places: Mapping[str, _Spans]) -> _Keys:
    """List relations and groups by the spans of their arguments, more stable than ids and types."""
    relations = [
        (
            ("relation", rel.type),
            (places.get(rel.arg1), places.get(rel.arg2)),
            frozenset(rel.attributes.items()),
        )
        for rel in gold.relations
    ]
    groups = [
        (
            ("group", group.type),
            frozenset(places.get(member) for member in group.members),
            frozenset(group.attributes.items()),
        )
        for group in gold.groups
    ]
    return [*relations, *groups]


def _group_by_spans(mentions: Iterable[Mention]) -> dict[_Spans, list[Mention]]:
    groups: dict[_Spans, list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.spans, []).append(mention)
    return groups


def _format_codes(codes: Iterable[Code]) -> str:
    keys = (f"{code.system}:{code.code}" if code.system else code.code for code in codes)
    return ", ".join(sorted(keys)) or "none"


def list_types(gold: AnnotationSet) -> Iterator[tuple[str, str]]:
    """Yield the kind and type of every annotation."""
    yield from (("mention", mention.type) for mention in gold.mentions)
    yield from (("relation", rel.type) for rel in gold.relations)
    yield from (("group", group.type) for group in gold.groups)
