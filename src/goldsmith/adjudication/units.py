"""Decision units: groups of differences between annotators that are decided together."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication.rivals import find_rivals
from goldsmith.adjudication.rules import Rules
from goldsmith.adjudication.slots import Slot, Slots
from goldsmith.core import AnnotationSet, Code, Document, Mention, Schema, Span
from goldsmith.errors import InputError

Kind = Literal["mention", "attributes", "codes", "relation", "chain"]
#: The kinds in the order in which they are decided.
KINDS: tuple[Kind, ...] = get_args(Kind)
Pairs = tuple[tuple[str, str], ...]
Blocks = tuple[tuple[int, ...], ...]


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version that one or more annotators made; which fields it has depends on the kind."""

    id: str
    made_by: tuple[str, ...]
    type: str = ""
    slot: int = -1
    """The slot of a mention, its attributes or its codes."""
    spans: tuple[Span, ...] = ()
    attributes: Mapping[str, str] = {}
    codes: tuple[Code, ...] = ()
    arguments: tuple[int, ...] = ()
    """The two slots that a relation connects."""
    blocks: Blocks = ()
    """The chains of a version, each with the slots of its members."""


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Candidates that are decided together."""

    id: str
    document: str
    kind: Kind
    start: int
    end: int
    candidates: tuple[Candidate, ...]
    annotators: tuple[str, ...]
    """The annotators of the document."""
    rivals: tuple[tuple[str, str, str], ...] = ()
    """Pairs of candidates that exclude each other, with the rule that excludes them."""

    def get(self, candidate_id: str) -> Candidate | None:
        return next((entry for entry in self.candidates if entry.id == candidate_id), None)


class Comparison(msgspec.Struct, frozen=True):
    """The settled annotations of a document, on which all agree, and the units to decide."""

    document: Document
    annotators: tuple[str, ...]
    slots: Sequence[Slot]
    settled: Mapping[Kind, tuple[Candidate, ...]]
    units: tuple[Unit, ...]


def compare_sets(
    doc: Document, sets: Mapping[str, AnnotationSet], rules: Rules, schema: Schema | None = None
) -> Comparison:
    """Compare the sets of several annotators of a document.

    Args:
        doc: The document.
        sets: Annotator -> annotation set; at least two.
        rules: Determine which annotations need no decision.
        schema: Determines which relations are symmetric.

    Raises:
        InputError: There are fewer than two sets.
    """
    if len(sets) < 2:
        raise InputError(
            "adjudication needs the work of two annotators",
            where=doc.id,
            expected="two or more sets",
        )
    return _Comparer(doc, sets, rules, schema).compare()


class _Comparer:
    def __init__(
        self, doc: Document, sets: Mapping[str, AnnotationSet], rules: Rules, schema: Schema | None
    ) -> None:
        self._doc, self._sets, self._rules = doc, sets, rules
        self._annotators = tuple(sorted(sets))
        self._slots = Slots(sets)
        relations = schema.relation if schema else ()
        self._symmetric = {kind.name for kind in relations if kind.symmetric}
        self._settled: dict[Kind, list[Candidate]] = defaultdict(list)
        self._units: list[Unit] = []

    def compare(self) -> Comparison:
        self._compare_mentions()
        self._compare_details("attributes", _get_attributes)
        self._compare_details("codes", _get_codes)
        self._compare_relations()
        self._compare_chains()
        settled = {kind: tuple(entries) for kind, entries in self._settled.items()}
        units = sorted(self._units, key=lambda unit: (KINDS.index(unit.kind), unit.start, unit.id))
        return Comparison(self._doc, self._annotators, self._slots.slots, settled, tuple(units))

    # Mentions

    def _compare_mentions(self) -> None:
        differing = []
        for number, slot in enumerate(self._slots.slots):
            for (spans, kind), makers in slot.versions.items():
                candidate = Candidate("", makers, kind, number, spans)
                if makers == self._annotators:
                    self._settled["mention"].append(candidate)
                else:
                    differing.append(candidate)
        for component in _join_by(differing, _iterate_mention_keys(differing)):
            self._add("mention", component)

    def _compare_details(self, kind: Kind, get_value: Callable[[Mention], Hashable]) -> None:
        """Compare the attributes or codes from annotators of a slot who chose the same type."""
        for number, slot in enumerate(self._slots.slots):
            if not any(get_value(mention) for mention in slot.mentions.values()):
                continue
            makers: dict[tuple[str, Hashable], list[str]] = {}
            for annotator, mention in slot.mentions.items():
                makers.setdefault((mention.type, get_value(mention)), []).append(annotator)
            by_type: dict[str, list[Candidate]] = defaultdict(list)
            for (type_name, _), names in makers.items():
                detail = _make_detail(kind, slot.mentions[names[0]], tuple(names), number)
                by_type[type_name].append(detail)
            for _, candidates in sorted(by_type.items()):
                if len(candidates) == 1:
                    self._settled[kind].extend(candidates)
                else:
                    self._add_unit(kind, candidates)

    # Relations

    def _compare_relations(self) -> None:
        makers: dict[tuple[str, tuple[int, ...], Pairs], set[str]] = defaultdict(set)
        for annotator, annotation_set in self._sets.items():
            for rel in annotation_set.relations:
                arguments = tuple(
                    self._slots.find(annotator, argument) for argument in (rel.arg1, rel.arg2)
                )
                if rel.type in self._symmetric:
                    arguments = tuple(sorted(arguments))
                pairs = tuple(sorted(rel.attributes.items()))
                makers[rel.type, arguments, pairs].add(annotator)
        differing = []
        for (kind, arguments, pairs), names in sorted(makers.items()):
            candidate = Candidate(
                "", tuple(sorted(names)), kind, attributes=dict(pairs), arguments=arguments
            )
            if candidate.made_by == self._annotators:
                self._settled["relation"].append(candidate)
            else:
                differing.append(candidate)
        for component in _join_by(differing, ((entry, entry.arguments) for entry in differing)):
            self._add("relation", component)

    # Chains

    def _compare_chains(self) -> None:
        types = {group.type for entry in self._sets.values() for group in entry.groups}
        for kind in sorted(types):
            makers: dict[tuple[int, ...], set[str]] = defaultdict(set)
            for annotator, block in self._iterate_blocks(kind):
                makers[block].add(annotator)
            differing = []
            for block, names in sorted(makers.items()):
                entry = Candidate("", tuple(sorted(names)), kind, blocks=(block,))
                if entry.made_by == self._annotators:
                    self._settled["chain"].append(entry)
                else:
                    differing.append(entry)
            pairs = ((entry, entry.blocks[0]) for entry in differing)
            for component in _join_by(differing, pairs):
                self._add_unit("chain", self._make_partitions(kind, component))

    def _iterate_blocks(self, kind: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        for annotator, annotation_set in self._sets.items():
            for group in annotation_set.groups:
                if group.type == kind:
                    members = {self._slots.find(annotator, member) for member in group.members}
                    yield annotator, tuple(sorted(members))

    def _make_partitions(self, kind: str, component: Sequence[Candidate]) -> list[Candidate]:
        """Make one candidate for each different set of chains."""
        partitions: dict[Blocks, list[str]] = defaultdict(list)
        for annotator in self._annotators:
            blocks = sorted(entry.blocks[0] for entry in component if annotator in entry.made_by)
            partitions[tuple(blocks)].append(annotator)
        return [
            Candidate("", tuple(names), kind, blocks=blocks)
            for blocks, names in sorted(partitions.items())
        ]

    # Units

    def _add(self, kind: Kind, component: Sequence[Candidate]) -> None:
        """Add a unit, without candidates that are settled because nothing contradicts them."""
        if self._rules.enters == "union":
            numbered = _number(component)
            contested = {name for pair in find_rivals(numbered) for name in pair[:2]}
            self._settled[kind].extend(
                replace(entry, id="") for entry in numbered if entry.id not in contested
            )
            component = [entry for entry in numbered if entry.id in contested]
        if component:
            self._add_unit(kind, component)

    def _add_unit(self, kind: Kind, candidates: Iterable[Candidate]) -> None:
        numbered = _number(candidates)
        slots = {
            slot
            for entry in numbered
            for slot in (entry.slot, *entry.arguments, *(s for b in entry.blocks for s in b))
            if slot >= 0
        }
        places = [
            mention
            for slot in slots
            for mention in self._slots.slots[slot].mentions.values()
            if mention.spans
        ]
        start = min((mention.start for mention in places), default=0)
        end = max((mention.end for mention in places), default=0)
        rivals = tuple(find_rivals(numbered)) if kind in ("mention", "relation") else ()
        unit = Unit("", self._doc.id, kind, start, end, tuple(numbered), self._annotators, rivals)
        self._units.append(replace(unit, id=_hash_unit(unit, self._slots.slots)))


def _get_attributes(mention: Mention) -> Hashable:
    return tuple(sorted(mention.attributes.items())) if mention.attributes else ()


def _get_codes(mention: Mention) -> Hashable:
    return mention.codes


def _make_detail(kind: Kind, mention: Mention, makers: tuple[str, ...], slot: int) -> Candidate:
    """Make the candidate for the attributes or the codes of a mention."""
    candidate = Candidate("", makers, mention.type, slot)
    if kind == "codes":
        return replace(candidate, codes=mention.codes)
    return replace(candidate, attributes=dict(mention.attributes))


def _number(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Give each candidate a number, in the order of their content."""
    ordered = sorted(candidates, key=_get_content)
    return [replace(entry, id=str(number)) for number, entry in enumerate(ordered, 1)]


def _get_content(candidate: Candidate) -> tuple[object, ...]:
    return (
        candidate.spans,
        candidate.slot,
        candidate.arguments,
        candidate.blocks,
        candidate.type,
        sorted(candidate.attributes.items()),
        candidate.codes,
    )


def _hash_unit(unit: Unit, slots: Sequence[Slot]) -> str:
    """Return an id that changes with the content of a unit, not with other units."""

    def describe(slot: int) -> object:
        return [(version, makers) for version, makers in slots[slot].versions.items()]

    content = [
        (
            entry.made_by,
            _get_content(replace(entry, slot=-1, arguments=(), blocks=())),
            [describe(slot) for slot in (entry.slot, *entry.arguments) if slot >= 0],
            [[describe(slot) for slot in block] for block in entry.blocks],
        )
        for entry in unit.candidates
    ]
    encoded = msgspec.json.encode((unit.document, unit.kind, unit.annotators, content))
    return hashlib.sha256(encoded).hexdigest()[:16]


def _iterate_mention_keys(
    candidates: Sequence[Candidate],
) -> Iterator[tuple[Candidate, Iterable[Hashable]]]:
    """Yield each candidate with keys that it shares with candidates that overlap it or its slot."""
    ranges = sorted(
        (span.start, span.end, index)
        for index, entry in enumerate(candidates)
        for span in entry.spans
    )
    keys: dict[int, set[Hashable]] = defaultdict(set)
    run, reach = 0, -1
    for start, end, index in ranges:
        if start >= reach:
            run += 1
        reach = max(reach, end)
        keys[index].add(("text", run))
    for index, entry in enumerate(candidates):
        yield entry, {*keys[index], ("slot", entry.slot)}


def _join_by(
    candidates: Sequence[Candidate],
    keyed: Iterable[tuple[Candidate, Iterable[Hashable]]],
) -> list[list[Candidate]]:
    """Group candidates that share a key, directly or through others."""
    parents = list(range(len(candidates)))

    def find(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    owners: dict[Hashable, int] = {}
    for index, (_, keys) in enumerate(keyed):
        for key in keys:
            owner = owners.setdefault(key, index)
            parents[find(index)] = find(owner)
    groups: dict[int, list[Candidate]] = defaultdict(list)
    for index, entry in enumerate(candidates):
        groups[find(index)].append(entry)
    return list(groups.values())
