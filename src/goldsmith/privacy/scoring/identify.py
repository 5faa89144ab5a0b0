"""Find the identifiers of a note with the scored model, and the places that remain doubtful."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace

from goldsmith.privacy.finders.numbers import find_links
from goldsmith.privacy.identifiers import (
    AGE,
    CONTACT,
    KINDS,
    NAME,
    NHS,
    NUMBER,
    PLACE,
    SHAPE,
    Identifier,
    resolve_overlaps,
)
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.nhs_number import is_nhs_number
from goldsmith.privacy.scoring.clearing import (
    clear_eponyms,
    clear_nouns_and_verbs,
    clear_safe_words,
    clear_terms,
    drop_impossible,
    drop_lone_numbers,
    join_hyphens,
    settle_contacts,
    settle_spelt_names,
)
from goldsmith.privacy.scoring.corpus import CorpusUsage, PatientNames, mark_certain
from goldsmith.privacy.scoring.cues import is_cue
from goldsmith.privacy.scoring.extension import extend_identifiers
from goldsmith.privacy.scoring.features import Floats, Note
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.model import Model, WordScores, compute_factors
from goldsmith.privacy.scoring.names import make_names
from goldsmith.privacy.scoring.places import is_generic, make_places
from goldsmith.privacy.scoring.proposals import propose
from goldsmith.privacy.scoring.units import NUMBER as NUMBER_UNIT
from goldsmith.privacy.scoring.units import Units, split_units
from goldsmith.privacy.surrogates.calendar import MAX_AGE, Calendar

#: Places with a lower probability are not listed for inspection.
MIN_DOUBT: Final = 0.01
_RANK: Final = 29
_RECORDED, _NEAR = 3, 4
#: A word with this probability is always an identifier.
MAX_THRESHOLD: Final = 0.9


class Doubt(msgspec.Struct, frozen=True):
    """A place that was not replaced although it may be an identifier."""

    start: int
    end: int
    kind: str
    probability: float
    rule: str


class Findings(msgspec.Struct, frozen=True):
    """The identifiers of a text in order, and the doubtful places."""

    identifiers: list[Identifier]
    doubts: list[Doubt]
    unlisted: float = 0.0
    """The expected number of identifiers among the places too improbable to be doubtful."""


class Finder:
    """Finds identifiers by their probability.

    Args:
        model: The scored model.
        recalls: Kind -> the share of its identifiers to find; "" for all other kinds.
    """

    def __init__(self, model: Model, recalls: Mapping[str, float]) -> None:
        self._model = model
        self._thresholds = np.array(list(model.get_thresholds(recalls).values()))
        self.usage = CorpusUsage()

    def survey(self, text: str, owner: str, names: PatientNames, lexicon: Lexicon) -> None:
        """Learn the certain names of a note, and the usage of its words."""
        units = split_units(text, resolve_overlaps(find_links(text)))
        note = self._model.builder.read(text, units)
        if not len(note.word_rows):
            return
        certain, kinds = self._find_certain(note, self._model.score_words(note))
        self.usage.add(owner, note, certain)
        rows = (certain & kinds).nonzero()[0].tolist()
        names.add(units.texts[row] for row in rows)
        lexicon.learn(text, make_names(text, units, rows, lexicon, ["learnt"] * len(rows)))

    def _find_certain(self, note: Note, words: WordScores) -> tuple[Ints, Ints]:
        """Find the units that are certainly a name or a place, and those more likely a name."""
        probabilities = self._model.score_alone(note, words)
        is_name = np.zeros(len(note.types), np.int32)
        is_name[note.word_rows] = probabilities[:, 1] > probabilities[:, 2]
        return mark_certain(note, probabilities), is_name

    def find(
        self, text: str, calendar: Calendar, names: PatientNames, lexicon: Lexicon
    ) -> Findings:
        """Find the identifiers of a text.

        Args:
            text: The text.
            calendar: Reads and shifts its dates.
            names: The certain names in the notes of the patient.
            lexicon: The names known for the patient.
        """
        units = split_units(text, propose(text, calendar))
        if not units.texts:
            return Findings([], [])
        note = self._model.builder.read(text, units)
        first = self._model.score_words(note)
        certain, _ = self._find_certain(note, first)
        states = names.find_states(note, certain, lexicon)
        usage = self.usage.find_states(note, certain)
        scores = self._model.score(note, first, states, usage)
        return self.decide(text, note, scores, states, lexicon)

    def decide(
        self, text: str, note: Note, scores: Floats, states: Ints, lexicon: Lexicon
    ) -> Findings:
        """Decide which units are identifiers and which remain doubtful.

        Args:
            text: The text of a note.
            note: The evidence about its units.
            scores: The probabilities of its units, which are changed.
            states: For each unit, its state in the lexicon of the patient.
            lexicon: The names known for the patient.
        """
        units = note.units
        clear_eponyms(note, scores)
        factors = compute_factors(note, scores)
        drop_impossible(text, note, scores)
        settle_contacts(units, scores)
        clear_terms(units, scores)
        clear_nouns_and_verbs(units, scores)
        clear_safe_words(units, scores, states)
        settle_spelt_names(units, scores)
        total = np.add.reduce(scores[:, 1:], axis=1)
        best = scores[:, 1:].argmax(axis=1)
        limits = np.minimum(self._thresholds[best] * factors, MAX_THRESHOLD)
        is_identifier = total >= limits
        extend_identifiers(note, total / limits, is_identifier, best)
        drop_lone_numbers(units, is_identifier, best)
        join_hyphens(units, is_identifier, best)
        rows = is_identifier.nonzero()[0].tolist()
        identifiers = list(_make_identifiers(text, units, rows, best, states, lexicon))
        doubtful = ((total >= MIN_DOUBT) | (states == _RECORDED)) & ~is_identifier
        doubts = [
            Doubt(
                units.starts[row],
                units.ends[row],
                KINDS[best[row]],
                float(total[row]),
                _explain(units, row, KINDS[best[row]], int(states[row])),
            )
            for row in doubtful.nonzero()[0].tolist()
            if _is_worth_a_look(units, row, KINDS[best[row]], float(total[row]))
        ]
        unlisted = float(total[~(doubtful | is_identifier)].sum())
        return Findings(identifiers, doubts, unlisted)


def _is_worth_a_look(units: Units, row: int, kind: str, probability: float) -> bool:
    """Return whether to list a doubtful place: not "Hospital", not "hope" if Hope is recorded."""
    text = units.texts[row]
    if probability < MIN_DOUBT:
        return text[0].isupper()
    return kind != PLACE or not is_generic(text.lower())


def _make_identifiers(
    text: str, units: Units, rows: Sequence[int], best: Ints, states: Ints, lexicon: Lexicon
) -> Iterator[Identifier]:
    by_kind: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for row in rows:
        by_kind[KINDS[best[row]]].append(row)
    rules = {row: _explain(units, row, KINDS[best[row]], int(states[row])) for row in rows}
    names, places = by_kind.pop(NAME), by_kind.pop(PLACE)
    yield from make_names(text, units, names, lexicon, [rules[row] for row in names])
    others = frozenset(rows).difference(places)
    yield from make_places(text, units, places, [rules[row] for row in places], others)
    for kind, members in by_kind.items():
        for row in members:
            yield _make_number(units, row, kind, rules[row])


def _make_number(units: Units, row: int, kind: str, rule: str) -> Identifier:
    """Make the identifier of a number, a contact, an age or a date."""
    proposal = units.proposals.get(row)
    start, end, text = units.starts[row], units.ends[row], units.texts[row]
    if proposal is not None and proposal.kind == kind:
        is_nhs = kind == NUMBER and is_nhs_number(text)
        return replace(proposal, form=NHS) if is_nhs else proposal
    if kind == AGE:
        digits = len(text) - len(text.lstrip("0123456789"))
        return Identifier(start, start + digits, AGE, rule, _RANK, new=str(MAX_AGE))
    form = NHS if kind == NUMBER and is_nhs_number(text) else SHAPE
    return Identifier(start, end, kind, rule, _RANK, form)


def _explain(units: Units, row: int, kind: str, state: int) -> str:
    """Name the evidence for an identifier that a reader will understand best."""
    if row in units.proposals:
        return units.proposals[row].rule
    if state in (_RECORDED, _NEAR):
        return "name of the record"
    if kind in (NUMBER, CONTACT) or units.types[row] == NUMBER_UNIT:
        return "form and adjacent words"
    if state:
        return "name elsewhere in the patient's notes"
    before = units.texts[row - 1].lower() if row else ""
    after = units.texts[row + 1].lower() if row + 1 < len(units.texts) else ""
    for context in ("title", "kin", "role"):
        if is_cue(before, context) or (context == "role" and is_cue(after, context)):
            return {"title": "title", "kin": "relative", "role": "staff"}[context]
    return "word and adjacent words"
