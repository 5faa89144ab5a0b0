"""Draws whole patients, stratified samples and mirrors, one after the other, always disjoint.

A sample of n takes from each stratum its quota, n times the stratum's share of the population,
rounded by the largest remainder. Which documents of a stratum, a hash of their ids decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling import records, strata
from goldsmith.sampling.card import Card, Population
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.order import key
from goldsmith.sampling.plan import MIRROR, RECORDS, Draw, DrawPlan, Part, Record, Stratum
from goldsmith.sampling.restrict import restricted
from goldsmith.sampling.rounding import Cell, allocate


def draw(population: Population, plan: DrawPlan) -> Draw:
    """The parts a plan asks for, drawn from a population; the same plan draws the same."""
    _check(population, plan)
    fields = Fields(population.cards)
    cards, kept = restricted(population.cards, fields, plan.only)
    drawing = _Drawing(population, cards, fields, plan)
    if plan.patients:
        drawing.take_records(plan)
    for part in plan.parts:
        drawing.take_sample(part)
    if plan.mirror:
        drawing.take_like(drawing.parts[plan.mirror])
    elif plan.like:
        drawing.take_like(drawing.known(plan.like))
    return Draw(
        {name: tuple(sorted(card.id for card in own)) for name, own in drawing.parts.items()},
        tuple(drawing.strata),
        tuple(drawing.records),
        kept,
        notes(population) if plan.by_patient or plan.patients else (),
    )


def notes(population: Population) -> tuple[str, ...]:
    """What to say of documents whose patient is not known, where patients matter."""
    without = sum(1 for card in population.cards if not card.patient)
    if not without:
        return ()
    return (f"{without:,} documents name no patient; each counts as a patient of its own",)


def _check(population: Population, plan: DrawPlan) -> None:
    names = [RECORDS] * bool(plan.patients) + [part.name for part in plan.parts]
    names += [MIRROR] * bool(plan.mirror or plan.like)
    twice = [name for name, count in Counter(names).items() if count > 1]
    samples = [part.name for part in plan.parts]
    if not population.cards:
        raise InputError("there are no documents to draw from")
    if not names:
        raise InputError("nothing to draw", expected="--size, --part, --patients or --mirror")
    if twice:
        raise InputError(f"there are two parts called {twice[0]!r}", expected="different names")
    if plan.mirror and plan.mirror not in samples:
        raise UnknownName("part to mirror", plan.mirror, samples)
    if (plan.by_patient or plan.patients) and not population.knows_patients:
        raise no_patients()


def no_patients() -> InputError:
    """The error for a draw by patient where no document names one."""
    return InputError(
        "no document says which patient it is about",
        expected="metadata with `patient`",
        remedy="Add it to the metadata, or draw by document",
    )


def _sizes(part: Part) -> list[tuple[str | None, int]]:
    """Document types and their sizes; None stands for all of them."""
    return [*part.size.items()] if isinstance(part.size, dict) else [(None, part.size)]


class _Drawing:
    """What is drawn so far, and what is left."""

    def __init__(
        self, population: Population, cards: list[Card], fields: Fields, plan: DrawPlan
    ) -> None:
        self.axes = plan.all_axes
        self.plan, self.fields, self.population = plan, fields, population
        self.cell = fields.cell(self.axes)
        self.cells: dict[Cell, list[Card]] = {}
        for card in sorted(cards, key=lambda card: (key(plan.seed, card.id), card.id)):
            self.cells.setdefault(self.cell(card), []).append(card)
        self.parts: dict[str, list[Card]] = {}
        self.strata: list[Stratum] = []
        self.records: list[Record] = []
        self.taken: set[str] = set(plan.apart) | set(plan.like)
        self.patients = {
            card.patient for card in population.cards if card.patient and card.id in self.taken
        }

    def known(self, ids: Iterable[str]) -> list[Card]:
        """The cards of an earlier sample; its documents must be here to know their strata."""
        wanted = set(ids)
        found = [card for card in self.population.cards if card.id in wanted]
        if len(found) < len(wanted):
            missing = len(wanted) - len(found)
            raise InputError(
                f"{missing:,} of the {len(wanted):,} documents to mirror are not in this corpus",
                remedy="Name the corpus that the sample was drawn from",
            )
        return found

    def free(self) -> dict[Cell, list[Card]]:
        """Stratum -> the documents that can still be drawn, in the order of chance."""
        return {
            cell: [card for card in own if self._free(card)] for cell, own in self.cells.items()
        }

    def _free(self, card: Card) -> bool:
        # A record that was chosen whole is in `taken` with every document it has.
        blocked = self.plan.by_patient and card.patient in self.patients
        return card.id not in self.taken and not blocked

    def take_records(self, plan: DrawPlan) -> None:
        """Draws whole patients; records that share a document with what is taken are left out."""
        eligible = {card.patient for own in self.cells.values() for card in own if card.patient}
        self.records = records.choose(
            self.population.cards,
            eligible - self.patients,
            self.fields,
            plan.patients,
            seed=plan.seed,
        )
        chosen = {record.patient for record in self.records}
        self._keep(RECORDS, [card for card in self.population.cards if card.patient in chosen])

    def take_sample(self, part: Part) -> None:
        """Draws a sample of a given size, in the population's proportions."""
        free = self.free()
        counts: dict[Cell, int] = {}
        wanted: dict[Cell, float] = {}
        for kind, size in _sizes(part):
            weights = self._weights(kind)
            room = {cell: len(free[cell]) for cell in weights}
            self._check_room(part.name, kind, size, room)
            counts |= allocate(size, weights, room, seed=self.plan.seed)
            total = sum(weights.values())
            wanted |= {cell: size * weight / total for cell, weight in weights.items()}
        self._take(part.name, free, counts, wanted)

    def take_like(self, cards: list[Card]) -> None:
        """Draws a mirror: as many other documents from each stratum as `cards` has there."""
        free = self.free()
        counts = dict(Counter(map(self.cell, cards)))
        short = [
            f"{strata.named(self.axes, cell)}: {count:,} wanted, {len(free.get(cell, ())):,} left"
            for cell, count in sorted(counts.items())
            if count > len(free.get(cell, ()))
        ]
        if short:
            more = f" and {len(short) - 5} more strata" if len(short) > 5 else ""
            raise InputError(
                f"there are too few documents for a mirror ({'; '.join(short[:5])}{more})",
                remedy="Stratify along fewer axes, or draw a smaller sample",
            )
        self._take(MIRROR, free, counts, {cell: float(count) for cell, count in counts.items()})

    def _weights(self, kind: str | None) -> dict[Cell, int]:
        weights = {cell: len(own) for cell, own in self.cells.items()}
        if kind is None:
            return weights
        at = self.axes.index("type")
        types = {cell[at] for cell in weights}
        if kind not in types:
            raise UnknownName("document type", kind, types - {""})
        return {cell: weight for cell, weight in weights.items() if cell[at] == kind}

    def _check_room(self, part: str, kind: str | None, size: int, room: Mapping[Cell, int]) -> None:
        there = sum(room.values())
        if size > there:
            which = f" of type {kind}" if kind else ""
            left = " left" if self.taken else ""
            raise InputError(
                f"the part {part} wants {size:,} documents{which} and there are {there:,}{left}",
                remedy="Ask for fewer, or restrict the population less",
            )

    def _take(
        self,
        name: str,
        free: Mapping[Cell, list[Card]],
        counts: Mapping[Cell, int],
        wanted: Mapping[Cell, float],
    ) -> None:
        there = {cell: len(own) for cell, own in self.cells.items()}
        self.strata += strata.rows(name, self.axes, there, wanted, counts)
        self._keep(name, [card for cell, number in counts.items() for card in free[cell][:number]])

    def _keep(self, name: str, cards: list[Card]) -> None:
        self.parts[name] = cards
        self.taken |= {card.id for card in cards}
        self.patients |= {card.patient for card in cards} - {""}
