"""Build the chronicle of a patient from what the sources say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

import msgspec

from goldsmith.chronicle.merge import conflicts
from goldsmith.chronicle.merge.entities import OWN, NameClasses, collect_entities
from goldsmith.chronicle.merge.episodes import Episode, EpisodeBuilder, join_near
from goldsmith.chronicle.merge.extents import (
    Leeway,
    derive_statuses,
    make_date,
    make_extent,
    narrow_all,
)
from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.merge.rules import Confidence, MergeRules
from goldsmith.chronicle.model import (
    Assertion,
    Chronicle,
    Conflict,
    Date,
    Event,
    EventLink,
    Evidence,
    Person,
    StatusChange,
)
from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, Observation, Statement
from goldsmith.core import Code

#: Kinds that go on for some time, so that they have a status.
_LASTING = frozenset(("problem", "drug"))

#: Kinds whose first place has the start right: a later one tells when it was noticed, or when a
#: further part of a course began.
_LONG = frozenset(("problem", "procedure"))


_NOWHERE: frozenset[str] = frozenset()
#: The letters of the longest abbreviation: longer words in capitals are headings.
_ABBREVIATED = 6


class Absence(NamedTuple):
    """A day on which a note says that something is not there, and the words of the place."""

    day: int
    place: frozenset[str]


#: Kind and class of name -> when and where it is not there.
Absences = Mapping[tuple[str, int], Sequence[Absence]]


def build_chronicle(
    person: Person,
    statements: Sequence[Statement],
    rules: MergeRules,
    *,
    today: Date | None = None,
    warnings: Sequence[Conflict] = (),
) -> Chronicle:
    """Build the chronicle of a patient.

    Args:
        person: The patient, as the record has it.
        statements: What the documents and the record say, in any order.
        rules: How observations merge.
        today: Documents of later days have a date that cannot be right.
        warnings: Conflicts that were noticed while reading.
    """
    limit = today.toordinal() if today else OPEN_END
    dated = [entry if entry.day <= limit else _forget_times(entry) for entry in statements]
    dated.sort(key=lambda entry: (entry.day or OPEN_END, entry.document))
    return _Builder(person, dated, rules, today).build(warnings)


def _forget_times(statement: Statement) -> Statement:
    """Return what a document of a day to come says: its times cannot be right."""
    observations = [
        msgspec.structs.replace(entry, limits=ANY_TIME, basis="none")
        for entry in statement.observations
    ]
    return msgspec.structs.replace(statement, observations=tuple(observations))


class _Draft:
    """An event in the making: an episode with its observations in the order of their days."""

    def __init__(self, episode: Episode, statements: Sequence[Statement]) -> None:
        self.episode = episode
        if len(episode.entities) == 1:
            self.members = episode.entities[0].members
            self.weights = episode.weights * len(self.members)
        else:
            weighted = [
                (member, weight)
                for entity, weight in zip(episode.entities, episode.weights, strict=True)
                for member in entity.members
            ]
            weighted.sort()
            self.members = [member for member, _ in weighted]
            self.weights = [weight for _, weight in weighted]
        self.observations = [
            statements[source].observations[position] for source, position in self.members
        ]
        self.limits = ANY_TIME
        self.contradictions: list[tuple[int, int]] = []
        self.id = ""

    def get_sort_key(self) -> tuple[int, int]:
        """Return what events are ordered by: the earliest start, then the latest; undated last."""
        first, last = self.limits[0], self.limits[1]
        return (first or min(last, OPEN_END), last)


class _Builder:
    def __init__(
        self,
        person: Person,
        statements: Sequence[Statement],
        rules: MergeRules,
        today: Date | None,
    ) -> None:
        self.person, self.statements, self.rules, self.today = person, statements, rules, today
        self.last_day = self._find_last_day()
        self._weigh_place = cache(partial(weigh_place, rules.confidence))
        self._get_bout = cache(rules.get_bout)

    def _find_last_day(self) -> int:
        died = self.person.died.latest
        limit = self.today.toordinal() if self.today else OPEN_END
        days = [entry.day for entry in self.statements if entry.day <= limit]
        days += [
            entry.day
            for statement in self.statements
            if not statement.document
            for entry in statement.observations
            if entry.day <= limit
        ]
        return died.toordinal() if died else max(days, default=0)

    def _get_end_of_history(self) -> int:
        """Return the day before which something ended that is over.

        What ends with the patient is not over; what ends on the day of the last note is.
        """
        return self.last_day + (self.last_day > 0 and self.person.died.latest is None)

    def build(self, warnings: Sequence[Conflict]) -> Chronicle:
        drafts = self._draft()
        absences = self._collect_absences(drafts)
        recurring = _find_recurring(drafts)
        events = tuple(
            self._build_event(draft, absences, draft.episode.number in recurring)
            for draft in drafts
        )
        documents = {
            entry.document: make_date(entry.day) for entry in self.statements if entry.document
        }
        return Chronicle(
            self.person,
            events,
            tuple(self._build_links(drafts)),
            (*warnings, *self._find_conflicts(drafts, events, absences)),
            documents,
            make_date(self.last_day),
        )

    def _draft(self) -> list[_Draft]:
        entities = collect_entities(self.statements, self.rules)
        builder = EpisodeBuilder(self.rules, NameClasses(entities))
        episodes = join_near(builder.place_all(entities), self.rules)
        drafts = [_Draft(episode, self.statements) for episode in episodes]
        for draft in drafts:
            rules = self.rules.kinds[draft.episode.kind]
            if draft.episode.group == OWN and not rules.timeless:
                draft.limits, draft.contradictions = narrow_all(
                    draft.observations,
                    one_day=rules.one_day,
                    lasts=draft.episode.kind in _LONG,
                    votes=rules.votes,
                    leeway=self._get_leeway(draft.episode),
                )
        drafts.sort(key=_Draft.get_sort_key)
        for number, draft in enumerate(drafts, 1):
            draft.id = f"e{number}"
        return drafts

    def _get_leeway(self, episode: Episode) -> Leeway:
        """Return what places may differ in: anything, if it comes and goes."""
        rules = self.rules.kinds[episode.kind]
        if rules.one_day:
            return Leeway(rules.tolerance, rules.near)
        if self._get_bout(episode.kind, episode.name):
            return Leeway(OPEN_END)
        return Leeway(rules.tolerance, rules.near)

    def _collect_absences(self, drafts: Sequence[_Draft]) -> Absences:
        """Return when and where notes say that something is not there, by class of name."""
        absences: dict[tuple[str, int], list[Absence]] = defaultdict(list)
        for draft in drafts:
            if draft.episode.group == "negated":
                places = zip(draft.members, draft.observations, strict=True)
                denials = [
                    Absence(day, get_place(entry))
                    for (source, _), entry in places
                    if (day := self.statements[source].day)
                ]
                for number in draft.episode.classes:
                    absences[draft.episode.kind, number] += denials
        return absences

    def _build_event(self, draft: _Draft, absences: Absences, recurs: bool) -> Event:
        episode = draft.episode
        evidence = self._build_evidence(draft)
        statuses: tuple[StatusChange, ...] = ()
        if episode.group == OWN and episode.kind in _LASTING:
            statuses = self._derive_statuses(draft, absences, recurs)
        return Event(
            draft.id,
            episode.kind,
            choose_name(draft.observations),
            collect_codes(draft.observations),
            choose_assertion(draft.observations),
            make_extent(draft.limits),
            statuses,
            merge_details(draft.observations),
            evidence,
            self._weigh(evidence, draft),
        )

    def _derive_statuses(
        self, draft: _Draft, absences: Absences, recurs: bool
    ) -> tuple[StatusChange, ...]:
        episode = draft.episode
        rules = self.rules.kinds[episode.kind]
        gap = self._get_bout(episode.kind, episode.name) or rules.gap
        if rules.silence:  # what the record has goes on until the record ends it
            gap = 0 if any(entry.table for entry in draft.observations) else rules.silence
        return tuple(
            derive_statuses(
                draft.observations,
                draft.limits,
                recurs=recurs,
                absences=list_absences(draft, absences),
                last_day=self._get_end_of_history(),
                gap=gap,
                presence=self._get_last_mention(draft) if rules.silence else 0,
            )
        )

    def _get_last_mention(self, draft: _Draft) -> int:
        """Return the last day on which a note mentions an event without another date for it."""
        days = [
            self.statements[source].day
            for (source, _), entry in zip(draft.members, draft.observations, strict=True)
            if entry.basis == "document"
        ]
        return max(days, default=0)

    def _build_evidence(self, draft: _Draft) -> tuple[Evidence, ...]:
        statements = self.statements
        # By position, because every mention passes here: see the fields of Evidence.
        return tuple(
            [
                Evidence(
                    statements[source].document,
                    entry.set,
                    entry.mention,
                    entry.spans,
                    entry.table,
                    entry.row,
                    make_date(entry.day or statements[source].day),
                    entry.assertion,
                    make_extent(entry.limits),
                    entry.basis,
                    self._weigh_place(
                        bool(entry.table), entry.confidence, entry.assertion == "uncertain", weight
                    ),
                )
                for (source, _), weight, entry in zip(
                    draft.members, draft.weights, draft.observations, strict=True
                )
            ]
        )

    def _weigh(self, evidence: Sequence[Evidence], draft: _Draft) -> float:
        """Return the confidence of an event: each source counts once, with its best place."""
        if len(evidence) == 1:
            return evidence[0].confidence
        best: dict[int, float] = {}
        for (source, _), entry in zip(draft.members, evidence, strict=True):
            if entry.confidence > best.get(source, 0.0):
                best[source] = entry.confidence
        doubt = 1.0
        for confidence in best.values():
            doubt *= 1.0 - confidence
        return round(1.0 - doubt, 3)

    def _build_links(self, drafts: Sequence[_Draft]) -> Iterator[EventLink]:
        owners = [[""] * len(statement.observations) for statement in self.statements]
        for draft in drafts:
            for source, position in draft.members:
                owners[source][position] = draft.id
        links: dict[tuple[str, str, str], None] = {}
        for statement, ids in zip(self.statements, owners, strict=True):
            for link in statement.links:
                first, second = ids[link.first], ids[link.second]
                if first != second:
                    links[link.type, first, second] = None
        return (EventLink(*link) for link in links)

    def _find_conflicts(
        self,
        drafts: Sequence[_Draft],
        events: Sequence[Event],
        absences: Absences,
    ) -> Iterator[Conflict]:
        yield from conflicts.find_bad_dates(self.statements, self.today, self.person)
        yield from conflicts.find_strangers(self.statements, self.person)
        for draft, event in zip(drafts, events, strict=True):
            if draft.contradictions:
                yield from conflicts.describe_dates(event, draft.contradictions)
            is_timeless = self.rules.kinds[event.kind].timeless  # a place may have two sides
            if event.details and len(event.evidence) > 1 and not is_timeless:
                yield from conflicts.find_contradictions(
                    event, draft.observations, self.rules.contradictions
                )
            if draft.episode.group == OWN:
                if days := list_absences(draft, absences):
                    yield from conflicts.find_denials(event, days)
                yield from conflicts.find_after_death(event, self.person)


def weigh_place(
    worth: Confidence, is_record: bool, confidence: float, is_uncertain: bool, weight: float
) -> float:
    """Return what a place is worth: what it says, and how well it fits its event."""
    base = worth.record if is_record else worth.mention * confidence
    return round((min(base, worth.uncertain) if is_uncertain else base) * weight, 3)


def list_absences(draft: _Draft, absences: Absences) -> list[int]:
    """Return the days on which notes say that the problem of an event is not there.

    "Nodes free of tumour" does not say that there is no tumour in the breast.
    """
    episode = draft.episode
    denials = [entry for n in episode.classes for entry in absences.get((episode.kind, n), ())]
    if not any(entry.place for entry in denials):
        return [entry.day for entry in denials]
    words = frozenset[str]().union(
        *(name.words for name in episode.names.values()), *map(get_place, draft.observations)
    )
    return [entry.day for entry in denials if not entry.place or entry.place & words]


def get_place(observation: Observation) -> frozenset[str]:
    """Return the words of the place of an observation."""
    place = observation.details.get("place", "")
    return normalise_name(place, "locus").words if place else _NOWHERE


def _find_recurring(drafts: Sequence[_Draft]) -> set[int]:
    """Return the episodes whose problem had been there, and over, before."""
    earlier: set[tuple[str, int]] = set()
    recurring = set()
    for draft in drafts:
        episode = draft.episode
        if episode.group != OWN or episode.kind != "problem":
            continue
        keys = {(episode.kind, number) for number in episode.classes}
        if keys & earlier:
            recurring.add(episode.number)
        earlier |= keys
    return recurring


def choose_name(observations: Sequence[Observation]) -> str:
    """Return the name of an event: the record's, or the wording most used that is not generic."""
    if len(observations) == 1:
        [entry] = observations
        return entry.name if entry.table else _plain(entry.name)
    counts: dict[str, int] = {}
    for entry in observations:
        if entry.table:
            return entry.name
        if not normalise_name(entry.name, entry.kind).is_generic:
            name = _plain(entry.name)
            counts[name] = counts.get(name, 0) + 1
    if not counts:
        return _plain(observations[0].name)
    return max(counts, key=lambda name: (counts[name], len(name))) if len(counts) > 1 else name


@lru_cache(maxsize=1 << 14)
def _plain(wording: str) -> str:
    """Return a wording on one line, without the capitals of a sentence's start or a heading."""
    words = " ".join(wording.split())
    if words.isupper() and all(len(word) > _ABBREVIATED for word in words.split()):
        return words.lower()
    if words[:1].isupper() and words[1:] == words[1:].lower() and len(words) > 3:
        return words.lower()
    return words


def collect_codes(observations: Sequence[Observation]) -> tuple[Code, ...]:
    """Return the codes of all places, the most frequent first."""
    codes = [code for entry in observations for code in entry.codes if not code.is_cui_less]
    return tuple([code for code, _ in Counter(codes).most_common()]) if codes else ()


def choose_assertion(observations: Sequence[Observation]) -> Assertion:
    """Return what is asserted of an event: it is uncertain only if no place affirms it."""
    for entry in observations:
        if entry.assertion == "affirmed":
            return "affirmed"
    return observations[0].assertion


def merge_details(observations: Sequence[Observation]) -> dict[str, str]:
    """Return each detail with the value that the record or most places give."""
    stating = [entry for entry in observations if entry.details]
    if len(stating) < 2:
        return dict(sorted(stating[0].details.items())) if stating else {}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in stating:
        for name, value in entry.details.items():
            counts[name][value] += len(observations) if entry.table else 1
    return {name: values.most_common(1)[0][0] for name, values in sorted(counts.items())}
