"""Losses of a document that is written as Knowtator frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.formats.knowtator.frames import CODE_SLOTS, DOCUMENT_NOTE, get_class, parse_class
from goldsmith.formats.shared.code_text import is_unwritable
from goldsmith.formats.shared.control_characters import NOT_XML


def count_frame_losses(doc: Document) -> Counter[str]:
    """Count what Knowtator 1 and 2 both drop or change, by the name of the loss."""
    losses: Counter[str] = Counter()
    for annotation_set in doc.sets.values():
        strings = [text for text in _iterate_strings(annotation_set) if NOT_XML.search(text)]
        losses["control-characters-in-values"] += len(strings)
        losses["codes-that-cannot-be-spelt"] += sum(
            map(_count_unwritable_codes, annotation_set.mentions)
        )
        losses["names-that-mean-something-else"] += sum(
            map(_count_ambiguous_names, annotation_set.mentions)
        )
        losses["names-that-mean-something-else"] += _count_ambiguous_notes(annotation_set)
        losses["note-kinds"] += sum(bool(note.kind) for note in annotation_set.notes)
        losses["empty-notes"] += sum(not note.text.strip() for note in annotation_set.notes)
        losses["empty-groups"] += sum(not group.members for group in annotation_set.groups)
    return +losses


def _count_unwritable_codes(mention: Mention) -> int:
    *_, codes = get_class(mention)
    return sum(map(is_unwritable, codes))


def _count_ambiguous_names(mention: Mention) -> int:
    """Count attributes named like code slots, and types that look like concepts (`X:1`)."""
    kind, label, _ = get_class(mention)
    count = sum(name in CODE_SLOTS for name in mention.attributes)
    return count + (kind == mention.type and parse_class(kind, label)[0] != kind)


def _count_ambiguous_notes(annotation_set: AnnotationSet) -> int:
    """Count mentions of the whole document that would be read as notes on it."""
    targets = {note.target for note in annotation_set.notes}
    return sum(
        mention.type == DOCUMENT_NOTE and not mention.spans and mention.id in targets
        for mention in annotation_set.mentions
    )


def _iterate_strings(annotation_set: AnnotationSet) -> Iterator[str]:
    yield annotation_set.name
    for item in annotation_set.annotations:
        yield item.type
        for name, value in item.attributes.items():
            yield from (name, value)
    for mention in annotation_set.mentions:
        for code in mention.codes:
            yield from (code.code, code.system, code.name)
    for note in annotation_set.notes:
        yield note.text
