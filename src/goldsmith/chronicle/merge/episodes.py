"""Episodes: entities of all sources that are about the same thing at the same time.

Entities are placed one after the other, the best dated first. Each joins the episode that fits it
best by name, details and time, or starts a new one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from goldsmith.chronicle.merge.entities import OWN, Entity, NameClasses
from goldsmith.chronicle.merge.names import Name
from goldsmith.chronicle.merge.rules import KindRules, MergeRules
from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.observations.model import OPEN_END, OPEN_START, Limits
from goldsmith.chronicle.observations.times import intersect, is_possible

#: How well a name fits an episode: it is the same, one is short for the other, or there is none.
_SAME, _SHORT, _NEW = 2, 1, 0
#: The rank of entities that only their note dates.
_VAGUE: Final = 2
_FAR: Final = 1 << 30


class Episode:
    """A thing of the patient, once."""

    __slots__ = (
        "active",
        "classes",
        "details",
        "entities",
        "group",
        "kind",
        "limits",
        "named_after_end",
        "names",
        "number",
        "vague_day",
        "weights",
    )

    def __init__(self, entity: Entity, classes: frozenset[int], number: int, weight: float) -> None:
        self.kind, self.group, self.number = entity.kind, entity.group, number
        # These three are replaced, never changed: entities and episodes share them.
        self.classes = classes
        self.names = entity.names
        self.named_after_end = entity.named_after_end
        self.details = entity.details
        self.limits: Limits = entity.limits
        self.active = entity.get_active_days()
        self.entities = [entity]
        self.weights = [weight]
        #: The day of the note if nothing else dates the episode, else -1.
        self.vague_day = entity.day if entity.rank == _VAGUE else -1

    @property
    def name(self) -> Name:
        """Its first name."""
        return next(iter(self.names.values()), NO_NAME)

    def add(self, entity: Entity, classes: frozenset[int], weight: float) -> None:
        """Add an entity; bounds that contradict the episode do not narrow it."""
        self.entities.append(entity)
        self.weights.append(weight)
        if not classes <= self.classes:
            self.classes |= classes
        if not entity.names.keys() <= self.names.keys():
            self.names = {**self.names, **entity.names}
        if not entity.details.keys() <= self.details.keys():
            self.details = {**entity.details, **self.details}
        if entity.rank < _VAGUE:
            self.vague_day = -1
        if entity.named_after_end:
            self.named_after_end = True
        if entity.limits != self.limits:
            narrower = intersect(self.limits, entity.limits)
            if is_possible(narrower):
                self.limits = narrower
        if days := entity.get_active_days():
            self.active = _join_days(self.active, days)


def _join_days(first: tuple[int, int] | None, second: tuple[int, int]) -> tuple[int, int]:
    if first is None:
        return second
    return min(first[0], second[0]), max(first[1], second[1])


class _Fit(NamedTuple):
    """How well an entity fits an episode; the largest is the best."""

    level: int
    agreed: int
    #: Whether the times can both be right.
    is_possible: bool
    nearness: int
    number: int


class EpisodeBuilder:
    """Places the entities of one patient."""

    def __init__(self, rules: MergeRules, classes: NameClasses) -> None:
        self._rules, self._classes = rules, classes
        self.episodes: list[Episode] = []
        self._gaps: dict[tuple[str, str], int] = {}
        self._by_class: dict[tuple[str, int], list[Episode]] = defaultdict(list)
        self._by_word: dict[tuple[str, str, str], list[Episode]] = defaultdict(list)
        #: Where entities without a place in time went: equal ones go there too.
        self._placed: dict[tuple[str, int], dict[object, tuple[Episode, float]]] = defaultdict(dict)

    def place_all(self, entities: Iterable[Entity]) -> list[Episode]:
        """Place entities, the best dated first, and return the episodes."""
        for entity in sorted(entities, key=_get_order):
            classes = self._classes.get_classes(entity)
            if len(classes) == 1 and self._is_timeless(entity):
                self._place_timeless(entity, classes)
            else:
                self._place(entity, classes)
        return self.episodes

    def _is_timeless(self, entity: Entity) -> bool:
        rules = self._rules.kinds[entity.kind]
        return rules.timeless or (entity.group != OWN and not rules.agree_if_undated)

    def _place_timeless(self, entity: Entity, classes: frozenset[int]) -> None:
        """Place an entity whose time does not matter, by where an equal one went before."""
        [number] = classes
        placed = self._placed[entity.group, number]
        key = (*entity.names, entity.rank == _VAGUE, *entity.details.items())
        if key in placed:
            episode, weight = placed[key]
            episode.add(entity, classes, weight)
            return
        level, episode, weight = self._place(entity, classes)
        if level != _SHORT:
            self._placed[entity.group, number][key] = episode, weight if level == _SAME else 1.0

    def _place(self, entity: Entity, classes: frozenset[int]) -> tuple[int, Episode, float]:
        """Place an entity; returns how well its name fits, its episode, and what it is worth."""
        confidence = self._rules.confidence
        fits = self._find_fits(entity, classes)
        if not fits:
            weight = 1.0 if entity.names else confidence.generic
            episode = Episode(entity, classes, len(self.episodes), weight)
            self.episodes.append(episode)
            self._index(episode, entity, classes, {})
            return _NEW, episode, weight
        if len(fits) > 1:
            fits.sort(key=_get_fit, reverse=True)
        best, episode = fits[0]
        weight = 1.0 if best.level == _SAME else confidence.short_name
        if len(fits) > 1 and fits[1][0][:3] == best[:3] and entity.rank == _VAGUE:
            weight *= confidence.ambiguous
        self._index(episode, entity, classes - episode.classes, episode.names)
        details = episode.details
        episode.add(entity, classes, weight)
        if episode.details is not details:
            self._forget(episode)
        return best.level, episode, weight

    def _index(
        self,
        episode: Episode,
        entity: Entity,
        classes: frozenset[int],
        names: Mapping[str, Name],
    ) -> None:
        """Index an episode by the classes and names that an entity adds to its own."""
        group, kind = entity.group, entity.kind
        for number in classes:
            self._by_class[group, number].append(episode)
            self._placed.pop((group, number), None)
        for key, name in entity.names.items():
            if key not in names:
                for word in name.words:
                    index = self._by_word[group, kind, word]
                    if not index or index[-1] is not episode:
                        index.append(episode)

    def _forget(self, episode: Episode) -> None:
        """Forget what went to an episode that is another one now: its side is known."""
        for number in episode.classes:
            self._placed.pop((episode.group, number), None)

    def _find_fits(self, entity: Entity, classes: frozenset[int]) -> list[tuple[_Fit, Episode]]:
        rules = self._rules.kinds[entity.kind]
        tried: set[int] = set()
        fits: list[tuple[_Fit, Episode]] = []
        for number in classes:
            for episode in self._by_class.get((entity.group, number), ()):
                if episode.number not in tried:
                    tried.add(episode.number)
                    if fit := self._fit(entity, episode, rules, _SAME):
                        fits.append((fit, episode))
        if not fits and rules.short_names and entity.names:
            fits += self._find_short(entity, rules, tried)
        return fits

    def _get_gap(self, entity: Entity) -> int:
        name = next(iter(entity.names.values()), NO_NAME)
        gap = self._gaps.get((entity.kind, name.key))
        if gap is None:
            gap = self._gaps[entity.kind, name.key] = self._rules.get_gap(entity.kind, name)
        return gap

    def _find_short(
        self, entity: Entity, rules: KindRules, tried: set[int]
    ) -> Iterator[tuple[_Fit, Episode]]:
        """Find episodes whose name the entity shortens, or that shorten its name.

        A short name that fits things of several names, such as "pain", joins none of them.
        """
        fits: list[tuple[_Fit, Episode]] = []
        for episode in self._list_sharing_words(entity):
            if episode.number not in tried and _is_short(entity, episode):
                tried.add(episode.number)
                if fit := self._fit(entity, episode, rules, _SHORT):
                    fits.append((fit, episode))
        if len(fits) > 1 and not rules.one_day:
            first = fits[0][1].classes
            if any(not (first & episode.classes) for _, episode in fits[1:]):
                return
        yield from fits

    def _list_sharing_words(self, entity: Entity) -> Iterator[Episode]:
        for name in entity.names.values():
            for word in name.words:
                yield from self._by_word.get((entity.group, entity.kind, word), ())

    def _fit(self, entity: Entity, episode: Episode, rules: KindRules, level: int) -> _Fit | None:
        agreed = _count_agreed(entity, episode, rules)
        if agreed < 0:
            return None
        if rules.timeless or entity.group != OWN:
            return _Fit(level, agreed, True, 0, -episode.number)
        if rules.apart_if_vague and entity.rank == _VAGUE and episode.vague_day >= 0:
            return (
                _Fit(level, agreed, True, 0, -episode.number)
                if entity.day == episode.vague_day
                else None
            )
        possible = is_possible(intersect(entity.limits, episode.limits))
        if self._is_long_ago(entity, episode) or not (
            possible or _may_differ(entity, episode, rules)
        ):
            return None
        distance = _measure_distance(entity, episode)
        if distance > rules.reach > 0 and entity.rank == _VAGUE and _has_value(entity, rules):
            return None
        return _Fit(level, agreed, possible, -distance, episode.number)

    def _is_long_ago(self, entity: Entity, episode: Episode) -> bool:
        """Return whether so many days lie between both that they are different episodes."""
        return bool(
            episode.active
            and (days := entity.get_active_days())
            and (silence := _measure_silence(days, episode.active)) > 0
            and 0 < self._get_gap(entity) < silence
        )


def _may_differ(entity: Entity, episode: Episode, rules: KindRules) -> bool:
    """Return whether both may be the same episode though their times cannot both be right."""
    first, second = entity.limits, episode.limits
    if entity.named_after_end or episode.named_after_end:
        first, second = _open_end(first), _open_end(second)
    return not rules.one_day and not _is_apart(first, second, rules.recurs_after)


def _get_order(entity: Entity) -> tuple[int, int]:
    return entity.rank, entity.anchor


def _get_fit(pair: tuple[_Fit, Episode]) -> _Fit:
    return pair[0]


#: Stands for the name of what is only named by its category.
NO_NAME = Name("", frozenset(), True, "")


def _count_agreed(entity: Entity, episode: Episode, rules: KindRules) -> int:
    """Return the number of details that agree; -1 if one of them differs."""
    agreed = 0
    keys = rules.agree
    if rules.agree_if_undated and not _is_same_day(entity.limits, episode.limits):
        keys += rules.agree_if_undated
    for key in keys:
        first, second = entity.details.get(key), episode.details.get(key)
        if first and second:
            if first != second:
                return -1
            agreed += 1
    return agreed


def _has_value(entity: Entity, rules: KindRules) -> bool:
    return any(key in entity.details for key in rules.agree_if_undated)


def _is_same_day(first: Limits, second: Limits) -> bool:
    return first[0] == first[1] == second[0] == second[1]


def _is_short(entity: Entity, episode: Episode) -> bool:
    return any(
        not (name.lacks_place or longer.lacks_place)
        and (name.words <= longer.words or longer.words <= name.words)
        for name in entity.names.values()
        for longer in episode.names.values()
    )


def _open_end(limits: Limits) -> Limits:
    return Limits(limits[0], limits[1], limits[2], OPEN_END)


def _measure_silence(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Return the days between two spans of days; they overlap if it is not above 0."""
    return max(first[0] - second[1], second[0] - first[1])


def _is_apart(first: Limits, second: Limits, recurs_after: int) -> bool:
    """Return whether one was over before the other was there.

    What was over shortly before is no new episode: the sources contradict each other.
    """
    return (
        _get_presence(second) - first[3] > recurs_after
        or _get_presence(first) - second[3] > recurs_after
    )


def _get_presence(limits: Limits) -> int:
    """Return the first day on which something is known to be there or not to have begun before."""
    start_earliest, start_latest, end_earliest, _ = limits
    if start_latest <= end_earliest and start_latest != OPEN_END and end_earliest != OPEN_START:
        return start_latest
    return start_earliest


def _measure_distance(entity: Entity, episode: Episode) -> int:
    """Return the days between an entity and an episode; a vague one is near the latest start."""
    if entity.rank == _VAGUE:
        if not entity.day:
            return _FAR
        start = episode.limits[0] if episode.limits[0] != OPEN_START else episode.limits[1]
        return abs(entity.day - start) if start != OPEN_END else _FAR
    if episode.active:
        return max(0, entity.anchor - episode.active[1], episode.active[0] - entity.anchor)
    start = episode.limits[0] if episode.limits[0] != OPEN_START else episode.limits[1]
    return abs(entity.anchor - start) if start != OPEN_END else _FAR


def join_near(episodes: Sequence[Episode], rules: MergeRules) -> list[Episode]:
    """Join episodes that only notes date with those that only the record dates, a few days apart.

    The event then shows it if the dates contradict each other.
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
    exact = episode.limits[0] == episode.limits[1]
    return exact and all(entity.is_record == record for entity in episode.entities)


def _is_near(first: Episode, second: Episode, rules: KindRules) -> bool:
    """Return whether both are a few days apart; fewer if only one of them has a value."""
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
