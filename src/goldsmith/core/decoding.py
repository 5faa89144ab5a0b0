"""Exceptions that decoding bad JSON and TOML raises, and their wording in error messages."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from goldsmith.errors import shorten_id

#: Exceptions of JSON decoding: malformed, wrong structure, not UTF-8, nested too deeply.
BAD_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
#: Exceptions of TOML decoding: malformed, a number with too many digits, nested too deeply.
BAD_TOML = (ValueError, RecursionError)
#: An offset or a length in a file; larger numbers would only make every sum and message longer.
Offset = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]

#: Text of the file that a decoder message quotes; paths such as `$.sets` are not matched.
_QUOTED = re.compile(r"(unknown field|Invalid enum value) [`'](.*?)[`'](?= - at `\$|\Z)", re.DOTALL)
_TOML_PLACE = re.compile(r"\(at (?:line \d+, column \d+|end of document)\)$")


def describe_json_error(error: Exception) -> str:
    """Return the reason to append to the message "this is not …", with a leading ": ".

    Return an empty string for malformed JSON, because the decoder's message may quote the file.
    """
    if isinstance(error, RecursionError):
        return ": it is nested too deeply"
    if not isinstance(error, msgspec.ValidationError):
        return ""
    return ": " + _QUOTED.sub(lambda match: f"{match[1]} `{shorten_id(match[2])}`", str(error))


def describe_toml_error(error: Exception) -> str:
    """Return the line and column to append to "this is not TOML", without text of the file."""
    if isinstance(error, RecursionError):
        return ": it is nested too deeply"
    place = _TOML_PLACE.search(str(error))
    return f" {place[0]}" if place else ": a number has too many digits"
