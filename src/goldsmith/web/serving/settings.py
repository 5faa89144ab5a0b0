"""The file `server.toml` in the folder of a server: settings that persist between starts."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from goldsmith.core.decoding import BAD_TOML, describe_toml_error
from goldsmith.errors import InputError
from goldsmith.web.workbench import ServerSettings

SETTINGS_FILE = "server.toml"


def read_settings(folder: Path) -> ServerSettings:
    """Return the settings of a server; the defaults if its folder has no such file.

    Raises:
        InputError: The file is malformed, or has an unknown setting.
    """
    path = folder / SETTINGS_FILE
    if not path.exists():
        return ServerSettings()
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except BAD_TOML as error:
        raise InputError(f"this is not TOML{describe_toml_error(error)}", where=str(path)) from None
    try:
        return msgspec.convert(table, ServerSettings)
    except msgspec.ValidationError as error:
        names = ", ".join(ServerSettings.__struct_fields__)
        raise InputError(str(error), where=str(path), expected=f"the settings {names}") from None


def change_settings(settings: ServerSettings, **values: object) -> ServerSettings:
    """Return the settings with new values; None leaves a setting unchanged."""
    chosen = {name: value for name, value in values.items() if value is not None}
    return msgspec.structs.replace(settings, **chosen)
