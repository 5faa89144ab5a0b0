"""The first change of a set that is created with annotations."""

from __future__ import annotations

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.errors import InputError, shorten_id
from goldsmith.store.access import Actor
from goldsmith.store.journal.change import MAX_STEPS, Source
from goldsmith.store.journal.state import State, list_steps
from goldsmith.store.tables import new_id

#: A set that begins with this many annotations gets a snapshot at once.
_SNAPSHOT_STEPS = 200
_encode = msgspec.json.Encoder().encode


class FirstChange(msgspec.Struct, frozen=True):
    """The first change of a set, encoded.

    Attributes:
        steps: The steps, as JSON.
        inverse: The steps that undo them, as JSON.
        state: The state after it.
        snapshot: The state as JSON, if it is large enough for a snapshot.
    """

    steps: str
    inverse: str
    state: State
    snapshot: str

    def make_row(
        self, set_id: str, project: str, source: Source, actor: Actor, at: int
    ) -> dict[str, object]:
        """Return its row in the table of changes."""
        return {
            "set": set_id,
            "project": project,
            "revision": 1,
            "id": new_id(),
            "base": 0,
            "steps": self.steps,
            "inverse": self.inverse,
            "source": source,
            "person": actor.person,
            "at": at,
        }


def make_first_change(annotations: AnnotationSet) -> FirstChange:
    """Return the change that creates the annotations of an empty set.

    Raises:
        InputError: Annotations have invalid references, are too many, or cannot be stored.
    """
    steps = list_steps(annotations)
    if len(steps) > MAX_STEPS:
        raise InputError(
            f"the set {shorten_id(annotations.name)} has {len(steps):,} annotations",
            expected=f"at most {MAX_STEPS:,}",
        )
    state = State()
    inverse = state.apply(steps)
    try:
        snapshot = _encode(state.export()).decode() if len(steps) >= _SNAPSHOT_STEPS else ""
        return FirstChange(_encode(steps).decode(), _encode(inverse).decode(), state, snapshot)
    except UnicodeEncodeError:
        raise InputError("an annotation contains half a surrogate pair") from None
