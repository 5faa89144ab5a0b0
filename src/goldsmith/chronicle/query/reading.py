"""Write the meaning of a query in plain English, from its syntax tree, one clause per line.

`write_query` returns the canonical form of a query, which parses to the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.chronicle.query.model import (
    Age,
    Alive,
    All,
    Condition,
    Conflicting,
    Day,
    Detail,
    Died,
    Duration,
    Edge,
    Either,
    EventPhrase,
    Followed,
    Has,
    Landmark,
    Length,
    Limit,
    Name,
    Not,
    Point,
    Query,
    Related,
    Sex,
    Shift,
    Timing,
    Window,
)

_PARTS = {"any": "", "start": "starting ", "end": "ending ", "all": "throughout "}
_LINKS = {
    "treats": "for",
    "located_at": "located in",
    "shows": "showing",
    "caused_by": "caused by",
}
_ASSERTIONS = {
    "affirmed": "",
    "negated": "denied ",
    "uncertain": "suspected ",
    "hypothetical": "hypothetical ",
    "family": "family history of ",
}


def write_query(query: Query) -> str:
    """Return a query in its canonical form."""
    if query.condition == All(()):
        return "patients"
    ask = "how many patients" if query.counts_only else "patients"
    return f"{ask} with {write_condition(query.condition)}"


def list_clauses(query: Query) -> list[str]:
    """Return the top-level conditions of a query, each in its canonical form."""
    return [write_condition(part) for part in _flatten(query.condition)]


def _flatten(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, All):
        for part in condition.conditions:
            yield from _flatten(part)
    else:
        yield condition


def write_condition(condition: Condition) -> str:
    """Return a condition in its canonical form."""
    match condition:
        case All(conditions):
            return " and ".join(map(_write_part, conditions))
        case Either(conditions):
            return " or ".join(map(_write_part, conditions))
        case Not(inner):
            return f"not {_write_part(inner)}"
        case Has():
            return _write_has(condition)
        case _:
            return _write_person(condition)


def _write_part(condition: Condition) -> str:
    text = write_condition(condition)
    return f"({text})" if isinstance(condition, All | Either) else text


def _write_person(condition: Sex | Age | Died | Alive | Followed | Conflicting) -> str:
    match condition:
        case Sex(sex):
            return sex
        case Age():
            return _write_age(condition)
        case Died(window):
            return f"died {_write_window(window)}".rstrip()
        case Alive(at):
            return f"alive at {_write_point(at)}"
        case Followed(until):
            return f"followed until {_write_point(until)}"
        case Conflicting(kind):
            return f'conflict "{kind}"' if kind else "conflict"


def _write_age(age: Age) -> str:
    if age.low is None:
        limits = f"at most {age.high}"
    elif age.high is None:
        limits = f"at least {age.low}"
    else:
        limits = f"{age.low} to {age.high}"
    return f"aged {limits} at {_write_point(age.at)}"


def _write_has(has: Has) -> str:
    event = write_event(has.event)
    if has.most == 0:
        return f"no {event}"
    if has.most is not None:
        count = f"exactly {has.most}" if has.least == has.most else f"at most {has.most}"
        return f"{count} {event}"
    return event if has.least == 1 else f"at least {has.least} {event}"


def write_event(event: EventPhrase) -> str:
    """Return a description of events in its canonical form."""
    parts = [
        "possibly" if event.possibly else "",
        _ASSERTIONS[event.assertion].strip(),
        event.status if event.status and event.status_at is None else "",
        *_write_noun(event),
        *map(_write_detail, event.details),
        "" if event.descendants else "without descendants",
        *_write_status(event),
        *map(_write_length, event.lengths),
        *map(_write_related, event.related),
        *map(_write_timing, event.timings),
    ]
    return " ".join(part for part in parts if part)


def _write_noun(event: EventPhrase) -> Iterator[str]:
    names = " or ".join(map(_write_name, event.names))
    if event.kinds == ("drug", "procedure"):
        yield f"treated with {names}"
    elif event.kinds == ("procedure", "investigation"):
        yield f"underwent {names}"
    else:
        yield f"{event.kinds[0] if event.kinds else 'event'} {names}".strip()


def _write_name(name: Name) -> str:
    if name.match == "code":
        return f'code "{name.text}"'
    return f'named "{name.text}"' if name.match == "whole" else f'"{name.text}"'


def _write_detail(detail: Detail) -> str:
    comparison = "" if detail.comparison == "is" else f"{detail.comparison} "
    value = detail.value if comparison else f'"{detail.value}"'
    return f"{detail.key} {comparison}{value}"


def _write_status(event: EventPhrase) -> Iterator[str]:
    if event.status and event.status_at is not None:
        yield f"{event.status} at {_write_point(event.status_at)}"


def _write_length(length: Length) -> str:
    return f"for {length.comparison} {_write_duration(length.duration)}"


def _write_related(related: Related) -> str:
    return f"{_LINKS[related.type]} ({write_event(related.event)})"


def _write_timing(timing: Timing) -> str:
    return f"{_PARTS[timing.part]}{_write_window(timing.window)}"


def _write_window(window: Window) -> str:
    low, high = window.low, window.high
    if low and high:
        if low == high:
            return f"at {_write_point(low.point)}"
        return f"between {_write_point(low.point)} and {_write_point(high.point)}"
    if low:
        return f"{'since' if low.inclusive else 'after'} {_write_limit(low)}"
    if high:
        return f"{'until' if high.inclusive else 'before'} {_write_limit(high)}"
    return ""


def _write_limit(limit: Limit) -> str:
    return _write_point(limit.point)


def _write_point(point: Point) -> str:
    match point:
        case Day(date):
            return date.isoformat()
        case Landmark(name):
            return name
        case Shift(inner, duration, sign):
            relation = "after" if sign > 0 else "before"
            return f"{_write_duration(duration)} {relation} {_write_point(inner)}"
        case Edge(edge, event, pick):
            return f"{pick} {edge} of ({write_event(event)})".lstrip()


def _write_duration(duration: Duration) -> str:
    return f"{duration.count} {duration.unit}{'' if duration.count == 1 else 's'}"
