"""Layouts: the mention types and attributes with which a schema or corpus records times."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from goldsmith.components.temporal.resolution.values import Timex
from goldsmith.core import Schema
from goldsmith.errors import UnknownName

CREATION = "CREATION_TIME"


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a schema or corpus records times; see layouts.toml."""

    name: str
    types: Mapping[str, str]
    type: str = ""
    set_type: str = "SET"
    value: str = ""
    function: str = ""
    quant: str = ""
    freq: str = ""
    mod: str = ""
    creation: str = ""

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of time mentions."""
        names = (self.type, self.value, self.function, self.quant, self.freq, self.mod)
        return tuple(name for name in names if name)

    def restrict(self, attributes: Collection[str]) -> Layout:
        """Return the layout without the attributes that a mention type does not have."""
        names = ("type", "value", "function", "quant", "freq", "mod")
        missing = {name: "" for name in names if getattr(self, name) not in attributes}
        return msgspec.structs.replace(self, **missing)

    def describe(self, timex: Timex, *, is_creation: bool = False) -> dict[str, str]:
        """Return the attributes of an expression."""
        kind = timex.expression.type
        values = {
            self.type: self.set_type if kind == "SET" else kind,
            self.value: timex.value,
            self.function: CREATION if is_creation else "",
            self.quant: timex.quant,
            self.freq: timex.freq,
            self.mod: timex.expression.mod,
        }
        return {name: value for name, value in values.items() if name and value}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    layout: tuple[Layout, ...]


@cache
def load_layouts() -> dict[str, Layout]:
    """Load the layouts by name."""
    text = files("goldsmith.components.temporal").joinpath("layouts.toml").read_text("utf-8")
    file = msgspec.convert(tomllib.loads(text), _File)
    return {layout.name: layout for layout in file.layout}


def get_layout(name: str) -> Layout:
    """Return a layout by name.

    Raises:
        UnknownName: There is no such layout.
    """
    layouts = load_layouts()
    if name not in layouts:
        raise UnknownName("layout of times", name, layouts)
    return layouts[name]


def choose_layout(schema: Schema) -> Layout | None:
    """Choose the layout whose mention types and attributes a schema has, or None."""
    kinds = {kind.name: kind for kind in schema.mention}
    for layout in load_layouts().values():
        if not set(layout.types.values()) <= kinds.keys():
            continue
        attributes = set(kinds[layout.types["DATE"]].attributes)
        needed = {name for name in (layout.type, layout.value) if name}
        if needed <= attributes:
            return layout.restrict(attributes)
    return None


def infer_layout(attributes: Mapping[str, Collection[str]]) -> Layout | None:
    """Infer the layout from the mention types of training data and their attributes."""
    for layout in load_layouts().values():
        types = set(layout.types.values())
        present = types & attributes.keys()
        if not present or (len(types) > 1 and "Date" not in present and len(present) < 2):
            continue
        own = {name for kind in present for name in attributes[kind]}
        if {name for name in (layout.type, layout.value) if name} <= own:
            return layout
    return None
