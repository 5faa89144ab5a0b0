"""The tables of a draw, to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.project.sampling.sample import Drawn
from goldsmith.rendering.table import Table
from goldsmith.sampling import Record, Stratum

#: Strata of a part shown one by one, the largest ones; the others are added up. JSON has them all.
_SHOWN = 60
_NUMBERS = ("population", "wanted", "obtained", "wanted %", "obtained %")


def tables(drawn: Drawn) -> Iterator[Table]:
    """Parts, whole records, and for each sample what was wanted and obtained by stratum."""
    if drawn.kept:
        rows = [(one.condition, f"{one.documents:,}") for one in drawn.kept]
        rows.insert(0, ("(all)", f"{drawn.population:,}"))
        yield Table("Population", ("with", "documents"), tuple(rows))
    parts = [
        (name, f"{size:,}", _share(size, drawn.population)) for name, size in drawn.parts.items()
    ]
    yield Table("Parts", ("part", "documents", "% of all"), tuple(parts))
    if drawn.records:
        yield _records(drawn.records)
    for part in dict.fromkeys(stratum.part for stratum in drawn.strata):
        own = [one for one in drawn.strata if one.part == part]
        yield _strata(part, own)
        for axis in own[0].values if len(own[0].values) > 1 else ():
            yield _margin(part, axis, own)


def _records(records: Iterable[Record]) -> Table:
    rows = [
        (
            one.patient,
            one.category or "–",
            f"{one.documents:,}",
            f"{one.median:g}",
            _listed(one.types),
            _listed(one.lengths),
        )
        for one in records
    ]
    columns = ("patient", "diagnosis", "documents", "median", "types", "lengths")
    return Table("Whole patient records", columns, tuple(rows))


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name or '–'}" for name, count in counts.items())


def _strata(part: str, strata: list[Stratum]) -> Table:
    axes = tuple(strata[0].values)
    ranked = sorted(strata, key=lambda one: (-one.wanted, *one.values.values()))
    shown = {id(one) for one in ranked[:_SHOWN]}
    rows = [
        (*(value or "–" for value in one.values.values()), *_numbers([one]))
        for one in strata
        if id(one) in shown
    ]
    rest = ranked[_SHOWN:]
    blank = ("",) * (len(axes) - 1)
    if rest:
        rows.append((f"({len(rest):,} smaller strata)", *blank, *_numbers(rest)))
    if axes:
        rows.append(("total", *blank, *_numbers(strata)))
    columns = (*axes, *_NUMBERS)
    return Table(f"Strata of {part}", columns, tuple(rows))


def _margin(part: str, axis: str, strata: list[Stratum]) -> Table:
    """One axis by itself: many small strata can each be near their quota and yet add up askew."""
    by_value: dict[str, list[Stratum]] = {}
    for one in strata:
        by_value.setdefault(one.values[axis], []).append(one)
    rows = [(value or "–", *_numbers(own)) for value, own in by_value.items()]
    ranked = sorted(rows, key=lambda row: (-float(row[2].replace(",", "")), row[0]))
    columns = (axis, *_NUMBERS)
    return Table(f"{axis.capitalize()} in {part}", columns, tuple(ranked[:_SHOWN]))


def _numbers(strata: list[Stratum]) -> tuple[str, ...]:
    return (
        f"{sum(one.population for one in strata):,}",
        f"{sum(one.wanted for one in strata):,.2f}",
        f"{sum(one.obtained for one in strata):,}",
        f"{100 * sum(one.wanted_share for one in strata):.2f}",
        f"{100 * sum(one.obtained_share for one in strata):.2f}",
    )


def _share(size: int, population: int) -> str:
    return f"{100 * size / population:.2f}"
