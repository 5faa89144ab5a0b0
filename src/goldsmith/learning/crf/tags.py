"""Mentions as tags of tokens and back: B I O, and D and H for mentions in several pieces.

After Tang et al. (2013), as SemEval-2014 teams used it: DB and DI begin and go on with a piece of a
discontiguous mention; HB and HI with a piece that several mentions share, the head in "motor and
sensory neuropathy". Each D is put together with the nearest H of its type in the sentence; without
an H all D of a type in the sentence are one mention.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

OUTSIDE = "O"
Range = tuple[int, int]


class Tagged(NamedTuple):
    """A mention as its type and the ranges of tokens it covers, apart and in order."""

    type: str
    ranges: tuple[Range, ...]


def encode(mentions: Iterable[Tagged], size: int, *, plain: bool = False) -> list[str]:
    """A tag for each of `size` tokens. Mentions that would overlap a tag already set are left out.

    With `plain`, tags are B, I and O only, and a discontiguous mention is taken from its first to
    its last token.
    """
    tags = [OUTSIDE] * size
    everyone = list(mentions)
    if plain:
        everyone = [Tagged(m.type, ((m.ranges[0][0], m.ranges[-1][1]),)) for m in everyone]
    else:
        knots, everyone = _entangled(everyone)
        for type_, pieces in knots:
            for start, end, letter in pieces:
                _paint(tags, start, end, f"{letter}B-{type_}", f"{letter}I-{type_}")
    for mention in sorted(everyone, key=lambda one: one.ranges[0][0] - one.ranges[0][1]):
        start, end = mention.ranges[0]
        _paint(tags, start, end, f"B-{mention.type}", f"I-{mention.type}")
    return tags


def _paint(tags: list[str], start: int, end: int, first: str, rest: str) -> None:
    if all(tag == OUTSIDE for tag in tags[start:end]):
        tags[start:end] = [first] + [rest] * (end - start - 1)


Knot = tuple[str, list[tuple[int, int, str]]]


def _entangled(mentions: Sequence[Tagged]) -> tuple[list[Knot], list[Tagged]]:
    """Discontiguous mentions and those that share tokens with them, in pieces; and the others."""
    knots: list[Knot] = []
    rest: list[Tagged] = []
    by_type: dict[str, list[Tagged]] = defaultdict(list)
    for mention in mentions:
        by_type[mention.type].append(mention)
    for type_, several in by_type.items():
        broken = {token for one in several if len(one.ranges) > 1 for token in _tokens(one)}
        inside = [
            one for one in several if len(one.ranges) > 1 or not broken.isdisjoint(_tokens(one))
        ]
        rest += [one for one in several if one not in inside]
        if inside:
            knots.append((type_, _pieces(inside)))
    return knots, rest


def _tokens(mention: Tagged) -> Iterator[int]:
    for start, end in mention.ranges:
        yield from range(start, end)


def _pieces(mentions: Sequence[Tagged]) -> list[tuple[int, int, str]]:
    """Stretches of tokens that belong to the same mentions, H when to several."""
    shares = Counter(token for mention in mentions for token in set(_tokens(mention)))
    edges = {edge for mention in mentions for pair in mention.ranges for edge in pair}
    found: list[tuple[int, int, str]] = []
    for token in sorted(shares):
        letter = "H" if shares[token] > 1 else "D"
        if found and found[-1][1] == token and found[-1][2] == letter and token not in edges:
            found[-1] = (found[-1][0], token + 1, letter)
        else:
            found.append((token, token + 1, letter))
    return found


def decode(tags: Sequence[str]) -> list[Tagged]:
    """The mentions that tags of one sentence stand for."""
    return [] if tags.count(OUTSIDE) == len(tags) else assemble(_stretches(tags))


def assemble(pieces: Iterable[tuple[int, int, str, str]]) -> list[Tagged]:
    """The mentions that the pieces of one sentence make: start, end, letter ("", D or H), type."""
    found: list[Tagged] = []
    apart: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for start, end, letter, type_ in pieces:
        if letter:
            apart[type_].append((start, end, letter))
        else:
            found.append(Tagged(type_, ((start, end),)))
    for type_, several in apart.items():
        found += [Tagged(type_, ranges) for ranges in _together(several)]
    return sorted(found, key=lambda one: one.ranges)


def _stretches(tags: Sequence[str]) -> Iterator[tuple[int, int, str, str]]:
    """Runs of tags that go on from each other: start, end, letter ("", D or H) and type."""
    start, kind = 0, ""
    for at, tag in enumerate([*tags, OUTSIDE]):
        place, _, type_ = tag.partition("-")
        here = f"{place[:-1]}-{type_}" if tag != OUTSIDE else ""
        if here and here == kind and place.endswith("I"):
            continue
        if kind:
            letter, _, name = kind.partition("-")
            yield start, at, letter, name
        start, kind = at, here


def _together(pieces: Sequence[tuple[int, int, str]]) -> Iterator[tuple[Range, ...]]:
    heads = [(start, end) for start, end, letter in pieces if letter == "H"]
    others = [(start, end) for start, end, letter in pieces if letter == "D"]
    if not heads or not others:
        if heads or others:
            yield _joined([*heads, *others])
        return
    for piece in others:
        nearest = min(heads, key=lambda head: max(head[0] - piece[1], piece[0] - head[1]))
        yield _joined([piece, nearest])


def _joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges in order, those that touch made one."""
    found: list[Range] = []
    for start, end in sorted(ranges):
        if found and found[-1][1] >= start:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def layers(mentions: Iterable[Tagged], outer: Container[str] = ()) -> list[list[Tagged]]:
    """Mentions spread so that those of one layer do not overlap, the longest in the first.

    Types in `outer` begin a layer of their own, the second. Mentions that share tokens with a
    discontiguous one of their type stay with it: the tags can hold them.
    """
    found: list[list[Tagged]] = [[], []] if outer else []
    ordered = sorted(mentions, key=lambda one: (-_length(one), one.ranges, one.type))
    for mention in ordered:
        for layer in found[mention.type in outer :]:
            if all(_fit(mention, other) for other in layer):
                layer.append(mention)
                break
        else:
            found.append([mention])
    return found


def outer_types(sentences: Iterable[Sequence[Tagged]], *, share: float = 0.3) -> frozenset[str]:
    """Types of which so great a share hold mentions of other types inside them."""
    total, holding = Counter[str](), Counter[str]()
    for mentions in sentences:
        for mention in mentions:
            total[mention.type] += 1
            holding[mention.type] += any(_holds(mention, other) for other in mentions)
    return frozenset(type_ for type_, count in holding.items() if count >= share * total[type_])


def _holds(outer: Tagged, inner: Tagged) -> bool:
    if outer.type == inner.type or _length(outer) <= _length(inner):
        return False
    return any(a <= c and d <= b for a, b in outer.ranges for c, d in inner.ranges)


def _length(mention: Tagged) -> int:
    return sum(end - start for start, end in mention.ranges)


def _fit(first: Tagged, second: Tagged) -> bool:
    if first.type == second.type and (len(first.ranges) > 1 or len(second.ranges) > 1):
        return first.ranges != second.ranges
    return not any(a < d and c < b for a, b in first.ranges for c, d in second.ranges)
