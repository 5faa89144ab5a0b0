"""The functions of `goldsmith` that compare annotation sets: agree, score."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from goldsmith.core import Schema
from goldsmith.project.agreement import agree as agreement
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.assignments import read_assignments
from goldsmith.project.agreement.causes.causes import choose_causes
from goldsmith.project.agreement.causes.merges import parse_merge
from goldsmith.project.agreement.challenge.entries import MOST_RUNS, read_entries
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
    systems: Sequence[str] = (),
    task: str = "clef",
    metrics: Collection[str] = (),
    options: Iterable[str] = (),
    schema: Schema | str | None = None,
    missing: Missing = "skip",
    by: str | Sequence[str] = "",
    assignments: str | os.PathLike[str] | None = None,
    leave_out: Sequence[str] = (),
    intervals: bool = False,
    causes: Collection[str] = (),
    merges: Iterable[str] = (),
    workers: int = 1,
    fmt: str | None = None,
) -> Agreement:
    """Measure agreement between annotators.

    Args:
        docs: A path in any format, "demo", or documents with the sets of all annotators.
        sets: The annotation sets of the annotators; by default those of the assignments, or all
            sets except systems and gold sets.
        gold: Gold or consensus sets; two of them show by how much consensus reduced disagreement.
        systems: Sets of systems: compared, but excluded from figures about the annotators.
        task: The task, which has its metrics and schema: "clef", "entities", "coreference" …
        metrics: Registered metrics to compute instead of those of a task.
        options: Options of the metrics, each written "metric.option=value".
        schema: The schema, by name, path or as an object; by default the schema of the task.
        missing: Documents that only some of the sets have are left out of the pairs of the others
            ("skip") or refused ("refuse"); with "empty", a set that a document lacks counts as one
            without annotations.
        by: Metadata fields, such as "batch" or "institution,type"; each combination of their
            values makes a slice with its own results.
        assignments: The path of a table of documents and their annotators (CSV or TSV); other sets
            of a document are not counted.
        leave_out: Documents to leave out, such as "phase=training".
        intervals: Add 95 % bootstrap intervals.
        causes: The causes of disagreement to examine: "differences", the "influence" of
            each document, the "trend" over the slices.
        merges: Types or values to merge, to see what agreement would be, such as
            "Condition,Result=Finding" or "relation_type:set/subset,part/whole=other".
        workers: Processes that count documents; inside `use_runner`, that runner counts them.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: There are fewer than two sets, or no document has one of them, or the
            assignments cannot be read or name documents that do not exist.
        UnknownName: The task, a metric, the schema or a metadata field does not exist.

    Example:
        result = goldsmith.agree("annotated", sets=["D1", "D2"], gold=["gold"], task="clef")
        spans = result.find_pair("D1", "D2").results["spans"]
        print(spans.get_value("lenient"), result.pooled.results["spans"].micro.counts)
    """
    chosen = _make_task(task, metrics, options)
    merged = [parse_merge(text) for text in merges]
    return agreement.agree(
        open_documents(docs, fmt),
        sets,
        chosen,
        resolve_schema(schema or chosen.schema),
        gold=gold,
        systems=systems,
        missing=missing,
        by=by,
        assignments=read_assignments(Path(assignments)) if assignments else None,
        leave_out=leave_out,
        intervals=intervals,
        causes=choose_causes(causes),
        merges=merged,
        workers=workers,
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
    by: str | Sequence[str] = "",
    intervals: bool = False,
    entries: str | os.PathLike[str] | None = None,
    most_runs: int = MOST_RUNS,
    fmt: str | None = None,
) -> Scores:
    """Score one or more systems against a gold standard.

    Args:
        gold: The gold standard: a path in any format, "demo", or documents.
        system: The system likewise, or several systems by name.
        task: The task, which has its metrics and schema: "entities", "relations", "clef" …
        metrics: Registered metrics to compute instead of those of a task.
        options: Options of the metrics, each written "metric.option=value".
        schema: The schema, by name, path or as an object; by default the schema of the task.
        gold_set: The set of the gold documents, if they have several.
        system_set: The set of the system documents, if they have several.
        missing: Documents that only one side has or has annotated are refused ("refuse") or left
            out ("skip"); with "empty", a document that the system lacks, or that a side has not
            annotated, counts as one without annotations.
        differing: Documents whose texts differ are refused ("refuse") or left out ("skip"); with
            "realign", annotations are moved where only white space differs.
        by: Metadata fields, such as "batch" or "institution,type"; each combination of their
            values makes a slice with its own scores.
        intervals: Add 95 % bootstrap intervals.
        entries: The path of a file that states who made which system, for leaderboards: CSV, TSV or
            TOML.
        most_runs: The maximum number of runs of a team among the entries.
        fmt: The format of the paths; detected by default.

    Raises:
        InputError: The texts differ, documents are missing, or a document has several sets.
        UnknownName: The task, a metric or the schema does not exist.

    Example:
        scores = goldsmith.score("annotated", "annotated", gold_set="gold", system_set="D1")
        print(scores.systems[0].results["spans"].get_value("strict"))
    """
    runs = read_entries(Path(entries)) if entries else ()
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
    return scoring.score(intervals=intervals, entries=runs, most_runs=most_runs)


def _make_task(name: str, metrics: Collection[str], options: Iterable[str]) -> Task:
    task = tasks.make_metric_task(list(metrics)) if metrics else tasks.find_task(name)
    return tasks.set_metric_options(task, options)
