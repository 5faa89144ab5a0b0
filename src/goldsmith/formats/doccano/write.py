"""Write documents as doccano examples and count what they cannot represent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from goldsmith.core import Document
from goldsmith.formats.base import get_only_set
from goldsmith.formats.doccano.read import KEYS
from goldsmith.formats.shared.flat_metadata import count_taken_names, flatten_metadata

_NUMBER = re.compile("0|[1-9][0-9]{0,14}")


def count_losses(doc: Document) -> dict[str, int]:
    """Count what an example cannot represent, by name of the loss."""
    notes = get_only_set(doc).notes
    counts = {
        "metadata-names": count_taken_names(doc.metadata, reserved=KEYS),
        "notes-on-annotations": sum(bool(note.target) for note in notes),
        "note-kinds": sum(bool(note.kind) and not note.target for note in notes),
    }
    return {name: count for name, count in counts.items() if count}


def build_example(doc: Document) -> dict[str, Any]:
    """Return a document as a line of a project with relations.

    The text comes last, so that the format can be recognised by the first bytes of a file.
    """
    annotation_set = get_only_set(doc)
    ids = _number(mention.id for mention in annotation_set.mentions)
    return {
        "id": int(doc.id) if _is_number(doc.id) else doc.id,
        "entities": [
            {
                "id": ids[mention.id],
                "label": mention.type,
                "start_offset": mention.start,
                "end_offset": mention.end,
            }
            for mention in annotation_set.mentions
        ],
        "relations": [
            {"id": number, "from_id": ids[rel.arg1], "to_id": ids[rel.arg2], "type": rel.type}
            for number, rel in enumerate(annotation_set.relations, 1)
        ],
        "Comments": [note.text for note in annotation_set.notes if not note.target],
        "text": doc.text,
        **flatten_metadata(doc.metadata, reserved=KEYS),
    }


def _number(keys: Iterable[str]) -> dict[str, int]:
    """Map ids to numbers, the only ids that doccano supports; numeric ids are kept."""
    names = list(keys)
    if all(map(_is_number, names)):
        return {name: int(name) for name in names}
    return {name: number for number, name in enumerate(names, 1)}


def _is_number(name: str) -> bool:
    return bool(_NUMBER.fullmatch(name))
