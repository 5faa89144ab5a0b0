"""Writes the parts of a draw as corpora beside their manifest; nothing appears half-written."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import Format, get, names, write
from goldsmith.project.corpus.sources import Source
from goldsmith.sampling import Manifest
from goldsmith.sampling import manifest as manifests


def check(out: Path, fmt: Format, *, overwrite: bool) -> None:
    """Refuses a place that is taken and a format that cannot be written."""
    if not fmt.writes:
        raise InputError(
            f"the format {fmt.name} can only be read",
            expected="one of " + ", ".join(name for name in names() if get(name).writes),
        )
    taken = out.exists() and (not out.is_dir() or any(out.iterdir()))
    # Of a folder that may hold anything, only what a draw wrote is ours to replace.
    if taken and not (overwrite and (out / manifests.FILE).is_file()):
        raise InputError(
            "there is something here already" + ", and not an earlier draw" * overwrite,
            where=str(out),
            expected="a path that does not exist or an empty folder",
            remedy="Choose another --out"
            + ("" if overwrite else ", or replace an earlier draw with --overwrite"),
        )


def check_outside(source: Source, out: Path) -> None:
    """Refuses a place that the corpus lies in: replacing it would take the corpus away."""
    path = source.reader.path.resolve() if source.reader else None
    if path and out.resolve() in (path, *path.parents) and out.exists():
        raise InputError(
            "the corpus to draw from lies in the folder to write",
            where=str(out),
            remedy="Choose another --out",
        )


def write_parts(
    source: Source,
    manifest: Manifest,
    out: Path,
    fmt: Format,
    *,
    allow_loss: Collection[str] = (),
) -> dict[str, int]:
    """Writes each part to a folder below `out`, and the manifest; returns what was dropped."""
    dropped: Counter[str] = Counter()
    with _staging(out) as folder:
        with tempfile.TemporaryDirectory(prefix=".deal.", dir=folder.parent) as dealt:
            _deal(source, manifest, Path(dealt))
            for name in manifest.parts:
                docs = _dealt(Path(dealt) / name)
                done = write(docs, folder / name, fmt, allow_loss=allow_loss)
                dropped.update(done.dropped)
        (folder / manifests.FILE).write_bytes(manifests.encode(manifest))
    return dict(dropped)


def _deal(source: Source, manifest: Manifest, folder: Path) -> None:
    """Copies the documents drawn to one file for each part, in one pass over the source."""
    part_of = {one: name for name, ids in manifest.parts.items() for one in ids}
    left = len(part_of)
    with ExitStack() as stack:
        files = {name: stack.enter_context(open(folder / name, "wb")) for name in manifest.parts}
        for doc in source:
            if doc.id in part_of:
                files[part_of[doc.id]].write(msgspec.json.encode(doc) + b"\n")
                left -= 1
            if not left:
                return
    raise InputError(
        f"{left:,} documents that were drawn are gone",
        remedy="The corpus changed while it was read; draw again",
    )


def _dealt(path: Path) -> Iterator[Document]:
    decoder = msgspec.json.Decoder(Document)
    with open(path, "rb") as lines:
        yield from map(decoder.decode, lines)


@contextmanager
def _staging(out: Path) -> Iterator[Path]:
    """A folder to write into that becomes `out` only if all goes well."""
    out.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        folder = aside / "new"
        folder.mkdir()
        yield folder
        _exchange(folder, out, aside / "old")
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _exchange(new: Path, out: Path, old: Path) -> None:
    """Puts a folder in the place of another one, which comes back if that fails."""
    if out.exists():
        out.rename(old)
    try:
        new.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
