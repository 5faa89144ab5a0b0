"""The built-in schemas, one TOML file each (requirement 2.5); `goldsmith.core` reads them."""

from __future__ import annotations

from importlib.resources import files

from goldsmith.errors import UnknownName

_SUFFIX = ".toml"


def names() -> tuple[str, ...]:
    """The names of the built-in schemas, sorted."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def text(name: str) -> str:
    """The TOML of a built-in schema."""
    if name not in names():
        raise UnknownName("schema", name, names())
    return files(__name__).joinpath(name + _SUFFIX).read_text("utf-8")
