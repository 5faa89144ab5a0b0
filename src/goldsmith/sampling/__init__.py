"""Draws from a population of documents: stratified samples, mirrors, whole patients, splits."""

from goldsmith.sampling.card import Card, Population, card_of, population, population_of
from goldsmith.sampling.draw import draw
from goldsmith.sampling.manifest import Manifest, again, carry_out, manifest_of
from goldsmith.sampling.plan import (
    Draw,
    DrawPlan,
    Kept,
    Part,
    Plan,
    Record,
    Restriction,
    Size,
    SplitPlan,
    Stratum,
)
from goldsmith.sampling.split import split

__all__ = [
    "Card",
    "Draw",
    "DrawPlan",
    "Kept",
    "Manifest",
    "Part",
    "Plan",
    "Population",
    "Record",
    "Restriction",
    "Size",
    "SplitPlan",
    "Stratum",
    "again",
    "card_of",
    "carry_out",
    "draw",
    "manifest_of",
    "population",
    "population_of",
    "split",
]
