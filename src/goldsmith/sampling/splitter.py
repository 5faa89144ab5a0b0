"""Split a population into parts by share, with patients kept together and strata in proportion.

Patients are assigned one after the other. Those with many documents come first: patients are
grouped by the power of two that their number of documents reaches, and ordered inside a group by a
hash of seed and patient. Each patient goes to the part where it adds the least to the sum of

    (documents in the part - quota of the part)^2 / share of the part

over all documents, over every value of every axis, and over every stratum. For single documents
this is the Webster/Sainte-Laguë method of apportionment. A hash breaks ties. If documents are
assigned instead of patients, a part is closed when it is full, so the sizes are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm

from goldsmith.errors import InputError
from goldsmith.sampling.allocation import largest_remainder
from goldsmith.sampling.arguments import parse_shares
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.plan import Draw, SplitPlan, Stratum
from goldsmith.sampling.population import Card, Population
from goldsmith.sampling.rounding import Cell
from goldsmith.sampling.sampler import make_no_patient_error, note_missing_patients
from goldsmith.sampling.strata import compare_strata

#: Margin -> documents, for a group of documents. A margin is all documents, a value or a stratum.
MarginCounts = list[tuple[int, int]]


def split_population(population: Population, plan: SplitPlan) -> Draw:
    """Assign every document of a population to a part; equal plans give equal splits.

    Raises:
        InputError: The shares are wrong, a part would be empty, or no document names its patient
            and the plan splits by patient.
    """
    shares = parse_shares(plan.parts)
    if not population.cards:
        raise InputError("there are no documents to split")
    if plan.by == "patient" and not population.knows_patients:
        raise make_no_patient_error()
    by_patient = plan.by != "document" and population.knows_patients
    read_cell = Fields(population.cards).make_cell_reader(plan.axes)
    groups = _group_cards(population.cards, by_patient)
    margins = _Margins(map(read_cell, population.cards))
    assigner = _PartAssigner(shares, margins, plan.seed, exact=not by_patient)
    parts: dict[str, list[Card]] = {name: [] for name in shares}
    for name in _order_groups(groups, plan.seed):
        counts = margins.count_documents(map(read_cell, groups[name]))
        parts[assigner.assign(name, counts)] += groups[name]
    _check_parts(parts, len(groups), "patients" if by_patient else "documents")
    cells = {part: Counter(map(read_cell, cards)) for part, cards in parts.items()}
    note = f"split by patient: {len(groups):,} patients" if by_patient else "split by document"
    return Draw(
        {part: tuple(sorted(card.id for card in cards)) for part, cards in parts.items()},
        tuple(_list_strata(plan.axes, margins.cells, shares, cells)),
        notes=(note, *(note_missing_patients(population) if by_patient else ())),
    )


def _group_cards(cards: Iterable[Card], by_patient: bool) -> dict[str, list[Card]]:
    """Group the documents that stay together; a document without a patient forms a group."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        name = f"p {card.patient}" if by_patient and card.patient else f"d {card.id}"
        groups.setdefault(name, []).append(card)
    return groups


def _order_groups(groups: dict[str, list[Card]], seed: int) -> list[str]:
    # If ordered strictly by size, the largest patient would be in the same part for every seed.
    def rank(name: str) -> tuple[int, bytes, str]:
        return -len(groups[name]).bit_length(), order_key(seed, name), name

    return sorted(groups, key=rank)


class _Margins:
    """The numbered margins of a population: 0 is all documents, then values, then strata."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = Counter(cells)
        numbers: dict[object, int] = {(): 0}
        self._margins_of: dict[Cell, tuple[int, ...]] = {}
        for cell in sorted(self.cells):
            values = list(enumerate(cell)) if len(cell) > 1 else []
            margins = [("value", *pair) for pair in values] + [("cell", *cell)] * bool(cell)
            own = (numbers.setdefault(margin, len(numbers)) for margin in margins)
            self._margins_of[cell] = (0, *own)
        self.totals = [0] * len(numbers)
        for margin, count in self.count_documents(self.cells.elements()):
            self.totals[margin] = count

    def count_documents(self, cells: Iterable[Cell]) -> MarginCounts:
        """Count documents by margin, from the strata of the documents."""
        counts: Counter[int] = Counter()
        for cell in cells:
            counts.update(self._margins_of[cell])
        return list(counts.items())


class _PartAssigner:
    """Assigns groups to parts, in integers so that every machine makes the same split."""

    def __init__(
        self, shares: dict[str, Fraction], margins: _Margins, seed: int, *, exact: bool
    ) -> None:
        self.denominator = lcm(*(share.denominator for share in shares.values()))
        self.weights = {name: int(share * self.denominator) for name, share in shares.items()}
        self.seed, self.exact = seed, exact
        size = margins.totals[0]
        sizes = largest_remainder(size, {(name,): self.weights[name] for name in shares}, seed=seed)
        self.sizes = {name: sizes[(name,)] for name in shares}
        # The documents in the part less its quota, times the denominator, for each margin.
        self.excess = {
            name: [-weight * total for total in margins.totals]
            for name, weight in self.weights.items()
        }
        self.assigned = dict.fromkeys(shares, 0)

    def assign(self, group: str, counts: MarginCounts) -> str:
        """Assign a group to the part with the lowest cost, count it there and return the part."""
        parts = [
            part for part in self.sizes if not self.exact or self.assigned[part] < self.sizes[part]
        ]
        costs = {part: self._compute_cost(part, counts) for part in parts}
        lowest = min(costs.values())
        best = [part for part in parts if costs[part] == lowest]
        if len(best) > 1:
            best.sort(key=lambda part: order_key(self.seed, group, part))
        part = best[0]
        excess = self.excess[part]
        for margin, count in counts:
            excess[margin] += count * self.denominator
        self.assigned[part] += counts[0][1]
        return part

    def _compute_cost(self, part: str, counts: MarginCounts) -> float:
        """Compute how much a group would add to the sum of squares, up to a common factor."""
        excess, unit = self.excess[part], self.denominator
        added = sum(count * (2 * excess[margin] + count * unit) for margin, count in counts)
        return added / self.weights[part]


def _check_parts(parts: dict[str, list[Card]], groups: int, unit: str) -> None:
    empty = [name for name, cards in parts.items() if not cards]
    if empty:
        raise InputError(
            f"the part {empty[0]} would be empty: there are only {groups:,} {unit}",
            remedy="Give it a larger share, or split into fewer parts",
        )


def _list_strata(
    axes: tuple[str, ...],
    cells: Counter[Cell],
    shares: dict[str, Fraction],
    counts: dict[str, Counter[Cell]],
) -> Iterator[Stratum]:
    for part, share in shares.items():
        quotas = {cell: float(share * count) for cell, count in cells.items()}
        yield from compare_strata(part, axes, cells, quotas, counts[part])
