"""Patients of a project: their chronicles, and questions over them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import Parameter
from sqlalchemy import Connection

from goldsmith.chronicle.query.answer import Answer, Witness, describe_bounds, describe_event
from goldsmith.chronicle.timeline import pack_chronicle
from goldsmith.errors import GoldsmithError, InputError, QueryError
from goldsmith.project.jobs.submit import submit_job
from goldsmith.project.patients.ask import ask
from goldsmith.project.patients.question import QuestionForm, write_question
from goldsmith.project.patients.quotations import (
    Quotations,
    list_quoted_documents,
    quote_evidence,
)
from goldsmith.project.patients.team import (
    CHRONICLES,
    ChronicleArguments,
    ProjectChronicles,
    open_project_chronicles,
)
from goldsmith.rendering.environment import encode_data
from goldsmith.store import audit
from goldsmith.store.access import Permission
from goldsmith.store.documents import find_document_ids
from goldsmith.store.jobs.model import NewJob
from goldsmith.store.loading import load_documents
from goldsmith.store.projects import Project, find_project
from goldsmith.store.tables import new_id
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import Link, answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_Words = Annotated[str, Parameter(max_length=1_000)]
_SHOWN = 200


class _ProvenClause(msgspec.Struct, frozen=True):
    """A clause of a question, the event that meets it, and the words that support it."""

    clause: str
    event: str
    begin: str
    end: str
    quotations: Quotations
    links: tuple[str, ...]


class _Proof(msgspec.Struct, frozen=True):
    """A patient of the answer, with what meets each clause."""

    patient: str
    sex: str
    clauses: tuple[_ProvenClause, ...]


@get("/projects/{name:str}/patients", opt=needs(Permission.MANAGE), sync_to_thread=True)
def show_patients(
    name: str, visitor: Visitor, workbench: Workbench, words: _Words = "", notice: str = ""
) -> Response[str]:
    """Show the patients whose chronicles were made."""
    with workbench.database.read() as connection:
        project, chronicles = _open(workbench, connection, visitor, name)
    patients = chronicles.list_patients(words) if chronicles else []
    return answer_page(
        workbench,
        visitor,
        "patients",
        make_project_frame(project, "patients", "Patients"),
        project=project,
        chronicles=chronicles,
        patients=patients[:_SHOWN],
        count=len(patients),
        words=words,
        notice=notice,
    )


@post("/projects/{name:str}/patients", opt=needs(Permission.MANAGE))
async def make_patients(
    request: Request[Any, Any, Any], name: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Make the chronicles again."""
    form = await read_form(request, ChronicleArguments)
    job = NewJob(new_id(), CHRONICLES, msgspec.to_builtins(form))
    await asyncio.to_thread(_submit, workbench, visitor, name, job)
    return redirect(workbench, f"/jobs/{job.id}")


def _submit(workbench: Workbench, visitor: Visitor, name: str, job: NewJob) -> None:
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
    submit_job(workbench.database, visitor.actor, project.id, job)


@get(
    "/projects/{name:str}/patients/{patient:str}",
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def show_patient(name: str, patient: str, visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Show the chronicle of a patient: the timeline, conflicts, and the summary."""
    actor = visitor.actor
    with workbench.database.read() as connection:
        project, chronicles = _open(workbench, connection, visitor, name)
        if chronicles is None:
            return redirect(workbench, f"/projects/{name}/patients")
        chronicle = chronicles.read(patient)
        names = list(chronicle.documents)
        ids = find_document_ids(connection, actor, project.id, names)
        docs = load_documents(connection, actor, project.id, list(ids.values()), sets=())
    with workbench.database.write() as connection:
        audit.record(connection, actor, "chronicle.read", project=project.id)
    modules = ("timeline/timeline.js",)
    return answer_page(
        workbench,
        visitor,
        "patient",
        make_project_frame(project, "patients", patient, _link_patients(name), modules=modules),
        project=project,
        patient=chronicle.patient,
        data=encode_data(pack_chronicle(chronicle, {doc.id: doc.text for doc in docs})),
        made_at=chronicles.made_at,
    )


@get("/projects/{name:str}/ask", opt=needs(Permission.MANAGE), sync_to_thread=True)
def show_question(
    request: Request[Any, Any, Any],
    name: str,
    visitor: Visitor,
    workbench: Workbench,
    question: _Words = "",
) -> Response[str]:
    """Answer a question over the patients, from words or from the form."""
    with workbench.database.read() as connection:
        project, chronicles = _open(workbench, connection, visitor, name)
    answer, problem = None, ""
    try:
        form = _read_query(request)
        question = question.strip() or write_question(form)
        if question and chronicles:
            answer = ask(question, chronicles.folder, limit=_SHOWN)
    except GoldsmithError as error:
        form, problem = QuestionForm(), _describe(error)
    return answer_page(
        workbench,
        visitor,
        "ask",
        make_project_frame(project, "patients", "Ask", _link_patients(name)),
        status=422 if problem else 200,
        project=project,
        chronicles=chronicles,
        question=question,
        form=form,
        answer=answer,
        proofs=_list_proofs(workbench, visitor, project, answer),
        problem=problem,
    )


def _describe(error: GoldsmithError) -> str:
    """Return the message of an error; the page shows the question itself below it."""
    return InputError.describe(error) if isinstance(error, QueryError) else describe_problem(error)


def _link_patients(name: str) -> Link:
    return Link("Patients", f"/projects/{name}/patients")


def _read_query(request: Request[Any, Any, Any]) -> QuestionForm:
    names = QuestionForm.__struct_fields__
    values = {name: str(request.query_params.get(name, "")) for name in names}
    return msgspec.convert(values, QuestionForm)


def _open(
    workbench: Workbench, connection: Connection, visitor: Visitor, name: str
) -> tuple[Project, ProjectChronicles | None]:
    project = find_project(connection, visitor.actor, name)
    chronicles = open_project_chronicles(workbench.database, connection, visitor.actor, project.id)
    return project, chronicles


def _list_proofs(
    workbench: Workbench, visitor: Visitor, project: Project, answer: Answer | None
) -> list[_Proof]:
    """Return the patients of an answer, and the words that support each event."""
    if answer is None:
        return []
    with workbench.database.read() as connection:
        names = list_quoted_documents(answer)
        ids = find_document_ids(connection, visitor.actor, project.id, names)
        docs = load_documents(connection, visitor.actor, project.id, list(ids.values()), sets=())
    texts = {doc.id: doc.text for doc in docs}
    return [
        _Proof(
            patient.patient,
            patient.sex,
            tuple(_prove(witness, answer, texts, ids) for witness in patient.witnesses),
        )
        for patient in answer.patients
    ]


def _prove(
    witness: Witness, answer: Answer, texts: Mapping[str, str], ids: Mapping[str, str]
) -> _ProvenClause:
    begin, end = (describe_bounds(day) for day in (witness.extent.start, witness.extent.end))
    quotations = quote_evidence(witness, texts)
    return _ProvenClause(
        answer.clauses[witness.clause],
        describe_event(witness),
        begin,
        end if end != begin else "",
        quotations,
        tuple(ids[place.document] for place in quotations.places),
    )


handlers = [show_patients, make_patients, show_patient, show_question]
