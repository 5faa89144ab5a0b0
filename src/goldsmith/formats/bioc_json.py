"""BioC JSON: a collection of documents with their annotations in one file, read as a stream.

It has the structure of BioC XML; `bioc.infons` defines the keys of infons. The reader accepts
collections, lists of collections (NCBI's API), responses of PubTator 3 and JSON lines. The writer
writes a collection with one document on each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Document, Problem
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.bioc.exports import name_by_folder, name_document
from goldsmith.formats.bioc.json_split import DocumentSplitter
from goldsmith.formats.bioc.model import BioCDocument
from goldsmith.formats.bioc.read import build_document
from goldsmith.formats.bioc.stream import add_location, open_stream
from goldsmith.formats.bioc.write import build_bioc_document, count_bioc_losses
from goldsmith.formats.tree import Tree

_OPENING = b'{"source":"Goldsmith","date":"","key":"","infons":{},"documents":['


class _DocumentId(msgspec.Struct):
    """The id of a document."""

    id: str | int = ""


class BioCJson(Format):
    """BioC collections in JSON."""

    title = "BioC JSON"
    suffixes = (".json", ".jsonl")
    single_file = True
    carries = EVERYTHING
    own_losses = frozenset("groups-without-members overlapping-sections".split())

    def recognises(self, name: str, head: bytes) -> bool:
        if not super().recognises(name, head):
            return False
        collection = b'"documents"' in head and b'"infons"' in head and b'"source"' in head
        return collection or (b'"passages"' in head and b'"id"' in head)

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return name_by_folder(super().find_units(names))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        decoder = msgspec.json.Decoder(BioCDocument, strict=False)
        where = tree.where(unit.main)
        with open_stream(tree, unit.main) as stream:
            for content, line in DocumentSplitter(stream).split():
                try:
                    source = decoder.decode(content)
                    doc = build_document(source, set_name=set_name, remarks=tree.remarks)
                    yield name_document(doc, unit, tree.remarks)
                except InputError as error:
                    yield add_location(error, where, line)
                except BAD_JSON as error:
                    yield _make_error(error, where, line)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        where = tree.where(unit.main)
        name = re.escape(msgspec.json.encode(problem.annotation)[1:-1])
        pattern = re.compile(rb'"id"\s*:\s*(?:"%b"|%b\b)' % (name, name))
        with open_stream(tree, unit.main) as stream:
            for content, line in DocumentSplitter(stream).split():
                if _read_id(content) == problem.document:
                    positions = [match.start() for match in pattern.finditer(content)]
                    return where, line + content.count(b"\n", 0, positions[-1] if positions else 0)
        return where, 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        encoder = msgspec.json.Encoder()
        with open(folder / "corpus.json", "wb") as stream:
            stream.write(_OPENING)
            separator = b"\n"
            for doc in docs:
                stream.write(separator + encoder.encode(build_bioc_document(doc)))
                separator = b",\n"
            stream.write(b"\n]}\n")

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_bioc_losses(doc)


def _read_id(content: bytes) -> str:
    """Read the id of a document; "" if it cannot be read."""
    try:
        return str(msgspec.json.decode(content, type=_DocumentId).id)
    except BAD_JSON:
        return ""


def _make_error(error: Exception, where: str, line: int) -> InputError:
    return InputError(
        f"this is not a document in BioC JSON{describe_json_error(error)}",
        where=where,
        line=line,
        expected='an object with "id" and "passages", in UTF-8',
        remedy="The file may be damaged or in another format",
    )


provides = BioCJson()
