"""The functions of `goldsmith` that compare annotation sets: agree, score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from goldsmith.core import Schema
from goldsmith.project.agreement import agree as agreement
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.differing import Differing
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.score import Scores, Scoring, Side
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.corpus.inputs import (
    Documents,
    make_opener,
    name_documents,
    open_documents,
    resolve_schema,
)


def agree(
    docs: Documents,
    sets: Sequence[str] | None = None,
    *,
    gold: Sequence[str] = (),
    task: str = "clef",
    metrics: Collection[str] = (),
    options: Iterable[str] = (),
    schema: Schema | str | None = None,
    missing: Missing = "skip",
    by: str = "",
    intervals: bool = False,
    fmt: str | None = None,
) -> Agreement:
    """Measure agreement between annotators.

    Args:
        docs: A path in any format, "demo", or documents that hold the sets of all annotators.
        sets: The annotation sets of the annotators; all sets but the gold ones by default.
        gold: Gold or consensus sets; two of them show by how much consensus reduced disagreement.
        task: The task, which has its metrics and schema: "clef", "entities", "coreference" …
        metrics: Registered metrics to compute instead of those of a task.
        options: Options of the metrics, each written "metric.option=value".
        schema: The schema, by name, path or as an object; by default that of the task.
        missing: Documents that only some of the sets have are left out of the pairs of the others
            ("skip") or refused ("refuse"); with "empty", a set that a document lacks counts as one
            without annotations.
        by: A metadata field; each of its values makes a slice with results of its own.
        intervals: Add 95 % bootstrap intervals.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: There are fewer than two sets, or no document has one of them.
        UnknownName: The task, a metric or the schema does not exist.

    Example:
        result = goldsmith.agree("annotated", sets=["D1", "D2"], gold=["gold"], task="clef")
        spans = result.find_pair("D1", "D2").results["spans"]
        print(spans.get_value("lenient"))
    """
    chosen = _make_task(task, metrics, options)
    return agreement.agree(
        open_documents(docs, fmt),
        sets,
        chosen,
        resolve_schema(schema or chosen.schema),
        gold=gold,
        missing=missing,
        by=by,
        intervals=intervals,
    )


def score(
    gold: Documents,
    system: Documents | Mapping[str, Documents],
    *,
    task: str = "entities",
    metrics: Collection[str] = (),
    options: Iterable[str] = (),
    schema: Schema | str | None = None,
    gold_set: str = "",
    system_set: str = "",
    missing: Missing = "refuse",
    differing: Differing = "refuse",
    by: str = "",
    intervals: bool = False,
    fmt: str | None = None,
) -> Scores:
    """Score one or more systems against a gold standard.

    Args:
        gold: The gold standard: a path in any format, "demo", or documents.
        system: The system likewise, or several systems by name.
        task: The task, which has its metrics and schema: "entities", "relations", "clef" …
        metrics: Registered metrics to compute instead of those of a task.
        options: Options of the metrics, each written "metric.option=value".
        schema: The schema, by name, path or as an object; by default that of the task.
        gold_set: The set of the gold documents, if they have several.
        system_set: The set of the system documents, if they have several.
        missing: Documents that only one side has or has annotated are refused ("refuse") or left
            out ("skip"); with "empty", a document that the system lacks, or that a side has not
            annotated, counts as one without annotations.
        differing: Documents whose texts differ are refused ("refuse") or left out ("skip"); with
            "realign", annotations are moved where only white space differs.
        by: A metadata field; each of its values makes a slice with scores of its own.
        intervals: Add 95 % bootstrap intervals.
        fmt: The format of the paths; detected by default.

    Raises:
        InputError: The texts differ, documents are missing, or a document has several sets.
        UnknownName: The task, a metric or the schema does not exist.

    Example:
        scores = goldsmith.score("annotated", "annotated", gold_set="gold", system_set="D1")
        print(scores.systems[0].results["spans"].get_value("strict"))
    """
    chosen = _make_task(task, metrics, options)
    systems = system if isinstance(system, Mapping) else {name_documents(system, "system"): system}
    scoring = Scoring(
        Side(name_documents(gold, "gold"), make_opener(gold, fmt), gold_set),
        [Side(name, make_opener(docs, fmt), system_set) for name, docs in systems.items()],
        chosen,
        resolve_schema(schema or chosen.schema),
        missing=missing,
        differing=differing,
        by=by,
    )
    return scoring.score(intervals=intervals)


def _make_task(name: str, metrics: Collection[str], options: Iterable[str]) -> Task:
    task = tasks.make_metric_task(list(metrics)) if metrics else tasks.find_task(name)
    return tasks.set_metric_options(task, options)
