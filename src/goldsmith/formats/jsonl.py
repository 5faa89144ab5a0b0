"""JSON lines: each line is a complete document as a JSON object."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.shared.lines import read_notes
from goldsmith.formats.shared.native import encode_line
from goldsmith.formats.tree import Tree

# CRAFT files, the metadata.jsonl of a corpus and the exports of doccano and Prodigy are JSON lines
# too. A line of this format starts with a field of a document and has a text; an id is a string.
_DOCUMENT = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*(?="(?:id|text|metadata|sections|sets)"\s*:)(?!"id"\s*:\s*\d)'
    rb'[^\n]*?"text"\s*:'
)
# The writer puts the id first. A line that starts with its text is one of this format only if an id
# or the sets follow.
_TEXT_FIRST = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"text"\s*:')
_DOCUMENT_KEYS = re.compile(rb'"(?:id"\s*:\s*"|sets"\s*:\s*\{)')
#: Keys that only lines of other formats have: BioC, Prodigy and doccano.
_OTHER_KEYS = (b'"passages"', b'"_input_hash"', b'"start_offset"', b'"Comments"')


class JsonLines(Format):
    """Documents as JSON objects, one for each line."""

    title = "JSON lines (one document per line)"
    suffixes = (".jsonl", ".ndjson")
    single_file = True
    takes_packed = True
    carries = EVERYTHING

    def recognises(self, name: str, head: bytes) -> bool:
        if not super().recognises(name, head) or any(key in head for key in _OTHER_KEYS):
            return False
        is_complete = not _TEXT_FIRST.match(head) or _DOCUMENT_KEYS.search(head)
        return bool(_DOCUMENT.match(head) and is_complete)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        decoder = msgspec.json.Decoder(Document)
        where = tree.where(unit.main)
        number = 0
        for line in read_notes(tree, unit.main):
            number += 1
            if isinstance(line, InputError):
                yield line
                continue
            try:
                doc = decoder.decode(line)
            except BAD_JSON as error:
                if line.strip():
                    yield _make_error(error, where, number)
                continue
            del line  # a long note takes much memory; `enumerate` would keep it
            yield doc

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.jsonl", "wb") as stream:
            for doc in docs:
                stream.writelines(encode_line(doc))


def _make_error(error: Exception, where: str, line: int) -> InputError:
    """Return the error for malformed JSON, or for JSON with a different structure."""
    return InputError(
        f"this is not a document in JSON{describe_json_error(error)}",
        where=where,
        line=line,
        expected='an object with "id", "text" and "sets" (docs/reference/formats/jsonl.md)',
        remedy="The file may be truncated or written by another program",
    )


provides = JsonLines()
