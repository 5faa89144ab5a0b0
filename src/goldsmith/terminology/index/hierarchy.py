"""Whether a hierarchy goes upward only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldsmith.errors import InputError


def acyclic(parents: Sequence[Sequence[int]], name: Callable[[int], str]) -> None:
    """Raise InputError where a concept is, by way of its parents, above itself."""
    waiting = [len(set(above)) for above in parents]
    children: list[list[int]] = [[] for _ in parents]
    for number, above in enumerate(parents):
        for parent in set(above):
            children[parent].append(number)
    ready = [number for number, count in enumerate(waiting) if not count]
    done = 0
    while ready:
        number = ready.pop()
        done += 1
        for child in children[number]:
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    if done < len(parents):
        raise InputError(
            "the hierarchy has a cycle: " + " → ".join(map(name, _cycle(parents, waiting))),
            expected="parents that never lead back to the concept itself",
            remedy="Mend the source, or take the hierarchy from one vocabulary only",
        )


def _cycle(parents: Sequence[Sequence[int]], waiting: Sequence[int]) -> list[int]:
    """One cycle among the concepts that still wait for a parent."""
    number = next(at for at, count in enumerate(waiting) if count)
    path: list[int] = []
    while number not in path:
        path.append(number)
        number = next(parent for parent in parents[number] if waiting[parent])
    return [*path[path.index(number) :], number]
