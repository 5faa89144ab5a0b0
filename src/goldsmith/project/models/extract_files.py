"""The files of an extraction: the output, the run folder, and the list of failures."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.errors import InputError
from goldsmith.formats import get
from goldsmith.runners.annotate import Failure


class Target(msgspec.Struct, frozen=True):
    """Where and how annotated notes are written."""

    out: Path
    format: str = "corpus"
    allow_loss: tuple[str, ...] = ()
    overwrite: bool = False
    resume: bool = False


def get_run_folder(out: Path) -> Path:
    """Return the folder that keeps the finished chunks of a run until all are done."""
    return out.with_name(f"{out.name}.run")


def get_errors_file(out: Path) -> Path:
    """Return the file that lists the notes that failed."""
    return out.with_name(f"{out.name}.errors.jsonl")


def check_output(target: Target) -> None:
    """Raise InputError if the output cannot be written, before the work begins."""
    if not get(target.format).writes:
        raise InputError(f"the format {target.format} cannot be written")
    storage.check_free(target.out, overwrite=target.overwrite)


def write_errors(failed: Collection[Failure], out: Path) -> str:
    """List failures in a file and return its path; remove the file if there are none."""
    path = get_errors_file(out)
    if not failed:
        path.unlink(missing_ok=True)
        return ""
    storage.write_bytes(path, b"".join(msgspec.json.encode(failure) + b"\n" for failure in failed))
    return str(path)
