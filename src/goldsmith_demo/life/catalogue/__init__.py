"""Everything that can happen to a made-up patient, as things without dates, in two spellings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from goldsmith_demo.life.catalogue import (
    cancers,
    conditions,
    drugs,
    interventions,
    investigations,
    loci,
)
from goldsmith_demo.life.concepts import CONCEPTS
from goldsmith_demo.life.model import Thing
from goldsmith_demo.life.spelling import american


def _british() -> dict[str, Thing]:
    parts = (cancers, conditions, drugs, interventions, investigations, loci)
    return {thing.base: _coded(thing) for part in parts for thing in part.ENTRIES}


def _coded(thing: Thing) -> Thing:
    concept = thing.base if thing.base in CONCEPTS else ""
    return msgspec.structs.replace(thing, concept=concept)


def _american(thing: Thing) -> Thing:
    return msgspec.structs.replace(thing, names=_spelt(thing.names), generic=_spelt(thing.generic))


def _spelt(names: Iterable[str]) -> tuple[str, ...]:
    """The names in American spelling, each once: two may have become one."""
    return tuple(dict.fromkeys(map(american, names)))


_UK = _british()
CATALOGUE: Mapping[str, Mapping[str, Thing]] = {
    "uk": _UK,
    "us": {base: _american(thing) for base, thing in _UK.items()},
}
"""Style -> base -> template."""
