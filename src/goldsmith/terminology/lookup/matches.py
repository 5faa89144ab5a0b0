"""What a look-up finds: one match at a time, or many as columns."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.scan import Places

How = Literal["exact", "inflected", "reordered", "typo"]
HOW: tuple[How, ...] = get_args(How)


class Match(msgspec.Struct, frozen=True, order=True, gc=False):
    """A name found in a text; several concepts with one name are several matches."""

    start: int
    end: int
    concept: int
    name: int
    how: How
    worth: int


class Found(NamedTuple):
    """Matches as columns, in the order of the text."""

    start: Places
    end: Places
    name: NDArray[np.int32]
    how: NDArray[np.int8]
    worth: NDArray[np.int16]

    def pick(self, rows: Any) -> Found:
        """The matches at these rows."""
        start, end, name, how, worth = self
        return Found(start[rows], end[rows], name[rows], how[rows], worth[rows])


_NONE = np.zeros(0, np.intp)
NOTHING: Final = Found(
    _NONE, _NONE, np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0, np.int16)
)
