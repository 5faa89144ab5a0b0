"""Annotation time: an estimate from the amount of work, times a random factor."""

from __future__ import annotations

import math
from typing import Final

from goldsmith.core import AnnotationSet, Document
from goldsmith.training.effort import estimate_minutes
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.profiles import Profile

#: CLEF: "not a simple function of document length"; 15 to 70 minutes for five narratives.
_SIGMA: Final = 0.55


def draw_minutes(
    doc: Document, annotation_set: AnnotationSet, profile: Profile, *, seed: int = 1
) -> float:
    """Draw the minutes that an annotator spends on a document.

    The time is log-normal; its mean is an estimate from words, mentions, relations and codes. The
    draw depends on the seed, the set's name and the document.
    """
    luck = Draw(seed, annotation_set.name, doc.id, "minutes").draw_normal()
    mean = profile.pace * estimate_minutes(doc, annotation_set)
    return mean * math.exp(_SIGMA * luck - _SIGMA**2 / 2)
