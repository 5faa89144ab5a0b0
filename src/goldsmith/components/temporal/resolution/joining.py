"""Joins adjacent expressions: a day and a time of day, or a weekday and its date, become one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from goldsmith.components.temporal.expressions.shapes import Shape
from goldsmith.components.temporal.resolution.values import Point, Timex, format_point


def join_neighbours(timexes: Sequence[Timex], shape: Shape) -> list[Timex]:
    """Join complementary expressions with nothing or only a comma between them."""
    expressions: list[Timex] = []
    for timex in timexes:
        merged = _join(expressions[-1], timex, shape) if expressions else None
        if merged is not None:
            expressions[-1] = merged
        else:
            expressions.append(timex)
    return expressions


def _join(first: Timex, second: Timex, shape: Shape) -> Timex | None:
    """Return two expressions as one; None if they remain separate."""
    between = "".join(shape.tokens[first.expression.last : second.expression.first])
    mark = between.strip()
    if mark not in ("", ",") or (mark and _is_clock(first.expression.meaning)):
        return None
    point = _complete(first, second)
    if point is None:
        return None
    expression = replace(
        first.expression,
        end=second.expression.end,
        last=second.expression.last,
        type="TIME" if point.has_time else "DATE",
        meaning=point,
        pattern=f"{first.expression.pattern} {second.expression.pattern}",
        mod=first.expression.mod or second.expression.mod,
    )
    return Timex(expression, format_point(point), point)


def _complete(first: Timex, second: Timex) -> Point | None:
    """Return the combined point of two expressions that complete each other, or None."""
    former, latter = first.expression.meaning, second.expression.meaning
    if first.point is None or second.point is None:
        return None
    if _is_clock(former) and _is_day(second):
        return _set_time(second.point, first.point)
    if _is_clock(latter) and _is_day(first):
        return _set_time(first.point, second.point)
    if _is_weekday(former) and _is_day(second) and not _is_weekday(latter):
        return second.point
    return None


def _is_clock(meaning: object) -> bool:
    return isinstance(meaning, Point) and meaning.has_time and not meaning.has_date


def _is_weekday(meaning: object) -> bool:
    return isinstance(meaning, Point) and meaning.weekday is not None and meaning.day is None


def _is_day(timex: Timex) -> bool:
    point = timex.point
    return (
        timex.expression.type == "DATE"
        and point is not None
        and (point.day is not None or point.weekday is not None)
        and not point.has_time
    )


def _set_time(day: Point, time: Point) -> Point:
    return replace(
        day, part=time.part, hour=time.hour, minute=time.minute, second=time.second, zone=time.zone
    )
