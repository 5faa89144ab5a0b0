"""Balanced assignment of documents and arms, reproducible with the same seed."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import msgspec

from goldsmith.errors import Conflict, InputError
from goldsmith.store.workflow.terms import Arm

#: A document and the start of the snippet, 0 for the whole document.
Key = tuple[str, int]


class Portion(msgspec.Struct, frozen=True):
    """A document or snippet to annotate."""

    document: str
    name: str
    start: int | None
    end: int | None
    words: int

    @property
    def key(self) -> Key:
        """The key that identifies the portion."""
        return self.document, self.start or 0


def choose_annotators(
    portions: Sequence[Portion],
    lacking: Mapping[Key, int],
    loads: Mapping[str, int],
    barred: Mapping[Key, Collection[str]],
    *,
    seed: int = 0,
    per_document: bool = False,
) -> dict[Key, tuple[str, ...]]:
    """Choose annotators for portions, those with the fewest open words first.

    The same people annotate all portions if possible, so that a batch has one pair.

    Args:
        portions: The portions to annotate.
        lacking: How many annotators each portion still needs.
        loads: Annotator -> the words of their open tasks.
        barred: Portion -> the people who must not get it, because they had it before.
        seed: The seed for choosing between people with the same load.
        per_document: Choose for each portion separately.

    Raises:
        Conflict: There are too few annotators.
    """
    loads = dict(loads)
    chosen: dict[Key, tuple[str, ...]] = {}
    if not per_document:
        chosen = _choose_together(portions, lacking, loads, barred, seed)
    for portion in sorted(portions, key=lambda portion: -portion.words):
        count = lacking.get(portion.key, 0)
        if portion.key in chosen or not count:
            continue
        candidates = _rank(loads, barred.get(portion.key, ()), seed, portion.key)
        if len(candidates) < count:
            raise Conflict(
                f"{portion.name} needs {count} more annotators, and {len(candidates)} are free to "
                "annotate it. Add annotators, or ask for fewer per document"
            )
        chosen[portion.key] = tuple(candidates[:count])
        for person in chosen[portion.key]:
            loads[person] += portion.words
    return chosen


def _choose_together(
    portions: Sequence[Portion],
    lacking: Mapping[Key, int],
    loads: dict[str, int],
    barred: Mapping[Key, Collection[str]],
    seed: int,
) -> dict[Key, tuple[str, ...]]:
    """Choose the same people for all portions; nobody if too few are free for all."""
    needy = [portion for portion in portions if lacking.get(portion.key, 0)]
    anywhere = {person for portion in needy for person in barred.get(portion.key, ())}
    candidates = _rank(loads, anywhere, seed, ("", 0))
    if len(candidates) < max((lacking[portion.key] for portion in needy), default=0):
        return {}
    chosen = {}
    for portion in needy:
        chosen[portion.key] = tuple(candidates[: lacking[portion.key]])
        for person in chosen[portion.key]:
            loads[person] += portion.words
    return chosen


def _rank(loads: Mapping[str, int], barred: Collection[str], seed: int, key: Key) -> list[str]:
    free = [person for person in loads if person not in barred]
    return sorted(free, key=lambda person: (loads[person], hash_choice(seed, *key, person)))


def draw_arms(
    pairs: Sequence[tuple[Key, str]], earlier: Mapping[tuple[str, str], int], seed: int
) -> dict[tuple[Key, str], Arm]:
    """Draw an arm for each task, in equal numbers for each annotator.

    Among arms that are equally frequent for the annotator, the one that is rarer for the portion is
    drawn, so portions are balanced only approximately.

    Args:
        pairs: The portion and the annotator of each task.
        earlier: Annotator and arm -> tasks that they already have.
        seed: The seed.
    """
    by_person: Counter[tuple[str, str]] = Counter(earlier)
    by_portion: Counter[tuple[Key, str]] = Counter()
    arms: dict[tuple[Key, str], Arm] = {}
    ordered = sorted(pairs, key=lambda pair: hash_choice(seed, *pair[0], pair[1]))
    for key, person in ordered:
        arm = min(
            Arm,
            key=lambda arm: (
                by_person[person, arm],
                by_portion[key, arm],
                hash_choice(seed, *key, person, arm),
            ),
        )
        arms[key, person] = arm
        by_person[person, arm] += 1
        by_portion[key, arm] += 1
    return arms


def rotate_pairs(
    people: Sequence[str], batches: int, *, size: int = 2, in_turn: bool = False
) -> list[tuple[str, ...]]:
    """Return the annotators of each batch, so that every pair gets the same number of batches.

    Three annotators and twelve batches make four batches each for the first and third, the first
    and second, the second and third (ODIE).

    Args:
        people: The annotators.
        batches: The number of batches.
        size: The number of annotators of a batch.
        in_turn: Change the pair at every batch instead of after a run of batches.

    Raises:
        InputError: There are fewer annotators than a batch needs.
    """
    if len(people) < size or len(set(people)) < len(people):
        raise InputError(
            f"{len(people)} annotators are named for groups of {size}",
            where="people",
            expected=f"{size} or more different annotators",
        )
    groups = sorted(
        combinations(range(len(people)), size), key=lambda group: (group[0] - group[-1], group)
    )
    if in_turn:
        chosen = [groups[number % len(groups)] for number in range(batches)]
    else:
        chosen = [groups[number * len(groups) // batches] for number in range(batches)]
    return [tuple(people[index] for index in group) for group in chosen]


def deal_evenly(
    sizes: Mapping[str, int], groups: Mapping[str, str], batches: int
) -> list[list[str]]:
    """Distribute documents so that batches have equal numbers of documents, words and types.

    Args:
        sizes: Document -> words.
        groups: Document -> type.
        batches: The number of batches.
    """
    hands: list[list[str]] = [[] for _ in range(batches)]
    words = [0] * batches
    by_group: defaultdict[str, list[str]] = defaultdict(list)
    for document in sizes:
        by_group[groups[document]].append(document)
    for group in sorted(by_group):
        for document in sorted(by_group[group], key=lambda name: (-sizes[name], name)):
            number = min(range(batches), key=lambda n: (len(hands[n]), words[n], n))
            hands[number].append(document)
            words[number] += sizes[document]
    return hands


def hash_choice(seed: int, *parts: object) -> bytes:
    """Return a pseudo-random number that depends only on the seed and the parts."""
    return hashlib.sha256("\x1f".join(map(str, (seed, *parts))).encode()).digest()
