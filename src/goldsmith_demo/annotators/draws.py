"""Chance that can be repeated: each decision has draws of its own, told by what it is about.

A decision's numbers come from a keyed hash of the annotator, the document, the mechanism and the
place. So nothing depends on the order of documents or decisions, and changing one rate leaves all
other decisions as they were.

Annotators agree in their errors more than chance would have it: what is hard is hard for most. A
`shared` part of the decisions is therefore drawn from a pool that all annotators have in common.

Where a gold standard is the consensus of two, it is the other way round: what the one passed over
is in it because the other saw it. In a `complementary` part of the decisions the one annotator has
the number that the other one's takes away from 1, so that they do not err at the same place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_BYTES = 8
_SCALE = float(1 << (8 * _BYTES))
_LAST = 1 - 2.0**-53  # the largest number that is drawn


class Draw:
    """The numbers of one decision, as many as it asks for."""

    def __init__(self, seed: int, *about: object, mirrored: bool = False) -> None:
        self._seed, self._about, self._used = str(seed).encode()[:64], about, 0
        self._mirrored = mirrored

    def number(self) -> float:
        """The next number, from 0 up to but not including 1."""
        text = repr((*self._about, self._used)).encode()
        self._used += 1
        found = blake2b(text, digest_size=_BYTES, key=self._seed).digest()
        # 64 bits do not fit a float: the largest ones would be rounded up to 1.
        number = (int.from_bytes(found, "big") >> 11 << 11) / _SCALE
        return _LAST - number if self._mirrored else number

    def hits(self, rate: float) -> bool:
        """Whether something of this rate happens; at 0 it never does."""
        return self.number() < rate

    def pick(self, options: Sequence[T], weights: Sequence[float] = ()) -> T:
        """One of some options, by their weights."""
        left = self.number() * (sum(weights) if weights else len(options))
        for option, weight in zip(options, weights or [1.0] * len(options), strict=True):
            left -= weight
            if left < 0:
                return option
        return options[-1]

    def normal(self) -> float:
        """A number of the standard normal distribution (Box and Muller)."""
        radius = math.sqrt(-2 * math.log(1 - self.number()))
        return radius * math.cos(2 * math.pi * self.number())


class Draws:
    """All draws of one annotator over one document."""

    def __init__(self, seed: int, annotator: str, document: str) -> None:
        self.seed, self.annotator, self.document = seed, annotator, document

    def at(
        self,
        mechanism: str,
        place: str,
        *,
        shared: float,
        complementary: float = 0.0,
        mirrored: bool = False,
    ) -> Draw:
        """The draw that decides about one place: the annotator's own, a common one or its mirror.

        Of two annotators whose names differ by one in the last character, as D1 and D2, one has the
        mirror; `mirrored` turns it round.
        """
        about = (self.document, mechanism, place)
        if complementary and Draw(self.seed, None, "completed?", *about).hits(complementary):
            odd = sum(map(ord, self.annotator)) % 2 == 1
            return Draw(self.seed, None, "completed", *about, mirrored=odd != mirrored)
        own = Draw(self.seed, self.annotator, *about)
        return Draw(self.seed, None, *about) if own.hits(shared) else own

    def personal(self, spread: float) -> float:
        """By how much this annotator is worse (over 1) or better (under 1) than the profile."""
        return math.exp(spread * Draw(self.seed, self.annotator, "person").normal())
