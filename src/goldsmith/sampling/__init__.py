"""Stratified samples, mirror samples, whole patient records and splits of a population."""

from goldsmith.sampling.manifest import (
    Manifest,
    check_plan,
    execute_plan,
    make_manifest,
    repeat_draw,
)
from goldsmith.sampling.plan import (
    Draw,
    DrawPlan,
    Part,
    Plan,
    Record,
    Restriction,
    RestrictionStep,
    Size,
    SplitPlan,
    Stratum,
)
from goldsmith.sampling.population import (
    Card,
    Population,
    build_population,
    build_population_from_cards,
    make_card,
)
from goldsmith.sampling.sampler import draw_samples
from goldsmith.sampling.splitter import split_population

__all__ = [
    "Card",
    "Draw",
    "DrawPlan",
    "Manifest",
    "Part",
    "Plan",
    "Population",
    "Record",
    "Restriction",
    "RestrictionStep",
    "Size",
    "SplitPlan",
    "Stratum",
    "build_population",
    "build_population_from_cards",
    "check_plan",
    "draw_samples",
    "execute_plan",
    "make_card",
    "make_manifest",
    "repeat_draw",
    "split_population",
]
