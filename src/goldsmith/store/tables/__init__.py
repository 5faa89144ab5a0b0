"""The tables of the database, by subject.

Ids are random: a sequential id would show an annotator how much others have done. Times are
milliseconds since 1970, in UTC.
"""

from goldsmith.store.tables.base import metadata, new_id, now
from goldsmith.store.tables.curation import (
    adjudication_seeds,
    code_origins,
    consensus_sets,
    decisions,
    guideline_versions,
)
from goldsmith.store.tables.documents import document_texts, documents, patient_records
from goldsmith.store.tables.people import (
    login_failures,
    members,
    one_time_secrets,
    people,
    sessions,
    tokens,
)
from goldsmith.store.tables.projects import projects
from goldsmith.store.tables.service import audit, jobs, models, releases
from goldsmith.store.tables.sets import annotation_sets, changes, snapshots
from goldsmith.store.tables.words import create_index, is_index_table
from goldsmith.store.tables.workflow import (
    batch_documents,
    batches,
    beats,
    comments,
    comparisons,
    exclusions,
    iterations,
    tasks,
    workloads,
)

__all__ = [
    "adjudication_seeds",
    "annotation_sets",
    "audit",
    "batch_documents",
    "batches",
    "beats",
    "changes",
    "code_origins",
    "comments",
    "comparisons",
    "consensus_sets",
    "create_index",
    "decisions",
    "document_texts",
    "documents",
    "exclusions",
    "guideline_versions",
    "is_index_table",
    "iterations",
    "jobs",
    "login_failures",
    "members",
    "metadata",
    "models",
    "new_id",
    "now",
    "one_time_secrets",
    "patient_records",
    "people",
    "projects",
    "releases",
    "sessions",
    "snapshots",
    "tasks",
    "tokens",
    "workloads",
]
