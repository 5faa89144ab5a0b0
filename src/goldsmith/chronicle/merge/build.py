"""Build the chronicle of a patient from the statements of all sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

import msgspec

from goldsmith.chronicle.merge import conflicts
from goldsmith.chronicle.merge.absences import Absences, collect_absences, list_absences
from goldsmith.chronicle.merge.drafts import Draft, find_recurring
from goldsmith.chronicle.merge.entities import OWN, NameClasses, collect_entities
from goldsmith.chronicle.merge.episodes import Episode
from goldsmith.chronicle.merge.extents import (
    Leeway,
    derive_statuses,
    make_date,
    make_extent,
    narrow_all,
)
from goldsmith.chronicle.merge.fields import (
    choose_assertion,
    choose_name,
    collect_codes,
    merge_details,
    weigh_evidence,
    weigh_place,
)
from goldsmith.chronicle.merge.nearby import join_near
from goldsmith.chronicle.merge.placement import EpisodeBuilder
from goldsmith.chronicle.merge.references import join_references
from goldsmith.chronicle.merge.rules import MergeRules
from goldsmith.chronicle.model import (
    Chronicle,
    Conflict,
    Date,
    Event,
    EventLink,
    Evidence,
    Person,
    StatusChange,
)
from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, Statement

_ANY_LEEWAY = Leeway(OPEN_END)
#: Kinds that last for some time, and therefore have a status.
_LASTING = frozenset(("problem", "drug"))
#: Kinds whose earliest stated start is right: a later one says when somebody noticed the problem,
#: or when a further part of a course of treatment began.
_LONG = frozenset(("problem", "procedure"))


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
        person: The patient, as described in the record.
        statements: The statements of the documents and the record, in any order.
        rules: How observations merge.
        today: Documents dated later than this have a wrong date.
        warnings: Conflicts found while reading the record.
    """
    limit = today.toordinal() if today else OPEN_END
    dated = [entry if entry.day <= limit else _forget_times(entry) for entry in statements]
    dated.sort(key=lambda entry: (entry.day or OPEN_END, entry.document))
    return _Builder(person, dated, rules, today).build(warnings)


def _forget_times(statement: Statement) -> Statement:
    """Return a statement without its times, for a document whose date is in the future."""
    observations = [
        msgspec.structs.replace(entry, limits=ANY_TIME, basis="none")
        for entry in statement.observations
    ]
    return msgspec.structs.replace(statement, observations=tuple(observations))


class _Builder:
    def __init__(
        self,
        person: Person,
        statements: Sequence[Statement],
        rules: MergeRules,
        today: Date | None,
    ) -> None:
        self.person, self.statements, self.rules, self.today = person, statements, rules, today
        # Observations are numbered consecutively across all statements; both lists are indexed by
        # that number.
        self._observations = [entry for source in statements for entry in source.observations]
        self._sources = [source for source in statements for _ in source.observations]
        self.last_day = self._find_last_day()
        self._weigh_place = cache(partial(weigh_place, rules.confidence))
        self._get_bout = cache(rules.get_bout)
        self._leeways = {
            kind: Leeway(entry.tolerance, entry.near) for kind, entry in rules.kinds.items()
        }

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
        """Return the day before which an event must end to count as resolved.

        An event that ends with the patient's death is not resolved; one that ends on the day of
        the last note is.
        """
        return self.last_day + (self.last_day > 0 and self.person.died.latest is None)

    def build(self, warnings: Sequence[Conflict]) -> Chronicle:
        drafts = self._draft()
        absences = collect_absences(drafts, self._sources)
        recurring = find_recurring(drafts)
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

    def _draft(self) -> list[Draft]:
        entities = collect_entities(self.statements, self.rules)
        builder = EpisodeBuilder(self.rules, NameClasses(entities))
        episodes = join_near(builder.place_all(entities), self.rules)
        episodes = join_references(episodes, self._observations, self.rules)
        drafts = [Draft(episode, self._observations) for episode in episodes]
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
        drafts.sort(key=Draft.get_sort_key)
        for number, draft in enumerate(drafts, 1):
            draft.id = f"e{number}"
        return drafts

    def _get_leeway(self, episode: Episode) -> Leeway:
        """Return how far sources may differ: without limit for a problem that comes and goes."""
        is_one_day = self.rules.kinds[episode.kind].one_day
        if not is_one_day and self._get_bout(episode.kind, episode.name):
            return _ANY_LEEWAY
        return self._leeways[episode.kind]

    def _build_event(self, draft: Draft, absences: Absences, recurs: bool) -> Event:
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
            weigh_evidence(evidence),
        )

    def _derive_statuses(
        self, draft: Draft, absences: Absences, recurs: bool
    ) -> tuple[StatusChange, ...]:
        episode = draft.episode
        rules = self.rules.kinds[episode.kind]
        gap = self._get_bout(episode.kind, episode.name) or rules.gap
        if rules.silence:  # a drug in the record continues until the record ends it
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

    def _get_last_mention(self, draft: Draft) -> int:
        """Return the date of the last note that mentions an event without giving a date for it."""
        days = [
            self._sources[number].day
            for number, entry in zip(draft.members, draft.observations, strict=True)
            if entry.basis == "document"
        ]
        return max(days, default=0)

    def _build_evidence(self, draft: Draft) -> tuple[Evidence, ...]:
        sources, weigh = self._sources, self._weigh_place
        # Positional arguments are faster, and this runs for every mention: see the fields of
        # Evidence.
        return tuple(
            [
                Evidence(
                    sources[number].document,
                    entry.set,
                    entry.mention,
                    entry.spans,
                    entry.table,
                    entry.row,
                    make_date(entry.day or sources[number].day),
                    entry.assertion,
                    make_extent(entry.limits),
                    entry.basis,
                    weigh(
                        bool(entry.table), entry.confidence, entry.assertion == "uncertain", weight
                    ),
                )
                for number, weight, entry in zip(
                    draft.members, draft.weights, draft.observations, strict=True
                )
            ]
        )

    def _build_links(self, drafts: Sequence[Draft]) -> Iterator[EventLink]:
        owners = [""] * len(self._observations)
        for draft in drafts:
            for number in draft.members:
                owners[number] = draft.id
        links: dict[tuple[str, str, str], None] = {}
        at = 0
        for statement in self.statements:
            for link in statement.links:
                first, second = owners[at + link.first], owners[at + link.second]
                if first != second:
                    links[link.type, first, second] = None
            at += len(statement.observations)
        return (EventLink(*link) for link in links)

    def _find_conflicts(
        self,
        drafts: Sequence[Draft],
        events: Sequence[Event],
        absences: Absences,
    ) -> Iterator[Conflict]:
        yield from conflicts.find_bad_dates(self.statements, self.today, self.person)
        yield from conflicts.find_strangers(self.statements, self.person)
        for draft, event in zip(drafts, events, strict=True):
            if draft.contradictions:
                yield from conflicts.describe_dates(event, draft.contradictions)
            is_timeless = self.rules.kinds[event.kind].timeless  # a body site may have two sides
            if event.details and len(event.evidence) > 1 and not is_timeless:
                yield from conflicts.find_contradictions(
                    event, draft.observations, self.rules.contradictions
                )
            if draft.episode.group == OWN:
                if days := list_absences(draft, absences):
                    yield from conflicts.find_denials(event, days)
                yield from conflicts.find_after_death(event, self.person)
