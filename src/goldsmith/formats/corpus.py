"""Goldsmith's corpus on disk: a folder that is sorted, diffable and readable without us.

corpus.toml                        layout version, counts, and a hash of everything below
documents/<document>.txt           the text, untouched
metadata.jsonl                     a line a document: id, hash of the text, metadata, sections
annotations/<set>/<document>.json  one annotation a line
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from goldsmith.core import AnnotationSet, Document, Metadata, Problem, Section
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit, write_text
from goldsmith.formats.shared.native import recorded
from goldsmith.formats.tree import Tree, check_document_id

LAYOUT = 1
_MANIFEST = "corpus.toml"
_METADATA = "metadata.jsonl"


class _Entry(msgspec.Struct, omit_defaults=True):
    """A line of metadata.jsonl."""

    id: str
    text_sha256: str
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()


class Corpus(Format):
    """A corpus folder: everything a document holds, one file for each text and each set."""

    title = "Goldsmith corpus folder"
    suffixes = (_MANIFEST,)
    carries = EVERYTHING

    def units(self, names: Sequence[str]) -> list[Unit]:
        return [Unit("", _MANIFEST)] if _MANIFEST in names else []

    def recognises(self, name: str, head: bytes) -> bool:
        return name == _MANIFEST

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        sets = _sets(tree)
        decoder = msgspec.json.Decoder(_Entry)
        where = tree.where(_METADATA)
        if _METADATA not in tree.names:
            raise _missing(where)
        with tree.open(_METADATA) as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield _document(decoder.decode(line), sets, tree)
                except (msgspec.DecodeError, UnicodeDecodeError):
                    yield InputError(
                        "this line does not describe a document",
                        where=where,
                        line=number,
                        expected='an object with "id" and "text_sha256"',
                        remedy="The file may be truncated; take it from the version before",
                    )
                except InputError as error:
                    yield error

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        name, key = _annotations(problem.set, problem.document), problem.annotation
        if name not in tree:  # a section's: those stand with the metadata
            name, key = _METADATA, problem.document
        return tree.where(name), self.line_of(tree.text(name), key)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        counts: dict[str, Counter[str]] = {}
        digest = sha256()
        with open(folder / _METADATA, "wb") as metadata:
            for number, doc in enumerate(map(recorded, docs), 1):
                entry = _Entry(doc.id, doc.text_hash, doc.metadata, doc.sections)
                line = msgspec.json.encode(entry) + b"\n"
                metadata.write(line)
                digest.update(line)
                _put(folder / _text(doc.id), doc.text)
                for one in doc.sets.values():
                    content = _encoded(doc.id, one)
                    digest.update(content.encode())
                    _put(folder / _annotations(one.name, doc.id), content)
                    _count(counts.setdefault(one.name, Counter()), one)
                counts.setdefault("", Counter())["documents"] = number
        total = counts.pop("", Counter())["documents"]
        write_text(folder / _MANIFEST, _manifest(total, counts, digest.hexdigest()))


def _text(doc_id: str) -> str:
    return f"documents/{doc_id}.txt"


def _annotations(set_name: str, doc_id: str) -> str:
    return f"annotations/{set_name}/{doc_id}.json"


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)


def _sets(tree: Tree) -> list[str]:
    """The set names of a corpus, from its manifest; another layout version is refused."""
    where = tree.where(_MANIFEST)
    try:
        manifest = tomllib.loads(tree.text(_MANIFEST))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    layout = manifest.get("layout")
    if layout != LAYOUT:
        raise InputError(
            f"the corpus has layout {layout!r}",
            where=where,
            expected=f"layout {LAYOUT}",
            remedy="Use the version of Goldsmith that wrote it, or a newer one",
        )
    return list(manifest.get("sets", {}))


def _document(entry: _Entry, sets: list[str], tree: Tree) -> Document:
    check_document_id(entry.id)
    name = _text(entry.id)
    if name not in tree:
        raise _missing(tree.where(name))
    text = tree.text(name)
    if sha256(text.encode("utf-8")).hexdigest() != entry.text_sha256:
        raise InputError(
            "the text is not the one that was annotated (its hash differs)",
            where=tree.where(name),
            expected=f"SHA-256 {entry.text_sha256[:12]}…",
            remedy="Put the original text back; annotations point into it by offset",
        )
    stored = {one: _stored(one, entry.id, tree) for one in sets}
    found = {one: annotations for one, annotations in stored.items() if annotations is not None}
    return Document(entry.id, text, entry.metadata, entry.sections, found)


def _stored(set_name: str, doc_id: str, tree: Tree) -> AnnotationSet | None:
    name = _annotations(set_name, doc_id)
    if name not in tree:
        return None
    content = tree.content(name)
    try:
        return msgspec.json.decode(content, type=AnnotationSet)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        shape = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
        raise InputError(
            f"this is not an annotation file{shape}",
            where=tree.where(name),
            expected="JSON as in docs/formats/corpus.md",
            remedy="The file may be truncated; take it from the version before",
        ) from None


def _missing(where: str) -> InputError:
    return InputError(
        "this file of the corpus is missing", where=where, remedy="Copy the corpus again"
    )


def _encoded(doc_id: str, one: AnnotationSet) -> str:
    """The content of an annotation file: a header line, then one annotation a line."""
    header = {"document": doc_id, "name": one.name}
    if one.schema:
        header["schema"] = one.schema
    lines = [_json(header)[:-1]]
    made = msgspec.to_builtins(one.provenance)
    if made:
        lines.append(f',\n"provenance":{_json(made)}')
    parts: dict[str, Sequence[object]] = {
        "mentions": one.mentions,
        "relations": one.relations,
        "groups": one.groups,
        "notes": one.notes,
    }
    for key, rows in parts.items():
        if rows:
            lines.append(f',\n"{key}":[\n' + ",\n".join(map(_json, rows)) + "]")
    return "".join(lines) + "}\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _count(counts: Counter[str], one: AnnotationSet) -> None:
    counts["documents"] += 1
    counts["mentions"] += len(one.mentions)
    counts["relations"] += len(one.relations)
    counts["groups"] += len(one.groups)


def _manifest(documents: int, sets: dict[str, Counter[str]], digest: str) -> str:
    lines = [f"layout = {LAYOUT}", f"documents = {documents}", f'content_sha256 = "{digest}"']
    for name in sorted(sets):
        lines += ["", f"[sets.{_json(name)}]"]
        lines += [f"{key} = {value}" for key, value in sorted(sets[name].items())]
    return "\n".join(lines) + "\n"


provides = Corpus()
