"""Conversion of forms into typed data."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import Request

from goldsmith.errors import InputError

Data = TypeVar("Data", bound=msgspec.Struct)
#: Fields in which leading and trailing blanks matter.
_VERBATIM = ("password", "old", "new")


async def read_form(request: Request[Any, Any, Any], kind: type[Data]) -> Data:
    """Return the fields of a form as a struct; empty fields take the defaults.

    A field whose type is a list may occur several times.

    Raises:
        InputError: A field is missing or has an invalid value; the message names the field.
    """
    form = await request.form()
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        entries = [str(value) for value in form.getall(field.encode_name, [])]
        if field.encode_name not in _VERBATIM:
            entries = [entry.strip() for entry in entries]
        filled = [entry for entry in entries if entry]
        if _is_list(field.type):
            values[field.encode_name] = filled
        elif filled:
            values[field.encode_name] = filled[-1]
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(f"the form is not complete: {_word(error)}") from None


def _is_list(kind: object) -> bool:
    return getattr(kind, "__origin__", None) in (list, tuple)


def _word(error: msgspec.ValidationError) -> str:
    """Name the field and its requirement; the messages of msgspec quote no values."""
    message = str(error)
    return message.replace("Object missing required field", "missing").replace(" - at `$.", " in `")
