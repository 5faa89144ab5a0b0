"""Pipeline configuration in TOML: schema, terminologies, and the components in order."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from goldsmith.errors import InputError
from goldsmith.pipeline import component


class Step(msgspec.Struct, frozen=True):
    """A component and its options."""

    use: str
    options: Mapping[str, Any] = {}


class Config(msgspec.Struct, frozen=True, omit_defaults=True):
    """The configuration of a pipeline.

    Attributes:
        steps: The components, in the order they run.
        schema: Name or path of the schema.
        terms: Name in this pipeline -> name on the shelf or folder of a terminology.
        clusters: Path of a word-cluster file.
        title: Name of the pipeline, used as the agent of the sets it makes.
    """

    steps: tuple[Step, ...]
    schema: str = ""
    terms: Mapping[str, str] = {}
    clusters: str = ""
    title: str = ""


_KEYS = ("title", "schema", "terms", "clusters", "component")


def parse_config(text: str, *, where: str) -> Config:
    """Parse and check a pipeline configuration.

    Args:
        text: The TOML text.
        where: Where the text comes from, for error messages.

    Raises:
        InputError: The text is not TOML, has unknown keys or options, or the components are in an
            order in which one lacks what it requires.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    if unknown := [key for key in content if key not in _KEYS]:
        raise InputError(
            f"unknown keys: {', '.join(unknown)}", where=where, expected=", ".join(_KEYS)
        )
    steps = content.get("component")
    if not isinstance(steps, list) or not steps:
        raise InputError("no components are listed", where=where, expected="[[component]] tables")
    try:
        config = Config(
            steps=tuple(_parse_step(table) for table in steps),
            **{key: content[key] for key in _KEYS[:-1] if key in content},
        )
        valid = msgspec.convert(msgspec.to_builtins(config), Config)
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


def _check_order(config: Config, where: str) -> None:
    added: set[str] = set()
    for step in config.steps:
        kind = component.get(step.use)
        if missing := sorted(kind.requires - added):
            raise InputError(
                f"the component {step.use} needs {', '.join(missing)}, "
                "but no component before it adds that",
                where=where,
                remedy="Put a component that adds it in front",
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
