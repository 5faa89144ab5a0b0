"""The tables of the database, by subject.

Ids are random: a sequential id would tell an annotator how much others have done. Times are
milliseconds since 1970, in UTC.
"""

from goldsmith.store.tables.base import metadata, new_id, now
from goldsmith.store.tables.curation import (
    code_origins,
    decisions,
    guideline_versions,
)
from goldsmith.store.tables.documents import document_texts, documents, patient_records
from goldsmith.store.tables.people import (
    login_failures,
    members,
    people,
    sessions,
    tokens,
)
from goldsmith.store.tables.projects import projects
from goldsmith.store.tables.service import audit, jobs, models, releases
from goldsmith.store.tables.sets import annotation_sets, changes, snapshots
from goldsmith.store.tables.workflow import (
    batch_documents,
    batches,
    beats,
    comments,
    iterations,
    tasks,
)

__all__ = [
    "annotation_sets",
    "audit",
    "batch_documents",
    "batches",
    "beats",
    "changes",
    "code_origins",
    "comments",
    "decisions",
    "document_texts",
    "documents",
    "guideline_versions",
    "iterations",
    "jobs",
    "login_failures",
    "members",
    "metadata",
    "models",
    "new_id",
    "now",
    "patient_records",
    "people",
    "projects",
    "releases",
    "sessions",
    "snapshots",
    "tasks",
    "tokens",
]
