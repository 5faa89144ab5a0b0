"""A random walk inside a polytope, to one of its vertices.

The polytope is the set of vectors in which every value, and every sum of a group of values, is
within its bounds. Each step moves along a line, as far as the bounds allow, forward or back, with
probabilities such that the expected position after the step is the position before it. The expected
value of the last position is therefore the first position.

The steps are those of the simplex method with bounded variables. All arithmetic is exact, so every
machine makes the same walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

Number = int | Fraction
#: Row of the basis -> coefficient, without zeros.
Column = dict[int, Number]

#: The random numbers of steps are below this.
RANDOM_RANGE = 1 << 128


class Walk:
    """Variables with bounds, a basis of variables, and the inverse of the basis.

    The first variables are the values, between 0 and `unit`. Each group has a slack variable: its
    first sum less its present sum. The slacks are the first basis, and fixed at 0 until they are
    released.
    """

    def __init__(self, values: Sequence[int], groups: Iterable[Sequence[int]], unit: int) -> None:
        self.unit, self.size = unit, len(values)
        self._groups_of: list[list[int]] = [[] for _ in values]
        count = 0
        for members in groups:
            for index in members:
                self._groups_of[index].append(count)
            count += 1
        self._values: list[Number] = [*values, *[0] * count]
        self._lower = [0] * (self.size + count)
        self._upper = [unit] * self.size + [0] * count
        self._basis = list(range(self.size, self.size + count))
        self._inverse: list[Column] = [{row: 1} for row in range(count)]
        self._columns_of: list[set[int]] = [{row} for row in range(count)]

    def copy(self) -> Walk:
        """Return an independent copy."""
        walk = Walk.__new__(Walk)
        walk.unit, walk.size, walk._groups_of = self.unit, self.size, self._groups_of
        walk._values, walk._basis = self._values.copy(), self._basis.copy()
        walk._lower, walk._upper = self._lower.copy(), self._upper.copy()
        walk._inverse = [column.copy() for column in self._inverse]
        walk._columns_of = [columns.copy() for columns in self._columns_of]
        return walk

    @property
    def has_fractions(self) -> bool:
        """Whether a value is neither 0 nor `unit`; values outside the basis are at a bound."""
        return any(map(self._is_fraction, self._basis))

    @property
    def deviations(self) -> list[Number]:
        """How far the sum of each group is from its first sum."""
        return [max(slack, -slack) for slack in self._values[self.size :]]

    def is_full(self, index: int) -> bool:
        """Return whether a value has reached `unit`."""
        return self._values[index] == self.unit

    def holds_fraction(self, group: int) -> bool:
        """Return whether the bounds of a group keep a fraction from moving."""
        return self.size + group not in self._basis and any(
            self._is_fraction(self._basis[row]) for row in self._inverse[group]
        )

    def _is_fraction(self, variable: int) -> bool:
        return variable < self.size and 0 < self._values[variable] < self.unit

    def move_value(self, index: int, random: int) -> None:
        """Move a value that was not moved before, and others with it, until one is at a bound.

        Args:
            index: The value.
            random: A random number below `RANDOM_RANGE`, which decides the direction.
        """
        column: Column = {}
        for group in self._groups_of[index]:
            _add_multiple(column, self._inverse[group], 1)
        self._move(index, column, random)

    def release_group(self, group: int, lower: int, upper: int, random: int) -> None:
        """Give the slack of a group new bounds, and move it if it is outside the basis."""
        slack = self.size + group
        self._lower[slack], self._upper[slack] = lower, upper
        if slack not in self._basis:
            self._move(slack, self._inverse[group].copy(), random)

    def _move(self, variable: int, column: Column, random: int) -> None:
        """Move a variable outside the basis.

        Args:
            variable: The variable.
            column: How much each basic variable falls when the variable rises by 1.
            random: Decides the direction.
        """
        forward, forward_row = self._find_limit(variable, column, 1)
        back, back_row = self._find_limit(variable, column, -1)
        if random * (forward + back) < back * RANDOM_RANGE:
            distance, row = forward, forward_row
        else:
            distance, row = -back, back_row
        if distance:
            self._values[variable] += distance
            for index, coefficient in column.items():
                self._values[self._basis[index]] -= distance * coefficient
        if row is not None:
            self._pivot(row, column, variable)

    def _find_limit(self, variable: int, column: Column, sign: int) -> tuple[Number, int | None]:
        """Find how far a variable can move, and the row that stops it; None if it stops itself."""
        value = self._values[variable]
        limit = self._upper[variable] - value if sign > 0 else value - self._lower[variable]
        blocking = None
        for row, coefficient in column.items():
            basic = self._basis[row]
            falls = coefficient * sign > 0
            bound = self._lower[basic] if falls else self._upper[basic]
            distance = sign * _divide(self._values[basic] - bound, coefficient)
            if distance < limit:
                limit, blocking = distance, row
        return limit, blocking

    def _pivot(self, row: int, column: Column, variable: int) -> None:
        """Put a variable into the basis, in place of the variable of a row."""
        self._basis[row] = variable
        divisor = column.pop(row)
        for index in self._columns_of[row]:
            own = self._inverse[index]
            factor = _divide(own.pop(row), divisor)
            _add_multiple(own, column, -factor)
            own[row] = factor
            for changed in column:
                if changed in own:
                    self._columns_of[changed].add(index)
                else:
                    self._columns_of[changed].discard(index)


def _add_multiple(column: Column, summand: Column, factor: Number) -> None:
    for row, coefficient in summand.items():
        value = column.get(row, 0) + coefficient * factor
        if value:
            column[row] = _simplify(value)
        else:
            del column[row]


def _divide(numerator: Number, divisor: Number) -> Number:
    # Most divisors are 1 or -1, and integers are much faster than fractions.
    if divisor in (1, -1):
        return numerator * divisor
    return _simplify(Fraction(numerator) / divisor)


def _simplify(value: Number) -> Number:
    return value if value.denominator > 1 else value.numerator
