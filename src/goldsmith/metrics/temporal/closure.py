"""The transitive closure of temporal links, and its reduction to non-redundant links.

Every event and time is an interval that starts before it ends. A link states which of the four end
points of two intervals are before (<) or equal to (=) each other; the inferred relations are the
transitive closure of these statements. For conjunctions of < and = the closure is complete (Vilain
and Kautz 1986). It is computed as reachability in a graph, with sets of points as bits of integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from goldsmith.metrics.engine.union_find import UnionFind
from goldsmith.metrics.temporal.links import INVERSE

#: Two nodes and the kind of link from the first to the second.
Fact = tuple[int, int, str]
#: Two points; the first is before the second (True) or equal to it (False).
_Constraint = tuple[int, int, bool]

# The four points of a link: start and end of the first, start and end of the second interval.
_S1, _E1, _S2, _E2 = range(4)
_FORWARD = {
    "before": [(_E1, _S2, True)],
    "ibefore": [(_E1, _S2, False)],
    "includes": [(_S1, _S2, True), (_E2, _E1, True)],
    "begins": [(_S1, _S2, False), (_E1, _E2, True)],
    "ends": [(_S2, _S1, True), (_E1, _E2, False)],
    "simultaneous": [(_S1, _S2, False), (_E1, _E2, False)],
    # A vague kind: the two intervals have some time in common.
    "overlap": [(_S1, _E2, True), (_S2, _E1, True)],
}
_SWAPPED = {_S1: _S2, _E1: _E2, _S2: _S1, _E2: _E1}
#: Kind -> its constraints on the four points. Other kinds (none, unknown, vague) have none.
CONSTRAINTS: Mapping[str, list[_Constraint]] = {
    INVERSE[kind]: [(_SWAPPED[start], _SWAPPED[end], strict) for start, end, strict in constraints]
    for kind, constraints in _FORWARD.items()
} | _FORWARD

#: The kinds of TimeML, which the TempEval-3 toolkit supports.
TOOLKIT_KINDS = frozenset(CONSTRAINTS) - {"overlap"}


def expand_constraints(fact: Fact) -> list[_Constraint]:
    """Return the constraints of a link; node n starts at point 2n and ends at point 2n + 1."""
    first, second, kind = fact
    points = (2 * first, 2 * first + 1, 2 * second, 2 * second + 1)
    return [(points[start], points[end], strict) for start, end, strict in CONSTRAINTS[kind]]


class TemporalGraph:
    """A connected component of links and its transitive closure."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.facts = sorted(set(facts))
        self._stated = set(self.facts)
        self.nodes = {node for first, second, _ in self.facts for node in (first, second)}
        self._class_of = self._merge_equal_points()
        self._closure = self._compute_closure()

    @property
    def is_consistent(self) -> bool:
        """Whether a timeline exists on which all links hold."""
        return self._closure is not None

    def entails(self, fact: Fact) -> bool:
        """Return whether a link is entailed; if links are inconsistent, whether it is stated."""
        if self._closure is None:
            return fact in self._stated
        if fact[0] not in self.nodes or fact[1] not in self.nodes:
            return False
        closure = self._closure
        return all(self._holds(closure, *constraint) for constraint in expand_constraints(fact))

    def _holds(self, closure: list[int], start: int, end: int, strict: bool) -> bool:
        first, second = self._class_of[start], self._class_of[end]
        return bool(closure[first] >> second & 1) if strict else first == second

    def _merge_equal_points(self) -> dict[int, int]:
        """Map each point to the number of its class of equal points."""
        classes: UnionFind[int] = UnionFind()
        for node in self.nodes:
            classes.find(2 * node)
            classes.find(2 * node + 1)
        for fact in self.facts:
            for start, end, strict in expand_constraints(fact):
                if not strict:
                    classes.union(start, end)
        return {
            point: number for number, points in enumerate(classes.list_sets()) for point in points
        }

    def _compute_closure(self) -> list[int] | None:
        """Return for each class of points the later classes, as bits; None if there is a cycle."""
        size = 1 + max(self._class_of.values(), default=-1)
        successors: list[set[int]] = [set() for _ in range(size)]
        for node in self.nodes:
            successors[self._class_of[2 * node]].add(self._class_of[2 * node + 1])
        for fact in self.facts:
            for start, end, strict in expand_constraints(fact):
                if strict:
                    successors[self._class_of[start]].add(self._class_of[end])
        order = _sort_topologically(successors)
        if len(order) < size:
            return None
        closure = [0] * size
        for number in reversed(order):
            for successor in successors[number]:
                closure[number] |= 1 << successor | closure[successor]
        return closure

    def reduce(self) -> list[Fact]:
        """Return the links that do not follow from the others, tested in text order.

        Inconsistent links are all returned: everything follows from a contradiction.
        """
        if self._closure is None:
            return self.facts
        arcs = self._build_arcs()
        removed: set[int] = set()
        for number, fact in enumerate(self.facts):
            removed.add(number)
            if not all(
                self._is_reachable(arcs, removed, self._closure, start, end)
                for start, end, _ in expand_constraints(fact)
            ):
                removed.discard(number)
        return [fact for number, fact in enumerate(self.facts) if number not in removed]

    def _build_arcs(self) -> Mapping[int, list[tuple[int, int]]]:
        """Map each point to the equal and later points, each with the number of its link."""
        arcs: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for node in self.nodes:
            arcs[2 * node].append((2 * node + 1, -1))
        for number, fact in enumerate(self.facts):
            for start, end, strict in expand_constraints(fact):
                arcs[start].append((end, number))
                if not strict:
                    arcs[end].append((start, number))
        return arcs

    def _is_reachable(
        self,
        arcs: Mapping[int, list[tuple[int, int]]],
        removed: set[int],
        closure: list[int],
        start: int,
        end: int,
    ) -> bool:
        """Return whether the remaining links lead from one point to another.

        Any path will do: since all links together are consistent, a path to a later point has a
        strict step and a path to an equal point has none. Points from which even all links together
        do not lead to the target are skipped.
        """
        if start == end:
            return True
        target = self._class_of[end]
        queue, visited = [start], {start}
        while queue:
            for point, number in arcs[queue.pop()]:
                if number in removed:
                    continue
                if point == end:
                    return True
                point_class = self._class_of[point]
                leads_on = point_class == target or closure[point_class] >> target & 1
                if point not in visited and leads_on:
                    visited.add(point)
                    queue.append(point)
        return False


def _sort_topologically(successors: list[set[int]]) -> list[int]:
    """Sort the numbers so that arcs lead forward; omit numbers on or after a cycle."""
    indegrees = [0] * len(successors)
    for targets in successors:
        for target in targets:
            indegrees[target] += 1
    order = [number for number, indegree in enumerate(indegrees) if not indegree]
    for number in order:  # the list grows during the iteration
        for target in successors[number]:
            indegrees[target] -= 1
            if not indegrees[target]:
                order.append(target)
    return order


class Timeline:
    """The links of one set as connected components; nothing follows across components."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        stated = set(facts)
        components: UnionFind[int] = UnionFind()
        for first, second, _ in stated:
            components.union(first, second)
        by_component: dict[int, list[Fact]] = defaultdict(list)
        for fact in stated:
            by_component[components.find(fact[0])].append(fact)
        self.graphs = [TemporalGraph(members) for members in by_component.values()]
        self._graph_of = {node: graph for graph in self.graphs for node in graph.nodes}

    def entails(self, fact: Fact) -> bool:
        """Return whether a link follows from the links of the set."""
        graph = self._graph_of.get(fact[0])
        return graph is not None and graph.entails(fact)

    def reduce(self) -> list[Fact]:
        """Return the links that do not follow from the others."""
        return [fact for graph in self.graphs for fact in graph.reduce()]

    def list_contradictions(self) -> list[list[Fact]]:
        """Return the links of each component whose links contradict each other."""
        return [graph.facts for graph in self.graphs if not graph.is_consistent]


class ToolkitTimeline:
    """The links of one set as the TempEval-3 toolkit reads them, one after the other.

    A link that follows from earlier links is redundant. A link that contradicts them, or whose kind
    the toolkit does not support, stays out of the graph: it entails nothing, but it is scored.

    Args:
        facts: The links in the order of the file.
        reduced: Whether redundant links are left out of the score. The toolkit's method "acl11"
            scores every link as often as it is stated.
    """

    def __init__(self, facts: Iterable[Fact], *, reduced: bool) -> None:
        stated = list(facts)
        self._stated = frozenset(stated)
        self._graph = TemporalGraph(())
        self._contradictions: list[list[Fact]] = []
        distinct = [fact for fact in dict.fromkeys(stated) if self._add(fact)]
        self._scored = distinct if reduced else stated

    def _add(self, fact: Fact) -> bool:
        """Add a link to the graph if possible; return whether it is not redundant."""
        if fact[2] not in TOOLKIT_KINDS:
            return True
        if self._graph.entails(fact):
            return False
        extended = TemporalGraph([*self._graph.facts, fact])
        if extended.is_consistent:
            self._graph = extended
        else:
            self._contradictions.append([fact])
        return True

    def entails(self, fact: Fact) -> bool:
        """Return whether a link is stated or follows from the graph."""
        return fact in self._stated or (fact[2] in TOOLKIT_KINDS and self._graph.entails(fact))

    def reduce(self) -> list[Fact]:
        """Return the links that the toolkit scores."""
        return self._scored

    def list_contradictions(self) -> list[list[Fact]]:
        """Return the links that contradict earlier links, each in its own list."""
        return self._contradictions
