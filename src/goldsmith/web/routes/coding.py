"""The coding pass: mentions without a code, answered wording by wording."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from goldsmith.project.curation.coding.answers import CodingAnswer, answer
from goldsmith.project.curation.coding.queue import CodingQueue, read_queue
from goldsmith.project.curation.coding.report import (
    CodingReport,
    make_coding_report,
    read_set_origins,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.coding import CodeOrigin
from goldsmith.store.journal.change import Receipt
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_CODING = "/api/sets/{set_id:str}/coding"
_Limit = Annotated[int, Parameter(ge=1, le=100)]
_Name = Annotated[str, Parameter(max_length=200)]


@get(_CODING, opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_coding_queue(
    set_id: str, actor: Actor, workbench: Workbench, limit: _Limit = 20, after: _Name = ""
) -> CodingQueue:
    """Return mentions without a code of your set, or of a consensus, with their candidates."""
    return read_queue(workbench.database, actor, set_id, limit=limit, after=after)


@post(_CODING, status_code=200, opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def answer_coding(set_id: str, data: CodingAnswer, actor: Actor, workbench: Workbench) -> Receipt:
    """Accept, reject, choose or search for a code; this makes a change that can be undone."""
    return answer(workbench.database, actor, set_id, data)


@get(f"{_CODING}/origins", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_code_origins(set_id: str, actor: Actor, workbench: Workbench) -> tuple[CodeOrigin, ...]:
    """List the origin of each code that the coding pass gave in a set."""
    return read_set_origins(workbench.database, actor, set_id)


@get(
    "/api/projects/{project_id:str}/coding-report",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def show_coding_report(project_id: str, actor: Actor, workbench: Workbench) -> CodingReport:
    """Return the origins of the codes in all sets that you may see."""
    return make_coding_report(workbench.database, actor, project_id)


handlers = [show_coding_queue, answer_coding, list_code_origins, show_coding_report]
