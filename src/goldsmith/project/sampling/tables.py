"""The tables of a draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.project.sampling.sample import DrawResult
from goldsmith.rendering.table import Table
from goldsmith.sampling import Record, Stratum

#: The number of strata shown, the largest first; the others are summed. JSON lists all.
_SHOWN = 60
_NUMBERS = ("population", "wanted", "obtained", "wanted %", "obtained %")


def make_draw_tables(draw: DrawResult) -> Iterator[Table]:
    """Yield tables of parts, whole records, and the target and outcome of each stratum."""
    if draw.restrictions:
        rows = [(step.condition, f"{step.documents:,}") for step in draw.restrictions]
        rows.insert(0, ("(all)", f"{draw.population:,}"))
        yield Table("Population", ("with", "documents"), tuple(rows))
    parts = [
        (name, f"{size:,}", _format_share(size, draw.population))
        for name, size in draw.parts.items()
    ]
    yield Table("Parts", ("part", "documents", "% of all"), tuple(parts))
    if draw.records:
        yield _make_record_table(draw.records)
    for part in dict.fromkeys(stratum.part for stratum in draw.strata):
        own = [stratum for stratum in draw.strata if stratum.part == part]
        yield _make_strata_table(part, own)
        for axis in own[0].values if len(own[0].values) > 1 else ():
            yield _make_margin_table(part, axis, own)


def _make_record_table(records: Iterable[Record]) -> Table:
    rows = [
        (
            record.patient,
            record.category or "–",
            f"{record.documents:,}",
            f"{record.median:g}",
            _format_counts(record.types),
            _format_counts(record.lengths),
        )
        for record in records
    ]
    columns = ("patient", "diagnosis", "documents", "median", "types", "lengths")
    return Table("Whole patient records", columns, tuple(rows))


def _format_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name or '–'}" for name, count in counts.items())


def _make_strata_table(part: str, strata: list[Stratum]) -> Table:
    axes = tuple(strata[0].values)
    ranked = sorted(strata, key=lambda stratum: (-stratum.quota, *stratum.values.values()))
    shown = {id(stratum) for stratum in ranked[:_SHOWN]}
    rows = [
        (*(value or "–" for value in stratum.values.values()), *_format_numbers([stratum]))
        for stratum in strata
        if id(stratum) in shown
    ]
    rest = ranked[_SHOWN:]
    blank = ("",) * (len(axes) - 1)
    if rest:
        rows.append((f"({len(rest):,} smaller strata)", *blank, *_format_numbers(rest)))
    if axes:
        rows.append(("total", *blank, *_format_numbers(strata)))
    columns = (*axes, *_NUMBERS)
    return Table(f"Strata of {part}", columns, tuple(rows))


def _make_margin_table(part: str, axis: str, strata: list[Stratum]) -> Table:
    """Make the table of one axis: strata may each be near their targets, but not their sums."""
    by_value: dict[str, list[Stratum]] = {}
    for stratum in strata:
        by_value.setdefault(stratum.values[axis], []).append(stratum)
    rows = [(value or "–", *_format_numbers(own)) for value, own in by_value.items()]
    ranked = sorted(rows, key=lambda row: (-float(row[2].replace(",", "")), row[0]))
    columns = (axis, *_NUMBERS)
    return Table(f"{axis.capitalize()} in {part}", columns, tuple(ranked[:_SHOWN]))


def _format_numbers(strata: list[Stratum]) -> tuple[str, ...]:
    return (
        f"{sum(stratum.population for stratum in strata):,}",
        f"{sum(stratum.quota for stratum in strata):,.2f}",
        f"{sum(stratum.obtained for stratum in strata):,}",
        f"{100 * sum(stratum.quota_share for stratum in strata):.2f}",
        f"{100 * sum(stratum.obtained_share for stratum in strata):.2f}",
    )


def _format_share(size: int, population: int) -> str:
    return f"{100 * size / population:.2f}"
