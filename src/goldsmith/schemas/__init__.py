"""The built-in schemas, one TOML file each (requirement 2.5)."""

from __future__ import annotations

from importlib.resources import files

from goldsmith.errors import UnknownName

_SUFFIX = ".toml"


def names() -> tuple[str, ...]:
    """Return the names of the built-in schemas, sorted."""
    entries = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in entries if name.endswith(_SUFFIX)))


def read_text(name: str) -> str:
    """Return the TOML text of a built-in schema.

    Raises:
        UnknownName: There is no built-in schema of that name.
    """
    if name not in names():
        raise UnknownName("schema", name, names())
    return files(__name__).joinpath(name + _SUFFIX).read_text("utf-8")
