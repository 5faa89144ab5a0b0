"""Draw whole patient records, stratified samples and mirror samples, all disjoint.

Each stratum has a quota in a sample of n: n times the stratum's share of the population. The quotas
are rounded at random (see `rounding`), so that every document has the same chance. A hash of the
document ids decides which documents of a stratum are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling.allocation import compute_quotas
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.mirror import mirror_counts
from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.plan import MIRROR, RECORDS, Draw, DrawPlan, Part, Record, Stratum
from goldsmith.sampling.population import Card, Population
from goldsmith.sampling.records import choose_records
from goldsmith.sampling.restriction import check_restriction, restrict_cards
from goldsmith.sampling.rounding import Cell
from goldsmith.sampling.strata import compare_strata, format_stratum

#: The number of strata that the error about a mirror lists.
_LISTED = 5
#: The precision of weights, which are whole numbers.
_PRECISION = 1 << 20


def draw_samples(population: Population, plan: DrawPlan) -> Draw:
    """Draw the parts of a plan from a population; equal plans draw equal samples.

    Raises:
        InputError: The population has too few documents, or lacks a field or value of the plan.

    Example:
        population = build_population(read("all-notes"))
        draw = draw_samples(population, DrawPlan(parts=(Part("gold", 50),)))
    """
    check_plan(plan)
    _check_population(population, plan)
    fields = Fields(population.cards, diagnosis_of=plan.diagnosis_of)
    cards, restrictions = restrict_cards(population.cards, fields, plan.only)
    sampler = _Sampler(population, cards, fields, plan)
    if plan.patients:
        sampler.draw_records(plan)
    for part in plan.parts:
        sampler.draw_part(part)
    if plan.mirror:
        sampler.draw_mirror(sampler.parts[plan.mirror])
    elif plan.like:
        sampler.draw_mirror(sampler.find_cards(plan.like))
    return Draw(
        {name: tuple(sorted(card.id for card in cards)) for name, cards in sampler.parts.items()},
        tuple(sampler.strata),
        tuple(sampler.records),
        restrictions,
        (
            *(note_missing_patients(population) if plan.by_patient or plan.patients else ()),
            *sampler.notes,
        ),
    )


def note_missing_patients(population: Population) -> tuple[str, ...]:
    """Return a note with the number of documents that name no patient, unless it is 0."""
    count = sum(1 for card in population.cards if not card.patient)
    if not count:
        return ()
    return (f"{count:,} documents name no patient; each counts as a separate patient",)


def check_plan(plan: DrawPlan) -> None:
    """Raise InputError if a plan is wrong for any population."""
    names = [RECORDS] * bool(plan.patients) + [part.name for part in plan.parts]
    names += [MIRROR] * bool(plan.mirror or plan.like)
    duplicates = [name for name, count in Counter(names).items() if count > 1]
    samples = [part.name for part in plan.parts]
    if not names:
        raise InputError("nothing to draw", expected="--size, --part, --patients or --mirror")
    if duplicates:
        raise InputError(f"there are two parts called {duplicates[0]!r}", expected="unique names")
    if plan.mirror and plan.mirror not in samples:
        raise UnknownName("part to mirror", plan.mirror, samples)
    check_restriction(plan.only)


def _check_population(population: Population, plan: DrawPlan) -> None:
    if not population.cards:
        raise InputError("there are no documents to draw from")
    if (plan.by_patient or plan.patients) and not population.knows_patients:
        raise make_no_patient_error()


def make_no_patient_error() -> InputError:
    """Make the error for a draw by patient when no document names its patient."""
    return InputError(
        "no document names its patient",
        expected="metadata with `patient`",
        remedy="Add it to the metadata, or draw by document",
    )


def _list_sizes(part: Part) -> list[tuple[str | None, int]]:
    """List the document types of a part with their sizes; None stands for all types."""
    return [*part.size.items()] if isinstance(part.size, dict) else [(None, part.size)]


class _Sampler:
    """The parts drawn so far and the documents that can still be drawn."""

    def __init__(
        self, population: Population, cards: list[Card], fields: Fields, plan: DrawPlan
    ) -> None:
        self.axes = plan.all_axes
        self.plan, self.fields, self.population = plan, fields, population
        self.read_cell = fields.make_cell_reader(self.axes)
        self.cells: dict[Cell, list[Card]] = {}
        for card in sorted(cards, key=lambda card: (order_key(plan.seed, card.id), card.id)):
            self.cells.setdefault(self.read_cell(card), []).append(card)
        self.parts: dict[str, list[Card]] = {}
        self.strata: list[Stratum] = []
        self.records: list[Record] = []
        self.notes: list[str] = []
        #: Stratum -> the documents available to the first part, and the expected and the actual
        #: number that parts have taken.
        self.stock: dict[Cell, int] = {}
        self.expected: dict[Cell, Fraction] = {}
        self.taken: Counter[Cell] = Counter()
        self.drawn_ids: set[str] = set(plan.apart) | set(plan.like)
        self.drawn_patients = {
            card.patient for card in population.cards if card.patient and card.id in self.drawn_ids
        }

    def find_cards(self, ids: Iterable[str]) -> list[Card]:
        """Find the cards of an earlier sample; all must be in the population to have a stratum."""
        requested = set(ids)
        cards = [card for card in self.population.cards if card.id in requested]
        if len(cards) < len(requested):
            missing = len(requested) - len(cards)
            raise InputError(
                f"{missing:,} of the {len(requested):,} documents to mirror are not in this corpus",
                remedy="Name the corpus that the sample was drawn from",
            )
        return cards

    def list_available(self) -> dict[Cell, list[Card]]:
        """Map each stratum to the documents that can still be drawn, in hash order."""
        return {
            cell: [card for card in cards if self._is_available(card)]
            for cell, cards in self.cells.items()
        }

    def _is_available(self, card: Card) -> bool:
        # `drawn_ids` includes every document of a record that was drawn whole.
        blocked = self.plan.by_patient and card.patient in self.drawn_patients
        return card.id not in self.drawn_ids and not blocked

    def draw_records(self, plan: DrawPlan) -> None:
        """Draw whole patient records, except of patients with documents already drawn."""
        eligible = {card.patient for cards in self.cells.values() for card in cards if card.patient}
        self.records = choose_records(
            self.population.cards,
            eligible - self.drawn_patients,
            self.fields,
            plan.patients,
            seed=plan.seed,
        )
        chosen = {record.patient for record in self.records}
        self._add_part(RECORDS, [card for card in self.population.cards if card.patient in chosen])

    def draw_part(self, part: Part) -> None:
        """Draw a sample of the size of a part, in the proportions of the population."""
        available = self.list_available()
        if not self.stock:
            self.stock = {cell: len(cards) for cell, cards in available.items()}
            self.expected = dict.fromkeys(self.stock, Fraction())
        counts: dict[Cell, int] = {}
        quotas: dict[Cell, float] = {}
        for doc_type, size in _list_sizes(part):
            cells = self._list_cells(doc_type)
            room = {cell: len(available[cell]) for cell in cells}
            self._check_room(part.name, doc_type, size, room)
            shares = compute_quotas(size, {cell: self._weigh_cell(cell) for cell in cells}, room)
            counts |= shares.round(seed=self.plan.seed, name=f"{part.name}={doc_type or ''}")
            for cell in cells:
                self.expected[cell] += shares.get_quota(cell)
            total = sum(len(self.cells[cell]) for cell in cells)
            quotas |= {cell: size * len(self.cells[cell]) / total for cell in cells}
        self.taken.update(counts)
        self._draw_cells(part.name, available, counts, quotas)

    def _weigh_cell(self, cell: Cell) -> int:
        """Weigh a stratum by its documents in the population, corrected for earlier parts.

        A stratum of which earlier parts took more than expected weighs less, so that every document
        has the same chance to be in a part, even if it is alone in its stratum.
        """
        expected = self.stock[cell] - self.expected[cell]
        left = self.stock[cell] - self.taken[cell]
        return round(_PRECISION * len(self.cells[cell]) * left / expected) if expected else 0

    def draw_mirror(self, cards: list[Card]) -> None:
        """Draw a mirror sample: as many other documents of each stratum as `cards` has."""
        available = self.list_available()
        counts = Counter(map(self.read_cell, cards))
        room = {cell: len(cards) for cell, cards in available.items()}
        mirror, irreplaceable = mirror_counts(counts, room, seed=self.plan.seed)
        if irreplaceable:
            raise self._make_mirror_error(irreplaceable, counts, room)
        replaced = sum((counts - Counter(mirror)).values())
        if replaced:
            self.notes.append(
                f"{MIRROR}: {replaced:,} of {sum(counts.values()):,} documents are from a similar "
                "stratum, because their own stratum has no documents left"
            )
        quotas = dict.fromkeys(mirror, 0.0) | {cell: float(counts[cell]) for cell in counts}
        self._draw_cells(MIRROR, available, mirror, quotas)

    def _make_mirror_error(
        self, irreplaceable: Counter[Cell], counts: Counter[Cell], room: Mapping[Cell, int]
    ) -> InputError:
        short = [
            f"{format_stratum(self.axes, cell)}: {counts[cell]:,} needed, "
            f"{room.get(cell, 0):,} left"
            for cell in sorted(irreplaceable)
        ]
        more = f" and {len(short) - _LISTED} more strata" if len(short) > _LISTED else ""
        return InputError(
            f"there are too few documents for a mirror ({'; '.join(short[:_LISTED])}{more})",
            remedy="Stratify along fewer axes, or draw a smaller sample",
        )

    def _list_cells(self, doc_type: str | None) -> list[Cell]:
        if doc_type is None:
            return list(self.cells)
        axis = self.axes.index("type")
        types = {cell[axis] for cell in self.cells}
        if doc_type not in types:
            raise UnknownName("document type", doc_type, types - {""})
        return [cell for cell in self.cells if cell[axis] == doc_type]

    def _check_room(
        self, part: str, doc_type: str | None, size: int, room: Mapping[Cell, int]
    ) -> None:
        available = sum(room.values())
        if size > available:
            of_type = f" of type {doc_type}" if doc_type else ""
            verb = "are left" if self.drawn_ids else "exist"
            raise InputError(
                f"the part {part} needs {size:,} documents{of_type}, but only {available:,} {verb}",
                remedy="Ask for fewer, or restrict the population less",
            )

    def _draw_cells(
        self,
        name: str,
        available: Mapping[Cell, list[Card]],
        counts: Mapping[Cell, int],
        quotas: Mapping[Cell, float],
    ) -> None:
        sizes = {cell: len(cards) for cell, cards in self.cells.items()}
        self.strata += compare_strata(name, self.axes, sizes, quotas, counts)
        drawn = [card for cell, count in counts.items() for card in available[cell][:count]]
        self._add_part(name, drawn)

    def _add_part(self, name: str, cards: list[Card]) -> None:
        self.parts[name] = cards
        self.drawn_ids |= {card.id for card in cards}
        self.drawn_patients |= {card.patient for card in cards} - {""}
