"""Reproducible random draws: each decision has its own numbers.

The numbers of a decision come from a keyed hash of the annotator, the document, the mechanism and
the place. They do not depend on the order of documents or decisions, and changing one rate leaves
all other decisions unchanged.

Annotators agree in their errors more than chance predicts, since a difficult place is difficult for
most of them. The share `shared` of the decisions is therefore drawn from a pool that all annotators
have in common.

A gold standard that is the consensus of two annotators has the opposite effect: it contains what
the first annotator overlooked because the second one saw it. In the share `complementary` of the
decisions, the second annotator gets the complement (1 - x) of the first one's number, so the two do
not err at the same place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_SCALE = 2.0**64
_LAST = 1 - 2.0**-53  # the largest number drawn


class Draw:
    """The random numbers of one decision."""

    def __init__(self, seed: int, *about: object, mirrored: bool = False) -> None:
        self._seed, self._about, self._used = str(seed).encode()[:64], about, 0
        self._mirrored = mirrored

    def draw_number(self) -> float:
        """Return the next number, from 0 up to but not including 1."""
        text = repr((*self._about, self._used)).encode()
        self._used += 1
        digest = blake2b(text, digest_size=8, key=self._seed).digest()
        # 64 bits do not fit into a float: the largest values would round up to 1.
        number = (int.from_bytes(digest, "big") >> 11 << 11) / _SCALE
        return _LAST - number if self._mirrored else number

    def hits(self, rate: float) -> bool:
        """Draw whether an event of this rate happens; at 0 it never does."""
        return self.draw_number() < rate

    def pick(self, options: Sequence[T], weights: Sequence[float] = ()) -> T:
        """Pick an option by weight."""
        remainder = self.draw_number() * (sum(weights) if weights else len(options))
        for option, weight in zip(options, weights or [1.0] * len(options), strict=True):
            remainder -= weight
            if remainder < 0:
                return option
        return options[-1]

    def draw_normal(self) -> float:
        """Draw from the standard normal distribution (Box-Muller transform)."""
        radius = math.sqrt(-2 * math.log(1 - self.draw_number()))
        return radius * math.cos(2 * math.pi * self.draw_number())


class Draws:
    """The draws of an annotator for a document."""

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
        """Return the draw for a place: the annotator's own, a shared or a complementary one.

        Of two annotators whose names differ by one in the last character, such as D1 and D2,
        one gets the complement; `mirrored` swaps the two.
        """
        about = (self.document, mechanism, place)
        if complementary and Draw(self.seed, None, "completed?", *about).hits(complementary):
            odd = sum(map(ord, self.annotator)) % 2 == 1
            return Draw(self.seed, None, "completed", *about, mirrored=odd != mirrored)
        own = Draw(self.seed, self.annotator, *about)
        return Draw(self.seed, None, *about) if own.hits(shared) else own

    def draw_factor(self, spread: float) -> float:
        """Draw how much worse (above 1) or better (below 1) the annotator is than the profile."""
        return math.exp(spread * Draw(self.seed, self.annotator, "person").draw_normal())
