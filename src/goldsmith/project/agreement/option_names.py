"""Checks of names in metric options, so that no misspelt type or attribute is ignored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Schema
from goldsmith.errors import UnknownName
from goldsmith.metrics import NameKind
from goldsmith.project.agreement.tasks import Task, View


class _OptionName(NamedTuple):
    """A name in an option of a metric."""

    option: str
    kind: NameKind
    name: str


class OptionNames:
    """Collects the names that occur in annotations, and checks names in options against them.

    Without such options, nothing is collected.

    Args:
        task: The metrics with their options.
        schema: The schema of the annotations, if any; its names need not occur in them.
    """

    def __init__(self, task: Task, schema: Schema | None) -> None:
        self._options = [item for view in task.views for item in _list_names(view)]
        self._names: dict[NameKind, set[str]] = {item.kind: set() for item in self._options}
        if schema:
            for kind, names in _list_schema_names(schema):
                self._add(kind, names)

    def add(self, annotation_set: AnnotationSet) -> None:
        """Collect the names of a set."""
        if not self._options:
            return
        for mention in annotation_set.mentions:
            self._add("mention type", (mention.type,))
            self._add("attribute", mention.attributes)
        for rel in annotation_set.relations:
            self._add("relation type", (rel.type,))

    def check(self) -> None:
        """Refuse names that neither an annotation nor the schema has.

        Raises:
            UnknownName: There is such a name; the message lists the existing names.
        """
        for option, kind, name in self._options:
            if name not in self._names[kind]:
                raise UnknownName(f"{kind} for the option {option}", name, self._names[kind])

    def _add(self, kind: NameKind, names: Mapping[str, object] | tuple[str, ...]) -> None:
        if kind in self._names:
            self._names[kind].update(names)


def _list_names(view: View) -> Iterator[_OptionName]:
    """Yield the names in the options of a view."""
    for option, kind in metrics.get(view.metric).named_by_options.items():
        value = view.options.get(option) or ()
        names = (value,) if isinstance(value, str) else value
        if isinstance(names, (tuple, list, frozenset, set, Mapping)):
            for name in names:
                yield _OptionName(f"{view.metric}.{option}", kind, name)


def _list_schema_names(schema: Schema) -> Iterator[tuple[NameKind, tuple[str, ...]]]:
    """Yield the names that a schema declares, with their kinds."""
    for mention_type in schema.mention:
        yield "mention type", (mention_type.name,)
        yield "attribute", tuple(mention_type.attributes)
    for relation_type in schema.relation:
        yield "relation type", (relation_type.name,)
