"""Presets: the designs of the papers as pipeline configurations (requirement 8.10).

Each is a TOML file next to this module, which users can print, copy and change.
"""

from __future__ import annotations

from importlib.resources import files

from goldsmith.errors import UnknownName
from goldsmith.pipeline.config import Config, parse_config

_SUFFIX = ".toml"


def list_presets() -> tuple[str, ...]:
    """Return the names of all presets, sorted."""
    return tuple(
        sorted(
            file.name.removesuffix(_SUFFIX)
            for file in files(__name__).iterdir()
            if file.name.endswith(_SUFFIX)
        )
    )


def read_preset(name: str) -> str:
    """Return the text of a preset.

    Raises:
        UnknownName: There is no preset of this name.
    """
    if name not in list_presets():
        raise UnknownName("preset", name, list_presets())
    return (files(__name__) / f"{name}{_SUFFIX}").read_text("utf-8")


def load_preset(name: str) -> Config:
    """Return the configuration of a preset.

    Raises:
        UnknownName: There is no preset of this name.
    """
    return parse_config(read_preset(name), where=f"preset {name}")
