"""Merge episodes that the notes and the record date a few days apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from goldsmith.chronicle.merge.entities import OWN
from goldsmith.chronicle.merge.episodes import VAGUE, Episode
from goldsmith.chronicle.merge.rules import KindRules, MergeRules
from goldsmith.chronicle.model import Kind


def join_near(episodes: Sequence[Episode], rules: MergeRules) -> list[Episode]:
    """Merge episodes dated only by notes with those dated only by the record, a few days apart.

    If the dates contradict each other, the event reports a conflict.
    """
    groups: dict[tuple[Kind, int], list[Episode]] = defaultdict(list)
    for episode in episodes:
        if episode.group == OWN and rules.kinds[episode.kind].near:
            for number in episode.classes:
                groups[episode.kind, number].append(episode)
    gone: set[int] = set()
    for (kind, _), group in groups.items():
        for episode, record in _pair_near(group, rules.kinds[kind], gone):
            for entity, weight in zip(episode.entities, episode.weights, strict=True):
                record.add(entity, episode.classes, weight)
            gone.add(episode.number)
    return [episode for episode in episodes if episode.number not in gone]


def _pair_near(
    group: Sequence[Episode], rules: KindRules, gone: set[int]
) -> Iterator[tuple[Episode, Episode]]:
    records = [episode for episode in group if _is_from(episode, record=True)]
    if not records:
        return
    notes = [episode for episode in group if _is_from(episode, record=False)]
    for episode in notes:
        for record in records:
            if episode.number in gone or record.number in gone:
                continue
            if _agree(episode, record, rules) and _is_near(episode, record, rules):
                yield episode, record
                records.remove(record)
                break


def _is_from(episode: Episode, *, record: bool) -> bool:
    """Return whether an episode is dated to the day, and only by the record or only by notes."""
    exact = episode.limits[0] == episode.limits[1]
    dating = (entity for entity in episode.entities if entity.rank < VAGUE)
    return exact and all(entity.is_record == record for entity in dating)


def _is_near(first: Episode, second: Episode, rules: KindRules) -> bool:
    """Return whether two episodes are a few days apart; fewer if only one of them has a value."""
    days = abs(first.limits[0] - second.limits[0])
    keys = rules.agree_if_undated
    one_sided = any((key in first.details) != (key in second.details) for key in keys)
    return days <= (rules.tolerance if one_sided else rules.near)


def _agree(first: Episode, second: Episode, rules: KindRules) -> bool:
    return all(
        first.details.get(key, value) == value
        for key in (*rules.agree, *rules.agree_if_undated)
        if (value := second.details.get(key)) is not None
    )
