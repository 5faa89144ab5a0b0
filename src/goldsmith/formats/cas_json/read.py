"""Read a CAS JSON file as a document with one annotation set."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from goldsmith.core import Document
from goldsmith.formats.cas_json.cas import LoadedJsonCas
from goldsmith.formats.tree import Tree
from goldsmith.formats.xmi.document import build_document
from goldsmith.formats.xmi.layout import Source
from goldsmith.formats.xmi.read import CasReader


class JsonCasReader(CasReader):
    """A reader of a CAS from JSON, where cassis has converted the offsets of all annotations."""

    def _get_extent(self, fs: Any) -> tuple[int, int]:
        return fs.begin, fs.end


def read_file(tree: Tree, name: str, doc_id: str, set_name: str) -> Document:
    """Read a file.

    Args:
        tree: The tree that contains the file.
        name: The file.
        doc_id: The id of the document according to the folder layout.
        set_name: The name for the set; if empty, the set is named after the file.

    Raises:
        InputError: The file is malformed or refers to things that do not exist.
    """
    where = tree.where(name)
    cas = LoadedJsonCas(tree.read_text(name), where=where)
    source = Source(PurePosixPath(name).stem, where, b"", b"", where)
    reader = JsonCasReader(cas.view, cas.types, cas.lines)
    return build_document(cas.view, reader, cas.types, source, doc_id, set_name)
