"""Compare two releases: the changes, and whom they affect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Code, Mention, Span
from goldsmith.formats import Reader
from goldsmith.project.releases.model import SPLITS_FOLDER, Release
from goldsmith.project.releases.shelf import OpenRelease

_Spans = tuple[Span, ...]


class VersionChange(msgspec.Struct, frozen=True):
    """A schema, rules, guidelines, terminologies … with different versions in the releases."""

    what: str
    before: str
    after: str


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


class PairCount(msgspec.Struct, frozen=True):
    """The number of changes from one value to another: of a type, a code or a split."""

    before: str
    after: str
    count: int


class SplitChange(msgspec.Struct, frozen=True):
    """The changes for users of a split."""

    split: str
    before: int
    """Documents before, and after."""
    after: int
    added: int
    removed: int
    edited: int
    """Documents in both whose text or annotations changed."""
    advice: str


class Comparison(msgspec.Struct, frozen=True):
    """The differences of two releases."""

    before: str
    after: str
    versions: tuple[VersionChange, ...]
    added: int
    """Documents that only the later release has."""
    removed: int
    texts: int
    """Documents in both whose text changed; their annotations are not compared."""
    annotations: int
    """Documents in both whose annotations changed."""
    types: tuple[TypeChange, ...]
    retyped: tuple[PairCount, ...]
    """Types of mentions with the same span."""
    recoded: tuple[PairCount, ...]
    """Codes of mentions with the same span."""
    moved: tuple[PairCount, ...]
    """Splits of documents."""
    leaks: tuple[PairCount, ...]
    """Patients of a split before who are in another split after."""
    splits: tuple[SplitChange, ...]

    @property
    def is_same(self) -> bool:
        """Whether the releases have the same documents, annotations, splits and versions."""
        return not (
            self.versions
            or self.added
            or self.removed
            or self.texts
            or self.annotations
            or self.moved
        )


class _Card(msgspec.Struct, frozen=True):
    """The compared parts of a document; its text is not kept in memory."""

    split: str
    patient: str
    text_hash: str
    gold: AnnotationSet


def compare_releases(before: OpenRelease, after: OpenRelease) -> Comparison:
    """Compare two releases document by document.

    Raises:
        InputError: A file of one of them was changed.
    """
    old, new = _read_cards(before), _read_cards(after)
    common = [doc_id for doc_id in new if doc_id in old]
    counter = _ChangeCounter()
    for cards, count in ((old, counter.before), (new, counter.after)):
        for card in cards.values():
            count.update(_list_types(card.gold))
    texts = {doc_id for doc_id in common if old[doc_id].text_hash != new[doc_id].text_hash}
    edited = {
        doc_id
        for doc_id in common
        if doc_id not in texts and counter.compare(old[doc_id].gold, new[doc_id].gold)
    }
    _count_whole_documents(counter, old, new, texts)
    moved = Counter(
        (old[doc_id].split, new[doc_id].split)
        for doc_id in common
        if old[doc_id].split != new[doc_id].split
    )
    leaks = _count_leaks(old, new)
    return Comparison(
        before.release.reference,
        after.release.reference,
        tuple(_compare_versions(before.release, after.release)),
        len(new.keys() - old.keys()),
        len(old.keys() - new.keys()),
        len(texts),
        len(edited),
        counter.make_type_changes(),
        _rank(counter.retyped),
        _rank(counter.recoded),
        _rank(moved),
        _rank(leaks),
        tuple(_compare_splits(before, after, old, new, texts | edited, leaks)),
    )


def _read_cards(opened: OpenRelease) -> dict[str, _Card]:
    gold = opened.release.sets[0]
    opened.open_splits()
    return {
        doc.id: _Card(split, doc.metadata.patient, doc.text_hash, doc.sets[gold])
        for split in opened.splits
        for doc in Reader(opened.folder / SPLITS_FOLDER / split, "corpus")
    }


def _compare_versions(before: Release, after: Release) -> Iterator[VersionChange]:
    fields: Mapping[str, Callable[[Release], str]] = {
        "schema": lambda release: str(release.schema or ""),
        "rules": lambda release: str(release.rules or ""),
        "guidelines": lambda release: str(release.guidelines or ""),
        "terminologies": lambda release: ", ".join(map(str, release.terms)),
        "licence": lambda release: release.licence,
        "gold standard": lambda release: release.sets[0],
        "splits": lambda release: ", ".join(release.splits),
    }
    for what, read in fields.items():
        if read(before) != read(after):
            yield VersionChange(what, read(before) or "none", read(after) or "none")


def _list_types(gold: AnnotationSet) -> Iterator[tuple[str, str]]:
    yield from (("mention", mention.type) for mention in gold.mentions)
    yield from (("relation", rel.type) for rel in gold.relations)
    yield from (("group", group.type) for group in gold.groups)


def _count_whole_documents(
    counter: _ChangeCounter,
    old: Mapping[str, _Card],
    new: Mapping[str, _Card],
    texts: set[str],
) -> None:
    """Count all annotations of documents with a different text or in only one release."""
    for doc_id, card in old.items():
        if doc_id not in new or doc_id in texts:
            counter.removed.update(_list_types(card.gold))
    for doc_id, card in new.items():
        if doc_id not in old or doc_id in texts:
            counter.added.update(_list_types(card.gold))


class _ChangeCounter:
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

    def _compare_keys(
        self,
        old: Sequence[tuple[tuple[str, str], Hashable, Hashable]],
        new: Sequence[tuple[tuple[str, str], Hashable, Hashable]],
    ) -> None:
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


def _key_mentions(
    mentions: Iterable[Mention],
) -> list[tuple[tuple[str, str], Hashable, Hashable]]:
    return [
        (("mention", mention.type), mention.spans, frozenset(mention.attributes.items()))
        for mention in mentions
    ]


def _key_links(
    gold: AnnotationSet, places: Mapping[str, _Spans]
) -> list[tuple[tuple[str, str], Hashable, Hashable]]:
    """List relations and groups by the spans of their arguments, more stable than ids and types."""
    keys: list[tuple[tuple[str, str], Hashable, Hashable]] = [
        (
            ("relation", rel.type),
            (places.get(rel.arg1), places.get(rel.arg2)),
            frozenset(rel.attributes.items()),
        )
        for rel in gold.relations
    ]
    keys += [
        (
            ("group", group.type),
            frozenset(places.get(member) for member in group.members),
            frozenset(group.attributes.items()),
        )
        for group in gold.groups
    ]
    return keys


def _group_by_spans(mentions: Iterable[Mention]) -> dict[_Spans, list[Mention]]:
    groups: dict[_Spans, list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.spans, []).append(mention)
    return groups


def _format_codes(codes: Iterable[Code]) -> str:
    keys = (f"{code.system}:{code.code}" if code.system else code.code for code in codes)
    return ", ".join(sorted(keys)) or "none"


def _rank(counts: Mapping[tuple[str, str], int]) -> tuple[PairCount, ...]:
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return tuple(PairCount(*pair, count) for pair, count in rows)


def _count_leaks(old: Mapping[str, _Card], new: Mapping[str, _Card]) -> Counter[tuple[str, str]]:
    """Count the patients of a split before who are in another split after."""
    later = _list_splits(new)
    return Counter(
        (before, after)
        for patient, splits in _list_splits(old).items()
        for before in splits
        for after in later.get(patient, ())
        if before != after
    )


def _list_splits(cards: Mapping[str, _Card]) -> dict[str, set[str]]:
    """Map each patient to the splits that have documents of the patient."""
    splits: dict[str, set[str]] = {}
    for card in cards.values():
        if card.patient:
            splits.setdefault(card.patient, set()).add(card.split)
    return splits


def _compare_splits(
    before: OpenRelease,
    after: OpenRelease,
    old: Mapping[str, _Card],
    new: Mapping[str, _Card],
    edited: set[str],
    leaks: Mapping[tuple[str, str], int],
) -> Iterator[SplitChange]:
    for split in dict.fromkeys((*before.splits, *after.splits)):
        first = {doc_id for doc_id, card in old.items() if card.split == split}
        second = {doc_id for doc_id, card in new.items() if card.split == split}
        change = SplitChange(
            split,
            len(first),
            len(second),
            len(second - first),
            len(first - second),
            len(first & second & edited),
            "",
        )
        references = before.release.reference, after.release.reference
        yield msgspec.structs.replace(change, advice=_advise(change, references, leaks))


def _advise(
    change: SplitChange, references: tuple[str, str], leaks: Mapping[tuple[str, str], int]
) -> str:
    before, after = references
    split = change.split
    if not (change.added or change.removed or change.edited):
        text = "unchanged: results stay comparable"
    elif not change.before or not change.after:
        text = f"only in {after if change.after else before}"
    else:
        text = f"results on {before}:{split} and {after}:{split} are not comparable"
    warnings = [
        f"{count:,} patients of {before}:{source} are here: do not test a model on {after}:{split} "
        f"that was trained on {before}:{source}"
        for (source, target), count in sorted(leaks.items())
        if target == split
    ]
    return "; ".join([text, *warnings])
