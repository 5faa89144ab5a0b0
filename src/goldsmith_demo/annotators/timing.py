"""Annotation time: an estimate from the amount of work, times a random factor."""

from __future__ import annotations

import math
from statistics import fmean
from typing import Final

from goldsmith.core import AnnotationSet, Document
from goldsmith.training.effort import estimate_minutes
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.profiles import Profile

#: CLEF: "not a simple function of document length"; 15 to 70 minutes for five narratives.
_SIGMA: Final = 0.55

#: Hours that Mayo's annotators and their consensus took for the same hundred notes (Table 2).
MAYO_HOURS: Final = {"A1": 53.5, "A2": 53, "A3": 38, "A4": 21, "C1": 8, "C2": 11, "C3": 13}


def get_mayo_pace(name: str) -> float:
    """Return the pace of one of Mayo's annotators: their hours over the mean of the four."""
    return MAYO_HOURS[name] / fmean(MAYO_HOURS[annotator] for annotator in ("A1", "A2", "A3", "A4"))


def draw_minutes(
    doc: Document, annotation_set: AnnotationSet, profile: Profile, *, seed: int = 1
) -> float:
    """Draw the minutes that an annotator spends on a document.

    The time is log-normal; its mean is an estimate from words, mentions, relations and codes. The
    draw depends on the seed, the set's name and the document.
    """
    luck = Draw(seed, annotation_set.name, doc.id, "minutes").draw_normal()
    return (
        profile.pace
        * estimate_minutes(doc, annotation_set)
        * math.exp(_SIGMA * luck - _SIGMA**2 / 2)
    )
