"""Errors for files that cannot be opened or read to the end, or are too large."""

from __future__ import annotations

import errno
import lzma
import tarfile
import zipfile
import zlib

from goldsmith.errors import InputError

#: The exceptions that a truncated or damaged archive or gzip file raises on reading.
DAMAGED = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError)
#: The exceptions that opening a file or a member of an archive raises.
UNREADABLE = (
    *DAMAGED,
    RuntimeError,
    ValueError,
    LookupError,
)  # NotImplementedError is a RuntimeError
#: The largest document: a file that is read at once, or a document in a file of many.
MAX_DOCUMENT_SIZE = 256 << 20


def make_damage_error(error: Exception, where: str, line: int = 0) -> InputError:
    """Return the error for a file that ends too early or cannot be decompressed."""
    return InputError(
        f"the file is truncated or damaged ({type(error).__name__})",
        where=where,
        line=line,
        remedy="Download or export it again",
    )


def make_open_error(error: Exception, where: str) -> InputError:
    """Return the error for a file or a member of an archive that cannot be opened."""
    if isinstance(error, NotImplementedError):
        return InputError(
            "this member of the archive is compressed by an unusual method",
            where=where,
            expected="a method that Python's zipfile supports, such as deflate",
            remedy="Unpack the archive with the tool that made it",
        )
    if isinstance(error, RuntimeError):  # raised by zipfile, with the name of the member
        return InputError(
            "this member of the archive is encrypted",
            where=where,
            expected="an archive without a password",
            remedy="Unpack it with its password first",
        )
    if isinstance(error, OSError) and error.errno:
        return InputError(
            f"this file cannot be opened ({errno.errorcode.get(error.errno, error.errno)})",
            where=where,
            remedy="Check that it exists and that you may read it",
        )
    return make_damage_error(error, where)


def make_size_error(where: str, line: int = 0) -> InputError:
    """Return the error for a document that is too large."""
    return InputError(
        f"a document here is larger than {MAX_DOCUMENT_SIZE >> 20} MiB",
        where=where,
        line=line,
        expected="a smaller one",
        remedy="Split it; a compressed file may also be damaged or made to exhaust the memory",
    )
