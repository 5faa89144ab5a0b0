"""An annotator sees the same with and without the work of another, through every route."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.crawl import (
    Crawler,
    Operation,
    find_differences,
    list_operations,
    make_body,
    make_query,
    normalise,
)
from tests.server.site import Site

from goldsmith.store.tables import base
from goldsmith.web.openapi import describe_api


class Ids:
    """Random ids that are the same in both worlds, whatever another person does in between."""

    def __init__(self) -> None:
        self._own, self._others = random.Random(1), random.Random(2)
        self.randbits = self._own.getrandbits

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Draw from another sequence during the block."""
        self.randbits = self._others.getrandbits
        yield
        self.randbits = self._own.getrandbits


class Story:
    """A batch that is assigned to Ann and Bob; in one of two worlds Bob works on it.

    Args:
        folder: The folder of the server.
        ids: The sequence of ids.
        is_busy: Whether Bob works.
    """

    def __init__(self, folder: Path, ids: Ids, *, is_busy: bool) -> None:
        self.site, self._ids, self._is_busy = Site(folder), ids, is_busy
        self._number = 0

    def annotate(self, name: str) -> None:
        """Start all tasks, annotate, ask a question, tick a step and report activity."""
        for task in self.site.list_tasks(name):
            started = self.site.do(name, "POST", f"/api/tasks/{task['id']}/start")
            for place in range(3):
                self._add_mention(name, started["set"], place)
            self.site.do(
                name,
                "POST",
                f"/api/documents/{task['document']}/comments",
                {"text": "why?", "kind": "question", "start": 0, "end": 4},
            )
            self.site.do(name, "PUT", f"/api/tasks/{task['id']}/steps", {"steps": ["read"]})
            self.site.do(
                name, "POST", f"/api/tasks/{task['id']}/beats", {"slots": [base.now() // 15_000]}
            )

    def finish(self, name: str) -> None:
        for task in self.site.list_tasks(name):
            self.site.do(name, "POST", f"/api/tasks/{task['id']}/done")

    def do_others(self, *actions: Any) -> None:
        """Perform actions that happen in only one of the worlds."""
        if self._is_busy:
            with self._ids.branch():
                for action, *arguments in actions:
                    action(*arguments)

    def measure(self) -> None:
        """Let the manager measure the agreement, and send the batch to adjudication."""
        batch = f"/api/batches/{self.site.ids['batch_id']}"
        self.site.do("max", "POST", f"{batch}/agreement")
        self.site.call("max", "POST", f"{batch}/put-forward", {"reason": "a slip, repeated"})
        self.site.call("max", "POST", f"{batch}/adjudicate", {"person": "adele"})

    def crawl(self) -> dict[str, tuple[int, str]]:
        crawler = Crawler(self.site, "ann")
        crawler.crawl()
        return normalise(crawler.pages)

    def _add_mention(self, name: str, set_id: str, place: int) -> None:
        self._number += 1
        start = place * 5 + (2 if name == "bob" else 0)
        mention = {"id": f"m{place}", "type": "Condition", "spans": [[start, start + 4]]}
        change = {
            "id": f"{name}-{set_id}-{place}",
            "base": place,
            "steps": [{"do": "add-mention", "mention": mention}],
        }
        self.site.do(name, "POST", f"/api/sets/{set_id}/changes", change)


def run_story(folder: Path, monkeypatch: pytest.MonkeyPatch, *, is_busy: bool) -> list[Any]:
    """Run the story, and return Ann's view after each stage."""
    ids, views = Ids(), []
    monkeypatch.setattr(base, "secrets", ids)
    folder.mkdir()
    story = Story(folder, ids, is_busy=is_busy)
    with story.site.http:
        story.site.begin_batch()
        story.do_others((story.annotate, "bob"))
        story.annotate("ann")
        views.append(story.crawl())
        story.do_others((story.finish, "bob"))
        views.append(story.crawl())
        story.finish("ann")
        story.do_others((story.measure,))
        views.append(story.crawl())
    return views


def test_an_annotator_sees_the_same_with_and_without_the_work_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = run_story(tmp_path / "alone", monkeypatch, is_busy=False)
    together = run_story(tmp_path / "together", monkeypatch, is_busy=True)
    for first, second in zip(alone, together, strict=True):
        assert find_differences(first, second) == []
        assert sum(status == 200 for status, _ in first.values()) > 30
        assert not [path for path, (status, _) in first.items() if status >= 500]


def test_objects_of_another_annotator_look_as_if_they_do_not_exist(tmp_path: Path) -> None:
    """Compare the answers that Ann gets for ids of Bob's objects and for ids that do not exist."""
    story = Story(tmp_path, Ids(), is_busy=True)
    with story.site.http:
        story.site.begin_batch()
        story.annotate("bob")
        task = story.site.list_tasks("bob")[0]
        page = story.site.do("bob", "GET", f"/api/projects/{story.site.world.project}/comments")
        bobs_ids = {task["id"], task["set"], page["items"][0]["id"]}
        components = describe_api(story.site.app)["components"]["schemas"]
        for operation in list_operations(story.site.app):
            body = make_body(operation.body, components) if operation.body else None
            for bobs_id in bobs_ids if operation.parameters else ():
                answers = [
                    probe(story.site, operation, name, body) for name in (bobs_id, base.new_id())
                ]
                assert answers[0] == answers[1], (operation, answers)


def probe(site: Site, operation: Operation, name: str, body: Any) -> tuple[int, str]:
    """Call a route as Ann with the same id for every parameter, except that of the project."""
    values = dict.fromkeys(operation.parameters, name)
    if len(values) > 1:
        values |= {key: value for key, value in site.ids.items() if key == "project_id"}
    answer = site.call(
        "ann", operation.method, operation.fill(values) + make_query(operation), body
    )
    return answer.status_code, answer.text.replace(name, "")
