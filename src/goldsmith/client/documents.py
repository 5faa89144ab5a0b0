"""Documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.client.base import Resource
from goldsmith.core import Document
from goldsmith.store.documents import Assignment, DocumentEntry, DocumentText
from goldsmith.store.new_documents import AddedDocuments, CorpusRole, NewDocuments
from goldsmith.store.paging import PAGE, Page
from goldsmith.store.sets import SetEntry


class Documents(Resource):
    """The documents of a project."""

    def list(
        self,
        project: str,
        *,
        type: str = "",
        patient: str = "",
        prefix: str = "",
        assignment: Assignment = "any",
        words: str = "",
        limit: int = PAGE,
        after: str = "",
    ) -> Page[DocumentEntry]:
        """Return a page of the documents that the person may see."""
        return self._caller.get(
            f"/api/projects/{project}/documents",
            Page[DocumentEntry],
            type=type,
            patient=patient,
            prefix=prefix,
            assignment=assignment,
            words=words,
            limit=limit,
            after=after,
        )

    def iterate(
        self, project: str, *, words: str = "", prefix: str = ""
    ) -> Iterator[DocumentEntry]:
        """Yield all documents that the person may see, page by page."""
        page = self.list(project, words=words, prefix=prefix, limit=500)
        yield from page.items
        while page.after:
            page = self.list(project, words=words, prefix=prefix, limit=500, after=page.after)
            yield from page.items

    def add(self, project: str, docs: Sequence[Document], role: CorpusRole = "") -> dict[str, str]:
        """Add up to 1,000 documents without annotations, and return their ids by name."""
        data = NewDocuments(tuple(docs), role)
        return self._caller.post(f"/api/projects/{project}/documents", AddedDocuments, data).ids

    def read(self, document: str) -> DocumentText:
        """Return a document with its text."""
        return self._caller.get(f"/api/documents/{document}", DocumentText)

    def list_sets(self, document: str) -> tuple[SetEntry, ...]:
        """Return the annotation sets of a document that the person may see."""
        return self._caller.get(f"/api/documents/{document}/sets", tuple[SetEntry, ...])
