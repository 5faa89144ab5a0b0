"""What Knowtator's frames cannot say of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.formats.knowtator.frames import CODE_SLOTS, DOCUMENT_NOTE, class_of, type_of
from goldsmith.formats.shared.code_text import unspellable
from goldsmith.formats.shared.control_characters import NOT_XML


def lost(doc: Document) -> Counter[str]:
    """What both Knowtators would drop or change: name -> how many."""
    found: Counter[str] = Counter()
    for one in doc.sets.values():
        strings = [text for text in _strings(one) if NOT_XML.search(text)]
        found["control-characters-in-values"] += len(strings)
        found["codes-that-cannot-be-spelt"] += sum(map(_codes, one.mentions))
        found["names-that-mean-something-else"] += sum(map(_names, one.mentions))
        found["names-that-mean-something-else"] += _remarks(one)
        found["note-kinds"] += sum(bool(note.kind) for note in one.notes)
        found["empty-notes"] += sum(not note.text.strip() for note in one.notes)
        found["empty-groups"] += sum(not group.members for group in one.groups)
    return +found


def _codes(mention: Mention) -> int:
    *_, beside = class_of(mention)
    return sum(map(unspellable, beside))


def _names(mention: Mention) -> int:
    """Attributes named like code slots, and types that look like concepts (`X:1`)."""
    kind, label, _ = class_of(mention)
    wrong = sum(name in CODE_SLOTS for name in mention.attributes)
    return wrong + (kind == mention.type and type_of(kind, label)[0] != kind)


def _remarks(one: AnnotationSet) -> int:
    """Mentions of the whole document that would be read as remarks on it."""
    noted = {note.target for note in one.notes}
    return sum(
        mention.type == DOCUMENT_NOTE and not mention.spans and mention.id in noted
        for mention in one.mentions
    )


def _strings(one: AnnotationSet) -> Iterator[str]:
    yield one.name
    for item in one.annotations:
        yield item.type
        for name, value in item.attributes.items():
            yield from (name, value)
    for mention in one.mentions:
        for code in mention.codes:
            yield from (code.code, code.system, code.name)
    for note in one.notes:
        yield note.text
