"""Iterations, batches, tasks, comments and progress."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.client.base import Resource
from goldsmith.project.workflow.agreement import BatchAgreement
from goldsmith.project.workflow.batches import NewBatch
from goldsmith.project.workflow.effort import ArmFigures, Effort
from goldsmith.project.workflow.plans import NewPlan, Plan
from goldsmith.project.workflow.views import AgreementTrend, AgreementView
from goldsmith.store.paging import PAGE, Page
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.batch_making import BatchChange, DocumentMark
from goldsmith.store.workflow.batches import Batch, BatchDocument
from goldsmith.store.workflow.beats import Beats
from goldsmith.store.workflow.choice import Choice, NextDocuments
from goldsmith.store.workflow.comments import Comment, CommentKind, NewAnswer, NewComment
from goldsmith.store.workflow.exclusions import Exclusion, NewExclusion
from goldsmith.store.workflow.iterations import Iteration, IterationChange, NewIteration
from goldsmith.store.workflow.progress import AnnotatorProgress
from goldsmith.store.workflow.returning import Sweep, TaskEntry
from goldsmith.store.workflow.states import Adjudication, PutForwardReason, Reannotation
from goldsmith.store.workflow.tasks import Task
from goldsmith.store.workflow.terms import BatchKind, BatchSettings, IterationKind, Phase
from goldsmith.store.workflow.working import Ticks


class Iterations(Resource):
    """The iterations of a project."""

    def list(self, project: str) -> tuple[Iteration, ...]:
        """Return the iterations in their order."""
        return self._caller.get(f"/api/projects/{project}/iterations", tuple[Iteration, ...])

    def create(
        self,
        project: str,
        name: str,
        kind: IterationKind = "production",
        *,
        phase: Phase = "closed",
        guideline: str = "",
    ) -> Iteration:
        """Begin an iteration."""
        data = NewIteration(name, kind, phase, guideline)
        return self._caller.post(f"/api/projects/{project}/iterations", Iteration, data)

    def change(self, iteration: str, data: IterationChange) -> Iteration:
        """Change the name, the phase or the guideline."""
        return self._caller.call("PATCH", f"/api/iterations/{iteration}", Iteration, data=data)


class Batches(Resource):
    """Batches, from creation to closing."""

    def list(
        self,
        project: str,
        *,
        iteration: str = "",
        state: str = "",
        limit: int = PAGE,
        after: str = "",
    ) -> Page[Batch]:
        """Return a page of batches in their order."""
        return self._caller.get(
            f"/api/projects/{project}/batches",
            Page[Batch],
            iteration=iteration,
            state=state,
            limit=limit,
            after=after,
        )

    def create(
        self,
        project: str,
        iteration: str,
        documents: Choice | None = None,
        *,
        name: str = "",
        kind: BatchKind = "annotate",
        settings: BatchSettings | None = None,
        assign: NewTasks | None = None,
    ) -> Batch:
        """Make a batch, and optionally assign it."""
        data = NewBatch(iteration, documents or NextDocuments(), name, kind, settings, assign)
        return self._caller.post(f"/api/projects/{project}/batches", Batch, data)

    def plan(self, project: str, data: NewPlan) -> Plan:
        """Make even batches and assign them to rotating pairs."""
        return self._caller.post(f"/api/projects/{project}/plans", Plan, data)

    def get(self, batch: str) -> Batch:
        """Return a batch."""
        return self._caller.get(f"/api/batches/{batch}", Batch)

    def change(self, batch: str, data: BatchChange) -> Batch:
        """Change the name or the settings."""
        return self._caller.call("PATCH", f"/api/batches/{batch}", Batch, data=data)

    def list_documents(self, batch: str) -> tuple[BatchDocument, ...]:
        """Return the documents in their order."""
        return self._caller.get(f"/api/batches/{batch}/documents", tuple[BatchDocument, ...])

    def mark_document(self, batch: str, document: str, data: DocumentMark) -> BatchDocument:
        """Leave a document out of agreement, drop it, or include it again."""
        path = f"/api/batches/{batch}/documents/{document}"
        return self._caller.call("PUT", path, BatchDocument, data=data)

    def list_tasks(self, batch: str) -> tuple[TaskEntry, ...]:
        """Return the tasks of all annotators, for managers."""
        return self._caller.get(f"/api/batches/{batch}/tasks", tuple[TaskEntry, ...])

    def assign(
        self,
        batch: str,
        people: Sequence[str] = (),
        *,
        documents: Sequence[str] = (),
        among: Sequence[str] = (),
        per_document: bool = False,
        corrects: str = "",
    ) -> tuple[TaskEntry, ...]:
        """Assign a batch: to people by name, or by load if nobody is named."""
        data = NewTasks(tuple(people), tuple(documents), tuple(among), per_document, corrects)
        return self._caller.post(f"/api/batches/{batch}/tasks", tuple[TaskEntry, ...], data)

    def measure(self, batch: str) -> BatchAgreement:
        """Measure the agreement; the batch passes or fails."""
        return self._caller.post(f"/api/batches/{batch}/agreement", BatchAgreement)

    def get_agreement(self, batch: str) -> BatchAgreement:
        """Return the agreement as it was measured last."""
        return self._caller.get(f"/api/batches/{batch}/agreement", BatchAgreement)

    def reannotate(self, batch: str, person: str = "", *, instead_of: str = "") -> Batch:
        """Have a further annotator annotate a batch that failed."""
        data = Reannotation(person, instead_of)
        return self._caller.post(f"/api/batches/{batch}/reannotate", Batch, data)

    def put_forward(self, batch: str, reason: str) -> Batch:
        """Let a batch that failed go to adjudication."""
        return self._caller.post(
            f"/api/batches/{batch}/put-forward", Batch, PutForwardReason(reason)
        )

    def adjudicate(self, batch: str, person: str = "") -> Batch:
        """Open a batch that passed to adjudicators."""
        return self._caller.post(f"/api/batches/{batch}/adjudicate", Batch, Adjudication(person))

    def close(self, batch: str) -> Batch:
        """Close a batch; its annotators may see each other's work."""
        return self._caller.post(f"/api/batches/{batch}/close", Batch)


class Tasks(Resource):
    """Your tasks; managers return and withdraw those of others."""

    def list(
        self, project: str, *, state: str = "", limit: int = PAGE, after: str = ""
    ) -> Page[Task]:
        """Return a page of your tasks in their order."""
        return self._caller.get(
            f"/api/projects/{project}/tasks", Page[Task], state=state, limit=limit, after=after
        )

    def get_next(self, project: str) -> Task:
        """Return the task to continue with."""
        return self._caller.get(f"/api/projects/{project}/tasks/next", Task)

    def get(self, task: str) -> Task:
        """Return one of your tasks."""
        return self._caller.get(f"/api/tasks/{task}", Task)

    def start(self, task: str) -> Task:
        """Start a task; `set` of the answer is its annotation set."""
        return self._caller.post(f"/api/tasks/{task}/start", Task, again=True)

    def tick(self, task: str, steps: Sequence[str]) -> Task:
        """Set which steps of the recipe are ticked off."""
        path, data = f"/api/tasks/{task}/steps", Ticks(tuple(steps))
        return self._caller.call("PUT", path, Task, data=data, again=True)

    def send_beats(self, task: str, slots: Sequence[int]) -> Task:
        """Record the 15-second slots in which you were active."""
        data = Beats(tuple(slots))
        return self._caller.post(f"/api/tasks/{task}/beats", Task, data, again=True)

    def finish(self, task: str) -> Task:
        """Mark a task as done."""
        return self._caller.post(f"/api/tasks/{task}/done", Task, again=True)

    def give_back(self, task: str) -> TaskEntry:
        """Give a task that is done back to its annotator."""
        return self._caller.post(f"/api/tasks/{task}/return", TaskEntry)

    def withdraw(self, task: str) -> TaskEntry:
        """Take a task away from its annotator."""
        return self._caller.post(f"/api/tasks/{task}/withdraw", TaskEntry)

    def pass_on_abandoned(self, project: str) -> Sweep:
        """Give tasks without activity to somebody else."""
        return self._caller.post(f"/api/projects/{project}/abandoned", Sweep)


class Comments(Resource):
    """Questions and comments on places in the text."""

    def list(
        self,
        project: str,
        *,
        document: str = "",
        kind: CommentKind | None = None,
        unresolved: bool = False,
        limit: int = PAGE,
        after: str = "",
    ) -> Page[Comment]:
        """Return a page of the comments that you may see, the oldest first."""
        return self._caller.get(
            f"/api/projects/{project}/comments",
            Page[Comment],
            document=document,
            kind=kind,
            unresolved="true" if unresolved else "",
            limit=limit,
            after=after,
        )

    def add(
        self,
        document: str,
        text: str,
        kind: CommentKind = "comment",
        *,
        start: int | None = None,
        end: int | None = None,
        annotation: str = "",
    ) -> Comment:
        """Ask a question or comment on a place."""
        data = NewComment(text, kind, start, end, annotation)
        return self._caller.post(f"/api/documents/{document}/comments", Comment, data)

    def answer(self, comment: str, text: str) -> Comment:
        """Answer a question or comment."""
        return self._caller.post(f"/api/comments/{comment}/answers", Comment, NewAnswer(text))

    def resolve(self, comment: str) -> Comment:
        """Mark a question or comment as resolved."""
        return self._caller.post(f"/api/comments/{comment}/resolve", Comment, again=True)

    def reopen(self, comment: str) -> Comment:
        """Open a question or comment again."""
        return self._caller.post(f"/api/comments/{comment}/reopen", Comment, again=True)


class Progress(Resource):
    """Boards for managers."""

    def show(self, project: str) -> tuple[AnnotatorProgress, ...]:
        """Return the progress of every annotator."""
        path = f"/api/projects/{project}/progress"
        return self._caller.get(path, tuple[AnnotatorProgress, ...])

    def get_agreement(
        self, project: str, *, among: str = "annotators", by: str = "", iteration: str = ""
    ) -> AgreementView:
        """Return agreement over all measured batches."""
        return self._caller.get(
            f"/api/projects/{project}/agreement",
            AgreementView,
            among=among,
            by=by,
            iteration=iteration,
        )

    def get_trend(self, project: str) -> AgreementTrend:
        """Return agreement batch by batch."""
        return self._caller.get(f"/api/projects/{project}/trend", AgreementTrend)

    def compare_arms(self, project: str) -> tuple[ArmFigures, ...]:
        """Return time and agreement with and without pre-annotation."""
        return self._caller.get(f"/api/projects/{project}/arms", tuple[ArmFigures, ...])

    def get_effort(self, project: str, hours: float | None = None) -> Effort:
        """Return the hours per document, and the documents that further hours would cover."""
        return self._caller.get(f"/api/projects/{project}/effort", Effort, hours=hours)

    def list_exclusions(self, project: str) -> tuple[Exclusion, ...]:
        """Return the annotators whose work is excluded."""
        return self._caller.get(f"/api/projects/{project}/exclusions", tuple[Exclusion, ...])

    def exclude(self, project: str, name: str, reason: str) -> tuple[Exclusion, ...]:
        """Exclude the work of an annotator."""
        path, data = f"/api/projects/{project}/exclusions/{name}", NewExclusion(reason)
        return self._caller.call("PUT", path, tuple[Exclusion, ...], data=data)

    def restore(self, project: str, name: str) -> tuple[Exclusion, ...]:
        """Include the work of an annotator again."""
        path = f"/api/projects/{project}/exclusions/{name}"
        return self._caller.call("DELETE", path, tuple[Exclusion, ...])
