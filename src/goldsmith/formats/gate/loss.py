"""What GATE XML cannot say of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats.gate.features import SECTIONS, is_reserved, is_taken
from goldsmith.formats.shared.code_text import unspellable


def lost(doc: Document) -> Counter[str]:
    """What would be dropped or changed: name -> how many."""
    found: Counter[str] = Counter()
    found["names-that-mean-something-else"] = sum(map(is_taken, doc.metadata.extra))
    found["names-that-mean-something-else"] += SECTIONS in doc.sets
    for one in doc.sets.values():
        codes = [code for mention in one.mentions for code in mention.codes]
        found["codes-that-cannot-be-spelt"] += sum(map(unspellable, codes))
        found["names-that-mean-something-else"] += sum(_attributes(one))
        found["note-kinds"] += sum(bool(note.kind) for note in one.notes)
        found["empty-groups"] += sum(not group.members for group in one.groups)
    return +found


def _attributes(one: AnnotationSet) -> Iterator[bool]:
    for item in one.annotations:
        yield from (is_reserved(item, name) for name in item.attributes)
