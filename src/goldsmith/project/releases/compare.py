"""Compare two releases: the changes, and whom they affect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.formats import Reader
from goldsmith.project.releases.changes import ChangeCounter, TypeChange, list_types
from goldsmith.project.releases.model import SPLITS_FOLDER, Release
from goldsmith.project.releases.shelf import OpenRelease


class VersionChange(msgspec.Struct, frozen=True):
    """A schema, rules, guidelines, terminologies … with different versions in the releases."""

    what: str
    before: str
    after: str


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
    counter = ChangeCounter()
    for cards, count in ((old, counter.before), (new, counter.after)):
        for card in cards.values():
            count.update(list_types(card.gold))
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


def _count_whole_documents(
    counter: ChangeCounter,
    old: Mapping[str, _Card],
    new: Mapping[str, _Card],
    texts: set[str],
) -> None:
    """Count all annotations of documents with a different text or in only one release."""
    for doc_id, card in old.items():
        if doc_id not in new or doc_id in texts:
            counter.removed.update(list_types(card.gold))
    for doc_id, card in new.items():
        if doc_id not in old or doc_id in texts:
            counter.added.update(list_types(card.gold))


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
