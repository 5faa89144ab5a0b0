"""An annotator gets the same answers, byte for byte, whether another annotator works or not.

Two servers have the same people, the same documents and the same actions by Ann. On one of them Bob
also works, up to some stage. Every route of the workflow is called as Ann with every existing id,
her own and Bob's, and the answers are compared after ids and times have been replaced with labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from litestar.handlers import HTTPRouteHandler
from tests.web.conftest import Server, Team
from tests.web.test_batches import TEXT, annotate

from goldsmith.core import Document, Span
from goldsmith.store.access import Exposure, Role
from goldsmith.store.tables import now
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.choice import NextDocuments
from goldsmith.store.workflow.terms import BatchSettings, BatchState
from goldsmith.web.routes import batches, comments, iterations, plans, progress, tasks

HANDLERS: list[HTTPRouteHandler] = [
    handler
    for module in (iterations, batches, tasks, plans, comments, progress)
    for handler in module.handlers
]
#: The bodies that Ann sends, by the name of the handler.
BODIES: dict[str, object] = {
    "begin_iteration": {"name": "mine"},
    "modify_iteration": {"name": "mine"},
    "make_batch": {"iteration": "none"},
    "modify_batch": {"name": "mine"},
    "mark_document_of_batch": {},
    "assign_tasks": {},
    "reannotate": {},
    "put_batch_forward": {"reason": "mine"},
    "adjudicate_batch": {},
    "tick_own_steps": {"steps": ["read"]},
    "send_beats": {"slots": []},
    "plan_batches": {"iteration": "none", "people": ["ann"]},
    "comment_on_document": {"text": "mine", "kind": "question", "start": 0, "end": 4},
    "answer_comment": {"text": "mine"},
    "take_annotator_out": {"reason": "mine"},
}
MISSING = "00000000000000000000"
STAGES = ("started", "done", "again", "adjudicating")


class Scene:
    """A server on which Ann works, and on which Bob works up to a stage."""

    def __init__(self, folder: Path, stage: str) -> None:
        folder.mkdir()
        self.server = Server(folder)
        self.team = Team(self.server)
        self.server.http.__enter__()
        self.cat = self.server.connect(self.server.add_person("cat", Role.ANNOTATOR))
        self.project = self.server.project
        self.labels = {self.project: "project"}
        self._set_up()
        self._let_ann_work()
        self._let_bob_work(stage)
        self._label_ids()

    def close(self) -> None:
        self.server.http.__exit__(None, None, None)

    def _set_up(self) -> None:
        manager = self.team.max
        docs = [Document(f"n{n}", TEXT) for n in range(1, 4)]
        self.documents = manager.documents.add(self.project, docs)
        self.iteration = manager.iterations.create(self.project, "production").id
        self.batch = manager.batches.create(
            self.project,
            self.iteration,
            NextDocuments(2),
            settings=BatchSettings(arms="assisted"),
            assign=NewTasks(people=("ann", "bob")),
        ).id

    def _let_ann_work(self) -> None:
        ann = self.team.ann
        question = ask_as_ann(self)
        self.team.max.comments.answer(question, "Yes.")
        annotate(ann, self.project, ((34, 50),))

    def _let_bob_work(self, stage: str) -> None:
        if stage == "nothing":
            return
        manager, bob = self.team.max, self.team.bob
        first = bob.tasks.list(self.project).items[0]
        set_id = bob.tasks.start(first.id).set
        bob.annotate(set_id).add_mention("Locus", [Span(0, 4)])
        bob.tasks.send_beats(first.id, [now() // 15_000])
        bob.tasks.tick(first.id, ["read"])
        asked_by_bob = bob.comments.add(
            first.document, "Is this a locus?", "question", start=0, end=4
        )
        manager.comments.answer(asked_by_bob.id, "No.")
        if stage == "started":
            return
        annotate(bob, self.project, ((74, 79),))
        if stage == "returned":
            manager.tasks.give_back(first.id)
        if stage in ("done", "returned"):
            return
        manager.batches.measure(self.batch)
        assert manager.batches.get(self.batch).state == BatchState.FAILED
        if stage == "failed":
            return
        if stage == "again":
            manager.batches.reannotate(self.batch, "cat", instead_of="bob")
            annotate(self.cat, self.project, ((34, 50),))
            return
        manager.batches.put_forward(self.batch, "a slip")
        if stage == "forward":
            return
        manager.batches.adjudicate(self.batch, "adele")
        for name in ("n1", "n2"):
            adele = self.team.people["adele"]
            self.server.world.add_set(self.documents[name], adele, "consensus", Exposure.FINISHED)
        if stage == "closed":
            manager.batches.close(self.batch)

    def _label_ids(self) -> None:
        """Give every id a label that is the same on both servers."""
        manager = self.team.max
        self.labels |= {identity: f"document {name}" for name, identity in self.documents.items()}
        self.labels |= {self.iteration: "iteration", self.batch: "batch"}
        for task in manager.batches.list_tasks(self.batch):
            place = f"{task.kind} {task.person} {task.document_name}"
            self.labels[task.id] = f"task {place}"
            if task.set:
                self.labels[task.set] = f"set {place}"
        for comment in manager.comments.list(self.project).items:
            self.labels[comment.id] = f"comment {comment.author} {comment.text}"
        for name, actor in self.team.people.items():
            self.labels[actor.person] = f"person {name}"

    def list_ids(self, kind: str) -> dict[str, str]:
        """Return the ids of a kind by their labels."""
        return {
            label: identity
            for identity, label in self.labels.items()
            if label.partition(" ")[0] == kind
        }

    def normalise(self, text: str) -> str:
        for identity, label in self.labels.items():
            text = text.replace(identity, f"<{label}>")
        text = re.sub(r'("id":)"[0-9a-z]{20}"', r'\1"<new>"', text)
        text = re.sub(r'("after":)"[^"]+"', r'\1"<mark>"', text)
        return re.sub(r"\b1[0-9]{12}\b", "<time>", text)


def ask_as_ann(scene: Scene) -> str:
    ann = scene.team.ann
    first = ann.tasks.list(scene.project).items[0]
    ann.tasks.start(first.id)
    ann.tasks.send_beats(first.id, [now() // 15_000])
    return ann.comments.add(first.document, "Is this one?", "question").id


def list_requests(scenes: tuple[Scene, Scene]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield method, handler and the path of every request; reading comes before changing."""
    ordered = sorted(HANDLERS, key=lambda handler: "GET" not in handler.http_methods)
    for handler in ordered:
        (path,) = handler.paths
        names = re.findall(r"{(\w+):str}", path)
        kinds = [name.removesuffix("_id") for name in names]
        pools = [list_labels(scenes, kind) for kind in kinds]
        for labels in product(*pools):
            paths = []
            for scene in scenes:
                filled = path
                for name, kind, label in zip(names, kinds, labels, strict=True):
                    identity = "bob" if kind == "name" else scene.list_ids(kind).get(label, MISSING)
                    filled = filled.replace(f"{{{name}:str}}", identity)
                paths.append(filled)
            for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                yield method, handler.handler_name, paths


def list_labels(scenes: tuple[Scene, Scene], kind: str) -> list[str]:
    if kind == "name":
        return ["bob"]
    return sorted({*scenes[0].list_ids(kind), *scenes[1].list_ids(kind), "none"})


def crawl(scenes: tuple[Scene, Scene]) -> list[tuple[str, str, str]]:
    """Call every route as Ann on both servers, and return the requests that differ."""
    differing = []
    for method, name, paths in list_requests(scenes):
        answers = []
        for scene, path in zip(scenes, paths, strict=True):
            body = BODIES.get(name)
            answer = scene.server.http.request(
                method, path, json=body, headers=scene.team.ann.caller.headers
            )
            assert answer.status_code < 500
            answers.append(f"{answer.status_code} {scene.normalise(answer.text)}")
        if answers[0] != answers[1]:
            differing.append((f"{method} {name}", *answers))
    return differing  # type: ignore[return-value]


@pytest.mark.parametrize("stage", STAGES)
def test_ann_learns_nothing_about_bob(tmp_path: Path, stage: str) -> None:
    scenes = (Scene(tmp_path / "without", "nothing"), Scene(tmp_path / "with", stage))
    try:
        assert crawl(scenes) == []
    finally:
        for scene in scenes:
            scene.close()


def test_the_crawl_detects_that_the_batch_is_closed(tmp_path: Path) -> None:
    scenes = (Scene(tmp_path / "without", "nothing"), Scene(tmp_path / "with", "closed"))
    try:
        names = {request for request, *_ in crawl(scenes)}
    finally:
        for scene in scenes:
            scene.close()
    assert names >= {"GET list_own_tasks", "GET list_project_comments"}


def test_the_crawl_covers_more_than_25_paths() -> None:
    paths = {path for handler in HANDLERS for path in handler.paths}
    assert len(paths) > 25
