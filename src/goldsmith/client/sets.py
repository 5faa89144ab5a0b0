"""Annotation sets and their changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from goldsmith.client.base import Answer, Resource
from goldsmith.client.ids import make_uuid7
from goldsmith.errors import Conflict
from goldsmith.store.journal.change import Change, Entry, Receipt
from goldsmith.store.journal.history import FieldOrigin, Stacks
from goldsmith.store.journal.undo import UndoneAction, UndoRequest
from goldsmith.store.sets import EntryPage, SetView


class Sets(Resource):
    """Annotation sets. A change that may not have arrived is sent again with the same id."""

    def read(self, set_id: str) -> SetView:
        """Return a set with its annotations."""
        return self._caller.get(f"/api/sets/{set_id}", SetView)

    def append(self, set_id: str, change: Change) -> Receipt:
        """Append a change; when this returns, the change is durable.

        Raises:
            Conflict: The same annotations were changed since; the details are these changes.
            InputError: The change breaks the schema or its rules.
        """
        try:
            return self._caller.post(f"/api/sets/{set_id}/changes", Receipt, change, again=True)
        except Conflict as error:
            raise Conflict(str(error), _decode_entries(error.details)) from None

    def list_changes(self, set_id: str, after: int = 0) -> Iterator[Entry]:
        """Yield the changes of a set after a revision."""
        while True:
            path = f"/api/sets/{set_id}/changes"
            page = self._caller.get(path, EntryPage, after=after)
            yield from page.entries
            if not page.entries or page.entries[-1].revision >= page.revision:
                return
            after = page.entries[-1].revision

    def undo(self, set_id: str, target: str = "") -> Receipt:
        """Undo a change, by default the last one."""
        return self._request(f"/api/sets/{set_id}/undo", Receipt, target)

    def redo(self, set_id: str, target: str = "") -> Receipt:
        """Redo a change that was undone, by default the last one."""
        return self._request(f"/api/sets/{set_id}/redo", Receipt, target)

    def undo_action(self, action: str) -> UndoneAction:
        """Undo all changes of a bulk action together."""
        return self._request(f"/api/actions/{action}/undo", UndoneAction)

    def get_history(self, set_id: str) -> Stacks:
        """Return which changes can be undone and redone, the next one last."""
        return self._caller.get(f"/api/sets/{set_id}/history", Stacks)

    def get_origins(
        self, set_id: str, annotation: str = ""
    ) -> Mapping[str, Mapping[str, FieldOrigin]]:
        """Return for each annotation the change that each of its fields comes from."""
        path = f"/api/sets/{set_id}/origins"
        return self._caller.get(path, dict[str, dict[str, FieldOrigin]], annotation=annotation)

    def _request(self, path: str, answer: type[Answer], target: str = "") -> Answer:
        return self._caller.post(path, answer, UndoRequest(make_uuid7(), target), again=True)


def _decode_entries(details: tuple[Any, ...]) -> tuple[Any, ...]:
    try:
        return msgspec.convert(details, tuple[Entry, ...])
    except msgspec.ValidationError:
        return details
