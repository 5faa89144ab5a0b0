"""The functions of `goldsmith` that make a consensus: adjudicate, make_consensus."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from goldsmith.adjudication import Rules, load_rules
from goldsmith.core import Document, Schema
from goldsmith.project.adjudication.apply import AppliedDecisions, apply_decisions
from goldsmith.project.adjudication.make import QueueResult, make_queue
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.work import Origin, Stream, name_origin
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.corpus.inputs import Documents, resolve_schema
from goldsmith.project.corpus.targets import name_targets


def adjudicate(
    docs: Documents,
    sets: Sequence[str],
    *,
    out: str | os.PathLike[str],
    rules: Rules | str = "clef",
    schema: Schema | str | None = None,
    missing: Missing = "skip",
    decisions: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    fmt: str | None = None,
) -> QueueResult:
    """Compare the sets of annotators and write the queue of differences to decide.

    Args:
        docs: A path in any format, "demo", or documents with the sets of all annotators.
        sets: The annotation sets to adjudicate, two or more; NAME=SET gives a set another name.
        out: The folder of the queue to write.
        rules: What a decision may do: built-in rules by name, a TOML file, or an object.
        schema: The schema, by name, path or as an object; by default the schema that the sets name.
        missing: Documents that only some of the sets have are adjudicated among those sets if there
            are at least two ("skip") or refused ("refuse"); with "empty", a missing set counts as a
            set without annotations.
        decisions: An earlier queue, to take over the decisions that still hold.
        overwrite: Replace an earlier queue at `out`.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: There are fewer than two sets, no document has two of them, or another file
            or folder is at `out`.
        UnknownName: No document has one of the sets, or the rules do not exist.

    Example:
        made = goldsmith.adjudicate("annotated", ["D1", "D2"], out="queue", rules="clef")
        print(made.settled["mention"], made.units)
    """
    in_memory = None
    if isinstance(docs, str | os.PathLike):
        origin = name_origin(sets, os.fspath(docs), fmt, missing=missing)
    else:
        in_memory = docs
        origin = Origin(tuple(name_targets(sets, are_paths=False)), missing=missing, in_memory=True)
    return make_queue(
        Stream(origin, in_memory),
        load_rules(rules) if isinstance(rules, str) else rules,
        resolve_schema(schema),
        Path(out),
        decisions=Queue(Path(decisions)).read_decisions() if decisions else (),
        overwrite=overwrite,
    )


def make_consensus(
    queue: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str],
    name: str = "consensus",
    auto: str = "",
    docs: Iterable[Document] | None = None,
    to: str = "corpus",
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
) -> AppliedDecisions:
    """Make the corpus with the consensus set from a queue and its decisions.

    Args:
        queue: The folder of the queue.
        out: The folder or file to write.
        name: The name of the consensus set.
        auto: A policy that decides open units: "majority", "union", "intersection" or the name of
            an annotator. Its decisions are recorded in the queue.
        docs: The documents, if the queue was made from documents in memory.
        to: The format to write.
        allow_loss: The features that the format may drop.
        overwrite: Replace an existing output.

    Raises:
        InputError: Units are undecided, decisions break the rules, or the sets have changed so that
            units no longer exist. Nothing is written then.
        UnknownName: There is no such policy or format.

    Example:
        goldsmith.adjudicate("annotated", ["D1", "D2"], out="queue")
        applied = goldsmith.make_consensus("queue", out="with-consensus", auto="union")
        print(applied.mentions, applied.automatic)
    """
    return apply_decisions(
        Queue(Path(queue)),
        Path(out),
        name=name,
        auto=auto,
        docs=docs,
        to=to,
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
