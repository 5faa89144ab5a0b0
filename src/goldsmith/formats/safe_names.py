"""Check names that may become paths: document ids and the names of annotation sets.

No other module decides this: every document that is read passes `check_names`, and every document
that is written passes `check_file_names`.
"""

from __future__ import annotations

import re

from goldsmith.core import Document
from goldsmith.errors import InputError, quote_id

#: Names that point outside a folder or cannot be stored: "../x", "/x", "C:\x", "", "a\0".
_DANGEROUS = re.compile(
    r"\Z|[\\/]|[A-Za-z]:[\\/]"  # nothing, or an absolute path
    r"|(?s:.*)[\x00-\x1f\x7f\ud800-\udfff]"
    r"|(?s:.*[\\/])?\.\.?(?:[\\/]|\Z)"
)
_RESERVED = frozenset('<>:"|?*\\')
_MAX_PART_LENGTH = 200
#: In bytes; systems allow 1,024 to 4,096 for a path with the folder it is in.
_MAX_PATH_LENGTH = 800


def check_document_id(doc_id: str) -> None:
    """Check that a document id could not lead outside a folder.

    Raises:
        InputError: The id is dangerous.
    """
    _refuse_if(bool(_DANGEROUS.match(doc_id)), "document id", doc_id)


def check_names(doc: Document) -> None:
    """Check that no name of a document could lead outside a folder once it becomes a path.

    Raises:
        InputError: The id or the name of a set is dangerous, or a set is stored under a name other
            than its own.
    """
    check_document_id(doc.id)
    for key, annotation_set in doc.sets.items():
        _refuse_if(bool(_DANGEROUS.match(key)), "set name", key)
        if annotation_set.name != key:
            raise InputError(
                f"the set {quote_id(key)} is called {quote_id(annotation_set.name)} inside",
                expected="the same name in both places",
                remedy="Correct the name in the source",
            )


def check_file_names(doc: Document) -> None:
    """Check that the names of a document are safe as file and folder names on every system.

    Raises:
        InputError: A name is dangerous (`check_names`) or invalid on some systems.
    """
    check_names(doc)
    _refuse_if(not _is_portable(doc.id), "document id", doc.id)
    for name in doc.sets:
        _refuse_if("/" in name or not _is_portable(name), "set name", name)


def make_repeat_error(doc_id: str) -> InputError:
    """Make the error for a document whose id occurred before."""
    return InputError(
        f"the document id {quote_id(doc_id)} occurs twice",
        expected="one document for each id",
        remedy="Rename one of them",
    )


def _is_portable(path: str) -> bool:
    return len(path.encode("utf-8")) <= _MAX_PATH_LENGTH and not any(
        part.startswith(".")
        or part.endswith((" ", "."))
        or not part
        or not _RESERVED.isdisjoint(part)
        or len(part.encode("utf-8")) > _MAX_PART_LENGTH
        for part in path.split("/")
    )


def _refuse_if(unsafe: bool, kind: str, name: str) -> None:
    if unsafe:
        raise InputError(
            f"the {kind} {quote_id(name)} is not a safe file name",
            expected="a short relative path without '..', hidden parts or any of < > : \" | ? * \\",
            remedy="Rename it in the source",
        )
