"""What follows from temporal links, and which of them say nothing new.

Every event and time is an interval that starts before it ends. A link says of the four end points
of two intervals which is before (<) and which is equal to (=) which; what follows is the
transitive closure of that. For conjunctions of < and = this is all that can be inferred (Vilain
and Kautz 1986), and the cost is that of reachability in a graph, kept as bits of integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from goldsmith.metrics.engine.union_find import Joined
from goldsmith.metrics.temporal.links import INVERSE

#: Two nodes and the kind of link from the first to the second.
Fact = tuple[int, int, str]
#: Two points; the first is before the second (True) or equal to it (False).
_Constraint = tuple[int, int, bool]

# The four points of a link: start and end of the first, start and end of the second interval.
_S1, _E1, _S2, _E2 = range(4)
_SAID = {
    "before": [(_E1, _S2, True)],
    "ibefore": [(_E1, _S2, False)],
    "includes": [(_S1, _S2, True), (_E2, _E1, True)],
    "begins": [(_S1, _S2, False), (_E1, _E2, True)],
    "ends": [(_S2, _S1, True), (_E1, _E2, False)],
    "simultaneous": [(_S1, _S2, False), (_E1, _E2, False)],
    # The vague one: the two share some time, and more is not said.
    "overlap": [(_S1, _E2, True), (_S2, _E1, True)],
}
_TURNED = {_S1: _S2, _E1: _E2, _S2: _S1, _E2: _E1}
#: Kind -> what it says of the four points. Kinds not listed (none, unknown, vague) say nothing.
CONSTRAINTS: Mapping[str, list[_Constraint]] = {
    INVERSE[kind]: [(_TURNED[one], _TURNED[two], strict) for one, two, strict in said]
    for kind, said in _SAID.items()
} | _SAID


def constraints(fact: Fact) -> list[_Constraint]:
    """What a link says of the end points: node n starts at point 2n and ends at 2n + 1."""
    first, second, kind = fact
    points = (2 * first, 2 * first + 1, 2 * second, 2 * second + 1)
    return [(points[one], points[two], strict) for one, two, strict in CONSTRAINTS[kind]]


class Part:
    """Links that hang together, and what follows from them."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.facts = sorted(set(facts))
        self._stated = set(self.facts)
        self.nodes = {node for first, second, _ in self.facts for node in (first, second)}
        self._class = self._classes()
        self._after = self._reachable()

    @property
    def consistent(self) -> bool:
        """Whether there is a timeline on which all the links hold."""
        return self._after is not None

    def entails(self, fact: Fact) -> bool:
        """Whether a link follows; where the links contradict each other, whether it is stated."""
        if self._after is None:
            return fact in self._stated
        if fact[0] not in self.nodes or fact[1] not in self.nodes:
            return False
        return all(self._holds(self._after, *said) for said in constraints(fact))

    def _holds(self, after: list[int], one: int, two: int, strict: bool) -> bool:
        here, there = self._class[one], self._class[two]
        return bool(after[here] >> there & 1) if strict else here == there

    def _classes(self) -> dict[int, int]:
        """Point -> the number of the points that are equal to it."""
        joined: Joined[int] = Joined()
        for node in self.nodes:
            joined.find(2 * node)
            joined.find(2 * node + 1)
        for fact in self.facts:
            for one, two, strict in constraints(fact):
                if not strict:
                    joined.join(one, two)
        return {point: number for number, each in enumerate(joined.classes()) for point in each}

    def _reachable(self) -> list[int] | None:
        """For each class of points the classes after it, as bits; None where time has a circle."""
        size = 1 + max(self._class.values(), default=-1)
        nexts: list[set[int]] = [set() for _ in range(size)]
        for node in self.nodes:
            nexts[self._class[2 * node]].add(self._class[2 * node + 1])
        for fact in self.facts:
            for one, two, strict in constraints(fact):
                if strict:
                    nexts[self._class[one]].add(self._class[two])
        order = _in_order(nexts)
        if len(order) < size:
            return None
        after = [0] * size
        for here in reversed(order):
            for there in nexts[here]:
                after[here] |= 1 << there | after[there]
        return after

    def reduced(self) -> list[Fact]:
        """The links without those that follow from the rest, tried in the order of the text.

        Links that contradict each other stay as they are: from a contradiction everything follows.
        """
        if self._after is None:
            return self.facts
        arcs = self._arcs()
        gone: set[int] = set()
        for number, fact in enumerate(self.facts):
            gone.add(number)
            said = constraints(fact)
            if not all(self._leads(arcs, gone, self._after, one, two) for one, two, _ in said):
                gone.discard(number)
        return [fact for number, fact in enumerate(self.facts) if number not in gone]

    def _arcs(self) -> Mapping[int, list[tuple[int, int]]]:
        """Point -> the equal and later points that links lead to from there, and by which link."""
        arcs: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for node in self.nodes:
            arcs[2 * node].append((2 * node + 1, -1))
        for number, fact in enumerate(self.facts):
            for one, two, strict in constraints(fact):
                arcs[one].append((two, number))
                if not strict:
                    arcs[two].append((one, number))
        return arcs

    def _leads(
        self,
        arcs: Mapping[int, list[tuple[int, int]]],
        gone: set[int],
        after: list[int],
        one: int,
        two: int,
    ) -> bool:
        """Whether the links that are not gone still lead from one point to the other.

        Any way will do. All the links together are consistent, so no way to a later point goes
        through equal ones only, and none to an equal point through a later one. Points from which
        even all the links do not lead to the target are not entered.
        """
        if one == two:
            return True
        target = self._class[two]
        waiting, seen = [one], {one}
        while waiting:
            for there, number in arcs[waiting.pop()]:
                if number in gone:
                    continue
                if there == two:
                    return True
                here = self._class[there]
                if there not in seen and (here == target or after[here] >> target & 1):
                    seen.add(there)
                    waiting.append(there)
        return False


def _in_order(nexts: list[set[int]]) -> list[int]:
    """The numbers so that arcs lead forward only; those on a circle and after it are left out."""
    before = [0] * len(nexts)
    for each in nexts:
        for there in each:
            before[there] += 1
    order = [here for here, number in enumerate(before) if not number]
    for here in order:  # grows while it is read
        for there in nexts[here]:
            before[there] -= 1
            if not before[there]:
                order.append(there)
    return order


class Timeline:
    """The links of one set, in parts that hang together; nothing follows across parts."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        stated = set(facts)
        joined: Joined[int] = Joined()
        for first, second, _ in stated:
            joined.join(first, second)
        by_part: dict[int, list[Fact]] = defaultdict(list)
        for fact in stated:
            by_part[joined.find(fact[0])].append(fact)
        self.parts = [Part(each) for each in by_part.values()]
        self._part = {node: part for part in self.parts for node in part.nodes}

    def entails(self, fact: Fact) -> bool:
        """Whether a link follows from the links of the set."""
        part = self._part.get(fact[0])
        return part is not None and part.entails(fact)

    def reduced(self) -> list[Fact]:
        """The links without those that follow from the rest."""
        return [fact for part in self.parts for fact in part.reduced()]
