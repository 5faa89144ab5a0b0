"""Verification that the files of a release are unchanged."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.project.releases.model import MANIFEST_FILE, SPLITS_FOLDER, Release

_SHOWN = 10


class FileProblem(msgspec.Struct, frozen=True):
    """A file that differs from the release."""

    path: str
    what: str


class Verification(msgspec.Struct, frozen=True):
    """The outcome of a verification."""

    release: str
    folder: str
    seal: str
    files: int
    """The number of unchanged files."""
    problems: tuple[FileProblem, ...]
    absent: tuple[str, ...]
    """Splits that this copy does not have at all, such as a test split that is withheld."""

    @property
    def is_whole(self) -> bool:
        """Whether all files of this copy are intact."""
        return not self.problems


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def list_files(folder: Path) -> list[str]:
    """Return the paths of all files below a folder, sorted, with "/" between their parts."""
    paths = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def get_split(path: str) -> str:
    """Return the split that a file of a release belongs to; "" for files of the whole release."""
    parts = path.split("/")
    return parts[1] if parts[0] == SPLITS_FOLDER and len(parts) > 2 else ""


def verify_release(folder: Path, release: Release) -> Verification:
    """Compare every file of a release with its hash.

    A split that is missing completely is not a problem, because a copy may leave it out.
    """
    present = set(list_files(folder)) - {MANIFEST_FILE}
    here = {get_split(path) for path in present}
    absent = [split for split in release.splits if split not in here]
    problems = list(_find_problems(folder, release, {*here, ""}, present))
    expected = [path for path in release.files if get_split(path) not in absent]
    intact = len(expected) - sum(problem.path in release.files for problem in problems)
    return Verification(
        release.reference, str(folder), release.seal, intact, tuple(problems), tuple(absent)
    )


def require_intact(folder: Path, release: Release, splits: Collection[str]) -> None:
    """Refuse a release if a file of these splits, or of the whole release, was changed.

    Raises:
        InputError: A file was changed, is missing, or was added; the message names it.
    """
    present = set(list_files(folder)) - {MANIFEST_FILE}
    for split in splits:
        if split not in map(get_split, present):
            raise InputError(
                f"this copy of {release.reference} does not have the split {split}",
                where=str(folder),
                remedy="Ask the maker of the release for it",
            )
    problems = list(_find_problems(folder, release, {*splits, ""}, present))
    if problems:
        raise _make_error(folder, release, problems)


def _make_error(folder: Path, release: Release, problems: list[FileProblem]) -> InputError:
    lines = [f"\n  - {problem.path} {problem.what}" for problem in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        lines.append(f"\n  - and {len(problems) - _SHOWN:,} more")
    return InputError(
        f"the files of {release.reference} are not those that were released:" + "".join(lines),
        where=str(folder),
        expected="the files as they were frozen",
        remedy="Restore the release from a copy; make a new version for other content",
    )


def _find_problems(
    folder: Path, release: Release, splits: Collection[str], present: Iterable[str]
) -> Iterator[FileProblem]:
    files = set(present)
    for path, digest in sorted(release.files.items()):
        if get_split(path) not in splits:
            continue
        if path not in files:
            yield FileProblem(path, "is missing")
        elif hash_file(folder / path) != digest:
            yield FileProblem(path, "was changed")
    for path in sorted(files - release.files.keys()):
        if get_split(path) in splits and not _is_hidden(path):
            yield FileProblem(path, "was added")


def _is_hidden(path: str) -> bool:
    """Return whether no reader opens a file because of its name, such as .DS_Store."""
    return any(part.startswith(".") for part in path.split("/"))
