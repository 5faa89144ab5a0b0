"""Which metrics tell how well a pipeline does, by what its components add."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Schema
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Measured, Result
from goldsmith.pipeline import Config, component
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.tables import Style, result_table
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.rendering.table import Table

#: What a component adds -> what shows whether it is right.
_VIEWS: dict[str, View] = {
    "mentions": View("spans", ("strict_precision", "strict_recall", "strict", "relaxed"), "strict"),
    "codes": tasks.find("normalisation").views[0],
    "assertion": View("kappa", ("p_a", "kappa"), "kappa", group="all", options={"exact": True}),
    "relations": tasks.find("relations").views[0],
}


def task_for(config: Config, given: Collection[str] = ()) -> Task:
    """The metrics for all that the pipeline finds by itself."""
    added = {one for step in config.steps for one in component.get(step.use).adds}
    views = tuple(view for name, view in _VIEWS.items() if name in added - set(given))
    if not views:
        raise InputError("no component of the pipeline adds anything that can be scored")
    return Task("pipeline", "Pipeline", "", views)


def sought(gold: AnnotationSet, config: Config, schema: Schema | None = None) -> AnnotationSet:
    """The part of a gold set that the pipeline looks for: the types its components name.

    Relations of identity are coreference, which has metrics of its own.
    """
    mentions = _types(config, "mentions")
    relations = _types(config, "relations")
    passed = _left_out(config, schema) - relations
    kept = tuple(one for one in gold.mentions if not mentions or one.type in mentions)
    ids = {one.id for one in kept}
    rels = tuple(
        rel
        for rel in gold.relations
        if {rel.arg1, rel.arg2} <= ids
        and (not relations or rel.type in relations)
        and rel.type not in passed
    )
    return replace(gold, mentions=kept, relations=rels, groups=(), notes=())


def _types(config: Config, what: str) -> set[str]:
    """The types that components which add this are limited to; empty: no limit."""
    found: set[str] = set()
    for step in config.steps:
        if what not in component.get(step.use).adds:
            continue
        named = step.options.get("types", ())
        if not named:
            return set()
        found |= set(named)
    return found


def _left_out(config: Config, schema: Schema | None) -> set[str]:
    named = {one for step in config.steps for one in step.options.get("leave_out", ())}
    return named | {kind.name for kind in (schema.relation if schema else ()) if kind.identity}


def measured(pairs: Iterable[Compared], task: Task) -> dict[str, Measured]:
    """The metrics of a task, counted document by document."""
    found = {view.metric: Measured(view.make()) for view in task.views}
    for pair in pairs:
        for one in found.values():
            one.take(pair)
    return found


def results(found: Mapping[str, Measured], *, intervals: bool = True) -> dict[str, Result]:
    """Metric -> result; on request with bootstrap intervals."""
    return {name: one.result(intervals=intervals) for name, one in found.items()}


#: Counts that a short table shows, and short names of values.
_COUNTS = {"a": "gold", "b": "system", "gold": "gold", "pairs": "pairs"}
_SHORT = {
    "strict_precision": "P",
    "strict_recall": "R",
    "strict": "F1",
    "relaxed": "relaxed F1",
    "precision": "P",
    "recall": "R",
    "f1": "F1",
}


def short_table(title: str, result: Result, view: View, style: Style = "fraction") -> Table:
    """A metric's rows with the most telling counts, values and their intervals."""
    full = result_table(title, result, view, style)
    kept = [
        at
        for at, name in enumerate(full.columns)
        if at == 0 or name in _COUNTS or name in view.values
    ]
    names = [full.columns[at] for at in kept]
    columns = tuple(_COUNTS.get(name) or _SHORT.get(name, name) for name in names)
    return Table(title, columns, tuple(tuple(row[at] for at in kept) for row in full.rows))
