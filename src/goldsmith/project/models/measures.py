"""Choose the metrics for a pipeline by the annotations that its components add."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Schema
from goldsmith.errors import InputError
from goldsmith.metrics import Measurement, Result, SetPair
from goldsmith.pipeline import Config, component
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.tables import Style, make_result_table
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.rendering.table import Table

#: A kind of annotation that a component adds -> the metric that scores it.
_VIEWS: dict[str, View] = {
    "mentions": View("spans", ("strict_precision", "strict_recall", "strict", "relaxed"), "strict"),
    "codes": tasks.find_task("normalisation").views[0],
    "assertion": View("kappa", ("p_a", "kappa"), "kappa", group="all", options={"exact": True}),
    "relations": tasks.find_task("relations").views[0],
    "times": View("timex", ("strict", "relaxed", "relaxed_value"), "relaxed_value", group="all"),
    "links": View(
        "tlinks", ("precision", "recall", "f1"), "f1", options={"task": "both", "found": "strict"}
    ),
    "chains": View(
        "coreference",
        ("conll", "muc_f1", "b_cubed_f1", "ceaf_f1", "precision", "recall"),
        "conll",
        group="all",
        options={"singletons": "none"},
    ),
}


def make_task(config: Config, gold_layers: Collection[str] = ()) -> Task:
    """Make the task that scores a pipeline.

    Args:
        config: The pipeline.
        gold_layers: The layers that the pipeline takes from the gold standard; they are not scored.

    Raises:
        InputError: No component adds anything that can be scored.
    """
    added = {layer for step in config.steps for layer in component.get(step.use).adds}
    views = tuple(view for name, view in _VIEWS.items() if name in added - set(gold_layers))
    if not views:
        raise InputError("no component of the pipeline adds anything that can be scored")
    return Task("pipeline", "Pipeline", "", views)


def select_scorable(
    gold: AnnotationSet,
    config: Config,
    schema: Schema | None = None,
    gold_layers: Collection[str] = (),
) -> AnnotationSet:
    """Select the annotations of a gold set whose types the components of the pipeline name.

    Identity relations and all groups are dropped unless a component adds chains. If the pipeline
    takes mentions from the gold standard, mentions of all types are kept. A relation is kept only
    with both of its arguments.
    """
    mentions = set() if "mentions" in gold_layers else _list_types(config, "mentions")
    relations = _list_types(config, "relations")
    excluded = _list_excluded(config, schema) - relations
    selected = tuple(
        mention for mention in gold.mentions if not mentions or mention.type in mentions
    )
    ids = {mention.id for mention in selected}
    rels = tuple(
        rel
        for rel in gold.relations
        if {rel.arg1, rel.arg2} <= ids
        and (not relations or rel.type in relations)
        and rel.type not in excluded
    )
    groups = gold.groups if _adds_chains(config) else ()
    return replace(gold, mentions=selected, relations=rels, groups=groups, notes=())


def _adds_chains(config: Config) -> bool:
    return any("chains" in component.get(step.use).adds for step in config.steps)


def _list_types(config: Config, what: str) -> set[str]:
    """List the types that the components adding `what` are limited to; empty if unlimited."""
    types: set[str] = set()
    for step in config.steps:
        if what not in component.get(step.use).adds:
            continue
        named = step.options.get("types", ())
        if not named:
            return set()
        types |= set(named)
    return types


def _list_excluded(config: Config, schema: Schema | None) -> set[str]:
    named = {name for step in config.steps for name in step.options.get("leave_out", ())}
    if _adds_chains(config):
        return named
    return named | {kind.name for kind in (schema.relation if schema else ()) if kind.identity}


def measure(pairs: Iterable[SetPair], task: Task) -> dict[str, Measurement]:
    """Measure pairs of sets by every metric of a task."""
    names = ("the gold standard", "the pipeline")
    measurements = {view.metric: Measurement(view.make(), names=names) for view in task.views}
    for pair in pairs:
        for measurement in measurements.values():
            measurement.count_pair(pair)
    return measurements


def compute_results(
    measurements: Mapping[str, Measurement], *, intervals: bool = True
) -> dict[str, Result]:
    """Compute the result of each metric, with bootstrap intervals by default."""
    return {
        name: measurement.compute_result(intervals=intervals)
        for name, measurement in measurements.items()
    }


def list_notices(results: Mapping[str, Result]) -> list[str]:
    """List the caveats about the data that a reader of the results must know."""
    return list(dict.fromkeys(n for result in results.values() for n in result.notices))


#: The counts in a short table, and short names of values.
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


def make_short_table(title: str, result: Result, view: View, style: Style = "fraction") -> Table:
    """Make a table of a metric with only the main counts, values and intervals."""
    full = make_result_table(title, result, view, style)
    shown = [
        index
        for index, name in enumerate(full.columns)
        if index == 0 or name in _COUNTS or name in view.values
    ]
    names = [full.columns[index] for index in shown]
    columns = tuple(_COUNTS.get(name) or _SHORT.get(name, name) for name in names)
    return Table(title, columns, tuple(tuple(row[index] for index in shown) for row in full.rows))
