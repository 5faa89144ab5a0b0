"""How long an annotator takes for a document: a base from what there is to do, times a chance."""

from __future__ import annotations

import math
from statistics import fmean
from typing import Final

from goldsmith.core import AnnotationSet, Document
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.profiles import Profile

# Minutes. CLEF section 5.5: 34 for a narrative on average. Mayo Table 2: 165.5 hours for four times
# a hundred notes with eleven coded disorders and three hundred words each, so 25 for a note.
_START: Final = 2.0
_WORD: Final = 0.02
_MENTION: Final = 0.26
_RELATION: Final = 0.27
_CODE: Final = 1.3
#: Times were "not a simple function of document length": 15 to 70 minutes for five narratives.
_SIGMA: Final = 0.55

#: Hours that Mayo's annotators and their consensus took for the same hundred notes (Table 2).
MAYO_HOURS: Final = {"A1": 53.5, "A2": 53, "A3": 38, "A4": 21, "C1": 8, "C2": 11, "C3": 13}


def mayo_pace(name: str) -> float:
    """The pace of one of Mayo's annotators: his or her hours over the mean of the four."""
    return MAYO_HOURS[name] / fmean(MAYO_HOURS[one] for one in ("A1", "A2", "A3", "A4"))


def expected(doc: Document, one: AnnotationSet) -> float:
    """The minutes that annotating a document takes on average, by what is annotated in it."""
    codes = sum(bool(mention.codes) for mention in one.mentions)
    return (
        _START
        + _WORD * len(doc.text.split())
        + _MENTION * len(one.mentions)
        + _RELATION * len(one.relations)
        + _CODE * codes
    )


def minutes(doc: Document, one: AnnotationSet, profile: Profile, *, seed: int = 1) -> float:
    """The minutes that an annotator spends on a document, by the set that came out of it.

    Log-normal around a base from words, mentions, relations and codes; the mean is the base. By
    seed, the set's name and the document, as everything here.
    """
    luck = Draw(seed, one.name, doc.id, "minutes").normal()
    return profile.pace * expected(doc, one) * math.exp(_SIGMA * luck - _SIGMA**2 / 2)
