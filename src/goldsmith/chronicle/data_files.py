"""Read the built-in TOML files, and the files that users supply instead of them."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from goldsmith.core.decoding import BAD_TOML, describe_toml_error
from goldsmith.errors import InputError, UnknownName

_SUFFIX = ".toml"
Settings = TypeVar("Settings")


def list_built_in(package: str, folder: str) -> tuple[str, ...]:
    """Return the names of the TOML files in a folder of a package."""
    files = (resources.files(package) / folder).iterdir()
    return tuple(
        sorted(file.name.removesuffix(_SUFFIX) for file in files if file.name.endswith(_SUFFIX))
    )


def read_built_in(package: str, name: str, struct: type[Settings]) -> Settings:
    """Read a TOML file that ships with a package."""
    text = (resources.files(package) / f"{name}{_SUFFIX}").read_text("utf-8")
    return parse_settings(text, struct, f"{name} (built in)")


def read_settings(path: str, struct: type[Settings], built_in: Collection[str] = ()) -> Settings:
    """Read a TOML file that a user supplies.

    Raises:
        UnknownName: The name is neither built in nor a path.
        InputError: The file cannot be read, or its content does not match the struct.
    """
    if not (path.endswith(_SUFFIX) or "/" in path):
        raise UnknownName("file", path, (*built_in, "the path of a TOML file"))
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"this file cannot be read ({type(error).__name__})",
            where=path,
            expected="a TOML file in UTF-8",
        ) from None
    return parse_settings(text, struct, path)


def parse_settings(text: str, struct: type[Settings], where: str) -> Settings:
    """Parse TOML into a struct.

    Raises:
        InputError: The text is not TOML, or a key or value does not match the struct.
    """
    try:
        content: dict[str, Any] = tomllib.loads(text)
    except BAD_TOML as error:
        raise InputError(f"this is not TOML{describe_toml_error(error)}", where=where) from None
    try:
        return msgspec.convert(content, struct)
    except msgspec.ValidationError as error:
        raise InputError(
            f"the settings are not valid: {error}",
            where=where,
            expected="the keys and values of docs/reference/chronicle-rules.md",
        ) from None
