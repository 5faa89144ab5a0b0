"""Write the parts of a draw as corpora, with their manifest; a failure leaves no output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.formats import Format, get, names, write
from goldsmith.formats.patient_records import select_records
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.corpus.sources import Source
from goldsmith.sampling import Manifest
from goldsmith.sampling import manifest as manifests


def check_output(out: Path, fmt: Format, *, overwrite: bool) -> None:
    """Raise InputError if the folder exists or the format cannot be written."""
    if not fmt.writes:
        raise InputError(
            f"the format {fmt.name} cannot be written",
            expected="one of " + ", ".join(name for name in names() if get(name).writes),
        )
    storage.check_free(
        out,
        overwrite=overwrite,
        replaceable=lambda path: (path / manifests.FILE).is_file(),
        what="an earlier sample",
    )


def check_outside(source: Notes, out: Path) -> None:
    """Raise InputError if the corpus is inside the output folder, which would be replaced."""
    reader = source.reader if isinstance(source, Source) else None
    path = reader.path.resolve() if reader else None
    if path and out.resolve() in (path, *path.parents) and out.exists():
        raise InputError(
            "the corpus to draw from is inside the output folder",
            where=str(out),
            remedy=Remedy.CHOOSE_OUTPUT,
        )


def write_parts(
    source: Notes,
    manifest: Manifest,
    out: Path,
    fmt: Format,
    *,
    allow_loss: Collection[str] = (),
) -> dict[str, int]:
    """Write each part to a folder below `out`, and the manifest; return the dropped features."""
    dropped: Counter[str] = Counter()
    with storage.stage_folder(out) as folder:
        with storage.scratch_folder(folder) as scratch:
            patients = _split_source(source, manifest, scratch)
            for name in manifest.parts:
                docs = _read_part(scratch / name)
                records = select_records(source.read_records(), patients[name])
                written = write(
                    docs,
                    folder / name,
                    fmt,
                    records=records,
                    terms=source.read_terms(),
                    allow_loss=allow_loss,
                )
                dropped.update(written.dropped)
        (folder / manifests.FILE).write_bytes(manifests.encode(manifest))
    return dict(dropped)


def _split_source(source: Notes, manifest: Manifest, folder: Path) -> dict[str, set[str]]:
    """Copy the drawn documents to a file for each part; return the patients of each part."""
    part_of = {doc_id: name for name, ids in manifest.parts.items() for doc_id in ids}
    missing = len(part_of)
    patients: dict[str, set[str]] = {name: set() for name in manifest.parts}
    with ExitStack() as stack:
        files = {name: stack.enter_context(open(folder / name, "wb")) for name in manifest.parts}
        for doc in source:
            if doc.id in part_of:
                files[part_of[doc.id]].write(msgspec.json.encode(doc) + b"\n")
                patients[part_of[doc.id]].add(doc.metadata.patient)
                missing -= 1
            if not missing:
                return patients
    raise InputError(
        f"{missing:,} drawn documents are missing: the corpus changed while it was being read",
        remedy="Draw again",
    )


def _read_part(path: Path) -> Iterator[Document]:
    decoder = msgspec.json.Decoder(Document)
    with open(path, "rb") as lines:
        yield from map(decoder.decode, lines)
