"""Find and describe conflicts: statements that contradict each other, and implausible input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from goldsmith.chronicle.merge.extents import make_date
from goldsmith.chronicle.model import Bounds, Conflict, Date, Event, Evidence, Extent, Person
from goldsmith.chronicle.observations.model import Observation, Statement

_ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4"}


def write_day(day: Date) -> str:
    """Write a day in words."""
    return f"{day.day} {day:%B %Y}"


def write_bounds(bounds: Bounds) -> str:
    """Write bounds in words: on a day, between two days, by a day, or not before a day."""
    if bounds.earliest and bounds.latest:
        if bounds.is_exact:
            return f"on {write_day(bounds.earliest)}"
        return f"between {write_day(bounds.earliest)} and {write_day(bounds.latest)}"
    if bounds.latest:
        return f"by {write_day(bounds.latest)}"
    return f"not before {write_day(bounds.earliest)}" if bounds.earliest else "at an unknown time"


def write_extent(extent: Extent) -> str:
    """Write when something began and ended."""
    start, end = extent.start, extent.end
    if start == end == Bounds():
        return "it has no date"
    if start == end:
        return f"it was {write_bounds(start)}"
    parts = [f"began {write_bounds(start)}"] if start != Bounds() else []
    if end.earliest and not end.latest:
        if end.earliest != start.latest:
            parts.append(f"was there on {write_day(end.earliest)}")
    elif end != Bounds():
        parts.append(f"ended {write_bounds(end)}")
    return f"it {' and '.join(parts)}"


def write_source(evidence: Evidence) -> str:
    """Name the source of a piece of evidence."""
    if evidence.table:
        return f"the record ({evidence.table}, row {evidence.row + 1})"
    return f"the note {evidence.document}"


def describe_dates(event: Event, pairs: Sequence[tuple[int, int]]) -> Iterator[Conflict]:
    """Describe evidence with contradictory times: one conflict for the first item of each pair."""
    rivals: dict[int, list[int]] = {}
    for first, second in pairs:
        rivals.setdefault(first, []).append(second)
    for first, others in rivals.items():
        conflict = _describe_pair(event, first, others[0])
        more = tuple(event.evidence[place] for place in others[1:])
        if not more:
            yield conflict
            continue
        places = "so does 1 more place" if len(more) == 1 else f"so do {len(more)} more places"
        yield Conflict(
            conflict.kind,
            f"{conflict.message}, and {places}",
            conflict.events,
            (*conflict.evidence, *more),
        )


def _describe_pair(event: Event, first: int, second: int) -> Conflict:
    if first == second:
        place = event.evidence[first]
        message = f"{event.name}: the times that {write_source(place)} gives contradict each other"
        return Conflict("dates", message, (event.id,), (place,))
    places = event.evidence[first], event.evidence[second]
    kind = "record" if any(place.table for place in places) else "dates"
    statements = [
        f"{write_source(place)} says that {write_extent(place.extent)}" for place in places
    ]
    return Conflict(kind, f"{event.name}: {'; '.join(statements)}", (event.id,), places)


def find_contradictions(
    event: Event, observations: Sequence[Observation], values: Mapping[str, Sequence[str]]
) -> Iterator[Conflict]:
    """Find details for which the evidence of an event gives different values.

    Args:
        event: The event.
        observations: The observations of the event, in the order of its evidence.
        values: Detail -> the values to compare; all values if empty.
    """
    for name, compared in values.items():
        places: dict[str, int] = {}
        for position, entry in enumerate(observations):
            value = entry.details.get(name)
            if value and (not compared or value in compared):
                places.setdefault(_normalise_value(value), position)
        if len(places) > 1:
            evidence = tuple(event.evidence[position] for position in places.values())
            statements = " and ".join(
                f"{observations[position].details[name]} by {write_source(entry)}"
                for position, entry in zip(places.values(), evidence, strict=True)
            )
            yield Conflict(
                "record" if any(entry.table for entry in evidence) else "value",
                f"{event.name}: {name} is given as {statements}",
                (event.id,),
                evidence,
            )


def _normalise_value(value: str) -> str:
    """Normalise a value for comparison: stage IIIC becomes 3C."""
    plain = value.upper().removeprefix("STAGE ").strip()
    letters = plain.rstrip("ABC123")
    return _ROMAN.get(letters, letters) + plain[len(letters) :] if letters else plain


def find_denials(event: Event, absences: Sequence[int]) -> Iterator[Conflict]:
    """Find the first day on which one note states a problem and another note negates it."""
    denied = set(absences)
    for evidence in event.evidence:
        day = evidence.date
        if day is None or day.toordinal() not in denied or evidence.basis != "link":
            continue
        start, end = evidence.extent.start.latest, evidence.extent.end.earliest
        if start and end and start <= day <= end:
            yield Conflict(
                "assertion",
                f"{event.name}: {write_source(evidence)} has it on {write_day(day)}, "
                "and a note of the same day says that it is not there",
                (event.id,),
                (evidence,),
            )
            return


def find_after_death(event: Event, person: Person) -> Iterator[Conflict]:
    """Find an event that begins after the patient's death."""
    start, died = event.extent.start.earliest, person.died.latest
    if start and died and start > died:
        yield Conflict(
            "after_death",
            f"{event.name} began {write_bounds(event.extent.start)}, after the death "
            f"on {write_day(died)}",
            (event.id,),
            event.evidence,
        )


def find_bad_dates(
    statements: Sequence[Statement], today: Date | None, person: Person
) -> Iterator[Conflict]:
    """Find documents without a date, and those dated in the future, before birth or after death."""
    died = person.died.latest
    for statement in statements:
        if not statement.document:
            continue
        day = make_date(statement.day)
        evidence = (Evidence(document=statement.document, date=day),)
        if day is None:
            yield Conflict("undated", f"the note {statement.document} has no date", (), evidence)
        elif today and day > today:
            message = f"the note {statement.document} is dated {write_day(day)}, in the future"
            yield Conflict("future", message, (), evidence)
        elif person.born.earliest and day < person.born.earliest:
            message = f"the note {statement.document} is dated {write_day(day)}, before the birth"
            yield Conflict("dates", message, (), evidence)
        elif died and (day - died).days > _LETTERS_AFTER_DEATH:
            message = f"the note {statement.document} is dated {write_day(day)}, after the death"
            yield Conflict("after_death", message, (), evidence)


#: Letters and audits are still written after a death; a note dated later than that is suspicious.
_LETTERS_AFTER_DEATH = 365


def find_strangers(statements: Sequence[Statement], person: Person) -> Iterator[Conflict]:
    """Find documents with another date of birth than the record, or than most documents."""
    born = person.born.earliest
    counts = Counter(day for statement in statements for day in statement.births)
    if born is None and (not counts or counts.most_common(1)[0][1] < 2):
        return
    day = born.toordinal() if born else counts.most_common(1)[0][0]
    for statement in statements:
        if statement.births and day not in statement.births:
            yield Conflict(
                "other_patient",
                f"the note {statement.document} gives another date of birth; "
                "it may be about another patient",
                (),
                (Evidence(document=statement.document, date=make_date(statement.day)),),
            )
