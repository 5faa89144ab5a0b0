"""The coding pass: wordings get their codes one by one (CLEF section 4.6)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import Parameter

from goldsmith.core.mention import CUI_LESS
from goldsmith.errors import GoldsmithError
from goldsmith.project.curation.coding.answers import CodingAnswer, answer
from goldsmith.project.curation.coding.queue import read_queue
from goldsmith.project.curation.terms import search_concepts
from goldsmith.store.access import Permission
from goldsmith.store.journal.reading import get_set
from goldsmith.store.journal.undo import UndoRequest, make_requested_undo
from goldsmith.store.projects import get_project
from goldsmith.store.tables import new_id
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_SEARCHED = 9
_Word = Annotated[str, Parameter(max_length=200)]


class CodingForm(msgspec.Struct, frozen=True):
    """The form of an answer: a concept as `system code`, CUI-less, a rejection, or undo."""

    how: str
    base: int = 0
    mentions: tuple[str, ...] = ()
    concept: str = ""


@get("/sets/{set_id:str}/coding", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_coding(
    set_id: str,
    visitor: Visitor,
    workbench: Workbench,
    search: _Word = "",
    after: _Word = "",
    notice: str = "",
) -> Response[str]:
    """Show the next wording without a code, with its places and candidates."""
    return _show(workbench, visitor, set_id, search=search, after=after, notice=notice)


@post("/sets/{set_id:str}/coding", opt=needs(Permission.SEE_PROJECT))
async def send_code(
    request: Request[Any, Any, Any], set_id: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Answer for the wording that is shown, or undo the last answer."""
    try:
        form = await read_form(request, CodingForm)
        notice = await asyncio.to_thread(_answer, workbench, visitor, set_id, form)
    except GoldsmithError as error:
        return _show(workbench, visitor, set_id, problem=describe_problem(error))
    return redirect(workbench, f"/sets/{set_id}/coding", notice=notice)


def _answer(workbench: Workbench, visitor: Visitor, set_id: str, form: CodingForm) -> str:
    if form.how == "undo":
        request = UndoRequest(new_id())
        with workbench.database.read() as connection:
            change = make_requested_undo(connection, visitor.actor, set_id, request)
        workbench.writer.append(visitor.actor, set_id, change)
        return "The last change has been undone"
    system, _, code = form.concept.rpartition(" ")
    values = {
        "id": new_id(),
        "base": form.base,
        "mentions": form.mentions,
        "how": form.how,
        "system": system,
        "code": "" if form.how in ("rejected", "cui-less") else code,
    }
    data = msgspec.convert(values, CodingAnswer)
    answer(workbench.database, visitor.actor, set_id, data)
    return ""


def _show(
    workbench: Workbench,
    visitor: Visitor,
    set_id: str,
    *,
    search: str = "",
    after: str = "",
    notice: str = "",
    problem: str = "",
) -> Response[str]:
    actor = visitor.actor
    with workbench.database.read() as connection:
        row = get_set(connection, actor, set_id)
        project = get_project(connection, actor, row.project)
    queue = read_queue(workbench.database, actor, set_id, limit=1, after=after)
    hits = (
        search_concepts(workbench.database, actor, row.project, search, limit=_SEARCHED)
        if search
        else ()
    )
    return answer_page(
        workbench,
        visitor,
        "coding",
        make_project_frame(project, "tasks", "Codes", modules=("workbench/coding.js",)),
        status=422 if problem else 200,
        queue=queue,
        item=queue.items[0] if queue.items else None,
        search=search,
        hits=hits,
        cui_less=CUI_LESS,
        notice=notice,
        problem=problem,
    )


handlers = [show_coding, send_code]
