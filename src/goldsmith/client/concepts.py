"""Concepts of the terminologies of a project."""

from __future__ import annotations

from urllib.parse import quote

from goldsmith.client.base import Resource
from goldsmith.project.curation.coding.candidates import CandidateList
from goldsmith.project.curation.coding.memory import EarlierCode
from goldsmith.project.terms.find import Hit
from goldsmith.project.terms.page import ConceptPage, Tree


class Concepts(Resource):
    """Concepts: searched, browsed, and ranked for a mention."""

    def search(
        self, project: str, query: str, *, mention_type: str = "", limit: int = 20
    ) -> tuple[Hit, ...]:
        """Return the concepts that match a few letters or words, best first."""
        return self._caller.get(
            f"/api/projects/{project}/concepts",
            tuple[Hit, ...],
            words=query,
            mention_type=mention_type,
            limit=limit,
        )

    def read(self, project: str, key: str) -> tuple[ConceptPage, ...]:
        """Return the concepts with a code (CODE or SYSTEM:CODE), with ancestors and children."""
        path = f"/api/projects/{project}/concepts/{quote(key, safe=':')}"
        return self._caller.get(path, tuple[ConceptPage, ...])

    def browse(self, project: str, below: str = "", depth: int = 1) -> tuple[Tree, ...]:
        """Return the hierarchy from the roots, or from one concept down."""
        path = f"/api/projects/{project}/hierarchy"
        return self._caller.get(path, tuple[Tree, ...], below=below, depth=depth)

    def list_candidates(self, project: str, text: str, mention_type: str = "") -> CandidateList:
        """Return the concepts that a string may denote."""
        path = f"/api/projects/{project}/candidates"
        return self._caller.get(path, CandidateList, text=text, mention_type=mention_type)

    def list_mention_candidates(self, set_id: str, mention: str) -> CandidateList:
        """Return the concepts that a mention may denote."""
        path = f"/api/sets/{set_id}/mentions/{quote(mention, safe='')}/candidates"
        return self._caller.get(path, CandidateList)

    def list_codings(self, project: str, text: str) -> tuple[EarlierCode, ...]:
        """Return how the same wording was coded before, in sets that you may see."""
        path = f"/api/projects/{project}/codings"
        return self._caller.get(path, tuple[EarlierCode, ...], text=text)
