"""A folder or archive of notes, each in its own text file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from goldsmith.errors import InputError
from goldsmith.formats import get
from goldsmith.formats.tree import Tree
from goldsmith.project.corpus.import_notes.encodings import choose_encoding, decode_text
from goldsmith.project.corpus.import_notes.rows import Reading, ReadOptions, Row, check_text

SUFFIX = ".txt"


class TextFiles:
    """Notes in text files; the id of a note is the path of its file."""

    roles: Mapping[str, str] = {"text": "text", "id": "id"}

    def __init__(self, tree: Tree, options: ReadOptions) -> None:
        self.where = str(tree.root)
        unused = ("delimiter", "quoting", "table", "query")
        options.refuse(unused, "a folder of text files", self.where)
        self._tree, self._requested = tree, options.encoding
        self._units = get("text").find_units(tree.names)
        self._encodings: Counter[str] = Counter()

    def describe(self) -> Reading:
        unread = len(self._tree.names) - len(self._units)
        return Reading("text", dict(self._encodings), unread=unread)

    def read(self) -> Iterator[Row]:
        self._encodings.clear()
        for number, unit in enumerate(self._units, 1):
            where = self._tree.where(unit.main)
            encoding = choose_encoding(self._tree, unit.main, self._requested)
            text = _decode(self._tree.read_bytes(unit.main), encoding, where)
            self._encodings[encoding] += 1
            yield check_text(Row(number, where, 0, {"id": unit.name, "text": text}))


def _decode(content: bytes, encoding: str, where: str) -> str:
    try:
        return decode_text(content, encoding)
    except UnicodeError:
        raise InputError(
            f"the file is not valid {encoding}", where=where, expected="valid text"
        ) from None
