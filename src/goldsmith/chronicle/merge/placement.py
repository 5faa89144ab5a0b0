"""Assign entities to episodes one by one, the best dated first.

Each entity joins the episode that fits best by name, details and time, or starts a new one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from operator import attrgetter, itemgetter

from goldsmith.chronicle.merge.entities import OWN, Entity, NameClasses
from goldsmith.chronicle.merge.episodes import NO_NAME, VAGUE, Episode
from goldsmith.chronicle.merge.fits import (
    Fit,
    count_agreed,
    has_value,
    is_quoted,
    is_short,
    may_differ,
    measure_distance,
    measure_silence,
)
from goldsmith.chronicle.merge.names import Name
from goldsmith.chronicle.merge.rules import MergeRules
from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.observations.times import intersect, is_possible

#: How well a name fits an episode: same name, one is short for the other, or no episode fits.
_SAME, _SHORT, _NEW = 2, 1, 0


class EpisodeBuilder:
    """Assigns the entities of one patient to episodes."""

    def __init__(self, rules: MergeRules, classes: NameClasses) -> None:
        self._rules, self._classes = rules, classes
        self.episodes: list[Episode] = []
        self._builders: dict[tuple[str, Kind], _GroupBuilder] = {}

    def place_all(self, entities: Iterable[Entity]) -> list[Episode]:
        """Assign entities to episodes, the best dated first, and return the episodes."""
        get_classes, builders = self._classes.get_classes, self._builders
        for entity in sorted(entities, key=attrgetter("rank", "anchor")):
            key = entity.group, entity.kind
            builder = builders.get(key)
            if builder is None:
                builder = builders[key] = _GroupBuilder(*key, self._rules, self.episodes)
            builder.place(entity, get_classes(entity))
        return self.episodes


class _GroupBuilder:
    """Assigns the entities of one kind and group; entities that differ in either never merge.

    Args:
        group: The group.
        kind: The kind.
        rules: All rules.
        episodes: The episodes of the patient, to which new ones are added.
    """

    def __init__(self, group: str, kind: Kind, rules: MergeRules, episodes: list[Episode]) -> None:
        self._all_rules, self._rules = rules, rules.kinds[kind]
        self._confidence, self._episodes = rules.confidence, episodes
        #: Whether time distinguishes episodes.
        self._is_timed = group == OWN and not self._rules.timeless
        #: Whether equal entities go to the same episode regardless of time.
        self._is_timeless = not self._is_timed and (
            self._rules.timeless or not self._rules.agree_if_undated
        )
        self._gaps: dict[str, int] = {}
        self._by_class: dict[int, list[Episode]] = defaultdict(list)
        self._by_word: dict[str, list[Episode]] = defaultdict(list)
        #: Class -> the episodes that timeless entities went to; equal entities follow them.
        self._placed: dict[int, dict[object, tuple[Episode, float]]] = defaultdict(dict)

    def place(self, entity: Entity, classes: frozenset[int]) -> None:
        """Assign an entity with these name classes to an episode."""
        if not self._is_timeless or len(classes) != 1:
            self._place(entity, classes)
            return
        [number] = classes
        key = (*entity.names, entity.rank == VAGUE, *entity.details.items())
        if (home := self._placed[number].get(key)) is not None:
            episode, weight = home
            episode.add(entity, classes, weight)
            return
        level, episode, weight = self._place(entity, classes)
        if level != _SHORT:
            self._placed[number][key] = episode, weight if level == _SAME else 1.0

    def _place(self, entity: Entity, classes: frozenset[int]) -> tuple[int, Episode, float]:
        """Assign an entity, and return how well its name fits, its episode, and its weight."""
        fits = self._find_fits(entity, classes)
        if not fits:
            weight = 1.0 if entity.names else self._confidence.generic
            episode = Episode(entity, classes, len(self._episodes), weight)
            self._episodes.append(episode)
            self._index(episode, entity, classes, {})
            return _NEW, episode, weight
        if len(fits) > 1:
            fits.sort(key=itemgetter(0), reverse=True)
        best, episode = fits[0]
        weight = 1.0 if best.level == _SAME else self._confidence.short_name
        if len(fits) > 1 and fits[1][0][:3] == best[:3] and entity.rank == VAGUE:
            weight *= self._confidence.ambiguous
        if not (classes <= episode.classes and entity.names.keys() <= episode.names.keys()):
            self._index(episode, entity, classes - episode.classes, episode.names)
        details = episode.details
        episode.add(entity, classes, weight)
        if episode.details is not details:
            self._forget(episode.classes)
        return best.level, episode, weight

    def _index(
        self,
        episode: Episode,
        entity: Entity,
        classes: frozenset[int],
        names: Mapping[str, Name],
    ) -> None:
        """Index an episode by the classes and names that an entity adds to it."""
        for number in classes:
            self._by_class[number].append(episode)
        self._forget(classes)
        if not self._rules.short_names:
            return
        for key, name in entity.names.items():
            if key not in names:
                for word in name.words:
                    index = self._by_word[word]
                    if not index or index[-1] is not episode:
                        index.append(episode)

    def _forget(self, classes: Iterable[int]) -> None:
        """Drop the cached assignments for classes, after an episode is added or gains details."""
        if self._is_timeless:
            for number in classes:
                self._placed.pop(number, None)

    def _find_fits(self, entity: Entity, classes: frozenset[int]) -> list[tuple[Fit, Episode]]:
        lists = [self._by_class.get(number, ()) for number in classes]
        tried = lists[0] if len(lists) == 1 else dict.fromkeys(chain.from_iterable(lists))
        fits = [(fit, episode) for episode in tried if (fit := self._fit(entity, episode, _SAME))]
        if not fits and self._rules.short_names and entity.names:
            return self._find_short(entity, tried)
        return fits

    def _find_short(self, entity: Entity, tried: Iterable[Episode]) -> list[tuple[Fit, Episode]]:
        """Find episodes whose name the entity shortens, or that shorten its name.

        A short name such as "pain" that fits episodes with different names joins none of them.
        """
        sharing: dict[Episode, None] = {}
        for name in entity.names.values():
            for word in name.words:
                sharing.update(dict.fromkeys(self._by_word.get(word, ())))
        for episode in tried:
            sharing.pop(episode, None)
        fits = [
            (fit, episode)
            for episode in sharing
            if is_short(entity, episode) and (fit := self._fit(entity, episode, _SHORT))
        ]
        if len(fits) > 1 and not self._rules.one_day:
            # The oldest episode: the order of `sharing` depends on Python's hash seed.
            first = min([episode for _, episode in fits], key=attrgetter("number"))
            if any(first.classes.isdisjoint(episode.classes) for _, episode in fits):
                return []
        return fits

    def _fit(self, entity: Entity, episode: Episode, level: int) -> Fit | None:
        rules = self._rules
        agreed = 0
        if entity.details and episode.details:
            agreed = count_agreed(entity, episode, rules)
            if agreed < 0:
                return None
        if not self._is_timed:
            return Fit(level, agreed, True, 0, -episode.number)
        if rules.apart_if_vague and entity.rank == VAGUE and episode.vague_day >= 0:
            return (
                Fit(level, agreed, True, 0, -episode.number)
                if entity.day == episode.vague_day
                else None
            )
        possible = is_possible(intersect(entity.limits, episode.limits))
        if self._is_long_ago(entity, episode) or not (
            possible or may_differ(entity, episode, rules)
        ):
            return None
        distance = measure_distance(entity, episode)
        is_far = distance > rules.reach > 0 and entity.rank == VAGUE and has_value(entity, rules)
        if is_far and not is_quoted(entity, episode, rules):
            return None
        return Fit(level, agreed, possible, -distance, episode.number)

    def _is_long_ago(self, entity: Entity, episode: Episode) -> bool:
        """Return whether the gap in time is so long that these are different episodes."""
        return bool(
            episode.active
            and (days := entity.active)
            and (silence := measure_silence(days, episode.active)) > 0
            and 0 < self._get_gap(entity) < silence
        )

    def _get_gap(self, entity: Entity) -> int:
        name = next(iter(entity.names.values()), NO_NAME)
        gap = self._gaps.get(name.key)
        if gap is None:
            gap = self._gaps[name.key] = self._all_rules.get_gap(entity.kind, name)
        return gap
