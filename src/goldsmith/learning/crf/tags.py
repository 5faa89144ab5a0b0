"""Convert mentions to BIO tags and back, with D and H tags for discontiguous mentions.

After Tang et al. (2013), as used by SemEval-2014 teams: DB and DI tag a segment of a discontiguous
mention; HB and HI a segment that several mentions share, such as the head in "motor and sensory
neuropathy". Decoding joins each D segment to the nearest H segment of its type in the sentence;
without an H, all D segments of a type in a sentence form one mention.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

OUTSIDE = "O"
Range = tuple[int, int]


class TaggedMention(NamedTuple):
    """A mention as its type and the token ranges it covers, disjoint and in order."""

    type: str
    ranges: tuple[Range, ...]


class TaggedSegment(NamedTuple):
    """A segment of tokens as the tags describe it; the letter is "", "D" or "H"."""

    start: int
    end: int
    letter: str
    type: str


def encode_tags(
    mentions: Iterable[TaggedMention], size: int, *, plain: bool = False, heads: bool = True
) -> list[str]:
    """Encode the mentions of a sentence as tags.

    Mentions that overlap tokens already tagged are left out.

    Args:
        mentions: The mentions.
        size: The number of tokens.
        plain: Use B, I and O only, and tag a discontiguous mention from its first to its last
            token.
        heads: Tag segments that several mentions share with H; otherwise they are D as well.
    """
    tags = [OUTSIDE] * size
    contiguous = list(mentions)
    if plain:
        contiguous = [
            TaggedMention(m.type, ((m.ranges[0][0], m.ranges[-1][1]),)) for m in contiguous
        ]
    else:
        segments, contiguous = _split_discontiguous(contiguous)
        for segment in segments:
            prefix, type_ = segment.letter if heads else "D", segment.type
            _write_tags(
                tags, segment.start, segment.end, f"{prefix}B-{type_}", f"{prefix}I-{type_}"
            )
    for mention in sorted(contiguous, key=lambda m: m.ranges[0][0] - m.ranges[0][1]):
        start, end = mention.ranges[0]
        _write_tags(tags, start, end, f"B-{mention.type}", f"I-{mention.type}")
    return tags


def _write_tags(tags: list[str], start: int, end: int, first: str, rest: str) -> None:
    if all(tag == OUTSIDE for tag in tags[start:end]):
        tags[start:end] = [first] + [rest] * (end - start - 1)


def _split_discontiguous(
    mentions: Sequence[TaggedMention],
) -> tuple[list[TaggedSegment], list[TaggedMention]]:
    """Split off discontiguous mentions, and those sharing tokens with them, as segments."""
    segments: list[TaggedSegment] = []
    rest: list[TaggedMention] = []
    by_type: dict[str, list[TaggedMention]] = defaultdict(list)
    for mention in mentions:
        by_type[mention.type].append(mention)
    for type_, group in by_type.items():
        broken = {token for m in group if len(m.ranges) > 1 for token in _list_tokens(m)}
        entangled = [
            m for m in group if len(m.ranges) > 1 or not broken.isdisjoint(_list_tokens(m))
        ]
        rest += [m for m in group if m not in entangled]
        segments += _split_segments(type_, entangled)
    return segments, rest


def _list_tokens(mention: TaggedMention) -> Iterator[int]:
    for start, end in mention.ranges:
        yield from range(start, end)


def _split_segments(type_: str, mentions: Sequence[TaggedMention]) -> list[TaggedSegment]:
    """Cut mentions into segments of tokens that the same mentions cover; H if several do."""
    counts = Counter(token for mention in mentions for token in set(_list_tokens(mention)))
    edges = {edge for mention in mentions for pair in mention.ranges for edge in pair}
    segments: list[TaggedSegment] = []
    for token in sorted(counts):
        letter = "H" if counts[token] > 1 else "D"
        last = segments[-1] if segments else None
        if last and last.end == token and last.letter == letter and token not in edges:
            segments[-1] = last._replace(end=token + 1)
        else:
            segments.append(TaggedSegment(token, token + 1, letter, type_))
    return segments


def decode_tags(tags: Sequence[str]) -> list[TaggedMention]:
    """Decode the tags of one sentence into mentions."""
    return [] if tags.count(OUTSIDE) == len(tags) else assemble_mentions(_read_segments(tags))


def assemble_mentions(segments: Iterable[tuple[int, int, str, str]]) -> list[TaggedMention]:
    """Assemble the segments of one sentence into mentions.

    Args:
        segments: Start, end, letter ("", D or H) and type of each segment.
    """
    mentions: list[TaggedMention] = []
    parts: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for start, end, letter, type_ in segments:
        if letter:
            parts[type_].append((start, end, letter))
        else:
            mentions.append(TaggedMention(type_, ((start, end),)))
    for type_, group in parts.items():
        mentions += [TaggedMention(type_, ranges) for ranges in _join_parts(group)]
    return sorted(mentions, key=lambda mention: mention.ranges)


def _read_segments(tags: Sequence[str]) -> Iterator[TaggedSegment]:
    """Read runs of tags that continue each other as segments."""
    start, kind = 0, ""
    for index, tag in enumerate([*tags, OUTSIDE]):
        place, _, type_ = tag.partition("-")
        current = f"{place[:-1]}-{type_}" if tag != OUTSIDE else ""
        if current and current == kind and place.endswith("I"):
            continue
        if kind:
            letter, _, name = kind.partition("-")
            yield TaggedSegment(start, index, letter, name)
        start, kind = index, current


def _join_parts(parts: Sequence[tuple[int, int, str]]) -> Iterator[tuple[Range, ...]]:
    """Join each D segment of a type to its nearest H segment."""
    heads = [(start, end) for start, end, letter in parts if letter == "H"]
    bodies = [(start, end) for start, end, letter in parts if letter == "D"]
    if not heads or not bodies:
        if heads or bodies:
            yield _merge_ranges([*heads, *bodies])
        return
    for body in bodies:
        nearest = min(heads, key=lambda head: max(head[0] - body[1], body[0] - head[1]))
        yield _merge_ranges([body, nearest])


def _merge_ranges(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Sort ranges and merge those that touch."""
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and merged[-1][1] >= start:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def assign_layers(
    mentions: Iterable[TaggedMention], outer: Container[str] = ()
) -> list[list[TaggedMention]]:
    """Distribute mentions over layers without overlaps, the longest in the first.

    Mentions that share tokens with a discontiguous one of their type stay with it: the tags can
    represent them.

    Args:
        mentions: The mentions of a sentence.
        outer: Types that start in the second layer.
    """
    layers: list[list[TaggedMention]] = [[], []] if outer else []
    ordered = sorted(mentions, key=lambda m: (-_count_tokens(m), m.ranges, m.type))
    for mention in ordered:
        for layer in layers[mention.type in outer :]:
            if all(_are_compatible(mention, placed) for placed in layer):
                layer.append(mention)
                break
        else:
            layers.append([mention])
    return layers


def find_outer_types(
    sentences: Iterable[Sequence[TaggedMention]], *, share: float = 0.3
) -> frozenset[str]:
    """Find types whose mentions contain a mention of another type in at least this share."""
    total, holding = Counter[str](), Counter[str]()
    for mentions in sentences:
        for mention in mentions:
            total[mention.type] += 1
            holding[mention.type] += any(_contains(mention, inner) for inner in mentions)
    return frozenset(type_ for type_, count in holding.items() if count >= share * total[type_])


def _contains(outer: TaggedMention, inner: TaggedMention) -> bool:
    if outer.type == inner.type or _count_tokens(outer) <= _count_tokens(inner):
        return False
    return any(a <= c and d <= b for a, b in outer.ranges for c, d in inner.ranges)


def _count_tokens(mention: TaggedMention) -> int:
    return sum(end - start for start, end in mention.ranges)


def _are_compatible(first: TaggedMention, second: TaggedMention) -> bool:
    if first.type == second.type and (len(first.ranges) > 1 or len(second.ranges) > 1):
        return first.ranges != second.ranges
    return not any(a < d and c < b for a, b in first.ranges for c, d in second.ranges)
