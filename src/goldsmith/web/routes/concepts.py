"""Concepts of the terminologies of a project: search, browse, and rank them for a mention."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from goldsmith.project.curation.coding.candidates import (
    CandidateList,
    read_candidates,
    read_mention_candidates,
)
from goldsmith.project.curation.coding.memory import EarlierCode, read_codings
from goldsmith.project.curation.terms import browse_concepts, read_concepts, search_concepts
from goldsmith.project.terms.find import Hit
from goldsmith.project.terms.page import ConceptPage, Tree
from goldsmith.store.access import Actor, Permission
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_PROJECT = "/api/projects/{project_id:str}"
_Words = Annotated[str, Parameter(max_length=1_000)]
_Name = Annotated[str, Parameter(max_length=200)]
_Limit = Annotated[int, Parameter(ge=1, le=100)]
_Depth = Annotated[int, Parameter(ge=0, le=3)]


@get(f"{_PROJECT}/concepts", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def search_project_concepts(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    words: _Words,
    mention_type: _Name = "",
    limit: _Limit = 20,
) -> tuple[Hit, ...]:
    """Return the concepts that match a few letters or words, best first."""
    return search_concepts(
        workbench.database, actor, project_id, words, type_name=mention_type, limit=limit
    )


@get(f"{_PROJECT}/concepts/{{key:str}}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_concept(
    project_id: str, key: str, actor: Actor, workbench: Workbench
) -> tuple[ConceptPage, ...]:
    """Return the concepts with a code (CODE or SYSTEM:CODE), with ancestors and children."""
    return read_concepts(workbench.database, actor, project_id, key)


@get(f"{_PROJECT}/hierarchy", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def browse_project_concepts(
    project_id: str, actor: Actor, workbench: Workbench, below: _Name = "", depth: _Depth = 1
) -> tuple[Tree, ...]:
    """Return the hierarchy from the roots, or from one concept down."""
    return browse_concepts(workbench.database, actor, project_id, below, depth=depth)


@get(f"{_PROJECT}/candidates", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_candidates(
    project_id: str, actor: Actor, workbench: Workbench, text: _Words, mention_type: _Name = ""
) -> CandidateList:
    """Return the concepts that a string may denote, with semantic types and definitions."""
    return read_candidates(workbench.database, actor, project_id, text, mention_type)


@get(f"{_PROJECT}/codings", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_codings(
    project_id: str, actor: Actor, workbench: Workbench, text: _Words
) -> tuple[EarlierCode, ...]:
    """Return how the same wording was coded before, in sets that you may see."""
    return read_codings(workbench.database, actor, project_id, text)


@get(
    "/api/sets/{set_id:str}/mentions/{mention_id:str}/candidates",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def list_mention_candidates(
    set_id: str, mention_id: str, actor: Actor, workbench: Workbench
) -> CandidateList:
    """Return the concepts that a mention may denote."""
    return read_mention_candidates(workbench.database, actor, set_id, mention_id)


handlers = [
    search_project_concepts,
    show_concept,
    browse_project_concepts,
    list_candidates,
    list_codings,
    list_mention_candidates,
]
