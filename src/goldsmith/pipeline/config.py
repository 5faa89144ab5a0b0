"""A pipeline as a TOML file: the schema, the terminologies, and the components in order."""

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
    """What a pipeline is made of. `terms` are names on the shelf or folders, by the name here."""

    steps: tuple[Step, ...]
    schema: str = ""
    terms: Mapping[str, str] = {}
    clusters: str = ""
    title: str = ""


_KEYS = ("title", "schema", "terms", "clusters", "component")


def parse(text: str, *, where: str) -> Config:
    """The configuration a TOML text describes."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    if unknown := [key for key in table if key not in _KEYS]:
        raise InputError(
            f"unknown keys: {', '.join(unknown)}", where=where, expected=", ".join(_KEYS)
        )
    steps = table.get("component")
    if not isinstance(steps, list) or not steps:
        raise InputError("there are no components", where=where, expected="[[component]]")
    try:
        config = Config(
            steps=tuple(_step(one) for one in steps),
            **{key: table[key] for key in _KEYS[:-1] if key in table},
        )
        checked = msgspec.convert(msgspec.to_builtins(config), Config)
    except msgspec.ValidationError as error:
        raise InputError(f"it does not fit: {error}", where=where) from None
    except InputError as error:
        raise error.at(where) from None
    _in_order(checked, where)
    return checked


def _step(table: Any) -> Step:
    if not isinstance(table, dict) or not isinstance(table.get("use"), str):
        raise InputError("a component has no name", expected='use = "entities"')
    given = {key: value for key, value in table.items() if key != "use"}
    component.options_of(table["use"], given)
    return Step(table["use"], given)


def _in_order(config: Config, where: str) -> None:
    there: set[str] = set()
    for step in config.steps:
        kind = component.get(step.use)
        if missing := sorted(kind.requires - there):
            raise InputError(
                f"the component {step.use} needs {', '.join(missing)}; nothing before it adds that",
                where=where,
                remedy="Put a component in front that adds it",
            )
        there |= kind.adds


def read(path: Path) -> Config:
    """The configuration in a file."""
    try:
        return parse(path.read_text("utf-8-sig"), where=str(path))
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path)) from None
    except (UnicodeDecodeError, IsADirectoryError):
        raise InputError("this is no text file", where=str(path), expected="TOML") from None
