"""The coding pass over a set."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.client.base import Resource
from goldsmith.client.ids import make_uuid7
from goldsmith.project.curation.coding.answers import CodingAnswer
from goldsmith.project.curation.coding.queue import CodingItem, CodingQueue
from goldsmith.project.curation.coding.report import CodingReport
from goldsmith.store.curation.coding import CodeOrigin, How
from goldsmith.store.journal.change import Receipt


class Coding(Resource):
    """Mentions without a code, answered wording by wording.

    Example:
        >>> queue = client.coding.read_queue(set_id)
        >>> for item in queue.items:
        ...     if item.state == "single":
        ...         client.coding.accept(set_id, queue.revision, item)
    """

    def read_queue(self, set_id: str, *, limit: int = 20, after: str = "") -> CodingQueue:
        """Return mentions without a code, grouped by wording, with their candidates."""
        return self._caller.get(f"/api/sets/{set_id}/coding", CodingQueue, limit=limit, after=after)

    def iterate(self, set_id: str) -> Iterator[CodingItem]:
        """Yield all items of the current queue."""
        after = ""
        while True:
            queue = self.read_queue(set_id, after=after)
            yield from queue.items
            after = queue.after
            if not after:
                return

    def answer(
        self,
        set_id: str,
        base: int,
        item: CodingItem,
        how: How,
        *,
        system: str = "",
        code: str = "",
        id: str = "",
    ) -> Receipt:
        """Answer an item of the queue.

        Args:
            set_id: The set.
            base: The revision of the queue.
            item: The item.
            how: accepted, rejected, chosen, searched or cui-less.
            system: The coding system of the code.
            code: The code.
            id: The id of the change; made here by default.
        """
        mentions = tuple(place.mention for place in item.places)
        data = CodingAnswer(id or make_uuid7(), base, mentions, how, system, code)
        return self._caller.post(f"/api/sets/{set_id}/coding", Receipt, data, again=True)

    def accept(self, set_id: str, base: int, item: CodingItem) -> Receipt:
        """Accept the only candidate of an item."""
        best = item.candidates[0]
        return self.answer(set_id, base, item, "accepted", system=best.system, code=best.code)

    def list_origins(self, set_id: str) -> tuple[CodeOrigin, ...]:
        """Return the origin of each code of a set."""
        return self._caller.get(f"/api/sets/{set_id}/coding/origins", tuple[CodeOrigin, ...])

    def read_report(self, project: str) -> CodingReport:
        """Return the origins of the codes in all sets that you may see."""
        return self._caller.get(f"/api/projects/{project}/coding-report", CodingReport)
