"""Stages files and folders next to their target and replaces it in one step."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goldsmith.errors import InputError, Remedy
from goldsmith.storage import system

#: The suffixes of the hidden names used while a target is written and replaced.
_PART, _OLD = ".part", ".old"
#: The disk is full, the user's quota is used up, or the file would be too large.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_log = logging.getLogger(__name__)


@contextmanager
def stage_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder that replaces `path` when the block ends without an error.

    Args:
        path: The target: absent, or a folder or file to replace. Its parents are created.
    """
    target = _prepare(path)
    staged = _hidden(target, _PART)
    staged.mkdir()
    try:
        with _explain_full_disk(path):
            yield staged
            system.sync_tree(staged)
            _replace_target(staged, target)
    finally:
        _remove(staged)


@contextmanager
def stage_file(path: Path, *, mode: int = 0o666, tidy: bool = True) -> Iterator[Path]:
    """Yield the path of an empty file that replaces `path` when the block ends without an error.

    Args:
        path: The target: absent or a file to replace. Its parents are created.
        mode: The permissions of the new file, reduced by the user's umask.
        tidy: Remove the leftovers of killed runs first. This lists the folder, which is slow if it
            has very many files.

    Raises:
        IsADirectoryError: The target is a folder.
    """
    target = _prepare(path, tidy=tidy)
    if target.is_dir():
        raise IsADirectoryError(21, "a folder is in the way of this file", str(target))
    staged = _hidden(target, _PART)
    os.close(os.open(staged, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    try:
        with _explain_full_disk(path):
            yield staged
            system.sync_file(staged)
            staged.replace(target)
            system.sync_folder(target.parent)
    finally:
        staged.unlink(missing_ok=True)


@contextmanager
def scratch_folder(path: Path) -> Iterator[Path]:
    """Yield a temporary folder next to `path`, on the same disk, and remove it at the end."""
    folder = _hidden(_prepare(path), _PART)
    folder.mkdir(mode=0o700)
    try:
        with _explain_full_disk(path):
            yield folder
    finally:
        _remove(folder)


def write_bytes(path: Path, content: bytes, *, mode: int = 0o666, tidy: bool = True) -> None:
    """Write a file atomically: it has either its old content or all of the new."""
    with stage_file(path, mode=mode, tidy=tidy) as staged:
        staged.write_bytes(content)


def write_text(path: Path, text: str, *, mode: int = 0o666) -> None:
    """Write text as UTF-8 with unchanged line ends, like `write_bytes`."""
    write_bytes(path, text.encode("utf-8"), mode=mode)


def recover(path: Path) -> bool:
    """Restore a folder whose replacement was interrupted, and remove leftovers of killed runs.

    Returns:
        Whether the folder was restored.
    """
    recovered = False
    for name, owner, kind in _remains(path):
        if system.is_running(owner):
            continue
        if kind == _OLD and not path.exists():
            name.rename(path)
            recovered = True
            _log.warning("%s: restored after an interrupted replacement", path)
        else:
            _log.info("%s: removed the remains of a killed run", path)
            _remove(name)
    return recovered


@contextmanager
def _explain_full_disk(path: Path) -> Iterator[None]:
    """Convert the system's disk-full error into one that says what happened to the target."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise InputError(
            "the disk is full; nothing was written",
            where=str(path),
            expected="enough free space for the output",
            remedy=Remedy.CHOOSE_OUTPUT,
        ) from None


def _prepare(path: Path, *, tidy: bool = True) -> Path:
    """Resolve the target's links, create its folder, remove old leftovers; return the target."""
    target = path.resolve() if path.is_symlink() else path.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    if tidy:
        recover(target)
    return target


def _replace_target(staged: Path, target: Path) -> None:
    if not target.exists():
        staged.rename(target)
    elif not system.exchange(staged, target):
        _rename_twice(staged, target)
    system.sync_folder(target.parent)


def _rename_twice(staged: Path, target: Path) -> None:
    """Replace without an atomic exchange; `recover` repairs the target after a kill in between."""
    old = _hidden(target, _OLD)
    target.rename(old)
    try:
        staged.rename(target)
    except OSError:
        old.rename(target)
        raise
    _remove(old)


def _hidden(target: Path, ending: str) -> Path:
    token = f"{os.getpid()}-{secrets.token_hex(4)}"
    return target.with_name(f".{target.name}.{token}{ending}")


def _remains(target: Path) -> Iterator[tuple[Path, int, str]]:
    """Yield each hidden neighbour of a target with the process that created it and its suffix."""
    if not target.parent.is_dir():
        return
    pattern = re.compile(rf"\.{re.escape(target.name)}\.(\d+)-[0-9a-f]{{8}}({_PART}|{_OLD})")
    with os.scandir(target.parent) as entries:
        matches = [(entry.path, pattern.fullmatch(entry.name)) for entry in entries]
    for path, match in matches:
        if match:
            yield Path(path), int(match[1]), match[2]


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
