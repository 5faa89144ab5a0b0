"""Checks that document ids and set names are safe as file and folder names."""

from __future__ import annotations

from goldsmith.errors import InputError

_RESERVED = frozenset('<>:"|?*\\')
_MAX_PART_LENGTH = 200


def check_document_id(doc_id: str) -> None:
    """Check that a document id is a safe relative path.

    Raises:
        InputError: A file of that name could be outside the folder or invalid on some systems.
    """
    _check_name("document id", doc_id)


def check_set_name(name: str) -> None:
    """Check that the name of an annotation set is a safe folder name.

    Raises:
        InputError: The name is no plain folder name, or invalid on some systems.
    """
    _check_name("set name", name.replace("/", "\\"))


def _check_name(kind: str, name: str) -> None:
    parts = name.split("/")
    unsafe = (
        not name
        or any(part in ("", ".", "..") or part.startswith(".") for part in parts)
        or any(char in _RESERVED or ord(char) < 32 for char in name)
        or any(len(part.encode("utf-8")) > _MAX_PART_LENGTH for part in parts)
        or any(part.endswith((" ", ".")) for part in parts)
    )
    if unsafe:
        raise InputError(
            f"the {kind} {name!r} is not a safe file name",
            expected="a relative path without '..', hidden parts or any of < > : \" | ? * \\",
            remedy="Rename it in the source",
        )
