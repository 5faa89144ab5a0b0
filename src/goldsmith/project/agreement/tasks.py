"""The tasks of the field: which metrics answer each, and which values its tables print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Metric


class View(msgspec.Struct, frozen=True):
    """A metric as a task prints it.

    `values` are the columns of its table; `cell` is what a matrix over annotators shows, with
    `bracket` in brackets behind it (CLEF prints lenient with strict in brackets).
    """

    metric: str
    values: tuple[str, ...]
    cell: str
    bracket: str = ""
    group: str = ""
    """The row that a matrix or leaderboard shows, where a metric has none over all of them."""
    options: Mapping[str, object] = {}

    def make(self) -> Metric:
        """The metric with the view's options."""
        return metrics.get(self.metric).with_options(**self.options)


class Task(msgspec.Struct, frozen=True):
    """A question people score, with the metrics that answer it."""

    name: str
    title: str
    schema: str
    """The schema it uses where none is named."""
    views: tuple[View, ...]


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
    View(name, _PRF, "f1")
    for name in ("muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc", "lea", "coreference")
)
_NORMALISATION = View("normalisation", ("strict_accuracy", "relaxed_accuracy"), "strict_accuracy")
_TEMPORAL = (
    View(
        "timex", ("strict", "relaxed", "relaxed_type", "relaxed_value"), "relaxed_value", "relaxed"
    ),
    View("tlinks", _PRF, "f1"),
    View("temporal-awareness", _PRF, "f1"),
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
        Task("share-2014", "SemEval-2014 Task 7", "share-2014", (_ENTITIES, _NORMALISATION)),
        Task(
            "i2b2-2011",
            "i2b2/VA 2011",
            "i2b2-2011",
            (
                View(
                    "spans",
                    (*_STRICT, "partial_precision", "partial_recall", "partial_f1"),
                    "strict",
                    "partial_f1",
                ),
                *_COREFERENCE,
            ),
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


def with_options(task: Task, given: Iterable[str]) -> Task:
    """The task with options for its metrics, each written `metric.option=value`."""
    views = {view.metric: view for view in task.views}
    for text in given:
        place, equals, value = text.partition("=")
        metric, dot, option = place.partition(".")
        if not (equals and dot and option):
            raise InputError(f"{text!r} is not an option", expected="metric.option=value")
        if metric not in views:
            raise UnknownName(f"metric of the task {task.name}", metric, views)
        view = views[metric]
        views[metric] = replace(view, options={**view.options, option: _value(value)})
        views[metric].make()  # an unknown option is told now, not after reading the corpus
    return replace(task, views=tuple(views.values()))


def _value(text: str) -> str | bool | tuple[str, ...]:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return tuple(text.split("+")) if "+" in text else text


def with_hierarchy(task: Task, hierarchy: object) -> Task:
    """The task with agreement on concepts relaxed by their distance in a hierarchy (Mayo §4)."""
    if task.name not in _CODED:
        raise InputError(
            f"the task {task.name} has no use for a terminology",
            expected="--terms with a task about codes: " + ", ".join(_CODED),
        )
    values = ("agree_0", "agree_1", "agree_2", "agree_3")
    options = {"hierarchy": hierarchy}
    view = View("concept-distance", values, "agree_1", "agree_0", "concept", options)
    return replace(task, views=(*task.views, view))


def find(name: str) -> Task:
    """The task of this name."""
    if name not in TASKS:
        raise UnknownName("task", name, TASKS)
    return TASKS[name]
