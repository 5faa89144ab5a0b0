"""BioC JSON: a collection of documents with their annotations in one file, read as a stream.

The structure is that of BioC XML; `_bioc_infons` says which infons mean what. Collections, lists
of collections (NCBI's API), PubTator 3's answers and JSON lines are read; a collection is written,
one document on a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from goldsmith.core import Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.bioc.json_split import Splitter
from goldsmith.formats.bioc.read import BioCDocument, document
from goldsmith.formats.bioc.stream import opened, placed
from goldsmith.formats.bioc.write import bioc, misfits
from goldsmith.formats.tree import Tree

_BEGIN = b'{"source":"Goldsmith","date":"","key":"","infons":{},"documents":['


class _Named(msgspec.Struct):
    """As much of a document as tells which one it is."""

    id: str | int = ""


class BioCJson(Format):
    """BioC collections in JSON."""

    title = "BioC JSON"
    suffixes = (".json", ".jsonl")
    one_file = True
    carries = EVERYTHING

    def recognises(self, name: str, head: bytes) -> bool:
        if not super().recognises(name, head):
            return False
        collection = b'"documents"' in head and b'"infons"' in head and b'"source"' in head
        return collection or (b'"passages"' in head and b'"id"' in head)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        decoder = msgspec.json.Decoder(BioCDocument, strict=False)
        where = tree.where(unit.main)
        with opened(tree, unit.main) as stream:
            for content, line in Splitter(stream).documents():
                try:
                    yield document(decoder.decode(content), set_name=set_name)
                except InputError as error:
                    yield placed(error, where, line)
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    yield _not_bioc(error, where, line)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        where = tree.where(unit.main)
        decoder = msgspec.json.Decoder(_Named)
        name = re.escape(msgspec.json.encode(problem.annotation)[1:-1])
        given = re.compile(rb'"id"\s*:\s*(?:"%b"|%b\b)' % (name, name))
        with opened(tree, unit.main) as stream:
            for content, line in Splitter(stream).documents():
                if str(decoder.decode(content).id) == problem.document:
                    places = [found.start() for found in given.finditer(content)]
                    return where, line + content.count(b"\n", 0, places[-1] if places else 0)
        return where, 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        encoder = msgspec.json.Encoder()
        with open(folder / "corpus.json", "wb") as stream:
            stream.write(_BEGIN)
            separator = b"\n"
            for doc in docs:
                stream.write(separator + encoder.encode(bioc(doc)))
                separator = b",\n"
            stream.write(b"\n]}\n")

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        return misfits(doc)


def _not_bioc(error: Exception, where: str, line: int) -> InputError:
    shape = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
    return InputError(
        f"this is not a document in BioC JSON{shape}",
        where=where,
        line=line,
        expected='an object with "id" and "passages", in UTF-8 (docs/formats/bioc-json.md)',
        remedy="The file may be damaged or made by another program",
    )


provides = BioCJson()
