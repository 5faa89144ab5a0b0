"""Divides long notes into windows before annotation and merges the results afterwards.

Any worker can annotate a window, as if it were a separate note. The annotations of a note are kept
packed, most of them in a temporary file, so that a note of many megabytes takes little more memory
than its text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, check_structure
from goldsmith.core.packed import PackedSequence
from goldsmith.errors import InputError
from goldsmith.pipeline.windows import (
    MAX_CHARACTERS,
    Annotations,
    cut_window,
    find_windows,
    move_annotations,
)
from goldsmith.runners.annotate import Batch, Failure
from goldsmith.runners.memory import MemoryKeeper, return_free_memory
from goldsmith.storage.block_file import BlockFile


class Types(NamedTuple):
    """The number of mentions and of relations of each type."""

    mentions: Counter[str]
    relations: Counter[str]


class LongNotes:
    """Divides long notes, and merges the annotations of their windows.

    Args:
        set_name: The name of the new annotation set.
        only: Drop the sets that the notes already have.
        limit: The number of characters above which a note is divided.
    """

    def __init__(self, set_name: str, *, only: bool = False, limit: int = MAX_CHARACTERS) -> None:
        self._set_name, self._only, self._limit = set_name, only, limit
        #: Window id -> the note and the window's offset in it.
        self._windows: dict[str, tuple[_Note, int]] = {}

    def divide(self, docs: Iterable[Document]) -> Iterator[Document]:
        """Yield the notes, with each long note replaced by its windows."""
        for doc in docs:
            if len(doc.text) <= self._limit:
                yield doc
                continue
            places = list(find_windows(doc.text, self._limit))
            sets = {} if self._only else doc.sets
            note = _Note(replace(doc, sets=sets), len(places))
            memory = MemoryKeeper()
            for start, end in places:
                memory.tidy()
                name = f"{doc.id}, characters {start} to {end}"
                self._windows[name] = note, start
                yield replace(cut_window(doc, start, end), id=name)

    def count_notes(self, docs: Iterable[Document]) -> int:
        """Count the notes that begin in some documents or windows."""
        return sum(self._windows.get(doc.id, (None, 0))[1] == 0 for doc in docs)

    def merge(self, batch: Batch) -> Batch:
        """Return a batch in which completed long notes replace their windows."""
        if not self._windows:
            return batch
        merged = _MergedBatch(batch)
        for doc in batch.documents:
            if place := self._windows.pop(doc.id, None):
                note, offset = place
                merged.remove(note.add(doc, doc.sets[self._set_name], offset))
                merged.add(note, self._set_name)
            else:
                merged.documents.append(doc)
        for failure in batch.failed:
            if place := self._windows.pop(failure.id, None):
                place[0].fail(failure)
                merged.add(place[0], self._set_name)
            else:
                merged.failed.append(failure)
        return merged.build()


class _MergedBatch:
    """A batch while long notes replace their windows."""

    def __init__(self, batch: Batch) -> None:
        self.documents: list[Document] = []
        self.failed: list[Failure] = []
        self._counts = Types(Counter(batch.mentions), Counter(batch.relations))

    def remove(self, types: Types) -> None:
        """Subtract a window from the counts; its note is counted when it is complete."""
        self._counts = Types(*(all_ - own for all_, own in zip(self._counts, types, strict=True)))

    def add(self, note: _Note, set_name: str) -> None:
        """Add a note if it is complete."""
        if note.is_complete and note.failure:
            self.failed.append(note.failure)
        elif note.is_complete:
            return_free_memory()  # used by its windows: writing the note takes memory too
            self.documents.append(note.build(set_name))
            self._counts = Types(*(a + b for a, b in zip(self._counts, note.types, strict=True)))

    def build(self) -> Batch:
        return Batch(tuple(self.documents), tuple(self.failed), *map(dict, self._counts))


class _Note:
    """A long note that collects its windows as they return, in order."""

    def __init__(self, doc: Document, windows: int) -> None:
        self._doc, self._remaining = doc, windows
        self._set = AnnotationSet("")
        self._mentions = PackedSequence(Mention, blocks=BlockFile())
        self._relations = PackedSequence(Relation, blocks=BlockFile())
        self._groups = PackedSequence(Group, blocks=BlockFile())
        self._numbers = count(1)
        self.failure: Failure | None = None
        self.types = Types(Counter(), Counter())

    @property
    def is_complete(self) -> bool:
        return self._remaining == 0

    def fail(self, failure: Failure) -> None:
        """Record that a window failed; the first failure becomes the failure of the note."""
        self._remaining -= 1
        self.failure = self.failure or replace(failure, id=self._doc.id)

    def add(self, window: Document, annotations: AnnotationSet, offset: int) -> Types:
        """Add the annotations of a window, and return how many of each type it has.

        The window is validated here, since packed annotations are not validated when written.
        """
        self._remaining -= 1
        if problem := next(check_structure(window), None):
            failure = Failure(self._doc.id, InputError.__name__, str(problem.message))
            self.failure = self.failure or failure
        self._set = replace(annotations, mentions=(), relations=(), groups=())
        ordered = sorted(annotations.mentions, key=lambda mention: _get_number(mention.id))
        moved = move_annotations(
            Annotations(ordered, annotations.relations, annotations.groups), offset, self._make_id
        )
        by_place = sorted(moved.mentions, key=lambda m: (m.start, m.end, m.type, m.id))
        self._mentions.extend(by_place)
        self._relations.extend(moved.relations)
        self._groups.extend(moved.groups)
        types = _count_types(annotations)
        for counter, own in zip(self.types, types, strict=True):
            counter.update(own)
        return types

    def _make_id(self, letter: str) -> str:
        return f"{letter}{next(self._numbers)}"

    def build(self, set_name: str) -> Document:
        """Return the note with its new set, whose annotations are packed."""
        packed: dict[str, Any] = {
            "mentions": self._mentions,
            "relations": self._relations,
            "groups": self._groups,
        }
        annotations = replace(self._set, name=set_name, **packed)
        return self._doc.with_set(annotations)


def _get_number(name: str) -> int:
    """Return the number in an id: components number annotations as they add them."""
    digits = name[1:]
    return int(digits) if digits.isdigit() else 0


def _count_types(annotations: AnnotationSet) -> Types:
    mentions = Counter(mention.type for mention in annotations.mentions)
    return Types(mentions, Counter(rel.type for rel in annotations.relations))


def unpack(doc: Document) -> Document:
    """Return a document whose annotations are ordinary tuples."""
    if not any(isinstance(set_.mentions, PackedSequence) for set_ in doc.sets.values()):
        return doc
    sets = {
        name: replace(
            set_,
            mentions=tuple(set_.mentions),
            relations=tuple(set_.relations),
            groups=tuple(set_.groups),
        )
        for name, set_ in doc.sets.items()
    }
    return replace(doc, sets=sets)
