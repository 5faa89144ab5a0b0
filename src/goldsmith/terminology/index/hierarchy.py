"""Detection of cycles in a hierarchy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldsmith.errors import InputError


def check_acyclic(parents: Sequence[Sequence[int]], name: Callable[[int], str]) -> None:
    """Check that no concept is its own ancestor.

    Args:
        parents: The parents of each concept, by number.
        name: Returns the key of a concept for the message.

    Raises:
        InputError: The hierarchy has a cycle.
    """
    missing = [len(set(numbers)) for numbers in parents]
    children: list[list[int]] = [[] for _ in parents]
    for number, numbers in enumerate(parents):
        for parent in set(numbers):
            children[parent].append(number)
    ready = [number for number, count in enumerate(missing) if not count]
    done = 0
    while ready:
        number = ready.pop()
        done += 1
        for child in children[number]:
            missing[child] -= 1
            if not missing[child]:
                ready.append(child)
    if done < len(parents):
        raise InputError(
            "the hierarchy has a cycle: " + " → ".join(map(name, _find_cycle(parents, missing))),
            expected="parents that never lead back to the concept itself",
            remedy="Correct the source, or take the hierarchy from a single vocabulary",
        )


def _find_cycle(parents: Sequence[Sequence[int]], missing: Sequence[int]) -> list[int]:
    """Return one cycle among the concepts whose parents could not all be sorted."""
    number = next(at for at, count in enumerate(missing) if count)
    path: list[int] = []
    while number not in path:
        path.append(number)
        number = next(parent for parent in parents[number] if missing[parent])
    return [*path[path.index(number) :], number]
