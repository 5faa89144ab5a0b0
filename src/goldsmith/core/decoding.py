"""What decoding JSON and TOML raises on bad input, and how a message describes it."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from goldsmith.errors import shorten_id

#: What decoding JSON raises: malformed, of another structure, not UTF-8, nested too deeply.
BAD_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
#: What decoding TOML raises: malformed, a number of too many digits, nested too deeply.
BAD_TOML = (ValueError, RecursionError)
#: An offset or a length in a file; larger numbers would only make every sum and message longer.
Offset = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]

#: A part of the file in a message of the decoder; paths such as `$.sets` are not one.
_QUOTED = re.compile(r"(unknown field|Invalid enum value) [`'](.*?)[`'](?= - at `\$|\Z)", re.DOTALL)
_TOML_PLACE = re.compile(r"\(at (?:line \d+, column \d+|end of document)\)$")


def describe_json_error(error: Exception) -> str:
    """Return what follows "this is not …" in a message: ": " and the reason, or nothing.

    Malformed JSON is not described: the decoder may quote its text.
    """
    if isinstance(error, RecursionError):
        return ": it is nested too deeply"
    if not isinstance(error, msgspec.ValidationError):
        return ""
    return ": " + _QUOTED.sub(lambda match: f"{match[1]} `{shorten_id(match[2])}`", str(error))


def describe_toml_error(error: Exception) -> str:
    """Return what follows "this is not TOML" in a message: the place and no text of the file."""
    if isinstance(error, RecursionError):
        return ": it is nested too deeply"
    place = _TOML_PLACE.search(str(error))
    return f" {place[0]}" if place else ": a number has too many digits"
