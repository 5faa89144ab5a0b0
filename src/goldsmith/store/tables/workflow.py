"""Iterations, batches, tasks, time spent, comparisons of sets and comments."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from goldsmith.store.tables.base import (
    make_id_column,
    make_reference,
    make_time_column,
    metadata,
)

iterations = Table(
    "iterations",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    Column("name", Text, nullable=False),
    #: development, training or production.
    Column("kind", Text, nullable=False),
    #: open (annotators may talk) or closed.
    Column("phase", Text, nullable=False),
    Column("guideline", Text, nullable=False, default=""),
    Column("position", Integer, nullable=False),
    make_time_column("created_at"),
    UniqueConstraint("project", "name"),
)

batches = Table(
    "batches",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    make_reference("iteration", "iterations"),
    Column("name", Text, nullable=False),
    #: annotate, train (against a consensus) or correct (the work of a senior annotator).
    Column("kind", Text, nullable=False, default="annotate"),
    #: open, annotated, failed, passed, adjudicating, closed.
    Column("state", Text, nullable=False),
    #: Why a batch below its thresholds was put forward.
    Column("reason", Text, nullable=False, default=""),
    #: JSON of `BatchSettings`: annotators per document, thresholds, arms, time-out, snippets.
    Column("settings", Text, nullable=False, default="{}"),
    #: JSON of `BatchAgreement`, made when the batch was measured.
    Column("agreement", Text, nullable=False, default=""),
    Column("position", Integer, nullable=False),
    #: When this batch was made, all documents before this import position were in batches.
    Column("frontier", Integer, nullable=False, default=0),
    make_time_column("created_at"),
    make_time_column("closed_at", optional=True),
    UniqueConstraint("project", "name"),
    Index(None, "project", "position"),
    Index(None, "project", "state", "position"),
    Index(None, "project", "frontier"),
    Index(None, "iteration"),
)

batch_documents = Table(
    "batch_documents",
    metadata,
    make_reference("batch", "batches", primary_key=True),
    make_reference("document", "documents", primary_key=True),
    Column("position", Integer, nullable=False),
    #: In the gold, but left out of agreement (trial and jointly annotated notes).
    Column("left_out", Boolean, nullable=False, default=False),
    #: In neither agreement nor consensus: a problematic document.
    Column("dropped", Boolean, nullable=False, default=False),
    #: Why the document is left out or dropped.
    Column("reason", Text, nullable=False, default=""),
    Index(None, "document"),
)

tasks = Table(
    "tasks",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    make_reference("batch", "batches"),
    make_reference("document", "documents"),
    make_reference("person", "people"),
    make_reference("set", "annotation_sets", nullable=True),
    #: annotate, train, correct or adjudicate.
    Column("kind", Text, nullable=False),
    #: assigned, started, done, returned, abandoned or withdrawn.
    Column("state", Text, nullable=False),
    #: blind or assisted: whether pre-annotation is shown.
    Column("arm", Text, nullable=False, default="blind"),
    #: The part of the text for a snippet task; null for the whole document.
    Column("start", Integer),
    Column("end", Integer),
    #: The words of the document or snippet, for load balancing.
    Column("words", Integer, nullable=False, default=0),
    #: The rows of the task in `beats`, counted at every insert.
    Column("beats", Integer, nullable=False, default=0),
    #: The set that a task of kind `correct` starts from.
    make_reference("source", "annotation_sets", nullable=True),
    #: JSON list of the steps of the recipe that are ticked off.
    Column("ticked", Text, nullable=False, default="[]"),
    Column("position", Integer, nullable=False),
    make_time_column("assigned_at"),
    make_time_column("started_at", optional=True),
    make_time_column("done_at", optional=True),
    make_time_column("active_at", optional=True),
    Index(None, "project", "person", "position"),
    Index(None, "project", "state"),
    Index(None, "batch", "document"),
    Index(None, "document", "person"),
    Index(None, "person", "state"),
    Index(None, "set"),
)

#: Sums over the tasks of each annotator, counted again whenever one of them changes: the board of
#: a project with a million tasks reads a few rows for each annotator.
workloads = Table(
    "workloads",
    metadata,
    make_reference("project", "projects", primary_key=True),
    make_reference("person", "people", primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("state", Text, primary_key=True),
    Column("arm", Text, primary_key=True),
    Column("tasks", Integer, nullable=False),
    Column("words", BigInteger, nullable=False),
    Column("beats", BigInteger, nullable=False),
    make_time_column("active_at", optional=True),
    #: Of tasks with any activity: their number, words, and the minimum and maximum number of beats.
    Column("timed", Integer, nullable=False),
    Column("timed_words", BigInteger, nullable=False),
    Column("least", Integer, nullable=False),
    Column("most", Integer, nullable=False),
)

#: One row for each 15 seconds in which the person was active; never what was typed.
beats = Table(
    "beats",
    metadata,
    make_reference("task", "tasks", primary_key=True),
    Column("slot", BigInteger, primary_key=True),
    Column("person", Text, nullable=False),
)

#: The counts of two sets on a document or snippet; agreement is computed from their sums.
comparisons = Table(
    "comparisons",
    metadata,
    make_reference("batch", "batches", primary_key=True),
    make_reference("document", "documents", primary_key=True),
    #: The start of the snippet; 0 for the whole document.
    Column("start", Integer, primary_key=True),
    make_reference("first", "people", primary_key=True),
    #: The second annotator; "" for the consensus.
    Column("second", Text, primary_key=True),
    make_reference("project", "projects"),
    #: blind or assisted, of the two tasks.
    Column("first_arm", Text, nullable=False, default=""),
    Column("second_arm", Text, nullable=False, default=""),
    #: Numerator and denominator of lenient entity IAA and of relation CIAA (CLEF section 4.5).
    Column("entity_matches", Float, nullable=False),
    Column("entity_total", Float, nullable=False),
    Column("relation_matches", Float, nullable=False),
    Column("relation_total", Float, nullable=False),
    #: Whether the document counts: it is neither left out nor dropped.
    Column("counted", Boolean, nullable=False, default=True),
    #: JSON: metric -> list of group, column and number.
    Column("counts", Text, nullable=False),
    make_time_column("at"),
    #: Covers the progress board, which then reads no rows of the table.
    Index(
        "ix_comparisons_board",
        "project",
        "counted",
        "first",
        "second",
        "entity_matches",
        "entity_total",
        "relation_matches",
        "relation_total",
    ),
)

#: Annotators whose work is excluded from agreement and consensus.
exclusions = Table(
    "exclusions",
    metadata,
    make_reference("project", "projects", primary_key=True),
    make_reference("person", "people", primary_key=True),
    Column("reason", Text, nullable=False),
    make_reference("excluded_by", "people"),
    make_time_column("at"),
)

comments = Table(
    "comments",
    metadata,
    make_id_column(),
    make_reference("project", "projects"),
    make_reference("document", "documents"),
    #: The set whose annotator asks; visible to managers and to anybody who may see that set.
    make_reference("set", "annotation_sets", nullable=True),
    make_reference("person", "people"),
    #: question, comment, wrong-concept, missed-markable or answer.
    Column("kind", Text, nullable=False),
    Column("start", Integer),
    Column("end", Integer),
    #: The id of the annotation that it concerns.
    Column("annotation", Text, nullable=False, default=""),
    Column("text", Text, nullable=False),
    make_reference("parent", "comments", nullable=True),
    make_time_column("created_at"),
    make_time_column("resolved_at", optional=True),
    Index(None, "project", "created_at"),
    Index(None, "document"),
)
