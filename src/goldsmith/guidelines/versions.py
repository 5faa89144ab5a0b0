"""Versions of a guideline by content: the releases, and the changes between them.

`versions/versions.jsonl` has a line for each release: version, date, remark, digest, and the hash
of every file. `versions/HASH.txt` has the content of a file. Unchanged content is stored once. Git
is not needed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.errors import InputError, UnknownName
from goldsmith.guidelines.folder import VERSIONS_FOLDER, read_folder

#: The name of the version with the current files of the folder.
WORKING = "working"
_LOG = "versions.jsonl"
_VERSION = re.compile(r"\w[\w.+-]*")


class Version(msgspec.Struct, frozen=True):
    """A released version of a guideline."""

    version: str
    date: str
    digest: str
    files: Mapping[str, str]
    """The SHA-256 of each file by its path."""
    remark: str = ""


class Change(msgspec.Struct, frozen=True):
    """The changes from one version to the next, by file."""

    version: str
    date: str
    digest: str
    remark: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


def read_versions(folder: Path) -> list[Version]:
    """Read the released versions, oldest first.

    Raises:
        InputError: A line of the file of versions is damaged.
    """
    path = folder / VERSIONS_FOLDER / _LOG
    if not path.is_file():
        return []
    versions = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            versions.append(msgspec.json.decode(line, type=Version))
        except msgspec.DecodeError:
            raise InputError(
                "this line is not a version",
                where=str(path),
                line=number,
                expected="a JSON object with version, date, digest and files",
            ) from None
    return versions


def release_version(folder: Path, version: str, *, date: str, remark: str = "") -> Version:
    """Store the files of a guideline as a version.

    Raises:
        InputError: The version exists, its name is not valid, or nothing changed since the last.
    """
    texts = read_folder(folder)
    versions = read_versions(folder)
    release = make_version(texts, version, date=date, remark=remark)
    _check_release(folder, release, versions)
    for path, digest in release.files.items():
        target = folder / VERSIONS_FOLDER / f"{digest}.txt"
        if not target.exists():
            storage.write_text(target, texts[path])
    lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in (*versions, release))
    storage.write_bytes(folder / VERSIONS_FOLDER / _LOG, lines)
    return release


def make_version(
    texts: Mapping[str, str], version: str, *, date: str = "", remark: str = ""
) -> Version:
    """Make the record of a version from its files."""
    hashes = {path: _hash(texts[path]) for path in sorted(texts)}
    listing = "".join(f"{digest} {path}\n" for path, digest in hashes.items())
    return Version(version, date, _hash(listing), hashes, remark)


def load_version(folder: Path, name: str) -> dict[str, str]:
    """Load the files of a version by its name; "working" is the current folder.

    Raises:
        UnknownName: There is no such version.
        InputError: A stored file is missing or was changed.
    """
    if name == WORKING:
        return read_folder(folder)
    versions = {entry.version: entry for entry in read_versions(folder)}
    if name not in versions:
        raise UnknownName("version", name, (*versions, WORKING))
    return {path: _load_text(folder, path, digest) for path, digest in versions[name].files.items()}


def list_changes(folder: Path) -> list[Change]:
    """List the changes from version to version, newest first.

    The first entry is the working copy, if it differs from the last version.
    """
    versions = read_versions(folder)
    working = make_version(read_folder(folder), WORKING)
    if not versions or versions[-1].digest != working.digest:
        versions.append(working)
    changes, before = [], Version("", "", "", {})
    for version in versions:
        changes.append(_compare(before, version))
        before = version
    return changes[::-1]


def describe_version(folder: Path) -> str:
    """Describe the version of the files of a folder, for the site."""
    versions = read_versions(folder)
    if not versions:
        return ""
    last = versions[-1]
    same = last.digest == make_version(read_folder(folder), WORKING).digest
    return (
        f"Version {last.version} ({last.date})" if same else f"Draft after version {last.version}"
    )


def _check_release(folder: Path, release: Version, versions: list[Version]) -> None:
    where = str(folder)
    if not _VERSION.fullmatch(release.version) or release.version == WORKING:
        raise InputError(
            f"{release.version!r} is not a valid name for a version",
            where=where,
            expected="letters, digits, dots, such as 1.2",
        )
    if release.version in (entry.version for entry in versions):
        raise InputError(
            f"version {release.version} exists already; a version never changes",
            where=where,
            expected="a new version",
        )
    if versions and versions[-1].digest == release.digest:
        raise InputError(
            f"nothing changed since version {versions[-1].version}",
            where=where,
            expected="a changed page",
        )


def _load_text(folder: Path, path: str, digest: str) -> str:
    stored = folder / VERSIONS_FOLDER / f"{digest}.txt"
    text = stored.read_bytes().decode("utf-8") if stored.is_file() else None
    if text is None or _hash(text) != digest:
        problem = "is missing" if text is None else "was changed after the release"
        raise InputError(f"the stored content of {path} {problem}", where=str(stored))
    return text


def _compare(before: Version, after: Version) -> Change:
    old, new = before.files, after.files
    return Change(
        after.version,
        after.date,
        after.digest,
        after.remark,
        tuple(path for path in new if path not in old),
        tuple(path for path in old if path not in new),
        tuple(path for path in new if path in old and old[path] != new[path]),
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
