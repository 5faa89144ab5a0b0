"""Products of jobs: models, releases and suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goldsmith.client.base import Resource
from goldsmith.client.ids import make_uuid7
from goldsmith.project.suggestions.answer import Answer, BulkAnswer
from goldsmith.store.jobs.models import Model, ModelList
from goldsmith.store.jobs.releases import ReleaseList, ReleaseRow
from goldsmith.store.journal.change import Receipt
from goldsmith.store.suggestions import TaskSuggestions


class Models(Resource):
    """The models of a project; the job `training` makes them."""

    def list(self, project: str) -> tuple[Model, ...]:
        """Return the models with their figures, the oldest first."""
        return self._caller.get(f"/api/projects/{project}/models", ModelList).models


class Releases(Resource):
    """The releases of a project; the job `release` makes them."""

    def list(self, project: str) -> tuple[ReleaseRow, ...]:
        """Return the releases, the newest first."""
        return self._caller.get(f"/api/projects/{project}/releases", ReleaseList).releases

    def download(self, release: str, path: Path | str) -> Path:
        """Write a release as a zip to a path, complete or not at all."""
        return self._caller.download(f"/api/releases/{release}/file", Path(path))


class SuggestionAnswers(Resource):
    """The suggestions for a task of the person, and the answers to them.

    Example:
        >>> offer = client.suggestions.read(task)
        >>> first = offer.suggestions[0].content.mentions[0]
        >>> client.suggestions.accept(task, [first.id])
        >>> client.suggestions.accept_all(task, threshold=0.9)
    """

    def read(self, task: str) -> TaskSuggestions:
        """Return the suggestions; none if the person annotates blindly."""
        return self._caller.get(f"/api/tasks/{task}/suggestions", TaskSuggestions)

    def accept(
        self, task: str, suggestions: Sequence[str], *, id: str = "", guideline: str = ""
    ) -> Receipt:
        """Accept suggestions: they become annotations of the person's own set."""
        return self._answer(
            task, "accept", Answer(id or make_uuid7(), tuple(suggestions), guideline)
        )

    def reject(
        self, task: str, suggestions: Sequence[str], *, id: str = "", guideline: str = ""
    ) -> Receipt:
        """Reject suggestions; this can be undone like any change."""
        return self._answer(
            task, "reject", Answer(id or make_uuid7(), tuple(suggestions), guideline)
        )

    def accept_all(
        self, task: str, *, threshold: float = 0.0, id: str = "", guideline: str = ""
    ) -> Receipt:
        """Accept all open suggestions of at least a confidence, in one change."""
        answer = BulkAnswer(id or make_uuid7(), threshold, guideline)
        return self._answer(task, "accept-all", answer)

    def _answer(self, task: str, verb: str, answer: Answer | BulkAnswer) -> Receipt:
        path = f"/api/tasks/{task}/suggestions/{verb}"
        return self._caller.post(path, Receipt, answer, again=True)
