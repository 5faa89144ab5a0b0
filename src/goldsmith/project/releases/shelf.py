"""The shelf of releases, and references to them: NAME@VERSION or NAME@VERSION:SPLIT.

A release is in the folder NAME/VERSION of the shelf, or in any other folder. The path of such a
folder also refers to the release, and FOLDER:SPLIT to one of its splits.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.core.decoding import BAD_JSON
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.releases.model import LAYOUT, MANIFEST_FILE, SPLITS_FOLDER, Release
from goldsmith.project.releases.verify import require_intact

#: The environment variable that names the shelf.
SETTING = "GOLDSMITH_RELEASES"
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_VERSION = re.compile(r"\w[\w.+-]*")
_REFERENCE = re.compile(r"([A-Za-z0-9][\w.-]*)@(\w[\w.+-]*)(?::(\w[\w-]*))?")


class OpenRelease(msgspec.Struct, frozen=True):
    """A release, its folder, and the split that a reference names ("" for all)."""

    folder: Path
    release: Release
    split: str = ""

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits that the reference names."""
        return (self.split,) if self.split else tuple(self.release.splits)

    def open_splits(self) -> list[Path]:
        """Verify the files and return the corpus of each split.

        Raises:
            InputError: A file was changed, or this copy does not have a split.
        """
        require_intact(self.folder, self.release, self.splits)
        return [self.folder / SPLITS_FOLDER / split for split in self.splits]


class ReleaseEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A release on the shelf; `problem` says why it cannot be opened."""

    name: str
    version: str
    folder: str
    documents: int = 0
    splits: tuple[str, ...] = ()
    created: str = ""
    licence: str = ""
    seal: str = ""
    problem: str = ""


def get_folder() -> Path:
    """Return the folder of releases; it need not exist."""
    if path := os.environ.get(SETTING):
        return Path(path).expanduser()
    if path := os.environ.get("XDG_DATA_HOME"):
        return Path(path) / "goldsmith" / "releases"
    return Path.home() / ".local" / "share" / "goldsmith" / "releases"


def list_entries() -> list[ReleaseEntry]:
    """List the releases on the shelf by name and date; their files are not verified."""
    shelf = get_folder()
    entries = [_read_entry(path) for name in _list_folders(shelf) for path in _list_versions(name)]
    return sorted(entries, key=lambda entry: (entry.name, entry.created, entry.version))


def check_reference(name: str, version: str) -> None:
    """Refuse an invalid name or version of a release.

    Raises:
        InputError: The name or the version has characters that are not allowed.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"a release cannot be called {name!r}", expected="letters, digits, dots and hyphens"
        )
    if not _VERSION.fullmatch(version):
        raise InputError(
            f"{version!r} is not a version", expected="letters, digits, dots, such as 1.0"
        )


def find_release(reference: str) -> OpenRelease | None:
    """Find the release that a reference names; None if the text is not a reference to a release.

    Args:
        reference: NAME@VERSION, NAME@VERSION:SPLIT, the folder of a release, or FOLDER:SPLIT. A
            file or folder of that name takes precedence.

    Raises:
        UnknownName: There is no such release, version or split.
        InputError: The manifest of the release was changed.
    """
    path = Path(reference)
    if path.exists():
        return _open(path, "") if is_release(path) else None
    head, _, split = reference.rpartition(":")
    if head and is_release(Path(head)):
        return _open(Path(head), split)
    if match := _REFERENCE.fullmatch(reference):
        return _open(_find_on_shelf(match[1], match[2]), match[3] or "")
    return None


def require_release(reference: str) -> OpenRelease:
    """Find a release.

    Raises:
        UnknownName: There is no such release.
    """
    opened = find_release(reference)
    if opened is None:
        names = [f"{entry.name}@{entry.version}" for entry in list_entries()]
        raise UnknownName("release", reference, [*names, "the folder of a release"])
    return opened


def is_release(path: Path) -> bool:
    """Return whether a folder contains a release."""
    return (path / MANIFEST_FILE).is_file() and (path / SPLITS_FOLDER).is_dir()


def read_manifest(folder: Path) -> Release:
    """Read the manifest of a release.

    Raises:
        InputError: It cannot be read, has another layout, or was changed.
    """
    path = folder / MANIFEST_FILE
    try:
        release = msgspec.json.decode(path.read_bytes(), type=Release)
    except OSError:
        raise InputError(
            "this is not a release", where=str(folder), expected=f"a folder with {MANIFEST_FILE}"
        ) from None
    except BAD_JSON:
        raise _make_manifest_error(path, "cannot be decoded") from None
    if release.layout != LAYOUT:
        raise InputError(
            f"the release has layout {release.layout}",
            where=str(path),
            expected=f"layout {LAYOUT}",
            remedy=f"Use Goldsmith {release.goldsmith}, or a newer one",
        )
    if release.compute_seal() != release.seal:
        raise _make_manifest_error(path, "was changed")
    return release


def _make_manifest_error(path: Path, what: str) -> InputError:
    return InputError(
        f"{MANIFEST_FILE} {what}",
        where=str(path),
        expected="the file as it was frozen",
        remedy="Restore the release from a copy",
    )


def _open(folder: Path, split: str) -> OpenRelease:
    release = read_manifest(folder)
    if split and split not in release.splits:
        raise UnknownName(f"split of {release.reference}", split, release.splits)
    return OpenRelease(folder, release, split)


def _find_on_shelf(name: str, version: str) -> Path:
    shelf = get_folder()
    folder = shelf / name / version
    if not folder.exists():
        storage.recover(folder)
    if is_release(folder):
        return folder
    names = {path.name for path in _list_folders(shelf)}
    if name not in names:
        raise UnknownName("release", name, names)
    versions = [path.name for path in _list_versions(shelf / name)]
    raise UnknownName(f"version of the release {name}", version, versions)


def _list_folders(folder: Path) -> list[Path]:
    paths = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in paths if path.is_dir() and not path.name.startswith("."))


def _list_versions(folder: Path) -> list[Path]:
    return [path for path in _list_folders(folder) if is_release(path)]


def _read_entry(folder: Path) -> ReleaseEntry:
    try:
        release = read_manifest(folder)
    except InputError as error:
        return ReleaseEntry(folder.parent.name, folder.name, str(folder), problem=str(error))
    return ReleaseEntry(
        release.name,
        release.version,
        str(folder),
        release.documents,
        tuple(release.splits),
        release.created,
        release.licence,
        release.seal,
    )
