"""Pipeline configuration in TOML: schema, terminologies, and the components in order."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from goldsmith.core.decoding import BAD_TOML
from goldsmith.errors import InputError
from goldsmith.pipeline import component
from goldsmith.pipeline.layers import check_layers


class Step(msgspec.Struct, frozen=True):
    """A component and its options."""

    use: str
    options: Mapping[str, Any] = {}


class TypeChanges(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes of the types of gold annotations before training and scoring.

    Attributes:
        rename: Type -> its new name; several types with the same new name are merged.
        drop: Types to leave out, with the relations of their mentions.
    """

    rename: Mapping[str, str] = {}
    drop: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rename or self.drop)


class Config(msgspec.Struct, frozen=True, omit_defaults=True):
    """The configuration of a pipeline.

    Attributes:
        steps: The components, in the order they run.
        schema: Name or path of the schema.
        terms: Name in this pipeline -> name on the shelf or folder of a terminology.
        clusters: Path of a word-cluster file.
        title: Name of the pipeline, used as the agent of the sets it makes.
        types: Changes of the types of the gold annotations.
        given_layers: Layers that documents must have before the pipeline runs, e.g. mentions.
    """

    steps: tuple[Step, ...]
    schema: str = ""
    terms: Mapping[str, str] = {}
    clusters: str = ""
    title: str = ""
    types: TypeChanges = TypeChanges()
    given_layers: tuple[str, ...] = msgspec.field(name="given", default=())


_KEYS = ("title", "schema", "terms", "clusters", "types", "given", "component")


def parse_config(text: str, *, where: str) -> Config:
    """Parse and check a pipeline configuration.

    Args:
        text: The TOML text.
        where: Where the text comes from, for error messages.

    Raises:
        InputError: The text is not TOML, has unknown keys or options, or lists a component before
            the components that it requires.
    """
    try:
        content = tomllib.loads(text)
    except BAD_TOML as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    if unknown := [key for key in content if key not in _KEYS]:
        raise InputError(
            f"unknown keys: {', '.join(unknown)}", where=where, expected=", ".join(_KEYS)
        )
    steps = content.get("component")
    if not isinstance(steps, list) or not steps:
        raise InputError("no components are listed", where=where, expected="[[component]] tables")
    try:
        keys = {key: content[key] for key in _KEYS[:-1] if key in content}
        parsed = [msgspec.to_builtins(_parse_step(table)) for table in steps]
        valid = msgspec.convert({"steps": parsed, **keys}, Config)
        _check_types(valid.types)
        check_layers(valid.given_layers)
    except msgspec.ValidationError as error:
        raise InputError(f"the configuration is not valid: {error}", where=where) from None
    except InputError as error:
        raise error.at(where) from None
    _check_order(valid, where)
    return valid


def _parse_step(table: Any) -> Step:
    if not isinstance(table, dict) or not isinstance(table.get("use"), str):
        raise InputError("a component has no name", expected='use = "entities"')
    options = {key: value for key, value in table.items() if key != "use"}
    component.parse_options(table["use"], options)
    return Step(table["use"], options)


def _check_types(types: TypeChanges) -> None:
    if both := sorted(types.rename.keys() & set(types.drop)):
        raise InputError(f"the type {both[0]} is both renamed and dropped", expected="one of them")


def _check_order(config: Config, where: str) -> None:
    added = set(config.given_layers)
    for step in config.steps:
        kind = component.get(step.use)
        if missing := sorted(kind.requires - added):
            raise InputError(
                f"the component {step.use} needs {', '.join(missing)}, "
                "but no component before it adds that",
                where=where,
                remedy="Put a component that adds it in front, or name it under `given` if the "
                "documents have it already",
            )
        added |= kind.adds


def read_config(path: Path) -> Config:
    """Read a pipeline configuration file.

    Raises:
        InputError: The file is missing, not text, or not a valid configuration.
    """
    try:
        return parse_config(path.read_text("utf-8-sig"), where=str(path))
    except FileNotFoundError:
        raise InputError("the file does not exist", where=str(path)) from None
    except (UnicodeDecodeError, IsADirectoryError):
        raise InputError("not a text file", where=str(path), expected="a TOML file") from None
