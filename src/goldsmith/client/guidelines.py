"""The guideline of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from goldsmith.client.base import Resource
from goldsmith.errors import Conflict
from goldsmith.project.curation.guidelines.disagreements import (
    PageDisagreements,
    VersionAgreement,
)
from goldsmith.project.curation.guidelines.edit import (
    GuidelineEdit,
    GuidelineStart,
    PageClash,
    SavedVersion,
)
from goldsmith.project.curation.guidelines.history import Form, GuidelineDiff
from goldsmith.project.curation.guidelines.pages import GuidelineView, PageHit, PageView
from goldsmith.store.curation.guidelines import VersionEntry
from goldsmith.store.paging import Page


class Guidelines(Resource):
    """Versions and pages of guidelines; without a version, the last one."""

    def read(self, project: str, version: str = "") -> GuidelineView:
        """Return the sections and pages of a version."""
        return self._caller.get(_address(project), GuidelineView, version=version)

    def read_for_task(self, task: str) -> GuidelineView:
        """Return the version that the annotator of a task follows."""
        return self._caller.get(f"/api/tasks/{task}/guideline", GuidelineView)

    def start(self, project: str, *, complete: bool = False) -> SavedVersion:
        """Store the first version: empty pages, or the built-in guideline of the schema."""
        return self._caller.post(_address(project), SavedVersion, GuidelineStart(complete))

    def edit(
        self, project: str, base: str, pages: Mapping[str, str | None], summary: str = ""
    ) -> SavedVersion:
        """Store a new version.

        Args:
            project: The project.
            base: The version that the edit is based on.
            pages: Path -> the new content of a page; None removes the page.
            summary: What changed and why.

        Raises:
            Conflict: Somebody changed the same pages since; the details are `PageClash`es.
            InputError: The guideline would have problems; the message lists all of them.
        """
        edit = GuidelineEdit(base, dict(pages), summary)
        try:
            return self._caller.call(
                "PATCH", _address(project), SavedVersion, data=edit, again=True
            )
        except Conflict as error:
            clashes = msgspec.convert(error.details, tuple[PageClash, ...])
            raise Conflict(str(error), clashes) from None

    def iterate_versions(self, project: str) -> Iterator[VersionEntry]:
        """Yield the versions, the newest first."""
        after = ""
        while True:
            path = f"{_address(project)}/versions"
            page = self._caller.get(path, Page[VersionEntry], after=after)
            yield from page.items
            after = page.after
            if not after:
                return

    def read_page(self, project: str, path: str, version: str = "") -> PageView:
        """Return a page as Markdown and as HTML."""
        return self._caller.get(f"{_address(project)}/page", PageView, page=path, version=version)

    def read_type(self, project: str, type_name: str, version: str = "") -> PageView:
        """Return the page about a type of the schema."""
        path = f"{_address(project)}/types/{type_name}"
        return self._caller.get(path, PageView, version=version)

    def search(self, project: str, query: str, version: str = "") -> tuple[PageHit, ...]:
        """Return the parts of pages that contain all words of a query."""
        path = f"{_address(project)}/search"
        return self._caller.get(path, tuple[PageHit, ...], words=query, version=version)

    def compare(self, project: str, old: str, new: str = "") -> GuidelineDiff:
        """Return the difference between two versions."""
        return self._caller.get(f"{_address(project)}/diff", GuidelineDiff, old=old, new=new)

    def read_disagreements(self, project: str, path: str) -> PageDisagreements:
        """Return the decisions and the agreement that concern a page."""
        address = f"{_address(project)}/disagreements"
        return self._caller.get(address, PageDisagreements, page=path)

    def list_agreement(self, project: str) -> tuple[VersionAgreement, ...]:
        """Return the agreement that each version produced, batch by batch."""
        return self._caller.get(f"{_address(project)}/agreement", tuple[VersionAgreement, ...])

    def export(self, project: str, version: str = "", form: Form = "folder") -> bytes:
        """Return a version as a zip file: the folder of its pages, or a static site."""
        path = f"{_address(project)}/export"
        with self._caller.stream(path, version=version, form=form) as response:
            return response.read()


def _address(project: str) -> str:
    return f"/api/projects/{project}/guideline"
