"""Tasks of the field: the metrics of each, and the values that its tables print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from goldsmith.errors import InputError, UnknownName

if TYPE_CHECKING:
    from goldsmith.metrics import Metric, Result, Row


class View(msgspec.Struct, frozen=True):
    """A metric as a task prints it.

    `values` are the columns of its table. A matrix over annotators shows `cell`, followed by
    `bracket` in brackets (CLEF prints lenient with strict in brackets).
    """

    metric: str
    values: tuple[str, ...]
    cell: str
    bracket: str = ""
    group: str = ""
    """The row for a matrix or leaderboard, for metrics without a row over all groups."""
    options: Mapping[str, object] = {}

    def make(self) -> Metric:
        """Return the metric with the options of the view."""
        from goldsmith import metrics  # loads numpy and scipy, which the names of tasks do not need

        metric = metrics.get(self.metric)
        return metric.with_options(**self.options) if self.options else metric

    @property
    def groups(self) -> str:
        """The name of the metric's rows, with the options of the view."""
        return self.make().groups

    def show(self, value: str) -> View:
        """Return the view with another main value, which its table also prints.

        Raises:
            UnknownName: The metric has no such value.
        """
        names = self.make().values
        if value not in names:
            raise UnknownName(f"value of the metric {self.metric}", value, names)
        return replace(self, cell=value, values=tuple(dict.fromkeys((*self.values, value))))

    def find_row(self, result: Result) -> Row | None:
        """Return the row for a matrix or leaderboard.

        Returns:
            The row; None if it counted nothing, or if there is no row for all groups.
        """
        is_single = self.group or result.micro or len(result.rows) < 2
        return result.find_row(self.group) if is_single else None

    def get_value(self, result: Result, name: str) -> float | None:
        """Return a value of the row for a matrix or leaderboard; None without such a row."""
        row = self.find_row(result)
        return row.values.get(name) if row else None


class Task(msgspec.Struct, frozen=True):
    """A task to score, with its metrics."""

    name: str
    title: str
    schema: str
    """The default schema."""
    views: tuple[View, ...]
    gives_mentions: bool = False
    """Whether systems receive the gold mentions instead of finding them."""


_STRICT = ("strict_precision", "strict_recall", "strict")
_PRF = ("precision", "recall", "f1")
_ENTITIES = View(
    "spans",
    (
        "strict_precision",
        "strict_recall",
        "strict",
        "relaxed_precision",
        "relaxed_recall",
        "relaxed",
    ),
    "strict",
)
_CLEF_ENTITIES = View("spans", ("strict", "lenient"), "lenient", "strict")
_CLEF_RELATIONS = View("relations", ("iaa", "ciaa"), "ciaa", "iaa")
_COREFERENCE = tuple(
    View(name, _PRF, "f1", group="all")
    for name in ("muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc", "lea", "coreference")
)
_NORMALISATION = View("normalisation", ("strict_accuracy", "relaxed_accuracy"), "strict_accuracy")
_CODE_AGREEMENT = View(
    "code-agreement", ("relaxed_accuracy", "strict_accuracy"), "relaxed_accuracy", "strict_accuracy"
)
_I2B2_MENTIONS = View(
    "spans",
    (*_STRICT, "partial_precision", "partial_recall", "partial_f1"),
    "strict",
    "partial_f1",
)
#: Mentions that systems found, in the categories of ODIE (appendix III of the challenge).
_I2B2_FOUND = View(
    "spans",
    ("partial_precision", "partial_recall", "partial_f1", *_STRICT),
    "partial_f1",
    "strict",
    options={"category": "semantic_class"},
)
_I2B2_PAIRS = View("coreference-pairs", ("exact_iaa", "partial_iaa"), "exact_iaa", "partial_iaa")
_I2B2_COREFERENCE = tuple(
    View(name, _PRF, "f1", group="all") for name in ("coreference", "muc", "b-cubed", "ceaf-e")
)
_TEMPORAL = (
    View(
        "timex", ("strict", "relaxed", "relaxed_type", "relaxed_value"), "relaxed_value", "relaxed"
    ),
    View("tlinks", _PRF, "f1"),
    View("temporal-awareness", _PRF, "f1"),
)

_DISTANCE = View(
    "concept-distance",
    ("agree_0", "agree_1", "agree_2", "agree_3"),
    "agree_1",
    "agree_0",
    "concept",
)

#: The tasks that compare codes.
_CODED = ("mayo", "normalisation", "share-2014")

TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        Task("entities", "Mentions", "", (_ENTITIES,)),
        Task("relations", "Relations", "", (View("relations", _PRF, "f1"),)),
        Task("coreference", "Coreference", "i2b2-2011", _COREFERENCE),
        Task("normalisation", "Concepts", "", (_NORMALISATION,)),
        Task("temporal", "Time", "clef-temporal", _TEMPORAL),
        Task(
            "share-2014",
            "SemEval-2014 Task 7",
            "share-2014",
            (_ENTITIES, _NORMALISATION, _CODE_AGREEMENT),
        ),
        Task(
            "i2b2-2011",
            "i2b2/VA 2011",
            "i2b2-2011",
            (_I2B2_MENTIONS, _I2B2_PAIRS, *_COREFERENCE),
        ),
        Task("i2b2-2011-1A", "i2b2/VA 2011 Task 1A", "odie", (_I2B2_FOUND, *_I2B2_COREFERENCE)),
        Task(
            "i2b2-2011-1B",
            "i2b2/VA 2011 Task 1B",
            "odie",
            _I2B2_COREFERENCE,
            gives_mentions=True,
        ),
        Task(
            "i2b2-2011-1C",
            "i2b2/VA 2011 Task 1C",
            "i2b2-2011",
            _I2B2_COREFERENCE,
            gives_mentions=True,
        ),
        Task("clef", "CLEF", "clef", (_CLEF_ENTITIES, _CLEF_RELATIONS)),
        Task("odie", "ODIE", "odie", (View("pairs", (*_PRF, "kappa"), "f1", "kappa"),)),
        Task(
            "mayo",
            "Mayo",
            "mayo-disorder",
            (
                View("positive-agreement", ("agreement",), "agreement", group="overlap + all"),
                View("kappa", ("kappa", "p_a", "p_e"), "kappa", group="all"),
                View("alpha", ("alpha",), "alpha", group="code"),
            ),
        ),
    )
}


def set_metric_options(task: Task, options: Iterable[str]) -> Task:
    """Return the task with options for its metrics, each written `metric.option=value`.

    Raises:
        InputError: An option is malformed, or its metric or name is unknown.
    """
    views = {view.metric: view for view in task.views}
    for text in options:
        place, equals, value = text.partition("=")
        metric, dot, name = place.partition(".")
        if not (equals and dot and name):
            raise InputError(f"{text!r} is not an option", expected="metric.option=value")
        if metric not in views:
            raise UnknownName(f"metric of the task {task.name}", metric, views)
        view = views[metric]
        views[metric] = replace(view, options={**view.options, name: _parse_value(value)})
        views[metric].make()  # reports an unknown option now, not after reading the corpus
    return replace(task, views=tuple(views.values()))


def _parse_value(text: str) -> str | bool | tuple[str, ...]:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return tuple(text.split("+")) if "+" in text else text


def compares_codes(task: Task) -> bool:
    """Return whether a task compares codes, so that their distance can be added to it."""
    return task.name in _CODED or any(view.metric == _DISTANCE.metric for view in task.views)


def add_concept_distance(task: Task, hierarchy: object) -> Task:
    """Return the task with agreement on codes by their distance in a hierarchy (Mayo §4).

    Raises:
        InputError: The task does not compare codes.
    """
    options = {"hierarchy": hierarchy}
    if any(view.metric == _DISTANCE.metric for view in task.views):
        views = tuple(
            replace(view, options={**view.options, **options})
            if view.metric == _DISTANCE.metric
            else view
            for view in task.views
        )
        return replace(task, views=views)
    if task.name not in _CODED:
        raise InputError(
            f"the task {task.name} does not compare codes",
            expected="a terminology only with one of the tasks " + ", ".join(_CODED),
        )
    return replace(task, views=(*task.views, replace(_DISTANCE, options=options)))


def select_value(task: Task, value: str, group: str = "") -> tuple[View, ...]:
    """Return the views of a task that have a value, each with that value as its main one.

    Args:
        task: The task.
        value: A value such as "f1", of each metric that has it, or "muc.f1", of one; if empty, the
            main value of each metric.
        group: The row; if empty, the row of the view.

    Raises:
        UnknownName: No metric of the task has such a value, or the task has no such metric.
    """
    views = [replace(view, group=group or view.group) for view in task.views]
    if not value:
        return tuple(view.show(view.make().main) for view in views)
    metric, dot, name = value.rpartition(".")
    if dot:
        named = [view for view in views if view.metric == metric]
        if not named:
            raise UnknownName(
                f"metric of the task {task.name}", metric, [view.metric for view in views]
            )
        return tuple(view.show(name) for view in named)
    matching = [view for view in views if name in view.make().values]
    if not matching:
        names = {name for view in views for name in view.make().values}
        raise UnknownName(f"value of the metrics of the task {task.name}", name, names)
    return tuple(view.show(name) for view in matching)


def find_task(name: str) -> Task:
    """Return the task of this name.

    Raises:
        UnknownName: No task has this name; the message lists the tasks.
    """
    if name not in TASKS:
        raise UnknownName("task", name, TASKS)
    return TASKS[name]


def make_metric_task(names: Sequence[str]) -> Task:
    """Make a task of registered metrics, each with all of its values.

    Raises:
        UnknownName: A metric is not registered; the message lists the metrics.
    """
    return Task("metrics", "Metrics", "", tuple(map(_make_view, dict.fromkeys(names))))


def _make_view(name: str) -> View:
    from goldsmith import metrics

    metric = metrics.get(name)
    views = (*(view for task in TASKS.values() for view in task.views), _DISTANCE)
    group = next((view.group for view in views if view.metric == name), "")
    return View(name, tuple(metric.values), metric.main, group=group)
