"""JSON lines: one document on a line, everything it holds, readable by any program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.shared.lines import lines
from goldsmith.formats.shared.native import recorded
from goldsmith.formats.tree import Tree

# CRAFT files and a corpus's metadata.jsonl are JSON lines too: ours begin with a key of a document
# and have its text.
_OURS = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*(?="(?:id|text|metadata|sections|sets)"\s*:)[^\n]*?"text"\s*:'
)


class JsonLines(Format):
    """One JSON object a line, in Goldsmith's own words."""

    title = "JSON lines (one document a line)"
    suffixes = (".jsonl", ".ndjson")
    one_file = True
    carries = EVERYTHING

    def recognises(self, name: str, head: bytes) -> bool:
        return (
            super().recognises(name, head)
            and bool(_OURS.match(head))
            and b'"passages"' not in head  # BioC has JSON lines of its own
        )

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        decoder = msgspec.json.Decoder(Document)
        where = tree.where(unit.main)
        for number, line in enumerate(lines(tree, unit.main), 1):
            try:
                yield decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                if line.strip():
                    yield not_ours(error, where, number)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        encoder = msgspec.json.Encoder()
        with open(folder / "corpus.jsonl", "wb") as stream:
            for doc in docs:
                stream.write(encoder.encode(recorded(doc)) + b"\n")


def not_ours(error: Exception, where: str, line: int) -> InputError:
    """The error for JSON that is broken or has another shape."""
    shape = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
    return InputError(
        f"this is not a document in JSON{shape}",
        where=where,
        line=line,
        expected='an object with "id", "text" and "sets" (docs/formats/jsonl.md)',
        remedy="The file may be truncated or made by another program",
    )


provides = JsonLines()
