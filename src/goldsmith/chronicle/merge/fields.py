"""Derive the fields of an event from its observations: name, codes, assertion, details."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.merge.rules import Confidence
from goldsmith.chronicle.model import Assertion, Evidence
from goldsmith.chronicle.observations.model import Observation
from goldsmith.core import Code

#: The length of the longest abbreviation: longer words in capitals are headings.
_ABBREVIATED = 6


def choose_name(observations: Sequence[Observation]) -> str:
    """Return the name of an event: the record's, or the most frequent non-generic wording."""
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
    """Return a wording on one line, without the capitals of a sentence start or a heading."""
    words = " ".join(wording.split())
    if words.isupper() and all(len(word) > _ABBREVIATED for word in words.split()):
        return words.lower()
    if words[:1].isupper() and words[1:] == words[1:].lower() and len(words) > 3:
        return words.lower()
    return words


def collect_codes(observations: Sequence[Observation]) -> tuple[Code, ...]:
    """Return the codes of all observations, the most frequent first."""
    lists = [entry.codes for entry in observations if entry.codes]
    codes = [code for entry in lists for code in entry if not code.is_cui_less]
    return tuple([code for code, _ in Counter(codes).most_common()]) if codes else ()


def choose_assertion(observations: Sequence[Observation]) -> Assertion:
    """Return the assertion of an event: affirmed if any observation affirms it."""
    for entry in observations:
        if entry.assertion == "affirmed":
            return "affirmed"
    return observations[0].assertion


def merge_details(observations: Sequence[Observation]) -> dict[str, str]:
    """Return each detail with the value from the record, or else the most frequent value."""
    stating = [entry for entry in observations if entry.details]
    if len(stating) < 2:
        return dict(sorted(stating[0].details.items())) if stating else {}
    counts = Counter(chain.from_iterable([entry.details.items() for entry in stating]))
    for entry in stating:
        if entry.table:
            counts.update(dict.fromkeys(entry.details.items(), len(observations) - 1))
    best: dict[str, tuple[int, str]] = {}
    for (name, value), count in counts.items():
        if name not in best or count > best[name][0]:
            best[name] = count, value
    return {name: value for name, (_, value) in sorted(best.items())}


def weigh_place(
    worth: Confidence, is_record: bool, confidence: float, is_uncertain: bool, weight: float
) -> float:
    """Return the confidence of a piece of evidence.

    Args:
        worth: The confidence of each kind of evidence.
        is_record: Whether it is a row of the record.
        confidence: The confidence of the mention.
        is_uncertain: Whether it states the event as uncertain.
        weight: How well it fits its event.
    """
    base = worth.record if is_record else worth.mention * confidence
    return round((min(base, worth.uncertain) if is_uncertain else base) * weight, 3)


def weigh_evidence(evidence: Sequence[Evidence]) -> float:
    """Return the confidence of an event: each source counts once, with its best evidence."""
    if len(evidence) == 1:
        return evidence[0].confidence
    best: dict[str, float] = {}
    for entry in evidence:
        if entry.confidence > best.get(entry.document, 0.0):
            best[entry.document] = entry.confidence
    doubt = 1.0
    for confidence in best.values():
        doubt *= 1.0 - confidence
    return round(1.0 - doubt, 3)
