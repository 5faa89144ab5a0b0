"""Matches of a lookup: single matches as structs, many as columns."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.scan import Offsets

How = Literal["exact", "inflected", "reordered", "typo"]
HOW: tuple[How, ...] = get_args(How)


class Match(msgspec.Struct, frozen=True, order=True, gc=False):
    """A name in a text; a name of several concepts gives several matches."""

    start: int
    end: int
    concept: int
    name: int
    how: How
    worth: int


class MatchColumns(NamedTuple):
    """Matches as columns, in the order of the text."""

    start: Offsets
    end: Offsets
    name: NDArray[np.int32]
    how: NDArray[np.int8]
    worth: NDArray[np.int16]

    def pick(self, rows: Any) -> MatchColumns:
        """Return the matches of some rows."""
        start, end, name, how, worth = self
        return MatchColumns(start[rows], end[rows], name[rows], how[rows], worth[rows])


_NO_OFFSETS = np.zeros(0, np.intp)
NO_MATCHES: Final = MatchColumns(
    _NO_OFFSETS, _NO_OFFSETS, np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0, np.int16)
)
