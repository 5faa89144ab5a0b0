"""The Component protocol: a trainable part of a pipeline that adds one kind of annotation."""

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
    """A training document: its analysis and its gold annotations."""

    analysis: Analysis
    gold: AnnotationSet


@dataclass(frozen=True)
class Resources:
    """Resources that a pipeline provides to its components.

    Attributes:
        schema: The schema of the annotations.
        terms: Terminologies by their name in the configuration.
        clusters: Word -> its clusters from unlabelled text, coarse to fine.
        progress: Called with a message during long operations.
    """

    schema: Schema | None = None
    terms: Mapping[str, Terminology] = field(default_factory=dict)
    clusters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    progress: Callable[[str], None] = lambda _: None

    def get_terminology(self, name: str) -> Terminology:
        """Return a terminology by name; without a name, return the only terminology.

        Raises:
            InputError: The pipeline has no such terminology.
        """
        if not name and len(self.terms) == 1:
            return next(iter(self.terms.values()))
        if name not in self.terms:
            raise InputError(
                f"the pipeline has no terminology {name!r}",
                expected="a name under [terms]: " + (", ".join(self.terms) or "none are listed"),
            )
        return self.terms[name]

    def get_terminologies(self, names: Sequence[str], component: str) -> list[Terminology]:
        """Return the terminologies that a component names, or all of them if it names none.

        Raises:
            InputError: The pipeline lacks one of them, or has no terminology at all.
        """
        chosen = names or tuple(self.terms)
        if not chosen:
            raise InputError(
                f"the component {component} has no terminology",
                expected="a terminology under [terms] of the pipeline",
            )
        return [self.get_terminology(name) for name in chosen]


class Component(Protocol):
    """A part of a pipeline that adds annotations to an analysis.

    Attributes:
        requires: Layers that earlier components must have added, e.g. `{"mentions"}`.
        adds: Layers that this component adds: "mentions", "relations", "codes", "assertion" …
        learns: Whether the component must be trained before use.
        settings: The struct with its options; it forbids unknown fields.

    A component that is faster on several documents at once also implements `BatchComponent`.
    """

    requires: ClassVar[frozenset[str]]
    adds: ClassVar[frozenset[str]]
    learns: ClassVar[bool]
    settings: ClassVar[type[msgspec.Struct]]

    def __init__(self, options: Any, resources: Resources) -> None: ...

    def __call__(self, analysis: Analysis) -> None:
        """Add annotations to the analysis of one document."""
        ...

    def train(self, examples: Sequence[Example]) -> None:
        """Train on gold annotations; a component that does not learn does nothing."""
        ...

    def save(self, folder: Path) -> None:
        """Write the trained state to an existing empty folder."""
        ...

    def load(self, folder: Path) -> None:
        """Restore the state that `save` wrote."""
        ...


class BatchComponent(Component, Protocol):
    """A component that also processes several documents at once."""

    def many(self, analyses: Sequence[Analysis]) -> None:
        """Add to each analysis exactly what `__call__` would add.

        If it raises, the batch is discarded and its documents are processed one by one.
        """
        ...


def names() -> tuple[str, ...]:
    """Return the names of all registered components, sorted."""
    return registry.names(KIND)


def get(name: str) -> type[Component]:
    """Return the component class registered under a name.

    Raises:
        UnknownName: No component has that name.
    """
    component: type[Component] = registry.load(KIND, name)
    return component


def parse_options(name: str, table: Mapping[str, Any]) -> msgspec.Struct:
    """Convert a table of options to the options struct of a component.

    Raises:
        InputError: The table has an unknown option or a value of the wrong type.
    """
    settings = get(name).settings
    try:
        return msgspec.convert(dict(table), settings, strict=True)
    except msgspec.ValidationError as error:
        raise InputError(
            f"the options of the component {name} are not valid: {error}",
            expected="options among " + ", ".join(settings.__struct_fields__),
        ) from None
