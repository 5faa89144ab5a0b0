"""What a component is: one file that adds one thing, learns by itself and is saved by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec

from goldsmith import registry
from goldsmith.core import AnnotationSet, Schema
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.terminology.store import Terminology

KIND = "components"


class Example(NamedTuple):
    """A document to learn from: taken apart, with what was agreed on."""

    work: Analysis
    gold: AnnotationSet


@dataclass(frozen=True)
class Resources:
    """What components may use: the schema, terminologies by name, unlabelled words' clusters."""

    schema: Schema | None = None
    terms: Mapping[str, Terminology] = field(default_factory=dict)
    clusters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    progress: Callable[[str], None] = lambda _: None

    def terminology(self, name: str) -> Terminology:
        """The terminology that the configuration calls so; the only one when no name is given."""
        if not name and len(self.terms) == 1:
            return next(iter(self.terms.values()))
        if name not in self.terms:
            raise InputError(
                f"the pipeline has no terminology {name!r}",
                expected="one under [terms]: " + (", ".join(self.terms) or "there is none"),
            )
        return self.terms[name]


class Component(Protocol):
    """Adds to an analysis. `requires` and `adds` name what must be there and what will be.

    A component for which several documents at once are faster than one after another has a method
    `many(works)` as well, which adds to each what it would add to it alone (see `Several`).
    """

    requires: ClassVar[frozenset[str]]
    adds: ClassVar[frozenset[str]]
    #: Whether it must be trained before it can be used.
    learns: ClassVar[bool]
    #: The struct of its options.
    settings: ClassVar[type[msgspec.Struct]]

    def __init__(self, options: Any, resources: Resources) -> None: ...

    def __call__(self, work: Analysis) -> None:
        """Add to what is known about a document."""
        ...

    def train(self, examples: Sequence[Example]) -> None:
        """Learn from what was agreed on. A component that needs no training does nothing."""
        ...

    def save(self, folder: Path) -> None:
        """Write what was learned to a folder that is there and empty."""
        ...

    def load(self, folder: Path) -> None:
        """Take up again what was written."""
        ...


class Several(Component, Protocol):
    """A component that takes several documents at once as well."""

    def many(self, works: Sequence[Analysis]) -> None:
        """Add to what is known about each, whatever the others are.

        Where it raises, each document is begun again and goes through all components by itself.
        """
        ...


def names() -> tuple[str, ...]:
    """The names of all components."""
    return registry.names(KIND)


def get(name: str) -> type[Component]:
    """The component of that name."""
    found: type[Component] = registry.load(KIND, name)
    return found


def options_of(name: str, given: Mapping[str, Any]) -> msgspec.Struct:
    """A component's options from a table; raises InputError for what it does not know."""
    kind = get(name).settings
    try:
        return msgspec.convert(dict(given), kind, strict=True)
    except msgspec.ValidationError as error:
        raise InputError(
            f"the options of the component {name} do not fit: {error}",
            expected="some of " + ", ".join(kind.__struct_fields__),
        ) from None
