"""A finite automaton over shapes: it finds all patterns that match at a token in one pass.

With a regular expression per pattern, each would be tried at every number and every "the" of a
text, and nearly all would fail. The automaton reads the codes from a token onwards for all patterns
at once, and stops at the first code that no pattern allows. Patterns have no repetition, so it
always stops. It creates its states when a text first needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import NamedTuple

from goldsmith.components.temporal.expressions.shapes import GAPS
from goldsmith.components.temporal.expressions.syntax import Gap, Node, Token
from goldsmith.components.temporal.expressions.syntax import Sequence as NodeSequence

#: Name of a class or part -> the codes of the class, or the node of the part.
Expand = Callable[[str], "str | Node"]
_Steps = frozenset[int]


class _Step(NamedTuple):
    """One token of a pattern: its possible codes, and the steps that may follow."""

    codes: frozenset[str]
    following: _Steps


class _State(dict[str, "_State"]):
    """A state: code -> the next state, and the patterns that are complete here."""

    def __init__(self, automaton: Automaton, steps: _Steps) -> None:
        super().__init__()
        self._automaton, self._steps = automaton, steps
        self.patterns = automaton.list_complete(steps)

    def __missing__(self, code: str) -> _State:
        state = self[code] = self._automaton.advance(self._steps, code)
        return state


class Automaton:
    """Finds the patterns that match at a token.

    Args:
        patterns: The patterns.
        expand: Resolves a name in a pattern to the codes of a class or the node of a part.
    """

    def __init__(self, patterns: Sequence[Node], expand: Expand) -> None:
        self._expand, self._numbers = expand, count()
        self._steps: dict[int, _Step] = {}
        self._complete = {next(self._numbers): number for number in range(len(patterns))}
        self._states: dict[_Steps, _State] = {}
        self._dead = self._get_state(frozenset())
        openings = (
            self._add(pattern, frozenset({end}))
            for pattern, end in zip(patterns, self._complete, strict=True)
        )
        self._start = self._get_state(_Steps().union(*openings))

    def find_patterns(self, codes: str, first: int) -> list[int]:
        """Return the numbers of the patterns that match at a token, in ascending order."""
        state, dead, complete = self._start, self._dead, set[int]()
        for position in range(first, len(codes)):
            state = state[codes[position]]
            if state is dead:
                break
            if state.patterns:
                complete.update(state.patterns)
        return sorted(complete)

    def advance(self, steps: _Steps, code: str) -> _State:
        """Return the state that a code leads to."""
        tokens = (self._steps[number] for number in steps if number in self._steps)
        return self._get_state(
            _Steps().union(*(step.following for step in tokens if code in step.codes))
        )

    def list_complete(self, steps: Iterable[int]) -> tuple[int, ...]:
        """List the patterns that are complete at any of some steps."""
        return tuple(self._complete[number] for number in steps if number in self._complete)

    def _get_state(self, steps: _Steps) -> _State:
        if steps not in self._states:
            self._states[steps] = _State(self, steps)
        return self._states[steps]

    def _add(self, node: Node, following: _Steps) -> _Steps:
        """Add the steps of a node before `following`; return the steps it may begin with."""
        if isinstance(node, Gap):
            gap = self._add_step(GAPS, following)
            return gap | following if node.optional else gap
        if isinstance(node, Token):
            content = self._expand(node.name)
            if isinstance(content, str):
                return self._add_step(content, following)
            return self._add(content, following)
        if isinstance(node, NodeSequence):
            for child in reversed(node.nodes):
                following = self._add(child, following)
            return following
        openings = _Steps().union(*(self._add(child, following) for child in node.nodes))
        return openings | following if node.optional else openings

    def _add_step(self, codes: str, following: _Steps) -> _Steps:
        number = next(self._numbers)
        self._steps[number] = _Step(frozenset(codes), following)
        return frozenset({number})
