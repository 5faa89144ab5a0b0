"""Goldsmith's corpus folder: sorted, diffable and readable without Goldsmith.

corpus.toml                        layout version, counts, terminologies, a hash of all other files
documents/<document>.txt           the text, unchanged
records.jsonl                      a line per patient: the structured record (optional)
metadata.jsonl                     a line per document: id, hash of the text, metadata, sections
annotations/<set>/<document>.json  a line per annotation
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from operator import attrgetter
from pathlib import Path

import msgspec

from goldsmith.core import AnnotationSet, Document, Metadata, Problem, Section
from goldsmith.core.decoding import BAD_JSON, BAD_TOML, describe_json_error, describe_toml_error
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.base import EVERYTHING, Format, Unit, write_text
from goldsmith.formats.coded_with import CodedWith
from goldsmith.formats.patient_records import PatientRecord, parse_records
from goldsmith.formats.safe_names import check_document_id
from goldsmith.formats.shared.lines import read_lines
from goldsmith.formats.shared.native import iterate_filled
from goldsmith.formats.tree import Tree

#: Layout 1 had no records; it is read as a corpus without records.
LAYOUT = 2
_LAYOUTS_READ = (1, 2)
_MANIFEST = "corpus.toml"
_METADATA = "metadata.jsonl"
_RECORDS = "records.jsonl"
#: Number of annotations that are encoded at once.
_BLOCK = 4096


class _Manifest(msgspec.Struct):
    """The content of corpus.toml."""

    layout: int
    documents: int = 0
    records: int = 0
    content_sha256: str = ""
    sets: Mapping[str, Mapping[str, int]] = {}
    terms: tuple[CodedWith, ...] = ()


class _Entry(msgspec.Struct, omit_defaults=True):
    """A line of metadata.jsonl."""

    id: str
    text_sha256: str
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()


class Corpus(Format):
    """A corpus folder with a file for each text and each annotation set."""

    title = "Goldsmith corpus folder"
    suffixes = ("corpus.toml",)
    settings = (_RECORDS,)
    carries = EVERYTHING
    keeps_records = True
    keeps_terms = True
    takes_packed = True

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return [Unit("", _MANIFEST)] if _MANIFEST in names else []

    def recognises(self, name: str, head: bytes) -> bool:
        return name == _MANIFEST

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        set_names = list(_read_manifest(tree).sets)
        decoder = msgspec.json.Decoder(_Entry)
        where = tree.where(_METADATA)
        if _METADATA not in tree.names:
            raise _make_missing_error(where)
        for number, line in enumerate(read_lines(tree, _METADATA), 1):
            try:
                yield _read_document(decoder.decode(line), set_names, tree)
            except BAD_JSON:
                yield InputError(
                    "this line does not describe a document",
                    where=where,
                    line=number,
                    expected='an object with "id" and "text_sha256"',
                    remedy="The file may be truncated; restore the previous version",
                )
            except InputError as error:
                yield error if error.where else error.at(where, number)

    def read_records(self, tree: Tree) -> Iterator[PatientRecord]:
        if _RECORDS in tree.names:
            yield from parse_records(read_lines(tree, _RECORDS), tree.where(_RECORDS))
        elif _read_manifest(tree).records:
            raise _make_missing_error(tree.where(_RECORDS))

    def write_records(self, records: Iterable[PatientRecord], folder: Path) -> None:
        path = folder / _RECORDS
        with path.open("wb") as stream:
            stream.writelines(f"{record.line}\n".encode() for record in records)
            is_empty = not stream.tell()
        if is_empty:
            path.unlink()

    def read_terms(self, tree: Tree) -> tuple[CodedWith, ...]:
        return _read_manifest(tree).terms

    def write_terms(self, terms: Iterable[CodedWith], folder: Path) -> None:
        path = folder / _MANIFEST
        manifest = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _Manifest)
        manifest.terms = tuple(terms)
        write_text(path, _format_manifest(manifest))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        name, key = _make_set_path(problem.set, problem.document), problem.annotation
        if name not in tree:  # the problem is in a section, which is stored with the metadata
            name, key = _METADATA, problem.document
        return tree.where(name), self.find_line(tree.read_text(name), key)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        counts: dict[str, Counter[str]] = {}
        digest = sha256()
        with open(folder / _METADATA, "wb") as metadata:
            for number, doc in enumerate(docs, 1):
                entry = _Entry(doc.id, doc.text_hash, doc.metadata, doc.sections)
                line = msgspec.json.encode(entry) + b"\n"
                metadata.write(line)
                digest.update(line)
                _write_file(folder / _make_text_path(doc.id), doc.text)
                # In the order of the reader, so that a copy of a corpus has the same digest.
                for annotation_set in sorted(doc.sets.values(), key=attrgetter("name")):
                    name = annotation_set.name
                    path = folder / _make_set_path(name, doc.id)
                    _write_pieces(path, _format_set(doc, annotation_set), digest.update)
                    _count_annotations(counts.setdefault(name, Counter()), annotation_set)
                counts.setdefault("", Counter())["documents"] = number
        total = counts.pop("", Counter())["documents"]
        records = 0
        for records, line in enumerate(_read_written_records(folder), 1):  # noqa: B007
            digest.update(line)
        manifest = _Manifest(LAYOUT, total, records, digest.hexdigest(), counts)
        write_text(folder / _MANIFEST, _format_manifest(manifest))


def _read_written_records(folder: Path) -> Iterator[bytes]:
    path = folder / _RECORDS
    if path.exists():
        with path.open("rb") as lines:
            yield from lines


def _make_text_path(doc_id: str) -> str:
    return f"documents/{doc_id}.txt"


def _make_set_path(set_name: str, doc_id: str) -> str:
    return f"annotations/{set_name}/{doc_id}.json"


def _write_file(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)


def _write_pieces(path: Path, pieces: Iterable[bytes], update: Callable[[bytes], object]) -> None:
    """Write a file piece by piece, and update a digest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        for piece in pieces:
            update(piece)
            stream.write(piece)


def _read_manifest(tree: Tree) -> _Manifest:
    """Read the manifest, of this layout or an earlier one.

    Raises:
        InputError: The manifest is damaged or has a different layout version.
    """
    where = tree.where(_MANIFEST)
    try:
        content = tomllib.loads(tree.read_text(_MANIFEST))
    except BAD_TOML as error:
        raise InputError(f"this is not TOML{describe_toml_error(error)}", where=where) from None
    layout = content.get("layout")
    if layout not in _LAYOUTS_READ:
        raise InputError(
            f"the corpus has layout {shorten_id(str(layout))}",
            where=where,
            expected="layout " + " or ".join(map(str, _LAYOUTS_READ)),
            remedy="Use the version of Goldsmith that wrote it, or a newer one",
        )
    try:
        return msgspec.convert(content, _Manifest)
    except msgspec.ValidationError as error:
        raise InputError(
            f"this is not a manifest: {error}",
            where=where,
            expected="counts, and a table [sets.NAME] for each set",
        ) from None


def _read_document(entry: _Entry, set_names: list[str], tree: Tree) -> Document:
    check_document_id(entry.id)
    name = _make_text_path(entry.id)
    if name not in tree:
        raise _make_missing_error(tree.where(_make_text_path(shorten_id(entry.id))))
    text = tree.read_note(name)
    if sha256(text.encode("utf-8")).hexdigest() != entry.text_sha256:
        raise InputError(
            "the text is not the one that was annotated (its hash differs)",
            where=tree.where(name),
            expected=f"SHA-256 {entry.text_sha256[:12]}…",
            remedy="Restore the original text; annotations refer to it by offset",
        )
    sets = {
        set_name: annotation_set
        for set_name in set_names
        if (annotation_set := _read_set(set_name, entry.id, tree)) is not None
    }
    return Document(entry.id, text, entry.metadata, entry.sections, sets)


def _read_set(set_name: str, doc_id: str, tree: Tree) -> AnnotationSet | None:
    name = _make_set_path(set_name, doc_id)
    if name not in tree:
        return None
    content = tree.read_bytes(name)
    try:
        return msgspec.json.decode(content, type=AnnotationSet)
    except BAD_JSON as error:
        raise InputError(
            f"this is not an annotation file{describe_json_error(error)}",
            where=tree.where(name),
            expected="JSON as in docs/reference/formats/corpus.md",
            remedy="The file may be truncated; restore the previous version",
        ) from None


def _make_missing_error(where: str) -> InputError:
    return InputError(
        "this file of the corpus is missing", where=where, remedy="Copy the corpus again"
    )


def _format_set(doc: Document, annotation_set: AnnotationSet) -> Iterator[bytes]:
    """Yield the pieces of an annotation file: a header line, then a line for each annotation."""
    header = {"document": doc.id, "name": annotation_set.name}
    if annotation_set.schema:
        header["schema"] = annotation_set.schema
    yield msgspec.json.encode(header)[:-1]
    provenance = msgspec.to_builtins(annotation_set.provenance)
    if provenance:
        yield b',\n"provenance":' + msgspec.json.encode(provenance)
    lists: dict[str, Iterable[object]] = {
        "mentions": iterate_filled(annotation_set.mentions, doc),
        "relations": annotation_set.relations,
        "groups": annotation_set.groups,
        "notes": annotation_set.notes,
    }
    for key, rows in lists.items():
        yield from _format_rows(key, iter(rows))
    yield b"}\n"


def _format_rows(key: str, rows: Iterator[object]) -> Iterator[bytes]:
    """Yield the lines of a list, a block at a time; nothing if it is empty."""
    begin = f',\n"{key}":[\n'.encode()
    end = b""
    while block := list(islice(rows, _BLOCK)):
        yield begin + b",\n".join(map(msgspec.json.encode, block))
        begin, end = b",\n", b"]"
    yield end


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _count_annotations(counts: Counter[str], annotation_set: AnnotationSet) -> None:
    counts["documents"] += 1
    counts["mentions"] += len(annotation_set.mentions)
    counts["relations"] += len(annotation_set.relations)
    counts["groups"] += len(annotation_set.groups)


def _format_manifest(manifest: _Manifest) -> str:
    lines = [
        f"layout = {manifest.layout}",
        f"documents = {manifest.documents}",
        f"records = {manifest.records}",
        f'content_sha256 = "{manifest.content_sha256}"',
    ]
    for name, counts in sorted(manifest.sets.items()):
        lines += ["", f"[sets.{_encode(name)}]"]
        lines += [f"{key} = {value}" for key, value in sorted(counts.items())]
    for entry in manifest.terms:
        lines += ["", "[[terms]]"]
        lines += [f"{key} = {_encode(value)}" for key, value in msgspec.to_builtins(entry).items()]
    return "\n".join(lines) + "\n"


provides = Corpus()
