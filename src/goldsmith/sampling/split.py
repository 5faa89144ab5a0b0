"""Splits a population into parts by share, patients kept together, strata kept in proportion.

Patients are placed one after the other, those with many documents first (by the powers of two of
their numbers; inside such a class a hash of seed and patient decides). Each goes to the part where
it adds least to the sum of

    (documents there - documents wanted there)^2 / share of the part

over all documents, over every value of every axis, and over every stratum. For documents alone this
is the Webster/Sainte-Laguë way of giving out seats. Equal sums are decided by a hash. Where
documents are placed and not patients, a part takes no more when it has its size, so that sizes are
exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm

from goldsmith.errors import InputError
from goldsmith.sampling import strata, terms
from goldsmith.sampling.card import Card, Population
from goldsmith.sampling.draw import no_patients, notes
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.order import key
from goldsmith.sampling.plan import Draw, SplitPlan, Stratum
from goldsmith.sampling.rounding import Cell, largest_remainder

#: What a group of documents adds: margin -> documents. A margin is all, a value, or a stratum.
Vector = list[tuple[int, int]]


def split(population: Population, plan: SplitPlan) -> Draw:
    """Every document of a population in one of the parts; the same plan splits the same."""
    shares = terms.shares(plan.parts)
    if not population.cards:
        raise InputError("there are no documents to split")
    if plan.by == "patient" and not population.knows_patients:
        raise no_patients()
    by_patient = plan.by != "document" and population.knows_patients
    cell = Fields(population.cards).cell(plan.axes)
    groups = _grouped(population.cards, by_patient)
    margins = _Margins(map(cell, population.cards))
    placing = _Placing(shares, margins, plan.seed, closing=not by_patient)
    placed: dict[str, list[Card]] = {name: [] for name in shares}
    for name in _in_order(groups, plan.seed):
        vector = margins.vector(map(cell, groups[name]))
        placed[placing.place(name, vector)] += groups[name]
    _check_none_empty(placed, len(groups), "patients" if by_patient else "documents")
    counts = {part: Counter(map(cell, own)) for part, own in placed.items()}
    told = f"split by patient: {len(groups):,} patients" if by_patient else "split by document"
    return Draw(
        {part: tuple(sorted(card.id for card in own)) for part, own in placed.items()},
        tuple(_rows(plan.axes, margins.cells, shares, counts)),
        notes=(told, *(notes(population) if by_patient else ())),
    )


def _grouped(cards: Iterable[Card], by_patient: bool) -> dict[str, list[Card]]:
    """What stays together, by name; a document without a patient is alone."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        own = by_patient and card.patient
        groups.setdefault(f"p {card.patient}" if own else f"d {card.id}", []).append(card)
    return groups


def _in_order(groups: dict[str, list[Card]], seed: int) -> list[str]:
    # Strictly by size the largest patient would be in the same part whatever the seed.
    return sorted(groups, key=lambda name: (-len(groups[name]).bit_length(), key(seed, name), name))


class _Margins:
    """The margins of a population, numbered: 0 is all documents, then values, then strata."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = Counter(cells)
        numbers: dict[object, int] = {(): 0}
        self._of: dict[Cell, tuple[int, ...]] = {}
        for cell in sorted(self.cells):
            values = list(enumerate(cell)) if len(cell) > 1 else []
            own = [("value", *pair) for pair in values] + [("cell", *cell)] * bool(cell)
            self._of[cell] = (0, *(numbers.setdefault(one, len(numbers)) for one in own))
        self.totals = [0] * len(numbers)
        for margin, count in self.vector(self.cells.elements()):
            self.totals[margin] = count

    def vector(self, cells: Iterable[Cell]) -> Vector:
        """Margin -> documents, for documents of these strata."""
        counts: Counter[int] = Counter()
        for cell in cells:
            counts.update(self._of[cell])
        return list(counts.items())


class _Placing:
    """Places groups; whole numbers throughout, so that every machine places the same."""

    def __init__(
        self, shares: dict[str, Fraction], margins: _Margins, seed: int, *, closing: bool
    ) -> None:
        self.whole = lcm(*(share.denominator for share in shares.values()))
        self.weights = {name: int(share * self.whole) for name, share in shares.items()}
        self.seed, self.closing = seed, closing
        size = margins.totals[0]
        sizes = largest_remainder(size, {(name,): self.weights[name] for name in shares}, seed=seed)
        self.sizes = {name: sizes[(name,)] for name in shares}
        # Documents there less documents wanted there, times `whole`.
        self.over = {
            name: [-weight * total for total in margins.totals]
            for name, weight in self.weights.items()
        }
        self.placed = dict.fromkeys(shares, 0)

    def place(self, group: str, vector: Vector) -> str:
        """The part a group goes to; it is counted there."""
        parts = [
            one for one in self.sizes if not self.closing or self.placed[one] < self.sizes[one]
        ]
        costs = {part: self._cost(part, vector) for part in parts}
        least = min(costs.values())
        best = [part for part in parts if costs[part] == least]
        part = min(best, key=lambda one: key(self.seed, group, one)) if best[1:] else best[0]
        over = self.over[part]
        for margin, count in vector:
            over[margin] += count * self.whole
        self.placed[part] += vector[0][1]
        return part

    def _cost(self, part: str, vector: Vector) -> float:
        """What a group adds to the sum of squares if it is placed here, up to a common factor."""
        over, whole = self.over[part], self.whole
        added = sum(count * (2 * over[margin] + count * whole) for margin, count in vector)
        return added / self.weights[part]


def _check_none_empty(placed: dict[str, list[Card]], groups: int, what: str) -> None:
    empty = [name for name, own in placed.items() if not own]
    if empty:
        raise InputError(
            f"the part {empty[0]} would be empty: there are only {groups:,} {what}",
            remedy="Give it a larger share, or split into fewer parts",
        )


def _rows(
    axes: tuple[str, ...],
    cells: Counter[Cell],
    shares: dict[str, Fraction],
    counts: dict[str, Counter[Cell]],
) -> Iterator[Stratum]:
    for part, share in shares.items():
        wanted = {cell: float(share * count) for cell, count in cells.items()}
        yield from strata.rows(part, axes, cells, wanted, counts[part])
