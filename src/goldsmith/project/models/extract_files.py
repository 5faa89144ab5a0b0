"""Where extracted notes go: the result, the run that leads to it, and the list of what failed."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.formats import get
from goldsmith.runners.local import Failed


class Target(msgspec.Struct, frozen=True):
    """Where annotated notes go."""

    out: Path
    format: str = "corpus"
    allow_loss: tuple[str, ...] = ()
    overwrite: bool = False
    resume: bool = False


def run_folder(out: Path) -> Path:
    """Where the finished chunks of a run are kept until all is done."""
    return out.with_name(f"{out.name}.run")


def errors_file(out: Path) -> Path:
    """Where the notes that failed are listed."""
    return out.with_name(f"{out.name}.errors.jsonl")


def check_place(target: Target) -> None:
    """Refuse what could not be written, before the work and not after it."""
    if not get(target.format).writes:
        raise InputError(f"the format {target.format} can only be read")
    out = target.out
    if not target.overwrite and out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(
            "there is something here already",
            where=str(out),
            expected="a path that does not exist or an empty folder",
            remedy="Choose another one, or replace it with --overwrite",
        )


def write_errors(failed: Collection[Failed], out: Path) -> str:
    """The file that lists what failed; none is left there when nothing did."""
    path = errors_file(out)
    if not failed:
        path.unlink(missing_ok=True)
        return ""
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in failed))
    return str(path)
